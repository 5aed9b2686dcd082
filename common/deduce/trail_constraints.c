/*
 * trails_rules.c: which trails of a night there are: what the answers of the police demand of each cell.
 *
 * A circle where a search found nothing was not visited up to then; one where it found something was, by a
 * deadline. What is asked here holds for each cell, or each clue, on its own; trails.c puts it together.
 */
#include <string.h>

#include "common/deduce/trail_graph.h"

void trail_avoid(struct trail_rules *rules, const struct set *circles, unsigned deadline)
{
    for (unsigned cell = rules->round->first_cell + 1U; cell <= deadline; cell++) {
        rules->allowed[cell] = set_minus(rules->allowed[cell], circles);
    }
}

bool trail_require(struct trail_rules *rules, unsigned circle, unsigned deadline)
{
    for (unsigned i = 0; i < rules->clues; i++) {
        struct trail_clue *clue = &rules->clue[i];
        if (clue->circle == circle) {
            clue->deadline = (uint8_t)(clue->deadline < deadline ? clue->deadline : deadline);
            return true;
        }
    }
    if (rules->clues == TRAIL_CLUES_MAX) {
        return false;
    }
    rules->clue[rules->clues++] = (struct trail_clue){(uint8_t)circle, (uint8_t)deadline};
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

void trail_rules(const struct board *board, const struct dossier_round *round, struct trail_rules *rules)
{
    memset(rules, 0, sizeof *rules);
    rules->board = board;
    rules->round = round;
    for (unsigned cell = round->first_cell; cell <= round->last_cell; cell++) {
        rules->allowed[cell] = set_minus(board->all_circles, &round->absent[cell]);
    }
    SET_EACH (circle, &board->all_circles) {
        unsigned clear = trail_clear_until(board, round, circle);
        for (unsigned cell = round->first_cell; cell < clear && cell <= round->last_cell; cell++) {
            set_remove(&rules->allowed[cell], circle);
        }
        if (round->seen[circle] != 0 && !is_start(round, circle)) {
            trail_require(rules, circle, round->seen[circle] - 1U);
        }
    }
    struct set starts = {{0}};
    for (unsigned i = 0; i < round->starts; i++) {
        set_add(&starts, round->start[i]);
    }
    for (unsigned i = 0; i < round->starts; i++) {
        rules->allowed[round->first_cell + i] = set_and(rules->allowed[round->first_cell + i], &starts);
    }
    for (unsigned alleys = 0; alleys < TRAIL_ALLEYS; alleys++) {
        rules->end[alleys] = board->all_circles;
    }
}
