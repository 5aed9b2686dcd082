/*
 * request_table.h: what requests about a table have in common: finding it, changing its lobby, replying with it.
 */
#ifndef GASLIGHT_REQUEST_TABLE_H
#define GASLIGHT_REQUEST_TABLE_H

#include "server/table/changes/table_commit.h"
#include "server/verbs/dispatch.h"

/*
 * Returns the table in memory that "table" or "invite" names, or NULL. To players who may not know of it, a private
 * table does not exist.
 */
struct table *request_find_table(const struct request *request);

/*
 * Returns whether the request may be about this table. Everyone may know of a public one; only its players and those
 * invited of a private one, unless it is finished and shared.
 */
bool request_may_see(const struct request *request, const struct lobby *lobby);

/* Holds a table, unless it is NULL, until the request is answered. */
void request_hold_table(struct request *request, struct table *table);

/*
 * Commits a changed lobby of the request's table. Once it is stored, `done` answers the request; if it cannot be
 * stored, the request fails.
 */
void request_commit_lobby(struct request *request, const struct lobby *changed, enum commit_notice notice,
                          void (*done)(struct request *request, struct table *table));

/* Replies {"table":{...}}, as the asking player may see it. */
void reply_table(struct request *request, struct table *table);

/*
 * Reads a list of pawns of this game, each at most once: Jack alone, or policemen only. Returns false if it is anything
 * else.
 */
bool read_pawns(const json_t *list, enum game_kind game, unsigned *pawns);

#endif
