/*
 * postgres_engine.c: the engine that stores everything in PostgreSQL, one transaction per batch of writes.
 *
 * When a connection is lost, the writing thread reconnects, however long that takes, and finds out what became of the
 * batch: see postgres_outcome.c. Until then no request is answered. A batch that was not stored runs again. A commit that
 * came with a warning is treated in the same way, because the server has stopped waiting for a replica: it counts only when
 * a later commit is replicated.
 *
 * A read whose connection is lost is retried for a while, and then refused.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/store/postgres/postgres.h"

enum {
    PAUSE_FIRST = 50, /* ms between attempts to connect; doubled each time */
    PAUSE_LAST = 1000,
    LOG_SECONDS = 5,       /* between log lines about the same outage */
    READ_SECONDS = 20,     /* that a read waits for a connection */
    LOST_TRIES = 5,        /* of a batch whose transaction was lost each time */
    DEADLOCK_TRIES = 10,   /* of a batch that was in a deadlock with another node each time */
    HEARTBEAT_SECONDS = 2, /* while nothing is written; a lease lasts 6 s */
    ERROR_LINE = 400
};

struct engine {
    char *url;
    struct postgres writer; /* of the writing thread, as is `node` */
    struct postgres reader; /* of the reading thread */
    struct postgres_node node;
    uint64_t beaten; /* when the lease was last renewed while loading */
};

static unsigned seconds_since(uint64_t begun)
{
    return (unsigned)((uv_hrtime() - begun) / 1000000000U);
}

/* ---- Connecting -------------------------------------------------------------------------------- */

static bool open_connection(const struct engine *engine, struct postgres *connection, enum postgres_use use,
                            char *error, size_t capacity)
{
    if (!postgres_connect(connection, engine->url, use, error, capacity)) {
        return false;
    }
    if (!postgres_prepare(connection, use, error, capacity) ||
        (use == POSTGRES_WRITE && !postgres_name_writer(connection, &engine->node))) {
        postgres_disconnect(connection);
        return false;
    }
    return true;
}

