/*
 * test_whitehall_powers.c: Whitehall Mystery with and without the options powers and smoker.
 *
 * The games are set up as in test_whitehall.c. Next to crossing 3 are the circles 1 8 9, next to crossing 4
 * are 1 9 11, next to 29 are 8 28. Crossing 52 is on the outline of a block that crossing 92 is also on, but
 * more than two crossings away from it.
 */
#include <check.h>

#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

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
}

static void police_rest(void)
{
    while (scene.game.phase == PHASE_WALK || scene.game.phase == PHASE_ACT) {
        scenario_default_action(&scene);
    }
}

/* Jack's row is 1 9 11; yellow on 3, blue on 4 and red on 29 are about to act. */
static void begin_acting(uint32_t options)
{
    begin(options);
    scenario_put_row(&scene, NUMBERS(1, 9));
    expect_ok(&scene, act_move(11));
    scenario_reach(&scene, 1, PHASE_ACT);
    scenario_put_all_police(&scene, NUMBERS(3, 29, 4));
}

static void expect_actor(enum pawn pawn)
{
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(pawn));
}

/* ---- powers: Waring ---- */

static void begin_walking(uint32_t options)
{
    begin(options);
    expect_ok(&scene, act_move(73));
    scenario_put_police(&scene, PAWN_YELLOW, 92);
}

START_TEST(waring_goes_around_a_block_his_crossing_is_on)
{
    begin_walking(OPTION_POWERS);
    ck_assert(set_is(&scenario_legal(&scene)->walk_power,
                     NUMBERS(52, 61, 62, 72, 73, 74, 75, 76, 84, 85, 90, 91, 93, 99, 100)));
    expect_error(&scene, act_walk(PAWN_YELLOW, 52), ERROR_WALK_FAR);
    expect_error(&scene, with_power(act_walk(PAWN_YELLOW, 71)),
                 ERROR_POWER_HOUSES); /* within reach, but on no such block */
    expect_ok(&scene, with_power(act_walk(PAWN_YELLOW, 52)));
    ck_assert_uint_eq(scene.game.crossing[PAWN_YELLOW], 52);
    ck_assert_uint_eq(scenario_event(&scene, EVENT_WALK)->power, 1);
    expect_actor(PAWN_BLUE);
}
END_TEST

START_TEST(waring_goes_to_another_free_crossing)
{
    begin_walking(OPTION_POWERS);
    scenario_put_police(&scene, PAWN_RED, 52);
    expect_error(&scene, with_power(act_walk(PAWN_YELLOW, 52)), ERROR_POWER_HOUSES);
    expect_error(&scene, with_power(act_walk(PAWN_YELLOW, 92)), ERROR_POWER_HOUSES); /* his own */
}
END_TEST

START_TEST(warings_power_is_used_once_a_game)
{
    begin_walking(OPTION_POWERS);
    expect_ok(&scene, with_power(act_walk(PAWN_YELLOW, 52)));
    police_rest();
    expect_ok(&scene, act_move(35));
    expect_error(&scene, with_power(act_walk(PAWN_YELLOW, 92)), ERROR_POWER_USED);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 52));
}
END_TEST

START_TEST(only_waring_has_warings_power)
{
    begin_walking(OPTION_POWERS);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 92));
    expect_error(&scene, with_power(act_walk(PAWN_BLUE, 109)), ERROR_POWER_NONE);
    expect_error(&scene, with_power(act_walk(PAWN_BLUE, 107)), ERROR_POWER_NONE);
}
END_TEST

/* ---- powers: Ferris ---- */

/* Like begin_acting(), with Ferris (blue) next. */
static void ferris_acts(void)
{
    begin_acting(OPTION_POWERS);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
}

START_TEST(ferris_arrests_after_a_hit)
{
    ferris_acts();
    expect_ok(&scene, with_power(act_search(PAWN_BLUE, 9)));
    ck_assert_uint_eq(scene.game.clue_markers, 1);
    expect_actor(PAWN_BLUE);
    expect_error(&scene, act_search(PAWN_BLUE, 1), ERROR_WRONG_PHASE); /* the clue ended the search */
    expect_ok(&scene, act_arrest(PAWN_BLUE, 11));
    expect_over(&scene, WINNER_POLICE, REASON_ARREST);
}
END_TEST

