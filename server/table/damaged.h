/*
 * damaged.h: tables whose stored data cannot be used.
 *
 * A damaged table is set aside: its rows stay as they are, it is not in memory, and everything else is served. Its
 * players are told so, the log has an error that names it, and the operator can list and export it.
 */
#ifndef GASLIGHT_DAMAGED_H
#define GASLIGHT_DAMAGED_H

#include "server/table/table.h"

enum { DAMAGE_BYTES = 160 };

struct damaged {
    LIST_ENTRY(damaged) entry;
    char *table;
    char *lobby; /* as stored, to recognise the players; may be anything */
    bool is_private;
    int64_t since;
    char why[DAMAGE_BYTES];
};

/* Sets a table aside, unless it has been already, and logs an error. `lobby` may be NULL. */
void tables_set_aside(struct tables *tables, const char *table, const char *lobby, bool is_private,
                      const char *why);

/*
 * Returns whether a table is damaged, and the player may know that there is such a table: it is public, or they sit
 * there. `player` may be NULL.
 */
bool tables_is_damaged(const struct tables *tables, const char *table, const struct player *player);

void tables_free_damaged(struct tables *tables);

#endif
