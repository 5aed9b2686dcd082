/*
 * record_deduce.h: prints the deduction at some point of a recorded game, as the server would send it.
 */
#ifndef GASLIGHT_RECORD_DEDUCE_H
#define GASLIGHT_RECORD_DEDUCE_H

#include "common/wire/record.h"

/* Deduces after the first `at` actions and prints one line of JSON. Returns false if the rules reject an action. */
bool record_deduce(const struct record *record, const struct board *board, size_t at,
                   struct record_error *error);

#endif
