/*
 * transport_internal.h: what the files of the transport share. No other module includes it.
 *
 *   transport.c    the libwebsockets context, the sweep, opening and closing
 *   listener.c     listening sockets, limits on connections
 *   connection.c   WebSocket messages
 *   write_batch.c  several messages in one write
 *   http.c         upgrades and plain HTTP requests
 *   lws_quirks.c   workarounds for libwebsockets
 */
#ifndef GASLIGHT_TRANSPORT_INTERNAL_H
#define GASLIGHT_TRANSPORT_INTERNAL_H

#include <libwebsockets.h>
#include <netinet/in.h>
#include <sys/queue.h>
#include <uv.h>

#include "common/base/buffer.h"
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
    const char *type, *cache, *etag, *extra;
    const unsigned char *body;
    unsigned char *owned; /* the buffer that holds `body`, if it is to be freed afterwards */
    size_t length, sent;
    bool head_only, headers_sent;
};

/* A POST /replay waiting for its response. May outlive its connection. */
struct http_request {
    struct connection *connection; /* NULL if it has been closed */
};

/* A TCP connection: plain HTTP at first, possibly a WebSocket later. Freed when libwebsockets destroys its wsi. */
struct connection {
    struct transport *transport;
    struct lws *wsi; /* NULL until libwebsockets has accepted the socket */
    LIST_ENTRY(connection) link;
    enum listener_kind kind;
    bool from_loopback; /* the TCP peer is on this machine */
    bool opened;        /* reported to the handler */
    bool closing;       /* only what is already queued is still sent; input is ignored */
    bool close_sent;
    bool pinged;
    bool read_delayed; /* not read for READ_DELAY_MS */
    bool lingering;    /* refused; input is discarded until the client has read the response */
    char address[INET6_ADDRSTRLEN];
    struct address *counted; /* the address this connection counts towards, or NULL */
    uint64_t deadline;       /* uv_now() at which the connection is dropped; 0: none */
    uint64_t last_seen;      /* uv_now() */
    uint64_t pinged_at;      /* uv_now(), if `pinged` */
    void *user;
    /* WebSocket */
    STAILQ_HEAD(, outgoing) queue;
    size_t queued;             /* bytes in `queue` */
    struct write_batch *batch; /* messages waiting for transport_deliver(), or NULL */
    struct buffer message;     /* fragments received so far */
    int close_code;            /* 0: the peer closes the connection */
    char close_reason[REASON_BYTES];
    /* plain HTTP */
    struct response response;
    struct http_request *request;
    struct buffer body;
    size_t body_expected;
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
    struct listener listener[LISTENER_COUNT];
    LIST_HEAD(, connection) connections;
    size_t tcp_count, open_count, queued_bytes, connections_max;
    unsigned char *frame; /* output buffer: LWS_PRE bytes of room, then data */
    size_t frame_capacity;
    struct write_batches *batches;
    char *incoming; /* message_bytes + 1: a message received in one piece, with a terminator */
    char *header;   /* HEADER_BYTES_MAX + 1: the value of the last header read */
    uv_timer_t sweep;
    uv_prepare_t before_poll; /* delivers what was sent during this loop iteration */
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

/* Called from the libwebsockets callback. The two that return int return -1 to close the connection at once. */
void connection_opened(struct connection *connection);
void connection_received(struct connection *connection, const char *piece, size_t length);
int connection_writable(struct connection *connection);
int connection_peer_closes(struct connection *connection);

void connection_report_closed(struct connection *connection); /* to the handler, unless done already */
void connection_ping(struct connection *connection);
void connection_break(
    struct connection *connection); /* shuts the socket down; libwebsockets then closes it */

/* ---- write_batch.c ---- */

struct write_batches *write_batches_new(void); /* NULL if there is no memory; release with free() */

/*
 * Adds a message to the connection's batch. Call it only when nothing is queued. Returns false if the message
 * does not fit; the caller must then call write_batch_flush() before it writes the message itself.
 */
bool write_batch_add(struct connection *connection, const char *text, size_t length);
void write_batch_flush(struct connection *connection); /* does nothing if the batch is empty */
void write_batch_discard(struct connection *connection);

/* ---- http.c: called from the libwebsockets callback, whose return value they return ---- */

int http_confirm_upgrade(struct connection *connection);
int http_request_ready(struct connection *connection, const char *path);
int http_body(struct connection *connection, const char *piece, size_t length);
int http_body_complete(struct connection *connection);
int http_writable(struct connection *connection);
void http_discard(struct connection *connection); /* frees an unfinished request and response */

#endif
