/*
 * positions.h: made-up positions for deduction: dossiers that need no game.
 *
 * Short nights and rounds with all kinds of moves, tiles, answers and announcements, mostly true to a row that could
 * have been Jack's. Now and then nothing fits them; that must be found out too.
 */
#ifndef GASLIGHT_TESTS_POSITIONS_H
#define GASLIGHT_TESTS_POSITIONS_H

#include "common/view/dossier.h"
#include "tests/support/play.h"

/* A position, and the truth its answers came from. */
struct position {
    struct board *board; /* its own, to be freed */
    struct dossier dossier;
    uint8_t row[ROWS][CELLS];
};

void positions_make(struct position *position, enum game_kind game, struct random *random);

/* A circle of which a question might be asked: mostly one near the truth. */
unsigned positions_circle(const struct position *position, unsigned index, struct random *random);

/* A copy of a builtin board, to be freed. */
struct board *positions_board(enum game_kind game);

/* Leaves few white circles, all within some steps of each other, so that it matters which are left. */
void positions_thin_out(struct board *board, struct random *random);

#endif
