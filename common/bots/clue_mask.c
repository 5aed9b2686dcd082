/* clue_mask.c: see clue_mask.h. */
#include "common/bots/clue_mask.h"

#include <string.h>

static void add_clue(struct clue_mask *clues, unsigned circle, unsigned deadline)
{
    unsigned bit = 1U << clues->count;
    clues->circle[clues->count] = (uint8_t)circle;
    clues->deadline[clues->count++] = (uint8_t)deadline;
    clues->bit[circle] = (uint8_t)bit;
    for (unsigned cell = deadline; cell < CELLS; cell++) {
        clues->due[cell] = (uint8_t)(clues->due[cell] | bit);
    }
}

void clue_mask_build(struct clue_mask *clues, const struct dossier_round *round, const struct set *known,
                     unsigned most)
{
    memset(clues, 0, sizeof *clues);
    for (unsigned time = round->last_cell + 1U; time > round->first_cell; time--) {
        for (unsigned circle = 1; circle < SET_LIMIT && clues->count < most; circle++) {
            if (round->seen[circle] == time && !set_has(known, circle)) {
                add_clue(clues, circle, time - 1);
            }
        }
    }
}
