/*
 * map_view.h: the visible part of the map, its zoom and its cursor; and the layout of the screen.
 *
 * Shared by the pages of a game and of a replay.
 */
#ifndef GASLIGHT_MAP_VIEW_H
#define GASLIGHT_MAP_VIEW_H

#include "client-cli/map/map.h"
#include "client-cli/terminal/input_event.h"

enum { SCREEN_WIDTH_LEAST = 60, SCREEN_HEIGHT_LEAST = 16 };

/* On a small screen the log is below the map; on a large one beside it, below the state of the game. */
struct screen_layout {
    struct map_window map, side, log, players;
    int rule_x;        /* the line between the map and the side */
    int rule_y, log_x; /* the rule above the log begins here */
    int rule_width;
    int prompt_y, prompt_rows, input_y;
};

struct screen_layout screen_layout(int width, int height, int prompt_rows);

/* The same below a first row, `players`. */
struct screen_layout screen_layout_game(int width, int height, int prompt_rows);

struct map_view {
    const struct board *board;
    struct map_look look;
    struct map_window window; /* as last drawn */
    bool placed;              /* the first zoom has been chosen */
    bool zoomed;              /* by the player: keep it when the size changes */
    bool looks;               /* the cursor is the look cursor; see screen_look.c */
    struct map_place before;  /* where it returns to */
};

/* Sets the board and the window; the first time, chooses the farthest zoom at which numbers have room. */
void map_view_set(struct map_view *map_view, const struct board *board, struct map_window window);

/* Scrolls and zooms: h j k l, Shift and arrows, + - 0, wheel, drag. Returns false for other input. */
bool map_view_input(struct map_view *map_view, const struct input_event *input);

/* Returns the place in the middle of the window. */
struct map_place map_view_middle(const struct map_view *map_view);

/* Moves the cursor to a place and scrolls it into the window. */
void map_view_go_to(struct map_view *map_view, struct map_place place);

/* Moves the cursor to the next target in an arrow's direction, or to the next place if there are no targets. */
bool map_view_arrow(struct map_view *map_view, const struct input_event *input);

/* Returns the target nearest to a place; its number is 0 if there is none. */
struct map_place map_view_nearest(const struct map_view *map_view, struct map_place to);

/* Writes "circle 65: clue, crime scene" as far as the view knows; `hide` leaves out what only Jack knows. */
void map_view_describe(const struct view *view, struct map_place place, bool hide, char *text,
                       size_t capacity);

/* Returns where a pawn is; the number is 0 if it is not on the board or not known. */
struct map_place map_view_pawn_place(const struct view *view, enum pawn pawn);

#endif
