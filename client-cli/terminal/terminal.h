/*
 * terminal.h: taking over the terminal and restoring it.
 *
 * Contains all use of ncurses except painting (paint.h): input events from the caller's libuv loop, the size, the title
 * and the bell. The terminal is restored however the program ends (signal, abort, exit). A process has one terminal, so
 * there can be only one of these.
 */
#ifndef GASLIGHT_TERMINAL_H
#define GASLIGHT_TERMINAL_H

#include <stdbool.h>
#include <uv.h>

#include "client-cli/map/canvas.h"
#include "client-cli/terminal/input_event.h"

struct terminal_hooks {
    void (*input)(void *context, const struct input_event *input);
    void (*resized)(void *context);          /* or resumed: redraw everything */
    void (*gone)(void *context, int signal); /* SIGINT, SIGTERM or SIGHUP; 0: the terminal was closed */
    void *context;
};

struct terminal;

/* Takes over the terminal. On failure returns NULL and prints the reason to standard error. */
struct terminal *terminal_open(uv_loop_t *loop, struct terminal_hooks hooks);

/* Restores the terminal. No more hooks are called; the memory is freed when the loop has run. */
void terminal_close(struct terminal *terminal);

void terminal_size(const struct terminal *terminal, int *width, int *height);

/* Shows the canvas, with the text cursor at x, y (-1: hidden). */
void terminal_paint(struct terminal *terminal, const struct canvas *canvas, int x, int y);

void terminal_bell(struct terminal *terminal);
void terminal_title(struct terminal *terminal, const char *title); /* does nothing if it is already shown */

#endif
