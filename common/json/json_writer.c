/*
 * emit.c: the small JSON writer.
 *
 * Everything the server sends is written here, so it does no formatting through the C library: integers
 * and escapes are written by hand. Every piece asks room() for its place, and either fits whole or ends the
 * writing for good.
 */
#include <string.h>

#include "common/json/json_writer.h"

/* Where the next so many bytes go, and the terminator is set behind them. NULL: there is no room for them. */
static inline char *room(struct emit *emit, size_t count)
{
    if (emit->overflow || count >= emit->capacity - emit->length) {
        emit->overflow = true;
        return NULL;
    }
    char *at = emit->text + emit->length;
    emit->length += count;
    at[count] = '\0';
    return at;
}

static inline void put(struct emit *emit, const char *bytes, size_t count)
{
    char *at = room(emit, count);
    if (at != NULL) {
        memcpy(at, bytes, count);
    }
}

static inline void put_char(struct emit *emit, char byte)
{
    char *at = room(emit, 1);
    if (at != NULL) {
        *at = byte;
    }
}

/* What stands before a value: the comma after the last one, and its key. */
static inline void prefix(struct emit *emit, const char *key)
{
    if (emit->comma) {
        put_char(emit, ',');
    }
    if (key != NULL) {
        size_t length = strlen(key);
        char *at = room(emit, length + 3);
        if (at == NULL) {
            return;
        }
        *at++ = '"';
        memcpy(at, key, length + 1);
        at[length] = '"';
        at[length + 1] = ':';
    }
    emit->comma = true;
}

void emit_begin(struct emit *emit, char *text, size_t capacity)
{
    *emit = (struct emit){.text = text, .capacity = capacity, .overflow = capacity == 0};
    if (capacity > 0) {
        text[0] = '\0';
    }
}

bool emit_ok(const struct emit *emit)
{
    return !emit->overflow;
}

void emit_open(struct emit *emit, const char *key, char bracket)
{
    prefix(emit, key);
    put_char(emit, bracket);
    emit->comma = false;
}

void emit_close(struct emit *emit, char bracket)
{
    put_char(emit, bracket);
    emit->comma = true;
}

void emit_line(struct emit *emit, bool more)
{
    if (more && emit->comma) {
        put_char(emit, ',');
        emit->comma = false;
    }
    put_char(emit, '\n');
}

static void put_int(struct emit *emit, long value)
{
    if (value >= 0 && value < 10) {
        put_char(emit, (char)('0' + value));
        return;
    }
    char digits[24]; /* 20 digits and a sign are the most a long needs */
    size_t at = sizeof digits;
    /* Not -value: the smallest long has no positive counterpart. */
    unsigned long rest = value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;
    do {
        digits[--at] = (char)('0' + (char)(rest % 10));
        rest /= 10;
    } while (rest != 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    put(emit, digits + at, sizeof digits - at);
}

void emit_int(struct emit *emit, const char *key, long value)
{
    prefix(emit, key);
    put_int(emit, value);
}

void emit_bool(struct emit *emit, const char *key, bool value)
{
    prefix(emit, key);
    put(emit, value ? "true" : "false", value ? 4 : 5);
}

void emit_null(struct emit *emit, const char *key)
{
    prefix(emit, key);
    put(emit, "null", 4);
}

static bool needs_escape(unsigned char byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\';
}

static void put_escape(struct emit *emit, unsigned char byte)
{
    static const char hex[] = "0123456789abcdef";
    static const char short_form[0x20] = {
        ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't',
    };
    char letter = byte < 0x20 ? short_form[byte] : (char)byte;
    if (letter != 0) {
        const char escape[2] = {'\\', letter};
        put(emit, escape, sizeof escape);
    } else {
        const char escape[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
        put(emit, escape, sizeof escape);
    }
}

/* The rest of a string, from its first byte that needs an escape on. */
static void put_escaped(struct emit *emit, const char *value)
{
    while (*value != '\0') {
        const char *end = value;
        while (*end != '\0' && !needs_escape((unsigned char)*end)) {
            end++;
        }
        put(emit, value, (size_t)(end - value));
        if (*end != '\0') {
            put_escape(emit, (unsigned char)*end++);
        }
        value = end;
    }
    put_char(emit, '"');
}

void emit_string(struct emit *emit, const char *key, const char *value)
{
    prefix(emit, key);
    size_t length = strlen(value), plain = 0;
    char *at = room(emit, length + 2); /* what most need */
    if (at == NULL) {
        return;
    }
    *at++ = '"';
    while (plain < length && !needs_escape((unsigned char)value[plain])) {
        at[plain] = value[plain];
        plain++;
    }
    if (plain == length) {
        at[plain] = '"';
    } else {
        emit->length -= length + 1 - plain;
        put_escaped(emit, value + plain);
    }
}

void emit_raw(struct emit *emit, const char *key, const char *text, size_t length)
{
    prefix(emit, key);
    put(emit, text, length);
}

void emit_set(struct emit *emit, const char *key, const struct set *set)
{
    emit_open(emit, key, '[');
    SET_EACH (member, set) {
        emit_int(emit, NULL, (long)member);
    }
    emit_close(emit, ']');
}

void emit_numbers(struct emit *emit, const char *key, const uint8_t *number, size_t count)
{
    emit_open(emit, key, '[');
    for (size_t i = 0; i < count; i++) {
        emit_int(emit, NULL, number[i]);
    }
    emit_close(emit, ']');
}
