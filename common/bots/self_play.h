/*
 * match.h: a game played by bots alone, decision by decision.
 *
 * For the arena, the benchmarks and the tests. Everything that is random comes from the seed: the Head tiles and
 * every decision, so the same seed and levels give the same match.
 */
#ifndef GASLIGHT_MATCH_H
#define GASLIGHT_MATCH_H

#include "common/bots/bot.h"

struct match {
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
void match_begin(struct match *match, const struct board *board, uint32_t options, enum bot_level jack,
                 enum bot_level police, uint64_t seed);

/* Whether it is over; if not, the sight of who is to decide. */
bool match_look(const struct match *match, struct bot_sight *sight);

/* Jack decides by that sight, not the police. */
bool match_is_jack(const struct bot_sight *sight);

/* What the bot of that side would do there. */
void match_choose(struct match *match, const struct bot_sight *sight, struct action *action);

/* Does it. False: the rules refuse it, and nothing has changed. */
bool match_play(struct match *match, const struct action *action);

#endif
