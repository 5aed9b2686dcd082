/*
 * transport.h: connections: WebSocket frames in and out, and plain HTTP on the same port.
 *
 * libwebsockets on the libuv loop, and nobody else in the server knows that. A connection is handed whole
 * text messages and takes whole text messages. What a client may cost is bounded here: the size of a
 * message, time to shake hands, idle time, bytes queued for a slow reader, connections in all and per
 * address. A frame is written at once when nothing is queued.
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
    CLOSE_GOING_AWAY = 1001, /* the server stops */
    CLOSE_NOT_TEXT = 1003,   /* a binary message */
    CLOSE_TOO_BIG = 1009,
    CLOSE_POLICY = 1008, /* abuse: the reason says which */
    CLOSE_SLOW = 1013,   /* too much is queued; come back and resume */
};

/* What the query of a POST /replay says. */
struct replay_query {
    char as[16]; /* whose eyes; "" without */
    bool deduce;
};

/* What the server does with connections. `message` text is terminated, valid only during the call. */
struct transport_handler {
    void (*opened)(void *context, struct connection *connection);
    void (*message)(void *context, struct connection *connection, const char *text, size_t length);
    void (*closed)(void *context, struct connection *connection);
    /* Plain HTTP. Fills `body` (malloc'd; freed by the transport) and returns the status code. */
    int (*metrics)(void *context, char **body, size_t *length);
    /* POST /replay?as=WHO&deduce=yes: answers later, from the loop, with transport_answer(). */
    void (*replay)(void *context, struct http_request *request, const struct replay_query *asked,
                   const char *body, size_t length);
    void *context;
    struct metrics *counters; /* connections, refusals, messages and bytes are added here; may be NULL */
};

/* NULL: `error` has one sentence (the port is taken, the certificate is unreadable, ...). */
struct transport *transport_open(uv_loop_t *loop, const struct options *options,
                                 const struct transport_handler *handler, char *error, size_t capacity);
unsigned transport_port(const struct transport *transport);         /* the one really listened on */
unsigned transport_metrics_port(const struct transport *transport); /* of metrics_listen; 0: none */
size_t transport_connections(const struct transport *transport);
size_t transport_queued_bytes(const struct transport *transport);

/* What is known of each address, by connection_address(); for limits on requests. The transport's own. */
struct addresses *transport_addresses(struct transport *transport);

/* Stops listening and closes every connection with CLOSE_GOING_AWAY; `closed` once all is gone. */
void transport_close(struct transport *transport, void (*closed)(void *context), void *context);

void connection_set_user(struct connection *connection, void *user);
void *connection_user(const struct connection *connection);
const char *connection_address(const struct connection *connection); /* without port; of the peer */

/* Sends a text message, at the end of this turn of the loop at the latest. A reader too slow is closed. */
void connection_send(struct connection *connection, const char *text, size_t length);

/* What was sent so far goes out now, with one write for each connection. */
void transport_deliver(struct transport *transport);

/* Closes after what is queued has been written; no `message` comes any more, `closed` comes once. */
void connection_close(struct connection *connection, int code, const char *reason);

/* Answers a POST /replay. `status` 200, 400, 413, 429; `body` is JSON and is copied. */
void transport_answer(struct http_request *request, int status, const char *body, size_t length);

#endif
