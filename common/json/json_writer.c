/*
 * json_writer.c: a small JSON writer.
 *
 * Everything the server sends is written here, so integers and escapes are formatted by hand instead of
 * through the C library. Each piece reserves its space with room() and is written either completely or not at
 * all; once a piece does not fit, nothing more is written.
 */
#include <string.h>

#include "common/json/json_writer.h"

/*
 * Reserves `count` bytes, terminates the text after them and returns where they start, or NULL if they do not
 * fit.
 */
static inline char *room(struct json_writer *writer, size_t count)
{
    if (writer->overflow || count >= writer->capacity - writer->length) {
        writer->overflow = true;
        return NULL;
    }
    char *at = writer->text + writer->length;
    writer->length += count;
    at[count] = '\0';
    return at;
}

static inline void put(struct json_writer *writer, const char *bytes, size_t count)
{
    char *at = room(writer, count);
    if (at != NULL) {
        memcpy(at, bytes, count);
    }
}

static inline void put_char(struct json_writer *writer, char byte)
{
    char *at = room(writer, 1);
    if (at != NULL) {
        *at = byte;
    }
}

/* Writes what comes before a value: a comma if it follows another value, and its key. */
static inline void prefix(struct json_writer *writer, const char *key)
{
    if (writer->comma) {
        put_char(writer, ',');
    }
    if (key != NULL) {
        size_t length = strlen(key);
        char *at = room(writer, length + 3);
        if (at == NULL) {
            return;
        }
        *at++ = '"';
        memcpy(at, key, length + 1);
        at[length] = '"';
        at[length + 1] = ':';
    }
    writer->comma = true;
}

void json_write_begin(struct json_writer *writer, char *text, size_t capacity)
{
    *writer = (struct json_writer){.text = text, .capacity = capacity, .overflow = capacity == 0};
    if (capacity > 0) {
        text[0] = '\0';
    }
}

bool json_write_ok(const struct json_writer *writer)
{
    return !writer->overflow;
}

void json_write_open(struct json_writer *writer, const char *key, char bracket)
{
    prefix(writer, key);
    put_char(writer, bracket);
    writer->comma = false;
}

void json_write_close(struct json_writer *writer, char bracket)
{
    put_char(writer, bracket);
    writer->comma = true;
}

void json_write_line(struct json_writer *writer, bool more)
{
    if (more && writer->comma) {
        put_char(writer, ',');
        writer->comma = false;
    }
    put_char(writer, '\n');
}

static void put_int(struct json_writer *writer, long value)
{
    if (value >= 0 && value < 10) {
        put_char(writer, (char)('0' + value));
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
    put(writer, digits + at, sizeof digits - at);
}

void json_write_int(struct json_writer *writer, const char *key, long value)
{
    prefix(writer, key);
    put_int(writer, value);
}

void json_write_bool(struct json_writer *writer, const char *key, bool value)
{
    prefix(writer, key);
    put(writer, value ? "true" : "false", value ? 4 : 5);
}

void json_write_null(struct json_writer *writer, const char *key)
{
    prefix(writer, key);
    put(writer, "null", 4);
}

static bool needs_escape(unsigned char byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\';
}

static void put_escape(struct json_writer *writer, unsigned char byte)
{
    static const char hex[] = "0123456789abcdef";
    static const char short_form[0x20] = {
        ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't',
    };
    char letter = byte < 0x20 ? short_form[byte] : (char)byte;
    if (letter != 0) {
        const char escape[2] = {'\\', letter};
        put(writer, escape, sizeof escape);
    } else {
        const char escape[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
        put(writer, escape, sizeof escape);
    }
}

/* Writes the rest of a string, starting at the first byte that needs an escape. */
static void put_escaped(struct json_writer *writer, const char *value)
{
    while (*value != '\0') {
        const char *end = value;
        while (*end != '\0' && !needs_escape((unsigned char)*end)) {
            end++;
        }
        put(writer, value, (size_t)(end - value));
        if (*end != '\0') {
            put_escape(writer, (unsigned char)*end++);
        }
        value = end;
    }
    put_char(writer, '"');
}

void json_write_string(struct json_writer *writer, const char *key, const char *value)
{
    prefix(writer, key);
    size_t length = strlen(value), plain = 0;
    char *at = room(writer, length + 2); /* enough for most strings */
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
        writer->length -= length + 1 - plain;
        put_escaped(writer, value + plain);
    }
}

void json_write_raw(struct json_writer *writer, const char *key, const char *text, size_t length)
{
    prefix(writer, key);
    put(writer, text, length);
}

void json_write_set(struct json_writer *writer, const char *key, const struct set *set)
{
    json_write_open(writer, key, '[');
    SET_EACH (member, set) {
        json_write_int(writer, NULL, (long)member);
    }
    json_write_close(writer, ']');
}

void json_write_numbers(struct json_writer *writer, const char *key, const uint8_t *number, size_t count)
{
    json_write_open(writer, key, '[');
    for (size_t i = 0; i < count; i++) {
        json_write_int(writer, NULL, number[i]);
    }
    json_write_close(writer, ']');
}
