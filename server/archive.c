/*
 * archive.c: finished games: the list, the record, the replay.
 *
 * A replay is the record folded again, each step seen as one viewer would have seen it. What is asked of a
 * finished game is answered from the store's record; a record file sent to POST /replay goes the same way
 * and is not kept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "verbs.h"
#include "wire.h"

enum { ARCHIVE_LIMIT = 50, ARCHIVE_MOST = 200, STEPS_MOST = 200, FILE_ANSWER_BYTES = 8 << 20 };

/* ---- the list ---- */

static void archive_fetched(struct store_request *found)
{
    struct request *request = found->context;
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
        store_request_free(found);
        return;
    }
    struct emit emit;
    request_begin(request, &emit);
    emit_open(&emit, "games", '[');
    for (size_t i = 0; i < found->rows; i++) {
        const struct store_row *row = &found->row[i];
        emit_open(&emit, NULL, '{');
        emit_string(&emit, "table", row->text[0]);
        emit_string(&emit, "game", row->text[1]);
        emit_open(&emit, "result", '{');
        emit_string(&emit, "winner", row->text[2]);
        emit_string(&emit, "reason", row->text[3]);
        emit_close(&emit, '}');
        emit_raw(&emit, "players", row->text[4], strlen(row->text[4]));
        emit_int(&emit, "actions", (long)row->number[0]);
        emit_int(&emit, "ended", (long)row->number[1]);
        emit_bool(&emit, "private", row->number[2] != 0);
        emit_string(&emit, "before", row->text[5]); /* give this back for those that follow */
        emit_close(&emit, '}');
    }
    emit_close(&emit, ']');
    request_end(request, &emit);
    store_request_free(found);
}

