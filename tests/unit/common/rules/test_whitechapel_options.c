/*
 * test_whitechapel_options.c: the options of Letters from Whitechapel, each on and off: false clues, rushing,
 * area arrests, catch me if you can, I know your address. The Letters have their own file.
 */
#include <check.h>

#include "common/base/array.h"
#include "tests/support/c/play.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void begin(void)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
}

/*
 * Hunting of the first night with these options, in the given phase; policemen yellow, red, blue, green,
 * brown.
 */
static void hunt(uint32_t options, enum phase phase, struct numbers row, struct numbers police)
{
    scenario_new(&scene, GAME_WHITECHAPEL, options);
    expect_ok(&scene, act_hideout(90));
    scenario_reach(&scene, 1, PHASE_WALK);
    scenario_put_all_police(&scene, police);
    scenario_put_row(&scene, row);
    scenario_reach(&scene, 1, phase);
}

/* ---- false_clues ---- */

/* Puts markers on the first `count` circles of the row. */
static void put_clues(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        set_add(&scene.game.clues, scene.game.row[0][scene.game.first_cell + i]);
    }
    scene.game.clue_markers = (uint8_t)count;
    ck_assert_ptr_null(game_broken(scene.board, &scene.game));
}

#define LONG_ROW NUMBERS(127, 103, 70, 69, 56, 39, 38, 36, 16, 17, 18)

START_TEST(every_fifth_marker_of_a_night_gives_jack_a_false_clue)
{
    for (unsigned before = 0; before <= 9; before++) {
        hunt(OPTION_FALSE_CLUES, PHASE_ACT, LONG_ROW, NUMBERS(24, 230, 231, 232, 233)); /* next to 18 */
        put_clues(before);
        expect_ok(&scene, act_search(PAWN_YELLOW, 18));
        ck_assert_uint_eq(scene.game.clue_markers, before + 1);
        ck_assert_uint_eq(scene.game.false_held, before == 4 || before == 9);
        ck_assert((scenario_event(&scene, EVENT_GAIN) != NULL) == (before == 4 || before == 9));
    }
}
END_TEST

START_TEST(a_clue_found_again_does_not_count_as_a_marker)
{
    hunt(OPTION_FALSE_CLUES, PHASE_ACT, LONG_ROW, NUMBERS(130, 230, 231, 232, 233)); /* next to 127 */
    put_clues(5);
    expect_ok(&scene, act_search(PAWN_YELLOW, 127));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
    ck_assert_uint_eq(scene.game.false_held, 0);
}
END_TEST

START_TEST(there_are_three_false_clues_a_night_at_most)
{
    for (unsigned gained = 0; gained <= 3; gained++) {
        hunt(OPTION_FALSE_CLUES, PHASE_ACT, LONG_ROW, NUMBERS(24, 230, 231, 232, 233));
        put_clues(9);
        scene.game.false_gained = (uint8_t)gained;
        expect_ok(&scene, act_search(PAWN_YELLOW, 18));
        ck_assert_uint_eq(scene.game.false_held, gained < 3);
    }
}
END_TEST

START_TEST(without_the_option_nobody_gains_a_false_clue)
{
    hunt(0, PHASE_ACT, LONG_ROW, NUMBERS(24, 230, 231, 232, 233));
    put_clues(4);
    expect_ok(&scene, act_search(PAWN_YELLOW, 18));
    ck_assert_uint_eq(scene.game.false_held, 0);
    ck_assert_ptr_null(scenario_event(&scene, EVENT_GAIN));
}
END_TEST

/* Jack has some at the start of Hunting 3. */
static void hunt_with_false_clues(uint32_t options, unsigned held, struct numbers police)
{
    hunt(OPTION_FALSE_CLUES | options, PHASE_WALK, NUMBERS(84, 100, 99), police);
    scene.game.false_gained = scene.game.false_held = (uint8_t)held;
    while (scene.game.phase == PHASE_WALK) {
        scenario_default_action(&scene);
    }
}

START_TEST(at_the_start_of_hunting_3_jack_may_place_one_false_clue)
{
    hunt_with_false_clues(0, 2, NUMBERS(124, 230, 231, 232, 233));
    expect_phase(&scene, PHASE_FALSE_CLUE);
    expect_error(&scene, act_false_clue(0), ERROR_MISSING_KEY);
    expect_error(&scene, act_false_clue(196), ERROR_NO_SUCH_PLACE);
    expect_error(&scene, by_pawn(PAWN_YELLOW, act_false_clue(99)), ERROR_NOT_YOUR_TURN);
    ck_assert(set_count(&scenario_legal(&scene)->circles) == 195); /* any circle */
    expect_ok(&scene, act_false_clue(120));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_FALSE_CLUE)->circle, 120);
    expect_phase(&scene, PHASE_ACT); /* only one, although he has another */
    ck_assert_uint_eq(scene.game.false_held, 1);
    scenario_reach(&scene, 1, PHASE_FALSE_CLUE);
    expect_ok(&scene, act_pass(PAWN_JACK));
    expect_phase(&scene, PHASE_ACT);
    ck_assert_uint_eq(scene.game.false_held, 1);
}
END_TEST

