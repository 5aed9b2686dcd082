/*
 * map.c: drawing the board, and finding what is drawn at a cell.
 *
 * map_draw() draws from bottom to top: houses, water, streets, the route, the labels.
 */
#include "client-cli/map/map_internal.h"

static void draw_labels(struct canvas *canvas, struct map_window window, const struct map_layout *layout)
{
    for (unsigned i = 0; i < layout->count; i++) {
        const struct map_label *label = &layout->label[i];
        for (int at = 0; at < label->length; at++) {
            const struct cell *cell = &label->cell[at];
            canvas_put(canvas, window.x + label->x + at, window.y + label->core.y, cell->glyph,
                       (enum ink)cell->ink, cell->flags);
        }
    }
}

void map_draw(struct canvas *canvas, struct map_window window, const struct board *board,
              const struct view *view, const struct map_look *look)
{
    if (window.width <= 0 || window.height <= 0) {
        return;
    }
    struct map_frame frame = frame_of(window, board, look);
    struct map_symbols symbols;
    struct map_layout layout;
    symbols_collect(board, view, look, &symbols);
    layout_make(&frame, board, &symbols, look, &layout);
    canvas_fill(canvas, window.x, window.y, window.width, window.height, INK_PLAIN);
    background_draw(canvas, window, &frame, board);
    route_draw(canvas, window, &frame, board, look);
    draw_labels(canvas, window, &layout);
}

/* ---- Zoom ------------------------------------------------------------------------------------------- */

/* Counts the circles of the window, and those without room for their number. */
static void count_rings(const struct map_layout *layout, unsigned *circles, unsigned *rings)
{
    for (unsigned i = 0; i < layout->count; i++) {
        bool circle = layout->label[i].place.kind == END_CIRCLE;
        *circles += circle ? 1 : 0;
        *rings += circle && !layout->label[i].solid ? 1 : 0;
    }
}

/* Looks at one window after another, so that the whole board counts. */
static bool numbers_fit(struct map_window window, const struct board *board, int zoom)
{
    enum { RINGS_PER_CIRCLES = 50 };
    struct map_look look = {.zoom = zoom};
    struct map_symbols symbols;
    struct map_layout layout;
    unsigned circles = 0, rings = 0;
    symbols_collect(board, NULL, &look, &symbols);
    struct map_frame frame = frame_of(window, board, &look);
    double across = frame.column_units * frame.width, down = frame.row_units * frame.height;
    for (unsigned row = 0; row * down < board->height; row++) {
        for (unsigned column = 0; column * across < board->width; column++) {
            look.centre_x = round_down((column + 0.5) * across);
            look.centre_y = round_down((row + 0.5) * down);
            frame = frame_of(window, board, &look);
            layout_make(&frame, board, &symbols, &look, &layout);
            count_rings(&layout, &circles, &rings);
        }
    }
    return rings * RINGS_PER_CIRCLES <= circles;
}

int map_zoom_for_numbers(struct map_window window, const struct board *board)
{
    int zoom = 0;
    while (window.width > 0 && window.height > 0 && zoom < map_zoom_most() &&
           !numbers_fit(window, board, zoom)) {
        zoom++;
    }
    return zoom;
}

/* ---- What is drawn where --------------------------------------------------------------------------- */

/* Returns the squared distance of a cell from a label in columns; a row counts as two. */
static int far_from(const struct map_label *label, int x, int y)
{
    int right = label->x + label->length - 1;
    int dx = x < label->x ? label->x - x : x > right ? x - right : 0, dy = 2 * (y - label->core.y);
    return dx * dx + dy * dy;
}

struct map_place map_place_drawn(const struct map_look *look, struct map_window window,
                                 const struct board *board, const struct view *view, int x, int y)
{
    enum { NEAR = 4 * 4 };
    struct map_frame frame = frame_of(window, board, look);
    struct map_symbols symbols;
    struct map_layout layout;
    struct map_place nearest = {0, 0};
    int least = NEAR + 1;
    if (!frame_has(&frame, (struct map_cell){x - window.x, y - window.y})) {
        return nearest;
    }
    symbols_collect(board, view, look, &symbols);
    layout_make(&frame, board, &symbols, look, &layout);
    for (unsigned i = 0; i < layout.count; i++) {
        int far = far_from(&layout.label[i], x - window.x, y - window.y);
        if (far < least) {
            least = far;
            nearest = layout.label[i].place;
        }
    }
    return nearest;
}

struct map_place map_place_at(const struct map_look *look, struct map_window window,
                              const struct board *board, int x, int y)
{
    return map_place_drawn(look, window, board, NULL, x, y);
}
