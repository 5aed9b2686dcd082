/*
 * cluster_internal.h: what the files of the cluster share. No other module includes it, except for tests.
 *
 * Everything runs on the loop's thread. `uv_now()` is the clock of all times.
 */
#ifndef GASLIGHT_CLUSTER_INTERNAL_H
#define GASLIGHT_CLUSTER_INTERNAL_H

#include <uv.h>

#include "server/cluster/cluster.h"
#include "server/verbs/dispatch.h"

enum {
    TICK_MILLISECONDS = 50,
    NODES_EVERY = 500,   /* milliseconds between two reads of the list of nodes */
    CONTACT_LOST = 2000, /* milliseconds without an answer from the store */
    CONTACT_NEEDED =
        6000, /* milliseconds of contact before a silent node is removed; the length of a lease */
    SEARCH_MILLISECONDS =
        15000, /* for which a request looks for its table: longer than it takes to replace a lost node */
    SEARCH_TRIES = 20,
    ROUTE_BUCKETS = 1024,
    FORWARDER_BUCKETS = 16384,
    REMOTE_BUCKETS = 4096,
    REMOTE_SESSIONS_MAX = 200000, /* of one link */
    KNOWN_TABLES = 8,             /* per client and node */
};

/* A request that looks for its table. Its session waits for it. */
struct waiting_request {
    TAILQ_ENTRY(waiting_request) entry; /* of those that wait for a route, a link or the list of nodes */
    struct cluster *cluster;
    struct request *request;
    char table[TABLE_ID_LENGTH + 1]; /* "" until an invite has been looked up */
    unsigned tries;
    uint64_t deadline;
    int64_t owner;  /* of the table, when it was last read */
    uint64_t nodes; /* if it waits for the list of nodes: the number of the first one that will do */
};

/* A table that is being loaded, or is leaving. */
struct route {
    LIST_ENTRY(route) entry;
    struct cluster *cluster;
    char table[TABLE_ID_LENGTH + 1];
    enum store_status claimed; /* STORE_OK: the table is ours */
    struct waiting_requests waiting;
    void (*done)(struct cluster *cluster, bool loaded); /* or NULL */
};

/* A client here that has sessions at other nodes. */
struct forwarder {
    LIST_ENTRY(forwarder) entry;
    struct session *session;
    uint32_t number;                    /* of the session, for the other nodes; never used again */
    LIST_HEAD(, opened_session) opened; /* one per node */
    struct opened_session *at;          /* where the session's current request is */
    bool is_pending;                    /* the current request is elsewhere, or was when the link was lost */
    unsigned moves;                     /* how often the current request found its table gone */
};

struct opened_session {
    LIST_ENTRY(opened_session) session_entry, peer_entry;
    struct forwarder *forwarder;
    struct cluster_peer *peer;
    bool has_player;                               /* that node knows who it is */
    unsigned next;                                 /* index of the oldest of the known tables */
    char known[KNOWN_TABLES][TABLE_ID_LENGTH + 1]; /* tables that were found there */
};

/* The tables of a node that is gone, or of none, which are being claimed. */
struct takeover {
    STAILQ_ENTRY(takeover) entry;
    int64_t node;
    char last[TABLE_ID_LENGTH + 1]; /* of the page before */
    bool from_start;                /* this pass has begun at the first id */
    size_t rows;                    /* seen in this pass */
    unsigned passes;
    bool is_done;
    uint64_t not_before; /* when the next page is read */
    size_t tables;       /* loaded here */
    uint64_t started;
};

struct leases {
    uint64_t polls; /* how many lists of nodes were asked for */
    bool polling, is_urgent;
    uint64_t polled_at, answered_at, contact_since; /* contact_since is 0 without contact */
    STAILQ_HEAD(, takeover) takeovers;
    bool listing;        /* a page of the first takeover is being read */
    unsigned claims;     /* of that page, under way */
    uint64_t orphans_at; /* when to look for tables without an owner */
};

enum drain_phase { DRAIN_NONE, DRAIN_ANNOUNCED, DRAIN_GIVING, DRAIN_DONE };

struct drain {
    enum drain_phase phase;
    uint64_t since;
    unsigned turn; /* which peer gets the next table */
    unsigned releasing;
    size_t given;
    void (*done)(void *context);
    void *context;
};