START_TEST(ferris_arrests_after_a_search_that_found_nothing)
{
    ferris_acts();
    scenario_put_row(&scene, NUMBERS(28));
    expect_ok(&scene, with_power(act_search(PAWN_BLUE, 1)));
    expect_ok(&scene, act_search(PAWN_BLUE, 9));
    expect_ok(&scene, act_search(PAWN_BLUE, 11));
    expect_actor(PAWN_BLUE);
    expect_ok(&scene, act_arrest(PAWN_BLUE, 11)); /* no circle is left to search, but any can be named here */
    expect_actor(PAWN_RED);
}
END_TEST

START_TEST(ferris_ends_the_search_with_a_pass_and_declines_the_arrest_with_another)
{
    ferris_acts();
    scenario_put_row(&scene, NUMBERS(28));
    expect_ok(&scene, with_power(act_search(PAWN_BLUE, 1)));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_actor(PAWN_BLUE);
    expect_error(&scene, act_search(PAWN_BLUE, 9), ERROR_WRONG_PHASE);
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_actor(PAWN_RED);
}
END_TEST

START_TEST(after_a_hit_ferris_declines_the_arrest_with_one_pass)
{
    ferris_acts();
    expect_ok(&scene, with_power(act_search(PAWN_BLUE, 9)));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_actor(PAWN_RED);
    expect_error(&scene, act_search(PAWN_BLUE, 1), ERROR_NOT_YOUR_TURN);
}
END_TEST

START_TEST(an_arrest_ends_ferriss_search)
{
    ferris_acts();
    scenario_put_row(&scene, NUMBERS(28));
    expect_ok(&scene, with_power(act_search(PAWN_BLUE, 1)));
    expect_ok(&scene, act_arrest(PAWN_BLUE, 1));
    expect_actor(PAWN_RED);
    ck_assert(set_is_empty(&scene.game.searched));
}
END_TEST

START_TEST(ferris_declares_his_power_with_his_first_search)
{
    ferris_acts();
    scenario_put_row(&scene, NUMBERS(28));
    expect_ok(&scene, act_search(PAWN_BLUE, 1));
    expect_error(&scene, with_power(act_search(PAWN_BLUE, 9)), ERROR_SEARCH_UNFINISHED);
    expect_error(&scene, act_arrest(PAWN_BLUE, 9), ERROR_SEARCH_UNFINISHED);
    expect_ok(&scene, act_search(PAWN_BLUE, 9)); /* an ordinary search continues and does not use the power */
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_actor(PAWN_RED);
    ck_assert_uint_eq(scene.game.powers_used, 0);
}
END_TEST

START_TEST(ferriss_power_is_used_once_a_game)
{
    ferris_acts();
    expect_ok(&scene, with_power(act_search(PAWN_BLUE, 9)));
    police_rest();
    expect_ok(&scene, act_move(10));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_error(&scene, with_power(act_search(PAWN_BLUE, 9)), ERROR_POWER_USED);
    expect_ok(&scene, act_search(PAWN_BLUE, 9));
    expect_actor(PAWN_RED);
}
END_TEST

START_TEST(only_ferris_has_ferriss_power)
{
    begin_acting(OPTION_POWERS);
    expect_error(&scene, with_power(act_search(PAWN_YELLOW, 9)), ERROR_POWER_NONE);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_error(&scene, with_power(act_search(PAWN_RED, 8)), ERROR_POWER_NONE);
}
END_TEST

/* ---- powers: Bond ---- */

static void bond_acts_on(unsigned crossing)
{
    begin_acting(OPTION_POWERS);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    scenario_put_police(&scene, PAWN_BLUE, 40);
    scenario_put_police(&scene, PAWN_RED, crossing);
}

