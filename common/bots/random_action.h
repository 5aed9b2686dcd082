/*
 * pick.h: drawing one of the legal choices, evenly.
 *
 * For opponents that have no better reason, and for random play in tests. The draw comes from the caller's
 * random numbers: the same seed picks the same.
 */
#ifndef GASLIGHT_PICK_H
#define GASLIGHT_PICK_H

#include "common/base/random.h"
#include "common/rules/legal.h"

/* A member of a set, a bit of a mask; neither may be empty. */
unsigned pick_member(const struct set *set, struct random *random);
unsigned pick_bit(unsigned mask, struct random *random);

/* Puts items in a random order. */
void pick_order(uint8_t *item, unsigned count, struct random *random);

/* An index drawn with these weights, which are not negative; evenly if all are 0. */
unsigned pick_weighted(const double *weight, unsigned count, struct random *random);

/* The same with weights that add up to `total`; 0 if all are 0. */
unsigned pick_share(const double *weight, unsigned count, double total, struct random *random);

/* An action of one kind, which must be listed. For a police kind, of one pawn that has a choice. */
void pick_action(const struct legal *legal, enum action_kind kind, struct random *random,
                 struct action *action);

#endif
