/* play_commands.c: the commands that need the server, one row each: the request, and what to do with the reply. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"
#include "client-cli/util/shell_word.h"
#include "common/base/array.h"
#include "common/base/error.h"
#include "common/base/utf8.h"
#include "common/hint/hint_read.h"

enum {
    NEEDS_TABLE = 1 << 0,  /* only while a table is watched */
    NEEDS_PLAYER = 1 << 1, /* not for `gaslight watch` */
    ONCE = 1 << 2,         /* must not be executed twice */
    STOPS_SEARCH = 1 << 3, /* ends a `search all`: the command acts too, or leads to another table */
};

struct verb {
    unsigned flags;
    const char *verb; /* NULL: `run` */
    /* Builds the request's keys; NULL: the reason has been answered. */
    json_t *(*keys)(struct play *play, const struct command *command);
    play_reply_handler *succeeded;
    play_error_handler *failed; /* NULL: answer with the server's sentence */
    const char *answer;         /* for answer_done() */
    void (*run)(struct play *play, const struct command *command); /* instead of a request */
};

static const struct verb *find_verb(enum command_kind kind);

/* ---- Switching tables ---------------------------------------------------------------------------- */

/* Switches to a table given by id, invite or link; `sentence` is the answer on arrival. */
static void switch_by_reference(struct play *play, const char *text, const char *sentence)
{
    struct table_reference reference;
    if (!play_parse_table_reference(play, text, &reference)) {
        return;
    }
    if (play->table_switch.answers_command) {
        play_answer(play, false, tr("Cancelled: another table was requested."));
    }
    play->table_switch = (struct table_switch){.answers_command = true};
    (void)snprintf(play->table_switch.sentence, sizeof play->table_switch.sentence, "%s", sentence);
    if (reference.address.commentary[0] != '\0') {
        memcpy(play->commentary, reference.address.commentary, sizeof play->commentary);
        connection_set_commentary(play->connection, play->commentary);
    }
    play_switch_table(play, reference.table, reference.invite);
}

static void run_watch(struct play *play, const struct command *command)
{
    if (command->text[0] == '\0') {
        play_leave_table(play);
        play_answer(play, true, tr("You left the table."));
    } else {
        switch_by_reference(play, command->text, tr("You are watching this table."));
    }
}

/* ---- Replies ------------------------------------------------------------------------------------ */

static void answer_done(struct play_request *request, const json_t *ok)
{
    (void)ok;
    if (!request->command.logged) {
        play_answer(request->play, true, "%s", tr(find_verb(request->command.kind)->answer));
    }
}

static void done_act(struct play_request *request, const json_t *ok)
{
    struct sentence sentence = sentence_action_done(&request->command.action);
    play_await_turn(request, ok);
    if (!request->command.logged) {
        play_answer(request->play, true, "%s", sentence.text);
    }
    play_forced_resume(request->play);
}

static void done_undo(struct play_request *request, const json_t *ok)
{
    play_await_turn(request, ok);
    play_answer(request->play, true, tr("Your last action has been undone."));
}

static void done_redo(struct play_request *request, const json_t *ok)
{
    play_await_turn(request, ok);
    play_answer(request->play, true, tr("Done again."));
}

static void done_takeback(struct play_request *request, const json_t *ok)
{
    play_answer(request->play, true,
                json_object_get(ok, "seq") != NULL ? "Your last action has been undone."
                                                   : "You asked the others to take back your last action.");
}

static void done_resign(struct play_request *request, const json_t *ok)
{
    play_await_turn(request, ok);
    play_answer(
        request->play, true,
        json_object_get(ok, "seq") != NULL
            ? tr("You have resigned.")
            : tr("You asked to resign. The police resign once every detective who is online has asked."));
}

static void done_consent(struct play_request *request, const json_t *ok)
{
    (void)ok;
    play_answer(request->play, true, "%s",
                request->command.text[0] == '\0' ? tr("You agree to commentators.")
                                                 : tr("You do not agree to commentators."));
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
    play->model.suggested_at = request->turn_seq;
    if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
}

