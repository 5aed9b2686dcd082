/*
 * style.h: ways to play, for measuring the levels; never offered at a table.
 *
 * A level that is tuned only against our own bots learns their habits. The styles are a pool of other opponents: each is
 * a small set of parameters of one mechanism per game and side, a row of a const table in styles.c of the game's
 * directory. Levels are tuned against one half of the pool and measured against the other.
 *
 * Like a level, a style is a pure function of an observation and a seed (bot.h). Called by self_play.h, the arena and
 * tests.
 */
#ifndef GASLIGHT_STYLE_H
#define GASLIGHT_STYLE_H

#include "common/base/random.h"
#include "common/bots/bot.h"

enum bot_side { BOT_JACK, BOT_POLICE, BOT_SIDES };

enum style_half { STYLE_TUNE, STYLE_HELD_OUT, STYLE_HALVES };

struct style {
    const char *name;        /* "direct"; unique among the styles of one game and side */
    const char *description; /* for a list, in a few words */
    enum style_half half;
    const void *parameters; /* of the type that the list's function expects */
};

/* Chooses a legal action as the style does. Draws random numbers only from `random`. */
typedef void style_strategy(const struct bot_observation *observation, const void *parameters,
                            struct random *random, struct action *action);

/* All styles of one game and side. */
struct style_list {
    style_strategy *play;
    unsigned count;
    const struct style *style;
};

extern const struct style_list whitechapel_styles[BOT_SIDES], whitehall_styles[BOT_SIDES];

const struct style_list *style_list(enum game_kind game, enum bot_side side);

/* Returns NULL for an unknown name. */
const struct style *style_find(enum game_kind game, enum bot_side side, const char *name);

/* One side of a match: a level, or a style if that is not NULL. A style must be of that game and side. */
struct bot_player {
    enum bot_level level;
    const struct style *style;
};

const char *bot_player_name(struct bot_player player); /* the name of its level or style */

/* Does the same as bot_choose() for a level or a style. */
bool bot_player_choose(const struct bot_observation *observation, struct bot_player player, uint64_t seed,
                       struct action *action);

#endif
