/*
 * row_source_postgres.c: the rows of a PostgreSQL database, in one snapshot, which servers may change meanwhile.
 *
 * A query without a parameter may have any number of rows and is read through a cursor, some rows at a time. One with a
 * parameter, which is about a single table, is read at once. After an error, the transaction continues from the
 * savepoint that follows the last cursor, so damaged rows of one table do not hide the others.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/base/array.h"
#include "server/admin/row_source_kind.h"
#include "server/store/postgres/postgres.h"

enum { ROWS_AT_A_TIME = 500 };

struct source {
    struct postgres connection;
    unsigned cursors; /* opened so far; gives each a name */
    char error[300];  /* of the query that failed last */
};

struct query {
    struct source *source;
    unsigned cursor; /* its number, or 0 if all rows are in `result` */
    PGresult *result;
    int row; /* the next one in `result` */
    bool failed;
};

/*
 * Queries that look at everything need other settings than the server's, which look at a few rows: any plan is
 * allowed, and PostgreSQL waits while games are replayed.
 */
static const char settings[] =
    "SET idle_in_transaction_session_timeout = 0; RESET enable_seqscan; RESET enable_bitmapscan; "
    "RESET enable_sort; RESET enable_hashjoin; RESET enable_mergejoin; RESET plan_cache_mode; "
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SAVEPOINT good";

static bool begin(struct source *source, char *error, size_t capacity)
{
    PGresult *result = NULL;
    if (postgres_do(&source->connection, settings)) {
        result = postgres_query(&source->connection,
                                "SELECT count(to_regclass(name)) FROM "
                                "unnest(ARRAY['migrations', 'nodes', 'tables', 'actions', 'records']) name",
                                NULL, 0);
    }
    if (result == NULL) {
        char why[300];
        (void)snprintf(error, capacity, "PostgreSQL: %s.",
                       postgres_error(&source->connection, why, sizeof why));
        return false;
    }
    bool ours = postgres_number(result, 0, 0) == 5;
    libpq.PQclear(result);
    if (!ours) {
        (void)snprintf(error, capacity,
                       "The database has no tables of gaslightd; if it is new, start gaslightd on it once.");
    }
    return ours;
}

static void *open_database(const char *location, char *error, size_t capacity)
{
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        (void)snprintf(error, capacity, "Out of memory.");
        return NULL;
    }
    if (libpq_load(error, capacity) &&
        postgres_connect(&source->connection, location, POSTGRES_READ, error, capacity)) {
        if (begin(source, error, capacity)) {
            return source;
        }
        postgres_disconnect(&source->connection);
    }
    free(source);
    return NULL;
}

static void close_database(void *state)
{
    struct source *source = state;
    postgres_disconnect(&source->connection); /* which ends the transaction */
    free(source);
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Goes back to the last savepoint; until then PostgreSQL refuses everything. */
static bool query_failed(struct query *query)
{
    struct source *source = query->source;
    (void)postgres_error(&source->connection, source->error, sizeof source->error);
    (void)postgres_do(&source->connection, "ROLLBACK TO SAVEPOINT good");
    query->failed = true;
    return false;
}

static void *start(void *state, const char *sql, const char *parameter)
{
    struct source *source = state;
    struct query *query = calloc(1, sizeof *query);
    char statement[2000];
    if (query == NULL) {
        abort();
    }
    query->source = source;
    if (parameter != NULL) {
        query->result = postgres_query(&source->connection, sql, &parameter, 1);
        if (query->result == NULL) {
            (void)query_failed(query);
        }
        return query;
    }
    query->cursor = ++source->cursors;
    int length = snprintf(statement, sizeof statement, "DECLARE c%u NO SCROLL CURSOR FOR %s; SAVEPOINT good",
                          query->cursor, sql);
    if (length < 0 || (size_t)length >= sizeof statement) {
        abort();
    }
    if (!postgres_do(&source->connection, statement)) {
        (void)query_failed(query);
    }
    return query;
}

/* Reads more rows. Returns false after the last one, and on failure. */
static bool fetch(struct query *query)
{
    char statement[60];
    if (query->cursor == 0 || query->failed) {
        return false;
    }
    (void)snprintf(statement, sizeof statement, "FETCH %d FROM c%u", ROWS_AT_A_TIME, query->cursor);
    libpq.PQclear(query->result);
    query->row = 0;
    query->result = postgres_query(&query->source->connection, statement, NULL, 0);
    return query->result != NULL ? libpq.PQntuples(query->result) > 0 : query_failed(query);
}

static bool next(void *state, const char *columns[ROW_COLUMNS_MAX])
{
    struct query *query = state;
    if ((query->result == NULL || query->row == libpq.PQntuples(query->result)) && !fetch(query)) {
        return false;
    }
    int count = libpq.PQnfields(query->result);
    for (int i = 0; i < count && i < ROW_COLUMNS_MAX; i++) {
        bool null = libpq.PQgetisnull(query->result, query->row, i) != 0;
        columns[i] = null ? NULL : libpq.PQgetvalue(query->result, query->row, i);
    }
    query->row++;
    return true;
}

static const char *finish(void *state, void *started)
{
    struct source *source = state;
    struct query *query = started;
    bool failed = query->failed;
    libpq.PQclear(query->result);
    if (query->cursor != 0 && !failed) {
        char statement[40];
        (void)snprintf(statement, sizeof statement, "CLOSE c%u", query->cursor);
        (void)postgres_do(&source->connection, statement);
    }
    free(query);
    return failed ? source->error : NULL;
}

/* ---- What PostgreSQL promises ---------------------------------------------------------------- */

/* References from one table to another. PostgreSQL enforces most of them, except against damage and superusers. */
static const struct {
    const char *table, *column, *to, *key;
} references[] = {
    {"tokens", "player", "players", "id"},
    {"codes", "player", "players", "id"},
    {"actions", "table_id", "tables", "id"},
    {"chat", "table_id", "tables", "id"},
    {"finished", "table_id", "tables", "id"},
    {"records", "table_id", "finished", "table_id"},
    {"finished_players", "table_id", "finished", "table_id"},
};

/* Reports each row of a query; its only column is a sentence. */
static void examine_by(struct source *source, const char *sql, row_source_report *report, void *context)
{
    const char *columns[ROW_COLUMNS_MAX] = {NULL};
    struct query *query = start(source, sql, NULL);
    while (next(query, columns)) {
        report(context, row_text(columns[0]));
    }
    const char *error = finish(source, query);
    if (error != NULL) {
        report(context, error);
    }
}

static void examine(void *state, row_source_report *report, void *context)
{
    char sql[400];
    for (size_t i = 0; i < COUNT(references); i++) {
        (void)snprintf(sql, sizeof sql,
                       "SELECT DISTINCT 'a row of %s refers to a missing row of %s: ' || a.%s FROM %s a "
                       "WHERE NOT EXISTS (SELECT FROM %s b WHERE b.%s = a.%s)",
                       references[i].table, references[i].to, references[i].column, references[i].table,
                       references[i].to, references[i].key, references[i].column);
        examine_by(state, sql, report, context);
    }
    examine_by(state,
               "SELECT 'table ' || id || ' belongs to node ' || owner || ', which has never existed' "
               "FROM tables WHERE state IN ('open', 'running') AND owner NOT BETWEEN 1 AND "
               "(SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM nodes_node_seq)",
               report, context);
}

const struct row_source_kind row_source_postgres = {.open = open_database,
                                                    .close = close_database,
                                                    .examine = examine,
                                                    .start = start,
                                                    .next = next,
                                                    .finish = finish};
