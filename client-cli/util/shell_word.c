/* shell_word.c: see shell_word.h. */
#include "client-cli/util/shell_word.h"

#include <string.h>

#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/@%+,"

/* A single quote ends the quotes, stands alone after a backslash, and opens them again. */
static size_t escape(char *to, char character)
{
    static const char quote[] = "'\\''";
    if (character != '\'') {
        *to = character;
        return 1;
    }
    memcpy(to, quote, sizeof quote - 1);
    return sizeof quote - 1;
}

const char *shell_word(const char *text, char *quoted, size_t capacity)
{
    size_t length = strlen(text), used = 0;
    quoted[0] = '\0';
    if (capacity < 4 * length + 3) {
        return quoted;
    }
    if (length > 0 && strspn(text, PLAIN) == length) {
        memcpy(quoted, text, length + 1);
        return quoted;
    }
    quoted[used++] = '\'';
    for (size_t i = 0; i < length; i++) {
        used += escape(quoted + used, text[i]);
    }
    quoted[used++] = '\'';
    quoted[used] = '\0';
    return quoted;
}
