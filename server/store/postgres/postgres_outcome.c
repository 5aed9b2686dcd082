/*
 * postgres_outcome.c: finds out whether a transaction whose connection was lost has been committed.
 *
 * The old backend may not even have begun: the statements may still be waiting in its socket. So the row of this node is
 * locked first. Then there are three cases. If the row has the number of the transaction, it was committed. If the row has
 * the number before, it is given another one under the same lock, so that the fence of the transaction fails if it still
 * runs (the transaction is burned). Or the row is gone.
 *
 * A burned transaction must not leave its own number in the row. Otherwise, if this connection is lost as well, the next
 * attempt could not distinguish a burned transaction from one that was committed after our UPDATE was rolled back.
 */
#include <inttypes.h>
#include <stdio.h>

#include "server/base/log.h"
#include "server/store/postgres/postgres.h"

enum { NUMBER_TEXT = 24 };

/* Locks the row and reads its batch. Returns false if the row is gone or the connection is lost. */
static bool lock_batch(struct postgres *connection, const char *node, bool *gone, int64_t *batch)
{
    PGresult *result = postgres_query(connection, "SELECT batch FROM nodes WHERE node = $1 FOR UPDATE",
                                      (const char *[]){node}, 1);
    *gone = result != NULL && libpq.PQntuples(result) == 0;
    bool found = result != NULL && !*gone;
    *batch = found ? postgres_number(result, 0, 0) : 0;
    libpq.PQclear(result);
    return found;
}

enum postgres_outcome postgres_resolve(struct postgres *connection, const struct postgres_node *node,
                                       int64_t batch)
{
    char number[NUMBER_TEXT], next[NUMBER_TEXT];
    bool gone = false;
    int64_t found = 0;
    (void)snprintf(number, sizeof number, "%" PRId64, node->number);
    connection->warned = false;
    if (!postgres_do(connection, "BEGIN")) {
        return POSTGRES_UNKNOWN;
    }
    if (!lock_batch(connection, number, &gone, &found)) {
        return gone ? POSTGRES_GONE : POSTGRES_UNKNOWN;
    }
    bool committed = found == batch;
    if (!committed && found != node->batch && found != burned_batch(batch)) {
        log_line(LOG_ERROR, "store_batch_wrong", "expected=%" PRId64 " found=%" PRId64, batch, found);
        return POSTGRES_GONE; /* somebody else uses this node's number */
    }
    (void)snprintf(next, sizeof next, "%" PRId64, committed ? batch : burned_batch(batch));
    PGresult *result = postgres_query(
        connection, "UPDATE nodes SET batch = $2, expires = " POSTGRES_LEASE_END " WHERE node = $1",
        (const char *[]){number, next}, 2);
    libpq.PQclear(result);
    if (result == NULL || !postgres_do(connection, "COMMIT") || connection->warned) {
        return POSTGRES_UNKNOWN;
    }
    return committed ? POSTGRES_COMMITTED : POSTGRES_BURNED;
}
