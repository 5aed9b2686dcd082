/*
 * test_whitehall_jack.c: Whitehall Mystery, phase 1: Jack's move, the Coach, the Alley, the Boat, and having
 * none of them.
 *
 * Circle 1 in the north-west is connected to 9 by two lines, over crossing 3 and over crossing 4; policemen
 * on both block it. Circle 8 is blocked by 3 and 29 and is on no block. Circle 110 is on the water and is
 * blocked by 111.
 */
#include <check.h>

#include "common/view/view.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

enum { CELL_13 = CELL_ONE + 13, CELL_14 = CELL_ONE + 14 };

static struct scenario scene;

/* Plays to Jack's first move, from 35 or wherever scenario_put_row() puts him. */
static void begin(uint32_t options)
{
    scenario_new(&scene, GAME_WHITEHALL, options);
    expect_ok(&scene, act_discoveries(35, 77, 122, 129));
    expect_ok(&scene, act_start(35));
    expect_ok(&scene, act_deploy(PAWN_YELLOW, 82));
    expect_ok(&scene, act_deploy(PAWN_BLUE, 108));
    expect_ok(&scene, act_deploy(PAWN_RED, 109));
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

/* Puts Jack on `circle`, and yellow and blue on these crossings. */
static void jack_between(unsigned circle, unsigned yellow, unsigned blue)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS((uint8_t)circle));
    scenario_put_police(&scene, PAWN_YELLOW, yellow);
    scenario_put_police(&scene, PAWN_BLUE, blue);
}

/* ---- the normal move ---- */

START_TEST(jack_must_move)
{
    begin(0);
    expect_error(&scene, act_pass(PAWN_JACK), ERROR_WRONG_PHASE);
    expect_error(&scene, act_wait(), ERROR_WRONG_PHASE);
    expect_error(&scene, act_move(35), ERROR_NOT_ADJACENT);
    expect_error(&scene, act_walk(PAWN_YELLOW, 82), ERROR_NOT_YOUR_TURN);
}
END_TEST

START_TEST(jack_moves_to_an_adjacent_circle)
{
    begin(0);
    ck_assert(set_is(&scenario_legal(&scene)->move, NUMBERS(15, 17, 18, 33, 34, 36, 37, 53, 54, 55, 72, 73)));
    expect_error(&scene, act_move(58), ERROR_NOT_ADJACENT);
    expect_error(&scene, act_move(200), ERROR_NOT_ADJACENT);
    expect_ok(&scene, act_move(73));
    ck_assert_uint_eq(scenario_jack(&scene), 73);
    ck_assert_int_eq(cell_label(scene.game.last_cell), 1);
    ck_assert(list_is(&scenario_event(&scene, EVENT_MOVE)->cells, NUMBERS(CELL_ONE + 1)));
}
END_TEST

START_TEST(there_is_no_escape_to_declare)
{
    begin(0);
    expect_error(&scene, act_escape(73), ERROR_ESCAPE_ELSEWHERE);
}
END_TEST

START_TEST(jack_cannot_pass_an_occupied_crossing)
{
    jack_between(1, 3, 108);
    expect_error(&scene, act_move(8), ERROR_STREET_BLOCKED);
    expect_error(&scene, act_move(28), ERROR_STREET_BLOCKED);
    ck_assert(set_is(&scenario_legal(&scene)->move, NUMBERS(2, 9, 11, 12, 14)));
    expect_ok(&scene, act_move(11));
}
END_TEST

START_TEST(one_free_line_is_enough)
{
    jack_between(1, 3, 108);
    expect_ok(&scene, act_move(9));
    jack_between(1, 4, 108);
    expect_ok(&scene, act_move(9));
    jack_between(1, 3, 4);
    expect_error(&scene, act_move(9), ERROR_STREET_BLOCKED);
}
END_TEST

START_TEST(jack_may_return_to_a_circle_with_a_clue)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(1, 9));
    scenario_put_police(&scene, PAWN_YELLOW, 3);
    expect_ok(&scene, act_move(11));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_YELLOW, 9));
    police_rest();
    ck_assert(set_is(&scene.game.clues, NUMBERS(9)));
    expect_ok(&scene, act_move(9));
}
END_TEST

/* ---- tiles ---- */

