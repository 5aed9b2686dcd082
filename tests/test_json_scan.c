/* test_json_scan.c: lines, columns and levels of a JSON text, whatever stands in its strings. */
#include <check.h>
#include <stdlib.h>

#include "json_scan.h"

static struct json_scan scan_of(const char *text)
{
    struct json_scan scan = {.line = 1};
    for (const char *byte = text; *byte != '\0'; byte++) {
        json_scan_byte(&scan, *byte);
    }
    return scan;
}

START_TEST(brackets_and_braces_open_and_close_levels)
{
    ck_assert_uint_eq(scan_of("").depth, 0);
    ck_assert_uint_eq(scan_of("{\"a\": [[").depth, 3);
    ck_assert_uint_eq(scan_of("{\"a\": [[]").depth, 2);
    ck_assert_uint_eq(scan_of("{\"a\": [[]]}").depth, 0);
    ck_assert_uint_eq(scan_of("]]}[").depth, 1); /* no JSON: nothing is below nothing */
}
END_TEST

START_TEST(strings_hold_no_levels)
{
    ck_assert_uint_eq(scan_of("[\"{[[\"").depth, 1);
    ck_assert_uint_eq(scan_of("[\"a\\\"[[\", [").depth, 2);
    ck_assert_uint_eq(scan_of("[\"a\\\\\", [").depth, 2);
    ck_assert(scan_of("[\"a\\\"").quoted);
    ck_assert(!scan_of("[\"a\\\\\"").quoted);
}
END_TEST

START_TEST(columns_are_characters_and_begin_anew_on_each_line)
{
    struct json_scan scan = scan_of("[1,\n \"\xc3\xa9\xe2\x82\xac\"");
    ck_assert_uint_eq(scan.line, 2);
    ck_assert_uint_eq(scan.column, 5);
    ck_assert_uint_eq(scan_of("[1,\n").column, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json_scan");
    TCase *tests = tcase_create("json_scan");
    tcase_add_test(tests, brackets_and_braces_open_and_close_levels);
    tcase_add_test(tests, strings_hold_no_levels);
    tcase_add_test(tests, columns_are_characters_and_begin_anew_on_each_line);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
