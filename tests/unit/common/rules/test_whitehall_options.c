/*
 * test_whitehall_options.c: Whitehall Mystery with and without deploy_first, murderer_at_large and
 * newspaper_fabrications. The options powers and smoker are in test_whitehall_powers.c.
 *
 * The games are set up as in test_whitehall.c.
 */
#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "common/view/view.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void deploy(void)
{
    expect_ok(&scene, act_deploy(PAWN_YELLOW, 82));
    expect_ok(&scene, act_deploy(PAWN_BLUE, 108));
    expect_ok(&scene, act_deploy(PAWN_RED, 109));
}

/* Plays to Jack's first move. */
static void begin(uint32_t options)
{
    scenario_new(&scene, GAME_WHITEHALL, options);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    expect_ok(&scene, act_start(35));
    deploy();
}

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

/* ---- deploy_first ---- */

START_TEST(deploy_first_places_the_investigators_before_the_start_is_named)
{
    scenario_new(&scene, GAME_WHITEHALL, OPTION_DEPLOY_FIRST);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    expect_phase(&scene, PHASE_DEPLOY);
    expect_error(&scene, act_start(35), ERROR_NOT_YOUR_TURN);
    deploy();
    expect_phase(&scene, PHASE_START);
    expect_error(&scene, act_start(36), ERROR_START_PLACE);
    expect_ok(&scene, act_start(129));
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scenario_jack(&scene), 129);
    expect_ok(&scene, act_move(126));
}
END_TEST

/* ---- murderer_at_large ---- */

static struct view seen_by(enum viewer_role role)
{
    struct view view;
    view_game(&scene.game,
              (struct viewer){.role = (uint8_t)role, .pawns = (uint8_t)game_seat_pawns(&scene.game, 1)},
              &view);
    return view;
}

/* Returns the last event of this kind as this viewer is sent it. */
static struct event sent_to(enum viewer_role role, enum event_kind kind)
{
    struct viewed_event viewed;
    view_event(&scene.game,
               (struct viewer){.role = (uint8_t)role, .pawns = (uint8_t)game_seat_pawns(&scene.game, 1)},
               scenario_event(&scene, kind), &viewed);
    return viewed.shown;
}

static const enum viewer_role others[] = {VIEWER_PUBLIC, VIEWER_DETECTIVE, VIEWER_POLICE};
enum { OTHERS = COUNT(others) };

START_TEST(at_large_others_see_a_special_move_and_its_cells_but_not_its_kind)
{
    static const struct action specials[] = {
        {.kind = ACTION_COACH, .by = PAWN_JACK, .via = 73, .to = 57},
        {.kind = ACTION_ALLEY, .by = PAWN_JACK, .to = 36},
    };
    for (unsigned i = 0; i < 2; i++) {
        begin(OPTION_MURDERER_AT_LARGE);
        expect_ok(&scene, specials[i]);
        for (unsigned j = 0; j < OTHERS; j++) {
            struct event event = sent_to(others[j], EVENT_SPECIAL);
            ck_assert_uint_eq(event.fields,
                              EVENT_FIELD_BIT(EVENT_BY_FIELD) | EVENT_FIELD_BIT(EVENT_CELLS_FIELD));
            ck_assert_uint_eq(event.tile, TILE_NONE);
            ck_assert_uint_eq(event.cells.count, specials[i].kind == ACTION_COACH ? 2 : 1);
        }
    }
}
END_TEST

START_TEST(at_large_an_alley_and_a_boat_look_alike)
{
    begin(OPTION_MURDERER_AT_LARGE);
    scenario_put_row(&scene, NUMBERS(110));
    expect_ok(&scene, act_boat(131));
    struct event boat = sent_to(VIEWER_PUBLIC, EVENT_SPECIAL);
    struct view after_boat = seen_by(VIEWER_PUBLIC);
    begin(OPTION_MURDERER_AT_LARGE);
    expect_ok(&scene, act_alley(36));
    struct event alley = sent_to(VIEWER_PUBLIC, EVENT_SPECIAL);
    struct view after_alley = seen_by(VIEWER_PUBLIC);
    ck_assert_int_eq(memcmp(&boat, &alley, sizeof boat), 0);
    ck_assert_int_eq(memcmp(&after_boat, &after_alley, sizeof after_boat), 0);
}
END_TEST

START_TEST(at_large_a_late_viewer_sees_which_cells_a_tile_covers)
{
    begin(OPTION_MURDERER_AT_LARGE);
    expect_ok(&scene, act_coach(73, 57));
    struct view coach = seen_by(VIEWER_PUBLIC);
    ck_assert_uint_eq(coach.special_double[CELL_ONE + 1], 1);
    ck_assert_uint_eq(coach.special_double[CELL_ONE + 2], 0);
    begin(OPTION_MURDERER_AT_LARGE);
    expect_ok(&scene, act_alley(36));
    struct view alley = seen_by(VIEWER_PUBLIC);
    ck_assert_uint_eq(alley.special_double[CELL_ONE + 1], 0);
}
END_TEST

