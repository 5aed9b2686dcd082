/*
 * belief.c: what public facts say about Jack, in both games.
 *
 * trails.c makes the graph of all trails of the night; here are the facts that are about the night's end: where he
 * cannot be because he could not move on, and what the earlier nights say about his hideout.
 */
#include "common/deduce/belief.h"

#include <string.h>

#include "common/deduce/belief_internal.h"

/* ---- Jack could not move on ---- */

/* Whitechapel, Jack to move: the game would be over if he could not. */
static struct set can_move_from(const struct board *board, const struct dossier *dossier, unsigned last_cell)
{
    struct set occupied = police_crossings(dossier->police);
    struct set can = {{0}};
    struct set none = {{0}};
    SET_EACH (circle, &board->all_circles) {
        struct set streets = board_free_neighbours(board, circle, &occupied);
        bool coach = dossier->tiles[TILE_COACH] != 0 && last_cell + 2 <= CELL_LAST;
        bool alley = dossier->tiles[TILE_ALLEY] != 0 && !set_is_empty(&board->alley[circle]);
        if (!set_is_empty(&streets) || alley || (coach && board_coach_leads_on(board, circle, &none))) {
            set_add(&can, circle);
        }
    }
    return can;
}

/* ---- the trails of one night ---- */

bool belief_count(const struct trail_rules *rules, bool touches, struct trail_counts *counts)
{
    struct trail_room room;
    struct trail_graph graph;
    struct trail_rules fewer = *rules;
    while (!trails_enter(&graph, &room, &fewer)) {
        if (fewer.clues == 0) { /* not even memory for the plain streets */
            memset(counts, 0, sizeof *counts);
            memcpy(counts->can, rules->allowed, sizeof counts->can);
            return false;
        }
        fewer.clues--;
    }
    if (touches) {
        trails_count_touches(&graph, counts);
    } else {
        trails_count(&graph, counts);
    }
    trails_leave(&graph);
    return fewer.clues == rules->clues;
}

/* ---- hideouts ---- */

/* What all escapes so far allow; the numbers are those of the latest night if that one is over. */
static void fit_escapes(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    struct trail_rules rules;
    struct trail_counts counts;
    belief->targets = set_minus(hideout_circles(board, dossier->options), &dossier->not_hideout);
    for (unsigned i = 0; i < ROWS; i++) {
        const struct dossier_round *night = &dossier->round[i];
        if (!night->over) {
            continue;
        }
        trail_rules(board, night, &rules);
        (void)belief_count(&rules, false, &counts);
        belief->targets = set_and(belief->targets, &counts.can[night->last_cell]);
        memset(belief->trails_target, 0, sizeof belief->trails_target);
        SET_EACH (circle, &belief->targets) {
            belief->trails_target[circle] = counts.at[night->last_cell][circle];
        }
    }
}

/*
 * Whitechapel: from where he is he can walk home in the cells that are left. Who stands on his hideout has to leave it
 * and come back.
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

/* ---- everything ---- */

void belief_take(const struct trail_counts *counts, struct belief *belief)
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

void belief_rules_whitechapel(const struct board *board, const struct dossier *dossier,
                              struct trail_rules *rules)
{
    const struct dossier_round *night = &dossier->round[dossier->rounds - 1];
    trail_rules(board, night, rules);
    if (dossier->phase == PHASE_MOVE) {
        struct set can = can_move_from(board, dossier, night->last_cell);
        rules->end[0] = set_and(rules->end[0], &can);
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
    belief_rules_whitechapel(board, dossier, &rules);
    (void)belief_count(&rules, true, &counts);
    belief_take(&counts, belief);
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
