/* bot_ratings.c: see bot_ratings.h. */
#include "common/ratings/bot_ratings.h"

/*
 * From 60 games of each level against each other, 1500 per game; made with
 * `gaslight arena --game GAME --jack all --police all --games 60 --seed 20261118 --league` on 18 November 2026.
 * The average of a game's ten bots is 1500.
 */
static const short bot_ratings[GAME_KIND_COUNT][2][BOT_LEVEL_COUNT] = {
    [GAME_WHITECHAPEL] =
        {
            {[BOT_NOVICE] = 893,
             [BOT_EASY] = 1288,
             [BOT_NORMAL] = 1471,
             [BOT_HARD] = 1860,
             [BOT_MASTER] = 1865},
            {[BOT_NOVICE] = 835,
             [BOT_EASY] = 1388,
             [BOT_NORMAL] = 1560,
             [BOT_HARD] = 1913,
             [BOT_MASTER] = 1927},
        },
    [GAME_WHITEHALL] =
        {
            {[BOT_NOVICE] = 1007,
             [BOT_EASY] = 1433,
             [BOT_NORMAL] = 1709,
             [BOT_HARD] = 1804,
             [BOT_MASTER] = 1743},
            {[BOT_NOVICE] = 1042,
             [BOT_EASY] = 1272,
             [BOT_NORMAL] = 1490,
             [BOT_HARD] = 1750,
             [BOT_MASTER] = 1750},
        },
};

/* About the standard error of a rating from 300 games. */
static const double bot_deviation = 30;

struct rating bot_rating(enum game_kind game, bool is_jack, enum bot_level level)
{
    return (struct rating){.value = bot_ratings[game][is_jack][level],
                           .deviation = bot_deviation,
                           .volatility = rating_new.volatility};
}
