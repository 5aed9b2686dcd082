/* test_quiet.c: when quiet hours end, with an offset from UTC and in time zones with daylight saving time. */
#include <check.h>

#include "common/base/array.h"
#include "server/notify/quiet.h"
#include "tests/support/c/run_suite.h"

enum { NOON = 1700049600, HOUR = 3600, DAY = 24 * HOUR, NIGHT_FROM = 22 * 60, NIGHT_UNTIL = 8 * 60 };

/* In Rome, clocks go forward on 29 March 2026 at 02:00, and back on 25 October 2026 at 03:00. */
enum { MARCH_29 = 1774742400, OCTOBER_25 = 1792886400 }; /* both at 00:00 UTC */

static struct time_zones zones;

static void tear_down(void)
{
    time_zones_free(&zones);
}

START_TEST(quiet_hours_with_an_offset_end_at_that_time_of_day)
{
    static const struct {
        int64_t from, until, zone, delay; /* at 12:00 UTC and 20 seconds */
    } cases[] = {
        {0, 0, 0, 0},                         /* none */
        {720, 780, 0, 3600 - 20},             /* 12:00 to 13:00 */
        {660, 720, 0, 0},                     /* they have just ended */
        {1320, 420, 0, 0},                    /* 22:00 to 07:00 */
        {1320, 420, 11 * 60, 8 * 3600 - 20},  /* it is 23:00 there */
        {1320, 420, -9 * 60, 4 * 3600 - 20},  /* it is 03:00 there */
        {1320, 420, 5 * 60 + 30, 0},          /* it is 17:30 there */
        {0, 1439, 0, (1439 - 720) * 60 - 20}, /* almost all day */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct quiet quiet = {cases[i].from, cases[i].until, cases[i].zone, ""};
        ck_assert_int_eq(quiet_end(&quiet, &zones, NOON + 20), NOON + 20 + cases[i].delay);
    }
}
END_TEST

START_TEST(quiet_hours_in_a_time_zone_follow_its_clocks)
{
    /* The offset is that of summer, and is not used. */
    const struct quiet rome = {NIGHT_FROM, NIGHT_UNTIL, 120, "Europe/Rome"};
    const struct {
        int64_t now, end;
    } cases[] = {
        {OCTOBER_25 - 4 * HOUR - 1, OCTOBER_25 - 4 * HOUR - 1}, /* 21:59:59 in summer */
        {OCTOBER_25 - 4 * HOUR, OCTOBER_25 + 7 * HOUR},         /* 22:00; it ends in winter, one hour later */
        {OCTOBER_25 + HOUR / 2, OCTOBER_25 + 7 * HOUR},         /* 02:30 for the first time */
        {OCTOBER_25 + HOUR + HOUR / 2, OCTOBER_25 + 7 * HOUR},  /* 02:30 again */
        {OCTOBER_25 + 7 * HOUR, OCTOBER_25 + 7 * HOUR},         /* 08:00 */
        {OCTOBER_25 + 20 * HOUR, OCTOBER_25 + 20 * HOUR},       /* 21:00 in winter */
        {OCTOBER_25 + 21 * HOUR, OCTOBER_25 + DAY + 7 * HOUR},  /* 22:00 in winter */
        {MARCH_29 - 3 * HOUR, MARCH_29 + 6 * HOUR},        /* 22:00; it ends in summer, one hour earlier */
        {MARCH_29 + 6 * HOUR, MARCH_29 + 6 * HOUR},        /* 08:00 */
        {MARCH_29 + 20 * HOUR, MARCH_29 + DAY + 6 * HOUR}, /* 22:00 in summer */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        ck_assert_msg(quiet_end(&rome, &zones, cases[i].now) == cases[i].end, "case %zu", i);
    }
    /* They end at a time that comes twice: the first one counts. */
    const struct quiet early = {NIGHT_FROM, 2 * 60 + 45, 120, "Europe/Rome"};
    ck_assert_int_eq(quiet_end(&early, &zones, OCTOBER_25 + HOUR / 2), OCTOBER_25 + 45 * 60);
    ck_assert_int_eq(quiet_end(&early, &zones, OCTOBER_25 + HOUR + HOUR / 2), OCTOBER_25 + HOUR + HOUR / 2);
}
END_TEST

START_TEST(a_zone_that_is_not_known_here_has_its_offset)
{
    const struct quiet quiet = {720, 780, 0, "Europe/Atlantis"};
    ck_assert_int_eq(quiet_end(&quiet, &zones, NOON), NOON + HOUR);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("quiet");
    TCase *tcase = tcase_create("quiet");
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, quiet_hours_with_an_offset_end_at_that_time_of_day);
    tcase_add_test(tcase, quiet_hours_in_a_time_zone_follow_its_clocks);
    tcase_add_test(tcase, a_zone_that_is_not_known_here_has_its_offset);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
