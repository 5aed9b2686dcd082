/* popup.c: see popup.h. */
#include "client-cli/screen/popup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 96, MARGIN = 4, FRAME = 2, LABEL_COLUMNS = 7 };

void popup_close(struct popup *popup)
{
    for (size_t i = 0; i < popup->lines; i++) {
        free(popup->line[i].text);
    }
    free(popup->line);
    *popup = (struct popup){0};
}

void popup_open(struct popup *popup, enum popup_kind kind, const char *title, int width)
{
    popup_close(popup);
    popup->kind = kind;
    popup->label_columns = LABEL_COLUMNS;
    popup->columns = (width < WIDEST ? width : WIDEST) - MARGIN - FRAME;
    (void)snprintf(popup->title, sizeof popup->title, "%s", title);
}

struct adding {
    struct popup *popup;
    enum ink ink;
    uint32_t key;
};

/* If out of memory, the line is left out. */
static void add_line(void *context, const char *text, size_t length)
{
    struct adding *adding = context;
    struct popup *popup = adding->popup;
    if (popup->lines == popup->capacity) {
        size_t capacity = popup->capacity == 0 ? 32 : 2 * popup->capacity;
        struct popup_line *line = realloc(popup->line, capacity * sizeof *line);
        if (line == NULL) {
            return;
        }
        popup->line = line;
        popup->capacity = capacity;
    }
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        return;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    popup->line[popup->lines++] = (struct popup_line){.text = copy, .ink = adding->ink, .key = adding->key};
}

/* An item of a list takes exactly one line; a text is wrapped. */
void popup_add(struct popup *popup, enum ink ink, uint32_t key, const char *text)
{
    struct adding adding = {popup, ink, key};
    if (popup->kind == POPUP_LIST || text[0] == '\0') {
        add_line(&adding, text, strlen(text));
    } else {
        (void)canvas_wrap(text, popup->columns, add_line, &adding);
    }
}

