/*
 * websocket_context.h: libwebsockets on the caller's loop: one context, made once and taken down cleanly.
 *
 * connection.c owns one and link.c dials with it, one link at a time. libwebsockets never writes to the
 * terminal. It would also follow http_proxy and look names up while everything waits; we let it do neither.
 */
#ifndef GASLIGHT_WEBSOCKET_CONTEXT_H
#define GASLIGHT_WEBSOCKET_CONTEXT_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

struct websocket;

enum { WEBSOCKET_CONTEXT_HANDLES_MAX = 8, WEBSOCKET_CONTEXT_ERROR_MAX = 400 };

struct websocket_context {
    uv_loop_t *loop;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    struct websocket *websocket; /* the one that is alive, or NULL */
    uintptr_t attempts; /* counted, so that what comes late from an earlier one is known by its number */
    bool got_through;   /* a link has been open */
    /* taking down */
    uv_timer_t timer;
    const uv_handle_t *handle[WEBSOCKET_CONTEXT_HANDLES_MAX]; /* what libwebsockets put on the loop */
    size_t handles;
    unsigned ticks;
    bool destroyed_once;
};

/*
 * `tls`: certificates will be needed, the system's and those in `ca_file` (NULL: none more). `callback` gets
 * libwebsockets' events; lws_context_user() is the websocket_context. NULL: `complaint` is a sentence.
 */
struct websocket_context *websocket_context_new(uv_loop_t *loop, bool tls, const char *ca_file,
                                                lws_callback_function *callback,
                                                char error_text[WEBSOCKET_CONTEXT_ERROR_MAX]);

/* The link must have been closed. All is freed when the loop has run; libwebsockets needs a few rounds. */
void websocket_context_free(struct websocket_context *websocket_context);

/* Why the last certificate was refused, an X509_V_ERR_ number, or 0; asking forgets it. */
int websocket_context_take_certificate_error(void);

#endif