void do_archive(struct request *request)
{
    json_int_t limit = body_number(request, "limit", ARCHIVE_LIMIT);
    const char *before = body_text(request, "before");
    const char *game = body_text(request, "game");
    const char *player = body_text(request, "player");
    if (limit < 1 || limit > ARCHIVE_MOST) {
        request_complain(request, ERROR_BAD_KEYS, "\"limit\" is from 1 to 200.");
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
    store_submit(server_of(request)->store, found);
}

/* ---- one game ---- */

/* Who may see a finished game: everybody a public one; of a private one its players and the invited. */
static bool may_see(const struct request *request, const struct lobby *lobby)
{
    const char *invite = body_text(request, "invite");
    return !lobby->is_private || lobby_member(lobby, request->session->player->id) >= 0 ||
           (invite != NULL && identity_equal(invite, lobby->invite));
}

/* Asks the store for a finished game and goes on with `done`. */
static void fetch_record(struct request *request, void (*done)(struct store_request *found))
{
    struct store_request *found = store_request_new(done, request);
    store_request_add(found, STORE_RECORD_OF, (const char *[]){body_text(request, "table")}, 1, NULL, 0);
    store_submit(server_of(request)->store, found);
}

/* The record's text if it is there and may be seen; otherwise the request has been answered. */
static const char *record_of(struct request *request, const struct store_request *found)
{
    struct lobby *lobby = malloc(sizeof *lobby);
    bool good = lobby != NULL && found->status == STORE_OK && lobby_from_json(lobby, found->row[0].text[0]) &&
                may_see(request, lobby);
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
    const char *text = record_of(request, found);
    if (text != NULL) {
        struct emit emit;
        request_begin(request, &emit);
        emit_raw(&emit, "record", text, strlen(text));
        request_end(request, &emit);
    }
    store_request_free(found);
}

void do_record(struct request *request)
{
    fetch_record(request, record_fetched);
}

/* ---- a finished game as a table again ---- */

/* NULL: it does not fold, or there is no memory. */
static struct table *table_from_log(struct server *server, const char *id, const struct store_request *found)
{
    struct table *table = table_new(server, id);
    if (table == NULL) {
        return NULL;
    }
    bool good = found->row[0].text[0] != NULL && lobby_from_json(&table->lobby, found->row[0].text[0]) &&
                game_new(server->board[table->lobby.game], &table->game, &table->lobby.setup) == ERROR_OK;
    for (size_t i = 0; good && i < found->rows; i++) {
        char *const *text = found->row[i].text; /* lobby, player, key, row */
        good = table_fold_row(table, text[1], text[2], text[3]);
    }
    table->lobby.state = TABLE_FINISHED;
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
    struct table *table = table_find(server_of(request), id); /* another request may have been faster */
    if (table == NULL && found->status == STORE_OK) {
        table = table_from_log(server_of(request), id, found);
    }
    enum store_status status = found->status;
    store_request_free(found);
    request_hold_table(request, table);
    if (status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else if (table == NULL || request_find_table(request) != table) { /* private, and not his */
        request_fail(request, ERROR_UNKNOWN_TABLE);
    } else {
        request_go_on(request);
    }
}

void archive_fetch_table(struct request *request)
{
    struct store_request *found = store_request_new(log_fetched, request);
    store_request_add(found, STORE_LOG_OF, (const char *[]){body_text(request, "table")}, 1, NULL, 0);
    store_submit(server_of(request)->store, found);
}

/* ---- the replay ---- */

struct steps {
    struct emit *emit;
    struct viewer viewer;
    size_t from, until, at; /* steps: 0 is the game before its first action */
};

static void write_step(struct steps *steps, const struct game *game, const struct events *events)
{
    struct view view;
    if (steps->at >= steps->from && steps->at < steps->until) {
        emit_open(steps->emit, NULL, '{');
        emit_int(steps->emit, "step", (long)steps->at);
        emit_open(steps->emit, "events", '[');
        for (unsigned i = 0; events != NULL && i < events->count; i++) {
            struct viewed_event viewed;
            view_event(game, steps->viewer, &events->item[i], &viewed);
            wire_event(steps->emit, NULL, &viewed);
        }
        emit_close(steps->emit, ']');
        view_game(game, steps->viewer, &view);
        wire_view(steps->emit, "view", &view);
        emit_close(steps->emit, '}');
    }
    steps->at++;
}

static void each_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    (void)action;
    write_step(context, game, events);
}

/* Writes "total" and "steps" of a verified record. */
static void write_replay(struct emit *emit, const struct record *record, const struct board *board,
                         struct viewer viewer, size_t from, size_t count)
{
    struct steps steps = {emit, viewer, from, from + count, 0};
    struct game game;
    struct record_error error;
    emit_int(emit, "total", (long)record->count + 1);
    emit_open(emit, "steps", '[');
    if (game_new(board, &game, &record->setup) == ERROR_OK) {
        write_step(&steps, &game, NULL);
        (void)record_fold(record, board, SIZE_MAX, &game, each_step, &steps, &error);
    }
    emit_close(emit, ']');
}

static void replay_fetched(struct store_request *found)
{
    struct request *request = found->context;
    struct server *server = server_of(request);
    const char *text = record_of(request, found);
    struct record record;
    struct record_error error;
    struct viewer viewer;
    if (text == NULL) { /* and the request is gone */
        store_request_free(found);
        return;
    }
    json_int_t from = body_number(request, "from", 0);
    json_int_t count = body_number(request, "count", STEPS_MOST);
    if (!record_read(&record, text, strlen(text), &error)) {
        request_fail(request, ERROR_STORAGE);
    } else {
        if (!viewer_from_name(body_text(request, "as"), &record.setup, &viewer)) {
            request_fail(request, ERROR_UNKNOWN_WORD);
        } else if (from < 0 || count < 1 || count > STEPS_MOST) {
            request_complain(request, ERROR_BAD_KEYS, "\"from\" is 0 or more, \"count\" from 1 to 200.");
        } else {
            struct emit emit;
            request_begin(request, &emit);
            write_replay(&emit, &record, server->board[record.setup.game], viewer, (size_t)from,
                         (size_t)count);
            request_end(request, &emit);
        }
        record_free(&record);
    }
    store_request_free(found);
}

void do_replay(struct request *request)
{
    fetch_record(request, replay_fetched);
}

/* ---- a record file, POST /replay ---- */

/* Reading, folding and writing of up to 256 KiB of somebody's file: on a thread of libuv's pool. */
struct file_replay {
    uv_work_t work;
    struct http_request *request;
    const struct board *const *boards;
    char *text;
    size_t length;
    char as[16];
    int status;
    struct emit emit;
};

static void fail_file(struct file_replay *replay, const char *code, const char *sentence)
{
    struct emit *emit = &replay->emit;
    replay->status = 400;
    emit_begin(emit, emit->text, emit->capacity);
    emit_open(emit, NULL, '{');
    emit_open(emit, "error", '{');
    emit_string(emit, "code", code);
    emit_string(emit, "text", sentence);
    emit_close(emit, '}');
    emit_close(emit, '}');
}

static void replay_record(struct file_replay *replay, const struct record *record)
{
    const struct board *board = replay->boards[record->setup.game];
    struct viewer viewer;
    struct game game;
    struct record_error error;
    if (!record_verify(record, board, &game, &error)) {
        char line[320];
        record_error_line(&error, line, sizeof line);
        fail_file(replay, error_code(error.error), line);
    } else if (!viewer_from_name(replay->as, &record->setup, &viewer) ||
               (viewer.role == VIEWER_ALL && game.phase != PHASE_OVER)) {
        fail_file(replay, "unknown_word",
                  "As whom? jack, police, public, a colour, or all of a finished game.");
    } else {
        replay->status = 200;
        emit_open(&replay->emit, NULL, '{');
        write_replay(&replay->emit, record, board, viewer, 0, SIZE_MAX);
        emit_close(&replay->emit, '}');
        if (!emit_ok(&replay->emit)) {
            fail_file(replay, "bad_request", "The record is too long to be shown.");
        }
    }
}

static void replay_work(uv_work_t *work)
{
    struct file_replay *replay = work->data;
    struct record record;
    struct record_error error;
    if (record_read(&record, replay->text, replay->length, &error)) {
        replay_record(replay, &record);
        record_free(&record);
    } else {
        char line[320];
        record_error_line(&error, line, sizeof line);
        fail_file(replay, error_code(error.at == RECORD_AT_LINE ? ERROR_BAD_JSON : error.error), line);
    }
}

static void replay_worked(uv_work_t *work, int status)
{
    struct file_replay *replay = work->data;
    (void)status;
    transport_answer(replay->request, replay->status, replay->emit.text, replay->emit.length);
    free(replay->emit.text);
    free(replay->text);
    free(replay);
}

void archive_replay_file(void *context, struct http_request *request, const char *as, const char *body,
                         size_t length)
{
    const struct server *server = context;
    struct file_replay *replay = calloc(1, sizeof *replay);
    char *text = malloc(length + 1);
    char *answer = malloc(FILE_ANSWER_BYTES); /* more than the longest game there is */
    if (replay == NULL || text == NULL || answer == NULL) {
        free(replay);
        free(text);
        free(answer);
        transport_answer(request, 503, "{}", 2);
        return;
    }
    memcpy(text, body, length);
    *replay =
        (struct file_replay){.request = request, .boards = server->board, .text = text, .length = length};
    snprintf(replay->as, sizeof replay->as, "%s", as[0] == '\0' ? "public" : as);
    emit_begin(&replay->emit, answer, FILE_ANSWER_BYTES);
    replay->work.data = replay;
    if (uv_queue_work(server->loop, &replay->work, replay_work, replay_worked) != 0) {
        replay->status = 503;
        replay_worked(&replay->work, 0);
    }
}
