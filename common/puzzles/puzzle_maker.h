/*
 * puzzle_maker.h: finds puzzles in games of bots. Used by `gaslight case make`.
 *
 * A maker plays one game, and at each step tries every question that fits. What it offers is not only sound but also worth
 * asking: the answer takes some deduction and is clearly better than the next best.
 */
#ifndef GASLIGHT_PUZZLE_MAKER_H
#define GASLIGHT_PUZZLE_MAKER_H

#include "common/puzzles/puzzle.h"

/* Receives a sound puzzle; it must copy the record if it keeps it. Returns false to end the game. */
typedef bool puzzle_offer(void *context, const struct puzzle *puzzle);

/* Plays the game of this seed. Returns false if there is no memory. */
bool puzzle_make(const struct board *board, uint64_t seed, puzzle_offer *offer, void *context);

#endif
