/*
 * data_check.c: verifies a data directory: SQLite's own checks, then a replay of every game.
 *
 * The lobby JSON of a started table has a "setup", which is a record without actions. Together with the table's
 * log it makes a record, which must be valid by the rules. The log of a finished game must lead to the same game
 * as the record in the archive, and both must match the result in the database's columns.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/record.h"
#include "server/store/data_check.h"
#include "server/store/store_sqlite.h"

struct data_check {
    sqlite3 *handle;
    FILE *out;
    const struct board *board[GAME_KIND_COUNT];
    size_t problems;
};

__attribute__((format(printf, 2, 3))) static bool problem(struct data_check *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vfprintf(check->out, format, arguments);
    va_end(arguments);
    (void)fputc('\n', check->out);
    check->problems++;
    return false;
}

typedef void check_row(struct data_check *check, sqlite3_stmt *row, void *context);

/* Calls `each` with every row; a failed query is a problem. `table` is bound if it is not NULL. */
static void for_each(struct data_check *check, const char *sql, const char *table, check_row *each,
                     void *context)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(check->handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && table != NULL) {
        code = sqlite3_bind_text(statement, 1, table, -1, SQLITE_TRANSIENT);
    }
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            each(check, statement, context);
        }
    }
    if (code != SQLITE_DONE) {
        (void)problem(check, "database: %s", sqlite3_errmsg(check->handle));
    }
    (void)sqlite3_finalize(statement);
}

static const char *text_of(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? "" : text;
}

/* ---- The database ------------------------------------------------------------------------------ */

static void integrity_row(struct data_check *check, sqlite3_stmt *row, void *context)
{
    (void)context;
    if (strcmp(text_of(row, 0), "ok") != 0) {
        (void)problem(check, "database: %s", text_of(row, 0));
    }
}

static void foreign_key_row(struct data_check *check, sqlite3_stmt *row, void *context)
{
    (void)context;
    (void)problem(check, "database: a row of %s refers to a missing row of %s", text_of(row, 0),
                  text_of(row, 2));
}

/* ---- The log of a table ------------------------------------------------------------------------ */

struct log {
    const char *table;
    json_t *actions;
    int64_t rows;
    bool good;
};

/* Returns how many actions the row of an undo takes back; 0 if it is invalid. */
static size_t actions_undone(const json_t *row)
{
    const json_t *actions = json_object_get(row, "actions");
    json_int_t count = actions == NULL ? 1 : json_integer_value(actions);
    bool good =
        json_is_true(json_object_get(row, "undo")) && json_object_size(row) == (actions == NULL ? 1 : 2);
    return good && count > 0 && count <= UINT8_MAX ? (size_t)count : 0;
}

static void log_row(struct data_check *check, sqlite3_stmt *row, void *context)
{
    struct log *log = context;
    int64_t number = sqlite3_column_int64(row, 0);
    json_t *value = json_loads(text_of(row, 1), JSON_REJECT_DUPLICATES, NULL);
    size_t undone = actions_undone(value);
    if (number != log->rows) {
        log->good = problem(check, "table %s: row %" PRId64 " of its log is missing", log->table, log->rows);
        log->rows = number;
    }
    log->rows++;
    if (value == NULL) {
        log->good = problem(check, "table %s: row %" PRId64 " is not JSON", log->table, number);
    } else if (json_object_get(value, "undo") == NULL) {
        (void)json_array_append(log->actions, value);
    } else if (undone == 0) {
        log->good = problem(check, "table %s: row %" PRId64 " is an invalid undo", log->table, number);
    } else if (json_array_size(log->actions) < undone) {
        log->good = problem(check, "table %s: row %" PRId64 " undoes an action that is not there", log->table,
                            number);
    } else {
        for (size_t left = undone; left > 0; left--) {
            (void)json_array_remove(log->actions, json_array_size(log->actions) - 1);
        }
    }
    json_decref(value);
}

/* Reads and replays a record. If it returns true, the caller must free `record`. */
static bool replay_text(struct data_check *check, const char *table, const char *what, const char *text,
                        struct record *record, struct game *game)
{
    struct record_error error;
    char line[320];
    *record = (struct record){0};
    if (!record_read(record, text, strlen(text), &error)) {
        record_error_line(&error, line, sizeof line);
        return problem(check, "table %s: its %s: %s", table, what, line);
    }
    if (!record_verify(record, check->board[record->setup.game], game, &error)) {
        record_error_line(&error, line, sizeof line);
        record_free(record);
        return problem(check, "table %s: its %s: %s", table, what, line);
    }
    return true;
}

/* Replays the setup and the log. */
static bool replay_log(struct data_check *check, struct log *log, json_t *setup, struct game *game)
{
    struct record record;
    json_t *whole = json_copy(setup);
    bool replayed = false;
    if (whole == NULL || json_object_set(whole, "actions", log->actions) != 0) {
        json_decref(whole);
        return problem(check, "table %s: out of memory", log->table);
    }
    char *text = json_dumps(whole, JSON_COMPACT);
    if (text != NULL && replay_text(check, log->table, "log", text, &record, game)) {
        record_free(&record);
        replayed = true;
    }
    free(text);
    json_decref(whole);
    return replayed;
}

/* ---- Tables ------------------------------------------------------------------------------------ */

/* `row`: a player. Keys make retries harmless, so each may appear only once. */
static void repeated_key_row(struct data_check *check, sqlite3_stmt *row, void *table)
{
    (void)problem(check, "table %s: its log has the same key of player %s more than once",
                  (const char *)table, text_of(row, 0));
}

