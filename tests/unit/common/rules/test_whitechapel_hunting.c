/*
 * test_whitechapel_hunting.c: Hunting 1, rule by rule: Jack's move, Coach, Alley, the escape and every way in
 * which a night can end for Jack. The police are in test_whitechapel_police.c.
 */
#include <check.h>

#include "common/base/array.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void begin(void)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
}

/* Starts the first night with Jack to move; policemen in the order yellow, red, blue, green, brown. */
static void hunt(unsigned hideout, struct numbers row, struct numbers police)
{
    begin();
    expect_ok(&scene, act_hideout(hideout));
    scenario_reach(&scene, 1, PHASE_MOVE);
    scenario_put_all_police(&scene, police);
    scenario_put_row(&scene, row);
}

#define FAR_AWAY NUMBERS(230, 231, 232, 233, 234)

/* All policemen stay and pass until Jack is to move or the game is over. */
static void police_rest(void)
{
    while (scene.game.phase != PHASE_MOVE && scene.game.phase != PHASE_OVER) {
        scenario_default_action(&scene);
    }
}

/* ---- a normal move ---- */

START_TEST(jack_moves_to_an_adjacent_circle_and_records_it)
{
    hunt(90, NUMBERS(127), FAR_AWAY);
    expect_error(&scene, act_move(104), ERROR_NOT_ADJACENT);
    expect_error(&scene, act_move(127), ERROR_NOT_ADJACENT); /* Jack cannot stay */
    expect_error(&scene, act_move(196), ERROR_NOT_ADJACENT);
    expect_error(&scene, act_pass(PAWN_JACK), ERROR_WRONG_PHASE);
    expect_error(&scene, by_pawn(PAWN_BLUE, act_move(103)), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_move(103));
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 1], 103);
    ck_assert(list_is(&scenario_event(&scene, EVENT_MOVE)->cells, NUMBERS(CELL_ONE + 1)));
    expect_phase(&scene, PHASE_WALK);
}
END_TEST

START_TEST(jack_may_go_back_where_he_came_from)
{
    hunt(90, NUMBERS(127, 103), FAR_AWAY);
    expect_ok(&scene, act_move(127));
}
END_TEST

START_TEST(jack_cannot_pass_an_occupied_crossing)
{
    hunt(90, NUMBERS(103), NUMBERS(130, 231, 232, 233, 234));
    expect_error(&scene, act_move(127), ERROR_STREET_BLOCKED);
    expect_error(&scene, act_move(128), ERROR_STREET_BLOCKED);
    expect_ok(&scene, act_move(69));
}
END_TEST

START_TEST(a_policeman_anywhere_on_a_line_closes_it)
{
    static const uint8_t line[] = {68, 85, 86, 87}; /* from 69 to 56 */
    for (unsigned i = 0; i < sizeof line; i++) {
        hunt(90, NUMBERS(69), NUMBERS(230, 231, line[i], 233, 234));
        expect_error(&scene, act_move(56), ERROR_STREET_BLOCKED);
    }
    hunt(90, NUMBERS(69), FAR_AWAY);
    expect_ok(&scene, act_move(56));
}
END_TEST

START_TEST(one_free_line_is_enough)
{
    /* From 61 to 47: one line over 76, another over 77. */
    hunt(90, NUMBERS(61), NUMBERS(76, 231, 232, 233, 234));
    expect_error(&scene, act_move(45), ERROR_STREET_BLOCKED);
    expect_ok(&scene, act_move(47));
    hunt(90, NUMBERS(61), NUMBERS(77, 231, 232, 233, 234));
    expect_ok(&scene, act_move(47));
    hunt(90, NUMBERS(61), NUMBERS(76, 77, 232, 233, 234));
    expect_error(&scene, act_move(47), ERROR_STREET_BLOCKED);
}
END_TEST

START_TEST(a_line_without_crossings_cannot_be_blocked)
{
    hunt(90, NUMBERS(26), NUMBERS(3, 11, 34, 35, 36)); /* all crossings that 26 and 28 are next to */
    const struct legal *legal = scenario_legal(&scene);
    ck_assert(set_is(&legal->move, NUMBERS(28)));
    expect_ok(&scene, act_move(28));
}
END_TEST

/* ---- Coach ---- */

