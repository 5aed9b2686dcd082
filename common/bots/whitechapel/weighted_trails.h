/*
 * bot_trails.h: the trails of one night of Whitechapel as a graph with weights.
 *
 * belief.h counts every trail alike; a player does not believe that. Here each step of Jack's is one draw among
 * the steps he had, so a trail weighs what a stroller would take it with, and the caller says how likely each
 * end is. The graph holds only trails that agree with every answer, in layers: one for where the night began
 * and one for each step. From it trails can be drawn: that is why it keeps edges, which
 * bot_whitehall_trellis.h, its sister for Whitehall, does without. What both share are clues (bot_clues.h) and
 * ways (dossier_step_ways()).
 */
#ifndef GASLIGHT_BOT_TRAILS_H
#define GASLIGHT_BOT_TRAILS_H

#include "common/base/random.h"
#include "common/bots/clue_mask.h"

enum { TRAIL_NODES = 8192, TRAIL_EDGES = 65536, TRAIL_CLUES = 7 };

_Static_assert((int)TRAIL_CLUES <= (int)CLUES_MOST, "their bits fit a mask");

struct trail_node {
    double weight; /* of all ways that lead here */
    double rest;   /* of all ways on from here, by the ends the caller gave */
    uint32_t first_edge;
    uint16_t edges;
    uint8_t circle;
    uint8_t clues;    /* met so far: a mask, see bot_clues.h */
    uint16_t choices; /* he had here, were nothing known */
};

struct trail_edge {
    uint16_t to;
    uint8_t via; /* of a Coach, or 0 */
};

struct trails {
    unsigned layers;
    unsigned first[CELLS + 1]; /* layer -> its first node; one more, for the end */
    unsigned nodes, edges;
    struct clues clues;
    struct trail_node node[TRAIL_NODES];
    struct trail_edge edge[TRAIL_EDGES];
    uint16_t at[1U << TRAIL_CLUES][SET_LIMIT]; /* clues met, circle -> 1 + node of the layer under work */
};

/* The trails of a night that has begun. A night too rich for the room forgets its oldest clues first. */
void trails_trace(const struct board *board, const struct dossier_round *night, struct trails *trails);

/* Where they end: circle -> weight. The sum is how likely a stroller would have left these answers. */
void trails_ends(const struct trails *trails, double weight[SET_LIMIT]);

/* The same for a stroller of whom nothing was asked: what the streets and policemen alone allow. */
void trails_stroll(const struct board *board, const struct dossier_round *night, double weight[SET_LIMIT]);

/* How likely each end is; before drawing. */
void trails_weigh(struct trails *trails, const double end[SET_LIMIT]);

/* Draws a trail: the circles it touches, and its end. 0: there is none. */
unsigned trails_draw(const struct trails *trails, struct random *random, struct set *visited);

#endif