/* `row`: id, state, lobby; then from the archive: record, winner, reason, actions, game. */
static void check_finished(struct data_check *check, sqlite3_stmt *row, const struct game *played)
{
    const char *table = text_of(row, 0);
    struct record record;
    struct game game = {0};
    if (!replay_text(check, table, "record", text_of(row, 3), &record, &game)) {
        return;
    }
    if (played != NULL && memcmp(played, &game, sizeof game) != 0) {
        (void)problem(check, "table %s: its log and its record differ", table);
    }
    if (record.winner == WINNER_NONE) {
        (void)problem(check, "table %s: its record has no result", table);
    }
    if (strcmp(winner_name((enum winner)game.winner), text_of(row, 4)) != 0 ||
        strcmp(reason_name((enum reason)game.reason), text_of(row, 5)) != 0 ||
        strcmp(game_name(record.setup.game), text_of(row, 7)) != 0) {
        (void)problem(check, "table %s: the archive has %s: %s by %s, but its record has %s: %s by %s", table,
                      text_of(row, 7), text_of(row, 4), text_of(row, 5), game_name(record.setup.game),
                      winner_name((enum winner)game.winner), reason_name((enum reason)game.reason));
    }
    if (sqlite3_column_int64(row, 6) != (int64_t)record.count) {
        (void)problem(check, "table %s: the archive counts %lld actions, but its record has %zu", table,
                      (long long)sqlite3_column_int64(row, 6), record.count);
    }
    record_free(&record);
}

static void table_row(struct data_check *check, sqlite3_stmt *row, void *context)
{
    const char *table = text_of(row, 0), *state = text_of(row, 1);
    bool running = strcmp(state, "running") == 0, finished = strcmp(state, "finished") == 0;
    bool in_archive = sqlite3_column_type(row, 3) != SQLITE_NULL;
    json_t *lobby = json_loads(text_of(row, 2), JSON_REJECT_DUPLICATES, NULL);
    json_t *setup = json_object_get(lobby, "setup");
    struct log log = {.table = table, .actions = json_array(), .good = true};
    struct game game = {0};
    bool replayed = false;
    (void)context;

    for_each(check, "SELECT n, row FROM actions WHERE table_id = ?1 ORDER BY n", table, log_row, &log);
    for_each(check,
             "SELECT player FROM actions WHERE table_id = ?1 AND key <> '' "
             "GROUP BY player, key HAVING count(*) > 1",
             table, repeated_key_row, (void *)table);
    if (!json_is_object(lobby)) {
        (void)problem(check, "table %s: its lobby is not a JSON object", table);
    } else if (json_is_object(setup)) {
        replayed = log.good && replay_log(check, &log, setup, &game);
    } else if (running || finished || log.rows > 0) {
        (void)problem(check, "table %s: it is %s, with %" PRId64 " rows, but has no setup", table, state,
                      log.rows);
    }
    if (strcmp(state, "open") == 0 && log.rows > 0) {
        (void)problem(check, "table %s: it is open, but has actions", table);
    }
    if (replayed && running && game.winner != WINNER_NONE) {
        (void)problem(check, "table %s: it is running, but its game is over", table);
    }
    if (finished != in_archive) {
        (void)problem(check, "table %s: it is %s, but %s the archive", table, state,
                      in_archive ? "in" : "not in");
    }
    if (in_archive) {
        check_finished(check, row, replayed ? &game : NULL);
    }
    json_decref(log.actions);
    json_decref(lobby);
}

/* ---- The whole check --------------------------------------------------------------------------- */

static bool load_boards(struct data_check *check)
{
    bool loaded = true;
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        check->board[game] = board_builtin((enum game_kind)game);
        loaded = loaded && check->board[game] != NULL;
    }
    return loaded || problem(check, "cannot load the boards");
}

static void check_database(struct data_check *check)
{
    for_each(check, "PRAGMA integrity_check", NULL, integrity_row, NULL);
    for_each(check, "PRAGMA foreign_key_check", NULL, foreign_key_row, NULL);
    for_each(check,
             "SELECT t.id, t.state, t.lobby, f.record, f.winner, f.reason, f.actions, f.game "
             "FROM tables t LEFT JOIN finished f ON f.table_id = t.id ORDER BY t.id",
             NULL, table_row, NULL);
}

static void print_summary(struct data_check *check)
{
    int64_t tables = 0, finished = 0, players = 0;
    if (database_number(check->handle, "SELECT count(*) FROM tables", &tables) != SQLITE_OK ||
        database_number(check->handle, "SELECT count(*) FROM finished", &finished) != SQLITE_OK ||
        database_number(check->handle, "SELECT count(*) FROM players", &players) != SQLITE_OK) {
        (void)problem(check, "database: %s", sqlite3_errmsg(check->handle));
    }
    if (check->problems == 0) {
        (void)fprintf(check->out, "ok: %" PRId64 " tables, %" PRId64 " finished games, %" PRId64 " players\n",
                      tables, finished, players);
    } else {
        (void)fprintf(check->out, "%zu problems\n", check->problems);
    }
}

bool data_check_directory(const char *directory, FILE *out)
{
    struct data_check check = {.out = out};
    struct database database;
    char error[300];
    if (!database_open(&database, directory, DATABASE_CHECK, error, sizeof error)) {
        (void)problem(&check, "%s", error);
        return false;
    }
    check.handle = database.handle;
    if (load_boards(&check)) {
        check_database(&check);
    }
    print_summary(&check);
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board_free((struct board *)check.board[game]);
    }
    database_close(&database);
    return check.problems == 0;
}
