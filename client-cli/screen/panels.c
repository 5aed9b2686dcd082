/* panels.c: writing a column, the log, and the panels of a table; see panels.h. */
#include "client-cli/screen/panels.h"
#include "client-cli/language/language.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "client-cli/text/sentences.h"

enum { TEXT_MAX = 1000, LOG_INDENT = 2 };

/* ---- Columns ------------------------------------------------------------------------------------ */

static bool is_full(const struct panel *panel)
{
    return panel->row >= panel->window.height;
}

/* A row above the window is counted but not drawn: the log may begin there. */
void panel_line(struct panel *panel, enum ink ink, unsigned flags, const char *text)
{
    if (is_full(panel)) {
        return;
    }
    if (panel->row >= 0) {
        (void)canvas_text(panel->canvas, panel->window.x, panel->window.y + panel->row, panel->window.width,
                          ink, flags, text);
    }
    panel->row++;
}

struct wrapping {
    struct panel *panel;
    enum ink ink;
    unsigned flags;
    int indent;
};

static void wrap_line(void *context, const char *text, size_t length)
{
    struct wrapping *wrapping = context;
    char line[TEXT_MAX];
    (void)snprintf(line, sizeof line, "%*s%.*s", wrapping->indent, "", (int)length, text);
    panel_line(wrapping->panel, wrapping->ink, wrapping->flags, line);
}

/* The first line is not indented, so it is wider than the others. */
static void take_first(void *context, const char *text, size_t length)
{
    const char **rest = context;
    if (*rest == NULL) {
        *rest = text + length + strspn(text + length, " \n");
    }
}

static const char *after_first_line(const char *text, int width)
{
    const char *rest = NULL;
    (void)canvas_wrap(text, width, take_first, &rest);
    return rest == NULL ? text : rest;
}

static int rows_of(const char *text, int width, int indent)
{
    const char *rest = after_first_line(text, width);
    return (rest > text) + canvas_wrap(rest, width - indent, NULL, NULL);
}

void panel_wrap(struct panel *panel, enum ink ink, unsigned flags, int indent, const char *text)
{
    struct wrapping wrapping = {.panel = panel, .ink = ink, .flags = flags};
    const char *rest = after_first_line(text, panel->window.width);
    size_t first = (size_t)(rest - text);
    while (first > 0 && (text[first - 1] == ' ' || text[first - 1] == '\n')) {
        first--;
    }
    if (rest > text) {
        wrap_line(&wrapping, text, first);
    }
    wrapping.indent = indent;
    (void)canvas_wrap(rest, panel->window.width - indent, wrap_line, &wrapping);
}

void panel_format(struct panel *panel, enum ink ink, unsigned flags, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    panel_wrap(panel, ink, flags, 2, text);
}

void panel_symbol(struct panel *panel, enum ink ink, const char *symbol, unsigned flags, const char *format,
                  ...)
{
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct panel beside = *panel;
    int columns = canvas_columns(symbol) + 1;
    beside.window.x += columns;
    beside.window.width -= columns;
    if (!is_full(panel)) {
        (void)canvas_text(panel->canvas, panel->window.x, panel->window.y + panel->row, columns, ink, 0,
                          symbol);
    }
    panel_wrap(&beside, INK_PLAIN, flags, 0, text);
    panel->row = beside.row;
}

void panel_gap(struct panel *panel)
{
    if (panel->row > 0 && panel->window.height > 24) {
        panel->row++;
    }
}

void panel_rule(struct canvas *canvas, int x, int y, int width, const char *title)
{
    for (int i = 0; i < width; i++) {
        canvas_put(canvas, x + i, y, 0x2500, INK_FRAME, 0);
    }
    if (title != NULL && width > 6) {
        int columns = canvas_text(canvas, x + 2, y, width - 4, INK_TITLE, 0, title);
        canvas_put(canvas, x + 1, y, ' ', INK_FRAME, 0);
        canvas_put(canvas, x + 2 + columns, y, ' ', INK_FRAME, 0);
    }
}

/* ---- The log ------------------------------------------------------------------------------------- */

static const enum ink log_inks[] = {
    [LINE_EVENT] = INK_PLAIN,
    [LINE_CHAT] = INK_KEY,
    [LINE_NEWS] = INK_DIM,
};

