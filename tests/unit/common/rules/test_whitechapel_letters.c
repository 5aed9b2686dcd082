/*
 * test_whitechapel_letters.c: Jack's Letters: Dear Boss, Saucy Jacky, From Hell and Goulston Street: when
 * each can be played, what it may affect, and when the step is skipped.
 */
#include <check.h>

#include "common/base/array.h"
#include "tests/support/c/scenario.h"

static struct scenario scene;

static void begin(void)
{
    scenario_new(&scene, GAME_WHITECHAPEL, OPTION_LETTERS);
}

/*
 * Plays to Hell 3 of a night with patrols in A/a 118, C/b 8, A/b 2, C/a 132, B/b 83 and on the yellow
 * crossings 39 (B/b) and 150 (B/a). The unoccupied yellow crossings are 48 66 143 154 186.
 */
static void place_patrols(unsigned night)
{
    scenario_reach(&scene, night, PHASE_WOMEN);
    scenario_put_all_police(&scene, NUMBERS(118, 8, 2, 132, 83));
    scenario_reach(&scene, night, PHASE_PATROLS);
    expect_ok(&scene, act_patrols(NUMBERS(118, PAWN_YELLOW, 8, PAWN_RED, 2, PAWN_BLUE, 132, PAWN_GREEN, 83,
                                          PAWN_BROWN, 39, PAWN_FALSE, 150, PAWN_FALSE)));
}

/* Returns the face of the patrol on a crossing, or PAWN_NONE. */
static unsigned face_on(unsigned crossing)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        if (scene.game.patrol[i].crossing == crossing) {
            return scene.game.patrol[i].face;
        }
    }
    return PAWN_NONE;
}

/* ---- when ---- */

START_TEST(letters_are_for_nights_two_to_four)
{
    scenario_reach(&scene, 1, PHASE_PATROLS);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_KILL);
    for (unsigned night = 2; night <= 4; night++) {
        place_patrols(night);
        expect_phase(&scene, PHASE_LETTER);
        ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(PAWN_JACK));
        expect_ok(&scene, act_pass(PAWN_JACK));
        expect_phase(&scene, PHASE_KILL);
    }
}
END_TEST

START_TEST(without_the_option_there_are_no_letters)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    place_patrols(2);
    expect_phase(&scene, PHASE_KILL);
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 118, 48), ERROR_WRONG_PHASE);
    scenario_reach(&scene, 2, PHASE_MOVE);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_WALK);
}
END_TEST

START_TEST(one_letter_a_night)
{
    place_patrols(2);
    expect_ok(&scene, act_letter(LETTER_DEAR_BOSS, 118, 48));
    expect_phase(&scene, PHASE_KILL);
    scenario_reach(&scene, 2, PHASE_MOVE);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_WALK); /* no Goulston Street after it */
}
END_TEST

START_TEST(each_letter_once_a_game)
{
    place_patrols(2);
    expect_ok(&scene, act_letter(LETTER_DEAR_BOSS, 118, 48));
    place_patrols(3);
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 118, 48), ERROR_LETTER_USED);
    expect_ok(&scene, act_letter(LETTER_FROM_HELL, 2, 48));
    place_patrols(4);
    expect_error(&scene, act_letter(LETTER_FROM_HELL, 2, 48), ERROR_LETTER_USED);
    expect_ok(&scene, act_saucy_jacky(39, 83));
}
END_TEST

/* ---- Dear Boss and From Hell ---- */

static void expect_sources(enum letter letter, unsigned first, unsigned second)
{
    static const uint8_t patrols[] = {118, 8, 2, 132, 83, 39, 150};
    place_patrols(2);
    struct scenario before = scene;
    for (unsigned i = 0; i < sizeof patrols; i++) {
        bool right = patrols[i] == first || patrols[i] == second;
        scene = before;
        unsigned face = face_on(patrols[i]);
        expect_error(&scene, act_letter(letter, patrols[i], 66), right ? ERROR_OK : ERROR_LETTER_TARGET);
        if (right) {
            ck_assert_uint_eq(face_on(66), face); /* moved without being revealed */
            ck_assert_uint_eq(face_on(patrols[i]), PAWN_NONE);
            ck_assert(list_is(&scenario_event(&scene, EVENT_SHIFT)->moves, NUMBERS(patrols[i], 66)));
        }
    }
}

START_TEST(dear_boss_moves_a_patrol_of_lower_left_or_upper_right)
{
    expect_sources(LETTER_DEAR_BOSS, 118, 8);
}
END_TEST

START_TEST(from_hell_moves_a_patrol_of_upper_left_or_lower_right)
{
    expect_sources(LETTER_FROM_HELL, 2, 132);
}
END_TEST

