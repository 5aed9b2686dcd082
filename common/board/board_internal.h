/*
 * board_internal.h: what the files of the board share, and nobody else includes.
 *
 * board_text.c parses the text and knows its lines, board.c reads it into a `struct board` without
 * tables, board_check.c and board_areas.c ask whether that is a map the rules can be played on,
 * board_index.c makes the tables. All answer a bad board with board_fail(): one sentence, and the line
 * that is to blame.
 */
#ifndef GASLIGHT_BOARD_INTERNAL_H
#define GASLIGHT_BOARD_INTERNAL_H

#include <jansson.h>

#include "common/board/board.h"

enum {
    BOARD_WATERS_MAX = sizeof(((struct board *)0)->water) / sizeof(struct outline),
    BOARD_BLUE_LINES_MAX = sizeof(((struct board *)0)->blue_line) / sizeof(struct street),
};

#define BOARD_NO_INDEX SIZE_MAX

/* The text being loaded, parsed but not yet believed. */
struct board_source {
    const char *text;
    size_t length;
    json_t *root;
    struct board_error *error;
};

/* What the file says beside the outlines, kept only while loading: the circles of each area. */
struct board_areas {
    unsigned blocks, waters;
    struct set block[BOARD_HOUSES_MAX];
    struct set water[BOARD_WATERS_MAX];
};

/*
 * Fills the error with a sentence and the line of element `index` of the top-level `key`, or of the
 * key itself for BOARD_NO_INDEX, or of nothing for a NULL key. Returns false, to be returned on.
 */
bool board_fail(const struct board_source *source, const char *key, size_t index, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Parses the text into source->root, which the caller releases; on failure it may be NULL. */
bool board_parse(struct board_source *source);

/* A stranger's string, fit for a sentence: short, and nothing in it that moves a cursor. */
struct board_shown {
    char text[61];
};
struct board_shown board_shown(const char *foreign);

/* A street or, counting on after the last street, a blue line: every line drawn on the board. */
const struct street *board_line(const struct board *board, unsigned index);

/* The place an end names. */
const struct place *board_place(const struct board *board, struct end end);

/* By enum end_kind: its key in the file, and the letter of its ends. */
extern const char *const board_kind_key[];
extern const char board_kind_letter[];

/* A node of the drawn board is a place. */
enum { BOARD_NODES = 3 * SET_LIMIT };

static inline unsigned board_node(struct end end)
{
    return (unsigned)end.kind * SET_LIMIT + end.number;
}

static inline bool board_same_end(struct end left, struct end right)
{
    return left.kind == right.kind && left.number == right.number;
}

/* Twice the area of the triangle a, b, c: positive, negative or zero by the side c lies on. */
static inline int64_t board_turn(const struct place *a, const struct place *b, const struct place *c)
{
    return (int64_t)(b->x - a->x) * (c->y - a->y) - (int64_t)(b->y - a->y) * (c->x - a->x);
}

/* All change nothing but the error on failure, apart from tables of a board about to be freed. */
bool board_check(const struct board_source *source, const struct board *board,
                 const struct board_areas *areas);
bool board_check_areas(const struct board_source *source, const struct board *board,
                       const struct board_areas *areas); /* the last part of board_check() */
bool board_index(const struct board_source *source, struct board *board, const struct board_areas *areas);

#endif
