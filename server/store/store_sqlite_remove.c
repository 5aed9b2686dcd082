/*
 * store_sqlite_remove.c: removes a player, including their name.
 *
 * The player's row is deleted. Games they took part in are kept for the other players, and so is the player's
 * id in them, which reveals nothing by itself. Their name becomes STORE_REMOVED_NAME in chat and in the JSON of
 * tables and finished games, in every object, at any depth, that has "player": id and "name". The seats of a
 * record have names without ids; there, every seat with a name that the player used at that table is changed
 * (if two players had the same name, both lose it, which is better than keeping the removed one).
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/store/store_sqlite.h"

/* The player to remove, and the names they used at the current table, as keys of a JSON object. */
struct removal {
    const char *player;
    json_t *names;
    bool changed, failed;
};

typedef void visit(struct removal *removal, json_t *object);

static void walk(struct removal *removal, json_t *value, visit *each)
{
    json_t *part;
    size_t index;
    if (json_is_object(value)) {
        const char *key;
        each(removal, value);
        json_object_foreach (value, key, part) {
            walk(removal, part, each);
        }
    }
    json_array_foreach (value, index, part) {
        walk(removal, part, each);
    }
}

static bool is_theirs(const struct removal *removal, const json_t *object)
{
    const char *player = json_string_value(json_object_get(object, "player"));
    return player != NULL && strcmp(player, removal->player) == 0;
}

static void add_name(struct removal *removal, const char *name)
{
    if (name != NULL && json_object_set_new(removal->names, name, json_true()) != 0) {
        removal->failed = true;
    }
}

/* Adds the name from the record's seats, which may differ from the current one. Members are in seat order. */
static void collect_seat_name(struct removal *removal, const json_t *lobby)
{
    const json_t *seats = json_object_get(json_object_get(lobby, "setup"), "seats");
    const json_t *members = json_object_get(lobby, "members");
    for (size_t i = 0; i < json_array_size(seats) && i < json_array_size(members); i++) {
        if (is_theirs(removal, json_array_get(members, i))) {
            add_name(removal, json_string_value(json_object_get(json_array_get(seats, i), "name")));
        }
    }
}

static void collect_names(struct removal *removal, json_t *object)
{
    collect_seat_name(removal, object);
    if (is_theirs(removal, object)) {
        add_name(removal, json_string_value(json_object_get(object, "name")));
    }
}

static void replace(struct removal *removal, json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    bool seat = json_object_get(object, "player") == NULL && json_is_array(json_object_get(object, "pawns"));
    if (name == NULL ||
        !(is_theirs(removal, object) || (seat && json_object_get(removal->names, name) != NULL))) {
        return;
    }
    if (json_object_set_new(object, "name", json_string(STORE_REMOVED_NAME)) != 0) {
        removal->failed = true;
    }
    removal->changed = true;
}

/* ---- SQL --------------------------------------------------------------------------------------- */

/* Prepares a statement and binds up to four texts; NULL is bound as SQL NULL. */
static int start(sqlite3 *handle, const char *sql, const char *const texts[4], sqlite3_stmt **statement)
{
    int code = sqlite3_prepare_v2(handle, sql, -1, statement, NULL);
    for (int i = 0; code == SQLITE_OK && i < sqlite3_bind_parameter_count(*statement); i++) {
        code = sqlite3_bind_text(*statement, i + 1, texts[i], -1, SQLITE_STATIC);
    }
    return code;
}

static int change(sqlite3 *handle, const char *sql, const char *const texts[4])
{
    sqlite3_stmt *statement = NULL;
    int code = start(handle, sql, texts, &statement);
    code = code == SQLITE_OK ? sqlite3_step(statement) : code;
    (void)sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Adds the texts in a query's first column to the names. */
static int collect_chat_names(struct removal *removal, sqlite3 *handle, const char *sql,
                              const char *const texts[4])
{
    sqlite3_stmt *statement = NULL;
    int code = start(handle, sql, texts, &statement);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            add_name(removal, (const char *)sqlite3_column_text(statement, 0));
        }
    }
    (void)sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* ---- One table --------------------------------------------------------------------------------- */

enum { LOBBY, PLAYERS, RECORD, TEXTS };

static json_t *column_json(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text == NULL ? json_null() : json_loads(text, JSON_DECODE_ANY, NULL);
}

