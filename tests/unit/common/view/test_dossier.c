/* test_dossier.c: what the dossier contains, and what it means for the belief, rule by rule. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/deduce/belief.h"
#include "common/wire/record.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

/* A game watched by a spectator. */
struct watched {
    struct scenario scene;
    struct dossier dossier;
    struct belief belief;
};

static void watch(struct watched *watched, enum game_kind game, uint32_t options)
{
    scenario_new(&watched->scene, game, options);
    dossier_begin(&watched->dossier, game, options);
}

static void follow(struct watched *watched)
{
    dossier_follow(&watched->dossier, &watched->scene.game, &watched->scene.events);
    belief_deduce(watched->scene.board, &watched->dossier, &watched->belief);
}

static void act(struct watched *watched, struct action action)
{
    expect_ok(&watched->scene, action);
    follow(watched);
}

static void reach(struct watched *watched, unsigned round, enum phase phase)
{
    while (watched->scene.game.round != round || watched->scene.game.phase != phase) {
        scenario_default_action(&watched->scene);
        follow(watched);
    }
}

static const struct dossier_round *night(const struct watched *watched)
{
    return &watched->dossier.round[watched->dossier.rounds - 1];
}

/* Returns Jack's legal moves. */
static const struct legal *choices(const struct watched *watched)
{
    return scenario_legal(&watched->scene);
}

/* Moves all policemen far from a circle, so that no street near it is blocked. */
static void send_police_away(struct watched *watched, unsigned circle)
{
    const struct board *board = watched->scene.board;
    unsigned pawns = game_policemen((enum game_kind)watched->scene.game.kind);
    unsigned crossing = board->crossings;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) == 0) {
            continue;
        }
        while (set_has(&board->barriers[circle], crossing)) {
            crossing--;
        }
        scenario_put_police(&watched->scene, (enum pawn)pawn, crossing);
        watched->dossier.police[pawn] = (uint8_t)crossing--;
    }
}

START_TEST(the_crime_begins_a_night_where_everybody_saw_it)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 1, PHASE_MOVE);
    ck_assert_uint_eq(watched.dossier.rounds, 1);
    ck_assert_uint_eq(night(&watched)->begun, 1);
    ck_assert_uint_eq(night(&watched)->starts, 1);
    ck_assert_uint_eq(night(&watched)->start[0], scenario_jack(&watched.scene));
    ck_assert_uint_eq(watched.belief.hunting, 1);
    ck_assert_uint_eq(watched.belief.trails, 1);
    ck_assert(set_is(&watched.belief.now, NUMBERS((uint8_t)scenario_jack(&watched.scene))));
}
END_TEST

START_TEST(a_move_is_noted_with_the_police_as_they_stood)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 1, PHASE_MOVE);
    struct set streets = choices(&watched)->move;
    uint8_t police[PAWN_COUNT];
    memcpy(police, watched.scene.game.crossing, sizeof police);
    act(&watched, act_move(set_next(&streets, 0)));
    ck_assert_uint_eq(night(&watched)->steps, 1);
    ck_assert_uint_eq(night(&watched)->step[0].tile, TILE_NONE);
    ck_assert_mem_eq(night(&watched)->step[0].police, police, sizeof police);
    ck_assert_mem_eq(&watched.belief.now, &streets, sizeof streets);
    ck_assert_uint_eq(watched.belief.trails, set_count(&streets));
}
END_TEST

START_TEST(a_coach_goes_over_three_different_circles)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 1, PHASE_MOVE);
    const struct legal *legal = choices(&watched);
    unsigned ways = legal->coaches;
    act(&watched, act_coach(legal->coach[0][0], legal->coach[0][1]));
    ck_assert_uint_eq(night(&watched)->step[0].cells, 2);
    ck_assert_uint_eq(watched.belief.trails, ways);
    ck_assert(!set_has(&watched.belief.now, night(&watched)->start[0]));
}
END_TEST

