/*
 * data_check.h: `gaslightd --check`: verifies a data directory, or a PostgreSQL database.
 *
 * Checks the database itself, then replays every log and record by the rules and compares the results with what
 * is stored. Changes nothing. Fails if the directory is in use; a PostgreSQL database may be in use.
 */
#ifndef GASLIGHT_DATA_CHECK_H
#define GASLIGHT_DATA_CHECK_H

#include <stdio.h>

#include "server/admin/row_source.h"

/*
 * Prints one line per problem; the last line is `ok: N tables, N finished games, N players` or the number of
 * problems. Returns true if there are none. The location is a directory or a URL.
 */
bool data_check(const char *location, FILE *out);

enum { DATA_CHECK_HASH_BYTES = 32 };

/* Receives a hash of what the check found out about a table: its game, its record, and whether they are valid. */
typedef void data_check_table(void *context, const char *table,
                              const unsigned char hash[DATA_CHECK_HASH_BYTES]);

/*
 * Replays every game and calls `each` for each table, in the order of their ids. Prints problems, but no summary, to
 * `out` unless that is NULL. Returns how many there are. `what` describes the work to whoever waits.
 */
size_t data_check_games(struct row_source *source, const char *what, FILE *out, data_check_table *each,
                        void *context);

#endif
