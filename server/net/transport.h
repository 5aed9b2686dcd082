/*
 * transport.h: connections: WebSocket messages in and out, and plain HTTP on the same port.
 *
 * Runs libwebsockets on the libuv loop and hides it from the rest of the server. A connection receives and
 * sends whole text messages. The transport bounds what a client can cost: the size of a message, the time for a
 * handshake, idle time, bytes queued for a slow reader, connections in total and per address.
 */
#ifndef GASLIGHT_TRANSPORT_H
#define GASLIGHT_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "server/base/options.h"

struct addresses;
struct metrics;
struct transport;
struct connection;
struct http_request;

/* WebSocket close codes we use. */
enum {
    CLOSE_GOING_AWAY = 1001, /* the server is shutting down, or the client was silent for too long */
    CLOSE_PROTOCOL = 1002,   /* an unmasked frame */
    CLOSE_NOT_TEXT = 1003,   /* a binary message */
    CLOSE_TOO_BIG = 1009,
    CLOSE_POLICY = 1008, /* abuse; the reason says which kind */
    CLOSE_SLOW = 1013,   /* too much is queued; the client may reconnect and resume */
};

/* What a POST asks for: the query parameters of /replay, or the channel of /unsubscribe/CHANNEL. */
struct replay_query {
    char channel[40]; /* "" for /replay */
    char as[16];      /* whose view to replay; "" if not given */
    bool deduce;
    bool review;  /* a review instead of the steps */
    bool picture; /* a picture instead of the steps */
};

/* Callbacks. The text passed to `message` is NUL-terminated and valid only during the call. */
struct transport_handler {
    /* Returns whether an address may open a WebSocket or send a record; NULL if every address may. */
    bool (*admit)(void *context, const char *address);
    void (*opened)(void *context, struct connection *connection);
    void (*message)(void *context, struct connection *connection, const char *text, size_t length);
    void (*closed)(void *context, struct connection *connection);
    bool (*healthy)(void *context); /* for GET /healthz; NULL: always */
    /* GET /metrics. Sets `body` (malloc'd; the transport frees it) and returns the status code. */
    int (*metrics)(void *context, char **body, size_t *length);
    /* POST /replay?as=WHO&deduce=yes, ?review=yes or ?picture=yes. Must call transport_answer() once, now or later, on the loop. */
    void (*replay)(void *context, struct http_request *request, const struct replay_query *query,
                   const char *body, size_t length);
    /* GET /picture/TABLE.svg. Likewise, with transport_answer_picture(); NULL if there are no pictures. */
    void (*picture)(void *context, struct http_request *request, const char *table);
    /* POST /unsubscribe/CHANNEL, of RFC 8058. Likewise; the body says nothing. NULL if there are no notifications. */
    void (*unsubscribe)(void *context, struct http_request *request, const char *channel);
    void *context;
    struct metrics *counters; /* counts connections, refusals, messages and bytes; may be NULL */
};

/* Returns NULL on failure (port in use, certificate unreadable, ...); `error` then holds one sentence. */
struct transport *transport_open(uv_loop_t *loop, const struct options *options,
                                 const struct transport_handler *handler, char *error, size_t capacity);
unsigned transport_port(const struct transport *transport); /* the actual port, also if the option said 0 */
unsigned
transport_metrics_port(const struct transport *transport); /* of metrics-listen; 0 if there is none */
size_t transport_connections(const struct transport *transport);
size_t transport_queued_bytes(const struct transport *transport);

/* Returns the rate limits of each address, by connection_address(). The transport owns them. */
struct addresses *transport_addresses(struct transport *transport);

/* Stops listening and closes every connection with CLOSE_GOING_AWAY, then calls `closed` and frees itself. */
void transport_close(struct transport *transport, void (*closed)(void *context), void *context);

void connection_set_user(struct connection *connection, void *user);
void *connection_user(const struct connection *connection);
const char *connection_address(const struct connection *connection); /* of the client, without port */

/* Sends a text message, at the latest before the loop waits again. Closes the connection if too much is queued. */
void connection_send(struct connection *connection, const char *text, size_t length);

/* Sends the reply to a request. This differs from connection_send() only for a remote connection. */
void connection_reply(struct connection *connection, const char *text, size_t length);

/*
 * Sends a text message that can wait, as one of many to a crowd: it is written when it is this connection's turn, after
 * what was sent to it before.
 */
void connection_send_in_turn(struct connection *connection, const char *text, size_t length);

/* Writes out what was sent so far, in one write per connection. */
void transport_deliver(struct transport *transport);

/* Closes the connection after its queue has been written. No `message` follows; `closed` is called once. */
void connection_close(struct connection *connection, int code, const char *reason);

/* Returns true once either side has begun to close the connection: nothing more is sent to it. */
bool connection_is_closing(const struct connection *connection);

/*
 * A remote connection is that of a client that is connected to another server. These functions send to it and close it; its
 * creator reports its messages and its end. `close` is called at most once; the connection then stays until its creator
 * frees it.
 */
struct remote_connection {
    void (*send)(void *context, const char *text, size_t length, bool is_reply);
    void (*close)(void *context, int code, const char *reason);
    void *context;
};

/* Returns NULL if there is no memory. `address` is the client's. */
struct connection *connection_new_remote(struct transport *transport, const char *address,
                                         const struct remote_connection *remote);
void connection_free_remote(struct connection *connection);
bool connection_is_remote(const struct connection *connection);
void *connection_remote_context(const struct connection *connection);

/* Returns the address of the client that waits for the response, without port; "" if it has disconnected. */
const char *transport_request_address(const struct http_request *request);

/* Responds to a POST with status 200, 400, 413, 429 or 503; `body` is JSON and is copied. */
void transport_answer(struct http_request *request, int status, const char *body, size_t length);

/* Responds to a GET of a picture: with it, copied, or with status 404, 429 or 503 and no picture. */
void transport_answer_picture(struct http_request *request, int status, const char *svg, size_t length);

#endif
