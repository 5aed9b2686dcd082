/*
 * test_bot_whitechapel.c: the bots for Letters from Whitechapel play by the rules with every option and every
 * way to share the pawns, play the same game for the same seed, do not depend on hidden information, and do
 * the obvious in clear situations.
 */
#include <check.h>
#include <string.h>

#include "common/bots/bot_internal.h"
#include "common/bots/positioning.h"
#include "common/bots/self_play.h"
#include "common/bots/whitechapel/posterior.h"
#include "common/deduce/belief.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

/* ---- whole games ---- */

/* Plays to the end. Returns a hash of all actions. */
static uint64_t play_match(struct self_play *match, uint32_t options, enum bot_level jack,
                           enum bot_level police, uint64_t seed)
{
    struct bot_observation observation;
    struct action action;
    uint64_t hash = PLAY_HASH_START;
    self_play_begin(match, play_board(GAME_WHITECHAPEL), options, jack, police, seed);
    while (self_play_observe(match, &observation)) {
        self_play_choose(match, &observation, &action);
        ck_assert_msg(self_play_apply(match, &action), "%s refused",
                      action_name((enum action_kind)action.kind));
        hash = play_hash(hash, &action, sizeof action);
    }
    ck_assert_uint_eq(match->mistakes, 0);
    ck_assert_uint_eq(match->game.phase, PHASE_OVER);
    return hash;
}

static unsigned random_options(struct random *random)
{
    return random_below(random, 1U << option_count(GAME_WHITECHAPEL));
}

START_TEST(bots_of_every_level_play_by_the_rules_with_any_options)
{
    struct random random = {.state = 61};
    struct self_play match;
    for (unsigned jack = BOT_NOVICE; jack < BOT_LEVEL_COUNT; jack++) {
        for (unsigned police = BOT_NOVICE; police < BOT_LEVEL_COUNT; police++) {
            (void)play_match(&match, random_options(&random), (enum bot_level)jack, (enum bot_level)police,
                             random_next(&random));
        }
    }
}
END_TEST

START_TEST(bots_play_by_the_rules_with_each_option_and_with_all)
{
    struct self_play match;
    unsigned all = (1U << option_count(GAME_WHITECHAPEL)) - 1;
    for (unsigned i = 0; i < option_count(GAME_WHITECHAPEL); i++) {
        (void)play_match(&match, 1U << i, BOT_HARD, BOT_NORMAL, 100 + i);
    }
    (void)play_match(&match, all, BOT_NORMAL, BOT_HARD, 110);
    (void)play_match(&match, all, BOT_HARD, BOT_HARD, 111);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_game)
{
    struct self_play match;
    uint64_t once = play_match(&match, OPTION_LETTERS, BOT_HARD, BOT_HARD, 7);
    ck_assert_uint_eq(play_match(&match, OPTION_LETTERS, BOT_HARD, BOT_HARD, 7), once);
    ck_assert_uint_ne(play_match(&match, OPTION_LETTERS, BOT_HARD, BOT_HARD, 8), once);
}
END_TEST

START_TEST(free_neighbours_are_jacks_legal_moves)
{
    struct self_play match;
    struct bot_observation observation;
    struct action action;
    unsigned compared = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        self_play_begin(&match, play_board(GAME_WHITECHAPEL), 0, BOT_EASY, BOT_NORMAL, seed);
        while (self_play_observe(&match, &observation)) {
            if (match.game.phase == PHASE_MOVE) {
                struct set occupied = police_crossings(observation.view.crossing);
                unsigned here = observation.view.row[observation.view.round - 1][observation.view.last_cell];
                struct set ways = board_free_neighbours(match.board, here, &occupied);
                ck_assert_mem_eq(&ways, &observation.legal.shown.move, sizeof ways);
                compared++;
            }
            self_play_choose(&match, &observation, &action);
            ck_assert(self_play_apply(&match, &action));
        }
    }
    ck_assert_uint_ge(compared, 50);
}
END_TEST

