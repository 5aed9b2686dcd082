/*
 * generator.h: a hideout, or four discoveries, proposed to Jack by difficulty.
 *
 * Harder means, for a hideout, farther by Jack's own steps from the crimes he can commit; for four
 * discoveries, few ways out, few crossings to block and a long tour. The draw comes from the caller's
 * random numbers, so the same seed proposes the same.
 */
#ifndef GASLIGHT_GENERATOR_H
#define GASLIGHT_GENERATOR_H

#include "common/base/random.h"
#include "common/rules/game.h"

enum difficulty { DIFFICULTY_EASY, DIFFICULTY_NORMAL, DIFFICULTY_MEDIUM, DIFFICULTY_HARD, DIFFICULTY_COUNT };

const char *difficulty_name(enum difficulty difficulty);

/* A legal hideout under these options (it honours catch_me). */
uint8_t generate_hideout(const struct board *board, uint32_t options, enum difficulty difficulty,
                         struct random *random);

/* One white circle of each quadrant: NW NE SW SE. */
void generate_discoveries(const struct board *board, enum difficulty difficulty, struct random *random,
                          uint8_t discovery[DISCOVERIES]);

#endif
