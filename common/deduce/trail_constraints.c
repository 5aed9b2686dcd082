/*
 * trail_constraints.c: what the answers to the police require of each cell of a trail.
 *
 * A circle where a search found nothing was not visited up to that time; a circle with a clue was visited by
 * a deadline. Each constraint here concerns a single cell or a single clue; trail_graph.c combines them.
 */
#include <string.h>

#include "common/deduce/trail_graph.h"

void trail_constraints_avoid(struct trail_constraints *constraints, const struct set *circles,
                             unsigned deadline)
{
    for (unsigned cell = constraints->round->first_cell + 1U; cell <= deadline; cell++) {
        constraints->allowed[cell] = set_minus(constraints->allowed[cell], circles);
    }
}

bool trail_constraints_require(struct trail_constraints *constraints, unsigned circle, unsigned deadline)
{
    for (unsigned i = 0; i < constraints->clues; i++) {
        struct trail_clue *clue = &constraints->clue[i];
        if (clue->circle == circle) {
            clue->deadline = (uint8_t)(clue->deadline < deadline ? clue->deadline : deadline);
            return true;
        }
    }
    if (constraints->clues == TRAIL_CLUES_MAX) {
        return false;
    }
    constraints->clue[constraints->clues++] = (struct trail_clue){(uint8_t)circle, (uint8_t)deadline};
    return true;
}

unsigned trail_clear_until(const struct board *board, const struct dossier_round *round, unsigned circle)
{
    unsigned clear = round->clear[circle];
    unsigned smoked = round->smoker_time + 1U;
    bool found = round->seen[circle] != 0 && round->seen[circle] <= smoked;
    if (round->smoker_crossing != 0 && !found && clear < smoked &&
        set_has(&board->next_to[round->smoker_crossing], circle)) {
        clear = smoked;
    }
    return clear;
}

static bool is_start(const struct dossier_round *round, unsigned circle)
{
    return circle == round->start[0] || (round->starts == 2 && circle == round->start[1]);
}

void trail_constraints_init(const struct board *board, const struct dossier_round *round,
                            struct trail_constraints *constraints)
{
    memset(constraints, 0, sizeof *constraints);
    constraints->board = board;
    constraints->round = round;
    for (unsigned cell = round->first_cell; cell <= round->last_cell; cell++) {
        constraints->allowed[cell] = set_minus(board->all_circles, &round->absent[cell]);
    }
    SET_EACH (circle, &board->all_circles) {
        unsigned clear = trail_clear_until(board, round, circle);
        for (unsigned cell = round->first_cell; cell < clear && cell <= round->last_cell; cell++) {
            set_remove(&constraints->allowed[cell], circle);
        }
        if (round->seen[circle] != 0 && !is_start(round, circle)) {
            trail_constraints_require(constraints, circle, round->seen[circle] - 1U);
        }
    }
    struct set starts = {{0}};
    for (unsigned i = 0; i < round->starts; i++) {
        set_add(&starts, round->start[i]);
    }
    for (unsigned i = 0; i < round->starts; i++) {
        constraints->allowed[round->first_cell + i] =
            set_and(constraints->allowed[round->first_cell + i], &starts);
    }
    for (unsigned alleys = 0; alleys < TRAIL_ALLEYS; alleys++) {
        constraints->end[alleys] = board->all_circles;
    }
}
