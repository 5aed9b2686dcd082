/* loading.c: see loading.h. */
#include "server/table/changes/loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/changes/table_commit.h"
#include "server/table/damaged.h"
#include "server/table/lobby_json.h"
#include "server/table/table_log.h"

struct loading {
    struct tables *tables;
    struct table *table; /* the one whose actions are being read */
    char *lobby;         /* its lobby as stored */
    int64_t last_action; /* when its latest one was stored, or 0 */
};

/* Sets the current table aside. Returns false. */
static bool set_aside(struct loading *loading, const char *why)
{
    struct table *table = loading->table;
    tables_set_aside(loading->tables, table->id, loading->lobby, table->lobby.is_private, why);
    loading->table = NULL;
    table_discard(table);
    return false;
}

/* Returns what is wrong with a table before its first action, or NULL. Creates its game. */
static const char *check_table(struct table *table, const struct store_row *row)
{
    const struct lobby *lobby = &table->lobby;
    char board[64];
    (void)snprintf(board, sizeof board, "%s/%u", table_board(table)->name, table_board(table)->version);
    if (strcmp(table_state_name(lobby->state), row->text[2]) != 0 ||
        strcmp(game_name(lobby->game), row->text[1]) != 0) {
        return "Its lobby is that of another game or state.";
    }
    if (lobby->state != TABLE_FINISHED && !lobby_is_on_board(row->text[3], board)) {
        return "It was played on another board.";
    }
    if (lobby->setup.seats == 0) {
        return lobby->state == TABLE_RUNNING ? "It is running, but has no setup." : NULL;
    }
    return game_new(table_board(table), &table->game, &lobby->setup) == ERROR_OK
               ? NULL
               : "The rules refuse its setup.";
}

/* Every table is complete when the next one begins, or all are loaded. */
static void finish_table(struct loading *loading)
{
    struct table *table = loading->table;
    if (table != NULL && table->lobby.state == TABLE_RUNNING && table->game.winner != WINNER_NONE) {
        (void)set_aside(loading, "It is running, but its game is over.");
    } else if (table != NULL && table->lobby.state == TABLE_RUNNING && table->lobby.clock != 0) {
        table_clock_restore(table, loading->last_action);
    }
    loading->table = NULL;
    loading->last_action = 0;
    free(loading->lobby);
    loading->lobby = NULL;
}

static bool load_table(void *context, const struct store_row *row)
{
    struct loading *loading = context;
    struct lobby *lobby = malloc(sizeof *lobby);
    finish_table(loading);
    bool fits = strlen(row->text[0]) <= TABLE_ID_LENGTH;
    bool good = lobby != NULL && fits && lobby_from_json(lobby, row->text[3]);
    loading->table = good ? table_new(loading->tables, row->text[0], lobby) : NULL;
    loading->lobby = strdup(row->text[3]);
    free(lobby);
    if (loading->table == NULL) {
        tables_set_aside(loading->tables, row->text[0], row->text[3], row->number[0] != 0,
                         "Its lobby cannot be read.");
        return false;
    }
    const char *why = check_table(loading->table, row);
    return why == NULL || set_aside(loading, why);
}

static bool load_action(void *context, const struct store_row *row)
{
    struct loading *loading = context;
    struct table *table = loading->table;
    char why[DAMAGE_BYTES];
    if (row->number[0] != (int64_t)table->entries) {
        (void)snprintf(why, sizeof why, "Row %zu of its log is missing.", table->entries);
        return set_aside(loading, why);
    }
    if (!table_apply_row(table, row->text[1], row->text[2], row->text[3])) {
        (void)snprintf(why, sizeof why, "Row %zu of its log cannot be applied.", table->entries);
        return set_aside(loading, why);
    }
    loading->last_action = row->number[1];
    table_touch(table, row->number[1]); /* the stored lobby does not have the time of its actions */
    return true;
}

static void load_failed(void *context, const char *table, const char *why)
{
    struct loading *loading = context;
    if (loading->table != NULL && strcmp(loading->table->id, table) == 0) {
        (void)set_aside(loading, why);
    } else {
        tables_set_aside(loading->tables, table, NULL, true, why);
    }
}

bool tables_load(struct tables *tables, char *error, size_t capacity)
{
    struct loading loading = {.tables = tables};
    struct store_loader loader = {
        .table = load_table, .action = load_action, .failed = load_failed, .context = &loading};
    bool loaded = store_load(tables->store, &loader, error, capacity);
    finish_table(&loading);
    return loaded;
}

struct table *tables_load_one(struct tables *tables, const char *id, const struct store_request *found)
{
    struct loading loading = {.tables = tables};
    const struct store_row *first =
        &found->row[0]; /* lobby, game, state, player, key, row | n, at, private */
    const struct store_row row = {.text = {(char *)id, first->text[1], first->text[2], first->text[0]},
                                  .number = {first->number[2]}};
    bool good = load_table(&loading, &row);
    for (size_t i = 0; good && i < found->rows && found->row[i].text[5] != NULL; i++) {
        const struct store_row *entry = &found->row[i];
        good = load_action(&loading, &(struct store_row){
                                         .text = {(char *)id, entry->text[3], entry->text[4], entry->text[5]},
                                         .number = {entry->number[0], entry->number[1]}});
    }
    finish_table(&loading);
    return good ? table_find(tables, id) : NULL;
}
