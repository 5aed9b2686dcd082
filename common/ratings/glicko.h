/*
 * glicko.h: ratings of players by the Glicko-2 system.
 *
 * Mark E. Glickman, "Example of the Glicko-2 system", Boston University, 2013 (http://www.glicko.net/glicko/glicko2.pdf).
 * The steps below are the paper's. A rating has a deviation, which says how uncertain it is, and a volatility, which says
 * how much it is expected to change. docs/statistics.md explains how the server uses it: each game is a period of its own.
 */
#ifndef GASLIGHT_GLICKO_H
#define GASLIGHT_GLICKO_H

#include <stddef.h>

struct rating {
    double value, deviation, volatility;
};

/* Of somebody who has not played yet. No deviation is larger than this one. */
extern const struct rating rating_new;

/* One game, as one side sees it. */
struct rated_game {
    struct rating opponent;
    double score; /* 1 for a win, 0 for a loss */
};

/* Returns the chance that `one` wins, given how uncertain the opponent's rating is. */
double rating_expect(const struct rating *one, const struct rating *opponent);

/* Returns a rating after so many periods without a game: only its deviation grows. */
struct rating rating_age(const struct rating *rating, double periods);

/* Returns a rating after the games of one period. It must have been aged up to them. */
struct rating rating_update(const struct rating *rating, const struct rated_game *games, size_t count);

/* Returns what a team is rated as: the mean of its members, with the root mean square of their deviations. */
struct rating rating_of_team(const struct rating *members, size_t count);

#endif
