/* test_random_action.c: draws are uniform or follow their weights, and every drawn action was listed. */
#include <check.h>

#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

enum { DRAWS = 20000 };

START_TEST(members_of_a_set_are_drawn_equally_often)
{
    struct random random = {.state = 5};
    struct set set = {{0}};
    unsigned times[SET_LIMIT] = {0};
    const unsigned members[] = {1, 63, 64, 130, 255};
    for (unsigned i = 0; i < 5; i++) {
        set_add(&set, members[i]);
    }
    for (unsigned i = 0; i < DRAWS; i++) {
        times[random_member(&set, &random)]++;
    }
    for (unsigned i = 0; i < 5; i++) {
        ck_assert_uint_gt(times[members[i]], DRAWS / 5 - DRAWS / 50);
        ck_assert_uint_lt(times[members[i]], DRAWS / 5 + DRAWS / 50);
    }
}
END_TEST

START_TEST(only_set_bits_are_drawn)
{
    struct random random = {.state = 6};
    unsigned seen = 0;
    for (unsigned i = 0; i < 200; i++) {
        seen |= 1U << random_bit(0x89U, &random);
    }
    ck_assert_uint_eq(seen, 0x89U);
}
END_TEST

START_TEST(items_are_drawn_in_proportion_to_their_weights)
{
    struct random random = {.state = 7};
    const double weight[] = {1, 0, 3, 0};
    unsigned times[4] = {0};
    for (unsigned i = 0; i < DRAWS; i++) {
        times[random_weighted(weight, 4, &random)]++;
    }
    ck_assert_uint_eq(times[1] + times[3], 0);
    ck_assert_uint_gt(times[0], DRAWS / 4 - DRAWS / 50);
    ck_assert_uint_lt(times[0], DRAWS / 4 + DRAWS / 50);
}
END_TEST

START_TEST(a_total_of_zero_draws_the_first_item)
{
    struct random random = {.state = 9};
    const double weight[3] = {0, 0, 0};
    for (unsigned i = 0; i < 100; i++) {
        ck_assert_uint_eq(random_weighted_of(weight, 3, 0, &random), 0);
    }
}
END_TEST

START_TEST(zero_weights_are_drawn_evenly)
{
    struct random random = {.state = 8};
    const double weight[3] = {0, 0, 0};
    unsigned seen = 0;
    for (unsigned i = 0; i < 100; i++) {
        seen |= 1U << random_weighted(weight, 3, &random);
    }
    ck_assert_uint_eq(seen, 7);
}
END_TEST

START_TEST(a_shuffle_keeps_all_items)
{
    struct random random = {.state = 9};
    bool moved = false;
    for (unsigned round = 0; round < 50; round++) {
        uint8_t item[] = {0, 1, 2, 3, 4, 5};
        unsigned seen = 0;
        random_shuffle(item, 6, &random);
        for (unsigned i = 0; i < 6; i++) {
            seen |= 1U << item[i];
            moved = moved || item[i] != i;
        }
        ck_assert_uint_eq(seen, 0x3f);
    }
    ck_assert(moved);
}
END_TEST

/* Plays random games of both kinds and draws an action of each listed kind at every step. */
START_TEST(every_drawn_action_was_listed)
{
    enum game_kind kind = (enum game_kind)_i;
    const struct board *board = play_board(kind);
    unsigned picked = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct random random = {.state = seed};
        struct setup setup = play_setup(kind, (1U << option_count(kind)) - 1, &random);
        struct game game;
        struct action action;
        struct events events;
        ck_assert_int_eq(game_new(board, &game, &setup), ERROR_OK);
        while (play_choose(board, &game, &random, (struct play_style){.homing = true}, &action)) {
            struct legal legal;
            game_legal(board, &game, ~0U, &legal);
            for (unsigned each = 0; each < ACTION_KIND_COUNT; each++) {
                struct action other;
                if ((legal.kinds & ACTION_BIT(each)) != 0) {
                    random_action(&legal, (enum action_kind)each, &random, &other);
                    ck_assert_msg(legal_contains(&legal, &other), "%s", action_name((enum action_kind)each));
                    picked |= ACTION_BIT(each);
                }
            }
            ck_assert_int_eq(game_apply(board, &game, &action, &events), ERROR_OK);
        }
    }
    ck_assert_uint_ne(picked & ACTION_BIT(kind == GAME_WHITECHAPEL ? ACTION_LETTER : ACTION_SMOKER), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random_action");
    TCase *tests = tcase_create("random_action");
    tcase_add_test(tests, members_of_a_set_are_drawn_equally_often);
    tcase_add_test(tests, only_set_bits_are_drawn);
    tcase_add_test(tests, items_are_drawn_in_proportion_to_their_weights);
    tcase_add_test(tests, a_total_of_zero_draws_the_first_item);
    tcase_add_test(tests, zero_weights_are_drawn_evenly);
    tcase_add_test(tests, a_shuffle_keeps_all_items);
    tcase_add_loop_test(tests, every_drawn_action_was_listed, 0, GAME_KIND_COUNT);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
