/*
 * bot_whitehall_jack.c: Jack in Whitehall, by level.
 *
 * All plan their way and the order of the visits with the investigators' reach in mind: easy roughly, normal with
 * care. Hard also keeps in mind what they think of him.
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

/* Steps from where investigators are, or where they can begin, to a circle. */
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

/* A start from which the tour is short; who looks ahead also wants room around it. */
static int cost_of_start(const struct bot_observation *observation, enum bot_level level, unsigned circle)
{
    struct set rest = observation->legal.shown.circles;
    set_remove(&rest, circle);
    int tour = (int)flight_tour(observation->board, circle, &rest);
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

/* An Alley leads out of most places, a Boat only off the water. */
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
            jack_plan_move_ahead(observation, random, action);
        } else {
            jack_plan_move(observation, level, random, action);
        }
        break;
    }
}
