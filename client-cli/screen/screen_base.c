/*
 * screen_base.c: what every page of the full screen uses: notices, popups, the map shown, lists.
 *
 * Nothing here knows any particular page.
 */
#include <stdarg.h>
#include <stdio.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"

enum { PROMPT_ROWS_MAX = 3, LIST_PAGE = 10, LIST_ALL = 1000000 };

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
    (void)vsnprintf(screen->notice, sizeof screen->notice, tr(format), arguments);
    va_end(arguments);
    screen->notice_good = good;
    screen->notice_waits = false;
    screen->dirty = true;
}

/* ---- Popups ----------------------------------------------------------------------------- */

void screen_popup(struct screen *screen, enum popup_kind kind, const char *title,
                  void (*chosen)(struct screen *screen, int index))
{
    popup_open(&screen->popup, kind, tr(title), screen->canvas.width);
    screen->popup_page = screen_current_page(screen);
    screen->chosen = chosen;
}

void screen_popup_line(struct screen *screen, const char *format, ...)
{
    char text[SENTENCE_MAX + 200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, tr(format), arguments);
    va_end(arguments);
    popup_add(&screen->popup, INK_PLAIN, 0, text);
}

/* ---- Keys ----------------------------------------------------------------------------------------- */

void screen_press_help(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen->help_requested = true;
}

struct map_view *screen_map_view(struct screen *screen)
{
    switch (screen_current_page(screen)) {
    case PAGE_TABLE:
        return &screen->table.map_view;
    case PAGE_REPLAY:
        return &screen->replay.map_view;
    default:
        return NULL;
    }
}

const struct view *screen_view(const struct screen *screen)
{
    switch (screen_current_page(screen)) {
    case PAGE_TABLE:
        return &screen->model->view;
    case PAGE_REPLAY:
        return &screen->replay.view;
    default:
        return NULL;
    }
}

int screen_list_step(const struct input_event *input)
{
    static const struct {
        uint32_t key;
        int step;
    } steps[] = {
        {INPUT_UP, -1},
        {'k', -1},
        {INPUT_WHEEL_UP, -1},
        {INPUT_DOWN, 1},
        {'j', 1},
        {INPUT_WHEEL_DOWN, 1},
        {INPUT_PAGE_UP, -LIST_PAGE},
        {INPUT_PAGE_DOWN, LIST_PAGE},
        {INPUT_HOME, -LIST_ALL},
        {'g', -LIST_ALL},
        {INPUT_END, LIST_ALL},
        {'G', LIST_ALL},
    };
    for (size_t i = 0; i < COUNT(steps); i++) {
        if (steps[i].key == input->key) {
            return steps[i].step;
        }
    }
    return 0;
}

/* ---- The prompt ---------------------------------------------------------------------------------- */

int screen_prompt_rows(const struct screen *screen, const char *prompt)
{
    int rows = canvas_wrap(prompt, screen->canvas.width, NULL, NULL);
    return rows < 1 ? 1 : rows > PROMPT_ROWS_MAX ? PROMPT_ROWS_MAX : rows;
}
