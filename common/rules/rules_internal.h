/*
 * rules.h: how a game's rules are laid out. Internal to the engine: game.c, hunt.c, whitechapel*.c and
 * whitehall*.c include it, nobody else.
 *
 * A game is two const tables. One row per phase: who acts, which actions, what follows. One row per kind
 * of action: whether it may be done (check), what it does (apply), and what there is to choose (list).
 * game.c walks the tables; the rows hold the rules.
 */
#ifndef GASLIGHT_RULES_H
#define GASLIGHT_RULES_H

#include "common/rules/step.h"

enum actor { ACTOR_NOBODY, ACTOR_JACK, ACTOR_HEAD, ACTOR_POLICE };

struct phase_rule {
    uint8_t actor;    /* enum actor */
    uint32_t actions; /* mask of ACTION_BIT */

    /*
     * Prepares the phase as it begins and returns the phase the game is in then: this one if somebody
     * has to decide something, the one that follows otherwise, PHASE_OVER if the game ended. NULL:
     * there is nothing to prepare.
     */
    enum phase (*enter)(struct step *step);
};

struct action_rule {
    /* Pawn, phase and the presence of fields have been checked before. Changes nothing. */
    enum error (*check)(const struct board *board, const struct game *game, const struct action *action);
    /* Returns the phase that follows; the current one if the phase goes on. */
    enum phase (*apply)(struct step *step, const struct action *action);
    /* Adds what `actors`, all of whom may act now, can choose. */
    void (*list)(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);
};

/* Declares the three functions of a row that lives in another file than its table. */
#define ACTION_ROW(check, apply, list) \
    enum error check(const struct board *board, const struct game *game, const struct action *action); \
    enum phase apply(struct step *step, const struct action *action); \
    void list(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);

struct rules {
    void (*begin)(struct game *game);                 /* the first phase, and what is on the table then */
    unsigned (*police_turn)(const struct game *game); /* ACTOR_POLICE: the pawns that may act, a mask */
    const struct phase_rule *phases;                  /* by enum phase */
    const struct action_rule *actions;                /* by enum action_kind */
};

extern const struct rules whitechapel_rules;
extern const struct rules whitehall_rules;

/* Whether the table plays with an option of its game. */
static inline bool game_option(const struct game *game, enum option option)
{
    return (game->options & option) != 0;
}

#endif
