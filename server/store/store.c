/*
 * store.c: requests, and the two threads that carry them out.
 *
 * The loop collects the requests of one iteration and passes them to the queues together. The writer takes all
 * queued writes as a batch, has the engine carry them out in one transaction, and puts the batch where the loop finds
 * it. While it waits for the disk, the next batch builds up: this is group commit.
 *
 * The reader takes reads one at a time, each once the writes submitted before it are done. Batches that end during a
 * read are held back until it has ended. The engine knows which of them the read has seen: those are reported before
 * it, the others after it.
 *
 * One mutex guards what the threads share: the queues, the finished batches, the backups. Everything else belongs to
 * the loop. The threads notify the loop only through uv_async_send().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/store/store.h"

enum { BATCH_MAX = 512, ERROR_TEXT = 300 };

STAILQ_HEAD(request_list, store_request);

/* The writes of one transaction, or one read. */
struct batch {
    struct request_list requests;
    size_t count;
    uint64_t number; /* of the transaction; 0 for a read */
    uint64_t nanoseconds;
    STAILQ_ENTRY(batch) link;
};

struct backup {
    char *file;
    void (*done)(void *context, const char *error);
    void *context;
    bool failed;
    char error[ERROR_TEXT];
    STAILQ_ENTRY(backup) link;
};

STAILQ_HEAD(batch_list, batch);
STAILQ_HEAD(backup_list, backup);

struct store {
    const struct store_engine *engine;
    void *state; /* the engine's; used only by the threads from start to stop */
    uv_loop_t *loop;
    uv_async_t wake;
    uv_prepare_t before_poll; /* queues what was submitted before the loop waits again */
    uv_thread_t writer, reader;

    uv_mutex_t mutex;    /* guards from here to `guarded_end` */
    uv_cond_t work;      /* for the writer */
    uv_cond_t read_work; /* for the reader: a read was queued, or a batch has ended */
    struct request_list writes, reads;
    struct batch_list finished;
    struct batch_list held;     /* ended during the current read */
    struct backup_list backups; /* waiting; the first is in progress */
    struct backup_list copied;  /* done, not yet reported */
    uint64_t last_batch;        /* number of the last batch that has ended */
    uint64_t writes_done;       /* requests */
    bool reading, stop, stopped;
    /* guarded_end */

    /* Used only by the loop. */
    struct request_list submitted_writes, submitted_reads; /* during this loop iteration */
    uint64_t writes_submitted;
    size_t depth, copies;
    bool started, closing, stopping;
    bool failing; /* the last write was refused */
    bool probing; /* a STORE_PROBE is under way */
    void (*commit)(void *context, uint64_t nanoseconds, size_t requests);
    void *commit_context;
    void (*closed)(void *context);
    void *closed_context;
};

/* ---- Requests ---------------------------------------------------------------------------------- */

/* Aborts if there is no memory: nothing that was reported as stored is lost, and no wrong reply is sent. */
static void *require_memory(void *memory)
{
    if (memory == NULL) {
        log_line(LOG_ERROR, "out_of_memory", "where=store");
        abort();
    }
    return memory;
}

struct store_request *store_request_new(void (*done)(struct store_request *request), void *context)
{
    struct store_request *request = require_memory(calloc(1, sizeof *request));
    request->done = done;
    request->context = context;
    return request;
}

void store_request_add(struct store_request *request, enum store_verb verb, const char *const *texts,
                       size_t text_count, const int64_t *numbers, size_t number_count)
{
    if (request->count >= STORE_OPS_MAX || text_count > STORE_TEXTS || number_count > STORE_NUMBERS) {
        log_line(LOG_ERROR, "store_request_too_large", "verb=%d", (int)verb);
        abort();
    }
    if (request->count == request->capacity) {
        request->capacity = request->capacity == 0 ? 4 : 2 * request->capacity;
        request->op = require_memory(realloc(request->op, request->capacity * sizeof *request->op));
    }
    struct store_op *op = &request->op[request->count++];
    *op = (struct store_op){.verb = verb};
    for (size_t i = 0; i < text_count; i++) {
        op->row.text[i] = texts[i] == NULL ? NULL : require_memory(strdup(texts[i]));
    }
    for (size_t i = 0; i < number_count; i++) {
        op->row.number[i] = numbers[i];
    }
}

static void free_texts(struct store_row *row)
{
    for (size_t i = 0; i < STORE_TEXTS; i++) {
        free(row->text[i]);
    }
}

void store_request_drop_rows(struct store_request *request)
{
    for (size_t i = 0; i < request->rows; i++) {
        free_texts(&request->row[i]);
    }
    free(request->row);
    request->row = NULL;
    request->rows = 0;
}

