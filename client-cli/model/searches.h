/*
 * searches.h: which circles were searched without a clue this night or round, and at which of Jack's moves.
 *
 * Follows the events, which are public; used by the model of a live game and by replays.
 */
#ifndef GASLIGHT_SEARCHES_H
#define GASLIGHT_SEARCHES_H

#include "common/view/view.h"

/* All zeros: nothing was searched. */
struct searches {
    uint8_t cell; /* of Jack's last move */
    /* By circle: the cell of the move before the search, plus 1; 0: not searched, or a clue was found. */
    uint8_t at[SET_LIMIT];
    uint8_t by[SET_LIMIT]; /* enum pawn */
};

void searches_follow(struct searches *searches, const struct viewed_event *event);

/* Removes searches that an undo took back; `view` is the one after it. */
void searches_undo(struct searches *searches, const struct view *view);

#endif
