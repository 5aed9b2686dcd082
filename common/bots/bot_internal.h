/*
 * bot_minds.h: the minds behind bot.h. Internal: bot.c and bot_*.c include it, nobody else.
 *
 * A mind decides for one side of one game. It gets a sight whose choices are not empty, draws only from
 * `random`, and writes a legal action.
 */
#ifndef GASLIGHT_BOT_MINDS_H
#define GASLIGHT_BOT_MINDS_H

#include "common/bots/bot.h"
#include "common/bots/random_action.h"

typedef void bot_mind(const struct bot_sight *sight, enum bot_level level, struct random *random,
                      struct action *action);

/* From BOT_EASY on. */
bot_mind bot_whitechapel_police;
bot_mind bot_whitechapel_jack;

bot_mind bot_novice; /* both sides of both games: knows the rules, and where home is */

bot_mind bot_whitehall_police, bot_whitehall_jack; /* levels above novice */

/* Where Jack stands; his own view only. */
static inline unsigned sight_jack_circle(const struct bot_sight *sight)
{
    return sight->view.row[sight->view.round - 1][sight->view.last_cell];
}

#endif
