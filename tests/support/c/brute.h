/*
 * brute.h: computes the belief by listing every trail.
 *
 * Slow and simple, and it shares no code with common/deduce: it asks game_legal() for the legal moves on a
 * game set up for the purpose, stores each trail as a row in a list, and checks each choice of discoveries
 * against every row. For tests of positions with few trails.
 */
#ifndef GASLIGHT_TESTS_BRUTE_H
#define GASLIGHT_TESTS_BRUTE_H

#include "common/deduce/belief.h"

struct brute;

/*
 * Lists the rows of all nights so far. Returns NULL if one night has more than `most` rows, or if far more
 * had to be tried.
 */
struct brute *brute_new(const struct board *board, const struct dossier *dossier, unsigned most);
void brute_free(struct brute *brute);

/* The same results as the functions of belief.h. */
void brute_deduce(const struct brute *brute, struct belief *belief);
void brute_what_if(const struct brute *brute, unsigned circle, struct belief_what_if *search);
unsigned brute_trails_to(const struct brute *brute, unsigned circle, unsigned most, uint8_t (*way)[CELLS]);

#endif
