/*
 * choose.h: chooses one of the actions in `legal` at random.
 *
 * For Whitechapel without options, with one pawn per seat. Kinds of action are weighted so that games last
 * more than two hundred actions: random arrests would end most games at once, and passes and coaches make
 * them shorter.
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

/* Writes the action as JSON. Returns its length; 0 if this pawn has no legal action. */
size_t choose_action(const char *legal, unsigned pawn, struct dice *dice, char *out, size_t capacity);

#endif