START_TEST(at_large_others_see_how_many_tiles_are_left_but_not_which)
{
    static const uint8_t none[TILE_COUNT] = {0};
    begin(OPTION_MURDERER_AT_LARGE);
    expect_ok(&scene, act_coach(73, 57));
    for (unsigned i = 0; i < OTHERS; i++) {
        struct view view = seen_by(others[i]);
        ck_assert_uint_eq(view.tiles_total, 5);
        ck_assert_int_eq(memcmp(view.tiles, none, sizeof none), 0);
        ck_assert_int_eq(memcmp(view.tiles_used, none, sizeof none), 0);
        ck_assert_uint_eq(view.special_cells[CELL_ONE + 1], TILE_UNKNOWN);
        ck_assert_uint_eq(view.special_cells[CELL_ONE + 2], TILE_UNKNOWN);
    }
}
END_TEST

START_TEST(at_large_jack_sees_his_tiles)
{
    begin(OPTION_MURDERER_AT_LARGE);
    expect_ok(&scene, act_coach(73, 57));
    ck_assert_uint_eq(sent_to(VIEWER_JACK, EVENT_SPECIAL).tile, TILE_COACH);
    struct view view = seen_by(VIEWER_JACK);
    ck_assert_uint_eq(view.tiles[TILE_COACH], 1);
    ck_assert_uint_eq(view.tiles[TILE_BOAT], 2);
    ck_assert_uint_eq(view.special_cells[CELL_ONE + 2], TILE_COACH);
}
END_TEST

START_TEST(at_large_everything_is_public_at_the_end)
{
    begin(OPTION_MURDERER_AT_LARGE);
    turn(act_coach(73, 57));
    expect_ok(&scene, act_resign(PAWN_JACK));
    struct view view = seen_by(VIEWER_PUBLIC);
    ck_assert_uint_eq(view.tiles[TILE_COACH], 1);
    ck_assert_uint_eq(view.special_cells[CELL_ONE + 2], TILE_COACH);
    ck_assert_uint_eq(view.row[0][CELL_ONE + 1], 73);
    ck_assert_uint_eq(sent_to(VIEWER_PUBLIC, EVENT_SHEET).sheet.mark[0][CELL_ONE + 1], TILE_COACH);
}
END_TEST

START_TEST(without_it_the_kinds_are_public)
{
    begin(0);
    expect_ok(&scene, act_coach(73, 57));
    for (unsigned i = 0; i < OTHERS; i++) {
        ck_assert_uint_eq(sent_to(others[i], EVENT_SPECIAL).tile, TILE_COACH);
        ck_assert_uint_eq(seen_by(others[i]).tiles[TILE_COACH], 1);
        ck_assert_uint_eq(seen_by(others[i]).tiles_total, 5);
    }
}
END_TEST

/* ---- newspaper_fabrications ---- */

/* Jack uses a Coach and an Alley (or only the Coach) and reaches 77. */
static void play_round_1(bool alley)
{
    if (alley) {
        turn(act_coach(73, 57));
        turn(act_alley(58));
    } else {
        turn(act_coach(73, 58));
    }
    turn(act_move(77));
    ck_assert_uint_eq(scene.game.round, 2);
}

START_TEST(jack_takes_back_one_used_alley_at_the_start_of_a_round)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS);
    play_round_1(true);
    expect_phase(&scene, PHASE_RECLAIM);
    expect_error(&scene, act_reclaim(TILE_COACH),
                 ERROR_RECLAIM_TILE); /* used, but a Coach can never be reclaimed */
    expect_error(&scene, act_reclaim(TILE_BOAT), ERROR_RECLAIM_TILE); /* not used */
    expect_error(&scene, act_move(93), ERROR_WRONG_PHASE);
    expect_ok(&scene, act_reclaim(TILE_ALLEY));
    ck_assert_uint_eq(scene.game.tiles[TILE_ALLEY], 2);
    expect_phase(&scene, PHASE_MOVE); /* only one */
}
END_TEST

START_TEST(jack_takes_back_one_used_boat_at_the_start_of_a_round)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS);
    scenario_put_row(&scene, NUMBERS(110));
    turn(act_boat(131));
    turn(act_boat(110));
    turn(act_move(93));
    turn(act_move(77));
    expect_phase(&scene, PHASE_RECLAIM);
    expect_error(&scene, act_reclaim(TILE_ALLEY), ERROR_RECLAIM_TILE);
    expect_ok(&scene, act_reclaim(TILE_BOAT));
    ck_assert_uint_eq(scene.game.tiles[TILE_BOAT], 1);
    expect_error(&scene, act_reclaim(TILE_BOAT), ERROR_WRONG_PHASE);
}
END_TEST

START_TEST(jack_may_leave_the_tile)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS);
    play_round_1(true);
    expect_ok(&scene, act_pass(PAWN_JACK));
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scene.game.tiles[TILE_ALLEY], 1);
}
END_TEST

