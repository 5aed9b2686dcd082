/*
 * belief.c: what the public facts imply about Jack, in both games.
 *
 * trail_graph.c builds the graph of all trails of a night. This file adds the facts about its end: where Jack
 * cannot be because he could not have moved on, and what the earlier nights imply about his hideout.
 */
#include "common/deduce/belief.h"

#include <string.h>

#include "common/deduce/belief_internal.h"

/* ---- ends where Jack is stuck ---- */

/*
 * Whitechapel, with Jack to move: returns the circles he can move from. If he could not move, the game would
 * be over.
 */
static struct set can_move_from(const struct board *board, const struct dossier *dossier, unsigned last_cell)
{
    struct set occupied = police_crossings(dossier->police);
    struct set can = {{0}};
    struct set none = {{0}};
    SET_EACH (circle, &board->all_circles) {
        struct set streets = board_free_neighbours(board, circle, &occupied);
        bool coach = dossier->tiles[TILE_COACH] != 0 && last_cell + 2 <= CELL_LAST;
        bool alley = dossier->tiles[TILE_ALLEY] != 0 && !set_is_empty(&board->alley[circle]);
        if (!set_is_empty(&streets) || alley || (coach && board_coach_exists(board, circle, &none))) {
            set_add(&can, circle);
        }
    }
    return can;
}

/* ---- the trails of one night ---- */

bool belief_count_trails(const struct trail_constraints *constraints, bool touches,
                         struct trail_counts *counts)
{
    struct trail_graph_memory memory;
    struct trail_graph graph;
    struct trail_constraints fewer = *constraints;
    while (!trail_graph_build(&graph, &memory, &fewer)) {
        if (fewer.clues == 0) { /* not even enough memory for a graph without clues */
            memset(counts, 0, sizeof *counts);
            memcpy(counts->can, constraints->allowed, sizeof counts->can);
            return false;
        }
        fewer.clues--;
    }
    if (touches) {
        trail_count_touches(&graph, counts);
    } else {
        trail_count(&graph, counts);
    }
    trail_graph_free(&graph);
    return fewer.clues == constraints->clues;
}

/* ---- hideouts ---- */

/*
 * Restricts the hideouts to those that all escapes so far allow. The counts are those of the latest night if
 * it is over.
 */
static void fit_escapes(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    struct trail_constraints constraints;
    struct trail_counts counts;
    belief->targets = set_minus(hideout_circles(board, dossier->options), &dossier->not_hideout);
    for (unsigned i = 0; i < ROWS; i++) {
        const struct dossier_round *night = &dossier->round[i];
        if (!night->over) {
            continue;
        }
        trail_constraints_init(board, night, &constraints);
        (void)belief_count_trails(&constraints, false, &counts);
        belief->targets = set_and(belief->targets, &counts.can[night->last_cell]);
        memset(belief->trails_target, 0, sizeof belief->trails_target);
        SET_EACH (circle, &belief->targets) {
            belief->trails_target[circle] = counts.at[night->last_cell][circle];
        }
    }
}

/*
 * Whitechapel: counts the trails from whose end Jack can still walk to each hideout in the cells left. If he
 * is on the hideout itself, he has to leave it and come back.
 */
static void count_ways_home(const struct board *board, struct belief *belief)
{
    unsigned left = (unsigned)CELL_LAST - belief->last_cell;
    memset(belief->trails_target, 0, sizeof belief->trails_target);
    SET_EACH (circle, &belief->now) {
        for (unsigned hideout = 1; hideout <= board->circles; hideout++) {
            unsigned steps = hideout == circle ? 2 : board->steps[circle][hideout];
            belief->trails_target[hideout] += steps <= left ? belief->trails_now[circle] : 0;
        }
    }
    for (unsigned hideout = 1; hideout <= board->circles; hideout++) {
        if (!set_has(&belief->targets, hideout)) {
            belief->trails_target[hideout] = 0;
        }
    }
}

/* ---- deduction ---- */

void belief_set_counts(const struct trail_counts *counts, struct belief *belief)
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

void belief_constraints_whitechapel(const struct board *board, const struct dossier *dossier,
                                    struct trail_constraints *constraints)
{
    const struct dossier_round *night = &dossier->round[dossier->rounds - 1];
    trail_constraints_init(board, night, constraints);
    if (dossier->phase == PHASE_MOVE) {
        struct set can = can_move_from(board, dossier, night->last_cell);
        constraints->end[0] = set_and(constraints->end[0], &can);
    }
}

static void deduce_whitechapel(const struct board *board, const struct dossier *dossier,
                               struct belief *belief)
{
    struct trail_constraints constraints;
    struct trail_counts counts;
    fit_escapes(board, dossier, belief);
    if (!belief->hunting) {
        return;
    }
    belief_constraints_whitechapel(board, dossier, &constraints);
    (void)belief_count_trails(&constraints, true, &counts);
    belief_set_counts(&counts, belief);
    count_ways_home(board, belief);
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
        belief_deduce_whitehall(board, dossier, belief);
    }
}