START_TEST(an_alley_leads_to_its_block)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 1, PHASE_MOVE);
    struct set block = choices(&watched)->alley;
    act(&watched, act_alley(set_next(&block, 0)));
    ck_assert_mem_eq(&watched.belief.now, &block, sizeof block);
}
END_TEST

START_TEST(a_clue_and_a_miss_are_noted_with_their_time)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 1, PHASE_MOVE);
    unsigned start = scenario_jack(&watched.scene);
    send_police_away(&watched, start);
    act(&watched, act_move(set_next(&choices(&watched)->move, 0)));
    unsigned here = scenario_jack(&watched.scene);
    reach(&watched, 1, PHASE_ACT);
    unsigned pawn = (unsigned)__builtin_ctz(game_actors(&watched.scene.game));
    unsigned crossing = set_next(&watched.scene.board->beside[here], 0);
    scenario_put_police(&watched.scene, (enum pawn)pawn, crossing);
    struct set near = watched.scene.board->next_to[crossing];
    set_remove(&near, here);
    set_remove(&near, start);
    unsigned empty = set_next(&near, 0);
    if (empty != 0) {
        act(&watched, act_search((enum pawn)pawn, empty));
        ck_assert_uint_eq(night(&watched)->clear[empty], watched.scene.game.last_cell + 1U);
        ck_assert(!set_has(&watched.belief.visited, empty));
    }
    act(&watched, act_search((enum pawn)pawn, here));
    ck_assert_uint_eq(night(&watched)->seen[here], watched.scene.game.last_cell + 1U);
    ck_assert(set_is(&watched.belief.now, NUMBERS((uint8_t)here)));
    ck_assert_uint_eq(watched.belief.trails, 1);
}
END_TEST

START_TEST(a_missed_arrest_excludes_its_circle)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 1, PHASE_MOVE);
    unsigned start = scenario_jack(&watched.scene);
    struct set streets = choices(&watched)->move;
    act(&watched, act_move(set_next(&streets, 0)));
    reach(&watched, 1, PHASE_ACT);
    unsigned named = set_next(&streets, scenario_jack(&watched.scene));
    unsigned pawn = (unsigned)__builtin_ctz(game_actors(&watched.scene.game));
    scenario_put_police(&watched.scene, (enum pawn)pawn, set_next(&watched.scene.board->beside[named], 0));
    ck_assert(set_has(&watched.belief.now, named));
    act(&watched, act_arrest((enum pawn)pawn, named));
    ck_assert(set_has(&night(&watched)->absent[night(&watched)->last_cell], named));
    ck_assert(!set_has(&watched.belief.now, named));
    ck_assert(set_has(&watched.belief.visited, start));
}
END_TEST

START_TEST(a_missed_area_arrest_excludes_every_circle_next_to_the_policeman)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, OPTION_AREA_ARREST);
    reach(&watched, 1, PHASE_MOVE);
    act(&watched, act_move(set_next(&choices(&watched)->move, 0)));
    reach(&watched, 1, PHASE_ACT);
    const struct board *board = watched.scene.board;
    unsigned pawn = (unsigned)__builtin_ctz(game_actors(&watched.scene.game));
    unsigned crossing = board->crossings;
    while (set_has(&board->next_to[crossing], scenario_jack(&watched.scene)) ||
           set_count(&board->next_to[crossing]) < 2) {
        crossing--;
    }
    scenario_put_police(&watched.scene, (enum pawn)pawn, crossing);
    act(&watched, act_arrest((enum pawn)pawn, 0));
    ck_assert_mem_eq(&night(&watched)->absent[night(&watched)->last_cell], &board->next_to[crossing],
                     sizeof(struct set));
}
END_TEST

START_TEST(a_false_clue_adds_no_information)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, OPTION_FALSE_CLUES);
    reach(&watched, 1, PHASE_MOVE);
    watched.scene.game.false_held = watched.scene.game.false_gained = 1;
    watched.scene.game.clue_markers = 0;
    act(&watched, act_move(set_next(&choices(&watched)->move, 0)));
    reach(&watched, 1, PHASE_FALSE_CLUE);
    struct belief before = watched.belief;
    act(&watched, act_false_clue(scenario_jack(&watched.scene)));
    ck_assert_mem_eq(&watched.belief, &before, sizeof before);
}
END_TEST

