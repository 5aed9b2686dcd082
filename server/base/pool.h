/*
 * pool.h: an allocator for long-lived objects of one size.
 *
 * Long-lived objects scattered among short-lived ones keep the memory around them from being returned to the
 * system: a crowd of players logging in at once would leave the heap fragmented. A pool puts its objects next
 * to each other in blocks. Released objects are reused first; blocks are freed only by pool_free().
 */
#ifndef GASLIGHT_POOL_H
#define GASLIGHT_POOL_H

#include <stddef.h>
#include <sys/queue.h>

struct pool_block;

/* Set `size` before the first allocation, and everything else to 0. */
struct pool {
    size_t size; /* of an object; at least the size of a pointer */
    void *released;
    SLIST_HEAD(, pool_block) blocks;
    size_t used; /* objects of the newest block that have ever been allocated */
};

void *pool_allocate(struct pool *pool); /* zeroed; NULL if there is no memory */
void pool_release(struct pool *pool, void *object);
void pool_free(struct pool *pool); /* with all of its objects */

#endif
