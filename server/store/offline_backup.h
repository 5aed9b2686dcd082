/*
 * backup.h: a copy of a database that no server has open.
 *
 * A running server makes its own copies (store_backup()); this is for `gaslightd --backup` without one. The
 * database is not changed, and may be older or newer than this program.
 */
#ifndef GASLIGHT_OFFLINE_BACKUP_H
#define GASLIGHT_OFFLINE_BACKUP_H

#include <stdbool.h>
#include <stddef.h>

/*
 * `file` is new (0600) and whole, or not there: it is written beside itself as `file`.part and then renamed.
 * False: `error` has one sentence.
 */
bool offline_backup_copy(const char *directory, const char *file, char *error, size_t capacity);

#endif
