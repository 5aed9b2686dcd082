/*
 * trellis.h: all possible trails of a round at once, with weights. Used only by posterior.c.
 *
 * A forward pass over (cell, clues met, circle). Each mask of clues met at a cell has a *slot*: a row with
 * one weight per circle. A trail's weight is its probability as a random walk over the open streets. There
 * are enough slots for the clues found in practice; if they run out, the oldest clues are dropped, which
 * makes the result less precise but never empty.
 *
 * The counterpart for Whitechapel is whitechapel/weighted_trails.h, with the same clues (clue_mask.h) and
 * steps (dossier_step_ways()). They are separate because they are used differently: this one for sums over
 * all trails, many times per decision, so it stores rows of weights; that one for sampling whole trails, so
 * it stores every edge. The random walks differ too: here Jack avoids circles next to investigators, and
 * chooses the two steps of a Coach one after the other.
 */
#ifndef GASLIGHT_WHITEHALL_TRELLIS_H
#define GASLIGHT_WHITEHALL_TRELLIS_H

#include "common/bots/clue_mask.h"
#include "common/bots/whitehall/whitehall_bot.h"

enum { TRELLIS_SLOTS = 160 };

struct trellis_layer {
    unsigned first, slots;
};

struct trellis {
    const struct board *board;
    const struct dossier_round *round;
    struct caution caution;
    struct set allowed[CELLS]; /* by cell: where Jack may have been, according to searches without a result */
    struct clue_mask clues;
    struct trellis_layer layer[CELLS]; /* empty for the cell between the two steps of a Coach */
    unsigned used;
    bool full; /* some trails were dropped because the slots ran out */
    uint8_t met[TRELLIS_SLOTS];
    float ways[CELLS][SET_LIMIT]; /* by step and circle: total preference of the ways, where weight left it */
    float weight[TRELLIS_SLOTS][SET_LIMIT];
};

/*
 * Runs the forward pass from the start to the last cell. The trellis refers to `board` and `round`
 * afterwards.
 */
void trellis_forward(struct trellis *trellis, const struct board *board, const struct dossier_round *round,
                     struct caution caution);

/* Returns the total weight of the trails that end on a circle. */
double trellis_end_weight(const struct trellis *trellis, unsigned circle);

/*
 * Runs the backward pass over at most `cells` cells. Adds to trace[circle] the weight of the trails that
 * visit it, each multiplied by end[] of its last circle and by `fade` for each cell that the visit lies back.
 */
void trellis_backward(const struct trellis *trellis, const double end[SET_LIMIT], unsigned cells, double fade,
                      double trace[SET_LIMIT]);

/*
 * Draws a trail that ends on `last`, in proportion to its weight. Fills in the circles it visited after the start,
 * `last` included. Some weight must end there.
 */
void trellis_draw_trail(const struct trellis *trellis, unsigned last, struct random *random,
                        struct set *visited);

#endif
