/*
 * test_bot_whitehall.c: the bots for Whitehall Mystery play every game to its end by the rules, do not depend
 * on hidden information, and do the obvious in clear situations.
 *
 * That each level is stronger than the one below is measured by `gaslight arena`, not here.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/bots/self_play.h"
#include "common/bots/whitehall/truths.h"
#include "common/bots/whitehall/whitehall_bot.h"
#include "common/deduce/belief.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

enum { OPTION_SETS = 32, DECISIONS_MOST = 2000, CELL_13 = CELL_ONE + 13 };

/* ---- whole games ---- */

static void play_to_the_end(struct self_play *match)
{
    struct bot_observation observation;
    struct action action;
    while (self_play_observe(match, &observation)) {
        self_play_choose(match, &observation, &action);
        ck_assert(self_play_apply(match, &action));
        ck_assert_uint_lt(match->decisions, DECISIONS_MOST);
    }
}

START_TEST(every_game_is_played_to_the_end_without_illegal_choices)
{
    for (unsigned i = 0; i < 2 * OPTION_SETS; i++) {
        struct self_play match;
        unsigned cell = i % OPTION_SETS + i / OPTION_SETS * 5; /* every pair of levels, twice */
        self_play_begin(&match, play_board(GAME_WHITEHALL), i % OPTION_SETS, (enum bot_level)(cell % 4),
                        (enum bot_level)(cell / 4 % 4), i);
        play_to_the_end(&match);
        ck_assert_int_eq(match.game.phase, PHASE_OVER);
        ck_assert_uint_eq(match.mistakes, 0);
    }
}
END_TEST

/* One bot per seat, whichever pawns it has; its level depends on the seat number. */
static void play_by_seats(const struct setup *setup, struct random *random)
{
    const struct board *board = play_board(GAME_WHITEHALL);
    struct game game;
    struct dossier dossier;
    ck_assert_int_eq(game_new(board, &game, setup), ERROR_OK);
    dossier_begin(&dossier, GAME_WHITEHALL, setup->options);
    while (game.phase != PHASE_OVER) {
        unsigned seat = game.seat_of[__builtin_ctz(game_actors(&game))];
        bool jack = (setup->pawns[seat] & PAWN_BIT(PAWN_JACK)) != 0;
        struct viewer viewer = {.role = jack ? VIEWER_JACK : VIEWER_DETECTIVE, .pawns = setup->pawns[seat]};
        struct bot_observation observation;
        struct action action;
        struct events events = {0};
        bot_observe(board, &game, viewer, &dossier, &observation);
        ck_assert(
            bot_choose(&observation, (enum bot_level)(seat % BOT_LEVEL_COUNT), random_next(random), &action));
        ck_assert_int_eq(game_apply(board, &game, &action, &events), ERROR_OK);
        dossier_follow(&dossier, &game, &events);
    }
}

START_TEST(pawns_can_be_shared_in_any_way)
{
    struct random random = {.state = 6};
    for (unsigned i = 0; i < OPTION_SETS; i++) {
        struct setup setup = play_setup(GAME_WHITEHALL, i, &random);
        play_by_seats(&setup, &random);
    }
}
END_TEST

static uint64_t hash_of_a_game(enum bot_level jack, enum bot_level police, uint64_t seed)
{
    struct self_play match;
    struct bot_observation observation;
    struct action action;
    uint64_t hash = PLAY_HASH_START;
    self_play_begin(&match, play_board(GAME_WHITEHALL), 0, jack, police, seed);
    while (self_play_observe(&match, &observation)) {
        self_play_choose(&match, &observation, &action);
        hash = play_hash(hash, &action, sizeof action);
        ck_assert(self_play_apply(&match, &action));
    }
    return hash;
}

START_TEST(the_same_seed_gives_the_same_game_and_another_seed_another)
{
    for (unsigned level = BOT_NOVICE; level < BOT_LEVEL_COUNT; level++) {
        uint64_t hash = hash_of_a_game((enum bot_level)level, (enum bot_level)level, 11);
        ck_assert_uint_eq(hash, hash_of_a_game((enum bot_level)level, (enum bot_level)level, 11));
        ck_assert_uint_ne(hash, hash_of_a_game((enum bot_level)level, (enum bot_level)level, 12));
    }
}
END_TEST

