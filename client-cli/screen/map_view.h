/*
 * map_view.h: looking at the map: where the window is, how close, and where the cursor stands.
 *
 * Shared by the table and the replay. Also where on the screen everything goes, for a size.
 */
#ifndef GASLIGHT_MAP_VIEW_H
#define GASLIGHT_MAP_VIEW_H

#include "client-cli/map/map.h"
#include "client-cli/screen/input_event.h"

enum { SCREEN_WIDTH_LEAST = 60, SCREEN_HEIGHT_LEAST = 16 };

/* Small: the log is below the map. Large: beside it, below the state of the game. */
struct screen_layout {
    struct map_window map, side, log;
    int rule_x;        /* the line between map and side */
    int rule_y, log_x; /* the rule above the log begins here */
    int rule_width;
    int prompt_y, prompt_rows, input_y;
};

struct screen_layout screen_layout(int width, int height, int prompt_rows);

struct map_view {
    const struct board *board;
    struct map_look look;
    struct map_window window; /* as last drawn */
    bool placed;              /* the first look has been chosen */
    bool zoomed;              /* by the player: his zoom stays when the size changes */
};

/* The board and the window now; the first time chooses a zoom at which numbers can be read. */
void map_view_set(struct map_view *map_view, const struct board *board, struct map_window window);

/* Scrolls and zooms: h j k l, Shift and arrows, + - 0, wheel, drag. False: another key. */
bool map_view_input(struct map_view *map_view, const struct input_event *input);

/* Puts the cursor on a place and brings it into the window. */
void map_view_go_to(struct map_view *map_view, struct map_place place);

/* Moves the cursor to the next target in an arrow's direction, or to any place if there are no targets. */
bool map_view_arrow(struct map_view *map_view, const struct input_event *input);

/* The target nearest to a place; number 0: there is none. */
struct map_place map_view_nearest(const struct map_view *map_view, struct map_place to);

/* "circle 65: a clue, a crime", of what the view knows; `hide`: without what only Jack knows. */
void map_view_describe(const struct view *view, struct map_place place, bool hide, char *text,
                       size_t capacity);

/* Where a pawn stands in a view; number 0: nowhere, or it is not known. */
struct map_place map_view_pawn_place(const struct view *view, enum pawn pawn);

#endif
