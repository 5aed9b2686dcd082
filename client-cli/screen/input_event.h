/*
 * screen_stroke.h: one thing a player did with keyboard or mouse.
 *
 * A character as it is, or one of the keys and mouse events below. Only screen_terminal.c knows how they come
 * from the terminal; the pages of the screen see nothing of ncurses.
 */
#ifndef GASLIGHT_SCREEN_STROKE_H
#define GASLIGHT_SCREEN_STROKE_H

#include <stdint.h>

enum stroke_key {
    STROKE_TAB = 0x09,
    STROKE_ENTER = 0x0a,
    STROKE_ESCAPE = 0x1b,
    STROKE_BACKSPACE = 0x7f,

    STROKE_UP = 0x110000, /* after the last character there is */
    STROKE_DOWN,
    STROKE_LEFT,
    STROKE_RIGHT,
    STROKE_SHIFT_UP,
    STROKE_SHIFT_DOWN,
    STROKE_SHIFT_LEFT,
    STROKE_SHIFT_RIGHT,
    STROKE_PAGE_UP,
    STROKE_PAGE_DOWN,
    STROKE_HOME,
    STROKE_END,
    STROKE_DELETE,
    STROKE_BACK_TAB,
    STROKE_HELP, /* F1 */
    STROKE_CLICK,
    STROKE_WHEEL_UP,
    STROKE_WHEEL_DOWN,
    STROKE_DRAG, /* the button went down at x - dx, y - dy and up at x, y */
};

/* In a table of keys: any of 1 to 9. No stroke comes as this. */
enum { STROKE_ANY_DIGIT = STROKE_DRAG + 1 };

struct stroke {
    uint32_t key; /* a Unicode character, or enum stroke_key */
    int x, y;     /* of the mouse */
    int dx, dy;   /* of a drag */
};

#endif
