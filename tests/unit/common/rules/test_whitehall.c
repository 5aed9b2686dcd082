/*
 * test_whitehall.c: Whitehall Mystery from setup to the end: seats, setup, announcements, endings and
 * secrets. Jack's actions are in test_whitehall_jack.c, the investigators in test_whitehall_police.c, the
 * options in test_whitehall_options.c.
 *
 * These games use discoveries that are close together, three steps apart: 35 73 58 77 | 77 93 130 129 | 129
 * 126 140 122, with the investigators beside the way.
 */
#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "common/view/view.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

enum { CELL_14 = CELL_ONE + 14 };

static struct scenario scene;

/* Plays to Jack's first move. */
static void begin(uint32_t options)
{
    scenario_new(&scene, GAME_WHITEHALL, options);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    expect_ok(&scene, act_start(35));
    expect_ok(&scene, act_deploy(PAWN_YELLOW, 82));
    expect_ok(&scene, act_deploy(PAWN_BLUE, 108));
    expect_ok(&scene, act_deploy(PAWN_RED, 109));
    expect_phase(&scene, PHASE_MOVE);
}

/* All investigators who have not acted yet stay and pass. */
static void police_rest(void)
{
    while (scene.game.phase == PHASE_WALK || scene.game.phase == PHASE_ACT) {
        scenario_default_action(&scene);
    }
}

/* Plays a whole turn in which the investigators do nothing. */
static void turn(struct action action)
{
    expect_ok(&scene, action);
    police_rest();
}

static struct view seen_by(enum viewer_role role)
{
    struct view view;
    view_game(&scene.game,
              (struct viewer){.role = (uint8_t)role, .pawns = (uint8_t)game_seat_pawns(&scene.game, 1)},
              &view);
    return view;
}

START_TEST(turn_is_the_seat_of_the_investigator_who_acts)
{
    static const uint8_t order[] = {PAWN_YELLOW, PAWN_BLUE, PAWN_RED};
    struct setup setup = play_setup_full(GAME_WHITEHALL, 0);
    scenario_begin(&scene, &setup);
    scenario_reach(&scene, 1, PHASE_WALK);
    for (unsigned i = 0; i < sizeof order; i++) {
        ck_assert_uint_eq(seen_by(VIEWER_PUBLIC).turn, scene.game.seat_of[order[i]]);
        scenario_default_action(&scene);
    }
}
END_TEST

/* ---- seats ---- */

static enum error begin_with_seats(unsigned seats, const uint8_t *pawns)
{
    struct setup setup = {.game = GAME_WHITEHALL, .seats = (uint8_t)seats};
    struct game game;
    memcpy(setup.pawns, pawns, seats);
    return game_new(play_board(GAME_WHITEHALL), &game, &setup);
}

enum {
    JACK = PAWN_BIT(PAWN_JACK),
    YELLOW = PAWN_BIT(PAWN_YELLOW),
    BLUE = PAWN_BIT(PAWN_BLUE),
    RED = PAWN_BIT(PAWN_RED)
};

#define SEATS(...) \
    sizeof((uint8_t[]){__VA_ARGS__}), (uint8_t[]) \
    { \
        __VA_ARGS__ \
    }

START_TEST(two_to_four_players_share_the_investigators_in_any_way)
{
    ck_assert_int_eq(begin_with_seats(SEATS(JACK, YELLOW | BLUE | RED)), ERROR_OK);
    ck_assert_int_eq(begin_with_seats(SEATS(YELLOW | RED, JACK, BLUE)), ERROR_OK);
    ck_assert_int_eq(begin_with_seats(SEATS(BLUE, RED | YELLOW, JACK)), ERROR_OK);
    ck_assert_int_eq(begin_with_seats(SEATS(RED, YELLOW, BLUE, JACK)), ERROR_OK);
}
END_TEST

START_TEST(other_seats_are_refused)
{
    ck_assert_int_eq(begin_with_seats(SEATS(JACK | YELLOW | BLUE | RED)), ERROR_BAD_SEATS);
    ck_assert_int_eq(begin_with_seats(SEATS(JACK, YELLOW | BLUE)), ERROR_BAD_SEATS);
    ck_assert_int_eq(begin_with_seats(SEATS(JACK | RED, YELLOW | BLUE)), ERROR_BAD_SEATS);
    ck_assert_int_eq(begin_with_seats(SEATS(JACK, YELLOW | BLUE, BLUE | RED)), ERROR_BAD_SEATS);
    ck_assert_int_eq(begin_with_seats(SEATS(JACK, YELLOW, BLUE, RED, 0)), ERROR_BAD_SEATS);
    ck_assert_int_eq(begin_with_seats(SEATS(JACK, YELLOW | BLUE | RED, PAWN_BIT(PAWN_GREEN))),
                     ERROR_BAD_SEATS);
}
END_TEST

