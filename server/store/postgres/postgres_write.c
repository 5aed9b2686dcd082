/*
 * postgres_write.c: carries out a batch of writes in one transaction.
 *
 * First everything is sent at once: BEGIN, the fence, all statements and COMMIT. Usually that is enough. If a statement
 * fails, or does not change the row that it must change, the server skips the rest, including COMMIT. Then the transaction
 * is rolled back and the batch runs a second time, with a savepoint for each request, so that only the requests that fail
 * are undone.
 */
#include <stdio.h>
#include <string.h>

#include "server/base/log.h"
#include "server/store/postgres/postgres.h"

enum { CHUNK_REQUESTS = 64 }; /* that are sent at once the second time */

#define UNCHANGED "22012" /* division by zero: see MUST in postgres_verbs.c */
#define NOT_UNIQUE "23505"

struct attempt {
    struct postgres *connection;
    const struct postgres_node *node;
    struct store_request *batch;
    uint64_t number;
    bool is_second;           /* request by request */
    char code[SQLSTATE_SIZE]; /* of the last statement that failed */
};

/* ---- Errors ------------------------------------------------------------------------------------ */

static bool is_code(const struct attempt *attempt, const char *code)
{
    return strcmp(attempt->code, code) == 0;
}

/* Two nodes waited for each other's rows. */
static bool is_deadlock(const struct attempt *attempt)
{
    return is_code(attempt, "40P01") || is_code(attempt, "40001");
}

static enum store_status status_of(const struct attempt *attempt, enum store_status unchanged)
{
    if (is_code(attempt, UNCHANGED) && unchanged != STORE_OK) {
        return unchanged;
    }
    if (is_code(attempt, NOT_UNIQUE)) {
        return STORE_CONFLICT;
    }
    bool by_data = strncmp(attempt->code, "22", 2) == 0 || strncmp(attempt->code, "23", 2) == 0;
    if (!by_data && attempt->is_second) {
        log_line(LOG_ERROR, "store_refused", "code=%s", attempt->code);
    }
    return STORE_REFUSED;
}

/* ---- One request ------------------------------------------------------------------------------- */

/* Returns whether the request can be sent into a pipeline; removing a player needs answers in between. */
static bool can_pipeline(const struct store_request *request)
{
    for (unsigned i = 0; i < request->count; i++) {
        if (request->op[i].verb == STORE_PLAYER_REMOVE || request->op[i].verb >= STORE_FIRST_READ) {
            return false;
        }
    }
    return true;
}

static bool send_op(const struct attempt *attempt, const struct store_op *op)
{
    bool sent = true;
    for (unsigned i = 0; sent && postgres_verb_sql(op->verb, i) != NULL; i++) {
        sent = postgres_send(attempt->connection, op->verb, i, &op->row, attempt->node);
    }
    return sent;
}

static bool send_request(const struct attempt *attempt, const struct store_request *request)
{
    bool sent = true;
    for (unsigned i = 0; sent && i < request->count; i++) {
        sent = send_op(attempt, &request->op[i]);
    }
    return sent;
}

/* Receives the next result. A pipeline has at most one failure, so its code is kept until the end. */
static enum postgres_result receive(struct attempt *attempt)
{
    char code[SQLSTATE_SIZE];
    enum postgres_result result = postgres_receive(attempt->connection, code, NULL);
    if (result == POSTGRES_FAILED) {
        (void)snprintf(attempt->code, sizeof attempt->code, "%s", code);
    }
    return result;
}

/* Receives the results of a verb and sets the status if one of them failed. Returns the worst result. */
static enum postgres_result receive_op(struct attempt *attempt, const struct store_op *op,
                                       enum store_status *status)
{
    enum postgres_result worst = POSTGRES_DONE;
    for (unsigned i = 0; postgres_verb_sql(op->verb, i) != NULL && worst != POSTGRES_LOST; i++) {
        enum postgres_result result = receive(attempt);
        if (result == POSTGRES_FAILED) {
            *status = status_of(attempt, postgres_verbs[op->verb].statement[i].unchanged);
        }
        worst = worst == POSTGRES_DONE || result == POSTGRES_LOST ? result : worst;
    }
    return worst;
}

static enum postgres_result receive_request(struct attempt *attempt, struct store_request *request)
{
    enum postgres_result worst = POSTGRES_DONE;
    request->status = STORE_OK;
    for (unsigned i = 0; i < request->count && worst != POSTGRES_LOST; i++) {
        enum postgres_result result = receive_op(attempt, &request->op[i], &request->status);
        worst = worst == POSTGRES_DONE || result == POSTGRES_LOST ? result : worst;
    }
    return worst;
}

/* ---- The transaction --------------------------------------------------------------------------- */

/* Runs a statement by itself. */
static enum postgres_result run_alone(struct attempt *attempt, const char *sql)
{
    PGresult *result = libpq.PQexec(attempt->connection->handle, sql);
    enum postgres_result outcome = postgres_result_of(result, attempt->code);
    libpq.PQclear(result);
    return outcome;
}