START_TEST(jack_has_two_tiles_of_each_kind_for_the_whole_game)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(1));
    turn(act_alley(9));
    turn(act_alley(10));
    expect_error(&scene, act_alley(9), ERROR_SPECIAL_USED_UP);
    scenario_put_row(&scene, NUMBERS(110));
    turn(act_boat(131));
    turn(act_boat(110));
    expect_error(&scene, act_boat(131), ERROR_SPECIAL_USED_UP);
    scenario_put_row(&scene, NUMBERS(35));
    turn(act_coach(73, 57));
    turn(act_coach(73, 35));
    expect_error(&scene, act_coach(73, 57), ERROR_SPECIAL_USED_UP);
    ck_assert_uint_eq(scenario_legal(&scene)->kinds, ACTION_BIT(ACTION_MOVE));
}
END_TEST

START_TEST(a_new_round_returns_no_tiles)
{
    begin(0);
    turn(act_coach(73, 57));
    turn(act_alley(58));
    turn(act_move(77));
    ck_assert_uint_eq(scene.game.round, 2);
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scene.game.tiles[TILE_COACH], 1);
    ck_assert_uint_eq(scene.game.tiles[TILE_ALLEY], 1);
    ck_assert_uint_eq(scene.game.tiles[TILE_BOAT], 2);
    turn(act_coach(93, 110));
    expect_error(&scene, act_coach(130, 142), ERROR_SPECIAL_USED_UP);
}
END_TEST

START_TEST(jack_plays_one_special_move_per_turn)
{
    begin(0);
    expect_ok(&scene, act_coach(73, 57));
    expect_phase(&scene, PHASE_WALK);
    expect_error(&scene, act_alley(58), ERROR_NOT_YOUR_TURN);
}
END_TEST

START_TEST(the_kind_of_a_tile_and_its_cells_are_public)
{
    begin(0);
    expect_ok(&scene, act_coach(73, 57));
    struct viewer onlooker = {.role = VIEWER_PUBLIC};
    struct viewed_event seen;
    view_event(&scene.game, onlooker, scenario_event(&scene, EVENT_SPECIAL), &seen);
    ck_assert_uint_eq(seen.shown.fields, EVENT_FIELD_BIT(EVENT_BY_FIELD) | EVENT_FIELD_BIT(EVENT_TILE_FIELD) |
                                             EVENT_FIELD_BIT(EVENT_CELLS_FIELD));
    ck_assert_uint_eq(seen.shown.tile, TILE_COACH);
    ck_assert(list_is(&seen.shown.cells, NUMBERS(CELL_ONE + 1, CELL_ONE + 2)));
    struct view view;
    view_game(&scene.game, onlooker, &view);
    ck_assert_uint_eq(view.tiles[TILE_COACH], 1);
    ck_assert_uint_eq(view.special_cells[CELL_ONE + 2], TILE_COACH);
}
END_TEST

/* ---- coach ---- */

START_TEST(a_coach_takes_two_steps_and_both_are_on_the_row)
{
    begin(0);
    expect_ok(&scene, act_coach(73, 57));
    ck_assert_int_eq(cell_label(scene.game.last_cell), 2);
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 1], 73);
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 2], 57);
    scenario_put_police(&scene, PAWN_YELLOW, 59);
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_YELLOW, 73)); /* the circle he passed through */
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
}
END_TEST

START_TEST(a_coach_takes_adjacent_steps_over_three_different_circles)
{
    begin(0);
    expect_error(&scene, act_coach(73, 35), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(73, 73), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(58, 59), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(73, 59), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(200, 57), ERROR_COACH_WAY);
}
END_TEST

START_TEST(a_coach_needs_two_free_cells)
{
    begin(0);
    scenario_put_last_cell(&scene, CELL_14, 73, 35);
    expect_error(&scene, act_coach(73, 57), ERROR_COACH_CELLS);
    scenario_put_last_cell(&scene, CELL_13, 73, 35);
    expect_ok(&scene, act_coach(73, 57));
    ck_assert_int_eq(cell_label(scene.game.last_cell), 15);
    police_rest();
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
}
END_TEST

START_TEST(a_coach_ignores_investigators)
{
    jack_between(1, 3, 4);
    expect_error(&scene, act_move(9), ERROR_STREET_BLOCKED);
    expect_ok(&scene, act_coach(9, 11));
}
END_TEST

/* ---- special moves and discoveries ---- */

START_TEST(no_circle_of_a_special_move_is_a_discovery_without_a_marker)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(35, 73));
    expect_error(&scene, act_coach(58, 77), ERROR_SPECIAL_DISCOVERY);
    scenario_put_row(&scene, NUMBERS(35, 73, 58));
    expect_error(&scene, act_coach(77, 93), ERROR_SPECIAL_DISCOVERY); /* the first circle counts too */
    scenario_put_row(&scene, NUMBERS(35, 73, 76));
    expect_error(&scene, act_alley(77), ERROR_SPECIAL_DISCOVERY);
    expect_ok(&scene, act_move(77)); /* a normal move may go there */
}
END_TEST

