/*
 * canvas.h: a grid of characters with meanings, before any terminal.
 *
 * What is drawn says what a cell is (a clue, a policeman, a target), not which colour it has: paint.c turns
 * meanings into what this terminal can do. So drawing is pure and tests read a canvas like a page.
 */
#ifndef GASLIGHT_CANVAS_H
#define GASLIGHT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One row per meaning; paint.c has a row of colours and attributes for each. */
enum ink {
    INK_PLAIN,
    INK_DIM,   /* what matters least */
    INK_TITLE, /* headings, the names of panels */
    INK_FRAME, /* lines between panels */
    INK_KEY,   /* a key one may press */
    INK_GOOD,  /* done, found, won */
    INK_BAD,   /* refused, lost, cut off */
    INK_STREET,
    INK_WATER,
    INK_HOUSE,  /* inside a block of houses */
    INK_CIRCLE, /* a circle's number */
    INK_CIRCLE_RED,
    INK_CIRCLE_WHITE,
    INK_CIRCLE_BLUE,
    INK_CROSSING,
    INK_CROSSING_YELLOW, /* with a yellow border */
    INK_CROSSING_RED,
    INK_CLUE,
    INK_FALSE_CLUE,
    INK_CRIME,
    INK_WOMAN,
    INK_WRETCHED,
    INK_PATROL,    /* face down, or a false one */
    INK_DISCOVERY, /* announced */
    INK_JACK,      /* Jack himself, his hideout, his trail: only where the view has them */
    INK_TRAIL,
    INK_MARK,   /* a detective's note */
    INK_HEAT_1, /* what can be deduced of a circle, from the unlikely to the likeliest */
    INK_HEAT_2,
    INK_HEAT_3,
    INK_HEAT_4,
    INK_YELLOW, /* the policemen, in the order of enum pawn */
    INK_RED,
    INK_BLUE,
    INK_GREEN,
    INK_BROWN,
    INK_COUNT
};

/* Added to an ink. */
enum {
    CELL_TARGET = 1 << 0, /* can be chosen now */
    CELL_CHOSEN = 1 << 1, /* has been chosen, not yet sent */
    CELL_CURSOR = 1 << 2, /* the keyboard is here */
    CELL_ROUTE = 1 << 3,  /* on the way that is previewed */
    CELL_BOLD = 1 << 4,
};

struct cell {
    uint32_t glyph; /* a Unicode character one column wide; 0: nothing has been drawn here */
    uint8_t ink, flags;
};

struct canvas {
    int width, height;
    struct cell *cells; /* row by row; owned */
};

bool canvas_resize(struct canvas *canvas, int width, int height); /* and clears; false: no memory */
void canvas_free(struct canvas *canvas);
void canvas_clear(struct canvas *canvas);

/* Outside the canvas nothing happens. */
struct cell *canvas_at(struct canvas *canvas, int x, int y); /* NULL outside */
void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph, enum ink ink, unsigned flags);

/* UTF-8; stops at `limit` columns (with … if something is cut off). Returns the columns used. */
int canvas_text(struct canvas *canvas, int x, int y, int limit, enum ink ink, unsigned flags,
                const char *text);

/* Fills with blanks of an ink; a box of single lines with a title in its upper edge (NULL: none). */
void canvas_fill(struct canvas *canvas, int x, int y, int width, int height, enum ink ink);
void canvas_box(struct canvas *canvas, int x, int y, int width, int height, const char *title);

/*
 * The words of `text` broken into lines of at most `width` columns, one call of `line` each; returns how
 * many.
 */
int canvas_wrap(const char *text, int width, void (*line)(void *context, const char *text, size_t length),
                void *context);

/* Columns a UTF-8 text takes. What cannot be shown counts as one column and is drawn as a ?. */
int canvas_columns(const char *text);

/*
 * One row as UTF-8 without its trailing blanks, with the ASCII stand-ins if `ascii`; what does not fit
 * `capacity` is left out whole. Returns the length. For lines, and for tests.
 */
size_t canvas_line(const struct canvas *canvas, int y, bool ascii, char *text, size_t capacity);

/* What stands for a glyph where only ASCII can be shown. */
uint32_t canvas_ascii(uint32_t glyph);

#endif
