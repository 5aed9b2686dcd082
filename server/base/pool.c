/*
 * pool.c: things of one size, in blocks.
 *
 * A thing that was given back holds the pointer to the one given back before it. AddressSanitizer, where it is on, is
 * told of what is not in use, and finds out who touches it all the same.
 */
#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/pool.h"

enum { BLOCK_BYTES = 64 * 1024 };

struct pool_block {
    struct pool_block *next;
    max_align_t thing[];
};

/* Bytes between the beginnings of two things. */
static size_t stride(const struct pool *pool)
{
    size_t unit = sizeof(max_align_t);
    return (pool->size + unit - 1) / unit * unit;
}

static size_t things_of_a_block(const struct pool *pool)
{
    size_t count = BLOCK_BYTES / stride(pool);
    return count > 0 ? count : 1;
}

/* One that never was in use. */
static void *take_new(struct pool *pool)
{
    if (pool->blocks == NULL || pool->used == things_of_a_block(pool)) {
        struct pool_block *block = malloc(sizeof *block + things_of_a_block(pool) * stride(pool));
        if (block == NULL) {
            return NULL;
        }
        block->next = pool->blocks;
        pool->blocks = block;
        pool->used = 0;
    }
    return (char *)pool->blocks->thing + stride(pool) * pool->used++;
}

static void *take_again(struct pool *pool)
{
    void **thing = pool->given_back;
    ASAN_UNPOISON_MEMORY_REGION(thing, pool->size);
    pool->given_back = *thing;
    return thing;
}

void *pool_allocate(struct pool *pool)
{
    void *thing = pool->given_back != NULL ? take_again(pool) : take_new(pool);
    return thing == NULL ? NULL : memset(thing, 0, pool->size);
}

void pool_release(struct pool *pool, void *thing)
{
    *(void **)thing = pool->given_back;
    pool->given_back = thing;
    ASAN_POISON_MEMORY_REGION(thing, pool->size);
}

void pool_free(struct pool *pool)
{
    while (pool->blocks != NULL) {
        struct pool_block *block = pool->blocks;
        pool->blocks = block->next;
        ASAN_UNPOISON_MEMORY_REGION(block->thing, things_of_a_block(pool) * stride(pool));
        free(block);
    }
    *pool = (struct pool){.size = pool->size};
}