/* A hint is for the turn in which it was requested; it becomes a line that the player may run. */
static void done_hint(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    struct model *model = &play->model;
    struct hint hint;
    if (!hint_read(json_object_get(ok, "hint"), &hint)) {
        play_answer(play, false, tr("The server sent an invalid reply."));
        return;
    }
    model->hint = hint;
    (void)snprintf(model->suggestion, sizeof model->suggestion, "%s", command_line(&hint.action).text);
    model->suggested_at = request->turn_seq;
    if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
}

/*
 * Updates the model with the table of a reply; answers and returns false if it is invalid. A reply to something that was
 * already executed before a reconnect has no table; the resumed watch has updated the model since.
 */
static bool update_table(struct play_request *request, const json_t *ok)
{
    const json_t *table = json_object_get(ok, "table");
    bool good = json_object_size(ok) == 0 || model_update_table(&request->play->model, table);
    if (!good) {
        play_answer(request->play, false, tr("The server sent an invalid reply."));
    } else {
        play_changed(request->play);
    }
    return good;
}

static void done_table(struct play_request *request, const json_t *ok)
{
    if (update_table(request, ok)) {
        answer_done(request, ok);
    }
}

static void done_pawns(struct play_request *request, const json_t *ok)
{
    if (update_table(request, ok)) {
        char pawns[80];
        model_pawns_text(model_my_pawns(&request->play->model), pawns, sizeof pawns);
        play_answer(request->play, true, tr("You play %s."), pawns[0] != '\0' ? pawns : tr("no pawns"));
    }
}

/* Switches to a table that was created, joined or set up for a rematch; the answer comes on arrival. */
static void done_switch(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    const json_t *table = json_object_get(ok, "table");
    const char *id = json_string_value(json_object_get(table, "id"));
    const char *invite = json_string_value(json_object_get(table, "invite"));
    if (id == NULL) {
        play_answer(play, false, tr("The server sent an invalid reply."));
        return;
    }
    if (play_shows(play, id)) { /* requests sent before the reply to watch need the new state */
        (void)model_update_table(&play->model, table);
    }
    play->table_switch = (struct table_switch){.answers_command = true,
                                               .names_side = request->command.kind == COMMAND_REMATCH};
    (void)snprintf(play->table_switch.sentence, sizeof play->table_switch.sentence, tr("%s Table %s%s%s."),
                   tr(find_verb(request->command.kind)->answer), id, invite != NULL ? tr(", invite ") : "",
                   invite != NULL ? invite : "");
    play_switch_table(play, id, invite);
}

/* Goes to the table that the command named, if it named one. */
static void arrive(struct play_request *request, const char *sentence)
{
    if (request->command.text[0] == '\0') {
        play_answer(request->play, true, "%s", sentence);
    } else {
        switch_by_reference(request->play, request->command.text, sentence);
    }
}

static void done_join(struct play_request *request, const json_t *ok)
{
    if (json_object_size(ok) == 0) {
        arrive(request, tr(find_verb(request->command.kind)->answer));
    } else {
        done_switch(request, ok);
    }
}

/* Being seated already is not an error. */
static void join_failed(struct play_request *request, const char *code, const char *text)
{
    if (strcmp(code, error_code(ERROR_SEATED_ALREADY)) == 0) {
        arrive(request, text);
    } else if (play_name_is_taken(code)) {
        play_answer(request->play, false, "%s%s", text, tr(" Choose another name: rename NAME."));
        play_ask_name(request->play, &request->command);
    } else {
        play_answer(request->play, false, "%s", text);
    }
}

static void done_leave(struct play_request *request, const json_t *ok)
{
    bool running = request->play->model.table.state == MODEL_TABLE_RUNNING;
    (void)ok;
    play_leave_table(request->play);
    play_answer(request->play, true,
                running ? tr("You left the table; you keep your seat.") : tr("You left the table."));
}

