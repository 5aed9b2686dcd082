/*
 * test_game.c: what holds for both games: how they begin, who may act, undo, resigning, refusals that change
 * nothing, and the names.
 */
#include "common/rules/game.h"

#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "tests/support/c/play.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void begin(void)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
}

/* ---- beginning ---- */

/* Checks that a setup is rejected for this reason and that nothing is written. */
static void expect_refused(const struct setup *setup, enum error expected)
{
    struct game game, before;
    memset(&game, 0xa5, sizeof game);
    before = game;
    enum game_kind kind = setup->game < GAME_KIND_COUNT ? setup->game : GAME_WHITECHAPEL;
    enum error error = game_new(play_board(kind), &game, setup);
    ck_assert_msg(error == expected, "expected \"%s\", was told \"%s\"", error_sentence(expected),
                  error_sentence(error));
    ck_assert_msg(memcmp(&game, &before, sizeof game) == 0, "a refused setup wrote into the game");
}

START_TEST(there_are_two_to_six_seats_in_whitechapel_and_to_four_in_whitehall)
{
    struct setup setup = play_setup_two(GAME_WHITECHAPEL, 0);
    setup.seats = 1;
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup.seats = 0;
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup.seats = 7;
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = play_setup_full(GAME_WHITEHALL, 0);
    ck_assert_uint_eq(setup.seats, 4);
    setup.seats = 5;
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = play_setup_full(GAME_WHITECHAPEL, 0);
    ck_assert_uint_eq(setup.seats, 6);
    struct game game;
    ck_assert_int_eq(game_new(play_board(GAME_WHITECHAPEL), &game, &setup), ERROR_OK);
}
END_TEST

START_TEST(one_seat_holds_jack_alone_and_every_policeman_is_held_once)
{
    struct setup good = play_setup_full(GAME_WHITECHAPEL, 0);
    struct setup setup = good;
    setup.pawns[0] |= PAWN_BIT(PAWN_RED); /* Jack also has a policeman */
    setup.pawns[2] = 0;
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = good;
    setup.pawns[2] = setup.pawns[1]; /* yellow twice, red missing */
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = good;
    setup.pawns[1] = PAWN_BIT(PAWN_JACK); /* two Jacks */
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = good;
    setup.pawns[0] = PAWN_BIT(PAWN_BROWN); /* no Jack */
    setup.pawns[5] = PAWN_BIT(PAWN_BROWN);
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = good;
    setup.seats = 5; /* brown missing */
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = good;
    setup.pawns[5] |= PAWN_BIT(PAWN_COUNT); /* there is no such pawn */
    expect_refused(&setup, ERROR_BAD_SEATS);
    setup = play_setup_two(GAME_WHITEHALL, 0);
    setup.pawns[1] |= PAWN_BIT(PAWN_GREEN); /* green is not in Whitehall */
    expect_refused(&setup, ERROR_BAD_SEATS);
}
END_TEST

START_TEST(policemen_are_shared_in_any_way_among_the_detectives)
{
    struct random random = {7};
    unsigned seats_seen = 0;
    for (unsigned i = 0; i < 400; i++) {
        struct setup setup = play_setup(GAME_WHITECHAPEL, 0, &random);
        scenario_begin(&scene, &setup);
        unsigned all = 0;
        for (unsigned seat = 0; seat < setup.seats; seat++) {
            ck_assert_uint_eq(game_seat_pawns(&scene.game, seat), setup.pawns[seat]);
            all |= game_seat_pawns(&scene.game, seat);
        }
        ck_assert_uint_eq(all, game_policemen(GAME_WHITECHAPEL) | PAWN_BIT(PAWN_JACK));
        seats_seen |= 1U << setup.seats;
    }
    ck_assert_uint_eq(seats_seen, 1U << 2 | 1U << 3 | 1U << 4 | 1U << 5 | 1U << 6);
}
END_TEST

