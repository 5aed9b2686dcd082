/*
 * popup.h: a box over the page: something to read, a list to choose from, or a question.
 *
 * Pure but for the memory of its lines. While one is open it takes every input.
 */
#ifndef GASLIGHT_POPUP_H
#define GASLIGHT_POPUP_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/map/canvas.h"
#include "client-cli/screen/input_event.h"

enum popup_kind { POPUP_CLOSED, POPUP_TEXT, POPUP_LIST, POPUP_QUESTION };

struct popup_line {
    char *text; /* owned */
    enum ink ink;
    uint32_t key;   /* chooses it; 0: none */
    char label[20]; /* before the text, in the ink; the text is plain then */
};

struct popup {
    enum popup_kind kind;
    char title[120];
    size_t lines, capacity;
    struct popup_line *line;
    size_t top;        /* the first one shown */
    int current;       /* of a list */
    int inside;        /* rows shown when it was last drawn */
    int first_y;       /* where they were */
    int columns;       /* a text is wrapped to this when it is added */
    int label_columns; /* what symbols take, with the blank after them */
};

/* Opens an empty one in place of what was there. `width` is the screen's. */
void popup_open(struct popup *popup, enum popup_kind kind, const char *title, int width);
void popup_add(struct popup *popup, enum ink ink, uint32_t key, const char *text);
void popup_add_labelled(struct popup *popup, enum ink ink, const char *label, const char *text);
void popup_close(struct popup *popup); /* and frees the lines */

void popup_draw(struct popup *popup, struct canvas *canvas);

/* What a input does: the index of the line chosen (a question: 0 is yes), POPUP_LEFT or POPUP_STAYS. */
enum { POPUP_STAYS = -1, POPUP_LEFT = -2 };
int popup_input(struct popup *popup, const struct input_event *input);

#endif
