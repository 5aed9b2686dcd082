/*
 * data_copy.c: see data_copy.h.
 *
 * Rows are inserted in batches, each in a transaction that also stores how far the copy is. Rows that exist already are
 * skipped, so a batch whose commit was not confirmed can be repeated. The copy is tied to the state of the directory in
 * which it began: SQLite's engine counts its transactions, and `batches` has their number.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/copy_parts.h"
#include "server/admin/copy_verify.h"
#include "server/admin/data_copy.h"
#include "server/admin/progress.h"
#include "server/store/postgres/postgres.h"

enum { BATCH_ROWS = 400, BATCH_BYTES = 1 << 20, ORIGIN_MAX = 200, ERROR_LINE = 400, LINES_MAX = 20 };

struct batch {
    size_t rows, bytes;
    char *value[BATCH_ROWS * COPY_COLUMNS_MAX]; /* NULL for SQL's NULL */
    char *position;                             /* of the last row */
};

struct data_copy {
    FILE *out;
    struct row_source *source;
    struct postgres target;
    char origin[ORIGIN_MAX]; /* identifies the data directory */
    int64_t number;          /* of the directory's last transaction */
    size_t part;             /* which is being copied */
    char *position;          /* after this row; "" for the first */
    size_t refused;          /* rows that PostgreSQL did not accept */
    bool in_use;             /* a server was started during the copy */
    struct progress progress;
    struct batch batch;
};

/* Prints one sentence. Returns false. */
__attribute__((format(printf, 2, 3))) static bool say(struct data_copy *copy, const char *format, ...)
{
    va_list arguments;
    progress_clear(&copy->progress);
    va_start(arguments, format);
    (void)vfprintf(copy->out, format, arguments);
    va_end(arguments);
    (void)fputc('\n', copy->out);
    return false;
}

static bool say_error(struct data_copy *copy, const char *what)
{
    char why[ERROR_LINE];
    return say(copy, "%s: %s.", what, postgres_error(&copy->target, why, sizeof why));
}

static char *copy_text(const char *text)
{
    char *copied = strdup(text);
    if (copied == NULL) {
        abort();
    }
    return copied;
}

/* ---- Before anything is copied ----------------------------------------------------------------- */

static bool read_origin(struct data_copy *copy)
{
    struct row_query *query = row_query_open(
        copy->source,
        "SELECT coalesce((SELECT id FROM players ORDER BY created, id LIMIT 1), '-') || ' ' || "
        "coalesce((SELECT id FROM tables ORDER BY rowid LIMIT 1), '-'), (SELECT number FROM batches)",
        NULL);
    const char *const *row = row_query_next(query);
    if (row != NULL) {
        (void)snprintf(copy->origin, sizeof copy->origin, "%s", row_text(row[0]));
        copy->number = row_number(row[1]);
    }
    const char *error = row_query_close(query);
    return error == NULL || say(copy, "The data directory cannot be read: %s.", error);
}

/* Reads a number from the database. Returns -1 after an error, which it prints. */
static int64_t target_number(struct data_copy *copy, const char *sql)
{
    PGresult *result = postgres_query(&copy->target, sql, NULL, 0);
    if (result == NULL) {
        (void)say_error(copy, "The database cannot be read");
        return -1;
    }
    int64_t number = postgres_number(result, 0, 0);
    libpq.PQclear(result);
    return number;
}

/* No server may use the database, and there may be only one copy at a time. */
static bool check_alone(struct data_copy *copy)
{
    int64_t locked =
        target_number(copy, "SELECT pg_try_advisory_lock(hashtextextended('gaslightd --copy', 0))::int");
    if (locked <= 0) {
        return locked == 0 && say(copy, "Another gaslightd --copy to this database is running.");
    }
    PGresult *result =
        postgres_query(&copy->target, "SELECT string_agg(name, ', ' ORDER BY name) FROM nodes", NULL, 0);
    if (result == NULL) {
        return say_error(copy, "The database cannot be read");
    }
    bool alone = libpq.PQgetisnull(result, 0, 0) != 0;
    if (!alone) {
        (void)say(copy, "The database is in use by a gaslightd (node %s): stop it first.",
                  libpq.PQgetvalue(result, 0, 0));
    }
    libpq.PQclear(result);
    return alone;
}

static const char create_progress[] =
    "CREATE TABLE IF NOT EXISTS copy_progress (origin text NOT NULL, number bigint NOT NULL, "
    "node bigint NOT NULL, part integer NOT NULL, position text NOT NULL)";

/* Keeps servers from starting on a database that has only part of the data. */
static const char lock_out_servers[] =
    "CREATE OR REPLACE FUNCTION copy_is_unfinished() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "RAISE EXCEPTION 'a copy to this database is not finished; run gaslightd --copy again'; END $$; "
    "CREATE OR REPLACE TRIGGER copy_is_unfinished BEFORE INSERT ON nodes "
    "EXECUTE FUNCTION copy_is_unfinished()";
static const char let_servers_in[] = "DROP FUNCTION IF EXISTS copy_is_unfinished() CASCADE";

