/*
 * test_setup_generator.c: suggestions are legal, ordered by difficulty and reproducible.
 *
 * Each rule is tested with many seeds. Difficulty is computed here independently of the generator.
 */
#include "common/rules/setup_generator.h"
#include "tests/support/c/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

enum { SEEDS = 300 };

static struct board *whitechapel, *whitehall;

static void setup(void)
{
    whitechapel = board_builtin(GAME_WHITECHAPEL);
    whitehall = board_builtin(GAME_WHITEHALL);
    ck_assert_ptr_nonnull(whitechapel);
    ck_assert_ptr_nonnull(whitehall);
}

static void teardown(void)
{
    board_free(whitechapel);
    board_free(whitehall);
}

static const uint32_t hideout_options[] = {0, OPTION_CATCH_ME, OPTION_LETTERS | OPTION_ADDRESS};
enum { HIDEOUT_OPTIONS = COUNT(hideout_options) };

static uint8_t hideout(uint32_t options, unsigned difficulty, unsigned seed)
{
    struct random random = {seed};
    return generate_hideout(whitechapel, options, (enum difficulty)difficulty, &random);
}

static void discoveries(unsigned difficulty, unsigned seed, uint8_t discovery[DISCOVERIES])
{
    struct random random = {seed};
    memset(discovery, 0xa5, DISCOVERIES);
    generate_discoveries(whitehall, (enum difficulty)difficulty, &random, discovery);
}

static int ascending(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

/* Returns the sum of Jack's distances to the five nearest red circles. */
static int steps_to_five_crimes(unsigned circle)
{
    int steps[SET_LIMIT] = {0}, total = 0;
    size_t count = 0;
    SET_EACH (red, &whitechapel->red_circles) {
        steps[count++] = whitechapel->steps[circle][red];
    }
    ck_assert_uint_eq(count, 8);
    qsort(steps, count, sizeof(steps[0]), ascending);
    for (size_t i = 0; i < CRIMES_MAX; i++) {
        total += steps[i];
    }
    return total;
}

/* Returns how open the four circles are: the number of adjacent circles and of crossings beside them. */
static double openness(const uint8_t discovery[DISCOVERIES])
{
    unsigned open = 0;
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        open += set_count(&whitehall->adjacent[discovery[i]]) + set_count(&whitehall->beside[discovery[i]]);
    }
    return open;
}

/* Returns the sum of all pairwise distances, another measure of how far apart the four are. */
static double spread(const uint8_t discovery[DISCOVERIES])
{
    unsigned steps = 0;
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        for (unsigned j = i + 1; j < DISCOVERIES; j++) {
            steps += whitehall->steps[discovery[i]][discovery[j]];
        }
    }
    return steps;
}

START_TEST(difficulties_are_named_as_in_the_book)
{
    ck_assert_str_eq(difficulty_name(DIFFICULTY_EASY), "easy");
    ck_assert_str_eq(difficulty_name(DIFFICULTY_NORMAL), "normal");
    ck_assert_str_eq(difficulty_name(DIFFICULTY_MEDIUM), "medium");
    ck_assert_str_eq(difficulty_name(DIFFICULTY_HARD), "hard");
}
END_TEST

START_TEST(a_generated_hideout_is_legal)
{
    for (unsigned difficulty = 0; difficulty < DIFFICULTY_COUNT; difficulty++) {
        for (unsigned seed = 0; seed < SEEDS; seed++) {
            uint8_t circle = hideout(hideout_options[_i], difficulty, seed);
            ck_assert(set_has(&whitechapel->all_circles, circle));
            ck_assert(!set_has(&whitechapel->red_circles, circle));
            if (hideout_options[_i] & OPTION_CATCH_ME) {
                ck_assert(!set_meets(&whitechapel->adjacent[circle], &whitechapel->red_circles));
            }
        }
    }
}
END_TEST

START_TEST(without_catch_me_a_hideout_may_be_adjacent_to_red)
{
    unsigned adjacent = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        uint8_t circle = hideout(0, DIFFICULTY_EASY, seed);
        adjacent += set_meets(&whitechapel->adjacent[circle], &whitechapel->red_circles);
    }
    ck_assert_uint_gt(adjacent, 0);
}
END_TEST

