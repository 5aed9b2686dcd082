/*
 * match.h: a game played by bots alone, decision by decision.
 *
 * For the arena, the benchmarks and the tests. Everything that is random comes from the seed: the Head tiles and
 * every decision, so the same seed and levels give the same match.
 */
#ifndef GASLIGHT_SELF_PLAY_H
#define GASLIGHT_SELF_PLAY_H

#include "common/bots/bot.h"

struct self_play {
    const struct board *board;
    struct setup setup;
    struct game game;
    struct dossier dossier;
    enum bot_level jack, police;
    uint64_t seed;
    unsigned decisions; /* made so far */
    unsigned mistakes;  /* of them not legal at first; see bot_choose() */
};

/* Two seats: Jack, and one detective who holds all policemen. `board` is one of that game. */
void self_play_begin(struct self_play *match, const struct board *board, uint32_t options,
                     enum bot_level jack, enum bot_level police, uint64_t seed);

/* Whether it is over; if not, the observation of who is to decide. */
bool self_play_observe(const struct self_play *match, struct bot_observation *observation);

/* Jack decides by that observation, not the police. */
bool self_play_is_jack(const struct bot_observation *observation);

/* What the bot of that side would do there. */
void self_play_choose(struct self_play *match, const struct bot_observation *observation,
                      struct action *action);

/* Does it. False: the rules refuse it, and nothing has changed. */
bool self_play_apply(struct self_play *match, const struct action *action);

#endif
