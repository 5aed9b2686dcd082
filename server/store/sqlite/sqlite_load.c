/*
 * sqlite_load.c: loads the open and running tables at startup.
 *
 * The list of them comes from an index; then each table and its actions are read by themselves, so that a page that
 * cannot be read costs the tables on it, and not the start of the server.
 */
#include <inttypes.h>
#include <stdio.h>

#include "server/store/sqlite/sqlite.h"

struct load {
    const struct database *database;
    const struct store_loader *loader;
    sqlite3_stmt *list, *table, *actions;
};

static bool prepare(const struct load *load, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v2(load->database->handle, sql, -1, statement, NULL) == SQLITE_OK;
}

static void report(const struct load *load, const char *table, int code)
{
    char why[200];
    (void)snprintf(why, sizeof why, "Its rows cannot be read: %.100s.", sqlite3_errstr(code));
    load->loader->failed(load->loader->context, table, why);
}

/* Reads the current row. Returns false if a text is missing, which happens only in a damaged database. */
static bool read_row(sqlite3_stmt *statement, struct store_row *row)
{
    enum { LOADED_TEXTS = 4, LOADED_NUMBERS = 2 };
    bool good = true;
    sqlite_peek_row(statement, row, LOADED_TEXTS, LOADED_NUMBERS);
    for (unsigned i = 0; i < LOADED_TEXTS; i++) {
        good = good && row->text[i] != NULL;
    }
    return good;
}

static void load_actions(const struct load *load, const char *table)
{
    int code = sqlite3_bind_text(load->actions, 1, table, -1, SQLITE_STATIC);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        struct store_row row;
        code = sqlite3_step(load->actions);
        if (code == SQLITE_ROW && !read_row(load->actions, &row)) {
            code = SQLITE_CORRUPT;
        } else if (code == SQLITE_ROW) {
            code = load->loader->action(load->loader->context, &row) ? code : SQLITE_DONE;
        }
    }
    if (code != SQLITE_DONE) {
        report(load, table, code);
    }
    (void)sqlite3_reset(load->actions);
}

static void load_table(const struct load *load, int64_t number)
{
    int code = sqlite3_bind_int64(load->table, 1, number);
    code = code == SQLITE_OK ? sqlite3_step(load->table) : code;
    struct store_row row = {.text = {NULL}};
    if (code == SQLITE_ROW && read_row(load->table, &row)) {
        if (load->loader->table(load->loader->context, &row)) {
            load_actions(load, row.text[0]);
        }
    } else {
        char name[40];
        (void)snprintf(name, sizeof name, "(row %" PRId64 ")", number);
        report(load, row.text[0] == NULL ? name : row.text[0], code == SQLITE_ROW ? SQLITE_CORRUPT : code);
    }
    (void)sqlite3_reset(load->table);
}

bool sqlite_load(const struct database *database, const struct store_loader *loader, char *error,
                 size_t capacity)
{
    struct load load = {.database = database, .loader = loader};
    int code = SQLITE_ERROR;
    if (prepare(&load, "SELECT rowid FROM tables WHERE state IN ('open', 'running') ORDER BY rowid",
                &load.list) &&
        prepare(&load, "SELECT id, game, state, lobby, private, updated FROM tables WHERE rowid = ?1",
                &load.table) &&
        prepare(&load, "SELECT table_id, player, key, row, n, at FROM actions WHERE table_id = ?1 ORDER BY n",
                &load.actions)) {
        while ((code = sqlite3_step(load.list)) == SQLITE_ROW) {
            load_table(&load, sqlite3_column_int64(load.list, 0));
        }
    }
    if (code != SQLITE_DONE) {
        (void)snprintf(error, capacity, "Cannot read the database \"%s\": %s.", database->path,
                       sqlite3_errmsg(database->handle));
    }
    (void)sqlite3_finalize(load.list);
    (void)sqlite3_finalize(load.table);
    (void)sqlite3_finalize(load.actions);
    return code == SQLITE_DONE;
}
