/*
 * terminal.h: the terminal, from being taken over to being given back.
 *
 * All of ncurses but painting (paint.h) is here: input as strokes from the caller's libuv loop, the size, the
 * title, the bell. Whatever way the program ends (a signal, an abort, an exit somewhere) the terminal is left
 * as it was. There is one terminal in a process, so there is one of these.
 */
#ifndef GASLIGHT_TERMINAL_H
#define GASLIGHT_TERMINAL_H

#include <stdbool.h>
#include <uv.h>

#include "client-cli/map/canvas.h"
#include "client-cli/screen/input_event.h"

struct terminal_hooks {
    void (*input)(void *context, const struct input_event *input);
    void (*resized)(void *context);          /* or uncovered again: draw everything */
    void (*gone)(void *context, int signal); /* SIGINT, SIGTERM, SIGHUP; 0: the terminal is closed */
    void *context;
};

struct terminal;

/* Takes the terminal over. NULL: it has been said why on standard error. */
struct terminal *terminal_open(uv_loop_t *loop, struct terminal_hooks hooks);

/* Gives it back and frees it when the loop has run; no further hooks. */
void terminal_close(struct terminal *terminal);

void terminal_size(const struct terminal *terminal, int *width, int *height);

/* Shows the canvas, with the text cursor at x, y (-1: without one). */
void terminal_paint(struct terminal *terminal, const struct canvas *canvas, int x, int y);

void terminal_bell(struct terminal *terminal);
void terminal_title(struct terminal *terminal, const char *title); /* what is shown already costs nothing */

#endif