START_TEST(the_heads_are_the_five_colours_each_once)
{
    struct setup good = play_setup_two(GAME_WHITECHAPEL, 0);
    static const uint8_t wrong[] = {PAWN_JACK, PAWN_RED, PAWN_COUNT, 8 + PAWN_YELLOW, 255};
    for (unsigned i = 0; i < sizeof wrong; i++) {
        struct setup setup = good;
        setup.heads[0] = wrong[i]; /* instead of yellow */
        expect_refused(&setup, ERROR_BAD_HEADS);
    }
    struct setup setup = play_setup_two(GAME_WHITEHALL, 0);
    setup.heads[4] = 8;
    expect_refused(&setup, ERROR_BAD_HEADS);
    setup.heads[4] = PAWN_YELLOW; /* Whitehall has no Head */
    expect_refused(&setup, ERROR_BAD_HEADS);
}
END_TEST

START_TEST(options_are_those_of_the_game)
{
    for (unsigned kind = 0; kind < GAME_KIND_COUNT; kind++) {
        unsigned count = option_count((enum game_kind)kind);
        ck_assert_uint_eq(count, kind == GAME_WHITECHAPEL ? 6 : 5);
        struct setup setup = play_setup_two((enum game_kind)kind, 1U << count);
        expect_refused(&setup, ERROR_BAD_OPTIONS);
        setup.options = 1U << 31;
        expect_refused(&setup, ERROR_BAD_OPTIONS);
        setup.options = (1U << count) - 1; /* all of them */
        scenario_begin(&scene, &setup);
        ck_assert_uint_eq(scene.game.options, setup.options);
    }
}
END_TEST

START_TEST(a_game_needs_a_board_of_its_own)
{
    struct game game;
    struct setup setup = play_setup_two(GAME_WHITECHAPEL, 0);
    ck_assert_int_eq(game_new(play_board(GAME_WHITEHALL), &game, &setup), ERROR_BAD_BOARD);
    setup.game = GAME_KIND_COUNT;
    expect_refused(&setup, ERROR_BAD_GAME);
}
END_TEST

/* ---- who may act ---- */

static void expect_actors(enum phase phase, unsigned actors)
{
    scenario_reach(&scene, 1, phase);
    ck_assert_msg(game_actors(&scene.game) == actors, "%s", phase_name(phase));
    ck_assert_uint_eq(scenario_legal(&scene)->actors, actors);
}

START_TEST(the_actors_of_each_phase)
{
    unsigned jack = PAWN_BIT(PAWN_JACK);
    unsigned head = PAWN_BIT(PAWN_YELLOW);
    unsigned police = game_policemen(GAME_WHITECHAPEL);
    expect_actors(PHASE_HIDEOUT, jack);
    expect_ok(&scene, act_hideout(90));
    expect_actors(PHASE_WOMEN, jack);
    expect_actors(PHASE_PATROLS, head);
    expect_actors(PHASE_KILL, jack);
    expect_ok(&scene, act_wait());
    expect_actors(PHASE_WRETCHED, head);
    expect_actors(PHASE_REVEAL, jack);
    expect_actors(PHASE_MOVE, jack);
    expect_actors(PHASE_WALK, police);
    expect_actors(PHASE_ACT, police);
    expect_ok(&scene, act_resign(PAWN_JACK));
    expect_actors(PHASE_OVER, 0);
}
END_TEST

START_TEST(pawns_of_the_other_game_cannot_act)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_error(&scene, act_resign(PAWN_GREEN), ERROR_NO_SUCH_PAWN);
    expect_error(&scene, act_resign(PAWN_BROWN), ERROR_NO_SUCH_PAWN);
    expect_error(&scene, by_pawn((enum pawn)7, act_pass(PAWN_JACK)), ERROR_NO_SUCH_PAWN);
    expect_error(&scene, by_pawn((enum pawn)255, act_pass(PAWN_JACK)), ERROR_NO_SUCH_PAWN);
}
END_TEST

START_TEST(actions_of_the_other_game_or_unknown_ones_are_rejected)
{
    static const uint8_t kinds[] = {ACTION_NONE,
                                    ACTION_DISCOVERIES,
                                    ACTION_START,
                                    ACTION_DEPLOY,
                                    ACTION_BOAT,
                                    ACTION_SMOKER,
                                    ACTION_KIND_COUNT,
                                    31,
                                    ACTION_RECLAIM,
                                    32,
                                    255};
    for (unsigned i = 0; i < sizeof kinds; i++) {
        struct action action = {.kind = kinds[i], .by = PAWN_JACK};
        expect_error(&scene, action, ERROR_WRONG_PHASE);
    }
}
END_TEST

