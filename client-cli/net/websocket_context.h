/*
 * websocket_context.h: the libwebsockets context of a connection, on the caller's loop.
 *
 * connection.c owns one, and websocket.c connects with it, one websocket at a time. libwebsockets writes nothing to
 * the terminal, ignores http_proxy, and never blocks the loop with a name lookup.
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
    struct lws_context *lws;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    struct websocket *websocket; /* the open one, or NULL */
    uintptr_t attempts;          /* counts connection attempts; see websocket.c */
    bool got_through;            /* a websocket has been open */
    /* for destroying it */
    uv_timer_t timer;
    const uv_handle_t *handle[WEBSOCKET_CONTEXT_HANDLES_MAX]; /* those that libwebsockets added to the loop */
    size_t handles;
    unsigned ticks;
    bool destroyed_once;
};

/*
 * Creates a context. With `tls`, trusts the system's certificates and those in `ca_file` (NULL: no others). `callback`
 * gets the events of libwebsockets; lws_context_user() returns the websocket_context. Returns NULL on failure, with a
 * sentence in `error_text`.
 */
struct websocket_context *websocket_context_new(uv_loop_t *loop, bool tls, const char *ca_file,
                                                lws_callback_function *callback,
                                                char error_text[WEBSOCKET_CONTEXT_ERROR_MAX]);

/* The websocket must have been closed. The memory is freed after a few iterations of the loop. */
void websocket_context_free(struct websocket_context *context);

/* Returns why the last certificate was rejected, an X509_V_ERR_ value or 0, and resets it. */
int websocket_context_take_certificate_error(void);

#endif