/* ---- shared pawns ---- */

static struct viewer viewer_of(const struct setup *setup, const struct game *game)
{
    unsigned actors = game_actors(game);
    unsigned seat = game->seat_of[__builtin_ctz(actors)];
    bool jack = (actors & PAWN_BIT(PAWN_JACK)) != 0;
    return (struct viewer){.role = jack ? VIEWER_JACK : VIEWER_DETECTIVE,
                           .pawns = jack ? 0 : setup->pawns[seat]};
}

START_TEST(detectives_can_share_the_policemen_and_need_not_be_head)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct random random = {.state = 62};
    for (unsigned i = 0; i < 8; i++) {
        struct setup setup = play_setup(GAME_WHITECHAPEL, random_options(&random), &random);
        struct game game;
        struct dossier dossier;
        struct bot_observation observation;
        struct action action;
        ck_assert_int_eq(game_new(board, &game, &setup), ERROR_OK);
        dossier_begin(&dossier, GAME_WHITECHAPEL, setup.options);
        while (game.phase != PHASE_OVER) {
            struct events events = {0};
            enum bot_level level = i % 2 == 0 ? BOT_HARD : BOT_EASY;
            bot_observe(board, &game, viewer_of(&setup, &game), &dossier, &observation);
            ck_assert(bot_choose(&observation, level, random_next(&random), &action));
            ck_assert_int_eq(game_apply(board, &game, &action, &events), ERROR_OK);
            dossier_follow(&dossier, &game, &events);
        }
    }
}
END_TEST

/* ---- hidden information ---- */

/*
 * Replaces tonight's trail with another one that is possible given the public facts, and the hideout with
 * another.
 */
static bool another_truth(const struct self_play *match, struct random *random, struct game *other)
{
    struct belief belief;
    const struct game *game = &match->game;
    *other = match->game;
    belief_deduce(match->board, &match->dossier, &belief);
    struct set homes = belief.targets;
    set_remove(&homes, game->hideout);
    if (set_is_empty(&homes)) {
        return false;
    }
    other->hideout = (uint8_t)random_member(&homes, random);
    if (belief.hunting != 0) {
        uint8_t way[1][CELLS];
        unsigned now = random_member(&belief.now, random);
        if (belief_trails_to(match->board, &match->dossier, now, 1, way) != 1) {
            return false;
        }
        memcpy(other->row[game->round - 1], way[0], CELLS);
    }
    unsigned marked = game->marked;
    for (unsigned i = 1; i < game->women && other->marked == game->marked;
         i++) { /* the same number of marked women elsewhere */
        marked = (marked << 1 | marked >> (game->women - 1U)) & ((1U << game->women) - 1U);
        other->marked = (uint8_t)marked;
    }
    return memcmp(other->row, game->row, sizeof game->row) != 0 || game->women > 0;
}

static void choices_are_equal(const struct self_play *match, const struct game *other, enum bot_level level,
                              uint64_t seed)
{
    struct bot_observation first;
    struct bot_observation second;
    struct action chosen;
    struct action chosen_other;
    struct viewer viewer = viewer_of(&match->setup, &match->game);
    bot_observe(match->board, &match->game, viewer, &match->dossier, &first);
    bot_observe(match->board, other, viewer, &match->dossier, &second);
    ck_assert_mem_eq(&first.view, &second.view, sizeof first.view);
    ck_assert(bot_choose(&first, level, seed, &chosen));
    ck_assert(bot_choose(&second, level, seed, &chosen_other));
    ck_assert_mem_eq(&chosen, &chosen_other, sizeof chosen);
}

