/*
 * shared.h: what must look the same from every node of a cluster.
 *
 *   presence.c     which players are connected, wherever that is
 *   listings.c     public tables, in the lobby of every node
 *   asks.c         questions to all nodes, and their answers
 *   player_asks.c  a player's tables everywhere: whether a name is free there, and the list of them
 *   news.c         new names, bans, and players who were removed
 *
 * Nodes send each other only ids of players, what anyone can see of public tables, new names, and, when asked about a
 * player, what that player can see.
 *
 * What a node has sent has a generation, which begins each time the node sends everything. A few seconds after a new
 * generation has begun, or after the node's link was lost, what is left of the old one is dropped.
 */
#ifndef GASLIGHT_SHARED_H
#define GASLIGHT_SHARED_H

#include <uv.h>

#include "server/cluster/asks.h"
#include "server/cluster/cluster.h"
#include "server/cluster/news.h"
#include "server/cluster/presence.h"

struct dispatch;

/* What another node has sent. */
struct told {
    LIST_ENTRY(told) entry;
    int64_t node;
    unsigned generation;
    uint64_t sweep_at;   /* when older generations are dropped, of the loop's clock; 0: there are none */
    uint64_t lost_since; /* when its link was first seen to be lost; 0: it is there */
    struct present_list present;
};

struct shared {
    struct cluster *cluster;
    struct dispatch *dispatch;
    struct tables *tables;
    struct asks asks;
    struct presence presence;
    struct news news;
    LIST_HEAD(, told) told;
    uv_timer_t tick;
    unsigned ticks;
};

/* Sets the cluster's notices, and the hooks of tables and dispatch. Returns NULL if there is no memory. */
struct shared *shared_open(struct cluster *cluster);

/* Ends all questions. Nothing is sent or answered afterwards. */
void shared_stop(struct shared *shared);
void shared_free(struct shared *shared); /* after the loop has ended */

#endif
