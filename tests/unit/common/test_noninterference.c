/*
 * test_noninterference.c: what a viewer may not know makes no difference to what he is told.
 *
 * Plays pairs of truths (support/twins.h) until every secret has really differed often enough for every
 * viewer from whom it is hidden, with every option, and prints how often. A difference in one byte fails, and
 * so does a cell of the table below the floor: a pair whose truths are the same shows nothing.
 *
 * With SANITIZED=1 the floor is lower, since everything takes several times as long.
 */
#include <check.h>
#include <stdlib.h>

#include "tests/support/run_suite.h"
#include "tests/support/twins.h"

enum { FLOOR_SANITIZED = 5 };

static void play_pairs(enum game_kind game, unsigned target)
{
    static struct twins_table table;
    struct twins_report report;
    bool sanitized = getenv("SANITIZED") != NULL;
    unsigned floor = sanitized ? FLOOR_SANITIZED : TWINS_FLOOR;
    twins_run(game, TWINS_SEED, sanitized ? FLOOR_SANITIZED : target, TWINS_PAIRS_MOST, &table, &report);
    twins_print(stdout, game, &table);
    ck_assert_msg(report.result != TWINS_LEAK, "a secret got out: %s", report.text);
    ck_assert_msg(report.result == TWINS_ALIKE, "the pair is none: %s", report.text);
    ck_assert_uint_ge(twins_smallest(game, &table), floor);
}

START_TEST(what_a_viewer_of_whitechapel_may_not_know_makes_no_difference_to_him)
{
    play_pairs(GAME_WHITECHAPEL, TWINS_FLOOR_WHITECHAPEL);
}
END_TEST

START_TEST(what_a_viewer_of_whitehall_may_not_know_makes_no_difference_to_him)
{
    play_pairs(GAME_WHITEHALL, TWINS_FLOOR_WHITEHALL);
}
END_TEST

/* The same seed plays the same pairs, so that a leak once found is found again. */
START_TEST(pairs_are_the_same_every_time)
{
    static struct twins_table tables[2];
    struct twins_report report;
    for (unsigned i = 0; i < 2; i++) {
        twins_run(GAME_WHITECHAPEL, TWINS_SEED + 1, TWINS_FLOOR, 20, &tables[i], &report);
        ck_assert_msg(report.result == TWINS_ALIKE, "%s", report.text);
    }
    ck_assert_mem_eq(&tables[0], &tables[1], sizeof tables[0]);
    ck_assert_uint_eq(tables[0].played, 20);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("noninterference");
    TCase *tests = tcase_create("twins");
    tcase_set_timeout(tests, 280);
    tcase_add_test(tests, what_a_viewer_of_whitechapel_may_not_know_makes_no_difference_to_him);
    tcase_add_test(tests, what_a_viewer_of_whitehall_may_not_know_makes_no_difference_to_him);
    tcase_add_test(tests, pairs_are_the_same_every_time);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
