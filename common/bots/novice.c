/*
 * bot_novice.c: somebody who has just read the rules.
 *
 * Jack mostly walks towards where he wants to be and goes in when he is there; a special move or a letter he
 * plays when it occurs to him. The police walk about, look at what is next to them, and now and then shout
 * "arrest".
 */
#include <string.h>

#include "common/bots/bot_internal.h"

/* ---- Jack ---- */

/* Steps to the hideout, or to the nearest discovery without a marker. */
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

static void walk_on(const struct bot_observation *observation, struct random *random, struct action *action)
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

/* ---- both ---- */

/* How often, of the times it could, a novice thinks of a kind of action; the others count 8. */
static const uint8_t fancy[ACTION_KIND_COUNT] = {
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
            weight[kind] = fancy[kind] != 0 ? fancy[kind] : 8;
        }
    }
    enum action_kind kind = (enum action_kind)random_weighted(weight, ACTION_KIND_COUNT, random);
    if (kind == ACTION_MOVE) {
        walk_on(observation, random, action);
    } else {
        random_action(legal, kind, random, action);
    }
}