START_TEST(fields_that_are_missing_or_do_not_belong_are_refused)
{
    struct action action = act_hideout(90);
    action.to = 3;
    expect_error(&scene, action, ERROR_UNKNOWN_KEY);
    expect_error(&scene, act_hideout(0), ERROR_MISSING_KEY);
    action = act_resign(PAWN_JACK);
    action.circle = 3;
    expect_error(&scene, action, ERROR_UNKNOWN_KEY);
}
END_TEST

/* ---- undo ---- */

START_TEST(only_actions_that_reveal_nothing_can_be_taken_back)
{
    scenario_reach(&scene, 1, PHASE_WALK);
    for (unsigned kind = 0; kind < ACTION_KIND_COUNT; kind++) {
        bool undoable = kind == ACTION_HIDEOUT || kind == ACTION_DISCOVERIES || kind == ACTION_WRETCHED ||
                        kind == ACTION_MOVE || kind == ACTION_WALK;
        struct action action = {.kind = (uint8_t)kind};
        ck_assert_msg(game_undoable(&scene.game, &action) == undoable, "%s",
                      action_name((enum action_kind)kind));
    }
}
END_TEST

START_TEST(women_cannot_be_taken_back_because_the_head_tile_is_turned_after_them)
{
    scenario_reach(&scene, 1, PHASE_WOMEN);
    struct action women = act_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 158));
    expect_ok(&scene, women);
    ck_assert_ptr_nonnull(scenario_event(&scene, EVENT_HEAD));
    ck_assert(!game_undoable(&scene.game, &women));
}
END_TEST

START_TEST(a_move_may_be_taken_back_an_escape_or_a_losing_move_not)
{
    expect_ok(&scene, act_hideout(103));
    scenario_reach(&scene, 1, PHASE_MOVE);
    scenario_put_all_police(&scene, NUMBERS(230, 231, 232, 233, 234));
    scenario_put_row(&scene, NUMBERS(127));
    struct scenario before = scene;
    struct action move = act_move(103);
    expect_ok(&scene, move);
    ck_assert(game_undoable(&scene.game, &move));
    scene = before;
    struct action escape = act_escape(103);
    expect_ok(&scene, escape);
    ck_assert(!game_undoable(&scene.game, &escape));
    scene = before;
    scenario_put_last_cell(&scene, CELL_LAST - 1, 69, 127);
    expect_ok(&scene, move);
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
    ck_assert(!game_undoable(&scene.game, &move));
}
END_TEST

/* ---- resigning, and after the end ---- */

static void resign_in_every_phase(enum game_kind kind)
{
    struct random random = {11};
    unsigned phases = 0;
    for (unsigned i = 0; i < 60; i++) {
        struct setup setup = play_setup(kind, (1U << option_count(kind)) - 1, &random);
        scenario_begin(&scene, &setup);
        struct action action;
        while (play_choose(scene.board, &scene.game, &random, (struct play_style){true, true}, &action)) {
            if ((phases & 1U << scene.game.phase) == 0) {
                phases |= 1U << scene.game.phase;
                struct scenario before = scene;
                for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
                    scene = before;
                    if (scene.game.seat_of[pawn] < SEATS_MAX) {
                        expect_ok(&scene, act_resign((enum pawn)pawn));
                        expect_over(&scene, pawn == PAWN_JACK ? WINNER_POLICE : WINNER_JACK, REASON_RESIGNED);
                        ck_assert_uint_eq(scenario_event(&scene, EVENT_RESIGN)->by, pawn);
                    }
                }
                scene = before;
            }
            expect_ok(&scene, action);
        }
    }
    ck_assert_int_ge(__builtin_popcount(phases), kind == GAME_WHITECHAPEL ? 13 : 6);
}