START_TEST(a_harder_hideout_is_always_farther_from_five_crimes)
{
    int farthest_before = 0;
    for (unsigned difficulty = 0; difficulty < DIFFICULTY_COUNT; difficulty++) {
        int nearest = INT32_MAX, farthest = 0;
        for (unsigned seed = 0; seed < SEEDS; seed++) {
            int steps = steps_to_five_crimes(hideout(hideout_options[_i], difficulty, seed));
            nearest = steps < nearest ? steps : nearest;
            farthest = steps > farthest ? steps : farthest;
        }
        ck_assert_int_gt(nearest, farthest_before); /* so the mean increases too */
        farthest_before = farthest;
    }
}
END_TEST

START_TEST(every_legal_hideout_has_exactly_one_difficulty)
{
    struct set expected = {{0}}, seen[DIFFICULTY_COUNT] = {{{0}}};
    SET_EACH (circle, &whitechapel->all_circles) {
        bool near_red = set_meets(&whitechapel->adjacent[circle], &whitechapel->red_circles);
        if (!set_has(&whitechapel->red_circles, circle) &&
            !(near_red && (hideout_options[_i] & OPTION_CATCH_ME))) {
            set_add(&expected, circle);
        }
    }
    struct set all = {{0}};
    unsigned total = 0;
    for (unsigned difficulty = 0; difficulty < DIFFICULTY_COUNT; difficulty++) {
        for (unsigned seed = 0; seed < 4 * SEEDS; seed++) {
            set_add(&seen[difficulty], hideout(hideout_options[_i], difficulty, seed));
        }
        all = set_or(all, &seen[difficulty]);
        total += set_count(&seen[difficulty]);
        ck_assert_uint_gt(set_count(&seen[difficulty]), set_count(&expected) / 8);
    }
    ck_assert_mem_eq(&all, &expected, sizeof(all));
    ck_assert_uint_eq(total, set_count(&expected));
}
END_TEST

START_TEST(the_same_seed_proposes_the_same)
{
    uint8_t first[DISCOVERIES], again[DISCOVERIES];
    for (unsigned seed = 0; seed < 50; seed++) {
        for (unsigned difficulty = 0; difficulty < DIFFICULTY_COUNT; difficulty++) {
            ck_assert_uint_eq(hideout(0, difficulty, seed), hideout(0, difficulty, seed));
            discoveries(difficulty, seed, first);
            discoveries(difficulty, seed, again);
            ck_assert_mem_eq(first, again, DISCOVERIES);
        }
    }
}
END_TEST

START_TEST(one_sequence_of_random_numbers_proposes_different_ones)
{
    struct random random = {7};
    struct set seen = {{0}};
    for (unsigned i = 0; i < 100; i++) {
        set_add(&seen, generate_hideout(whitechapel, 0, DIFFICULTY_NORMAL, &random));
    }
    ck_assert_uint_gt(set_count(&seen), 20);
}
END_TEST

START_TEST(generated_discoveries_are_one_white_circle_per_quadrant)
{
    uint8_t discovery[DISCOVERIES];
    for (unsigned difficulty = 0; difficulty < DIFFICULTY_COUNT; difficulty++) {
        for (unsigned seed = 0; seed < SEEDS; seed++) {
            discoveries(difficulty, seed, discovery);
            for (unsigned i = 0; i < DISCOVERIES; i++) {
                ck_assert(set_has(&whitehall->quadrant[QUADRANT_NW + i], discovery[i]));
                ck_assert_uint_eq(whitehall->circle[discovery[i]].colour, CIRCLE_WHITE);
            }
        }
    }
}
END_TEST

START_TEST(harder_discoveries_are_less_open_and_farther_apart)
{
    double open_before = 1e9, spread_before = 0;
    for (unsigned difficulty = 0; difficulty < DIFFICULTY_COUNT; difficulty++) {
        double open_sum = 0, spread_sum = 0;
        for (unsigned seed = 0; seed < SEEDS; seed++) {
            uint8_t discovery[DISCOVERIES];
            discoveries(difficulty, seed, discovery);
            open_sum += openness(discovery);
            spread_sum += spread(discovery);
        }
        ck_assert_double_lt(open_sum / SEEDS, open_before);
        ck_assert_double_gt(spread_sum / SEEDS, spread_before);
        open_before = open_sum / SEEDS;
        spread_before = spread_sum / SEEDS;
    }
}
END_TEST