/* The last number that was given to a node; it shows whether a server has used the database. */
#define LAST_NODE "(SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM nodes_node_seq)"

static bool begin_progress(struct data_copy *copy)
{
    char number[24];
    const char *const parameters[] = {copy->origin, number};
    int64_t rows =
        target_number(copy, "SELECT (EXISTS (SELECT FROM players) OR EXISTS (SELECT FROM tables) OR "
                            "EXISTS (SELECT FROM bans))::int");
    if (rows != 0) {
        return rows > 0 && say(copy, "The database is not empty: copy to a new one.");
    }
    if (!postgres_do(&copy->target, lock_out_servers)) {
        return say_error(copy, "The copy cannot be started");
    }
    (void)snprintf(number, sizeof number, "%" PRId64, copy->number);
    PGresult *result =
        postgres_query(&copy->target, "INSERT INTO copy_progress SELECT $1, $2::bigint, " LAST_NODE ", 0, ''",
                       parameters, 2);
    libpq.PQclear(result);
    copy->position = copy_text("");
    return result != NULL || say_error(copy, "The copy cannot be started");
}

/* `row` is that of an earlier copy: origin, number, part, position, whether a server was started since. */
static bool continue_progress(struct data_copy *copy, const PGresult *row)
{
    copy->part = (size_t)postgres_number(row, 0, 2);
    copy->position = copy_text(libpq.PQgetvalue(row, 0, 3));
    if (strcmp(libpq.PQgetvalue(row, 0, 0), copy->origin) != 0) {
        return say(copy, "The database has a copy of another data directory: copy to a new one.");
    }
    if (postgres_number(row, 0, 4) != 0) {
        return say(copy,
                   "A gaslightd has used the database since the copy began, so it cannot be continued: copy "
                   "to a new database.");
    }
    if (postgres_number(row, 0, 1) != copy->number) {
        return say(copy, "The data directory has changed since the copy began, so it cannot be continued: "
                         "copy to a new database.");
    }
    return true;
}

static bool find_progress(struct data_copy *copy)
{
    if (!postgres_do(&copy->target, create_progress)) {
        return say_error(copy, "The copy cannot be started");
    }
    PGresult *result = postgres_query(
        &copy->target,
        "SELECT origin, number, part, position, (node <> " LAST_NODE ")::int FROM copy_progress", NULL, 0);
    if (result == NULL) {
        return say_error(copy, "The database cannot be read");
    }
    bool good = libpq.PQntuples(result) == 0 ? begin_progress(copy) : continue_progress(copy, result);
    libpq.PQclear(result);
    return good;
}

static bool connect_target(struct data_copy *copy, const char *url)
{
    char error[ERROR_LINE];
    if (!libpq_load(error, sizeof error) ||
        !postgres_connect(&copy->target, url, POSTGRES_WRITE, error, sizeof error) ||
        !postgres_migrate(&copy->target, error, sizeof error)) {
        return say(copy, "%s", error);
    }
    return postgres_do(&copy->target, "SET idle_in_transaction_session_timeout = 0") ||
           say_error(copy, "The copy cannot be started");
}

/* ---- Batches ----------------------------------------------------------------------------------- */

static void clear_batch(struct batch *batch, unsigned columns)
{
    for (size_t i = 0; i < batch->rows * columns; i++) {
        free(batch->value[i]);
    }
    free(batch->position);
    *batch = (struct batch){0};
}

static void add_row(struct batch *batch, const struct copy_part *part, const char *const *row)
{
    unsigned columns = copy_part_columns(part);
    for (unsigned i = 0; i < columns; i++) {
        batch->value[batch->rows * columns + i] = row[i] == NULL ? NULL : copy_text(row[i]);
        batch->bytes += strlen(row_text(row[i]));
    }
    batch->rows++;
    free(batch->position);
    batch->position = copy_position(part, row);
}

/* Inserts some rows of the batch and stores that the copy has come to `position`, in one transaction. */
static bool insert_rows(struct data_copy *copy, size_t first, size_t rows, const char *position)
{
    const struct copy_part *part = &copy_parts[copy->part];
    unsigned columns = copy_part_columns(part);
    char number[24];
    const char *const parameters[] = {number, position};
    char *sql = copy_insert(part, rows);
    PGresult *inserted = NULL, *moved = NULL;
    (void)snprintf(number, sizeof number, "%zu", copy->part);
    if (postgres_do(&copy->target, "BEGIN")) {
        inserted =
            postgres_query(&copy->target, sql, (const char *const *)&copy->batch.value[first * columns],
                           (int)(rows * columns));
    }
    if (inserted != NULL) {
        moved = postgres_query(&copy->target,
                               "UPDATE copy_progress SET part = $1::integer, position = $2 "
                               "WHERE NOT EXISTS (SELECT FROM nodes)",
                               parameters, 2);
        copy->in_use = moved != NULL && strcmp(libpq.PQcmdTuples(moved), "1") != 0;
    }
    bool done = moved != NULL && !copy->in_use && postgres_do(&copy->target, "COMMIT");
    libpq.PQclear(inserted);
    libpq.PQclear(moved);
    free(sql);
    return done;
}

