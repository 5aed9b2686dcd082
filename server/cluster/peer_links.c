/* peer_links.c: what begins and ends with the links to and from a peer. */
#include <stdlib.h>

#include "server/cluster/cluster_internal.h"

void peer_out_is_down(struct cluster_peer *peer)
{
    const struct cluster_notices *notices = &peer->cluster->notices;
    bool was_up = peer->was_up;
    peer->out = NULL;
    peer->was_up = false;
    forward_link_down(peer);
    if (was_up && !peer->cluster->stopping && notices->link_down != NULL) {
        notices->link_down(notices->context, peer);
    }
}

/* Ends the link to a peer, as if it had been lost. */
static void drop_out(struct cluster_peer *peer)
{
    struct link *link = peer->out;
    if (link == NULL) {
        return;
    }
    link_set_user(link, NULL);
    link_end(link, "gone");
    peer_out_is_down(peer);
}

/* Ends the link from a peer, with the sessions of its clients. */
static void drop_in(struct cluster_peer *peer, const char *why)
{
    struct link *link = peer->in;
    if (link != NULL) {
        peer->in = NULL;
        remote_link_free(link_user(link));
        link_set_user(link, NULL);
        link_end(link, why);
    }
}

void cluster_remove_peer(struct cluster_peer *peer)
{
    cluster_send(peer, MESSAGE_DEPOSED, "", 0); /* without contact to the store, it may not know */
    cluster_answer(peer, MESSAGE_DEPOSED, "", 0);
    drop_out(peer);
    drop_in(peer, "gone");
    LIST_REMOVE(peer, entry);
    free(peer);
}

void peer_accepted(struct cluster *cluster, struct link *link)
{
    struct cluster_peer *peer = cluster_get_peer(cluster, link_node(link), link_name(link));
    struct remote_link *remote = peer == NULL ? NULL : remote_link_new(peer, link);
    if (remote == NULL) {
        link_end(link, "memory");
        return;
    }
    drop_in(peer, "replaced");
    peer->in = link;
    link_set_user(link, remote);
}