void popup_add_labelled(struct popup *popup, enum ink ink, const char *label, const char *text)
{
    size_t before = popup->lines;
    struct adding adding = {popup, ink, 0};
    (void)canvas_wrap(text, popup->columns - popup->label_columns, add_line, &adding);
    for (size_t i = before; i < popup->lines; i++) {
        (void)snprintf(popup->line[i].label, sizeof popup->line[i].label, "%s", i == before ? label : " ");
    }
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

static int widest(const struct popup *popup)
{
    int width = canvas_columns(popup->title) + 4;
    for (size_t i = 0; i < popup->lines; i++) {
        int before = popup->kind == POPUP_LIST         ? 4
                     : popup->line[i].label[0] != '\0' ? popup->label_columns
                                                       : 0;
        int columns = canvas_columns(popup->line[i].text) + before;
        width = columns > width ? columns : width;
    }
    return width < popup->columns ? width : popup->columns;
}

static const char *const hints[] = {
    [POPUP_TEXT] = "Esc: close",
    [POPUP_LIST] = "Enter: choose   Esc: close",
    [POPUP_QUESTION] = "y: yes   n: no",
};

/* Scrolls a list so that the selected line is visible. */
static void scroll_to_current(struct popup *popup)
{
    if (popup->kind != POPUP_LIST) {
        return;
    }
    if (popup->current < (int)popup->top) {
        popup->top = (size_t)popup->current;
    }
    if (popup->current >= (int)popup->top + popup->inside) {
        popup->top = (size_t)popup->current - (size_t)popup->inside + 1;
    }
}

static void draw_line(const struct popup *popup, struct canvas *canvas, size_t index, int x, int y, int width)
{
    const struct popup_line *line = &popup->line[index];
    unsigned flags = popup->kind == POPUP_LIST && (int)index == popup->current ? CELL_CURSOR : 0;
    int used = 0;
    if (popup->kind == POPUP_LIST) {
        canvas_put(canvas, x, y, line->key >= 0x20 && line->key < 0x7f ? line->key : ' ', INK_KEY,
                   CELL_BOLD | flags);
        canvas_put(canvas, x + 1, y, ' ', INK_KEY, flags);
        used = 2;
    }
    if (line->label[0] != '\0') {
        bool continued = strcmp(line->label, " ") == 0;
        (void)canvas_text(canvas, x, y, popup->label_columns - 1, continued ? INK_PLAIN : line->ink, 0,
                          line->label);
        used = popup->label_columns;
    }
    (void)canvas_text(canvas, x + used, y, width - used, line->label[0] != '\0' ? INK_PLAIN : line->ink,
                      flags, line->text);
}

void popup_draw(struct popup *popup, struct canvas *canvas)
{
    const char *hint = hints[popup->kind];
    int width = widest(popup);
    int most = canvas->height - MARGIN - FRAME;
    popup->inside = (int)popup->lines < most ? (int)popup->lines : most;
    popup->inside = popup->inside > 0 ? popup->inside : 1;
    if (width < canvas_columns(hint) + 2) {
        width = canvas_columns(hint) + 2;
    }
    scroll_to_current(popup);
    int x = (canvas->width - width - FRAME - 2) / 2;
    int y = (canvas->height - popup->inside - FRAME) / 2;
    popup->first_y = y + 1;
    canvas_fill(canvas, x, y, width + FRAME + 2, popup->inside + FRAME, INK_PLAIN);
    canvas_box(canvas, x, y, width + FRAME + 2, popup->inside + FRAME, popup->title);
    for (int i = 0; i < popup->inside && popup->top + (size_t)i < popup->lines; i++) {
        draw_line(popup, canvas, popup->top + (size_t)i, x + 2, y + 1 + i, width);
    }
    bool more = popup->top + (size_t)popup->inside < popup->lines;
    (void)canvas_text(canvas, x + 2, y + popup->inside + 1, width, INK_DIM, 0,
                      more ? "more below: arrows, Page Down   Esc: close" : hint);
}

/* ---- Input --------------------------------------------------------------------------------------- */

static void move_text(struct popup *popup, long by)
{
    long last = (long)popup->lines - popup->inside;
    long top = (long)popup->top + by;
    top = top > last ? last : top;
    popup->top = top > 0 ? (size_t)top : 0;
}

static void move_list(struct popup *popup, long by)
{
    long current = popup->current + by;
    current = current >= (long)popup->lines ? (long)popup->lines - 1 : current;
    popup->current = current > 0 ? (int)current : 0;
}

static void move(struct popup *popup, long by)
{
    if (popup->kind == POPUP_LIST) {
        move_list(popup, by);
    } else {
        move_text(popup, by);
    }
}

static int chosen_by_key(const struct popup *popup, uint32_t key)
{
    for (size_t i = 0; popup->kind == POPUP_LIST && i < popup->lines; i++) {
        if (popup->line[i].key == key) {
            return (int)i;
        }
    }
    return POPUP_STAYS;
}

static int clicked(struct popup *popup, int y)
{
    int index = y - popup->first_y + (int)popup->top;
    bool inside = y >= popup->first_y && y < popup->first_y + popup->inside && index < (int)popup->lines;
    if (popup->kind != POPUP_LIST) {
        return popup->kind == POPUP_TEXT ? POPUP_LEFT : POPUP_STAYS;
    }
    return inside ? index : POPUP_LEFT;
}

int popup_input(struct popup *popup, const struct input_event *input)
{
    int page = popup->inside > 1 ? popup->inside - 1 : 1;
    int chosen = chosen_by_key(popup, input->key);
    if (chosen >= 0) {
        return chosen;
    }
    switch (input->key) {
    case INPUT_ESCAPE:
    case INPUT_BACKSPACE:
    case 'q':
        return POPUP_LEFT;
    case 'n':
        return popup->kind == POPUP_QUESTION ? POPUP_LEFT : POPUP_STAYS;
    case 'y':
        return popup->kind == POPUP_QUESTION ? 0 : POPUP_STAYS;
    case INPUT_ENTER:
    case ' ':
        return popup->kind == POPUP_LIST && popup->lines > 0 ? popup->current
               : popup->kind == POPUP_TEXT                   ? POPUP_LEFT
                                                             : POPUP_STAYS;
    case INPUT_CLICK:
        return clicked(popup, input->y);
    case INPUT_UP:
    case INPUT_WHEEL_UP:
        move(popup, -1);
        break;
    case INPUT_DOWN:
    case INPUT_WHEEL_DOWN:
        move(popup, 1);
        break;
    case INPUT_PAGE_UP:
        move(popup, -page);
        break;
    case INPUT_PAGE_DOWN:
        move(popup, page);
        break;
    case INPUT_HOME:
        move(popup, -(long)popup->lines);
        break;
    case INPUT_END:
        move(popup, (long)popup->lines);
        break;
    default:
        break;
    }
    return POPUP_STAYS;
}
