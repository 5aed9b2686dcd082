/* Tests of common/ratings: the worked example of Glickman's paper, and what its rules imply. */
#include <check.h>

#include "common/base/array.h"
#include "common/ratings/bot_ratings.h"
#include "common/ratings/glicko.h"
#include "tests/support/c/run_suite.h"

static const struct rating player = {.value = 1500, .deviation = 200, .volatility = 0.06};

static struct rated_game game(double value, double deviation, double score)
{
    return (struct rated_game){{value, deviation, 0.06}, score};
}

/* Section "Example calculation" of the paper: r' = 1464.06, RD' = 151.52, sigma' = 0.05999. */
START_TEST(the_papers_example_gives_the_papers_numbers)
{
    const struct rated_game games[] = {game(1400, 30, 1), game(1550, 100, 0), game(1700, 300, 0)};
    struct rating after = rating_update(&player, games, COUNT(games));
    ck_assert_double_eq_tol(after.value, 1464.06, 0.01);
    ck_assert_double_eq_tol(after.deviation, 151.52, 0.01);
    ck_assert_double_eq_tol(after.volatility, 0.05999, 0.00001);
    ck_assert_double_eq_tol(rating_expect(&player, &games[0].opponent), 0.639, 0.001);
    ck_assert_double_eq_tol(rating_expect(&player, &games[1].opponent), 0.432, 0.001);
    ck_assert_double_eq_tol(rating_expect(&player, &games[2].opponent), 0.303, 0.001);
}
END_TEST

START_TEST(without_games_nothing_changes_but_certainty_fades)
{
    struct rating same = rating_update(&player, NULL, 0);
    ck_assert_double_eq(same.value, player.value);
    ck_assert_double_eq(same.deviation, player.deviation);
    struct rating aged = rating_age(&player, 1);
    ck_assert_double_eq(aged.value, player.value);
    ck_assert_double_eq_tol(aged.deviation, 200.2714, 0.0001); /* sqrt(200² + (0.06 × 173.7178)²) */
    struct rating twice = rating_age(&aged, 1.5);
    struct rating once = rating_age(&player, 2.5);
    ck_assert_double_eq_tol(twice.deviation, once.deviation, 1e-9);
    ck_assert_double_eq(rating_age(&player, 1e6).deviation, rating_new.deviation);
    ck_assert_double_eq_tol(rating_age(&player, 0).deviation, player.deviation, 1e-9);
}
END_TEST

START_TEST(a_win_raises_a_rating_and_a_loss_lowers_it_by_as_much)
{
    const struct rated_game won = game(1500, 200, 1);
    const struct rated_game lost = game(1500, 200, 0);
    struct rating up = rating_update(&player, &won, 1);
    struct rating down = rating_update(&player, &lost, 1);
    ck_assert_double_gt(up.value, player.value + 10);
    ck_assert_double_eq_tol(up.value - player.value, player.value - down.value, 1e-6);
    ck_assert_double_lt(up.deviation, player.deviation);
}
END_TEST

START_TEST(a_surprise_moves_a_rating_further_and_an_uncertain_opponent_less)
{
    const struct rated_game favourite = game(1200, 50, 1);
    const struct rated_game underdog = game(1800, 50, 1);
    const struct rated_game stranger = game(1800, 350, 1);
    double small = rating_update(&player, &favourite, 1).value;
    double large = rating_update(&player, &underdog, 1).value;
    double unsure = rating_update(&player, &stranger, 1).value;
    ck_assert_double_lt(small, unsure);
    ck_assert_double_lt(unsure, large);
}
END_TEST

/* Very unlikely results take the other branch of the search for the volatility. */
START_TEST(a_streak_of_surprises_raises_volatility)
{
    struct rating rating = {.value = 1500, .deviation = 40, .volatility = 0.06};
    const struct rated_game won = game(2300, 30, 1);
    for (unsigned i = 0; i < 20; i++) {
        rating = rating_update(&rating, &won, 1);
    }
    ck_assert_double_gt(rating.volatility, 0.0601);
    ck_assert_double_lt(rating.volatility, 1);
    ck_assert_double_gt(rating.value, 1600);
    ck_assert_double_le(rating.deviation, rating_new.deviation);
}
END_TEST

START_TEST(a_team_is_rated_as_its_average)
{
    const struct rating members[] = {{1400, 30, 0.06}, {1600, 40, 0.06}};
    struct rating team = rating_of_team(members, COUNT(members));
    ck_assert_double_eq_tol(team.value, 1500, 1e-9);
    ck_assert_double_eq_tol(team.deviation, 35.3553, 0.0001);
    ck_assert_double_eq(rating_of_team(members, 1).value, 1400);
    ck_assert_double_eq(rating_of_team(NULL, 0).value, rating_new.value);
}
END_TEST

START_TEST(stronger_levels_of_bots_are_not_rated_lower)
{
    for (unsigned kind = 0; kind < GAME_KIND_COUNT; kind++) {
        for (unsigned side = 0; side < 2; side++) {
            struct rating novice = bot_rating((enum game_kind)kind, side == 0, BOT_NOVICE);
            for (unsigned level = BOT_EASY; level < BOT_LEVEL_COUNT; level++) {
                struct rating bot = bot_rating((enum game_kind)kind, side == 0, (enum bot_level)level);
                ck_assert_double_gt(bot.value, novice.value);
                ck_assert_double_gt(bot.deviation, 0);
                ck_assert_double_lt(bot.deviation, 100);
                ck_assert_double_eq(bot.volatility, rating_new.volatility);
            }
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("glicko");
    TCase *tcase = tcase_create("glicko");
    tcase_add_test(tcase, the_papers_example_gives_the_papers_numbers);
    tcase_add_test(tcase, without_games_nothing_changes_but_certainty_fades);
    tcase_add_test(tcase, a_win_raises_a_rating_and_a_loss_lowers_it_by_as_much);
    tcase_add_test(tcase, a_surprise_moves_a_rating_further_and_an_uncertain_opponent_less);
    tcase_add_test(tcase, a_streak_of_surprises_raises_volatility);
    tcase_add_test(tcase, a_team_is_rated_as_its_average);
    tcase_add_test(tcase, stronger_levels_of_bots_are_not_rated_lower);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
