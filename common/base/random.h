/*
 * random.h: pseudorandom numbers from a seed that the caller provides (splitmix64).
 *
 * The rules use no random numbers; this is for generators, bots and tests. Do not use it for tokens, invite
 * codes or the Head tiles: the server takes those from the operating system.
 */
#ifndef GASLIGHT_RANDOM_H
#define GASLIGHT_RANDOM_H

#include <stdint.h>

#include "common/base/set.h"

struct random {
    uint64_t state; /* starts as the seed and advances with each number */
};

static inline uint64_t random_next(struct random *random)
{
    uint64_t z = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Returns a number from 0 to limit-1. The bias is negligible as long as `limit` is far below 2^32. */
static inline unsigned random_below(struct random *random, unsigned limit)
{
    return (unsigned)(((random_next(random) >> 32) * limit) >> 32);
}

/* Returns a number from 0 up to but not including 1. */
static inline double random_fraction(struct random *random)
{
    return (double)(random_next(random) >> 11) / 9007199254740992.0; /* 2^53 */
}

/* Returns a member of the set, each equally likely; 0 if the set is empty. */
static inline unsigned random_member(const struct set *set, struct random *random)
{
    unsigned skip = random_below(random, set_count(set));
    unsigned member = set_next(set, 0);
    while (skip-- > 0) {
        member = set_next(set, member);
    }
    return member;
}

#endif
