/*
 * jack.c: Jack in Whitehall Mystery: setup decisions, and how each level chooses a move.
 *
 * Every level plans its path and the order of the discoveries around the investigators' reach: easy roughly,
 * normal carefully. Hard also predicts what the investigators will believe and do.
 */
#include <limits.h>

#include "common/bots/whitehall/jack.h"
#include "common/rules/setup_generator.h"

/* ---- setup ---- */

static void choose_discoveries(const struct bot_observation *observation, enum bot_level level,
                               struct random *random, struct action *action)
{
    action->kind = ACTION_DISCOVERIES;
    action->by = PAWN_JACK;
    action->count = DISCOVERIES;
    generate_discoveries(observation->board, level == BOT_HARD ? DIFFICULTY_EASY : DIFFICULTY_MEDIUM, random,
                         action->list);
}

/* Returns the distance from the investigators, or from the crossings where they can start, to a circle. */
static unsigned clearance(const struct bot_observation *observation, unsigned circle)
{
    struct set occupied = police_crossings(observation->view.crossing);
    struct set from = set_is_empty(&occupied) ? observation->board->yellow_crossings : occupied;
    unsigned nearest = BOARD_FAR;
    SET_EACH (crossing, &from) {
        SET_EACH (next, &observation->board->next_to[crossing]) {
            unsigned steps = observation->board->steps[next][circle];
            nearest = steps < nearest ? steps : nearest;
        }
    }
    return nearest;
}

/*
 * Returns the cost of a start circle: a short tour is cheap. Hard also values distance from the
 * investigators.
 */
static int cost_of_start(const struct bot_observation *observation, enum bot_level level, unsigned circle)
{
    struct set rest = observation->legal.shown.circles;
    set_remove(&rest, circle);
    int tour = (int)shortest_tour(observation->board, circle, &rest);
    return level == BOT_HARD ? tour - (int)clearance(observation, circle) : tour;
}

static void choose_start(const struct bot_observation *observation, enum bot_level level,
                         struct random *random, struct action *action)
{
    const struct set *circles = &observation->legal.shown.circles;
    double weight[SET_LIMIT] = {0};
    int least = INT_MAX;
    SET_EACH (circle, circles) {
        int cost = cost_of_start(observation, level, circle);
        least = cost < least ? cost : least;
    }
    SET_EACH (circle, circles) {
        double more = cost_of_start(observation, level, circle) - least;
        weight[circle] = level == BOT_EASY ? 1 : 1 / (1 + more * more * more);
    }
    action->kind = ACTION_START;
    action->by = PAWN_JACK;
    action->circle = (uint8_t)random_weighted(weight, SET_LIMIT, random);
}

/* An Alley can be used almost anywhere, a Boat only next to the water. */
static void choose_reclaim(const struct bot_observation *observation, struct action *action)
{
    action->kind = ACTION_RECLAIM;
    action->by = PAWN_JACK;
    action->tile = (observation->legal.shown.tiles & (1U << TILE_ALLEY)) != 0 ? TILE_ALLEY : TILE_BOAT;
}

void bot_whitehall_jack(const struct bot_observation *observation, enum bot_level level,
                        struct random *random, struct action *action)
{
    switch (observation->view.phase) {
    case PHASE_DISCOVERIES:
        choose_discoveries(observation, level, random, action);
        break;
    case PHASE_START:
        choose_start(observation, level, random, action);
        break;
    case PHASE_RECLAIM:
        choose_reclaim(observation, action);
        break;
    default:
        if (level == BOT_HARD) {
            jack_choose_move_with_lookahead(observation, random, action);
        } else {
            jack_choose_move(observation, level, random, action);
        }
        break;
    }
}
