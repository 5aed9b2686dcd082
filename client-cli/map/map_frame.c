/*
 * map_frame.c: which part of the board the window shows, and at what scale.
 *
 * At zoom 0 all places fit. A cell is assumed to be twice as high as it is wide. The board may be stretched a little to
 * fill the window.
 */
#include "client-cli/map/map_internal.h"

enum {
    ZOOM_MOST = 8,
    MARGIN = 28,              /* board units around the outermost places */
    CLOSEST_COLUMN_UNITS = 6, /* at this scale every label has room */
    CLOSEST_ROW_UNITS = 12,
};

static const double zoom_step = 1.4, stretch_most = 1.3;

/* Returns the rectangle that contains every place, with a margin. */
struct extent {
    double left, top, right, bottom;
};

static void extend(struct extent *extent, const struct place *places, unsigned count)
{
    for (unsigned i = 1; i <= count; i++) {
        double x = places[i].x, y = places[i].y;
        extent->left = x - MARGIN < extent->left ? x - MARGIN : extent->left;
        extent->right = x + MARGIN > extent->right ? x + MARGIN : extent->right;
        extent->top = y - MARGIN < extent->top ? y - MARGIN : extent->top;
        extent->bottom = y + MARGIN > extent->bottom ? y + MARGIN : extent->bottom;
    }
}

static struct extent extent_of(const struct board *board)
{
    struct extent extent = {board->width, board->height, 0, 0};
    extend(&extent, board->circle, board->circles);
    extend(&extent, board->crossing, board->crossings);
    extend(&extent, board->joint, board->joints);
    return extent;
}

static double smaller(double left, double right)
{
    return left < right ? left : right;
}

static double larger(double left, double right)
{
    return left > right ? left : right;
}

/* Returns the window's left or upper edge so that `centre` is in its middle and the window stays on the board. */
static double edge(double centre, double span, double from, double to)
{
    if (span >= to - from) {
        return (from + to - span) / 2;
    }
    return larger(from, smaller(centre - span / 2, to - span));
}

struct map_frame frame_of(struct map_window window, const struct board *board, const struct map_look *look)
{
    struct extent extent = extent_of(board);
    struct map_frame frame = {.width = window.width > 0 ? window.width : 1,
                              .height = window.height > 0 ? window.height : 1};
    frame.width = frame.width < MAP_COLUMNS_MAX ? frame.width : MAP_COLUMNS_MAX;
    frame.height = frame.height < MAP_ROWS_MAX ? frame.height : MAP_ROWS_MAX;

    double column = (extent.right - extent.left) / frame.width,
           row = (extent.bottom - extent.top) / frame.height;
    column = larger(column, row / 2 / stretch_most);
    row = larger(row, column * 2 / stretch_most);
    double most = larger(1, smaller(column / CLOSEST_COLUMN_UNITS, row / CLOSEST_ROW_UNITS)), times = 1;
    for (int i = 0; i < look->zoom && times < most; i++) {
        times *= zoom_step;
    }
    times = smaller(times, most);
    frame.column_units = column / times;
    frame.row_units = row / times;
    frame.left = edge(look->centre_x, frame.column_units * frame.width, extent.left, extent.right);
    frame.top = edge(look->centre_y, frame.row_units * frame.height, extent.top, extent.bottom);
    return frame;
}

struct map_cell frame_cell(const struct map_frame *frame, struct place point)
{
    return (struct map_cell){round_down((point.x - frame->left) / frame->column_units),
                             round_down((point.y - frame->top) / frame->row_units)};
}

bool frame_has(const struct map_frame *frame, struct map_cell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < frame->width && cell.y < frame->height;
}

/* ---- Moving the window --------------------------------------------------------------------------- */

/*
 * Rounds to the nearest whole number, but keeps the current one if it is close enough, so that settling twice changes
 * nothing.
 */
