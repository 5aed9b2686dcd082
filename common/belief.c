/*
 * belief.c: what public facts say about Jack, in both games.
 *
 * trails.c makes the graph of all trails of the night; here are the facts that are about the night's end: where he
 * cannot be because he could not move on, and what the earlier nights say about his hideout.
 */
#include "belief.h"

#include <string.h>

#include "hunt.h"
#include "trails.h"

static struct set occupied_now(const struct dossier *dossier)
{
    struct set occupied = {{0}};
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        set_add(&occupied, dossier->police[pawn]);
    }
    set_remove(&occupied, 0);
    return occupied;
}

/* ---- Jack could not move on ---- */

static bool has_coach_way(const struct board *board, unsigned circle)
{
    SET_EACH (via, &board->adjacent[circle]) {
        struct set onward = board->adjacent[via];
        set_remove(&onward, circle);
        if (!set_is_empty(&onward)) {
            return true;
        }
    }
    return false;
}

/* Whitechapel, Jack to move: the game would be over if he could not. */
static struct set can_move_from(const struct board *board, const struct dossier *dossier, unsigned last_cell)
{
    struct set occupied = occupied_now(dossier);
    struct set can = {{0}};
    SET_EACH (circle, &board->all_circles) {
        struct set streets = hunt_free_neighbours(board, circle, &occupied);
        bool coach = dossier->tiles[TILE_COACH] != 0 && last_cell + 2 <= CELL_LAST;
        bool alley = dossier->tiles[TILE_ALLEY] != 0 && !set_is_empty(&board->alley[circle]);
        if (!set_is_empty(&streets) || alley || (coach && has_coach_way(board, circle))) {
            set_add(&can, circle);
        }
    }
    return can;
}

/* ---- hideouts ---- */

static struct set possible_hideouts(const struct board *board, const struct dossier *dossier)
{
    struct set hideouts = set_minus(board->all_circles, &board->red_circles);
    hideouts = set_minus(hideouts, &dossier->not_hideout);
    if ((dossier->options & OPTION_CATCH_ME) != 0) {
        SET_EACH (red, &board->red_circles) {
            hideouts = set_minus(hideouts, &board->adjacent[red]);
        }
    }
    return hideouts;
}

/* The counts of one night; without memory for them everything is possible and nothing is counted. */
static void count_night(const struct trail_rules *rules, bool touches, struct trail_counts *counts)
{
    struct trail_room room;
    struct trail_graph graph;
    if (!trails_enter(&graph, &room, rules)) {
        memset(counts, 0, sizeof *counts);
        memcpy(counts->can, rules->allowed, sizeof counts->can);
        return;
    }
    if (touches) {
        trails_count_touches(&graph, counts);
    } else {
        trails_count(&graph, counts);
    }
    trails_leave(&graph);
}

/* What all escapes so far allow; the numbers are those of the latest night if that one is over. */
static void fit_escapes(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    struct trail_rules rules;
    struct trail_counts counts;
    belief->targets = possible_hideouts(board, dossier);
    for (unsigned i = 0; i < ROWS; i++) {
        const struct dossier_round *night = &dossier->round[i];
        if (!night->over) {
            continue;
        }
        trail_rules(board, night, &rules);
        count_night(&rules, false, &counts);
        belief->targets = set_and(belief->targets, &counts.can[night->last_cell]);
        memset(belief->trails_target, 0, sizeof belief->trails_target);
        SET_EACH (circle, &belief->targets) {
            belief->trails_target[circle] = counts.at[night->last_cell][circle];
        }
    }
}

/* Normal moves to come home; who is at home has to leave and come back. */
static unsigned steps_home(const struct board *board, unsigned from, unsigned hideout)
{
    return from == hideout ? 2 : board->steps[from][hideout];
}

