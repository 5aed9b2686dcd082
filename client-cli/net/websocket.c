/*
 * websocket.c: looks up the name, tries the addresses one after the other, and assembles messages from fragments.
 *
 * Workarounds for libwebsockets 4.1 in this file; those for the context are in websocket_context.c:
 * - It may call back about an attempt that was dropped, even after the websocket is freed. Each attempt therefore has a
 *   number instead of a pointer, and websocket_event() ignores calls with any other number than the current one.
 * - A connection must not be closed from inside its own callback: the callback returns -1 instead (`inside`).
 * - It looks names up synchronously, so uv_getaddrinfo() does that, and libwebsockets gets numeric addresses.
 * - It compares only the first 120 characters of a name with the certificate, and cuts names at the first colon, so
 *   such hosts are rejected with TLS (can_check_certificate()).
 * - It has no call to send a close frame at once; send_close() writes the frame with lws_write().
 * - It replaces close code 1013, which it does not know, with 1002 (server_closes()).
 * - A connection that is closed at once gets no CLIENT_CLOSED event, only WSI_DESTROY.
 */
#include "client-cli/net/websocket.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "client-cli/net/websocket_errors.h"
#include "common/base/buffer.h"

enum {
    EARLIER_SHARE = 4,    /* divides the timeout for all addresses but the last */
    CHECKABLE_HOST = 120, /* characters of a name that libwebsockets compares with the certificate */
    WRITE_CLOSE = 4,      /* the value for a close frame that enum lws_write_protocol leaves out */
    CLOSE_NORMAL = 1000,
    CLOSE_PROTOCOL_ERROR = 1002,
    CLOSE_NO_CODE = 1005,
    CLOSE_TRY_AGAIN = 1013,
};

struct outgoing {
    STAILQ_ENTRY(outgoing) entry;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes for libwebsockets, then the text */
};

struct websocket {
    struct websocket_context *context;
    struct address address;
    const char *where; /* points into address.server, after the scheme */
    unsigned connect_ms;
    struct websocket_hooks hooks;
    unsigned users; /* reference count: the timer and the lookup */
    uv_timer_t timer;
    uv_getaddrinfo_t lookup;
    bool looking_up;
    struct addrinfo *found, *next;
    uintptr_t attempt; /* number of the current attempt; 0: none */
    struct lws *wsi;   /* of the current attempt */
    bool inside;       /* a callback of libwebsockets is on the stack */
    bool opened, closed;
    struct websocket_error reason;
    STAILQ_HEAD(outgoing_queue, outgoing) queue;
    struct buffer message; /* fragments received so far */
};

/* ---- Closing ---------------------------------------------------------------------------------------- */

static void release(struct websocket *websocket)
{
    if (--websocket->users > 0) {
        return;
    }
    while (!STAILQ_EMPTY(&websocket->queue)) {
        struct outgoing *outgoing = STAILQ_FIRST(&websocket->queue);
        STAILQ_REMOVE_HEAD(&websocket->queue, entry);
        free(outgoing);
    }
    uv_freeaddrinfo(websocket->found);
    buffer_free(&websocket->message);
    free(websocket);
}

static void timer_closed(uv_handle_t *handle)
{
    release(handle->data);
}

/* Drops the current attempt. Inside a callback, returning -1 from it makes libwebsockets close the connection. */
static void drop_attempt(struct websocket *websocket)
{
    struct lws *wsi = websocket->wsi;
    websocket->attempt = 0;
    websocket->wsi = NULL;
    websocket->opened = false;
    if (wsi != NULL && !websocket->inside) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
    }
}

static void send_close(struct websocket *websocket)
{
    if (websocket->opened && STAILQ_EMPTY(&websocket->queue) && lws_partial_buffered(websocket->wsi) == 0) {
        unsigned char frame[LWS_PRE + 2];
        frame[LWS_PRE] = CLOSE_NORMAL >> 8;
        frame[LWS_PRE + 1] = CLOSE_NORMAL & 0xff;
        (void)lws_write(websocket->wsi, frame + LWS_PRE, 2, (enum lws_write_protocol)WRITE_CLOSE);
    }
}

