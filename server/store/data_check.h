/*
 * data_check.h: `gaslightd --check DIR`: verifies a data directory.
 *
 * Checks the database itself, then replays every log and record by the rules and compares the results with what
 * is stored. Changes nothing. Fails if the directory is in use.
 */
#ifndef GASLIGHT_DATA_CHECK_H
#define GASLIGHT_DATA_CHECK_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Prints one line per problem; the last line is `ok: N tables, N finished games, N players` or the number of
 * problems. Returns true if there are none.
 */
bool data_check_directory(const char *directory, FILE *out);

#endif
