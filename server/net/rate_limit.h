/*
 * rate_limit.h: token buckets, for single connections and for all connections of one address.
 *
 * A bucket holds up to `burst` tokens and gains `rate` tokens per second; a request takes one. The caller
 * passes the time in nanoseconds, so tests need no clock. The rates and bursts themselves are options of the
 * server: see server/base/options.h.
 */
#ifndef GASLIGHT_RATE_LIMIT_H
#define GASLIGHT_RATE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bucket {
    double tokens;
    uint64_t updated; /* nanoseconds */
    uint64_t full;    /* when it will be full again if no token is taken */
};

/* Fills the bucket. */
void bucket_fill(struct bucket *bucket, double burst, uint64_t now);
/* Takes a token. Returns false if there is none. */
bool bucket_take(struct bucket *bucket, double rate, double burst, uint64_t now);

/* Returns true if bucket_take() would fail. */
bool bucket_is_empty(const struct bucket *bucket, double rate, uint64_t now);

/*
 * Buckets and a connection count for every address seen. Entries are removed once they have no connections and
 * their buckets are full again. All addresses of an IPv6 /64 share one entry, because a client that has one of
 * them usually has them all. A pointer returned by addresses_get() stays valid at least until the next sweep,
 * and as long as the entry has connections. New buckets start full, whatever their burst.
 */
struct addresses;
struct address {
    unsigned connections;
    struct bucket requests, replays, codes, upgrades;
};
struct addresses *addresses_new(void); /* NULL if there is no memory */
struct address *addresses_get(struct addresses *addresses, const char *address,
                              uint64_t now); /* NULL if there is no memory or there are too many */
void addresses_sweep(struct addresses *addresses, uint64_t now); /* call about once a minute */
size_t addresses_count(const struct addresses *addresses);
void addresses_free(struct addresses *addresses);

#endif
