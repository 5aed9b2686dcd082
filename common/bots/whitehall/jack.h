/*
 * jack.h: types and functions shared by Jack's strategy in Whitehall. Internal to common/bots/whitehall.
 *
 * A jack_path describes the rest of a round: the discoveries still to reach, the moves left, and how
 * dangerous and how promising each circle is after one move, two moves, and so on.
 */
#ifndef GASLIGHT_WHITEHALL_JACK_H
#define GASLIGHT_WHITEHALL_JACK_H

#include "common/bots/whitehall/whitehall_bot.h"
#include "common/rules/setup_generator.h"

/* How one level or style of Jack plays. */
struct jack_skill {
    double caution;             /* weight of danger; 1 is normal, 0: takes the shortest path */
    double step_cost;           /* of each step in this round; negative: prefers to take his time */
    double tile_cost;           /* of a special move, as a fraction of a win */
    double margin;              /* moves within this margin of the best are drawn at random */
    unsigned feints;            /* early moves of a round that he draws at random among the safe ones */
    bool looks_ahead;           /* predicts what the police will believe and do */
    unsigned refined;           /* ... and what their searches would tell, for so many of the best moves */
    double shyness;             /* weight of being located by them */
    bool far_goals;             /* prefers the farther of two discoveries */
    bool any_start;             /* starts at any discovery; otherwise with a short tour */
    bool clear_start;           /* ... and far from the investigators */
    enum difficulty difficulty; /* of the discoveries he chooses */
    unsigned tours;             /* draws discoveries so many times and keeps those with the shortest tour */
};

struct jack_path {
    const struct bot_observation *observation;
    const struct jack_skill *skill;
    const struct board *board;
    unsigned here, moves_left;
    struct set goals;                /* discoveries not reached yet */
    double prize[SET_LIMIT];         /* value of arriving there; less than 1 while more discoveries remain */
    double value[CELLS][SET_LIMIT];  /* chance to win from a circle after so many moves, with Jack to move */
    double danger[CELLS][SET_LIMIT]; /* chance to be caught there after so many moves */
};

/* Fills in the goals and their value; the next two functions fill in the rest. */
void jack_path_init(const struct bot_observation *observation, const struct jack_skill *skill,
                    struct jack_path *path);

/* Fills in the danger of each circle: how soon investigators can be next to it. */
void jack_path_add_danger(struct jack_path *path);

/* Fills in the values backwards from the last cell, as if no street were blocked. */
void jack_path_compute_values(struct jack_path *path);

/* Returns the length of the shortest tour from a circle through all of `goals`. */
unsigned shortest_tour(const struct board *board, unsigned from, const struct set *goals);

/* Chooses a move by the path values and, if the skill looks ahead, by how the police would reply. */
void jack_choose_move(const struct bot_observation *observation, const struct jack_skill *skill,
                      struct random *random, struct action *action);

/* Makes any decision of Jack's with this skill. */
void whitehall_jack_play(const struct bot_observation *observation, const struct jack_skill *skill,
                         struct random *random, struct action *action);

#endif
