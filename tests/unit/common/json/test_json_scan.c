/* test_json_scan.c: lines, columns and levels of a JSON text, whatever its strings contain. */
#include <check.h>

#include "common/json/json_scan.h"
#include "tests/support/c/run_suite.h"

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
    ck_assert_uint_eq(scan_of("]]}[").depth, 1); /* not JSON: the depth does not become negative */
}
END_TEST

START_TEST(brackets_in_strings_do_not_count)
{
    ck_assert_uint_eq(scan_of("[\"{[[\"").depth, 1);
    ck_assert_uint_eq(scan_of("[\"a\\\"[[\", [").depth, 2);
    ck_assert_uint_eq(scan_of("[\"a\\\\\", [").depth, 2);
    ck_assert(scan_of("[\"a\\\"").quoted);
    ck_assert(!scan_of("[\"a\\\\\"").quoted);
}
END_TEST

START_TEST(columns_count_characters_and_restart_on_each_line)
{
    struct json_scan scan = scan_of("[1,\n \"\xc3\xa9\xe2\x82\xac\"");
    ck_assert_uint_eq(scan.line, 2);
    ck_assert_uint_eq(scan.column, 5);
    ck_assert_uint_eq(scan_of("[1,\n").column, 0);
}
END_TEST

START_TEST(a_text_exceeds_any_limit_below_its_depth)
{
    const char text[] = "[1,\n [\"[[[\"],\n [[2]]]";
    struct json_scan scan = {.line = 1};
    ck_assert(!json_scan_exceeds(&scan, text, sizeof text - 1, 3));
    scan = (struct json_scan){.line = 1};
    ck_assert(json_scan_exceeds(&scan, text, sizeof text - 1, 2));
    ck_assert_uint_eq(scan.line, 3);
    ck_assert_uint_eq(scan.column, 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json_scan");
    TCase *tests = tcase_create("json_scan");
    tcase_add_test(tests, brackets_and_braces_open_and_close_levels);
    tcase_add_test(tests, brackets_in_strings_do_not_count);
    tcase_add_test(tests, columns_count_characters_and_restart_on_each_line);
    tcase_add_test(tests, a_text_exceeds_any_limit_below_its_depth);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
