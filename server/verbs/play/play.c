/*
 * play.c: act, undo, redo, resign and suggest: what a player does in a game.
 *
 * The verbs check who asks, and whether the same request came before; table_commit.h tries the action, stores it and
 * sends it.
 */
#include <stdio.h>
#include <string.h>

#include "common/rules/setup_generator.h"
#include "common/wire/action_json.h"
#include "server/table/owners.h"
#include "server/table/table_lesson.h"
#include "server/table/table_log.h"
#include "server/table/undo.h"
#include "server/verbs/play/chat.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

/* ---- keys and replies ---- */

/* A redo is stored with this before its key: its row is an action, and nothing else shows that it was a redo. */
#define REDO_PREFIX "redo:"
_Static_assert(sizeof REDO_PREFIX - 1 + KEY_LENGTH_MAX <= LOG_KEY_MAX, "a key with its prefix");

static void redo_key(const struct request *request, char key[LOG_KEY_MAX + 1])
{
    (void)snprintf(key, LOG_KEY_MAX + 1, REDO_PREFIX "%s", request->key);
}

static bool find_redo_of_key(const struct request *request, struct entry *entry)
{
    char key[LOG_KEY_MAX + 1];
    redo_key(request, key);
    return table_entry_by_key(request->table, log_key(request->session->player->id, key), entry);
}

static bool find_entry_of_key(const struct request *request, struct entry *entry)
{
    return table_entry_by_key(request->table, log_key(request->session->player->id, request->key), entry);
}

static void reply_seq(struct request *request, uint32_t seq)
{
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_int(&writer, "seq", (long)seq);
    request_end(request, &writer);
}

/*
 * Returns true if the key was used before. The request is answered then: with the same reply if it asks for the same
 * as before, and with an error if not.
 */
static bool was_answered_before(struct request *request, const struct entry *entry)
{
    struct entry before;
    char row[LOG_ROW_BYTES];
    char row_before[LOG_ROW_BYTES];
    if (find_redo_of_key(request, &before)) {
        request_fail(request, ERROR_KEY_REUSED);
        return true;
    }
    if (!find_entry_of_key(request, &before)) {
        return false;
    }
    log_write_row(entry, row);
    log_write_row(&before, row_before);
    if (entry->undo != 0 ? before.undo != 0 : strcmp(row, row_before) == 0) {
        reply_seq(request, before.seq);
    } else {
        request_fail(request, ERROR_KEY_REUSED);
    }
    return true;
}

/* Returns true if the action was chosen at a turn that is over: now it might do something else than the player meant. */
static bool has_moved_on(const struct request *request)
{
    const json_t *seq = json_object_get(request->body, "seq");
    return seq != NULL && json_integer_value(seq) != (json_int_t)request->table->seq;
}

static void action_committed(void *context, bool stored, uint32_t seq)
{
    struct request *request = context;
    if (stored) {
        reply_seq(request, seq);
    } else {
        request_fail(request, ERROR_STORAGE);
    }
}

static struct table_actor actor_of(struct request *request)
{
    return (struct table_actor){.player = request->session->player->id,
                                .key = request->key,
                                .done = action_committed,
                                .context = request};
}

/* ---- act and undo ---- */

static unsigned pawns_of(const struct request *request)
{
    int member = lobby_member(&request->table->lobby, request->session->player->id);
    return request->table->lobby.member[member].pawns;
}

/* Commits an action that this player may choose; answers the request in every case, now or later. */
static void commit_action(struct request *request, const struct action *action)
{
    if (was_answered_before(request, &(struct entry){.action = *action})) {
        return;
    }
    struct table_actor actor = actor_of(request);
    enum error error = has_moved_on(request) ? ERROR_MOVED_ON : ERROR_OK;
    if (error == ERROR_OK && body_flag(request, "lesson")) {
        error = table_check_lesson(request->table, action);
    }
    error = error == ERROR_OK ? table_commit_action(request->table, &actor, action) : error;
    if (error != ERROR_OK) {
        request_fail(request, error);
    }
}

void do_act(struct request *request)
{
    struct action action;
    struct complaint complaint;
    if (!action_from_json(json_object_get(request->body, "action"), &action, &complaint)) {
        request_fail_with(request, complaint.error, complaint.text);
    } else if ((pawns_of(request) & PAWN_BIT(action.by)) == 0) {
        request_fail(request, ERROR_NOT_YOUR_PAWN);
    } else if (action.kind == ACTION_RESIGN) {
        request_fail_with(request, ERROR_BAD_KEYS, "To resign, use \"resign\": all detectives must agree.");
    } else {
        commit_action(request, &action);
    }
}

