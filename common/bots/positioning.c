/* positioning.c: see positioning.h. */
#include "common/bots/positioning.h"

#include <string.h>

#include "common/rules/game.h"

/* ---- distances ---- */

static struct set expand_by_one_walk(const struct board *board, const struct set *from)
{
    struct set reached = {{0}};
    SET_EACH (crossing, from) {
        reached = set_or(reached, &board->reach[crossing]);
    }
    return reached;
}

void positioning_turns(const struct board *board, unsigned circle, unsigned most, uint8_t turns[SET_LIMIT])
{
    struct set reached = board->beside[circle];
    struct set frontier = reached;
    memset(turns, POSITIONING_FAR, SET_LIMIT);
    for (unsigned turn = 0; turn <= most && !set_is_empty(&frontier); turn++) {
        SET_EACH (crossing, &frontier) {
            turns[crossing] = (uint8_t)turn;
        }
        struct set next = expand_by_one_walk(board, &frontier);
        frontier = set_minus(next, &reached);
        reached = set_or(reached, &frontier);
    }
}

/*
 * Streets can be walked in both directions, so a breadth-first search from home gives every distance to it.
 */
void positioning_steps_home(const struct board *board, unsigned home, const struct set *occupied,
                            unsigned most, uint8_t steps[SET_LIMIT])
{
    struct set reached = {{0}};
    memset(steps, POSITIONING_FAR, SET_LIMIT);
    set_add(&reached, home);
    struct set frontier = reached;
    for (unsigned step = 0; step <= most && !set_is_empty(&frontier); step++) {
        struct set next = {{0}};
        SET_EACH (circle, &frontier) {
            struct set ways = board_free_neighbours(board, circle, occupied);
            steps[circle] = (uint8_t)step;
            next = set_or(next, &ways);
        }
        frontier = set_minus(next, &reached);
        reached = set_or(reached, &frontier);
    }
}

/* ---- positions ---- */

/*
 * Moves one policeman to their best crossing while the others stay. Returns true if that changed the
 * position.
 */
static bool improve_one(unsigned pawn, struct set choice, positioning_score *score, const void *situation,
                        uint8_t crossing[PAWN_COUNT], double *best)
{
    uint8_t stands = crossing[pawn];
    uint8_t best_place = stands;
    struct set occupied = police_crossings(crossing);
    choice = set_minus(choice, &occupied);
    SET_EACH (place, &choice) {
        crossing[pawn] = (uint8_t)place;
        double value = score(situation, crossing);
        if (value > *best) {
            *best = value;
            best_place = (uint8_t)place;
        }
    }
    crossing[pawn] = best_place;
    return best_place != stands;
}

double positioning_improve(unsigned pawns, const struct set choice[PAWN_COUNT], unsigned rounds,
                           positioning_score *score, const void *situation, uint8_t crossing[PAWN_COUNT])
{
    double best = score(situation, crossing);
    bool moved = true;
    for (unsigned round = 0; round < rounds && moved; round++) {
        moved = false;
        for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
            if ((pawns & PAWN_BIT(pawn)) != 0 &&
                improve_one(pawn, choice[pawn], score, situation, crossing, &best)) {
                moved = true;
            }
        }
    }
    return best;
}
