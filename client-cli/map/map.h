/*
 * map.h: drawing the board as a map of characters.
 *
 * Pure: draws a board, and what a viewer knows, onto a canvas. Zoom ranges from the whole board in the window to every
 * circle with its number. Labels are drawn over routes, streets, water and houses; where labels compete for room, places
 * that can be picked come before pawns, tokens and bare numbers.
 *
 * Colour is never the only difference: each kind of thing has its own symbol, listed by map_legend().
 */
#ifndef GASLIGHT_MAP_H
#define GASLIGHT_MAP_H

#include "client-cli/map/canvas.h"
#include "common/board/board.h"
#include "common/view/view.h"

enum { MAP_ROUTE_MAX = 64, MAP_STEPS_MAX = 200 };

/* A circle or a crossing of the board, or none. */
struct map_place {
    uint8_t kind; /* enum end_kind: END_CIRCLE or END_CROSSING; number 0: none */
    uint8_t number;
};

/* The detectives' marks. */
struct map_notes {
    struct set suspect, cleared, route;
};

/* What to show of the map and how. All zeros is valid. */
struct map_look {
    int zoom;               /* 0: the whole board fits the window; each step is about 1.4 times larger */
    int centre_x, centre_y; /* board units; kept inside the board by map_scroll() */
    bool hide_secrets;      /* Jack's secrets are not drawn */
    bool numbers_of_crossings;
    struct set target_circles, target_crossings; /* can be picked now */
    struct set chosen_circles, chosen_crossings;
    struct map_place cursor;
    struct map_place route[MAP_ROUTE_MAX]; /* a previewed route, places in order */
    unsigned route_length;
    struct map_notes notes;
    uint8_t searched[SET_LIMIT]; /* searched without a clue: the cell of the move, plus 1; 0: not */
    uint8_t heat[SET_LIMIT];     /* how likely each circle is, 1 to 4; 0: not shown */
    struct {
        uint8_t from, to;
    } step[MAP_STEPS_MAX]; /* of possible trails, from circle to circle */
    unsigned steps;
};

struct map_window {
    int x, y, width, height; /* in cells of the canvas */
};

/* Draws the map; `view` may be NULL (the bare board). */
void map_draw(struct canvas *canvas, struct map_window window, const struct board *board,
              const struct view *view, const struct map_look *look);

int map_zoom_most(void);

/* Returns the farthest zoom at which nearly every circle in the window shows its number. */
int map_zoom_for_numbers(struct map_window window, const struct board *board);

/* Scrolls by cells of the canvas, or zooms around the centre; the window stays on the board. */
void map_scroll(struct map_look *look, struct map_window window, const struct board *board, int dx, int dy);
void map_zoom(struct map_look *look, struct map_window window, const struct board *board, int steps);

/* Scrolls so that a place is in the middle part of the window. */
void map_show(struct map_look *look, struct map_window window, const struct board *board,
              struct map_place place);

/* Zooms in as far as all these places are in the window, and scrolls to them. */
void map_fit(struct map_look *look, struct map_window window, const struct board *board,
             const struct map_place *places, unsigned count);

/*
 * Returns the place drawn at a cell of the canvas, or nearest to it; kind and number are 0 if none is near.
 * map_place_drawn() takes the view that was drawn and is exact; map_place_at() may be off by a cell, because labels
 * depend on the view.
 */
struct map_place map_place_drawn(const struct map_look *look, struct map_window window,
                                 const struct board *board, const struct view *view, int x, int y);
struct map_place map_place_at(const struct map_look *look, struct map_window window,
                              const struct board *board, int x, int y);

/*
 * Returns the nearest place of the sets in a direction (dx, dy: -1, 0 or 1), for the arrow keys, or `from` if there is
 * none. If `from` is not a place, returns the one nearest to the middle of the board. A set may be NULL.
 */
struct map_place map_step(const struct board *board, struct map_place from, const struct set *circles,
                          const struct set *crossings, int dx, int dy);

/*
 * Finds the route from a circle to an adjacent one, both included, that avoids `occupied` crossings (NULL: none).
 * Returns its length, or 0 if there is no route.
 */
unsigned map_route(const struct board *board, unsigned from, unsigned to, const struct set *occupied,
                   struct map_place route[MAP_ROUTE_MAX]);

/* A symbol and what it means; `symbol` is drawn with `ink`. */
struct map_symbol {
    const char *symbol, *meaning;
    enum ink ink;
};

/* Returns the symbols used in a game; the last has a NULL symbol. */
const struct map_symbol *map_legend(enum game_kind game);

#endif
