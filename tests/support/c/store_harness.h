/*
 * store_harness.h: a store on its own loop in a temporary directory or database, for tests of the store.
 *
 *     struct harness it;
 *     harness_begin(&it, &store_sqlite);
 *     ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1)), STORE_OK);
 *     harness_end(&it);
 *
 * Programs with tests of &store_postgres start a server in main(): see postgres_harness.h.
 *
 * This is header-only, because other tests are not linked with the server's libraries.
 */
#ifndef GASLIGHT_TESTS_STORE_HARNESS_H
#define GASLIGHT_TESTS_STORE_HARNESS_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/store/store.h"
#include "tests/support/c/postgres_harness.h"

#define TEXTS(...) (const char *[]){__VA_ARGS__}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(const char *)
#define NUMBERS_OF(...) (int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)
#define NO_TEXTS NULL, 0
#define NO_NUMBERS NULL, 0

enum { ANSWERS_MAX = 4096 };

struct harness {
    const struct store_engine *engine;
    char directory[64];
    char url[POSTGRES_URL_MAX]; /* of the database, or "" for the engines that use the directory */
    const char *node;           /* its name, with PostgreSQL */
    uv_loop_t loop;
    struct store *store;
    size_t pending, answers;
    struct store_request *answer[ANSWERS_MAX]; /* in the order of `done`; freed by harness_close() */
    bool closed;
};

static inline void harness_answered(struct store_request *request)
{
    struct harness *it = request->context;
    ck_assert_uint_lt(it->answers, ANSWERS_MAX);
    it->answer[it->answers++] = request;
    it->pending--;
}

static inline bool harness_ignore(void *context, const struct store_row *row)
{
    (void)context;
    (void)row;
    return true;
}

static inline void harness_fail(void *context, const char *table, const char *why)
{
    (void)context;
    ck_abort_msg("%s: %s", table, why);
}

/* Opens and loads without starting the thread: requests submitted before store_start() form one batch. */
static inline void harness_open(struct harness *it, const struct store_loader *loader)
{
    const struct store_loader ignore = {
        .table = harness_ignore, .action = harness_ignore, .failed = harness_fail};
    char error[300] = "";
    it->pending = it->answers = 0;
    it->closed = false;
    ck_assert_int_eq(uv_loop_init(&it->loop), 0);
    const struct store_place place = {
        .location = it->url[0] == '\0' ? it->directory : it->url, .node = it->node, .address = "test:1"};
    it->store = store_open(it->engine, &it->loop, &place, error, sizeof error);
    ck_assert_msg(it->store != NULL, "%s", error);
    ck_assert_msg(store_load(it->store, loader == NULL ? &ignore : loader, error, sizeof error), "%s", error);
}

/*
 * Uses a file system in memory if there is one: these tests simulate disk faults, and would otherwise wait for other
 * programs that write. The black-box tests use a real disk.
 */
static inline void harness_make_directory(struct harness *it, const struct store_engine *engine)
{
    *it = (struct harness){.engine = engine, .node = "test"};
    (void)snprintf(it->directory, sizeof it->directory, "%s/gaslight-store-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(it->directory));
    if (strcmp(engine->name, store_postgres.name) == 0) {
        postgres_harness_create(it->url);
    }
}

static inline void harness_begin(struct harness *it, const struct store_engine *engine)
{
    harness_make_directory(it, engine);
    harness_open(it, NULL);
    store_start(it->store);
}

static inline void harness_closed(void *context)
{
    ((struct harness *)context)->closed = true;
}

static inline void harness_close(struct harness *it)
{
    store_close(it->store, harness_closed, it);
    ck_assert_int_eq(uv_run(&it->loop, UV_RUN_DEFAULT), 0);
    ck_assert(it->closed);
    ck_assert_int_eq(uv_loop_close(&it->loop), 0);
    for (size_t i = 0; i < it->answers; i++) {
        store_request_free(it->answer[i]);
    }
    it->answers = 0;
}

static inline void harness_path(const struct harness *it, const char *name, char path[128])
{
    (void)snprintf(path, 128, "%.64s/%.60s", it->directory, name);
}

/* Removes the directory and the files a store leaves in it; any other file is an error. */
static inline void remove_directory(const char *directory)
{
    static const char *const names[] = {"lock", "gaslight.db", "gaslight.db-wal", "gaslight.db-journal"};
    for (size_t i = 0; i < COUNT(names); i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "%.64s/%s", directory, names[i]);
        (void)unlink(path);
    }
    ck_assert_int_eq(rmdir(directory), 0);
}

static inline void harness_end(struct harness *it)
{
    harness_close(it);
    remove_directory(it->directory);
    if (it->url[0] != '\0') {
        postgres_harness_drop(it->url);
    }
}

static inline struct store_request *submit(struct harness *it, enum store_verb verb, const char *const *texts,
                                           size_t text_count, const int64_t *numbers, size_t number_count)
{
    struct store_request *request = store_request_new(harness_answered, it);
    store_request_add(request, verb, texts, text_count, numbers, number_count);
    it->pending++;
    store_submit(it->store, request);
    return request;
}

static inline void wait_for_all(struct harness *it)
{
    while (it->pending > 0) {
        (void)uv_run(&it->loop, UV_RUN_ONCE);
    }
}

static inline struct store_request *ask_rows(struct harness *it, enum store_verb verb,
                                             const char *const *texts, size_t text_count,
                                             const int64_t *numbers, size_t number_count)
{
    struct store_request *request = submit(it, verb, texts, text_count, numbers, number_count);
    wait_for_all(it);
    return request;
}

static inline enum store_status ask(struct harness *it, enum store_verb verb, const char *const *texts,
                                    size_t text_count, const int64_t *numbers, size_t number_count)
{
    return ask_rows(it, verb, texts, text_count, numbers, number_count)->status;
}

#endif
