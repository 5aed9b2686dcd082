/*
 * bot_ratings.h: how strong the bots are, as fixed ratings of the opponents of players.
 *
 * They come from games of bots against bots; see docs/statistics.md for the command and how to make them again.
 */
#ifndef GASLIGHT_BOT_RATINGS_H
#define GASLIGHT_BOT_RATINGS_H

#include "common/bots/bot.h"
#include "common/ratings/glicko.h"
#include "common/rules/game.h"

/* Returns the rating of a bot that plays Jack or, if `is_jack` is false, the police. */
struct rating bot_rating(enum game_kind game, bool is_jack, enum bot_level level);

#endif
