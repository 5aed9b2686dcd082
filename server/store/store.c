/*
 * store.c: requests, and the thread that carries them out.
 *
 * The loop puts what it was asked for in one turn into a queue; the thread takes all that are waiting (a batch), has
 * the engine carry them out in one transaction and puts the batch where the loop finds it. While the thread waits
 * for the disk, the next batch gathers: that is the group commit. Batches come back in the order they went, so
 * `done` is called in the order of store_submit().
 *
 * What the two threads share is behind one mutex: the queue, the finished batches, the backups. Everything
 * else belongs to the loop. To the loop the thread says nothing but uv_async_send().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/store/store.h"

enum { BATCH_MAX = 512, ERROR_TEXT = 300 };

/* What the thread hands back at once. */
struct batch {
    struct store_request *first;
    size_t count;
    bool writes;
    uint64_t nanoseconds;
    struct batch *next;
};

struct backup {
    char *file;
    void (*done)(void *context, const char *error);
    void *context;
    bool failed;
    char error[ERROR_TEXT];
    struct backup *next;
};

struct store {
    const struct store_engine *engine;
    void *state; /* the engine's; the thread's own from start to stop */
    uv_loop_t *loop;
    uv_async_t wake;
    uv_prepare_t before_poll; /* before the loop waits again: what was submitted is handed over */
    uv_thread_t thread;

    uv_mutex_t mutex; /* guards from here to `guarded_end` */
    uv_cond_t work;
    struct store_request *queue, **queue_end;
    struct batch *finished, **finished_end;
    struct backup *backups, **backups_end; /* asked for; the first is under way */
    struct backup *copied;
    bool stop, stopped;
    /* guarded_end */

    /* The loop's. */
    struct store_request *submitted, **submitted_end;
    size_t depth, copies;
    bool started, closing, stopping;
    void (*commit)(void *context, uint64_t nanoseconds, size_t requests);
    void *commit_context;
    void (*closed)(void *context);
    void *closed_context;
};

/* ---- Requests ---------------------------------------------------------------------------------- */

/* Nothing answered is lost when the program ends; going on without memory might answer wrongly. */
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
    struct store_op *op = &request->op[request->count++];
    op->verb = verb;
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

void store_request_free(struct store_request *request)
{
    if (request == NULL) {
        return;
    }
    for (unsigned i = 0; i < request->count; i++) {
        free_texts(&request->op[i].row);
    }
    for (size_t i = 0; i < request->rows; i++) {
        free_texts(&request->row[i]);
    }
    free(request->row);
    free(request);
}

/* ---- The thread -------------------------------------------------------------------------------- */

/* Everything that waits, up to a bound. Called with the mutex held. */
static struct batch *take_batch(struct store *store)
{
    struct batch *batch = require_memory(calloc(1, sizeof *batch));
    struct store_request **end = &store->queue;
    batch->first = store->queue;
    while (*end != NULL && batch->count < BATCH_MAX) {
        batch->writes = batch->writes || ((*end)->count > 0 && (*end)->op[0].verb < STORE_PLAYER_BY_TOKEN);
        batch->count++;
        end = &(*end)->next;
    }
    store->queue = *end;
    if (store->queue == NULL) {
        store->queue_end = &store->queue;
    }
    *end = NULL;
    return batch;
}

/* Called with the mutex held, and lets go of it meanwhile. */
static void run_batch(struct store *store)
{
    struct batch *batch = take_batch(store);
    uv_mutex_unlock(&store->mutex);
    uint64_t begin = uv_hrtime();
    store->engine->run(store->state, batch->first);
    batch->nanoseconds = uv_hrtime() - begin;
    uv_mutex_lock(&store->mutex);
    *store->finished_end = batch;
    store->finished_end = &batch->next;
    uv_async_send(&store->wake);
}

/* One step of the copy under way. Called with the mutex held, and lets go of it meanwhile. */
static void run_backup(struct store *store)
{
    struct backup *backup = store->backups;
    uv_mutex_unlock(&store->mutex);
    enum store_copy copy =
        store->engine->backup(store->state, backup->file, backup->error, sizeof backup->error);
    uv_mutex_lock(&store->mutex);
    if (copy == STORE_COPY_MORE) {
        return;
    }
    backup->failed = copy == STORE_COPY_FAILED;
    store->backups = backup->next;
    if (store->backups == NULL) {
        store->backups_end = &store->backups;
    }
    backup->next = store->copied;
    store->copied = backup;
    uv_async_send(&store->wake);
}

static void thread_main(void *argument)
{
    struct store *store = argument;
    uv_mutex_lock(&store->mutex);
    while (!store->stop) {
        if (store->queue == NULL && store->backups == NULL) {
            uv_cond_wait(&store->work, &store->mutex);
            continue;
        }
        if (store->queue != NULL) {
            run_batch(store);
        }
        if (store->backups != NULL) {
            run_backup(store);
        }
    }
    uv_mutex_unlock(&store->mutex);
    store->engine->close(store->state);
    uv_mutex_lock(&store->mutex);
    store->stopped = true;
    uv_async_send(&store->wake);
    uv_mutex_unlock(&store->mutex);
}

