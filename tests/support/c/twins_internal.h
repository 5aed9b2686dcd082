/* twins_internal.h: declarations shared by twins*.c. */
#ifndef GASLIGHT_TESTS_TWINS_INTERNAL_H
#define GASLIGHT_TESTS_TWINS_INTERNAL_H

#include "tests/support/c/twins.h"

enum { TWINS_LOG_MAX = 4096 };

/* A game with its complete log, so that the log can be changed. */
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
    bool rejoined; /* both games have become equal: they diverge again after this action */
    struct truth first, second;
    unsigned char seen[SECRET_COUNT][TWINS_VIEWERS]; /* differed while that viewer was looking */
    unsigned long looks;
    struct twins_report *report;
};

bool twins_vary(const struct twins *twins, enum twins_secret secret);

/* twins_choose.c: chooses the same public action in both games. Returns false if none was found this time. */
bool twins_choose(struct twins *twins, struct action *first, struct action *second);

/* twins_exchange.c: replacing the second game with another one that has the same public history. */
void twins_match_marks(struct twins *twins);
void twins_match_faces(struct twins *twins);
void twins_match_heads(struct twins *twins); /* the next tile of the pile */
void twins_match_row(struct twins *twins);   /* Whitechapel */
void twins_rejoin(struct twins *twins);      /* in every respect */
void twins_part(struct twins *twins);        /* diverge again in what can differ at any time */
bool twins_hideout_is_open(const struct twins *twins,
                           unsigned circle); /* the second Jack could have chosen it */
void twins_change_hideout(struct twins *twins, unsigned circle);
bool twins_discovery_is_open(const struct twins *twins, unsigned circle);
void twins_change_discovery(struct twins *twins, unsigned circle); /* the one in that quadrant */

/* twins_compare.c: what differs now, and whether a viewer who may not know it was shown it. */
unsigned twins_differences(const struct twins *twins);
void twins_compare(struct twins *twins, unsigned differed, const struct action *action,
                   const struct events *first, const struct events *second);

#endif