void websocket_close(struct websocket *websocket)
{
    if (websocket->closed) {
        return;
    }
    websocket->closed = true;
    websocket->context->websocket = NULL;
    send_close(websocket);
    drop_attempt(websocket);
    if (websocket->looking_up) {
        (void)uv_cancel((uv_req_t *)&websocket->lookup); /* the callback comes in any case */
    }
    uv_close((uv_handle_t *)&websocket->timer, timer_closed);
}

static void report_end(struct websocket *websocket)
{
    struct websocket_hooks hooks = websocket->hooks;
    struct websocket_error reason = websocket->reason;
    websocket_close(websocket);
    hooks.ended(hooks.context, reason.end, reason.code, reason.why);
}

/* ---- Connecting --------------------------------------------------------------------------------------- */

static void next_attempt(uv_timer_t *timer);

/* Ends the attempt; next_attempt() continues from the loop. */
static void end_attempt(struct websocket *websocket, struct websocket_error reason)
{
    websocket->reason = reason;
    drop_attempt(websocket);
    (void)uv_timer_start(&websocket->timer, next_attempt, 0, 0);
}

static struct websocket_error failure_reason(const struct websocket *websocket,
                                             struct websocket_failure failure)
{
    failure.maybe_tls = !websocket->address.tls && !websocket->context->got_through;
    return websocket_error_failure(websocket->where, &failure);
}

static void connect_next(struct websocket *websocket)
{
    char numeric[NI_MAXHOST], host[ADDRESS_HOST_MAX + 32];
    const struct addrinfo *to = websocket->next;
    const struct address *address = &websocket->address;
    websocket->next = to->ai_next;
    if (getnameinfo(to->ai_addr, to->ai_addrlen, numeric, sizeof numeric, NULL, 0, NI_NUMERICHOST) != 0) {
        end_attempt(websocket, websocket_error_lookup(address->host, UV_EAI_FAIL));
        return;
    }
    bool default_port = address->port == (address->tls ? 443 : 80);
    size_t shown =
        default_port ? (size_t)(strrchr(websocket->where, ':') - websocket->where) : strlen(websocket->where);
    (void)snprintf(host, sizeof host, "%.*s", (int)shown, websocket->where);
    struct lws_client_connect_info info = {
        .context = websocket->context->lws,
        .vhost = websocket->context->vhost,
        .address = numeric,
        .port = address->port,
        .ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (address->tls ? LCCSCF_USE_SSL : 0),
        .path = "/ws",
        .host = host,
        .protocol = "gaslight.v1",
        .local_protocol_name = "gaslight.v1",
        .ietf_version_or_minus_one = -1,
        .alpn = "http/1.1",
    };
    unsigned most = websocket->next == NULL ? websocket->connect_ms : websocket->connect_ms / EARLIER_SHARE;
    websocket->attempt = ++websocket->context->attempts;
    info.opaque_user_data =
        (void *)websocket->attempt; // NOLINT(performance-no-int-to-ptr): a number, not a pointer
    (void)uv_timer_start(&websocket->timer, next_attempt, most, 0);
    (void)websocket_context_take_certificate_error();
    websocket->inside = true;
    struct lws *wsi = lws_client_connect_via_info(&info);
    websocket->inside = false;
    if (wsi != NULL && websocket->attempt != 0) {
        websocket->wsi = wsi;
    } else if (websocket->attempt != 0) { /* failed immediately, without a callback */
        end_attempt(websocket, failure_reason(websocket, (struct websocket_failure){.text = ""}));
    }
}