static bool is_lost(const struct data_copy *copy)
{
    return libpq.PQstatus(copy->target.handle) != CONNECTION_OK;
}

/* After a batch has failed, inserts its rows one by one, and reports those that PostgreSQL refuses. */
static void insert_singly(struct data_copy *copy)
{
    const struct copy_part *part = &copy_parts[copy->part];
    unsigned columns = copy_part_columns(part);
    char why[ERROR_LINE];
    for (size_t row = 0; row < copy->batch.rows && !is_lost(copy) && !copy->in_use; row++) {
        char *position = copy_position(part, (const char *const *)&copy->batch.value[row * columns]);
        if (!insert_rows(copy, row, 1, position)) {
            (void)postgres_error(&copy->target, why, sizeof why);
            if (!copy->in_use && copy->refused++ < LINES_MAX) {
                (void)say(copy, "%s %s: %s", part->table, position, why);
            }
            (void)postgres_do(&copy->target, "ROLLBACK");
        }
        free(position);
    }
}

/* Returns false if the copy cannot continue. */
static bool flush_batch(struct data_copy *copy)
{
    size_t rows = copy->batch.rows;
    if (rows == 0) {
        return true;
    }
    if (!insert_rows(copy, 0, rows, copy->batch.position) && !is_lost(copy)) {
        (void)postgres_do(&copy->target, "ROLLBACK");
        insert_singly(copy);
    }
    if (copy->in_use) {
        return say(copy,
                   "A gaslightd has begun to use the database during the copy: copy to a new database.");
    }
    if (is_lost(copy)) {
        return say(copy, "The connection to PostgreSQL was lost; run the same command again to continue.");
    }
    progress_add(&copy->progress, (int64_t)rows);
    clear_batch(&copy->batch, copy_part_columns(&copy_parts[copy->part]));
    return true;
}

/* ---- Copying ----------------------------------------------------------------------------------- */

static bool copy_part(struct data_copy *copy, const struct copy_part *part)
{
    char sql[COPY_SQL_MAX];
    bool after = copy->position[0] != '\0', good = true;
    copy_write_query(part, true, after, sql);
    struct row_query *query = row_query_open(copy->source, sql, after ? copy->position : NULL);
    const char *const *row = row_query_next(query);
    for (; good && row != NULL; row = row_query_next(query)) {
        add_row(&copy->batch, part, row);
        if (copy->batch.rows == BATCH_ROWS || copy->batch.bytes > BATCH_BYTES) {
            good = flush_batch(copy);
        }
    }
    const char *error = row_query_close(query);
    good = good && (error == NULL || say(copy, "The data directory cannot be read: %s.", error)) &&
           flush_batch(copy);
    clear_batch(&copy->batch, copy_part_columns(part));
    return good;
}

static int64_t count_rows(struct data_copy *copy)
{
    char sql[100];
    int64_t all = 0;
    for (size_t i = copy->part; i < COPY_PARTS; i++) {
        int64_t rows = 0;
        (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", copy_parts[i].table);
        (void)row_source_number(copy->source, sql, &rows);
        all += rows;
    }
    return all;
}

static bool copy_all(struct data_copy *copy)
{
    progress_begin(&copy->progress, "copying rows", count_rows(copy));
    for (; copy->part < COPY_PARTS; copy->part++) {
        if (!copy_part(copy, &copy_parts[copy->part])) {
            return false;
        }
        copy->position[0] = '\0';
    }
    progress_clear(&copy->progress);
    if (copy->refused > LINES_MAX) {
        (void)say(copy, "... and %zu more", copy->refused - LINES_MAX);
    }
    /* Tables that are created from now on come after those that were copied. Statistics are for the planner. */
    return postgres_do(&copy->target, "SELECT setval('tables_number_seq', (SELECT max(number) FROM tables)) "
                                      "WHERE EXISTS (SELECT FROM tables); ANALYZE") ||
           say_error(copy, "The copy cannot be finished");
}

static bool verify(struct data_copy *copy, const char *url)
{
    char error[ERROR_LINE];
    struct row_source *database = row_source_open(url, error, sizeof error);
    if (database == NULL) {
        return say(copy, "%s", error);
    }
    bool same = copy_verify(copy->source, database, copy->out);
    row_source_close(database);
    return (postgres_do(&copy->target, let_servers_in) || say_error(copy, "The copy cannot be finished")) &&
           same;
}

bool data_copy(const char *directory, const char *url, FILE *out)
{
    struct data_copy *copy = calloc(1, sizeof *copy);
    char error[ERROR_LINE];
    if (copy == NULL) {
        abort();
    }
    copy->out = out;
    copy->source = row_source_open(directory, error, sizeof error);
    bool good = copy->source != NULL || say(copy, "%s", error);
    good = good && read_origin(copy) && connect_target(copy, url) && check_alone(copy) &&
           find_progress(copy) && copy_all(copy) && verify(copy, url);
    free(copy->position);
    postgres_disconnect(&copy->target);
    row_source_close(copy->source);
    free(copy);
    return good;
}
