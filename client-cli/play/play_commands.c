/*
 * play_verbs.c: commands that go to the server: one row each, with the request and what its answer is in words.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/play/play_internal.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"
#include "common/base/array.h"
#include "common/base/utf8.h"

enum {
    AT_A_TABLE = 1 << 0, /* makes sense only where a table is watched */
    TAKES_PART = 1 << 1, /* not for `watch` */
    ONCE = 1 << 2,       /* must not be done twice */
    STOPS = 1 << 3,      /* ends a search of all circles: it acts, too, or leads to another table */
};

struct verb {
    unsigned flags;
    const char *verb; /* NULL: `run` */
    /* The request's keys; NULL: it has been answered why not. */
    json_t *(*keys)(struct play *play, const struct command *command);
    play_reply_handler *done;
    play_error_handler *refused; /* NULL: its sentence is all there is to say */
    const char *said;            /* by done_said() */
    void (*run)(struct play *play, const struct command *command); /* instead of all these */
};

static const struct verb *find_verb(enum command_kind kind);

/* ---- Going to tables ---------------------------------------------------------------------------- */

/* Goes to a table by the name a person gave it; `sentence` is the answer from there. */
static void go_to_named(struct play *play, const char *text, const char *sentence)
{
    struct table_reference reference;
    if (!play_parse_table_reference(play, text, &reference)) {
        return;
    }
    if (play->table_switch.owed) {
        play_answer(play, false, "Another table was asked for.");
    }
    play->table_switch = (struct table_switch){.owed = true};
    (void)snprintf(play->table_switch.sentence, sizeof play->table_switch.sentence, "%s", sentence);
    play_switch_table(play, reference.table, reference.invite);
}

static void run_watch(struct play *play, const struct command *command)
{
    if (command->text[0] == '\0') {
        play_leave_table(play);
        play_answer(play, true, "You watch no table now.");
    } else {
        go_to_named(play, command->text, "You watch this table.");
    }
}

/* ---- Answers ------------------------------------------------------------------------------------ */

static void done_said(struct play_request *request, const json_t *ok)
{
    (void)ok;
    if (!request->command.logged) {
        play_answer(request->play, true, "%s", find_verb(request->command.kind)->said);
    }
}

static void done_act(struct play_request *request, const json_t *ok)
{
    struct sentence sentence = sentence_action(&request->command.action);
    play_await_turn(request, ok);
    if (!request->command.logged) {
        play_answer(request->play, true, "%s", sentence.text);
    }
}

static void done_undo(struct play_request *request, const json_t *ok)
{
    play_await_turn(request, ok);
    play_answer(request->play, true, "Your last action is taken back.");
}

static void done_resign(struct play_request *request, const json_t *ok)
{
    play_await_turn(request, ok);
    play_answer(request->play, true,
                json_object_get(ok, "seq") != NULL
                    ? "You have resigned."
                    : "You have asked to resign; it is done when every detective who is here has asked.");
}

static void done_suggest(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    char *text = play->model.suggestion;
    size_t room = sizeof play->model.suggestion;
    const json_t *circles = json_object_get(ok, "circles");
    int hideout = (int)json_integer_value(json_object_get(ok, "circle"));
    size_t used = (size_t)(circles != NULL ? snprintf(text, room, "discoveries")
                                           : snprintf(text, room, "hideout %d", hideout));
    for (size_t i = 0; i < json_array_size(circles) && used < room; i++) {
        used += (size_t)snprintf(text + used, room - used, " %d",
                                 (int)json_integer_value(json_array_get(circles, i)));
    }
    play->model.suggested_at = request->number;
    if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
}

/*
 * The table of a reply: one that makes no sense is the server's fault, and is said so. Of what was done before a break
 * the answer has none; the watch has told how the table is since.
 */
static bool take_table(struct play_request *request, const json_t *ok)
{
    const json_t *table = json_object_get(ok, "table");
    bool good = json_object_size(ok) == 0 || model_update_table(&request->play->model, table);
    if (!good) {
        play_answer(request->play, false, "The server's answer makes no sense.");
    } else {
        play_changed(request->play);
    }
    return good;
}

