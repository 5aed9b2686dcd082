/*
 * novice.c: the weakest level, like someone who has just read the rules.
 *
 * Jack usually walks towards his goal and escapes when he reaches it; he uses special moves and letters at
 * random. The police walk at random, search next to where they stand, and occasionally try an arrest.
 */
#include <string.h>

#include "common/bots/bot_internal.h"

/* ---- Jack ---- */

/* Returns the number of steps to the hideout, or to the nearest discovery that has not been found yet. */
static unsigned steps_to_goal(const struct bot_observation *observation, unsigned circle)
{
    const struct view *view = &observation->view;
    if (view->kind == GAME_WHITECHAPEL) {
        return observation->board->steps[circle][view->hideout];
    }
    unsigned best = BOARD_FAR;
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        bool found = memchr(view->discovery_found, view->discovery[i], view->discoveries_found) != NULL;
        unsigned steps = observation->board->steps[circle][view->discovery[i]];
        if (!found && steps < best) {
            best = steps;
        }
    }
    return best;
}

static void move_towards_goal(const struct bot_observation *observation, struct random *random,
                              struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    action->kind = ACTION_MOVE;
    action->by = PAWN_JACK;
    action->to = (uint8_t)random_member(&legal->move, random);
    if (random_below(random, 4) != 0) {
        SET_EACH (circle, &legal->move) {
            if (steps_to_goal(observation, circle) < steps_to_goal(observation, action->to)) {
                action->to = (uint8_t)circle;
            }
        }
    }
    action->escape = legal->escape != 0 && action->to == legal->escape;
}

/* ---- Both sides ---- */

/* Relative probability of each kind of action; kinds not listed have weight 8. */
static const uint8_t kind_weight[ACTION_KIND_COUNT] = {
    [ACTION_ARREST] = 1,     [ACTION_PASS] = 1,   [ACTION_RUSH] = 1,   [ACTION_COACH] = 1,
    [ACTION_ALLEY] = 1,      [ACTION_BOAT] = 1,   [ACTION_WAIT] = 4,   [ACTION_ADDRESS] = 1,
    [ACTION_FALSE_CLUE] = 4, [ACTION_LETTER] = 4, [ACTION_SMOKER] = 1,
};

void bot_novice(const struct bot_observation *observation, enum bot_level level, struct random *random,
                struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    double weight[ACTION_KIND_COUNT] = {0};
    (void)level;
    for (unsigned kind = 0; kind < ACTION_KIND_COUNT; kind++) {
        if ((legal->kinds & ACTION_BIT(kind)) != 0) {
            weight[kind] = kind_weight[kind] != 0 ? kind_weight[kind] : 8;
        }
    }
    enum action_kind kind = (enum action_kind)random_weighted(weight, ACTION_KIND_COUNT, random);
    if (kind == ACTION_MOVE) {
        move_towards_goal(observation, random, action);
    } else {
        random_action(legal, kind, random, action);
    }
}
