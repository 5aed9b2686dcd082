/*
 * map_background.c: water, blocks of houses, streets, the previewed route and possible trails.
 *
 * Streets are drawn with the dots of Braille characters, two by four per cell, the finest resolution of a text
 * terminal.
 */
#include "client-cli/map/map_internal.h"

enum { DOTS_X = 2, DOTS_Y = 4 };

/* Houses are drawn only if blocks are large enough to have an inside. */
static const double houses_from = 9.0; /* board units per column */

/* The canvas, and the window of the map in it. */
struct surface {
    struct canvas *canvas;
    struct map_window window;
    const struct map_frame *frame;
    const struct board *board;
};

static struct cell *surface_at(const struct surface *surface, int x, int y)
{
    bool inside = frame_has(surface->frame, (struct map_cell){x, y});
    return inside ? canvas_at(surface->canvas, surface->window.x + x, surface->window.y + y) : NULL;
}

/* ---- Lines --------------------------------------------------------------------------------------- */

typedef void pen(const struct surface *surface, int x, int y, enum ink ink); /* draws at a dot */

/* The bit of each dot of a Braille character, by column and row. */
static void dot(const struct surface *surface, int x, int y, enum ink ink)
{
    static const uint8_t bits[DOTS_Y][DOTS_X] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    struct cell *cell = x < 0 || y < 0 ? NULL : surface_at(surface, x / DOTS_X, y / DOTS_Y);
    if (cell != NULL) {
        uint32_t before =
            cell->glyph >= GLYPH_BRAILLE && cell->glyph <= GLYPH_BRAILLE + 0xff ? cell->glyph : GLYPH_BRAILLE;
        *cell = (struct cell){.glyph = before | bits[y % DOTS_Y][x % DOTS_X], .ink = (uint8_t)ink};
    }
}

static void pebble(const struct surface *surface, int x, int y, enum ink ink)
{
    struct cell *cell = x < 0 || y < 0 ? NULL : surface_at(surface, x / DOTS_X, y / DOTS_Y);
    if (cell != NULL) {
        *cell = (struct cell){.glyph = GLYPH_ROUTE, .ink = (uint8_t)ink, .flags = CELL_ROUTE};
    }
}

static void line(const struct surface *surface, struct end from, struct end to, enum ink ink, pen *draw)
{
    struct place a = board_point(surface->board, from), b = board_point(surface->board, to);
    double dot_x = surface->frame->column_units / DOTS_X, dot_y = surface->frame->row_units / DOTS_Y;
    double x = (a.x - surface->frame->left) / dot_x, y = (a.y - surface->frame->top) / dot_y;
    double dx = (b.x - a.x) / dot_x, dy = (b.y - a.y) / dot_y;
    double span_x = dx < 0 ? -dx : dx, span_y = dy < 0 ? -dy : dy;
    int steps = (int)(span_x > span_y ? span_x : span_y) + 1;
    for (int i = 0; i <= steps; i++) {
        draw(surface, round_down(x + dx * i / steps), round_down(y + dy * i / steps), ink);
    }
}

/* ---- Areas --------------------------------------------------------------------------------------- */

