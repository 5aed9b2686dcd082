/*
 * sqlite.h: what the files of the SQLite engine share, and how --check and --backup open a database.
 *
 * A data directory holds `lock`, which is locked as long as a process has the directory open, and
 * `gaslight.db` with its write-ahead log. Only one process uses it at a time, with one connection that writes and
 * one that reads. SQLite's own lock is exclusive too (its VFS "unix-excl"), so other programs cannot open the
 * database, and the index of the log is in memory instead of in a shared file.
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
 * numbers. `unchanged` is the status if the first statement changes no row. A write runs all its statements; an
 * archive query runs one of its three, depending on the filter, which has one more column: whether the row is
 * visible.
 */
enum { VERB_STATEMENTS = 4 };

#define LAST_BATCH "SELECT number FROM batches"

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

/* Opens a second connection, which can only read. Returns NULL on failure. */
sqlite3 *database_connect_reader(const struct database *database);

void database_close(struct database *database);

/* Reads the number that a query of one row returns. Returns an SQLite result code. */
int database_number(sqlite3 *handle, const char *sql, int64_t *number);

/* Syncs the directory that contains `path`, so that a new name in it is durable. */
bool sync_directory_of(const char *path);

/*
 * If root created this file, gives it to the owner of the data directory: a file that --check or --backup leaves must
 * be usable for the server's user. Returns false if that fails.
 */
bool give_to_owner_of(const char *directory, int descriptor);

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

/* ---- Statements -------------------------------------------------------------------------------- */

/* Converts a result code. Sets `lost` if only the disk shows what happened: the database has to be opened again. */
enum store_status sqlite_status(int code, bool *lost);

/* Runs a statement without parameters or results. Returns SQLITE_OK or an error. */
int sqlite_run_control(sqlite3_stmt *statement);

int sqlite_bind_row(sqlite3_stmt *statement, const struct store_row *row, unsigned texts, unsigned numbers);

/* Reads the current row. The texts belong to SQLite and are valid until the next step. */
void sqlite_peek_row(sqlite3_stmt *statement, struct store_row *row, unsigned texts, unsigned numbers);

/* ---- Reading ----------------------------------------------------------------------------------- */

struct sqlite_reader;

/* Returns NULL on failure. A database in memory is read through the connection that writes. */
struct sqlite_reader *sqlite_reader_open(const struct database *database, enum database_use use);
void sqlite_reader_close(struct sqlite_reader *reader); /* does nothing with NULL */

/* Carries out a read. Returns the number of the last transaction it could see. For `lost` see sqlite_status(). */
int64_t sqlite_read(struct sqlite_reader *reader, struct store_request *request, bool *lost);

/* Loads the open and running tables. Returns false if there is no list of them; `error` then holds one sentence. */
bool sqlite_load(const struct database *database, const struct store_loader *loader, char *error,
                 size_t capacity);

/* Opens the engine for a given use; for memory_engine.c. */
void *sqlite_engine_open(const char *directory, enum database_use use, char *error, size_t capacity);

#endif
