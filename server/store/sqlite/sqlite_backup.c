/*
 * sqlite_backup.c: copies the database while it is in use, a few pages at a time.
 *
 * The copy is made through the store's own connection, on its thread, between batches. When a batch changes
 * pages that were already copied, SQLite updates them, so the copy shows the database at the moment the copy
 * finishes. The copy contains every secret, so it is created with mode 0600.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store/sqlite/sqlite.h"

enum { STEP_PAGES = 256 };

struct copy {
    sqlite3 *target;
    sqlite3_backup *run;
    char *file;
};

/* Closes everything and keeps the file. Returns the SQLite result code of the whole copy. */
static int close_copy(struct copy **copy)
{
    int code = (*copy)->run == NULL ? SQLITE_ERROR : sqlite3_backup_finish((*copy)->run);
    int closed = sqlite3_close((*copy)->target);
    free((*copy)->file);
    free(*copy);
    *copy = NULL;
    return code != SQLITE_OK ? code : closed;
}

void sqlite_copy_abandon(struct copy **copy)
{
    if (*copy != NULL) {
        char *file = (*copy)->file;
        (*copy)->file = NULL;
        (void)close_copy(copy);
        (void)unlink(file);
        free(file);
    }
}

static bool create_file(const char *file, char *error, size_t capacity)
{
    int descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        (void)snprintf(error, capacity,
                       errno == EEXIST ? "\"%s\" already exists." : "Cannot create \"%s\": %s.", file,
                       strerror(errno));
        return false;
    }
    (void)close(descriptor);
    return true;
}

static bool begin_copy(struct copy **copy, sqlite3 *source, const char *file, char *error, size_t capacity)
{
    if (!create_file(file, error, capacity)) {
        return false;
    }
    *copy = calloc(1, sizeof **copy);
    if (*copy == NULL || ((*copy)->file = strdup(file)) == NULL) {
        (void)snprintf(error, capacity, "Out of memory.");
        (void)unlink(file);
        free(*copy);
        *copy = NULL;
        return false;
    }
    int code = sqlite3_open_v2(file, &(*copy)->target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    /* A failed copy is deleted, so it needs no journal. */
    if (code == SQLITE_OK && sqlite3_exec((*copy)->target, "PRAGMA journal_mode=OFF; PRAGMA synchronous=FULL",
                                          NULL, NULL, NULL) == SQLITE_OK) {
        (*copy)->run = sqlite3_backup_init((*copy)->target, "main", source, "main");
    }
    if ((*copy)->run == NULL) {
        (void)snprintf(error, capacity, "Cannot write \"%s\": %s.", file, sqlite3_errmsg((*copy)->target));
        sqlite_copy_abandon(copy);
        return false;
    }
    return true;
}

enum store_copy sqlite_copy_step(struct copy **copy, sqlite3 *source, const char *file, char *error,
                                 size_t capacity)
{
    if (*copy == NULL && !begin_copy(copy, source, file, error, capacity)) {
        return STORE_COPY_FAILED;
    }
    int code = sqlite3_backup_step((*copy)->run, STEP_PAGES);
    if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        return STORE_COPY_MORE;
    }
    if (code != SQLITE_DONE) {
        (void)snprintf(error, capacity, "Cannot write \"%s\": %s.", file, sqlite3_errstr(code));
        sqlite_copy_abandon(copy);
        return STORE_COPY_FAILED;
    }
    code = close_copy(copy);
    if (code != SQLITE_OK || !sync_directory_of(file)) {
        (void)snprintf(error, capacity, "Cannot finish writing \"%s\": %s.", file,
                       code != SQLITE_OK ? sqlite3_errstr(code) : strerror(errno));
        (void)unlink(file);
        return STORE_COPY_FAILED;
    }
    return STORE_COPY_DONE;
}