static bool send_begin(const struct attempt *attempt)
{
    return postgres_begin_pipeline(attempt->connection) &&
           postgres_send_control(attempt->connection, "BEGIN") &&
           postgres_send_fence(attempt->connection, attempt->node, attempt->number);
}

/* Receives the results of BEGIN and the fence. Does not return if this node was deposed. */
static enum postgres_result receive_begin(struct attempt *attempt)
{
    enum postgres_result begun = receive(attempt);
    if (begun == POSTGRES_LOST) {
        return begun;
    }
    enum postgres_result fenced = receive(attempt);
    if (fenced == POSTGRES_FAILED && is_code(attempt, UNCHANGED)) {
        postgres_deposed(attempt->node);
    }
    return begun == POSTGRES_DONE ? fenced : begun;
}

/* Ends a transaction in which something failed cleanly. */
static enum postgres_attempt give_up(struct attempt *attempt, enum postgres_attempt outcome)
{
    return run_alone(attempt, "ROLLBACK") == POSTGRES_LOST ? ATTEMPT_LOST : outcome;
}

/* ---- All at once ------------------------------------------------------------------------------- */

static bool send_all(const struct attempt *attempt)
{
    bool sent = send_begin(attempt);
    struct store_request *request;
    for (request = attempt->batch; sent && request != NULL; request = STAILQ_NEXT(request, link)) {
        sent = send_request(attempt, request);
    }
    return sent && postgres_send_control(attempt->connection, "COMMIT") &&
           postgres_send_sync(attempt->connection);
}

/* Returns the worst result. `*fenced` says whether the transaction passed the fence. */
static enum postgres_result receive_all(struct attempt *attempt, bool *fenced)
{
    struct store_request *request;
    enum postgres_result worst = receive_begin(attempt);
    *fenced = worst == POSTGRES_DONE;
    for (request = attempt->batch; request != NULL && worst != POSTGRES_LOST;
         request = STAILQ_NEXT(request, link)) {
        enum postgres_result result = receive_request(attempt, request);
        worst = worst == POSTGRES_DONE || result == POSTGRES_LOST ? result : worst;
    }
    if (worst != POSTGRES_LOST) {
        enum postgres_result committed = receive(attempt);
        worst = worst == POSTGRES_DONE || committed == POSTGRES_LOST ? committed : worst;
    }
    return worst != POSTGRES_LOST && postgres_receive_sync(attempt->connection) ? worst : POSTGRES_LOST;
}

/* If it was committed, then every request was carried out. */
static void expect_success(struct store_request *batch)
{
    for (struct store_request *request = batch; request != NULL; request = STAILQ_NEXT(request, link)) {
        request->status = STORE_OK;
    }
}

/* Sets `*retry` if the batch has to run request by request; nothing was written then. */
static enum postgres_attempt run_at_once(struct attempt *attempt, bool *retry)
{
    bool fenced = false;
    enum postgres_result result = send_all(attempt) ? receive_all(attempt, &fenced) : POSTGRES_LOST;
    if (result == POSTGRES_DONE && !attempt->connection->warned) {
        return ATTEMPT_COMMITTED;
    }
    if (result == POSTGRES_DONE || result == POSTGRES_LOST) {
        expect_success(attempt->batch);
        return ATTEMPT_LOST;
    }
    if (is_deadlock(attempt)) {
        return give_up(attempt, ATTEMPT_AGAIN);
    }
    *retry = fenced && attempt->batch != NULL;
    if (!*retry) {
        log_line(LOG_ERROR, "store_refused", "code=%s", attempt->code);
    }
    return give_up(attempt, ATTEMPT_REFUSED);
}

/* ---- Request by request ------------------------------------------------------------------------ */

#define SAVEPOINT "SAVEPOINT request"
#define RELEASE "RELEASE request"
#define UNDO "ROLLBACK TO request; RELEASE request"

/* Carries out a request that cannot be pipelined. */
static enum postgres_result run_unpipelined(struct attempt *attempt, struct store_request *request)
{
    enum postgres_result result = run_alone(attempt, SAVEPOINT);
    request->status = STORE_OK;
    for (unsigned i = 0; i < request->count && result == POSTGRES_DONE && request->status == STORE_OK; i++) {
        const struct store_op *op = &request->op[i];
        if (op->verb == STORE_PLAYER_REMOVE) {
            result =
                postgres_remove_player(attempt->connection, op->row.text[0], &request->status, attempt->code);
            if (result == POSTGRES_FAILED) {
                request->status = status_of(attempt, STORE_OK);
            }
        } else if (op->verb >= STORE_FIRST_READ) {
            request->status = STORE_REFUSED;
        } else {
            bool sent = postgres_begin_pipeline(attempt->connection) && send_op(attempt, op) &&
                        postgres_send_sync(attempt->connection);
            result = sent ? receive_op(attempt, op, &request->status) : POSTGRES_LOST;
            sent = result != POSTGRES_LOST && postgres_receive_sync(attempt->connection);
            result = sent ? result : POSTGRES_LOST;
        }
    }
    if (result == POSTGRES_LOST || (result == POSTGRES_FAILED && is_deadlock(attempt))) {
        return result;
    }
    return run_alone(attempt, request->status == STORE_OK ? RELEASE : UNDO);
}