/* ---- hidden information ---- */

/* Returns true if Jack's `number`th move, a normal one, can have led from one circle to the other. */
static bool could_step(const struct self_play *match, unsigned number, unsigned from, unsigned to)
{
    const struct dossier_step *step = &match->dossier.round[match->dossier.rounds - 1].step[number];
    struct set occupied = police_crossings(step->police);
    struct set ways = board_free_neighbours(match->board, from, &occupied);
    return step->tile == TILE_NONE && set_has(&ways, to);
}

/* Changes one cell of the row if the trail still agrees with all public facts. */
static void change_row(const struct self_play *match, const struct belief *belief, struct random *random,
                       struct game *twin)
{
    const struct dossier_round *round = &match->dossier.round[match->dossier.rounds - 1];
    uint8_t *row = twin->row[twin->round - 1];
    unsigned number = random_below(random, round->steps);
    unsigned cell = round->step[number].first;
    struct set others = set_minus(belief->cell[cell], &twin->clues);
    SET_EACH (circle, &others) {
        bool fits = could_step(match, number, row[cell - 1], circle) &&
                    memchr(row, (int)circle, CELLS) == NULL &&
                    (cell == twin->last_cell || could_step(match, number + 1, circle, row[cell + 1]));
        if (fits && !set_has(&twin->clues, row[cell])) {
            row[cell] = (uint8_t)circle;
            return;
        }
    }
}

/* Fills in another truth with the same public facts: another trail, and other discoveries still to come. */
static bool other_truth(const struct self_play *match, struct random *random, struct game *twin)
{
    struct belief belief;
    *twin = match->game;
    belief_deduce(match->board, &match->dossier, &belief);
    change_row(match, &belief, random, twin);
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        struct set free = set_and(match->board->quadrant[QUADRANT_NW + i], &belief.targets);
        for (unsigned cell = twin->first_cell; cell < CELLS; cell++) {
            set_remove(&free, twin->row[twin->round - 1][cell]);
        }
        if ((twin->discovered & (1U << i)) == 0 && !set_is_empty(&free)) {
            twin->discovery[i] = (uint8_t)random_member(&free, random);
        }
    }
    return memcmp(twin, &match->game, sizeof *twin) != 0;
}

/* Returns true if another truth exists; observation and choice must then be the same for it. */
static bool twin_chooses_alike(const struct self_play *match, const struct bot_observation *observation,
                               const struct action *action, struct random *random)
{
    struct self_play other = *match;
    struct bot_observation same;
    struct action choice;
    bool walked = match->dossier.rounds > 0 && match->dossier.round[match->dossier.rounds - 1].steps > 0;
    if (self_play_is_jack(observation) || !walked || !other_truth(match, random, &other.game)) {
        return false;
    }
    ck_assert(self_play_observe(&other, &same));
    ck_assert_mem_eq(&same.view, &observation->view, sizeof same.view);
    self_play_choose(&other, &same, &choice);
    ck_assert_mem_eq(&choice, action, sizeof choice);
    return true;
}

START_TEST(the_police_do_not_depend_on_the_hidden_truth)
{
    struct random random = {.state = 3};
    unsigned differed = 0;
    for (unsigned i = 0; i < 8; i++) {
        struct self_play match;
        struct bot_observation observation;
        struct action action;
        self_play_begin(&match, play_board(GAME_WHITEHALL), i % 2 == 0 ? 0 : OPTION_POWERS | OPTION_SMOKER,
                        BOT_NORMAL, (enum bot_level)(i % BOT_LEVEL_COUNT), i);
        while (self_play_observe(&match, &observation)) {
            self_play_choose(&match, &observation, &action);
            differed += twin_chooses_alike(&match, &observation, &action, &random);
            ck_assert(self_play_apply(&match, &action));
        }
    }
    ck_assert_uint_gt(differed, 200);
}
END_TEST

