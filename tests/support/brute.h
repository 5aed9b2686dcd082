/*
 * brute.h: the belief by writing down every trail.
 *
 * Slow and simple, and it shares nothing with common/belief*.c: what is legal is asked of game_legal() on a game
 * made up for the question, a trail is a row on a list, and a choice of discoveries is tried on every row. For tests
 * of positions with few trails.
 */
#ifndef GASLIGHT_TESTS_BRUTE_H
#define GASLIGHT_TESTS_BRUTE_H

#include "common/deduce/belief.h"

struct brute;

/*
 * The rows of all nights so far; NULL: there are more than `most` of them in one night, or many times as many had to be
 * tried.
 */
struct brute *brute_new(const struct board *board, const struct dossier *dossier, unsigned most);
void brute_free(struct brute *brute);

/* The same answers as those of belief.h. */
void brute_deduce(const struct brute *brute, struct belief *belief);
void brute_ask(const struct brute *brute, unsigned circle, struct belief_what_if *search);
unsigned brute_ways(const struct brute *brute, unsigned circle, unsigned most, uint8_t (*way)[CELLS]);

#endif
