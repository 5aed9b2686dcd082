/*
 * test_whitechapel_rulebook.c: every example in the rulebook that names circles, replayed in the order of its
 * pages.
 */
#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "common/view/view.h"
#include "tests/support/c/play.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void begin(void)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
}

/* Jack is to move in the first night's Hunting; his hideout is 90, as on page 6. */
static void jack_stands_on(unsigned circle)
{
    expect_ok(&scene, act_hideout(90));
    scenario_reach(&scene, 1, PHASE_MOVE);
    scenario_put_all_police(&scene, NUMBERS(230, 231, 232, 233, 234));
    scenario_put_row(&scene, NUMBERS((uint8_t)circle));
}

START_TEST(page_13_the_wretched_on_65_goes_to_82_and_page_14_is_killed_there_at_ii)
{
    expect_ok(&scene, act_hideout(90));
    expect_ok(&scene, act_women(NUMBERS(3, 21, 27, 65, 147), NUMBERS(84, 149, 158)));
    scenario_reach(&scene, 1, PHASE_KILL);
    expect_ok(&scene, act_wait());
    const struct legal *legal = scenario_legal(&scene);
    ck_assert_uint_eq(legal->wretched_from[3], 65);
    ck_assert(set_is(&legal->wretched_to[3], NUMBERS(63, 66, 51, 67, 84, 83, 82)));
    expect_ok(&scene, act_wretched(65, 82));
    scenario_reach(&scene, 1, PHASE_KILL);
    expect_ok(&scene, act_kill(NUMBERS(82)));
    ck_assert_int_eq(cell_label(scene.game.first_cell), -1); /* the Roman II */
    ck_assert_uint_eq(scene.game.row[0][scene.game.first_cell], 82);
    ck_assert_uint_eq(scenario_jack(&scene), 82);
    ck_assert_uint_eq(scene.game.hideout, 90);
    ck_assert_uint_eq(scene.game.wretched_count, 0); /* page 14, alarm whistles */
    expect_phase(&scene, PHASE_MOVE);
}
END_TEST

START_TEST(page_15_jack_moves_from_127_to_103)
{
    jack_stands_on(127);
    expect_ok(&scene, act_move(103));
    ck_assert_uint_eq(scenario_jack(&scene), 103);
    ck_assert_uint_eq(scene.game.last_cell, scene.game.first_cell + 1);
}
END_TEST

START_TEST(page_16_yellow_moves_two_crossings)
{
    jack_stands_on(127);
    expect_ok(&scene, act_move(103));
    scenario_put_police(&scene, PAWN_YELLOW, 126);
    ck_assert(!set_has(&scene.board->crossing_adjacent[126], 143));
    expect_ok(&scene, act_walk(PAWN_YELLOW, 143));
}
END_TEST

/* Yellow is next to 99, 100 and 120, and Jack has been on 100. */
static void yellow_near_99_100_120(void)
{
    jack_stands_on(100);
    expect_ok(&scene, act_move(85));
    scenario_put_police(&scene, PAWN_YELLOW, 124);
    scenario_reach(&scene, 1, PHASE_ACT);
}

START_TEST(page_17_yellow_asks_99_then_100_and_not_120)
{
    yellow_near_99_100_120();
    ck_assert(set_is(&scenario_legal(&scene)->search[PAWN_YELLOW], NUMBERS(99, 100, 120)));
    expect_error(&scene, act_search(PAWN_YELLOW, 83), ERROR_NOT_NEXT_TO);
    expect_ok(&scene, act_search(PAWN_YELLOW, 99));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 0);
    expect_ok(&scene, act_search(PAWN_YELLOW, 100));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_SEARCH)->found, 1);
    ck_assert(set_is(&scene.game.clues, NUMBERS(100)));
    expect_error(&scene, act_search(PAWN_YELLOW, 120), ERROR_NOT_YOUR_TURN);
}
END_TEST

START_TEST(page_18_yellow_arrests_in_99_and_fails)
{
    yellow_near_99_100_120();
    expect_ok(&scene, act_arrest(PAWN_YELLOW, 99));
    ck_assert_uint_eq(scenario_event(&scene, EVENT_ARREST)->found, 0);
    expect_phase(&scene, PHASE_ACT);
}
END_TEST

START_TEST(page_19_a_coach_from_103_over_69_to_56_and_page_20_an_alley_to_72)
{
    jack_stands_on(103);
    expect_ok(&scene, act_coach(69, 56));
    ck_assert_uint_eq(scene.game.row[0][scene.game.first_cell + 1], 69);
    ck_assert_uint_eq(scene.game.row[0][scene.game.first_cell + 2], 56);
    ck_assert_uint_eq(scene.game.tiles[TILE_COACH], 2);
    scenario_reach(&scene, 1, PHASE_MOVE);
    static const uint8_t south[] = {57, 73, 72, 71, 70, 69};
    for (unsigned i = 0; i < sizeof south; i++) {
        ck_assert(set_has(&scenario_legal(&scene)->alley, south[i]));
    }
    expect_ok(&scene, act_alley(72));
    ck_assert_uint_eq(scene.game.row[0][scene.game.first_cell + 3], 72);
    ck_assert_uint_eq(scene.game.tiles[TILE_ALLEY], 1);
}
END_TEST

/* Plays to the double event with Wretched on 3 and 27. */
static void reach_double_event(void)
{
    scenario_reach(&scene, 1, PHASE_KILL);
    expect_ok(&scene, act_kill(NUMBERS(84)));
    scenario_reach(&scene, 2, PHASE_KILL);
    expect_ok(&scene, act_kill(NUMBERS(21)));
    scenario_reach(&scene, 3, PHASE_KILL);
}

START_TEST(page_21_two_victims_27_and_then_3_in_an_order_the_detectives_do_not_know)
{
    struct viewed_event told[2];
    for (unsigned i = 0; i < 2; i++) {
        begin();
        reach_double_event();
        expect_ok(&scene, i == 0 ? act_kill(NUMBERS(27, 3)) : act_kill(NUMBERS(3, 27)));
        ck_assert_uint_eq(scenario_jack(&scene), i == 0 ? 3 : 27);
        ck_assert_uint_eq(scene.game.last_cell, scene.game.first_cell + 1);
        expect_phase(&scene, PHASE_WALK);
        struct viewer police = {.role = VIEWER_POLICE};
        memset(&told[i], 0, sizeof told[i]);
        view_event(&scene.game, police, scenario_event(&scene, EVENT_KILL), &told[i]);
        ck_assert(list_is(&told[i].shown.circles, NUMBERS(3, 27)));
    }
    ck_assert_mem_eq(&told[0], &told[1], sizeof told[0]);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &page_13_the_wretched_on_65_goes_to_82_and_page_14_is_killed_there_at_ii,
        &page_15_jack_moves_from_127_to_103,
        &page_16_yellow_moves_two_crossings,
        &page_17_yellow_asks_99_then_100_and_not_120,
        &page_18_yellow_arrests_in_99_and_fails,
        &page_19_a_coach_from_103_over_69_to_56_and_page_20_an_alley_to_72,
        &page_21_two_victims_27_and_then_3_in_an_order_the_detectives_do_not_know,
    };
    return scenario_run("whitechapel_rulebook", begin, tests, COUNT(tests));
}
