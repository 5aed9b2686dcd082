/*
 * postgres_node.c: this node's row: registration, fence and claim.
 *
 * The functions that return SQL are called from other files only, so that the linker's --wrap can replace them: tests show
 * that data is lost without the fence, or with a different claim.
 */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "server/base/log.h"
#include "server/store/postgres/postgres.h"

enum { NODE_NAME_MAX = 256, ERROR_LINE = 300 };

const char *postgres_fence_sql(void)
{
    return "WITH fence AS (UPDATE nodes SET batch = $2, written = $4, expires = " POSTGRES_LEASE_END
           " WHERE node = $1 AND batch = $3 RETURNING 1) SELECT 1 / count(*) FROM fence";
}

/*
 * A compare-and-set. The caller has seen in an earlier transaction that the owner is gone, and numbers never return.
 * Looking for the owner in `nodes` here instead would be wrong: when the UPDATE has waited for a lock, it checks the new
 * row against the old list of nodes. Claiming a table again is harmless.
 */
const char *postgres_claim_sql(void)
{
    return "WITH changed AS (UPDATE tables SET owner = $3 WHERE id = $1 AND (owner = $3 OR "
           "owner IS NOT DISTINCT FROM nullif($2, 0)) RETURNING 1) SELECT 1 / count(*) FROM changed";
}

_Noreturn void postgres_deposed(const struct postgres_node *node)
{
    log_line(LOG_ERROR, "deposed", "node=%" PRId64, node->number);
    _exit(STORE_EXIT_DEPOSED);
}

/* Adds the row, in the current transaction. Deleting the row of a predecessor waits for its last transaction. */
static int64_t insert_node(struct postgres *connection, const char *name, const char *address)
{
    const char *const texts[] = {name, address};
    PGresult *deleted = postgres_query(connection, "DELETE FROM nodes WHERE name = $1", texts, 1);
    PGresult *inserted =
        deleted == NULL ? NULL
                        : postgres_query(connection,
                                         "INSERT INTO nodes (name, address, state, expires) "
                                         "VALUES ($1, $2, 'serving', " POSTGRES_LEASE_END ") RETURNING node",
                                         texts, 2);
    int64_t number = inserted == NULL ? 0 : postgres_number(inserted, 0, 0);
    libpq.PQclear(inserted);
    libpq.PQclear(deleted);
    return number;
}

bool postgres_register(struct postgres *connection, const struct store_place *place,
                       struct postgres_node *node, char *error, size_t capacity)
{
    char machine[NODE_NAME_MAX] = "";
    const char *name = place->node == NULL ? "" : place->node;
    if (name[0] == '\0' && gethostname(machine, sizeof machine - 1) == 0) {
        name = machine;
    }
    *node = (struct postgres_node){0};
    if (postgres_do(connection, "BEGIN")) {
        node->number = insert_node(connection, name, place->address == NULL ? "" : place->address);
    }
    if (node->number == 0 || !postgres_do(connection, "COMMIT") || connection->warned) {
        char why[ERROR_LINE];
        (void)snprintf(error, capacity, "Cannot register the node \"%s\" in the database: %s.", name,
                       connection->warned ? "the commit was not replicated"
                                          : postgres_error(connection, why, sizeof why));
        return false;
    }
    return true;
}

bool postgres_name_writer(struct postgres *connection, const struct postgres_node *node)
{
    char sql[100];
    (void)snprintf(sql, sizeof sql, "SET application_name = '" POSTGRES_WRITER_NAME "%" PRId64 "'",
                   node->number);
    return postgres_do(connection, sql);
}