/* Spectators have no seat to give up; they just leave. */
static void leave_failed(struct play_request *request, const char *code, const char *text)
{
    if (strcmp(code, error_code(ERROR_NOT_SEATED)) == 0) {
        play_leave_table(request->play);
        play_answer(request->play, true, tr("You left the table."));
    } else {
        play_answer(request->play, false, "%s", text);
    }
}

static void send_verb(struct play *play, const struct verb *verb, const struct command *command);

/* Joins the table where the old name was taken; the answer to that is the answer to the rename. */
static void join_renamed(struct play *play)
{
    struct command join = play->rejoin;
    play->rejoins = false;
    model_add_news(&play->model, tr("Your name is now %s."), play->model.name);
    send_verb(play, find_verb(join.kind), &join);
}

static void done_rename(struct play_request *request, const json_t *ok)
{
    const char *name = json_string_value(json_object_get(ok, "name"));
    model_update_hello(&request->play->model, request->play->model.player,
                       name != NULL ? name : request->command.text);
    play_changed(request->play);
    if (request->play->rejoins) {
        join_renamed(request->play);
    } else {
        play_answer(request->play, true, tr("Your name is now %s."), request->play->model.name);
    }
}

/* A new name that is not possible either can be replaced by the next. */
static void rename_failed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    play_answer(request->play, false, "%s", text);
    if (request->play->rejoins) {
        struct command join = request->play->rejoin;
        play_ask_name(request->play, &join);
    }
}

static void done_code(struct play_request *request, const json_t *ok)
{
    const char *code = json_string_value(json_object_get(ok, "code"));
    json_int_t seconds = json_integer_value(json_object_get(ok, "seconds"));
    if (code == NULL) {
        play_answer(request->play, false, tr("The server sent an invalid reply."));
        return;
    }
    char server[ANSWER_MAX];
    play_answer(
        request->play, true, tr("On the other device, within %d minutes, run: gaslight play %s --code %s"),
        (int)(seconds / 60), shell_word(request->play->settings.address.server, server, sizeof server), code);
}

/* ---- Bots and deduction ------------------------------------------------------------------------- */

static void done_bot(struct play_request *request, const json_t *ok)
{
    if (update_table(request, ok)) {
        struct sentence pawns = {""};
        bool none = strcmp(request->command.text, "none") == 0;
        const char *level =
            request->command.text[0] != '\0' ? request->command.text : request->play->model.table.level;
        phrase_pawns(&pawns, request->command.pawns, tr(" and "));
        play_answer(request->play, true,
                    none ? tr("No bot plays %s%s any more.") : tr("A bot plays %s (%s)."), pawns.text,
                    none ? "" : title_level(level));
    }
}

/* The deduction belongs to the turn in which it was requested. */
static void done_deduce(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    if (!model_update_deduction(&play->model, ok, request->turn_seq, request->command.circle)) {
        play_answer(play, false, tr("The server sent an invalid reply."));
        return;
    }
    play_changed(play);
    if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
    play_forced_resume(play);
}

static void run_deduce(struct play *play, const struct command *command)
{
    if (play->model.view.role == VIEWER_JACK && play->model.view.phase != PHASE_OVER) {
        play_answer(play, false, "%s", tr(error_sentence(ERROR_JACK_DEDUCES)));
        return;
    }
    (void)play_send_request_here(play, "deduce", play_deduce_keys(play, command), false, command,
                                 done_deduce);
}

static void done_quiet_deduce(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    if (!model_update_deduction(&play->model, ok, request->turn_seq, request->command.circle)) {
        model_set_deduction_error(&play->model, tr("The server sent an invalid reply."));
    }
    play_changed(play);
    play_forced_resume(play);
}

static void quiet_deduce_failed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    model_set_deduction_error(&request->play->model, text);
    play_changed(request->play);
}

/* Returns whether a request of play_deduce() is pending. */
static bool is_deducing(const struct play *play)
{
    const struct play_request *request;
    LIST_FOREACH (request, &play->requests, entry) {
        if (request->succeeded == done_quiet_deduce) {
            return true;
        }
    }
    return false;
}

