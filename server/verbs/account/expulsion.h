/*
 * expulsion.h: removes a player, or revokes their tokens, in memory.
 *
 * An expulsion begins before it is stored. Until it ends, the player can't connect or get a code, and a removed player's
 * tables are busy, because a write of one would store the old name again. In a cluster it begins and ends at every node.
 */
#ifndef GASLIGHT_EXPULSION_H
#define GASLIGHT_EXPULSION_H

#include "server/verbs/dispatch.h"

struct expulsion;

/* Begins to remove a player, or to revoke their tokens. Returns NULL and a sentence if that is not possible now. */
struct expulsion *expulsion_begin(struct dispatch *dispatch, const char *id, bool removes,
                                  const char **why_not);

/* Ends it. If it was stored, the player is disconnected, and a removed player's name is no longer shown. */
void expulsion_end(struct expulsion *expulsion, bool stored);

#endif
