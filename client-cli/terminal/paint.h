/*
 * paint.h: painting a canvas on the terminal with ncurses.
 *
 * Only paint.c knows colours. paint_begin() finds out what the terminal can do: 256 colours, 8 or 16, or none (also if
 * NO_COLOR is set and not empty), and whether it shows Unicode. Called by terminal.c.
 */
#ifndef GASLIGHT_PAINT_H
#define GASLIGHT_PAINT_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1 /* cchar_t and its functions */
#endif
#include <curses.h>

#include "client-cli/map/canvas.h"

/* Call after setlocale() and newterm(). */
void paint_begin(void);

/* Paints the whole canvas into the upper left corner of the window. The caller refreshes. */
void paint_canvas(const struct canvas *canvas, WINDOW *window);

#endif