START_TEST(without_a_false_clue_in_hand_the_step_is_skipped)
{
    hunt_with_false_clues(0, 0, NUMBERS(124, 230, 231, 232, 233));
    expect_phase(&scene, PHASE_ACT);
}
END_TEST

START_TEST(a_false_clue_can_be_neither_searched_nor_arrested_in)
{
    hunt_with_false_clues(0, 1, NUMBERS(124, 125, 231, 232, 233));
    expect_ok(&scene, act_false_clue(99)); /* where Jack is */
    expect_error(&scene, act_search(PAWN_YELLOW, 99), ERROR_CIRCLE_BLOCKED);
    expect_error(&scene, act_arrest(PAWN_YELLOW, 99), ERROR_CIRCLE_BLOCKED);
    expect_ok(&scene, act_search(PAWN_YELLOW, 120));
    expect_error(&scene, act_search(PAWN_YELLOW, 99), ERROR_CIRCLE_BLOCKED);
    expect_ok(&scene, act_search(PAWN_YELLOW, 100));
    ck_assert_uint_eq(scene.game.searching, 0);
}
END_TEST

START_TEST(a_search_ends_when_only_blocked_circles_are_left)
{
    hunt_with_false_clues(0, 1, NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_false_clue(100));
    expect_ok(&scene, act_search(PAWN_YELLOW, 120));
    ck_assert_uint_eq(scene.game.searching, PAWN_YELLOW);
    expect_ok(&scene, act_search(PAWN_YELLOW, 99));
    ck_assert_uint_eq(scene.game.searching, 0);
}
END_TEST

START_TEST(a_policeman_whose_only_circle_is_blocked_is_skipped)
{
    hunt_with_false_clues(0, 1, NUMBERS(83, 124, 231, 232, 233)); /* 83 is next to 84 only */
    expect_ok(&scene, act_false_clue(84));
    ck_assert_uint_eq(game_actors(&scene.game) & PAWN_BIT(PAWN_YELLOW), 0);
    hunt_with_false_clues(OPTION_RUSHING, 1, NUMBERS(83, 124, 231, 232, 233));
    expect_ok(&scene, act_false_clue(84));
    expect_ok(&scene, act_rush(PAWN_YELLOW, 82)); /* with rushing there is something to do */
}
END_TEST

START_TEST(false_clues_placed_and_unused_leave_with_the_night)
{
    hunt_with_false_clues(0, 2, NUMBERS(230, 231, 232, 233, 234));
    expect_ok(&scene, act_false_clue(84));
    scenario_reach(&scene, 2, PHASE_WOMEN);
    ck_assert_uint_eq(scene.game.false_clues, 0);
    ck_assert_uint_eq(scene.game.false_clue[0], 0);
    ck_assert_uint_eq(scene.game.false_held, 0);
    ck_assert_uint_eq(scene.game.false_gained, 0);
}
END_TEST

START_TEST(a_false_clue_blocks_for_the_rest_of_the_night)
{
    hunt_with_false_clues(0, 1, NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_false_clue(120));
    scenario_reach(&scene, 1, PHASE_MOVE);
    scenario_default_action(&scene);
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_error(&scene, act_search(PAWN_YELLOW, 120), ERROR_CIRCLE_BLOCKED);
}
END_TEST

/* ---- rushing ---- */

START_TEST(a_rush_to_an_adjacent_crossing_replaces_the_action)
{
    hunt(OPTION_RUSHING, PHASE_ACT, NUMBERS(65, 66), NUMBERS(76, 77, 231, 232, 233));
    ck_assert(set_is(&scenario_legal(&scene)->rush[PAWN_YELLOW], NUMBERS(56)));
    expect_error(&scene, act_rush(PAWN_YELLOW, 37), ERROR_RUSH_FAR); /* two crossings */
    expect_error(&scene, act_rush(PAWN_YELLOW, 76), ERROR_RUSH_FAR);
    expect_error(&scene, act_rush(PAWN_YELLOW, 77), ERROR_CROSSING_TAKEN);
    expect_ok(&scene, act_rush(PAWN_YELLOW, 56));
    ck_assert_uint_eq(scene.game.crossing[PAWN_YELLOW], 56);
    ck_assert_uint_eq(scenario_event(&scene, EVENT_RUSH)->to, 56);
    expect_error(&scene, act_search(PAWN_YELLOW, 46), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_search(PAWN_RED, 47)); /* the others choose independently */
    expect_error(&scene, act_rush(PAWN_RED, 76), ERROR_SEARCH_UNFINISHED);
}
END_TEST

