/*
 * timeline_deduce.h: what could be deduced at a step of a recorded game.
 *
 * The same as the server would have told an onlooker with all aids: folded from the record, written and read as JSON.
 */
#ifndef GASLIGHT_TIMELINE_DEDUCE_H
#define GASLIGHT_TIMELINE_DEDUCE_H

#include "client-cli/model/deduction.h"
#include "client-cli/model/timeline.h"

/* With ways to `circle`, if it is not 0. At the end of a game it is what could be deduced before its last action. */
bool timeline_deduce(const struct timeline *timeline, const struct board *board, size_t step, unsigned circle,
                     struct deduction *deduction); /* false: no memory */

#endif
