/*
 * play.c: act, undo, resign: what changes a game.
 *
 * An action is tried on a copy of the game. If the rules accept it, it goes to the store; when it is on
 * disk the copy becomes the game, everybody is told what he may know, and then the actor is answered. If
 * the store refuses, the copy is dropped and the table stands as before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/rules/setup_generator.h"
#include "common/wire/wire_names.h"
#include "server/base/log.h"
#include "server/bots/bot_driver.h"
#include "server/verbs/verbs.h"

enum { ROW_BYTES = 512 };

/* A move that is with the store. */
struct attempt {
    struct table *table;
    struct request *request;  /* NULL: a bot acts */
    const char *player, *key; /* the request's, or the bot's, until it is handed over */
    struct entry entry;
    struct game game; /* as it will be */
    struct events events;
    struct lobby lobby;
};

/* ---- keys ---- */

static uint64_t key_print(const char *player, const char *key)
{
    char text[PLAYER_ID_LENGTH + KEY_LENGTH_MAX + 2];
    int length = snprintf(text, sizeof text, "%s %s", player, key);
    return identity_fingerprint(text, (size_t)length);
}

static bool entry_of_key(const struct request *request, struct entry *entry)
{
    return table_entry_by_key(request->table, key_print(request->session->player->id, request->key), entry);
}

static void answer_seq(struct request *request, uint32_t seq)
{
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_int(&writer, "seq", (long)seq);
    request_end(request, &writer);
}

/* What an entry is as a row that is stored; it says all that was asked. */
static void write_row(const struct entry *entry, char row[ROW_BYTES])
{
    struct json_writer writer;
    json_write_begin(&writer, row, ROW_BYTES - 1);
    if (entry->undo) {
        json_write_open(&writer, NULL, '{');
        json_write_bool(&writer, "undo", true);
        json_write_close(&writer, '}');
    } else {
        action_to_json(&writer, NULL, &entry->action);
    }
    row[json_write_ok(&writer) ? writer.length : 0] = '\0';
}

/* A key that was used before: answered again if it is the same thing, refused if not. */
static bool answered_before(struct request *request, const char *row)
{
    struct entry entry;
    char before[ROW_BYTES];
    if (!entry_of_key(request, &entry)) {
        return false;
    }
    write_row(&entry, before);
    if (strcmp(row, before) == 0) {
        answer_seq(request, entry.seq);
    } else {
        request_fail(request, ERROR_KEY_REUSED);
    }
    return true;
}

/* Chosen at a turn that is over: what it would do now is not what was meant. */
static bool has_moved_on(const struct request *request)
{
    const json_t *seq = json_object_get(request->body, "seq");
    return seq != NULL && json_integer_value(seq) != (json_int_t)request->table->seq;
}

/* ---- from the copy to the store and back ---- */

/* On disk: now it has happened. */
static void adopt(struct table *table, struct attempt *attempt)
{
    table->game = attempt->game;
    table->lobby = attempt->lobby;
    if (attempt->entry.undo) {
        table_tell_undo(table, (enum pawn)attempt->entry.action.by);
    } else {
        table_tell_events(table, &attempt->events);
    }
    attempt->entry.seq = table->seq;
    if (!table_append(table, &attempt->entry)) {
        abort(); /* stored but not remembered: a restart folds it from disk */
    }
    metrics_add(table->server->metrics, METRIC_ACTIONS_TOTAL, 1);
    bots_attend(table); /* the clock starts anew, and its turn is told with it */
}

static void attempt_stored(struct store_request *stored)
{
    struct attempt *attempt = stored->context;
    struct table *table = attempt->table;
    struct request *request = attempt->request;
    enum store_status status = stored->status;
    store_request_free(stored);
    table->holds++;
    if (status != STORE_OK && request != NULL) {
        request_fail(request, ERROR_STORAGE);
    } else if (status == STORE_OK) {
        adopt(table, attempt);
        bool over = table->lobby.state == TABLE_FINISHED;
        if (request != NULL) {
            answer_seq(request, attempt->entry.seq);
        }
        table_tell_turn(table);
        if (over) {
            log_line(LOG_INFO, "game_over", "table=%s actions=%zu", table->id, table->entries);
            table_tell_over(table);
            table_tell_lobby(table);
        }
        sessions_deliver(table->server);
    }
    free(attempt);
    table->holds--;
    table_ready(table);
    table_release(table);
}

