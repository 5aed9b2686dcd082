/*
 * test_whitechapel_hell.c: the first part of a night, rule by rule: hideout, women, patrols, waiting, the
 * crime and the alarm. Moves of the Wretched are in test_whitechapel_wretched.c, options in
 * test_whitechapel_options.c and test_whitechapel_letters.c.
 */
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

/* The yellow crossings, with a token on each. */
#define YELLOW_PATROLS(a, b, c, d, e, f, g) NUMBERS(39, a, 48, b, 66, c, 143, d, 150, e, 154, f, 186, g)
#define COMMON_PATROLS \
    YELLOW_PATROLS(PAWN_YELLOW, PAWN_RED, PAWN_BLUE, PAWN_GREEN, PAWN_BROWN, PAWN_FALSE, PAWN_FALSE)

static void hideout_and_women(struct numbers marked, struct numbers unmarked)
{
    expect_ok(&scene, act_hideout(90));
    expect_ok(&scene, act_women(marked, unmarked));
}

/* ---- setup ---- */

START_TEST(the_hideout_is_any_circle_that_is_not_red)
{
    for (unsigned circle = 1; circle <= scene.board->circles; circle++) {
        bool red = set_has(&scene.board->red_circles, circle);
        begin();
        expect_error(&scene, act_hideout(circle), red ? ERROR_HIDEOUT_RED : ERROR_OK);
        ck_assert_uint_eq(scene.game.hideout, red ? 0 : circle);
    }
    begin();
    expect_error(&scene, act_hideout(0), ERROR_MISSING_KEY);
    expect_error(&scene, act_hideout(196), ERROR_NO_SUCH_PLACE);
    expect_error(&scene, by_pawn(PAWN_RED, act_hideout(90)), ERROR_NOT_YOUR_TURN);
}
END_TEST

/* ---- Hell 1 and 2 ---- */

START_TEST(special_tokens_of_each_night)
{
    static const uint8_t coaches[] = {3, 2, 2, 1};
    static const uint8_t alleys[] = {2, 2, 1, 1};
    for (unsigned night = 1; night <= 4; night++) {
        scenario_reach(&scene, night, PHASE_WOMEN);
        ck_assert_uint_eq(scene.game.tiles[TILE_COACH], coaches[night - 1]);
        ck_assert_uint_eq(scene.game.tiles[TILE_ALLEY], alleys[night - 1]);
        ck_assert_uint_eq(scenario_event(&scene, EVENT_NIGHT)->round, night);
    }
}
END_TEST

START_TEST(unused_tiles_are_lost_the_next_night)
{
    scenario_reach(&scene, 1, PHASE_MOVE);
    expect_ok(&scene, act_coach(2, 1));
    ck_assert_uint_eq(scene.game.tiles[TILE_COACH], 2);
    scenario_reach(&scene, 2, PHASE_WOMEN);
    ck_assert_uint_eq(scene.game.tiles[TILE_COACH], 2);
    ck_assert_uint_eq(scene.game.tiles_used[TILE_COACH], 0);
}
END_TEST

START_TEST(women_of_each_night_in_number)
{
    static const uint8_t all[] = {8, 7, 6, 4};
    static const uint8_t marked[] = {5, 4, 3, 1};
    for (unsigned night = 1; night <= 4; night++) {
        scenario_reach(&scene, night, PHASE_WOMEN);
        const struct legal *legal = scenario_legal(&scene);
        ck_assert_uint_eq(legal->marked, marked[night - 1]);
        ck_assert_uint_eq(legal->unmarked, all[night - 1] - marked[night - 1]);
        scenario_default_action(&scene);
        ck_assert_uint_eq(scene.game.women, all[night - 1]);
    }
}
END_TEST

START_TEST(women_in_another_number_are_refused)
{
    expect_ok(&scene, act_hideout(90));
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65), NUMBERS(84, 147, 149, 158)), ERROR_WOMEN_COUNT);
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65, 84, 147), NUMBERS(149, 158)), ERROR_WOMEN_COUNT);
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149)), ERROR_WOMEN_COUNT);
}
END_TEST

