/*
 * line_edit.h: a line that is being typed.
 *
 * Chat, commands, a number to jump to, a name. Pure: strokes in, text out. UTF-8, edited by whole characters,
 * with a history of what was typed before.
 */
#ifndef GASLIGHT_LINE_EDIT_H
#define GASLIGHT_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/map/canvas.h"
#include "client-cli/screen/input_event.h"

enum { LINE_BYTES_MAX = 2000, LINE_HISTORY_MAX = 50 };

struct line_edit {
    char text[LINE_BYTES_MAX + 1];
    size_t length, cursor; /* bytes */
};

struct line_history {
    unsigned count, at; /* at == count: none of them, the line being typed */
    char *text[LINE_HISTORY_MAX];
};

void line_edit_set(struct line_edit *line, const char *text); /* as much as fits; the cursor at its end */

/* An editing key or a character; false: none of these (Enter, Escape, Tab, ...), the line is untouched. */
bool line_edit_type(struct line_edit *line, const struct input_event *input);

/* Puts a whole word in place of the one before the cursor, and a blank after it. */
void line_edit_complete(struct line_edit *line, const char *word);

/* Where the word before the cursor begins. */
size_t line_edit_word(const struct line_edit *line);

/* Draws after `prompt`, scrolled so that the cursor is in it; returns the cursor's column. */
int line_edit_draw(const struct line_edit *line, const char *prompt, struct canvas *canvas, int x, int y,
                   int width);

void line_history_add(struct line_history *history, const char *text);
void line_history_recall(struct line_history *history, struct line_edit *line,
                         int direction); /* -1: the one before */
void line_history_free(struct line_history *history);

#endif