/* ---- what the police believe about circles within their reach ---- */

static void play_to_the_first_walk(struct self_play *match, uint64_t seed)
{
    struct bot_observation observation;
    struct action action;
    self_play_begin(match, play_board(GAME_WHITEHALL), 0, BOT_NOVICE, BOT_NOVICE, seed);
    while (match->game.phase != PHASE_WALK && self_play_observe(match, &observation)) {
        self_play_choose(match, &observation, &action);
        ck_assert(self_play_apply(match, &action));
    }
}

/* Returns how many investigators could get next to the circle in one walk when Jack made this step. */
static unsigned investigators_near(const struct dossier_step *step, unsigned circle)
{
    const struct board *board = play_board(GAME_WHITEHALL);
    unsigned near = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        unsigned crossing = step->police[pawn];
        near += crossing != 0 && set_meets(&board->reach[crossing], &board->beside[circle]);
    }
    return near;
}

/* After one step, if every goal and every detour is equally likely, only the reach of the investigators counts. */
START_TEST(circles_within_reach_of_investigators_are_less_likely)
{
    static const struct jack_model model = {
        .detour_factor = 1, .distance_factor = 1, .caution = {1, 0.2, 0.5}};
    static const double weight[] = {1, 0.2, 0.1, 0.05};
    struct self_play match;
    unsigned met[COUNT(weight)] = {0};
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct round_facts facts;
        struct posterior posterior;
        play_to_the_first_walk(&match, seed);
        round_facts_collect(match.board, &match.dossier, &facts);
        const struct dossier_step *step = &facts.round.step[0];
        if (facts.round.steps != 1 || step->tile != TILE_NONE) {
            continue;
        }
        whitehall_posterior_compute(match.board, &facts, &model, &posterior);
        unsigned first = set_next(&posterior.possible, 0);
        double unit = posterior.now[first] / weight[investigators_near(step, first)];
        SET_EACH (circle, &posterior.possible) {
            unsigned near = investigators_near(step, circle);
            ck_assert_double_eq_tol(posterior.now[circle], unit * weight[near], 1e-5);
            met[near]++;
        }
    }
    ck_assert_uint_gt(met[0], 0);
    ck_assert_uint_gt(met[1], 0);
    ck_assert_uint_gt(met[2], 0);
}
END_TEST

/* ---- sampled truths ---- */

static void check_truths(const struct self_play *match, unsigned count, struct random *random)
{
    static const struct jack_model model = {
        .mixed = true, .distance_factor = 0.8, .caution = {0.8, 0.7, 0.7}};
    const struct dossier_round *round = &match->dossier.round[match->dossier.rounds - 1];
    static struct truths truths;
    struct round_facts facts;
    struct belief belief;
    belief_deduce(match->board, &match->dossier, &belief);
    round_facts_collect(match->board, &match->dossier, &facts);
    whitehall_truths_draw(match->board, &facts, &model, count, random, &truths);
    ck_assert_uint_gt(truths.count, 0);
    ck_assert_uint_le(truths.count, count); /* the work of a plan is bounded by this number */
    for (unsigned i = 0; i < truths.count; i++) {
        ck_assert(set_has(&belief.cell[round->last_cell], truths.truth[i].now));
        SET_EACH (circle, &truths.truth[i].visited) {
            ck_assert_uint_ne(round->clear[circle], round->last_cell + 1U);
        }
    }
}

START_TEST(sampled_truths_agree_with_the_deduction_and_keep_to_the_budget)
{
    struct random random = {.state = 5};
    struct self_play match;
    struct bot_observation observation;
    struct action action;
    self_play_begin(&match, play_board(GAME_WHITEHALL), 0, BOT_HARD, BOT_NORMAL, 4);
    while (self_play_observe(&match, &observation)) {
        if (!self_play_is_jack(&observation) && match.game.phase == PHASE_ACT) {
            check_truths(&match, 1 + match.decisions % 100, &random);
        }
        self_play_choose(&match, &observation, &action);
        ck_assert(self_play_apply(&match, &action));
    }
    ck_assert_uint_gt(match.decisions, 20);
}
END_TEST

