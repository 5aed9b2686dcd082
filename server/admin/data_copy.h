/*
 * data_copy.h: `gaslightd --copy DIR URL`: copies a data directory to an empty PostgreSQL database.
 *
 * The directory must not be in use, and no server may use the database. A copy that was interrupted continues when it
 * is started again: the database has a row that says how far it is. In the end, everything is compared
 * (copy_verify.h).
 */
#ifndef GASLIGHT_DATA_COPY_H
#define GASLIGHT_DATA_COPY_H

#include <stdbool.h>
#include <stdio.h>

/* Prints one line per problem, then a summary. Returns true if the database is a copy of the directory. */
bool data_copy(const char *directory, const char *url, FILE *out);

#endif
