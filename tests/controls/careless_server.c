/*
 * careless_server.c: a gaslightd without one of the protections of a cluster, chosen by the environment variable
 * CARELESS.
 *
 * The linker redirects the functions in wrap.flags to these. test_cluster_controls.py shows that each of them loses
 * data, so that the tests of the real server would notice if its protection did not work. Without CARELESS it is the real
 * server.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store/postgres/postgres.h"

const char *__real_postgres_fence_sql(void);
const char *__wrap_postgres_fence_sql(void);
const char *__real_postgres_claim_sql(void);
const char *__wrap_postgres_claim_sql(void);
enum postgres_outcome __real_postgres_resolve(struct postgres *connection, const struct postgres_node *node,
                                              int64_t batch);
enum postgres_outcome __wrap_postgres_resolve(struct postgres *connection, const struct postgres_node *node,
                                              int64_t batch);

_Noreturn void __real_postgres_deposed(const struct postgres_node *node);
_Noreturn void __wrap_postgres_deposed(const struct postgres_node *node);

enum { NUMBER_TEXT = 24 };

static bool is_careless(const char *about)
{
    const char *careless = getenv("CARELESS");
    return careless != NULL && strcmp(careless, about) == 0;
}

/* No fence: the row is changed if it is there, and nothing happens if it is not. */
const char *__wrap_postgres_fence_sql(void)
{
    if (!is_careless("fence")) {
        return __real_postgres_fence_sql();
    }
    return "WITH fence AS (UPDATE nodes SET batch = $2, written = $4, expires = clock_timestamp() + interval "
           "'6 s' "
           "WHERE node = $1 AND batch = $3 RETURNING 1) SELECT count(*) FROM fence";
}

/* A read, too, shows that the node was deposed, most often before anything is written; that is not tested here. */
_Noreturn void __wrap_postgres_deposed(const struct postgres_node *node)
{
    while (is_careless("fence")) {
        (void)pause();
    }
    __real_postgres_deposed(node);
}

/* The claim looks for the owner by itself, instead of comparing with one that is known to be gone. */
const char *__wrap_postgres_claim_sql(void)
{
    if (!is_careless("claim")) {
        return __real_postgres_claim_sql();
    }
    return "WITH changed AS (UPDATE tables SET owner = $3 WHERE id = $1 AND ($2::bigint IS NULL OR owner = "
           "$3 OR "
           "NOT EXISTS (SELECT FROM nodes WHERE node = owner)) RETURNING 1) SELECT 1 / count(*) FROM changed";
}

/* The batch is read without a lock, as if the old connection could not commit any more. */
enum postgres_outcome __wrap_postgres_resolve(struct postgres *connection, const struct postgres_node *node,
                                              int64_t batch)
{
    char number[NUMBER_TEXT], next[NUMBER_TEXT];
    if (is_careless("fence")) {
        return POSTGRES_BURNED; /* the row may be gone, and nobody cares */
    }
    if (!is_careless("outcome")) {
        return __real_postgres_resolve(connection, node, batch);
    }
    (void)snprintf(number, sizeof number, "%" PRId64, node->number);
    PGresult *result =
        postgres_query(connection, "SELECT batch FROM nodes WHERE node = $1", (const char *[]){number}, 1);
    if (result == NULL || libpq.PQntuples(result) == 0) {
        libpq.PQclear(result);
        return result == NULL ? POSTGRES_UNKNOWN : POSTGRES_GONE;
    }
    bool committed = postgres_number(result, 0, 0) == batch;
    libpq.PQclear(result);
    (void)snprintf(next, sizeof next, "%" PRId64, committed ? batch : burned_batch(batch));
    result = postgres_query(connection, "UPDATE nodes SET batch = $2 WHERE node = $1",
                            (const char *[]){number, next}, 2);
    libpq.PQclear(result);
    return result == NULL ? POSTGRES_UNKNOWN : committed ? POSTGRES_COMMITTED : POSTGRES_BURNED;
}
