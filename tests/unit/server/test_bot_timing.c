/*
 * test_bot_timing.c: when a bot acts. The delay depends only on the table's id, the number of actions, the pace
 * and an option. Nothing secret is among its parameters, so it cannot reveal anything.
 */
#include <check.h>
#include <stdlib.h>

#include "common/base/array.h"
#include "server/bots/bot_driver.h"
#include "tests/support/c/run_suite.h"

static const char *const tables[] = {"k3f9abcdef", "22222zzzzz", "pqrstuvwxy"};

START_TEST(the_same_public_facts_give_the_same_delay)
{
    uint64_t (*delay)(const char *, size_t, enum pace, long) = bot_delay; /* public facts only */
    for (size_t i = 0; i < COUNT(tables); i++) {
        for (size_t actions = 0; actions < 300; actions++) {
            ck_assert_uint_eq(delay(tables[i], actions, PACE_NORMAL, 100),
                              delay(tables[i], actions, PACE_NORMAL, 100));
        }
    }
}
END_TEST

START_TEST(a_delay_varies_by_half_around_the_usual_one)
{
    static const uint64_t usual[] = {[PACE_SLOW] = 2500, [PACE_NORMAL] = 1000, [PACE_QUICK] = 300};
    for (enum pace pace = PACE_SLOW; pace < PACE_COUNT; pace++) {
        uint64_t least = UINT64_MAX, most = 0;
        for (size_t i = 0; i < COUNT(tables); i++) {
            for (size_t actions = 0; actions < 300; actions++) {
                uint64_t delay = bot_delay(tables[i], actions, pace, 100);
                ck_assert_uint_ge(delay, usual[pace] / 2);
                ck_assert_uint_le(delay, usual[pace] * 3 / 2);
                least = delay < least ? delay : least;
                most = delay > most ? delay : most;
            }
        }
        ck_assert_uint_lt(least, usual[pace] * 6 / 10); /* and it varies */
        ck_assert_uint_gt(most, usual[pace] * 14 / 10);
    }
}
END_TEST

START_TEST(delays_differ_between_tables_and_between_actions)
{
    unsigned same = 0;
    for (size_t actions = 0; actions < 300; actions++) {
        uint64_t delay = bot_delay(tables[0], actions, PACE_SLOW, 100);
        same += delay == bot_delay(tables[1], actions, PACE_SLOW, 100);
        same += delay == bot_delay(tables[0], actions + 1, PACE_SLOW, 100);
    }
    ck_assert_uint_lt(same, 10);
}
END_TEST

START_TEST(the_option_scales_every_delay)
{
    for (size_t actions = 0; actions < 100; actions++) {
        uint64_t delay = bot_delay(tables[0], actions, PACE_NORMAL, 100);
        ck_assert_uint_eq(bot_delay(tables[0], actions, PACE_NORMAL, 1000), delay * 10);
        ck_assert_uint_eq(bot_delay(tables[0], actions, PACE_NORMAL, 50), delay / 2);
        ck_assert_uint_eq(bot_delay(tables[0], actions, PACE_NORMAL, 0), 0);
    }
}
END_TEST

START_TEST(a_bot_acts_at_the_delay_or_the_next_multiple_of_it)
{
    for (uint64_t thought = 0; thought <= 1000; thought++) { /* however long it thought */
        ck_assert_uint_eq(bot_moment(5000, 1000, 5000 + thought), 6000);
        ck_assert_uint_eq(bot_moment(5000, 1000, 6001 + thought % 1000), 7000);
    }
    ck_assert_uint_eq(bot_moment(5000, 1000, 9001), 10000);
    ck_assert_uint_eq(bot_moment(5000, 0, 5123), 5123); /* no pace: at once */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bot timing");
    TCase *tests = tcase_create("bot timing");
    tcase_add_test(tests, the_same_public_facts_give_the_same_delay);
    tcase_add_test(tests, a_delay_varies_by_half_around_the_usual_one);
    tcase_add_test(tests, delays_differ_between_tables_and_between_actions);
    tcase_add_test(tests, the_option_scales_every_delay);
    tcase_add_test(tests, a_bot_acts_at_the_delay_or_the_next_multiple_of_it);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
