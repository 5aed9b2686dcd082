/*
 * twins_parts.h: the pieces of a pair of twins. Internal to twins*.c.
 */
#ifndef GASLIGHT_TESTS_TWINS_PARTS_H
#define GASLIGHT_TESTS_TWINS_PARTS_H

#include "tests/support/twins.h"

enum { TWINS_LOG_MAX = 4096 };

/* A game with its whole past, so that the past can be exchanged for another. */
struct truth {
    struct setup setup;
    struct game game;
    unsigned count;
    struct action log[TWINS_LOG_MAX];
};

struct twins {
    const struct board *board;
    struct random random;
    unsigned vary; /* mask of SECRET_BIT */
    bool rejoined; /* the second truth has become the first: they part again after this action */
    struct truth first, second;
    unsigned char seen[SECRET_COUNT][TWINS_VIEWERS]; /* differed while that viewer looked */
    unsigned long looks;
    struct twins_report *report;
};

bool twins_vary(const struct twins *twins, enum twins_secret secret);

/* twins_choose.c: the same public action in both truths; false: none was found this time. */
bool twins_choose(struct twins *twins, struct action *first, struct action *second);

/* twins_exchange.c: another second truth with the same public past. */
void twins_match_marks(struct twins *twins);
void twins_match_faces(struct twins *twins);
void twins_match_heads(struct twins *twins); /* the next tile of the pile */
void twins_match_row(struct twins *twins);   /* Whitechapel */
void twins_rejoin(struct twins *twins);      /* in everything */
void twins_part(struct twins *twins);        /* differ anew in what can differ at any time */
bool twins_hideout_is_open(const struct twins *twins, unsigned circle); /* could have been chosen by second */
void twins_change_hideout(struct twins *twins, unsigned circle);
bool twins_discovery_is_open(const struct twins *twins, unsigned circle);
void twins_change_discovery(struct twins *twins, unsigned circle); /* the one of that quadrant */

/* twins_compare.c: what differs now, and whether a viewer who may not know it was told. */
unsigned twins_differences(const struct twins *twins);
void twins_compare(struct twins *twins, unsigned differed, const struct action *action,
                   const struct events *first, const struct events *second);

#endif
