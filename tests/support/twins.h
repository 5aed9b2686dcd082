/*
 * twins.h: two truths in lockstep, to show that no secret leaves early.
 *
 * A pair of twins is two games that differ only in what a viewer may not know and that have answered every
 * question so far alike. The same public actions are played in both; what the viewer gets after each
 * (events and their number, view, choices, refusals) must be the same byte for byte. The test of
 * non-interference and the planted leaks both play these pairs: the one must find no difference, the other
 * one for every leak.
 *
 * Where a rule is about to reveal something that differs (marked women become Wretched, patrols become
 * policemen, a tile is turned, a search would answer differently), the second truth is exchanged for
 * another one that has the same public past and agrees in that one thing. So a pair goes on for long. At its
 * end the second truth is folded again from its own actions: it must have been a game by the rules.
 */
#ifndef GASLIGHT_TESTS_TWINS_H
#define GASLIGHT_TESTS_TWINS_H

#include <stdio.h>

#include "tests/support/play.h"

/* What the truths may differ in. */
enum twins_secret {
    SECRET_HIDEOUT,
    SECRET_WOMEN_MARKS,
    SECRET_PATROL_FACES,
    SECRET_ROW, /* some circle of this night's row */
    SECRET_CRIME_ORDER,
    SECRET_HEADS_PILE,
    SECRET_DISCOVERIES,
    SECRET_TILE_KINDS, /* of Whitehall's tiles, with murderer_at_large */
    SECRET_COUNT
};

#define SECRET_BIT(secret) (1U << (secret))

/* Who looks: a colour whose player is the Head, a colour whose player is not, and the others. */
enum twins_viewer {
    TWINS_HEAD,                  /* + pawn - PAWN_YELLOW */
    TWINS_OTHER = POLICEMEN_MAX, /* + pawn - PAWN_YELLOW */
    TWINS_PUBLIC = 2 * POLICEMEN_MAX,
    TWINS_POLICE,
    TWINS_JACK,
    TWINS_VIEWERS
};

enum { TWINS_OPTIONS = OPTIONS_MAX + 1 }; /* none, then each option by its bit */

/* How many pairs really differed in a secret while this viewer looked, with this option on. */
struct twins_table {
    unsigned pairs[SECRET_COUNT][TWINS_VIEWERS][TWINS_OPTIONS];
    unsigned played;     /* pairs */
    unsigned long looks; /* comparisons: one viewer after one action */
};

/* Whether the rules hide this secret from that viewer in games with this option. */
bool twins_hidden(enum game_kind game, unsigned secret, unsigned viewer, unsigned option);
unsigned twins_smallest(enum game_kind game, const struct twins_table *table);
void twins_print(FILE *file, enum game_kind game, const struct twins_table *table);

enum twins_result {
    TWINS_ALIKE,
    TWINS_LEAK,   /* a viewer was told a difference */
    TWINS_BROKEN, /* the pair itself is wrong: nothing is shown */
};

struct twins_report {
    enum twins_result result;
    char text[2048]; /* who saw what, after which action; "" when alike */
};

/* One pair: what to vary and where in the game to begin. */
struct twins_plan {
    enum game_kind game;
    uint32_t options;
    unsigned secret; /* enum twins_secret that must vary */
    bool jack_looks; /* then only what Jack may not know varies */
    unsigned round;  /* the truths part at the beginning of this night or round */
    unsigned head;   /* that night's Head, or 0: any */
    uint64_t seed;
};

void twins_play(const struct twins_plan *plan, struct twins_table *table, struct twins_report *report);

/*
 * Plays pairs, each for the cell of the table that has fewest, until every cell has `floor`, a pair is not
 * alike, or `most` pairs have been played.
 */
void twins_run(enum game_kind game, uint64_t seed, unsigned floor, unsigned most, struct twins_table *table,
               struct twins_report *report);

/*
 * The run of the test of non-interference, which is the one that must find every planted leak: 50 pairs a
 * cell are asked for, and some more are played. Whitehall's are short; the rarest thing in them (tiles of
 * other kinds, used in an earlier round, one of them taken back) wants many.
 */
enum {
    TWINS_SEED = 20,
    TWINS_FLOOR = 50,
    TWINS_FLOOR_WHITECHAPEL = 60,
    TWINS_FLOOR_WHITEHALL = 200,
    TWINS_PAIRS_MOST = 8000
};

#endif
