/*
 * guide_picture.c: the pictures of the guide as maps of characters.
 *
 * A picture is a view of a board, of which the file has only what differs from a base view of its game; the places that
 * must be visible (`around`, or "all"); and places to mark (`marks`).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/learn/guide_internal.h"
#include "client-cli/map/map.h"
#include "common/rules/game.h"
#include "common/wire/wire_read.h"

enum {
    PART_COLUMNS = 64,
    PART_ROWS = 13,
    WHOLE_ROWS = 22,
    AROUND_MAX = 32,
    LINE_BYTES = 1024,
    LEGEND_BYTES = 2048,
};

/* Reads "c65" or "x12"; the number is 0 if it is neither. */
static struct map_place place_of(const json_t *json)
{
    const char *name = json_string_value(json);
    struct map_place place = {0, 0};
    if (name != NULL && (name[0] == 'c' || name[0] == 'x')) {
        place.kind = name[0] == 'c' ? END_CIRCLE : END_CROSSING;
        place.number = (uint8_t)strtoul(name + 1, NULL, 10);
    }
    return place;
}

/* ---- The view and how it is shown ------------------------------------------------------------------ */

static bool read_view(const struct guide *guide, const json_t *picture, struct view *view)
{
    const json_t *base =
        json_object_get(json_object_get(guide->pictures, "base"), guide_string(picture, "game"));
    json_t *whole = json_copy((json_t *)base);
    bool good = whole != NULL && json_object_update(whole, json_object_get(picture, "view")) == 0 &&
                wire_read_view(whole, view);
    json_decref(whole);
    return good;
}

static struct map_look look_of(const json_t *picture, struct map_window window, const struct board *board)
{
    struct map_look look = {0};
    struct map_place around[AROUND_MAX];
    unsigned count = 0;
    const json_t *places = json_object_get(picture, "around"), *marks = json_object_get(picture, "marks");
    for (size_t i = 0; i < json_array_size(places) && count < AROUND_MAX; i++) {
        around[count++] = place_of(json_array_get(places, i));
    }
    if (count > 0) {
        map_fit(&look, window, board, around, count);
    }
    for (size_t i = 0; i < json_array_size(marks); i++) {
        struct map_place mark = place_of(json_array_get(marks, i));
        set_add(mark.kind == END_CIRCLE ? &look.chosen_circles : &look.chosen_crossings, mark.number);
    }
    return look;
}

/* ---- The legend ------------------------------------------------------------------------------------ */

/* Returns whether a line shows a symbol of the legend, in which 65 stands for any number. */
static bool shows(const char *line, const char *symbol)
{
    size_t before = strcspn(symbol, "0123456789");
    if (symbol[before] == '\0') {
        return strstr(line, symbol) != NULL;
    }
    for (const char *at = line; before > 0 && *at != '\0'; at++) {
        if (strncmp(at, symbol, before) == 0 && at[before] != '\0' &&
            strchr("0123456789({", at[before]) != NULL) {
            return true;
        }
    }
    return false;
}

static bool is_shown(const struct canvas *canvas, const char *symbol)
{
    char line[LINE_BYTES];
    for (int y = 0; y < canvas->height; y++) {
        (void)canvas_line(canvas, y, false, line, sizeof line);
        if (shows(line, symbol)) {
            return true;
        }
    }
    return false;
}

/* Writes a symbol without blanks around it, in ASCII if asked for. */
static void draw_symbol(const char *symbol, bool ascii, char *shown, size_t capacity)
{
    struct canvas canvas = {0};
    shown[0] = '\0';
    symbol += strspn(symbol, " ");
    if (canvas_resize(&canvas, canvas_columns(symbol) + 1, 1)) {
        (void)canvas_text(&canvas, 0, 0, canvas.width, INK_PLAIN, 0, symbol);
        (void)canvas_line(&canvas, 0, ascii, shown, capacity);
    }
    canvas_free(&canvas);
}

static void add_meaning(char *legend, const char *symbol, bool ascii, const char *meaning)
{
    char shown[40];
    size_t used = strlen(legend);
    draw_symbol(symbol, ascii, shown, sizeof shown);
    (void)snprintf(legend + used, LEGEND_BYTES - used, "%s%s %s", used > 0 ? "; " : "", shown, meaning);
}

/* The cursor and what is chosen look the same as marks and are not in pictures. */
static void write_legend(const struct guide *guide, const struct guide_output *output,
                         const struct canvas *canvas, enum game_kind game, const json_t *marks)
{
    char legend[LEGEND_BYTES] = "";
    if (json_array_size(marks) > 0) {
        bool circles = place_of(json_array_get(marks, 0)).kind == END_CIRCLE;
        add_meaning(legend, circles ? "<65>" : "< ■ >", output->ascii, tr("marked in this picture"));
    }
    for (const struct map_symbol *symbol = map_legend(game); symbol->symbol != NULL; symbol++) {
        if (strchr("[<", symbol->symbol[0]) == NULL && is_shown(canvas, symbol->symbol)) {
            add_meaning(legend, symbol->symbol, output->ascii, tr(symbol->meaning));
        }
    }
    guide_wrap(guide, output, GUIDE_MAP, "  ", legend);
}

/* ---- Drawing --------------------------------------------------------------------------------------- */

static void draw(const struct guide *guide, const struct guide_output *output, const json_t *picture,
                 const struct board *board, const struct view *view)
{
    bool whole = json_is_string(json_object_get(picture, "around"));
    int columns = whole || output->width < PART_COLUMNS ? output->width : PART_COLUMNS;
    struct map_window window = {0, 0, columns, whole ? WHOLE_ROWS : PART_ROWS};
    struct map_look look = look_of(picture, window, board);
    struct canvas canvas = {0};
    if (canvas_resize(&canvas, window.width, window.height)) {
        map_draw(&canvas, window, board, view, &look);
        for (int y = 0; y < canvas.height; y++) {
            char line[LINE_BYTES];
            (void)canvas_line(&canvas, y, output->ascii, line, sizeof line);
            output->line(output->context, GUIDE_MAP, line);
        }
        write_legend(guide, output, &canvas, board->game, json_object_get(picture, "marks"));
    }
    canvas_free(&canvas);
}

void guide_picture(const struct guide *guide, const struct guide_output *output, const char *id)
{
    const json_t *picture = json_object_get(json_object_get(guide->pictures, "pictures"), id);
    enum game_kind game = game_from_name(guide_string(picture, "game"));
    struct board *board = game != GAME_KIND_COUNT ? board_builtin(game) : NULL;
    struct view view;
    if (board != NULL && read_view(guide, picture, &view)) {
        draw(guide, output, picture, board, &view);
    }
    board_free(board);
}