START_TEST(an_escape_leaves_hideouts_where_the_night_can_have_ended)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 2, PHASE_WOMEN);
    ck_assert_uint_eq(watched.dossier.round[0].over, 1);
    ck_assert_uint_eq(watched.belief.hunting, 0);
    ck_assert(set_has(&watched.belief.targets, watched.scene.game.hideout));
    ck_assert_uint_gt(watched.belief.trails_target[watched.scene.game.hideout], 0);
    ck_assert_uint_lt(set_count(&watched.belief.targets), watched.scene.board->circles);
    struct set after_one = watched.belief.targets;
    reach(&watched, 3, PHASE_WOMEN);
    struct set left = set_minus(watched.belief.targets, &after_one);
    ck_assert(set_is_empty(&left));
    ck_assert(set_has(&watched.belief.targets, watched.scene.game.hideout));
}
END_TEST

START_TEST(the_order_of_the_double_event_is_open)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 3, PHASE_WALK);
    ck_assert_uint_eq(night(&watched)->starts, 2);
    ck_assert_uint_eq(watched.belief.trails, 2);
    ck_assert_uint_eq(set_count(&watched.belief.now), 2);
    ck_assert_uint_eq(night(&watched)->last_cell, night(&watched)->first_cell + 1);
}
END_TEST

START_TEST(red_circles_and_with_catch_me_their_neighbours_cannot_be_hideouts)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, OPTION_CATCH_ME);
    belief_deduce(watched.scene.board, &watched.dossier, &watched.belief);
    SET_EACH (red, &watched.scene.board->red_circles) {
        ck_assert(!set_has(&watched.belief.targets, red));
        ck_assert(!set_meets(&watched.belief.targets, &watched.scene.board->adjacent[red]));
    }
    const struct legal *legal = choices(&watched);
    ck_assert_mem_eq(&watched.belief.targets, &legal->circles, sizeof legal->circles);
}
END_TEST

START_TEST(a_wrong_address_is_not_the_hideout)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, OPTION_ADDRESS);
    reach(&watched, 2, PHASE_PATROLS);
    ck_assert_uint_eq(watched.scene.game.head, PAWN_RED);
    unsigned named = set_next(&watched.belief.targets, 0);
    if (named == watched.scene.game.hideout) {
        named = set_next(&watched.belief.targets, named);
    }
    act(&watched, act_address(named));
    ck_assert(!set_has(&watched.belief.targets, named));
    ck_assert(set_has(&watched.belief.targets, watched.scene.game.hideout));
}
END_TEST

START_TEST(jack_is_not_where_he_could_not_move)
{
    struct watched watched;
    watch(&watched, GAME_WHITECHAPEL, 0);
    reach(&watched, 1, PHASE_MOVE);
    act(&watched, act_move(set_next(&choices(&watched)->move, 0)));
    /*
     * All streets out of one circle are blocked and Jack has no tiles: he may be there until it is his turn.
     */
    struct dossier dossier = watched.dossier;
    unsigned closed = 0;
    memset(dossier.tiles, 0, sizeof dossier.tiles);
    SET_EACH (circle, &watched.belief.now) {
        const struct set *beside = &watched.scene.board->beside[circle];
        bool all_there = true;
        for (unsigned i = 0; i < watched.scene.board->neighbours[circle]; i++) {
            const struct neighbour *neighbour = &watched.scene.board->neighbour[circle][i];
            for (unsigned j = 0; j < neighbour->routes; j++) {
                all_there =
                    all_there && set_meets(&watched.scene.board->route[neighbour->first_route + j], beside);
            }
        }
        if (all_there && set_count(beside) <= POLICEMEN_MAX) {
            closed = circle;
        }
    }
    ck_assert_uint_ne(closed, 0);
    unsigned pawn = PAWN_YELLOW;
    SET_EACH (crossing, &watched.scene.board->beside[closed]) {
        dossier.police[pawn++] = (uint8_t)crossing;
    }
    dossier.phase = PHASE_ACT;
    belief_deduce(watched.scene.board, &dossier, &watched.belief);
    ck_assert(set_has(&watched.belief.now, closed));
    dossier.phase = PHASE_MOVE;
    belief_deduce(watched.scene.board, &dossier, &watched.belief);
    ck_assert(!set_has(&watched.belief.now, closed));
}
END_TEST

