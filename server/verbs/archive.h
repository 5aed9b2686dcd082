/* archive.h: finished games, fetched from the store for a request. */
#ifndef GASLIGHT_ARCHIVE_H
#define GASLIGHT_ARCHIVE_H

#include "server/verbs/dispatch.h"

/* Looks in the store for the finished table that "table" names, then calls request_resume() or fails the request. */
void archive_fetch_table(struct request *request);

/* The same for the finished table that "invite" opens, if there is no "table". */
void archive_fetch_invited(struct request *request);

/*
 * Puts a finished table into memory, from the rows of STORE_LOG_OF. Returns NULL if there is no memory, or the
 * table's data is damaged; it has been set aside then. The caller holds the table or releases it.
 */
struct table *archive_load(struct tables *tables, const char *id, const struct store_request *found);

/* Fails a request about a table that is not in memory, and not in the store or not for this player. */
void archive_fail_missing(struct request *request);

/* Asks the store for the record of the finished game that "table" names. */
void archive_fetch_record(struct request *request, void (*done)(struct store_request *found));

/*
 * Returns the record's text if there is one that the player may see. Otherwise returns NULL: the request has failed.
 * `old_names`, unless NULL, is set if the names are from before they were compared.
 */
const char *archive_record_of(struct request *request, const struct store_request *found, bool *old_names);

#endif