START_TEST(bond_arrests_on_every_circle_next_to_him)
{
    bond_acts_on(4);
    expect_ok(&scene, with_power(act_arrest(PAWN_RED, 0)));
    ck_assert(list_is(&scenario_event(&scene, EVENT_ARREST)->circles, NUMBERS(1, 9, 11)));
    expect_over(&scene, WINNER_POLICE, REASON_ARREST);
}
END_TEST

START_TEST(bonds_power_is_used_up_even_by_a_miss)
{
    bond_acts_on(29);
    expect_error(&scene, with_power(act_arrest(PAWN_RED, 8)), ERROR_ARREST_NAMES_ALL);
    expect_error(&scene, act_arrest(PAWN_RED, 0), ERROR_ARREST_NAMES_ONE);
    expect_ok(&scene, with_power(act_arrest(PAWN_RED, 0)));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ARREST)->found, 0);
    expect_phase(&scene, PHASE_MOVE);
    expect_ok(&scene, act_move(10));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_error(&scene, with_power(act_arrest(PAWN_RED, 0)), ERROR_POWER_USED);
    expect_ok(&scene, act_arrest(PAWN_RED, 8));
}
END_TEST

START_TEST(only_bond_has_bonds_power)
{
    begin_acting(OPTION_POWERS);
    expect_error(&scene, with_power(act_arrest(PAWN_YELLOW, 0)), ERROR_POWER_NONE);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_error(&scene, with_power(act_arrest(PAWN_BLUE, 0)), ERROR_POWER_NONE);
}
END_TEST

START_TEST(every_investigator_can_use_a_power_in_the_same_game)
{
    begin(OPTION_POWERS);
    scenario_put_row(&scene, NUMBERS(1, 9));
    expect_ok(&scene, act_move(11));
    scenario_put_all_police(&scene, NUMBERS(92, 29, 4));
    expect_ok(&scene, with_power(act_walk(PAWN_YELLOW, 52)));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, with_power(act_search(PAWN_BLUE, 9)));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_ok(&scene, with_power(act_arrest(PAWN_RED, 0)));
    ck_assert_uint_eq(scene.game.powers_used, game_policemen(GAME_WHITEHALL));
}
END_TEST

START_TEST(without_the_option_nobody_has_a_power)
{
    begin_walking(0);
    expect_error(&scene, with_power(act_walk(PAWN_YELLOW, 52)), ERROR_OPTION_OFF);
    begin_acting(0);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_error(&scene, with_power(act_search(PAWN_BLUE, 9)), ERROR_OPTION_OFF);
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_error(&scene, with_power(act_arrest(PAWN_RED, 0)), ERROR_OPTION_OFF);
}
END_TEST

/* ---- smoker ---- */

START_TEST(the_smoker_marks_every_visited_circle_next_to_yellow)
{
    begin_acting(OPTION_SMOKER);
    expect_ok(&scene, act_smoker());
    ck_assert(list_is(&scenario_event(&scene, EVENT_SMOKER)->circles, NUMBERS(1, 9)));
    ck_assert(set_is(&scene.game.clues, NUMBERS(1, 9)));
    ck_assert_uint_eq(scene.game.clue_markers, 2);
    expect_actor(PAWN_BLUE); /* the smoker replaced the search */
}
END_TEST

START_TEST(the_smoker_may_find_nothing)
{
    begin_acting(OPTION_SMOKER);
    scenario_put_row(&scene, NUMBERS(11));
    expect_ok(&scene, act_smoker());
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SMOKER)->circles.count, 0);
    ck_assert(set_is_empty(&scene.game.clues));
    expect_actor(PAWN_BLUE);
}
END_TEST

START_TEST(the_smoker_adds_no_second_marker)
{
    begin_acting(OPTION_SMOKER);
    expect_ok(&scene, act_search(PAWN_YELLOW, 9));
    police_rest();
    expect_ok(&scene, act_move(10));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_smoker());
    ck_assert(list_is(&scenario_event(&scene, EVENT_SMOKER)->circles, NUMBERS(1, 9)));
    ck_assert_uint_eq(scene.game.clue_markers, 2);
}
END_TEST