/* ---- Whitehall ---- */

START_TEST(a_tile_face_down_is_an_alley_or_a_boat)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE);
    reach(&watched, 1, PHASE_MOVE);
    const struct board *board = watched.scene.board;
    struct set block = choices(&watched)->alley;
    ck_assert(!set_is_empty(&block));
    act(&watched, act_alley(set_next(&block, 0)));
    ck_assert_uint_eq(night(&watched)->step[0].tile, TILE_UNKNOWN);
    struct set both =
        set_or(board->alley[night(&watched)->start[0]], &board->boat[night(&watched)->start[0]]);
    ck_assert_mem_eq(&watched.belief.now, &both, sizeof both);
    ck_assert_uint_eq(watched.dossier.tiles[TILE_ALLEY], 0); /* the kinds are secret */
    ck_assert_uint_eq(watched.dossier.tiles_total, 5);
}
END_TEST

START_TEST(a_third_face_down_tile_cannot_be_an_alley)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE);
    reach(&watched, 1, PHASE_MOVE);
    struct dossier dossier = watched.dossier;
    struct dossier_round *round = &dossier.round[0];
    for (unsigned i = 0; i < 3; i++) {
        struct dossier_step *step = &round->step[round->steps++];
        step->tile = TILE_UNKNOWN;
        step->first = ++round->last_cell;
        step->cells = 1;
    }
    dossier.phase = PHASE_WALK;
    belief_deduce(watched.scene.board, &dossier, &watched.belief);
    /*
     * From this white circle only Alleys are possible, and they lead to circles where only Alleys are
     * possible.
     */
    ck_assert(set_is_empty(&watched.scene.board->boat[round->start[0]]));
    ck_assert_uint_eq(watched.belief.trails, 0);
}
END_TEST

START_TEST(a_circle_that_is_not_announced_is_not_a_discovery)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, 0);
    reach(&watched, 1, PHASE_MOVE);
    const struct board *board = watched.scene.board;
    struct dossier dossier = watched.dossier;
    struct dossier_round *round = &dossier.round[0];
    struct dossier_step *step = &round->step[round->steps++];
    step->first = ++round->last_cell;
    step->cells = 1;
    struct set other_quadrants = {{0}};
    for (unsigned i = QUADRANT_NW; i < QUADRANT_COUNT; i++) {
        if (i != board->circle[round->start[0]].area) {
            other_quadrants = set_or(other_quadrants, &board->quadrant[i]);
        }
    }
    dossier.phase = PHASE_ACT;
    belief_deduce(board, &dossier, &watched.belief);
    ck_assert_mem_eq(&watched.belief.targets, &other_quadrants, sizeof other_quadrants);
    SET_EACH (circle, &other_quadrants) { /* he may just have arrived there */
        ck_assert_uint_eq(watched.belief.trails_target[circle], watched.belief.trails);
    }
    dossier.phase = PHASE_MOVE;
    belief_deduce(board, &dossier, &watched.belief);
    SET_EACH (circle, &other_quadrants) {
        ck_assert_uint_eq(watched.belief.trails_target[circle],
                          watched.belief.trails - watched.belief.trails_now[circle]);
    }
}
END_TEST

START_TEST(an_announcement_ends_a_round_and_begins_the_next)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, 0);
    reach(&watched, 2, PHASE_MOVE);
    const struct dossier_round *first = &watched.dossier.round[0];
    ck_assert_uint_eq(watched.dossier.rounds, 2);
    ck_assert_uint_eq(first->over, 1);
    ck_assert_uint_eq(first->end, watched.dossier.round[1].start[0]);
    ck_assert_uint_eq(watched.belief.trails, 1);
    ck_assert(set_is(&watched.belief.now, NUMBERS(first->end)));
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        unsigned circle = watched.scene.game.discovery[i];
        bool open = (watched.scene.game.discovered & 1U << i) == 0;
        ck_assert_int_eq(set_has(&watched.belief.targets, circle), open);
    }
}
END_TEST

