/*
 * self_play.h: a game in which bots play both sides, one decision at a time.
 *
 * Used by the arena, the benchmarks and the tests. All randomness (the order of the Heads and every decision)
 * comes from the seed, so the same seed and players give the same game.
 */
#ifndef GASLIGHT_SELF_PLAY_H
#define GASLIGHT_SELF_PLAY_H

#include "common/bots/style.h"

struct self_play {
    const struct board *board;
    struct setup setup;
    struct game game;
    struct dossier dossier;
    struct bot_player jack, police;
    uint64_t seed;
    unsigned decisions; /* number of decisions made so far */
    unsigned mistakes;  /* number of decisions that were illegal at first; see bot_choose() */
};

/* Starts a game with two seats: Jack, and one detective who plays all policemen. */
void self_play_begin(struct self_play *match, const struct board *board, uint32_t options,
                     enum bot_level jack, enum bot_level police, uint64_t seed);

/* Does the same for players that may have a style instead of a level. */
void self_play_begin_players(struct self_play *match, const struct board *board, uint32_t options,
                             struct bot_player jack, struct bot_player police, uint64_t seed);

/* Fills in the observation of the side to decide. Returns false if the game is over. */
bool self_play_observe(const struct self_play *match, struct bot_observation *observation);

/* Returns true if Jack made this observation, false if the police did. */
bool self_play_is_jack(const struct bot_observation *observation);

/* Lets the bot of that side choose an action. */
void self_play_choose(struct self_play *match, const struct bot_observation *observation,
                      struct action *action);

/* Applies the action. Returns false if it is illegal; nothing changes then. */
bool self_play_apply(struct self_play *match, const struct action *action);

#endif
