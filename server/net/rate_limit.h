/*
 * limits.h: token buckets, for one connection and for all connections of one address.
 *
 * A bucket holds up to `burst` tokens and gains `rate` a second; a request takes one. Time is given by
 * the caller, so that tests need no clock.
 */
#ifndef GASLIGHT_RATE_LIMIT_H
#define GASLIGHT_RATE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bucket {
    double tokens;
    uint64_t updated; /* nanoseconds */
    uint64_t full;    /* when it will be full again if nothing is taken */
};

void bucket_fill(struct bucket *bucket, double burst, uint64_t now);
bool bucket_take(struct bucket *bucket, double rate, double burst, uint64_t now);

/* Who would take a token gets none. */
bool bucket_is_empty(const struct bucket *bucket, double rate, uint64_t now);

/*
 * Buckets and a count for every address seen; forgotten once full again and unused. All addresses of an
 * IPv6 /64 are one: whoever has one of them has them all. What addresses_get() gives stays where it is
 * until a sweep finds it without connections; its buckets start full, whatever their burst.
 */
struct addresses;
struct address {
    unsigned connections;
    struct bucket requests, replays, codes, upgrades;
};
struct addresses *addresses_new(void);
struct address *addresses_get(struct addresses *addresses, const char *address,
                              uint64_t now);                     /* NULL: no memory, or too many addresses */
void addresses_sweep(struct addresses *addresses, uint64_t now); /* once a minute or so */
size_t addresses_count(const struct addresses *addresses);
void addresses_free(struct addresses *addresses);

#endif
