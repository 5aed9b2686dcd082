/*
 * transport_internal.h: what the parts of the transport share: transport.c (the context, the sweep, opening
 * and closing), listener.c (sockets, who may connect), connection.c (WebSocket frames), gather.c (several of them
 * in one write), http.c (upgrades and plain requests). Nobody else includes this.
 */
#ifndef GASLIGHT_TRANSPORT_INTERNAL_H
#define GASLIGHT_TRANSPORT_INTERNAL_H

#include <libwebsockets.h>
#include <netinet/in.h>
#include <uv.h>

#include "common/base/buffer.h"
#include "server/net/rate_limit.h"
#include "server/net/static_files.h"
#include "server/net/transport.h"

enum {
    SEND_BUFFER_BYTES = 128 * 1024, /* of the kernel, for each connection; our queue comes on top */
    HTTP_CHUNK_BYTES = 32 * 1024,   /* of a body written at once */
    REPLAY_BYTES_MAX = 256 * 1024,
    HEADER_BYTES_MAX = 8192, /* all headers of a request */
    SWEEP_MS = 250,
    READ_DELAY_MS = 1000,
    LINGER_MS = 2000,
    CLOSING_MS = 2000, /* for connections to close when the server stops */
    REASON_BYTES = 124,
    LWS_HANDLES_MAX = 8,
};

enum listener_kind { LISTENER_GAME, LISTENER_METRICS, LISTENER_COUNT };

struct listener {
    struct transport *transport;
    enum listener_kind kind;
    int fd; /* -1: not open */
    unsigned port;
    uv_poll_t poll;
    bool polling, initialised;
    uint64_t warned_at;     /* uv_now(), of not being able to accept; 0: not yet */
    unsigned long failures; /* since then */
};

struct outgoing {
    struct outgoing *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

/* The answer to a plain request, from its headers to its last byte. */
struct response {
    int status; /* 0: none under way */
    const char *type, *cache, *etag, *extra;
    const unsigned char *body;
    unsigned char *owned; /* freed at the end; the body is in it */
    size_t length, sent;
    bool head_only, headers_sent;
};

/* A POST /replay that waits for its answer; outlives its connection if that goes first. */
struct http_request {
    struct connection *connection; /* NULL: gone */
};

/* A TCP connection: first plain HTTP, then perhaps a WebSocket. Freed when libwebsockets lets go of it. */
struct connection {
    struct transport *transport;
    struct lws *wsi; /* NULL: not yet, or libwebsockets would not have it */
    struct connection *previous, *next;
    enum listener_kind kind;
    bool from_loopback; /* the TCP peer is */
    bool opened;        /* told to the handler */
    bool closing;       /* nothing is read or sent any more but what is queued */
    bool close_sent;
    bool pinged;
    bool read_delayed; /* of an address that comes too often: not read for a while */
    bool lingering;    /* refused; what still comes is thrown away until the client has read why */
    char address[INET6_ADDRSTRLEN];
    struct address *counted; /* where this connection is counted, or NULL */
    uint64_t deadline;       /* uv_now(): must have got on by then; 0: none */
    uint64_t last_seen;      /* uv_now() */
    uint64_t pinged_at;      /* uv_now(), if `pinged` */
    void *user;
    /* WebSocket */
    struct outgoing *first, *last;
    size_t queued;
    struct write_batch *batch; /* what waits for transport_deliver(), or NULL */
    struct buffer message;     /* being put together */
    int close_code;            /* 0: the peer closes */
    char close_reason[REASON_BYTES];
    /* plain HTTP */
    struct response response;
    struct http_request *request;
    struct buffer body;
    size_t body_expected;
    struct replay_query asked;
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
    struct connection *connections;
    size_t tcp_count, open_count, queued_bytes, connections_max;
    unsigned char *frame; /* LWS_PRE bytes of room, then what is written */
    size_t frame_capacity;
    struct write_batches *batches;
    char *incoming; /* message_bytes + 1: a message that came in one piece, terminated */
    char *header;   /* HEADER_BYTES_MAX + 1: a header's value */
    uv_timer_t sweep;
    uv_prepare_t before_poll; /* before the loop waits again: what was sent is delivered */
    uint64_t addresses_swept, phase_deadline;
    enum transport_phase phase;
    const uv_handle_t *lws_handle[LWS_HANDLES_MAX]; /* what libwebsockets put on the loop */
    size_t lws_handles;
    unsigned extra_ticks;
    void (*closed)(void *context);
    void *closed_context;
};

/* ---- listener.c ---- */
bool listener_open(struct listener *listener, const char *text, char *error, size_t capacity);
void listener_resume(struct listener *listener); /* after running out of descriptors */
void listener_close(struct listener *listener, uv_close_cb closed);
void connection_count_address(struct connection *connection);
bool connection_has_room(const struct connection *connection, const char *address);
bool connection_may_upgrade(const struct connection *connection); /* once: it is counted */

/* ---- connection.c ---- */
bool transport_reserve(struct transport *transport, size_t length); /* room in `frame`; false: no memory */
void connection_opened(struct connection *connection);
void connection_received(struct connection *connection, const char *piece, size_t length);
int connection_writable(struct connection *connection);    /* -1: close it now */
int connection_peer_closes(struct connection *connection); /* -1: close it now */
void connection_report_closed(struct connection *connection);
void connection_ping(struct connection *connection);
void connection_break(struct connection *connection); /* ends the socket; libwebsockets sees it and closes */
void connection_free(struct connection *connection);

/* ---- gather.c ---- */
struct write_batches *write_batches_new(void); /* NULL: no memory; freed with free() */
/* Only when nothing is queued. False: it is not batch, and what is (write_batch_flush()) goes first. */
bool write_batch_add(struct connection *connection, const char *text, size_t length);
void write_batch_flush(struct connection *connection); /* what is batch for it, if anything, now */
void write_batch_discard(struct connection *connection);

/* ---- http.c: each returns what the callback does ---- */
int http_confirm_upgrade(struct connection *connection);
int http_request_ready(struct connection *connection, const char *path);
int http_body(struct connection *connection, const char *piece, size_t length);
int http_body_complete(struct connection *connection);
int http_writable(struct connection *connection);
void http_discard(struct connection *connection);

#endif