START_TEST(with_rushing_a_policeman_without_circles_is_not_skipped)
{
    hunt(OPTION_RUSHING, PHASE_ACT, NUMBERS(65, 66), NUMBERS(155, 230, 231, 232, 233));
    ck_assert_uint_ne(game_actors(&scene.game) & PAWN_BIT(PAWN_YELLOW), 0);
    expect_ok(&scene, act_rush(PAWN_YELLOW, 154));
}
END_TEST

/* ---- area_arrest ---- */

START_TEST(an_area_arrest_names_every_circle_next_to_the_policeman)
{
    hunt(OPTION_AREA_ARREST, PHASE_ACT, NUMBERS(84, 100, 99), NUMBERS(124, 230, 231, 232, 233));
    expect_error(&scene, act_arrest(PAWN_YELLOW, 99), ERROR_ARREST_NAMES_ALL);
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 0));
    ck_assert(list_is(&scenario_event(&scene, EVENT_ARREST)->circles, NUMBERS(99, 100, 120)));
    expect_over(&scene, WINNER_POLICE, REASON_ARREST);
}
END_TEST

START_TEST(a_missed_area_arrest_reveals_nothing_more)
{
    hunt(OPTION_AREA_ARREST, PHASE_ACT, NUMBERS(99, 100, 86), NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 0));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ARREST)->found, 0);
    ck_assert_uint_eq(scene.events.count, 1);
    ck_assert(set_is_empty(&scene.game.clues));
    expect_error(&scene, act_search(PAWN_YELLOW, 99), ERROR_NOT_YOUR_TURN);
}
END_TEST

START_TEST(an_area_arrest_leaves_out_blocked_circles)
{
    hunt_with_false_clues(OPTION_AREA_ARREST, 1, NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_false_clue(99)); /* where Jack is */
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 0));
    const struct event *told = scenario_event(&scene, EVENT_ARREST);
    ck_assert(list_is(&told->circles, NUMBERS(100, 120)));
    ck_assert_uint_eq(told->found, 0);
    expect_phase(&scene, PHASE_ACT);
}
END_TEST

START_TEST(an_area_arrest_needs_a_circle_to_name)
{
    hunt(OPTION_AREA_ARREST | OPTION_RUSHING, PHASE_ACT, NUMBERS(65, 66), NUMBERS(155, 230, 231, 232, 233));
    expect_error(&scene, act_arrest(PAWN_YELLOW, 0), ERROR_NOTHING_NEXT_TO);
    expect_error(&scene, act_search(PAWN_YELLOW, 130), ERROR_NOT_NEXT_TO);
    expect_ok(&scene, act_pass(PAWN_YELLOW));
}
END_TEST

/* ---- catch_me ---- */

START_TEST(catch_me_forbids_hideouts_on_or_adjacent_to_red_circles)
{
    unsigned allowed = 0;
    for (unsigned circle = 1; circle <= 195; circle++) {
        scenario_new(&scene, GAME_WHITECHAPEL, OPTION_CATCH_ME);
        bool red = set_has(&scene.board->red_circles, circle);
        bool near_red = false;
        SET_EACH (other, &scene.board->red_circles) {
            near_red = near_red || scene.board->steps[circle][other] == 1;
        }
        expect_error(&scene, act_hideout(circle),
                     red        ? ERROR_HIDEOUT_RED
                     : near_red ? ERROR_HIDEOUT_NEAR_RED
                                : ERROR_OK);
        allowed += !red && !near_red;
    }
    ck_assert_uint_lt(allowed, 195 - 8 - 20); /* 65 and 27 alone have fifteen neighbours that are not red */
    ck_assert_uint_gt(allowed, 0);
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    expect_ok(&scene, act_hideout(82)); /* adjacent to 65: allowed without the option */
}
END_TEST

/* ---- address ---- */

/* Plays to Hell 3 of a night with the given Heads. */
static void patrols_of(uint32_t options, const uint8_t *heads, unsigned night)
{
    struct setup setup = play_setup_two(GAME_WHITECHAPEL, options);
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        setup.heads[i] = heads[i];
    }
    scenario_begin(&scene, &setup);
    expect_ok(&scene, act_hideout(1));
    scenario_reach(&scene, night, PHASE_PATROLS);
}

