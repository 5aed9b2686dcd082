/*
 * map.h: the board as a map of characters.
 *
 * Pure: a board, what a viewer may know, and how one looks at it, onto a canvas. Zoom runs from the whole
 * board in the window to every circle with its number and every street with room around it. Labels
 * lie over the way that is previewed, over streets, over water and houses; where labels want the same room,
 * what can be chosen comes before pawns, tokens and bare numbers.
 *
 * Nothing is told by colour alone: each kind of thing has its own symbols, listed by map_legend().
 */
#ifndef GASLIGHT_MAP_H
#define GASLIGHT_MAP_H

#include "client-cli/map/canvas.h"
#include "common/board/board.h"
#include "common/view/view.h"

enum { MAP_ROUTE_MAX = 64, MAP_STEPS_MAX = 200 };

/* A place of the board: a circle, a crossing, or none. */
struct map_place {
    uint8_t kind; /* enum end_kind: END_CIRCLE or END_CROSSING; number 0: none */
    uint8_t number;
};

/* A detective's own marks and his colleagues'. */
struct map_notes {
    struct set suspect, cleared, route;
};

/* How one looks at it; all of it may be zero. */
struct map_look {
    int zoom;               /* 0: the whole board fits the window; each step about 1.4 times as large */
    int centre_x, centre_y; /* board units; kept inside the board by map_scroll() */
    bool hide_secrets;      /* someone walks by: Jack's things are not drawn */
    bool numbers_of_crossings;
    struct set target_circles, target_crossings; /* what can be chosen now */
    struct set chosen_circles, chosen_crossings;
    struct map_place cursor;
    struct map_place route[MAP_ROUTE_MAX]; /* a way that is previewed, places in order */
    unsigned route_length;
    struct map_notes notes;
    uint8_t heat[SET_LIMIT]; /* how likely each circle is, 1 to 4; 0: nothing is shown of it */
    struct {
        uint8_t from, to;
    } step[MAP_STEPS_MAX]; /* of ways that are possible, from circle to circle */
    unsigned steps;
};

struct map_window {
    int x, y, width, height; /* of the canvas */
};

/* Draws; `view` may be NULL (the bare board). */
void map_draw(struct canvas *canvas, struct map_window window, const struct board *board,
              const struct view *view, const struct map_look *look);

int map_zoom_most(void);

/* Moves by cells of the canvas, or zooms keeping the centre; the window never leaves the board. */
void map_scroll(struct map_look *look, struct map_window window, const struct board *board, int dx, int dy);
void map_zoom(struct map_look *look, struct map_window window, const struct board *board, int steps);

/* Brings a place into the middle part of the window if it is not there. */
void map_show(struct map_look *look, struct map_window window, const struct board *board,
              struct map_place place);

/*
 * The place drawn at, or nearest to, a cell of the canvas (for the mouse); kind and number 0 if none is
 * near. With the view that was drawn this is exact; without it labels may be taken to be a cell longer or
 * shorter than they are.
 */
struct map_place map_place_drawn(const struct map_look *look, struct map_window window,
                                 const struct board *board, const struct view *view, int x, int y);
struct map_place map_place_at(const struct map_look *look, struct map_window window,
                              const struct board *board, int x, int y);

/*
 * The nearest place of a set in a direction (dx, dy of -1, 0, 1), for the arrow keys; `from` itself if there
 * is none. From no place, the one nearest to the middle of the board. A set may be NULL.
 */
struct map_place map_step(const struct board *board, struct map_place from, const struct set *circles,
                          const struct set *crossings, int dx, int dy);

/*
 * The places on the way from a circle to an adjacent one, both included, past crossings that are not
 * `occupied` (NULL: none is); 0: there is none.
 */
unsigned map_route(const struct board *board, unsigned from, unsigned to, const struct set *occupied,
                   struct map_place route[MAP_ROUTE_MAX]);

/* What the symbols mean: `symbol` is drawn with `ink`; ends with a NULL symbol. Only those of this game. */
struct map_symbol {
    const char *symbol, *meaning;
    enum ink ink;
};
const struct map_symbol *map_legend(enum game_kind game);

#endif