/* Checks that everybody except `expected` is rejected. */
static void only_actor_is(enum pawn expected)
{
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(expected));
    for (int pawn = PAWN_JACK; pawn <= PAWN_BLUE; pawn++) {
        if (pawn != (int)expected) {
            expect_error(&scene, act_pass((enum pawn)pawn), ERROR_NOT_YOUR_TURN);
        }
    }
}

START_TEST(investigators_act_in_the_order_yellow_blue_red)
{
    static const enum pawn order[] = {PAWN_YELLOW, PAWN_BLUE, PAWN_RED};
    static const uint8_t crossing[] = {82, 108, 109};
    struct setup setup = {.game = GAME_WHITEHALL, .seats = 3, .pawns = {RED, JACK, BLUE | YELLOW}};
    scenario_begin(&scene, &setup);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    expect_ok(&scene, act_start(35));
    for (unsigned i = 0; i < 3; i++) {
        only_actor_is(order[i]);
        expect_ok(&scene, act_deploy(order[i], crossing[i]));
    }
    for (unsigned round = 0; round < 2; round++) {
        expect_ok(&scene, act_move(round == 0 ? 73 : 35));
        for (unsigned i = 0; i < 3; i++) {
            expect_phase(&scene, PHASE_WALK);
            only_actor_is(order[i]);
            expect_ok(&scene, act_walk(order[i], crossing[i]));
        }
        for (unsigned i = 0; i < 3; i++) {
            expect_phase(&scene, PHASE_ACT);
            only_actor_is(order[i]);
            expect_ok(&scene, act_pass(order[i]));
        }
    }
}
END_TEST

START_TEST(green_and_brown_do_not_play)
{
    begin(0);
    expect_error(&scene, act_pass(PAWN_GREEN), ERROR_NO_SUCH_PAWN);
    expect_error(&scene, act_walk(PAWN_BROWN, 82), ERROR_NO_SUCH_PAWN);
}
END_TEST

/* ---- setup ---- */

START_TEST(discoveries_are_one_white_circle_per_quadrant)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_phase(&scene, PHASE_DISCOVERIES);
    const struct legal *legal = scenario_legal(&scene);
    ck_assert_uint_eq(set_count(&legal->quadrant[0]), 35);
    ck_assert_uint_eq(set_count(&legal->quadrant[1]), 24);
    ck_assert_uint_eq(set_count(&legal->quadrant[2]), 23);
    ck_assert_uint_eq(set_count(&legal->quadrant[3]), 23);
    expect_error(&scene, act_discoveries(73, 77, 122, 129), ERROR_DISCOVERY_PLACE); /* 73 is black */
    expect_error(&scene, act_discoveries(35, 66, 122, 129), ERROR_DISCOVERY_PLACE); /* 66 is blue */
    expect_error(&scene, act_discoveries(35, 36, 122, 129), ERROR_DISCOVERY_PLACE); /* both in NW */
    expect_error(&scene, act_discoveries(35, 77, 122, 200), ERROR_DISCOVERY_PLACE); /* no such circle */
    struct action three = act_discoveries(35, 77, 122, 129);
    three.count = 3;
    expect_error(&scene, three, ERROR_DISCOVERY_PLACE);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
}
END_TEST

START_TEST(discoveries_are_named_nw_ne_sw_se)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_error(&scene, act_discoveries(77, 35, 122, 129), ERROR_DISCOVERY_PLACE);
    expect_error(&scene, act_discoveries(35, 77, 129, 122), ERROR_DISCOVERY_PLACE);
    expect_error(&scene, act_discoveries(122, 129, 35, 77), ERROR_DISCOVERY_PLACE);
}
END_TEST

START_TEST(the_start_is_one_of_the_four_discoveries)
{
    static const uint8_t four[] = {35, 77, 122, 129};
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        scenario_new(&scene, GAME_WHITEHALL, 0);
        expect_error(&scene, act_start(four[i]), ERROR_WRONG_PHASE);
        expect_ok(&scene, act_discoveries(35, 77, 122, 129));
        expect_error(&scene, act_start(36), ERROR_START_PLACE);
        expect_ok(&scene, act_start(four[i]));
        ck_assert_uint_eq(scenario_jack(&scene), four[i]);
        ck_assert_uint_eq(scene.game.last_cell, CELL_ONE);
    }
}
END_TEST

