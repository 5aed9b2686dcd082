/*
 * presence.h: which players are connected to which other nodes.
 *
 * Each node notifies the others of a player's first connection to it and of the end of the last one. Only real connections
 * count, not sessions that were opened for clients of another node. The ids of all these players are stored here, whether
 * or not the players are in memory; a player in memory has the number of nodes in `elsewhere`.
 *
 * When a node sends everything again, what it sent before becomes void, but is dropped only a few seconds later. Otherwise
 * players would briefly be shown as away while their clients reconnect, perhaps to another node.
 */
#ifndef GASLIGHT_PRESENCE_H
#define GASLIGHT_PRESENCE_H

#include "server/base/pool.h"
#include "server/table/table.h"

enum { PRESENT_BUCKETS = 65536 };

/* Somebody who is connected to another node. */
struct present {
    LIST_ENTRY(present) bucket_entry, node_entry;
    char id[PLAYER_ID_LENGTH + 1];
    int64_t node;
    unsigned generation; /* see shared.h */
};

LIST_HEAD(present_list, present);

struct presence {
    struct tables *tables;
    struct pool pool;
    struct present_list *bucket; /* NULL if there is no memory: nobody is known to be elsewhere */
};

void presence_init(struct presence *presence, struct tables *tables);
void presence_free(struct presence *presence);

/* Notes that a player is connected to a node, or no longer is. `list` has everyone who is connected there. */
void presence_set(struct presence *presence, struct present_list *list, int64_t node, unsigned generation,
                  const char *id, bool connected);

/* Drops those whom the node has not named again in this generation. */
void presence_sweep(struct presence *presence, struct present_list *list, unsigned generation);

/* Returns at how many other nodes a player is connected. */
unsigned presence_count(const struct presence *presence, const char *id);

#endif
