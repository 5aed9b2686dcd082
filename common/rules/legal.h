/*
 * legal.h: the legal actions, as sets to choose from.
 *
 * game_legal() fills it in for a set of pawns, usually those of a seat. `kinds` says which kinds of action
 * are possible; a member is meaningful only if its kind is listed. Actions that place several things are
 * given as the sets to choose from, not as all combinations. `resign` is always possible and never listed.
 */
#ifndef GASLIGHT_LEGAL_H
#define GASLIGHT_LEGAL_H

#include "common/base/set.h"
#include "common/rules/action.h"

enum { LEGAL_COACH_MAX = 24 * 24, LEGAL_WRETCHED_MAX = 5 };

struct legal {
    uint32_t kinds; /* mask of ACTION_BIT */
    uint8_t actors; /* mask: those of the given pawns that may act now */
    uint8_t pass;   /* mask: pawns that may pass */

    struct set circles;       /* hideout, women, address, kill, false_clue, start: where */
    struct set crossings;     /* reveal, deploy: where */
    uint8_t marked, unmarked; /* women: how many of each */
    uint8_t victims;          /* kill: how many */

    struct set patrols_fixed; /* patrols: a token on each of these */
    struct set patrols_free;  /* ... and on `patrols_choose` of these */
    uint8_t patrols_choose;

    uint8_t letters; /* letter: mask of 1 << letter */
    struct set
        letter_from[LETTER_COUNT]; /* crossings of the tokens to choose from (saucy_jacky: choose two) */
    struct set letter_to;          /* dear_boss, from_hell */
    uint8_t letter_pawns;          /* goulston_street: mask */

    struct set shifted_from, shifted_to; /* move_patrols: move both of these, to different members of those */
    uint8_t goulston_pawns;              /* goulston: mask */

    uint8_t wretched; /* wretched: how many can move */
    uint8_t wretched_from[LEGAL_WRETCHED_MAX];
    struct set wretched_to[LEGAL_WRETCHED_MAX];

    struct set move, alley, boat;
    uint8_t escape; /* move: the circle where Jack may declare his escape, or 0 */
    uint16_t coaches;
    uint8_t coach[LEGAL_COACH_MAX][2]; /* via, to */

    struct set quadrant[4]; /* discoveries: NW NE SW SE */
    uint8_t tiles;          /* reclaim: mask of 1 << tile */

    /* For each policeman. A pawn has choices if its set is not empty or its bit is set. */
    struct set walk[PAWN_COUNT];
    struct set walk_power; /* Waring's power */
    struct set search[PAWN_COUNT];
    uint8_t search_power; /* mask: Ferris may declare his power */
    struct set arrest[PAWN_COUNT];
    uint8_t arrest_all;   /* area_arrest: mask */
    uint8_t arrest_power; /* Bond's power: mask */
    struct set rush[PAWN_COUNT];
};

/*
 * Returns true if these choices include the action. Independent of game_apply(), so that tests can compare
 * the two.
 */
bool legal_contains(const struct legal *legal, const struct action *action);

#endif