START_TEST(the_start_is_public_and_bears_a_red_marker)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    ck_assert_uint_eq(seen_by(VIEWER_PUBLIC).discoveries_found, 0);
    expect_ok(&scene, act_start(122));
    struct view view = seen_by(VIEWER_PUBLIC);
    ck_assert_uint_eq(view.discoveries_found, 1);
    ck_assert_uint_eq(view.discovery_found[0], 122);
    ck_assert_uint_eq(view.on_track, 1);
    ck_assert_int_eq(cell_label(view.last_cell), 0);
    ck_assert_uint_eq(scenario_event(&scene, EVENT_START)->circle, 122);
}
END_TEST

START_TEST(the_start_is_named_before_the_investigators_deploy)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    expect_phase(&scene, PHASE_START);
    expect_error(&scene, act_deploy(PAWN_YELLOW, 82), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_start(35));
    expect_phase(&scene, PHASE_DEPLOY);
}
END_TEST

START_TEST(investigators_deploy_on_different_yellow_crossings)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    expect_ok(&scene, act_start(35));
    ck_assert(set_is(&scenario_legal(&scene)->crossings, NUMBERS(82, 91, 92, 96, 108, 109)));
    expect_error(&scene, act_deploy(PAWN_YELLOW, 83), ERROR_DEPLOY_PLACE);
    expect_ok(&scene, act_deploy(PAWN_YELLOW, 82));
    expect_error(&scene, act_deploy(PAWN_BLUE, 82), ERROR_DEPLOY_PLACE);
    expect_ok(&scene, act_deploy(PAWN_BLUE, 96));
    expect_error(&scene, act_deploy(PAWN_RED, 96), ERROR_DEPLOY_PLACE);
    expect_ok(&scene, act_deploy(PAWN_RED, 92));
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

/* ---- announcements ---- */

START_TEST(a_discovery_is_announced_only_after_phase_3)
{
    begin(0);
    turn(act_move(73));
    turn(act_move(58));
    expect_ok(&scene, act_move(77));
    while (scene.game.phase == PHASE_WALK || scene.game.phase == PHASE_ACT) {
        ck_assert_ptr_null(scenario_event(&scene, EVENT_DISCOVERY));
        ck_assert_uint_eq(seen_by(VIEWER_PUBLIC).discoveries_found, 1);
        ck_assert_uint_eq(scene.game.round, 1);
        scenario_default_action(&scene);
    }
    ck_assert_uint_eq(scenario_event(&scene, EVENT_DISCOVERY)->circle, 77);
    struct view view = seen_by(VIEWER_PUBLIC);
    ck_assert_uint_eq(view.discoveries_found, 2);
    ck_assert_uint_eq(view.discovery_found[0], 35);
    ck_assert_uint_eq(view.discovery_found[1], 77);
}
END_TEST

START_TEST(a_discovery_must_be_announced)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(35, 73, 58));
    turn(act_move(77));
    ck_assert_ptr_nonnull(scenario_event(&scene, EVENT_DISCOVERY)); /* announced without asking */
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(a_new_round_starts_on_the_discovery_without_clues_at_cell_0)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(35, 73, 58));
    scenario_put_police(&scene, PAWN_YELLOW, 71);
    expect_ok(&scene, act_move(77));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_YELLOW, 58));
    ck_assert_uint_eq(scene.game.clue_markers, 1);
    police_rest();
    ck_assert_uint_eq(scene.game.round, 2);
    ck_assert_uint_eq(scenario_event(&scene, EVENT_NIGHT)->round, 2);
    ck_assert_int_eq(cell_label(scene.game.last_cell), 0);
    ck_assert_uint_eq(scenario_jack(&scene), 77);
    ck_assert(set_is_empty(&scene.game.clues));
    ck_assert_uint_eq(scene.game.clue_markers, 0);
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 3], 77); /* the old row stays on the sheet */
    ck_assert_uint_eq(scene.game.crossing[PAWN_YELLOW], 71);
    ck_assert_uint_eq(game_actors(&scene.game), JACK);
}
END_TEST

