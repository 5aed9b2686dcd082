/*
 * screen_keys.c: tables of keys: running a key, the help, the line of keys at the bottom; and the keys that are the same
 * on all pages.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"
#include "common/base/utf8.h"

enum { NOTICE_ROWS_MAX = 3 };

/* ---- Keys of all pages -------------------------------------------------------------------------------- */

static bool has_map(const struct screen *screen)
{
    return screen_view(screen) != NULL;
}

static bool has_game(const struct screen *screen)
{
    return screen_current_page(screen) != PAGE_LOBBY;
}

static void press_map(struct screen *screen, const struct input_event *input)
{
    (void)map_view_input(screen_map_view(screen), input);
}

static void press_legend(struct screen *screen, const struct input_event *input)
{
    const struct view *view = screen_view(screen);
    enum game_kind game = view != NULL ? (enum game_kind)view->kind : screen->model->table.game;
    (void)input;
    screen_popup(screen, POPUP_TEXT, TEXT("Map symbols"), NULL);
    for (const struct map_symbol *symbol = map_legend(game); symbol->symbol != NULL; symbol++) {
        popup_add_labelled(&screen->popup, symbol->ink, symbol->symbol, tr(symbol->meaning));
    }
}

static const struct screen_key everywhere[] = {
    {'+', '=', "+ - 0", TEXT("zoom in, zoom out, show the whole map; or use the wheel"), press_map, has_map,
     TEXT("+ - zoom")},
    {'-', '_', NULL, NULL, press_map, has_map, NULL},
    {'0', 0, NULL, NULL, press_map, has_map, NULL},
    {INPUT_WHEEL_UP, INPUT_WHEEL_DOWN, NULL, NULL, press_map, has_map, NULL},
    {'/', 0, "/", TEXT("find a circle and look around: what is known about it; arrows go to its neighbours"),
     look_press_find, has_map, TEXT("/ find")},
    {'h', 'j', "h j k l", TEXT("move the map; or use Shift and arrows, or drag it"), press_map, has_map,
     NULL},
    {'k', 'l', NULL, NULL, press_map, has_map, NULL},
    {INPUT_SHIFT_UP, INPUT_SHIFT_DOWN, NULL, NULL, press_map, has_map, NULL},
    {INPUT_SHIFT_LEFT, INPUT_SHIFT_RIGHT, NULL, NULL, press_map, has_map, NULL},
    {INPUT_DRAG, 0, NULL, NULL, press_map, has_map, NULL},
    {'m', 0, "m", TEXT("explain the map symbols"), press_legend, has_game, NULL},
    {':', 0, ":", TEXT("enter a command (Tab completes; :help lists them)"), screen_press_command, NULL,
     TEXT(": command")},
    {'H', 0, "H", TEXT("how to play: chapters and a glossary, also from this help"), learn_press, NULL, NULL},
    {'?', INPUT_HELP, "?, F1", TEXT("this help"), screen_press_help, NULL, NULL},
};

struct screen_keys screen_common_keys(void)
{
    return (struct screen_keys){everywhere, COUNT(everywhere)};
}

/* ---- Running ----------------------------------------------------------------------------------------- */

static bool takes(const struct screen_key *row, uint32_t key)
{
    return row->key == key || (row->other != 0 && row->other == key) ||
           (row->key == INPUT_ANY_DIGIT && key >= '1' && key <= '9');
}

static bool applies(const struct screen *screen, const struct screen_key *row)
{
    return row->applies == NULL || row->applies(screen);
}

bool screen_press(struct screen *screen, struct screen_keys keys, const struct input_event *input,
                  bool anyway)
{
    for (size_t i = 0; i < keys.count; i++) {
        if (takes(&keys.row[i], input->key) && (anyway || applies(screen, &keys.row[i]))) {
            keys.row[i].press(screen, input);
            return true;
        }
    }
    return false;
}

void screen_unknown_key(struct screen *screen, const struct input_event *input)
{
    char name[UTF8_BYTES_MAX + 1] = "";
    if (input->key >= INPUT_CLICK && input->key <= INPUT_DRAG) {
        return; /* the mouse */
    }
    if (input->key > ' ' && input->key < INPUT_UP && !utf8_is_control(input->key)) {
        name[utf8_encode(input->key, name)] = '\0';
    }
    screen_notice(screen, false, TEXT("%s does nothing here. ? shows the keys."),
                  name[0] != '\0' ? name : tr("That key"));
}

/* ---- Showing ----------------------------------------------------------------------------------------- */

void screen_help_keys(struct screen *screen, struct screen_keys keys)
{
    for (size_t i = 0; i < keys.count; i++) {
        if (keys.row[i].shown != NULL && applies(screen, &keys.row[i])) {
            popup_add_labelled(&screen->popup, INK_KEY, tr(keys.row[i].shown), tr(keys.row[i].help));
        }
    }
}

/* Adds the hints that apply and fit; a shorter one may fit after a longer one did not. */
static void add_hints(const struct screen *screen, struct screen_keys keys, int columns, char *text,
                      size_t capacity)
{
    for (size_t i = 0; i < keys.count; i++) {
        const char *hint = keys.row[i].hint == NULL ? NULL : tr(keys.row[i].hint);
        size_t used = strlen(text);
        if (hint != NULL && applies(screen, &keys.row[i]) &&
            canvas_columns(text) + 2 + canvas_columns(hint) <= columns) {
            (void)snprintf(text + used, capacity - used, "  %s", hint);
        }
    }
}

/* A link that needs more than a line covers the prompt; other notices are cut. */
static void draw_notice(struct screen *screen, const struct screen_layout *layout)
{
    struct canvas *canvas = &screen->canvas;
    int rows = canvas_wrap(screen->notice, canvas->width, NULL, NULL);
    rows = strstr(screen->notice, "://") == NULL ? 1 : rows < NOTICE_ROWS_MAX ? rows : NOTICE_ROWS_MAX;
    struct panel panel = {.canvas = canvas, .window = {0, layout->input_y - rows + 1, canvas->width, rows}};
    canvas_fill(canvas, 0, panel.window.y, canvas->width, rows, INK_PLAIN);
    enum ink ink = screen->notice_good ? INK_GOOD : INK_BAD;
    if (rows == 1) {
        panel_line(&panel, ink, 0, screen->notice);
    } else {
        panel_wrap(&panel, ink, 0, 0, screen->notice);
    }
}

void screen_draw_bottom(struct screen *screen, const struct screen_layout *layout, enum ink ink,
                        const char *prompt, struct screen_keys keys, const char *right)
{
    struct canvas *canvas = &screen->canvas;
    struct panel panel = {.canvas = canvas,
                          .window = {0, layout->prompt_y, canvas->width, layout->prompt_rows}};
    panel_wrap(&panel, ink, CELL_BOLD, 0, prompt);
    if (screen->typing != NULL) {
        return;
    }
    if (screen->notice[0] != '\0') {
        draw_notice(screen, layout);
        return;
    }
    char hints[400];
    (void)snprintf(hints, sizeof hints, "%s", tr("? help"));
    int columns = canvas_columns(right);
    add_hints(screen, keys, canvas->width - columns - 1, hints, sizeof hints);
    add_hints(screen, screen_common_keys(), canvas->width - columns - 1, hints, sizeof hints);
    (void)canvas_text(canvas, 0, layout->input_y, canvas->width - columns - 1, INK_DIM, 0, hints);
    (void)canvas_text(canvas, canvas->width - columns, layout->input_y, columns, INK_DIM, 0, right);
}
