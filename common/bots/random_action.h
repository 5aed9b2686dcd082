/*
 * pick.h: drawing one of the legal choices, evenly.
 *
 * For opponents that have no better reason, and for random play in tests. The draw comes from the caller's
 * random numbers: the same seed picks the same.
 */
#ifndef GASLIGHT_RANDOM_ACTION_H
#define GASLIGHT_RANDOM_ACTION_H

#include "common/base/random.h"
#include "common/rules/legal.h"

/* Returns the index of a bit that is set in `mask`, each equally likely. The mask must not be 0. */
unsigned random_bit(unsigned mask, struct random *random);

/* Puts items in a random order. */
void random_shuffle(uint8_t *item, unsigned count, struct random *random);

/* An index drawn with these weights, which are not negative; evenly if all are 0. */
unsigned random_weighted(const double *weight, unsigned count, struct random *random);

/* The same with weights that add up to `total`; 0 if all are 0. */
unsigned random_weighted_of(const double *weight, unsigned count, double total, struct random *random);

/* An action of one kind, which must be listed. For a police kind, of one pawn that has a choice. */
void random_action(const struct legal *legal, enum action_kind kind, struct random *random,
                   struct action *action);

#endif
