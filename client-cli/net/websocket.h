/*
 * websocket.h: one WebSocket connection to a server, from dialling to its end.
 *
 * libwebsockets on the caller's libuv loop; TLS certificates are checked. A link does not come back by itself:
 * connection.c opens another. Callbacks come from the loop, never from inside a call of these functions.
 */
#ifndef GASLIGHT_WEBSOCKET_H
#define GASLIGHT_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/net/address.h"
#include "client-cli/net/websocket_context.h"

struct websocket;

enum { WEBSOCKET_WHY_MAX = 300, WEBSOCKET_MESSAGE_MAX = 16 << 20 };

enum websocket_end {
    WEBSOCKET_UNREACHABLE, /* no connection: no such host, refused, timed out, busy (`code` is the HTTP status) */
    WEBSOCKET_UNTRUSTED, /* TLS: the certificate is not good for this host */
    WEBSOCKET_NOT_OURS,  /* something answers there, but not this protocol */
    WEBSOCKET_LOST,      /* it was open and broke, or the server closed it: `code` */
};

struct websocket_hooks {
    void (*opened)(void *context);
    void (*text)(void *context, const char *text, size_t length); /* a whole message */
    /* The last callback; the link is freed after it. `why` is a sentence. `code`: of the close frame, or 0. */
    void (*ended)(void *context, enum websocket_end end, unsigned code, const char *why);
    void *context;
};

/* What a websocket_context for links is made with. */
lws_callback_function websocket_event;

/*
 * Starts dialling; every address the host has is tried, with at most `connect_ms` for the last. A websocket_context has one
 * link at a time. NULL: no memory.
 */
struct websocket *websocket_open(struct websocket_context *websocket_context, const struct address *address,
                                 unsigned connect_ms, struct websocket_hooks hooks);

/* Queues a message, once it is open; what is sent to a link about to end is lost with it. False: no memory. */
bool websocket_send(struct websocket *websocket, const char *text, size_t length);

/* Ends it without a further callback; freed when the loop has run. */
void websocket_close(struct websocket *websocket);

#endif
