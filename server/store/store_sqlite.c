/*
 * store_sqlite.c: the engine that stores everything in SQLite, one transaction per batch.
 *
 * The table in store_sqlite_verbs.c has the SQL of each verb. Every request of more than one statement gets a
 * savepoint inside the batch's transaction, so that a conflict undoes only that request.
 *
 * Each transaction writes its own number. When the outcome of a commit is unknown (an I/O error), the database
 * is closed and reopened, the contents of the log are copied into the database file and synced (after a failed
 * sync, a second sync does not write the same pages again), and the number on disk shows whether the
 * transaction is there: all of it or none. If the database cannot be reopened, the program aborts; after a
 * restart it continues with what is on disk.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/base/log.h"
#include "server/store/store_sqlite.h"

enum {
    CHECKPOINT_PAGES = 4000, /* of the log; about 16 MB */
    REOPEN_TRIES = 8,        /* with pauses of 10, 20, 40, ... ms: 2.5 s in total */
    REOPEN_PAUSE = 10,
};

struct engine {
    struct database database;
    enum database_use use;
    sqlite3_stmt *statement[STORE_VERB_COUNT][VERB_STATEMENTS];
    sqlite3_stmt *begin, *commit, *rollback, *savepoint, *release, *rollback_request, *number;
    int64_t batch; /* number of the last transaction attempted */
    int log_pages;
    bool unknown; /* after an I/O error: what is on disk must be checked */
    struct copy *copy;
};

/* ---- Status codes ------------------------------------------------------------------------------ */

static bool is_read(const struct store_request *request)
{
    return request->count > 0 && request->op[0].verb >= STORE_PLAYER_BY_TOKEN;
}

/* Converts an SQLite result code. Sets `unknown` if only the disk shows what happened. */
static enum store_status status_of(struct engine *engine, int code)
{
    switch (code & 0xFF) {
    case SQLITE_OK:
    case SQLITE_DONE:
        return STORE_OK;
    case SQLITE_NOTFOUND:
        return STORE_NOTHING;
    case SQLITE_CONSTRAINT:
        return code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY ? STORE_CONFLICT
                                                                                        : STORE_REFUSED;
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
        engine->unknown = true;
        break;
    default:
        break;
    }
    log_line(LOG_ERROR, "store_refused", "code=%d", code);
    return STORE_REFUSED;
}

/* ---- One statement ----------------------------------------------------------------------------- */

static int run_control(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    (void)sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

static int bind_row(sqlite3_stmt *statement, const struct store_row *row, unsigned texts, unsigned numbers)
{
    int wanted = sqlite3_bind_parameter_count(statement);
    int code = SQLITE_OK;
    for (unsigned i = 0; code == SQLITE_OK && i < texts + numbers && (int)i < wanted; i++) {
        code = i >= texts ? sqlite3_bind_int64(statement, (int)i + 1, row->number[i - texts])
                          : sqlite3_bind_text(statement, (int)i + 1, row->text[i], -1, SQLITE_STATIC);
    }
    return code;
}

/* Reads the current row. The texts belong to SQLite and are valid until the next step. */
static void peek_row(sqlite3_stmt *statement, struct store_row *row, unsigned texts, unsigned numbers)
{
    *row = (struct store_row){0};
    for (unsigned i = 0; i < texts; i++) {
        row->text[i] = (char *)sqlite3_column_text(statement, (int)i);
    }
    for (unsigned i = 0; i < numbers; i++) {
        row->number[i] = sqlite3_column_int64(statement, (int)(texts + i));
    }
}

static bool append_row(struct store_request *request, const struct store_row *row)
{
    struct store_row *grown = realloc(request->row, (request->rows + 1) * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    request->row = grown;
    struct store_row *kept = &grown[request->rows++];
    *kept = *row;
    bool good = true;
    for (unsigned i = 0; i < STORE_TEXTS; i++) {
        kept->text[i] = row->text[i] == NULL ? NULL : strdup(row->text[i]);
        good = good && (kept->text[i] != NULL) == (row->text[i] != NULL);
    }
    return good;
}

static void free_rows(struct store_request *request)
{
    for (size_t i = 0; i < request->rows; i++) {
        for (unsigned k = 0; k < STORE_TEXTS; k++) {
            free(request->row[i].text[k]);
        }
    }
    free(request->row);
    request->row = NULL;
    request->rows = 0;
}

/* ---- One request ------------------------------------------------------------------------------- */

static enum store_status run_read(struct engine *engine, struct store_request *request)
{
    const struct store_op *op = &request->op[0];
    const char *filter = op->row.text[3];
    bool second = op->verb == STORE_ARCHIVE && filter != NULL && filter[0] != '\0';
    sqlite3_stmt *statement = engine->statement[op->verb][second ? 1 : 0];
    int code = bind_row(statement, &op->row, sqlite_verbs[op->verb].texts, sqlite_verbs[op->verb].numbers);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            struct store_row row;
            peek_row(statement, &row, sqlite_verbs[op->verb].columns, sqlite_verbs[op->verb].number_columns);
            code = append_row(request, &row) ? code : SQLITE_NOMEM;
        }
    }
    (void)sqlite3_reset(statement);
    enum store_status status = status_of(engine, code);
    if (status != STORE_OK) {
        free_rows(request);
    }
    return status == STORE_OK && request->rows == 0 ? STORE_NOTHING : status;
}