START_TEST(the_step_is_skipped_when_no_alley_or_boat_was_used)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS);
    expect_phase(&scene, PHASE_MOVE); /* round 1 */
    play_round_1(false);
    expect_phase(&scene, PHASE_MOVE);
    expect_error(&scene, act_reclaim(TILE_ALLEY), ERROR_WRONG_PHASE);
}
END_TEST

START_TEST(one_tile_can_be_reclaimed_in_each_of_rounds_2_and_3)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS);
    turn(act_alley(36));
    turn(act_alley(73));
    turn(act_move(58));
    turn(act_move(77));
    expect_ok(&scene, act_reclaim(TILE_ALLEY));
    turn(act_move(93));
    turn(act_move(130));
    turn(act_move(129));
    ck_assert_uint_eq(scene.game.round, 3);
    expect_phase(&scene, PHASE_RECLAIM);
    expect_ok(&scene, act_reclaim(TILE_ALLEY)); /* the other one, which was used in round 1 */
    ck_assert_uint_eq(scene.game.tiles[TILE_ALLEY], 2);
}
END_TEST

START_TEST(a_reclaimed_tile_no_longer_counts_as_used)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS);
    play_round_1(true);
    expect_ok(&scene, act_reclaim(TILE_ALLEY));
    turn(act_move(93));
    turn(act_move(130));
    turn(act_move(129));
    ck_assert_uint_eq(scene.game.round, 3);
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(without_the_option_nothing_can_be_reclaimed)
{
    begin(0);
    play_round_1(true);
    expect_phase(&scene, PHASE_MOVE);
    expect_error(&scene, act_reclaim(TILE_ALLEY), ERROR_WRONG_PHASE);
}
END_TEST

START_TEST(of_a_reclaim_at_large_others_see_only_that_a_tile_came_back)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS | OPTION_MURDERER_AT_LARGE);
    play_round_1(true);
    ck_assert_uint_eq(seen_by(VIEWER_PUBLIC).tiles_total, 4);
    expect_ok(&scene, act_reclaim(TILE_ALLEY));
    for (unsigned i = 0; i < OTHERS; i++) {
        ck_assert_uint_eq(sent_to(others[i], EVENT_RECLAIM).fields, EVENT_FIELD_BIT(EVENT_BY_FIELD));
        ck_assert_uint_eq(sent_to(others[i], EVENT_RECLAIM).tile, TILE_NONE);
        ck_assert_uint_eq(seen_by(others[i]).tiles_total, 5);
        ck_assert_uint_eq(seen_by(others[i]).tiles[TILE_ALLEY], 0);
    }
    ck_assert_uint_eq(sent_to(VIEWER_JACK, EVENT_RECLAIM).tile, TILE_ALLEY);
}
END_TEST

START_TEST(of_a_reclaim_others_see_the_kind_otherwise)
{
    begin(OPTION_NEWSPAPER_FABRICATIONS);
    play_round_1(true);
    expect_ok(&scene, act_reclaim(TILE_ALLEY));
    ck_assert_uint_eq(sent_to(VIEWER_PUBLIC, EVENT_RECLAIM).tile, TILE_ALLEY);
}
END_TEST

static TCase *setup_and_tiles(void)
{
    TCase *tests = tcase_create("setup and tiles");
    tcase_add_test(tests, deploy_first_places_the_investigators_before_the_start_is_named);
    tcase_add_test(tests, at_large_others_see_a_special_move_and_its_cells_but_not_its_kind);
    tcase_add_test(tests, at_large_an_alley_and_a_boat_look_alike);
    tcase_add_test(tests, at_large_a_late_viewer_sees_which_cells_a_tile_covers);
    tcase_add_test(tests, at_large_others_see_how_many_tiles_are_left_but_not_which);
    tcase_add_test(tests, at_large_jack_sees_his_tiles);
    tcase_add_test(tests, at_large_everything_is_public_at_the_end);
    tcase_add_test(tests, without_it_the_kinds_are_public);
    tcase_add_test(tests, jack_takes_back_one_used_alley_at_the_start_of_a_round);
    tcase_add_test(tests, jack_takes_back_one_used_boat_at_the_start_of_a_round);
    tcase_add_test(tests, jack_may_leave_the_tile);
    tcase_add_test(tests, the_step_is_skipped_when_no_alley_or_boat_was_used);
    tcase_add_test(tests, one_tile_can_be_reclaimed_in_each_of_rounds_2_and_3);
    tcase_add_test(tests, a_reclaimed_tile_no_longer_counts_as_used);
    tcase_add_test(tests, without_the_option_nothing_can_be_reclaimed);
    tcase_add_test(tests, of_a_reclaim_at_large_others_see_only_that_a_tile_came_back);
    tcase_add_test(tests, of_a_reclaim_others_see_the_kind_otherwise);
    return tests;
}

int main(void)
{
    Suite *suite = suite_create("whitehall options");
    suite_add_tcase(suite, setup_and_tiles());
    return run_suite(suite);
}
