/* shell_word.h: quotes a text so that it can be pasted into a shell as one word. */
#ifndef GASLIGHT_SHELL_WORD_H
#define GASLIGHT_SHELL_WORD_H

#include <stddef.h>

/*
 * Writes the text, in single quotes if a shell would treat any of its characters specially: a # starts a comment in
 * some, and brackets are patterns. Returns `quoted`, which is "" if the result does not fit.
 */
const char *shell_word(const char *text, char *quoted, size_t capacity);

#endif
