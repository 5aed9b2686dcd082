/*
 * choose.h: one of the actions that `legal` allows, at random.
 *
 * For Whitechapel without options, one pawn a seat. Which kind of action is taken is weighted so that games
 * last more than two hundred actions: an arrest at random would end most of them at once, and who passes or
 * takes a coach makes them shorter.
 */
#ifndef LOAD_CHOOSE_H
#define LOAD_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* splitmix64, from a seed. */
struct dice {
    uint64_t state;
};
uint64_t dice_next(struct dice *dice);
unsigned dice_below(struct dice *dice, unsigned limit);

enum { SEATS = 6 };
extern const char *const pawn_names[SEATS]; /* Jack first */

/* Writes the action's JSON; its length, 0 if there is nothing that this pawn may do. */
size_t choose_action(const char *legal, unsigned pawn, struct dice *dice, char *out, size_t capacity);

#endif
