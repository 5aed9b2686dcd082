/*
 * offline_backup.c: copies a database of any schema version with SQLite's backup functions.
 *
 * It holds the directory's lock (see sqlite.h), so that no server starts meanwhile. The database is opened
 * as for --check: exclusively, which needs no shared-memory file, and without checkpointing the log.
 */
#include "server/store/sqlite/offline_backup.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/store/sqlite/sqlite.h"

enum { PATH_BYTES = 2048 };

static bool fail(char *error, size_t capacity, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(char *error, size_t capacity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error, capacity, format, arguments);
    va_end(arguments);
    return false;
}

/* Copies all pages in one read transaction. */
static bool copy_pages(sqlite3 *from, sqlite3 *to, char *error, size_t capacity)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == NULL) {
        return fail(error, capacity, "Cannot start the copy: %s.", sqlite3_errmsg(to));
    }
    (void)sqlite3_backup_step(backup, -1);
    if (sqlite3_backup_finish(backup) != SQLITE_OK) {
        return fail(error, capacity, "The copy failed: %s.", sqlite3_errmsg(to));
    }
    return true;
}

static bool copy_database(const char *source, const char *part, char *error, size_t capacity)
{
    bool good = false;
    sqlite3 *from = NULL;
    sqlite3 *to = NULL;
    if (sqlite3_open_v2(source, &from, SQLITE_OPEN_READWRITE, "unix-excl") != SQLITE_OK ||
        sqlite3_db_config(from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) != SQLITE_OK ||
        sqlite3_exec(from, "PRAGMA query_only=ON", NULL, NULL, NULL) != SQLITE_OK) {
        (void)fail(error, capacity, "Cannot open %.300s: %s.", source, sqlite3_errmsg(from));
        goto done;
    }
    if (sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        (void)fail(error, capacity, "Cannot open %.300s: %s.", part, sqlite3_errmsg(to));
        goto done;
    }
    good = copy_pages(from, to, error, capacity);
done:
    (void)sqlite3_close(to);
    (void)sqlite3_close(from);
    return good;
}

static bool sync_file(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    bool good = fsync(descriptor) == 0;
    return close(descriptor) == 0 && good;
}

/* Takes the lock that a server holds on its directory. Returns its descriptor, or -1 with an error. */
static int take_lock(const char *directory, char *error, size_t capacity)
{
    char path[PATH_BYTES];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    (void)snprintf(path, sizeof path, "%s/lock", directory);
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor >= 0 && give_to_owner_of(directory, descriptor) &&
        fcntl(descriptor, F_SETLK, &lock) == 0) {
        return descriptor;
    }
    if (descriptor >= 0 && (errno == EACCES || errno == EAGAIN)) {
        (void)fail(error, capacity, "%.300s is in use by another gaslightd.", directory);
    } else {
        (void)fail(error, capacity, "Cannot lock %.300s: %s.", path, strerror(errno));
    }
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    return -1;
}

/* Copies to the new file `part` and renames it to `file`. */
static bool copy_and_rename(const char *directory, const char *source, const char *part, const char *file,
                            char *error, size_t capacity)
{
    int made = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0) {
        return fail(error, capacity, "Cannot create %.300s: %s.", part, strerror(errno));
    }
    bool owned = give_to_owner_of(directory, made);
    (void)close(made);
    if (!owned) {
        (void)fail(error, capacity, "Cannot change the owner of %.300s: %s.", part, strerror(errno));
        goto failed;
    }
    if (!copy_database(source, part, error, capacity)) {
        goto failed;
    }
    if (!sync_file(part) || rename(part, file) != 0 || !sync_directory_of(file)) {
        (void)fail(error, capacity, "Cannot write %.300s: %s.", file, strerror(errno));
        goto failed;
    }
    return true;
failed:
    (void)unlink(part);
    return false;
}

bool offline_backup_copy(const char *directory, const char *file, char *error, size_t capacity)
{
    char source[PATH_BYTES];
    char part[PATH_BYTES];
    if (strlen(directory) + 16 > sizeof source || strlen(file) + 16 > sizeof part) {
        return fail(error, capacity, "A file name is too long.");
    }
    (void)snprintf(source, sizeof source, "%s/gaslight.db", directory);
    (void)snprintf(part, sizeof part, "%s.part", file);
    if (access(source, R_OK) != 0) {
        return fail(error, capacity, "%.300s: %s.", source, strerror(errno));
    }
    if (access(file, F_OK) == 0) {
        return fail(error, capacity, "%.300s already exists.", file);
    }
    int lock = take_lock(directory, error, capacity);
    if (lock < 0) {
        return false;
    }
    bool good = copy_and_rename(directory, source, part, file, error, capacity);
    (void)close(lock);
    return good;
}
