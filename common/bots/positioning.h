/*
 * positioning.h: how far the police are from a circle, and where they should stand. Used by the bots of both
 * games.
 *
 * It works on a board, sets and weights; the only rules it knows are that a policeman walks up to two
 * crossings per turn and blocks the crossing they stand on. The functions have no state.
 */
#ifndef GASLIGHT_POSITIONING_H
#define GASLIGHT_POSITIONING_H

#include "common/board/board.h"
#include "common/rules/action.h"

enum { POSITIONING_FAR = 15 }; /* a number of turns or steps too large to matter */

/*
 * Fills turns[crossing] with the number of walks (of up to two crossings) that a policeman on that crossing
 * needs to get next to `circle`: 0 if they already are, POSITIONING_FAR if it takes more than `most`.
 */
void positioning_turns(const struct board *board, unsigned circle, unsigned most, uint8_t turns[SET_LIMIT]);

/*
 * Fills steps[circle] with the number of steps Jack needs from there to `home` if the police never move;
 * POSITIONING_FAR if it takes more than `most`.
 */
void positioning_steps_home(const struct board *board, unsigned home, const struct set *occupied,
                            unsigned most, uint8_t steps[SET_LIMIT]);

/* Returns how good it is if the policemen stand on these crossings; higher is better. */
typedef double positioning_score(const void *situation, const uint8_t crossing[PAWN_COUNT]);

/*
 * Hill climbing: moves the policemen in the mask `pawns`, one at a time and each within its `choice`, never
 * two onto one crossing, until no single move improves the score or `rounds` rounds have passed. `crossing`
 * holds the initial position and receives the final one. Returns its score.
 */
double positioning_improve(unsigned pawns, const struct set choice[PAWN_COUNT], unsigned rounds,
                           positioning_score *score, const void *situation, uint8_t crossing[PAWN_COUNT]);

#endif
