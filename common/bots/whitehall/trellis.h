/*
 * bot_whitehall_trellis.h: all trails of a round at once, with weights. Internal to bot_whitehall_suspicion.c.
 *
 * A forward pass over (cell, clues met, circle). Each set of clues met at a cell is a *slot*: a row of weights,
 * one a circle. The weight of a trail is that of a walker who at each circle takes any way that was open. There
 * are slots for the clues that people find in practice. If they do not suffice, the oldest clues are left out:
 * the trellis is then less sharp, never empty.
 *
 * bot_trails.h is its sister for Whitechapel, with the same clues (bot_clues.h) and ways (dossier_step_ways()).
 * They are two because they are asked different things: this one for sums over all trails, many times a
 * decision, so it keeps rows of weights; that one for whole trails drawn one by one, so it keeps every edge.
 * And their walkers differ: here he shuns circles next to investigators, and picks the two halves of a Coach
 * one after the other.
 */
#ifndef GASLIGHT_BOT_WHITEHALL_TRELLIS_H
#define GASLIGHT_BOT_WHITEHALL_TRELLIS_H

#include "common/bots/clue_mask.h"
#include "common/bots/whitehall/whitehall_bot.h"

enum { TRELLIS_SLOTS = 160 };

struct trellis_layer {
    unsigned first, slots;
};

struct trellis {
    const struct board *board;
    const struct dossier_round *round;
    double shy;
    struct set allowed[CELLS]; /* where he can have been at a cell as far as misses tell */
    struct clues clues;
    struct trellis_layer layer[CELLS]; /* that between the two circles of a Coach is empty */
    unsigned used;
    bool full; /* some trails were lost for want of slots */
    uint8_t met[TRELLIS_SLOTS];
    float weight[TRELLIS_SLOTS][SET_LIMIT];
};

/* Forward from the start to the last cell. Points to `round` and `board` afterwards. */
void trellis_walk(struct trellis *trellis, const struct board *board, const struct dossier_round *round,
                  double shy);

/* The weight of all trails that end on a circle. */
double trellis_end(const struct trellis *trellis, unsigned circle);

/*
 * Backward over at most `cells` cells: adds to trace[circle] the weight of the trails through it, each times
 * `end` of its last circle and times `fade` for every cell it lies back.
 */
void trellis_trace(const struct trellis *trellis, const double end[SET_LIMIT], unsigned cells, double fade,
                   double trace[SET_LIMIT]);

#endif
