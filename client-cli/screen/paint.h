/*
 * paint.h: a canvas onto the terminal, with ncurses.
 *
 * The only place that knows colours. paint_begin() finds out once what this terminal can do: 256 colours, 8
 * or 16, or none (also when NO_COLOR is set and not empty), and whether it shows Unicode. Called by screen.c
 * after initscr().
 */
#ifndef GASLIGHT_PAINT_H
#define GASLIGHT_PAINT_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1 /* cchar_t and its functions */
#endif
#include <curses.h>

#include "client-cli/map/canvas.h"

/* After setlocale() and initscr(). */
void paint_begin(void);

/* The whole canvas, into the upper left corner of the window. The caller refreshes. */
void paint_canvas(const struct canvas *canvas, WINDOW *window);

#endif
