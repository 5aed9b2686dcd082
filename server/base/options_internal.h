/*
 * options_internal.h: the table of options, shared by options.c and options_cli.c.
 */
#ifndef GASLIGHT_OPTIONS_INTERNAL_H
#define GASLIGHT_OPTIONS_INTERNAL_H

#include "server/base/options.h"

enum { ERROR_LINE_MAX = 512 };

enum option_type { OPTION_TEXT, OPTION_NUMBER, OPTION_SWITCH };

struct option_row {
    const char *name;
    enum option_type type;
    size_t offset; /* inside struct options */
    long least, most;
    const char *default_value;
    const char *help;
};

extern const struct option_row option_rows[];
extern const size_t option_row_count;

/* Returns the option with this name of `length` bytes, or NULL. */
const struct option_row *option_find(const char *name, size_t length);

/* Like options_set(). */
bool option_set(struct options *options, const struct option_row *row, const char *value, char *error,
                size_t capacity);

/* Formats the error message and returns false. */
bool option_error(char *error, size_t capacity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
