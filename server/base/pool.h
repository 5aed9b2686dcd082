/*
 * pool.h: things of one size that stay for long, side by side.
 *
 * What stays among what comes and goes keeps the memory around it from being given back: a crowd that said
 * hello at once would leave a heap full of holes. A pool's things stand together in blocks. A thing given back
 * is the next one taken; blocks stay until the pool ends.
 */
#ifndef GASLIGHT_POOL_H
#define GASLIGHT_POOL_H

#include <stddef.h>

struct pool_block;

struct pool {
    size_t size; /* of a thing, at least a pointer's: set before the first is taken, the rest is 0 */
    void *given_back;
    struct pool_block *blocks;
    size_t used; /* things of the newest block that have ever been taken */
};

void *pool_allocate(struct pool *pool); /* zeroed; NULL: there is no memory */
void pool_release(struct pool *pool, void *thing);
void pool_free(struct pool *pool); /* with everything that was taken */

#endif
