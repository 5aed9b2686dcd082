/*
 * websocket.h: one WebSocket connection to a server.
 *
 * Runs on the caller's libuv loop and verifies TLS certificates. It does not reconnect: connection.c opens a new one.
 * Hooks are called from the loop, never from inside these functions.
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
    WEBSOCKET_UNREACHABLE, /* unknown host, refused, timed out, or busy (`code` is the HTTP status) */
    WEBSOCKET_REFUSED,   /* the server does not accept this client or this name (`code` is the HTTP status) */
    WEBSOCKET_UNTRUSTED, /* the TLS certificate is not valid for this host */
    WEBSOCKET_NOT_OURS,  /* the server uses another protocol */
    WEBSOCKET_LOST,      /* it was open and broke (`code` is 0), or the server closed it with `code` */
};

struct websocket_hooks {
    void (*opened)(void *context);
    void (*text)(void *context, const char *text, size_t length); /* a whole message */
    /* The last call; the websocket is freed afterwards. `why` is a sentence. */
    void (*ended)(void *context, enum websocket_end end, unsigned code, const char *why);
    void *context;
};

/* The callback for websocket_context_new(). */
lws_callback_function websocket_event;

/*
 * Starts connecting. Tries every address of the host, the last for at most `connect_ms`. A context has one websocket at
 * a time. Returns NULL if out of memory.
 */
struct websocket *websocket_open(struct websocket_context *context, const struct address *address,
                                 unsigned connect_ms, struct websocket_hooks hooks);

/* Queues a message; drops it if the websocket is not open or about to end. Returns false if out of memory. */
bool websocket_send(struct websocket *websocket, const char *text, size_t length);

/* Closes it without calling a hook; the memory is freed once the loop has run. */
void websocket_close(struct websocket *websocket);

#endif
