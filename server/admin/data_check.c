/*
 * data_check.c: verifies a database: what it promises itself, then a replay of every game.
 *
 * The lobby JSON of a started table has a "setup", which is a record without actions. Together with the table's
 * log it makes a record, which must be valid by the rules. The log of a finished game must lead to the same game
 * as the record in the archive, and both must match the result in the database's columns.
 */
#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/record.h"
#include "server/admin/data_check.h"
#include "server/admin/progress.h"
#include "server/table/lobby_json.h"
#include "server/table/table_log.h"

struct data_check {
    struct row_source *source;
    FILE *out; /* or NULL */
    const struct board *board[GAME_KIND_COUNT];
    size_t problems;
    struct progress progress;
    unsigned char hash[DATA_CHECK_HASH_BYTES]; /* of what was found at the current table so far */
};

/* Each hash is the key of the next one, so the last one depends on everything that was added. */
static void add_to_hash(struct data_check *check, const void *bytes, size_t length)
{
    unsigned char next[DATA_CHECK_HASH_BYTES];
    (void)crypto_generichash(next, sizeof next, bytes, length, check->hash, sizeof check->hash);
    memcpy(check->hash, next, sizeof next);
}

__attribute__((format(printf, 2, 3))) static bool problem(struct data_check *check, const char *format, ...)
{
    check->problems++;
    if (check->out != NULL) {
        va_list arguments;
        progress_clear(&check->progress);
        va_start(arguments, format);
        (void)vfprintf(check->out, format, arguments);
        va_end(arguments);
        (void)fputc('\n', check->out);
    }
    return false;
}

typedef void check_row(struct data_check *check, const char *const *row, void *context);

/* Calls `each` with every row; a failed query is a problem. `table` is the parameter, or NULL. */
static void for_each(struct data_check *check, const char *sql, const char *table, check_row *each,
                     void *context)
{
    struct row_query *query = row_query_open(check->source, sql, table);
    for (const char *const *row = row_query_next(query); row != NULL; row = row_query_next(query)) {
        each(check, row, context);
    }
    const char *error = row_query_close(query);
    if (error != NULL) {
        (void)problem(check, "database: %s", error);
    }
}

static void database_problem(void *check, const char *sentence)
{
    (void)problem(check, "database: %s", sentence);
}

/* ---- The log of a table ------------------------------------------------------------------------ */

struct log {
    const char *table;
    json_t *actions;
    int64_t rows;
    bool good;
};

