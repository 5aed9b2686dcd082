/*
 * twins.h: plays two games in lockstep to show that no secret leaks.
 *
 * Twins are two games that differ only in what a viewer may not know and that have answered every question
 * alike so far. The same public actions are played in both. After each one, everything the viewer receives
 * (events and their number, view, choices, refusals) must be equal byte for byte. test_noninterference.c and
 * the planted leaks both play these pairs: the former must find no difference, the latter must find one for
 * every leak.
 *
 * When a rule is about to reveal something that differs (marked women become Wretched, patrols become
 * policemen, a tile is turned over, a search would get different answers), the second game is replaced with
 * another one that has the same public history and agrees in that point. So pairs can be played for a long
 * time. At the end the second game is replayed from its own actions, to show that it was a legal game.
 */
#ifndef GASLIGHT_TESTS_TWINS_H
#define GASLIGHT_TESTS_TWINS_H

#include <stdio.h>

#include "tests/support/c/play.h"

/* What the games may differ in. */
enum twins_secret {
    SECRET_HIDEOUT,
    SECRET_WOMEN_MARKS,
    SECRET_PATROL_FACES,
    SECRET_ROW, /* some circle of the current row */
    SECRET_CRIME_ORDER,
    SECRET_HEADS_PILE,
    SECRET_DISCOVERIES,
    SECRET_TILE_KINDS, /* of used tiles in Whitehall, with murderer_at_large */
    SECRET_COUNT
};

#define SECRET_BIT(secret) (1U << (secret))

/* Who is looking: a colour whose player is the Head, a colour whose player is not, and the others. */
enum twins_viewer {
    TWINS_HEAD,                  /* + pawn - PAWN_YELLOW */
    TWINS_OTHER = POLICEMEN_MAX, /* + pawn - PAWN_YELLOW */
    TWINS_PUBLIC = 2 * POLICEMEN_MAX,
    TWINS_POLICE,
    TWINS_JACK,
    TWINS_VIEWERS
};

enum { TWINS_OPTIONS = OPTIONS_MAX + 1 }; /* none, then each option by its bit */

/* The number of pairs that differed in a secret while this viewer was looking, with this option on. */
struct twins_table {
    unsigned pairs[SECRET_COUNT][TWINS_VIEWERS][TWINS_OPTIONS];
    unsigned played;     /* pairs */
    unsigned long looks; /* comparisons: one viewer after one action */
};

/* Returns true if the rules hide this secret from that viewer in games with this option. */
bool twins_hidden(enum game_kind game, unsigned secret, unsigned viewer, unsigned option);
unsigned twins_smallest(enum game_kind game, const struct twins_table *table);
void twins_print(FILE *file, enum game_kind game, const struct twins_table *table);

enum twins_result {
    TWINS_ALIKE,
    TWINS_LEAK,   /* a viewer was shown a difference */
    TWINS_BROKEN, /* the pair itself is invalid and proves nothing */
};

struct twins_report {
    enum twins_result result;
    char text[2048]; /* who saw what after which action; "" if alike */
};

/* One pair: what to vary, and where in the game to start. */
struct twins_plan {
    enum game_kind game;
    uint32_t options;
    unsigned secret; /* enum twins_secret that must vary */
    bool jack_looks; /* vary only what Jack may not know */
    unsigned round;  /* the games diverge at the start of this night or round */
    unsigned head;   /* that night's Head, or 0 for any */
    uint64_t seed;
};

void twins_play(const struct twins_plan *plan, struct twins_table *table, struct twins_report *report);

/*
 * Plays pairs, each for the cell of the table with the lowest count, until every cell has `floor`, a pair is
 * not alike, or `most` pairs have been played.
 */
void twins_run(enum game_kind game, uint64_t seed, unsigned floor, unsigned most, struct twins_table *table,
               struct twins_report *report);

/*
 * The parameters of test_noninterference.c, which must also find every planted leak: 50 pairs per cell, and
 * some more. Whitehall's pairs are short, and its rarest case (tiles of different kinds used in an earlier
 * round, one of them taken back) needs many.
 */
enum {
    TWINS_SEED = 20,
    TWINS_FLOOR = 50,
    TWINS_FLOOR_WHITECHAPEL = 60,
    TWINS_FLOOR_WHITEHALL = 200,
    TWINS_PAIRS_MOST = 8000
};

#endif
