/*
 * marks.c: marks, pings and requests to resign: what detectives show each other.
 *
 * Nobody else learns of them. A guest, who plays for an absent detective, is shown only marks that were made since they
 * took over, also when a detective sends all of theirs again. Marks are not stored, so after a restart it is not known
 * which of the first ones that a detective sends are new, and guests are not shown those.
 */
#include <stdlib.h>
#include <string.h>

#include "server/table/changes/broadcast.h"
#include "server/table/owners.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/play/chat.h"
#include "server/verbs/verbs.h"

enum { MARKS_MAX = 400 };
enum { POINTS_PER_SECOND = 1, POINTS_BURST = 5 }; /* of one detective */

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

/* ---- when marks were made ---- */

void table_hide_marks(struct table *table, unsigned member)
{
    table->marks_from[member] = table->marks_count;
}

/* Returns when a mark of a member was made, by the count of `marks` requests, or -1 if it is not there. */
static json_int_t mark_made(const struct table *table, unsigned member, const char *mark)
{
    const json_t *made = json_object_get(table->marks_made[member], mark);
    return made == NULL ? -1 : json_integer_value(made);
}

/* Replaces a member's marks. Those that were there before keep the time at which they were made. */
static void replace_marks(struct table *table, unsigned member, json_t *marks)
{
    json_t *made = json_object();
    bool unknown = table->marks[member] == NULL && table->was_loaded;
    table->marks_count++;
    for (size_t i = 0; i < json_array_size(marks); i++) {
        char *text = json_dumps(json_array_get(marks, i), JSON_COMPACT | JSON_SORT_KEYS);
        json_int_t before = text == NULL ? -1 : mark_made(table, member, text);
        json_int_t now = unknown ? 0 : table->marks_count;
        if (text != NULL) {
            (void)json_object_set_new(made, text, json_integer(before >= 0 ? before : now));
        }
        free(text);
    }
    json_decref(table->marks[member]);
    json_decref(table->marks_made[member]);
    table->marks[member] = json_incref(marks);
    table->marks_made[member] = made;
}

/* Returns those of a member's marks that another one is shown: all of them, unless that one is a guest. */
static json_t *marks_for(const struct table *table, unsigned member, unsigned reader)
{
    if (reader == member || !lobby_is_guest(&table->lobby, reader)) {
        return json_incref(table->marks[member]);
    }
    json_t *shown = json_array();
    for (size_t i = 0; i < json_array_size(table->marks[member]); i++) {
        json_t *mark = json_array_get(table->marks[member], i);
        char *text = json_dumps(mark, JSON_COMPACT | JSON_SORT_KEYS);
        if (text != NULL && mark_made(table, member, text) > (json_int_t)table->marks_from[reader]) {
            (void)json_array_append(shown, mark);
        }
        free(text);
    }
    return shown;
}

/* ---- sending marks ---- */

static void write_marks_of(struct json_writer *writer, const char *key, const struct table *table,
                           unsigned member, const json_t *marks)
{
    char *text = json_dumps(marks, JSON_COMPACT);
    json_write_open(writer, key, '{');
    json_write_string(writer, "player", table->lobby.member[member].player);
    json_write_raw(writer, "marks", text == NULL ? "[]" : text, text == NULL ? 2 : strlen(text));
    json_write_close(writer, '}');
    free(text);
}

void table_write_marks(struct json_writer *writer, const struct table *table, const struct player *player)
{
    int reader = player == NULL ? -1 : lobby_member(&table->lobby, player->id);
    if (reader < 0 || table_viewer(table, player).role != VIEWER_DETECTIVE) {
        return;
    }
    json_write_open(writer, "marks", '[');
    for (unsigned i = 0; i < table->lobby.members; i++) {
        json_t *marks = marks_for(table, i, (unsigned)reader);
        /* That somebody has marked something before is not shown to a guest, either. */
        if (marks != NULL &&
            (json_array_size(marks) != 0 || !lobby_is_guest(&table->lobby, (unsigned)reader))) {
            write_marks_of(writer, NULL, table, i, marks);
        }
        json_decref(marks);
    }
    json_write_close(writer, ']');
}

/* Sends the marks of a member to all detectives who watch, each as they may see them. */
static void send_marks(struct table *table, unsigned member)
{
    struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        const struct player *player = watch->session->player;
        if (table_viewer(table, player).role == VIEWER_DETECTIVE) {
            struct json_writer writer;
            json_t *marks = marks_for(table, member, (unsigned)lobby_member(&table->lobby, player->id));
            message_begin(table->tables->sessions, &writer);
            json_write_open(&writer, NULL, '{');
            json_write_string(&writer, "on", "marks");
            json_write_string(&writer, "table", table->id);
            write_marks_of(&writer, "marks", table, member, marks);
            json_write_close(&writer, '}');
            session_send(watch->session, &writer);
            message_end(table->tables->sessions, &writer);
            json_decref(marks);
        }
    }
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
        replace_marks(table, member, marks);
        send_marks(table, member);
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

static void write_resign(struct json_writer *writer, const struct table *table)
{
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
    struct json_writer writer;
    struct watch *watch;
    message_begin(table->tables->sessions, &writer);
    json_write_open(&writer, NULL, '{');
    write_resign(&writer, table);
    json_write_close(&writer, '}');
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (table_viewer(table, watch->session->player).role == VIEWER_DETECTIVE) {
            session_send(watch->session, &writer);
        }
    }
    message_end(table->tables->sessions, &writer);
}
