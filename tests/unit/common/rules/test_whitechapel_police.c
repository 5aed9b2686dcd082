/*
 * test_whitechapel_police.c: Hunting 2 and 3, rule by rule: turn order, walks, searches, arrests, and
 * policemen who are skipped.
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

/* The first night after Jack's move, with policemen yellow, red, blue, green, brown to walk. */
static void walk_phase(struct numbers row, struct numbers police)
{
    expect_ok(&scene, act_hideout(90));
    scenario_reach(&scene, 1, PHASE_WALK);
    scenario_put_all_police(&scene, police);
    scenario_put_row(&scene, row);
}

/* The same, after all have walked. */
static void act_phase(struct numbers row, struct numbers police)
{
    walk_phase(row, police);
    scenario_reach(&scene, 1, PHASE_ACT);
}

/* Three police players: red and brown; Jack; yellow, blue and green. Blue is the Head. */
static void three_detectives(void)
{
    struct setup setup = {.game = GAME_WHITECHAPEL, .seats = 4};
    setup.pawns[0] = PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BROWN);
    setup.pawns[1] = PAWN_BIT(PAWN_JACK);
    setup.pawns[2] = PAWN_BIT(PAWN_YELLOW);
    setup.pawns[3] = PAWN_BIT(PAWN_BLUE) | PAWN_BIT(PAWN_GREEN);
    static const uint8_t heads[] = {PAWN_BLUE, PAWN_YELLOW, PAWN_BROWN, PAWN_GREEN, PAWN_RED};
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        setup.heads[i] = heads[i];
    }
    scenario_begin(&scene, &setup);
}

/* ---- whose turn ---- */

static void expect_order(const uint8_t *order, struct action (*does)(enum pawn))
{
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        for (unsigned later = i + 1; later < POLICEMEN_MAX; later++) {
            bool same_player = scene.game.seat_of[order[i]] == scene.game.seat_of[order[later]];
            bool may = (game_actors(&scene.game) & PAWN_BIT(order[later])) != 0;
            ck_assert_msg(may == same_player, "%s before %s", pawn_name((enum pawn)order[later]),
                          pawn_name((enum pawn)order[i]));
        }
        expect_ok(&scene, does((enum pawn)order[i]));
        if (i + 1 < POLICEMEN_MAX) {
            expect_error(&scene, does((enum pawn)order[i]), ERROR_NOT_YOUR_TURN); /* once each */
        }
    }
}

static struct action stands_still(enum pawn pawn)
{
    return act_walk(pawn, scene.game.crossing[pawn]);
}

START_TEST(the_heads_player_goes_first_then_clockwise_each_in_any_order)
{
    static const uint8_t night[][POLICEMEN_MAX] = {
        {PAWN_GREEN, PAWN_BLUE, PAWN_BROWN, PAWN_RED, PAWN_YELLOW},
        {PAWN_YELLOW, PAWN_BLUE, PAWN_GREEN, PAWN_RED, PAWN_BROWN},
        {PAWN_RED, PAWN_BROWN, PAWN_YELLOW, PAWN_GREEN, PAWN_BLUE},
        {PAWN_BLUE, PAWN_GREEN, PAWN_RED, PAWN_BROWN, PAWN_YELLOW},
    };
    three_detectives();
    for (unsigned i = 0; i < 4; i++) {
        scenario_reach(&scene, i + 1, PHASE_WALK);
        expect_order(night[i], stands_still);
        expect_phase(&scene, PHASE_ACT);
        expect_order(night[i], act_pass);
        expect_phase(&scene, PHASE_MOVE);
    }
}
END_TEST

START_TEST(five_detectives_go_clockwise_from_the_head)
{
    struct setup setup = play_setup_full(GAME_WHITECHAPEL, 0);
    setup.heads[0] = PAWN_GREEN;
    setup.heads[3] = PAWN_YELLOW;
    scenario_begin(&scene, &setup);
    static const uint8_t order[] = {PAWN_GREEN, PAWN_BROWN, PAWN_YELLOW, PAWN_RED, PAWN_BLUE};
    scenario_reach(&scene, 1, PHASE_WALK);
    expect_order(order, stands_still);
    expect_order(order, act_pass);
}
END_TEST

/* ---- Hunting 2 ---- */

