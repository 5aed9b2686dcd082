/*
 * takeback.c: the verb takeback: asks everyone to take back an action that revealed something, and answers such a
 * request.
 *
 * Whether a player may ask depends on who acted last and on who holds the pawns, and never on what the action revealed.
 */
#include <stdio.h>
#include <string.h>

#include "server/table/changes/takeback.h"

#include "server/table/undo.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

static void reply_seq(struct request *request, uint32_t seq)
{
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_int(&writer, "seq", (long)seq);
    request_end(request, &writer);
}

static void taken_back(void *context, bool stored, uint32_t seq)
{
    struct request *request = context;
    if (stored) {
        reply_seq(request, seq);
    } else {
        request_fail(request, ERROR_STORAGE);
    }
}

static unsigned pawns_of(const struct table *table, const char *player)
{
    int member = lobby_member(&table->lobby, player);
    return member < 0 ? 0 : table->lobby.member[member].pawns;
}

/* Undoes the action if everyone has agreed, and answers the request in any case. */
static void finish_if_agreed(struct request *request)
{
    struct table *table = request->table;
    const struct takeback *takeback = table->takeback;
    struct tail tail;
    if (takeback_waiting(table) != 0) {
        request_ok(request);
        return;
    }
    struct table_actor actor = {
        .player = takeback->player, .key = takeback->key, .done = taken_back, .context = request};
    bool valid = table_undo_right(table, pawns_of(table, takeback->player), &tail) == UNDO_ASK &&
                 tail.from == takeback->from;
    bool practice = takeback->agreed == 0; /* there was nobody to ask */
    enum error error = valid ? table_commit_undo(table, &actor, &tail, practice) : ERROR_CANNOT_UNDO;
    if (error != ERROR_OK) {
        takeback_end(table, NULL);
        request_fail(request, error);
    }
}

/* ---- asking ---- */

static enum error check_ask(const struct request *request, struct tail *tail)
{
    const struct table *table = request->table;
    const json_t *seq = json_object_get(request->body, "seq");
    enum undo_right right = table_undo_right(table, pawns_of(table, request->session->player->id), tail);
    if (table->lobby.state != TABLE_RUNNING) {
        return ERROR_NOT_RUNNING;
    }
    if (seq != NULL && right == UNDO_ASK && json_integer_value(seq) < (json_int_t)tail->from) {
        return ERROR_MOVED_ON;
    }
    if (right != UNDO_ASK) {
        return ERROR_CANNOT_UNDO;
    }
    return takeback_check(table, tail->from);
}

static void ask(struct request *request, const char *key)
{
    struct table *table = request->table;
    struct entry before;
    struct tail tail;
    struct takeback asked = {.agreed = 0};
    if (table_entry_by_key(table, log_key(request->session->player->id, key), &before)) {
        if (before.undo != 0) {
            reply_seq(request, before.seq);
        } else {
            request_fail(request, ERROR_KEY_REUSED);
        }
        return;
    }
    enum error error = check_ask(request, &tail);
    if (error == ERROR_OK && table->takeback == NULL) {
        (void)snprintf(asked.player, sizeof asked.player, "%s", request->session->player->id);
        (void)snprintf(asked.key, sizeof asked.key, "%s", key);
        asked.from = tail.from;
        error = takeback_begin(table, &asked) ? ERROR_OK : ERROR_STORAGE;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else {
        finish_if_agreed(request);
    }
}

/* ---- answering ---- */

static void answer(struct request *request, bool agrees)
{
    struct table *table = request->table;
    const char *player = request->session->player->id;
    const json_t *event = json_object_get(request->body, "event");
    int member = lobby_member(&table->lobby, player);
    if (table->takeback == NULL ||
        (event != NULL && json_integer_value(event) != (json_int_t)table->takeback->from)) {
        request_fail(request, ERROR_NO_TAKEBACK);
    } else if (strcmp(table->takeback->player, player) == 0) {
        if (!agrees) { /* withdrawn */
            takeback_end(table, NULL);
        }
        request_ok(request);
    } else if ((takeback_waiting(table) & (1U << (unsigned)member)) == 0) {
        if (agrees && (table->takeback->agreed & (1U << (unsigned)member)) != 0) {
            request_ok(request); /* once more */
        } else {
            request_fail(request, ERROR_NO_TAKEBACK);
        }
    } else if (agrees) {
        takeback_agree(table, (unsigned)member);
        finish_if_agreed(request);
    } else {
        takeback_end(table, player);
        request_ok(request);
    }
}

void do_takeback(struct request *request)
{
    const char *key = body_text(request, "key");
    bool answers = json_object_get(request->body, "agree") != NULL;
    if (answers == (key != NULL)) {
        request_fail_with(request, ERROR_BAD_KEYS,
                          "\"takeback\" has either a \"key\", to ask, or \"agree\".");
    } else if (answers) {
        answer(request, body_flag(request, "agree"));
    } else if (!body_key_is_good(key)) {
        request_fail(request, ERROR_BAD_KEY);
    } else {
        ask(request, key);
    }
}