/* Called when an attempt has failed or timed out: tries the next address, or reports the end. */
static void next_attempt(uv_timer_t *timer)
{
    struct websocket *websocket = timer->data;
    if (websocket->attempt != 0 || websocket->looking_up) {
        websocket->reason = websocket_error_timeout(websocket->where);
    }
    drop_attempt(websocket);
    if (websocket->reason.end == WEBSOCKET_UNREACHABLE && websocket->reason.code == 0 &&
        websocket->next != NULL) {
        connect_next(websocket);
    } else {
        report_end(websocket);
    }
}

static void looked_up(uv_getaddrinfo_t *lookup, int status, struct addrinfo *found)
{
    struct websocket *websocket = lookup->data;
    websocket->looking_up = false;
    websocket->found = found;
    websocket->next = found;
    if (websocket->closed) {
        release(websocket);
        return;
    }
    websocket->users--; /* the timer still holds a reference */
    if (status != 0 || found == NULL) {
        end_attempt(websocket, websocket_error_lookup(websocket->address.host, status));
    } else {
        connect_next(websocket);
    }
}

/* A name cut at its first colon could become empty, and libwebsockets accepts any certificate for that. */
static bool can_check_certificate(const struct address *address)
{
    return !address->tls || (strchr(address->host, ':') == NULL && strlen(address->host) <= CHECKABLE_HOST);
}

struct websocket *websocket_open(struct websocket_context *context, const struct address *address,
                                 unsigned connect_ms, struct websocket_hooks hooks)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (websocket == NULL) {
        return NULL;
    }
    websocket->context = context;
    websocket->address = *address;
    websocket->where = strstr(websocket->address.server, "://") + 3;
    websocket->connect_ms = connect_ms;
    websocket->hooks = hooks;
    STAILQ_INIT(&websocket->queue);
    context->websocket = websocket;
    websocket->timer.data = websocket;
    websocket->lookup.data = websocket;
    websocket->users = 1;
    (void)uv_timer_init(context->loop, &websocket->timer);
    if (!can_check_certificate(address)) {
        end_attempt(websocket, websocket_error_uncheckable(address->host));
        return websocket;
    }
    int error = uv_getaddrinfo(context->loop, &websocket->lookup, looked_up, address->host, NULL, &hints);
    if (error != 0) {
        end_attempt(websocket, websocket_error_lookup(address->host, error));
        return websocket;
    }
    websocket->users++;
    websocket->looking_up = true;
    (void)uv_timer_start(&websocket->timer, next_attempt, connect_ms, 0);
    return websocket;
}

/* ---- Messages --------------------------------------------------------------------------------------- */

bool websocket_send(struct websocket *websocket, const char *text, size_t length)
{
    if (!websocket->opened) {
        return true;
    }
    struct outgoing *outgoing = malloc(sizeof *outgoing + LWS_PRE + length);
    if (outgoing == NULL) {
        return false;
    }
    outgoing->length = length;
    memcpy(outgoing->bytes + LWS_PRE, text, length);
    STAILQ_INSERT_TAIL(&websocket->queue, outgoing, entry);
    (void)lws_callback_on_writable(websocket->wsi);
    return true;
}

/* Writes one message and requests a callback for the next. */
static int write_next(struct websocket *websocket)
{
    struct outgoing *outgoing = STAILQ_FIRST(&websocket->queue);
    if (outgoing == NULL) {
        return 0;
    }
    STAILQ_REMOVE_HEAD(&websocket->queue, entry);
    if (!STAILQ_EMPTY(&websocket->queue)) {
        (void)lws_callback_on_writable(websocket->wsi);
    }
    int written = lws_write(websocket->wsi, outgoing->bytes + LWS_PRE, outgoing->length, LWS_WRITE_TEXT);
    free(outgoing);
    return written < 0 ? -1 : 0;
}

