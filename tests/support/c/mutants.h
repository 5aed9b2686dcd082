/* mutants.h: generates actions that are mostly illegal, to check that they are rejected. */
#ifndef GASLIGHT_TESTS_MUTANTS_H
#define GASLIGHT_TESTS_MUTANTS_H

#include "common/base/random.h"
#include "common/rules/game.h"

enum { MUTANT_FIELDS = FIELD_TILE + 1 }; /* the first fields of an action are single numbers */

/* Returns the member that holds a field below MUTANT_FIELDS. */
uint8_t *mutant_field(struct action *action, unsigned field);

/* Lists the fields of a kind that are single numbers and returns how many there are. */
unsigned mutant_fields(enum action_kind kind, unsigned *field);

/* Changes one thing: the kind, the pawn, a flag, a number or a list. The result may be legal or not. */
void mutant_change(struct action *action, struct random *random);

/*
 * Generates an action of any kind that the map allows for a pawn whose turn it may be. If it is illegal, that
 * is because of a used tile or power, an occupied crossing, a circle that was already searched and so on.
 */
void mutant_guess(const struct board *board, const struct game *game, struct random *random,
                  struct action *action);

#endif