/* Returns whether a point is inside an outline, by counting the edges to the right of it. */
static bool is_inside(const struct board *board, const struct outline *outline, double x, double y)
{
    bool inside = false;
    for (unsigned i = 0; i < outline->count; i++) {
        struct place a = board_point(board, outline->end[i]);
        struct place b = board_point(board, outline->end[(i + 1U) % outline->count]);
        if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

/* Waves have gaps. The pattern is tied to the board, so that it does not crawl when scrolling. */
static uint32_t wave(const struct map_frame *frame, int x, int y)
{
    int column = round_down(frame->left / frame->column_units) + x,
        row = round_down(frame->top / frame->row_units) + y;
    return (unsigned)(column + 3 * row) % 6 < 2 ? GLYPH_WATER : ' ';
}

static void fill(const struct surface *surface, const struct outline *outline, enum ink ink)
{
    const struct map_frame *frame = surface->frame;
    struct map_cell first = {frame->width, frame->height}, last = {-1, -1};
    for (unsigned i = 0; i < outline->count; i++) {
        struct map_cell cell = frame_cell(frame, board_point(surface->board, outline->end[i]));
        first.x = cell.x < first.x ? cell.x : first.x;
        first.y = cell.y < first.y ? cell.y : first.y;
        last.x = cell.x > last.x ? cell.x : last.x;
        last.y = cell.y > last.y ? cell.y : last.y;
    }
    for (int row = first.y > 0 ? first.y : 0; row <= last.y && row < frame->height; row++) {
        double y = frame->top + (row + 0.5) * frame->row_units;
        for (int column = first.x > 0 ? first.x : 0; column <= last.x && column < frame->width; column++) {
            double x = frame->left + (column + 0.5) * frame->column_units;
            struct cell *cell = surface_at(surface, column, row);
            if (cell != NULL && is_inside(surface->board, outline, x, y)) {
                uint32_t glyph = ink == INK_WATER ? wave(frame, column, row) : GLYPH_HOUSE;
                *cell = (struct cell){.glyph = glyph, .ink = (uint8_t)ink};
            }
        }
    }
}

void background_draw(struct canvas *canvas, struct map_window window, const struct map_frame *frame,
                     const struct board *board)
{
    struct surface surface = {canvas, window, frame, board};
    for (unsigned i = 0; frame->column_units <= houses_from && i < board->houses; i++) {
        fill(&surface, &board->house[i], INK_HOUSE);
    }
    for (unsigned i = 0; i < board->waters; i++) {
        fill(&surface, &board->water[i], INK_WATER);
    }
    for (unsigned i = 0; i < board->blue_lines; i++) {
        line(&surface, board->blue_line[i].end[0], board->blue_line[i].end[1], INK_WATER, dot);
    }
    for (unsigned i = 0; i < board->streets; i++) {
        line(&surface, board->street[i].end[0], board->street[i].end[1], INK_STREET, dot);
    }
}

/* ---- Routes ------------------------------------------------------------------- */

/*
 * Draws along the streets if they lead there through joints only; otherwise straight through the houses or over the
 * water.
 */
static void draw_way(const struct surface *surface, struct end from, struct end to)
{
    struct end way[MAP_ROUTE_MAX];
    unsigned length = board_way(surface->board, from, to, NULL, true, way, MAP_ROUTE_MAX);
    if (length == 0) {
        way[0] = from;
        way[1] = to;
        length = 2;
    }
    for (unsigned at = 1; at < length; at++) {
        line(surface, way[at - 1], way[at], INK_STREET, pebble);
    }
}

/* Draws one step of a possible trail, past the crossings in between. */
static void draw_step(const struct surface *surface, unsigned from, unsigned to)
{
    struct map_place place[MAP_ROUTE_MAX];
    unsigned count = map_route(surface->board, from, to, NULL, place);
    if (count == 0) {
        draw_way(surface, (struct end){END_CIRCLE, (uint8_t)from}, (struct end){END_CIRCLE, (uint8_t)to});
    }
    for (unsigned i = 1; i < count; i++) {
        draw_way(surface, (struct end){place[i - 1].kind, place[i - 1].number},
                 (struct end){place[i].kind, place[i].number});
    }
}

void route_draw(struct canvas *canvas, struct map_window window, const struct map_frame *frame,
                const struct board *board, const struct map_look *look)
{
    struct surface surface = {canvas, window, frame, board};
    for (unsigned i = 1; i < look->route_length && i < MAP_ROUTE_MAX; i++) {
        draw_way(&surface, (struct end){look->route[i - 1].kind, look->route[i - 1].number},
                 (struct end){look->route[i].kind, look->route[i].number});
    }
    for (unsigned i = 0; i < look->steps && i < MAP_STEPS_MAX; i++) {
        draw_step(&surface, look->step[i].from, look->step[i].to);
    }
}