/* ---- Back on the loop -------------------------------------------------------------------------- */

static void finish_batches(struct store *store, struct batch *batch)
{
    while (batch != NULL) {
        struct batch *following = batch->next;
        if (batch->writes && store->commit != NULL) {
            store->commit(store->commit_context, batch->nanoseconds, batch->count);
        }
        for (struct store_request *request = batch->first; request != NULL;) {
            struct store_request *next = request->next; /* `done` frees it */
            request->next = NULL;
            store->depth--;
            request->done(request);
            request = next;
        }
        free(batch);
        batch = following;
    }
}

static void finish_backups(struct store *store, struct backup *backup)
{
    while (backup != NULL) {
        struct backup *following = backup->next;
        store->copies--;
        backup->done(backup->context, backup->failed ? backup->error : NULL);
        free(backup->file);
        free(backup);
        backup = following;
    }
}

static void on_closed(uv_handle_t *handle)
{
    struct store *store = handle->data;
    void (*closed)(void *context) = store->closed;
    void *context = store->closed_context;
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

/* One after the other: libuv is done with both before the store is freed. */
static void close_handles(struct store *store)
{
    uv_close((uv_handle_t *)&store->before_poll, close_wake);
}

/* The thread is told to stop once nothing is under way, so that nobody is left without an answer. */
static void stop_if_done(struct store *store)
{
    if (!store->closing || store->stopping || store->depth > 0 || store->copies > 0) {
        return;
    }
    store->stopping = true;
    uv_mutex_lock(&store->mutex);
    store->stop = true;
    uv_cond_signal(&store->work);
    uv_mutex_unlock(&store->mutex);
}

static void on_wake(uv_async_t *wake)
{
    struct store *store = wake->data;
    uv_mutex_lock(&store->mutex);
    struct batch *finished = store->finished;
    struct backup *copied = store->copied;
    bool stopped = store->stopped;
    store->finished = NULL;
    store->finished_end = &store->finished;
    store->copied = NULL;
    uv_mutex_unlock(&store->mutex);

    finish_batches(store, finished);
    finish_backups(store, copied);
    stop_if_done(store);
    if (stopped) {
        (void)uv_thread_join(&store->thread); /* it has nothing left to do */
        close_handles(store);
    }
}

/* One lock and one signal for all of a turn, and all of them in the same batch. */
static void queue_submitted(uv_prepare_t *before_poll)
{
    struct store *store = before_poll->data;
    if (store->submitted == NULL) {
        return;
    }
    uv_mutex_lock(&store->mutex);
    *store->queue_end = store->submitted;
    store->queue_end = store->submitted_end;
    uv_cond_signal(&store->work);
    uv_mutex_unlock(&store->mutex);
    store->submitted = NULL;
    store->submitted_end = &store->submitted;
}

/* ---- Opening, using, closing ------------------------------------------------------------------- */

struct store *store_open(const struct store_engine *engine, uv_loop_t *loop, const char *directory,
                         char *error, size_t capacity)
{
    struct store *store = require_memory(calloc(1, sizeof *store));
    store->engine = engine;
    store->loop = loop;
    store->submitted_end = &store->submitted;
    store->queue_end = &store->queue;
    store->finished_end = &store->finished;
    store->backups_end = &store->backups;
    if (uv_mutex_init(&store->mutex) != 0) {
        goto no_mutex;
    }
    if (uv_cond_init(&store->work) != 0) {
        goto no_condition;
    }
    store->state = engine->open(directory, error, capacity);
    if (store->state == NULL) {
        goto no_engine;
    }
    if (uv_async_init(loop, &store->wake, on_wake) != 0) {
        (void)snprintf(error, capacity, "The event loop takes no more handles.");
        goto no_async;
    }
    store->wake.data = store;
    store->before_poll.data = store;
    (void)uv_prepare_init(loop, &store->before_poll); /* neither of these two fails */
    (void)uv_prepare_start(&store->before_poll, queue_submitted);
    return store;

no_async:
    engine->close(store->state);
no_engine:
    uv_cond_destroy(&store->work);
no_condition:
    uv_mutex_destroy(&store->mutex);
no_mutex:
    free(store);
    return NULL;
}

bool store_load(struct store *store, const struct store_loader *loader, char *error, size_t capacity)
{
    return store->engine->load(store->state, loader, error, capacity);
}

void store_start(struct store *store)
{
    if (uv_thread_create(&store->thread, thread_main, store) != 0) {
        log_line(LOG_ERROR, "no_thread", "where=store");
        abort();
    }
    store->started = true;
}

void store_submit(struct store *store, struct store_request *request)
{
    request->submitted = uv_hrtime();
    request->next = NULL;
    store->depth++;
    *store->submitted_end = request;
    store->submitted_end = &request->next;
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
    *store->backups_end = backup;
    store->backups_end = &backup->next;
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
    store->engine->close(store->state); /* before start(), nobody waits for the loop */
    close_handles(store);
}