static void done_table(struct play_request *request, const json_t *ok)
{
    if (take_table(request, ok)) {
        done_said(request, ok);
    }
}

static void done_pawns(struct play_request *request, const json_t *ok)
{
    if (take_table(request, ok)) {
        char pawns[80];
        model_pawns_text(model_my_pawns(&request->play->model), pawns, sizeof pawns);
        play_answer(request->play, true, "You hold %s.", pawns[0] != '\0' ? pawns : "no pawn");
    }
}

/* A table made, joined or played again is gone to, and the answer comes from there. */
static void done_go(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    const json_t *table = json_object_get(ok, "table");
    const char *id = json_string_value(json_object_get(table, "id"));
    const char *invite = json_string_value(json_object_get(table, "invite"));
    if (id == NULL) {
        play_answer(play, false, "The server's answer makes no sense.");
        return;
    }
    if (play_shows(play, id)) { /* what is asked for before the watch is answered needs to know it */
        (void)model_update_table(&play->model, table);
    }
    play->table_switch = (struct table_switch){.owed = true};
    (void)snprintf(play->table_switch.sentence, sizeof play->table_switch.sentence, "%s Table %s%s%s.",
                   find_verb(request->command.kind)->said, id, invite != NULL ? ", invite " : "",
                   invite != NULL ? invite : "");
    play_switch_table(play, id, invite);
}

/* Sits at the table that was named, if any was. */
static void arrive(struct play_request *request, const char *sentence)
{
    if (request->command.text[0] == '\0') {
        play_answer(request->play, true, "%s", sentence);
    } else {
        go_to_named(request->play, request->command.text, sentence);
    }
}

static void done_join(struct play_request *request, const json_t *ok)
{
    if (json_object_size(ok) == 0) {
        arrive(request, find_verb(request->command.kind)->said);
    } else {
        done_go(request, ok);
    }
}

/* Who sits there already is where he wants to be. */
static void refused_join(struct play_request *request, const char *code, const char *text)
{
    if (strcmp(code, error_code(ERROR_SEATED_ALREADY)) != 0) {
        play_answer(request->play, false, "%s", text);
    } else {
        arrive(request, text);
    }
}

static void done_leave(struct play_request *request, const json_t *ok)
{
    bool running = request->play->model.table.state == MODEL_TABLE_RUNNING;
    (void)ok;
    play_leave_table(request->play);
    play_answer(request->play, true,
                running ? "You no longer watch; your seat is kept." : "You have left the table.");
}

/* An onlooker has no seat to give up; he just goes. */
static void refused_leave(struct play_request *request, const char *code, const char *text)
{
    if (strcmp(code, error_code(ERROR_NOT_SEATED)) == 0) {
        play_leave_table(request->play);
        play_answer(request->play, true, "You have left the table.");
    } else {
        play_answer(request->play, false, "%s", text);
    }
}

static void done_rename(struct play_request *request, const json_t *ok)
{
    const char *name = json_string_value(json_object_get(ok, "name"));
    model_update_hello(&request->play->model, request->play->model.player,
                       name != NULL ? name : request->command.text);
    play_changed(request->play);
    play_answer(request->play, true, "You are now called %s.", request->play->model.name);
}

static void done_code(struct play_request *request, const json_t *ok)
{
    const char *code = json_string_value(json_object_get(ok, "code"));
    json_int_t seconds = json_integer_value(json_object_get(ok, "seconds"));
    if (code == NULL) {
        play_answer(request->play, false, "The server's answer makes no sense.");
        return;
    }
    play_answer(request->play, true, "On the other device within %d minutes: gaslight play %s --code %s",
                (int)(seconds / 60), request->play->settings.address.server, code);
}

