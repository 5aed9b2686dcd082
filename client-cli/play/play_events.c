/* play_events.c: the hooks of the connection: hello, state changes, pushes, and replies to watch. */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/net/tokens.h"
#include "client-cli/play/play_internal.h"

/* ---- Arriving at a table --------------------------------------------------------------------------- */

static void joined(struct play_request *request, const json_t *ok)
{
    const json_t *table = json_object_get(ok, "table");
    if (table != NULL && !model_update_table(&request->play->model, table)) {
        play_protocol_error(request->play);
    }
    model_add_news(&request->play->model,
                   tr("You joined this table. Choose your pawns: pawns jack, or pawns red blue."));
    play_changed(request->play);
}

static void join_failed(struct play_request *request, const char *code, const char *text)
{
    struct play *play = request->play;
    bool taken = play_name_is_taken(code);
    model_add_news(&play->model, tr("You could not join: %s%s"), text,
                   taken ? tr(" Choose another name: rename NAME.") : "");
    play_changed(play);
    if (taken) {
        play_ask_name(play, &(struct command){.kind = COMMAND_JOIN});
    }
}

/* Opening an invite joins the table, unless the player is already seated or the game has started. */
static void accept_invite(struct play *play)
{
    if (play->model.table.state == MODEL_TABLE_OPEN && model_my_seat(&play->model) < 0) {
        json_t *keys = json_pack("{s:s}", "invite", play->invite);
        struct play_request *request = play_send_request_here(play, "join", keys, false, NULL, joined);
        if (request != NULL) {
            request->quiet = true;
            request->failed = join_failed;
        }
    }
}

/* Adds a line about the player's own role at this table. */
static void add_arrival_news(struct play *play)
{
    const struct model *model = &play->model;
    char pawns[80];
    model_pawns_text(model_my_pawns(model), pawns, sizeof pawns);
    if (model_my_seat(model) >= 0 && pawns[0] != '\0') {
        model_add_news(&play->model, tr("You are at table %s and play %s."), model->table.id, pawns);
    } else if (model_my_seat(model) >= 0) {
        model_add_news(&play->model, tr("You are at table %s and have no pawns yet."), model->table.id);
    } else {
        model_add_news(&play->model, tr("You are watching table %s."), model->table.id);
    }
    if (model->table.commentators[0] != '\0') {
        model_add_news(&play->model, tr("Commentators, who see everything: %s."), model->table.commentators);
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
    if (!table_switch.answers_command) {
        model_add_news(&play->model, tr("This table is no longer available: %s"), text);
    }
    play_changed(play);
    if (table_switch.answers_command) {
        play_answer(play, false, "%s", text);
    }
}

static void report_received(struct play *play, const json_t *message)
{
    if (play->hooks.received != NULL) {
        play->hooks.received(play->hooks.context, message);
    }
}

static void on_watched(void *context, const json_t *reply, bool resumed)
{
    struct play *play = context;
    struct table_switch table_switch = play->table_switch;
    if (!model_update_watch(&play->model, reply, resumed)) {
        if (table_switch.startup || table_switch.answers_command) {
            on_unwatched(play, "", tr("The server sent an invalid reply."));
        } else {
            play_protocol_error(play);
        }
        return;
    }
    play->table_switch = (struct table_switch){0};
    report_received(play, reply);
    if (table_switch.answers_command || table_switch.startup) {
        add_arrival_news(play);
    }
    play_changed(play);
    if (table_switch.answers_command && table_switch.names_side && model_my_pawns(&play->model) != 0) {
        char pawns[80];
        model_pawns_text(model_my_pawns(&play->model), pawns, sizeof pawns);
        play_answer(play, true, tr("Rematch: you play %s."), pawns);
    } else if (table_switch.answers_command) {
        play_answer(play, true, "%s", table_switch.sentence);
    }
    if (table_switch.joins) {
        accept_invite(play);
    }
    play_search_resume(play);
    play_forced_resume(play);
    play_lesson_resume(play);
}

static void on_push(void *context, const json_t *message)
{
    struct play *play = context;
    if (!model_update_push(&play->model, message)) {
        play_protocol_error(play);
        return;
    }
    report_received(play, message);
    play_changed(play);
    play_search_resume(play);
    play_forced_resume(play);
    play_lesson_resume(play);
}

static void renamed(struct play_request *request, const json_t *ok)
{
    const char *name = json_string_value(json_object_get(ok, "name"));
    if (name != NULL) {
        model_update_hello(&request->play->model, request->play->model.player, name);
        model_add_news(&request->play->model, tr("Your name is now %s."), request->play->model.name);
        play_changed(request->play);
    }
}

static void rename_failed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    model_add_news(&request->play->model, tr("Your name is still %s: %s"), request->play->model.name, text);
    play_changed(request->play);
}

