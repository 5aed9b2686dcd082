/*
 * rate_limit.c: token buckets, and a hash map of addresses.
 *
 * The map uses open addressing with linear probing over pointers, and a keyed hash, because the clients we
 * limit choose their addresses. Entries are allocated when an address is first seen and freed by a sweep;
 * looking up a known address allocates nothing. Removal shifts later entries back, so there are no tombstones.
 */
#include "server/net/rate_limit.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/ip_prefix.h"

#define NANOSECONDS 1e9

/* ADDRESSES_MAX is far above the number of connections; beyond it, new addresses are refused until a sweep. */
enum { SLOTS_INITIAL = 64, ADDRESSES_MAX = 1 << 20, ADDRESS_PREFIX = 8, NETWORK_PREFIX = 6 };

struct entry {
    struct address address; /* what addresses_get() returns a pointer to */
    uint64_t hash;
    char key[ADDRESS_KEY_BYTES];
};

struct addresses {
    struct entry **slot;
    size_t slots; /* a power of two, never more than half used */
    size_t count;
    unsigned char hash_key[crypto_shorthash_KEYBYTES];
};

/* ---- Buckets --------------------------------------------------------------------------------------- */

void bucket_fill(struct bucket *bucket, double burst, uint64_t now)
{
    *bucket = (struct bucket){.tokens = burst, .updated = now, .full = now};
}

static double tokens_at(const struct bucket *bucket, double rate, uint64_t now)
{
    return bucket->tokens +
           (now > bucket->updated ? (double)(now - bucket->updated) / NANOSECONDS * rate : 0.0);
}

bool bucket_is_empty(const struct bucket *bucket, double rate, uint64_t now)
{
    return tokens_at(bucket, rate, now) < 1.0;
}

bool bucket_has(const struct bucket *bucket, double tokens, double rate, double burst, uint64_t now)
{
    return tokens_at(bucket, rate, now) >= (tokens < burst ? tokens : burst);
}

bool bucket_is_in_debt(const struct bucket *bucket, double rate, uint64_t now)
{
    return tokens_at(bucket, rate, now) < 0.0;
}

void bucket_charge(struct bucket *bucket, double tokens, double rate, double burst, uint64_t now)
{
    double held = tokens_at(bucket, rate, now);
    bucket->tokens = (held < burst ? held : burst) - tokens;
    bucket->updated = now > bucket->updated ? now : bucket->updated;
    bucket->full = bucket->updated + (uint64_t)((burst - bucket->tokens) / rate * NANOSECONDS);
}

bool bucket_take(struct bucket *bucket, double rate, double burst, uint64_t now)
{
    bool taken = burst >= 1.0 && !bucket_is_empty(bucket, rate, now);
    bucket_charge(bucket, taken ? 1.0 : 0.0, rate, burst, now);
    return taken;
}

/* ---- Addresses ------------------------------------------------------------------------------------- */

/*
 * Makes the key of an address: IPv4 addresses (also those written as IPv6) in full, IPv6 addresses by their first
 * `bytes` bytes. Returns true if it was an IPv6 address.
 */
static bool make_key(const char *address, size_t bytes, char key[ADDRESS_KEY_BYTES])
{
    uint8_t parts[IP_ADDRESS_BYTES];
    if (strchr(address, ':') == NULL || !ip_address_read(address, parts)) {
        (void)snprintf(key, ADDRESS_KEY_BYTES, "%.63s", address);
        return false;
    }
    if (ip_address_is_ipv4(parts)) {
        ip_address_write(parts, key);
        return false;
    }
    memset(parts + bytes, 0, sizeof parts - bytes);
    ip_address_write(parts, key);
    size_t length = strlen(key);
    (void)snprintf(key + length, ADDRESS_KEY_BYTES - length, "/%zu", bytes * 8);
    return true;
}

void address_network(const char *address, char key[ADDRESS_KEY_BYTES])
{
    (void)make_key(address, NETWORK_PREFIX, key);
}

/* ---- One address ------------------------------------------------------------------------------------ */

bool address_has_room(const struct address *address, long most)
{
    return (long)address->connections < most &&
           (address->network == NULL || (long)address->network->connections < most * NETWORK_FACTOR);
}

