/* archive.h: finished games, fetched from the store for a request. */
#ifndef GASLIGHT_ARCHIVE_H
#define GASLIGHT_ARCHIVE_H

#include "server/verbs/dispatch.h"

/* Looks in the store for the finished table that "table" names, then calls request_resume() or fails the request. */
void archive_fetch_table(struct request *request);

/* Asks the store for the record of the finished game that "table" names. */
void archive_fetch_record(struct request *request, void (*done)(struct store_request *found));

/* Returns the record's text if there is one that the player may see. Otherwise returns NULL: the request has failed. */
const char *archive_record_of(struct request *request, const struct store_request *found);

#endif
