/*
 * jack.h: types and functions shared by Jack's strategy in Whitehall. Internal to common/bots/whitehall.
 *
 * A jack_path describes the rest of a round: the discoveries still to reach, the moves left, and how
 * dangerous and how promising each circle is after one move, two moves, and so on.
 */
#ifndef GASLIGHT_WHITEHALL_JACK_H
#define GASLIGHT_WHITEHALL_JACK_H

#include "common/bots/whitehall/whitehall_bot.h"

struct jack_path {
    const struct bot_observation *observation;
    const struct board *board;
    unsigned here, moves_left;
    struct set goals;                /* discoveries not reached yet */
    double prize[SET_LIMIT];         /* value of arriving there; less than 1 while more discoveries remain */
    double value[CELLS][SET_LIMIT];  /* chance to win from a circle after so many moves, with Jack to move */
    double danger[CELLS][SET_LIMIT]; /* chance to be caught there after so many moves */
};

/* Fills in the goals and their value; the next two functions fill in the rest. */
void jack_path_init(const struct bot_observation *observation, struct jack_path *path);

/* Fills in the danger of each circle: how soon investigators can be next to it. */
void jack_path_add_danger(struct jack_path *path);

/* Fills in the values backwards from the last cell, as if no street were blocked. */
void jack_path_compute_values(struct jack_path *path);

/* Returns the length of the shortest tour from a circle through all of `goals`. */
unsigned shortest_tour(const struct board *board, unsigned from, const struct set *goals);

/* Choose a move by the path values alone, or by also predicting how the police would reply. */
void jack_choose_move(const struct bot_observation *observation, enum bot_level level, struct random *random,
                      struct action *action);
void jack_choose_move_with_lookahead(const struct bot_observation *observation, struct random *random,
                                     struct action *action);

#endif