START_TEST(the_end_reveals_what_was_face_down)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    scenario_reach(&scene, 1, PHASE_PATROLS);
    expect_ok(&scene, act_resign(PAWN_JACK));
    const struct event *women = scenario_event(&scene, EVENT_SHEET);
    ck_assert_ptr_nonnull(women);
    ck_assert_uint_eq(women->marked.count, 5);

    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    scenario_reach(&scene, 1, PHASE_KILL);
    struct patrol first = scene.game.patrol[0];
    expect_ok(&scene, act_resign(PAWN_JACK));
    const struct event *patrols = scenario_event(&scene, EVENT_SHEET);
    ck_assert_ptr_nonnull(patrols);
    ck_assert_uint_eq(patrols->place.count, 2 * PATROLS);
    ck_assert_uint_eq(patrols->place.item[0], first.crossing);
    ck_assert_uint_eq(patrols->place.item[1], first.face);
}
END_TEST

START_TEST(anybody_may_resign_in_any_phase_and_the_other_side_wins)
{
    resign_in_every_phase(GAME_WHITECHAPEL);
    resign_in_every_phase(GAME_WHITEHALL);
}
END_TEST

START_TEST(a_game_that_is_over_refuses_everything)
{
    scenario_reach(&scene, 1, PHASE_MOVE);
    expect_ok(&scene, act_resign(PAWN_GREEN));
    for (unsigned kind = 0; kind < ACTION_KIND_COUNT; kind++) {
        for (unsigned pawn = 0; pawn <= PAWN_COUNT; pawn++) {
            struct action action = {.kind = (uint8_t)kind, .by = (uint8_t)pawn, .to = 3};
            struct game before = scene.game;
            struct events events = scene.events;
            ck_assert_int_eq(game_apply(scene.board, &scene.game, &action, &scene.events), ERROR_GAME_OVER);
            ck_assert_int_eq(memcmp(&before, &scene.game, sizeof before), 0);
            ck_assert_int_eq(memcmp(&events, &scene.events, sizeof events), 0);
        }
    }
    ck_assert_uint_eq(scenario_legal(&scene)->kinds, 0);
}
END_TEST

/* ---- refusals ---- */

/* Returns random bytes, with numbers that are often close to valid ones. */
static struct action garbage(struct random *random)
{
    struct action action = {
        .kind = (uint8_t)random_below(random, ACTION_KIND_COUNT),
        .by = (uint8_t)random_below(random, PAWN_COUNT + 1),
    };
    uint8_t *field[] = {&action.circle, &action.crossing, &action.from,   &action.via,  &action.to,
                        &action.pawn,   &action.letter,   &action.escape, &action.power};
    for (unsigned i = 0; i < COUNT(field); i++) {
        if (random_below(random, 4) == 0) {
            *field[i] = (uint8_t)random_below(random, i < 5 ? 256 : 8);
        }
    }
    action.count = (uint8_t)(random_below(random, 3) == 0 ? random_below(random, ACTION_LIST_MAX + 1) : 0);
    for (unsigned i = 0; i < action.count; i++) {
        action.list[i] = (uint8_t)random_below(random, 256);
    }
    return action;
}

START_TEST(a_refusal_leaves_the_game_as_it_was_byte_for_byte)
{
    struct random random = {23};
    unsigned refused = 0;
    for (unsigned i = 0; i < 20; i++) {
        enum game_kind kind = i % 2 == 0 ? GAME_WHITECHAPEL : GAME_WHITEHALL;
        struct setup setup = play_setup(kind, (1U << option_count(kind)) - 1, &random);
        scenario_begin(&scene, &setup);
        struct action action;
        while (play_choose(scene.board, &scene.game, &random, (struct play_style){true, true}, &action)) {
            struct action odd = garbage(&random);
            bool legal = legal_contains(scenario_legal(&scene), &odd);
            struct game before = scene.game;
            struct events events = scene.events;
            if (!legal && odd.kind != ACTION_RESIGN) {
                ck_assert_int_ne(game_apply(scene.board, &scene.game, &odd, &scene.events), ERROR_OK);
                ck_assert_int_eq(memcmp(&before, &scene.game, sizeof before), 0);
                ck_assert_int_eq(memcmp(&events, &scene.events, sizeof events), 0);
                refused++;
            }
            expect_ok(&scene, action);
        }
    }
    ck_assert_uint_gt(refused, 1000);
}
END_TEST