START_TEST(a_coach_takes_two_steps_and_both_are_recorded)
{
    hunt(90, NUMBERS(103), FAR_AWAY);
    expect_ok(&scene, act_coach(69, 56));
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 1], 69);
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 2], 56);
    ck_assert_uint_eq(scene.game.mark[0][CELL_ONE + 1], TILE_COACH);
    ck_assert_uint_eq(scene.game.mark[0][CELL_ONE + 2], TILE_COACH);
    ck_assert_uint_eq(scenario_jack(&scene), 56);
    ck_assert_uint_eq(scene.game.tiles[TILE_COACH], 2);
    const struct event *told = scenario_event(&scene, EVENT_SPECIAL);
    ck_assert_uint_eq(told->tile, TILE_COACH);
    ck_assert(list_is(&told->cells, NUMBERS(CELL_ONE + 1, CELL_ONE + 2)));
    expect_phase(&scene, PHASE_WALK);
}
END_TEST

START_TEST(the_three_circles_of_a_coach_are_different_and_each_step_is_adjacent)
{
    hunt(90, NUMBERS(103), FAR_AWAY);
    expect_error(&scene, act_coach(69, 103), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(69, 69), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(56, 69), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(69, 57), ERROR_COACH_WAY);
    expect_error(&scene, act_coach(69, 0), ERROR_MISSING_KEY);
    expect_error(&scene, act_coach(0, 69), ERROR_MISSING_KEY);
    expect_ok(&scene, act_coach(69, 70)); /* 70 is also adjacent to 103 */
}
END_TEST

START_TEST(policemen_do_not_stop_a_coach)
{
    hunt(90, NUMBERS(103), NUMBERS(88, 130, 87, 68, 86));
    expect_error(&scene, act_move(69), ERROR_STREET_BLOCKED);
    expect_ok(&scene, act_coach(69, 56));
}
END_TEST

START_TEST(a_coach_needs_two_free_cells)
{
    hunt(90, NUMBERS(103), FAR_AWAY);
    scenario_put_last_cell(&scene, CELL_LAST - 1, 69, 103);
    expect_error(&scene, act_coach(69, 56), ERROR_COACH_CELLS);
    scenario_put_last_cell(&scene, CELL_LAST - 3, 69, 103);
    expect_ok(&scene, act_coach(69, 56));
    expect_phase(&scene, PHASE_WALK);
}
END_TEST

START_TEST(coaches_and_alleys_are_used_up)
{
    hunt(90, NUMBERS(103), FAR_AWAY);
    for (unsigned i = 0; i < 3; i++) {
        expect_ok(&scene, i % 2 == 0 ? act_coach(69, 56) : act_coach(69, 103));
        police_rest();
    }
    expect_error(&scene, act_coach(69, 103), ERROR_SPECIAL_USED_UP);
    expect_ok(&scene, act_alley(72));
    police_rest();
    expect_ok(&scene, act_alley(56));
    police_rest();
    expect_error(&scene, act_alley(72), ERROR_SPECIAL_USED_UP);
}
END_TEST

/* ---- Alley ---- */

START_TEST(an_alley_leads_to_another_circle_on_the_same_block)
{
    hunt(90, NUMBERS(56), FAR_AWAY);
    const struct legal *legal = scenario_legal(&scene);
    ck_assert(set_is(&legal->alley, NUMBERS(19, 20, 37, 39, 40, 55, 57, 69, 70, 71, 72, 73)));
    expect_error(&scene, act_alley(56), ERROR_ALLEY_WAY);
    expect_error(&scene, act_alley(68), ERROR_ALLEY_WAY); /* adjacent, but not on one of his blocks */
    expect_ok(&scene, act_alley(72));
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 1], 72);
    ck_assert_uint_eq(scene.game.mark[0][CELL_ONE + 1], TILE_ALLEY);
    ck_assert_uint_eq(scene.game.tiles[TILE_ALLEY], 1);
    ck_assert(list_is(&scenario_event(&scene, EVENT_SPECIAL)->cells, NUMBERS(CELL_ONE + 1)));
    expect_phase(&scene, PHASE_WALK);
}
END_TEST

START_TEST(policemen_do_not_stop_an_alley)
{
    hunt(90, NUMBERS(81), NUMBERS(101, 102, 100, 143, 79));
    const struct legal *legal = scenario_legal(&scene);
    ck_assert(set_is_empty(&legal->move));
    expect_ok(&scene, act_alley(117));
}
END_TEST

START_TEST(there_is_no_alley_from_a_circle_that_is_on_no_block)
{
    hunt(90, NUMBERS(43), FAR_AWAY);
    ck_assert_uint_eq(scenario_legal(&scene)->kinds & ACTION_BIT(ACTION_ALLEY), 0);
    expect_error(&scene, act_alley(44), ERROR_ALLEY_WAY);
}
END_TEST

