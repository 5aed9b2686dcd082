/*
 * canvas.h: a grid of characters, independent of the terminal.
 *
 * A cell says what it shows (a clue, a policeman, a target), not which colour it has; paint.c chooses colours that the
 * terminal supports. Drawing is therefore pure, and tests can read a canvas like a page.
 */
#ifndef GASLIGHT_CANVAS_H
#define GASLIGHT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a cell shows; paint.c has a row of colours and attributes for each. */
enum ink {
    INK_PLAIN,
    INK_DIM,   /* less important text */
    INK_TITLE, /* headings, titles of panels */
    INK_FRAME, /* lines between panels */
    INK_KEY,   /* a key to press */
    INK_GOOD,  /* success */
    INK_BAD,   /* errors and refusals */
    INK_STREET,
    INK_WATER,
    INK_HOUSE,  /* the inside of a block of houses */
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
    INK_JACK,      /* Jack, his hideout, his trail: only if the view has them */
    INK_TRAIL,
    INK_MARK,   /* a detective's note */
    INK_HEAT_1, /* how likely a circle is, from the least likely to the most likely */
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

/* Flags in addition to an ink. */
enum {
    CELL_TARGET = 1 << 0, /* can be picked now */
    CELL_CHOSEN = 1 << 1, /* picked, not yet confirmed */
    CELL_CURSOR = 1 << 2, /* the keyboard cursor */
    CELL_ROUTE = 1 << 3,  /* on the previewed route */
    CELL_BOLD = 1 << 4,
};

enum { CELL_ACCENTS = 2 };

/* The glyph of a cell that is covered by a wide character in the cell before it. */
#define GLYPH_TAIL UINT32_MAX

struct cell {
    uint32_t glyph; /* a Unicode character; if it is two columns wide, a GLYPH_TAIL follows; 0: empty */
    uint8_t ink, flags;
    uint32_t accent[CELL_ACCENTS]; /* drawn over the glyph; 0: none */
};

struct canvas {
    int width, height;
    struct cell *cells; /* row by row; owned */
};

bool canvas_resize(struct canvas *canvas, int width, int height); /* also clears; false: out of memory */
void canvas_free(struct canvas *canvas);
void canvas_clear(struct canvas *canvas);

/* Drawing outside the canvas has no effect. */
struct cell *canvas_at(struct canvas *canvas, int x, int y); /* NULL outside */
void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph, enum ink ink, unsigned flags);

/* Draws UTF-8 text of at most `limit` columns, ending with … if it is cut off. Returns the columns used. */
int canvas_text(struct canvas *canvas, int x, int y, int limit, enum ink ink, unsigned flags,
                const char *text);

/* Fills an area with spaces; draws a box with a title in its upper edge (NULL: none). */
void canvas_fill(struct canvas *canvas, int x, int y, int width, int height, enum ink ink);
void canvas_box(struct canvas *canvas, int x, int y, int width, int height, const char *title);

/* Breaks `text` into lines of at most `width` columns, calls `line` for each, and returns how many there are. */
int canvas_wrap(const char *text, int width, void (*line)(void *context, const char *text, size_t length),
                void *context);

/* Returns the width of a UTF-8 text in columns. A character that can't be shown is drawn as ? and counts as one. */
int canvas_columns(const char *text);

/*
 * Writes one row as UTF-8 without trailing spaces, in ASCII only if `ascii`. Characters that do not fit are left out.
 * Returns the length. For plain mode and tests.
 */
size_t canvas_line(const struct canvas *canvas, int y, bool ascii, char *text, size_t capacity);

/* Returns the ASCII replacement of a glyph. */
uint32_t canvas_ascii(uint32_t glyph);

#endif