START_TEST(women_stand_on_different_red_circles)
{
    expect_ok(&scene, act_hideout(90));
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65, 83), NUMBERS(147, 149, 158)), ERROR_WOMEN_PLACE);
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 1)), ERROR_WOMEN_PLACE);
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65, 3), NUMBERS(147, 149, 158)), ERROR_WOMEN_PLACE);
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 84)), ERROR_WOMEN_PLACE);
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 250)), ERROR_WOMEN_PLACE);
    expect_ok(&scene, act_women(NUMBERS(158, 3, 149, 27, 84), NUMBERS(147, 21, 65)));
    ck_assert(
        list_is(&scenario_event(&scene, EVENT_WOMEN)->circles, NUMBERS(3, 21, 27, 65, 84, 147, 149, 158)));
    ck_assert(list_is(&scenario_event(&scene, EVENT_WOMEN)->marked, NUMBERS(3, 27, 84, 149, 158)));
}
END_TEST

START_TEST(women_cannot_stand_on_crime_scenes)
{
    scenario_reach(&scene, 2, PHASE_WOMEN);
    ck_assert_uint_eq(scene.game.crime[0], 3);
    expect_error(&scene, act_women(NUMBERS(3, 21, 27, 65), NUMBERS(147, 149, 158)), ERROR_WOMEN_PLACE);
    expect_error(&scene, act_women(NUMBERS(84, 21, 27, 65), NUMBERS(3, 149, 158)), ERROR_WOMEN_PLACE);
    expect_ok(&scene, act_women(NUMBERS(84, 21, 27, 65), NUMBERS(147, 149, 158)));
}
END_TEST

START_TEST(a_crime_beside_the_red_circles_leaves_all_of_them_to_the_women)
{
    hideout_and_women(NUMBERS(3, 21, 27, 65, 147), NUMBERS(84, 149, 158));
    expect_ok(&scene, act_patrols(COMMON_PATROLS));
    expect_ok(&scene, act_wait());
    expect_ok(&scene, act_wretched(65, 82));
    scenario_reach(&scene, 1, PHASE_KILL);
    expect_ok(&scene, act_kill(NUMBERS(82)));
    scenario_reach(&scene, 2, PHASE_WOMEN);
    const struct legal *legal = scenario_legal(&scene);
    ck_assert(set_is(&legal->circles, NUMBERS(3, 21, 27, 65, 84, 147, 149, 158)));
}
END_TEST

/* ---- Hell 3 ---- */

START_TEST(one_head_tile_is_turned_a_night_once_the_women_are_placed)
{
    struct setup setup = play_setup_full(GAME_WHITECHAPEL, 0);
    static const uint8_t heads[] = {PAWN_BROWN, PAWN_BLUE, PAWN_YELLOW, PAWN_RED, PAWN_GREEN};
    memcpy(setup.heads, heads, sizeof heads);
    scenario_begin(&scene, &setup);
    for (unsigned night = 1; night <= 4; night++) {
        scenario_reach(&scene, night, PHASE_WOMEN);
        ck_assert_uint_eq(scene.game.head, 0);
        scenario_default_action(&scene);
        expect_phase(&scene, PHASE_PATROLS);
        ck_assert_uint_eq(scenario_event(&scene, EVENT_HEAD)->pawn, heads[night - 1]);
        ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(heads[night - 1]));
    }
}
END_TEST

START_TEST(only_the_head_places_the_patrols)
{
    hideout_and_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 158));
    ck_assert_uint_eq(scene.game.head, PAWN_YELLOW);
    expect_error(&scene, by_pawn(PAWN_RED, act_patrols(COMMON_PATROLS)), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, by_pawn(PAWN_JACK, act_patrols(COMMON_PATROLS)), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_patrols(COMMON_PATROLS));
}
END_TEST