static void log_row(struct data_check *check, const char *const *row, void *context)
{
    struct log *log = context;
    int64_t number = row_number(row[0]);
    json_t *value = json_loads(row_text(row[1]), JSON_REJECT_DUPLICATES, NULL);
    size_t undone = log_read_undo(value);
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
    if (!record_read_stored(record, text, strlen(text), &error)) {
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
static void repeated_key_row(struct data_check *check, const char *const *row, void *table)
{
    (void)problem(check, "table %s: its log has the same key of player %s more than once",
                  (const char *)table, row_text(row[0]));
}

/* `row`: see TABLE_ROW; it is in the archive. */
static void check_finished(struct data_check *check, const char *const *row, const struct game *played)
{
    const char *table = row_text(row[0]);
    struct record record;
    struct game game = {0};
    if (!replay_text(check, table, "record", row_text(row[3]), &record, &game)) {
        return;
    }
    if (played != NULL && memcmp(played, &game, sizeof game) != 0) {
        (void)problem(check, "table %s: its log and its record differ", table);
    }
    if (record.winner == WINNER_NONE) {
        (void)problem(check, "table %s: its record has no result", table);
    }
    if (strcmp(winner_name((enum winner)game.winner), row_text(row[4])) != 0 ||
        strcmp(reason_name((enum reason)game.reason), row_text(row[5])) != 0 ||
        strcmp(game_name(record.setup.game), row_text(row[7])) != 0) {
        (void)problem(check, "table %s: the archive has %s: %s by %s, but its record has %s: %s by %s", table,
                      row_text(row[7]), row_text(row[4]), row_text(row[5]), game_name(record.setup.game),
                      winner_name((enum winner)game.winner), reason_name((enum reason)game.reason));
    }
    if (row_number(row[6]) != (int64_t)record.count) {
        (void)problem(check, "table %s: the archive counts %lld actions, but its record has %zu", table,
                      (long long)row_number(row[6]), record.count);
    }
    add_to_hash(check, &game, sizeof game);
    record_free(&record);
}

/* `row`: see TABLE_ROW. Checks settings, members and commentators. */
static void check_lobby(struct data_check *check, const char *const *row)
{
    const char *table = row_text(row[0]);
    struct lobby *lobby = malloc(sizeof *lobby);
    if (lobby == NULL) {
        (void)problem(check, "table %s: out of memory", table);
    } else if (!lobby_from_json(lobby, row_text(row[2]))) {
        (void)problem(check, "table %s: its lobby has invalid settings, members or commentators", table);
    } else if (strcmp(table_state_name(lobby->state), row_text(row[1])) != 0 ||
               strcmp(game_name(lobby->game), row_text(row[8])) != 0) {
        (void)problem(check, "table %s: it is %s and %s, but its lobby is %s and %s", table, row_text(row[8]),
                      row_text(row[1]), game_name(lobby->game), table_state_name(lobby->state));
    }
    free(lobby);
}

/* The columns of a table; all that come from the archive are NULL if it is not there. */
#define TABLE_ROW \
    "SELECT t.id, t.state, t.lobby, r.record, f.winner, f.reason, f.actions, f.game, t.game FROM tables t " \
    "LEFT JOIN finished f ON f.table_id = t.id LEFT JOIN records r ON r.table_id = t.id WHERE t.id = $1"

static void check_table(struct data_check *check, const char *const *row, void *context)
{
    const char *table = row_text(row[0]), *state = row_text(row[1]);
    bool running = strcmp(state, "running") == 0, finished = strcmp(state, "finished") == 0;
    bool in_archive = row[4] != NULL;
    json_t *lobby = json_loads(row_text(row[2]), JSON_REJECT_DUPLICATES, NULL);
    json_t *setup = json_object_get(lobby, "setup");
    struct log log = {.table = table, .actions = json_array(), .good = true};
    struct game game = {0};
    bool replayed = false;
    (void)context;

    for_each(check, "SELECT n, row FROM actions WHERE table_id = $1 ORDER BY n", table, log_row, &log);
    for_each(check,
             "SELECT player FROM actions WHERE table_id = $1 AND key <> '' "
             "GROUP BY player, key HAVING count(*) > 1",
             table, repeated_key_row, (void *)table);
    if (!json_is_object(lobby)) {
        (void)problem(check, "table %s: its lobby is not a JSON object", table);
    } else if (json_is_object(setup)) {
        check_lobby(check, row);
        replayed = log.good && replay_log(check, &log, setup, &game);
    } else if (running || finished || log.rows > 0) {
        (void)problem(check, "table %s: it is %s, with %" PRId64 " rows, but has no setup", table, state,
                      log.rows);
    } else {
        check_lobby(check, row);
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
    add_to_hash(check, &game, sizeof game);
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

struct listener {
    data_check_table *each; /* or NULL */
    void *context;
};

static void table_row(struct data_check *check, const char *const *row, void *context)
{
    const struct listener *listener = context;
    size_t problems = check->problems;
    memset(check->hash, 0, sizeof check->hash);
    for_each(check, TABLE_ROW, row[0], check_table, NULL);
    problems = check->problems - problems;
    add_to_hash(check, &problems, sizeof problems);
    if (listener->each != NULL) {
        listener->each(listener->context, row_text(row[0]), check->hash);
    }
    progress_add(&check->progress, 1);
}

static void check_tables(struct data_check *check, const char *what, struct listener *listener)
{
    int64_t tables = 0;
    (void)row_source_number(check->source, "SELECT count(*) FROM tables", &tables);
    progress_begin(&check->progress, what, tables);
    if (load_boards(check)) {
        for_each(check, "SELECT id FROM tables ORDER BY id", NULL, table_row, listener);
    }
    progress_clear(&check->progress);
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board_free((struct board *)check->board[game]);
    }
}

static void print_summary(struct data_check *check)
{
    int64_t tables = 0, finished = 0, players = 0;
    if (!row_source_number(check->source, "SELECT count(*) FROM tables", &tables) ||
        !row_source_number(check->source, "SELECT count(*) FROM finished", &finished) ||
        !row_source_number(check->source, "SELECT count(*) FROM players", &players)) {
        (void)problem(check, "database: its rows cannot be counted");
    }
    if (check->problems == 0) {
        (void)fprintf(check->out, "ok: %" PRId64 " tables, %" PRId64 " finished games, %" PRId64 " players\n",
                      tables, finished, players);
    } else {
        (void)fprintf(check->out, "%zu problems\n", check->problems);
    }
}

bool data_check(const char *location, FILE *out)
{
    struct data_check check = {.out = out};
    struct listener nobody = {NULL, NULL};
    char error[400];
    check.source = row_source_open(location, error, sizeof error);
    if (check.source == NULL) {
        return problem(&check, "%s", error);
    }
    row_source_examine(check.source, database_problem, &check);
    check_tables(&check, "checking tables", &nobody);
    print_summary(&check);
    row_source_close(check.source);
    return check.problems == 0;
}

size_t data_check_games(struct row_source *source, const char *what, FILE *out, data_check_table *each,
                        void *context)
{
    struct data_check check = {.source = source, .out = out};
    struct listener listener = {each, context};
    check_tables(&check, what, &listener);
    return check.problems;
}
