/*
 * bot_whitehall.h: what the minds of Whitehall Mystery share. Internal to bot_whitehall_*.c.
 *
 * A *suspicion* is a belief with weights: how likely Jack is to be on each circle, to have left a clue there,
 * and to be on his way to it. It is worked out from the dossier alone, so the police use it to look for him and
 * Jack uses it to know what they think. Its support is that of the exact belief (belief.h); the weights come
 * from how people walk: they want to arrive, so the detour a circle would have cost him counts against it.
 */
#ifndef GASLIGHT_BOT_WHITEHALL_H
#define GASLIGHT_BOT_WHITEHALL_H

#include "common/bots/bot_internal.h"

/* How somebody imagines Jack to walk. */
struct suspicion_habit {
    double detour;  /* factor for each step more than the shortest way; 1: no idea where he is going */
    double distant; /* factor for each step that a discovery lies away from where he set out */
    double shy;     /* factor for ending a move next to an investigator */
};

struct suspicion {
    double now[SET_LIMIT];    /* chance that he is there; adds up to 1 */
    double trace[SET_LIMIT];  /* expected number of cells with that circle, old ones counting less */
    double target[SET_LIMIT]; /* chance that he is going there in this round; adds up to 1 */
    struct set possible;      /* where now is not 0 */
};

/* What the dossier says of the round that is on, in the form in which a suspicion is worked out. */
struct round_facts {
    struct dossier_round round;
    struct set targets; /* what can still be a discovery to come */
    uint8_t tiles_left; /* one-cell tiles he can still shorten his way with */
};

/* There must be a round that is on. */
void facts_gather(const struct board *board, const struct dossier *dossier, struct round_facts *facts);

/* One more move of Jack's, of a kind and seen with the police where they are in `police`. */
void facts_add_step(struct round_facts *facts, enum tile tile, const uint8_t police[PAWN_COUNT]);

/* The whole suspicion. Unlikely as it may be, `possible` is never empty for a game by the rules. */
void suspicion_form(const struct board *board, const struct round_facts *facts,
                    const struct suspicion_habit *habit, struct suspicion *suspicion);

/*
 * Only where he is: returns the total weight and writes weights that add up to it. The same facts with one
 * circle more that is clear give the weights of the answer no; what is missing to the first is the answer yes.
 */
double suspicion_weigh(const struct board *board, const struct round_facts *facts,
                       const struct suspicion_habit *habit, double now[SET_LIMIT]);

#endif
