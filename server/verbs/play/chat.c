/*
 * chat.c: the verb chat: what players say to each other.
 *
 * There are four audiences: the table (players speak, everyone hears), the police (detectives only), the gallery
 * (spectators) and the commentators; everyone joins the last two once the game is over. A spectator may be Jack in
 * another window, so nothing the police or the commentators say is sent to spectators, and commentators, who know
 * everything, can't write to the gallery.
 *
 * A message does not hold the table: it changes nothing about the game, so moves need not wait for it. The store keeps
 * the order of messages and refuses a key that was used before.
 */
#include "server/verbs/play/chat.h"

#include <string.h>

#include "server/base/wall_clock.h"
#include "server/notify/occasions.h"
#include "server/table/changes/broadcast.h"
#include "server/table/chat_access.h"
#include "server/table/commentary.h"
#include "server/table/growth.h"
#include "server/table/table_names.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum { TEXT_CHARACTERS_MAX = 500 };

static bool is_over(const struct table *table)
{
    return table->lobby.state == TABLE_FINISHED;
}

bool table_hears(const struct table *table, const struct player *player, const char *audience)
{
    struct viewer viewer = table_viewer(table, player);
    if (strcmp(audience, "police") == 0) {
        return viewer.role == VIEWER_DETECTIVE;
    }
    if (strcmp(audience, "gallery") == 0) {
        return viewer.role == VIEWER_PUBLIC || is_over(table);
    }
    if (strcmp(audience, "commentary") == 0) {
        return is_over(table) || (player != NULL && lobby_commentator(&table->lobby, player->id) >= 0);
    }
    return true;
}

/* To the gallery, the police and the commentators, those who hear them may also speak. */
static bool may_speak(const struct table *table, const struct player *player, const char *audience)
{
    bool member = lobby_member(&table->lobby, player->id) >= 0;
    return strcmp(audience, "table") == 0 ? member : table_hears(table, player, audience);
}

/* ---- chat ---- */

/* The key was used before: replies again if the same was said to the same audience, and fails if not. */
static void used_line_found(struct store_request *found)
{
    struct request *request = found->context;
    char *const *text = found->rows == 0 ? NULL : found->row[0].text; /* player, key, from, audience, text */
    bool same = text != NULL && strcmp(text[3], body_text(request, "to")) == 0 &&
                strcmp(text[4], body_text(request, "text")) == 0;
    if (same) {
        request_ok(request);
    } else if (found->status ==
               STORE_NOTHING) { /* it is a new key, so the line was refused for another reason */
        request_fail(request, ERROR_CHAT_FULL);
    } else {
        request_fail(request, found->status == STORE_REFUSED ? ERROR_STORAGE : ERROR_KEY_REUSED);
    }
    store_request_free(found);
}

void write_chat_line(struct json_writer *writer, const struct chat_line *line)
{
    json_write_string(writer, "from", line->from);
    json_write_string(writer, "player", line->player);
    json_write_int(writer, "at", (long)line->at);
    json_write_string(writer, "to", line->audience);
    json_write_string(writer, "text", line->text);
}

static void send_line(struct table *table, const struct chat_line *line)
{
    struct json_writer writer;
    struct watch *watch;
    message_begin(table->tables->sessions, &writer);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "on", "chat");
    json_write_string(&writer, "table", table->id);
    write_chat_line(&writer, line);
    json_write_close(&writer, '}');
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (table_hears(table, watch->session->player, line->audience)) {
            session_send(watch->session, &writer);
        }
    }
    message_end(table->tables->sessions, &writer);
}

/* The request holds the table. */
static void line_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    struct table *table = request->table;
    if (stored->status == STORE_CONFLICT || stored->status == STORE_NOTHING) {
        struct store_request *found = store_request_new(used_line_found, request);
        store_request_add(found, STORE_CHAT_LINE,
                          (const char *[]){table->id, request->session->player->id, request->key}, 3, NULL,
                          0);
        store_submit(table->tables->store, found);
    } else if (stored->status != STORE_OK) {
        request_fail(request, ERROR_STORAGE);
    } else {
        const struct store_row *row = &stored->op[0].row; /* table, player, key, from, audience, text | at */
        send_line(table, &(struct chat_line){.player = row->text[1],
                                             .from = row->text[3],
                                             .audience = row->text[4],
                                             .text = row->text[5],
                                             .at = row->number[0]});
        request_ok(request);
    }
    store_request_free(stored);
}

static void store_line(struct request *request)
{
    const struct table *table = request->table;
    const struct player *player = request->session->player;
    struct store_request *stored = store_request_new(line_stored, request);
    store_request_add(stored, STORE_CHAT_APPEND,
                      (const char *[]){table->id, player->id, request->key, player->name,
                                       body_text(request, "to"), body_text(request, "text")},
                      6, (int64_t[]){wall_clock_now(), table->tables->options->chat_bytes_per_table}, 2);
    occasions_chat(table, player->id, body_text(request, "to"), stored);
    store_submit(table->tables->store, stored);
}

static void speak_now(struct request *request, struct table *table)
{
    (void)table;
    do_chat(request);
}

/* Before the first message of the police is sent, it is stored who may read it; see chat_access.h. */
static void begin_to_speak(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    if (request->table->busy) {
        request_wait(request);
        return;
    }
    lobby_police_speak(&lobby);
    request_commit_lobby(request, &lobby, COMMIT_SILENT, speak_now);
}

/* Messages are stored for good, so an address may send only some per minute. */
static bool may_send_more(const struct request *request)
{
    return session_take_of_minute(request->session, LIMIT_CHATS,
                                  dispatch_of(request)->options->chats_per_minute);
}

void do_chat(struct request *request)
{
    const struct table *table = request->table;
    const struct player *player = request->session->player;
    const char *audience = body_text(request, "to");
    const char *text = body_text(request, "text");
    bool known = strcmp(audience, "table") == 0 || strcmp(audience, "police") == 0 ||
                 strcmp(audience, "gallery") == 0 || strcmp(audience, "commentary") == 0;
    if (!known) {
        request_fail(request, ERROR_UNKNOWN_WORD);
    } else if (!may_speak(table, player, audience)) {
        request_fail(request, ERROR_WRONG_AUDIENCE);
    } else if (table_name_is_mistakable(table, player)) {
        request_fail(request, ERROR_NAME_TAKEN);
    } else if (!text_is_good(text, TEXT_CHARACTERS_MAX)) {
        request_fail(request, ERROR_BAD_TEXT);
    } else if (tables_storage_is_full(table->tables)) {
        request_fail(request, ERROR_SERVER_FULL);
    } else if (table->lobby.state == TABLE_OPEN && strcmp(audience, "police") == 0 &&
               !table->lobby.police_spoke) {
        begin_to_speak(request);
    } else if (!may_send_more(request)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
    } else {
        store_line(request);
    }
}