/* ---- tells ---- */

/* Counts how often two things with up to SET_LIMIT values each occur together. */
struct joint {
    unsigned count[SET_LIMIT][QUADRANT_COUNT], total;
};

/*
 * Returns the mutual information in bits, less what as many independent draws would show by chance (Miller and Madow),
 * so that few games do not look like a tell.
 */
static double mutual_information(const struct joint *joint)
{
    double rows[SET_LIMIT] = {0}, columns[QUADRANT_COUNT] = {0}, bits = 0;
    unsigned cells = 0, used_rows = 0, used_columns = 0;
    for (unsigned i = 0; i < SET_LIMIT; i++) {
        for (unsigned j = 0; j < QUADRANT_COUNT; j++) {
            rows[i] += joint->count[i][j];
            columns[j] += joint->count[i][j];
        }
    }
    for (unsigned i = 0; i < SET_LIMIT; i++) {
        used_rows += rows[i] > 0;
        for (unsigned j = 0; j < QUADRANT_COUNT; j++) {
            double n = joint->count[i][j];
            bits += n > 0 ? n / joint->total * log2(n * joint->total / (rows[i] * columns[j])) : 0;
            cells += n > 0;
        }
    }
    for (unsigned j = 0; j < QUADRANT_COUNT; j++) {
        used_columns += columns[j] > 0;
    }
    double chance = ((double)cells - used_rows - used_columns + 1) / (2 * joint->total * log(2));
    return bits - chance;
}

static void begin_as_jack(enum bot_level level, uint64_t seed, struct self_play *match)
{
    struct bot_observation observation;
    struct action action;
    self_play_begin(match, play_board(GAME_WHITEHALL), 0, level, BOT_NOVICE, seed);
    while (match->game.phase != PHASE_MOVE && self_play_observe(match, &observation)) {
        self_play_choose(match, &observation, &action);
        ck_assert(self_play_apply(match, &action));
    }
}

/*
 * Over 2,000 games: the quadrant in which Jack starts says little about where in the other quadrants his discoveries are,
 * and which discoveries he chooses is spread widely. The circles of a quadrant would take five bits or so to tell.
 */
START_TEST(where_jack_starts_does_not_tell_his_other_discoveries)
{
    enum { GAMES = 2000 };
    static const enum bot_level levels[] = {BOT_HARD, BOT_MASTER};
    for (unsigned i = 0; i < COUNT(levels); i++) {
        static struct joint joint[QUADRANT_COUNT];
        unsigned chosen[SET_LIMIT] = {0};
        memset(joint, 0, sizeof joint);
        for (uint64_t seed = 0; seed < GAMES; seed++) {
            struct self_play match;
            begin_as_jack(levels[i], seed, &match);
            unsigned start = match.game.row[0][CELL_ONE];
            unsigned from = match.board->circle[start].area;
            for (unsigned j = 0; j < DISCOVERIES; j++) {
                unsigned circle = match.game.discovery[j];
                chosen[circle]++;
                if (circle != start) {
                    joint[match.board->circle[circle].area].count[circle][from]++;
                    joint[match.board->circle[circle].area].total++;
                }
            }
        }
        for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
            double bits = mutual_information(&joint[quadrant]);
            ck_assert_msg(bits < 0.5, "%s: the start tells %.3f bits about quadrant %u",
                          bot_level_name(levels[i]), bits, quadrant);
        }
        for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
            ck_assert_msg(chosen[circle] < GAMES * 3 / 10, "%s: %u is a discovery in %u of %u games",
                          bot_level_name(levels[i]), circle, chosen[circle], (unsigned)GAMES);
        }
    }
}
END_TEST

/* ---- clear situations ---- */

static struct scenario scene;
static struct dossier told;

/* Round 1 from circle 35 with discoveries 35 (NW), 77 (NE), 122 (SW), 129 (SE). */
static void begin(unsigned ne, unsigned sw, unsigned se)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    expect_ok(&scene, act_discoveries(35, ne, sw, se));
    expect_ok(&scene, act_start(35));
    expect_ok(&scene, act_deploy(PAWN_YELLOW, 82));
    expect_ok(&scene, act_deploy(PAWN_BLUE, 108));
    expect_ok(&scene, act_deploy(PAWN_RED, 109));
}

