/* salvage.c: see salvage.h. */
#include "server/admin/salvage.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/array.h"
#include "common/wire/record.h"
#include "server/store/sqlite/sqlite.h"
#include "server/table/table_log.h"

enum { STOPPED_BYTES = 200, RECORD_HEADER_ROOM = 4096, RECORD_ACTION_ROOM = 320 };

/* ---- rows as they are ---- */

/* Returns {"hex":"..."} for bytes that are not text. */
static json_t *hex_value(const unsigned char *bytes, size_t count)
{
    char *digits = malloc(2 * count + 1);
    for (size_t i = 0; digits != NULL && i < count; i++) {
        (void)snprintf(digits + 2 * i, 3, "%02x", bytes[i]);
    }
    json_t *value = digits == NULL ? NULL : json_pack("{s:s}", "hex", count == 0 ? "" : digits);
    free(digits);
    return value;
}

static json_t *column_value(sqlite3_stmt *row, int column)
{
    if (sqlite3_column_type(row, column) == SQLITE_INTEGER) {
        return json_integer(sqlite3_column_int64(row, column));
    }
    if (sqlite3_column_type(row, column) == SQLITE_NULL) {
        return json_null();
    }
    const unsigned char *bytes = sqlite3_column_blob(row, column);
    size_t count = (size_t)sqlite3_column_bytes(row, column);
    json_t *text = json_stringn(bytes == NULL ? "" : (const char *)bytes, count);
    return text != NULL ? text : hex_value(bytes, count);
}

static json_t *row_value(sqlite3_stmt *row)
{
    json_t *object = json_object();
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        (void)json_object_set_new(object, sqlite3_column_name(row, i), column_value(row, i));
    }
    return object;
}

/* Returns the rows that a query finds for a table; those before the first one that cannot be read. */
static json_t *rows_of(sqlite3 *handle, const char *sql, const char *table)
{
    json_t *rows = json_array();
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW) {
            (void)json_array_append_new(rows, row_value(statement));
        }
    }
    (void)sqlite3_finalize(statement);
    return rows;
}

/* ---- the game, as far as it can be applied ---- */

struct salvage {
    struct board *board;
    struct record record;
    struct game game;
    char stopped[STOPPED_BYTES]; /* why the record ends; "" if it is complete */
};

/* Reads the header of the record from the stored lobby. */
static bool read_setup(struct salvage *salvage, const char *lobby)
{
    struct record_error error;
    json_t *all = lobby == NULL ? NULL : json_loads(lobby, 0, NULL);
    json_t *setup = json_object_get(all, "setup");
    (void)json_object_set_new(setup, "actions", json_array());
    char *text = setup == NULL ? NULL : json_dumps(setup, JSON_COMPACT);
    bool good = text != NULL && record_read_stored(&salvage->record, text, strlen(text), &error);
    if (text == NULL) {
        (void)snprintf(salvage->stopped, STOPPED_BYTES, "There is no setup in its lobby.");
    } else if (!good) {
        record_error_line(&error, salvage->stopped, STOPPED_BYTES);
    }
    free(text);
    json_decref(all);
    return good;
}

/* Applies the actions that are left after an undo again. */
static bool apply_undo(struct salvage *salvage, size_t undone)
{
    struct record_error error;
    if (salvage->record.count < undone) {
        return false;
    }
    salvage->record.count -= undone;
    return record_fold(&salvage->record, salvage->board, SIZE_MAX, &salvage->game, NULL, NULL, &error);
}

static bool apply_row(struct salvage *salvage, const char *text)
{
    struct action action;
    struct complaint complaint;
    struct events events = {.count = 0};
    struct game next = salvage->game;
    json_t *row = text == NULL ? NULL : json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    size_t undone = log_read_undo(row);
    bool good = undone > 0 ? apply_undo(salvage, undone)
                           : row != NULL && action_from_json(row, &action, &complaint) &&
                                 game_apply(salvage->board, &next, &action, &events) == ERROR_OK &&
                                 record_append(&salvage->record, &action);
    if (good && undone == 0) {
        salvage->game = next;
    }
    json_decref(row);
    return good;
}

static void apply_rows(struct salvage *salvage, const json_t *rows)
{
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (json_integer_value(json_object_get(row, "n")) != (json_int_t)i) {
            (void)snprintf(salvage->stopped, STOPPED_BYTES, "Row %zu of its log is missing.", i);
            return;
        }
        if (!apply_row(salvage, json_string_value(json_object_get(row, "row")))) {
            (void)snprintf(salvage->stopped, STOPPED_BYTES, "Row %zu of its log cannot be applied.", i);
            return;
        }
    }
}

