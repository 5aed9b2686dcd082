/*
 * rate_limit.c: token buckets, and a hash map of addresses.
 *
 * The map uses open addressing with linear probing over pointers, and a keyed hash, because the clients we
 * limit choose their addresses. Entries are allocated when an address is first seen and freed by a sweep;
 * looking up a known address allocates nothing. Removal shifts later entries back, so there are no tombstones.
 */
#include "server/net/rate_limit.h"

#include <arpa/inet.h>
#include <math.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NANOSECONDS 1e9

/* ADDRESSES_MAX is far above the number of connections; beyond it, new addresses are refused until a sweep. */
enum { KEY_BYTES = 64, SLOTS_INITIAL = 64, ADDRESSES_MAX = 1 << 20 };

struct entry {
    struct address address; /* what addresses_get() returns a pointer to */
    uint64_t hash;
    char key[KEY_BYTES];
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

bool bucket_take(struct bucket *bucket, double rate, double burst, uint64_t now)
{
    double tokens = tokens_at(bucket, rate, now);
    bucket->tokens = tokens < burst ? tokens : burst;
    bucket->updated = now > bucket->updated ? now : bucket->updated;
    bool taken = bucket->tokens >= 1.0;
    if (taken) {
        bucket->tokens -= 1.0;
    }
    bucket->full = bucket->updated + (uint64_t)((burst - bucket->tokens) / rate * NANOSECONDS);
    return taken;
}

/* ---- Addresses ------------------------------------------------------------------------------------- */

/* Returns true for an IPv4 address written as IPv6: mapped (::ffff:0:0/96) or translated (64:ff9b::/96). */
static bool is_ipv4(const struct in6_addr *parts)
{
    static const uint8_t translated[12] = {0x00, 0x64, 0xff, 0x9b};
    return IN6_IS_ADDR_V4MAPPED(parts) || memcmp(parts->s6_addr, translated, sizeof translated) == 0;
}

/* Makes the key of an address: IPv4 addresses (also those written as IPv6) in full, IPv6 addresses by their /64. */
static void make_key(const char *address, char key[KEY_BYTES])
{
    struct in6_addr parts;
    if (strchr(address, ':') == NULL || inet_pton(AF_INET6, address, &parts) != 1) {
        (void)snprintf(key, KEY_BYTES, "%.63s", address);
    } else if (is_ipv4(&parts)) {
        (void)inet_ntop(AF_INET, &parts.s6_addr[12], key, KEY_BYTES);
    } else {
        memset(&parts.s6_addr[8], 0, 8);
        (void)inet_ntop(AF_INET6, &parts, key, KEY_BYTES);
    }
}

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

struct address *addresses_get(struct addresses *addresses, const char *address, uint64_t now)
{
    char key[KEY_BYTES];
    make_key(address, key);
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
    /* The first bucket_take() reduces this to the burst, which only its caller knows. */
    bucket_fill(&entry->address.requests, INFINITY, now);
    bucket_fill(&entry->address.replays, INFINITY, now);
    bucket_fill(&entry->address.codes, INFINITY, now);
    bucket_fill(&entry->address.upgrades, INFINITY, now);
    entry->hash = hash;
    memcpy(entry->key, key, sizeof key);
    addresses->slot[at] = entry;
    addresses->count++;
    return &entry->address;
}

/* Empties a slot and moves back the entries behind it that could no longer be found. */
static void remove_slot(struct addresses *addresses, size_t hole)
{
    size_t mask = addresses->slots - 1;
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
    return address->connections == 0 && address->requests.full <= now && address->replays.full <= now &&
           address->codes.full <= now && address->upgrades.full <= now;
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