/* ---- words ---- */

START_TEST(policemen_on_the_board_occupy_their_crossings)
{
    const uint8_t crossing[PAWN_COUNT] = {
        [PAWN_JACK] = 9, [PAWN_YELLOW] = 17, [PAWN_BLUE] = 64, [PAWN_BROWN] = 255};
    struct set occupied = police_crossings(crossing);
    ck_assert(set_is(&occupied, NUMBERS(17, 64, 255)));
}
END_TEST

START_TEST(every_word_is_found_again_by_its_name)
{
    for (unsigned kind = 0; kind < GAME_KIND_COUNT; kind++) {
        ck_assert_uint_eq(game_from_name(game_name((enum game_kind)kind)), kind);
        for (unsigned i = 0; i < option_count((enum game_kind)kind); i++) {
            ck_assert_uint_eq(option_from_name((enum game_kind)kind, option_name((enum game_kind)kind, i)),
                              1U << i);
        }
    }
    for (unsigned winner = WINNER_JACK; winner <= WINNER_POLICE; winner++) {
        ck_assert_uint_eq(winner_from_name(winner_name((enum winner)winner)), winner);
    }
    for (unsigned reason = REASON_FIVE_VICTIMS; reason < REASON_COUNT; reason++) {
        ck_assert_uint_eq(reason_from_name(reason_name((enum reason)reason)), reason);
    }
    for (unsigned phase = 0; phase < PHASE_COUNT; phase++) {
        ck_assert_ptr_nonnull(phase_name((enum phase)phase));
        for (unsigned other = 0; other < phase; other++) {
            ck_assert_str_ne(phase_name((enum phase)phase), phase_name((enum phase)other));
        }
    }
}
END_TEST

START_TEST(unknown_words_are_not_found)
{
    ck_assert_uint_eq(game_from_name("cluedo"), GAME_KIND_COUNT);
    ck_assert_uint_eq(option_from_name(GAME_WHITECHAPEL, "smoker"), 0);
    ck_assert_uint_eq(option_from_name(GAME_WHITEHALL, "letters"), 0);
    ck_assert_uint_eq(option_from_name(GAME_WHITEHALL, ""), 0);
    ck_assert_uint_eq(winner_from_name("none"), WINNER_NONE);
    ck_assert_uint_eq(winner_from_name("Jack"), WINNER_NONE);
    ck_assert_uint_eq(reason_from_name("boredom"), REASON_NONE);
    ck_assert_uint_eq(reason_from_name("none"), REASON_NONE);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &there_are_two_to_six_seats_in_whitechapel_and_to_four_in_whitehall,
        &one_seat_holds_jack_alone_and_every_policeman_is_held_once,
        &policemen_are_shared_in_any_way_among_the_detectives,
        &the_heads_are_the_five_colours_each_once,
        &options_are_those_of_the_game,
        &a_game_needs_a_board_of_its_own,
        &the_actors_of_each_phase,
        &pawns_of_the_other_game_cannot_act,
        &actions_of_the_other_game_or_unknown_ones_are_rejected,
        &fields_that_are_missing_or_do_not_belong_are_refused,
        &only_actions_that_reveal_nothing_can_be_taken_back,
        &women_cannot_be_taken_back_because_the_head_tile_is_turned_after_them,
        &a_move_may_be_taken_back_an_escape_or_a_losing_move_not,
        &the_end_reveals_what_was_face_down,
        &anybody_may_resign_in_any_phase_and_the_other_side_wins,
        &a_game_that_is_over_refuses_everything,
        &a_refusal_leaves_the_game_as_it_was_byte_for_byte,
        &policemen_on_the_board_occupy_their_crossings,
        &every_word_is_found_again_by_its_name,
        &unknown_words_are_not_found,
    };
    return scenario_run("game", begin, tests, COUNT(tests));
}