static enum store_status run_write(struct engine *engine, const struct store_op *op)
{
    sqlite3 *handle = engine->database.handle;
    if (op->verb == STORE_PLAYER_REMOVE) {
        return status_of(engine, database_remove_player(handle, op->row.text[0]));
    }
    for (unsigned i = 0; i < VERB_STATEMENTS && engine->statement[op->verb][i] != NULL; i++) {
        sqlite3_stmt *statement = engine->statement[op->verb][i];
        int code =
            bind_row(statement, &op->row, sqlite_verbs[op->verb].texts, sqlite_verbs[op->verb].numbers);
        code = code == SQLITE_OK ? sqlite3_step(statement) : code;
        (void)sqlite3_reset(statement);
        if (code != SQLITE_DONE) {
            return status_of(engine, code);
        }
        if (i == 0 && sqlite3_changes(handle) == 0 && sqlite_verbs[op->verb].unchanged != STORE_OK) {
            return sqlite_verbs[op->verb].unchanged;
        }
    }
    return STORE_OK;
}

/* Returns true if the request is a single statement, which is atomic by itself. */
static bool is_one_statement(const struct engine *engine, const struct store_request *request)
{
    enum store_verb verb = request->op[0].verb;
    return request->count == 1 && engine->statement[verb][0] != NULL && engine->statement[verb][1] == NULL;
}

/* Carries out all writes of the request or none. */
static enum store_status run_request(struct engine *engine, struct store_request *request)
{
    if (is_read(request)) {
        return run_read(engine, request);
    }
    if (is_one_statement(engine, request)) {
        return run_write(engine, &request->op[0]);
    }
    enum store_status status = status_of(engine, run_control(engine->savepoint));
    for (unsigned i = 0; status == STORE_OK && i < request->count; i++) {
        bool write = request->op[i].verb < STORE_PLAYER_BY_TOKEN;
        status = write ? run_write(engine, &request->op[i]) : STORE_REFUSED;
    }
    if (sqlite3_get_autocommit(engine->database.handle)) {
        return STORE_REFUSED; /* SQLite has rolled back the whole transaction */
    }
    if (status != STORE_OK) {
        (void)status_of(engine, run_control(engine->rollback_request));
    }
    (void)status_of(engine, run_control(engine->release));
    return status;
}

/* ---- A batch ----------------------------------------------------------------------------------- */

/* Returns true if the batch was committed. If false and `unknown` is set, it may have been committed. */
static bool try_batch(struct engine *engine, struct store_request *batch)
{
    bool wrote = false;
    engine->batch++; /* first, so that the number on disk is not mistaken for this one */
    if (status_of(engine, run_control(engine->begin)) != STORE_OK) {
        return false;
    }
    for (struct store_request *request = batch; request != NULL; request = STAILQ_NEXT(request, link)) {
        request->status = run_request(engine, request);
        wrote = wrote || (!is_read(request) && request->status == STORE_OK);
        if (engine->unknown || sqlite3_get_autocommit(engine->database.handle)) {
            return false;
        }
    }
    if (wrote) {
        (void)sqlite3_bind_int64(engine->number, 1, engine->batch);
        if (status_of(engine, run_control(engine->number)) != STORE_OK) {
            return false;
        }
    }
    return status_of(engine, run_control(engine->commit)) == STORE_OK;
}

