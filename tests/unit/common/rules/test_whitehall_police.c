/*
 * test_whitehall_police.c: Whitehall Mystery, phases 2 and 3: how the investigators walk, search and arrest.
 *
 * They are often placed around 1, 8, 9 and 11 in the north-west: next to crossing 3 are 1 8 9, next to
 * crossing 4 are 1 9 11, next to crossing 29 are 8 28. The only way from 4 to 29 in two steps is over 3.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void begin(void)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
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
static void begin_acting(void)
{
    begin();
    scenario_put_row(&scene, NUMBERS(1, 9));
    expect_ok(&scene, act_move(11));
    scenario_reach(&scene, 1, PHASE_ACT);
    scenario_put_all_police(&scene, NUMBERS(3, 29, 4));
}

static bool last_search_hit(void)
{
    return scenario_event(&scene, EVENT_SEARCH)->found != 0;
}

/* ---- phase 2 ---- */

START_TEST(an_investigator_walks_up_to_two_crossings)
{
    begin();
    expect_ok(&scene, act_move(73));
    scenario_put_police(&scene, PAWN_YELLOW, 3); /* adjacent to 4, 14 and 29 */
    ck_assert(set_is(&scenario_legal(&scene)->walk[PAWN_YELLOW], NUMBERS(3, 4, 5, 14, 15, 29, 30, 40)));
    expect_error(&scene, act_walk(PAWN_YELLOW, 6), ERROR_WALK_FAR);
    expect_error(&scene, act_walk(PAWN_YELLOW, 200), ERROR_WALK_FAR);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 5));
    ck_assert_uint_eq(scene.game.crossing[PAWN_YELLOW], 5);
}
END_TEST

START_TEST(an_investigator_may_stay)
{
    begin();
    expect_ok(&scene, act_move(73));
    expect_error(&scene, act_pass(PAWN_YELLOW), ERROR_WRONG_PHASE);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 82));
    ck_assert_uint_eq(scene.game.crossing[PAWN_YELLOW], 82);
}
END_TEST

START_TEST(an_investigator_may_pass_others_but_not_stop_on_one)
{
    begin();
    expect_ok(&scene, act_move(73));
    scenario_put_police(&scene, PAWN_YELLOW, 4);
    scenario_put_police(&scene, PAWN_BLUE, 3);
    expect_error(&scene, act_walk(PAWN_YELLOW, 3), ERROR_CROSSING_TAKEN);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 29));
}
END_TEST

START_TEST(all_walk_before_anybody_acts)
{
    begin();
    expect_ok(&scene, act_move(73));
    expect_error(&scene, act_search(PAWN_YELLOW, 87), ERROR_WRONG_PHASE);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 82));
    expect_error(&scene, act_arrest(PAWN_YELLOW, 87), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_walk(PAWN_BLUE, 108));
    expect_ok(&scene, act_walk(PAWN_RED, 109));
    expect_phase(&scene, PHASE_ACT);
    expect_error(&scene, act_walk(PAWN_YELLOW, 82), ERROR_WRONG_PHASE);
}
END_TEST

/* ---- phase 3: searching ---- */

START_TEST(only_circles_next_to_him_can_be_searched)
{
    begin_acting();
    ck_assert(set_is(&scenario_legal(&scene)->search[PAWN_YELLOW], NUMBERS(1, 8, 9)));
    expect_error(&scene, act_search(PAWN_YELLOW, 11), ERROR_NOT_NEXT_TO);
    expect_error(&scene, act_search(PAWN_YELLOW, 200), ERROR_NOT_NEXT_TO);
}
END_TEST

START_TEST(a_hit_marks_the_circle_and_ends_the_action)
{
    begin_acting();
    expect_ok(&scene, act_search(PAWN_YELLOW, 9));
    ck_assert(last_search_hit());
    ck_assert(set_is(&scene.game.clues, NUMBERS(9)));
    ck_assert_uint_eq(scene.game.clue_markers, 1);
    expect_error(&scene, act_search(PAWN_YELLOW, 1), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, act_arrest(PAWN_YELLOW, 1), ERROR_NOT_YOUR_TURN);
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_BLUE));
}
END_TEST

START_TEST(after_a_miss_the_search_may_go_on)
{
    begin_acting();
    expect_ok(&scene, act_search(PAWN_YELLOW, 8));
    ck_assert(!last_search_hit());
    ck_assert(set_is_empty(&scene.game.clues));
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_YELLOW));
    expect_error(&scene, act_search(PAWN_YELLOW, 8), ERROR_SEARCHED_ALREADY);
    expect_ok(&scene, act_search(PAWN_YELLOW, 1));
    ck_assert(last_search_hit());
}
END_TEST

