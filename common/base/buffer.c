/* buffer.c: see buffer.h. The capacity doubles whenever it is too small. */
#include "common/base/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_AT_FIRST = 1024 };

bool buffer_add(struct buffer *buffer, const char *piece, size_t length)
{
    size_t needed = buffer->length + length + 1;
    if (needed > buffer->capacity) {
        size_t capacity = buffer->capacity == 0 ? BYTES_AT_FIRST : buffer->capacity;
        while (capacity < needed) {
            capacity *= 2;
        }
        char *bigger = realloc(buffer->text, capacity);
        if (bigger == NULL) {
            return false;
        }
        buffer->text = bigger;
        buffer->capacity = capacity;
    }
    if (length > 0) {
        memcpy(buffer->text + buffer->length, piece, length);
    }
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
    return true;
}

char *buffer_take(struct buffer *buffer)
{
    char *text = buffer->text;
    *buffer = (struct buffer){0};
    return text;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer_take(buffer));
}
