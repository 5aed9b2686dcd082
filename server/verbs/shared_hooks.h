/*
 * shared_hooks.h: what verbs ask of the other nodes of a cluster.
 *
 * The cluster sets these hooks; without one they are NULL. `shared` is tables->shared.
 */
#ifndef GASLIGHT_SHARED_HOOKS_H
#define GASLIGHT_SHARED_HOOKS_H

#include <stdbool.h>

struct mine;
struct shared;

struct shared_hooks {
    /* Calls `done`, now or later: whether a name is taken at a table of another node where the player sits or watches. */
    void (*name_taken)(struct shared *shared, const char *player, const char *name,
                       void (*done)(void *context, bool taken), void *context);
    /* Notifies the other nodes of a new name, which has been stored. */
    void (*renamed)(struct shared *shared, const char *player, const char *name);
    /* Adds the player's tables at other nodes to the list, then calls `done`, now or later. */
    void (*mine)(struct shared *shared, const char *player, struct mine *mine, void (*done)(void *context),
                 void *context);
};

#endif
