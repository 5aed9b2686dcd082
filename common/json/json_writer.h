/*
 * writer.h: writing JSON, straight into a buffer.
 *
 * What goes out is written by this small writer: compact, keys in the order the code writes them, no
 * tree and no allocation. What comes in is read by jansson; see action_json.h and record.h.
 *
 * A writer that runs out of room stops writing and remembers it: check json_write_ok() once at the end.
 */
#ifndef GASLIGHT_JSON_WRITER_H
#define GASLIGHT_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/set.h"

struct json_writer {
    char *text;      /* the caller's; always terminated when there is room for anything */
    size_t capacity; /* bytes at text */
    size_t length;   /* written so far, without the terminator */
    bool overflow;
    bool comma; /* the next value follows another one */
};

void json_write_begin(struct json_writer *writer, char *text, size_t capacity);
bool json_write_ok(const struct json_writer *writer);

/* `key` is NULL inside an array and at the top; it is written as it is, so it must need no escaping. */
void json_write_open(struct json_writer *writer, const char *key, char bracket); /* '{' or '[' */
void json_write_close(struct json_writer *writer, char bracket);                 /* '}' or ']' */
void json_write_int(struct json_writer *writer, const char *key, long value);
void json_write_bool(struct json_writer *writer, const char *key, bool value);
void json_write_null(struct json_writer *writer, const char *key);
void json_write_string(struct json_writer *writer, const char *key,
                       const char *value); /* escaped; must be UTF-8 */
void json_write_raw(struct json_writer *writer, const char *key, const char *text,
                    size_t length); /* JSON already */
void json_write_set(struct json_writer *writer, const char *key,
                    const struct set *set); /* array, ascending */
void json_write_numbers(struct json_writer *writer, const char *key, const uint8_t *number, size_t count);

/* A line break, for those who read the file; `more`: another value of the same array comes after it. */
void json_write_line(struct json_writer *writer, bool more);

#endif