START_TEST(the_police_do_not_depend_on_the_hidden_truth)
{
    struct random random = {.state = 63};
    struct self_play match;
    struct bot_observation observation;
    struct action action;
    unsigned compared[PHASE_COUNT] = {0};
    for (unsigned i = 0; i < 6; i++) {
        self_play_begin(&match, play_board(GAME_WHITECHAPEL), random_options(&random), BOT_HARD, BOT_HARD, i);
        while (self_play_observe(&match, &observation)) {
            struct game other;
            if (!self_play_is_jack(&observation) && random_below(&random, 4) == 0 &&
                another_truth(&match, &random, &other)) {
                for (unsigned level = BOT_NOVICE; level < BOT_LEVEL_COUNT; level++) {
                    choices_are_equal(&match, &other, (enum bot_level)level, random_next(&random));
                }
                compared[match.game.phase]++;
            }
            self_play_choose(&match, &observation, &action);
            ck_assert(self_play_apply(&match, &action));
        }
    }
    ck_assert_uint_ge(compared[PHASE_WALK], 10);
    ck_assert_uint_ge(compared[PHASE_ACT], 10);
    ck_assert_uint_ge(compared[PHASE_PATROLS], 1);
}
END_TEST

/* Changes the Head tiles and patrol faces that have not been revealed. */
static bool another_police(const struct game *game, struct game *other)
{
    *other = *game;
    if (game->round <= 3) {
        other->heads[3] = game->heads[4];
        other->heads[4] = game->heads[3];
    }
    int down[2] = {-1, -1};
    for (int i = 0; i < PATROLS; i++) {
        if (game->patrol[i].crossing != 0 && game->patrol[i].face_up == 0) {
            down[down[0] >= 0] = i;
        }
    }
    if (down[1] >= 0) {
        other->patrol[down[0]].face = game->patrol[down[1]].face;
        other->patrol[down[1]].face = game->patrol[down[0]].face;
    }
    return memcmp(other, game, sizeof *game) != 0;
}

START_TEST(jack_does_not_depend_on_unrevealed_tiles)
{
    struct random random = {.state = 64};
    struct self_play match;
    struct bot_observation observation;
    struct action action;
    unsigned compared[PHASE_COUNT] = {0};
    for (unsigned i = 0; i < 6; i++) {
        self_play_begin(&match, play_board(GAME_WHITECHAPEL), random_options(&random), BOT_HARD, BOT_NORMAL,
                        i);
        while (self_play_observe(&match, &observation)) {
            struct game other;
            if (self_play_is_jack(&observation) && random_below(&random, 2) == 0 &&
                another_police(&match.game, &other)) {
                for (unsigned level = BOT_NOVICE; level < BOT_LEVEL_COUNT; level++) {
                    choices_are_equal(&match, &other, (enum bot_level)level, random_next(&random));
                }
                compared[match.game.phase]++;
            }
            self_play_choose(&match, &observation, &action);
            ck_assert(self_play_apply(&match, &action));
        }
    }
    ck_assert_uint_ge(compared[PHASE_MOVE], 10);
    ck_assert_uint_ge(compared[PHASE_KILL], 5);
    ck_assert_uint_ge(compared[PHASE_WOMEN], 5);
}
END_TEST

/* ---- work ---- */

/* Returns how many numbers a generator has drawn since `seed`: its state grows by an odd constant each time. */
static uint64_t numbers_drawn(const struct random *random, uint64_t seed)
{
    uint64_t inverse = 1;
    for (unsigned i = 0; i < 6; i++) { /* Newton's iteration doubles the number of correct bits */
        inverse *= 2 - UINT64_C(0x9e3779b97f4a7c15) * inverse;
    }
    return (random->state - seed) * inverse;
}

/*
 * Nearly all work of a decision goes into samples of the posterior, and a sample draws one number per move of
 * the night, one for its start and one for the hideout.
 */
