/*
 * plain_lines.h: reading and printing lines in plain mode.
 *
 * In a terminal, lines are edited with a prompt, history and completion (plain_editor.c), and output appears above the
 * prompt. Otherwise standard input is read as it arrives. Hooks are called from the loop, never from inside a call of
 * these functions.
 */
#ifndef GASLIGHT_PLAIN_LINES_H
#define GASLIGHT_PLAIN_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum { LINES_LONGEST = 16 << 10 }; /* bytes; longer lines are cut off */

struct lines;

struct lines_hooks {
    void (*line)(void *context, const char *line); /* without the newline */
    void (*ended)(void *context);                  /* end of input */
    /* In a terminal: lists the completions of the last word; see command_complete(). */
    void (*complete)(void *context, const char *line, void (*each)(void *context, const char *word),
                     void *to);
    void *context;
};

/* Starts reading. On failure returns NULL and prints the reason to standard error. */
struct lines *lines_open(uv_loop_t *loop, struct lines_hooks hooks);
void lines_close(struct lines *lines); /* no more hooks; freed when the loop has run */

/* Returns whether lines are typed in a terminal. */
bool lines_typed(const struct lines *lines);

/* Without a terminal: while held, no lines are passed on. */
void lines_hold(struct lines *lines, bool held);

/* Prints a line immediately. Returns false if it could not be written. */
bool lines_print(struct lines *lines, const char *text);

#endif
