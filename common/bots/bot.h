/*
 * bot.h: computer players that see only what a human player in the same seat may see.
 *
 * A bot is a pure function: it takes an observation, a level and a seed and returns an action. It stores
 * nothing between decisions, so it can take over pawns and give them back at any time, and the same
 * observation and seed always give the same action. Everything it observes comes through view.h: the view,
 * the legal choices of its pawns, and the dossier of public facts. It therefore cannot cheat; a test checks
 * that its choice does not change when the hidden truth does.
 *
 * Its effort is bounded by the amount of work, not by a clock (common/ has none); the level sets how much.
 *
 * Called by the server's bot driver, the arena (self_play.h) and tests.
 */
#ifndef GASLIGHT_BOT_H
#define GASLIGHT_BOT_H

#include "common/view/dossier.h"
#include "common/view/view.h"

enum bot_level { BOT_NOVICE, BOT_EASY, BOT_NORMAL, BOT_HARD, BOT_MASTER, BOT_LEVEL_COUNT };

const char *bot_level_name(enum bot_level level);     /* "novice", "easy", "normal", "hard", "master" */
enum bot_level bot_level_from_name(const char *name); /* returns BOT_LEVEL_COUNT for an unknown name */

/* Everything a bot may base its decision on. */
struct bot_observation {
    const struct board *board;
    struct view view;
    struct viewed_legal legal;
    struct dossier dossier;
};

/*
 * Fills `observation` with what `viewer` sees of the game. `dossier` must have followed this game from its
 * start.
 */
void bot_observe(const struct board *board, const struct game *game, struct viewer viewer,
                 const struct dossier *dossier, struct bot_observation *observation);

/*
 * Chooses a legal action for one of the viewer's pawns. There must be one: observation->legal.shown.kinds is
 * not 0. Returns false if the strategy chose an illegal action, which would be a bug; `action` is then a
 * random legal one, so that the game can continue.
 */
bool bot_choose(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                struct action *action);

/*
 * Computes what the police of this level believe during a hunt: the probability that Jack is on each circle. It serves
 * to measure how well beliefs agree with the truth. Returns false if no hunt is on or the level has no belief.
 */
bool bot_estimate(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                  double now[SET_LIMIT]);

#endif
