/*
 * buffer.h: a growing text, such as a message that arrives in several frames.
 *
 * A zeroed struct is an empty buffer. The text is always terminated; `length` does not count the terminator.
 */
#ifndef GASLIGHT_BUFFER_H
#define GASLIGHT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *text; /* NULL until something is added */
    size_t length, capacity;
};

/*
 * Appends a piece. Returns false if there is no memory; the buffer is then unchanged. Adding a piece of zero
 * bytes turns a NULL `text` into an empty one.
 */
bool buffer_add(struct buffer *buffer, const char *piece, size_t length);

/* Returns the text, which the caller frees, and empties the buffer. */
char *buffer_take(struct buffer *buffer);

void buffer_free(struct buffer *buffer);

#endif