/* Chat that is not for everyone shows whom it is for. */
static void log_text(const struct model_line *line, char *text, size_t capacity)
{
    bool aside = line->kind == LINE_CHAT && line->to[0] != '\0' && strcmp(line->to, "table") != 0;
    const char *to = strcmp(line->to, "gallery") == 0      ? tr("spectators")
                     : strcmp(line->to, "commentary") == 0 ? tr("commentators")
                     : strcmp(line->to, "police") == 0     ? tr("police")
                                                           : line->to;
    char when[8] = "";
    time_t at = (time_t)line->at;
    struct tm local;
    if (line->at != 0 && localtime_r(&at, &local) != NULL) {
        (void)strftime(when, sizeof when, "%H:%M ", &local);
    }
    (void)snprintf(text, capacity, "%s%s%s%s%s", when, aside ? "(" : "", aside ? to : "", aside ? ") " : "",
                   line->text);
}

void panel_log(struct canvas *canvas, struct map_window window, const struct model_line *lines, size_t count,
               size_t up, bool hide)
{
    char text[TEXT_MAX];
    size_t last = count > up ? count - up : 0;
    size_t first = last;
    int rows = 0;
    while (first > 0 && rows < window.height) {
        first--;
        if (!hide || lines[first].kind != LINE_EVENT) {
            log_text(&lines[first], text, sizeof text);
            rows += rows_of(text, window.width, LOG_INDENT);
        }
    }
    /* The oldest line may begin above the window; what is outside is not drawn. */
    struct panel panel = {.canvas = canvas, .window = window};
    panel.row = rows < window.height ? 0 : window.height - rows;
    for (size_t i = first; i < last; i++) {
        if (!hide || lines[i].kind != LINE_EVENT) {
            log_text(&lines[i], text, sizeof text);
            panel_wrap(&panel, log_inks[lines[i].kind], 0, LOG_INDENT, text);
        }
    }
}

/* ---- Tables -------------------------------------------------------------------------------------- */

static const char *const state_words[] = {
    [MODEL_TABLE_OPEN] = TEXT("not started"),
    [MODEL_TABLE_RUNNING] = TEXT("in progress"),
    [MODEL_TABLE_FINISHED] = TEXT("finished"),
    [MODEL_TABLE_CLOSED] = TEXT("closed"),
};

void panel_people(const struct model_table *table, char *text, size_t capacity)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < table->seats && used < capacity; i++) {
        char pawns[120];
        model_pawns_text(table->seat[i].pawns, pawns, sizeof pawns);
        int wrote = snprintf(text + used, capacity - used, "%s%s%s%s%s", i > 0 ? ", " : "",
                             model_seat_name(&table->seat[i]).text, pawns[0] != '\0' ? " (" : "", pawns,
                             pawns[0] != '\0' ? ")" : "");
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}

void panel_table(struct panel *panel, const struct model_table *table, const char *me)
{
    panel_line(panel, INK_TITLE, CELL_BOLD, title_game(table->game));
    panel_format(panel, INK_DIM, 0, tr("Table %s, %s%s."), table->id,
                 table->is_private ? tr("private, ") : "", tr(state_words[table->state]));
    if (table->state == MODEL_TABLE_FINISHED) {
        panel_wrap(panel, INK_GOOD, 0, 2, sentence_result(table->winner, table->reason).text);
    }
    panel_gap(panel);
    for (unsigned i = 0; i < table->seats; i++) {
        const struct model_seat *seat = &table->seat[i];
        char pawns[120];
        model_pawns_text(seat->pawns, pawns, sizeof pawns);
        bool mine = strcmp(seat->player, me) == 0;
        const char *presence = model_presence(seat);
        panel_format(panel, mine ? INK_GOOD : INK_PLAIN, 0, "%s%s: %s%s%s%s", model_marked_name(seat).text,
                     mine ? tr(" (you)") : "", pawns[0] != '\0' ? pawns : tr("no pawn yet"),
                     strcmp(seat->player, table->host) == 0 ? tr(", host") : "", presence != NULL ? ", " : "",
                     presence != NULL ? presence : "");
    }
}

void panel_table_settings(struct panel *panel, const struct model_table *table)
{
    struct sentence text = model_table_settings(table);
    if (text.text[0] != '\0') {
        panel_wrap(panel, INK_PLAIN, 0, 2, text.text);
    }
}

void panel_options(struct panel *panel, enum game_kind game, uint32_t options)
{
    for (unsigned i = 0; i < option_count(game); i++) {
        if ((options & (1U << i)) != 0) {
            panel_format(panel, INK_PLAIN, 0, "%s: %s", title_option(game, i), sentence_option(game, i));
        }
    }
    if (options == 0) {
        panel_line(panel, INK_DIM, 0, tr("No variants."));
    }
}
