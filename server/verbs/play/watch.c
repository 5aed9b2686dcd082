/*
 * watch.c: watch and unwatch: a snapshot of a table, or the events that were missed, and everything from then on.
 *
 * Players and spectators use the same verb. What they are sent differs only by their view.
 */
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire.h"
#include "server/bots/bot_seats.h"
#include "server/table/changes/broadcast.h"
#include "server/table/changes/seat_vote.h"
#include "server/table/changes/takeback.h"
#include "server/table/changes/watches.h"
#include "server/table/chat_access.h"
#include "server/table/lobby_json.h"
#include "server/table/table_log.h"
#include "server/verbs/account/notify.h"
#include "server/verbs/play/chat.h"
#include "server/verbs/play/commentary.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum {
    CHAT_LINES_MAX = 500,  /* the last ones, in one answer */
    LINE_KEYS_BYTES = 100, /* about, of a line without its texts; the store counts the same */
};

/* Starts watching, or changes whether turns are sent with views: the last request decides. */
static enum error add_watch(struct session *session, struct table *table, bool views)
{
    struct watch *watch = table_find_watch(table, session);
    const struct watch *other;
    long count = 0;
    LIST_FOREACH (other, &session->watches, session_entry) {
        count++;
    }
    if (watch != NULL) {
        watch->views = views;
    }
    if (session->connection == NULL || watch != NULL) {
        return ERROR_OK;
    }
    if (count >= session->sessions->options->watches_per_connection) {
        return ERROR_TOO_MANY_TABLES;
    }
    return table_watch(table, session, views) ? ERROR_OK : ERROR_STORAGE;
}

/* ---- the answer ---- */

/* For writing the events after `since`, as they were sent to the viewer. */
struct missed_events {
    struct json_writer *writer;
    struct viewer viewer;
    json_int_t since;
};

static void write_missed(void *context, const struct log_step *step)
{
    const struct missed_events *missed = context;
    uint32_t first = step->seq - (step->undo ? 1U : step->events->count) + 1;
    for (uint32_t at = first; at <= step->seq; at++) {
        if ((json_int_t)at <= missed->since) {
            continue;
        }
        json_write_open(missed->writer, NULL, '{');
        json_write_int(missed->writer, "seq", (long)at);
        if (step->undo) {
            table_write_undo(missed->writer, "event", step->game, missed->viewer, step->by, step->from);
        } else {
            struct viewed_event viewed;
            view_event(step->game, missed->viewer, &step->events->item[at - first], &viewed);
            wire_event(missed->writer, "event", &viewed);
        }
        json_write_close(missed->writer, '}');
    }
}

/* Returns the first of the fetched lines that is sent: the latest ones, up to the limits, and at least one. */
static size_t first_line(const struct store_request *chat, long bytes_max)
{
    long bytes = 0;
    size_t first = chat->rows;
    while (first > 0 && chat->rows - first < CHAT_LINES_MAX) {
        char *const *text = chat->row[first - 1].text;
        bytes += (long)(strlen(text[2]) + strlen(text[4])) + LINE_KEYS_BYTES;
        if (bytes > bytes_max && first < chat->rows) {
            break;
        }
        first--;
    }
    return first;
}

static void write_chat(struct json_writer *writer, const struct table *table, const struct player *player,
                       const struct store_request *chat)
{
    size_t first = first_line(chat, table->tables->options->watch_chat_bytes);
    if (first > 0) {
        json_write_bool(writer, "chat_more", true);
    }
    json_write_open(writer, "chat", '[');
    for (size_t i = first; i < chat->rows; i++) {
        char *const *text = chat->row[i].text; /* player, key, from, audience, text | n, at */
        if (table_hears(table, player, text[3])) {
            json_write_open(writer, NULL, '{');
            write_chat_line(writer, &(struct chat_line){.player = text[0],
                                                        .from = text[2],
                                                        .audience = text[3],
                                                        .text = text[4],
                                                        .at = chat->row[i].number[1]});
            json_write_close(writer, '}');
        }
    }
    json_write_close(writer, ']');
}

static void reply_watch(struct request *request, const struct store_request *chat)
{
    struct table *table = request->table;
    const struct player *player = request->session->player;
    struct viewer viewer = table_viewer(table, player);
    json_int_t since = body_number(request, "since", -1);
    bool started = table->lobby.setup.seats != 0;
    bool resumes = since >= 0 && since <= (json_int_t)table->seq;
    struct json_writer writer;
    request_begin(request, &writer);
    lobby_write(&writer, "table", table, player);
    json_write_int(&writer, "seq", (long)table->seq);
    if (started && resumes) {
        struct missed_events missed = {&writer, viewer, since};
        json_write_open(&writer, "events", '[');
        table_replay(table, write_missed, &missed);
        json_write_close(&writer, ']');
    }
    if (started && (!resumes || body_flag(request, "views"))) {
        table_write_view(&writer, table, viewer);
    }
    if (started) {
        json_write_open(&writer, "turn", '{');
        table_write_turn(&writer, table, viewer);
        json_write_close(&writer, '}');
    }
    if (request->is_back_checked && !table_is_replaced(table, player->id)) {
        json_write_bool(&writer, "returned", true);
    }
    takeback_write(&writer, "takeback", table);
    seat_vote_write(&writer, "seat", table);
    write_chat(&writer, table, player, chat);
    table_write_marks(&writer, table, player);
    request_end(request, &writer);
}

static void chat_fetched(struct store_request *chat)
{
    struct request *request = chat->context;
    struct table *table = request->table;
    enum error error = chat->status == STORE_REFUSED ? ERROR_STORAGE
                       : request_find_table(request) != table
                           ? ERROR_UNKNOWN_TABLE /* kicked meanwhile */
                           : add_watch(request->session, table, body_flag(request, "views"));
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else {
        watch_set_away(table, request->session, body_flag(request, "away"));
        reply_watch(request, chat);
    }
    store_request_free(chat);
}

static void fetch_chat(struct request *request, struct table *table)
{
    /* Lines the player does not hear do not count towards the limit, which would reveal how many there are. */
    static const char *const some[] = {"police", "gallery", "commentary"};
    char audiences[64] = "table";
    for (size_t i = 0; i < COUNT(some); i++) {
        if (table_hears(table, request->session->player, some[i])) {
            size_t length = strlen(audiences);
            (void)snprintf(audiences + length, sizeof audiences - length, " %s", some[i]);
        }
    }
    const char *player = request->session->player->id;
    struct store_request *chat = store_request_new(chat_fetched, request);
    store_request_add(chat, STORE_CHAT_OF,
                      (const char *[]){table->id, audiences,
                                       lobby_chat_marker(&table->lobby, player, "police"),
                                       lobby_chat_marker(&table->lobby, player, "table")},
                      4, (int64_t[]){CHAT_LINES_MAX, table->tables->options->watch_chat_bytes}, 2);
    store_submit(dispatch_of(request)->store, chat);
}

void do_watch(struct request *request)
{
    if (body_text(request, "commentary") != NULL) {
        commentary_admit(request, fetch_chat);
    } else {
        fetch_chat(request, request->table);
    }
}

void do_unwatch(struct request *request)
{
    struct table *table = table_find(dispatch_of(request)->tables, body_text(request, "table"));
    struct watch *watch = table == NULL ? NULL : table_find_watch(table, request->session);
    if (watch != NULL) {
        table_unwatch(watch);
    }
    request_ok(request);
}