static void add_finish(struct store_request *stored, struct table *table, struct attempt *attempt)
{
    /* The record is written as it will be: with this entry, which the log does not have yet. */
    json_t *players = json_array();
    for (unsigned i = 0; i < attempt->lobby.members; i++) {
        const struct member *member = &attempt->lobby.member[i];
        json_array_append_new(players, json_pack("{s:s,s:s,s:o}", "player", member->player, "name",
                                                 member->name, "pawns", wire_pawns_value(member->pawns)));
    }
    char *who = json_dumps(players, JSON_COMPACT);
    bool appended = table_append(table, &attempt->entry);
    char *record = appended ? table_record_json(table, &attempt->game) : NULL;
    size_t actions = table->entries - 2 * (size_t)table_undos(table);
    if (appended) {
        table_drop_last(table);
    }
    store_request_add(stored, STORE_FINISH,
                      (const char *[]){table->id, game_name(attempt->lobby.game),
                                       winner_name((enum winner)attempt->game.winner),
                                       reason_name((enum reason)attempt->game.reason),
                                       who == NULL ? "[]" : who, record == NULL ? "" : record},
                      6, (int64_t[]){(int64_t)actions, server_now(), attempt->lobby.is_private}, 3);
    free(record);
    free(who);
    json_decref(players);
}

/* Hands an attempt to the store, for good. */
static void submit(struct attempt *attempt, const char *row)
{
    struct table *table = attempt->table;
    struct store_request *stored = store_request_new(attempt_stored, attempt);
    attempt->lobby.touched = server_now();
    store_request_add(stored, STORE_ACTION_APPEND,
                      (const char *[]){table->id, attempt->player, attempt->key, row}, 4,
                      (int64_t[]){(int64_t)table->entries, attempt->lobby.touched}, 2);
    if (attempt->game.phase == PHASE_OVER) {
        attempt->lobby.state = TABLE_FINISHED;
        attempt->lobby.winner = attempt->game.winner;
        attempt->lobby.reason = attempt->game.reason;
        table_add_put(stored, table, &attempt->lobby);
        add_finish(stored, table, attempt);
    }
    table->busy = true;
    store_submit(table->server->store, stored);
}

static struct attempt *new_attempt(struct table *table, const char *player, const char *key)
{
    struct attempt *attempt = calloc(1, sizeof *attempt);
    if (attempt != NULL) {
        attempt->table = table;
        attempt->player = player;
        attempt->key = key;
        attempt->lobby = table->lobby;
        attempt->game = table->game;
        attempt->entry.key = key_print(player, key);
    }
    return attempt;
}

static struct attempt *attempt_of(struct request *request)
{
    struct attempt *attempt = new_attempt(request->table, request->session->player->id, request->key);
    if (attempt != NULL) {
        attempt->request = request;
    }
    return attempt;
}

/* The rules try it on the attempt's copy; if they accept it, it goes to the store. Otherwise nothing is left. */
static enum error try_attempt(struct attempt *attempt, const struct action *action, const char *row)
{
    enum error error = ERROR_STORAGE;
    if (attempt != NULL && row[0] != '\0') {
        const struct board *board = attempt->table->server->board[attempt->lobby.game];
        error = attempt->lobby.state != TABLE_RUNNING
                    ? ERROR_NOT_RUNNING
                    : game_apply(board, &attempt->game, action, &attempt->events);
    }
    if (error != ERROR_OK) {
        free(attempt);
        return error;
    }
    attempt->entry.action = *action;
    submit(attempt, row);
    return ERROR_OK;
}

/* Tries an action that this player may ask for; answers the request in every case. */
static void try_action(struct request *request, const struct action *action)
{
    char row[ROW_BYTES];
    write_row(&(struct entry){.action = *action}, row);
    if (answered_before(request, row)) {
        return;
    }
    enum error error = has_moved_on(request) ? ERROR_MOVED_ON : try_attempt(attempt_of(request), action, row);
    if (error != ERROR_OK) {
        request_fail(request, error);
    }
}

bool table_act_for(struct table *table, const struct member *member, const struct action *action)
{
    char row[ROW_BYTES];
    write_row(&(struct entry){.action = *action}, row);
    return try_attempt(new_attempt(table, member->player, ""), action, row) == ERROR_OK;
}

/* ---- the verbs ---- */

static unsigned pawns_of(const struct request *request)
{
    int member = lobby_member(&request->table->lobby, request->session->player->id);
    return request->table->lobby.member[member].pawns;
}