static bool send_chunk(const struct attempt *attempt, const struct store_request *first,
                       const struct store_request *end)
{
    bool sent = postgres_begin_pipeline(attempt->connection);
    const struct store_request *request;
    for (request = first; sent && request != end; request = STAILQ_NEXT(request, link)) {
        sent = postgres_send_control(attempt->connection, SAVEPOINT) && send_request(attempt, request) &&
               postgres_send_control(attempt->connection, RELEASE);
    }
    return sent && postgres_send_sync(attempt->connection);
}

/* Receives what send_chunk() sent. `*failed` is the first request that failed, or NULL. */
static bool receive_chunk(struct attempt *attempt, struct store_request *first,
                          const struct store_request *end, struct store_request **failed)
{
    *failed = NULL;
    for (struct store_request *request = first; request != end; request = STAILQ_NEXT(request, link)) {
        enum postgres_result saved = receive(attempt);
        enum postgres_result result = saved == POSTGRES_LOST ? saved : receive_request(attempt, request);
        enum postgres_result released = result == POSTGRES_LOST ? result : receive(attempt);
        if (released == POSTGRES_LOST) {
            return false;
        }
        if (released != POSTGRES_DONE && *failed == NULL) {
            *failed = request;
            request->status = request->status == STORE_OK ? STORE_REFUSED : request->status;
        }
    }
    return postgres_receive_sync(attempt->connection);
}

static struct store_request *end_of_chunk(struct store_request *first)
{
    unsigned count = 0;
    struct store_request *request = first;
    while (request != NULL && count < CHUNK_REQUESTS && can_pipeline(request)) {
        count++;
        request = STAILQ_NEXT(request, link);
    }
    return request;
}

/* Carries out requests from `*next` on, and sets it to the first one that is left. */
static enum postgres_result run_some(struct attempt *attempt, struct store_request **next)
{
    struct store_request *first = *next;
    if (!can_pipeline(first)) {
        *next = STAILQ_NEXT(first, link);
        return run_unpipelined(attempt, first);
    }
    struct store_request *end = end_of_chunk(first);
    struct store_request *failed = NULL;
    if (!send_chunk(attempt, first, end) || !receive_chunk(attempt, first, end, &failed)) {
        return POSTGRES_LOST;
    }
    *next = failed == NULL ? end : STAILQ_NEXT(failed, link);
    if (failed == NULL || is_deadlock(attempt)) {
        return failed == NULL ? POSTGRES_DONE : POSTGRES_FAILED;
    }
    return run_alone(attempt, UNDO);
}

/* The lease is renewed once more: the batch may have taken long. */
static enum postgres_result commit(struct attempt *attempt)
{
    char renew[120];
    (void)snprintf(renew, sizeof renew, "UPDATE nodes SET expires = " POSTGRES_LEASE_END " WHERE node = %lld",
                   (long long)attempt->node->number);
    enum postgres_result result = run_alone(attempt, renew);
    if (result == POSTGRES_DONE &&
        libpq.PQtransactionStatus(attempt->connection->handle) != PQTRANS_INTRANS) {
        return POSTGRES_FAILED; /* COMMIT would report success and roll back */
    }
    return result == POSTGRES_DONE ? run_alone(attempt, "COMMIT") : result;
}

static enum postgres_attempt run_one_by_one(struct attempt *attempt)
{
    struct store_request *next = attempt->batch;
    enum postgres_result result = POSTGRES_LOST;
    attempt->is_second = true;
    if (send_begin(attempt) && postgres_send_sync(attempt->connection)) {
        result = receive_begin(attempt);
        result =
            result != POSTGRES_LOST && postgres_receive_sync(attempt->connection) ? result : POSTGRES_LOST;
    }
    while (result == POSTGRES_DONE && next != NULL) {
        result = run_some(attempt, &next);
    }
    result = result == POSTGRES_DONE ? commit(attempt) : result;
    if (result == POSTGRES_DONE && !attempt->connection->warned) {
        return ATTEMPT_COMMITTED;
    }
    if (result == POSTGRES_DONE || result == POSTGRES_LOST) {
        return ATTEMPT_LOST;
    }
    return give_up(attempt, is_deadlock(attempt) ? ATTEMPT_AGAIN : ATTEMPT_REFUSED);
}

enum postgres_attempt postgres_attempt(struct postgres *connection, const struct postgres_node *node,
                                       struct store_request *batch, uint64_t number)
{
    struct attempt attempt = {.connection = connection, .node = node, .batch = batch, .number = number};
    bool one_by_one = false;
    connection->warned = false;
    for (struct store_request *request = batch; request != NULL; request = STAILQ_NEXT(request, link)) {
        one_by_one = one_by_one || !can_pipeline(request);
    }
    if (!one_by_one) {
        enum postgres_attempt outcome = run_at_once(&attempt, &one_by_one);
        if (!one_by_one || outcome == ATTEMPT_LOST) {
            return outcome;
        }
    }
    return run_one_by_one(&attempt);
}