void address_connect(struct address *address)
{
    address->connections++;
    if (address->network != NULL) {
        address->network->connections++;
    }
}

void address_disconnect(struct address *address)
{
    address->connections--;
    if (address->network != NULL) {
        address->network->connections--;
    }
}

bool address_has_table_room(const struct address *address, long most)
{
    return (long)address->tables < most &&
           (address->network == NULL || (long)address->network->tables < most * NETWORK_FACTOR);
}

void address_add_table(struct address *address)
{
    address->tables++;
    if (address->network != NULL) {
        address->network->tables++;
    }
}

void address_remove_table(struct address *address)
{
    address->tables--;
    if (address->network != NULL) {
        address->network->tables--;
    }
}

bool address_is_empty(const struct address *address, enum address_limit limit, double rate, uint64_t now)
{
    return bucket_is_empty(&address->bucket[limit], rate, now) ||
           (address->network != NULL &&
            bucket_is_empty(&address->network->bucket[limit], rate * NETWORK_FACTOR, now));
}

bool address_take(struct address *address, enum address_limit limit, double rate, double burst, uint64_t now)
{
    if (address_is_empty(address, limit, rate, now)) {
        return false;
    }
    if (address->network != NULL) {
        (void)bucket_take(&address->network->bucket[limit], rate * NETWORK_FACTOR, burst * NETWORK_FACTOR,
                          now);
    }
    return bucket_take(&address->bucket[limit], rate, burst, now);
}

bool address_has(const struct address *address, enum address_limit limit, double tokens, double rate,
                 double burst, uint64_t now)
{
    return bucket_has(&address->bucket[limit], tokens, rate, burst, now) &&
           (address->network == NULL || bucket_has(&address->network->bucket[limit], tokens,
                                                   rate * NETWORK_FACTOR, burst * NETWORK_FACTOR, now));
}

void address_charge(struct address *address, enum address_limit limit, double tokens, double rate,
                    double burst, uint64_t now)
{
    if (address->network != NULL) {
        bucket_charge(&address->network->bucket[limit], tokens, rate * NETWORK_FACTOR, burst * NETWORK_FACTOR,
                      now);
    }
    bucket_charge(&address->bucket[limit], tokens, rate, burst, now);
}

bool address_is_in_debt(const struct address *address, enum address_limit limit, double rate, uint64_t now)
{
    return bucket_is_in_debt(&address->bucket[limit], rate, now) ||
           (address->network != NULL &&
            bucket_is_in_debt(&address->network->bucket[limit], rate * NETWORK_FACTOR, now));
}

/* ---- All addresses ---------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct addresses *addresses, const char *key)
{
    unsigned char bytes[crypto_shorthash_BYTES];
    uint64_t hash = 0;
    _Static_assert(sizeof bytes == sizeof hash, "a hash is 64 bits");
    (void)crypto_shorthash(bytes, (const unsigned char *)key, strlen(key), addresses->hash_key);
    memcpy(&hash, bytes, sizeof hash);
    return hash;
}

/* Returns the slot that holds the key, or the free slot where it belongs. */
static size_t find_slot(const struct addresses *addresses, const char *key, uint64_t hash)
{
    size_t mask = addresses->slots - 1;
    size_t at = hash & mask;
    while (addresses->slot[at] != NULL &&
           (addresses->slot[at]->hash != hash || strcmp(addresses->slot[at]->key, key) != 0)) {
        at = (at + 1) & mask;
    }
    return at;
}

/* Doubles the number of slots. Returns false, with nothing changed, if there is no memory. */
static bool grow(struct addresses *addresses)
{
    struct addresses bigger = *addresses;
    bigger.slots = addresses->slots * 2;
    bigger.slot = calloc(bigger.slots, sizeof(struct entry *));
    if (bigger.slot == NULL) {
        return false;
    }
    for (size_t i = 0; i < addresses->slots; i++) {
        struct entry *entry = addresses->slot[i];
        if (entry != NULL) {
            bigger.slot[find_slot(&bigger, entry->key, entry->hash)] = entry;
        }
    }
    free(addresses->slot);
    *addresses = bigger;
    return true;
}