static json_t *record_value(struct salvage *salvage)
{
    struct record *record = &salvage->record;
    size_t capacity = RECORD_HEADER_ROOM + (record->count + 1) * RECORD_ACTION_ROOM;
    struct json_writer writer;
    char *text = malloc(capacity);
    json_t *value = NULL;
    if (text != NULL) {
        (void)snprintf(record->board, sizeof record->board, "%s/%u", salvage->board->name,
                       salvage->board->version);
        record->winner = salvage->game.winner;
        record->reason = salvage->game.reason;
        json_write_begin(&writer, text, capacity);
        record_write(record, &writer);
        value = json_write_ok(&writer) ? json_loadb(text, writer.length, 0, NULL) : NULL;
    }
    free(text);
    return value;
}

/* Adds "record" and "stopped". */
static void add_record(json_t *all, const char *lobby)
{
    struct salvage *salvage = calloc(1, sizeof *salvage);
    json_t *record = NULL;
    if (salvage == NULL) {
        return;
    }
    if (read_setup(salvage, lobby)) {
        salvage->board = board_builtin(salvage->record.setup.game);
        if (salvage->board == NULL ||
            game_new(salvage->board, &salvage->game, &salvage->record.setup) != ERROR_OK) {
            (void)snprintf(salvage->stopped, STOPPED_BYTES, "The rules refuse its setup.");
        } else {
            apply_rows(salvage, json_object_get(all, "actions"));
            record = record_value(salvage);
        }
        board_free(salvage->board);
        record_free(&salvage->record);
    }
    (void)json_object_set_new(all, "record", record == NULL ? json_null() : record);
    (void)json_object_set_new(all, "stopped",
                              salvage->stopped[0] == '\0' ? json_null() : json_string(salvage->stopped));
    free(salvage);
}

/* ---- all of it ---- */

static json_t *collect(sqlite3 *handle, const char *table)
{
    static const struct {
        const char *name, *sql;
    } queries[] = {
        {"tables", "SELECT * FROM tables WHERE id = ?1"},
        {"actions", "SELECT * FROM actions WHERE table_id = ?1 ORDER BY n"},
        {"chat", "SELECT * FROM chat WHERE table_id = ?1 ORDER BY n"},
        {"finished", "SELECT * FROM finished WHERE table_id = ?1"},
        {"finished_players", "SELECT * FROM finished_players WHERE table_id = ?1"},
        {"records", "SELECT * FROM records WHERE table_id = ?1"},
    };
    json_t *all = json_pack("{s:s}", "table", table);
    size_t rows = 0;
    for (size_t i = 0; i < COUNT(queries); i++) {
        json_t *found = rows_of(handle, queries[i].sql, table);
        rows += json_array_size(found);
        (void)json_object_set_new(all, queries[i].name, found);
    }
    if (rows == 0) {
        json_decref(all);
        return NULL;
    }
    add_record(
        all, json_string_value(json_object_get(json_array_get(json_object_get(all, "tables"), 0), "lobby")));
    return all;
}

static FILE *create_file(const char *directory, const char *file)
{
    int descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *out = descriptor < 0 || !give_to_owner_of(directory, descriptor) ? NULL : fdopen(descriptor, "w");
    if (out == NULL && descriptor >= 0) {
        (void)close(descriptor);
    }
    return out;
}

static bool write_json(const json_t *all, const char *directory, const char *file)
{
    FILE *out = file == NULL ? stdout : create_file(directory, file);
    bool good = out != NULL && json_dumpf(all, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    if (out != NULL && (out == stdout ? fflush(out) : fclose(out)) != 0) {
        good = false;
    }
    return good;
}

bool salvage_table(const char *directory, const char *table, const char *file, char *error, size_t capacity)
{
    struct database database;
    if (!database_open(&database, directory, DATABASE_CHECK, error, capacity)) {
        return false;
    }
    json_t *all = collect(database.handle, table);
    database_close(&database);
    bool good = all != NULL && write_json(all, directory, file);
    if (all == NULL) {
        (void)snprintf(error, capacity, "There is no table %.60s in \"%.200s\".", table, directory);
    } else if (!good) {
        (void)snprintf(error, capacity, "Cannot write \"%.200s\": %s.",
                       file == NULL ? "standard output" : file, strerror(errno));
    }
    json_decref(all);
    return good;
}
