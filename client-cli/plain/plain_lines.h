/*
 * plain_lines.h: lines in and out of plain mode.
 *
 * In a terminal they are edited, with a prompt, history and completion (plain_editor.c), and what is printed
 * meanwhile goes above the prompt. Otherwise standard input is read as it comes. Hooks come from the loop, never
 * from inside a call of these functions.
 */
#ifndef GASLIGHT_PLAIN_LINES_H
#define GASLIGHT_PLAIN_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum { LINES_LONGEST = 16 << 10 }; /* bytes of a line; one that is longer is passed on cut off */

struct lines;

struct lines_hooks {
    void (*line)(void *context, const char *line); /* without its end */
    void (*ended)(void *context);                  /* there is no more input */
    /* In a terminal: the words that could stand at the end of what is typed; see command_complete(). */
    void (*complete)(void *context, const char *line, void (*each)(void *context, const char *word),
                     void *to);
    void *context;
};

/* Begins to read. NULL: it has been said why on standard error. */
struct lines *lines_open(uv_loop_t *loop, struct lines_hooks hooks);
void lines_close(struct lines *lines); /* no further hooks; freed when the loop has run */

/* Whether somebody sits there and types. */
bool lines_typed(const struct lines *lines);

/* From a pipe: no line is given while it is held. */
void lines_hold(struct lines *lines, bool held);

/* Prints a line, at once. False: it could not be written. */
bool lines_print(struct lines *lines, const char *text);

#endif
