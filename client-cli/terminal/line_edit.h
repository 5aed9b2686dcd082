/*
 * line_edit.h: editing a line of UTF-8 text, with a history.
 *
 * Used for chat, commands, numbers and names. Input events go in, text comes out. Editing is by whole characters.
 */
#ifndef GASLIGHT_LINE_EDIT_H
#define GASLIGHT_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/map/canvas.h"
#include "client-cli/terminal/input_event.h"

enum { LINE_BYTES_MAX = 2000, LINE_HISTORY_MAX = 50 };

struct line_edit {
    char text[LINE_BYTES_MAX + 1];
    size_t length, cursor; /* bytes */
};

struct line_history {
    unsigned count, at; /* at == count: the line being typed */
    char *text[LINE_HISTORY_MAX];
};

void line_edit_set(struct line_edit *line,
                   const char *text); /* cuts off what does not fit; cursor at the end */

/* Handles an editing key or a character. Returns false for other input (Enter, Escape, Tab, ...) and changes nothing. */
bool line_edit_type(struct line_edit *line, const struct input_event *input);

/* Replaces the word before the cursor by a whole word and a space. */
void line_edit_complete(struct line_edit *line, const char *word);

/* Returns where the word before the cursor begins. */
size_t line_edit_word(const struct line_edit *line);

/* Draws the line after `prompt`, scrolled so that the cursor is visible; returns the cursor's column. */
int line_edit_draw(const struct line_edit *line, const char *prompt, struct canvas *canvas, int x, int y,
                   int width);

void line_history_add(struct line_history *history, const char *text);
void line_history_recall(struct line_history *history, struct line_edit *line,
                         int direction); /* -1: previous, 1: next */
void line_history_free(struct line_history *history);

#endif
