/*
 * bot_plan.h: planning that both games share: how far the police are, and where all of them should stand.
 *
 * It knows a board, sets and weights, and no rule of either game beyond "two crossings a turn" and "a policeman
 * closes his crossing". Everything works on what it is given and keeps nothing.
 */
#ifndef GASLIGHT_BOT_PLAN_H
#define GASLIGHT_BOT_PLAN_H

#include "common/board/board.h"
#include "common/rules/action.h"

enum { PLAN_FAR = 15 }; /* turns, or steps past closed streets: too many to matter */

/*
 * crossing -> walks of up to two crossings until a policeman from there stands next to `circle`; 0 where he is
 * next to it already, PLAN_FAR where it takes more than `most`.
 */
void plan_turns(const struct board *board, unsigned circle, unsigned most, uint8_t turns[SET_LIMIT]);

/* circle -> Jack's steps from there to `home` past policemen who never move; PLAN_FAR: more than `most`. */
void plan_steps_home(const struct board *board, unsigned home, const struct set *occupied, unsigned most,
                     uint8_t steps[SET_LIMIT]);

/* How good it is if the policemen stand so. */
typedef double plan_score(const void *situation, const uint8_t crossing[PAWN_COUNT]);

/*
 * Moves the policemen of `pawns`, each within his `choice`, never two onto one crossing, until no single one of
 * them improves the score any more or `rounds` rounds are over. `crossing` is where they begin, then where
 * they should go. Returns the score.
 */
double plan_positions(unsigned pawns, const struct set choice[PAWN_COUNT], unsigned rounds, plan_score *score,
                      const void *situation, uint8_t crossing[PAWN_COUNT]);

#endif
