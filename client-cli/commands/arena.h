/*
 * arena.h: plays many games of bots against bots, on all cores.
 *
 * Game number i of a seed has the same Head tiles and draws for all levels and on every core, so that levels can be
 * compared, and the sums do not depend on the number of threads. Only times, and decisions cut short by a clock, do.
 */
#ifndef GASLIGHT_ARENA_H
#define GASLIGHT_ARENA_H

#include "common/bots/bot.h"

enum arena_side { ARENA_JACK, ARENA_POLICE, ARENA_SIDES };

struct arena_plan {
    const struct board *board; /* determines the game */
    uint32_t options;
    enum bot_level jack, police;
    unsigned games, threads;
    uint64_t seed;
    double clock;     /* CPU seconds per decision; later, any legal action is taken; 0: no limit */
    const char *save; /* a directory for the records of the games, or NULL */
    /* Called about twice per second, and at the end, with the number of games that are over; may be NULL. */
    void (*progress)(void *context, unsigned games);
    void *context;
};

/* Sums over the games played. */
struct arena_result {
    unsigned games, jack_wins;
    unsigned endings[REASON_COUNT];
    unsigned rounds[ROWS + 1]; /* games that ended in each night or round */
    unsigned long actions, longest, shortest;
    unsigned long decisions[ARENA_SIDES], late[ARENA_SIDES]; /* late: exceeded the clock */
    double seconds[ARENA_SIDES], slowest[ARENA_SIDES];
    unsigned long mistakes; /* see bot_choose() */
    unsigned unsaved;       /* records that could not be written */
};

/* Returns false if no thread could be started. */
bool arena_run(const struct arena_plan *plan, struct arena_result *result);

/* Wilson's 95 % confidence interval of a proportion; accurate near 0 and 1 too. */
struct arena_interval {
    double low, high;
};
struct arena_interval arena_interval(unsigned wins, unsigned games);

#endif