static void done_list(struct play_request *request, const json_t *ok)
{
    static const struct {
        enum command_kind kind;
        bool (*take)(struct model *model, const json_t *ok);
    } lists[] = {{COMMAND_TABLES, model_update_tables},
                 {COMMAND_MINE, model_update_mine},
                 {COMMAND_ARCHIVE, model_update_archive}};
    struct play *play = request->play;
    for (size_t i = 0; i < COUNT(lists); i++) {
        if (lists[i].kind == request->command.kind && !lists[i].take(&play->model, ok)) {
            play_answer(play, false, "The server's answer makes no sense.");
            return;
        }
    }
    play_changed(play);
    if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
}

/* ---- Bots and deduction ------------------------------------------------------------------------- */

static void done_bot(struct play_request *request, const json_t *ok)
{
    if (take_table(request, ok)) {
        struct sentence pawns = {""};
        bool none = strcmp(request->command.text, "none") == 0;
        phrase_pawns(&pawns, request->command.pawns, " and ");
        play_answer(request->play, true, none ? "No bot plays %s%s now." : "A bot plays %s, %s.", pawns.text,
                    none ? "" : request->command.text);
    }
}

/* What was deduced is in the model; the turn it belongs to is the one that was there when it was asked for. */
static void done_deduce(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    if (!model_update_deduction(&play->model, ok, request->number, request->command.circle)) {
        play_answer(play, false, "The server's answer makes no sense.");
        return;
    }
    play_changed(play);
    if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
}

static void run_deduce(struct play *play, const struct command *command)
{
    if (play->model.view.role == VIEWER_JACK && play->model.view.phase != PHASE_OVER) {
        play_answer(play, false, "Deduction is for those who hunt Jack.");
        return;
    }
    (void)play_send_request_here(play, "deduce", play_deduce_keys(play, command), false, command,
                                 done_deduce);
}

static void done_quietly(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    if (!model_update_deduction(&play->model, ok, request->number, request->command.circle)) {
        model_set_deduction_error(&play->model, "The server's answer makes no sense.");
    }
    play_changed(play);
}

static void refused_quietly(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    model_set_deduction_error(&request->play->model, text);
    play_changed(request->play);
}

/* Whether a quiet one has no answer yet. */
static bool is_deducing(const struct play *play)
{
    const struct play_request *request = play->requests;
    while (request != NULL && request->done != done_quietly) {
        request = request->next;
    }
    return request != NULL;
}

void play_deduce(struct play *play, unsigned circle)
{
    struct command command = {.kind = COMMAND_DEDUCE, .circle = circle};
    if (is_deducing(play) || !play->model.has_table ||
        connection_state(play->connection) != CONNECTION_OPEN) {
        return;
    }
    struct play_request *request = play_send_request_here(play, "deduce", play_deduce_keys(play, &command),
                                                          false, &command, done_quietly);
    if (request != NULL) {
        request->quiet = true;
        play->model.deduction_error[0] = '\0';
        request->refused = refused_quietly;
    }
}

/* ---- The table ---------------------------------------------------------------------------------- */

/* Who takes part, who looks on, and what must not be done twice. */
enum {
    PLAYS = AT_A_TABLE | TAKES_PART,
    ACTS = AT_A_TABLE | TAKES_PART | STOPS,
    ACTS_ONCE = AT_A_TABLE | TAKES_PART | STOPS | ONCE,
};

