/*
 * emit.h: writing JSON, straight into a buffer.
 *
 * What goes out is written by this small writer: compact, keys in the order the code writes them, no
 * tree and no allocation. What comes in is read by jansson; see action_json.h and record.h.
 *
 * A writer that runs out of room stops writing and remembers it: check emit_ok() once at the end.
 */
#ifndef GASLIGHT_EMIT_H
#define GASLIGHT_EMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/set.h"

struct emit {
    char *text;      /* the caller's; always terminated when there is room for anything */
    size_t capacity; /* bytes at text */
    size_t length;   /* written so far, without the terminator */
    bool overflow;
    bool comma; /* the next value follows another one */
};

void emit_begin(struct emit *emit, char *text, size_t capacity);
bool emit_ok(const struct emit *emit);

/* `key` is NULL inside an array and at the top; it is written as it is, so it must need no escaping. */
void emit_open(struct emit *emit, const char *key, char bracket); /* '{' or '[' */
void emit_close(struct emit *emit, char bracket);                 /* '}' or ']' */
void emit_int(struct emit *emit, const char *key, long value);
void emit_bool(struct emit *emit, const char *key, bool value);
void emit_null(struct emit *emit, const char *key);
void emit_string(struct emit *emit, const char *key, const char *value); /* escaped; must be UTF-8 */
void emit_raw(struct emit *emit, const char *key, const char *text, size_t length); /* JSON already */
void emit_set(struct emit *emit, const char *key, const struct set *set);           /* array, ascending */
void emit_numbers(struct emit *emit, const char *key, const uint8_t *number, size_t count);

/* A line break, for those who read the file; `more`: another value of the same array comes after it. */
void emit_line(struct emit *emit, bool more);

#endif
