/*
 * jack.c: Jack in Whitehall Mystery: setup decisions, and how each level chooses a move.
 *
 * Every level plans its path and the order of the discoveries around the investigators' reach: easy roughly,
 * normal carefully. Hard and master also predict what the investigators will believe, do and find out.
 */
#include <limits.h>
#include <string.h>

#include "common/bots/whitehall/jack.h"

static const struct jack_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.caution = 1,
                  .step_cost = 0.025,
                  .tile_cost = 0.05,
                  .margin = 0.11,
                  .any_start = true,
                  .difficulty = DIFFICULTY_MEDIUM},
    [BOT_NORMAL] = {.caution = 1,
                    .step_cost = 0.025,
                    .tile_cost = 0.05,
                    .margin = 0.05,
                    .difficulty = DIFFICULTY_MEDIUM},
    [BOT_HARD] = {.caution = 1.4,
                  .step_cost = 0.016,
                  .tile_cost = 0.05,
                  .margin = 0.012,
                  .looks_ahead = true,
                  .refined = 16,
                  .shyness = 1,
                  .clear_start = true,
                  .difficulty = DIFFICULTY_EASY,
                  .tours = 10},
    [BOT_MASTER] = {.caution = 1.4,
                    .step_cost = 0.016,
                    .tile_cost = 0.05,
                    .margin = 0.012,
                    .looks_ahead = true,
                    .refined = 64,
                    .shyness = 1,
                    .clear_start = true,
                    .difficulty = DIFFICULTY_EASY,
                    .tours = 10},
};

/* ---- setup ---- */

static void choose_discoveries(const struct bot_observation *observation, const struct jack_skill *skill,
                               struct random *random, struct action *action)
{
    action->kind = ACTION_DISCOVERIES;
    action->by = PAWN_JACK;
    action->count = DISCOVERIES;
    unsigned shortest = UINT_MAX;
    for (unsigned i = 0; i <= skill->tours; i++) {
        uint8_t list[DISCOVERIES];
        struct set circles = {{0}};
        unsigned tour = UINT_MAX - 1;
        generate_discoveries(observation->board, skill->difficulty, random, list);
        for (unsigned j = 0; j < DISCOVERIES; j++) {
            set_add(&circles, list[j]);
        }
        SET_EACH (start, &circles) {
            struct set rest = circles;
            set_remove(&rest, start);
            unsigned steps = shortest_tour(observation->board, start, &rest);
            tour = steps < tour ? steps : tour;
        }
        if (tour < shortest) {
            shortest = tour;
            memcpy(action->list, list, sizeof list);
        }
    }
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
 * Returns the cost of a start circle: a short tour is cheap. Some skills also value distance from the
 * investigators.
 */
static int cost_of_start(const struct bot_observation *observation, const struct jack_skill *skill,
                         unsigned circle)
{
    struct set rest = observation->legal.shown.circles;
    set_remove(&rest, circle);
    int tour = (int)shortest_tour(observation->board, circle, &rest);
    return skill->clear_start ? tour - (int)clearance(observation, circle) : tour;
}

static void choose_start(const struct bot_observation *observation, const struct jack_skill *skill,
                         struct random *random, struct action *action)
{
    const struct set *circles = &observation->legal.shown.circles;
    double weight[SET_LIMIT] = {0};
    int least = INT_MAX;
    SET_EACH (circle, circles) {
        int cost = cost_of_start(observation, skill, circle);
        least = cost < least ? cost : least;
    }
    SET_EACH (circle, circles) {
        double more = cost_of_start(observation, skill, circle) - least;
        weight[circle] = skill->any_start ? 1 : 1 / (1 + more * more * more);
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

void whitehall_jack_play(const struct bot_observation *observation, const struct jack_skill *skill,
                         struct random *random, struct action *action)
{
    switch (observation->view.phase) {
    case PHASE_DISCOVERIES:
        choose_discoveries(observation, skill, random, action);
        break;
    case PHASE_START:
        choose_start(observation, skill, random, action);
        break;
    case PHASE_RECLAIM:
        choose_reclaim(observation, action);
        break;
    default:
        jack_choose_move(observation, skill, random, action);
        break;
    }
}

void bot_whitehall_jack(const struct bot_observation *observation, enum bot_level level,
                        struct random *random, struct action *action)
{
    whitehall_jack_play(observation, &skills[level], random, action);
}
