/*
 * tables_elsewhere.h: the public unfinished tables of other nodes, as the lobby lists them.
 *
 * Each node of a cluster sends the others what anyone may see of its listed tables, and no more. This is that list, in the
 * order in which `tables` shows it: the newest first. cluster/listings.c fills it; followers of the lobby are sent its
 * changes.
 */
#ifndef GASLIGHT_TABLES_ELSEWHERE_H
#define GASLIGHT_TABLES_ELSEWHERE_H

#include "server/table/table.h"

struct table_elsewhere {
    TAILQ_ENTRY(table_elsewhere) entry;
    LIST_ENTRY(table_elsewhere) bucket_entry;
    char id[TABLE_ID_LENGTH + 1];
    uint64_t listing; /* as of a table in memory: decides the order */
    enum game_kind game;
    enum table_state state;
    int64_t node;        /* the node that has listed it last */
    unsigned generation; /* listings.c's */
    char *table, *turn;  /* JSON, as `tables` shows them to anyone */
};

/* Returns NULL if no other node lists a table of this id. */
struct table_elsewhere *table_elsewhere_find(const struct tables *tables, const char *id);

/*
 * Lists a table, or replaces what is listed of it. Its JSON is copied. With `push`, followers of the lobby are sent it.
 * Returns NULL if there is no memory, or the table is in memory here.
 */
struct table_elsewhere *table_elsewhere_put(struct tables *tables, const struct table_elsewhere *row,
                                            bool push);

/* Replaces the pawns whose turn it is. */
void table_elsewhere_set_turn(struct table_elsewhere *row, const char *turn);

/* Removes a table. With `push`, followers of the lobby are told that it is gone. */
void table_elsewhere_remove(struct tables *tables, struct table_elsewhere *row, bool push);
void tables_elsewhere_free(struct tables *tables);

/* Returns whether the player sits at one of these tables. */
bool player_is_listed_elsewhere(const struct tables *tables, const char *player);

#endif
