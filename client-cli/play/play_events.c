/* play_events.c: what the connection tells: hello, breaks, the table one came to, and what happens there. */
#include <stdio.h>
#include <string.h>

#include "client-cli/net/tokens.h"
#include "client-cli/play/play_internal.h"

/* ---- Going to a table --------------------------------------------------------------------------- */

void play_switch_table(struct play *play, const char *table, const char *invite)
{
    (void)snprintf(play->invite, sizeof play->invite, "%s", invite != NULL ? invite : "");
    play->awaited = 0;
    play_search_stop(play);
    connection_watch(play->connection, table, invite);
}

void play_leave_table(struct play *play)
{
    connection_watch(play->connection, NULL, NULL);
    model_leave_table(&play->model);
    play->invite[0] = '\0';
    play->awaited = 0;
    play_search_stop(play);
    play_changed(play);
}

static void sat_down(struct play_request *request, const json_t *ok)
{
    const json_t *table = json_object_get(ok, "table");
    if (table != NULL && !model_update_table(&request->play->model, table)) {
        play_protocol_error(request->play);
    }
    model_add_news(&request->play->model,
                   "You sit at this table. Take your pawns: pawns jack, or pawns red blue.");
    play_changed(request->play);
}

static void not_sat_down(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    model_add_news(&request->play->model, "You could not sit down: %s", text);
    play_changed(request->play);
}

/* An invite is to sit down; whoever sits there already is back. */
static void sit_down(struct play *play)
{
    if (play->model.table.state == MODEL_TABLE_OPEN && model_my_seat(&play->model) < 0) {
        json_t *keys = json_pack("{s:s}", "invite", play->invite);
        struct play_request *request = play_send_request_here(play, "join", keys, false, NULL, sat_down);
        if (request != NULL) {
            request->quiet = true;
            request->refused = not_sat_down;
        }
    }
}

/* Somebody who acts should know at once how he stands to this table. */
static void tell_arrival(struct play *play)
{
    const struct model *model = &play->model;
    char pawns[80];
    model_pawns_text(model_my_pawns(model), pawns, sizeof pawns);
    if (model_my_seat(model) >= 0 && pawns[0] != '\0') {
        model_add_news(&play->model, "You are at table %s and hold %s.", model->table.id, pawns);
    } else if (model_my_seat(model) >= 0) {
        model_add_news(&play->model, "You are at table %s and hold no pawn yet.", model->table.id);
    } else {
        model_add_news(&play->model, "You are an onlooker at table %s.", model->table.id);
    }
}

/* ---- The connection's hooks --------------------------------------------------------------------- */

static void on_unwatched(void *context, const char *code, const char *text)
{
    struct play *play = context;
    struct table_switch table_switch = play->table_switch;
    (void)code;
    play->table_switch = (struct table_switch){0};
    if (table_switch.startup) {
        play_end(play, CONNECTION_OPEN, text);
        return;
    }
    model_leave_table(&play->model);
    play_search_stop(play);
    if (!table_switch.owed) {
        model_add_news(&play->model, "The table is gone: %s", text);
    }
    play_changed(play);
    if (table_switch.owed) {
        play_answer(play, false, "%s", text);
    }
}

static void on_watched(void *context, const json_t *reply, bool resumed)
{
    struct play *play = context;
    struct table_switch table_switch = play->table_switch;
    if (!model_update_watch(&play->model, reply, resumed)) {
        if (table_switch.startup || table_switch.owed) {
            on_unwatched(play, "", "The server's answer makes no sense.");
        } else {
            play_protocol_error(play);
        }
        return;
    }
    play->table_switch = (struct table_switch){0};
    if (table_switch.owed || table_switch.startup) {
        tell_arrival(play);
    }
    play_changed(play);
    if (table_switch.owed) {
        play_answer(play, true, "%s", table_switch.sentence);
    }
    if (table_switch.sits) {
        sit_down(play);
    }
    play_search_resume(play);
}

static void on_push(void *context, const json_t *message)
{
    struct play *play = context;
    if (!model_update_push(&play->model, message)) {
        play_protocol_error(play);
        return;
    }
    play_changed(play);
    play_search_resume(play);
}

static void renamed(struct play_request *request, const json_t *ok)
{
    const char *name = json_string_value(json_object_get(ok, "name"));
    if (name != NULL) {
        model_update_hello(&request->play->model, request->play->model.player, name);
        model_add_news(&request->play->model, "You are now called %s.", request->play->model.name);
        play_changed(request->play);
    }
}

static void not_renamed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    model_add_news(&request->play->model, "You keep the name %s: %s", request->play->model.name, text);
    play_changed(request->play);
}

/* Who comes with a token and says another name is called that from now on. */
static void take_name(struct play *play, const char *name)
{
    if (play->by_token && !play->greeted && play->name != NULL && strcmp(play->name, name) != 0) {
        struct play_request *request =
            play_send_request(play, "rename", json_pack("{s:s}", "name", play->name), false, NULL, renamed);
        if (request != NULL) {
            request->refused = not_renamed;
        }
    }
}

static void on_hello(void *context, const char *player, const char *name, const char *token)
{
    struct play *play = context;
    model_update_hello(&play->model, player, name);
    if (token != NULL) {
        struct tokens_result kept = tokens_store(play->settings.address.server, token);
        if (!kept.ok) {
            model_add_news(&play->model, "%s You are %s for this run only.", kept.error_text, name);
        }
    }
    take_name(play, name);
    bool first = !play->greeted;
    play->greeted = true;
    if (first && play->settings.solo) {
        play_solo_begin(play);
    }
    play_changed(play);
}

static void tell_connected(struct play *play)
{
    if (play->lost) {
        model_add_news(&play->model, "Connected again.");
    } else {
        model_add_news(&play->model, "You are %s on %s.", play->model.name, play->settings.address.server);
    }
    play->lost = false;
}

/* Whom the server has forgotten is told how to go on. */
static void give_up(struct play *play, enum connection_state state, const char *why)
{
    char sentence[400];
    bool forgotten = play->by_token && !play->greeted && strstr(why, error_sentence(ERROR_BAD_TOKEN)) != NULL;
    (void)snprintf(sentence, sizeof sentence, "%s%s", why,
                   forgotten ? " The server has forgotten you; --name NAME begins anew." : "");
    play_end(play, state, sentence);
}

static void on_state(void *context, enum connection_state state, const char *why)
{
    struct play *play = context;
    if (state == CONNECTION_FAILED && play->by_token && !play->greeted && play->name != NULL) {
        play->by_token =
            false; /* the server has forgotten the player: a new one, of the name that was given */
        if (connection_restart_as(play->connection, play->name)) {
            return;
        }
    }
    if (state == CONNECTION_FAILED || (state == CONNECTION_WAITING && !play->greeted)) {
        give_up(play, state, why);
        return;
    }
    model_update_state(&play->model, state, why);
    if (state == CONNECTION_OPEN) {
        tell_connected(play);
    } else if (state == CONNECTION_WAITING && !play->lost) {
        play->lost = true; /* said once, not at every try */
        model_add_news(&play->model, "%s It is tried again.", why);
    }
    play_changed(play);
}

struct connection_hooks play_connection_hooks(struct play *play)
{
    return (struct connection_hooks){on_state, on_hello, on_push, on_watched, on_unwatched, play};
}
