/* test_self_play.c: bots play whole games to the end, always in turn, and the same game for the same seed. */
#include <check.h>
#include <string.h>

#include "common/bots/self_play.h"
#include "tests/support/play.h"
#include "tests/support/run_suite.h"

static uint64_t play_out(enum game_kind kind, uint32_t options, enum bot_level jack, enum bot_level police,
                         uint64_t seed, struct self_play *match)
{
    struct bot_observation observation;
    struct action action;
    uint64_t hash = PLAY_HASH_START;
    self_play_begin(match, play_board(kind), options, jack, police, seed);
    while (self_play_observe(match, &observation)) {
        self_play_choose(match, &observation, &action);
        ck_assert(self_play_apply(match, &action));
        hash = play_hash(hash, &action, sizeof action);
    }
    return hash;
}

static uint32_t some_options(enum game_kind kind, uint64_t seed)
{
    struct random random = {.state = seed};
    return random_below(&random, 1U << option_count(kind));
}

START_TEST(every_level_plays_every_level_to_the_end)
{
    enum game_kind kind = (enum game_kind)(_i / 16);
    enum bot_level jack = (enum bot_level)(_i % 4);
    enum bot_level police = (enum bot_level)(_i / 4 % 4);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct self_play match;
        (void)play_out(kind, some_options(kind, seed * 100 + (uint64_t)_i), jack, police, seed, &match);
        ck_assert_int_eq(match.game.phase, PHASE_OVER);
        ck_assert_int_ne(match.game.winner, WINNER_NONE);
        ck_assert_uint_eq(match.mistakes, 0);
        ck_assert_uint_gt(match.decisions, 5);
    }
}
END_TEST

START_TEST(the_same_seed_gives_the_same_game)
{
    enum game_kind kind = (enum game_kind)_i;
    struct self_play first, second, third;
    uint64_t one = play_out(kind, 0, BOT_NORMAL, BOT_NORMAL, 11, &first);
    uint64_t two = play_out(kind, 0, BOT_NORMAL, BOT_NORMAL, 11, &second);
    uint64_t three = play_out(kind, 0, BOT_NORMAL, BOT_NORMAL, 12, &third);
    ck_assert_uint_eq(one, two);
    ck_assert_uint_ne(one, three);
    ck_assert_int_eq(memcmp(&first.game, &second.game, sizeof first.game), 0);
}
END_TEST

START_TEST(an_illegal_action_changes_nothing)
{
    struct self_play match, before;
    struct action action = {.kind = ACTION_WALK, .by = PAWN_RED, .to = 1};
    self_play_begin(&match, play_board(GAME_WHITECHAPEL), 0, BOT_NOVICE, BOT_NOVICE, 3);
    before = match;
    ck_assert(!self_play_apply(&match, &action));
    ck_assert_int_eq(memcmp(&match.game, &before.game, sizeof match.game), 0);
    ck_assert_uint_eq(match.decisions, 0);
}
END_TEST

START_TEST(level_names_round_trip)
{
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++) {
        ck_assert_uint_eq(bot_level_from_name(bot_level_name((enum bot_level)level)), level);
    }
    ck_assert_uint_eq(bot_level_from_name("clever"), BOT_LEVEL_COUNT);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("self_play");
    TCase *tests = tcase_create("self_play");
    tcase_add_loop_test(tests, every_level_plays_every_level_to_the_end, 0, 32);
    tcase_add_loop_test(tests, the_same_seed_gives_the_same_game, 0, GAME_KIND_COUNT);
    tcase_add_test(tests, an_illegal_action_changes_nothing);
    tcase_add_test(tests, level_names_round_trip);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