START_TEST(a_policeman_walks_up_to_two_crossings)
{
    walk_phase(NUMBERS(3, 2), NUMBERS(76, 230, 231, 232, 233));
    ck_assert(set_is(&scenario_legal(&scene)->walk[PAWN_YELLOW], NUMBERS(37, 55, 56, 76, 77)));
    struct scenario before = scene;
    for (unsigned crossing = 1; crossing <= scene.board->crossings; crossing++) {
        bool near = crossing == 37 || crossing == 55 || crossing == 56 || crossing == 76 || crossing == 77;
        scene = before;
        expect_error(&scene, act_walk(PAWN_YELLOW, crossing), near ? ERROR_OK : ERROR_WALK_FAR);
    }
    scene = before;
    expect_error(&scene, act_walk(PAWN_YELLOW, 235), ERROR_WALK_FAR);
    expect_error(&scene, by_pawn(PAWN_JACK, act_walk(PAWN_YELLOW, 76)), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, with_power(act_walk(PAWN_YELLOW, 77)), ERROR_POWER_NONE);
    expect_error(&scene, act_pass(PAWN_YELLOW), ERROR_WRONG_PHASE); /* staying is a walk, not a pass */
}
END_TEST

START_TEST(a_policeman_may_pass_others_but_not_stop_on_one)
{
    walk_phase(NUMBERS(3, 2), NUMBERS(76, 56, 77, 232, 233)); /* both ways out of 76 are occupied */
    expect_error(&scene, act_walk(PAWN_YELLOW, 56), ERROR_CROSSING_TAKEN);
    expect_error(&scene, act_walk(PAWN_YELLOW, 77), ERROR_CROSSING_TAKEN);
    expect_ok(&scene, act_walk(PAWN_YELLOW, 37));
    expect_ok(&scene, act_walk(PAWN_RED, 76)); /* left by yellow */
}
END_TEST

/* ---- Hunting 3: looking for clues ---- */

START_TEST(a_hit_ends_the_search_and_lays_a_clue)
{
    act_phase(NUMBERS(84, 100, 86), NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_search(PAWN_YELLOW, 100));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
    ck_assert(set_is(&scene.game.clues, NUMBERS(100)));
    ck_assert_uint_eq(scene.game.clue_markers, 1);
    ck_assert_uint_eq(scene.game.searching, 0);
    expect_error(&scene, act_search(PAWN_YELLOW, 99), ERROR_NOT_YOUR_TURN);
}
END_TEST

START_TEST(after_a_miss_the_search_continues_until_no_circle_is_left)
{
    act_phase(NUMBERS(65, 66), NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_search(PAWN_YELLOW, 120));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 0);
    expect_error(&scene, act_search(PAWN_YELLOW, 120), ERROR_SEARCHED_ALREADY);
    expect_ok(&scene, act_search(PAWN_YELLOW, 99));
    ck_assert_uint_eq(scene.game.searching, PAWN_YELLOW);
    ck_assert(set_is(&scenario_legal(&scene)->search[PAWN_YELLOW], NUMBERS(100)));
    expect_ok(&scene, act_search(PAWN_YELLOW, 100)); /* the only circle left, but still asked */
    ck_assert_uint_eq(scene.game.searching, 0);
    ck_assert(set_is_empty(&scene.game.searched));
    ck_assert(set_is_empty(&scene.game.clues));
}
END_TEST

START_TEST(a_search_begun_is_finished_first)
{
    act_phase(NUMBERS(65, 66), NUMBERS(124, 143, 231, 232, 233));
    expect_ok(&scene, act_search(PAWN_YELLOW, 120));
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_YELLOW));
    expect_error(&scene, act_pass(PAWN_YELLOW), ERROR_SEARCH_UNFINISHED);
    expect_error(&scene, act_arrest(PAWN_YELLOW, 99), ERROR_SEARCH_UNFINISHED);
    expect_error(&scene, act_search(PAWN_RED, 119), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, act_pass(PAWN_RED), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_search(PAWN_YELLOW, 99));
    expect_ok(&scene, act_search(PAWN_YELLOW, 100));
    expect_ok(&scene, act_search(PAWN_RED, 120)); /* searched again by another policeman */
}
END_TEST

START_TEST(only_circles_next_to_the_policeman_are_searched)
{
    act_phase(NUMBERS(65, 83), NUMBERS(124, 230, 231, 232, 233));
    expect_error(&scene, act_search(PAWN_YELLOW, 83), ERROR_NOT_NEXT_TO);
    expect_error(&scene, act_search(PAWN_YELLOW, 200), ERROR_NOT_NEXT_TO);
    expect_error(&scene, act_search(PAWN_YELLOW, 0), ERROR_MISSING_KEY);
    expect_error(&scene, with_power(act_search(PAWN_YELLOW, 99)), ERROR_POWER_NONE);
    expect_error(&scene, by_pawn(PAWN_JACK, act_search(PAWN_YELLOW, 99)), ERROR_NOT_YOUR_TURN);
}
END_TEST

START_TEST(the_crime_circle_is_a_hit)
{
    act_phase(NUMBERS(84, 65, 66), NUMBERS(83, 230, 231, 232, 233));
    expect_ok(&scene, act_search(PAWN_YELLOW, 84));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
    ck_assert(set_is(&scene.game.clues, NUMBERS(84)));
}
END_TEST

