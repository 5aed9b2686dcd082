/*
 * postgres_load.c: claims and loads tables at startup.
 *
 * Claims the open and running tables that have no owner, or one that is gone. The owners that are gone are read first, in a
 * separate transaction: see postgres_claim_sql(). Then each table is read separately, with its actions, so that
 * unreadable rows affect only one table and do not keep the server from starting.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/store/postgres/postgres.h"

enum { LOADED_TEXTS = 4, LOADED_NUMBERS = 2, NUMBER_TEXT = 24, ERROR_LINE = 300 };

#define IS_UNFINISHED "state IN ('open', 'running')"

static bool fail(const struct postgres *connection, const char *what, char *error, size_t capacity)
{
    char why[ERROR_LINE];
    (void)snprintf(error, capacity, "Cannot %s: %s.", what, postgres_error(connection, why, sizeof why));
    return false;
}

/* ---- Claiming ---------------------------------------------------------------------------------- */

/* Sends a fenced transaction that claims the tables without owner, and those of the owners in `gone`. */
static bool send_claim(struct postgres *connection, const struct postgres_node *node, const char *gone)
{
    char number[NUMBER_TEXT];
    const char *const values[] = {number, gone};
    (void)snprintf(number, sizeof number, "%" PRId64, node->number);
    return postgres_begin_pipeline(connection) && postgres_send_control(connection, "BEGIN") &&
           postgres_send_fence(connection, node, 0) &&
           libpq.PQsendQueryParams(connection->handle,
                                   "UPDATE tables SET owner = $1 WHERE " IS_UNFINISHED
                                   " AND (owner IS NULL OR owner = ANY($2::bigint[]))",
                                   2, NULL, values, NULL, NULL, 0) == 1 &&
           postgres_send_control(connection, "COMMIT") && postgres_send_sync(connection);
}

/* Returns false if anything fails, or if the commit is not durable. */
static bool claim(struct postgres *connection, const struct postgres_node *node, const char *gone)
{
    enum { RESULTS = 4 };
    char code[SQLSTATE_SIZE];
    bool good = send_claim(connection, node, gone);
    for (int i = 0; good && i < RESULTS; i++) {
        good = postgres_receive(connection, code, NULL) == POSTGRES_DONE;
    }
    return good && postgres_receive_sync(connection) && !connection->warned;
}

bool postgres_claim_all(struct postgres *connection, struct postgres_node *node, char *error, size_t capacity)
{
    connection->warned = false;
    PGresult *gone = postgres_query(connection,
                                    "SELECT coalesce(array_agg(DISTINCT t.owner), '{}') FROM tables t "
                                    "LEFT JOIN nodes n ON n.node = t.owner "
                                    "WHERE t." IS_UNFINISHED " AND t.owner IS NOT NULL AND n.node IS NULL",
                                    NULL, 0);
    bool claimed = gone != NULL && claim(connection, node, libpq.PQgetvalue(gone, 0, 0));
    libpq.PQclear(gone);
    if (!claimed) {
        return fail(connection, "claim the tables in the database", error, capacity);
    }
    node->batch++;
    return true;
}

/* ---- Loading ----------------------------------------------------------------------------------- */

struct load {
    struct postgres *connection;
    const struct store_loader *loader;
};

/* The texts belong to the result. */
static void peek_row(const PGresult *result, int index, struct store_row *row)
{
    *row = (struct store_row){0};
    for (int i = 0; i < LOADED_TEXTS; i++) {
        row->text[i] = libpq.PQgetvalue(result, index, i);
    }
    for (int i = 0; i < LOADED_NUMBERS; i++) {
        row->number[i] = postgres_number(result, index, LOADED_TEXTS + i);
    }
}

static void report(const struct load *load, const char *table, const char *code)
{
    char why[100];
    (void)snprintf(why, sizeof why, "Its rows cannot be read: PostgreSQL's error %s.", code);
    load->loader->failed(load->loader->context, table, why);
}

static void load_rows(const struct load *load, const PGresult *table, const PGresult *actions)
{
    struct store_row row;
    if (libpq.PQntuples(table) == 0) {
        return; /* gone in the meantime */
    }
    peek_row(table, 0, &row);
    bool more = load->loader->table(load->loader->context, &row);
    for (int i = 0; more && i < libpq.PQntuples(actions); i++) {
        peek_row(actions, i, &row);
        more = load->loader->action(load->loader->context, &row);
    }
}

static bool send_queries(struct postgres *connection, const char *table)
{
    static const char *const queries[] = {
        "SELECT id, game, state, lobby, private, updated FROM tables WHERE id = $1",
        "SELECT table_id, player, key, row, n, at FROM actions WHERE table_id = $1 ORDER BY n"};
    const char *const values[] = {table};
    return postgres_begin_pipeline(connection) &&
           libpq.PQsendQueryParams(connection->handle, queries[0], 1, NULL, values, NULL, NULL, 0) == 1 &&
           libpq.PQsendQueryParams(connection->handle, queries[1], 1, NULL, values, NULL, NULL, 0) == 1 &&
           postgres_send_sync(connection);
}

/* Returns false if the connection is lost. */
static bool load_table(const struct load *load, const char *table)
{
    PGresult *result[2] = {NULL, NULL};
    char code[2][SQLSTATE_SIZE] = {"", ""};
    enum postgres_result outcome[2] = {POSTGRES_LOST, POSTGRES_LOST};
    bool good = send_queries(load->connection, table);
    for (int i = 0; good && i < 2; i++) {
        outcome[i] = postgres_receive(load->connection, code[i], &result[i]);
        good = outcome[i] != POSTGRES_LOST;
    }
    good = good && postgres_receive_sync(load->connection);
    if (good && outcome[0] == POSTGRES_DONE && outcome[1] == POSTGRES_DONE) {
        load_rows(load, result[0], result[1]);
    } else if (good) {
        report(load, table, code[0][0] != '\0' ? code[0] : code[1]);
    }
    libpq.PQclear(result[0]);
    libpq.PQclear(result[1]);
    return good;
}

bool postgres_load(struct postgres *connection, const struct postgres_node *node,
                   const struct store_loader *loader, void (*beat)(void *context), void *context, char *error,
                   size_t capacity)
{
    const struct load load = {.connection = connection, .loader = loader};
    char number[NUMBER_TEXT];
    (void)snprintf(number, sizeof number, "%" PRId64, node->number);
    PGresult *list = postgres_query(
        connection, "SELECT id FROM tables WHERE owner = $1 AND " IS_UNFINISHED " ORDER BY number",
        (const char *[]){number}, 1);
    bool good = list != NULL;
    for (int i = 0; good && i < libpq.PQntuples(list); i++) {
        good = load_table(&load, libpq.PQgetvalue(list, i, 0));
        beat(context);
    }
    libpq.PQclear(list);
    return good || fail(connection, "read the tables in the database", error, capacity);
}