START_TEST(the_patrol_goes_to_an_unoccupied_yellow_crossing)
{
    place_patrols(2);
    ck_assert(set_is(&scenario_legal(&scene)->letter_to, NUMBERS(48, 66, 143, 154, 186)));
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 118, 39), ERROR_LETTER_TARGET);  /* occupied */
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 118, 100), ERROR_LETTER_TARGET); /* not yellow */
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 118, 118), ERROR_LETTER_TARGET);
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 117, 48), ERROR_LETTER_TARGET); /* no patrol there */
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 118, 0), ERROR_LETTER_TARGET);
    expect_error(&scene, by_pawn(PAWN_RED, act_letter(LETTER_DEAR_BOSS, 118, 48)), ERROR_NOT_YOUR_TURN);
    expect_ok(&scene, act_letter(LETTER_DEAR_BOSS, 118, 186));
}
END_TEST

START_TEST(goulston_street_is_not_played_in_hell)
{
    place_patrols(2);
    expect_error(&scene, act_graffito(PAWN_RED), ERROR_LETTER_NOW);
}
END_TEST

START_TEST(a_letter_takes_only_its_own_fields)
{
    place_patrols(2);
    struct action action = act_letter(LETTER_DEAR_BOSS, 118, 48);
    action.pawn = PAWN_RED;
    expect_error(&scene, action, ERROR_LETTER_TARGET);
    action = act_saucy_jacky(39, 83);
    action.to = 48;
    expect_error(&scene, action, ERROR_LETTER_TARGET);
    action = act_letter(LETTER_COUNT, 118, 48);
    expect_error(&scene, action, ERROR_LETTER_TARGET);
    expect_error(&scene, act_letter(LETTER_NONE, 118, 48), ERROR_MISSING_KEY);
}
END_TEST

/* ---- Saucy Jacky ---- */

START_TEST(saucy_jacky_names_two_patrols_of_the_middle)
{
    place_patrols(2);
    expect_error(&scene, act_saucy_jacky(39, 118), ERROR_LETTER_TARGET);
    expect_error(&scene, act_saucy_jacky(39, 39), ERROR_LETTER_TARGET);
    expect_error(&scene, act_saucy_jacky(39, 66), ERROR_LETTER_TARGET);
    expect_ok(&scene, act_saucy_jacky(150, 39));
    ck_assert(list_is(&scenario_event(&scene, EVENT_LETTER)->crossings, NUMBERS(39, 150)));
    expect_phase(&scene, PHASE_MOVE_PATROLS);
    ck_assert_uint_eq(game_actors(&scene.game), PAWN_BIT(scene.game.head));
}
END_TEST

START_TEST(the_head_moves_both_to_yellow_crossings_that_were_unoccupied)
{
    place_patrols(2);
    expect_ok(&scene, act_saucy_jacky(83, 39));
    expect_error(&scene, act_move_patrols(39, 48, 39, 66), ERROR_PATROL_PLACE);
    expect_error(&scene, act_move_patrols(39, 48, 150, 66), ERROR_PATROL_PLACE);
    expect_error(&scene, act_move_patrols(39, 48, 83, 48), ERROR_PATROL_PLACE);
    expect_error(&scene, act_move_patrols(39, 48, 83, 150), ERROR_PATROL_PLACE); /* occupied */
    expect_error(&scene, act_move_patrols(39, 48, 83, 100), ERROR_PATROL_PLACE); /* not yellow */
    expect_error(&scene, act_move_patrols(39, 48, 83, 39), ERROR_PATROL_PLACE);  /* just left */
    expect_error(&scene, act_move_patrols(39, 39, 83, 48), ERROR_PATROL_PLACE);
    expect_error(&scene, by_pawn(PAWN_JACK, act_move_patrols(39, 48, 83, 66)), ERROR_NOT_YOUR_TURN);
    expect_error(&scene, by_pawn(PAWN_RED, act_pass(PAWN_RED)), ERROR_WRONG_PHASE);
    expect_ok(&scene, act_move_patrols(83, 143, 39, 48));
    ck_assert(list_is(&scenario_event(&scene, EVENT_SHIFT)->moves, NUMBERS(39, 48, 83, 143)));
    ck_assert_uint_eq(face_on(48), PAWN_FALSE);
    ck_assert_uint_eq(face_on(143), PAWN_BROWN);
    expect_phase(&scene, PHASE_KILL);
}
END_TEST

/* ---- no legal target ---- */