START_TEST(jacks_own_circle_is_a_hit_and_does_not_catch_him)
{
    act_phase(NUMBERS(84, 65, 66), NUMBERS(82, 230, 231, 232, 233));
    expect_ok(&scene, act_search(PAWN_YELLOW, 66));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
    expect_phase(&scene, PHASE_ACT);
}
END_TEST

START_TEST(the_first_circle_of_a_coach_is_a_hit)
{
    expect_ok(&scene, act_hideout(90));
    scenario_reach(&scene, 1, PHASE_MOVE);
    scenario_put_all_police(&scene, NUMBERS(88, 230, 231, 232, 233));
    scenario_put_row(&scene, NUMBERS(103));
    expect_ok(&scene, act_coach(69, 56));
    scenario_reach(&scene, 1, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_YELLOW, 69));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
}
END_TEST

START_TEST(a_circle_with_a_clue_is_a_hit_and_adds_no_marker)
{
    act_phase(NUMBERS(84, 100, 86), NUMBERS(124, 126, 231, 232, 233));
    expect_ok(&scene, act_search(PAWN_YELLOW, 100));
    expect_ok(&scene, act_search(PAWN_RED, 100));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
    ck_assert_uint_eq(scene.game.clue_markers, 1);
}
END_TEST

START_TEST(circles_of_earlier_nights_are_misses)
{
    expect_ok(&scene, act_hideout(1));
    scenario_reach(&scene, 1, PHASE_MOVE);
    ck_assert_uint_eq(scene.game.row[0][CELL_ONE], 3);
    scenario_reach(&scene, 2, PHASE_WALK);
    scenario_put_police(&scene, PAWN_RED, 5);
    scenario_put_row(&scene, NUMBERS(65, 66));
    scenario_reach(&scene, 2, PHASE_ACT);
    expect_ok(&scene, act_search(PAWN_RED, 3));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 0);
}
END_TEST

/* ---- Hunting 3: arrests, and resting ---- */

START_TEST(an_arrest_on_jacks_circle_wins)
{
    act_phase(NUMBERS(84, 100, 99), NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 99));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ARREST)->found, 1);
    expect_over(&scene, WINNER_POLICE, REASON_ARREST);
}
END_TEST

START_TEST(an_arrest_where_jack_no_longer_is_fails_and_reveals_nothing)
{
    act_phase(NUMBERS(84, 100, 99), NUMBERS(124, 230, 231, 232, 233));
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 100));
    const struct event *told = scenario_event(&scene, EVENT_ARREST);
    ck_assert_uint_eq(told->found, 0);
    ck_assert_uint_eq(told->circle, 100);
    ck_assert_uint_eq(scene.events.count, 1);
    ck_assert_uint_eq(scene.game.clue_markers, 0);
    expect_error(&scene, act_search(PAWN_YELLOW, 99), ERROR_NOT_YOUR_TURN); /* one action each */
    expect_phase(&scene, PHASE_ACT);
}
END_TEST

START_TEST(an_arrest_names_one_circle_next_to_the_policeman)
{
    act_phase(NUMBERS(65, 83), NUMBERS(124, 230, 231, 232, 233));
    expect_error(&scene, act_arrest(PAWN_YELLOW, 0), ERROR_ARREST_NAMES_ONE);
    expect_error(&scene, act_arrest(PAWN_YELLOW, 83), ERROR_NOT_NEXT_TO);
    expect_error(&scene, with_power(act_arrest(PAWN_YELLOW, 0)), ERROR_POWER_NONE);
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 120));
}
END_TEST

START_TEST(each_policeman_of_a_player_chooses_his_own_action)
{
    act_phase(NUMBERS(84, 100, 86), NUMBERS(124, 143, 82, 83, 105));
    expect_ok(&scene, act_arrest(PAWN_BROWN, 84));
    expect_ok(&scene, act_search(PAWN_YELLOW, 100));
    expect_ok(&scene, act_pass(PAWN_GREEN));
    ck_assert_ptr_nonnull(scenario_event(&scene, EVENT_PASS));
    expect_ok(&scene, act_arrest(PAWN_RED, 118));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_phase(&scene, PHASE_MOVE); /* then Jack moves */
}
END_TEST

START_TEST(rushing_and_false_clues_belong_to_their_options)
{
    act_phase(NUMBERS(65, 83), NUMBERS(124, 230, 231, 232, 233));
    expect_error(&scene, act_rush(PAWN_YELLOW, 123), ERROR_OPTION_OFF);
    expect_error(&scene, act_smoker(), ERROR_WRONG_PHASE);
    expect_error(&scene, act_false_clue(3), ERROR_NOT_YOUR_TURN);
}
END_TEST

