/*
 * table_names.h: nobody at a table can be mistaken for somebody else by their name.
 *
 * Names are compared with names.h when somebody sits down, is admitted as a commentator, changes their name or writes a
 * message. A person's names are the one at the table, which is updated when the table is not busy, the current one, and
 * one that is being stored. Spectators don't occupy their names, or anyone could keep players out; but they can't take
 * one of somebody at the table, or write under it.
 *
 * Tables from before these checks can have equal names. They stay as they are, and their players can still write.
 */
#ifndef GASLIGHT_TABLE_NAMES_H
#define GASLIGHT_TABLE_NAMES_H

#include "server/table/table.h"

/* Returns whether players can choose this name at all. */
bool player_name_is_good(const char *name);

/* Returns whether this player can't sit down or comment at the table under their name. */
bool table_name_is_taken(const struct table *table, const struct player *player);

/* Returns whether this player can't write at the table under their name. */
bool table_name_is_mistakable(const struct table *table, const struct player *player);

/* Returns whether a name is taken at one of the tables where the player sits or watches. */
bool player_name_is_taken(const struct player *player, const char *name);

#endif
