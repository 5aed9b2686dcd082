/*
 * store_sqlite.c: the engine that keeps: batches in transactions of SQLite.
 *
 * What a verb does stands in the table of store_sqlite_verbs.c. Every request of more than one statement has a
 * savepoint inside the batch's transaction, so that one that conflicts takes nobody with it.
 *
 * Each transaction writes its number. When the outcome of a commit is unknown (an I/O error), the database
 * is closed and opened again, what its log holds is copied into the database file and synced (a failed sync
 * leaves pages that a second sync does not write), and the number on disk tells whether the transaction is
 * there: all of it or none. If the database does not come back, the program ends: whoever restarts it finds
 * what is on disk.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/base/log.h"
#include "server/store/store_sqlite.h"

enum {
    CHECKPOINT_PAGES = 4000, /* of the log: about 16 MB */
    REOPEN_TRIES = 8,        /* with 10, 20, 40, ... ms between: 2.5 s */
    REOPEN_PAUSE = 10,
};

struct engine {
    struct database database;
    enum database_use use;
    sqlite3_stmt *statement[STORE_VERB_COUNT][VERB_STATEMENTS];
    sqlite3_stmt *begin, *commit, *rollback, *savepoint, *release, *undo, *number;
    int64_t batch; /* the number of the last transaction that was tried */
    int log_pages;
    bool unknown; /* an I/O error: what is on disk must be looked up */
    struct copy *copy;
};

/* ---- Words of SQLite and of the store ------------------------------------------------------------ */

static bool is_read(const struct store_request *request)
{
    return request->count > 0 && request->op[0].verb >= STORE_PLAYER_BY_TOKEN;
}

/* What SQLite's code means to whoever asked. Sets `unknown` where only the disk can tell. */
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

/* The texts are SQLite's until its next step. */
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

/* One statement is all or nothing by itself. */
static bool is_one_statement(const struct engine *engine, const struct store_request *request)
{
    enum store_verb verb = request->op[0].verb;
    return request->count == 1 && engine->statement[verb][0] != NULL && engine->statement[verb][1] == NULL;
}

/* All of its writes or none. */
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
        (void)status_of(engine, run_control(engine->undo));
    }
    (void)status_of(engine, run_control(engine->release));
    return status;
}

/* ---- A batch ----------------------------------------------------------------------------------- */

/* True: it is committed. False: it is not, or (`unknown`) nobody can tell yet. */
static bool try_batch(struct engine *engine, struct store_request *batch)
{
    bool wrote = false;
    engine->batch++; /* first, so that the number on disk cannot be taken for this one's */
    if (status_of(engine, run_control(engine->begin)) != STORE_OK) {
        return false;
    }
    for (struct store_request *request = batch; request != NULL; request = request->next) {
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

/* What was read may have seen what is no longer so: it is read again. */
static void refuse_batch(struct engine *engine, struct store_request *batch)
{
    for (struct store_request *request = batch; request != NULL; request = request->next) {
        free_rows(request);
        request->status = is_read(request) ? run_read(engine, request) : STORE_REFUSED;
    }
}

/* ---- The connection, and after an I/O error ---------------------------------------------------- */

static int note_log(void *context, sqlite3 *handle, const char *name, int pages)
{
    struct engine *engine = context;
    (void)handle;
    (void)name;
    engine->log_pages = pages;
    return SQLITE_OK;
}

/*
 * Copies the log into the database file and syncs that; what comes then is written from the log's beginning again.
 * SQLITE_CHECKPOINT_RESTART leaves the log as long as it is: a sync of bytes that are there already need not tell
 * the file system of new ones. SQLITE_CHECKPOINT_TRUNCATE empties it.
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
    (void)sqlite3_wal_hook(engine->database.handle, note_log, engine);
    return prepare(engine, "BEGIN", &engine->begin) && prepare(engine, "COMMIT", &engine->commit) &&
           prepare(engine, "ROLLBACK", &engine->rollback) &&
           prepare(engine, "SAVEPOINT request", &engine->savepoint) &&
           prepare(engine, "RELEASE request", &engine->release) &&
           prepare(engine, "ROLLBACK TO request", &engine->undo) &&
           prepare(engine, "UPDATE batches SET number = ?1", &engine->number);
}

static void finalize_all(struct engine *engine)
{
    sqlite3_stmt **const controls[] = {&engine->begin,     &engine->commit,  &engine->rollback,
                                       &engine->savepoint, &engine->release, &engine->undo,
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

/* Opens the database again and finds out the number of the last transaction that is on disk. */
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
        (void)reopen(engine); /* something went wrong after the last batch was settled */
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
        log_line(LOG_WARNING, "checkpoint_failed", "pages=%d", engine->log_pages); /* again next time */
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
        (void)snprintf(error, capacity, "There is no memory for the store.");
        return NULL;
    }
    engine->use = use;
    if (!database_open(&engine->database, directory, use, error, capacity)) {
        free(engine);
        return NULL;
    }
    if (!prepare_all(engine) ||
        database_number(engine->database.handle, last_batch, &engine->batch) != SQLITE_OK) {
        (void)snprintf(error, capacity, "The database \"%s\" cannot be used: %s.", engine->database.path,
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
                (void)snprintf(error, capacity, "The data of table %s cannot be loaded.", row.text[0]);
            }
        }
    }
    if (good && code != SQLITE_DONE) {
        good = false;
        (void)snprintf(error, capacity, "The database \"%s\" cannot be read: %s.", engine->database.path,
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
