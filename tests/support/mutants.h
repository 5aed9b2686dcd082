/*
 * mutants.h: actions that are mostly wrong, to see that they are refused.
 */
#ifndef GASLIGHT_TESTS_MUTANTS_H
#define GASLIGHT_TESTS_MUTANTS_H

#include "common/base/random.h"
#include "common/rules/game.h"

enum { MUTANT_FIELDS = FIELD_TILE + 1 }; /* the first fields of an action hold one number each */

/* Where an action keeps a field below MUTANT_FIELDS. */
uint8_t *mutant_field(struct action *action, unsigned field);

/* The fields of a kind that take one number; returns how many there are. */
unsigned mutant_fields(enum action_kind kind, unsigned *field);

/* Changes one thing: the kind, the pawn, a flag, a number, a list. What comes out may be anything. */
void mutant_change(struct action *action, struct random *random);

/*
 * Something of any kind that the streets would allow to a pawn whose turn it may be: what stands against it,
 * if anything, is a tile used up, a power spent, a crossing taken, a circle asked already and the like.
 */
void mutant_guess(const struct board *board, const struct game *game, struct random *random,
                  struct action *action);

#endif
