/*
 * board.h: the map that both sides move on.
 *
 * A board is loaded once from its JSON text (`schema/board.schema.json`), checked completely and indexed into
 * tables. After that it is never modified and can be shared between games and threads. The rules learn
 * everything about streets from these tables.
 *
 * Terms: a *circle* is a numbered circle, where Jack and the Wretched stand; a *crossing* is a black square,
 * where the police stand; a *joint* is a bend or fork where nobody can stop. Circles are numbered 1..circles
 * as printed, crossings 1..crossings in reading order; 0 means no place.
 */
#ifndef GASLIGHT_BOARD_H
#define GASLIGHT_BOARD_H

#include <stddef.h>

#include "common/base/set.h"

enum game_kind { GAME_WHITECHAPEL, GAME_WHITEHALL, GAME_KIND_COUNT };

const char *game_name(enum game_kind game); /* "whitechapel" or "whitehall" */

/* Returns GAME_KIND_COUNT for any other name. */
enum game_kind game_from_name(const char *name);

enum circle_colour {
    CIRCLE_PLAIN, /* Whitechapel */
    CIRCLE_RED,
    CIRCLE_WHITE, /* Whitehall: can be a Discovery Location */
    CIRCLE_BLACK,
    CIRCLE_BLUE, /* on the water */
};

enum crossing_border { BORDER_PLAIN, BORDER_YELLOW, BORDER_RED };

/*
 * The sections of Whitechapel that the Letters refer to: left, middle, right (A, B, C) and lower, upper (a,
 * b).
 */
enum section {
    SECTION_NONE,
    SECTION_A_a,
    SECTION_A_b,
    SECTION_B_a,
    SECTION_B_b,
    SECTION_C_a,
    SECTION_C_b,
    SECTION_COUNT
};

enum quadrant { QUADRANT_NONE, QUADRANT_NW, QUADRANT_NE, QUADRANT_SW, QUADRANT_SE, QUADRANT_COUNT };

enum {
    BOARD_NAME_MAX = 31,
    BOARD_JOINTS_MAX = 255,
    BOARD_STREETS_MAX = 1024,
    BOARD_HOUSES_MAX = 320,
    BOARD_OUTLINE_MAX = 64,    /* ends on the outline of one block or water */
    BOARD_NEIGHBOURS_MAX = 24, /* circles adjacent to one circle */
    BOARD_ROUTES_MAX = 8192,   /* lines between adjacent circles, over the whole board */
    BOARD_FAR = 255,           /* a distance longer than any board has */
};

enum end_kind { END_CIRCLE, END_CROSSING, END_JOINT };

/* One end of a street. The board file writes it as c17, x101 or j3. */
struct end {
    uint8_t kind; /* enum end_kind */
    uint8_t number;
};

struct street {
    struct end end[2];
};

struct outline {
    uint8_t count;
    struct end end[BOARD_OUTLINE_MAX];
};

struct place {
    int16_t x, y;
    uint8_t colour; /* enum circle_colour of a circle, enum crossing_border of a crossing */
    uint8_t area;   /* enum quadrant of a circle, enum section of a crossing */
};

/*
 * A circle adjacent to another, and the lines that lead there: `routes` sets of crossings starting at
 * board->route[first_route]. A line is free if none of its crossings is occupied, and one free line is enough
 * to move. A line without crossings is an empty set. Only minimal sets are stored: a line whose crossings
 * include all those of another line never makes a difference.
 */
struct neighbour {
    uint8_t circle;
    uint8_t routes;
    uint16_t first_route;
};

struct board {
    char name[BOARD_NAME_MAX + 1];
    unsigned version;
    enum game_kind game;
    int width, height;

    unsigned circles, crossings, joints, streets, houses, waters;
    struct place circle[SET_LIMIT];
    struct place crossing[SET_LIMIT];
    struct place joint[SET_LIMIT];

    /* Movement of Jack and the Wretched. */
    struct set adjacent[SET_LIMIT]; /* circle -> adjacent circles, ignoring the police */
    struct set barriers[SET_LIMIT]; /* circle -> every crossing on any line that leaves it */
    uint8_t neighbours[SET_LIMIT];
    struct neighbour neighbour[SET_LIMIT][BOARD_NEIGHBOURS_MAX]; /* ascending by circle */
    unsigned routes;
    struct set route[BOARD_ROUTES_MAX];
    struct set alley[SET_LIMIT];         /* circle -> the other circles on its blocks */
    struct set boat[SET_LIMIT];          /* circle -> the other blue circles on its waters */
    uint8_t steps[SET_LIMIT][SET_LIMIT]; /* circle x circle: normal moves with no policeman in the way */

    /* Movement of the police. */
    struct set crossing_adjacent[SET_LIMIT];
    struct set reach[SET_LIMIT];   /* crossing -> crossings within two steps, including itself */
    struct set next_to[SET_LIMIT]; /* crossing -> circles that can be searched from it */
    struct set beside[SET_LIMIT];  /* circle -> crossings it is next to */
    struct set outline[SET_LIMIT]; /* crossing -> the other crossings around the same blocks of houses */

    /* Places with a special role. */
    struct set all_circles, all_crossings;
    struct set red_circles;              /* Whitechapel */
    struct set quadrant[QUADRANT_COUNT]; /* Whitehall: the white circles of each */
    struct set section[SECTION_COUNT];   /* Whitechapel: the crossings of each */
    struct set yellow_crossings;         /* where patrols and investigators start */
    uint8_t goulston_street;             /* Whitechapel: the red-bordered crossing */

    /* For drawing, and for Waring's power. */
    struct street street[BOARD_STREETS_MAX];
    struct outline house[BOARD_HOUSES_MAX];
    struct outline water[16];
    unsigned blue_lines;
    struct street blue_line[16];
};

/* Returns the circles adjacent to `circle` along lines that avoid the `occupied` crossings. */
struct set board_free_neighbours(const struct board *board, unsigned circle, const struct set *occupied);

/* Returns where a Coach from `from` via `via` can end: three different circles, ignoring the police. */
struct set board_coach_ends(const struct board *board, unsigned from, unsigned via);

/* Returns true if a Coach from `circle` can reach any circle without touching a forbidden one. */
bool board_coach_exists(const struct board *board, unsigned circle, const struct set *forbidden);

/* Returns the number of crossings from `crossing` to the nearest one next to `circle`; BOARD_FAR if there is none. */
unsigned board_distance(const struct board *board, unsigned crossing, unsigned circle);

struct board_error {
    unsigned line; /* line of the text, from 1; 0 if the error concerns the whole board */
    char text[200];
};

/*
 * Loads and checks a board. Returns a board to be freed with board_free(), or NULL after filling in `error`.
 * `text` need not be terminated.
 */
struct board *board_load(const char *text, size_t length, struct board_error *error);
void board_free(struct board *board);

/* Returns the text of the board that is built into the program. */
const char *board_builtin_text(enum game_kind game, size_t *length);

/*
 * Loads the built-in board. Returns NULL only if there is no memory, because the build tests that the text is
 * valid.
 */
struct board *board_builtin(enum game_kind game);

#endif