struct cluster {
    struct dispatch *dispatch;
    struct links *links;
    int64_t node;
    char name[LINK_NAME_BYTES + 1];
    struct cluster_notices notices;
    LIST_HEAD(, cluster_peer) peers;
    uv_timer_t tick;
    bool started, stopping;
    struct buffer body; /* of the message that is being written */
    /* routes.c's */
    LIST_HEAD(, route) route[ROUTE_BUCKETS];
    struct waiting_requests unlisted; /* requests whose owner is not in the list of nodes */
    /* forward.c's */
    LIST_HEAD(, forwarder) forwarder[FORWARDER_BUCKETS];
    uint32_t last_number;
    struct leases leases;
    struct drain drain;
    void (*stop)(void *context);
    void *stop_context;
    void (*closed)(void *context);
    void *closed_context;
};

/* ---- peers.c ---- */

/* Returns the empty buffer for the next message. */
struct buffer *cluster_body(struct cluster *cluster);

/* Requests a new list of nodes, as soon as a pending one has arrived. Returns the number of the new list. */
uint64_t cluster_next_list(struct cluster *cluster);

/* Returns the peer of this number, a new one if needed; NULL if there is no memory. */
struct cluster_peer *cluster_get_peer(struct cluster *cluster, int64_t node, const char *name);

/* ---- peer_links.c ---- */

/* Adds a link from a peer. If the peer has one already, whose loss was not noticed, the new one replaces it. */
void peer_accepted(struct cluster *cluster, struct link *link);

/* Handles the end of the link to a peer, even if it has never been up. */
void peer_out_is_down(struct cluster_peer *peer);

/* Ends the links of a peer that is no longer in the list of nodes, and frees it. No request may be waiting for it. */
void cluster_remove_peer(struct cluster_peer *peer);

/* ---- leases.c ---- */

void leases_tick(struct cluster *cluster);

void leases_link_down(struct cluster_peer *peer, bool refused);
void leases_link_up(struct cluster_peer *peer);
void leases_free(struct cluster *cluster);

/* Queues a takeover of the tables of a node that is gone, or of none (0). */
void leases_take_over(struct cluster *cluster, int64_t node);

/* ---- routes.c ---- */

/* The hook of the dispatcher: looks for the table of a request. */
bool routes_find(struct request *request);

/* Looks again for the table of a request, after the node that it was sent to no longer had the table. */
void routes_find_again(struct request *request, unsigned tries);

/* Resume the requests that wait for the link to a peer or for its end, and those that wait for a list of nodes. */
void routes_peer_changed(struct cluster_peer *peer);
void routes_listed(struct cluster *cluster, uint64_t number);
void routes_tick(struct cluster *cluster); /* fails requests that have waited for too long */

/*
 * Claims a table from its expected owner (0: none), and loads it. Returns false if there is nothing to do; otherwise `done`
 * is called later.
 */
bool routes_claim(struct cluster *cluster, const char *table, int64_t expected,
                  void (*done)(struct cluster *cluster, bool loaded));

/* Releases a table that has been removed from memory. `done` may be NULL. */
void routes_release(struct cluster *cluster, const char *table,
                    void (*done)(struct cluster *cluster, const char *table, bool released));
void routes_drop_all(struct cluster *cluster); /* the server stops */

/* ---- forward.c ---- */

/* Sends a request to the node where the client's last request found this table. Returns false if it is not known. */
bool forward_known(struct request *request, const char *table);
void forward_request(struct cluster_peer *peer, struct request *request, const char *table);
bool forward_has_sessions(const struct session *session);
void forward_disconnected(struct session *session); /* the hook of the dispatcher */
void forward_link_down(struct cluster_peer *peer);

/* Handles REPLY, PUSH and CLOSE. Returns false if the message is malformed. */
bool forward_message(struct cluster_peer *peer, unsigned type, const char *body, size_t length);

/*
 * Handles MOVED. Sets `*request` to the request that was sent there, or NULL, and `*tries` to how often its table was gone.
 * Returns false if the message is malformed.
 */
bool forward_take_moved(const struct cluster_peer *peer, const char *body, size_t length,
                        struct request **request, unsigned *tries);

/* ---- remote_sessions.c ---- */

struct remote_link;

/* The sessions of one link, for link_set_user(). Returns NULL if there is no memory. */
struct remote_link *remote_link_new(struct cluster_peer *peer, struct link *link);
struct cluster_peer *remote_link_peer(const struct remote_link *link);

/* Ends all sessions. */
void remote_link_free(struct remote_link *link);
void remote_link_close_all(struct remote_link *link, int code, const char *reason);

/* Handles OPEN, REQUEST and GONE. Returns false if the message is malformed. */
bool remote_link_message(struct remote_link *link, unsigned type, const char *body, size_t length);

/* Reports to the edge that the table of a remote session's request is not here, and ends the request. */
void remote_moved(struct request *request);

/* ---- drain.c ---- */

void drain_tick(struct cluster *cluster);

#endif
