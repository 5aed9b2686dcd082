/*
 * map_internal.h: the parts of the map, shared by map*.c.
 *
 * The frame maps board units to cells of the window. The background is water, houses and streets. The symbols are what
 * the viewer knows to be on each place. The layout finds room for the labels of the places.
 */
#ifndef GASLIGHT_MAP_INTERNAL_H
#define GASLIGHT_MAP_INTERNAL_H

#include "client-cli/map/map.h"

/* ---- map_frame.c ---- */

struct map_frame {
    int width, height;              /* of the window, in cells */
    double column_units, row_units; /* board units per cell */
    double left, top;               /* board units of the window's upper left corner */
};

struct map_frame frame_of(struct map_window window, const struct board *board, const struct map_look *look);

/* A cell of the window; it may be outside. */
struct map_cell {
    int x, y;
};
struct map_cell frame_cell(const struct map_frame *frame, struct place point);
bool frame_has(const struct map_frame *frame, struct map_cell cell);

/* Rounds down; a cast would round towards 0. */
static inline int round_down(double value)
{
    int whole = (int)value;
    return value < whole ? whole - 1 : whole;
}

/* ---- map_route.c ---- */

struct place board_point(const struct board *board, struct end end);

/*
 * Finds the shortest route between two ends of streets, both included, that passes no other circle and no `closed`
 * crossing; with `joints_only`, no crossing at all. Returns its length, or 0 if there is none or it exceeds `most`.
 */
unsigned board_way(const struct board *board, struct end from, struct end to, const struct set *closed,
                   bool joints_only, struct end *way, unsigned most);

/* ---- map_background.c ---- */

void background_draw(struct canvas *canvas, struct map_window window, const struct map_frame *frame,
                     const struct board *board);
void route_draw(struct canvas *canvas, struct map_window window, const struct map_frame *frame,
                const struct board *board, const struct map_look *look);

/* ---- map_symbols.c ---- */

/* Characters outside ASCII; canvas_ascii() has a replacement for each. */
enum {
    GLYPH_CRIME = 0x2020,       /* † */
    GLYPH_FALSE = 0x00d7,       /* × */
    GLYPH_WRETCHED = 0x2640,    /* ♀ */
    GLYPH_HIDEOUT = 0x2302,     /* ⌂ */
    GLYPH_STAR = 0x2605,        /* ★ */
    GLYPH_HOLLOW_STAR = 0x2606, /* ☆ */
    GLYPH_TRAIL = 0x00b7,       /* · */
    GLYPH_RING = 0x25cb,        /* ○ */
    GLYPH_CROSSING = 0x25a0,    /* ■ */
    GLYPH_YELLOW = 0x25c6,      /* ◆ */
    GLYPH_RED = 0x25c8,         /* ◈ */
    GLYPH_ROUTE = 0x2022,       /* • */
    GLYPH_WATER = '~',
    GLYPH_HOUSE = 0x2591, /* ░ */
    GLYPH_HEAT = 0x2582,  /* ▂ ▄ ▆ █: every other one */
    GLYPH_BRAILLE = 0x2800,
};

struct map_mark {
    uint32_t glyph;
    uint8_t ink; /* enum ink */
};

enum { CIRCLE_MARKS_MAX = 3 };

struct circle_symbols {
    unsigned count;
    struct map_mark mark[CIRCLE_MARKS_MAX]; /* the most important first */
    bool likely;                            /* the last one shows how likely the circle is */
    char move[4]; /* Jack's move that led here, or at which it was searched: "7", "III"; "": none */
};

struct map_symbols {
    struct circle_symbols circle[SET_LIMIT];
    struct map_mark crossing[SET_LIMIT];   /* glyph 0: empty */
    struct set way_circles, way_crossings; /* on the previewed route or on possible trails */
};

/* `view` may be NULL. */
void symbols_collect(const struct board *board, const struct view *view, const struct map_look *look,
                     struct map_symbols *symbols);

/* How an empty place is drawn. */
struct place_style {
    uint32_t left, right; /* around a circle's number; 0: none */
    uint32_t alone;       /* if there is room for only one cell */
    uint8_t ink;
};
const struct place_style *style_of(const struct board *board, struct map_place place);

/* ---- map_layout.c ---- */

enum {
    LABEL_CELLS_MAX = 15,
    LABELS_MAX = 2 * SET_LIMIT,
    MAP_COLUMNS_MAX = 512, /* larger windows are cut to this */
    MAP_ROWS_MAX = 256,
};

struct map_label {
    struct map_place place;
    struct map_cell core; /* the cell of the place itself */
    int x;                /* of its first cell; the row is core.y */
    int length;
    bool solid; /* may not touch another solid label, or their numbers would run together */
    struct cell cell[LABEL_CELLS_MAX];
};

struct map_layout {
    unsigned count;
    struct map_label label[LABELS_MAX];
    uint64_t taken[MAP_ROWS_MAX][MAP_COLUMNS_MAX / 64];
    uint64_t solid[MAP_ROWS_MAX][MAP_COLUMNS_MAX / 64]; /* cells of solid labels */
    uint64_t sign[MAP_ROWS_MAX][MAP_COLUMNS_MAX / 64];  /* the symbols of crossings */
};

void layout_make(const struct map_frame *frame, const struct board *board, const struct map_symbols *symbols,
                 const struct map_look *look, struct map_layout *layout);

#endif