void play_deduce(struct play *play, unsigned circle)
{
    struct command command = {.kind = COMMAND_DEDUCE, .circle = circle};
    if (is_deducing(play) || !play->model.has_table ||
        connection_state(play->connection) != CONNECTION_OPEN) {
        return;
    }
    struct play_request *request = play_send_request_here(play, "deduce", play_deduce_keys(play, &command),
                                                          false, &command, done_quiet_deduce);
    if (request != NULL) {
        request->quiet = true;
        play->model.deduction_error[0] = '\0';
        request->failed = quiet_deduce_failed;
    }
}

/* ---- The table of commands ---------------------------------------------------------------------------------- */

enum {
    PLAYS = NEEDS_TABLE | NEEDS_PLAYER,
    ACTS = NEEDS_TABLE | NEEDS_PLAYER | STOPS_SEARCH,
    ACTS_ONCE = NEEDS_TABLE | NEEDS_PLAYER | STOPS_SEARCH | ONCE,
};

static const struct verb verbs[COMMAND_KIND_COUNT] = {
    [COMMAND_ACT] = {ACTS_ONCE, "act", play_act_keys, done_act, play_lesson_refused},
    [COMMAND_SEARCH_ALL] = {ACTS, .run = play_search_begin},
    [COMMAND_UNDO] = {ACTS_ONCE, "undo", play_undo_keys, done_undo},
    [COMMAND_REDO] = {ACTS_ONCE, "redo", play_undo_keys, done_redo},
    [COMMAND_TAKEBACK] = {ACTS_ONCE, "takeback", play_undo_keys, done_takeback},
    [COMMAND_AGREE] = {PLAYS, .run = play_run_answer},
    [COMMAND_REFUSE] = {PLAYS, .run = play_run_answer},
    [COMMAND_CONSENT] = {PLAYS, "consent", play_consent_keys, done_consent},
    [COMMAND_RESIGN] = {ACTS_ONCE, "resign", play_table_keys, done_resign},
    [COMMAND_HINT] = {PLAYS, "hint", play_table_keys, done_hint},
    [COMMAND_SUGGEST] = {PLAYS, "suggest", play_suggest_keys, done_suggest},
    [COMMAND_SAY] = {NEEDS_TABLE | ONCE, "chat", play_say_keys, answer_done, .answer = TEXT("Sent.")},
    [COMMAND_MARK] = {PLAYS, "marks", play_mark_keys, answer_done, .answer = TEXT("Marked.")},
    [COMMAND_ROUTE] = {PLAYS, "marks", play_route_keys, answer_done, .answer = TEXT("Marked.")},
    [COMMAND_POINT] = {PLAYS, "point", play_point_keys, answer_done,
                       .answer = TEXT("The other detectives see where you point.")},
    [COMMAND_BACK] = {PLAYS, "bot", play_back_keys, done_table, .answer = TEXT("You are playing again.")},
    [COMMAND_BOT] = {PLAYS, "bot", play_bot_keys, done_bot},
    [COMMAND_DEDUCE] = {NEEDS_TABLE, .run = run_deduce},
    [COMMAND_WHATIF] = {NEEDS_TABLE, .run = run_deduce},
    [COMMAND_TABLES] = {0, "tables", play_list_keys, play_done_list},
    [COMMAND_MINE] = {0, "mine", play_no_keys, play_done_list},
    [COMMAND_ARCHIVE] = {0, "archive", play_list_keys, play_done_list},
    [COMMAND_STATS] = {0, "stats", play_stats_keys, play_done_stats},
    [COMMAND_CREATE] = {NEEDS_PLAYER | STOPS_SEARCH | ONCE, "create", play_create_keys, done_switch,
                        .answer = TEXT("You are the host.")},
    [COMMAND_JOIN] = {NEEDS_PLAYER | STOPS_SEARCH, "join", play_join_keys, done_join, join_failed,
                      .answer = TEXT("You joined the table.")},
    [COMMAND_WATCH] = {STOPS_SEARCH, .run = run_watch},
    [COMMAND_PAWNS] = {PLAYS, "pawns", play_pawns_keys, done_pawns},
    [COMMAND_START] = {PLAYS, "start", play_table_keys, done_table, .answer = TEXT("The game has started.")},
    [COMMAND_LEAVE] = {NEEDS_TABLE | STOPS_SEARCH, "leave", play_table_keys, done_leave, leave_failed},
    [COMMAND_KICK] = {PLAYS, "kick", play_player_keys, done_table, .answer = TEXT("Removed.")},
    [COMMAND_HOST] = {PLAYS, "host", play_player_keys, done_table, .answer = TEXT("The host has changed.")},
    [COMMAND_SEAT] = {PLAYS, "seat", play_seat_keys, play_done_seat},
    [COMMAND_AWAY] = {PLAYS, "away", play_away_keys, play_done_away},
    [COMMAND_SETTINGS] = {PLAYS, "settings", play_settings_keys, done_table,
                          .answer = TEXT("The settings have changed.")},
    [COMMAND_SHARE] = {PLAYS, "share", play_share_keys, play_done_share},
    [COMMAND_REMATCH] = {ACTS, "rematch", play_rematch_keys, done_switch, .answer = TEXT("Rematch.")},
    [COMMAND_RECORD] = {NEEDS_TABLE, .run = play_run_record},
    [COMMAND_RENAME] = {0, "rename", play_rename_keys, done_rename, rename_failed},
    [COMMAND_FORCED] = {0, .run = play_run_forced},
    [COMMAND_LESSON] = {PLAYS, .run = play_run_lesson},
    [COMMAND_CODE] = {0, "code", play_no_keys, done_code},
    [COMMAND_NOTIFY] = {0, .run = play_run_notify},
};

