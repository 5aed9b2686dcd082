/* popup.c: see popup.h. */
#include "client-cli/terminal/popup.h"
#include "client-cli/language/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 96, MARGIN = 4, FRAME = 2, LABEL_COLUMNS = 7 };

void popup_close(struct popup *popup)
{
    for (size_t i = 0; i < popup->texts; i++) {
        free(popup->text[i].text);
    }
    free(popup->text);
    free(popup->line);
    *popup = (struct popup){0};
}

static int columns_of(int width)
{
    return (width < WIDEST ? width : WIDEST) - MARGIN - FRAME;
}

void popup_open(struct popup *popup, enum popup_kind kind, const char *title, int width)
{
    popup_close(popup);
    popup->kind = kind;
    popup->label_columns = LABEL_COLUMNS;
    popup->columns = columns_of(width);
    (void)snprintf(popup->title, sizeof popup->title, "%s", title);
}

/* Makes room for one more element; returns false if out of memory. */
static bool grow(void **list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    size_t wanted = *capacity == 0 ? 32 : 2 * *capacity;
    void *grown = realloc(*list, wanted * size);
    if (grown != NULL) {
        *list = grown;
        *capacity = wanted;
    }
    return grown != NULL;
}

/* Adds a row of the last text; if out of memory, it is left out. */
static void add_line(void *context, const char *text, size_t length)
{
    struct popup *popup = context;
    void *line = popup->line;
    if (!grow(&line, popup->lines, &popup->line_capacity, sizeof *popup->line)) {
        return;
    }
    popup->line = line;
    size_t index = popup->wrapping;
    popup->line[popup->lines++] =
        (struct popup_line){index, (size_t)(text - popup->text[index].text), length};
}

/* An item of a list takes exactly one row; a text is wrapped. */
static void wrap(struct popup *popup, size_t index)
{
    const struct popup_text *text = &popup->text[index];
    int columns = popup->columns - (text->label[0] != '\0' ? popup->label_columns : 0);
    popup->wrapping = index;
    if (popup->kind == POPUP_LIST || text->text[0] == '\0') {
        add_line(popup, text->text, strlen(text->text));
    } else {
        (void)canvas_wrap(text->text, columns, add_line, popup);
    }
}

/* If out of memory, the text is left out. */
static void add(struct popup *popup, enum ink ink, uint32_t key, const char *label, const char *text)
{
    void *texts = popup->text;
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL || !grow(&texts, popup->texts, &popup->text_capacity, sizeof *popup->text)) {
        free(copy);
        return;
    }
    popup->text = texts;
    memcpy(copy, text, size);
    struct popup_text *added = &popup->text[popup->texts++];
    *added = (struct popup_text){.text = copy, .ink = ink, .key = key};
    (void)snprintf(added->label, sizeof added->label, "%s", label);
    wrap(popup, popup->texts - 1);
}

void popup_add(struct popup *popup, enum ink ink, uint32_t key, const char *text)
{
    add(popup, ink, key, "", text);
}

void popup_add_labelled(struct popup *popup, enum ink ink, const char *label, const char *text)
{
    add(popup, ink, 0, label, text);
}

/* Wraps everything again if the screen has another width now; the same text stays at the top. */
static void fit(struct popup *popup, int width)
{
    size_t top = popup->top < popup->lines ? popup->line[popup->top].text : 0;
    if (popup->columns == columns_of(width)) {
        return;
    }
    popup->columns = columns_of(width);
    popup->lines = 0;
    for (size_t i = 0; i < popup->texts; i++) {
        wrap(popup, i);
    }
    popup->top = 0;
    while (popup->top < popup->lines && popup->line[popup->top].text < top) {
        popup->top++;
    }
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

static int widest(const struct popup *popup)
{
    int width = canvas_columns(popup->title) + 4;
    for (size_t i = 0; i < popup->texts; i++) { /* a text that is wrapped takes the whole width */
        int before = popup->kind == POPUP_LIST         ? 4
                     : popup->text[i].label[0] != '\0' ? popup->label_columns
                                                       : 0;
        int columns = canvas_columns(popup->text[i].text) + before;
        width = columns > width ? columns : width;
    }
    return width < popup->columns ? width : popup->columns;
}

static const char *const hints[] = {
    [POPUP_TEXT] = TEXT("Esc: close"),
    [POPUP_LIST] = TEXT("Enter: choose   Esc: close"),
    [POPUP_QUESTION] = TEXT("y: yes   n: no"),
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
    const struct popup_text *text = &popup->text[line->text];
    char row[4 * WIDEST + 1];
    unsigned flags = popup->kind == POPUP_LIST && (int)index == popup->current ? CELL_CURSOR : 0;
    int used = 0;
    if (popup->kind == POPUP_LIST) {
        canvas_put(canvas, x, y, text->key >= 0x20 && text->key < 0x7f ? text->key : ' ', INK_KEY,
                   CELL_BOLD | flags);
        canvas_put(canvas, x + 1, y, ' ', INK_KEY, flags);
        used = 2;
    }
    if (text->label[0] != '\0') {
        (void)canvas_text(canvas, x, y, popup->label_columns - 1, text->ink, 0,
                          line->start == 0 ? text->label : "");
        used = popup->label_columns;
    }
    (void)snprintf(row, sizeof row, "%.*s", (int)line->length, text->text + line->start);
    (void)canvas_text(canvas, x + used, y, width - used, text->label[0] != '\0' ? INK_PLAIN : text->ink,
                      flags, row);
}

/* Scrolls a text, or moves the cursor of a list; both stay inside. */
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

void popup_draw(struct popup *popup, struct canvas *canvas)
{
    const char *hint = tr(hints[popup->kind]);
    fit(popup, canvas->width);
    int width = widest(popup);
    int most = canvas->height - MARGIN - FRAME;
    popup->inside = (int)popup->lines < most ? (int)popup->lines : most;
    popup->inside = popup->inside > 0 ? popup->inside : 1;
    if (width < canvas_columns(hint) + 2) {
        width = canvas_columns(hint) + 2;
    }
    scroll_to_current(popup);
    move(popup, 0);
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
                      more ? tr("more below: arrows, Page Down   Esc: close") : hint);
}

/* ---- Input --------------------------------------------------------------------------------------- */

static int chosen_by_key(const struct popup *popup, uint32_t key)
{
    for (size_t i = 0; popup->kind == POPUP_LIST && i < popup->texts; i++) {
        if (popup->text[i].key == key) {
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
    case 'k':
        move(popup, -1);
        break;
    case INPUT_DOWN:
    case INPUT_WHEEL_DOWN:
    case 'j':
        move(popup, 1);
        break;
    case INPUT_PAGE_UP:
        move(popup, -page);
        break;
    case INPUT_PAGE_DOWN:
        move(popup, page);
        break;
    case INPUT_HOME:
    case 'g':
        move(popup, -(long)popup->lines);
        break;
    case INPUT_END:
    case 'G':
        move(popup, (long)popup->lines);
        break;
    default:
        break;
    }
    return POPUP_STAYS;
}
