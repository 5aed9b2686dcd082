/*
 * bot_clues.h: the clues that bots hold trails against.
 *
 * A clue is a circle where Jack must have been by a deadline. Trails with weights (bot_trails.h of Whitechapel,
 * bot_whitehall_trellis.h) are told apart by which clues they have met: a mask. There is room for a few, and
 * the latest are taken: they say most about where he is now.
 */
#ifndef GASLIGHT_BOT_CLUES_H
#define GASLIGHT_BOT_CLUES_H

#include "common/view/dossier.h"

enum { CLUES_MOST = 8 };

struct clues {
    unsigned count;
    uint8_t circle[CLUES_MOST], deadline[CLUES_MOST]; /* the latest deadline first */
    uint8_t bit[SET_LIMIT];                           /* circle -> the bit of its clue; 0: it has none */
    uint8_t due[CELLS];                               /* cell -> the clues that must be met by then: a mask */
};

/* Those of a night or round, at most `most`, on circles other than the `known`. */
void clues_take(struct clues *clues, const struct dossier_round *round, const struct set *known,
                unsigned most);

#endif