/* Refuses the writes and repeats the reads, which may have seen writes that were rolled back. */
static void refuse_batch(struct engine *engine, struct store_request *batch)
{
    for (struct store_request *request = batch; request != NULL; request = STAILQ_NEXT(request, link)) {
        free_rows(request);
        request->status = is_read(request) ? run_read(engine, request) : STORE_REFUSED;
    }
}

/* ---- The connection, and after an I/O error ---------------------------------------------------- */

static int on_log_grown(void *context, sqlite3 *handle, const char *name, int pages)
{
    struct engine *engine = context;
    (void)handle;
    (void)name;
    engine->log_pages = pages;
    return SQLITE_OK;
}

/*
 * Copies the log into the database file and syncs the file; later writes start at the log's beginning again.
 * SQLITE_CHECKPOINT_RESTART keeps the log's length, because syncing existing bytes is cheaper than allocating
 * new ones. SQLITE_CHECKPOINT_TRUNCATE empties it.
 */
static bool checkpoint(struct engine *engine, int how)
{
    int code = sqlite3_wal_checkpoint_v2(engine->database.handle, NULL, how, NULL, NULL);
    if (code == SQLITE_OK) {
        engine->log_pages = 0;
    }
    return code == SQLITE_OK;
}

static bool prepare(struct engine *engine, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(engine->database.handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
           SQLITE_OK;
}

static bool prepare_all(struct engine *engine)
{
    for (unsigned verb = 0; verb < STORE_VERB_COUNT; verb++) {
        for (unsigned i = 0; i < VERB_STATEMENTS; i++) {
            const char *sql = sqlite_verbs[verb].sql[i];
            if (sql != NULL && !prepare(engine, sql, &engine->statement[verb][i])) {
                return false;
            }
        }
    }
    (void)sqlite3_wal_hook(engine->database.handle, on_log_grown, engine);
    return prepare(engine, "BEGIN", &engine->begin) && prepare(engine, "COMMIT", &engine->commit) &&
           prepare(engine, "ROLLBACK", &engine->rollback) &&
           prepare(engine, "SAVEPOINT request", &engine->savepoint) &&
           prepare(engine, "RELEASE request", &engine->release) &&
           prepare(engine, "ROLLBACK TO request", &engine->rollback_request) &&
           prepare(engine, "UPDATE batches SET number = ?1", &engine->number);
}

static void finalize_all(struct engine *engine)
{
    sqlite3_stmt **const controls[] = {&engine->begin,     &engine->commit,  &engine->rollback,
                                       &engine->savepoint, &engine->release, &engine->rollback_request,
                                       &engine->number};
    for (unsigned verb = 0; verb < STORE_VERB_COUNT; verb++) {
        for (unsigned i = 0; i < VERB_STATEMENTS; i++) {
            (void)sqlite3_finalize(engine->statement[verb][i]);
            engine->statement[verb][i] = NULL;
        }
    }
    for (size_t i = 0; i < COUNT(controls); i++) {
        (void)sqlite3_finalize(*controls[i]);
        *controls[i] = NULL;
    }
}

static const char last_batch[] = "SELECT number FROM batches";

/* Reopens the database. Returns the number of the last transaction on disk; aborts if it cannot be reopened. */
static int64_t reopen(struct engine *engine)
{
    char error[300] = "";
    sqlite_copy_abandon(&engine->copy);
    for (unsigned try = 0; engine->use == DATABASE_SERVE && try < REOPEN_TRIES; try++) {
        int64_t number = 0;
        finalize_all(engine);
        database_disconnect(&engine->database);
        if (database_connect(&engine->database, DATABASE_SERVE, error, sizeof error) &&
            checkpoint(engine, SQLITE_CHECKPOINT_TRUNCATE) &&
            database_number(engine->database.handle, last_batch, &number) == SQLITE_OK &&
            prepare_all(engine)) {
            log_line(LOG_WARNING, "store_reopened", "tries=%u", try + 1);
            engine->unknown = false;
            return number;
        }
        uv_sleep(REOPEN_PAUSE << try);
    }
    char quoted[600];
    log_line(LOG_ERROR, "store_lost", "error=%s", log_quote(error, quoted, sizeof quoted));
    abort();
}

static void run(void *state, struct store_request *batch)
{
    struct engine *engine = state;
    if (engine->unknown) {
        (void)reopen(engine); /* an error occurred after the last batch was settled */
    }
    bool committed = try_batch(engine, batch);
    if (engine->unknown) {
        committed = reopen(engine) == engine->batch;
    }
    if (!committed && !sqlite3_get_autocommit(engine->database.handle)) {
        (void)run_control(engine->rollback);
    }
    if (!committed) {
        refuse_batch(engine, batch);
    }
    if (engine->log_pages >= CHECKPOINT_PAGES && !checkpoint(engine, SQLITE_CHECKPOINT_RESTART)) {
        log_line(LOG_WARNING, "checkpoint_failed", "pages=%d",
                 engine->log_pages); /* retried after the next batch */
    }
}

/* ---- The engine -------------------------------------------------------------------------------- */

static void close_engine(void *state)
{
    struct engine *engine = state;
    sqlite_copy_abandon(&engine->copy);
    if (engine->use == DATABASE_SERVE && !checkpoint(engine, SQLITE_CHECKPOINT_TRUNCATE)) {
        log_line(LOG_WARNING, "checkpoint_failed", "pages=%d", engine->log_pages);
    }
    finalize_all(engine);
    database_close(&engine->database);
    free(engine);
}

void *sqlite_engine_open(const char *directory, enum database_use use, char *error, size_t capacity)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL) {
        (void)snprintf(error, capacity, "Out of memory opening the database.");
        return NULL;
    }
    engine->use = use;
    if (!database_open(&engine->database, directory, use, error, capacity)) {
        free(engine);
        return NULL;
    }
    if (!prepare_all(engine) ||
        database_number(engine->database.handle, last_batch, &engine->batch) != SQLITE_OK) {
        (void)snprintf(error, capacity, "Cannot use the database \"%s\": %s.", engine->database.path,
                       sqlite3_errmsg(engine->database.handle));
        close_engine(engine);
        return NULL;
    }
    return engine;
}

