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
    play_time_turn(play);
    play->hooks.changed(play->hooks.context);
}

void play_answer(struct play *play, bool good, const char *format, ...)
{
    char raw[SENTENCE_ROOM];
    char sentence[SENTENCE_ROOM];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    (void)model_clean(sentence, sizeof sentence, raw);
    play->hooks.answered(play->hooks.context, good, sentence);
}

void play_end(struct play *play, enum connection_state state, const char *why)
{
    if (!play->over) {
        play->over = true;
        model_take_state(&play->model, state, why);
        play->hooks.ended(play->hooks.context, 1);
    }
}

/* A fresh look at the table puts right what was missed; a server that keeps talking nonsense is given up. */
void play_nonsense(struct play *play)
{
    if (++play->nonsense > NONSENSE_MAX) {
        play_end(play, CONNECTION_REFUSED, "The server keeps sending what makes no sense.");
        return;
    }
    model_tell(&play->model, "The server sent something that makes no sense.");
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
static void unlink_asked(struct asked *asked)
{
    struct asked **link = &asked->play->asked;
    while (*link != asked) {
        link = &(*link)->next;
    }
    *link = asked->next;
}

static void answer_elsewhere(const struct asked *asked, bool good)
{
    const struct play_hooks *hooks = &asked->play->hooks;
    if (!asked->quiet && hooks->elsewhere != NULL) {
        hooks->elsewhere(hooks->context, good);
    }
}

static void take_reply(void *context, const json_t *ok, const json_t *error)
{
    struct asked *asked = context;
    struct play *play = asked->play;
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *text = json_string_value(json_object_get(error, "text"));
    text = text != NULL ? text : "The server refused that.";
    unlink_asked(asked);
    if (asked->table[0] != '\0' && !play_shows(play, asked->table)) {
        answer_elsewhere(asked, ok != NULL);
    } else if (ok != NULL) {
        asked->done(asked, ok);
    } else if (asked->refused != NULL) {
        asked->refused(asked, code != NULL ? code : "", text);
    } else {
        play_answer(play, false, "%s", text);
    }
    free(asked);
    play_changed(play); /* what could not be done while it was under way can be now */
}

struct asked *play_ask(struct play *play, const char *verb, json_t *keys, bool once,
                       const struct command *command, asked_done *done)
{
    struct asked *asked = keys != NULL ? calloc(1, sizeof *asked) : NULL;
    if (asked == NULL) {
        json_decref(keys);
        play_answer(play, false, "There is no memory to send that.");
        return NULL;
    }
    asked->play = play;
    asked->done = done;
    if (command != NULL) {
        asked->command = *command;
    }
    asked->next = play->asked;
    play->asked = asked;
    if (connection_state(play->connection) != CONNECTION_OPEN) {
        model_tell(&play->model, "Not connected: it is kept and sent when the connection is back.");
        play_changed(play);
        play_retry_now(play);
    }
    (once ? connection_once : connection_request)(play->connection, verb, keys, take_reply, asked);
    return asked;
}

struct asked *play_ask_here(struct play *play, const char *verb, json_t *keys, bool once,
                            const struct command *command, asked_done *done)
{
    struct asked *asked = play_ask(play, verb, keys, once, command, done);
    if (asked != NULL) {
        memcpy(asked->table, play->model.table.id, sizeof asked->table);
        asked->number = play->model.turn_seq;
    }
    return asked;
}

void play_await_turn(const struct asked *asked, const json_t *ok)
{
    struct play *play = asked->play;
    json_int_t seq = json_integer_value(json_object_get(ok, "seq"));
    if (seq > 0 && seq <= INT32_MAX) {
        play->awaited = (unsigned)seq;
        memcpy(play->awaited_at, asked->table, sizeof play->awaited_at);
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
        play->going =
            (struct going){.startup = true, .sits = address->invite[0] != '\0' && !play->settings.watch_only};
        play_go(play, address->table[0] != '\0' ? address->table : NULL,
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
    while (play->asked != NULL) {
        struct asked *asked = play->asked;
        play->asked = asked->next;
        free(asked);
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
        (void)fprintf(stderr, "gaslight: %s\n", found.complaint);
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
    bool acting = play->searching.active || play_awaits_turn(play);
    for (const struct asked *asked = play->asked; !acting && asked != NULL; asked = asked->next) {
        acting = changes_game(asked->command.kind) && play_shows(play, asked->table);
    }
    return acting;
}

/* The newest wish stands first in the list. */
struct play_seat play_seat_wished(const struct play *play)
{
    for (const struct asked *asked = play->asked; asked != NULL; asked = asked->next) {
        enum command_kind kind = asked->command.kind;
        if ((kind == COMMAND_JOIN || kind == COMMAND_PAWNS) && play_shows(play, asked->table)) {
            return (struct play_seat){true, asked->command.pawns};
        }
    }
    return (struct play_seat){model_my_seat(&play->model) >= 0, model_my_pawns(&play->model)};
}

bool play_busy(const struct play *play)
{
    const struct model *model = &play->model;
    return !play->greeted || play->solo_step != 0 || play->asked != NULL || play->going.owed ||
           play->going.startup || play_acting(play) ||
           (model->has_table && model->table.state == MODEL_TABLE_RUNNING && !model->has_view);
}

void play_time_turn(struct play *play)
{
    if (play->turns_timed != play->model.turns_taken) {
        play->turns_timed = play->model.turns_taken;
        play->turn_came = uv_now(play->loop);
    }
}

bool play_left(const struct play *play, unsigned *milliseconds)
{
    const struct model *model = &play->model;
    uint64_t passed = uv_now(play->loop) - play->turn_came;
    if (!model->has_table || !model->has_view || !model->has_left || model->view.phase == PHASE_OVER) {
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
