/*
 * buffer.h: a text that grows as its pieces come, such as a message in several frames.
 *
 * All zeros is an empty one. What is in it always ends in a zero byte that does not count.
 */
#ifndef GASLIGHT_BUFFER_H
#define GASLIGHT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *text; /* NULL: nothing was ever added */
    size_t length, capacity;
};

/* False: no memory, and the buffer is as it was. A piece of no bytes makes `text` an empty text. */
bool buffer_add(struct buffer *buffer, const char *piece, size_t length);

/* Hands the text over, to be freed, and is empty again. */
char *buffer_take(struct buffer *buffer);

void buffer_free(struct buffer *buffer);

#endif