/*
 * Returns whether an undo takes back something else than the player meant. Alone against bots the player means their
 * own last action, whatever the bots have done since.
 */
static bool undo_has_moved_on(const struct request *request, enum undo_right right, const struct tail *tail)
{
    const json_t *seq = json_object_get(request->body, "seq");
    return right == UNDO_PRACTICE ? seq != NULL && json_integer_value(seq) < (json_int_t)tail->from
                                  : has_moved_on(request);
}

void do_undo(struct request *request)
{
    struct table *table = request->table;
    struct table_actor actor = actor_of(request);
    struct tail tail;
    if (was_answered_before(request, &(struct entry){.undo = 1})) {
        return;
    }
    enum undo_right right = table_undo_right(table, pawns_of(request), &tail);
    enum error error = ERROR_OK;
    if (table->lobby.state != TABLE_RUNNING) {
        error = ERROR_NOT_RUNNING;
    } else if (undo_has_moved_on(request, right, &tail)) {
        error = ERROR_MOVED_ON;
    } else if (right != UNDO_PLAIN && right != UNDO_PRACTICE) {
        error = ERROR_CANNOT_UNDO;
    } else {
        error = table_commit_undo(table, &actor, &tail, right == UNDO_PRACTICE);
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
    }
}

void do_redo(struct request *request)
{
    struct table *table = request->table;
    struct table_actor actor = actor_of(request);
    struct entry before;
    char key[LOG_KEY_MAX + 1];
    if (find_redo_of_key(request, &before)) {
        reply_seq(request, before.seq);
        return;
    }
    redo_key(request, key);
    actor.key = key;
    enum error error = find_entry_of_key(request, &before)         ? ERROR_KEY_REUSED
                       : table->lobby.state != TABLE_RUNNING       ? ERROR_NOT_RUNNING
                       : has_moved_on(request)                     ? ERROR_MOVED_ON
                       : !table_may_redo(table, pawns_of(request)) ? ERROR_CANNOT_REDO
                                                                   : table_commit_redo(table, &actor);
    if (error != ERROR_OK) {
        request_fail(request, error);
    }
}

/* ---- resign ---- */

/*
 * Returns whether every detective who is not absent has asked to resign, and at least one of them plays their own pawns:
 * people who only play for others can't resign for them. A player who has just lost the connection is not absent yet,
 * nor is one whose clock has run out, for whom a bot plays. Bots with seats of their own agree with everyone else.
 */
static bool police_agree(const struct tables *tables, const struct lobby *lobby)
{
    bool owner_asked = false;
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        bool detective = member->pawns != 0 && (member->pawns & PAWN_BIT(PAWN_JACK)) == 0;
        owner_asked = owner_asked || (member->resigns != 0 && !lobby_is_guest(lobby, i));
        if (detective && !member_is_bot(member) && member->resigns == 0 &&
            !member_is_absent(tables, lobby, member)) {
            return false;
        }
    }
    return owner_asked;
}

static void resign_noted(struct request *request, struct table *table)
{
    table_send_resign(table);
    request_ok(request);
}

void do_resign(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    int member = lobby_member(&lobby, request->session->player->id);
    unsigned pawns = lobby.member[member].pawns;
    struct entry before = {.undo = 1}, redone;
    bool used = find_entry_of_key(request, &before) || find_redo_of_key(request, &redone);
    if (used && !before.undo && before.action.kind == ACTION_RESIGN) {
        reply_seq(request, before.seq);
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
    if (pawns == PAWN_BIT(PAWN_JACK) || police_agree(dispatch_of(request)->tables, &lobby)) {
        struct action action = {.kind = ACTION_RESIGN, .by = (uint8_t)__builtin_ctz(pawns)};
        commit_action(request, &action);
    } else {
        request_commit_lobby(request, &lobby, COMMIT_SILENT, resign_noted);
    }
}

/* ---- suggest ---- */

void do_suggest(struct request *request)
{
    const struct table *table = request->table;
    const struct board *board = table_board(table);
    const char *what = body_text(request, "what");
    struct random random = {identity_random_64()};
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
