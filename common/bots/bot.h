/*
 * bot.h: players that see only what a viewer may see.
 *
 * A bot is a function: what it sees, its level and a seed in, an action out. It keeps nothing between two
 * decisions, so it can take over and give back pawns at any time, and the same observation and seed always give the
 * same action. What it sees comes through view.h: the view and the choices of its pawns, and the dossier of
 * what everybody was told. It cannot cheat; a test shows that its choice stays when the hidden truth changes.
 *
 * Its effort is bounded by work, not by a clock (common/ has none): how much is a property of the level.
 */
#ifndef GASLIGHT_BOT_H
#define GASLIGHT_BOT_H

#include "common/view/dossier.h"
#include "common/view/view.h"

enum bot_level { BOT_NOVICE, BOT_EASY, BOT_NORMAL, BOT_HARD, BOT_LEVEL_COUNT };

const char *bot_level_name(enum bot_level level);     /* "novice", "easy", "normal", "hard" */
enum bot_level bot_level_from_name(const char *name); /* BOT_LEVEL_COUNT: there is none */

/* All that a bot has to decide by. */
struct bot_observation {
    const struct board *board;
    struct view view;
    struct viewed_legal legal;
    struct dossier dossier;
};

/* Looks at a game through a viewer's eyes. `dossier` has followed this game. */
void bot_observe(const struct board *board, const struct game *game, struct viewer viewer,
                 const struct dossier *dossier, struct bot_observation *observation);

/*
 * A legal action for one of the viewer's pawns. There must be one: observation->legal.shown.kinds is not 0. False: what came to
 * its mind was not legal, and the action is any legal one instead; a mistake of ours that must not stop a game.
 */
bool bot_choose(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                struct action *action);

#endif
