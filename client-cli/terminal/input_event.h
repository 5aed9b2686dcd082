/*
 * input_event.h: one key press or mouse event.
 *
 * A character stands for itself; other keys and mouse events are listed below. Only terminal.c knows how they arrive;
 * the pages of the screen do not see ncurses.
 */
#ifndef GASLIGHT_INPUT_EVENT_H
#define GASLIGHT_INPUT_EVENT_H

#include <stdint.h>

enum input_key {
    INPUT_TAB = 0x09,
    INPUT_ENTER = 0x0a,
    INPUT_ESCAPE = 0x1b,
    INPUT_BACKSPACE = 0x7f,

    INPUT_UP = 0x110000, /* after the last Unicode character */
    INPUT_DOWN,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_SHIFT_UP,
    INPUT_SHIFT_DOWN,
    INPUT_SHIFT_LEFT,
    INPUT_SHIFT_RIGHT,
    INPUT_PAGE_UP,
    INPUT_PAGE_DOWN,
    INPUT_HOME,
    INPUT_END,
    INPUT_DELETE,
    INPUT_BACK_TAB,
    INPUT_HELP, /* F1 */
    INPUT_CLICK,
    INPUT_WHEEL_UP,
    INPUT_WHEEL_DOWN,
    INPUT_DRAG, /* pressed at x - dx, y - dy and released at x, y */
};

/* In a table of keys: any of 1 to 9. No event has this key. */
enum { INPUT_ANY_DIGIT = INPUT_DRAG + 1 };

struct input_event {
    uint32_t key; /* a Unicode character, or enum input_key */
    int x, y;     /* of the mouse */
    int dx, dy;   /* of a drag */
};

#endif
