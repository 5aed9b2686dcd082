/*
 * link.h: one WebSocket connection to a server, from dialling to its end.
 *
 * libwebsockets on the caller's libuv loop; TLS certificates are checked. A link does not come back by itself:
 * connection.c opens another. Callbacks come from the loop, never from inside a call of these functions.
 */
#ifndef GASLIGHT_LINK_H
#define GASLIGHT_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/net/address.h"
#include "client-cli/net/lws_context.h"

struct link;

enum { LINK_WHY = 300, LINK_MESSAGE_MAX = 16 << 20 };

enum link_end {
    LINK_UNREACHABLE, /* no connection: no such host, refused, timed out, busy (`code` is the HTTP status) */
    LINK_UNTRUSTED,   /* TLS: the certificate is not good for this host */
    LINK_NOT_OURS,    /* something answers there, but not this protocol */
    LINK_LOST,        /* it was open and broke, or the server closed it: `code` */
};

struct link_hooks {
    void (*opened)(void *context);
    void (*text)(void *context, const char *text, size_t length); /* a whole message */
    /* The last callback; the link is freed after it. `why` is a sentence. `code`: of the close frame, or 0. */
    void (*ended)(void *context, enum link_end end, unsigned code, const char *why);
    void *context;
};

/* What a dialler for links is made with. */
lws_callback_function link_event;

/*
 * Starts dialling; every address the host has is tried, with at most `connect_ms` for the last. A dialler has one
 * link at a time. NULL: no memory.
 */
struct link *link_open(struct dialler *dialler, const struct address *address, unsigned connect_ms,
                       struct link_hooks hooks);

/* Queues a message, once it is open; what is sent to a link about to end is lost with it. False: no memory. */
bool link_send(struct link *link, const char *text, size_t length);

/* Ends it without a further callback; freed when the loop has run. */
void link_close(struct link *link);

#endif
