/*
 * chat.c: chat, marks, pings and requests to resign: what players say to each other.
 *
 * There are four audiences: the table (players speak, everyone hears), the police (detectives only), the gallery
 * (spectators) and the commentators; everyone joins the last two once the game is over. A spectator may be Jack in
 * another window, so nothing the police or the commentators say is sent to spectators, and commentators, who know
 * everything, can't write to the gallery.
 */
#include "server/verbs/chat.h"

#include <stdlib.h>
#include <string.h>

#include "server/base/wall_clock.h"
#include "server/table/broadcast.h"
#include "server/table/commentary.h"
#include "server/table/table_commit.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/verbs.h"

enum { TEXT_CHARACTERS_MAX = 500, MARKS_MAX = 400 };
enum { POINTS_PER_SECOND = 1, POINTS_BURST = 5 }; /* of one detective */

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
static void used_line_found(void *context, struct table *table, const struct store_request *found)
{
    struct request *request = context;
    char *const *text = found->rows == 0 ? NULL : found->row[0].text; /* player, key, from, audience, text */
    bool same = text != NULL && strcmp(text[3], body_text(request, "to")) == 0 &&
                strcmp(text[4], body_text(request, "text")) == 0;
    (void)table;
    if (same) {
        request_ok(request);
    } else {
        request_fail(request, ERROR_KEY_REUSED);
    }
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

static void line_stored(void *context, struct table *table, const struct store_request *stored)
{
    struct request *request = context;
    if (stored->status == STORE_CONFLICT) {
        struct store_request *found = table_write_new(table, used_line_found, request);
        store_request_add(found, STORE_CHAT_LINE,
                          (const char *[]){table->id, request->session->player->id, request->key}, 3, NULL,
                          0);
        table_write_submit(table, found);
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
}

void do_chat(struct request *request)
{
    struct table *table = request->table;
    const struct player *player = request->session->player;
    const char *audience = body_text(request, "to");
    const char *text = body_text(request, "text");
    bool known = strcmp(audience, "table") == 0 || strcmp(audience, "police") == 0 ||
                 strcmp(audience, "gallery") == 0 || strcmp(audience, "commentary") == 0;
    if (!known) {
        request_fail(request, ERROR_UNKNOWN_WORD);
    } else if (!may_speak(table, player, audience)) {
        request_fail(request, ERROR_WRONG_AUDIENCE);
    } else if (!text_is_good(text, TEXT_CHARACTERS_MAX)) {
        request_fail(request, ERROR_BAD_TEXT);
    } else {
        struct store_request *stored = table_write_new(table, line_stored, request);
        store_request_add(stored, STORE_CHAT_APPEND,
                          (const char *[]){table->id, player->id, request->key, player->name, audience, text},
                          6, (int64_t[]){wall_clock_now()}, 1);
        table_write_submit(table, stored);
    }
}

/* ---- marks ---- */

static bool is_circle(const json_t *value, const struct board *board)
{
    json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 1 && number <= (json_int_t)board->circles;
}

/* {"circle":n,"mark":"suspect"|"cleared"}, {"route":[n,...]} or the arrow {"from":n,"to":n}. */
static bool mark_is_good(const json_t *mark, const struct board *board)
{
    const char *word = json_string_value(json_object_get(mark, "mark"));
    const json_t *route = json_object_get(mark, "route");
    const json_t *from = json_object_get(mark, "from"), *to = json_object_get(mark, "to");
    if (from != NULL) {
        return json_object_size(mark) == 2 && is_circle(from, board) && is_circle(to, board) &&
               !json_equal(from, to);
    }
    if (route != NULL) {
        bool good = json_object_size(mark) == 1 && json_is_array(route) && json_array_size(route) >= 2 &&
                    json_array_size(route) <= CELLS;
        for (size_t i = 0; good && i < json_array_size(route); i++) {
            good = is_circle(json_array_get(route, i), board);
        }
        return good;
    }
    return json_object_size(mark) == 2 && is_circle(json_object_get(mark, "circle"), board) && word != NULL &&
           (strcmp(word, "suspect") == 0 || strcmp(word, "cleared") == 0);
}

static void write_marks_of(struct json_writer *writer, const char *key, const struct table *table,
                           unsigned member)
{
    char *text = json_dumps(table->marks[member], JSON_COMPACT);
    json_write_open(writer, key, '{');
    json_write_string(writer, "player", table->lobby.member[member].player);
    json_write_raw(writer, "marks", text == NULL ? "[]" : text, text == NULL ? 2 : strlen(text));
    json_write_close(writer, '}');
    free(text);
}

void table_write_marks(struct json_writer *writer, const struct table *table, struct viewer viewer)
{
    if (viewer.role != VIEWER_DETECTIVE) {
        return;
    }
    json_write_open(writer, "marks", '[');
    for (unsigned i = 0; i < table->lobby.members; i++) {
        if (table->marks[i] != NULL) {
            write_marks_of(writer, NULL, table, i);
        }
    }
    json_write_close(writer, ']');
}

/* Sends a message to every detective who watches. Nobody else learns that there was one. */
static void send_to_police(struct table *table,
                           void (*write)(struct json_writer *writer, struct table *table, unsigned member),
                           unsigned member)
{
    struct json_writer writer;
    struct watch *watch;
    message_begin(table->tables->sessions, &writer);
    json_write_open(&writer, NULL, '{');
    write(&writer, table, member);
    json_write_close(&writer, '}');
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (table_viewer(table, watch->session->player).role == VIEWER_DETECTIVE) {
            session_send(watch->session, &writer);
        }
    }
    message_end(table->tables->sessions, &writer);
}

static void write_marks(struct json_writer *writer, struct table *table, unsigned member)
{
    json_write_string(writer, "on", "marks");
    json_write_string(writer, "table", table->id);
    write_marks_of(writer, "marks", table, member);
}

void do_marks(struct request *request)
{
    struct table *table = request->table;
    json_t *marks = json_object_get(request->body, "marks");
    const struct board *board = table_board(table);
    bool good = json_array_size(marks) <= MARKS_MAX;
    for (size_t i = 0; good && i < json_array_size(marks); i++) {
        good = mark_is_good(json_array_get(marks, i), board);
    }
    if (table->lobby.setup.seats == 0) { /* before the start, members still change */
        request_fail(request, ERROR_NOT_RUNNING);
    } else if (table_viewer(table, request->session->player).role != VIEWER_DETECTIVE) {
        request_fail(request, ERROR_WRONG_AUDIENCE);
    } else if (!good) {
        request_fail(request, ERROR_BAD_MARKS);
    } else {
        unsigned member = (unsigned)lobby_member(&table->lobby, request->session->player->id);
        json_decref(table->marks[member]);
        table->marks[member] = json_incref(marks);
        send_to_police(table, write_marks, member);
        request_ok(request);
    }
}

/* ---- pings: a place that a detective shows to the others for a moment ---- */

/* Returns the key of the place that a ping names, or NULL if it does not name exactly one that exists. */
static const char *place_of_point(const struct request *request, const struct board *board)
{
    json_int_t circle = body_number(request, "circle", -1), crossing = body_number(request, "crossing", -1);
    bool has_circle = json_object_get(request->body, "circle") != NULL;
    bool has_crossing = json_object_get(request->body, "crossing") != NULL;
    if (has_circle == has_crossing) {
        return NULL;
    }
    if (has_circle) {
        return circle >= 1 && circle <= (json_int_t)board->circles ? "circle" : NULL;
    }
    return crossing >= 1 && crossing <= (json_int_t)board->crossings ? "crossing" : NULL;
}

static void send_point(struct table *table, const struct player *player, const char *place, long number)
{
    struct json_writer writer;
    struct watch *watch;
    message_begin(table->tables->sessions, &writer);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "on", "point");
    json_write_string(&writer, "table", table->id);
    json_write_string(&writer, "player", player->id);
    json_write_string(&writer, "name", player->name);
    json_write_int(&writer, place, number);
    json_write_close(&writer, '}');
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (watch->session->player != player &&
            table_viewer(table, watch->session->player).role == VIEWER_DETECTIVE) {
            session_send(watch->session, &writer);
        }
    }
    message_end(table->tables->sessions, &writer);
}

