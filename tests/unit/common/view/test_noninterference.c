/*
 * test_noninterference.c: what a viewer may not know does not affect what they are shown.
 *
 * Plays pairs of games (support/twins.h) until every secret has differed often enough for every viewer it is
 * hidden from, with every option, and prints the counts. The test fails if one byte differs, or if a cell of
 * the table is below the minimum, since a pair that does not differ proves nothing.
 *
 * With SANITIZED=1 the minimum is lower, because everything takes several times as long.
 */
#include <check.h>
#include <stdlib.h>

#include "tests/support/c/run_suite.h"
#include "tests/support/c/twins.h"

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

START_TEST(secrets_of_whitechapel_do_not_affect_what_viewers_are_shown)
{
    play_pairs(GAME_WHITECHAPEL, TWINS_FLOOR_WHITECHAPEL);
}
END_TEST

START_TEST(secrets_of_whitehall_do_not_affect_what_viewers_are_shown)
{
    play_pairs(GAME_WHITEHALL, TWINS_FLOOR_WHITEHALL);
}
END_TEST

/* The same seed plays the same pairs, so a leak can be reproduced. */
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
    tcase_add_test(tests, secrets_of_whitechapel_do_not_affect_what_viewers_are_shown);
    tcase_add_test(tests, secrets_of_whitehall_do_not_affect_what_viewers_are_shown);
    tcase_add_test(tests, pairs_are_the_same_every_time);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