START_TEST(only_a_discovery_jack_is_on_after_phase_3_is_announced)
{
    begin(0);
    turn(act_move(73));
    ck_assert_ptr_null(scenario_event(&scene, EVENT_DISCOVERY));
    ck_assert_uint_eq(scene.game.round, 1);
}
END_TEST

START_TEST(a_marked_discovery_is_not_announced_again)
{
    begin(0);
    turn(act_move(73));
    turn(act_move(35));
    ck_assert_ptr_null(scenario_event(&scene, EVENT_DISCOVERY));
    ck_assert_uint_eq(scene.game.round, 1);
    ck_assert_uint_eq(seen_by(VIEWER_PUBLIC).discoveries_found, 1);
}
END_TEST

/* ---- endings ---- */

static void play_to_round_3(void)
{
    static const uint8_t way[] = {73, 58, 77, 93, 130, 129};
    begin(0);
    for (unsigned i = 0; i < sizeof way; i++) {
        turn(act_move(way[i]));
    }
    ck_assert_uint_eq(scene.game.round, 3);
}

START_TEST(the_fourth_marker_wins)
{
    play_to_round_3();
    turn(act_move(126));
    turn(act_move(140));
    expect_ok(&scene, act_move(122));
    expect_phase(&scene, PHASE_WALK);
    police_rest();
    expect_over(&scene, WINNER_JACK, REASON_ALL_DISCOVERIES);
    ck_assert_uint_eq(scenario_event(&scene, EVENT_DISCOVERY)->circle, 122);
}
END_TEST

START_TEST(the_fourth_marker_wins_even_at_cell_15)
{
    play_to_round_3();
    scenario_put_last_cell(&scene, CELL_14 - 1, 129, 126);
    turn(act_move(140));
    turn(act_move(122));
    expect_over(&scene, WINNER_JACK, REASON_ALL_DISCOVERIES);
    ck_assert_int_eq(cell_label(scene.game.last_cell), 15);
}
END_TEST

START_TEST(a_discovery_at_cell_15_begins_the_next_round)
{
    begin(0);
    scenario_put_last_cell(&scene, CELL_14, 73, 58);
    turn(act_move(77));
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scene.game.round, 2);
}
END_TEST

START_TEST(at_cell_15_without_an_announcement_jack_loses_after_the_investigators_acted)
{
    begin(0);
    scenario_put_last_cell(&scene, CELL_14, 73, 58);
    expect_ok(&scene, act_move(73));
    expect_phase(&scene, PHASE_WALK);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 82));
    expect_ok(&scene, act_walk(PAWN_BLUE, 108));
    expect_ok(&scene, act_walk(PAWN_RED, 109));
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_phase(&scene, PHASE_ACT);
    expect_ok(&scene, act_pass(PAWN_RED));
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
}
END_TEST

START_TEST(at_cell_15_on_a_marked_discovery_jack_loses)
{
    begin(0);
    scenario_put_last_cell(&scene, CELL_14, 35, 73);
    turn(act_move(35));
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
}
END_TEST

START_TEST(at_cell_15_the_investigators_can_still_arrest)
{
    begin(0);
    scenario_put_last_cell(&scene, CELL_14, 73, 58);
    scenario_put_police(&scene, PAWN_YELLOW, 92);
    expect_ok(&scene, act_move(77));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 77));
    expect_over(&scene, WINNER_POLICE, REASON_ARREST);
}
END_TEST

START_TEST(jack_arrested_on_a_discovery_has_lost_before_it_is_announced)
{
    play_to_round_3();
    scenario_put_row(&scene, NUMBERS(129, 126, 140));
    scenario_put_police(&scene, PAWN_RED, 115);
    expect_ok(&scene, act_move(122));
    scenario_reach(&scene, 3, PHASE_ACT);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_ok(&scene, act_arrest(PAWN_RED, 122));
    expect_over(&scene, WINNER_POLICE, REASON_ARREST);
    ck_assert_ptr_null(scenario_event(&scene, EVENT_DISCOVERY));
}
END_TEST

START_TEST(a_player_who_resigns_loses_at_any_time)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_ok(&scene, act_resign(PAWN_BLUE));
    expect_over(&scene, WINNER_JACK, REASON_RESIGNED);
    begin(0);
    expect_ok(&scene, act_move(73));
    expect_ok(&scene, act_resign(PAWN_JACK));
    expect_over(&scene, WINNER_POLICE, REASON_RESIGNED);
    expect_error(&scene, act_walk(PAWN_YELLOW, 82), ERROR_GAME_OVER);
}
END_TEST