/* ---- who is skipped ---- */

START_TEST(policemen_with_no_circle_next_to_them_are_skipped)
{
    act_phase(NUMBERS(65, 66), NUMBERS(155, 204, 231, 232, 233));
    ck_assert_uint_eq(game_actors(&scene.game),
                      PAWN_BIT(PAWN_BLUE) | PAWN_BIT(PAWN_GREEN) | PAWN_BIT(PAWN_BROWN));
    expect_error(&scene, act_pass(PAWN_YELLOW), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_ok(&scene, act_pass(PAWN_GREEN));
    expect_ok(&scene, act_pass(PAWN_BROWN));
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

/* Yellow on 204 with policemen on both adjacent crossings, with `rushing`. */
static void crowd_on_204(uint8_t heads_pawns, uint8_t other_pawns)
{
    struct setup setup = {.game = GAME_WHITECHAPEL, .seats = 3, .options = OPTION_RUSHING};
    setup.pawns[0] = PAWN_BIT(PAWN_JACK);
    setup.pawns[1] = heads_pawns;
    setup.pawns[2] = other_pawns;
    static const uint8_t heads[] = {PAWN_RED, PAWN_YELLOW, PAWN_BLUE, PAWN_GREEN, PAWN_BROWN};
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        setup.heads[i] = heads[i];
    }
    scenario_begin(&scene, &setup);
    act_phase(NUMBERS(65, 66), NUMBERS(204, 191, 205, 232, 233));
}

enum { CROWD = PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE) | PAWN_BIT(PAWN_GREEN) | PAWN_BIT(PAWN_BROWN) };

START_TEST(skipping_is_judged_when_the_turn_comes_to_the_player)
{
    for (unsigned makes_room = 0; makes_room <= 1; makes_room++) {
        crowd_on_204(CROWD, PAWN_BIT(PAWN_YELLOW));
        expect_ok(&scene, makes_room ? act_rush(PAWN_RED, 174) : act_pass(PAWN_RED));
        expect_ok(&scene, act_pass(PAWN_BLUE));
        expect_ok(&scene, act_pass(PAWN_GREEN));
        expect_ok(&scene, act_pass(PAWN_BROWN));
        expect_phase(&scene, makes_room ? PHASE_ACT : PHASE_MOVE);
    }
    crowd_on_204(CROWD, PAWN_BIT(PAWN_YELLOW));
    expect_ok(&scene, act_rush(PAWN_RED, 174));
    expect_ok(&scene, act_pass(PAWN_BLUE));
    expect_ok(&scene, act_pass(PAWN_GREEN));
    expect_ok(&scene, act_pass(PAWN_BROWN));
    expect_ok(&scene, act_rush(PAWN_YELLOW, 191));
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(a_skipped_policeman_stays_skipped_when_room_is_made_later)
{
    crowd_on_204(PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE),
                 PAWN_BIT(PAWN_GREEN) | PAWN_BIT(PAWN_BROWN));
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE));
    expect_ok(&scene, act_rush(PAWN_RED, 174));
    expect_error(&scene, act_rush(PAWN_YELLOW, 191), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_pass(PAWN_BLUE));
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_GREEN) | PAWN_BIT(PAWN_BROWN));
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &the_heads_player_goes_first_then_clockwise_each_in_any_order,
        &five_detectives_go_clockwise_from_the_head,
        &a_policeman_walks_up_to_two_crossings,
        &a_policeman_may_pass_others_but_not_stop_on_one,
        &a_hit_ends_the_search_and_lays_a_clue,
        &after_a_miss_the_search_continues_until_no_circle_is_left,
        &a_search_begun_is_finished_first,
        &only_circles_next_to_the_policeman_are_searched,
        &the_crime_circle_is_a_hit,
        &jacks_own_circle_is_a_hit_and_does_not_catch_him,
        &the_first_circle_of_a_coach_is_a_hit,
        &a_circle_with_a_clue_is_a_hit_and_adds_no_marker,
        &circles_of_earlier_nights_are_misses,
        &an_arrest_on_jacks_circle_wins,
        &an_arrest_where_jack_no_longer_is_fails_and_reveals_nothing,
        &an_arrest_names_one_circle_next_to_the_policeman,
        &each_policeman_of_a_player_chooses_his_own_action,
        &rushing_and_false_clues_belong_to_their_options,
        &policemen_with_no_circle_next_to_them_are_skipped,
        &skipping_is_judged_when_the_turn_comes_to_the_player,
        &a_skipped_policeman_stays_skipped_when_room_is_made_later,
    };
    return scenario_run("whitechapel_police", begin, tests, COUNT(tests));
}
