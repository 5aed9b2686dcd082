/*
 * postgres_read.c: carries out a read.
 *
 * A read is a read-only transaction of its own, in one pipeline. All its statements see the same snapshot; the first one
 * reads the number of this node's last batch, which says which writes the read has seen.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/store/postgres/postgres.h"

/* ---- Rows -------------------------------------------------------------------------------------- */

static char *copy_text(const PGresult *result, int row, int column, bool *good)
{
    if (libpq.PQgetisnull(result, row, column)) {
        return NULL;
    }
    char *text = strdup(libpq.PQgetvalue(result, row, column));
    *good = *good && text != NULL;
    return text;
}

/* Appends a row of a result: all of its columns, or only the text `only` if that is not negative. */
static bool append_row(struct store_request *request, const PGresult *result, int row, int only)
{
    const struct postgres_verb *verb = &postgres_verbs[request->op[0].verb];
    struct store_row *grown = realloc(request->row, (request->rows + 1) * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    bool good = true;
    request->row = grown;
    struct store_row *kept = &grown[request->rows++];
    *kept = (struct store_row){0};
    for (int i = 0; i < (int)verb->columns; i++) {
        kept->text[i] = only < 0 || only == i ? copy_text(result, row, i, &good) : NULL;
    }
    for (int i = 0; only < 0 && i < (int)verb->number_columns; i++) {
        kept->number[i] = postgres_number(result, row, (int)verb->columns + i);
    }
    return good;
}

/*
 * Takes the rows of the archive that are visible, which the last column says, until there are enough. If there were not
 * enough among as many as one query looks at, a row is added that has only the cursor.
 */
static bool take_archive(struct store_request *request, const PGresult *result)
{
    const struct postgres_verb *verb = &postgres_verbs[STORE_ARCHIVE];
    size_t limit = (size_t)request->op[0].row.number[0];
    int visible = (int)(verb->columns + verb->number_columns);
    int count = libpq.PQntuples(result);
    bool good = true;
    for (int row = 0; good && row < count && request->rows < limit; row++) {
        if (postgres_number(result, row, visible) != 0) {
            good = append_row(request, result, row, -1);
        }
    }
    if (good && count == ARCHIVE_ROWS_MAX && request->rows < limit) {
        good = append_row(request, result, count - 1, ARCHIVE_CURSOR);
    }
    return good;
}

static bool take_rows(struct store_request *request, const PGresult *result)
{
    bool good = true;
    int count = libpq.PQntuples(result);
    if (request->op[0].verb == STORE_ARCHIVE) {
        return take_archive(request, result);
    }
    for (int row = 0; good && row < count; row++) {
        good = append_row(request, result, row, -1);
    }
    return good;
}

/* ---- One read ---------------------------------------------------------------------------------- */

/* An archive query has a statement for each filter: none, by game, by player. Tables without owner have their own. */
static unsigned choose_statement(const struct store_op *op)
{
    const char *game = op->row.text[2];
    const char *player = op->row.text[3];
    if (op->verb == STORE_TABLES_OWNED) {
        return op->row.number[0] == 0 ? 1 : 0;
    }
    if (op->verb != STORE_ARCHIVE) {
        return 0;
    }
    return player != NULL && player[0] != '\0' ? 2 : game != NULL && game[0] != '\0' ? 1 : 0;
}

static bool send_read(struct postgres *connection, const struct postgres_node *node,
                      const struct store_op *op)
{
    char written[80];
    (void)snprintf(written, sizeof written, "SELECT written FROM nodes WHERE node = %" PRId64, node->number);
    return postgres_begin_pipeline(connection) &&
           postgres_send_control(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") &&
           postgres_send_control(connection, written) &&
           postgres_send(connection, op->verb, choose_statement(op), &op->row, node) &&
           postgres_send_control(connection, "COMMIT") && postgres_send_sync(connection);
}

/* Receives the number of the last batch. Does not return if this node was deposed: what it would answer may be old. */
static enum postgres_result receive_written(struct postgres *connection, const struct postgres_node *node,
                                            uint64_t *seen)
{
    char code[SQLSTATE_SIZE];
    PGresult *result = NULL;
    enum postgres_result outcome = postgres_receive(connection, code, &result);
    if (outcome == POSTGRES_DONE) {
        if (libpq.PQntuples(result) == 0) {
            postgres_deposed(node);
        }
        *seen = (uint64_t)postgres_number(result, 0, 0);
    }
    libpq.PQclear(result);
    return outcome;
}

/* Receives the rows and sets the status. */
static enum postgres_result receive_rows(struct postgres *connection, struct store_request *request)
{
    char code[SQLSTATE_SIZE];
    PGresult *result = NULL;
    enum postgres_result outcome = postgres_receive(connection, code, &result);
    bool taken = outcome == POSTGRES_DONE && take_rows(request, result);
    libpq.PQclear(result);
    if (!taken) {
        store_request_drop_rows(request);
    }
    request->status = !taken ? STORE_REFUSED : request->rows == 0 ? STORE_NOTHING : STORE_OK;
    if (outcome == POSTGRES_FAILED) {
        log_line(LOG_ERROR, "store_refused", "code=%s", code);
    }
    return outcome;
}

bool postgres_read(struct postgres *connection, const struct postgres_node *node,
                   struct store_request *request, uint64_t *seen)
{
    char code[SQLSTATE_SIZE];
    if (!send_read(connection, node, &request->op[0]) ||
        postgres_receive(connection, code, NULL) == POSTGRES_LOST ||
        receive_written(connection, node, seen) == POSTGRES_LOST ||
        receive_rows(connection, request) == POSTGRES_LOST) {
        return false;
    }
    if (postgres_receive(connection, code, NULL) == POSTGRES_LOST || !postgres_receive_sync(connection)) {
        store_request_drop_rows(request);
        return false;
    }
    if (libpq.PQtransactionStatus(connection->handle) != PQTRANS_IDLE) {
        return postgres_do(connection, "ROLLBACK"); /* after a clean failure */
    }
    return true;
}
