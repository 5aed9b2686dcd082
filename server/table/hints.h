/* hints.h: who may ask for a hint; see verbs/play/hint.c. */
#ifndef GASLIGHT_HINTS_H
#define GASLIGHT_HINTS_H

#include "common/base/error.h"
#include "server/table/table.h"

/*
 * Returns ERROR_OK if a player with these pawns may be told what a bot would do: the only person at a table of bots, and
 * detectives whose deduction help shows everything, because a hint tells more than sets of possible circles. Jack would
 * be told how the police think, so at a table with other people he gets none, like deductions.
 */
enum error table_hint_allowed(const struct table *table, unsigned pawns);

#endif
