/*
 * clue_mask.h: the clues of a night as bits of a mask, for the bots' trail search.
 *
 * A clue is a circle that Jack must have visited by a deadline. The weighted trails of both games
 * (whitechapel/weighted_trails.h, whitehall/trellis.h) group partial trails by the clues they have met, as a
 * mask. The mask holds only a few clues, so the most recent ones are used: they say the most about where Jack
 * is now.
 */
#ifndef GASLIGHT_CLUE_MASK_H
#define GASLIGHT_CLUE_MASK_H

#include "common/view/dossier.h"

enum { CLUE_MASK_MAX = 8 };

struct clue_mask {
    unsigned count;
    uint8_t circle[CLUE_MASK_MAX], deadline[CLUE_MASK_MAX]; /* latest deadline first */
    uint8_t bit[SET_LIMIT];                                 /* circle -> the bit of its clue, or 0 */
    uint8_t due[CELLS]; /* cell -> mask of the clues that must have been met by then */
};

/* Collects up to `most` clues of a night or round, most recent first, except those on `known` circles. */
void clue_mask_build(struct clue_mask *clues, const struct dossier_round *round, const struct set *known,
                     unsigned most);

#endif
