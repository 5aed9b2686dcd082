/*
 * mine.h: the list of a player's tables, which may be at several nodes.
 *
 * Each table is in the list once, as JSON for this player: with the invite, and the commentators' if they host it.
 */
#ifndef GASLIGHT_MINE_H
#define GASLIGHT_MINE_H

#include "server/table/table.h"

enum { MINE_MAX = 100 }; /* unfinished tables first; by default a player may sit at 50 of those */

struct mine_row {
    char id[TABLE_ID_LENGTH + 1];
    int64_t created;
    bool is_unfinished;
    char *text;
    size_t length;
};

/* A zeroed struct is an empty list. */
struct mine {
    size_t count, capacity;
    struct mine_row *row;
};

/* Adds a table, unless it is in the list; copies the text. Aborts if there is no memory. */
void mine_add(struct mine *mine, const struct mine_row *row);

/* Adds the tables in memory where a player sits; nothing if the player is not in memory. */
void mine_add_here(struct mine *mine, struct tables *tables, const char *player);

/* Sorts the list, the newest first, and drops finished ones until there are few enough. */
void mine_sort(struct mine *mine);
void mine_free(struct mine *mine);

#endif