static const struct verb *find_verb(enum command_kind kind)
{
    return &verbs[kind];
}

static void send_verb(struct play *play, const struct verb *verb, const struct command *command)
{
    json_t *keys = verb->keys(play, command);
    bool once = (verb->flags & ONCE) != 0;
    bool here =
        (verb->flags & NEEDS_TABLE) != 0 || (command->kind == COMMAND_JOIN && command->text[0] == '\0');
    struct play_request *request = keys == NULL ? NULL
                                                : (here ? play_send_request_here : play_send_request)(
                                                      play, verb->verb, keys, once, command, verb->succeeded);
    if (request != NULL) {
        request->failed = verb->failed;
    }
}

bool play_run(struct play *play, const struct command *command)
{
    const struct verb *verb = find_verb(command->kind);
    if (verb->verb == NULL && verb->run == NULL) {
        return false;
    }
    if ((verb->flags & STOPS_SEARCH) != 0) {
        play_search_stop(play);
    }
    play_forced_follow(play, command->kind);
    play->rejoins = play->rejoins && command->kind != COMMAND_JOIN && (verb->flags & STOPS_SEARCH) == 0;
    if (!utf8_is_valid(command->text)) {
        play_answer(play, false, tr("That is not valid UTF-8."));
    } else if ((verb->flags & NEEDS_PLAYER) != 0 && play->settings.watch_only) {
        play_answer(play, false, tr("You are only watching; use gaslight play to take part."));
    } else if ((verb->flags & NEEDS_TABLE) != 0 && !play->model.has_table) {
        play_answer(play, false, tr("You are not at a table: create, join or watch one."));
    } else if (verb->run != NULL) {
        verb->run(play, command);
    } else {
        send_verb(play, verb, command);
    }
    return true;
}

struct command_scope play_command_scope(const struct play *play)
{
    const struct model *model = &play->model;
    struct command_scope scope = {
        .board = model_board(model),
        .view = model->has_view ? &model->view : NULL,
        .legal = model->has_legal && !play->settings.watch_only ? &model->legal : NULL,
        .pawns = play->settings.watch_only ? 0 : model->turn_pawns & model_my_pawns(model),
        .names = play->names,
        .name_count = model->table.seats,
        .watchers = play->watchers,
        .watcher_count = model->table.watchers_named,
        .tables = play->table_ids,
        .table_count = play->table_count,
    };
    randombytes_buf(&scope.chance, sizeof scope.chance);
    return scope;
}
