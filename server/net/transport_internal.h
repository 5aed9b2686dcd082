/*
 * transport_internal.h: what the files of the transport share. No other module includes it.
 *
 *   transport.c    the libwebsockets context, the sweep, opening and closing
 *   listener.c     listening sockets, limits on connections
 *   connection.c   WebSocket messages
 *   remote_connection.c  clients that are connected to another server
 *   write_batch.c  several messages in one write
 *   send_turns.c   messages to crowds, a few connections at a time
 *   http.c         upgrades and plain HTTP requests
 *   frame_guard.c  closes WebSockets with unmasked frames; with frame_watch.c and lws_reads.c
 *   hosts.c        which Host headers are accepted
 *   lws_quirks.c   workarounds for libwebsockets
 */
#ifndef GASLIGHT_TRANSPORT_INTERNAL_H
#define GASLIGHT_TRANSPORT_INTERNAL_H

#include <libwebsockets.h>
#include <netinet/in.h>
#include <sys/queue.h>
#include <uv.h>

#include "common/base/buffer.h"
#include "server/base/ip_prefix.h"
#include "server/net/frame_watch.h"
#include "server/net/hosts.h"
#include "server/net/lws_quirks.h"
#include "server/net/rate_limit.h"
#include "server/net/static_files.h"
#include "server/net/transport.h"

enum {
    SEND_BUFFER_BYTES = 128 * 1024, /* the kernel's, per connection; our own queue comes on top */
    HTTP_CHUNK_BYTES = 32 * 1024,   /* of a response body, per write */
    REPLAY_BYTES_MAX = 256 * 1024,
    HEADER_BYTES_MAX = 8192, /* all headers of one request */
    SWEEP_MS = 250,
    READ_DELAY_MS = 1000, /* for connections from an address that connects too often */
    LINGER_MS = 2000,     /* for a refused client to read the response */
    CLOSING_MS = 2000,    /* for connections to close when the server stops */
    REASON_BYTES = 124,
};

enum listener_kind { LISTENER_GAME, LISTENER_METRICS, LISTENER_COUNT };

struct listener {
    struct transport *transport;
    enum listener_kind kind;
    int fd; /* -1: not open */
    unsigned port;
    uv_poll_t poll;
    bool polling, initialised;
    uint64_t warned_at;     /* uv_now() when a failed accept() was last logged; 0: never */
    unsigned long failures; /* of accept() since then */
};

