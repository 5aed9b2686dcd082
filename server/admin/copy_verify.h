/*
 * copy_verify.h: verifies that a PostgreSQL database is a copy of a data directory.
 *
 * Compares every row, then replays every game on both sides and compares the results.
 */
#ifndef GASLIGHT_COPY_VERIFY_H
#define GASLIGHT_COPY_VERIFY_H

#include <stdio.h>

#include "server/admin/row_source.h"

/*
 * Prints one line per difference, up to a limit, and then a summary in one line. Returns true if there is no difference. A
 * table that is damaged in the same way on both sides does not count as one.
 */
bool copy_verify(struct row_source *directory, struct row_source *database, FILE *out);

#endif
