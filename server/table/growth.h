/*
 * growth.h: keeps the database from growing without limit.
 *
 * Players who have never finished a game or written anything, and have not been seen for a long time, are removed, a few
 * at a time; so are tables that were closed without a result. The size of the database is measured regularly; above the
 * operator's limit nothing new is begun.
 */
#ifndef GASLIGHT_GROWTH_H
#define GASLIGHT_GROWTH_H

#include "server/table/table.h"

enum { SEEN_SECONDS = 24 * 60 * 60 }; /* a player's visit is stored at most this often */

struct growth {
    struct tables *tables;
    bool measuring, removing_tables; /* the store works on it */
    uint64_t next_tables;            /* uv_now() when closed tables are removed next */
    bool is_last_step;               /* of this round */
    bool removing;                   /* the store works on it */
    uint64_t next_removal;           /* uv_now() */
    int64_t before;                  /* players who were last seen before are removed in this round */
    int64_t cursor_seen;             /* the last player that this round has looked at; -1 at its start */
    char cursor[PLAYER_ID_LENGTH + 1];
    size_t removed; /* in this round */
};

void growth_init(struct growth *growth, struct tables *tables);

/* Measures the database, and takes the next step of removing players. The server calls it every few seconds. */
void growth_sweep(struct growth *growth);

/* Returns whether the database has reached its limit: there may be no new players, tables or messages. */
bool tables_storage_is_full(const struct tables *tables);

#endif