static int settled(int now, double real)
{
    return real - now < 1 && now - real < 1 ? now : round_down(real + 0.5);
}

/* Stores the centre as shown. If it were left outside the board, the next scroll would have no effect. */
static void settle(struct map_look *look, const struct map_frame *frame)
{
    look->centre_x = settled(look->centre_x, frame->left + frame->column_units * frame->width / 2);
    look->centre_y = settled(look->centre_y, frame->top + frame->row_units * frame->height / 2);
}

int map_zoom_most(void)
{
    return ZOOM_MOST;
}

void map_scroll(struct map_look *look, struct map_window window, const struct board *board, int dx, int dy)
{
    struct map_frame frame = frame_of(window, board, look);
    settle(look, &frame);
    look->centre_x += round_down(dx * frame.column_units + 0.5);
    look->centre_y += round_down(dy * frame.row_units + 0.5);
    frame = frame_of(window, board, look);
    settle(look, &frame);
}

void map_zoom(struct map_look *look, struct map_window window, const struct board *board, int steps)
{
    struct map_frame before = frame_of(window, board, look);
    settle(look, &before);
    look->zoom += steps;
    look->zoom = look->zoom < 0 ? 0 : look->zoom < ZOOM_MOST ? look->zoom : ZOOM_MOST;
    /* In a large window the last zoom steps change nothing. They are skipped, so that zooming back works at once. */
    for (struct map_frame now = frame_of(window, board, look); look->zoom > 0; look->zoom--) {
        struct map_look farther = *look;
        farther.zoom--;
        if (frame_of(window, board, &farther).column_units > now.column_units) {
            break;
        }
    }
    struct map_frame after = frame_of(window, board, look);
    settle(look, &after);
}

void map_show(struct map_look *look, struct map_window window, const struct board *board,
              struct map_place place)
{
    if (place.number == 0) {
        return;
    }
    struct map_frame frame = frame_of(window, board, look);
    settle(look, &frame);
    frame = frame_of(window, board, look);
    struct place point = board_point(board, (struct end){place.kind, place.number});
    struct map_cell cell = frame_cell(&frame, point);
    int aside = frame.width / 5, above = frame.height / 5;
    if (cell.x >= aside && cell.x < frame.width - aside && cell.y >= above && cell.y < frame.height - above) {
        return;
    }
    look->centre_x = point.x;
    look->centre_y = point.y;
    frame = frame_of(window, board, look);
    settle(look, &frame);
}

static const struct place *point_of(const struct board *board, struct map_place place)
{
    return place.kind == END_CIRCLE ? &board->circle[place.number] : &board->crossing[place.number];
}

/* Returns whether a label at each of the places has room. */
static bool fits(struct map_window window, const struct board *board, const struct map_look *look,
                 const struct map_place *places, unsigned count)
{
    enum { LABEL_COLUMNS = 4 };
    struct map_frame frame = frame_of(window, board, look);
    for (unsigned i = 0; i < count; i++) {
        struct map_cell cell = frame_cell(&frame, *point_of(board, places[i]));
        struct map_cell left = {cell.x - LABEL_COLUMNS, cell.y}, right = {cell.x + LABEL_COLUMNS, cell.y};
        if (!frame_has(&frame, left) || !frame_has(&frame, right)) {
            return false;
        }
    }
    return true;
}

void map_fit(struct map_look *look, struct map_window window, const struct board *board,
             const struct map_place *places, unsigned count)
{
    struct extent extent = {board->width, board->height, 0, 0};
    for (unsigned i = 0; i < count; i++) {
        struct place points[2] = {[1] = *point_of(board, places[i])};
        extend(&extent, points, 1);
    }
    look->centre_x = round_down((extent.left + extent.right) / 2);
    look->centre_y = round_down((extent.top + extent.bottom) / 2);
    look->zoom = ZOOM_MOST;
    while (look->zoom > 0 && !fits(window, board, look, places, count)) {
        look->zoom--;
    }
}
