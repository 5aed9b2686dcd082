/*
 * map_background.c: what lies flat: water, blocks of houses, streets, and the way that is previewed.
 *
 * Streets are drawn with the dots of Braille characters, two by four in a cell: as fine as a terminal gets
 * without pictures.
 */
#include "client-cli/map/map_internal.h"

enum { DOTS_X = 2, DOTS_Y = 4 };

/* Houses are drawn only where a block is large enough to have an inside. */
static const double houses_from = 9.0; /* board units a column */

/* Where one draws: the canvas through the window. */
struct ground {
    struct canvas *canvas;
    struct map_window window;
    const struct map_frame *frame;
    const struct board *board;
};

static struct cell *ground_at(const struct ground *ground, int x, int y)
{
    bool inside = frame_has(ground->frame, (struct map_cell){x, y});
    return inside ? canvas_at(ground->canvas, ground->window.x + x, ground->window.y + y) : NULL;
}

/* ---- Lines --------------------------------------------------------------------------------------- */

typedef void pen(const struct ground *ground, int x, int y, enum ink ink); /* at a dot */

/* The bit of each dot of a Braille character, column by row. */
static void dot(const struct ground *ground, int x, int y, enum ink ink)
{
    static const uint8_t bits[DOTS_Y][DOTS_X] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    struct cell *cell = x < 0 || y < 0 ? NULL : ground_at(ground, x / DOTS_X, y / DOTS_Y);
    if (cell != NULL) {
        uint32_t before =
            cell->glyph >= GLYPH_BRAILLE && cell->glyph <= GLYPH_BRAILLE + 0xff ? cell->glyph : GLYPH_BRAILLE;
        *cell = (struct cell){before | bits[y % DOTS_Y][x % DOTS_X], (uint8_t)ink, 0};
    }
}

static void pebble(const struct ground *ground, int x, int y, enum ink ink)
{
    struct cell *cell = x < 0 || y < 0 ? NULL : ground_at(ground, x / DOTS_X, y / DOTS_Y);
    if (cell != NULL) {
        *cell = (struct cell){GLYPH_ROUTE, (uint8_t)ink, CELL_ROUTE};
    }
}

static void line(const struct ground *ground, struct end from, struct end to, enum ink ink, pen *draw)
{
    struct place a = board_point(ground->board, from), b = board_point(ground->board, to);
    double dot_x = ground->frame->column_units / DOTS_X, dot_y = ground->frame->row_units / DOTS_Y;
    double x = (a.x - ground->frame->left) / dot_x, y = (a.y - ground->frame->top) / dot_y;
    double dx = (b.x - a.x) / dot_x, dy = (b.y - a.y) / dot_y;
    double span_x = dx < 0 ? -dx : dx, span_y = dy < 0 ? -dy : dy;
    int steps = (int)(span_x > span_y ? span_x : span_y) + 1;
    for (int i = 0; i <= steps; i++) {
        draw(ground, round_down(x + dx * i / steps), round_down(y + dy * i / steps), ink);
    }
}

/* ---- Areas --------------------------------------------------------------------------------------- */

/* Whether a point is inside an outline: how often a line from it to the right meets the edge. */
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

/* Waves have gaps; the pattern belongs to the board, or it would crawl as one scrolls. */
static uint32_t wave(const struct map_frame *frame, int x, int y)
{
    int column = round_down(frame->left / frame->column_units) + x,
        row = round_down(frame->top / frame->row_units) + y;
    return (unsigned)(column + 3 * row) % 6 < 2 ? GLYPH_WATER : ' ';
}

static void fill(const struct ground *ground, const struct outline *outline, enum ink ink)
{
    const struct map_frame *frame = ground->frame;
    struct map_cell first = {frame->width, frame->height}, last = {-1, -1};
    for (unsigned i = 0; i < outline->count; i++) {
        struct map_cell cell = frame_cell(frame, board_point(ground->board, outline->end[i]));
        first.x = cell.x < first.x ? cell.x : first.x;
        first.y = cell.y < first.y ? cell.y : first.y;
        last.x = cell.x > last.x ? cell.x : last.x;
        last.y = cell.y > last.y ? cell.y : last.y;
    }
    for (int row = first.y > 0 ? first.y : 0; row <= last.y && row < frame->height; row++) {
        double y = frame->top + (row + 0.5) * frame->row_units;
        for (int column = first.x > 0 ? first.x : 0; column <= last.x && column < frame->width; column++) {
            double x = frame->left + (column + 0.5) * frame->column_units;
            struct cell *cell = ground_at(ground, column, row);
            if (cell != NULL && is_inside(ground->board, outline, x, y)) {
                uint32_t glyph = ink == INK_WATER ? wave(frame, column, row) : GLYPH_HOUSE;
                *cell = (struct cell){glyph, (uint8_t)ink, 0};
            }
        }
    }
}

void background_draw(struct canvas *canvas, struct map_window window, const struct map_frame *frame,
                     const struct board *board)
{
    struct ground ground = {canvas, window, frame, board};
    for (unsigned i = 0; frame->column_units <= houses_from && i < board->houses; i++) {
        fill(&ground, &board->house[i], INK_HOUSE);
    }
    for (unsigned i = 0; i < board->waters; i++) {
        fill(&ground, &board->water[i], INK_WATER);
    }
    for (unsigned i = 0; i < board->blue_lines; i++) {
        line(&ground, board->blue_line[i].end[0], board->blue_line[i].end[1], INK_WATER, dot);
    }
    for (unsigned i = 0; i < board->streets; i++) {
        line(&ground, board->street[i].end[0], board->street[i].end[1], INK_STREET, dot);
    }
}

/* ---- The way that is previewed ------------------------------------------------------------------- */

/*
 * Along the streets if one leads there past nothing but joints; through the houses or over the water
 * otherwise.
 */
static void draw_way(const struct ground *ground, struct end from, struct end to)
{
    struct end way[MAP_ROUTE_MAX];
    unsigned length = board_way(ground->board, from, to, NULL, true, way, MAP_ROUTE_MAX);
    if (length == 0) {
        way[0] = from;
        way[1] = to;
        length = 2;
    }
    for (unsigned at = 1; at < length; at++) {
        line(ground, way[at - 1], way[at], INK_STREET, pebble);
    }
}

/* A step of a possible way: past the crossings that lie between, as far as the streets lead. */
static void draw_step(const struct ground *ground, unsigned from, unsigned to)
{
    struct map_place place[MAP_ROUTE_MAX];
    unsigned count = map_route(ground->board, from, to, NULL, place);
    if (count == 0) {
        draw_way(ground, (struct end){END_CIRCLE, (uint8_t)from}, (struct end){END_CIRCLE, (uint8_t)to});
    }
    for (unsigned i = 1; i < count; i++) {
        draw_way(ground, (struct end){place[i - 1].kind, place[i - 1].number},
                 (struct end){place[i].kind, place[i].number});
    }
}

void route_draw(struct canvas *canvas, struct map_window window, const struct map_frame *frame,
                const struct board *board, const struct map_look *look)
{
    struct ground ground = {canvas, window, frame, board};
    for (unsigned i = 1; i < look->route_length && i < MAP_ROUTE_MAX; i++) {
        draw_way(&ground, (struct end){look->route[i - 1].kind, look->route[i - 1].number},
                 (struct end){look->route[i].kind, look->route[i].number});
    }
    for (unsigned i = 0; i < look->steps && i < MAP_STEPS_MAX; i++) {
        draw_step(&ground, look->step[i].from, look->step[i].to);
    }
}
