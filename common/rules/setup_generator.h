/*
 * setup_generator.h: suggests a hideout or four discoveries of a given difficulty to Jack.
 *
 * A harder hideout is farther from the crimes Jack can commit. Harder discoveries have fewer ways out, fewer
 * crossings to block and a longer tour. The random numbers come from the caller, so the same seed gives the
 * same suggestion.
 */
#ifndef GASLIGHT_SETUP_GENERATOR_H
#define GASLIGHT_SETUP_GENERATOR_H

#include "common/base/random.h"
#include "common/rules/game.h"

enum difficulty { DIFFICULTY_EASY, DIFFICULTY_NORMAL, DIFFICULTY_MEDIUM, DIFFICULTY_HARD, DIFFICULTY_COUNT };

const char *difficulty_name(enum difficulty difficulty);

/* Returns a legal hideout under these options (including catch_me). */
uint8_t generate_hideout(const struct board *board, uint32_t options, enum difficulty difficulty,
                         struct random *random);

/* Stores one white circle per quadrant: NW NE SW SE. */
void generate_discoveries(const struct board *board, enum difficulty difficulty, struct random *random,
                          uint8_t discovery[DISCOVERIES]);

#endif
