/* row_source_sqlite.c: the rows of a data directory, which is locked until the source is closed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/row_source_kind.h"
#include "server/store/sqlite/sqlite.h"

struct directory {
    struct database database;
    char error[300]; /* of the query that failed last */
};

struct query {
    struct directory *directory;
    sqlite3_stmt *statement;
    bool failed;
};

static void *open_directory(const char *location, char *error, size_t capacity)
{
    struct directory *directory = calloc(1, sizeof *directory);
    if (directory == NULL) {
        (void)snprintf(error, capacity, "Out of memory.");
        return NULL;
    }
    if (!database_open(&directory->database, location, DATABASE_CHECK, error, capacity)) {
        free(directory);
        return NULL;
    }
    return directory;
}

static void close_directory(void *state)
{
    struct directory *directory = state;
    database_close(&directory->database);
    free(directory);
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Keeps the message, which the next call would replace. */
static bool query_failed(struct query *query)
{
    (void)snprintf(query->directory->error, sizeof query->directory->error, "%s",
                   sqlite3_errmsg(query->directory->database.handle));
    query->failed = true;
    return false;
}

static void *start(void *state, const char *sql, const char *parameter)
{
    struct query *query = calloc(1, sizeof *query);
    if (query == NULL) {
        abort();
    }
    query->directory = state;
    if (sqlite3_prepare_v2(query->directory->database.handle, sql, -1, &query->statement, NULL) !=
            SQLITE_OK ||
        (parameter != NULL &&
         sqlite3_bind_text(query->statement, 1, parameter, -1, SQLITE_TRANSIENT) != SQLITE_OK)) {
        (void)query_failed(query);
    }
    return query;
}

static bool next(void *state, const char *columns[ROW_COLUMNS_MAX])
{
    struct query *query = state;
    int code = query->failed ? SQLITE_DONE : sqlite3_step(query->statement);
    if (code != SQLITE_ROW) {
        return code != SQLITE_DONE && query_failed(query);
    }
    int count = sqlite3_column_count(query->statement);
    for (int i = 0; i < count && i < ROW_COLUMNS_MAX; i++) {
        columns[i] = (const char *)sqlite3_column_text(query->statement, i);
    }
    return true;
}

static const char *finish(void *state, void *started)
{
    struct directory *directory = state;
    struct query *query = started;
    bool failed = query->failed;
    (void)sqlite3_finalize(query->statement);
    free(query);
    return failed ? directory->error : NULL;
}

/* ---- What SQLite checks itself --------------------------------------------------------------- */

/* Reports each row of a pragma whose first column is not "ok". */
static void examine_by(struct directory *directory, const char *pragma, bool references,
                       row_source_report *report, void *context)
{
    const char *columns[ROW_COLUMNS_MAX] = {NULL};
    char line[400];
    void *query = start(directory, pragma, NULL);
    while (next(query, columns)) {
        if (references) {
            (void)snprintf(line, sizeof line, "a row of %s refers to a missing row of %s",
                           row_text(columns[0]), row_text(columns[2]));
        } else {
            (void)snprintf(line, sizeof line, "%s", row_text(columns[0]));
        }
        if (strcmp(line, "ok") != 0) {
            report(context, line);
        }
    }
    const char *error = finish(directory, query);
    if (error != NULL) {
        report(context, error);
    }
}

static void examine(void *state, row_source_report *report, void *context)
{
    examine_by(state, "PRAGMA integrity_check", false, report, context);
    examine_by(state, "PRAGMA foreign_key_check", true, report, context);
}

const struct row_source_kind row_source_sqlite = {.open = open_directory,
                                                  .close = close_directory,
                                                  .examine = examine,
                                                  .start = start,
                                                  .next = next,
                                                  .finish = finish};
