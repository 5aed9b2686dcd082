/* line_edit.c: see line_edit.h. */
#include "client-cli/terminal/line_edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/utf8.h"

static size_t before(const struct line_edit *line, size_t at)
{
    while (at > 0 && utf8_is_continuation(line->text[--at])) {
    }
    return at;
}

static size_t after(const struct line_edit *line, size_t at)
{
    if (at < line->length) {
        at++;
    }
    while (at < line->length && utf8_is_continuation(line->text[at])) {
        at++;
    }
    return at;
}

void line_edit_set(struct line_edit *line, const char *text)
{
    line->length = 0;
    while (text[line->length] != '\0' && line->length < LINE_BYTES_MAX) {
        line->length++;
    }
    while (text[line->length] != '\0' && line->length > 0 && utf8_is_continuation(text[line->length])) {
        line->length--; /* no partial character */
    }
    memmove(line->text, text, line->length);
    line->text[line->length] = '\0';
    line->cursor = line->length;
}

static void cut(struct line_edit *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->length - to + 1);
    line->length -= to - from;
    line->cursor = from;
}

static void insert(struct line_edit *line, const char *bytes, size_t count)
{
    if (count > LINE_BYTES_MAX - line->length) {
        return;
    }
    memmove(line->text + line->cursor + count, line->text + line->cursor, line->length - line->cursor + 1);
    memcpy(line->text + line->cursor, bytes, count);
    line->length += count;
    line->cursor += count;
}

static bool is_printable(uint32_t key)
{
    return utf8_is_character(key) && !utf8_is_control(key);
}

size_t line_edit_word(const struct line_edit *line)
{
    size_t start = line->cursor;
    while (start > 0 && line->text[start - 1] != ' ' && line->text[start - 1] != ',') {
        start--;
    }
    return start;
}

/* Deletes the word before the cursor and the spaces after it. */
static void cut_word(struct line_edit *line)
{
    size_t end = line->cursor;
    while (line->cursor > 0 && line->text[line->cursor - 1] == ' ') {
        line->cursor--;
    }
    cut(line, line_edit_word(line), end);
}

bool line_edit_type(struct line_edit *line, const struct input_event *input)
{
    enum { CTRL_A = 1, CTRL_B = 2, CTRL_E = 5, CTRL_F = 6, CTRL_K = 11, CTRL_U = 21, CTRL_W = 23 };
    if (is_printable(input->key)) {
        char bytes[UTF8_BYTES_MAX];
        size_t count = utf8_encode(input->key, bytes);
        insert(line, bytes, count);
        return true;
    }
    switch (input->key) {
    case INPUT_LEFT:
    case CTRL_B:
        line->cursor = before(line, line->cursor);
        return true;
    case INPUT_RIGHT:
    case CTRL_F:
        line->cursor = after(line, line->cursor);
        return true;
    case INPUT_HOME:
    case CTRL_A:
        line->cursor = 0;
        return true;
    case INPUT_END:
    case CTRL_E:
        line->cursor = line->length;
        return true;
    case INPUT_BACKSPACE:
        cut(line, before(line, line->cursor), line->cursor);
        return true;
    case INPUT_DELETE:
        cut(line, line->cursor, after(line, line->cursor));
        return true;
    case CTRL_W:
        cut_word(line);
        return true;
    case CTRL_U:
        cut(line, 0, line->cursor);
        return true;
    case CTRL_K:
        cut(line, line->cursor, line->length);
        return true;
    default:
        return false;
    }
}

void line_edit_complete(struct line_edit *line, const char *word)
{
    cut(line, line_edit_word(line), line->cursor);
    insert(line, word, strlen(word));
    insert(line, " ", 1);
}

int line_edit_draw(const struct line_edit *line, const char *prompt, struct canvas *canvas, int x, int y,
                   int width)
{
    int used = canvas_text(canvas, x, y, width / 2, INK_KEY, CELL_BOLD, prompt);
    int room = width - used - 1;   /* the cursor may be after the last character */
    struct line_edit left = *line; /* the part before the cursor */
    left.text[left.cursor] = '\0';
    size_t start = 0;
    while (canvas_columns(left.text + start) > room && start < line->cursor) {
        start = after(line, start);
    }
    (void)canvas_text(canvas, x + used, y, room + 1, INK_PLAIN, 0, line->text + start);
    return x + used + canvas_columns(left.text + start);
}

/* ---- History ------------------------------------------------------------------------------------- */

void line_history_add(struct line_history *history, const char *text)
{
    history->at = history->count;
    if (text[0] == '\0' || (history->count > 0 && strcmp(history->text[history->count - 1], text) == 0)) {
        return;
    }
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL) {
        return; /* the line is not remembered */
    }
    memcpy(copy, text, size);
    if (history->count == LINE_HISTORY_MAX) {
        free(history->text[0]);
        memmove(history->text, history->text + 1, sizeof history->text - sizeof history->text[0]);
        history->count--;
    }
    history->text[history->count++] = copy;
    history->at = history->count;
}

void line_history_recall(struct line_history *history, struct line_edit *line, int direction)
{
    if ((direction < 0 && history->at == 0) || (direction > 0 && history->at >= history->count)) {
        return;
    }
    history->at = direction < 0 ? history->at - 1 : history->at + 1;
    line_edit_set(line, history->at < history->count ? history->text[history->at] : "");
}

void line_history_free(struct line_history *history)
{
    for (unsigned i = 0; i < history->count; i++) {
        free(history->text[i]);
    }
    *history = (struct line_history){0};
}