START_TEST(a_discovery_with_a_marker_is_an_ordinary_circle)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(35, 73));
    expect_ok(&scene, act_coach(35, 36)); /* the start */
    begin(0);
    scenario_put_row(&scene, NUMBERS(35, 73, 58));
    turn(act_move(77));
    turn(act_move(76));
    turn(act_alley(77));
    ck_assert_uint_eq(scene.game.round, 2);
    turn(act_move(93));
    turn(act_coach(77, 58));
}
END_TEST

/* ---- alley ---- */

START_TEST(an_alley_leads_to_another_circle_of_the_same_block)
{
    begin(0);
    ck_assert(set_is(&scenario_legal(&scene)->alley, NUMBERS(34, 36, 37, 54)));
    expect_error(&scene, act_alley(35), ERROR_ALLEY_WAY);
    expect_error(&scene, act_alley(73), ERROR_ALLEY_WAY); /* adjacent, but across the street */
    expect_ok(&scene, act_alley(37));
    ck_assert_int_eq(cell_label(scene.game.last_cell), 1);
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SPECIAL)->tile, TILE_ALLEY);
}
END_TEST

START_TEST(an_alley_ignores_investigators)
{
    jack_between(1, 3, 4);
    expect_ok(&scene, act_alley(9));
}
END_TEST

START_TEST(no_alley_crosses_an_area_with_a_blue_circle)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(97)); /* 94, 79 and 114 are on the same water */
    expect_error(&scene, act_alley(94), ERROR_ALLEY_WAY);
    expect_error(&scene, act_alley(114), ERROR_ALLEY_WAY);
    for (unsigned circle = 1; circle <= scene.board->circles; circle++) {
        if (scene.board->circle[circle].colour == CIRCLE_BLUE) {
            ck_assert_msg(set_is_empty(&scene.board->alley[circle]), "an alley from %u", circle);
        }
    }
}
END_TEST

/* ---- boat ---- */

START_TEST(a_boat_goes_to_another_blue_circle_of_the_same_water)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(110));
    ck_assert(set_is(&scenario_legal(&scene)->boat, NUMBERS(131, 143, 144, 166, 167, 184)));
    expect_error(&scene, act_boat(110), ERROR_BOAT_WAY);
    expect_error(&scene, act_boat(111), ERROR_BOAT_WAY); /* blue and adjacent, but on another water */
    expect_error(&scene, act_boat(112), ERROR_BOAT_WAY); /* on the shore, but not blue */
    expect_ok(&scene, act_boat(184));
    ck_assert_int_eq(cell_label(scene.game.last_cell), 1);
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SPECIAL)->tile, TILE_BOAT);
}
END_TEST

START_TEST(a_boat_starts_from_a_blue_circle)
{
    begin(0);
    scenario_put_row(&scene, NUMBERS(112));
    expect_error(&scene, act_boat(110), ERROR_BOAT_WAY);
    expect_error(&scene, act_boat(131), ERROR_BOAT_WAY);
}
END_TEST

START_TEST(a_boat_ignores_investigators)
{
    jack_between(110, 111, 131);
    ck_assert(set_is_empty(&scenario_legal(&scene)->move));
    expect_ok(&scene, act_boat(131));
}
END_TEST

/* ---- no legal move ---- */

static void use_up(enum tile tile)
{
    scene.game.tiles[tile] = 0;
    scene.game.tiles_used[tile] = 2;
}

/* Jack moves from `from` to `to`; then yellow and blue are placed there. */
static void shut_in(unsigned from, unsigned to, unsigned yellow, unsigned blue)
{
    scenario_put_row(&scene, NUMBERS((uint8_t)from));
    expect_ok(&scene, act_move(to));
    scenario_put_police(&scene, PAWN_YELLOW, yellow);
    scenario_put_police(&scene, PAWN_BLUE, blue);
    police_rest();
}

START_TEST(jack_without_a_legal_move_loses)
{
    begin(0);
    use_up(TILE_COACH);
    shut_in(28, 8, 3, 29);
    expect_over(&scene, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
}
END_TEST

START_TEST(a_coach_is_a_legal_move)
{
    begin(0);
    shut_in(28, 8, 3, 29);
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scenario_legal(&scene)->kinds, ACTION_BIT(ACTION_COACH));
}
END_TEST