struct addresses *addresses_new(void)
{
    if (sodium_init() < 0) {
        return NULL;
    }
    struct addresses *addresses = calloc(1, sizeof *addresses);
    if (addresses == NULL) {
        return NULL;
    }
    addresses->slots = SLOTS_INITIAL;
    addresses->slot = calloc(addresses->slots, sizeof(struct entry *));
    if (addresses->slot == NULL) {
        free(addresses);
        return NULL;
    }
    crypto_shorthash_keygen(addresses->hash_key);
    return addresses;
}

/* Returns the entry of a key, a new one if needed. Returns NULL if there is no memory or there are too many. */
static struct address *get(struct addresses *addresses, const char *key, uint64_t now)
{
    uint64_t hash = hash_of(addresses, key);
    size_t at = find_slot(addresses, key, hash);
    if (addresses->slot[at] != NULL) {
        return &addresses->slot[at]->address;
    }
    if (addresses->count >= ADDRESSES_MAX) {
        return NULL;
    }
    if ((addresses->count + 1) * 2 > addresses->slots) {
        if (!grow(addresses)) {
            return NULL;
        }
        at = find_slot(addresses, key, hash);
    }
    struct entry *entry = calloc(1, sizeof *entry);
    if (entry == NULL) {
        return NULL;
    }
    for (unsigned i = 0; i < ADDRESS_LIMITS; i++) {
        /* The first bucket_take() reduces this to the burst, which only its caller knows. */
        bucket_fill(&entry->address.bucket[i], INFINITY, now);
    }
    entry->hash = hash;
    (void)snprintf(entry->key, sizeof entry->key, "%s", key);
    addresses->slot[at] = entry;
    addresses->count++;
    return &entry->address;
}

struct address *addresses_get(struct addresses *addresses, const char *address, uint64_t now)
{
    char key[ADDRESS_KEY_BYTES];
    bool has_network = make_key(address, ADDRESS_PREFIX, key);
    struct address *found = get(addresses, key, now);
    if (found == NULL || !has_network || found->network != NULL) {
        return found;
    }
    address_network(address, key);
    found->network = get(addresses, key, now);
    if (found->network == NULL) {
        return NULL; /* `found` is unused, so the next sweep removes it */
    }
    found->network->parts++;
    return found;
}

/* Empties a slot and moves back the entries behind it that could no longer be found. */
static void remove_slot(struct addresses *addresses, size_t hole)
{
    size_t mask = addresses->slots - 1;
    if (addresses->slot[hole]->address.network != NULL) {
        addresses->slot[hole]->address.network->parts--;
    }
    free(addresses->slot[hole]);
    addresses->slot[hole] = NULL;
    addresses->count--;
    for (size_t at = (hole + 1) & mask; addresses->slot[at] != NULL; at = (at + 1) & mask) {
        size_t home = addresses->slot[at]->hash & mask;
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            addresses->slot[hole] = addresses->slot[at];
            addresses->slot[at] = NULL;
            hole = at;
        }
    }
}

/* Returns true if the entry holds nothing that a new one would not hold. */
static bool is_unused(const struct address *address, uint64_t now)
{
    bool unused = address->connections == 0 && address->tables == 0 && address->parts == 0;
    for (unsigned i = 0; i < ADDRESS_LIMITS; i++) {
        unused = unused && address->bucket[i].full <= now;
    }
    return unused;
}

void addresses_sweep(struct addresses *addresses, uint64_t now)
{
    size_t at = 0;
    while (at < addresses->slots) {
        const struct entry *entry = addresses->slot[at];
        if (entry != NULL && is_unused(&entry->address, now)) {
            remove_slot(addresses, at); /* another entry may have moved here, so check this slot again */
        } else {
            at++;
        }
    }
}

size_t addresses_count(const struct addresses *addresses)
{
    return addresses->count;
}

void addresses_free(struct addresses *addresses)
{
    if (addresses == NULL) {
        return;
    }
    for (size_t i = 0; i < addresses->slots; i++) {
        free(addresses->slot[i]);
    }
    free(addresses->slot);
    free(addresses);
}
