/*
 * sqlite_engine.c: the engine that stores everything in SQLite, one transaction per batch of writes.
 *
 * The table in sqlite_verbs.c has the SQL of each verb. Every request of more than one statement gets a
 * savepoint inside the batch's transaction, so that a conflict undoes only that request.
 *
 * Each transaction writes its own number. When the outcome of a commit is unknown (an I/O error), the database
 * is closed and reopened, the contents of the log are copied into the database file and synced (after a failed
 * sync, a second sync does not write the same pages again), and the number on disk shows whether the
 * transaction is there: all of it or none. If the database cannot be reopened, the program aborts; after a
 * restart it continues with what is on disk.
 *
 * Reads have a connection of their own: see sqlite_read.c. It is kept out by a gate, between two reads, while
 * the log is checkpointed, so that reads in quick succession cannot keep the log growing, and while the database is
 * reopened. After an error it is opened again by the next read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/base/log.h"
#include "server/store/sqlite/sqlite.h"

enum {
    CHECKPOINT_PAGES = 4000, /* of the log; about 16 MB */
    REOPEN_TRIES = 8,        /* with pauses of 10, 20, 40, ... ms: 2.5 s in total */
    REOPEN_PAUSE = 10,
    READ_TRIES = 3, /* with pauses of 10 and 20 ms */
};

/* Keeps reads and work that excludes them apart. Once the gate is closed, no other read begins. */
struct gate {
    uv_mutex_t mutex;
    uv_cond_t changed;
    bool closed, reading;
};

struct engine {
    struct database database;
    enum database_use use;
    sqlite3_stmt *statement[STORE_FIRST_READ][VERB_STATEMENTS];
    sqlite3_stmt *begin, *commit, *rollback, *savepoint, *release, *rollback_request, *number;
    int64_t first; /* number of the last transaction when it was opened */
    int64_t batch; /* number of the last transaction attempted */
    int log_pages;
    bool unknown; /* after an I/O error: what is on disk must be checked */
    struct copy *copy;
    struct gate gate;
    struct sqlite_reader *reader; /* used behind the gate; NULL if it has to be opened */
};

/* ---- The gate ---------------------------------------------------------------------------------- */

static void begin_reading(struct gate *gate)
{
    uv_mutex_lock(&gate->mutex);
    while (gate->closed) {
        uv_cond_wait(&gate->changed, &gate->mutex);
    }
    gate->reading = true;
    uv_mutex_unlock(&gate->mutex);
}

static void end_reading(struct gate *gate)
{
    uv_mutex_lock(&gate->mutex);
    gate->reading = false;
    uv_cond_signal(&gate->changed);
    uv_mutex_unlock(&gate->mutex);
}

static void close_gate(struct gate *gate)
{
    uv_mutex_lock(&gate->mutex);
    gate->closed = true;
    while (gate->reading) {
        uv_cond_wait(&gate->changed, &gate->mutex);
    }
    uv_mutex_unlock(&gate->mutex);
}

static void open_gate(struct gate *gate)
{
    uv_mutex_lock(&gate->mutex);
    gate->closed = false;
    uv_cond_signal(&gate->changed);
    uv_mutex_unlock(&gate->mutex);
}

/* ---- Status codes ------------------------------------------------------------------------------ */

enum store_status sqlite_status(int code, bool *lost)
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
        *lost = true;
        break;
    default:
        break;
    }
    log_line(LOG_ERROR, "store_refused", "code=%d", code);
    return STORE_REFUSED;
}

/* Sets `unknown` if only the disk shows what happened. */
static enum store_status status_of(struct engine *engine, int code)
{
    return sqlite_status(code, &engine->unknown);
}

/* ---- One statement ----------------------------------------------------------------------------- */