/* Returns the public facts if Jack started on `start` and filled the cells so far with normal moves. */
static void tell(unsigned start)
{
    dossier_begin(&told, GAME_WHITEHALL, 0);
    told.rounds = 1;
    told.phase = scene.game.phase;
    memcpy(told.police, scene.game.crossing, sizeof told.police);
    told.tiles_total = 6;
    struct dossier_round *round = &told.round[0];
    round->begun = round->starts = 1;
    round->start[0] = (uint8_t)start;
    round->first_cell = CELL_ONE;
    round->last_cell = scene.game.last_cell;
    for (unsigned cell = CELL_ONE + 1; cell <= scene.game.last_cell; cell++) {
        struct dossier_step *step = &round->step[round->steps++];
        step->first = (uint8_t)cell;
        step->cells = 1;
    }
}

static struct action choice_of(enum pawn pawn, enum bot_level level, uint64_t seed)
{
    struct viewer viewer = {.role = pawn == PAWN_JACK ? VIEWER_JACK : VIEWER_DETECTIVE,
                            .pawns = (uint8_t)PAWN_BIT(pawn)};
    struct bot_observation observation;
    struct action action;
    bot_observe(scene.board, &scene.game, viewer, &told, &observation);
    ck_assert(bot_choose(&observation, level, seed, &action));
    return action;
}

/* Yellow is next to a neighbour of 35, and all other neighbours are known to be empty. */
START_TEST(an_investigator_arrests_when_only_one_circle_is_possible)
{
    begin(77, 122, 129);
    unsigned circle = set_next(&scene.board->adjacent[35], 0);
    unsigned crossing = set_next(&scene.board->beside[circle], 0);
    expect_ok(&scene, act_move(circle));
    while (scene.game.phase == PHASE_WALK) {
        scenario_default_action(&scene);
    }
    scenario_put_police(&scene, PAWN_YELLOW, crossing);
    tell(35);
    SET_EACH (other, &scene.board->adjacent[35]) {
        told.round[0].clear[other] = other == circle ? 0 : (uint8_t)(scene.game.last_cell + 1U);
    }
    for (unsigned level = BOT_EASY; level < BOT_LEVEL_COUNT; level++) {
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct action action = choice_of(PAWN_YELLOW, (enum bot_level)level, seed);
            ck_assert_int_eq(action.kind, ACTION_ARREST);
            ck_assert_uint_eq(action.circle, circle);
        }
    }
}
END_TEST

/* The discovery in the north-east is adjacent, and no investigator is near. */
START_TEST(jack_goes_to_an_adjacent_discovery)
{
    unsigned next_door = 0;
    SET_EACH (circle, &scene.board->quadrant[QUADRANT_NE]) {
        next_door = scene.board->steps[5][circle] == 1 ? circle : next_door;
    }
    ck_assert_uint_ne(next_door, 0);
    begin(next_door, 122, 129);
    scenario_put_row(&scene, NUMBERS(5));
    tell(5);
    for (unsigned level = BOT_NORMAL; level < BOT_LEVEL_COUNT; level++) {
        struct action action = choice_of(PAWN_JACK, (enum bot_level)level, 1);
        ck_assert_int_eq(action.kind, ACTION_MOVE);
        ck_assert_uint_eq(action.to, next_door);
    }
}
END_TEST

static void board_only(void)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
}

/* A blue circle from which a discovery in the south-east is far on foot, but close by Boat. */
static bool find_crossing_of_the_water(unsigned *from, unsigned *discovery)
{
    SET_EACH (circle, &scene.board->all_circles) {
        SET_EACH (goal, &scene.board->quadrant[QUADRANT_SE]) {
            if (scene.board->steps[circle][goal] > 3 &&
                set_meets(&scene.board->boat[circle], &scene.board->adjacent[goal])) {
                *from = circle;
                *discovery = goal;
                return true;
            }
        }
    }
    return false;
}

