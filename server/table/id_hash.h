/* id_hash.h: which bucket of a hash table an id belongs to. */
#ifndef GASLIGHT_ID_HASH_H
#define GASLIGHT_ID_HASH_H

#include <stdint.h>

/* FNV-1a. The server draws all ids itself, so nobody can choose ids that collide. */
static inline unsigned id_bucket(const char *id, unsigned buckets)
{
    uint32_t hash = 2166136261U;
    while (*id != '\0') {
        hash = (hash ^ (unsigned char)*id++) * 16777619U;
    }
    return hash % buckets;
}

#endif
