/* plain_json.c: see plain_json.h. */
#include "client-cli/plain/plain_json.h"

#include <stdlib.h>

/* Writes an object and releases it. Out of memory, the line is lost, as it would be in a broken pipe. */
static void write_line(json_t *object, plain_json_line *line, void *context)
{
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    if (text != NULL) {
        line(context, text);
    }
    free(text);
    json_decref(object);
}

/* Writes a part of the reply to watch as the push it would have been. A turn belongs to the last event. */
static void write_part(const char *on, const json_t *reply, const json_t *part, plain_json_line *line,
                       void *context)
{
    const json_t *seq = json_object_get(part, "phase") != NULL ? json_object_get(reply, "seq") : NULL;
    json_t *push = json_pack("{s:s, s:O*, s:O*}", "on", on, "table",
                             json_object_get(json_object_get(reply, "table"), "id"), "seq", seq);
    json_t *copy = json_deep_copy(part);
    if (push != NULL && copy != NULL) {
        (void)json_object_update_missing(push, copy);
    }
    json_decref(copy);
    write_line(push, line, context);
}

static void write_watch(const json_t *reply, plain_json_line *line, void *context)
{
    const json_t *table = json_object_get(reply, "table");
    const json_t *turn = json_object_get(reply, "turn");
    const json_t *events = json_object_get(reply, "events");
    const json_t *chat = json_object_get(reply, "chat");
    write_line(json_pack("{s:s, s:O*, s:O*, s:O*}", "on", "watch", "table", table, "seq",
                         json_object_get(reply, "seq"), "view", json_object_get(reply, "view")),
               line, context);
    for (size_t i = 0; i < json_array_size(events); i++) {
        write_part("event", reply, json_array_get(events, i), line, context);
    }
    for (size_t i = 0; i < json_array_size(chat); i++) {
        write_part("chat", reply, json_array_get(chat, i), line, context);
    }
    if (turn != NULL) {
        write_part("turn", reply, turn, line, context);
    }
}

void plain_json_received(const json_t *message, plain_json_line *line, void *context)
{
    if (json_object_get(message, "on") != NULL) {
        write_line(json_deep_copy(message), line, context);
    } else {
        write_watch(message, line, context);
    }
}

void plain_json_notice(const char *text, plain_json_line *line, void *context)
{
    write_line(json_pack("{s:s, s:s}", "on", "notice", "text", text), line, context);
}

void plain_json_reply(const struct plain_reply *reply, plain_json_line *line, void *context)
{
    json_t *object = json_pack("{s:s, s:s, s:b, s:s, s:s*}", "on", "reply", "command", reply->command, "ok",
                               (int)reply->ok, "text", reply->text, "result", reply->result);
    json_t *lines = reply->lines != NULL ? json_deep_copy(reply->lines) : NULL;
    if (object != NULL && lines != NULL) {
        (void)json_object_set(object, "lines", lines);
    }
    json_decref(lines);
    write_line(object, line, context);
}
