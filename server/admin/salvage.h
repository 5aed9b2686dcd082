/*
 * salvage.h: `gaslightd --salvage TABLE [FILE]`: exports everything that is stored about one table.
 *
 * Meant for damaged tables, but works for all. The result is a JSON object: the rows of each database table as they are
 * ("tables", "actions", "chat", "finished", "records", "finished_players"), and "record", the game as far as its log
 * can be applied; "stopped" says why it ends there. It has every secret of the game. Changes nothing; fails if the
 * directory is in use.
 */
#ifndef GASLIGHT_SALVAGE_H
#define GASLIGHT_SALVAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes to a new file with mode 0600, or to standard output if `file` is NULL. On failure, `error` has one sentence. */
bool salvage_table(const char *directory, const char *table, const char *file, char *error, size_t capacity);

#endif
