/* test_self_play.c: bots play whole games to the end, always in turn, and the same game for the same seed. */
#include <check.h>
#include <string.h>

#include "common/bots/self_play.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

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
    enum game_kind kind = (enum game_kind)(_i / (BOT_LEVEL_COUNT * BOT_LEVEL_COUNT));
    enum bot_level jack = (enum bot_level)(_i % BOT_LEVEL_COUNT);
    enum bot_level police = (enum bot_level)(_i / BOT_LEVEL_COUNT % BOT_LEVEL_COUNT);
    struct self_play match;
    (void)play_out(kind, some_options(kind, 100 + (uint64_t)_i), jack, police, 1, &match);
    ck_assert_int_eq(match.game.phase, PHASE_OVER);
    ck_assert_int_ne(match.game.winner, WINNER_NONE);
    ck_assert_uint_eq(match.mistakes, 0);
    ck_assert_uint_gt(match.decisions, 5);
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

static uint64_t play_styles(enum game_kind kind, uint32_t options, const struct style *jack,
                            const struct style *police, uint64_t seed, struct self_play *match)
{
    struct bot_observation observation;
    struct action action;
    uint64_t hash = PLAY_HASH_START;
    struct bot_player one = {.style = jack};
    struct bot_player two = {.style = police};
    self_play_begin_players(match, play_board(kind), options, one, two, seed);
    while (self_play_observe(match, &observation)) {
        self_play_choose(match, &observation, &action);
        ck_assert(self_play_apply(match, &action));
        hash = play_hash(hash, &action, sizeof action);
    }
    return hash;
}

/* Each Jack meets the police of the same row, with and without options, twice with the same seed. */
START_TEST(every_style_plays_by_the_rules_and_the_same_game_for_the_same_seed)
{
    enum game_kind kind = (enum game_kind)_i;
    const struct style_list *jacks = style_list(kind, BOT_JACK);
    const struct style_list *police = style_list(kind, BOT_POLICE);
    unsigned rows = jacks->count > police->count ? jacks->count : police->count;
    for (unsigned i = 0; i < rows; i++) {
        const struct style *jack = &jacks->style[i % jacks->count];
        const struct style *other = &police->style[i % police->count];
        uint32_t options = i % 2 == 0 ? 0 : some_options(kind, i);
        struct self_play first, second;
        uint64_t one = play_styles(kind, options, jack, other, i, &first);
        uint64_t two = play_styles(kind, options, jack, other, i, &second);
        ck_assert_uint_eq(one, two);
        ck_assert_int_eq(first.game.phase, PHASE_OVER);
        ck_assert_msg(first.mistakes == 0, "%s against %s: %u illegal choices", jack->name, other->name,
                      first.mistakes);
    }
}
END_TEST

START_TEST(styles_have_names_of_their_own_and_come_in_two_halves)
{
    for (unsigned side = 0; side < BOT_SIDES; side++) {
        const struct style_list *list = style_list((enum game_kind)_i, (enum bot_side)side);
        unsigned half[STYLE_HALVES] = {0};
        for (unsigned i = 0; i < list->count; i++) {
            const struct style *style = &list->style[i];
            ck_assert_ptr_eq(style_find((enum game_kind)_i, (enum bot_side)side, style->name), style);
            ck_assert_uint_eq(bot_level_from_name(style->name), BOT_LEVEL_COUNT);
            half[style->half]++;
        }
        ck_assert_uint_ge(half[STYLE_TUNE], 2);
        ck_assert_uint_ge(half[STYLE_HELD_OUT], 2);
        ck_assert_ptr_null(style_find((enum game_kind)_i, (enum bot_side)side, "clever"));
    }
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
    tcase_set_timeout(tests, 300); /* whole games, possibly on a busy machine or under a sanitizer */
    tcase_add_loop_test(tests, every_level_plays_every_level_to_the_end, 0,
                        GAME_KIND_COUNT * BOT_LEVEL_COUNT * BOT_LEVEL_COUNT);
    tcase_add_loop_test(tests, the_same_seed_gives_the_same_game, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(tests, every_style_plays_by_the_rules_and_the_same_game_for_the_same_seed, 0,
                        GAME_KIND_COUNT);
    tcase_add_loop_test(tests, styles_have_names_of_their_own_and_come_in_two_halves, 0, GAME_KIND_COUNT);
    tcase_add_test(tests, an_illegal_action_changes_nothing);
    tcase_add_test(tests, level_names_round_trip);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
