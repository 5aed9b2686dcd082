/*
 * positions.h: generated positions for deduction tests: dossiers without a game.
 *
 * Short nights and rounds with all kinds of moves, tiles, answers and announcements, mostly consistent with a
 * row that could be Jack's. Occasionally no trail fits; the deduction must find that out too.
 */
#ifndef GASLIGHT_TESTS_POSITIONS_H
#define GASLIGHT_TESTS_POSITIONS_H

#include "common/view/dossier.h"
#include "tests/support/c/play.h"

/* A position, and the truth that its answers are based on. */
struct position {
    struct board *board; /* the position's own copy; the caller frees it */
    struct dossier dossier;
    uint8_t row[ROWS][CELLS];
};

void positions_make(struct position *position, enum game_kind game, struct random *random);

/* Returns a circle worth asking about: usually one near the truth. */
unsigned positions_circle(const struct position *position, unsigned index, struct random *random);

/* Returns a copy of a built-in board; the caller frees it. */
struct board *positions_board(enum game_kind game);

/*
 * Leaves only a few white circles, all within a few steps of each other, so that it matters which ones
 * remain.
 */
void positions_thin_out(struct board *board, struct random *random);

#endif
