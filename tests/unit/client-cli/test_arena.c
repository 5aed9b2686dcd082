/* test_arena.c: confidence intervals, and sums that do not depend on the number of threads. */
#include <check.h>

#include "client-cli/commands/arena.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

START_TEST(an_interval_contains_its_proportion)
{
    for (unsigned wins = 0; wins <= 50; wins++) {
        struct arena_interval interval = arena_interval(wins, 50);
        ck_assert(interval.low <= wins / 50.0 && wins / 50.0 <= interval.high);
        ck_assert(interval.low >= 0 && interval.high <= 1);
    }
}
END_TEST

/* Known values: 10 of 100 is between 5.52 and 17.44 %, 0 of 20 between 0 and 16.11 %. */
START_TEST(intervals_match_known_wilson_scores)
{
    struct arena_interval tenth = arena_interval(10, 100);
    struct arena_interval none = arena_interval(0, 20);
    ck_assert_double_eq_tol(tenth.low, 0.0552, 0.0001);
    ck_assert_double_eq_tol(tenth.high, 0.1744, 0.0001);
    ck_assert_double_eq_tol(none.low, 0, 0.0001);
    ck_assert_double_eq_tol(none.high, 0.1611, 0.0001);
}
END_TEST

START_TEST(more_games_make_the_interval_narrower)
{
    struct arena_interval few = arena_interval(5, 10);
    struct arena_interval many = arena_interval(500, 1000);
    ck_assert(many.high - many.low < few.high - few.low);
}
END_TEST

START_TEST(threads_do_not_change_the_sums)
{
    struct arena_plan plan = {.board = play_board(GAME_WHITEHALL), .games = 10, .threads = 1, .seed = 4};
    struct arena_result one, four;
    ck_assert(arena_run(&plan, &one));
    plan.threads = 4;
    ck_assert(arena_run(&plan, &four));
    ck_assert_uint_eq(one.games, 10);
    ck_assert_uint_eq(four.games, 10);
    ck_assert_uint_eq(one.jack_wins, four.jack_wins);
    ck_assert_uint_eq(one.actions, four.actions);
    ck_assert_uint_eq(one.longest, four.longest);
    ck_assert_uint_eq(one.shortest, four.shortest);
}
END_TEST

START_TEST(with_a_tiny_clock_every_decision_is_late)
{
    struct arena_plan plan = {
        .board = play_board(GAME_WHITEHALL), .games = 1, .threads = 1, .seed = 4, .clock = 1e-12};
    struct arena_result result;
    ck_assert(arena_run(&plan, &result));
    ck_assert_uint_eq(result.late[ARENA_JACK], result.decisions[ARENA_JACK]);
    ck_assert_uint_eq(result.late[ARENA_POLICE], result.decisions[ARENA_POLICE]);
    ck_assert_uint_eq(result.endings[REASON_NONE], 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("arena");
    TCase *tests = tcase_create("arena");
    tcase_add_test(tests, an_interval_contains_its_proportion);
    tcase_add_test(tests, intervals_match_known_wilson_scores);
    tcase_add_test(tests, more_games_make_the_interval_narrower);
    tcase_add_test(tests, threads_do_not_change_the_sums);
    tcase_add_test(tests, with_a_tiny_clock_every_decision_is_late);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