/* A message in a connection's queue. */
struct outgoing {
    STAILQ_ENTRY(outgoing) link;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

/* The response to a plain HTTP request while it is being written. */
struct response {
    int status; /* 0: no response in progress */
    const char *type, *cache, *etag, *extra, *policy;
    const unsigned char *body;
    unsigned char *owned; /* the buffer that holds `body`, if it is to be freed afterwards */
    size_t length, sent;
    bool head_only, headers_sent;
};

/* A POST, or a GET of a picture, waiting for its response. May outlive its connection. */
struct http_request {
    struct connection *connection; /* NULL if it has been closed */
    bool head_only;
};

/* A TCP connection: plain HTTP at first, possibly a WebSocket later. Freed when libwebsockets destroys its wsi. */
struct connection {
    struct transport *transport;
    struct lws *wsi; /* NULL until libwebsockets has accepted the socket */
    LIST_ENTRY(connection) link;
    enum listener_kind kind;
    int fd;
    bool has_tls;
    struct frame_watch watch; /* of the bytes received */
    bool from_loopback;       /* the TCP peer is on this machine */
    bool from_proxy;          /* the TCP peer gives the client's address in X-Forwarded-For */
    bool opened;              /* reported to the handler */
    bool closing;             /* only what is already queued is still sent; input is ignored */
    bool close_sent;
    bool pinged;
    bool read_delayed;              /* not read for READ_DELAY_MS */
    bool lingering;                 /* refused; input is discarded until the client has read the response */
    char peer[INET6_ADDRSTRLEN];    /* of the TCP connection */
    char address[INET6_ADDRSTRLEN]; /* of the client: the peer, or as its proxy says in this request */
    struct address *counted;        /* the address this connection counts towards, or NULL */
    uint64_t deadline;              /* uv_now() at which the connection is dropped; 0: none */
    uint64_t last_seen;             /* uv_now() */
    uint64_t pinged_at;             /* uv_now(), if `pinged` */
    void *user;
    struct remote_connection
        remote; /* only `transport`, `opened`, `closing` and what is above are used then */
    /* WebSocket */
    STAILQ_HEAD(, outgoing) queue;
    size_t queued;             /* bytes in `queue` */
    struct write_batch *batch; /* messages waiting for transport_deliver(), or NULL */
    bool has_turn;             /* send_turns.c's: it is in the list of those that wait for their turn */
    TAILQ_ENTRY(connection) turn_entry;
    struct buffer message; /* fragments received so far */
    int close_code;        /* 0: the peer closes the connection */
    char close_reason[REASON_BYTES];
    /* plain HTTP */
    bool keeps_alive; /* after the response, unless more has been read by then */
    struct response response;
    struct http_request *request;
    struct buffer body;
    size_t body_expected;
    bool is_session; /* the body is that of a POST /session */
    struct replay_query query;
};

enum transport_phase { PHASE_OPEN, PHASE_CLOSING, PHASE_DESTROYING, PHASE_DESTROYED };

struct transport {
    uv_loop_t *loop;
    struct options options;
    struct transport_handler handler;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    struct addresses *addresses;
    struct static_files *files;
    struct hosts hosts;
    struct ip_prefixes proxies; /* of the option proxy-addresses */
    struct listener listener[LISTENER_COUNT];
    LIST_HEAD(, connection) connections;
    bool has_offender; /* a connection has sent an unmasked frame, and may not be closed yet */
    size_t tcp_count, open_count, queued_bytes, connections_max;
    unsigned char *frame; /* output buffer: LWS_PRE bytes of room, then data */
    size_t frame_capacity;
    struct write_batches *batches;
    char *incoming; /* message_bytes + 1: a message received in one piece, with a terminator */
    char *header;   /* HEADER_BYTES_MAX + 1: the value of the last header read */
    uv_timer_t sweep;
    uv_prepare_t before_poll; /* delivers what was sent during this loop iteration */
    uv_idle_t turn;           /* send_turns.c's: keeps the loop from waiting while there are any */
    TAILQ_HEAD(, connection) turns;
    uint64_t addresses_swept, phase_deadline;
    enum transport_phase phase;
    struct lws_quirk_handles lws_handles;
    unsigned extra_ticks; /* waited after the last handle of libwebsockets left the loop */
    void (*closed)(void *context);
    void *closed_context;
};

/* ---- listener.c ---- */

/* On failure, `error` holds one sentence. */
bool listener_open(struct listener *listener, const char *text, char *error, size_t capacity);
void listener_resume(struct listener *listener); /* after accept() ran out of descriptors */
void listener_close(struct listener *listener, uv_close_cb closed);

/* Counts the connection towards its address, unless that is done already. */
void connection_count_address(struct connection *connection);
bool connection_address_has_room(const struct connection *connection);
bool connection_may_upgrade(
    const struct connection *connection); /* takes a token: call it once per upgrade */

/* ---- connection.c ---- */

/* Makes room for `length` bytes in `frame`. Returns false if there is no memory. */
bool transport_reserve(struct transport *transport, size_t length);

/* Adds a message to the queue. If there is no room, closes the connection and returns false. */
bool connection_queue(struct connection *connection, const char *text, size_t length);

void connection_unqueue(struct connection *connection); /* frees the first message of the queue */

/* Writes as much of the queue as the socket takes. Returns false if the socket is broken. */
bool connection_flush(struct connection *connection);

/* Called from the libwebsockets callback. The two that return int return -1 to close the connection at once. */
void connection_opened(struct connection *connection);
void connection_received(struct connection *connection, const char *piece, size_t length);
int connection_writable(struct connection *connection);
int connection_peer_closes(struct connection *connection);

void connection_report_closed(struct connection *connection); /* to the handler, unless done already */
void connection_ping(struct connection *connection);
void connection_break(
    struct connection *connection); /* shuts the socket down; libwebsockets then closes it */

/* ---- frame_guard.c ---- */

/* Watches what is read from the connection's descriptor. Returns false if there is no memory. */
bool frame_guard_add(struct connection *connection, int fd);
void frame_guard_remove(const struct connection *connection);
void frame_guard_close(struct transport *transport); /* connections that have sent an unmasked frame */

/* ---- write_batch.c ---- */

struct write_batches *write_batches_new(void); /* NULL if there is no memory; release with free() */

/*
 * Adds a message to the connection's batch. Call it only when nothing is queued. Returns false if the message
 * does not fit; the caller must then call write_batch_flush() before it writes the message itself.
 */
bool write_batch_add(struct connection *connection, const char *text, size_t length);
void write_batch_flush(struct connection *connection); /* does nothing if the batch is empty */
void write_batch_discard(struct connection *connection);

/* ---- send_turns.c ---- */

void send_turns_init(struct transport *transport);
void send_turns_next(
    struct transport *transport); /* lets the next connections write; before the loop waits */
void send_turns_leave(struct connection *connection);

/* ---- http.c: called from the libwebsockets callback, whose return value they return ---- */

int http_confirm_upgrade(struct connection *connection);
int http_request_ready(struct connection *connection, const char *path);
int http_body(struct connection *connection, const char *piece, size_t length);
int http_body_complete(struct connection *connection);
int http_writable(struct connection *connection);
void http_discard(struct connection *connection); /* frees an unfinished request and response */

#endif
