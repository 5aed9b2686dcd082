/* peers.c: the other nodes as this one knows them, and messages to them; see cluster.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/cluster/cluster_internal.h"

/* ---- this node ---- */

struct dispatch *cluster_dispatch(const struct cluster *cluster)
{
    return cluster->dispatch;
}

int64_t cluster_node(const struct cluster *cluster)
{
    return cluster == NULL ? 0 : cluster->node;
}

const char *cluster_node_name(const struct cluster *cluster)
{
    return cluster == NULL ? "" : cluster->name;
}

bool cluster_is_draining(const struct cluster *cluster)
{
    return cluster != NULL && cluster->drain.phase != DRAIN_NONE;
}

bool cluster_has_lost_store(const struct cluster *cluster)
{
    return cluster != NULL && cluster->leases.answered_at != 0 &&
           uv_now(cluster->dispatch->loop) - cluster->leases.answered_at > CONTACT_NEEDED;
}

uint64_t cluster_next_list(struct cluster *cluster)
{
    cluster->leases.is_urgent = true;
    return cluster->leases.polls + 1;
}

/* ---- peers ---- */

struct cluster_peer *cluster_first_peer(const struct cluster *cluster)
{
    return cluster == NULL ? NULL : LIST_FIRST(&cluster->peers);
}

struct cluster_peer *cluster_next_peer(const struct cluster_peer *peer)
{
    return LIST_NEXT(peer, entry);
}

struct cluster_peer *cluster_find_peer(const struct cluster *cluster, int64_t node)
{
    struct cluster_peer *peer = cluster_first_peer(cluster);
    while (peer != NULL && peer->node != node) {
        peer = cluster_next_peer(peer);
    }
    return peer;
}

struct cluster_peer *cluster_find_peer_by_name(const struct cluster *cluster, const char *name)
{
    struct cluster_peer *peer = cluster_first_peer(cluster);
    while (peer != NULL && strcmp(peer->name, name) != 0) {
        peer = cluster_next_peer(peer);
    }
    return peer;
}

bool cluster_peer_is_up(const struct cluster_peer *peer)
{
    return peer->out != NULL && link_is_up(peer->out);
}

struct cluster_peer *cluster_get_peer(struct cluster *cluster, int64_t node, const char *name)
{
    struct cluster_peer *peer = cluster_find_peer(cluster, node);
    if (peer == NULL && (peer = calloc(1, sizeof *peer)) != NULL) {
        peer->cluster = cluster;
        peer->node = node;
        peer->known_from = cluster_next_list(cluster);
        (void)snprintf(peer->name, sizeof peer->name, "%s", name);
        LIST_INIT(&peer->opened);
        TAILQ_INIT(&peer->waiting);
        LIST_INSERT_HEAD(&cluster->peers, peer, entry);
    }
    return peer;
}

size_t cluster_peers_up(const struct cluster *cluster)
{
    size_t count = 0;
    for (const struct cluster_peer *peer = cluster_first_peer(cluster); peer != NULL;
         peer = cluster_next_peer(peer)) {
        count += cluster_peer_is_up(peer);
    }
    return count;
}

/* ---- messages ---- */

struct buffer *cluster_body(struct cluster *cluster)
{
    cluster->body.length = 0;
    return &cluster->body;
}

void cluster_send(struct cluster_peer *peer, unsigned type, const char *body, size_t length)
{
    if (cluster_peer_is_up(peer)) {
        link_send(peer->out, type, body, length);
    }
}

void cluster_answer(struct cluster_peer *peer, unsigned type, const char *body, size_t length)
{
    if (peer->in != NULL) {
        link_send(peer->in, type, body, length);
    }
}

void cluster_send_all(struct cluster *cluster, unsigned type, const char *body, size_t length)
{
    for (struct cluster_peer *peer = cluster_first_peer(cluster); peer != NULL;
         peer = cluster_next_peer(peer)) {
        cluster_send(peer, type, body, length);
    }
}
