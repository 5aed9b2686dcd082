/*
 * watching.c: watch and unwatch: a snapshot, or what was missed, and then pushes.
 *
 * Players and onlookers use the same verb; what they get differs only by their view.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire.h"
#include "server/verbs/verbs.h"

enum { CHAT_LINES_MAX = 500 }; /* the last ones, in an answer */

static struct watch *find_watch(struct session *session, const struct table *table)
{
    for (struct watch *watch = session->watches; watch != NULL; watch = watch->next_of_session) {
        if (watch->table == table) {
            return watch;
        }
    }
    return NULL;
}

/* Watches, or goes on watching with views or without: as the last request said. */
static enum error add_watch(struct session *session, struct table *table, bool views)
{
    struct watch *watching = find_watch(session, table);
    long count = 0;
    for (const struct watch *other = session->watches; other != NULL; other = other->next_of_session) {
        count++;
    }
    if (watching != NULL) {
        watching->views = views;
    }
    if (session->connection == NULL || watching != NULL) {
        return ERROR_OK;
    }
    if (count >= session->server->options.watches_per_connection) {
        return ERROR_TOO_MANY_TABLES;
    }
    struct watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL) {
        return ERROR_STORAGE;
    }
    *watch = (struct watch){.next_of_session = session->watches,
                            .next_of_table = table->watches,
                            .session = session,
                            .table = table,
                            .views = views};
    session->watches = watch;
    table->watches = watch;
    return ERROR_OK;
}

/* ---- the answer ---- */

/* The events after `since`, as the viewer would have been sent them. */
struct catching_up {
    struct json_writer *writer;
    struct viewer viewer;
    json_int_t since;
};

static void write_missed(void *context, const struct game *game, const struct events *events, uint32_t seq,
                         bool undo, enum pawn by)
{
    const struct catching_up *missed = context;
    uint32_t first = seq - (undo ? 1U : events->count) + 1;
    for (uint32_t at = first; at <= seq; at++) {
        if ((json_int_t)at <= missed->since) {
            continue;
        }
        json_write_open(missed->writer, NULL, '{');
        json_write_int(missed->writer, "seq", (long)at);
        if (undo) {
            table_write_undo(missed->writer, "event", game, missed->viewer, by);
        } else {
            struct viewed_event viewed;
            view_event(game, missed->viewer, &events->item[at - first], &viewed);
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
        char *const *text = chat->row[i].text;
        if (table_hears(table, player, text[3])) {
            json_write_open(writer, NULL, '{');
            json_write_string(writer, "from", text[2]);
            json_write_string(writer, "to", text[3]);
            json_write_string(writer, "text", text[4]);
            json_write_close(writer, '}');
        }
    }
    json_write_close(writer, ']');
}

static void answer_watch(struct request *request, const struct store_request *chat)
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
        struct catching_up missed = {&writer, viewer, since};
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
                           ? ERROR_UNKNOWN_TABLE /* put out meanwhile */
                           : add_watch(request->session, table, body_flag(request, "views"));
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else {
        answer_watch(request, chat);
    }
    store_request_free(chat);
}

void do_watch(struct request *request)
{
    /* Only what he hears is counted: how much others said is not his to know. */
    char audiences[32];
    snprintf(audiences, sizeof audiences, "table%s%s",
             table_hears(request->table, request->session->player, "police") ? " police" : "",
             table_hears(request->table, request->session->player, "gallery") ? " gallery" : "");
    struct store_request *chat = store_request_new(chat_fetched, request);
    store_request_add(chat, STORE_CHAT_OF, (const char *[]){request->table->id, audiences}, 2,
                      (int64_t[]){CHAT_LINES_MAX}, 1);
    store_submit(server_of(request)->store, chat);
}

void table_unwatch(struct watch *watch)
{
    struct watch **at = &watch->session->watches;
    while (*at != watch) {
        at = &(*at)->next_of_session;
    }
    *at = watch->next_of_session;
    at = &watch->table->watches;
    while (*at != watch) {
        at = &(*at)->next_of_table;
    }
    *at = watch->next_of_table;
    struct table *table = watch->table;
    free(watch);
    table_release(table);
}

/* Who no longer sits at a private table sees no more of it, on any of his connections. */
void table_lose_sight(struct table *table, const char *player)
{
    struct watch *next;
    for (struct watch *watch = table->lobby.is_private ? table->watches : NULL; watch != NULL; watch = next) {
        next = watch->next_of_table;
        if (strcmp(watch->session->player->id, player) == 0) {
            table_unwatch(watch);
        }
    }
}

void do_unwatch(struct request *request)
{
    struct table *table = table_find(server_of(request), body_text(request, "table"));
    struct watch *watch = table == NULL ? NULL : find_watch(request->session, table);
    if (watch != NULL) {
        table_unwatch(watch);
    }
    request_ok(request);
}