START_TEST(whitechapel_has_no_boats)
{
    hunt(90, NUMBERS(103), FAR_AWAY);
    expect_error(&scene, act_boat(69), ERROR_WRONG_PHASE);
}
END_TEST

/* ---- the escape ---- */

START_TEST(a_normal_move_onto_the_hideout_may_be_declared_an_escape)
{
    hunt(103, NUMBERS(127), FAR_AWAY);
    ck_assert_uint_eq(scenario_legal(&scene)->escape, 103);
    expect_ok(&scene, act_escape(103));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ESCAPE)->round, 1);
    ck_assert_uint_eq(scene.game.round, 2);
    expect_phase(&scene, PHASE_WOMEN);
}
END_TEST

START_TEST(the_escape_is_jacks_to_declare_or_not)
{
    hunt(103, NUMBERS(127), FAR_AWAY);
    expect_ok(&scene, act_move(103));
    ck_assert_uint_eq(scene.game.round, 1);
    police_rest();
    expect_error(&scene, act_escape(103), ERROR_NOT_ADJACENT); /* he must leave first and come back */
    expect_ok(&scene, act_move(69));
    police_rest();
    expect_ok(&scene, act_escape(103));
    ck_assert_uint_eq(scene.game.round, 2);
}
END_TEST

START_TEST(an_escape_is_declared_on_the_hideout_only)
{
    hunt(90, NUMBERS(127), FAR_AWAY);
    expect_error(&scene, act_escape(103), ERROR_ESCAPE_ELSEWHERE);
    expect_error(&scene, act_escape(90), ERROR_NOT_ADJACENT);
    hunt(103, NUMBERS(127), NUMBERS(130, 231, 232, 233, 234));
    expect_error(&scene, act_escape(103), ERROR_STREET_BLOCKED);
}
END_TEST

START_TEST(a_special_move_onto_the_hideout_is_not_an_escape)
{
    hunt(56, NUMBERS(103), FAR_AWAY);
    struct action coach = act_coach(69, 56);
    coach.escape = 1;
    expect_error(&scene, coach, ERROR_UNKNOWN_KEY);
    expect_ok(&scene, act_coach(69, 56));
    ck_assert_uint_eq(scene.game.round, 1);
    hunt(72, NUMBERS(56), FAR_AWAY);
    struct action alley = act_alley(72);
    alley.escape = 1;
    expect_error(&scene, alley, ERROR_UNKNOWN_KEY);
    expect_ok(&scene, act_alley(72));
    ck_assert_uint_eq(scene.game.round, 1);
    expect_phase(&scene, PHASE_WALK);
}
END_TEST

START_TEST(an_escape_takes_the_clues_off_and_leaves_policemen_and_crimes)
{
    hunt(69, NUMBERS(127), NUMBERS(129, 230, 231, 232, 233));
    expect_ok(&scene, act_move(103));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_YELLOW, 127));
    ck_assert(set_has(&scene.game.clues, 127));
    police_rest();
    expect_ok(&scene, act_escape(69));
    ck_assert(set_is_empty(&scene.game.clues));
    ck_assert_uint_eq(scene.game.clue_markers, 0);
    ck_assert_uint_eq(scene.game.crossing[PAWN_YELLOW], 129);
    ck_assert_uint_eq(scene.game.crossing[PAWN_BROWN], 233);
    ck_assert_uint_eq(scene.game.crimes, 1);
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE + 2], 69); /* the row stays on the sheet */
}
END_TEST

START_TEST(the_fourth_escape_wins_with_five_victims)
{
    scenario_reach(&scene, 4, PHASE_MOVE);
    while (scene.game.phase != PHASE_OVER) {
        scenario_default_action(&scene);
    }
    expect_over(&scene, WINNER_JACK, REASON_FIVE_VICTIMS);
    ck_assert_uint_eq(scene.game.crimes, 5);
    ck_assert_ptr_nonnull(scenario_event(&scene, EVENT_ESCAPE));
}
END_TEST

/* ---- how Jack loses ---- */

START_TEST(filling_cell_15_without_an_escape_loses_at_once)
{
    hunt(90, NUMBERS(103), FAR_AWAY);
    scenario_put_last_cell(&scene, CELL_LAST - 1, 69, 103);
    expect_ok(&scene, act_move(127));
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
}
END_TEST

START_TEST(filling_cell_15_on_the_hideout_undeclared_loses_too)
{
    hunt(127, NUMBERS(103), FAR_AWAY);
    scenario_put_last_cell(&scene, CELL_LAST - 1, 69, 103);
    expect_ok(&scene, act_move(127));
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
}
END_TEST

