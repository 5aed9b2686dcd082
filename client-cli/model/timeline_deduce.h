/*
 * timeline_deduce.h: deduction at a step of a recorded game.
 *
 * Gives the same result as the server for a spectator with full deduction help.
 */
#ifndef GASLIGHT_TIMELINE_DEDUCE_H
#define GASLIGHT_TIMELINE_DEDUCE_H

#include "client-cli/model/deduction.h"
#include "client-cli/model/timeline.h"

/*
 * With paths to `circle`, if it is not 0. At the end of a game, deduces from what was known before the last action.
 * Returns false if out of memory.
 */
bool timeline_deduce(const struct timeline *timeline, const struct board *board, size_t step, unsigned circle,
                     struct deduction *deduction);

#endif