START_TEST(after_a_miss_the_search_may_stop)
{
    begin_acting();
    expect_ok(&scene, act_search(PAWN_YELLOW, 8));
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_BLUE));
    ck_assert(set_is_empty(&scene.game.searched));
}
END_TEST

START_TEST(a_search_is_not_followed_by_an_arrest)
{
    begin_acting();
    expect_ok(&scene, act_search(PAWN_YELLOW, 8));
    expect_error(&scene, act_arrest(PAWN_YELLOW, 9), ERROR_SEARCH_UNFINISHED);
}
END_TEST

START_TEST(a_search_ends_when_no_circle_is_left)
{
    begin_acting();
    scenario_put_row(&scene, NUMBERS(9, 11));
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_ok(&scene, act_search(PAWN_RED, 8));
    expect_phase(&scene, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_RED, 28));
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(another_investigator_may_ask_for_the_same_circle)
{
    begin_acting();
    scenario_put_row(&scene, NUMBERS(9, 11));
    expect_ok(&scene, act_search(PAWN_YELLOW, 1));
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_search(PAWN_BLUE, 1));
    ck_assert(!last_search_hit());
}
END_TEST

START_TEST(a_circle_with_a_clue_is_a_hit_without_a_second_marker)
{
    begin_acting();
    expect_ok(&scene, act_search(PAWN_YELLOW, 9));
    expect_ok(&scene, act_search(PAWN_BLUE, 9));
    ck_assert(last_search_hit());
    ck_assert_uint_eq(scene.game.clue_markers, 1);
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_RED));
}
END_TEST

START_TEST(the_circle_jack_is_on_is_a_hit)
{
    begin_acting();
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_search(PAWN_BLUE, 11));
    ck_assert(last_search_hit());
    expect_phase(&scene, PHASE_ACT); /* a clue is not an arrest */
}
END_TEST

START_TEST(the_start_of_the_round_is_a_hit_though_it_bears_a_red_marker)
{
    begin();
    scenario_put_police(&scene, PAWN_YELLOW, 34);
    expect_ok(&scene, act_move(73));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_YELLOW, 35));
    ck_assert(last_search_hit());
    ck_assert(set_is(&scene.game.clues, NUMBERS(35)));
}
END_TEST

START_TEST(only_circles_of_this_round_are_hits)
{
    begin();
    scenario_put_row(&scene, NUMBERS(35, 73, 58));
    expect_ok(&scene, act_move(77));
    police_rest();
    ck_assert_uint_eq(scene.game.round, 2);
    scenario_put_all_police(&scene, NUMBERS(34, 71, 92));
    expect_ok(&scene, act_move(76));
    scenario_reach(&scene, 2, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_YELLOW, 35)); /* a red marker, but from the first round */
    ck_assert(!last_search_hit());
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_search(PAWN_BLUE, 77)); /* the start of the second round */
    ck_assert(last_search_hit());
    expect_ok(&scene, act_search(PAWN_RED, 58));
    ck_assert(!last_search_hit());
}
END_TEST

/* ---- phase 3: arresting ---- */

START_TEST(an_arrest_where_jack_stands_wins)
{
    begin_acting();
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_arrest(PAWN_BLUE, 11));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ARREST)->found, 1);
    expect_over(&scene, WINNER_POLICE, REASON_ARREST);
}
END_TEST

START_TEST(a_failed_arrest_ends_the_action_and_reveals_nothing_more)
{
    begin_acting();
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 9)); /* where he has been, but no longer is */
    const struct event *event = scenario_event(&scene, EVENT_ARREST);
    ck_assert_uint_eq(event->found, 0);
    ck_assert_uint_eq(event->fields, EVENT_FIELD_BIT(EVENT_BY_FIELD) | EVENT_FIELD_BIT(EVENT_CIRCLE_FIELD) |
                                         EVENT_FIELD_BIT(EVENT_FOUND_FIELD));
    ck_assert_uint_eq(scene.events.count, 1);
    ck_assert(set_is_empty(&scene.game.clues));
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_BLUE));
}
END_TEST

START_TEST(an_arrest_names_one_circle_next_to_the_investigator)
{
    begin_acting();
    expect_error(&scene, act_arrest(PAWN_YELLOW, 0), ERROR_ARREST_NAMES_ONE);
    expect_error(&scene, act_arrest(PAWN_YELLOW, 11), ERROR_NOT_NEXT_TO);
    ck_assert(set_is(&scenario_legal(&scene)->arrest[PAWN_YELLOW], NUMBERS(1, 8, 9)));
}
END_TEST