/*
 * Finds three white circles of different quadrants that are close together. Returns false if there are none.
 */
static bool find_white_row(const struct board *board, unsigned row[3])
{
    for (unsigned i = 0; i < board->circles * board->circles * board->circles; i++) {
        row[0] = 1 + i % board->circles;
        row[1] = 1 + i / board->circles % board->circles;
        row[2] = 1 + i / board->circles / board->circles;
        uint8_t area[3];
        bool white = true;
        for (unsigned j = 0; j < 3; j++) {
            area[j] = board->circle[row[j]].area;
            white = white && board->circle[row[j]].colour == CIRCLE_WHITE;
        }
        if (white && area[0] != area[1] && area[0] != area[2] && area[1] != area[2] &&
            board->steps[row[0]][row[1]] <= 3 && board->steps[row[1]][row[2]] <= 3) {
            return true;
        }
    }
    return false;
}

START_TEST(a_circle_visited_in_an_earlier_round_is_not_a_discovery)
{
    const struct board *board = play_board(GAME_WHITEHALL);
    unsigned row[3];
    struct dossier dossier;
    struct belief belief;
    ck_assert(find_white_row(board, row));
    struct dossier_round *first = &dossier.round[0];
    uint8_t *seen = &first->seen[row[1] % SET_LIMIT];
    dossier_begin(&dossier, GAME_WHITEHALL, 0);
    dossier.rounds = 2;
    dossier.phase = PHASE_MOVE;
    for (unsigned i = 0; i < 2; i++) {
        struct dossier_round *round = &dossier.round[i];
        round->begun = round->starts = 1;
        round->first_cell = round->last_cell = CELL_ONE;
        round->start[0] = (uint8_t)row[i == 0 ? 0 : 2];
    }
    first->over = 1;
    first->end = (uint8_t)row[2];
    unsigned steps = board->steps[row[0]][row[1]] + (unsigned)board->steps[row[1]][row[2]];
    while (first->steps < steps) {
        first->step[first->steps++] = (struct dossier_step){.first = ++first->last_cell, .cells = 1};
    }
    *seen = (uint8_t)(first->last_cell + 1);
    belief_deduce(board, &dossier, &belief);
    ck_assert_uint_eq(belief.trails, 1);
    ck_assert(!set_has(&belief.targets, row[1]));
    *seen = 0;
    belief_deduce(board, &dossier, &belief);
    ck_assert(set_has(&belief.targets, row[1])); /* there are other ways, so it is possible */
}
END_TEST

/* The row passes over the circle that ended the round, but Jack would have been announced there. */
START_TEST(a_round_does_not_pass_over_the_discovery_that_ends_it)
{
    const struct board *board = play_board(GAME_WHITEHALL);
    struct dossier dossier;
    struct belief belief;
    unsigned end = set_next(&board->quadrant[QUADRANT_SE], 0);
    unsigned start = 0;
    SET_EACH (circle, &board->quadrant[QUADRANT_NW]) {
        if (start == 0 || board->steps[circle][end] < board->steps[start][end]) {
            start = circle;
        }
    }
    dossier_begin(&dossier, GAME_WHITEHALL, 0);
    dossier.rounds = 2;
    dossier.phase = PHASE_MOVE;
    for (unsigned i = 0; i < 2; i++) {
        struct dossier_round *round = &dossier.round[i];
        round->begun = round->starts = 1;
        round->first_cell = round->last_cell = CELL_ONE;
        round->start[0] = (uint8_t)(i == 0 ? start : end);
    }
    struct dossier_round *first = &dossier.round[0];
    first->over = 1;
    first->end = (uint8_t)end;
    while (first->steps < board->steps[start][end] + 2U) {
        first->step[first->steps++] = (struct dossier_step){.first = ++first->last_cell, .cells = 1};
    }
    belief_deduce(board, &dossier, &belief);
    ck_assert_uint_eq(belief.trails, 1);
    first->seen[end] = (uint8_t)(first->last_cell - 1); /* found two moves before the end */
    belief_deduce(board, &dossier, &belief);
    ck_assert_uint_eq(belief.trails, 0);
}
END_TEST