/* Shows a place to the other detectives who watch now. Nothing is stored. */
void do_point(struct request *request)
{
    struct table *table = request->table;
    const struct player *player = request->session->player;
    const char *place = place_of_point(request, table_board(table));
    if (table->lobby.setup.seats == 0) { /* before the start, members still change */
        request_fail(request, ERROR_NOT_RUNNING);
    } else if (table_viewer(table, player).role != VIEWER_DETECTIVE) {
        request_fail(request, ERROR_WRONG_AUDIENCE);
    } else if (place == NULL) {
        request_fail(request, ERROR_NO_SUCH_PLACE);
    } else if (!bucket_take(&table->points[lobby_member(&table->lobby, player->id)], POINTS_PER_SECOND,
                            POINTS_BURST, uv_hrtime())) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
    } else {
        send_point(table, player, place, (long)body_number(request, place, 0));
        request_ok(request);
    }
}

/* ---- requests to resign ---- */

static void write_resign(struct json_writer *writer, struct table *table, unsigned unused)
{
    (void)unused;
    json_write_string(writer, "on", "resign");
    json_write_string(writer, "table", table->id);
    json_write_open(writer, "players", '[');
    for (unsigned i = 0; i < table->lobby.members; i++) {
        if (table->lobby.member[i].resigns != 0) {
            json_write_string(writer, NULL, table->lobby.member[i].player);
        }
    }
    json_write_close(writer, ']');
}

void table_send_resign(struct table *table)
{
    send_to_police(table, write_resign, 0);
}
