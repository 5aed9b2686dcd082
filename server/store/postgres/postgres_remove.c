/*
 * postgres_remove.c: removes a player, including their name.
 *
 * The player's row is deleted. The name is replaced in chat, and in the JSON of tables and finished games: see
 * remove_name.h. Rows of tables are locked while they are changed, because they may belong to other nodes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/store/postgres/postgres.h"
#include "server/store/remove_name.h"

struct removing {
    struct postgres *connection;
    const char *player, *name;
    char code[SQLSTATE_SIZE]; /* of a clean failure */
    enum postgres_result result;
};

/* Runs a statement. Returns NULL on failure, which is then the result of it all; the caller clears the result. */
static PGresult *query(struct removing *removing, const char *sql, const char *const *texts, int count)
{
    PGresult *result =
        libpq.PQexecParams(removing->connection->handle, sql, count, NULL, texts, NULL, NULL, 0);
    removing->result = postgres_result_of(result, removing->code);
    if (removing->result != POSTGRES_DONE) {
        libpq.PQclear(result);
        return NULL;
    }
    return result;
}

static void change(struct removing *removing, const char *sql, const char *const *texts, int count)
{
    if (removing->result == POSTGRES_DONE) {
        libpq.PQclear(query(removing, sql, texts, count));
    }
}

static void collect_chat_names(struct removing *removing, struct removal *removal, const char *table)
{
    PGresult *found = query(removing, "SELECT DISTINCT name FROM chat WHERE table_id = $1 AND player = $2",
                            (const char *[]){table, removing->player}, 2);
    for (int i = 0; found != NULL && i < libpq.PQntuples(found); i++) {
        removal_add_name(removal, libpq.PQgetvalue(found, i, 0));
    }
    libpq.PQclear(found);
}

/* The last two change no row if the game is not finished. */
static void write_back(struct removing *removing, const char *table, char *const text[REMOVE_TEXTS])
{
    change(removing, "UPDATE tables SET lobby = $2 WHERE id = $1",
           (const char *[]){table, text[REMOVE_LOBBY]}, 2);
    change(removing, "UPDATE finished SET players = $2 WHERE table_id = $1",
           (const char *[]){table, text[REMOVE_PLAYERS]}, 2);
    change(removing, "UPDATE records SET record = $2 WHERE table_id = $1",
           (const char *[]){table, text[REMOVE_RECORD]}, 2);
}

/* The row is: id, lobby, players, record. */
static void clean_table(struct removing *removing, const PGresult *tables, int row)
{
    const char *table = libpq.PQgetvalue(tables, row, 0);
    const char *before[REMOVE_TEXTS];
    char *after[REMOVE_TEXTS];
    struct removal removal;
    for (int i = 0; i < REMOVE_TEXTS; i++) {
        before[i] = libpq.PQgetisnull(tables, row, i + 1) ? NULL : libpq.PQgetvalue(tables, row, i + 1);
    }
    removal_begin(&removal, removing->player, before);
    removal_add_name(&removal, removing->name);
    collect_chat_names(removing, &removal, table);
    if (!removal_apply(&removal, after)) {
        removing->result = POSTGRES_FAILED;
        (void)snprintf(removing->code, SQLSTATE_SIZE, "53200"); /* out of memory */
    } else if (after[REMOVE_LOBBY] != NULL) {
        write_back(removing, table, after);
    }
    for (unsigned i = 0; i < REMOVE_TEXTS; i++) {
        free(after[i]);
    }
    removal_end(&removal);
}

static void clean_tables(struct removing *removing)
{
    PGresult *tables =
        query(removing,
              "SELECT t.id, t.lobby, f.players, r.record FROM tables t "
              "LEFT JOIN finished f ON f.table_id = t.id LEFT JOIN records r ON r.table_id = t.id "
              "WHERE strpos(t.lobby, $1) > 0 OR strpos(f.players, $1) > 0 ORDER BY t.id FOR UPDATE OF t",
              (const char *[]){removing->player}, 1);
    int count = tables == NULL ? 0 : libpq.PQntuples(tables);
    for (int row = 0; row < count && removing->result == POSTGRES_DONE; row++) {
        clean_table(removing, tables, row);
    }
    libpq.PQclear(tables);
}

enum postgres_result postgres_remove_player(struct postgres *connection, const char *player,
                                            enum store_status *status, char code[SQLSTATE_SIZE])
{
    static const char *const rest[] = {
        "DELETE FROM finished_players WHERE player_id = $1",
        "DELETE FROM players WHERE id = $1",
    };
    const char *const texts[] = {player, STORE_REMOVED_NAME};
    struct removing removing = {.connection = connection, .player = player};
    if (player == NULL) {
        *status = STORE_REFUSED;
        return POSTGRES_DONE;
    }
    PGresult *found = query(&removing, "SELECT name FROM players WHERE id = $1 FOR UPDATE", texts, 1);
    if (found != NULL && libpq.PQntuples(found) == 0) {
        *status = STORE_NOTHING;
    } else if (found != NULL) {
        removing.name = libpq.PQgetvalue(found, 0, 0);
        clean_tables(&removing);
        change(&removing, "UPDATE chat SET name = $2 WHERE player = $1", texts, 2);
        for (size_t i = 0; i < COUNT(rest); i++) {
            change(&removing, rest[i], texts, 1);
        }
    }
    libpq.PQclear(found);
    memcpy(code, removing.code, SQLSTATE_SIZE);
    return removing.result;
}
