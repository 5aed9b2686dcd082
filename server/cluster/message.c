/* message.c: see message.h. Numbers are big-endian; a text is preceded by its length in 4 bytes. */
#include "server/cluster/message.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER_BYTES = 4, LONG_BYTES = 8 };

/* Aborts without memory: a message that was cut short could be read as a different one. */
static void add(struct buffer *buffer, const char *piece, size_t length)
{
    if (!buffer_add(buffer, piece, length)) {
        abort();
    }
}

static void put_bytes(struct buffer *buffer, uint64_t number, unsigned count)
{
    char bytes[LONG_BYTES];
    for (unsigned i = 0; i < count; i++) {
        bytes[i] = (char)(unsigned char)(number >> (8 * (count - 1 - i)));
    }
    add(buffer, bytes, count);
}

void message_put_number(struct buffer *buffer, uint32_t number)
{
    put_bytes(buffer, number, NUMBER_BYTES);
}

void message_put_long(struct buffer *buffer, int64_t number)
{
    put_bytes(buffer, (uint64_t)number, LONG_BYTES);
}

void message_put_text(struct buffer *buffer, const char *text, size_t length)
{
    if (length > UINT32_MAX) {
        abort();
    }
    put_bytes(buffer, length, NUMBER_BYTES);
    add(buffer, text, length);
}

/* Returns the next bytes, or NULL if there are fewer: then the reader is bad, and has nothing left. */
static const char *take(struct message_reader *reader, size_t length)
{
    if (reader->bad || length > reader->length - reader->at) {
        reader->bad = true;
        return NULL;
    }
    const char *bytes = reader->body + reader->at;
    reader->at += length;
    return bytes;
}

static uint64_t take_bytes(struct message_reader *reader, unsigned count)
{
    const char *bytes = take(reader, count);
    uint64_t number = 0;
    for (unsigned i = 0; bytes != NULL && i < count; i++) {
        number = number << 8 | (unsigned char)bytes[i];
    }
    return number;
}

uint32_t message_number(struct message_reader *reader)
{
    return (uint32_t)take_bytes(reader, NUMBER_BYTES);
}

int64_t message_long(struct message_reader *reader)
{
    return (int64_t)take_bytes(reader, LONG_BYTES);
}

const char *message_text(struct message_reader *reader, size_t *length)
{
    size_t wanted = message_number(reader);
    const char *text = take(reader, wanted);
    *length = text == NULL ? 0 : wanted;
    return text == NULL ? "" : text;
}

void message_copy(struct message_reader *reader, char *text, size_t capacity)
{
    size_t length = 0;
    const char *from = message_text(reader, &length);
    if (length >= capacity || memchr(from, '\0', length) != NULL) {
        reader->bad = true;
        length = 0;
    }
    memcpy(text, from, length);
    text[length] = '\0';
}

bool message_is_whole(const struct message_reader *reader)
{
    return !reader->bad && reader->at == reader->length;
}
