/*
 * bot_internal.h: the strategies behind bot.h. Internal to common/bots.
 *
 * A strategy decides for one side of one game. It gets an observation with at least one legal action, draws
 * random numbers only from `random`, and writes a legal action.
 */
#ifndef GASLIGHT_BOT_INTERNAL_H
#define GASLIGHT_BOT_INTERNAL_H

#include "common/bots/bot.h"
#include "common/bots/random_action.h"

typedef void bot_strategy(const struct bot_observation *observation, enum bot_level level,
                          struct random *random, struct action *action);

/* Levels above novice. */
bot_strategy bot_whitechapel_police;
bot_strategy bot_whitechapel_jack;

bot_strategy bot_novice; /* both sides of both games: knows only the rules and the way home */

bot_strategy bot_whitehall_police, bot_whitehall_jack; /* levels above novice */

/* Fills in the probability that Jack is on each circle, as the police of this level see it during a hunt. */
typedef void bot_estimator(const struct bot_observation *observation, enum bot_level level,
                           struct random *random, double now[SET_LIMIT]);

bot_estimator bot_whitechapel_estimate, bot_whitehall_estimate;

/* Returns the circle Jack is on. Only valid in Jack's own view. */
static inline unsigned observed_jack_circle(const struct bot_observation *observation)
{
    return observation->view.row[observation->view.round - 1][observation->view.last_cell];
}

#endif