static const uint8_t brown_then_red[] = {PAWN_BROWN, PAWN_RED, PAWN_BLUE, PAWN_YELLOW, PAWN_GREEN};
static const uint8_t others_then_red[] = {PAWN_YELLOW, PAWN_BLUE, PAWN_GREEN, PAWN_RED, PAWN_BROWN};

START_TEST(a_right_address_wins)
{
    patrols_of(OPTION_ADDRESS, brown_then_red, 1);
    expect_ok(&scene, act_address(1));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ADDRESS)->found, 1);
    expect_over(&scene, WINNER_POLICE, REASON_ADDRESS);
}
END_TEST

START_TEST(a_wrong_address_is_used_up_for_the_game)
{
    patrols_of(OPTION_ADDRESS, brown_then_red, 1);
    expect_error(&scene, act_address(0), ERROR_MISSING_KEY);
    expect_error(&scene, act_address(196), ERROR_NO_SUCH_PLACE);
    expect_ok(&scene, act_address(2));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ADDRESS)->found, 0);
    expect_phase(&scene, PHASE_PATROLS);
    expect_error(&scene, act_address(1), ERROR_ADDRESS_USED);
    scenario_reach(&scene, 2, PHASE_PATROLS);
    expect_error(&scene, act_address(1), ERROR_ADDRESS_USED);
}
END_TEST

START_TEST(the_address_may_wait_for_the_other_of_the_two_heads)
{
    patrols_of(OPTION_ADDRESS, brown_then_red, 2); /* brown did not name one */
    ck_assert_uint_eq(scene.game.head, PAWN_RED);
    expect_ok(&scene, act_address(1));
    expect_over(&scene, WINNER_POLICE, REASON_ADDRESS);
}
END_TEST

START_TEST(other_heads_cannot_name_an_address)
{
    for (unsigned night = 1; night <= 3; night++) {
        patrols_of(OPTION_ADDRESS, others_then_red, night);
        expect_error(&scene, act_address(1), ERROR_ADDRESS_HEAD);
    }
    patrols_of(OPTION_ADDRESS, others_then_red, 4);
    expect_ok(&scene, act_address(1));
}
END_TEST

START_TEST(the_address_is_named_before_the_patrols_and_by_the_head)
{
    patrols_of(OPTION_ADDRESS, brown_then_red, 1);
    expect_error(&scene, by_pawn(PAWN_RED, act_address(1)), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, by_pawn(PAWN_JACK, act_address(1)), ERROR_NOT_YOUR_TURN);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_KILL);
    expect_error(&scene, act_address(1), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_wait());
    expect_phase(&scene, PHASE_WRETCHED);
    expect_error(&scene, act_address(1), ERROR_WRONG_PHASE); /* the Head's turn again, but too late */
}
END_TEST

START_TEST(without_the_option_nobody_can_name_an_address)
{
    patrols_of(0, brown_then_red, 1);
    expect_error(&scene, act_address(1), ERROR_OPTION_OFF);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &every_fifth_marker_of_a_night_gives_jack_a_false_clue,
        &a_clue_found_again_does_not_count_as_a_marker,
        &there_are_three_false_clues_a_night_at_most,
        &without_the_option_nobody_gains_a_false_clue,
        &at_the_start_of_hunting_3_jack_may_place_one_false_clue,
        &without_a_false_clue_in_hand_the_step_is_skipped,
        &a_false_clue_can_be_neither_searched_nor_arrested_in,
        &a_search_ends_when_only_blocked_circles_are_left,
        &a_policeman_whose_only_circle_is_blocked_is_skipped,
        &false_clues_placed_and_unused_leave_with_the_night,
        &a_false_clue_blocks_for_the_rest_of_the_night,
        &a_rush_to_an_adjacent_crossing_replaces_the_action,
        &with_rushing_a_policeman_without_circles_is_not_skipped,
        &an_area_arrest_names_every_circle_next_to_the_policeman,
        &a_missed_area_arrest_reveals_nothing_more,
        &an_area_arrest_leaves_out_blocked_circles,
        &an_area_arrest_needs_a_circle_to_name,
        &catch_me_forbids_hideouts_on_or_adjacent_to_red_circles,
        &a_right_address_wins,
        &a_wrong_address_is_used_up_for_the_game,
        &the_address_may_wait_for_the_other_of_the_two_heads,
        &other_heads_cannot_name_an_address,
        &the_address_is_named_before_the_patrols_and_by_the_head,
        &without_the_option_nobody_can_name_an_address,
    };
    return scenario_run("whitechapel_options", begin, tests, COUNT(tests));
}