START_TEST(the_smoker_answers_for_every_circle_next_to_yellow)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, OPTION_SMOKER);
    reach(&watched, 1, PHASE_ACT);
    unsigned here = scenario_jack(&watched.scene);
    unsigned crossing = set_next(&watched.scene.board->beside[here], 0);
    scenario_put_police(&watched.scene, PAWN_YELLOW, crossing);
    watched.dossier.police[PAWN_YELLOW] = (uint8_t)crossing;
    act(&watched, act_smoker());
    ck_assert_uint_eq(night(&watched)->smoker_crossing, crossing);
    ck_assert_uint_ne(night(&watched)->seen[here], 0);
    SET_EACH (circle, &watched.scene.board->next_to[crossing]) {
        bool on = circle == here || circle == night(&watched)->start[0];
        ck_assert_int_eq(set_has(&watched.belief.visited, circle), on);
        struct belief_what_if search; /* the same question again adds nothing */
        belief_what_if(watched.scene.board, &watched.dossier, &watched.belief, circle, &search);
        ck_assert_uint_eq(search.yes.trails, on ? watched.belief.trails : 0);
        ck_assert_uint_eq(search.no.trails, on ? 0 : watched.belief.trails);
    }
}
END_TEST

START_TEST(a_missed_arrest_by_bond_excludes_every_circle_next_to_him)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, OPTION_POWERS);
    reach(&watched, 1, PHASE_ACT);
    const struct board *board = watched.scene.board;
    act(&watched, act_pass(PAWN_YELLOW));
    act(&watched, act_pass(PAWN_BLUE));
    unsigned crossing = board->crossings;
    while (set_has(&board->next_to[crossing], scenario_jack(&watched.scene)) ||
           set_count(&board->next_to[crossing]) < 2) {
        crossing--;
    }
    scenario_put_police(&watched.scene, PAWN_RED, crossing);
    struct action arrest = act_arrest(PAWN_RED, 0);
    arrest.power = 1;
    uint8_t time = night(&watched)->last_cell;
    act(&watched, arrest);
    ck_assert_mem_eq(&watched.dossier.round[0].absent[time], &board->next_to[crossing], sizeof(struct set));
}
END_TEST

START_TEST(ferris_search_and_arrest_are_both_noted)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, OPTION_POWERS);
    reach(&watched, 1, PHASE_ACT);
    unsigned start = night(&watched)->start[0];
    act(&watched, act_pass(PAWN_YELLOW));
    scenario_put_police(&watched.scene, PAWN_BLUE, set_next(&watched.scene.board->beside[start], 0));
    struct action search = act_search(PAWN_BLUE, start);
    search.power = 1;
    act(&watched, search);
    ck_assert_uint_eq(night(&watched)->seen[start], night(&watched)->last_cell + 1U);
    act(&watched, act_arrest(PAWN_BLUE, start));
    ck_assert(set_has(&night(&watched)->absent[night(&watched)->last_cell], start));
}
END_TEST

START_TEST(a_tile_taken_back_is_noted_with_its_kind_only_if_that_is_public)
{
    for (unsigned hidden = 0; hidden < 2; hidden++) {
        struct watched watched;
        watch(&watched, GAME_WHITEHALL,
              OPTION_NEWSPAPER_FABRICATIONS | (hidden != 0 ? OPTION_MURDERER_AT_LARGE : 0));
        reach(&watched, 1, PHASE_MOVE);
        struct set block = choices(&watched)->alley;
        act(&watched, act_alley(set_next(&block, 0)));
        reach(&watched, 2, PHASE_RECLAIM);
        act(&watched, act_reclaim(TILE_ALLEY));
        ck_assert_uint_eq(night(&watched)->reclaimed, hidden != 0 ? 1 : 2);
        ck_assert_uint_eq(night(&watched)->reclaimed_tile, hidden != 0 ? TILE_UNKNOWN : TILE_ALLEY);
    }
}
END_TEST

