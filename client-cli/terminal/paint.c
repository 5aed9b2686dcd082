/*
 * paint.c: the colours and attributes of each ink and flag; see paint.h.
 */
#define _XOPEN_SOURCE 700 /* wcwidth() */
#include "client-cli/terminal/paint.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "client-cli/util/config.h"
#include "common/base/array.h"

enum { NONE = -1 }; /* the terminal's default colour, which may be dark or light */

/*
 * One row each: with 256 colours, with 8, and without. Where the background is the terminal's own, colours of
 * medium brightness are used.
 */
struct look {
    short front, back;     /* of 256 */
    short front_8, back_8; /* of 8 */
    attr_t with_colour, without;
};

static const struct look inks[INK_COUNT] = {
    [INK_PLAIN] = {NONE, NONE, NONE, NONE, A_NORMAL, A_NORMAL},
    [INK_DIM] = {244, NONE, NONE, NONE, A_NORMAL, A_DIM},
    [INK_TITLE] = {NONE, NONE, NONE, NONE, A_BOLD, A_BOLD},
    [INK_FRAME] = {242, NONE, NONE, NONE, A_NORMAL, A_DIM},
    [INK_KEY] = {37, NONE, COLOR_CYAN, NONE, A_BOLD, A_BOLD},
    [INK_GOOD] = {34, NONE, COLOR_GREEN, NONE, A_NORMAL, A_NORMAL},
    [INK_BAD] = {196, NONE, COLOR_RED, NONE, A_BOLD, A_BOLD},
    [INK_STREET] = {242, NONE, NONE, NONE, A_NORMAL, A_DIM},
    [INK_WATER] = {110, 24, COLOR_BLUE, NONE, A_NORMAL, A_DIM},
    [INK_HOUSE] = {238, NONE, COLOR_BLACK, NONE, A_BOLD, A_DIM},
    [INK_CIRCLE] = {NONE, NONE, NONE, NONE, A_NORMAL, A_NORMAL},
    [INK_CIRCLE_RED] = {203, NONE, COLOR_RED, NONE, A_BOLD, A_NORMAL},
    [INK_CIRCLE_WHITE] = {NONE, NONE, NONE, NONE, A_BOLD, A_BOLD},
    [INK_CIRCLE_BLUE] = {231, 24, COLOR_CYAN, NONE, A_NORMAL, A_NORMAL},
    [INK_CROSSING] = {246, NONE, NONE, NONE, A_NORMAL, A_DIM},
    [INK_CROSSING_YELLOW] = {178, NONE, COLOR_YELLOW, NONE, A_BOLD, A_BOLD},
    [INK_CROSSING_RED] = {196, NONE, COLOR_RED, NONE, A_BOLD, A_BOLD},
    [INK_CLUE] = {16, 221, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_BOLD},
    [INK_FALSE_CLUE] = {16, 144, COLOR_YELLOW, NONE, A_NORMAL, A_BOLD},
    [INK_CRIME] = {231, 124, COLOR_WHITE, COLOR_RED, A_BOLD, A_BOLD},
    [INK_WOMAN] = {16, 182, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_BOLD},
    [INK_WRETCHED] = {16, 218, COLOR_BLACK, COLOR_MAGENTA, A_NORMAL, A_BOLD},
    [INK_PATROL] = {231, 60, COLOR_BLACK, COLOR_WHITE, A_BOLD, A_REVERSE | A_BOLD},
    [INK_DISCOVERY] = {231, 160, COLOR_WHITE, COLOR_RED, A_BOLD, A_BOLD},
    [INK_JACK] = {231, 91, COLOR_WHITE, COLOR_MAGENTA, A_BOLD, A_REVERSE | A_BOLD},
    [INK_TRAIL] = {170, NONE, COLOR_MAGENTA, NONE, A_BOLD, A_BOLD},
    [INK_MARK] = {37, NONE, COLOR_CYAN, NONE, A_NORMAL, A_NORMAL},
    [INK_HEAT_1] = {16, 223, COLOR_YELLOW, NONE, A_NORMAL, A_NORMAL},
    [INK_HEAT_2] = {16, 216, COLOR_YELLOW, NONE, A_BOLD, A_NORMAL},
    [INK_HEAT_3] = {16, 209, COLOR_RED, NONE, A_BOLD, A_BOLD},
    [INK_HEAT_4] = {231, 166, COLOR_BLACK, COLOR_RED, A_NORMAL, A_BOLD},
    [INK_YELLOW] = {16, 226, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_REVERSE | A_BOLD},
    [INK_RED] = {231, 160, COLOR_WHITE, COLOR_RED, A_BOLD, A_REVERSE | A_BOLD},
    [INK_BLUE] = {231, 26, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE | A_BOLD},
    [INK_GREEN] = {231, 28, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_REVERSE | A_BOLD},
    [INK_BROWN] = {231, 94, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_REVERSE | A_BOLD},
};

