/*
 * postgres_nodes.h: nodes that share a PostgreSQL database, for tests: each is a store harness.
 *
 * This is header-only, because other tests are not linked with the server's libraries.
 */
#ifndef GASLIGHT_TESTS_POSTGRES_NODES_H
#define GASLIGHT_TESTS_POSTGRES_NODES_H

#include "tests/support/c/store_harness.h"

enum { PATIENCE = 15000, PAUSE = 20 }; /* five minutes, and the test fails */

static inline void begin(struct harness *it)
{
    harness_begin(it, &store_postgres);
}

/* Starts another node on the same database. */
static inline void join(struct harness *other, const struct harness *it, const char *node)
{
    *other = (struct harness){.engine = &store_postgres, .node = node};
    (void)snprintf(other->url, sizeof other->url, "%s", it->url);
    harness_open(other, NULL);
    store_start(other->store);
}

static inline enum store_status add_player(struct harness *it, const char *id)
{
    return ask(it, STORE_PLAYER_ADD, TEXTS(id, "Ann", id), NUMBERS_OF(1));
}

static inline enum store_status put_table(struct harness *it, const char *id, const char *lobby)
{
    return ask(it, STORE_TABLE_PUT, TEXTS(id, "whitehall", "running", lobby), NUMBERS_OF(0, 7));
}

static inline enum store_status append(struct harness *it, const char *table, int64_t n)
{
    return ask(it, STORE_ACTION_APPEND, TEXTS(table, "p1", "", "{}"), NUMBERS_OF(n, 1));
}

static inline const char *run_sql(const struct harness *it, const char *text)
{
    return postgres_harness_sql(it->url, text);
}

/* Waits until a query returns "t". */
static inline void wait_until(const struct harness *it, const char *query)
{
    for (int i = 0; strcmp(run_sql(it, query), "t") != 0; i++) {
        ck_assert_msg(i < PATIENCE, "%s", query);
        uv_sleep(PAUSE);
    }
}

/* Waits until this holds for the connection that writes. */
#define WRITER_IS(condition) \
    "SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database() AND " \
    "application_name LIKE 'gaslightd writes%' AND " condition

/* Tries to open a database. Returns the error, or "" if that succeeds. */
static inline const char *refusal(const char *url)
{
    static char error[400];
    uv_loop_t loop;
    const struct store_place place = {.location = url, .node = "test", .address = ""};
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    error[0] = '\0';
    struct store *store = store_open(&store_postgres, &loop, &place, error, sizeof error);
    if (store != NULL) {
        store_close(store, NULL, NULL);
    }
    ck_assert_int_eq(uv_run(&loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    return error;
}

#endif
