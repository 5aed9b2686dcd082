/* Tests of server/stats/standings.c: how a game changes results, streaks and ratings. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/ratings/bot_ratings.h"
#include "server/stats/standings.h"
#include "tests/support/c/run_suite.h"

enum { DAY = 24 * 60 * 60 };

/* Adds somebody to a game; bots have names that begin with a *. */
static void seat(struct outcome *outcome, const char *player, bool is_jack)
{
    struct participant *participant = &outcome->participant[outcome->participants++];
    *participant = (struct participant){.is_jack = is_jack, .is_bot = player[0] == '*', .level = BOT_NORMAL};
    (void)snprintf(participant->player, sizeof participant->player, "%s", player);
}

/* A public game of Whitechapel: Jack, and up to two detectives. */
static struct outcome played(bool jack_won, const char *jack, const char *one, const char *two)
{
    struct outcome outcome = {.game = GAME_WHITECHAPEL, .at = 1000, .is_public = true, .jack_won = jack_won};
    seat(&outcome, jack, true);
    seat(&outcome, one, false);
    if (two != NULL) {
        seat(&outcome, two, false);
    }
    return outcome;
}

static const struct standing *of(const struct standings *standings, const struct outcome *outcome,
                                 unsigned participant)
{
    const struct standing *found = standings_find(standings, outcome, &outcome->participant[participant]);
    ck_assert_ptr_nonnull(found);
    return found;
}

START_TEST(a_game_counts_for_each_person_who_played)
{
    struct standings standings = {0};
    struct outcome caught = played(false, "jill", "ann", "bob");
    caught.night = 3;
    struct outcome free = played(true, "jill", "ann", NULL);
    ck_assert(standings_count(&standings, &caught));
    ck_assert(standings_count(&standings, &free));
    ck_assert_uint_eq(standings.count, 3);
    const struct standing *jill = of(&standings, &caught, 0);
    ck_assert_int_eq(jill->games, 2);
    ck_assert_int_eq(jill->won, 1);
    ck_assert_int_eq(jill->caught, 1);
    ck_assert_int_eq(jill->nights, 3);
    ck_assert_int_eq(jill->streak, 1);
    const struct standing *ann = of(&standings, &caught, 1);
    ck_assert_int_eq(ann->games, 2);
    ck_assert_int_eq(ann->won, 1);
    ck_assert_int_eq(ann->caught, 1);
    ck_assert_int_eq(ann->streak, 0);
    ck_assert_int_eq(ann->best, 1);
    ck_assert_int_eq(of(&standings, &caught, 2)->games, 1);
    standings_free(&standings);
}
END_TEST

START_TEST(games_sides_and_company_are_kept_apart)
{
    struct standings standings = {0};
    struct outcome first = played(true, "jill", "ann", NULL);
    struct outcome swapped = played(true, "ann", "jill", NULL);
    struct outcome bots = played(true, "jill", "*b", NULL);
    struct outcome whitehall = first;
    whitehall.game = GAME_WHITEHALL;
    struct outcome secret = first;
    secret.is_public = false;
    const struct outcome *const all[] = {&first, &swapped, &bots, &whitehall, &secret};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        ck_assert(standings_count(&standings, all[i]));
    }
    ck_assert_uint_eq(standings.count, 9); /* two people in four games, one in the game with a bot */
    for (size_t i = 0; i < standings.count; i++) {
        ck_assert_int_eq(standings.item[i].games, 1);
    }
    standings_free(&standings);
}
END_TEST

START_TEST(practice_counts_nowhere)
{
    struct standings standings = {0};
    struct outcome practice = played(true, "jill", "*b", NULL);
    practice.is_practice = true;
    ck_assert(standings_count(&standings, &practice));
    practice.is_public = false;
    ck_assert(standings_count(&standings, &practice));
    ck_assert_uint_eq(standings.count, 0);
}
END_TEST

START_TEST(the_result_moves_every_rating_of_a_side)
{
    struct standings standings = {0};
    struct outcome outcome = played(false, "jill", "ann", "bob");
    ck_assert(standings_count(&standings, &outcome));
    const struct standing *jill = of(&standings, &outcome, 0);
    const struct standing *ann = of(&standings, &outcome, 1);
    const struct standing *bob = of(&standings, &outcome, 2);
    struct rated_game lost = {.opponent = rating_new, .score = 0};
    struct rated_game won = {.opponent = rating_new, .score = 1};
    ck_assert_double_eq(jill->rating.value, rating_update(&rating_new, &lost, 1).value);
    ck_assert_double_eq(ann->rating.value, rating_update(&rating_new, &won, 1).value);
    ck_assert_double_eq(bob->rating.value, ann->rating.value);
    standings_free(&standings);
}
END_TEST

