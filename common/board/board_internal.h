/*
 * board_internal.h: declarations shared by the board's own files.
 *
 * board_text.c parses the text and finds line numbers, board.c reads it into a `struct board` without tables,
 * board_check.c and board_areas.c check that it is a playable map, and board_index.c builds the tables. All
 * of them report errors with board_fail(): one sentence and the offending line.
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

/* The text being loaded, parsed but not yet validated. */
struct board_source {
    const char *text;
    size_t length;
    json_t *root;
    struct board_error *error;
};

/* The circles of each area as listed in the file, needed only while loading. */
struct board_areas {
    unsigned blocks, waters;
    struct set block[BOARD_HOUSES_MAX];
    struct set water[BOARD_WATERS_MAX];
};

/*
 * Fills in the error with a sentence and the line of element `index` of the top-level `key`; of the key
 * itself if `index` is BOARD_NO_INDEX; or without a line if `key` is NULL. Returns false, so that callers can
 * return its result.
 */
bool board_fail(const struct board_source *source, const char *key, size_t index, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Parses the text into source->root, which the caller releases. On failure it may be NULL. */
bool board_parse(struct board_source *source);

/* An untrusted string, shortened and without control characters, for use in an error message. */
struct board_shown {
    char text[61];
};
struct board_shown board_shown(const char *foreign);

/* Returns a line of the board: indices below board->streets are streets, those after them blue lines. */
const struct street *board_line(const struct board *board, unsigned index);

/* Returns the place that an end refers to. */
const struct place *board_place(const struct board *board, struct end end);

/* Indexed by enum end_kind: the key in the file, and the letter used for ends. */
extern const char *const board_kind_key[];
extern const char board_kind_letter[];

/* Nodes of the graph are places. */
enum { BOARD_NODES = 3 * SET_LIMIT };

static inline unsigned board_node(struct end end)
{
    return (unsigned)end.kind * SET_LIMIT + end.number;
}

static inline bool board_same_end(struct end left, struct end right)
{
    return left.kind == right.kind && left.number == right.number;
}

/*
 * Returns twice the signed area of the triangle a, b, c; the sign says on which side of the line a-b c lies.
 */
static inline int64_t board_turn(const struct place *a, const struct place *b, const struct place *c)
{
    return (int64_t)(b->x - a->x) * (c->y - a->y) - (int64_t)(b->y - a->y) * (c->x - a->x);
}

/*
 * On failure these only fill in the error and leave unfinished tables in a board that is about to be freed.
 */
bool board_check(const struct board_source *source, const struct board *board,
                 const struct board_areas *areas);
bool board_check_areas(const struct board_source *source, const struct board *board,
                       const struct board_areas *areas); /* called by board_check() */
bool board_index(const struct board_source *source, struct board *board, const struct board_areas *areas);

#endif
