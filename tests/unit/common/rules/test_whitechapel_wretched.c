/* test_whitechapel_wretched.c: Hell 6, rule by rule: where the Wretched may go, and which must move. */
#include <check.h>

#include "common/base/array.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void begin(void)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
}

/* Plays to Hell 6 of night 2 with patrols on five given crossings and on 39 and 48 (or 39 and 66). */
static void wait_on_the_second_night(struct numbers police, struct numbers marked, struct numbers unmarked)
{
    scenario_reach(&scene, 2, PHASE_WOMEN);
    scenario_put_all_police(&scene, police);
    expect_ok(&scene, act_women(marked, unmarked));
    scenario_reach(&scene, 2, PHASE_KILL);
    expect_ok(&scene, act_wait());
}

/* ---- where a Wretched may go ---- */

START_TEST(a_wretched_goes_to_an_adjacent_circle)
{
    wait_on_the_second_night(NUMBERS(143, 150, 154, 186, 1), NUMBERS(21, 27, 65, 147), NUMBERS(84, 149, 158));
    expect_error(&scene, act_wretched(65, 64), ERROR_WRETCHED_TO);
    expect_error(&scene, act_wretched(65, 65), ERROR_WRETCHED_TO);
    expect_error(&scene, act_wretched(64, 65), ERROR_WRETCHED_FROM);
    expect_error(&scene, by_pawn(PAWN_JACK, act_wretched(65, 82)), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, by_pawn(PAWN_YELLOW, act_wretched(65, 82)), ERROR_NOT_YOUR_TURN); /* red's night */
    expect_ok(&scene, act_wretched(65, 82));
}
END_TEST

START_TEST(a_wretched_cannot_move_onto_another)
{
    wait_on_the_second_night(NUMBERS(143, 150, 154, 186, 1), NUMBERS(27, 65, 84, 147), NUMBERS(21, 149, 158));
    expect_error(&scene, act_wretched(65, 84), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(84, 66));
    expect_error(&scene, act_wretched(65, 66), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(65, 84)); /* vacated by the other */
}
END_TEST

START_TEST(a_wretched_does_not_end_next_to_a_patrol)
{
    /* 67 is next to 63; the way there passes 82 and 84. */
    wait_on_the_second_night(NUMBERS(63, 143, 150, 154, 186), NUMBERS(21, 27, 65, 147),
                             NUMBERS(84, 149, 158));
    expect_error(&scene, act_wretched(65, 67), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(65, 51));
}
END_TEST

START_TEST(a_wretched_does_not_cross_a_patrol)
{
    /* 51 is not next to 82, but every line from 65 to 51 passes it. */
    wait_on_the_second_night(NUMBERS(82, 143, 150, 154, 186), NUMBERS(21, 27, 65, 147),
                             NUMBERS(84, 149, 158));
    expect_error(&scene, act_wretched(65, 51), ERROR_WRETCHED_TO);
    expect_error(&scene, act_wretched(65, 84), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(65, 63));
}
END_TEST

START_TEST(one_free_line_is_enough_for_a_wretched)
{
    /* From 27 to 46 there is a line over 36 and 37 and another over 35 and 55. */
    wait_on_the_second_night(NUMBERS(36, 143, 150, 154, 186), NUMBERS(21, 27, 65, 147),
                             NUMBERS(84, 149, 158));
    expect_error(&scene, act_wretched(27, 28), ERROR_WRETCHED_TO);
    expect_error(&scene, act_wretched(27, 48), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(27, 46));
}
END_TEST

START_TEST(a_wretched_does_not_go_onto_a_crime_scene)
{
    scenario_reach(&scene, 1, PHASE_KILL);
    expect_ok(&scene, act_kill(NUMBERS(84)));
    wait_on_the_second_night(NUMBERS(143, 150, 154, 186, 1), NUMBERS(3, 21, 27, 65), NUMBERS(147, 149, 158));
    expect_error(&scene, act_wretched(65, 84), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(65, 66));
}
END_TEST