static const struct verb verbs[COMMAND_KIND_COUNT] = {
    [COMMAND_ACT] = {ACTS_ONCE, "act", play_act_keys, done_act},
    [COMMAND_SEARCH_ALL] = {ACTS, .run = play_search_begin},
    [COMMAND_UNDO] = {ACTS_ONCE, "undo", play_undo_keys, done_undo},
    [COMMAND_RESIGN] = {ACTS_ONCE, "resign", play_table_keys, done_resign},
    [COMMAND_SUGGEST] = {PLAYS, "suggest", play_suggest_keys, done_suggest},
    [COMMAND_SAY] = {AT_A_TABLE | ONCE, "chat", play_say_keys, done_said, .said = "Said."},
    [COMMAND_MARK] = {PLAYS, "marks", play_mark_keys, done_said, .said = "Marked."},
    [COMMAND_BACK] = {PLAYS, "bot", play_back_keys, done_table, .said = "You play again."},
    [COMMAND_BOT] = {PLAYS, "bot", play_bot_keys, done_bot},
    [COMMAND_DEDUCE] = {AT_A_TABLE, .run = run_deduce},
    [COMMAND_WHATIF] = {AT_A_TABLE, .run = run_deduce},
    [COMMAND_TABLES] = {0, "tables", play_no_keys, done_list},
    [COMMAND_MINE] = {0, "mine", play_no_keys, done_list},
    [COMMAND_ARCHIVE] = {0, "archive", play_no_keys, done_list},
    [COMMAND_CREATE] = {TAKES_PART | STOPS | ONCE, "create", play_create_keys, done_go,
                        .said = "You are the host."},
    [COMMAND_JOIN] = {TAKES_PART | STOPS, "join", play_join_keys, done_join, refused_join,
                      .said = "You sit down."},
    [COMMAND_WATCH] = {STOPS, .run = run_watch},
    [COMMAND_PAWNS] = {PLAYS, "pawns", play_pawns_keys, done_pawns},
    [COMMAND_START] = {PLAYS, "start", play_table_keys, done_table, .said = "The game has begun."},
    [COMMAND_LEAVE] = {AT_A_TABLE | STOPS, "leave", play_table_keys, done_leave, refused_leave},
    [COMMAND_KICK] = {PLAYS, "kick", play_player_keys, done_table, .said = "Shown out."},
    [COMMAND_HOST] = {PLAYS, "host", play_player_keys, done_table, .said = "Handed over."},
    [COMMAND_SEAT] = {PLAYS, "seat", play_seat_keys, done_table, .said = "Given."},
    [COMMAND_REMATCH] = {ACTS, "rematch", play_table_keys, done_go, .said = "You play again."},
    [COMMAND_RECORD] = {AT_A_TABLE, .run = play_run_record},
    [COMMAND_RENAME] = {0, "rename", play_rename_keys, done_rename},
    [COMMAND_CODE] = {0, "code", play_no_keys, done_code},
};

static const struct verb *find_verb(enum command_kind kind)
{
    return &verbs[kind];
}

static void ask(struct play *play, const struct verb *verb, const struct command *command)
{
    json_t *keys = verb->keys(play, command);
    bool once = (verb->flags & ONCE) != 0;
    bool here =
        (verb->flags & AT_A_TABLE) != 0 || (command->kind == COMMAND_JOIN && command->text[0] == '\0');
    struct play_request *request = keys == NULL ? NULL
                                                : (here ? play_send_request_here : play_send_request)(
                                                      play, verb->verb, keys, once, command, verb->done);
    if (request != NULL) {
        request->refused = verb->refused;
    }
}

bool play_run(struct play *play, const struct command *command)
{
    const struct verb *verb = find_verb(command->kind);
    if (verb->verb == NULL && verb->run == NULL) {
        return false;
    }
    if ((verb->flags & STOPS) != 0) {
        play_search_stop(play);
    }
    if (!utf8_is_valid(command->text)) {
        play_answer(play, false, "That is not UTF-8.");
    } else if ((verb->flags & TAKES_PART) != 0 && play->settings.watch_only) {
        play_answer(play, false, "You only watch; gaslight play takes part.");
    } else if ((verb->flags & AT_A_TABLE) != 0 && !play->model.has_table) {
        play_answer(play, false, "You are at no table: create, join or watch one.");
    } else if (verb->run != NULL) {
        verb->run(play, command);
    } else {
        ask(play, verb, command);
    }
    return true;
}

struct command_scope play_command_scope(const struct play *play)
{
    const struct model *model = &play->model;
    struct command_scope place = {
        .board = model_board(model),
        .view = model->has_view ? &model->view : NULL,
        .legal = model->has_legal && !play->settings.watch_only ? &model->legal : NULL,
        .pawns = play->settings.watch_only ? 0 : model->turn_pawns & model_my_pawns(model),
        .names = play->names,
        .name_count = model->table.seats,
        .tables = play->table_ids,
        .table_count = play->table_count,
    };
    randombytes_buf(&place.chance, sizeof place.chance);
    return place;
}