void do_act(struct request *request)
{
    struct action action;
    struct complaint complaint;
    if (!action_from_json(json_object_get(request->body, "action"), &action, &complaint)) {
        request_complain(request, complaint.error, complaint.text);
    } else if ((pawns_of(request) & PAWN_BIT(action.by)) == 0) {
        request_fail(request, ERROR_NOT_YOUR_PAWN);
    } else if (action.kind == ACTION_RESIGN) {
        request_complain(request, ERROR_BAD_KEYS, "To resign, ask \"resign\": the police do it together.");
    } else {
        try_action(request, &action);
    }
}

void do_undo(struct request *request)
{
    char row[ROW_BYTES];
    struct table *table = request->table;
    struct action last;
    write_row(&(struct entry){.undo = true}, row);
    if (answered_before(request, row)) {
        return;
    }
    if (table->lobby.state != TABLE_RUNNING || has_moved_on(request)) {
        request_fail(request, table->lobby.state != TABLE_RUNNING ? ERROR_NOT_RUNNING : ERROR_MOVED_ON);
        return;
    }
    struct attempt *attempt = attempt_of(request);
    if (attempt == NULL || !table_last_action(table, &last) ||
        table_undos(table) >= table->server->options.undos_per_table ||
        (pawns_of(request) & PAWN_BIT(last.by)) == 0 || !game_undoable(&table->game, &last) ||
        !table_state_before_last(table, &attempt->game)) {
        free(attempt);
        request_fail(request, ERROR_CANNOT_UNDO);
        return;
    }
    attempt->entry.undo = true;
    attempt->entry.action = last;
    submit(attempt, row);
}

/* ---- resigning ---- */

/* Every detective who is not absent has asked for it; a lost connection is not yet an absence. Bots go along. */
static bool police_agree(const struct server *server, const struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        bool detective = member->pawns != 0 && (member->pawns & PAWN_BIT(PAWN_JACK)) == 0;
        if (detective && member->bot == 0 && member->resigns == 0 && !member_is_absent(server, member)) {
            return false;
        }
    }
    return true;
}

static void resign_asked(struct request *request, struct table *table)
{
    table_tell_resign(table);
    request_ok(request);
}

void do_resign(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    int member = lobby_member(&lobby, request->session->player->id);
    unsigned pawns = lobby.member[member].pawns;
    struct entry before;
    bool used = entry_of_key(request, &before);
    if (used && !before.undo && before.action.kind == ACTION_RESIGN) {
        answer_seq(request, before.seq);
        return;
    }
    if (used || lobby.state != TABLE_RUNNING) {
        request_fail(request, used ? ERROR_KEY_REUSED : ERROR_NOT_RUNNING);
        return;
    }
    if (pawns == 0) {
        request_fail(request, ERROR_NOT_SEATED);
        return;
    }
    lobby.member[member].resigns = 1;
    if (pawns == PAWN_BIT(PAWN_JACK) || police_agree(server_of(request), &lobby)) {
        struct action action = {.kind = ACTION_RESIGN, .by = (uint8_t)__builtin_ctz(pawns)};
        try_action(request, &action);
    } else {
        table_store_quietly(request, &lobby, resign_asked);
    }
}

/* ---- the generators ---- */

void do_suggest(struct request *request)
{
    const struct table *table = request->table;
    const struct board *board = server_of(request)->board[table->lobby.game];
    const char *what = body_text(request, "what");
    struct random random = {((uint64_t)identity_below(UINT32_MAX) << 32) | identity_below(UINT32_MAX)};
    unsigned level = 0;
    while (level < DIFFICULTY_COUNT &&
           strcmp(difficulty_name((enum difficulty)level), body_text(request, "level")) != 0) {
        level++;
    }
    bool hideout = table->lobby.game == GAME_WHITECHAPEL && strcmp(what, "hideout") == 0;
    bool discoveries = table->lobby.game == GAME_WHITEHALL && strcmp(what, "discoveries") == 0;
    if (pawns_of(request) != PAWN_BIT(PAWN_JACK)) {
        request_fail(request, ERROR_NOT_YOUR_PAWN);
        return;
    }
    if (level == DIFFICULTY_COUNT || (!hideout && !discoveries)) {
        request_fail(request, ERROR_UNKNOWN_WORD);
        return;
    }
    struct json_writer writer;
    request_begin(request, &writer);
    if (hideout) {
        json_write_int(&writer, "circle",
                       generate_hideout(board, table->lobby.options, (enum difficulty)level, &random));
    } else {
        uint8_t circles[DISCOVERIES];
        generate_discoveries(board, (enum difficulty)level, &random, circles);
        json_write_numbers(&writer, "circles", circles, DISCOVERIES);
    }
    request_end(request, &writer);
}
