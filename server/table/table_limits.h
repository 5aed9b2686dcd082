/*
 * table_limits.h: how many unfinished tables players and addresses have, and whether they may have more.
 *
 * Players have counters, which player_seats.c updates when a lobby has been stored. A lobby counts from the moment it is
 * given to the store, so that requests that arrive together can't exceed a limit together. Addresses are only in
 * memory; after a restart they start at zero.
 */
#ifndef GASLIGHT_TABLE_LIMITS_H
#define GASLIGHT_TABLE_LIMITS_H

#include "common/base/error.h"
#include "server/table/table.h"

/*
 * Counts a lobby that is given to the store (`by` is 1), until it is stored or refused (-1). What the table's current
 * lobby counts already is not counted twice; that is NULL for a new table.
 */
void tables_count_pending(struct tables *tables, const struct lobby *next, const struct lobby *current,
                          int by);

/* Returns whether the player may sit down at one more table. */
bool tables_may_join(const struct tables *tables, const struct player *player);

/* Returns whether every person in the lobby of a new table may sit down there. */
bool tables_all_may_join(const struct tables *tables, const struct lobby *lobby);

/* Returns an error if the player may not create one more table from this address; otherwise takes a token for it. */
enum error tables_take_creation(const struct tables *tables, const struct player *player,
                                const char *address);

/* Counts a table towards the address that created it, until it is finished or closed. */
void table_set_origin(struct table *table, const char *address);
void table_clear_origin(struct table *table);

#endif
