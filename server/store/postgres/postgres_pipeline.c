/*
 * postgres_pipeline.c: prepared statements, sent without waiting for the result of the one before.
 *
 * A pipeline ends with a synchronization point. When a statement fails, the server skips the others up to that point.
 */
#include <inttypes.h>
#include <stdio.h>

#include "server/store/postgres/postgres.h"

/* ---- Prepared statements ------------------------------------------------------------------------ */

enum {
    STATEMENT_NAME = 24,
    NUMBER_TEXT = 24,
    ERROR_LINE = 300,
    FENCE_PARAMETERS = 4,
    TEXT_OID = 25, /* PostgreSQL's number of the type `text` */
    INT8_OID = 20  /* and of `bigint` */
};

static void statement_name(enum store_verb verb, unsigned statement, char name[STATEMENT_NAME])
{
    (void)snprintf(name, STATEMENT_NAME, "v%d_%u", (int)verb, statement);
}

static bool send_prepare(struct postgres *connection, enum store_verb verb, unsigned statement)
{
    char name[STATEMENT_NAME];
    Oid types[POSTGRES_PARAMETERS];
    unsigned texts = postgres_verbs[verb].texts;
    unsigned count = texts + postgres_verbs[verb].numbers + 1;
    for (unsigned i = 0; i < count; i++) {
        types[i] = i < texts ? TEXT_OID : INT8_OID;
    }
    statement_name(verb, statement, name);
    return libpq.PQsendPrepare(connection->handle, name, postgres_verb_sql(verb, statement), (int)count,
                               types) == 1;
}

static bool send_prepare_fence(struct postgres *connection)
{
    static const Oid types[FENCE_PARAMETERS] = {INT8_OID, INT8_OID, INT8_OID, INT8_OID};
    return libpq.PQsendPrepare(connection->handle, "fence", postgres_fence_sql(), FENCE_PARAMETERS, types) ==
           1;
}

/* Sends all statements and then counts the results, in one pipeline. */
bool postgres_prepare(struct postgres *connection, enum postgres_use use, char *error, size_t capacity)
{
    char code[SQLSTATE_SIZE];
    unsigned first = use == POSTGRES_READ ? STORE_FIRST_READ : 0;
    unsigned end = use == POSTGRES_READ ? STORE_VERB_COUNT : STORE_FIRST_READ;
    unsigned sent = 1;
    bool good = postgres_begin_pipeline(connection) && send_prepare_fence(connection);
    for (unsigned verb = first; good && verb < end; verb++) {
        for (unsigned i = 0; good && postgres_verb_sql((enum store_verb)verb, i) != NULL; i++) {
            good = send_prepare(connection, (enum store_verb)verb, i);
            sent++;
        }
    }
    good = good && postgres_send_sync(connection);
    for (unsigned i = 0; good && i < sent; i++) {
        good = postgres_receive(connection, code, NULL) == POSTGRES_DONE;
    }
    good = good && postgres_receive_sync(connection);
    if (!good) {
        char why[ERROR_LINE];
        (void)snprintf(error, capacity, "Cannot use the database: %s.",
                       postgres_error(connection, why, sizeof why));
    }
    return good;
}

bool postgres_send(struct postgres *connection, enum store_verb verb, unsigned statement,
                   const struct store_row *row, const struct postgres_node *node)
{
    char name[STATEMENT_NAME], number[STORE_NUMBERS + 1][NUMBER_TEXT];
    const char *values[POSTGRES_PARAMETERS];
    unsigned texts = postgres_verbs[verb].texts;
    unsigned numbers = postgres_verbs[verb].numbers;
    for (unsigned i = 0; i < texts; i++) {
        values[i] = row->text[i];
    }
    for (unsigned i = 0; i <= numbers; i++) {
        (void)snprintf(number[i], NUMBER_TEXT, "%" PRId64, i == numbers ? node->number : row->number[i]);
        values[texts + i] = number[i];
    }
    statement_name(verb, statement, name);
    return libpq.PQsendQueryPrepared(connection->handle, name, (int)(texts + numbers + 1), values, NULL, NULL,
                                     0) == 1;
}

/* ---- Sending and receiving ------------------------------------------------------------------------------- */

bool postgres_begin_pipeline(struct postgres *connection)
{
    return libpq.PQenterPipelineMode(connection->handle) == 1;
}

bool postgres_send_fence(struct postgres *connection, const struct postgres_node *node, uint64_t written)
{
    const int64_t numbers[FENCE_PARAMETERS] = {node->number, node->batch + 1, node->batch, (int64_t)written};
    char text[FENCE_PARAMETERS][NUMBER_TEXT];
    const char *values[FENCE_PARAMETERS];
    for (unsigned i = 0; i < FENCE_PARAMETERS; i++) {
        (void)snprintf(text[i], NUMBER_TEXT, "%" PRId64, numbers[i]);
        values[i] = text[i];
    }
    return libpq.PQsendQueryPrepared(connection->handle, "fence", FENCE_PARAMETERS, values, NULL, NULL, 0) ==
           1;
}

bool postgres_send_sync(struct postgres *connection)
{
    return libpq.PQpipelineSync(connection->handle) == 1;
}

bool postgres_send_control(struct postgres *connection, const char *sql)
{
    return libpq.PQsendQueryParams(connection->handle, sql, 0, NULL, NULL, NULL, NULL, 0) == 1;
}

enum postgres_result postgres_receive(struct postgres *connection, char code[SQLSTATE_SIZE], PGresult **kept)
{
    PGresult *result = libpq.PQgetResult(connection->handle);
    enum postgres_result outcome = postgres_result_of(result, code);
    if (kept != NULL) {
        *kept = result;
    } else {
        libpq.PQclear(result);
    }
    if (outcome != POSTGRES_LOST) {
        libpq.PQclear(libpq.PQgetResult(connection->handle)); /* NULL, which ends the statement's results */
    }
    return outcome;
}

bool postgres_receive_sync(struct postgres *connection)
{
    PGresult *result = libpq.PQgetResult(connection->handle);
    bool good = result != NULL && libpq.PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    libpq.PQclear(result);
    return good && libpq.PQexitPipelineMode(connection->handle) == 1;
}
