/*
 * sqlite_remove.c: removes a player, including their name.
 *
 * The player's row is deleted. The name is replaced in chat, and in the JSON of tables and finished games: see
 * remove_name.h.
 */
#include <stdlib.h>

#include "common/base/array.h"
#include "server/store/remove_name.h"
#include "server/store/sqlite/sqlite.h"

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
            removal_add_name(removal, (const char *)sqlite3_column_text(statement, 0));
        }
    }
    (void)sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* ---- One table --------------------------------------------------------------------------------- */

static int write_back(sqlite3 *handle, const char *table, char *const text[REMOVE_TEXTS])
{
    int code = change(handle, "UPDATE tables SET lobby = ?2 WHERE id = ?1",
                      (const char *[4]){table, text[REMOVE_LOBBY]});
    if (code == SQLITE_OK) { /* this and the next change no row if the game is not finished */
        code = change(handle, "UPDATE finished SET players = ?2 WHERE table_id = ?1",
                      (const char *[4]){table, text[REMOVE_PLAYERS]});
    }
    if (code == SQLITE_OK) {
        code = change(handle, "UPDATE records SET record = ?2 WHERE table_id = ?1",
                      (const char *[4]){table, text[REMOVE_RECORD]});
    }
    return code;
}

/* The current row of `statement` is: id, lobby, players, record. */
static int clean_table(const char *player, sqlite3 *handle, sqlite3_stmt *statement, const char *name)
{
    const char *table = (const char *)sqlite3_column_text(statement, 0);
    const char *before[REMOVE_TEXTS];
    char *after[REMOVE_TEXTS];
    struct removal removal;
    for (int i = 0; i < REMOVE_TEXTS; i++) {
        before[i] = (const char *)sqlite3_column_text(statement, i + 1);
    }
    removal_begin(&removal, player, before);
    removal_add_name(&removal, name);
    int code = table == NULL ? SQLITE_NOMEM
                             : collect_chat_names(&removal, handle,
                                                  "SELECT name FROM chat WHERE table_id = ?1 AND player = ?2",
                                                  (const char *[4]){table, player});
    if (!removal_apply(&removal, after)) {
        code = SQLITE_NOMEM;
    }
    if (code == SQLITE_OK && after[REMOVE_LOBBY] != NULL) {
        code = write_back(handle, table, after);
    }
    for (unsigned i = 0; i < REMOVE_TEXTS; i++) {
        free(after[i]);
    }
    removal_end(&removal);
    return code;
}

static int clean_tables(sqlite3 *handle, const char *player, const char *name)
{
    sqlite3_stmt *statement = NULL;
    /* The + makes SQLite sort, so that it reads every row before the first one is changed. */
    int code = start(handle,
                     "SELECT t.id, t.lobby, f.players, r.record FROM tables t "
                     "LEFT JOIN finished f ON f.table_id = t.id LEFT JOIN records r ON r.table_id = t.id "
                     "WHERE instr(t.lobby, ?1) > 0 OR instr(f.players, ?1) > 0 ORDER BY +t.id",
                     (const char *[4]){player}, &statement);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            int cleaned = clean_table(player, handle, statement, name);
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
