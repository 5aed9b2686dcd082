/* test_hours.c: ranges of times of day, as typed for the night and for quiet hours. */
#include <check.h>
#include <string.h>

#include "client-cli/util/hours.h"
#include "common/base/array.h"
#include "tests/support/c/scenario.h"

START_TEST(two_times_are_read)
{
    static const struct {
        const char *text;
        unsigned from, until;
    } ranges[] = {
        {"23:00-07:00", 1380, 420}, {"00:00-23:59", 0, 1439}, {"7:05-8:30", 425, 510},
        {"23-7", 1380, 420},        {"22:30-8", 1350, 480},   {"0-00", 0, 0},
    };
    for (unsigned i = 0; i < COUNT(ranges); i++) {
        unsigned from = 9999, until = 9999;
        ck_assert_msg(hours_read(ranges[i].text, strlen(ranges[i].text), &from, &until), "%s",
                      ranges[i].text);
        ck_assert_uint_eq(from, ranges[i].from);
        ck_assert_uint_eq(until, ranges[i].until);
    }
}
END_TEST

START_TEST(anything_else_is_refused)
{
    static const char *const wrong[] = {
        "",           "-",           "23-",         "23:-",         "23:-7",
        "-7",         "23",          "23:00",       "23:00-",       "23:00-7:",
        "23:0-7:00",  "23:000-7:00", "023:00-7:00", "24:00-07:00",  "23:60-7:00",
        "23:00-24",   "23:00-07:60", "23:00--7:00", "23:00-7:00-8", "23:00:00-7",
        "+1-7",       " 23-7",       "23:00-7:00 ", "23:00-7:00@x", "off",
        "23.00-7.00", ":-:",         ":00-:00",
    };
    for (unsigned i = 0; i < COUNT(wrong); i++) {
        unsigned from = 9999, until = 9999;
        ck_assert_msg(!hours_read(wrong[i], strlen(wrong[i]), &from, &until), "%s", wrong[i]);
        ck_assert_uint_eq(from, 9999);
        ck_assert_uint_eq(until, 9999);
    }
}
END_TEST

START_TEST(nothing_after_the_length_is_read)
{
    unsigned from, until;
    ck_assert(hours_read("23:00-07:00@Europe/Rome", strlen("23:00-07:00"), &from, &until));
    ck_assert(!hours_read("23:00-07:00", strlen("23:00-"), &from, &until));
    ck_assert(!hours_read("23:00-07:00", strlen("23:00-07:0"), &from, &until));
    ck_assert(!hours_read("23:00-07:00", strlen("23"), &from, &until));
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &two_times_are_read,
        &anything_else_is_refused,
        &nothing_after_the_length_is_read,
    };
    return scenario_run("client hours", NULL, tests, COUNT(tests));
}
