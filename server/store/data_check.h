/*
 * check.h: `gaslightd --check DIR`: whether a data directory is whole.
 *
 * The database itself, then everything in it that follows from something else: every log and record folds
 * by the rules, and results agree. Changes nothing; a directory in use is not looked at.
 */
#ifndef GASLIGHT_DATA_CHECK_H
#define GASLIGHT_DATA_CHECK_H

#include <stdbool.h>
#include <stdio.h>

/* One line a problem; the last line is `ok: N tables, N finished games, N players`, or how many problems. */
bool data_check_directory(const char *directory, FILE *out);

#endif
