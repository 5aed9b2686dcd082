/*
 * screen_base.c: what every page of the full screen uses: notices, popups, tables of keys, the last two lines.
 *
 * Nothing here knows any particular page.
 */
#include <stdarg.h>
#include <stdio.h>

#include "client-cli/screen/screen_internal.h"

enum { PROMPT_ROWS_MAX = 2 };

enum page_id screen_current_page(const struct screen *screen)
{
    if (screen->replay.timeline != NULL) {
        return PAGE_REPLAY;
    }
    return !screen->model->has_table ? PAGE_LOBBY : screen->model->has_view ? PAGE_TABLE : PAGE_ROOM;
}

void screen_end(struct screen *screen, int status)
{
    screen->over = true;
    screen->status = status;
}

void screen_notice(struct screen *screen, bool good, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(screen->notice, sizeof screen->notice, format, arguments);
    va_end(arguments);
    screen->notice_good = good;
    screen->notice_waits = false;
    screen->dirty = true;
}

/* ---- Popups ----------------------------------------------------------------------------- */

void screen_popup(struct screen *screen, enum popup_kind kind, const char *title,
                  void (*chosen)(struct screen *screen, int index))
{
    popup_open(&screen->popup, kind, title, screen->canvas.width);
    screen->popup_page = screen_current_page(screen);
    screen->chosen = chosen;
}

void screen_popup_line(struct screen *screen, const char *format, ...)
{
    char text[SENTENCE_MAX + 200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    popup_add(&screen->popup, INK_PLAIN, 0, text);
}

/* ---- Keys ----------------------------------------------------------------------------------------- */

static bool row_takes(const struct screen_key *row, uint32_t key)
{
    return row->key == key || (row->other != 0 && row->other == key) ||
           (row->key == INPUT_ANY_DIGIT && key >= '1' && key <= '9');
}

bool screen_press(struct screen *screen, struct screen_keys keys, const struct input_event *input)
{
    for (size_t i = 0; i < keys.count; i++) {
        if (row_takes(&keys.row[i], input->key)) {
            keys.row[i].press(screen, input);
            return true;
        }
    }
    return false;
}

void screen_press_help(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen->help_requested = true;
}

/* ---- The last two lines -------------------------------------------------------------------------- */

int screen_prompt_rows(const struct screen *screen, const char *prompt)
{
    int rows = canvas_wrap(prompt, screen->canvas.width, NULL, NULL);
    return rows < 1 ? 1 : rows > PROMPT_ROWS_MAX ? PROMPT_ROWS_MAX : rows;
}

void screen_draw_bottom(struct screen *screen, const struct screen_layout *layout, enum ink ink,
                        const char *prompt, const char *hint, const char *right)
{
    struct canvas *canvas = &screen->canvas;
    struct panel panel = {.canvas = canvas,
                          .window = {0, layout->prompt_y, canvas->width, layout->prompt_rows}};
    panel_wrap(&panel, ink, CELL_BOLD, 0, prompt);
    if (screen->typing != NULL) {
        return;
    }
    int columns = canvas_columns(right);
    bool told = screen->notice[0] != '\0';
    (void)canvas_text(canvas, 0, layout->input_y, canvas->width - columns - 1,
                      !told                 ? INK_DIM
                      : screen->notice_good ? INK_GOOD
                                            : INK_BAD,
                      0, told ? screen->notice : hint);
    (void)canvas_text(canvas, canvas->width - columns, layout->input_y, columns, INK_DIM, 0, right);
}