START_TEST(decisions_stay_within_their_budget)
{
    enum { PER_SAMPLE = CELLS + 2, OTHER = 200 };
    static const uint64_t police[BOT_LEVEL_COUNT] = {
        [BOT_HARD] = 256 * PER_SAMPLE + OTHER, [BOT_MASTER] = 1024 * PER_SAMPLE + OTHER};
    static const uint64_t jack[BOT_LEVEL_COUNT] = {
        [BOT_HARD] = 3 * 3 * 96 * PER_SAMPLE + OTHER, [BOT_MASTER] = 3 * 8 * 96 * PER_SAMPLE + OTHER};
    struct self_play match;
    struct bot_observation observation;
    struct action action;
    uint64_t most = 0;
    self_play_begin(&match, play_board(GAME_WHITECHAPEL), 0, BOT_HARD, BOT_HARD, 5);
    while (self_play_observe(&match, &observation)) {
        bool is_jack = self_play_is_jack(&observation);
        for (unsigned level = BOT_HARD; level <= BOT_MASTER; level++) {
            struct random random = {.state = 9};
            memset(&action, 0, sizeof action);
            (is_jack ? bot_whitechapel_jack : bot_whitechapel_police)(&observation, (enum bot_level)level,
                                                                      &random, &action);
            uint64_t drawn = numbers_drawn(&random, 9);
            ck_assert_uint_le(drawn, (is_jack ? jack : police)[level]);
            most = drawn > most ? drawn : most;
        }
        self_play_choose(&match, &observation, &action);
        ck_assert(self_play_apply(&match, &action));
    }
    ck_assert_uint_gt(most, 256); /* it is this generator that they draw from */
}
END_TEST

/* ---- clear situations ---- */

static struct scenario scene;

/* Returns the dossier for tonight's row: normal moves only, with the police where they stand now. */
static struct dossier dossier_of_scene(void)
{
    const struct game *game = &scene.game;
    struct dossier dossier;
    dossier_begin(&dossier, GAME_WHITECHAPEL, game->options);
    struct dossier_round *night = &dossier.round[game->round - 1];
    dossier.rounds = game->round;
    dossier.phase = game->phase;
    memcpy(dossier.police, game->crossing, sizeof dossier.police);
    night->begun = 1;
    night->first_cell = game->first_cell;
    night->last_cell = game->last_cell;
    night->starts = 1;
    night->start[0] = game->row[game->round - 1][game->first_cell];
    for (unsigned cell = game->first_cell + 1U; cell <= game->last_cell; cell++) {
        struct dossier_step *step = &night->step[night->steps++];
        *step = (struct dossier_step){.tile = TILE_NONE, .first = (uint8_t)cell, .cells = 1};
    }
    return dossier;
}

static struct action choose(const struct dossier *dossier, enum viewer_role role, enum bot_level level,
                            uint64_t seed)
{
    struct bot_observation observation;
    struct action action;
    bot_observe(scene.board, &scene.game, (struct viewer){.role = (uint8_t)role}, dossier, &observation);
    ck_assert(bot_choose(&observation, level, seed, &action));
    return action;
}

START_TEST(a_policeman_arrests_when_only_one_circle_is_possible)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    expect_ok(&scene, act_hideout(1));
    scenario_reach(&scene, 1, PHASE_ACT);
    scenario_put_row(&scene, NUMBERS(65, 83));
    unsigned beside = set_next(&scene.board->beside[83], 0);
    scenario_put_all_police(&scene, NUMBERS((uint8_t)beside, 231, 232, 233, 234));
    struct dossier dossier = dossier_of_scene();
    SET_EACH (circle, &scene.board->adjacent[65]) {
        dossier.round[0].clear[circle] = circle == 83 ? 0 : (uint8_t)(scene.game.last_cell + 1);
    }
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct action action = choose(&dossier, VIEWER_POLICE, BOT_HARD, seed);
        ck_assert_int_eq(action.kind, ACTION_ARREST);
        ck_assert_uint_eq(action.by, PAWN_YELLOW);
        ck_assert_uint_eq(action.circle, 83);
    }
}
END_TEST

/* ---- what the police believe about circles within their reach ---- */

#define FAR_AWAY NUMBERS(230, 231, 232, 233, 234)