/* Replaces the writing connection, however long that takes. */
static void reconnect(struct engine *engine)
{
    char error[ERROR_LINE], quoted[2 * ERROR_LINE];
    uint64_t begun = uv_hrtime();
    uint64_t logged = 0;
    unsigned pause = PAUSE_FIRST;
    postgres_disconnect(&engine->writer);
    while (!open_connection(engine, &engine->writer, POSTGRES_WRITE, error, sizeof error)) {
        if (logged == 0 || seconds_since(logged) >= LOG_SECONDS) {
            logged = uv_hrtime();
            log_line(LOG_ERROR, "store_unreachable", "seconds=%u error=%s", seconds_since(begun),
                     log_quote(error, quoted, sizeof quoted));
        }
        uv_sleep(pause);
        pause = pause * 2 > PAUSE_LAST ? PAUSE_LAST : pause * 2;
    }
    log_line(LOG_WARNING, "store_reconnected", "seconds=%u", seconds_since(begun));
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static void refuse_batch(struct store_request *batch)
{
    for (struct store_request *request = batch; request != NULL; request = STAILQ_NEXT(request, link)) {
        request->status = STORE_REFUSED;
    }
}

/* Finds out whether the transaction that was lost is committed, however long that takes. */
static bool was_committed(struct engine *engine)
{
    int64_t batch = engine->node.batch + 1;
    for (unsigned pause = PAUSE_FIRST;; pause = pause * 2 > PAUSE_LAST ? PAUSE_LAST : pause * 2) {
        reconnect(engine);
        switch (postgres_resolve(&engine->writer, &engine->node, batch)) {
        case POSTGRES_COMMITTED:
            engine->node.batch = batch;
            return true;
        case POSTGRES_BURNED:
            engine->node.batch = burned_batch(batch);
            return false;
        case POSTGRES_GONE:
            postgres_deposed(&engine->node);
        case POSTGRES_UNKNOWN:
            break;
        }
        uv_sleep(pause);
    }
}

/* Returns true if the batch is settled, and false if it has to run again. */
static bool settle(struct engine *engine, struct store_request *batch, enum postgres_attempt attempt)
{
    switch (attempt) {
    case ATTEMPT_COMMITTED:
        engine->node.batch++;
        return true;
    case ATTEMPT_REFUSED:
        refuse_batch(batch);
        return true;
    case ATTEMPT_LOST: {
        bool committed = was_committed(engine);
        log_line(LOG_WARNING, "store_resolved", "committed=%s", committed ? "yes" : "no");
        return committed;
    }
    case ATTEMPT_AGAIN:
        break;
    }
    return false;
}

static void run(void *state, struct store_request *batch, uint64_t number)
{
    struct engine *engine = state;
    unsigned lost = 0, deadlocks = 0;
    while (lost < LOST_TRIES && deadlocks < DEADLOCK_TRIES) {
        enum postgres_attempt attempt = postgres_attempt(&engine->writer, &engine->node, batch, number);
        if (settle(engine, batch, attempt)) {
            return;
        }
        lost += attempt == ATTEMPT_LOST ? 1 : 0;
        deadlocks += attempt == ATTEMPT_AGAIN ? 1 : 0;
    }
    log_line(LOG_ERROR, "store_refused", "lost=%u deadlocks=%u", lost, deadlocks);
    refuse_batch(batch);
}

/* ---- Reading ----------------------------------------------------------------------------------- */

static bool try_read(struct engine *engine, struct store_request *request, uint64_t *seen)
{
    char error[ERROR_LINE];
    if (engine->reader.handle == NULL &&
        !open_connection(engine, &engine->reader, POSTGRES_READ, error, sizeof error)) {
        return false;
    }
    if (!postgres_read(&engine->reader, &engine->node, request, seen)) {
        postgres_disconnect(&engine->reader);
        return false;
    }
    return true;
}

static uint64_t read_request(void *state, struct store_request *request)
{
    struct engine *engine = state;
    uint64_t begun = uv_hrtime();
    uint64_t seen = 0;
    for (unsigned pause = PAUSE_FIRST; !try_read(engine, request, &seen);
         pause = pause * 2 > PAUSE_LAST ? PAUSE_LAST : pause * 2) {
        if (seconds_since(begun) >= READ_SECONDS) {
            log_line(LOG_ERROR, "read_refused", "seconds=%u", seconds_since(begun));
            request->status = STORE_REFUSED;
            return 0;
        }
        uv_sleep(pause);
    }
    return seen;
}

/* ---- Loading ----------------------------------------------------------------------------------- */

/* Keeps the lease while many tables are loaded. */
static void beat_if_due(void *context)
{
    struct engine *engine = context;
    if (seconds_since(engine->beaten) >= HEARTBEAT_SECONDS) {
        run(engine, NULL, 0);
        engine->beaten = uv_hrtime();
    }
}

static bool load(void *state, const struct store_loader *loader, char *error, size_t capacity)
{
    struct engine *engine = state;
    engine->beaten = uv_hrtime();
    return postgres_claim_all(&engine->writer, &engine->node, error, capacity) &&
           postgres_load(&engine->writer, &engine->node, loader, beat_if_due, engine, error, capacity);
}

/* ---- The engine -------------------------------------------------------------------------------- */

/* Removes this node's row. If that fails, others depose the node when its lease has ended. */
static void unregister(struct engine *engine)
{
    char sql[80], error[ERROR_LINE];
    (void)snprintf(sql, sizeof sql, "DELETE FROM nodes WHERE node = %" PRId64, engine->node.number);
    if (engine->writer.handle != NULL && postgres_do(&engine->writer, sql)) {
        return;
    }
    postgres_disconnect(&engine->writer);
    if (!postgres_connect(&engine->writer, engine->url, POSTGRES_WRITE, error, sizeof error) ||
        !postgres_do(&engine->writer, sql)) {
        log_line(LOG_WARNING, "node_not_removed", "node=%" PRId64, engine->node.number);
    }
}

static void close_engine(void *state)
{
    struct engine *engine = state;
    if (engine->node.number != 0) {
        unregister(engine);
    }
    postgres_disconnect(&engine->reader);
    postgres_disconnect(&engine->writer);
    free(engine->url);
    free(engine);
}

static void *open_engine(const struct store_place *place, char *error, size_t capacity)
{
    if (!libpq_load(error, capacity)) {
        return NULL;
    }
    struct engine *engine = calloc(1, sizeof *engine);
    char *url = strdup(place->location);
    if (engine == NULL || url == NULL) {
        (void)snprintf(error, capacity, "Out of memory opening the database.");
        free(engine);
        free(url);
        return NULL;
    }
    engine->url = url;
    if (!postgres_connect(&engine->writer, url, POSTGRES_WRITE, error, capacity) ||
        !postgres_migrate(&engine->writer, error, capacity) ||
        !postgres_prepare(&engine->writer, POSTGRES_WRITE, error, capacity) ||
        !open_connection(engine, &engine->reader, POSTGRES_READ, error, capacity) ||
        !postgres_register(&engine->writer, place, &engine->node, error, capacity) ||
        !postgres_name_writer(&engine->writer, &engine->node)) {
        close_engine(engine);
        return NULL;
    }
    return engine;
}

static enum store_copy backup(void *engine, const char *file, char *error, size_t capacity)
{
    (void)engine;
    (void)file;
    (void)snprintf(error, capacity, "PostgreSQL has its own backups: use pg_dump or pg_basebackup.");
    return STORE_COPY_FAILED;
}

static int64_t node_number(void *state)
{
    const struct engine *engine = state;
    return engine->node.number;
}

const struct store_engine store_postgres = {.name = "postgres",
                                            .open = open_engine,
                                            .load = load,
                                            .run = run,
                                            .read = read_request,
                                            .backup = backup,
                                            .close = close_engine,
                                            .node = node_number,
                                            .heartbeat_milliseconds = 1000 * HEARTBEAT_SECONDS};