static void receive(struct websocket *websocket, const char *piece, size_t length)
{
    size_t remaining = lws_remaining_packet_payload(websocket->wsi);
    if (lws_frame_is_binary(websocket->wsi) != 0) {
        end_attempt(websocket, websocket_error_binary(websocket->where));
    } else if (remaining > WEBSOCKET_MESSAGE_MAX ||
               websocket->message.length + length > WEBSOCKET_MESSAGE_MAX - remaining ||
               !buffer_add(&websocket->message, piece, length)) {
        end_attempt(websocket, websocket_error_too_large(websocket->where));
    } else if (remaining == 0 && lws_is_final_fragment(websocket->wsi) != 0) {
        size_t whole = websocket->message.length;
        websocket->message.length = 0; /* keeps the capacity for the next message */
        websocket->hooks.text(websocket->hooks.context, websocket->message.text, whole);
    }
}

/* ---- Callbacks of libwebsockets ---------------------------------------------------------------------------- */

static void connect_failed(struct websocket *websocket, struct lws *wsi, const char *text)
{
    struct websocket_failure failure = {.certificate_error = websocket_context_take_certificate_error(),
                                        .status = lws_http_client_http_response(wsi),
                                        .text = text == NULL ? "" : text};
    socklen_t size = sizeof failure.socket_error;
    if (getsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_ERROR, &failure.socket_error, &size) != 0) {
        failure.socket_error = 0;
    }
    end_attempt(websocket, failure_reason(websocket, failure));
}

/*
 * The server sent a close frame: a code of two bytes and a text. libwebsockets replies and closes the connection. A code
 * of 1002 was 1013 originally, since our server never sends 1002.
 */
static void server_closes(struct websocket *websocket, const unsigned char *payload, size_t length)
{
    unsigned code = length >= 2 ? (unsigned)(payload[0] << 8 | payload[1]) : CLOSE_NO_CODE;
    code = code == CLOSE_PROTOCOL_ERROR ? CLOSE_TRY_AGAIN : code;
    websocket->reason = websocket_error_closed(websocket->where, code, (const char *)payload + 2,
                                               length >= 2 ? length - 2 : 0);
    websocket->opened = false;
}

static void closed(struct websocket *websocket)
{
    if (websocket->reason.code != 0) { /* the server gave a reason */
        end_attempt(websocket, websocket->reason);
    } else if (websocket->opened) {
        end_attempt(websocket, websocket_error_closed(websocket->where, 0, "", 0));
    } else {
        end_attempt(websocket, failure_reason(websocket, (struct websocket_failure){.text = ""}));
    }
}

/* Returns the result for the callback. */
static int handle_event(struct websocket *websocket, struct lws *wsi, enum lws_callback_reasons event,
                        void *in, size_t length)
{
    switch (event) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        connect_failed(websocket, wsi, in);
        return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        websocket->wsi = wsi;
        websocket->opened = true;
        websocket->context->got_through = true;
        (void)uv_timer_stop(&websocket->timer);
        websocket->hooks.opened(websocket->hooks.context);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (websocket->opened) {
            receive(websocket, in, length);
        }
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return websocket->opened ? write_next(websocket) : 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        server_closes(websocket, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: /* CLIENT_CLOSED is not always called before */
        closed(websocket);
        return 0;
    default:
        return 0;
    }
}

int websocket_event(struct lws *wsi, enum lws_callback_reasons event, void *user, void *in, size_t length)
{
    struct lws_context *lws = wsi == NULL ? NULL : lws_get_context(wsi);
    const struct websocket_context *context = lws == NULL ? NULL : lws_context_user(lws);
    struct websocket *websocket = context == NULL ? NULL : context->websocket;
    (void)user;
    if (websocket == NULL || websocket->attempt == 0 ||
        websocket->attempt != (uintptr_t)lws_get_opaque_user_data(wsi)) {
        return 0;
    }
    bool outermost = !websocket->inside;
    websocket->inside = true;
    int result = handle_event(websocket, wsi, event, in, length);
    bool dropped = websocket->attempt == 0; /* by handle_event() or a hook */
    if (outermost) {
        websocket->inside = false;
    }
    return dropped ? -1 : result;
}