START_TEST(an_alley_is_a_legal_move)
{
    begin(0);
    use_up(TILE_COACH);
    shut_in(9, 1, 3, 4);
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scenario_legal(&scene)->kinds, ACTION_BIT(ACTION_ALLEY));
    begin(0);
    use_up(TILE_COACH);
    use_up(TILE_ALLEY);
    shut_in(9, 1, 3, 4);
    expect_over(&scene, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
}
END_TEST

START_TEST(a_boat_is_a_legal_move)
{
    begin(0);
    use_up(TILE_COACH);
    shut_in(112, 110, 111, 131);
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scenario_legal(&scene)->kinds, ACTION_BIT(ACTION_BOAT));
    begin(0);
    use_up(TILE_COACH);
    use_up(TILE_BOAT);
    shut_in(112, 110, 111, 131);
    expect_over(&scene, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
}
END_TEST

START_TEST(with_one_cell_left_a_coach_is_not_a_legal_move)
{
    begin(0);
    scenario_put_last_cell(&scene, CELL_13, 8, 28);
    expect_ok(&scene, act_move(8));
    scenario_put_police(&scene, PAWN_YELLOW, 3);
    scenario_put_police(&scene, PAWN_BLUE, 29);
    police_rest();
    expect_over(&scene, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
}
END_TEST

START_TEST(an_alley_to_an_unmarked_discovery_is_not_a_legal_move)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_ok(&scene, act_discoveries(9, 77, 122, 129)); /* 9 is the only circle an alley leads to from 1 */
    expect_ok(&scene, act_start(77));
    scenario_reach(&scene, 1, PHASE_MOVE);
    use_up(TILE_COACH);
    shut_in(11, 1, 3, 4);
    expect_over(&scene, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
}
END_TEST

static Suite *whitehall_jack_suite(void)
{
    Suite *suite = suite_create("whitehall jack");
    TCase *moves = tcase_create("moves");
    tcase_add_test(moves, jack_must_move);
    tcase_add_test(moves, jack_moves_to_an_adjacent_circle);
    tcase_add_test(moves, there_is_no_escape_to_declare);
    tcase_add_test(moves, jack_cannot_pass_an_occupied_crossing);
    tcase_add_test(moves, one_free_line_is_enough);
    tcase_add_test(moves, jack_may_return_to_a_circle_with_a_clue);
    suite_add_tcase(suite, moves);

    TCase *tiles = tcase_create("tiles");
    tcase_add_test(tiles, jack_has_two_tiles_of_each_kind_for_the_whole_game);
    tcase_add_test(tiles, a_new_round_returns_no_tiles);
    tcase_add_test(tiles, jack_plays_one_special_move_per_turn);
    tcase_add_test(tiles, the_kind_of_a_tile_and_its_cells_are_public);
    tcase_add_test(tiles, a_coach_takes_two_steps_and_both_are_on_the_row);
    tcase_add_test(tiles, a_coach_takes_adjacent_steps_over_three_different_circles);
    tcase_add_test(tiles, a_coach_needs_two_free_cells);
    tcase_add_test(tiles, a_coach_ignores_investigators);
    tcase_add_test(tiles, no_circle_of_a_special_move_is_a_discovery_without_a_marker);
    tcase_add_test(tiles, a_discovery_with_a_marker_is_an_ordinary_circle);
    tcase_add_test(tiles, an_alley_leads_to_another_circle_of_the_same_block);
    tcase_add_test(tiles, an_alley_ignores_investigators);
    tcase_add_test(tiles, no_alley_crosses_an_area_with_a_blue_circle);
    tcase_add_test(tiles, a_boat_goes_to_another_blue_circle_of_the_same_water);
    tcase_add_test(tiles, a_boat_starts_from_a_blue_circle);
    tcase_add_test(tiles, a_boat_ignores_investigators);
    suite_add_tcase(suite, tiles);

    TCase *stuck = tcase_create("no way out");
    tcase_add_test(stuck, jack_without_a_legal_move_loses);
    tcase_add_test(stuck, a_coach_is_a_legal_move);
    tcase_add_test(stuck, an_alley_is_a_legal_move);
    tcase_add_test(stuck, a_boat_is_a_legal_move);
    tcase_add_test(stuck, with_one_cell_left_a_coach_is_not_a_legal_move);
    tcase_add_test(stuck, an_alley_to_an_unmarked_discovery_is_not_a_legal_move);
    suite_add_tcase(suite, stuck);
    return suite;
}

int main(void)
{
    return run_suite(whitehall_jack_suite());
}
