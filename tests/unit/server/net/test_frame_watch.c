/* test_frame_watch.c: finding unmasked frames in a client's bytes, however they are cut into pieces. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "server/net/frame_watch.h"
#include "tests/support/c/run_suite.h"

#define REQUEST "GET /ws HTTP/1.1\r\nHost: a\r\n\r\n"
#define MASK "\x01\x02\x03\x04"
#define MASKED_2 "\x81\x82" MASK "ab"
#define LONG_100 \
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
#define MASKED_200 "\x81\xfe\x00\xc8" MASK LONG_100 LONG_100
#define MASKED_300 "\x01\xff\x00\x00\x00\x00\x00\x00\x01\x2c" MASK LONG_100 LONG_100 LONG_100

#define BYTES(text) (text), sizeof(text) - 1

static const struct {
    const char *bytes;
    size_t length;
    bool has_unmasked;
} rows[] = {
    {BYTES(REQUEST), false},
    {BYTES(REQUEST MASKED_2 MASKED_2), false},
    {BYTES(REQUEST "\x89\x80" MASK MASKED_2), false},
    {BYTES(REQUEST MASKED_200 MASKED_2 MASKED_300 MASKED_2), false},
    {BYTES(REQUEST "\x81\x02"
                   "ab"),
     true},
    {BYTES(REQUEST "\x89\x00"), true},
    {BYTES(REQUEST MASKED_2 MASKED_200 MASKED_300 "\x81\x02"
                                                  "ab"),
     true},
    {BYTES(REQUEST MASKED_300 "\x81\x7e\x00\xc8"), true},
    {BYTES(REQUEST "\x81"), false},
    {BYTES("GET / HTTP/1.1\r\nHost: a\r\n\r\r\n\r\n\x81\x01x"),
     true}, /* the empty line is found after a stray \r */
    {BYTES("GET / HTTP/1.1\nHost: a\n\n" MASKED_2), false},
    {BYTES("GET / HTTP/1.1\nHost: a\n\n\x81\x01x"), true},
    {BYTES("GET / HTTP/1.1\r\nX: \x81\x01\x01\r\n"), false},
    /* A frame that claims to be as long as possible never ends. */
    {BYTES(REQUEST "\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff" MASK "\x81\x01\x81\x01\x81\x01"), false},
};

START_TEST(unmasked_frames_are_found_in_one_piece)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct frame_watch watch = {0};
        frame_watch_bytes(&watch, (const unsigned char *)rows[i].bytes, rows[i].length);
        ck_assert_msg(watch.has_unmasked == rows[i].has_unmasked, "row %zu", i);
    }
}
END_TEST

START_TEST(unmasked_frames_are_found_in_pieces)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t cut = 1; cut < 12; cut++) {
            struct frame_watch watch = {0};
            for (size_t at = 0; at < rows[i].length; at += cut) {
                size_t length = rows[i].length - at < cut ? rows[i].length - at : cut;
                frame_watch_bytes(&watch, (const unsigned char *)rows[i].bytes + at, length);
            }
            ck_assert_msg(watch.has_unmasked == rows[i].has_unmasked, "row %zu in pieces of %zu", i, cut);
        }
    }
}
END_TEST

START_TEST(bytes_after_the_request_are_noticed)
{
    static const char request[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    struct frame_watch watch = {0};
    for (size_t at = 0; at < sizeof request - 1; at++) {
        frame_watch_bytes(&watch, (const unsigned char *)request + at, 1);
        ck_assert_msg(!watch.has_more, "after %zu bytes", at + 1);
    }
    frame_watch_bytes(&watch, (const unsigned char *)"G", 1);
    ck_assert(watch.has_more);
    watch = (struct frame_watch){0};
    frame_watch_bytes(&watch, (const unsigned char *)"GET / HTTP/1.1\r\n\r\nGET", 21);
    ck_assert(watch.has_more);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("frame watch");
    TCase *frames = tcase_create("frames");
    tcase_add_test(frames, unmasked_frames_are_found_in_one_piece);
    tcase_add_test(frames, unmasked_frames_are_found_in_pieces);
    tcase_add_test(frames, bytes_after_the_request_are_noticed);
    suite_add_tcase(suite, frames);
    return run_suite(suite);
}
