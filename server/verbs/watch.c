/*
 * watch.c: watch and unwatch: a snapshot of a table, or the events that were missed, and everything from then on.
 *
 * Players and spectators use the same verb. What they are sent differs only by their view.
 */
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire.h"
#include "server/table/broadcast.h"
#include "server/table/lobby_json.h"
#include "server/table/table_log.h"
#include "server/table/takeback.h"
#include "server/verbs/chat.h"
#include "server/verbs/commentary.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum { CHAT_LINES_MAX = 500 }; /* the last ones, in one answer */

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

static void write_chat(struct json_writer *writer, const struct table *table, const struct player *player,
                       const struct store_request *chat)
{
    json_write_open(writer, "chat", '[');
    for (size_t i = 0; i < chat->rows; i++) {
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
    takeback_write(&writer, "takeback", table);
    write_chat(&writer, table, player, chat);
    table_write_marks(&writer, table, viewer);
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
    struct store_request *chat = store_request_new(chat_fetched, request);
    store_request_add(chat, STORE_CHAT_OF, (const char *[]){table->id, audiences}, 2,
                      (int64_t[]){CHAT_LINES_MAX}, 1);
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
