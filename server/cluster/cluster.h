/*
 * cluster.h: one server among several that share a database.
 *
 * Each table belongs to one node at a time, its owner, which has it in memory. Clients may connect to any node, their edge.
 * If a request is about a table that is not here, the edge looks up the table's owner in the database and sends it the
 * request over a link; the owner's replies and pushes for this client come back on that link. Tables that nobody owns, or
 * whose owner is gone, are claimed and loaded by the first node that needs them.
 *
 *   cluster.c          opening and closing, which module gets which message
 *   peers.c            the other nodes, and messages to them
 *   peer_links.c       what begins and ends with the links to and from a peer
 *   leases.c           lists and connects to the other nodes; removes nodes that are gone, and takes over their tables
 *   routes.c           finds the owner of a table; claims, loads and releases tables
 *   forward.c          the edge's side: requests of clients here to tables elsewhere
 *   remote_sessions.c  the owner's side: sessions of clients that are connected elsewhere
 *   drain.c            gives all tables away before the server stops
 *
 * Messages about players and listings are handled by the receiver of the notices below; see shared.h.
 *
 * A server with SQLite has no cluster, and one with PostgreSQL but without cluster-listen is a cluster of one.
 * Functions that take a struct cluster accept NULL, and do nothing.
 */
#ifndef GASLIGHT_CLUSTER_H
#define GASLIGHT_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "server/cluster/link.h"
#include "server/cluster/message.h"

struct cluster;
struct dispatch;
struct opened_session;
struct waiting_request;
TAILQ_HEAD(waiting_requests, waiting_request);

enum { CLUSTER_ADDRESS_BYTES = 200 };

/* Another node. It is known from the list of nodes, or from its link, until it is gone for good. */
struct cluster_peer {
    LIST_ENTRY(cluster_peer) entry;
    struct cluster *cluster;
    int64_t node; /* its number; never 0 */
    char name[LINK_NAME_BYTES + 1];
    char address[CLUSTER_ADDRESS_BYTES + 1]; /* host:port; "" until it is known, or if it has none */
    bool draining;                           /* it is about to stop */
    struct link *out;                        /* from us; NULL if there is none, and it may not be up yet */
    struct link *in;                         /* from that node; NULL unless it is up */
    /* leases.c's */
    bool listed;         /* it was in the latest list of nodes */
    uint64_t known_from; /* number of the first list of nodes that must have it */
    uint64_t connect_at; /* when the next link to it is tried */
    unsigned pause;      /* before the one after that */
    unsigned refusals;   /* connections refused in a row */
    bool was_up;         /* the link `out` has been up */
    bool deposing;       /* it is being removed */
    /* forward.c's and routes.c's */
    LIST_HEAD(, opened_session) opened; /* sessions of our clients there */
    struct waiting_requests waiting;    /* requests that wait for a link to it */
};

/* Callbacks for whatever else nodes send each other. Each may be NULL. */
struct cluster_notices {
    /* The link to a peer is up: send MESSAGE_SYNC, and then everything that the peer should know about this node. */
    void (*link_up)(void *context, struct cluster_peer *peer);
    /* The link to a peer has ended; another one is tried unless the peer is gone. */
    void (*link_down)(void *context, struct cluster_peer *peer);
    /* A message that the cluster itself does not handle has arrived, on either link. Returns false if it is malformed. */
    bool (*message)(void *context, struct cluster_peer *peer, unsigned type, const char *body, size_t length);
    void *context;
};

/*
 * Joins the cluster as this node; the store is open, but need not be started yet. Returns NULL after writing one sentence.
 * Sets the hooks of `dispatch` that a cluster needs.
 */
struct cluster *cluster_open(struct dispatch *dispatch, char *error, size_t capacity);

/* Sets the callbacks, which are copied. Call it before cluster_start(). */
void cluster_set_notices(struct cluster *cluster, const struct cluster_notices *notices);

/* Starts to look for other nodes. The store must have been started, and clients can connect. */
void cluster_start(struct cluster *cluster);

struct dispatch *cluster_dispatch(const struct cluster *cluster);
int64_t cluster_node(const struct cluster *cluster); /* the number of this node */
const char *cluster_node_name(const struct cluster *cluster);
unsigned cluster_port(const struct cluster *cluster); /* where it listens for other nodes */

/* ---- peers ---- */

struct cluster_peer *cluster_first_peer(const struct cluster *cluster); /* NULL if there is none */
struct cluster_peer *cluster_next_peer(const struct cluster_peer *peer);
struct cluster_peer *cluster_find_peer(const struct cluster *cluster, int64_t node);
struct cluster_peer *cluster_find_peer_by_name(const struct cluster *cluster, const char *name);

/* Returns whether the link from us to the peer is up. */
bool cluster_peer_is_up(const struct cluster_peer *peer);
size_t cluster_peers_up(const struct cluster *cluster);

/* Sends a message to every peer whose link from us is up. */
void cluster_send_all(struct cluster *cluster, unsigned type, const char *body, size_t length);

/* Sends a message to one peer, on the link from us; does nothing if that is not up. */
void cluster_send(struct cluster_peer *peer, unsigned type, const char *body, size_t length);

/* The same on the link from that peer, for answers to what it asked. */
void cluster_answer(struct cluster_peer *peer, unsigned type, const char *body, size_t length);

/* ---- stopping ---- */

/*
 * Gives all tables to other nodes, then calls `done` once, on the loop; immediately if no other node can take them. Takes
 * half a minute at most. A second call ends it early.
 */
void cluster_drain(struct cluster *cluster, void (*done)(void *context), void *context);

/* Returns whether this node is about to stop, so that clients should connect to another one. */
bool cluster_is_draining(const struct cluster *cluster);

/* Returns whether the store has not answered for longer than a lease lasts. */
bool cluster_has_lost_store(const struct cluster *cluster);

/* Sets what to call when another node asks this one to stop. */
void cluster_on_stop(struct cluster *cluster, void (*stop)(void *context), void *context);

/* Closes the sessions of clients of other nodes, and drops requests to other nodes. No message is handled afterwards. */
void cluster_stop(struct cluster *cluster);

/*
 * Stops listening, calls `closed` on the loop, and frees itself. Call it after the store has closed, because other nodes
 * assume that a node whose address refuses connections is dead.
 */
void cluster_close(struct cluster *cluster, void (*closed)(void *context), void *context);

#endif
