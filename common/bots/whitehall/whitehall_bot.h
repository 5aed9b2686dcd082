/*
 * whitehall_bot.h: types and functions shared by the strategies of Whitehall Mystery. Internal to
 * common/bots/whitehall.
 *
 * The posterior gives the probability that Jack is on each circle, left a clue there, or is on his way to it.
 * It is computed from the dossier alone, so the police use it to find Jack and Jack uses it to predict what
 * the police believe. It is nonzero exactly where the exact belief (belief.h) says Jack can be; the weights
 * model how people walk: they want to arrive, so a circle is less likely the longer a detour it would have
 * been.
 */
#ifndef GASLIGHT_WHITEHALL_BOT_H
#define GASLIGHT_WHITEHALL_BOT_H

#include "common/bots/bot_internal.h"

/* How the posterior assumes that Jack avoids the investigators; factors for where a move ends. */
struct caution {
    double police_factor; /* next to an investigator */
    double reach_factor;  /* an investigator can get next to it in one walk */
    double more_factor;   /* ... and for each further investigator who can */
};

/*
 * The assumptions of the posterior about how Jack walks. A mixed model does not know how direct this Jack is: it weighs
 * several kinds of Jack (posterior.c) by how long he took in earlier rounds and still takes in this one.
 */
struct jack_model {
    bool mixed;             /* detour_factor is not used then */
    double detour_factor;   /* factor for each step beyond the shortest path; 1: his goal is unknown */
    double distance_factor; /* factor for each step between a discovery and the start of the round */
    struct caution caution;
};

enum { JACK_KINDS = 4 }; /* of a mixed model */

struct posterior {
    double now[SET_LIMIT];    /* probability that Jack is there; adds up to 1 */
    double trace[SET_LIMIT];  /* expected number of cells with that circle, older cells counting less */
    double target[SET_LIMIT]; /* probability that he is going there in this round; adds up to 1 */
    struct set possible;      /* circles where `now` is not 0 */
};

/* The public facts about the current round, as the posterior needs them. */
struct round_facts {
    struct dossier_round round;
    struct set targets;      /* circles that can still be a discovery */
    uint8_t tiles_left;      /* one-cell special moves Jack may still have */
    double kind[JACK_KINDS]; /* probability of each kind of Jack after the earlier rounds; adds up to 1 */
};

/* Collects the facts. A round must be in progress. */
void round_facts_collect(const struct board *board, const struct dossier *dossier, struct round_facts *facts);

/* Appends a move of Jack's, made with the police on the crossings in `police`. */
void round_facts_add_move(struct round_facts *facts, enum tile tile, const uint8_t police[PAWN_COUNT]);

/* Computes the whole posterior. `possible` is never empty in a game that follows the rules. */
void whitehall_posterior_compute(const struct board *board, const struct round_facts *facts,
                                 const struct jack_model *model, struct posterior *posterior);

/*
 * Computes only where Jack is: fills now[] with unnormalized weights and returns their total. Repeating it
 * with one more circle marked clear gives the weights for the answer no; the difference is the weights for
 * yes.
 */
double whitehall_posterior_weights(const struct board *board, const struct round_facts *facts,
                                   const struct jack_model *model, double now[SET_LIMIT]);

#endif