/* ---- what the dossier does not contain ---- */

/* Whitechapel: different hideouts and circles. Whitehall: different discoveries and kinds of tiles. */
START_TEST(games_that_look_alike_have_the_same_dossier)
{
    struct watched twins[2];
    for (unsigned i = 0; i < 2; i++) {
        memset(&twins[i], 0, sizeof twins[i]);
        watch(&twins[i], GAME_WHITECHAPEL, 0);
        act(&twins[i], act_hideout(i == 0 ? 1 : 190));
        reach(&twins[i], 1, PHASE_MOVE);
        struct set streets = choices(&twins[i])->move;
        unsigned to = set_next(&streets, 0);
        act(&twins[i], act_move(i == 0 ? to : set_next(&streets, to)));
        reach(&twins[i], 1, PHASE_MOVE);
    }
    ck_assert_mem_ne(&twins[0].scene.game, &twins[1].scene.game, sizeof twins[0].scene.game);
    ck_assert_mem_eq(&twins[0].dossier, &twins[1].dossier, sizeof twins[0].dossier);
    ck_assert_mem_eq(&twins[0].belief, &twins[1].belief, sizeof twins[0].belief);
}
END_TEST

struct refold {
    struct dossier dossier;
};

static void refold_step(void *context, const struct game *game, const struct action *action,
                        const struct events *events)
{
    struct refold *refold = context;
    (void)action;
    dossier_follow(&refold->dossier, game, events);
}

/* An undone action is not in the record, so the dossier is that of a game without it. */
START_TEST(the_dossier_of_a_record_is_that_of_the_game)
{
    for (unsigned seed = 1; seed <= 6; seed++) {
        struct random random = {.state = seed};
        enum game_kind kind = (enum game_kind)(seed % GAME_KIND_COUNT);
        struct setup setup = play_setup(kind, (1U << option_count(kind)) - 1, &random);
        const struct board *board = play_board(kind);
        struct record record;
        struct game game;
        struct action action;
        struct events events;
        struct dossier live;
        record_init(&record, &setup);
        dossier_begin(&live, kind, setup.options);
        ck_assert_int_eq(game_new(board, &game, &setup), ERROR_OK);
        while (play_choose(board, &game, &random, (struct play_style){.homing = true}, &action)) {
            struct game before = game;
            struct dossier known = live;
            ck_assert_int_eq(game_apply(board, &game, &action, &events), ERROR_OK);
            if (game_undoable(&game, &action) && random_below(&random, 4) == 0) {
                game = before; /* undone */
                live = known;
                continue;
            }
            dossier_follow(&live, &game, &events);
            ck_assert(record_append(&record, &action));
        }
        struct refold refold;
        struct record_error error;
        dossier_begin(&refold.dossier, kind, setup.options);
        ck_assert(record_fold(&record, board, SIZE_MAX, &game, refold_step, &refold, &error));
        ck_assert_mem_eq(&refold.dossier, &live, sizeof live);
        record_free(&record);
    }
}
END_TEST

/* The end of a game reveals everything; none of it is added to the dossier. */
START_TEST(the_end_of_the_game_adds_no_information)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, OPTION_MURDERER_AT_LARGE);
    reach(&watched, 1, PHASE_WALK);
    struct dossier before = watched.dossier;
    act(&watched, act_resign(PAWN_JACK));
    ck_assert_mem_eq(&watched.dossier, &before, sizeof before);
}
END_TEST

START_TEST(an_arrest_reveals_where_jack_was)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, 0);
    reach(&watched, 1, PHASE_ACT);
    unsigned here = scenario_jack(&watched.scene);
    scenario_put_police(&watched.scene, PAWN_YELLOW, set_next(&watched.scene.board->beside[here], 0));
    act(&watched, act_arrest(PAWN_YELLOW, here));
    ck_assert_uint_eq(watched.scene.game.phase, PHASE_OVER);
    ck_assert(set_is(&watched.belief.now, NUMBERS((uint8_t)here)));
}
END_TEST

