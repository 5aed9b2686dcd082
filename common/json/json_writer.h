/*
 * json_writer.h: writes JSON straight into a buffer.
 *
 * Outgoing JSON is written with this: compact, with keys in the order of the calls, without a tree and
 * without allocation. Incoming JSON is parsed with jansson; see action_json.h and record.h.
 *
 * A writer that runs out of space stops writing and remembers it, so one check of json_write_ok() at the end
 * is enough.
 */
#ifndef GASLIGHT_JSON_WRITER_H
#define GASLIGHT_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/set.h"

struct json_writer {
    char *text;      /* owned by the caller; always terminated unless capacity is 0 */
    size_t capacity; /* size of text in bytes */
    size_t length;   /* written so far, without the terminator */
    bool overflow;
    bool comma; /* the next value needs a comma before it */
};

void json_write_begin(struct json_writer *writer, char *text, size_t capacity);
bool json_write_ok(const struct json_writer *writer);

/* `key` is NULL inside an array and at the top level. Keys are not escaped, so they must not need it. */
void json_write_open(struct json_writer *writer, const char *key, char bracket); /* '{' or '[' */
void json_write_close(struct json_writer *writer, char bracket);                 /* '}' or ']' */
void json_write_int(struct json_writer *writer, const char *key, long value);
void json_write_bool(struct json_writer *writer, const char *key, bool value);
void json_write_null(struct json_writer *writer, const char *key);
void json_write_string(struct json_writer *writer, const char *key,
                       const char *value); /* escaped here; must be UTF-8 */
void json_write_raw(struct json_writer *writer, const char *key, const char *text,
                    size_t length); /* already JSON */
void json_write_set(struct json_writer *writer, const char *key,
                    const struct set *set); /* as an array, ascending */
void json_write_numbers(struct json_writer *writer, const char *key, const uint8_t *number, size_t count);

/* Writes a line break, for readability. `more` means that another value of the same array follows. */
void json_write_line(struct json_writer *writer, bool more);

#endif