int sqlite_run_control(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    (void)sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

int sqlite_bind_row(sqlite3_stmt *statement, const struct store_row *row, unsigned texts, unsigned numbers)
{
    int wanted = sqlite3_bind_parameter_count(statement);
    int code = SQLITE_OK;
    for (unsigned i = 0; code == SQLITE_OK && i < texts + numbers && (int)i < wanted; i++) {
        code = i >= texts ? sqlite3_bind_int64(statement, (int)i + 1, row->number[i - texts])
                          : sqlite3_bind_text(statement, (int)i + 1, row->text[i], -1, SQLITE_STATIC);
    }
    return code;
}

void sqlite_peek_row(sqlite3_stmt *statement, struct store_row *row, unsigned texts, unsigned numbers)
{
    *row = (struct store_row){0};
    for (unsigned i = 0; i < texts; i++) {
        row->text[i] = (char *)sqlite3_column_text(statement, (int)i);
    }
    for (unsigned i = 0; i < numbers; i++) {
        row->number[i] = sqlite3_column_int64(statement, (int)(texts + i));
    }
}

/* ---- One request ------------------------------------------------------------------------------- */

static enum store_status run_write(struct engine *engine, const struct store_op *op)
{
    sqlite3 *handle = engine->database.handle;
    if (op->verb == STORE_PLAYER_REMOVE) {
        return status_of(engine, database_remove_player(handle, op->row.text[0]));
    }
    for (unsigned i = 0; i < VERB_STATEMENTS && engine->statement[op->verb][i] != NULL; i++) {
        sqlite3_stmt *statement = engine->statement[op->verb][i];
        int code = sqlite_bind_row(statement, &op->row, sqlite_verbs[op->verb].texts,
                                   sqlite_verbs[op->verb].numbers);
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
    if (is_one_statement(engine, request)) {
        return run_write(engine, &request->op[0]);
    }
    enum store_status status = status_of(engine, sqlite_run_control(engine->savepoint));
    for (unsigned i = 0; status == STORE_OK && i < request->count; i++) {
        bool write = request->op[i].verb < STORE_FIRST_READ;
        status = write ? run_write(engine, &request->op[i]) : STORE_REFUSED;
    }
    if (sqlite3_get_autocommit(engine->database.handle)) {
        return STORE_REFUSED; /* SQLite has rolled back the whole transaction */
    }
    if (status != STORE_OK) {
        (void)status_of(engine, sqlite_run_control(engine->rollback_request));
    }
    (void)status_of(engine, sqlite_run_control(engine->release));
    return status;
}

/* ---- A batch ----------------------------------------------------------------------------------- */

/* Returns true if the batch was committed. If false and `unknown` is set, it may have been committed. */
static bool try_batch(struct engine *engine, struct store_request *batch)
{
    bool wrote = false;
    if (status_of(engine, sqlite_run_control(engine->begin)) != STORE_OK) {
        return false;
    }
    for (struct store_request *request = batch; request != NULL; request = STAILQ_NEXT(request, link)) {
        request->status = run_request(engine, request);
        wrote = wrote || request->status == STORE_OK;
        if (engine->unknown || sqlite3_get_autocommit(engine->database.handle)) {
            return false;
        }
    }
    if (wrote) {
        (void)sqlite3_bind_int64(engine->number, 1, engine->batch);
        if (status_of(engine, sqlite_run_control(engine->number)) != STORE_OK) {
            return false;
        }
    }
    return status_of(engine, sqlite_run_control(engine->commit)) == STORE_OK;
}

static void refuse_batch(struct store_request *batch)
{
    for (struct store_request *request = batch; request != NULL; request = STAILQ_NEXT(request, link)) {
        request->status = STORE_REFUSED;
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
    for (unsigned verb = 0; verb < STORE_FIRST_READ; verb++) {
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
    for (unsigned verb = 0; verb < STORE_FIRST_READ; verb++) {
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

static void close_reader(struct engine *engine)
{
    sqlite_reader_close(engine->reader);
    engine->reader = NULL;
}

/*
 * Reopens the database, with the gate closed. Returns the number of the last transaction on disk; aborts if it cannot
 * be reopened.
 */
static int64_t reopen_alone(struct engine *engine)
{
    char error[300] = "";
    sqlite_copy_abandon(&engine->copy);
    close_reader(engine);
    for (unsigned try = 0; engine->use == DATABASE_SERVE && try < REOPEN_TRIES; try++) {
        int64_t number = 0;
        finalize_all(engine);
        database_disconnect(&engine->database);
        if (database_connect(&engine->database, DATABASE_SERVE, error, sizeof error) &&
            checkpoint(engine, SQLITE_CHECKPOINT_TRUNCATE) &&
            database_number(engine->database.handle, LAST_BATCH, &number) == SQLITE_OK &&
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

static int64_t reopen(struct engine *engine)
{
    close_gate(&engine->gate);
    int64_t number = reopen_alone(engine);
    open_gate(&engine->gate);
    return number;
}

static void checkpoint_if_due(struct engine *engine)
{
    if (engine->log_pages < CHECKPOINT_PAGES) {
        return;
    }
    close_gate(&engine->gate);
    if (!checkpoint(engine, SQLITE_CHECKPOINT_RESTART)) {
        log_line(LOG_WARNING, "checkpoint_failed", "pages=%d",
                 engine->log_pages); /* retried after the next batch */
    }
    open_gate(&engine->gate);
}

static void run_batch(struct engine *engine, struct store_request *batch)
{
    if (engine->unknown) {
        (void)reopen(engine); /* an error occurred after the last batch was settled */
    }
    bool committed = try_batch(engine, batch);
    if (engine->unknown) {
        committed = reopen(engine) == engine->batch;
    }
    if (!committed && !sqlite3_get_autocommit(engine->database.handle)) {
        (void)sqlite_run_control(engine->rollback);
    }
    if (!committed) {
        refuse_batch(batch);
    }
    checkpoint_if_due(engine);
}

static void run(void *state, struct store_request *batch, uint64_t number)
{
    struct engine *engine = state;
    engine->batch = engine->first + (int64_t)number;
    if (engine->use != DATABASE_MEMORY) {
        run_batch(engine, batch);
        return;
    }
    close_gate(&engine->gate); /* reads use the same connection */
    run_batch(engine, batch);
    open_gate(&engine->gate);
}

/* Returns true if the read was carried out, or failed for a reason that a new connection does not change. */
static bool try_read(struct engine *engine, struct store_request *request, int64_t *number)
{
    bool lost = false;
    begin_reading(&engine->gate);
    if (engine->reader == NULL) {
        engine->reader = sqlite_reader_open(&engine->database, engine->use);
    }
    if (engine->reader != NULL) {
        *number = sqlite_read(engine->reader, request, &lost);
    }
    bool done = engine->reader != NULL && !lost;
    if (lost) {
        close_reader(engine);
    }
    end_reading(&engine->gate);
    return done;
}

static uint64_t read_request(void *state, struct store_request *request)
{
    struct engine *engine = state;
    int64_t number = engine->first;
    bool done = try_read(engine, request, &number);
    for (unsigned try = 1; !done && try < READ_TRIES; try++) {
        uv_sleep(REOPEN_PAUSE * try);
        done = try_read(engine, request, &number);
        log_line(LOG_WARNING, "reader_reopened", "tries=%u done=%s", try, done ? "yes" : "no");
    }
    if (!done) {
        request->status = STORE_REFUSED;
    }
    return number > engine->first ? (uint64_t)(number - engine->first) : 0;
}

/* ---- The engine -------------------------------------------------------------------------------- */

static void close_engine(void *state)
{
    struct engine *engine = state;
    sqlite_copy_abandon(&engine->copy);
    close_reader(engine);
    if (engine->database.handle != NULL && engine->use == DATABASE_SERVE &&
        !checkpoint(engine, SQLITE_CHECKPOINT_TRUNCATE)) {
        log_line(LOG_WARNING, "checkpoint_failed", "pages=%d", engine->log_pages);
    }
    finalize_all(engine);
    database_close(&engine->database);
    uv_cond_destroy(&engine->gate.changed);
    uv_mutex_destroy(&engine->gate.mutex);
    free(engine);
}

static bool make_gate(struct gate *gate)
{
    if (uv_mutex_init(&gate->mutex) != 0) {
        return false;
    }
    if (uv_cond_init(&gate->changed) != 0) {
        uv_mutex_destroy(&gate->mutex);
        return false;
    }
    return true;
}

void *sqlite_engine_open(const char *directory, enum database_use use, char *error, size_t capacity)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL || !make_gate(&engine->gate)) {
        (void)snprintf(error, capacity, "Out of memory opening the database.");
        free(engine);
        return NULL;
    }
    engine->use = use;
    if (!database_open(&engine->database, directory, use, error, capacity)) {
        close_engine(engine);
        return NULL;
    }
    if (!prepare_all(engine) ||
        database_number(engine->database.handle, LAST_BATCH, &engine->first) != SQLITE_OK) {
        (void)snprintf(error, capacity, "Cannot use the database \"%s\": %s.", engine->database.path,
                       sqlite3_errmsg(engine->database.handle));
        close_engine(engine);
        return NULL;
    }
    engine->reader =
        sqlite_reader_open(&engine->database, use); /* if that fails, the first read tries again */
    return engine;
}

static void *open_engine(const struct store_place *place, char *error, size_t capacity)
{
    return sqlite_engine_open(place->location, DATABASE_SERVE, error, capacity);
}

static bool load(void *state, const struct store_loader *loader, char *error, size_t capacity)
{
    struct engine *engine = state;
    return sqlite_load(&engine->database, loader, error, capacity);
}

static enum store_copy backup(void *state, const char *file, char *error, size_t capacity)
{
    struct engine *engine = state;
    return sqlite_copy_step(&engine->copy, engine->database.handle, file, error, capacity);
}

const struct store_engine store_sqlite = {.name = "sqlite",
                                          .open = open_engine,
                                          .load = load,
                                          .run = run,
                                          .read = read_request,
                                          .backup = backup,
                                          .close = close_engine};
