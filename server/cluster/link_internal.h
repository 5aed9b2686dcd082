/*
 * link_internal.h: what the files of the links share. Only they and their tests include it.
 *
 *   link.c           a link: what is queued for it, and its end
 *   link_receive.c   what arrives on it: the handshake, then records
 *   link_crypto.c    keys and encryption
 *   link_wire.c      the bytes that need no key
 *   links.c          all links: accepting, pings, time limits, closing
 *   links_connect.c  resolving the address of a node and connecting to it
 *   links_log.c      log lines, rate-limited
 */
#ifndef GASLIGHT_LINK_INTERNAL_H
#define GASLIGHT_LINK_INTERNAL_H

#include <sys/queue.h>

#include "common/base/buffer.h"
#include "server/cluster/link.h"
#include "server/cluster/link_crypto.h"
#include "server/cluster/link_wire.h"

enum {
    LINK_ADDRESS_BYTES = 272, /* host:port or an IP address, for the log */
    LINK_WHY_BYTES = 48,
    LINK_SEALED_MAX = LINK_RECORD_MAX + LINK_SEAL_BYTES,
    LINK_KEPT_BYTES = 256 << 10, /* a larger buffer is freed after use */
    LINK_PING_MILLISECONDS = 2000,
    LINK_UNFINISHED_MAX = 64, /* accepted connections that have not proved that they have the key */
    LINK_LOG_MILLISECONDS = 5000,
    LINK_LOG_ADDRESSES = 32,
    /* What each side sends before its first message. */
    LINK_PROOF_BYTES = LINK_HEADER_BYTES + LINK_LENGTH_BYTES + LINK_SEAL_BYTES,
};

enum link_state {
    LINK_CONNECTING, /* outgoing only: its address is being resolved, or its connection opened */
    LINK_WAITS_FOR_HELLO,
    LINK_WAITS_FOR_PROOF,
    LINK_UP,
    LINK_ENDED, /* its socket is being closed; then comes `down` */
};

/* A request to resolve a name. It can outlive its link. */
struct link_resolution {
    uv_getaddrinfo_t request;
    struct link *link; /* NULL: it has ended */
};

struct link {
    uv_tcp_t socket;
    uv_connect_t connect;
    struct links *links;
    LIST_ENTRY(link) entry;
    LIST_ENTRY(link) waiting_entry; /* in links->waiting if `is_waiting` */
    bool is_waiting;                /* something is queued that has not been given to the socket */
    enum link_state state;
    bool is_outgoing, was_up, refused;
    int64_t node;
    char name[LINK_NAME_BYTES + 1];
    char address[LINK_ADDRESS_BYTES]; /* of the other end */
    char why[LINK_WHY_BYTES];         /* it ended */
    void *user;
    uint64_t started, wrote; /* uv_now() */
    uint64_t heard;          /* when the last record arrived; other bytes could be an attacker's */
    struct link_crypto crypto;

    /* Connecting. */
    struct link_resolution *resolution; /* or NULL */
    struct addrinfo *found;             /* what the name was resolved to, or NULL */
    const struct addrinfo *next;        /* to be tried */
    bool failed_otherwise;              /* an address failed in another way than by refusing */

    /* Received bytes that are not yet a whole record, and what records held that is not yet a whole message. */
    unsigned char *input;
    size_t received, capacity;
    struct buffer partial;

    /* Messages that are not yet in a record, and the shared text that follows them. */
    struct buffer pending;
    struct {
        bool is_open;
        unsigned type;
        struct buffer sessions, text;
    } shared;
};

/* Time limits in milliseconds, and bytes. Tests change them. */
struct link_limits {
    uint64_t ping, silence, handshake;
    size_t queue;
};

/* Peers about which something was logged lately. */
struct link_log {
    struct {
        char address[LINK_ADDRESS_BYTES];
        uint64_t at;
    } line[LINK_LOG_ADDRESSES];
};

struct links {
    uv_loop_t *loop;
    uv_tcp_t listener;
    uv_timer_t sweep;
    uv_prepare_t before_poll; /* writes what is queued */
    uv_idle_t awake;  /* keeps the loop from waiting if something was queued after `before_poll` ran */
    unsigned handles; /* that are open, those of links included */
    LIST_HEAD(, link) all, waiting;
    unsigned unfinished; /* accepted links that wait for a hello or a proof */
    bool accept_again;   /* a connection is still to be accepted, because memory ran out */
    bool sweep_was_late; /* the last time */
    uint64_t swept;      /* uv_now() */
    struct link_limits limits;
    struct link_log log;
    unsigned char record[LINK_RECORD_MAX]; /* the one that was just decrypted */
    unsigned char key[LINK_KEY_BYTES];
    int64_t node;
    char name[LINK_NAME_BYTES + 1];
    struct link_handler handler;
    void (*tap)(void *context, const struct link *link, bool sent, unsigned type, const char *body,
                size_t length);
    void *tap_context;
    bool is_closing;
    void (*closed)(void *context);
    void *closed_context;
};

/* For tests. */
void links_set_limits(struct links *links, const struct link_limits *limits);

/* ---- link.c ---- */

/* Makes a link with a socket that is not connected. Returns NULL if there is no memory. */
struct link *link_new(struct links *links, enum link_state state);

/* Creates the socket, or creates it again after it was closed. */
void link_make_socket(struct link *link);

void link_change_state(struct link *link, enum link_state state);

/* Ends a link like link_end(), but drops what is queued. Does nothing if it has ended already. */
void link_fail(struct link *link, const char *why);

/* Writes bytes as they are. */
void link_write(struct link *link, const unsigned char *bytes, size_t length);

/* Encrypts and writes all that is queued. */
void link_flush(struct link *link);

/* Encrypts and writes an empty record: a proof or a ping. */
void link_ping(struct link *link);

/* Calls `down` and frees the link, which has ended and whose socket has been closed. */
void link_finish(struct link *link);

/* ---- link_receive.c ---- */

/* Sends the first hello, if this end connected, and reads. */
void link_start(struct link *link);

/* ---- links.c ---- */

/* Keeps the loop from waiting until everything that is queued has been written. */
void links_stay_awake(struct links *links);

/* Called when a handle of `links`, or of one of its links, has been closed. Frees `links` after the last one. */
void links_release(struct links *links);

/* ---- links_log.c ---- */

void link_log_up(const struct link *link);
void link_log_end(const struct link *link);

#endif