START_TEST(an_escape_in_cell_15_is_in_time)
{
    hunt(127, NUMBERS(103), FAR_AWAY);
    scenario_put_last_cell(&scene, CELL_LAST - 1, 69, 103);
    expect_ok(&scene, act_escape(127));
    ck_assert_uint_eq(scene.game.round, 2);
    ck_assert_uint_eq(scene.game.winner, WINNER_NONE);
}
END_TEST

START_TEST(a_coach_onto_15_loses)
{
    hunt(56, NUMBERS(103), FAR_AWAY);
    scenario_put_last_cell(&scene, CELL_LAST - 2, 69, 103);
    expect_ok(&scene, act_coach(69, 56));
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
}
END_TEST

START_TEST(an_alley_onto_15_loses)
{
    hunt(72, NUMBERS(56), FAR_AWAY);
    scenario_put_last_cell(&scene, CELL_LAST - 1, 69, 56);
    expect_ok(&scene, act_alley(72));
    expect_over(&scene, WINNER_POLICE, REASON_OUT_OF_MOVES);
}
END_TEST

/* Puts Jack on 81, whose two ways out are occupied, with these tiles. */
static void corner_jack(unsigned last_cell, unsigned coaches, unsigned alleys)
{
    hunt(90, NUMBERS(80), NUMBERS(100, 143, 232, 233, 234));
    scenario_put_last_cell(&scene, last_cell - 1, 81, 80);
    scene.game.tiles[TILE_COACH] = (uint8_t)coaches;
    scene.game.tiles[TILE_ALLEY] = (uint8_t)alleys;
    expect_ok(&scene, act_move(81));
    expect_ok(&scene, act_walk(PAWN_YELLOW, 101));
    expect_ok(&scene, act_walk(PAWN_RED, 102));
    police_rest();
}

START_TEST(jack_without_a_legal_move_loses)
{
    corner_jack(CELL_ONE + 5, 0, 0);
    expect_over(&scene, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
}
END_TEST

START_TEST(a_coach_or_an_alley_is_a_legal_move)
{
    corner_jack(CELL_ONE + 5, 1, 0);
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scenario_legal(&scene)->kinds, ACTION_BIT(ACTION_COACH));
    expect_error(&scene, act_move(80), ERROR_STREET_BLOCKED);
    expect_ok(&scene, act_coach(80, 62));
    corner_jack(CELL_ONE + 5, 0, 1);
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scenario_legal(&scene)->kinds, ACTION_BIT(ACTION_ALLEY));
}
END_TEST

START_TEST(a_coach_without_two_free_cells_is_not_a_legal_move)
{
    corner_jack(CELL_LAST - 1, 2, 0);
    expect_over(&scene, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &jack_moves_to_an_adjacent_circle_and_records_it,
        &jack_may_go_back_where_he_came_from,
        &jack_cannot_pass_an_occupied_crossing,
        &a_policeman_anywhere_on_a_line_closes_it,
        &one_free_line_is_enough,
        &a_line_without_crossings_cannot_be_blocked,
        &a_coach_takes_two_steps_and_both_are_recorded,
        &the_three_circles_of_a_coach_are_different_and_each_step_is_adjacent,
        &policemen_do_not_stop_a_coach,
        &a_coach_needs_two_free_cells,
        &coaches_and_alleys_are_used_up,
        &an_alley_leads_to_another_circle_on_the_same_block,
        &policemen_do_not_stop_an_alley,
        &there_is_no_alley_from_a_circle_that_is_on_no_block,
        &whitechapel_has_no_boats,
        &a_normal_move_onto_the_hideout_may_be_declared_an_escape,
        &the_escape_is_jacks_to_declare_or_not,
        &an_escape_is_declared_on_the_hideout_only,
        &a_special_move_onto_the_hideout_is_not_an_escape,
        &an_escape_takes_the_clues_off_and_leaves_policemen_and_crimes,
        &the_fourth_escape_wins_with_five_victims,
        &filling_cell_15_without_an_escape_loses_at_once,
        &filling_cell_15_on_the_hideout_undeclared_loses_too,
        &an_escape_in_cell_15_is_in_time,
        &a_coach_onto_15_loses,
        &an_alley_onto_15_loses,
        &jack_without_a_legal_move_loses,
        &a_coach_or_an_alley_is_a_legal_move,
        &a_coach_without_two_free_cells_is_not_a_legal_move,
    };
    return scenario_run("whitechapel_hunting", begin, tests, COUNT(tests));
}