/* ---- secrets ---- */

START_TEST(discoveries_and_row_are_jacks_secret_until_the_end)
{
    static const enum viewer_role others[] = {VIEWER_PUBLIC, VIEWER_DETECTIVE, VIEWER_POLICE};
    static const uint8_t nothing[sizeof((struct view){0}.row)] = {0};
    begin(0);
    turn(act_move(73));
    for (unsigned i = 0; i < COUNT(others); i++) {
        struct view view = seen_by(others[i]);
        ck_assert_int_eq(memcmp(view.discovery, nothing, sizeof view.discovery), 0);
        ck_assert_int_eq(memcmp(view.row, nothing, sizeof view.row), 0);
        ck_assert_int_eq(cell_label(view.last_cell), 1);
    }
    struct view jack = seen_by(VIEWER_JACK);
    ck_assert_int_eq(memcmp(jack.discovery, scene.game.discovery, sizeof jack.discovery), 0);
    ck_assert_int_eq(memcmp(jack.row, scene.game.row, sizeof jack.row), 0);
    expect_ok(&scene, act_resign(PAWN_JACK));
    for (unsigned i = 0; i < COUNT(others); i++) {
        struct view view = seen_by(others[i]);
        ck_assert_int_eq(memcmp(view.discovery, scene.game.discovery, sizeof view.discovery), 0);
        ck_assert_int_eq(memcmp(view.row, scene.game.row, sizeof view.row), 0);
    }
    const struct event *sheet = scenario_event(&scene, EVENT_SHEET);
    ck_assert_int_eq(memcmp(sheet->sheet.discovery, scene.game.discovery, DISCOVERIES), 0);
    ck_assert_uint_eq(sheet->sheet.row[0][CELL_ONE + 1], 73);
}
END_TEST

static Suite *whitehall_suite(void)
{
    Suite *suite = suite_create("whitehall");
    TCase *setup = tcase_create("setup");
    tcase_add_test(setup, two_to_four_players_share_the_investigators_in_any_way);
    tcase_add_test(setup, other_seats_are_refused);
    tcase_add_test(setup, investigators_act_in_the_order_yellow_blue_red);
    tcase_add_test(setup, turn_is_the_seat_of_the_investigator_who_acts);
    tcase_add_test(setup, green_and_brown_do_not_play);
    tcase_add_test(setup, discoveries_are_one_white_circle_per_quadrant);
    tcase_add_test(setup, discoveries_are_named_nw_ne_sw_se);
    tcase_add_test(setup, the_start_is_one_of_the_four_discoveries);
    tcase_add_test(setup, the_start_is_public_and_bears_a_red_marker);
    tcase_add_test(setup, the_start_is_named_before_the_investigators_deploy);
    tcase_add_test(setup, investigators_deploy_on_different_yellow_crossings);
    suite_add_tcase(suite, setup);

    TCase *rounds = tcase_create("rounds");
    tcase_add_test(rounds, a_discovery_is_announced_only_after_phase_3);
    tcase_add_test(rounds, a_discovery_must_be_announced);
    tcase_add_test(rounds, a_new_round_starts_on_the_discovery_without_clues_at_cell_0);
    tcase_add_test(rounds, only_a_discovery_jack_is_on_after_phase_3_is_announced);
    tcase_add_test(rounds, a_marked_discovery_is_not_announced_again);
    suite_add_tcase(suite, rounds);

    TCase *endings = tcase_create("endings");
    tcase_add_test(endings, the_fourth_marker_wins);
    tcase_add_test(endings, the_fourth_marker_wins_even_at_cell_15);
    tcase_add_test(endings, a_discovery_at_cell_15_begins_the_next_round);
    tcase_add_test(endings, at_cell_15_without_an_announcement_jack_loses_after_the_investigators_acted);
    tcase_add_test(endings, at_cell_15_on_a_marked_discovery_jack_loses);
    tcase_add_test(endings, at_cell_15_the_investigators_can_still_arrest);
    tcase_add_test(endings, jack_arrested_on_a_discovery_has_lost_before_it_is_announced);
    tcase_add_test(endings, a_player_who_resigns_loses_at_any_time);
    tcase_add_test(endings, discoveries_and_row_are_jacks_secret_until_the_end);
    suite_add_tcase(suite, endings);
    return suite;
}

int main(void)
{
    return run_suite(whitehall_suite());
}