START_TEST(a_step_leads_where_its_kind_leads)
{
    struct watched watched;
    watch(&watched, GAME_WHITEHALL, 0);
    const struct board *board = watched.scene.board;
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        struct set occupied =
            board->barriers[circle]; /* all of them: only streets without a crossing are free */
        struct set streets = board_free_neighbours(board, circle, &occupied);
        struct set either = set_or(board->alley[circle], &board->boat[circle]);
        const struct {
            struct dossier_step step;
            const struct set *ways;
        } rows[] = {
            {{.tile = TILE_NONE, .cells = 1}, &streets},
            {{.tile = TILE_ALLEY, .cells = 1}, &board->alley[circle]},
            {{.tile = TILE_BOAT, .cells = 1}, &board->boat[circle]},
            {{.tile = TILE_UNKNOWN, .cells = 1}, &either},
            {{.tile = TILE_COACH, .cells = 2}, &board->adjacent[circle]},
            {{.tile = TILE_UNKNOWN, .cells = 2}, &board->adjacent[circle]},
        };
        for (unsigned i = 0; i < COUNT(rows); i++) {
            struct set ways = dossier_step_ways(board, &rows[i].step, circle, &occupied);
            ck_assert_msg(memcmp(&ways, rows[i].ways, sizeof ways) == 0, "circle %u, row %u", circle, i);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dossier");
    TCase *tests = tcase_create("dossier");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_crime_begins_a_night_where_everybody_saw_it);
    tcase_add_test(tests, a_move_is_noted_with_the_police_as_they_stood);
    tcase_add_test(tests, a_coach_goes_over_three_different_circles);
    tcase_add_test(tests, an_alley_leads_to_its_block);
    tcase_add_test(tests, a_clue_and_a_miss_are_noted_with_their_time);
    tcase_add_test(tests, a_missed_arrest_excludes_its_circle);
    tcase_add_test(tests, a_missed_area_arrest_excludes_every_circle_next_to_the_policeman);
    tcase_add_test(tests, a_false_clue_adds_no_information);
    tcase_add_test(tests, an_escape_leaves_hideouts_where_the_night_can_have_ended);
    tcase_add_test(tests, the_order_of_the_double_event_is_open);
    tcase_add_test(tests, red_circles_and_with_catch_me_their_neighbours_cannot_be_hideouts);
    tcase_add_test(tests, a_wrong_address_is_not_the_hideout);
    tcase_add_test(tests, jack_is_not_where_he_could_not_move);
    tcase_add_test(tests, a_tile_face_down_is_an_alley_or_a_boat);
    tcase_add_test(tests, a_third_face_down_tile_cannot_be_an_alley);
    tcase_add_test(tests, a_circle_that_is_not_announced_is_not_a_discovery);
    tcase_add_test(tests, an_announcement_ends_a_round_and_begins_the_next);
    tcase_add_test(tests, a_circle_visited_in_an_earlier_round_is_not_a_discovery);
    tcase_add_test(tests, a_round_does_not_pass_over_the_discovery_that_ends_it);
    tcase_add_test(tests, the_smoker_answers_for_every_circle_next_to_yellow);
    tcase_add_test(tests, a_missed_arrest_by_bond_excludes_every_circle_next_to_him);
    tcase_add_test(tests, ferris_search_and_arrest_are_both_noted);
    tcase_add_test(tests, a_tile_taken_back_is_noted_with_its_kind_only_if_that_is_public);
    tcase_add_test(tests, games_that_look_alike_have_the_same_dossier);
    tcase_add_test(tests, the_dossier_of_a_record_is_that_of_the_game);
    tcase_add_test(tests, the_end_of_the_game_adds_no_information);
    tcase_add_test(tests, an_arrest_reveals_where_jack_was);
    tcase_add_test(tests, a_step_leads_where_its_kind_leads);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