static int write_back(sqlite3 *handle, const char *table, json_t *const parts[TEXTS])
{
    char *text[TEXTS];
    int code = SQLITE_OK;
    for (unsigned i = 0; i < TEXTS; i++) {
        text[i] = json_dumps(parts[i], JSON_COMPACT | JSON_ENCODE_ANY);
        code = text[i] == NULL ? SQLITE_NOMEM : code;
    }
    if (code == SQLITE_OK) {
        code = change(handle, "UPDATE tables SET lobby = ?2 WHERE id = ?1",
                      (const char *[4]){table, text[LOBBY]});
    }
    if (code == SQLITE_OK) { /* changes no row if the game is not finished */
        code = change(handle, "UPDATE finished SET players = ?2, record = ?3 WHERE table_id = ?1",
                      (const char *[4]){table, text[PLAYERS], text[RECORD]});
    }
    for (unsigned i = 0; i < TEXTS; i++) {
        free(text[i]);
    }
    return code;
}

/* The current row of `statement` is: id, lobby, players, record. */
static int clean_table(struct removal *removal, sqlite3 *handle, sqlite3_stmt *statement, const char *name)
{
    const char *table = (const char *)sqlite3_column_text(statement, 0);
    json_t *parts[TEXTS] = {0};
    int code = SQLITE_OK;
    removal->names = json_object();
    removal->changed = false;
    removal->failed = table == NULL || removal->names == NULL;
    for (int i = 0; i < TEXTS; i++) {
        parts[i] = column_json(statement, i + 1);
        removal->failed = removal->failed || parts[i] == NULL;
    }
    if (!removal->failed) {
        add_name(removal, name);
        code =
            collect_chat_names(removal, handle, "SELECT name FROM chat WHERE table_id = ?1 AND player = ?2",
                               (const char *[4]){table, removal->player});
        for (unsigned i = 0; i < TEXTS; i++) {
            walk(removal, parts[i], collect_names);
        }
        for (unsigned i = 0; i < TEXTS; i++) {
            walk(removal, parts[i], replace);
        }
        if (code == SQLITE_OK && !removal->failed && removal->changed) {
            code = write_back(handle, table, parts);
        }
    }
    for (unsigned i = 0; i < TEXTS; i++) {
        json_decref(parts[i]);
    }
    json_decref(removal->names);
    return removal->failed ? SQLITE_NOMEM : code;
}

static int clean_tables(sqlite3 *handle, const char *player, const char *name)
{
    struct removal removal = {.player = player};
    sqlite3_stmt *statement = NULL;
    /* The + makes SQLite sort, so that it reads every row before the first one is changed. */
    int code = start(handle,
                     "SELECT t.id, t.lobby, f.players, f.record FROM tables t "
                     "LEFT JOIN finished f ON f.table_id = t.id "
                     "WHERE instr(t.lobby, ?1) > 0 OR instr(f.players, ?1) > 0 ORDER BY +t.id",
                     (const char *[4]){player}, &statement);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            int cleaned = clean_table(&removal, handle, statement, name);
            code = cleaned == SQLITE_OK ? code : cleaned;
        }
    }
    (void)sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int database_remove_player(sqlite3 *handle, const char *player)
{
    sqlite3_stmt *statement = NULL;
    const char *const texts[4] = {player, STORE_REMOVED_NAME};
    int code = player == NULL ? SQLITE_MISUSE
                              : start(handle, "SELECT name FROM players WHERE id = ?1", texts, &statement);
    code = code == SQLITE_OK ? sqlite3_step(statement) : code;
    if (code == SQLITE_ROW) {
        code = clean_tables(handle, player, (const char *)sqlite3_column_text(statement, 0));
    } else {
        code = code == SQLITE_DONE ? SQLITE_NOTFOUND : code;
    }
    (void)sqlite3_finalize(statement);

    static const char *const rest[] = {
        "UPDATE chat SET name = ?2 WHERE player = ?1",
        "DELETE FROM finished_players WHERE player_id = ?1",
        "DELETE FROM players WHERE id = ?1",
    };
    for (size_t i = 0; code == SQLITE_OK && i < COUNT(rest); i++) {
        code = change(handle, rest[i], texts);
    }
    return code;
}
