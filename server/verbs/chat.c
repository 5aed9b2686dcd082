/*
 * talk.c: chat, marks and asking to resign: what players say to each other.
 *
 * Three audiences: the table (players speak, everybody hears), the police (detectives only), the gallery
 * (onlookers; players join once the game is over). An onlooker may be Jack's other window, so what the
 * police say never reaches one.
 */
#include <stdlib.h>
#include <string.h>

#include "server/verbs/verbs.h"

enum { TEXT_CHARACTERS_MAX = 500, MARKS_MAX = 400 };

static bool is_over(const struct table *table)
{
    return table->lobby.state == TABLE_FINISHED;
}

/* Who hears an audience; for the gallery and the police the same people also speak. */
bool table_hears(const struct table *table, const struct player *player, const char *audience)
{
    struct viewer viewer = table_viewer(table, player);
    if (strcmp(audience, "police") == 0) {
        return viewer.role == VIEWER_DETECTIVE;
    }
    if (strcmp(audience, "gallery") == 0) {
        return viewer.role == VIEWER_PUBLIC || is_over(table);
    }
    return true;
}

static bool may_speak(const struct table *table, const struct player *player, const char *audience)
{
    bool member = lobby_member(&table->lobby, player->id) >= 0;
    return strcmp(audience, "table") == 0 ? member : table_hears(table, player, audience);
}

/* ---- chat ---- */

/* The key was used before: answered again if the same was said to the same, refused if not. */
static void chat_found(struct store_request *found)
{
    struct request *request = found->context;
    struct table *table = request->table;
    char *const *text = found->rows == 0 ? NULL : found->row[0].text; /* player, key, from, audience, text */
    bool same = text != NULL && strcmp(text[3], body_text(request, "to")) == 0 &&
                strcmp(text[4], body_text(request, "text")) == 0;
    store_request_free(found);
    table->holds++;
    if (same) {
        request_ok(request);
    } else {
        request_fail(request, ERROR_KEY_REUSED);
    }
    table->holds--;
    table_ready(table);
    table_release(table);
}

static void chat_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    struct table *table = request->table;
    if (stored->status == STORE_CONFLICT) {
        struct store_request *found = store_request_new(chat_found, request);
        store_request_add(found, STORE_CHAT_LINE,
                          (const char *[]){table->id, request->session->player->id, request->key}, 3, NULL,
                          0);
        store_submit(table->server->store, found);
        store_request_free(stored);
        return;
    }
    table->holds++;
    if (stored->status != STORE_OK) {
        request_fail(request, ERROR_STORAGE);
    } else {
        char *const *text = stored->op[0].row.text; /* table, player, key, from, audience, text */
        struct json_writer writer;
        session_begin_message(table->server, &writer);
        json_write_open(&writer, NULL, '{');
        json_write_string(&writer, "on", "chat");
        json_write_string(&writer, "table", table->id);
        json_write_string(&writer, "from", text[3]);
        json_write_string(&writer, "to", text[4]);
        json_write_string(&writer, "text", text[5]);
        json_write_close(&writer, '}');
        for (struct watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
            if (table_hears(table, watch->session->player, text[4])) {
                session_send(watch->session, &writer);
            }
        }
        request_ok(request);
    }
    store_request_free(stored);
    table->holds--;
    table_ready(table);
    table_release(table);
}

void do_chat(struct request *request)
{
    struct table *table = request->table;
    const struct player *player = request->session->player;
    const char *audience = body_text(request, "to");
    const char *text = body_text(request, "text");
    bool known =
        strcmp(audience, "table") == 0 || strcmp(audience, "police") == 0 || strcmp(audience, "gallery") == 0;
    if (!known) {
        request_fail(request, ERROR_UNKNOWN_WORD);
    } else if (!may_speak(table, player, audience)) {
        request_fail(request, ERROR_WRONG_AUDIENCE);
    } else if (!text_is_good(text, TEXT_CHARACTERS_MAX)) {
        request_fail(request, ERROR_BAD_TEXT);
    } else {
        struct store_request *stored = store_request_new(chat_stored, request);
        store_request_add(stored, STORE_CHAT_APPEND,
                          (const char *[]){table->id, player->id, request->key, player->name, audience, text},
                          6, (int64_t[]){server_now()}, 1);
        table->busy = true;
        store_submit(table->server->store, stored);
    }
}

/* ---- marks ---- */

static bool is_circle(const json_t *value, const struct board *board)
{
    json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 1 && number <= (json_int_t)board->circles;
}

/* {"circle":n,"mark":"suspect"|"cleared"} or {"route":[n,...]}. */
static bool mark_is_good(const json_t *mark, const struct board *board)
{
    const char *word = json_string_value(json_object_get(mark, "mark"));
    const json_t *route = json_object_get(mark, "route");
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

/* To every detective who watches; nobody else learns that there was anything. */
static void tell_police(struct table *table,
                        void (*write)(struct json_writer *writer, struct table *table, unsigned member),
                        unsigned member)
{
    for (struct watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        if (table_viewer(table, watch->session->player).role == VIEWER_DETECTIVE) {
            struct json_writer writer;
            session_begin_message(table->server, &writer);
            json_write_open(&writer, NULL, '{');
            write(&writer, table, member);
            json_write_close(&writer, '}');
            session_send(watch->session, &writer);
        }
    }
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
    const struct board *board = server_of(request)->board[table->lobby.game];
    bool good = json_array_size(marks) <= MARKS_MAX;
    for (size_t i = 0; good && i < json_array_size(marks); i++) {
        good = mark_is_good(json_array_get(marks, i), board);
    }
    if (table->lobby.setup.seats == 0) { /* before the start, members come and go */
        request_fail(request, ERROR_NOT_RUNNING);
    } else if (table_viewer(table, request->session->player).role != VIEWER_DETECTIVE) {
        request_fail(request, ERROR_WRONG_AUDIENCE);
    } else if (!good) {
        request_fail(request, ERROR_BAD_MARKS);
    } else {
        unsigned member = (unsigned)lobby_member(&table->lobby, request->session->player->id);
        json_decref(table->marks[member]);
        table->marks[member] = json_incref(marks);
        tell_police(table, write_marks, member);
        request_ok(request);
    }
}

/* ---- asking to resign ---- */

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

void table_tell_resign(struct table *table)
{
    tell_police(table, write_resign, 0);
}