static void *open_engine(const char *directory, char *error, size_t capacity)
{
    return sqlite_engine_open(directory, DATABASE_SERVE, error, capacity);
}

static bool load_rows(struct engine *engine, const char *sql, unsigned texts, unsigned numbers,
                      bool (*each)(void *context, const struct store_row *row), void *context, char *error,
                      size_t capacity)
{
    sqlite3_stmt *statement = NULL;
    bool good = true;
    int code = sqlite3_prepare_v2(engine->database.handle, sql, -1, &statement, NULL);
    while (good && (code == SQLITE_OK || code == SQLITE_ROW)) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            struct store_row row;
            peek_row(statement, &row, texts, numbers);
            good = each(context, &row);
            if (!good) {
                (void)snprintf(error, capacity, "Cannot load the data of table %s.", row.text[0]);
            }
        }
    }
    if (good && code != SQLITE_DONE) {
        good = false;
        (void)snprintf(error, capacity, "Cannot read the database \"%s\": %s.", engine->database.path,
                       sqlite3_errmsg(engine->database.handle));
    }
    (void)sqlite3_finalize(statement);
    return good;
}

static bool load(void *state, const struct store_loader *loader, char *error, size_t capacity)
{
    return load_rows(state,
                     "SELECT id, game, state, lobby, private, updated FROM tables "
                     "WHERE state IN ('open', 'running') ORDER BY id",
                     4, 2, loader->table, loader->context, error, capacity) &&
           load_rows(state,
                     "SELECT a.table_id, a.player, a.key, a.row, a.n, a.at FROM actions a "
                     "JOIN tables t ON t.id = a.table_id WHERE t.state IN ('open', 'running') "
                     "ORDER BY a.table_id, a.n",
                     4, 2, loader->action, loader->context, error, capacity);
}

static enum store_copy backup(void *state, const char *file, char *error, size_t capacity)
{
    struct engine *engine = state;
    return sqlite_copy_step(&engine->copy, engine->database.handle, file, error, capacity);
}

const struct store_engine store_sqlite = {
    .name = "sqlite", .open = open_engine, .load = load, .run = run, .backup = backup, .close = close_engine};
