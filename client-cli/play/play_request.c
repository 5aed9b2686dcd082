/* play_request.c: sends requests to the server, dispatches the replies, and notifies the front end. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"

enum { PROTOCOL_ERRORS_MAX = 5, RETRY_INTERVAL_MS = 1000 };

/* ---- Notifying the front end ---------------------------------------------------------------------- */

/* The words for completion point into the model, so they are collected again after each change. */
static void collect_words(struct play *play)
{
    const struct model *model = &play->model;
    for (unsigned i = 0; i < MODEL_MEMBERS_MAX; i++) {
        play->names[i] = i < model->table.seats ? model->table.seat[i].name : NULL;
    }
    for (unsigned i = 0; i < MODEL_WATCHERS_MAX; i++) {
        play->watchers[i] = i < model->table.watchers_named ? model->table.watcher[i].name : NULL;
    }
    size_t count = model->tables + model->mine;
    const char **ids = realloc(play->table_ids, (count + 1) * sizeof *ids);
    play->table_ids = ids != NULL ? ids : play->table_ids;
    play->table_count = ids != NULL ? count : 0;
    for (size_t i = 0; i < play->table_count; i++) {
        play->table_ids[i] =
            i < model->tables ? model->table_list[i].id : model->mine_list[i - model->tables].id;
    }
}

/* Notes when the turn came that the model has now; the clock counts from then. */
static void note_turn_time(struct play *play)
{
    if (play->turn_timed != play->model.turn_updates) {
        play->turn_timed = play->model.turn_updates;
        play->turn_time = uv_now(play->loop);
    }
}

void play_changed(struct play *play)
{
    collect_words(play);
    note_turn_time(play);
    play->hooks.changed(play->hooks.context);
}

void play_answer(struct play *play, bool ok, const char *format, ...)
{
    char raw[ANSWER_MAX];
    char sentence[ANSWER_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    (void)model_sanitize(sentence, sizeof sentence, raw);
    play->hooks.answered(play->hooks.context, ok, sentence);
}

void play_end(struct play *play, enum connection_state state, const char *why)
{
    if (!play->over) {
        play->over = true;
        model_update_state(&play->model, state, why);
        play->hooks.ended(play->hooks.context, 1);
    }
}

/* Watching the table again repairs the model; the run ends if the errors persist. */
void play_protocol_error(struct play *play)
{
    if (++play->protocol_errors > PROTOCOL_ERRORS_MAX) {
        play_end(play, CONNECTION_FAILED, tr("The server keeps sending invalid messages."));
        return;
    }
    model_add_news(&play->model, tr("The server sent an invalid message."));
    if (play->model.has_table) {
        connection_watch(play->connection, play->model.table.id,
                         play->invite[0] != '\0' ? play->invite : NULL);
    }
    play_changed(play);
}

bool play_name_is_taken(const char *code)
{
    return strcmp(code, error_code(ERROR_NAME_TAKEN)) == 0;
}

void play_ask_name(struct play *play, const struct command *join)
{
    play->rejoin = *join;
    play->rejoins = true;
    if (play->hooks.name_taken != NULL) {
        play->hooks.name_taken(play->hooks.context);
    }
}

/* ---- Requests -------------------------------------------------------------------------- */

bool play_shows(const struct play *play, const char *table)
{
    return play->model.has_table && strcmp(play->model.table.id, table) == 0;
}

static void notify_elsewhere(const struct play_request *request, bool ok)
{
    const struct play_hooks *hooks = &request->play->hooks;
    if (!request->quiet && hooks->elsewhere != NULL) {
        hooks->elsewhere(hooks->context, ok);
    }
}

static void handle_reply(void *context, const json_t *ok, const json_t *error)
{
    struct play_request *request = context;
    struct play *play = request->play;
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *text = json_string_value(json_object_get(error, "text"));
    text = tr_refusal(code != NULL ? code : "", text != NULL ? text : TEXT("The server rejected that."));
    LIST_REMOVE(request, entry); /* first: the handlers ask what is still pending */
    if (request->table[0] != '\0' && !play_shows(play, request->table)) {
        notify_elsewhere(request, ok != NULL);
    } else if (ok != NULL) {
        request->succeeded(request, ok);
    } else if (request->failed != NULL) {
        request->failed(request, code != NULL ? code : "", text);
    } else {
        play_answer(play, false, "%s", text);
    }
    free(request);
    play_changed(play); /* commands that were blocked by the request are possible again */
}

void play_retry_now(struct play *play)
{
    uint64_t now = uv_now(play->loop);
    bool waiting = connection_state(play->connection) == CONNECTION_WAITING;
    if (waiting && (play->last_retry == 0 || now - play->last_retry >= RETRY_INTERVAL_MS)) {
        play->last_retry = now;
        connection_retry_now(play->connection);
    }
}

struct play_request *play_send_request(struct play *play, const char *verb, json_t *keys, bool once,
                                       const struct command *command, play_reply_handler *succeeded)
{
    struct play_request *request = keys != NULL ? calloc(1, sizeof *request) : NULL;
    if (request == NULL) {
        json_decref(keys);
        play_answer(play, false, tr("Out of memory."));
        return NULL;
    }
    request->play = play;
    request->succeeded = succeeded;
    if (command != NULL) {
        request->command = *command;
    }
    LIST_INSERT_HEAD(&play->requests, request, entry);
    if (connection_state(play->connection) != CONNECTION_OPEN) {
        model_add_news(&play->model,
                       tr("Not connected: your command will be sent when the connection is back."));
        play_changed(play);
        play_retry_now(play);
    }
    (once ? connection_request_once : connection_request)(play->connection, verb, keys, handle_reply,
                                                          request);
    return request;
}

struct play_request *play_send_request_here(struct play *play, const char *verb, json_t *keys, bool once,
                                            const struct command *command, play_reply_handler *succeeded)
{
    struct play_request *request = play_send_request(play, verb, keys, once, command, succeeded);
    if (request != NULL) {
        memcpy(request->table, play->model.table.id, sizeof request->table);
        request->turn_seq = play->model.turn_seq;
    }
    return request;
}

void play_await_turn(const struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    json_int_t seq = json_integer_value(json_object_get(ok, "seq"));
    if (seq > 0 && seq <= INT32_MAX) {
        play->awaited_seq = (unsigned)seq;
        memcpy(play->awaited_table, request->table, sizeof play->awaited_table);
    }
}

bool play_awaits_turn(const struct play *play)
{
    return play_shows(play, play->awaited_table) && play->awaited_seq > play->model.turn_seq;
}
