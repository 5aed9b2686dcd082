/*
 * rate_limit.h: token buckets, for single connections and for all connections of one address.
 *
 * A bucket holds up to `burst` tokens and gains `rate` tokens per second; a request takes one. What a request costs
 * besides is charged afterwards, when that is known, and may leave the bucket in debt: then nothing can be taken until
 * it has gained as much. The caller passes the time in nanoseconds, so tests need no clock. The rates and bursts
 * themselves are options of the server: see server/base/options.h.
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

/* Takes this many tokens, also if there are not as many. */
void bucket_charge(struct bucket *bucket, double tokens, double rate, double burst, uint64_t now);

/* Returns true if the bucket has this many tokens, or is full. */
bool bucket_has(const struct bucket *bucket, double tokens, double rate, double burst, uint64_t now);

/* Returns true if more has been charged than there was. */
bool bucket_is_in_debt(const struct bucket *bucket, double rate, uint64_t now);

/* Returns true if bucket_take() would fail. */
bool bucket_is_empty(const struct bucket *bucket, double rate, uint64_t now);

/*
 * Buckets and a connection count for every address seen. Entries are removed once they have no connections or
 * tables and their buckets are full again. All addresses of an IPv6 /64 share one entry, because a client that has one of
 * them usually has them all. Many clients have a whole /48, so that has an entry too, and is allowed
 * NETWORK_FACTOR times as much as one address: whatever an address uses counts towards both. A pointer returned
 * by addresses_get() stays valid at least until the next sweep, and as long as the entry has connections. New
 * buckets start full, whatever their burst.
 */
enum address_limit {
    LIMIT_REQUESTS,
    LIMIT_REPLAYS,
    LIMIT_CODES,
    LIMIT_UPGRADES,
    LIMIT_CREATIONS,
    LIMIT_CHATS,
    ADDRESS_LIMITS
};
enum { NETWORK_FACTOR = 4, ADDRESS_KEY_BYTES = 64 };

struct addresses;
struct address {
    struct address *network; /* the /48 of an IPv6 address, otherwise NULL */
    unsigned connections;
    unsigned tables; /* unfinished ones that were created from there */
    unsigned parts;  /* of a network: its addresses that have an entry */
    struct bucket bucket[ADDRESS_LIMITS];
};

/* Returns true if the address, and its network, may have another connection. */
bool address_has_room(const struct address *address, long most);
void address_connect(struct address *address);
void address_disconnect(struct address *address);

/* The same for the unfinished tables that were created from an address. */
bool address_has_table_room(const struct address *address, long most);
void address_add_table(struct address *address);
void address_remove_table(struct address *address);

/* Takes a token of the address, and one of its network. Returns false, and takes none, if either has none. */
bool address_take(struct address *address, enum address_limit limit, double rate, double burst, uint64_t now);
bool address_is_empty(const struct address *address, enum address_limit limit, double rate, uint64_t now);

/* Like the functions of buckets, for an address and its network, which has NETWORK_FACTOR times the limit. */
bool address_has(const struct address *address, enum address_limit limit, double tokens, double rate,
                 double burst, uint64_t now);
void address_charge(struct address *address, enum address_limit limit, double tokens, double rate,
                    double burst, uint64_t now);
bool address_is_in_debt(const struct address *address, enum address_limit limit, double rate, uint64_t now);

/* Writes what identifies the client's network: the /48 of an IPv6 address, all of an IPv4 address. */
void address_network(const char *address, char key[ADDRESS_KEY_BYTES]);

struct addresses *addresses_new(void); /* NULL if there is no memory */
struct address *addresses_get(struct addresses *addresses, const char *address,
                              uint64_t now); /* NULL if there is no memory or there are too many */
void addresses_sweep(struct addresses *addresses, uint64_t now); /* call about once a minute */
size_t addresses_count(const struct addresses *addresses);
void addresses_free(struct addresses *addresses);

#endif