/* Jack plays against the average of the team, each detective against Jack, with the ratings before the game. */
START_TEST(jack_plays_against_the_average_of_the_team)
{
    struct standings standings = {0};
    struct outcome strong = played(false, "j1", "ann", NULL);
    for (unsigned i = 0; i < 5; i++) {
        ck_assert(standings_count(&standings, &strong));
    }
    struct rating ann = of(&standings, &strong, 1)->rating;
    struct outcome both = played(true, "j2", "ann", "new");
    ck_assert(standings_count(&standings, &both));
    struct rating team[] = {ann, rating_new};
    struct rated_game of_jack = {.opponent = rating_of_team(team, 2), .score = 1};
    struct rated_game of_ann = {.opponent = rating_new, .score = 0};
    ck_assert_double_eq_tol(of(&standings, &both, 0)->rating.value,
                            rating_update(&rating_new, &of_jack, 1).value, 1e-9);
    ck_assert_double_eq_tol(of(&standings, &both, 1)->rating.value, rating_update(&ann, &of_ann, 1).value,
                            1e-9);
    ck_assert_double_lt(of(&standings, &both, 1)->rating.value, ann.value);
    standings_free(&standings);
}
END_TEST

START_TEST(a_bot_has_a_fixed_rating)
{
    struct standings standings = {0};
    struct outcome outcome = played(true, "*b", "ann", NULL);
    struct rated_game game = {.opponent = bot_rating(GAME_WHITECHAPEL, true, BOT_NORMAL), .score = 0};
    ck_assert(standings_count(&standings, &outcome));
    ck_assert_uint_eq(standings.count, 1);
    ck_assert_double_eq(of(&standings, &outcome, 1)->rating.value,
                        rating_update(&rating_new, &game, 1).value);
    standings_free(&standings);
}
END_TEST

START_TEST(a_private_game_has_no_rating)
{
    struct standings standings = {0};
    struct outcome outcome = played(true, "jill", "ann", NULL);
    outcome.is_public = false;
    ck_assert(standings_count(&standings, &outcome));
    ck_assert_double_eq(of(&standings, &outcome, 0)->rating.value, 0);
    ck_assert(of(&standings, &outcome, 0)->is_private);
    standings_free(&standings);
}
END_TEST

/* A pause makes a rating less certain, so that the next game moves it further. */
START_TEST(a_pause_makes_a_rating_less_certain)
{
    double moved[2];
    for (unsigned pause = 0; pause < 2; pause++) {
        struct standings standings = {0};
        struct outcome outcome = played(true, "jill", "ann", NULL);
        for (unsigned i = 0; i < 10; i++) {
            outcome.jack_won = i % 2 == 0;
            ck_assert(standings_count(&standings, &outcome));
        }
        double before = of(&standings, &outcome, 0)->rating.value;
        outcome.at += pause * 365 * DAY;
        ck_assert(standings_count(&standings, &outcome));
        moved[pause] = fabs(of(&standings, &outcome, 0)->rating.value - before);
        outcome.at -= 365 * DAY; /* a clock that was set back changes nothing */
        ck_assert(standings_count(&standings, &outcome));
        standings_free(&standings);
    }
    ck_assert_double_gt(moved[1], moved[0] + 0.5);
}
END_TEST

START_TEST(ratings_survive_the_store)
{
    struct rating rating = {.value = 1464.0561, .deviation = 151.5165, .volatility = 0.0599959};
    int64_t numbers[3];
    rating_to_store(&rating, numbers);
    struct rating back = rating_from_store(numbers);
    ck_assert_double_eq_tol(back.value, rating.value, 0.0006);
    ck_assert_double_eq_tol(back.deviation, rating.deviation, 0.0006);
    ck_assert_double_eq_tol(back.volatility, rating.volatility, 1e-9);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("standings");
    TCase *tcase = tcase_create("standings");
    tcase_add_test(tcase, a_game_counts_for_each_person_who_played);
    tcase_add_test(tcase, games_sides_and_company_are_kept_apart);
    tcase_add_test(tcase, practice_counts_nowhere);
    tcase_add_test(tcase, the_result_moves_every_rating_of_a_side);
    tcase_add_test(tcase, jack_plays_against_the_average_of_the_team);
    tcase_add_test(tcase, a_bot_has_a_fixed_rating);
    tcase_add_test(tcase, a_private_game_has_no_rating);
    tcase_add_test(tcase, a_pause_makes_a_rating_less_certain);
    tcase_add_test(tcase, ratings_survive_the_store);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
