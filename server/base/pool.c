/*
 * pool.c: objects of one size, in blocks.
 *
 * A released object holds a pointer to the one released before it. When AddressSanitizer is on, released
 * objects are poisoned, so that it reports any use of them.
 */
#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/pool.h"

enum { BLOCK_BYTES = 64 * 1024 };

struct pool_block {
    SLIST_ENTRY(pool_block) link;
    max_align_t object[];
};

/* Returns the distance between the starts of two objects. */
static size_t stride(const struct pool *pool)
{
    size_t unit = sizeof(max_align_t);
    return (pool->size + unit - 1) / unit * unit;
}

static size_t objects_per_block(const struct pool *pool)
{
    size_t count = BLOCK_BYTES / stride(pool);
    return count > 0 ? count : 1;
}

/* Returns an object that was never in use before, or NULL if there is no memory. */
static void *allocate_new(struct pool *pool)
{
    if (SLIST_EMPTY(&pool->blocks) || pool->used == objects_per_block(pool)) {
        struct pool_block *block = malloc(sizeof *block + objects_per_block(pool) * stride(pool));
        if (block == NULL) {
            return NULL;
        }
        SLIST_INSERT_HEAD(&pool->blocks, block, link);
        pool->used = 0;
    }
    return (char *)SLIST_FIRST(&pool->blocks)->object + stride(pool) * pool->used++;
}

static void *reuse(struct pool *pool)
{
    void **object = pool->released;
    ASAN_UNPOISON_MEMORY_REGION(object, pool->size);
    pool->released = *object;
    return object;
}

void *pool_allocate(struct pool *pool)
{
    void *object = pool->released != NULL ? reuse(pool) : allocate_new(pool);
    return object == NULL ? NULL : memset(object, 0, pool->size);
}

void pool_release(struct pool *pool, void *object)
{
    *(void **)object = pool->released;
    pool->released = object;
    ASAN_POISON_MEMORY_REGION(object, pool->size);
}

void pool_free(struct pool *pool)
{
    while (!SLIST_EMPTY(&pool->blocks)) {
        struct pool_block *block = SLIST_FIRST(&pool->blocks);
        SLIST_REMOVE_HEAD(&pool->blocks, link);
        ASAN_UNPOISON_MEMORY_REGION(block->object, objects_per_block(pool) * stride(pool));
        free(block);
    }
    *pool = (struct pool){.size = pool->size};
}
