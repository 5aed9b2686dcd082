/*
 * standings.h: the results and ratings of players, and how a game changes them. No I/O.
 *
 * A player has a standing for each game, each side, and each company: games in which all seats were people's, and games
 * with bots. Private games that do not count have standings of their own, which only their player sees, without ratings.
 */
#ifndef GASLIGHT_STANDINGS_H
#define GASLIGHT_STANDINGS_H

#include "common/ratings/glicko.h"
#include "server/stats/outcome.h"
#include "server/store/store.h"

/* How long a rating period is: a rating becomes less certain while its player does not play. */
enum { RATING_PERIOD_SECONDS = 5 * 24 * 60 * 60 };

struct standing {
    char player[PLAYER_ID_LENGTH + 1];
    bool is_private, is_jack, with_bots;
    enum game_kind game;
    int64_t games, won, caught, nights; /* in how many of them Jack was caught, and the sum of their nights */
    int64_t streak, best;               /* games won in a row, up to the last one; and the most ever */
    int64_t at;                         /* of the last game */
    struct rating rating;
    bool changed; /* since it was read */
};

struct standings {
    size_t count, capacity;
    struct standing *item;
};

void standings_free(struct standings *standings);

/* Adds a row of STORE_STANDINGS_OF. Returns false if there is no memory. */
bool standings_add_row(struct standings *standings, const struct store_row *row);

/*
 * Counts a game for each person who played. Practice counts nowhere. Ratings before the game are those of standings, or
 * of new players. Returns false, with some of it counted, if there is no memory.
 */
bool standings_count(struct standings *standings, const struct outcome *outcome);

/* Returns NULL if somebody has no such standing. */
const struct standing *standings_find(const struct standings *standings, const struct outcome *outcome,
                                      const struct participant *participant);

/* Adds to a write all standings that have changed. */
void standings_write(const struct standings *standings, struct store_request *write);

/* Ratings as they are stored: in thousandths, and the volatility in billionths. */
struct rating rating_from_store(const int64_t numbers[3]);
void rating_to_store(const struct rating *rating, int64_t numbers[3]);

#endif