START_TEST(the_step_is_skipped_when_every_yellow_crossing_is_occupied)
{
    scenario_reach(&scene, 2, PHASE_WOMEN);
    scenario_put_all_police(&scene, NUMBERS(39, 48, 66, 143, 150));
    scenario_reach(&scene, 2, PHASE_PATROLS);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_KILL);
}
END_TEST

START_TEST(a_letter_without_two_crossings_for_two_patrols_cannot_be_played)
{
    scenario_reach(&scene, 2, PHASE_WOMEN);
    scenario_put_all_police(&scene,
                            NUMBERS(39, 48, 66, 143, 118)); /* only one yellow crossing will be free */
    scenario_reach(&scene, 2, PHASE_PATROLS);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_LETTER);
    ck_assert_uint_eq(scenario_legal(&scene)->letters, 1U << LETTER_DEAR_BOSS | 1U << LETTER_FROM_HELL);
    expect_error(&scene, act_saucy_jacky(39, 66), ERROR_LETTER_TARGET);
    expect_ok(&scene, act_letter(LETTER_DEAR_BOSS, 118, 186));
}
END_TEST

START_TEST(the_step_is_skipped_when_the_remaining_letters_reach_no_patrol)
{
    scenario_reach(&scene, 2, PHASE_WOMEN);
    scene.game.letters_used = 1U << LETTER_SAUCY_JACKY | 1U << LETTER_FROM_HELL;
    scenario_put_all_police(&scene, NUMBERS(2, 3, 132, 133, 83));
    scenario_reach(&scene, 2, PHASE_PATROLS);
    expect_ok(&scene, act_patrols(NUMBERS(2, 0, 3, 0, 132, 1, 133, 2, 83, 3, 39, 4, 66, 5)));
    expect_phase(&scene, PHASE_KILL);
}
END_TEST

/* ---- Goulston Street ---- */

/* Jack has moved on the second night; policemen in the order yellow, red, blue, green, brown. */
static void after_jacks_move(struct numbers police)
{
    expect_ok(&scene, act_hideout(90));
    scenario_reach(&scene, 2, PHASE_MOVE);
    scenario_put_all_police(&scene, police);
    scenario_put_row(&scene, NUMBERS(103));
    expect_ok(&scene, act_move(69));
}

START_TEST(goulston_street_calls_the_named_policeman_or_brown)
{
    static const uint8_t sent[] = {PAWN_RED, PAWN_GREEN, PAWN_BLUE};
    after_jacks_move(NUMBERS(230, 231, 232, 233, 234));
    expect_phase(&scene, PHASE_GRAFFITO);
    expect_error(&scene, act_graffito(PAWN_YELLOW), ERROR_LETTER_TARGET);
    expect_error(&scene, act_graffito(PAWN_BROWN), ERROR_LETTER_TARGET);
    expect_error(&scene, act_graffito(PAWN_COUNT), ERROR_LETTER_TARGET);
    expect_error(&scene, act_letter(LETTER_DEAR_BOSS, 118, 48), ERROR_LETTER_NOW);
    expect_error(&scene, act_walk(PAWN_RED, 231), ERROR_NOT_YOUR_TURN); /* before the police move */
    struct scenario before = scene;
    for (unsigned i = 0; i < sizeof sent; i++) {
        for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
            bool right = pawn == sent[i] || pawn == PAWN_BROWN;
            scene = before;
            expect_ok(&scene, act_graffito((enum pawn)sent[i]));
            expect_phase(&scene, PHASE_GOULSTON);
            expect_error(&scene, by_pawn(PAWN_JACK, act_goulston((enum pawn)pawn)), ERROR_NOT_YOUR_TURN);
            expect_error(&scene, act_goulston((enum pawn)pawn), right ? ERROR_OK : ERROR_GOULSTON_PAWN);
            ck_assert_uint_eq(scene.game.crossing[pawn] == scene.board->goulston_street, right);
            scenario_expect_phase(&scene, right ? PHASE_WALK : PHASE_GOULSTON, __FILE__, __LINE__);
        }
    }
}
END_TEST

START_TEST(the_policeman_called_may_still_walk)
{
    after_jacks_move(NUMBERS(230, 231, 232, 233, 234));
    expect_ok(&scene, act_graffito(PAWN_GREEN));
    expect_ok(&scene, act_goulston(PAWN_GREEN));
    expect_ok(&scene, act_walk(PAWN_GREEN, 98));
}
END_TEST