/* A cell with flags takes the look of the first of these that it has. */
static const struct {
    unsigned flag;
    struct look look;
} flags[] = {
    {CELL_CURSOR,
     {16, 231, COLOR_BLACK, COLOR_WHITE, A_BOLD | A_UNDERLINE, A_REVERSE | A_BOLD | A_UNDERLINE}},
    {CELL_CHOSEN, {16, 51, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_UNDERLINE | A_BOLD}},
    {CELL_TARGET, {16, 114, COLOR_BLACK, COLOR_GREEN, A_NORMAL, A_REVERSE | A_UNDERLINE}},
    {CELL_ROUTE, {38, NONE, COLOR_CYAN, NONE, A_BOLD, A_BOLD}},
};

enum { FLAGS = COUNT(flags) };

/*
 * What the terminal can do. Global like ncurses' colour pairs, since a process has one terminal.
 */
static enum depth { DEPTH_MONO, DEPTH_8, DEPTH_256 } depth;
static bool ascii;

/* Pair 0 is the terminal's default; then come the inks, then the flags. */
static void make_pair(unsigned pair, const struct look *look)
{
    bool rich = depth == DEPTH_256;
    (void)init_pair((short)(pair + 1), rich ? look->front : look->front_8, rich ? look->back : look->back_8);
}

/*
 * Returns whether the terminal can show more than ASCII and box drawing: the Linux console has no Braille.
 */
static bool shows_unicode(void)
{
    const char *terminal = getenv("TERM");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 && (terminal == NULL || strcmp(terminal, "linux") != 0);
}

void paint_begin(void)
{
    const char *variable = getenv("NO_COLOR");
    enum config_colours colours = config_get()->colours;
    bool no_colour =
        colours == COLOURS_NEVER || (colours == COLOURS_AUTO && variable != NULL && *variable != '\0');
    ascii = !shows_unicode();
    depth = DEPTH_MONO;
    if (no_colour || !has_colors() || start_color() == ERR || COLOR_PAIRS <= (int)(INK_COUNT + FLAGS)) {
        return;
    }
    depth = COLORS >= 256 ? DEPTH_256 : DEPTH_8;
    (void)use_default_colors();
    for (unsigned ink = 0; ink < INK_COUNT; ink++) {
        make_pair(ink, &inks[ink]);
    }
    for (unsigned i = 0; i < FLAGS; i++) {
        make_pair(INK_COUNT + i, &flags[i].look);
    }
}

static bool is_wide_here(uint32_t glyph)
{
    return !ascii && wcwidth((wchar_t)glyph) == 2;
}

/*
 * Writes what is drawn in a cell. The terminal's locale must agree about the width of a wide character, or everything
 * after it would be moved; if it does not, a question mark is drawn.
 */
static void write_glyph(const struct cell *cell, bool wide, wchar_t text[2 + CELL_ACCENTS])
{
    bool tail = cell->glyph == GLYPH_TAIL;
    uint32_t glyph = cell->glyph == 0 || tail ? ' ' : ascii ? canvas_ascii(cell->glyph) : cell->glyph;
    text[0] = wide && !is_wide_here(cell->glyph) ? L'?' : (wchar_t)glyph;
    for (unsigned i = 0; i < CELL_ACCENTS && cell->accent[i] != 0 && !ascii; i++) {
        text[1 + i] = wcwidth((wchar_t)cell->accent[i]) == 0 ? (wchar_t)cell->accent[i] : L'\0';
    }
}

static void paint_cell(const struct cell *cell, bool wide, WINDOW *window, int x, int y)
{
    unsigned pair = cell->ink < INK_COUNT ? cell->ink : INK_PLAIN;
    const struct look *look = &inks[pair];
    for (unsigned i = 0; i < FLAGS; i++) {
        if ((cell->flags & flags[i].flag) != 0) {
            pair = INK_COUNT + i;
            look = &flags[i].look;
            break;
        }
    }
    bool without = depth == DEPTH_MONO || (depth == DEPTH_8 && look->front_8 == NONE); /* has no colour */
    attr_t attributes = without ? look->without : look->with_colour;
    attributes |= (cell->flags & CELL_BOLD) != 0 ? A_BOLD : A_NORMAL;
    wchar_t text[2 + CELL_ACCENTS] = {0};
    cchar_t shown;
    write_glyph(cell, wide, text);
    if (setcchar(&shown, text, attributes, depth == DEPTH_MONO ? 0 : (short)(pair + 1), NULL) == OK) {
        (void)mvwadd_wch(window, y, x, &shown); /* returns ERR in the last corner although it was drawn */
    }
}

void paint_canvas(const struct canvas *canvas, WINDOW *window)
{
    int height = 0, width = 0;
    getmaxyx(window, height, width);
    for (int y = 0; y < canvas->height && y < height; y++) {
        for (int x = 0; x < canvas->width && x < width; x++) {
            const struct cell *cell = &canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x];
            bool wide = x + 1 < canvas->width && cell[1].glyph == GLYPH_TAIL;
            paint_cell(cell, wide, window, x, y);
            x += wide && is_wide_here(cell->glyph) ? 1 : 0; /* it covers the next cell */
        }
    }
}
