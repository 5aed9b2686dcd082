/*
 * record_deduce.h: what could be deduced at some point of a recorded game, printed as the server would send it.
 */
#ifndef GASLIGHT_RECORD_DEDUCE_H
#define GASLIGHT_RECORD_DEDUCE_H

#include "common/wire/record.h"

/* After the first `at` actions, as one line of JSON; false: the rules refused one of them, and nothing was printed. */
bool record_deduce(const struct record *record, const struct board *board, size_t at,
                   struct record_error *error);

#endif
