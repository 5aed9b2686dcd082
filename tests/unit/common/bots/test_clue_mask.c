/* test_clue_mask.c: which clues the bots match trails against, and when each must be met. */
#include <check.h>

#include "common/bots/clue_mask.h"
#include "tests/support/c/run_suite.h"

static const struct set none_known = {{0}};

/*
 * Returns a round from circle 7 in cell 4 to cell 12, with a clue on circle 50 + i found at time 6 + i, for 0
 * <= i < 5.
 */
static struct dossier_round five_clues(void)
{
    struct dossier_round round = {.first_cell = 4, .last_cell = 12, .starts = 1, .start = {7, 0}};
    for (unsigned i = 0; i < 5; i++) {
        round.seen[50 + i] = (uint8_t)(1 + 6 + i);
    }
    return round;
}

START_TEST(the_latest_clues_come_first_and_the_oldest_are_dropped)
{
    struct dossier_round round = five_clues();
    struct clue_mask clues;
    clue_mask_build(&clues, &round, &none_known, 3);
    ck_assert_uint_eq(clues.count, 3);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(clues.circle[i], 54 - i);
        ck_assert_uint_eq(clues.deadline[i], 10 - i);
        ck_assert_uint_eq(clues.bit[54 - i], 1U << i);
    }
    ck_assert_uint_eq(clues.bit[51], 0);
    ck_assert_uint_eq(clues.bit[7], 0);
}
END_TEST

START_TEST(clues_found_at_the_same_time_are_ordered_by_circle)
{
    struct dossier_round round = five_clues();
    struct clue_mask clues;
    round.seen[30] = round.seen[54];
    clue_mask_build(&clues, &round, &none_known, 1);
    ck_assert_uint_eq(clues.circle[0], 30);
}
END_TEST

START_TEST(a_clue_is_due_from_its_deadline_on)
{
    struct dossier_round round = five_clues();
    struct clue_mask clues;
    clue_mask_build(&clues, &round, &none_known, CLUE_MASK_MAX);
    ck_assert_uint_eq(clues.count, 5);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        for (unsigned i = 0; i < 5; i++) {
            ck_assert_uint_eq((clues.due[cell] & clues.bit[50 + i]) != 0, cell >= 6 + i);
        }
    }
}
END_TEST

START_TEST(a_known_circle_is_not_a_clue)
{
    struct dossier_round round = five_clues();
    struct set start = {{0}};
    struct clue_mask clues;
    set_add(&start, round.start[0]);
    round.seen[round.start[0]] = 9;
    clue_mask_build(&clues, &round, &start, CLUE_MASK_MAX);
    ck_assert_uint_eq(clues.count, 5);
    ck_assert_uint_eq(clues.bit[round.start[0]], 0);
    clue_mask_build(&clues, &round, &none_known, CLUE_MASK_MAX);
    ck_assert_uint_eq(clues.count, 6);
    ck_assert_uint_ne(clues.bit[round.start[0]], 0);
}
END_TEST

START_TEST(a_limit_of_zero_gives_no_clues)
{
    struct dossier_round round = five_clues();
    struct clue_mask clues;
    clue_mask_build(&clues, &round, &none_known, 0);
    ck_assert_uint_eq(clues.count, 0);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        ck_assert_uint_eq(clues.due[cell], 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clue_mask");
    TCase *tests = tcase_create("clue_mask");
    tcase_add_test(tests, the_latest_clues_come_first_and_the_oldest_are_dropped);
    tcase_add_test(tests, clues_found_at_the_same_time_are_ordered_by_circle);
    tcase_add_test(tests, a_clue_is_due_from_its_deadline_on);
    tcase_add_test(tests, a_known_circle_is_not_a_clue);
    tcase_add_test(tests, a_limit_of_zero_gives_no_clues);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
