/* test_json_writer.c: the JSON writer writes compact, correct JSON and never past its buffer. */
#include <check.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/json/json_writer.h"
#include "tests/support/c/run_suite.h"

static void write_everything(struct json_writer *writer)
{
    const struct set set = {{1U << 3 | 1U << 10, 0, 0, UINT64_C(1) << 63}};
    const uint8_t numbers[] = {7, 0, 255};
    json_write_open(writer, NULL, '{');
    json_write_int(writer, "zero", 0);
    json_write_int(writer, "least", LONG_MIN);
    json_write_int(writer, "most", LONG_MAX);
    json_write_bool(writer, "yes", true);
    json_write_bool(writer, "no", false);
    json_write_null(writer, "nothing");
    json_write_string(writer, "text", "a\"b\\c\n\t\x01 d\x7f \xc3\xa9");
    json_write_raw(writer, "raw", "{\"x\":1}", 7);
    json_write_set(writer, "set", &set);
    json_write_numbers(writer, "numbers", numbers, 3);
    json_write_open(writer, "list", '[');
    json_write_open(writer, NULL, '[');
    json_write_close(writer, ']');
    json_write_int(writer, NULL, -5);
    json_write_open(writer, NULL, '{');
    json_write_close(writer, '}');
    json_write_close(writer, ']');
    json_write_close(writer, '}');
}

START_TEST(everything_is_written_compactly_in_the_order_given)
{
    char text[512];
    char expected[512];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    write_everything(&writer);
    (void)snprintf(
        expected, sizeof expected,
        "{\"zero\":0,\"least\":%ld,\"most\":%ld,\"yes\":true,\"no\":false,\"nothing\":null,"
        "\"text\":\"a\\\"b\\\\c\\n\\t\\u0001 d\x7f \xc3\xa9\",\"raw\":{\"x\":1},\"set\":[3,10,255],"
        "\"numbers\":[7,0,255],\"list\":[[],-5,{}]}",
        LONG_MIN, LONG_MAX);
    ck_assert(json_write_ok(&writer));
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(writer.length, strlen(expected));
}
END_TEST

START_TEST(another_parser_reads_what_is_written)
{
    char text[512];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    write_everything(&writer);
    json_t *root = json_loadb(text, writer.length, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_ptr_nonnull(root);
    ck_assert_str_eq(json_string_value(json_object_get(root, "text")), "a\"b\\c\n\t\x01 d\x7f \xc3\xa9");
    ck_assert_int_eq(json_integer_value(json_object_get(root, "least")), LONG_MIN);
    ck_assert_uint_eq(json_array_size(json_object_get(root, "list")), 3);
    json_decref(root);
}
END_TEST

START_TEST(every_control_character_is_escaped)
{
    char text[64];
    struct json_writer writer;
    for (char byte = 1; byte < 0x20; byte++) {
        const char value[2] = {byte, '\0'};
        json_write_begin(&writer, text, sizeof text);
        json_write_open(&writer, NULL, '[');
        json_write_string(&writer, NULL, value);
        json_write_close(&writer, ']');
        json_t *root = json_loads(text, 0, NULL);
        ck_assert_ptr_nonnull(root);
        ck_assert_str_eq(json_string_value(json_array_get(root, 0)), value);
        json_decref(root);
    }
}
END_TEST

START_TEST(integers_of_every_length_are_written)
{
    static const long values[] = {9, 10, 99, 100, 255, 1000, -1, -9, -10, -255, 123456789, -1000000007};
    char text[32];
    char expected[32];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    json_write_int(&writer, NULL, values[_i]);
    (void)snprintf(expected, sizeof expected, "%ld", values[_i]);
    ck_assert_str_eq(text, expected);
}
END_TEST

/*
 * With any capacity, nothing is written outside the buffer, the text is terminated, and a truncated text is
 * reported.
 */
START_TEST(a_buffer_that_is_too_small_is_never_overrun)
{
    char whole[512];
    struct json_writer writer;
    json_write_begin(&writer, whole, sizeof whole);
    write_everything(&writer);
    size_t needed = writer.length + 1;
    for (size_t capacity = 0; capacity < needed + 2; capacity++) {
        char text[512];
        memset(text, '#', sizeof text);
        json_write_begin(&writer, text, capacity);
        write_everything(&writer);
        ck_assert_int_eq(json_write_ok(&writer), capacity >= needed);
        for (size_t i = capacity; i < sizeof text; i++) {
            ck_assert_int_eq(text[i], '#');
        }
        if (capacity > 0) {
            ck_assert_uint_eq(strlen(text), writer.length);
            ck_assert_int_eq(strncmp(text, whole, writer.length), 0);
        }
    }
}
END_TEST

START_TEST(nothing_is_written_after_an_overflow)
{
    char text[8];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    json_write_string(&writer, NULL, "far too long");
    size_t length = writer.length;
    json_write_int(&writer, NULL, 1);
    ck_assert(!json_write_ok(&writer));
    ck_assert_uint_eq(writer.length, length);
}
END_TEST

START_TEST(a_line_break_comes_after_the_comma)
{
    char text[64];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '[');
    json_write_line(&writer, true);
    json_write_int(&writer, NULL, 1);
    json_write_line(&writer, true);
    json_write_int(&writer, NULL, 2);
    json_write_line(&writer, false);
    json_write_close(&writer, ']');
    ck_assert_str_eq(text, "[\n1,\n2\n]");
}
END_TEST

START_TEST(empty_sets_and_lists_are_empty_arrays)
{
    char text[64];
    struct json_writer writer;
    const struct set set = {{0}};
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '[');
    json_write_set(&writer, NULL, &set);
    json_write_numbers(&writer, NULL, NULL, 0);
    json_write_string(&writer, NULL, "");
    json_write_close(&writer, ']');
    ck_assert_str_eq(text, "[[],[],\"\"]");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("writer");
    TCase *tcase = tcase_create("writer");
    tcase_add_test(tcase, everything_is_written_compactly_in_the_order_given);
    tcase_add_test(tcase, another_parser_reads_what_is_written);
    tcase_add_test(tcase, every_control_character_is_escaped);
    tcase_add_loop_test(tcase, integers_of_every_length_are_written, 0, 12);
    tcase_add_test(tcase, a_buffer_that_is_too_small_is_never_overrun);
    tcase_add_test(tcase, nothing_is_written_after_an_overflow);
    tcase_add_test(tcase, a_line_break_comes_after_the_comma);
    tcase_add_test(tcase, empty_sets_and_lists_are_empty_arrays);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
