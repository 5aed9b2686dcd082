/*
 * bot_whitehall_jack.h: the parts of Jack's mind in Whitehall. Internal to bot_whitehall_jack*.c.
 *
 * A *flight* is what he looks at when he moves: where he still has to go, how many cells are left, and how
 * dangerous each circle will be after one move, two moves, and so on.
 */
#ifndef GASLIGHT_BOT_WHITEHALL_JACK_H
#define GASLIGHT_BOT_WHITEHALL_JACK_H

#include "common/bots/whitehall/whitehall_bot.h"

struct flight {
    const struct bot_observation *observation;
    const struct board *board;
    unsigned here, moves_left;
    struct set goals;              /* discoveries without a marker */
    double prize[SET_LIMIT];       /* what arriving there is worth: the rest of the game is still to be won */
    double hope[CELLS][SET_LIMIT]; /* chance to win from a circle after so many moves, he to move */
    double danger[CELLS][SET_LIMIT]; /* chance to be caught there after so many moves */
};

/* Where he has to go and what it is worth; the rest is filled by the two below. */
void flight_open(const struct bot_observation *observation, struct flight *flight);

/* How far the investigators are: who can be next to a circle in time makes it dangerous. */
void flight_fear_police(struct flight *flight);

/* Backwards from the last cell: the chance to win from everywhere, nobody in the way. */
void flight_hope(struct flight *flight);

/* Steps of the shortest way from a circle over all of these. */
unsigned flight_tour(const struct board *board, unsigned from, const struct set *goals);

/* Moves of Jack's by the flight alone, and with a look at what the police would do. */
void jack_plan_move(const struct bot_observation *observation, enum bot_level level, struct random *random,
                    struct action *action);
void jack_plan_move_ahead(const struct bot_observation *observation, struct random *random,
                          struct action *action);

#endif
