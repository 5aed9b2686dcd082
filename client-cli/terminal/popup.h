/*
 * popup.h: a box over the page: a text to read, a list to choose from, or a question.
 *
 * While a popup is open, it receives all input. It owns its texts.
 */
#ifndef GASLIGHT_POPUP_H
#define GASLIGHT_POPUP_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/map/canvas.h"
#include "client-cli/terminal/input_event.h"

enum popup_kind { POPUP_CLOSED, POPUP_TEXT, POPUP_LIST, POPUP_QUESTION };

/* A text, or an item of a list, as it was added. */
struct popup_text {
    char *text; /* owned */
    enum ink ink;
    uint32_t key;   /* that chooses this item; 0: none */
    char label[20]; /* before the text, in `ink`; the text is then plain */
};

/* A row: a part of a text, wrapped to the width of the popup. */
struct popup_line {
    size_t text, start, length;
};

struct popup {
    enum popup_kind kind;
    char title[120];
    size_t texts, text_capacity;
    struct popup_text *text;
    size_t lines, line_capacity;
    struct popup_line *line;
    size_t wrapping;   /* the text that is being wrapped */
    size_t top;        /* the first line shown */
    int current;       /* the selected line of a list */
    int inside;        /* rows when last drawn */
    int first_y;       /* where those rows were */
    int columns;       /* texts are wrapped to this width, again when the screen changes its size */
    int label_columns; /* the width of labels, with the space after them */
};

/* Opens an empty popup in place of the current one. `width` is that of the screen. */
void popup_open(struct popup *popup, enum popup_kind kind, const char *title, int width);
void popup_add(struct popup *popup, enum ink ink, uint32_t key, const char *text);
void popup_add_labelled(struct popup *popup, enum ink ink, const char *label, const char *text);
void popup_close(struct popup *popup); /* and frees its texts */

void popup_draw(struct popup *popup, struct canvas *canvas);

/* Handles input. Returns the index of the chosen line (0 for "yes"), POPUP_LEFT or POPUP_STAYS. */
enum { POPUP_STAYS = -1, POPUP_LEFT = -2 };
int popup_input(struct popup *popup, const struct input_event *input);

#endif