START_TEST(goulston_street_may_be_saved_for_a_later_move)
{
    after_jacks_move(NUMBERS(230, 231, 232, 233, 234));
    expect_ok(&scene, act_pass(PAWN_JACK));
    expect_phase(&scene, PHASE_WALK);
    scenario_reach(&scene, 2, PHASE_MOVE);
    expect_ok(&scene, act_coach(127, 128)); /* also after a special move */
    expect_phase(&scene, PHASE_GRAFFITO);
    expect_ok(&scene, act_graffito(PAWN_BLUE));
    expect_ok(&scene, act_goulston(PAWN_BROWN));
    scenario_reach(&scene, 2, PHASE_MOVE);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_WALK); /* only once */
}
END_TEST

START_TEST(goulston_street_cannot_be_played_while_a_third_policeman_stands_there)
{
    after_jacks_move(NUMBERS(100, 231, 232, 233, 234));
    expect_phase(&scene, PHASE_WALK);
}
END_TEST

START_TEST(only_the_policeman_already_there_can_be_named_and_sent)
{
    after_jacks_move(NUMBERS(230, 100, 232, 233, 234));
    ck_assert_uint_eq(scenario_legal(&scene)->letter_pawns, PAWN_BIT(PAWN_RED));
    expect_error(&scene, act_graffito(PAWN_BLUE), ERROR_LETTER_TARGET); /* red would be the third */
    expect_ok(&scene, act_graffito(PAWN_RED));
    expect_error(&scene, act_goulston(PAWN_BROWN), ERROR_GOULSTON_PAWN);
    expect_ok(&scene, act_goulston(PAWN_RED));
    ck_assert_uint_eq(scene.game.crossing[PAWN_RED], 100);
    ck_assert_uint_eq(scene.game.crossing[PAWN_BROWN], 234);
}
END_TEST

START_TEST(if_brown_is_already_there_brown_is_sent)
{
    after_jacks_move(NUMBERS(230, 231, 232, 233, 100));
    expect_ok(&scene, act_graffito(PAWN_GREEN));
    expect_error(&scene, act_goulston(PAWN_GREEN), ERROR_GOULSTON_PAWN);
    expect_ok(&scene, act_goulston(PAWN_BROWN));
    ck_assert_uint_eq(scene.game.crossing[PAWN_GREEN], 233);
}
END_TEST

START_TEST(on_the_third_night_goulston_street_waits_for_jacks_first_move)
{
    place_patrols(3);
    expect_ok(&scene, act_pass(PAWN_JACK));
    scenario_default_action(&scene); /* the double event */
    expect_phase(&scene, PHASE_WALK);
    scenario_reach(&scene, 3, PHASE_MOVE);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_GRAFFITO);
}
END_TEST

START_TEST(goulston_street_is_not_for_the_first_night_nor_after_an_escape)
{
    expect_ok(&scene, act_hideout(69));
    scenario_reach(&scene, 1, PHASE_MOVE);
    scenario_default_action(&scene);
    expect_phase(&scene, PHASE_WALK);
    scenario_reach(&scene, 2, PHASE_MOVE);
    scenario_put_all_police(&scene, NUMBERS(230, 231, 232, 233, 234));
    scenario_put_row(&scene, NUMBERS(103));
    expect_ok(&scene, act_escape(69));
    expect_phase(&scene, PHASE_WOMEN);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &letters_are_for_nights_two_to_four,
        &without_the_option_there_are_no_letters,
        &one_letter_a_night,
        &each_letter_once_a_game,
        &dear_boss_moves_a_patrol_of_lower_left_or_upper_right,
        &from_hell_moves_a_patrol_of_upper_left_or_lower_right,
        &the_patrol_goes_to_an_unoccupied_yellow_crossing,
        &goulston_street_is_not_played_in_hell,
        &a_letter_takes_only_its_own_fields,
        &saucy_jacky_names_two_patrols_of_the_middle,
        &the_head_moves_both_to_yellow_crossings_that_were_unoccupied,
        &the_step_is_skipped_when_every_yellow_crossing_is_occupied,
        &a_letter_without_two_crossings_for_two_patrols_cannot_be_played,
        &the_step_is_skipped_when_the_remaining_letters_reach_no_patrol,
        &goulston_street_calls_the_named_policeman_or_brown,
        &the_policeman_called_may_still_walk,
        &goulston_street_may_be_saved_for_a_later_move,
        &goulston_street_cannot_be_played_while_a_third_policeman_stands_there,
        &only_the_policeman_already_there_can_be_named_and_sent,
        &if_brown_is_already_there_brown_is_sent,
        &on_the_third_night_goulston_street_waits_for_jacks_first_move,
        &goulston_street_is_not_for_the_first_night_nor_after_an_escape,
    };
    return scenario_run("whitechapel_letters", begin, tests, COUNT(tests));
}