void store_request_free(struct store_request *request)
{
    if (request == NULL) {
        return;
    }
    for (unsigned i = 0; i < request->count; i++) {
        free_texts(&request->op[i].row);
    }
    store_request_drop_rows(request);
    free(request->op);
    free(request);
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static struct batch *new_batch(void)
{
    struct batch *batch = require_memory(calloc(1, sizeof *batch));
    STAILQ_INIT(&batch->requests);
    return batch;
}

static void move_first(struct batch *batch, struct request_list *queue)
{
    struct store_request *request = STAILQ_FIRST(queue);
    STAILQ_REMOVE_HEAD(queue, link);
    STAILQ_INSERT_TAIL(&batch->requests, request, link);
    batch->count++;
}

/* Carries out all queued writes, up to BATCH_MAX; none for a heartbeat. Called with the mutex held; releases it while the engine works. */
static void run_batch(struct store *store)
{
    struct batch *batch = new_batch();
    while (!STAILQ_EMPTY(&store->writes) && batch->count < BATCH_MAX) {
        move_first(batch, &store->writes);
    }
    batch->number = store->last_batch + 1;
    uv_mutex_unlock(&store->mutex);
    uint64_t begin = uv_hrtime();
    store->engine->run(store->state, STAILQ_FIRST(&batch->requests), batch->number);
    batch->nanoseconds = uv_hrtime() - begin;
    uv_mutex_lock(&store->mutex);
    store->last_batch = batch->number;
    store->writes_done += batch->count;
    if (store->reading) {
        STAILQ_INSERT_TAIL(&store->held, batch, link);
    } else {
        STAILQ_INSERT_TAIL(&store->finished, batch, link);
        uv_async_send(&store->wake);
    }
    uv_cond_signal(&store->read_work);
}

/* Takes one step of the current backup. Called with the mutex held; releases it while the engine works. */
static void run_backup(struct store *store)
{
    struct backup *backup = STAILQ_FIRST(&store->backups);
    uv_mutex_unlock(&store->mutex);
    enum store_copy copy =
        store->engine->backup(store->state, backup->file, backup->error, sizeof backup->error);
    uv_mutex_lock(&store->mutex);
    if (copy == STORE_COPY_MORE) {
        return;
    }
    backup->failed = copy == STORE_COPY_FAILED;
    STAILQ_REMOVE_HEAD(&store->backups, link);
    STAILQ_INSERT_TAIL(&store->copied, backup, link);
    uv_async_send(&store->wake);
}

/* Waits until something may have been queued. Returns true if that took so long that a heartbeat is due. */
static bool wait_for_work(struct store *store)
{
    uint64_t pause = (uint64_t)store->engine->heartbeat_milliseconds * 1000000;
    if (pause == 0) {
        uv_cond_wait(&store->work, &store->mutex);
        return false;
    }
    return uv_cond_timedwait(&store->work, &store->mutex, pause) == UV_ETIMEDOUT && !store->stop;
}

static void writer_main(void *argument)
{
    struct store *store = argument;
    uv_mutex_lock(&store->mutex);
    while (!store->stop) {
        bool is_beat_due = false;
        if (STAILQ_EMPTY(&store->writes) && STAILQ_EMPTY(&store->backups)) {
            is_beat_due = wait_for_work(store);
            if (!is_beat_due) {
                continue;
            }
        }
        if (is_beat_due || !STAILQ_EMPTY(&store->writes)) {
            run_batch(store);
        }
        if (!STAILQ_EMPTY(&store->backups)) {
            run_backup(store);
        }
    }
    uv_mutex_unlock(&store->mutex);
    (void)uv_thread_join(&store->reader);
    store->engine->close(store->state);
    uv_mutex_lock(&store->mutex);
    store->stopped = true;
    uv_async_send(&store->wake);
    uv_mutex_unlock(&store->mutex);
}

/* ---- Reading ----------------------------------------------------------------------------------- */

static bool can_read(const struct store *store)
{
    const struct store_request *next = STAILQ_FIRST(&store->reads);
    return next != NULL && next->after <= store->writes_done;
}

/* Reports the batches that were held back, up to this number. */
static void release_held(struct store *store, uint64_t number)
{
    struct batch *batch;
    while ((batch = STAILQ_FIRST(&store->held)) != NULL && batch->number <= number) {
        STAILQ_REMOVE_HEAD(&store->held, link);
        STAILQ_INSERT_TAIL(&store->finished, batch, link);
    }
}

/* Carries out one read. Called with the mutex held; releases it while the engine works. */
static void run_read(struct store *store)
{
    struct batch *batch = new_batch();
    move_first(batch, &store->reads);
    store->reading = true;
    uv_mutex_unlock(&store->mutex);
    uint64_t seen = store->engine->read(store->state, STAILQ_FIRST(&batch->requests));
    uv_mutex_lock(&store->mutex);
    while (store->last_batch < seen) { /* it has been committed, and ends in a moment */
        uv_cond_wait(&store->read_work, &store->mutex);
    }
    release_held(store, seen);
    STAILQ_INSERT_TAIL(&store->finished, batch, link);
    release_held(store, UINT64_MAX);
    store->reading = false;
    uv_async_send(&store->wake);
}

static void reader_main(void *argument)
{
    struct store *store = argument;
    uv_mutex_lock(&store->mutex);
    while (!store->stop) {
        if (can_read(store)) {
            run_read(store);
        } else {
            uv_cond_wait(&store->read_work, &store->mutex);
        }
    }
    uv_mutex_unlock(&store->mutex);
}

/* ---- Back on the loop -------------------------------------------------------------------------- */

static void note_outcome(struct store *store, const struct store_request *request)
{
    bool writes = request->count > 0 && request->op[0].verb < STORE_FIRST_READ;
    if (writes && (request->status == STORE_REFUSED || request->status == STORE_OK)) {
        store->failing = request->status == STORE_REFUSED;
    }
}

static void finish_batches(struct store *store, struct batch_list *finished)
{
    while (!STAILQ_EMPTY(finished)) {
        struct batch *batch = STAILQ_FIRST(finished);
        STAILQ_REMOVE_HEAD(finished, link);
        if (batch->number > 0 && batch->count > 0 && store->commit != NULL) {
            store->commit(store->commit_context, batch->nanoseconds, batch->count);
        }
        while (!STAILQ_EMPTY(&batch->requests)) {
            struct store_request *request = STAILQ_FIRST(&batch->requests);
            STAILQ_REMOVE_HEAD(&batch->requests, link);
            store->depth--;
            note_outcome(store, request);
            request->done(request); /* frees it */
        }
        free(batch);
    }
}

static void finish_backups(struct store *store, struct backup_list *copied)
{
    while (!STAILQ_EMPTY(copied)) {
        struct backup *backup = STAILQ_FIRST(copied);
        STAILQ_REMOVE_HEAD(copied, link);
        store->copies--;
        backup->done(backup->context, backup->failed ? backup->error : NULL);
        free(backup->file);
        free(backup);
    }
}

static void on_closed(uv_handle_t *handle)
{
    struct store *store = handle->data;
    void (*closed)(void *context) = store->closed;
    void *context = store->closed_context;
    uv_cond_destroy(&store->read_work);
    uv_cond_destroy(&store->work);
    uv_mutex_destroy(&store->mutex);
    free(store);
    if (closed != NULL) {
        closed(context);
    }
}

static void close_wake(uv_handle_t *before_poll)
{
    struct store *store = before_poll->data;
    uv_close((uv_handle_t *)&store->wake, on_closed);
}

/* Closes the handles one after the other, so that libuv is done with both before the store is freed. */
static void close_handles(struct store *store)
{
    uv_close((uv_handle_t *)&store->before_poll, close_wake);
}

/* Stops the threads once every request and backup has been reported. */
static void stop_if_done(struct store *store)
{
    if (!store->closing || store->stopping || store->depth > 0 || store->copies > 0) {
        return;
    }
    store->stopping = true;
    uv_mutex_lock(&store->mutex);
    store->stop = true;
    uv_cond_signal(&store->work);
    uv_cond_signal(&store->read_work);
    uv_mutex_unlock(&store->mutex);
}

static void on_wake(uv_async_t *wake)
{
    struct store *store = wake->data;
    uv_mutex_lock(&store->mutex);
    struct batch_list finished = STAILQ_HEAD_INITIALIZER(finished);
    struct backup_list copied = STAILQ_HEAD_INITIALIZER(copied);
    STAILQ_CONCAT(&finished, &store->finished);
    STAILQ_CONCAT(&copied, &store->copied);
    bool stopped = store->stopped;
    uv_mutex_unlock(&store->mutex);

    finish_batches(store, &finished);
    finish_backups(store, &copied);
    stop_if_done(store);
    if (stopped) {
        (void)uv_thread_join(&store->writer); /* returns at once */
        close_handles(store);
    }
}

/* Queues the requests of one loop iteration with a single lock and signal, so that they share a batch. */
static void queue_submitted(uv_prepare_t *before_poll)
{
    struct store *store = before_poll->data;
    if (STAILQ_EMPTY(&store->submitted_writes) && STAILQ_EMPTY(&store->submitted_reads)) {
        return;
    }
    uv_mutex_lock(&store->mutex);
    if (!STAILQ_EMPTY(&store->submitted_writes)) {
        STAILQ_CONCAT(&store->writes, &store->submitted_writes);
        uv_cond_signal(&store->work);
    }
    if (!STAILQ_EMPTY(&store->submitted_reads)) {
        STAILQ_CONCAT(&store->reads, &store->submitted_reads);
        uv_cond_signal(&store->read_work);
    }
    uv_mutex_unlock(&store->mutex);
}

/* ---- Opening, using, closing ------------------------------------------------------------------- */

struct store *store_open(const struct store_engine *engine, uv_loop_t *loop, const struct store_place *place,
                         char *error, size_t capacity)
{
    struct store *store = require_memory(calloc(1, sizeof *store));
    store->engine = engine;
    store->loop = loop;
    STAILQ_INIT(&store->submitted_writes);
    STAILQ_INIT(&store->submitted_reads);
    STAILQ_INIT(&store->writes);
    STAILQ_INIT(&store->reads);
    STAILQ_INIT(&store->finished);
    STAILQ_INIT(&store->held);
    STAILQ_INIT(&store->backups);
    STAILQ_INIT(&store->copied);
    if (uv_mutex_init(&store->mutex) != 0) {
        goto no_mutex;
    }
    if (uv_cond_init(&store->work) != 0) {
        goto no_condition;
    }
    if (uv_cond_init(&store->read_work) != 0) {
        goto no_read_condition;
    }
    store->state = engine->open(place, error, capacity);
    if (store->state == NULL) {
        goto no_engine;
    }
    if (uv_async_init(loop, &store->wake, on_wake) != 0) {
        (void)snprintf(error, capacity, "Cannot add a handle to the event loop.");
        goto no_async;
    }
    store->wake.data = store;
    store->before_poll.data = store;
    (void)uv_prepare_init(loop, &store->before_poll); /* these two cannot fail */
    (void)uv_prepare_start(&store->before_poll, queue_submitted);
    return store;

no_async:
    engine->close(store->state);
no_engine:
    uv_cond_destroy(&store->read_work);
no_read_condition:
    uv_cond_destroy(&store->work);
no_condition:
    uv_mutex_destroy(&store->mutex);
no_mutex:
    free(store);
    return NULL;
}

int64_t store_node(const struct store *store)
{
    return store->engine->node == NULL ? 0 : store->engine->node(store->state);
}

bool store_load(struct store *store, const struct store_loader *loader, char *error, size_t capacity)
{
    return store->engine->load(store->state, loader, error, capacity);
}

void store_start(struct store *store)
{
    if (uv_thread_create(&store->reader, reader_main, store) != 0 ||
        uv_thread_create(&store->writer, writer_main, store) != 0) {
        log_line(LOG_ERROR, "no_thread", "where=store");
        abort();
    }
    store->started = true;
}

void store_submit(struct store *store, struct store_request *request)
{
    store->depth++;
    if (request->count > 0 && request->op[0].verb >= STORE_FIRST_READ) {
        request->after = store->writes_submitted;
        STAILQ_INSERT_TAIL(&store->submitted_reads, request, link);
    } else {
        store->writes_submitted++;
        STAILQ_INSERT_TAIL(&store->submitted_writes, request, link);
    }
}

static void probed(struct store_request *request)
{
    struct store *store = request->context;
    store->probing = false;
    store_request_free(request);
}

void store_probe(struct store *store)
{
    if (store->failing && !store->probing && !store->closing) {
        struct store_request *request = store_request_new(probed, store);
        store->probing = true;
        store_request_add(request, STORE_PROBE, NULL, 0, NULL, 0);
        store_submit(store, request);
    }
}

bool store_is_failing(const struct store *store)
{
    return store->failing;
}

size_t store_depth(const struct store *store)
{
    return store->depth;
}

void store_on_commit(struct store *store,
                     void (*commit)(void *context, uint64_t nanoseconds, size_t requests), void *context)
{
    store->commit = commit;
    store->commit_context = context;
}

void store_backup(struct store *store, const char *file, void (*done)(void *context, const char *error),
                  void *context)
{
    struct backup *backup = require_memory(calloc(1, sizeof *backup));
    backup->file = require_memory(strdup(file));
    backup->done = done;
    backup->context = context;
    store->copies++;
    uv_mutex_lock(&store->mutex);
    STAILQ_INSERT_TAIL(&store->backups, backup, link);
    uv_cond_signal(&store->work);
    uv_mutex_unlock(&store->mutex);
}

void store_close(struct store *store, void (*closed)(void *context), void *context)
{
    store->closing = true;
    store->closed = closed;
    store->closed_context = context;
    if (store->started) {
        stop_if_done(store);
        return;
    }
    store->engine->close(store->state); /* the threads were never started */
    close_handles(store);
}
