/* test_utf8.c: decoding, encoding and counting, with every kind of malformed sequence. */
#include <string.h>

#include "common/base/array.h"
#include "common/base/utf8.h"
#include "tests/support/c/run_suite.h"

START_TEST(every_character_survives_encoding_and_decoding)
{
    for (uint32_t value = 1; value < 0x110000; value++) {
        char bytes[UTF8_BYTES_MAX + 1] = "";
        size_t length;
        if (!utf8_is_character(value)) {
            continue;
        }
        size_t written = utf8_encode(value, bytes);
        if (utf8_decode(bytes, &length) != value || length != written) {
            ck_abort_msg("U+%04X", value);
        }
    }
}
END_TEST

START_TEST(malformed_sequences_are_invalid)
{
    static const struct {
        const char *text;
        size_t length; /* to skip */
    } bad[] = {
        {"\x80", 1},
        {"\xbfz", 1},
        {"\xff", 1},
        {"\xf8\x80", 1},
        {"\xc3", 1},
        {"\xc3z", 1},
        {"\xe2\x82", 1},
        {"\xf0\x9f\x98", 1},
        {"\xc0\x80", 2}, /* overlong */
        {"\xc1\xbf", 2},
        {"\xe0\x9f\xbf", 3},
        {"\xf0\x8f\xbf\xbf", 4}, /* overlong */
        {"\xed\xa0\x80", 3},     /* a surrogate */
        {"\xf4\x90\x80\x80", 4}, /* above U+10FFFF */
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        size_t length;
        ck_assert_msg(utf8_decode(bad[i].text, &length) == UTF8_INVALID, "row %zu is accepted", i);
        ck_assert_msg(length == bad[i].length, "row %zu skips %zu bytes", i, length);
        ck_assert_msg(!utf8_is_valid(bad[i].text), "row %zu is valid", i);
    }
}
END_TEST

START_TEST(characters_are_counted_not_bytes)
{
    ck_assert_uint_eq(utf8_count(""), 0);
    ck_assert_uint_eq(utf8_count("Jack"), 4);
    ck_assert_uint_eq(utf8_count("Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x98\x80"), 7);
    ck_assert(utf8_is_valid(""));
    ck_assert(utf8_is_valid("Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x98\x80"));
}
END_TEST

START_TEST(both_ranges_of_control_characters_are_recognized)
{
    for (uint32_t character = 0; character < 0x200; character++) {
        bool control = character < 0x20 || (character >= 0x7f && character <= 0x9f);
        ck_assert_int_eq(utf8_is_control(character), control);
    }
    ck_assert(!utf8_is_control(UTF8_INVALID));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("utf8");
    TCase *tests = tcase_create("utf8");
    tcase_add_test(tests, every_character_survives_encoding_and_decoding);
    tcase_add_test(tests, malformed_sequences_are_invalid);
    tcase_add_test(tests, characters_are_counted_not_bytes);
    tcase_add_test(tests, both_ranges_of_control_characters_are_recognized);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