START_TEST(seven_patrols_are_five_colours_and_two_false_ones)
{
    hideout_and_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 158));
    expect_error(&scene, act_patrols(NUMBERS(39, 1, 48, 2, 66, 3, 143, 4, 150, 5, 154, 0)),
                 ERROR_PATROL_COUNT);
    expect_error(&scene, act_patrols(YELLOW_PATROLS(1, 2, 3, 4, 0, 0, 0)), ERROR_PATROL_COUNT);
    expect_error(&scene, act_patrols(YELLOW_PATROLS(1, 2, 3, 4, 5, 5, 0)), ERROR_PATROL_COUNT);
    expect_error(&scene, act_patrols(YELLOW_PATROLS(1, 2, 3, 4, 4, 0, 0)), ERROR_PATROL_COUNT);
    expect_error(&scene, act_patrols(YELLOW_PATROLS(1, 2, 3, 4, 6, 0, 0)), ERROR_PATROL_COUNT);
}
END_TEST

START_TEST(on_the_first_night_patrols_stand_on_the_yellow_crossings_in_any_arrangement)
{
    hideout_and_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 158));
    expect_error(&scene, act_patrols(NUMBERS(39, 1, 48, 2, 66, 3, 143, 4, 150, 5, 154, 0, 185, 0)),
                 ERROR_PATROL_PLACE);
    expect_error(&scene, act_patrols(NUMBERS(39, 1, 48, 2, 66, 3, 143, 4, 150, 5, 154, 0, 154, 0)),
                 ERROR_PATROL_PLACE);
    expect_ok(&scene, act_patrols(NUMBERS(186, 0, 154, 1, 150, 5, 143, 2, 66, 4, 48, 3, 39, 0)));
    const struct event *told = scenario_event(&scene, EVENT_PATROLS);
    ck_assert(list_is(&told->crossings, NUMBERS(39, 48, 66, 143, 150, 154, 186)));
    ck_assert(list_is(&told->place, NUMBERS(39, 0, 48, 3, 66, 4, 143, 2, 150, 5, 154, 1, 186, 0)));
}
END_TEST

/* Policemen ended the first night on 5, 6, 14 and the yellow crossings 48 and 186. */
static void reach_second_patrols(void)
{
    scenario_reach(&scene, 2, PHASE_WOMEN);
    scenario_put_all_police(&scene, NUMBERS(5, 48, 14, 186, 6));
    scenario_reach(&scene, 2, PHASE_PATROLS);
}

START_TEST(later_patrols_stand_where_policemen_ended_and_on_two_yellow_crossings_where_none_did)
{
    reach_second_patrols();
    const struct legal *legal = scenario_legal(&scene);
    ck_assert(set_is(&legal->patrols_fixed, NUMBERS(5, 6, 14, 48, 186)));
    ck_assert(set_is(&legal->patrols_free, NUMBERS(39, 66, 143, 150, 154)));
    ck_assert_uint_eq(legal->patrols_choose, 2);
    expect_error(&scene, act_patrols(NUMBERS(5, 1, 6, 2, 14, 3, 48, 4, 39, 5, 66, 0, 143, 0)),
                 ERROR_PATROL_PLACE); /* none on 186 */
    expect_error(&scene, act_patrols(NUMBERS(5, 1, 6, 2, 14, 3, 48, 4, 186, 5, 66, 0, 66, 0)),
                 ERROR_PATROL_PLACE); /* two on 66 */
    expect_error(&scene, act_patrols(NUMBERS(5, 1, 6, 2, 14, 3, 48, 4, 186, 5, 66, 0, 7, 0)),
                 ERROR_PATROL_PLACE); /* 7 is not yellow */
    expect_error(&scene, act_patrols(NUMBERS(5, 1, 6, 2, 14, 3, 48, 4, 186, 5, 66, 0, 48, 0)),
                 ERROR_PATROL_PLACE); /* 48 again */
    expect_ok(&scene, act_patrols(NUMBERS(5, 1, 6, 2, 14, 3, 48, 4, 186, 5, 66, 0, 154, 0)));
}
END_TEST

