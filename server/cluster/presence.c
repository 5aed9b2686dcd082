/* presence.c: see presence.h. */
#include "server/cluster/presence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/changes/upkeep.h"
#include "server/table/id_hash.h"

static struct present_list *bucket_of(const struct presence *presence, const char *id)
{
    return &presence->bucket[id_bucket(id, PRESENT_BUCKETS)];
}

unsigned presence_count(const struct presence *presence, const char *id)
{
    const struct present *present = presence->bucket == NULL ? NULL : LIST_FIRST(bucket_of(presence, id));
    unsigned count = 0;
    for (; present != NULL; present = LIST_NEXT(present, bucket_entry)) {
        count += strcmp(present->id, id) == 0;
    }
    return count;
}

void presence_init(struct presence *presence, struct tables *tables)
{
    *presence = (struct presence){.tables = tables, .pool = {.size = sizeof(struct present)}};
    presence->bucket = calloc(PRESENT_BUCKETS, sizeof *presence->bucket);
}

void presence_free(struct presence *presence)
{
    pool_free(&presence->pool);
    free(presence->bucket);
}

/* Shows a change at the tables of a player who is in memory. */
static void show(const struct presence *presence, const char *id)
{
    struct player *player = player_find(presence->tables, id);
    if (player != NULL) {
        player->elsewhere = presence_count(presence, id);
        player_moved(presence->tables, player);
    }
}

static struct present *find(const struct presence *presence, int64_t node, const char *id)
{
    struct present *present;
    LIST_FOREACH (present, bucket_of(presence, id), bucket_entry) {
        if (present->node == node && strcmp(present->id, id) == 0) {
            return present;
        }
    }
    return NULL;
}

static void drop(struct presence *presence, struct present *present)
{
    char id[sizeof present->id];
    memcpy(id, present->id, sizeof id);
    LIST_REMOVE(present, bucket_entry);
    LIST_REMOVE(present, node_entry);
    pool_release(&presence->pool, present);
    show(presence, id);
}

static void add(struct presence *presence, struct present_list *list, int64_t node, unsigned generation,
                const char *id)
{
    struct present *present = pool_allocate(&presence->pool);
    if (present != NULL) {
        (void)snprintf(present->id, sizeof present->id, "%s", id);
        present->node = node;
        present->generation = generation;
        LIST_INSERT_HEAD(bucket_of(presence, id), present, bucket_entry);
        LIST_INSERT_HEAD(list, present, node_entry);
        show(presence, id);
    }
}

void presence_set(struct presence *presence, struct present_list *list, int64_t node, unsigned generation,
                  const char *id, bool connected)
{
    if (presence->bucket == NULL) {
        return;
    }
    struct present *present = find(presence, node, id);
    if (present != NULL && connected) {
        present->generation = generation;
    } else if (present != NULL) {
        drop(presence, present);
    } else if (connected) {
        add(presence, list, node, generation, id);
    }
}

void presence_sweep(struct presence *presence, struct present_list *list, unsigned generation)
{
    struct present *next;
    for (struct present *present = LIST_FIRST(list); present != NULL; present = next) {
        next = LIST_NEXT(present, node_entry);
        if (present->generation != generation) {
            drop(presence, present);
        }
    }
}
