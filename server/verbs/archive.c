/* archive.c: finished games: the list, the record, and a finished game as a table in memory. */
#include "server/verbs/archive.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/table/lobby_json.h"
#include "server/table/table_log.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum { GAMES_DEFAULT = 50, GAMES_MAX = 200 };

/* ---- the list ---- */

static void archive_fetched(struct store_request *found)
{
    struct request *request = found->context;
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
        store_request_free(found);
        return;
    }
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_open(&writer, "games", '[');
    for (size_t i = 0; i < found->rows; i++) {
        const struct store_row *row = &found->row[i];
        json_write_open(&writer, NULL, '{');
        json_write_string(&writer, "table", row->text[0]);
        json_write_string(&writer, "game", row->text[1]);
        json_write_open(&writer, "result", '{');
        json_write_string(&writer, "winner", row->text[2]);
        json_write_string(&writer, "reason", row->text[3]);
        json_write_close(&writer, '}');
        json_write_raw(&writer, "players", row->text[4], strlen(row->text[4]));
        json_write_int(&writer, "actions", (long)row->number[0]);
        json_write_int(&writer, "ended", (long)row->number[1]);
        json_write_bool(&writer, "private", row->number[2] != 0);
        json_write_string(&writer, "before", row->text[5]); /* the cursor to ask for the next games with */
        json_write_close(&writer, '}');
    }
    json_write_close(&writer, ']');
    request_end(request, &writer);
    store_request_free(found);
}

void do_archive(struct request *request)
{
    json_int_t limit = body_number(request, "limit", GAMES_DEFAULT);
    const char *before = body_text(request, "before");
    const char *game = body_text(request, "game");
    const char *player = body_text(request, "player");
    if (limit < 1 || limit > GAMES_MAX) {
        request_fail_with(request, ERROR_BAD_KEYS, "\"limit\" is from 1 to 200.");
        return;
    }
    if (game != NULL && game_from_name(game) == GAME_KIND_COUNT) {
        request_fail(request, ERROR_BAD_GAME);
        return;
    }
    struct store_request *found = store_request_new(archive_fetched, request);
    store_request_add(found, STORE_ARCHIVE,
                      (const char *[]){request->session->player->id, before == NULL ? "" : before,
                                       game == NULL ? "" : game, player == NULL ? "" : player},
                      4, (int64_t[]){limit}, 1);
    store_submit(dispatch_of(request)->store, found);
}

/* ---- one game ---- */

void archive_fetch_record(struct request *request, void (*done)(struct store_request *found))
{
    struct store_request *found = store_request_new(done, request);
    store_request_add(found, STORE_RECORD_OF, (const char *[]){body_text(request, "table")}, 1, NULL, 0);
    store_submit(dispatch_of(request)->store, found);
}

const char *archive_record_of(struct request *request, const struct store_request *found)
{
    struct lobby *lobby = malloc(sizeof *lobby);
    bool good = lobby != NULL && found->status == STORE_OK && lobby_from_json(lobby, found->row[0].text[0]) &&
                request_may_see(request, lobby);
    free(lobby);
    if (!good) {
        bool unfinished = found->status == STORE_NOTHING && request_find_table(request) != NULL;
        request_fail(request, found->status == STORE_REFUSED ? ERROR_STORAGE
                              : unfinished                   ? ERROR_NOT_FINISHED
                                                             : ERROR_UNKNOWN_TABLE);
        return NULL;
    }
    return found->row[0].text[1];
}

static void record_fetched(struct store_request *found)
{
    struct request *request = found->context;
    const char *text = archive_record_of(request, found);
    if (text != NULL) {
        struct json_writer writer;
        request_begin(request, &writer);
        json_write_raw(&writer, "record", text, strlen(text));
        request_end(request, &writer);
    }
    store_request_free(found);
}

void do_record(struct request *request)
{
    archive_fetch_record(request, record_fetched);
}

/* ---- a finished game as a table in memory ---- */

/* Returns NULL if the log cannot be applied, or there is no memory. */
static struct table *table_from_log(struct tables *tables, const char *id, const struct store_request *found)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);
    bool good =
        lobby != NULL && found->row[0].text[0] != NULL && lobby_from_json(lobby, found->row[0].text[0]);
    if (lobby != NULL) {
        lobby->state = TABLE_FINISHED;
    }
    struct table *table = lobby == NULL ? NULL : table_new(tables, id, lobby);
    free(lobby);
    if (table == NULL) {
        return NULL;
    }
    good = good && game_new(table_board(table), &table->game, &table->lobby.setup) == ERROR_OK;
    for (size_t i = 0; good && i < found->rows; i++) {
        char *const *text = found->row[i].text; /* lobby, player, key, row */
        good = table_apply_row(table, text[1], text[2], text[3]);
    }
    if (!good) {
        log_line(LOG_ERROR, "log_does_not_fold", "table=%s", table->id);
        table_release(table);
        return NULL;
    }
    return table;
}

static void log_fetched(struct store_request *found)
{
    struct request *request = found->context;
    const char *id = body_text(request, "table");
    struct table *table =
        table_find(dispatch_of(request)->tables, id); /* another request may have been faster */
    if (table == NULL && found->status == STORE_OK) {
        table = table_from_log(dispatch_of(request)->tables, id, found);
    }
    enum store_status status = found->status;
    store_request_free(found);
    request_hold_table(request, table);
    if (status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else if (table == NULL || request_find_table(request) != table) { /* private, and not theirs */
        request_fail(request, ERROR_UNKNOWN_TABLE);
    } else {
        request_resume(request);
    }
}

void archive_fetch_table(struct request *request)
{
    struct store_request *found = store_request_new(log_fetched, request);
    store_request_add(found, STORE_LOG_OF, (const char *[]){body_text(request, "table")}, 1, NULL, 0);
    store_submit(dispatch_of(request)->store, found);
}