/* Renames a returning player whose --name differs from the name on the server. */
static void rename_if_needed(struct play *play, const char *name)
{
    if (play->by_token && !play->greeted && play->name != NULL && strcmp(play->name, name) != 0) {
        struct play_request *request =
            play_send_request(play, "rename", json_pack("{s:s}", "name", play->name), false, NULL, renamed);
        if (request != NULL) {
            request->failed = rename_failed;
        }
    }
}

static void on_hello(void *context, const char *player, const char *name, const char *token)
{
    struct play *play = context;
    model_update_hello(&play->model, player, name);
    if (token != NULL) {
        struct tokens_result stored = tokens_store(play->settings.address.server, token);
        if (!stored.ok) {
            model_add_news(&play->model, tr("%s You are %s until you quit."), stored.error_text, name);
        }
    }
    rename_if_needed(play, name);
    bool first = !play->greeted;
    play->greeted = true;
    if (first && play->settings.solo) {
        play_solo_begin(play);
    }
    play_changed(play);
}

static void add_connected_news(struct play *play)
{
    if (play->lost) {
        model_add_news(&play->model, tr("Reconnected."));
    } else {
        model_add_news(&play->model, tr("You are %s on %s."), play->model.name,
                       play->settings.address.server);
    }
    play->lost = false;
}

/* Returns whether the server does not know the player's token any more. */
static bool is_unknown(const struct play *play, const char *why)
{
    return play->by_token && !play->greeted && strstr(why, tr(error_sentence(ERROR_BAD_TOKEN))) != NULL;
}

/* Ends the run. If the server no longer knows the player, the sentence says what to do. */
static void end_run(struct play *play, enum connection_state state, const char *why)
{
    char sentence[400];
    bool unknown = is_unknown(play, why);
    (void)snprintf(sentence, sizeof sentence, "%s%s", why,
                   unknown ? tr(" The server does not know you any more; use --name NAME to start again.")
                           : "");
    play_end(play, state, sentence);
}

static void on_state(void *context, enum connection_state state, const char *why)
{
    struct play *play = context;
    if (state == CONNECTION_FAILED && is_unknown(play, why) && play->name != NULL) {
        /* Start as a new player with the given name; somebody who was banned does not get another identity. */
        play->by_token = false;
        if (connection_restart_as(play->connection, play->name)) {
            return;
        }
    }
    if (state == CONNECTION_FAILED || (state == CONNECTION_WAITING && !play->greeted)) {
        end_run(play, state, why);
        return;
    }
    model_update_state(&play->model, state, why);
    if (state == CONNECTION_OPEN) {
        add_connected_news(play);
    } else if (state == CONNECTION_WAITING && !play->lost) {
        play->lost = true; /* report it once, not at each retry */
        model_add_news(&play->model, tr("%s Trying again."), why);
    }
    play_changed(play);
}

struct connection_hooks play_connection_hooks(struct play *play)
{
    return (struct connection_hooks){on_state, on_hello, on_push, on_watched, on_unwatched, play};
}
