/* test_message.c: numbers and texts in messages between nodes. */
#include <check.h>
#include <stdint.h>
#include <string.h>

#include "server/cluster/message.h"
#include "tests/support/c/run_suite.h"

static struct buffer buffer;

static void setup(void)
{
    buffer = (struct buffer){0};
}

static void teardown(void)
{
    buffer_free(&buffer);
}

static struct message_reader reader_of(size_t length)
{
    return (struct message_reader){.body = buffer.text, .length = length};
}

static void put_sample(void)
{
    message_put_number(&buffer, 7);
    message_put_long(&buffer, INT64_MIN);
    message_put_text(&buffer, "Ada", 3);
    message_put_text(&buffer, "", 0);
}

static void read_sample(struct message_reader *reader, char *name, size_t capacity)
{
    size_t length = 1;
    (void)message_number(reader);
    (void)message_long(reader);
    message_copy(reader, name, capacity);
    (void)message_text(reader, &length);
}

START_TEST(what_is_written_is_read)
{
    size_t length = 1;
    char name[4];
    put_sample();
    struct message_reader reader = reader_of(buffer.length);
    ck_assert_uint_eq(message_number(&reader), 7);
    ck_assert(message_long(&reader) == INT64_MIN);
    message_copy(&reader, name, sizeof name);
    ck_assert_str_eq(name, "Ada");
    ck_assert(!message_is_whole(&reader));
    (void)message_text(&reader, &length);
    ck_assert_uint_eq(length, 0);
    ck_assert(message_is_whole(&reader));
}
END_TEST

START_TEST(numbers_keep_all_their_bits)
{
    static const uint32_t numbers[] = {0, 1, 0x80, 0x12345678, 0x80000000U, UINT32_MAX};
    static const int64_t longs[] = {0, -1, 0x123456789abcdef0, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        message_put_number(&buffer, numbers[i]);
    }
    for (size_t i = 0; i < sizeof longs / sizeof longs[0]; i++) {
        message_put_long(&buffer, longs[i]);
    }
    struct message_reader reader = reader_of(buffer.length);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        ck_assert_uint_eq(message_number(&reader), numbers[i]);
    }
    for (size_t i = 0; i < sizeof longs / sizeof longs[0]; i++) {
        ck_assert(message_long(&reader) == longs[i]);
    }
    ck_assert(message_is_whole(&reader));
}
END_TEST

START_TEST(a_message_cut_anywhere_is_not_whole)
{
    put_sample();
    for (size_t length = 0; length < buffer.length; length++) {
        char name[4] = "xxx";
        struct message_reader reader = reader_of(length);
        read_sample(&reader, name, sizeof name);
        ck_assert_msg(!message_is_whole(&reader), "cut after %zu bytes", length);
        ck_assert(strcmp(name, "") == 0 || strcmp(name, "Ada") == 0);
    }
}
END_TEST

START_TEST(bytes_that_are_left_over_are_noticed)
{
    char name[4];
    put_sample();
    message_put_number(&buffer, 0);
    struct message_reader reader = reader_of(buffer.length);
    read_sample(&reader, name, sizeof name);
    ck_assert(!message_is_whole(&reader));
}
END_TEST

START_TEST(a_reader_returns_nothing_after_an_error)
{
    size_t length = 1;
    char name[8] = "x";
    message_put_number(&buffer, UINT32_MAX); /* the length of a text that is not there */
    message_put_number(&buffer, 5);
    struct message_reader reader = reader_of(buffer.length);
    ck_assert_str_eq(message_text(&reader, &length), "");
    ck_assert_uint_eq(length, 0);
    ck_assert_uint_eq(message_number(&reader), 0);
    ck_assert(message_long(&reader) == 0);
    message_copy(&reader, name, sizeof name);
    ck_assert_str_eq(name, "");
    ck_assert(!message_is_whole(&reader));
}
END_TEST

START_TEST(a_copy_must_fit)
{
    char name[4];
    message_put_text(&buffer, "Adam", 4);
    struct message_reader reader = reader_of(buffer.length);
    message_copy(&reader, name, sizeof name);
    ck_assert_str_eq(name, "");
    ck_assert(!message_is_whole(&reader));
}
END_TEST

START_TEST(a_copy_has_no_nul_inside)
{
    char name[8];
    message_put_text(&buffer, "A\0a", 3);
    struct message_reader reader = reader_of(buffer.length);
    message_copy(&reader, name, sizeof name);
    ck_assert_str_eq(name, "");
    ck_assert(!message_is_whole(&reader));
}
END_TEST

START_TEST(an_empty_body_is_whole)
{
    struct message_reader reader = {.body = "", .length = 0};
    ck_assert(message_is_whole(&reader));
    ck_assert_uint_eq(message_number(&reader), 0);
    ck_assert(!message_is_whole(&reader));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("message");
    TCase *cases = tcase_create("message");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, what_is_written_is_read);
    tcase_add_test(cases, numbers_keep_all_their_bits);
    tcase_add_test(cases, a_message_cut_anywhere_is_not_whole);
    tcase_add_test(cases, bytes_that_are_left_over_are_noticed);
    tcase_add_test(cases, a_reader_returns_nothing_after_an_error);
    tcase_add_test(cases, a_copy_must_fit);
    tcase_add_test(cases, a_copy_has_no_nul_inside);
    tcase_add_test(cases, an_empty_body_is_whole);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
