/*
 * play.c: a run from its first dialling to its end: who one is, asking the server, telling the front end.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/tokens.h"
#include "client-cli/play/play_internal.h"

enum { NONSENSE_MAX = 5, TRY_EVERY = 1000 /* ms */ };

/* ---- Telling the front end ---------------------------------------------------------------------- */

/* The words completion offers point into the model, so they are looked up anew after each change. */
static void find_words(struct play *play)
{
    const struct model *model = &play->model;
    for (unsigned i = 0; i < MODEL_MEMBERS_MAX; i++) {
        play->names[i] = i < model->table.seats ? model->table.seat[i].name : NULL;
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

void play_changed(struct play *play)
{
    find_words(play);
    play_note_turn_time(play);
    play->hooks.changed(play->hooks.context);
}

void play_answer(struct play *play, bool good, const char *format, ...)
{
    char raw[ANSWER_MAX];
    char sentence[ANSWER_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    (void)model_sanitize(sentence, sizeof sentence, raw);
    play->hooks.answered(play->hooks.context, good, sentence);
}

void play_end(struct play *play, enum connection_state state, const char *why)
{
    if (!play->over) {
        play->over = true;
        model_update_state(&play->model, state, why);
        play->hooks.ended(play->hooks.context, 1);
    }
}

/* A fresh look at the table puts right what was missed; a server that keeps talking nonsense is given up. */
void play_protocol_error(struct play *play)
{
    if (++play->nonsense > NONSENSE_MAX) {
        play_end(play, CONNECTION_FAILED, "The server keeps sending what makes no sense.");
        return;
    }
    model_add_news(&play->model, "The server sent something that makes no sense.");
    if (play->model.has_table) {
        connection_watch(play->connection, play->model.table.id,
                         play->invite[0] != '\0' ? play->invite : NULL);
    }
    play_changed(play);
}

/* ---- Asking the server -------------------------------------------------------------------------- */

bool play_shows(const struct play *play, const char *table)
{
    return play->model.has_table && strcmp(play->model.table.id, table) == 0;
}

/* Takes it out of the list: from now on it is not under way. */
static void unlink_request(struct play_request *request)
{
    struct play_request **link = &request->play->requests;
    while (*link != request) {
        link = &(*link)->next;
    }
    *link = request->next;
}

static void answer_elsewhere(const struct play_request *request, bool good)
{
    const struct play_hooks *hooks = &request->play->hooks;
    if (!request->quiet && hooks->elsewhere != NULL) {
        hooks->elsewhere(hooks->context, good);
    }
}

static void take_reply(void *context, const json_t *ok, const json_t *error)
{
    struct play_request *request = context;
    struct play *play = request->play;
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *text = json_string_value(json_object_get(error, "text"));
    text = text != NULL ? text : "The server refused that.";
    unlink_request(request);
    if (request->table[0] != '\0' && !play_shows(play, request->table)) {
        answer_elsewhere(request, ok != NULL);
    } else if (ok != NULL) {
        request->done(request, ok);
    } else if (request->refused != NULL) {
        request->refused(request, code != NULL ? code : "", text);
    } else {
        play_answer(play, false, "%s", text);
    }
    free(request);
    play_changed(play); /* what could not be done while it was under way can be now */
}

struct play_request *play_send_request(struct play *play, const char *verb, json_t *keys, bool once,
                                       const struct command *command, play_reply_handler *done)
{
    struct play_request *request = keys != NULL ? calloc(1, sizeof *request) : NULL;
    if (request == NULL) {
        json_decref(keys);
        play_answer(play, false, "There is no memory to send that.");
        return NULL;
    }
    request->play = play;
    request->done = done;
    if (command != NULL) {
        request->command = *command;
    }
    request->next = play->requests;
    play->requests = request;
    if (connection_state(play->connection) != CONNECTION_OPEN) {
        model_add_news(&play->model, "Not connected: it is kept and sent when the connection is back.");
        play_changed(play);
        play_retry_now(play);
    }
    (once ? connection_request_once : connection_request)(play->connection, verb, keys, take_reply, request);
    return request;
}

struct play_request *play_send_request_here(struct play *play, const char *verb, json_t *keys, bool once,
                                            const struct command *command, play_reply_handler *done)
{
    struct play_request *request = play_send_request(play, verb, keys, once, command, done);
    if (request != NULL) {
        memcpy(request->table, play->model.table.id, sizeof request->table);
        request->number = play->model.turn_seq;
    }
    return request;
}

void play_await_turn(const struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    json_int_t seq = json_integer_value(json_object_get(ok, "seq"));
    if (seq > 0 && seq <= INT32_MAX) {
        play->awaited = (unsigned)seq;
        memcpy(play->awaited_at, request->table, sizeof play->awaited_at);
    }
}

bool play_awaits_turn(const struct play *play)
{
    return play_shows(play, play->awaited_at) && play->awaited > play->model.turn_seq;
}

/* ---- A run -------------------------------------------------------------------------------------- */

static bool dial(struct play *play, const char *token)
{
    const struct address *address = &play->settings.address;
    struct connection_identity identity = {
        .token = token,
        .code = token == NULL ? play->code : NULL,
        .name = token == NULL && play->code == NULL ? play->name : NULL,
    };
    play->connection =
        connection_new(play->loop, address, play->ca_file, identity, play_connection_hooks(play));
    if (play->connection != NULL && (address->table[0] != '\0' || address->invite[0] != '\0')) {
        play->table_switch = (struct table_switch){
            .startup = true, .sits = address->invite[0] != '\0' && !play->settings.watch_only};
        play_switch_table(play, address->table[0] != '\0' ? address->table : NULL,
                          address->invite[0] != '\0' ? address->invite : NULL);
    }
    return play->connection != NULL;
}

void play_free(struct play *play)
{
    if (play == NULL) {
        return;
    }
    connection_free(play->connection);
    while (play->requests != NULL) {
        struct play_request *request = play->requests;
        play->requests = request->next;
        free(request);
    }
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board_free(play->boards[game]);
    }
    model_free(&play->model);
    free(play->table_ids);
    free(play->name);
    free(play->code);
    free(play->ca_file);
    free(play);
}

/* Memory only: nothing that could fail later but the connection. */
static struct play *make_play(uv_loop_t *loop, const struct play_settings *settings, struct play_hooks hooks)
{
    struct play *play = calloc(1, sizeof *play);
    const struct board *boards[GAME_KIND_COUNT];
    bool good = true;
    if (play == NULL) {
        return NULL;
    }
    play->loop = loop;
    play->settings = *settings;
    play->hooks = hooks;
    play->name = settings->name != NULL ? strdup(settings->name) : NULL;
    play->code = settings->code != NULL ? strdup(settings->code) : NULL;
    play->ca_file = settings->ca_file != NULL ? strdup(settings->ca_file) : NULL;
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        boards[game] = play->boards[game] = board_builtin((enum game_kind)game);
        good = good && boards[game] != NULL;
    }
    model_init(&play->model, boards);
    if (!good) {
        play_free(play);
        return NULL;
    }
    return play;
}

struct play *play_new(uv_loop_t *loop, const struct play_settings *settings, struct play_hooks hooks)
{
    char token[TOKEN_MAX + 1] = "";
    struct tokens_result found = {.ok = true};
    if (settings->code == NULL) {
        found = tokens_find(settings->address.server, token);
    }
    if (!found.ok) {
        (void)fprintf(stderr, "gaslight: %s\n", found.error_text);
        return NULL;
    }
    struct play *play = make_play(loop, settings, hooks);
    if (play == NULL) {
        (void)fprintf(stderr, "gaslight: There is no memory for a game.\n");
        return NULL;
    }
    play->by_token = token[0] != '\0';
    if (!dial(play, play->by_token ? token : NULL)) {
        (void)fprintf(stderr, "gaslight: There is no memory for a connection.\n");
        play_free(play);
        return NULL;
    }
    return play;
}

const struct model *play_model(const struct play *play)
{
    return &play->model;
}

static bool changes_game(enum command_kind kind)
{
    return kind == COMMAND_ACT || kind == COMMAND_UNDO || kind == COMMAND_RESIGN;
}

bool play_acting(const struct play *play)
{
    bool acting = play->search_all.active || play_awaits_turn(play);
    for (const struct play_request *request = play->requests; !acting && request != NULL;
         request = request->next) {
        acting = changes_game(request->command.kind) && play_shows(play, request->table);
    }
    return acting;
}

/* The newest wish stands first in the list. */
struct play_seat play_expected_seat(const struct play *play)
{
    for (const struct play_request *request = play->requests; request != NULL; request = request->next) {
        enum command_kind kind = request->command.kind;
        if ((kind == COMMAND_JOIN || kind == COMMAND_PAWNS) && play_shows(play, request->table)) {
            return (struct play_seat){true, request->command.pawns};
        }
    }
    return (struct play_seat){model_my_seat(&play->model) >= 0, model_my_pawns(&play->model)};
}

bool play_busy(const struct play *play)
{
    const struct model *model = &play->model;
    return !play->greeted || play->solo_step != 0 || play->requests != NULL || play->table_switch.owed ||
           play->table_switch.startup || play_acting(play) ||
           (model->has_table && model->table.state == MODEL_TABLE_RUNNING && !model->has_view);
}

void play_note_turn_time(struct play *play)
{
    if (play->turns_timed != play->model.turn_updates) {
        play->turns_timed = play->model.turn_updates;
        play->turn_came = uv_now(play->loop);
    }
}

bool play_clock_left(const struct play *play, unsigned *milliseconds)
{
    const struct model *model = &play->model;
    uint64_t passed = uv_now(play->loop) - play->turn_came;
    if (!model->has_table || !model->has_view || !model->has_clock || model->view.phase == PHASE_OVER) {
        return false;
    }
    *milliseconds = passed < model->left ? model->left - (unsigned)passed : 0;
    return true;
}

unsigned play_retry_in(const struct play *play)
{
    return connection_retry_in(play->connection);
}

void play_retry_now(struct play *play)
{
    uint64_t now = uv_now(play->loop);
    bool waiting = connection_state(play->connection) == CONNECTION_WAITING;
    if (waiting && (play->tried == 0 || now - play->tried >= TRY_EVERY)) {
        play->tried = now;
        connection_retry_now(play->connection);
    }
}
