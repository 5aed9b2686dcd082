/*
 * lws_quirks.h: workarounds for libwebsockets 4.1.6, in one place.
 *
 * libwebsockets does the WebSocket and TLS work, but some of its behaviour does not suit a server on a shared
 * libuv loop. Every function here replaces a direct call that would misbehave; its comment says what
 * libwebsockets does and what we do instead. Only files of server/net include this header. When upgrading
 * libwebsockets, check these first.
 *
 * Two more workarounds shape whole files:
 *   - listener.c accepts connections itself. libwebsockets' own listener spins when the process runs out of
 *     file descriptors, and it reports a failed bind() without the reason.
 *   - transport.c enforces every deadline with its own sweep timer. libwebsockets keeps timeouts in a sorted
 *     list, which is slow with many connections, and does not arm its timer from a libuv callback.
 */
#ifndef GASLIGHT_LWS_QUIRKS_H
#define GASLIGHT_LWS_QUIRKS_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

/* ---- The context ------------------------------------------------------------------------------------ */

enum { LWS_QUIRK_HANDLES_MAX = 8 };

/* The timer and idle handles that a context put on the loop. They live in the context's memory. */
struct lws_quirk_handles {
    const uv_handle_t *handle[LWS_QUIRK_HANDLES_MAX];
    size_t count;
};

/*
 * Creates the context and records its handles. On a foreign loop, lws_context_destroy() must be called twice:
 * the first call closes the handles, the second frees the memory they are in. The second call must wait until
 * lws_quirk_handles_left() returns 0, but libwebsockets does not report when that is. Returns NULL on failure.
 */
struct lws_context *lws_quirk_create_context(const struct lws_context_creation_info *info, uv_loop_t *loop,
                                             struct lws_quirk_handles *handles);
size_t lws_quirk_handles_left(const struct lws_quirk_handles *handles, uv_loop_t *loop);

/*
 * libwebsockets allocates a table with one entry for each descriptor the process may open. Returns true if
 * `limit` is so far above the number of descriptors needed that it should be lowered first.
 */
bool lws_quirk_limit_is_wasteful(unsigned long limit, unsigned long needed);

/* Disables libwebsockets' own pings and idle timeouts: a hang-up time of 0 means never. */
extern const lws_retry_bo_t lws_quirk_no_idle_policy;

/* ---- Connections ------------------------------------------------------------------------------------ */

/*
 * Passes an accepted socket to libwebsockets, which closes it on failure. Returns NULL on failure; a wsi may
 * have existed for a moment even then, with its LWS_CALLBACK_WSI_DESTROY still to come (this happens when a
 * client does not speak TLS on a TLS port). So on NULL the caller must not free `opaque` at once.
 */
struct lws *lws_quirk_adopt(struct lws_vhost *vhost, int fd, bool allow_tls, void *opaque);

/* Takes the connection off libwebsockets' list of timeouts; see above. libwebsockets sets one per request. */
void lws_quirk_disable_timeout(struct lws *wsi);

/* Returns true for callbacks of a connection in raw mode. An HTTP CONNECT request leads there; close it. */
bool lws_quirk_is_raw(enum lws_callback_reasons reason);

/* ---- WebSocket -------------------------------------------------------------------------------------- */

/* The functions below need LWS_PRE bytes of room before the data they write. They return false on error. */

/*
 * Writes a close frame. The documented way is lws_close_reason() and returning -1 from the callback, but
 * Debian's build then closes the connection a second time, before the frame has been sent. `frame` must have
 * room for two bytes and the reason.
 */
bool lws_quirk_write_close(struct lws *wsi, unsigned char *frame, int code, const char *reason);

/* Writes a ping with a payload of one byte: libwebsockets does not report a pong without payload. */
bool lws_quirk_write_ping(struct lws *wsi, unsigned char *frame);

/*
 * Writes complete WebSocket frames in one call. libwebsockets writes one frame per call; bytes marked as HTTP
 * are sent unchanged, and are still buffered if the socket does not take all of them.
 */
bool lws_quirk_write_frames(struct lws *wsi, unsigned char *frames, size_t length);

/* ---- HTTP ------------------------------------------------------------------------------------------- */

/*
 * What an HTTP callback returns after its response: close the connection, or wait for another request on it.
 *
 * libwebsockets loops forever on a request with a body that it has read together with an earlier request. So a
 * connection is used again only if nothing at all has been read behind the request (frame_watch.h), and never after a
 * request with a body. libwebsockets then reads the next request by itself, like the first one of a connection. Returns
 * LWS_QUIRK_CLOSE_AFTER_RESPONSE if the connection cannot be used again for other reasons.
 */
enum { LWS_QUIRK_CLOSE_AFTER_RESPONSE = -1 };
int lws_quirk_wait_for_request(struct lws *wsi);

/* Returns true if libwebsockets goes on reading after the headers of a request: it has a body of a known length. */
bool lws_quirk_reads_body(struct lws *wsi);

/* Returns true if the client speaks HTTP/1.1 and does not want the connection closed after the response. */
bool lws_quirk_wants_keep_alive(struct lws *wsi);

/*
 * Copies the value of a header, given as `x-name:`. libwebsockets has numbers for the headers it knows and keeps the
 * others by name; this finds both. Returns false if the request has no such header, or its value is too long.
 */
bool lws_quirk_copy_header(struct lws *wsi, const char *name, char *text, int capacity);
bool lws_quirk_has_header(struct lws *wsi, const char *name);

/* Returns true if the body is chunked. libwebsockets would read the chunks as further requests. */
bool lws_quirk_is_chunked(struct lws *wsi);

/*
 * Returns true if an upgrade must not be confirmed because there is none: libwebsockets sometimes asks again
 * after a response has begun.
 */
bool lws_quirk_is_stray_upgrade(struct lws *wsi, bool response_begun);

#endif