START_TEST(any_token_may_go_on_any_of_the_seven_crossings)
{
    for (unsigned shift = 0; shift < 7; shift++) {
        static const uint8_t face[] = {0, 1, 2, 0, 3, 4, 5};
#define FACE(i) face[((i) + shift) % 7]
        begin();
        reach_second_patrols();
        expect_ok(&scene, act_patrols(NUMBERS(5, FACE(0), 6, FACE(1), 14, FACE(2), 39, FACE(3), 48, FACE(4),
                                              66, FACE(5), 186, FACE(6))));
#undef FACE
        ck_assert_uint_eq(scene.game.patrol[0].crossing, 5);
        ck_assert_uint_eq(scene.game.patrol[0].face, face[shift]);
    }
}
END_TEST

/* ---- Hell 4 and 5 ---- */

START_TEST(marked_women_become_wretched_and_the_others_go)
{
    hideout_and_women(NUMBERS(158, 3, 149, 27, 84), NUMBERS(147, 21, 65));
    expect_ok(&scene, act_patrols(COMMON_PATROLS));
    expect_phase(&scene, PHASE_KILL);
    ck_assert(list_is(&scenario_event(&scene, EVENT_VICTIMS)->circles, NUMBERS(3, 27, 84, 149, 158)));
    ck_assert_uint_eq(scene.game.wretched_count, 5);
    ck_assert_uint_eq(scene.game.women, 0);
    ck_assert_uint_eq(scene.game.time_of_crime, 1);
}
END_TEST

START_TEST(jack_kills_one_wretched)
{
    hideout_and_women(NUMBERS(158, 3, 149, 27, 84), NUMBERS(147, 21, 65));
    expect_ok(&scene, act_patrols(COMMON_PATROLS));
    expect_error(&scene, act_kill(NUMBERS(147)), ERROR_KILL_TARGET); /* she was not marked */
    expect_error(&scene, act_kill(NUMBERS(90)), ERROR_KILL_TARGET);
    expect_error(&scene, act_kill(NUMBERS(3, 27)), ERROR_KILL_COUNT);
    expect_error(&scene, by_pawn(PAWN_YELLOW, act_kill(NUMBERS(3))), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_kill(NUMBERS(27)));
    ck_assert_uint_eq(scene.game.crimes, 1);
    ck_assert_uint_eq(scene.game.crime[0], 27);
}
END_TEST

START_TEST(waiting_moves_the_time_on_until_v)
{
    scenario_reach(&scene, 1, PHASE_KILL);
    for (unsigned time = 2; time <= 5; time++) {
        expect_ok(&scene, act_wait());
        ck_assert_uint_eq(scene.game.time_of_crime, time);
        ck_assert_uint_eq(scenario_event(&scene, EVENT_WAIT)->time, time);
        scenario_reach(&scene, 1, PHASE_KILL);
    }
    expect_error(&scene, act_wait(), ERROR_WAIT_LIMIT);
    scenario_default_action(&scene);
    ck_assert_uint_eq(scene.game.crimes, 1);
}
END_TEST

START_TEST(a_crime_at_i_leaves_fifteen_moves_and_at_v_nineteen)
{
    for (unsigned waits = 0; waits <= 4; waits++) {
        begin();
        scenario_reach(&scene, 1, PHASE_KILL);
        for (unsigned i = 0; i < waits; i++) {
            expect_ok(&scene, act_wait());
            scenario_reach(&scene, 1, PHASE_KILL);
        }
        scenario_default_action(&scene);
        ck_assert_int_eq(cell_label(scene.game.first_cell), -(int)waits);
        ck_assert_uint_eq(CELL_LAST - scene.game.last_cell, 15 + waits);
        ck_assert(list_is(&scenario_event(&scene, EVENT_KILL)->cells, NUMBERS((uint8_t)(CELL_ONE - waits))));
    }
}
END_TEST