START_TEST(the_smoker_is_used_once_a_game)
{
    begin_acting(OPTION_SMOKER);
    expect_ok(&scene, act_smoker());
    police_rest();
    expect_ok(&scene, act_move(10));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_error(&scene, act_smoker(), ERROR_POWER_USED);
    expect_ok(&scene, act_search(PAWN_YELLOW, 8));
}
END_TEST

START_TEST(the_smoker_is_yellows_alone)
{
    begin_acting(OPTION_SMOKER);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_error(&scene, by_pawn(PAWN_BLUE, act_smoker()), ERROR_POWER_NONE);
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_error(&scene, by_pawn(PAWN_RED, act_smoker()), ERROR_POWER_NONE);
}
END_TEST

START_TEST(the_smoker_is_not_used_in_the_middle_of_a_search)
{
    begin_acting(OPTION_SMOKER);
    expect_ok(&scene, act_search(PAWN_YELLOW, 8));
    expect_error(&scene, act_smoker(), ERROR_SEARCH_UNFINISHED);
}
END_TEST

START_TEST(yellow_may_use_smoker_and_power_in_one_game)
{
    begin_walking(OPTION_POWERS | OPTION_SMOKER);
    expect_ok(&scene, with_power(act_walk(PAWN_YELLOW, 52)));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_smoker());
    ck_assert_uint_eq(scene.game.smoker_used, 1);
    ck_assert_uint_eq(scene.game.powers_used, PAWN_BIT(PAWN_YELLOW));
}
END_TEST

START_TEST(without_the_option_there_is_no_smoker)
{
    begin_acting(OPTION_POWERS);
    expect_error(&scene, act_smoker(), ERROR_OPTION_OFF);
}
END_TEST

static TCase *powers(void)
{
    TCase *tests = tcase_create("powers");
    tcase_add_test(tests, waring_goes_around_a_block_his_crossing_is_on);
    tcase_add_test(tests, waring_goes_to_another_free_crossing);
    tcase_add_test(tests, warings_power_is_used_once_a_game);
    tcase_add_test(tests, only_waring_has_warings_power);
    tcase_add_test(tests, ferris_arrests_after_a_hit);
    tcase_add_test(tests, ferris_arrests_after_a_search_that_found_nothing);
    tcase_add_test(tests, ferris_ends_the_search_with_a_pass_and_declines_the_arrest_with_another);
    tcase_add_test(tests, after_a_hit_ferris_declines_the_arrest_with_one_pass);
    tcase_add_test(tests, an_arrest_ends_ferriss_search);
    tcase_add_test(tests, ferris_declares_his_power_with_his_first_search);
    tcase_add_test(tests, ferriss_power_is_used_once_a_game);
    tcase_add_test(tests, only_ferris_has_ferriss_power);
    tcase_add_test(tests, bond_arrests_on_every_circle_next_to_him);
    tcase_add_test(tests, bonds_power_is_used_up_even_by_a_miss);
    tcase_add_test(tests, only_bond_has_bonds_power);
    tcase_add_test(tests, every_investigator_can_use_a_power_in_the_same_game);
    tcase_add_test(tests, without_the_option_nobody_has_a_power);
    return tests;
}

static TCase *smoker(void)
{
    TCase *tests = tcase_create("smoker");
    tcase_add_test(tests, the_smoker_marks_every_visited_circle_next_to_yellow);
    tcase_add_test(tests, the_smoker_may_find_nothing);
    tcase_add_test(tests, the_smoker_adds_no_second_marker);
    tcase_add_test(tests, the_smoker_is_used_once_a_game);
    tcase_add_test(tests, the_smoker_is_yellows_alone);
    tcase_add_test(tests, the_smoker_is_not_used_in_the_middle_of_a_search);
    tcase_add_test(tests, yellow_may_use_smoker_and_power_in_one_game);
    tcase_add_test(tests, without_the_option_there_is_no_smoker);
    return tests;
}

int main(void)
{
    Suite *suite = suite_create("whitehall powers");
    suite_add_tcase(suite, powers());
    suite_add_tcase(suite, smoker());
    return run_suite(suite);
}