/* Fills in the belief with this factor, if Jack takes every step and every night as likely as any other. */
static void believe(const struct dossier *dossier, double foresight, struct posterior *posterior)
{
    const struct posterior_model model = {.samples = 16,
                                          .habits = 1,
                                          .habit = &whitechapel_undecided,
                                          .walk = {1, 1},
                                          .uses_earlier_nights = true,
                                          .foresight = foresight};
    struct random random = {.state = 3};
    whitechapel_posterior_compute(scene.board, dossier, &model, &random, posterior);
}

/* Jack made one step from 65, and a policeman stands next to 83, one of several circles where he may be. */
START_TEST(circles_to_which_a_policeman_has_just_walked_are_less_likely)
{
    struct posterior blind;
    struct posterior wise;
    double watched[2] = {0};
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    expect_ok(&scene, act_hideout(1));
    scenario_reach(&scene, 1, PHASE_ACT);
    scenario_put_row(&scene, NUMBERS(65, 83));
    unsigned beside = set_next(&scene.board->beside[83], 0);
    scenario_put_all_police(&scene, NUMBERS((uint8_t)beside, 231, 232, 233, 234));
    struct dossier dossier = dossier_of_scene();
    believe(&dossier, 0, &blind);
    believe(&dossier, 0.5, &wise);
    SET_EACH (circle, &scene.board->next_to[beside]) {
        watched[0] += blind.now[circle];
        watched[1] += wise.now[circle];
    }
    ck_assert_double_gt(watched[0], 0.1);
    ck_assert_double_lt(watched[0], 0.9);
    ck_assert_double_eq_tol(watched[1] / (1 - watched[1]), 0.5 * watched[0] / (1 - watched[0]), 1e-9);
    dossier.phase = PHASE_WALK; /* they still stand where they stood when he moved */
    believe(&dossier, 0.5, &wise);
    ck_assert_double_eq_tol(wise.now[83], blind.now[83], 1e-9);
}
END_TEST

/* Jack has murdered on 65 and on 158 and not moved yet. */
START_TEST(after_a_double_event_the_circle_within_reach_of_the_police_is_likelier_the_decoy)
{
    struct posterior posterior;
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    expect_ok(&scene, act_hideout(1));
    scenario_reach(&scene, 1, PHASE_ACT);
    scenario_put_row(&scene, NUMBERS(65));
    scenario_put_all_police(&scene, FAR_AWAY);
    struct dossier dossier = dossier_of_scene();
    struct dossier_round *night = &dossier.round[0];
    night->starts = 2;
    night->start[1] = 158;
    night->last_cell++;
    believe(&dossier, 0, &posterior);
    double before = posterior.now[65] / posterior.now[158];
    dossier.police[PAWN_YELLOW] = (uint8_t)set_next(&scene.board->beside[65], 0);
    believe(&dossier, 0, &posterior);
    ck_assert_double_gt(before, 0);
    ck_assert_double_eq_tol(posterior.now[65] / posterior.now[158], before / 2, 1e-9);
}
END_TEST

/* ---- Jack's moves ---- */

/* Sets up Jack to move, with that many cells left, on `here` after coming from `from`. */
static void jack_to_move(unsigned night, unsigned hideout, unsigned left, unsigned from, unsigned here,
                         struct numbers police)
{
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    expect_ok(&scene, act_hideout(hideout));
    scenario_reach(&scene, night, PHASE_MOVE);
    scenario_put_all_police(&scene, police);
    scenario_put_last_cell(&scene, CELL_LAST - left, from, here);
}

START_TEST(jack_goes_home_on_his_last_move)
{
    jack_to_move(1, 103, 1, 103, 127, FAR_AWAY);
    struct dossier dossier = dossier_of_scene();
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct action action = choose(&dossier, VIEWER_JACK, BOT_HARD, seed);
        ck_assert_uint_eq(action.to, 103);
        ck_assert_uint_eq(action.escape, 1);
    }
}
END_TEST