static void count_ways_home(const struct board *board, struct belief *belief)
{
    memset(belief->trails_target, 0, sizeof belief->trails_target);
    SET_EACH (hideout, &belief->targets) {
        SET_EACH (circle, &belief->now) {
            if (belief->last_cell + steps_home(board, circle, hideout) <= CELL_LAST) {
                belief->trails_target[hideout] += belief->trails_now[circle];
            }
        }
    }
}

/* ---- everything ---- */

static void take_counts(const struct trail_counts *counts, struct belief *belief)
{
    belief->trails = counts->trails;
    memcpy(belief->cell, counts->can, sizeof belief->cell);
    belief->now = counts->can[belief->last_cell];
    memcpy(belief->trails_now, counts->at[belief->last_cell], sizeof belief->trails_now);
    memcpy(belief->trails_visited, counts->touch, sizeof belief->trails_visited);
    for (unsigned cell = belief->first_cell; cell <= belief->last_cell; cell++) {
        belief->visited = set_or(belief->visited, &belief->cell[cell]);
    }
}

static void deduce_whitechapel(const struct board *board, const struct dossier *dossier,
                               struct belief *belief)
{
    struct trail_rules rules;
    struct trail_counts counts;
    fit_escapes(board, dossier, belief);
    if (!belief->hunting) {
        return;
    }
    trail_rules(board, &dossier->round[belief->round - 1], &rules);
    if (dossier->phase == PHASE_MOVE) {
        struct set can = can_move_from(board, dossier, belief->last_cell);
        rules.end[0] = set_and(rules.end[0], &can);
    }
    count_night(&rules, true, &counts);
    take_counts(&counts, belief);
    count_ways_home(board, belief);
}

static void deduce_whitehall(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    struct trail_rules rules;
    struct trail_counts counts;
    struct set left = {{0}};
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        left = set_or(left, &board->quadrant[quadrant]);
    }
    for (unsigned i = 0; i < dossier->rounds; i++) {
        left = set_minus(left, &board->quadrant[board->circle[dossier->round[i].start[0]].area]);
    }
    belief->targets = left;
    if (!belief->hunting) {
        return;
    }
    trail_rules(board, &dossier->round[belief->round - 1], &rules);
    count_night(&rules, true, &counts);
    take_counts(&counts, belief);
    SET_EACH (circle, &left) {
        belief->trails_target[circle] = counts.trails - counts.touch[circle] + counts.touch_last[circle];
        if (belief->trails_target[circle] == 0) {
            set_remove(&belief->targets, circle);
        }
    }
}

void belief_deduce(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    memset(belief, 0, sizeof *belief);
    belief->round = dossier->rounds;
    if (dossier->rounds != 0) {
        const struct dossier_round *round = &dossier->round[dossier->rounds - 1];
        belief->hunting = round->begun && !round->over;
        belief->first_cell = round->first_cell;
        belief->last_cell = round->last_cell;
    }
    if (dossier->kind == GAME_WHITECHAPEL) {
        deduce_whitechapel(board, dossier, belief);
    } else {
        deduce_whitehall(board, dossier, belief);
    }
}

/* ---- what a search would leave ---- */

static void answer(const struct board *board, const struct dossier *dossier, struct belief_answer *answer)
{
    struct belief belief;
    belief_deduce(board, dossier, &belief);
    answer->trails = belief.trails;
    answer->now = belief.now;
    answer->visited = belief.visited;
    answer->targets = belief.targets;
}

void belief_ask(const struct board *board, const struct dossier *dossier, const struct belief *belief,
                unsigned circle, struct belief_search *search)
{
    struct dossier told = *dossier;
    struct dossier_round *round = &told.round[belief->round - 1];
    uint8_t when = (uint8_t)(belief->last_cell + 1);
    memset(search, 0, sizeof *search);
    if (round->seen[circle] == 0) {
        round->seen[circle] = when;
    }
    answer(board, &told, &search->yes);
    round->seen[circle] = dossier->round[belief->round - 1].seen[circle];
    round->clear[circle] = when;
    answer(board, &told, &search->no);
}
