/*
 * rules_internal.h: the structure of a game's rules. Only game.c, hunt.c, whitechapel*.c and whitehall*.c
 * include it.
 *
 * The rules of a game are two const tables. The table of phases says who acts, which actions are possible and
 * what entering the phase does. The table of actions says whether an action is legal (check), what it does
 * (apply) and what there is to choose from (list). game.c dispatches through the tables.
 */
#ifndef GASLIGHT_RULES_INTERNAL_H
#define GASLIGHT_RULES_INTERNAL_H

#include "common/rules/step.h"

enum actor { ACTOR_NOBODY, ACTOR_JACK, ACTOR_HEAD, ACTOR_POLICE };

struct phase_rule {
    uint8_t actor;    /* enum actor */
    uint32_t actions; /* mask of ACTION_BIT */

    /*
     * Enters the phase and returns the phase the game is in afterwards: this one if somebody has a decision
     * to make, otherwise the next one, or PHASE_OVER if the game has ended. NULL if there is nothing to do.
     */
    enum phase (*enter)(struct step *step);
};

struct action_rule {
    /*
     * Checks the action; changes nothing. The pawn, the phase and the presence of fields have already been
     * checked.
     */
    enum error (*check)(const struct board *board, const struct game *game, const struct action *action);
    /* Applies the action and returns the next phase, or the current one if it continues. */
    enum phase (*apply)(struct step *step, const struct action *action);
    /* Adds the choices of `actors`, all of whom may act now. */
    void (*list)(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);
};

/* Declares the three functions of an action whose rules are in another file than the table. */
#define ACTION_ROW(check, apply, list) \
    enum error check(const struct board *board, const struct game *game, const struct action *action); \
    enum phase apply(struct step *step, const struct action *action); \
    void list(const struct board *board, const struct game *game, unsigned actors, struct legal *legal);

struct rules {
    void (*begin)(struct game *game); /* sets the first phase and the initial contents of the board */
    unsigned (*police_turn)(
        const struct game *game);      /* for ACTOR_POLICE: returns a mask of the pawns that may act */
    const struct phase_rule *phases;   /* indexed by enum phase */
    const struct action_rule *actions; /* indexed by enum action_kind */
};

extern const struct rules whitechapel_rules;
extern const struct rules whitehall_rules;

/* Returns true if the game is played with this option. */
static inline bool game_option(const struct game *game, enum option option)
{
    return (game->options & option) != 0;
}

#endif