/* Returns a possible hideout that many steps away. */
static unsigned home_at(unsigned from, unsigned steps)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct set homes = set_minus(board->all_circles, &board->red_circles);
    SET_EACH (home, &homes) {
        if (board->steps[from][home] == steps) {
            return home;
        }
    }
    return 0;
}

START_TEST(jack_stays_within_reach_of_home)
{
    unsigned home = home_at(127, 3);
    jack_to_move(1, home, 3, 103, 127, FAR_AWAY);
    struct dossier dossier = dossier_of_scene();
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct action action = choose(&dossier, VIEWER_JACK, BOT_HARD, seed);
        unsigned cells = action.kind == ACTION_COACH ? 2 : 1;
        ck_assert_uint_le(scene.board->steps[action.to][home] + cells, 3);
    }
}
END_TEST

/* 37 lies between two crossings; a policeman on one of them makes the walk to this hideout too long. */
static unsigned home_behind(unsigned crossing)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct set homes = set_minus(board->all_circles, &board->red_circles);
    struct set occupied = {{0}};
    uint8_t steps[SET_LIMIT];
    set_add(&occupied, crossing);
    SET_EACH (home, &homes) {
        positioning_steps_home(board, home, &occupied, POSITIONING_FAR - 1, steps);
        if (board->steps[37][home] == 3 && steps[37] > 3) {
            return home;
        }
    }
    return 0;
}

START_TEST(jack_uses_a_tile_when_open_streets_do_not_lead_home)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    unsigned wall = set_next(&board->beside[37], 0);
    unsigned home = home_behind(wall);
    ck_assert_uint_ne(home, 0);
    unsigned from = set_next(&board->adjacent[37], 0);
    jack_to_move(1, home, 3, from, 37, NUMBERS((uint8_t)wall, 231, 232, 233, 234));
    struct dossier dossier = dossier_of_scene();
    ck_assert((scenario_legal(&scene)->kinds & ACTION_BIT(ACTION_MOVE)) != 0);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct action action = choose(&dossier, VIEWER_JACK, BOT_HARD, seed);
        ck_assert(action.kind == ACTION_COACH || action.kind == ACTION_ALLEY);
    }
}
END_TEST

START_TEST(jack_enters_an_adjacent_hideout_on_the_last_night)
{
    jack_to_move(4, 103, 12, 103, 127, FAR_AWAY);
    struct dossier dossier = dossier_of_scene();
    for (uint64_t seed = 0; seed < 20; seed++) {
        ck_assert_uint_eq(choose(&dossier, VIEWER_JACK, BOT_HARD, seed).escape, 1);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bot_whitechapel");
    TCase *tests = tcase_create("strategies");
    tcase_set_timeout(tests, 280);
    tcase_add_test(tests, bots_of_every_level_play_by_the_rules_with_any_options);
    tcase_add_test(tests, bots_play_by_the_rules_with_each_option_and_with_all);
    tcase_add_test(tests, the_same_seed_gives_the_same_game);
    tcase_add_test(tests, free_neighbours_are_jacks_legal_moves);
    tcase_add_test(tests, detectives_can_share_the_policemen_and_need_not_be_head);
    tcase_add_test(tests, the_police_do_not_depend_on_the_hidden_truth);
    tcase_add_test(tests, jack_does_not_depend_on_unrevealed_tiles);
    tcase_add_test(tests, decisions_stay_within_their_budget);
    tcase_add_test(tests, a_policeman_arrests_when_only_one_circle_is_possible);
    tcase_add_test(tests, circles_to_which_a_policeman_has_just_walked_are_less_likely);
    tcase_add_test(tests, after_a_double_event_the_circle_within_reach_of_the_police_is_likelier_the_decoy);
    tcase_add_test(tests, jack_goes_home_on_his_last_move);
    tcase_add_test(tests, jack_stays_within_reach_of_home);
    tcase_add_test(tests, jack_uses_a_tile_when_open_streets_do_not_lead_home);
    tcase_add_test(tests, jack_enters_an_adjacent_hideout_on_the_last_night);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
