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
            {[BOT_NOVICE] = 939,
             [BOT_EASY] = 1289,
             [BOT_NORMAL] = 1442,
             [BOT_HARD] = 1885,
             [BOT_MASTER] = 1885},
            {[BOT_NOVICE] = 881,
             [BOT_EASY] = 1377,
             [BOT_NORMAL] = 1533,
             [BOT_HARD] = 1890,
             [BOT_MASTER] = 1880},
        },
    [GAME_WHITEHALL] =
        {
            {[BOT_NOVICE] = 934,
             [BOT_EASY] = 1418,
             [BOT_NORMAL] = 1702,
             [BOT_HARD] = 1768,
             [BOT_MASTER] = 1819},
            {[BOT_NOVICE] = 991,
             [BOT_EASY] = 1243,
             [BOT_NORMAL] = 1486,
             [BOT_HARD] = 1818,
             [BOT_MASTER] = 1821},
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