START_TEST(every_white_circle_is_proposed_at_some_difficulty)
{
    struct set expected = {{0}}, seen = {{0}};
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        expected = set_or(expected, &whitehall->quadrant[quadrant]);
    }
    for (unsigned difficulty = 0; difficulty < DIFFICULTY_COUNT; difficulty++) {
        for (unsigned seed = 0; seed < SEEDS; seed++) {
            uint8_t discovery[DISCOVERIES];
            discoveries(difficulty, seed, discovery);
            for (unsigned i = 0; i < DISCOVERIES; i++) {
                set_add(&seen, discovery[i]);
            }
        }
    }
    ck_assert_mem_eq(&seen, &expected, sizeof(seen));
}
END_TEST

/* Boards of any size, down to those without a single possible circle. */
START_TEST(few_circles_still_serve_every_difficulty)
{
    struct board *board = board_builtin(GAME_WHITECHAPEL);
    ck_assert_ptr_nonnull(board);
    for (unsigned circles = 0; circles <= 12; circles++) {
        memset(&board->all_circles, 0, sizeof(board->all_circles));
        for (unsigned circle = 100; circle < 100 + circles; circle++) {
            set_add(&board->all_circles, circle);
        }
        for (unsigned seed = 0; seed < 40; seed++) {
            struct random random = {seed};
            uint8_t circle = generate_hideout(board, 0, (enum difficulty)(seed % 4), &random);
            ck_assert(circles == 0 ? circle == 0 : set_has(&board->all_circles, circle));
        }
    }
    board_free(board);
}
END_TEST

START_TEST(without_red_circles_any_circle_may_be_drawn)
{
    for (unsigned seed = 0; seed < 100; seed++) {
        struct random random = {seed};
        uint8_t circle = generate_hideout(whitehall, OPTION_CATCH_ME, (enum difficulty)(seed % 4), &random);
        ck_assert(set_has(&whitehall->all_circles, circle));
    }
}
END_TEST

START_TEST(a_board_without_quadrants_yields_no_discoveries)
{
    const uint8_t none[DISCOVERIES] = {0};
    uint8_t discovery[DISCOVERIES] = {9, 9, 9, 9};
    struct random random = {3};
    generate_discoveries(whitechapel, DIFFICULTY_HARD, &random, discovery);
    ck_assert_mem_eq(discovery, none, DISCOVERIES);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generator");
    TCase *rules = tcase_create("rules");
    tcase_add_checked_fixture(rules, setup, teardown);
    tcase_set_timeout(rules, 60);
    tcase_add_test(rules, difficulties_are_named_as_in_the_book);
    tcase_add_loop_test(rules, a_generated_hideout_is_legal, 0, HIDEOUT_OPTIONS);
    tcase_add_test(rules, without_catch_me_a_hideout_may_be_adjacent_to_red);
    tcase_add_loop_test(rules, a_harder_hideout_is_always_farther_from_five_crimes, 0, HIDEOUT_OPTIONS);
    tcase_add_loop_test(rules, every_legal_hideout_has_exactly_one_difficulty, 0, HIDEOUT_OPTIONS);
    tcase_add_test(rules, the_same_seed_proposes_the_same);
    tcase_add_test(rules, one_sequence_of_random_numbers_proposes_different_ones);
    tcase_add_test(rules, generated_discoveries_are_one_white_circle_per_quadrant);
    tcase_add_test(rules, harder_discoveries_are_less_open_and_farther_apart);
    tcase_add_test(rules, every_white_circle_is_proposed_at_some_difficulty);
    tcase_add_test(rules, few_circles_still_serve_every_difficulty);
    tcase_add_test(rules, without_red_circles_any_circle_may_be_drawn);
    tcase_add_test(rules, a_board_without_quadrants_yields_no_discoveries);
    suite_add_tcase(suite, rules);
    return run_suite(suite);
}
