/*
 * bot_minds.h: the minds behind bot.h. Internal: bot.c and bot_*.c include it, nobody else.
 *
 * A mind decides for one side of one game. It gets a observation whose choices are not empty, draws only from
 * `random`, and writes a legal action.
 */
#ifndef GASLIGHT_BOT_MINDS_H
#define GASLIGHT_BOT_MINDS_H

#include "common/bots/bot.h"
#include "common/bots/random_action.h"

typedef void bot_mind(const struct bot_observation *observation, enum bot_level level, struct random *random,
                      struct action *action);

/* From BOT_EASY on. */
bot_mind bot_whitechapel_police;
bot_mind bot_whitechapel_jack;

bot_mind bot_novice; /* both sides of both games: knows the rules, and where home is */

bot_mind bot_whitehall_police, bot_whitehall_jack; /* levels above novice */

/* Where Jack stands; his own view only. */
static inline unsigned observed_jack_circle(const struct bot_observation *observation)
{
    return observation->view.row[observation->view.round - 1][observation->view.last_cell];
}

#endif
