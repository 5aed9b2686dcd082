/*
 * arena.h: many games of bots against bots, on all cores.
 *
 * Game number i of a seed is the same game whoever plays it on whichever core, so two levels can be compared on
 * the same Head tiles and draws, and the sums do not depend on the number of threads. Only the times do, and
 * the decisions cut short by a clock.
 */
#ifndef GASLIGHT_ARENA_H
#define GASLIGHT_ARENA_H

#include "common/bots/bot.h"

enum arena_side { ARENA_JACK, ARENA_POLICE, ARENA_SIDES };

struct arena_plan {
    const struct board *board; /* says which game */
    uint32_t options;
    enum bot_level jack, police;
    unsigned games, threads;
    uint64_t seed;
    double
        clock; /* seconds of processor time a decision may take, or any legal action is taken; 0: no clock */
    const char *save; /* a directory for the records of the games, or NULL */
};

/* Sums over the games played. */
struct arena_result {
    unsigned games, jack_wins;
    unsigned endings[REASON_COUNT];
    unsigned rounds[ROWS + 1]; /* games that ended in each night or round */
    unsigned long actions, longest, shortest;
    unsigned long decisions[ARENA_SIDES], late[ARENA_SIDES]; /* late: past the clock */
    double seconds[ARENA_SIDES], slowest[ARENA_SIDES];
    unsigned long mistakes; /* see bot_choose() */
    unsigned unsaved;       /* records that could not be written */
};

/* False: no thread could be had. */
bool arena_run(const struct arena_plan *plan, struct arena_result *result);

/* The 95 % interval of a share (Wilson's, which is sound near 0 and 1 too). */
struct arena_interval {
    double low, high;
};
struct arena_interval arena_interval(unsigned wins, unsigned games);

#endif
