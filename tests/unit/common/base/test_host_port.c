/* test_host_port.c: splitting "host:port". */
#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/host_port.h"
#include "tests/support/c/run_suite.h"

static const struct {
    const char *text, *host, *port; /* host NULL: malformed; port NULL: none */
    bool bracketed;
} rows[] = {
    {"localhost", "localhost", NULL, false},
    {"localhost:80", "localhost", "80", false},
    {"localhost:", "localhost", "", false},
    {":80", "", "80", false},
    {"", "", NULL, false},
    {"::1", "::1", NULL, false},
    {"2001:db8::5:80", "2001:db8::5:80", NULL, false},
    {"[::1]", "::1", NULL, true},
    {"[::1]:80", "::1", "80", true},
    {"[::1]:", "::1", "", true},
    {"[]:80", "", "80", true},
    {"[", NULL, NULL, false},
    {"[::1", NULL, NULL, false},
    {"[::1]80", NULL, NULL, false},
    {"[::1]x:80", NULL, NULL, false},
};

START_TEST(host_and_port_are_split)
{
    struct host_port parts;
    bool good = host_port_split(rows[_i].text, strlen(rows[_i].text), &parts);
    ck_assert_int_eq(good, rows[_i].host != NULL);
    if (good) {
        ck_assert_uint_eq(parts.host_length, strlen(rows[_i].host));
        ck_assert_mem_eq(parts.host, rows[_i].host, parts.host_length);
        ck_assert_int_eq(parts.bracketed, rows[_i].bracketed);
        ck_assert_int_eq(parts.port != NULL, rows[_i].port != NULL);
    }
    if (good && rows[_i].port != NULL) {
        ck_assert_uint_eq(parts.port_length, strlen(rows[_i].port));
        ck_assert_mem_eq(parts.port, rows[_i].port, parts.port_length);
    }
}
END_TEST

/* The text need not be terminated: what follows `length` is not part of it. */
START_TEST(only_the_given_length_is_read)
{
    struct host_port parts;
    ck_assert(host_port_split("localhost:80/table", strlen("localhost:80"), &parts));
    ck_assert_uint_eq(parts.port_length, 2);
    ck_assert(!host_port_split("[::1]", strlen("[::1"), &parts));
}
END_TEST

START_TEST(a_port_is_digits_up_to_65535)
{
    static const char *const bad[] = {"",   "65536", "99999999999999999999", "-1", "+1", " 1", "1 ",
                                      "8x", "000001"};
    unsigned port = 7;
    for (unsigned i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!host_port_number(bad[i], strlen(bad[i]), &port), "%s", bad[i]);
    }
    ck_assert(host_port_number("0", 1, &port));
    ck_assert_uint_eq(port, 0);
    ck_assert(host_port_number("65535", 5, &port));
    ck_assert_uint_eq(port, 65535);
    ck_assert(host_port_number("08888", 5, &port));
    ck_assert_uint_eq(port, 8888);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host and port");
    TCase *tcase = tcase_create("splitting");
    tcase_add_loop_test(tcase, host_and_port_are_split, 0, COUNT(rows));
    tcase_add_test(tcase, only_the_given_length_is_read);
    tcase_add_test(tcase, a_port_is_digits_up_to_65535);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
