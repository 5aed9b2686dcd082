/*
 * store_sqlite.h: the parts of the SQLite engine, among themselves; and how --check opens a database.
 *
 * A data directory holds `lock`, held as long as somebody has the directory open, and `gaslight.db` with
 * its write-ahead log. One process, one connection, one thread at a time: SQLite's own lock is exclusive
 * too, so its index of the log needs no shared memory and no third file.
 */
#ifndef GASLIGHT_STORE_SQLITE_H
#define GASLIGHT_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store/store.h"

enum { DATABASE_PATH_MAX = 1100 };

struct database {
    sqlite3 *handle;
    int lock; /* the lock file's descriptor; -1: none */
    char path[DATABASE_PATH_MAX];
};

enum database_use {
    DATABASE_SERVE,  /* make what is missing, bring an older one up to date */
    DATABASE_CHECK,  /* change nothing: what is missing or older is an error */
    DATABASE_MEMORY, /* in no file, empty */
};

/*
 * Texts are bound first, then numbers, as ?1, ?2, ...; a read's columns are texts, then numbers. `unchanged`
 * is what it means when the first statement changed no row. An archive with a player asked for takes the
 * second statement instead of the first.
 */
enum { VERB_STATEMENTS = 2 };

struct sqlite_verb {
    const char *sql[VERB_STATEMENTS];
    unsigned texts, numbers, columns, number_columns;
    enum store_status unchanged;
};

extern const struct sqlite_verb sqlite_verbs[STORE_VERB_COUNT];

/* False: `error` has one sentence, and nothing is open. */
bool database_open(struct database *database, const char *directory, enum database_use use, char *error,
                   size_t capacity);

/* The connection alone, for after an I/O error; the lock stays held. */
bool database_connect(struct database *database, enum database_use use, char *error, size_t capacity);
void database_disconnect(struct database *database); /* every statement must be finalized */

void database_close(struct database *database);

/* One number from a statement of one row. Answers SQLite's code. */
int database_number(sqlite3 *handle, const char *sql, int64_t *number);

/* Makes a name durable: syncs the directory that holds it. */
bool sync_directory_of(const char *path);

/* STORE_PLAYER_REMOVE. SQLITE_OK, SQLITE_NOTFOUND, or what went wrong; the caller rolls back. */
int database_remove_player(sqlite3 *handle, const char *player);

/*
 * One step of a copy of the database to a new file; `*copy` is NULL before the first and after the last. One
 * that is abandoned leaves no file, and begins anew with the next step.
 */
struct copy;
enum store_copy sqlite_copy_step(struct copy **copy, sqlite3 *source, const char *file, char *error,
                                 size_t capacity);
void sqlite_copy_abandon(struct copy **copy);

/* The SQLite engine with another use; for store_memory.c. */
void *sqlite_engine_open(const char *directory, enum database_use use, char *error, size_t capacity);

#endif
