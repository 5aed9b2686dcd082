/*
 * offline_backup.h: copies a database that no server has open, for `gaslightd --backup`.
 *
 * A running server makes its own copies; see store_backup(). The database is not changed, and may have an older
 * or newer schema than this program.
 */
#ifndef GASLIGHT_OFFLINE_BACKUP_H
#define GASLIGHT_OFFLINE_BACKUP_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copies the database to a new file with mode 0600. It is written as `file`.part and then renamed, so `file` is
 * complete or does not exist. On failure returns false, and `error` holds one sentence.
 */
bool offline_backup_copy(const char *directory, const char *file, char *error, size_t capacity);

#endif
