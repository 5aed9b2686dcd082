/*
 * arena.h: plays many games of bots against bots, on all cores.
 *
 * Game number i of a seed has the same Head tiles and draws for all players and on every core, so that players can be
 * compared, and the sums do not depend on the number of threads. Only times, and decisions cut short by a clock, do.
 */
#ifndef GASLIGHT_ARENA_H
#define GASLIGHT_ARENA_H

#include "common/bots/style.h"

enum arena_side { ARENA_JACK, ARENA_POLICE, ARENA_SIDES };

struct arena_plan {
    const struct board *board; /* determines the game */
    uint32_t options;
    struct bot_player jack, police;
    unsigned games, threads;
    uint64_t seed;
    double clock;     /* CPU seconds per decision; later, any legal action is taken; 0: no limit */
    bool calibration; /* compare the police's estimates with the truth */
    const char *save; /* a directory for the records of the games, or NULL */
    /* Called about twice per second, and at the end, with the number of games that are over; may be NULL. */
    void (*progress)(void *context, unsigned games);
    void *context;
};

/* Estimated probabilities in one range: how many, their sum, and how often the estimated thing was true. */
struct arena_bin {
    unsigned long count, hits;
    double sum;
};

/* The upper ends of the ranges, in per cent. */
enum { ARENA_BINS = 9 };
extern const uint8_t arena_bin_end[ARENA_BINS];

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
    /* With calibration: Jack's position when policemen act, and the arrests they made. */
    struct arena_bin position[ARENA_BINS], arrest[ARENA_BINS];
    double bits,
        uniform_bits; /* sums of -log2 of the weight of the true circle, and if all possible ones weigh the same */
    unsigned long estimates;
};

/* Returns false if no thread could be started. */
bool arena_run(const struct arena_plan *plan, struct arena_result *result);

/* Wilson's 95 % confidence interval of a proportion; accurate near 0 and 1 too. */
struct arena_interval {
    double low, high;
};
struct arena_interval arena_interval(unsigned wins, unsigned games);

#endif
