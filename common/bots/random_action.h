/*
 * random_action.h: draws a random legal action, and other random choices.
 *
 * For bots that have no better reason to choose, and for random play in tests. All randomness comes from the
 * caller's generator, so the same seed makes the same choices.
 */
#ifndef GASLIGHT_RANDOM_ACTION_H
#define GASLIGHT_RANDOM_ACTION_H

#include "common/base/random.h"
#include "common/rules/legal.h"

/* Returns the index of a bit that is set in `mask`, each equally likely. The mask must not be 0. */
unsigned random_bit(unsigned mask, struct random *random);

/* Shuffles the items. */
void random_shuffle(uint8_t *item, unsigned count, struct random *random);

/* Returns an index drawn in proportion to the weights, which must not be negative; uniformly if all are 0. */
unsigned random_weighted(const double *weight, unsigned count, struct random *random);

/* Like random_weighted() for weights whose sum, `total`, is already known. Returns 0 if all weights are 0. */
unsigned random_weighted_of(const double *weight, unsigned count, double total, struct random *random);

/*
 * Fills `action` with a random action of this kind, which must be in legal->kinds. For police actions it also
 * draws one of the pawns that can take it.
 */
void random_action(const struct legal *legal, enum action_kind kind, struct random *random,
                   struct action *action);

#endif