START_TEST(a_face_up_patrol_blocks_the_way_and_a_removed_one_does_not)
{
    for (unsigned is_false = 0; is_false <= 1; is_false++) {
        begin();
        scenario_reach(&scene, 2, PHASE_WOMEN);
        scenario_put_all_police(&scene, NUMBERS(82, 143, 150, 154, 186));
        expect_ok(&scene, act_women(NUMBERS(27, 65, 147, 158), NUMBERS(21, 84, 149)));
        uint8_t face = is_false ? PAWN_FALSE : PAWN_RED;
        uint8_t other = is_false ? PAWN_RED : PAWN_FALSE;
        expect_ok(&scene, act_patrols(NUMBERS(82, face, 143, 0, 150, 1, 154, 3, 186, 4, 39, 5, 66, other)));
        expect_ok(&scene, act_wait());
        expect_ok(&scene, act_wretched(65, 63));
        scenario_reach(&scene, 2, PHASE_REVEAL);
        expect_ok(&scene, act_reveal(82));
        expect_ok(&scene, act_wait());
        expect_error(&scene, act_wretched(63, 65), is_false ? ERROR_OK : ERROR_WRETCHED_TO); /* next to 82 */
    }
}
END_TEST

/* ---- who must move ---- */

START_TEST(every_wretched_that_can_must_move_in_an_order_the_head_chooses)
{
    static const uint8_t order[][2] = {{27, 26}, {147, 146}, {65, 82}, {21, 23}};
    wait_on_the_second_night(NUMBERS(143, 150, 154, 186, 1), NUMBERS(21, 27, 65, 147), NUMBERS(84, 149, 158));
    for (unsigned i = 0; i < 4; i++) {
        expect_phase(&scene, PHASE_WRETCHED);
        expect_error(&scene, act_reveal(143), ERROR_NOT_YOUR_TURN);
        expect_error(&scene, by_pawn(PAWN_RED, act_pass(PAWN_RED)), ERROR_WRONG_PHASE);
        expect_ok(&scene, act_wretched(order[i][0], order[i][1]));
        expect_error(&scene, act_wretched(order[i][1], order[i][0]),
                     i < 3 ? ERROR_WRETCHED_FROM : ERROR_NOT_YOUR_TURN); /* each moves once */
    }
    expect_phase(&scene, PHASE_REVEAL);
}
END_TEST

START_TEST(a_wretched_that_cannot_move_stays)
{
    /* Every line out of 27 begins with 35 or 36. */
    wait_on_the_second_night(NUMBERS(35, 36, 150, 154, 186), NUMBERS(21, 27, 65, 147), NUMBERS(84, 149, 158));
    expect_error(&scene, act_wretched(27, 46), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(21, 23));
    expect_ok(&scene, act_wretched(65, 82));
    expect_ok(&scene, act_wretched(147, 146));
    expect_phase(&scene, PHASE_REVEAL);
    ck_assert_uint_eq(scene.game.wretched[1], 27);
}
END_TEST

START_TEST(a_wretched_freed_by_another_must_move_after_it)
{
    /* Patrols on 59 81 84 104 leave 84 as the only circle for 65. */
    wait_on_the_second_night(NUMBERS(59, 81, 84, 104, 186), NUMBERS(65, 84, 147, 158), NUMBERS(21, 27, 149));
    expect_error(&scene, act_wretched(65, 84), ERROR_WRETCHED_TO);
    expect_ok(&scene, act_wretched(147, 146));
    expect_ok(&scene, act_wretched(158, 157));
    expect_ok(&scene, act_wretched(84, 85));
    expect_phase(&scene, PHASE_WRETCHED);
    expect_ok(&scene, act_wretched(65, 84));
    expect_phase(&scene, PHASE_REVEAL);
}
END_TEST

START_TEST(the_step_is_skipped_when_no_wretched_can_move)
{
    scenario_reach(&scene, 4, PHASE_WOMEN);
    scenario_put_all_police(&scene, NUMBERS(159, 160, 150, 154, 186));
    expect_ok(&scene, act_women(NUMBERS(147), NUMBERS(84, 149, 158)));
    scenario_reach(&scene, 4, PHASE_KILL);
    expect_ok(&scene, act_wait());
    expect_phase(&scene, PHASE_REVEAL);
    ck_assert_uint_eq(scene.game.wretched[0], 147);
    ck_assert_uint_eq(scene.game.time_of_crime, 2);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &a_wretched_goes_to_an_adjacent_circle,
        &a_wretched_cannot_move_onto_another,
        &a_wretched_does_not_end_next_to_a_patrol,
        &a_wretched_does_not_cross_a_patrol,
        &one_free_line_is_enough_for_a_wretched,
        &a_wretched_does_not_go_onto_a_crime_scene,
        &a_face_up_patrol_blocks_the_way_and_a_removed_one_does_not,
        &every_wretched_that_can_must_move_in_an_order_the_head_chooses,
        &a_wretched_that_cannot_move_stays,
        &a_wretched_freed_by_another_must_move_after_it,
        &the_step_is_skipped_when_no_wretched_can_move,
    };
    return scenario_run("whitechapel_wretched", begin, tests, COUNT(tests));
}
