/*
 * sqlite_read.c: the connection that reads, while the other one writes.
 *
 * In SQLite's write-ahead mode neither waits for the other. This connection never writes or checkpoints: two
 * connections that do that at once can corrupt the log. A read is a transaction of its own, so the log's beginning is
 * in use for a moment only. It also reads the number of the last batch, which says which writes it has seen.
 */
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/store/sqlite/sqlite.h"

struct sqlite_reader {
    sqlite3 *handle;
    bool is_shared; /* the handle is the writer's, for a database in memory */
    sqlite3_stmt *statement[STORE_VERB_COUNT][VERB_STATEMENTS];
    sqlite3_stmt *begin, *commit, *number;
};

/* ---- The connection ---------------------------------------------------------------------------- */

static bool prepare(struct sqlite_reader *reader, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(reader->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
           SQLITE_OK;
}

static bool prepare_all(struct sqlite_reader *reader)
{
    for (unsigned verb = STORE_FIRST_READ; verb < STORE_VERB_COUNT; verb++) {
        for (unsigned i = 0; i < VERB_STATEMENTS; i++) {
            const char *sql = sqlite_verbs[verb].sql[i];
            if (sql != NULL && !prepare(reader, sql, &reader->statement[verb][i])) {
                return false;
            }
        }
    }
    return prepare(reader, "BEGIN", &reader->begin) && prepare(reader, "COMMIT", &reader->commit) &&
           prepare(reader, LAST_BATCH, &reader->number);
}

static int read_number(struct sqlite_reader *reader, int64_t *number)
{
    int code = sqlite3_step(reader->number);
    if (code == SQLITE_ROW) {
        *number = sqlite3_column_int64(reader->number, 0);
    }
    (void)sqlite3_reset(reader->number);
    return code == SQLITE_ROW ? SQLITE_OK : code == SQLITE_DONE ? SQLITE_EMPTY : code;
}

/* Begins and ends a read, which opens the log: later, in the middle of a stop, is not the time to open files. */
static bool touch_log(struct sqlite_reader *reader)
{
    int64_t number = 0;
    return sqlite_run_control(reader->begin) == SQLITE_OK && read_number(reader, &number) == SQLITE_OK &&
           sqlite_run_control(reader->commit) == SQLITE_OK;
}

struct sqlite_reader *sqlite_reader_open(const struct database *database, enum database_use use)
{
    struct sqlite_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->is_shared = use == DATABASE_MEMORY;
    reader->handle = reader->is_shared ? database->handle : database_connect_reader(database);
    if (reader->handle == NULL || !prepare_all(reader) || !touch_log(reader)) {
        sqlite_reader_close(reader);
        return NULL;
    }
    return reader;
}

void sqlite_reader_close(struct sqlite_reader *reader)
{
    if (reader == NULL) {
        return;
    }
    for (unsigned verb = 0; verb < STORE_VERB_COUNT; verb++) {
        for (unsigned i = 0; i < VERB_STATEMENTS; i++) {
            (void)sqlite3_finalize(reader->statement[verb][i]);
        }
    }
    (void)sqlite3_finalize(reader->begin);
    (void)sqlite3_finalize(reader->commit);
    (void)sqlite3_finalize(reader->number);
    if (!reader->is_shared) {
        (void)sqlite3_close(reader->handle);
    }
    free(reader);
}

/* ---- One read ---------------------------------------------------------------------------------- */

static bool append_row(struct store_request *request, const struct store_row *row)
{
    struct store_row *grown = realloc(request->row, (request->rows + 1) * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    request->row = grown;
    struct store_row *kept = &grown[request->rows++];
    *kept = *row;
    bool good = true;
    for (unsigned i = 0; i < STORE_TEXTS; i++) {
        kept->text[i] = row->text[i] == NULL ? NULL : strdup(row->text[i]);
        good = good && (kept->text[i] != NULL) == (row->text[i] != NULL);
    }
    return good;
}

/* An archive query has a statement for each filter: none, by game, by player. */
static unsigned choose_statement(const struct store_op *op)
{
    const char *game = op->row.text[2];
    const char *player = op->row.text[3];
    if (op->verb != STORE_ARCHIVE) {
        return 0;
    }
    return player != NULL && player[0] != '\0' ? 2 : game != NULL && game[0] != '\0' ? 1 : 0;
}

/*
 * Reads the rows of the archive that are visible, which the last column says, until there are enough or too many
 * have been looked at. In the second case a row is added that has only the cursor.
 */
static int read_archive(sqlite3_stmt *statement, struct store_request *request)
{
    const struct sqlite_verb *verb = &sqlite_verbs[STORE_ARCHIVE];
    size_t limit = (size_t)request->op[0].row.number[0];
    int visible = (int)(verb->columns + verb->number_columns);
    int code = SQLITE_ROW;
    unsigned seen = 0;
    while (request->rows < limit && code == SQLITE_ROW) {
        struct store_row row;
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW) {
            break;
        }
        seen++;
        sqlite_peek_row(statement, &row, verb->columns, verb->number_columns);
        if (sqlite3_column_int(statement, visible) != 0) {
            code = append_row(request, &row) ? code : SQLITE_NOMEM;
        }
        if (seen == ARCHIVE_ROWS_MAX && request->rows < limit) {
            struct store_row more = {.text = {[ARCHIVE_CURSOR] = row.text[ARCHIVE_CURSOR]}};
            return append_row(request, &more) ? SQLITE_DONE : SQLITE_NOMEM;
        }
    }
    return code == SQLITE_ROW ? SQLITE_DONE : code;
}

static int read_all(sqlite3_stmt *statement, struct store_request *request)
{
    const struct sqlite_verb *verb = &sqlite_verbs[request->op[0].verb];
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            struct store_row row;
            sqlite_peek_row(statement, &row, verb->columns, verb->number_columns);
            code = append_row(request, &row) ? code : SQLITE_NOMEM;
        }
    }
    return code;
}

static int read_rows(struct sqlite_reader *reader, struct store_request *request)
{
    const struct store_op *op = &request->op[0];
    sqlite3_stmt *statement = reader->statement[op->verb][choose_statement(op)];
    int code =
        sqlite_bind_row(statement, &op->row, sqlite_verbs[op->verb].texts, sqlite_verbs[op->verb].numbers);
    if (code == SQLITE_OK) {
        code = op->verb == STORE_ARCHIVE ? read_archive(statement, request) : read_all(statement, request);
    }
    (void)sqlite3_reset(statement);
    return code;
}

int64_t sqlite_read(struct sqlite_reader *reader, struct store_request *request, bool *lost)
{
    int64_t number = 0;
    int code = sqlite_run_control(reader->begin);
    if (code == SQLITE_OK) {
        code = read_number(reader, &number); /* first, so that it is as old as what is read */
        code = code == SQLITE_OK ? read_rows(reader, request) : code;
        int ended = sqlite_run_control(reader->commit);
        code = code == SQLITE_DONE && ended != SQLITE_OK ? ended : code;
    }
    request->status = sqlite_status(code, lost);
    if (request->status != STORE_OK) {
        store_request_drop_rows(request);
    } else if (request->rows == 0) {
        request->status = STORE_NOTHING;
    }
    return number;
}