START_TEST(jack_takes_a_boat_when_walking_takes_too_long)
{
    unsigned from = 0;
    unsigned discovery = 0;
    ck_assert(find_crossing_of_the_water(&from, &discovery));
    begin(5, set_next(&scene.board->quadrant[QUADRANT_SW], 0), discovery);
    scenario_put_last_cell(&scene, CELL_13, set_next(&scene.board->adjacent[from], 0), from);
    tell(scene.game.row[0][CELL_ONE]);
    for (unsigned level = BOT_NORMAL; level < BOT_LEVEL_COUNT; level++) {
        struct action action = choice_of(PAWN_JACK, (enum bot_level)level, 1);
        ck_assert_int_eq(action.kind, ACTION_BOAT);
        ck_assert(set_has(&scene.board->adjacent[discovery], action.to));
    }
}
END_TEST

/* Circle 8 is closed off by crossings 3 and 29 and has no Alley: only a Coach remains. */
START_TEST(jack_uses_a_tile_when_surrounded)
{
    for (unsigned level = BOT_NOVICE; level < BOT_LEVEL_COUNT; level++) {
        begin(77, 122, 129);
        scenario_put_row(&scene, NUMBERS(8));
        scenario_put_police(&scene, PAWN_YELLOW, 3);
        scenario_put_police(&scene, PAWN_BLUE, 29);
        tell(8);
        struct action action = choice_of(PAWN_JACK, (enum bot_level)level, 1);
        ck_assert_int_eq(action.kind, ACTION_COACH);
    }
}
END_TEST

/* With just enough cells for the shortest path and investigators who stay put, Jack arrives. */
START_TEST(jack_arrives_when_the_moves_suffice)
{
    for (unsigned level = BOT_NORMAL; level < BOT_LEVEL_COUNT; level++) {
        for (uint64_t seed = 0; seed < 10; seed++) {
            begin(5, 122, 129);
            unsigned far = 0;
            SET_EACH (circle, &scene.board->quadrant[QUADRANT_NW]) {
                far = scene.board->steps[circle][5] == 4 ? circle : far;
            }
            scenario_put_last_cell(&scene, CELL_LAST - 4, set_next(&scene.board->adjacent[far], 0), far);
            while (scene.game.round == 1 && scene.game.phase != PHASE_OVER) {
                tell(scene.game.row[0][CELL_ONE]);
                if (scene.game.phase == PHASE_MOVE) {
                    expect_ok(&scene, choice_of(PAWN_JACK, (enum bot_level)level, seed));
                } else {
                    scenario_default_action(&scene);
                }
            }
            ck_assert_int_eq(scene.game.round, 2);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bot_whitehall");
    TCase *strategies = tcase_create("strategies");
    tcase_set_timeout(strategies, 300); /* whole games, possibly on a busy machine or under a sanitizer */
    tcase_add_checked_fixture(strategies, board_only, NULL);
    tcase_add_test(strategies, every_game_is_played_to_the_end_without_illegal_choices);
    tcase_add_test(strategies, pawns_can_be_shared_in_any_way);
    tcase_add_test(strategies, the_same_seed_gives_the_same_game_and_another_seed_another);
    tcase_add_test(strategies, the_police_do_not_depend_on_the_hidden_truth);
    tcase_add_test(strategies, circles_within_reach_of_investigators_are_less_likely);
    tcase_add_test(strategies, sampled_truths_agree_with_the_deduction_and_keep_to_the_budget);
    tcase_add_test(strategies, where_jack_starts_does_not_tell_his_other_discoveries);
    tcase_add_test(strategies, an_investigator_arrests_when_only_one_circle_is_possible);
    tcase_add_test(strategies, jack_goes_to_an_adjacent_discovery);
    tcase_add_test(strategies, jack_takes_a_boat_when_walking_takes_too_long);
    tcase_add_test(strategies, jack_uses_a_tile_when_surrounded);
    tcase_add_test(strategies, jack_arrives_when_the_moves_suffice);
    suite_add_tcase(suite, strategies);
    return run_suite(suite);
}
