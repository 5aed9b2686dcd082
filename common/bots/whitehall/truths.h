/*
 * truths.h: possible truths, drawn from the posterior of Whitehall, for planning by sampling. Internal to
 * common/bots/whitehall.
 *
 * A truth is a trail of this round that agrees with every clue and search. Where Jack goes next depends only on where he
 * is, not on how he got there, so that is stored once per circle.
 */
#ifndef GASLIGHT_WHITEHALL_TRUTHS_H
#define GASLIGHT_WHITEHALL_TRUTHS_H

#include "common/bots/whitehall/whitehall_bot.h"

enum { TRUTHS_MAX = 512 };

struct truth {
    struct set visited; /* after the start of the round; including `now` */
    uint8_t now;
};

struct truths {
    unsigned count;
    struct truth truth[TRUTHS_MAX];
    struct set possible; /* circles where one of them ends */
    float next[SET_LIMIT]
              [BOARD_NEIGHBOURS_MAX]; /* for those: weight of moving to board->neighbour[circle][i] */
    float arrived[SET_LIMIT];         /* for those: probability that Jack is on a discovery of his */
};

/* Draws at most `count` truths, each equally likely to be the true one. */
void whitehall_truths_draw(const struct board *board, const struct round_facts *facts,
                           const struct jack_model *model, unsigned count, struct random *random,
                           struct truths *truths);

#endif
