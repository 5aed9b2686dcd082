/*
 * store_sqlite.h: what the files of the SQLite engine share, and how --check and --backup open a database.
 *
 * A data directory holds `lock`, which is locked as long as a process has the directory open, and
 * `gaslight.db` with its write-ahead log. Only one process with one connection uses it at a time. SQLite's own
 * lock is exclusive too, so it needs no shared-memory file for the log's index.
 */
#ifndef GASLIGHT_STORE_SQLITE_H
#define GASLIGHT_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store/store.h"

enum { DATABASE_PATH_MAX = 1100 };

struct database {
    sqlite3 *handle;
    int lock; /* descriptor of the lock file, or -1 */
    char path[DATABASE_PATH_MAX];
};

enum database_use {
    DATABASE_SERVE,  /* create what is missing, migrate an older database */
    DATABASE_CHECK,  /* change nothing; a missing or older database is an error */
    DATABASE_MEMORY, /* an empty database without a file */
};

/*
 * A verb in SQL. Texts are bound first, then numbers, as ?1, ?2, ...; the columns of a read are texts, then
 * numbers. `unchanged` is the status if the first statement changes no row. A write runs both statements; an
 * archive query with a player filter runs the second instead of the first.
 */
enum { VERB_STATEMENTS = 2 };

struct sqlite_verb {
    const char *sql[VERB_STATEMENTS];
    unsigned texts, numbers, columns, number_columns;
    enum store_status unchanged;
};

extern const struct sqlite_verb sqlite_verbs[STORE_VERB_COUNT];

/* On failure returns false with nothing left open, and `error` holds one sentence. */
bool database_open(struct database *database, const char *directory, enum database_use use, char *error,
                   size_t capacity);

/* Open and close only the connection, after an I/O error; the lock stays held. */
bool database_connect(struct database *database, enum database_use use, char *error, size_t capacity);
void database_disconnect(struct database *database); /* every statement must be finalized */

void database_close(struct database *database);

/* Reads the number that a query of one row returns. Returns an SQLite result code. */
int database_number(sqlite3 *handle, const char *sql, int64_t *number);

/* Syncs the directory that contains `path`, so that a new name in it is durable. */
bool sync_directory_of(const char *path);

/* Carries out STORE_PLAYER_REMOVE. Returns SQLITE_OK, SQLITE_NOTFOUND or an error; the caller rolls back. */
int database_remove_player(sqlite3 *handle, const char *player);

/*
 * Takes one step of a copy of the database to a new file; `*copy` is NULL before the first step and after the
 * last. An abandoned copy leaves no file, and the next step starts over.
 */
struct copy;
enum store_copy sqlite_copy_step(struct copy **copy, sqlite3 *source, const char *file, char *error,
                                 size_t capacity);
void sqlite_copy_abandon(struct copy **copy);

/* Opens the engine for a given use; for store_memory.c. */
void *sqlite_engine_open(const char *directory, enum database_use use, char *error, size_t capacity);

#endif