START_TEST(each_investigator_may_pass)
{
    begin_acting();
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_ok(&scene, act_pass(PAWN_RED));
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(there_is_no_rushing_in_whitehall)
{
    begin_acting();
    expect_error(&scene, act_rush(PAWN_YELLOW, 14), ERROR_WRONG_PHASE);
}
END_TEST

/* ---- investigators with nothing to do; the printed board has no such crossing ---- */

/* Jack has moved to `circle` on a board where the given crossings have no circle next to them. */
static struct board *begin_on_bare_board(struct numbers bare, struct numbers row, unsigned circle)
{
    struct board *board = malloc(sizeof *board);
    ck_assert_ptr_nonnull(board);
    begin();
    *board = *scene.board;
    for (unsigned i = 0; i < bare.count; i++) {
        memset(&board->next_to[bare.item[i]], 0, sizeof board->next_to[0]);
    }
    scene.board = board;
    scenario_put_row(&scene, row);
    expect_ok(&scene, act_move(circle));
    return board;
}

START_TEST(investigators_with_no_circle_next_to_them_are_skipped)
{
    struct board *board = begin_on_bare_board(NUMBERS(108), NUMBERS(35), 73);
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_RED));
    expect_ok(&scene, act_pass(PAWN_RED));
    expect_phase(&scene, PHASE_MOVE);
    free(board);
}
END_TEST

START_TEST(a_walk_that_led_to_an_announcement_cannot_be_taken_back)
{
    struct board *board = begin_on_bare_board(NUMBERS(82, 108, 109), NUMBERS(35, 73, 58), 77);
    struct action last = act_walk(PAWN_RED, 109);
    struct action first = act_walk(PAWN_YELLOW, 82);
    expect_ok(&scene, first);
    ck_assert(game_undoable(&scene.game, &first));
    expect_ok(&scene, act_walk(PAWN_BLUE, 108));
    expect_ok(&scene, last);
    ck_assert_ptr_nonnull(scenario_event(&scene, EVENT_DISCOVERY));
    ck_assert(!game_undoable(&scene.game, &last));
    free(board);
}
END_TEST

static Suite *whitehall_police_suite(void)
{
    Suite *suite = suite_create("whitehall police");
    TCase *walking = tcase_create("walking");
    tcase_add_test(walking, an_investigator_walks_up_to_two_crossings);
    tcase_add_test(walking, an_investigator_may_stay);
    tcase_add_test(walking, an_investigator_may_pass_others_but_not_stop_on_one);
    tcase_add_test(walking, all_walk_before_anybody_acts);
    suite_add_tcase(suite, walking);

    TCase *searching = tcase_create("searching");
    tcase_add_test(searching, only_circles_next_to_him_can_be_searched);
    tcase_add_test(searching, a_hit_marks_the_circle_and_ends_the_action);
    tcase_add_test(searching, after_a_miss_the_search_may_go_on);
    tcase_add_test(searching, after_a_miss_the_search_may_stop);
    tcase_add_test(searching, a_search_is_not_followed_by_an_arrest);
    tcase_add_test(searching, a_search_ends_when_no_circle_is_left);
    tcase_add_test(searching, another_investigator_may_ask_for_the_same_circle);
    tcase_add_test(searching, a_circle_with_a_clue_is_a_hit_without_a_second_marker);
    tcase_add_test(searching, the_circle_jack_is_on_is_a_hit);
    tcase_add_test(searching, the_start_of_the_round_is_a_hit_though_it_bears_a_red_marker);
    tcase_add_test(searching, only_circles_of_this_round_are_hits);
    suite_add_tcase(suite, searching);

    TCase *arresting = tcase_create("arresting");
    tcase_add_test(arresting, an_arrest_where_jack_stands_wins);
    tcase_add_test(arresting, a_failed_arrest_ends_the_action_and_reveals_nothing_more);
    tcase_add_test(arresting, an_arrest_names_one_circle_next_to_the_investigator);
    tcase_add_test(arresting, each_investigator_may_pass);
    tcase_add_test(arresting, there_is_no_rushing_in_whitehall);
    tcase_add_test(arresting, investigators_with_no_circle_next_to_them_are_skipped);
    tcase_add_test(arresting, a_walk_that_led_to_an_announcement_cannot_be_taken_back);
    suite_add_tcase(suite, arresting);
    return suite;
}

int main(void)
{
    return run_suite(whitehall_police_suite());
}