/* ---- Hell 7 ---- */

static void wait_with_common_patrols(void)
{
    hideout_and_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 158));
    expect_ok(&scene, act_patrols(COMMON_PATROLS));
    expect_ok(&scene, act_wait());
    scenario_reach(&scene, 1, PHASE_REVEAL);
}

START_TEST(jack_reveals_one_patrol_and_a_real_one_stays)
{
    wait_with_common_patrols();
    expect_error(&scene, act_reveal(100), ERROR_REVEAL_TARGET);
    expect_error(&scene, by_pawn(PAWN_YELLOW, act_reveal(48)), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, act_pass(PAWN_JACK), ERROR_WRONG_PHASE);
    expect_ok(&scene, act_reveal(48));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_REVEAL)->face, PAWN_RED);
    ck_assert_uint_eq(scene.game.patrol[1].crossing, 48);
    ck_assert_uint_eq(scene.game.patrol[1].face_up, 1);
    expect_phase(&scene, PHASE_KILL);
    expect_ok(&scene, act_wait());
    scenario_reach(&scene, 1, PHASE_REVEAL);
    expect_error(&scene, act_reveal(48), ERROR_REVEAL_TARGET); /* it is already face up */
}
END_TEST

START_TEST(a_false_patrol_leaves_when_it_is_turned_up)
{
    wait_with_common_patrols();
    expect_ok(&scene, act_reveal(154));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_REVEAL)->face, PAWN_FALSE);
    for (unsigned i = 0; i < PATROLS; i++) {
        ck_assert_uint_ne(scene.game.patrol[i].crossing, 154);
    }
    expect_ok(&scene, act_wait());
    scenario_reach(&scene, 1, PHASE_REVEAL);
    expect_error(&scene, act_reveal(154), ERROR_REVEAL_TARGET);
}
END_TEST

/* ---- Hell 8 and 9 ---- */

START_TEST(the_crime_is_the_first_cell_of_the_nights_row)
{
    scenario_reach(&scene, 2, PHASE_KILL);
    expect_ok(&scene, act_kill(NUMBERS(65)));
    ck_assert_uint_eq(scene.game.row[1][CELL_ONE], 65);
    ck_assert_uint_eq(scene.game.first_cell, CELL_ONE);
    ck_assert_uint_eq(scene.game.last_cell, CELL_ONE);
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(on_the_third_night_jack_kills_two)
{
    scenario_reach(&scene, 3, PHASE_KILL);
    expect_error(&scene, act_kill(NUMBERS(27)), ERROR_KILL_COUNT);
    expect_error(&scene, act_kill(NUMBERS(27, 27)), ERROR_KILL_COUNT);
    expect_error(&scene, act_kill(NUMBERS(27, 65, 84)), ERROR_KILL_COUNT);
    expect_error(&scene, act_kill(NUMBERS(27, 158)), ERROR_KILL_TARGET);
    expect_ok(&scene, act_kill(NUMBERS(84, 27)));
    ck_assert_uint_eq(scene.game.crimes, 4);
}
END_TEST

START_TEST(the_two_crimes_fill_two_cells_and_jack_stands_on_the_second)
{
    for (unsigned second_first = 0; second_first <= 1; second_first++) {
        begin();
        scenario_reach(&scene, 3, PHASE_KILL);
        expect_ok(&scene, act_wait());
        scenario_reach(&scene, 3, PHASE_KILL);
        uint8_t first = scene.game.wretched[second_first], second = scene.game.wretched[!second_first];
        expect_ok(&scene, act_kill(NUMBERS(first, second)));
        ck_assert_uint_eq(scene.game.row[2][CELL_ONE - 1], first);
        ck_assert_uint_eq(scene.game.row[2][CELL_ONE], second);
        ck_assert_uint_eq(scenario_jack(&scene), second);
        const struct event *kill = scenario_event(&scene, EVENT_KILL);
        ck_assert_uint_lt(kill->circles.item[0], kill->circles.item[1]); /* listed in ascending order */
        ck_assert(list_is(&kill->order, NUMBERS(first, second)));
        ck_assert(list_is(&kill->cells, NUMBERS(CELL_ONE - 1, CELL_ONE)));
    }
}
END_TEST

START_TEST(after_the_double_event_the_police_act_first)
{
    scenario_reach(&scene, 3, PHASE_KILL);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_WALK);
    scenario_reach(&scene, 3, PHASE_MOVE);
    ck_assert_uint_eq(CELL_LAST - scene.game.last_cell, 14);
}
END_TEST

START_TEST(patrols_become_policemen_and_false_ones_and_wretched_leave)
{
    hideout_and_women(NUMBERS(3, 21, 27, 65, 84), NUMBERS(147, 149, 158));
    expect_ok(&scene, act_patrols(YELLOW_PATROLS(5, 0, 4, 3, 0, 2, 1)));
    expect_ok(&scene, act_kill(NUMBERS(3)));
    ck_assert(
        list_is(&scenario_event(&scene, EVENT_ALARM)->police,
                NUMBERS(PAWN_YELLOW, 186, PAWN_RED, 154, PAWN_BLUE, 143, PAWN_GREEN, 66, PAWN_BROWN, 39)));
    ck_assert_uint_eq(scene.game.crossing[PAWN_RED], 154);
    ck_assert_uint_eq(scene.game.wretched_count, 0);
    for (unsigned i = 0; i < PATROLS; i++) {
        ck_assert_uint_eq(scene.game.patrol[i].crossing, 0);
    }
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(a_patrol_turned_up_before_becomes_a_policeman_like_the_others)
{
    wait_with_common_patrols();
    expect_ok(&scene, act_reveal(48));
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_MOVE);
    ck_assert_uint_eq(scene.game.crossing[PAWN_RED], 48);
    ck_assert_uint_eq(scene.game.crossing[PAWN_BROWN], 150);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &the_hideout_is_any_circle_that_is_not_red,
        &special_tokens_of_each_night,
        &unused_tiles_are_lost_the_next_night,
        &women_of_each_night_in_number,
        &women_in_another_number_are_refused,
        &women_stand_on_different_red_circles,
        &women_cannot_stand_on_crime_scenes,
        &a_crime_beside_the_red_circles_leaves_all_of_them_to_the_women,
        &one_head_tile_is_turned_a_night_once_the_women_are_placed,
        &only_the_head_places_the_patrols,
        &seven_patrols_are_five_colours_and_two_false_ones,
        &on_the_first_night_patrols_stand_on_the_yellow_crossings_in_any_arrangement,
        &later_patrols_stand_where_policemen_ended_and_on_two_yellow_crossings_where_none_did,
        &any_token_may_go_on_any_of_the_seven_crossings,
        &marked_women_become_wretched_and_the_others_go,
        &jack_kills_one_wretched,
        &waiting_moves_the_time_on_until_v,
        &a_crime_at_i_leaves_fifteen_moves_and_at_v_nineteen,
        &jack_reveals_one_patrol_and_a_real_one_stays,
        &a_false_patrol_leaves_when_it_is_turned_up,
        &the_crime_is_the_first_cell_of_the_nights_row,
        &on_the_third_night_jack_kills_two,
        &the_two_crimes_fill_two_cells_and_jack_stands_on_the_second,
        &after_the_double_event_the_police_act_first,
        &patrols_become_policemen_and_false_ones_and_wretched_leave,
        &a_patrol_turned_up_before_becomes_a_policeman_like_the_others,
    };
    return scenario_run("whitechapel_hell", begin, tests, COUNT(tests));
}
