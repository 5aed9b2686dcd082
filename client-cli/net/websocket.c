/*
 * websocket.c: names are looked up on the loop, addresses are dialled one after the other, pieces become messages.
 *
 * libwebsockets may call about an attempt that was given up, even after the link is freed. So it is given the
 * attempt's number, not a pointer, and what comes for another number than the link's is not heard.
 */
#include "client-cli/net/websocket.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "client-cli/net/websocket_errors.h"
#include "common/base/buffer.h"

enum {
    EARLIER_SHARE = 4,    /* addresses before the last get this part of the time */
    CHECKABLE_HOST = 120, /* libwebsockets compares no more of a name with the certificate */
    WRITE_CLOSE = 4,      /* the opcode's place in lws_write_protocol, left free there */
    CLOSE_NORMAL = 1000,
    CLOSE_PROTOCOL_ERROR = 1002,
    CLOSE_NO_CODE = 1005,
    CLOSE_TRY_AGAIN = 1013,
};

struct outgoing {
    struct outgoing *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE bytes of room, then the text */
};

struct websocket {
    struct websocket_context *websocket_context;
    struct address address;
    const char *where; /* inside address.server: without the scheme */
    unsigned connect_ms;
    struct websocket_hooks hooks;
    unsigned users; /* the timer and the look-up: freed when neither needs it any more */
    uv_timer_t timer;
    uv_getaddrinfo_t lookup;
    bool looking_up;
    struct addrinfo *found, *next;
    uintptr_t attempt; /* 0: none under way */
    struct lws *wsi;   /* of the attempt */
    bool inside;       /* one of libwebsockets' callbacks: it must close the wsi itself when that returns */
    bool opened, closed;
    struct websocket_error reason;
    struct outgoing *first, *last;
    struct buffer message; /* being put together */
};

/* ---- Its end ---------------------------------------------------------------------------------------- */

static void release(struct websocket *websocket)
{
    if (--websocket->users > 0) {
        return;
    }
    while (websocket->first != NULL) {
        struct outgoing *outgoing = websocket->first;
        websocket->first = outgoing->next;
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

/* Lets go of the attempt under way. From inside its callback, that returns -1 and libwebsockets closes it. */
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

static void say_goodbye(struct websocket *websocket)
{
    if (websocket->opened && websocket->first == NULL && lws_partial_buffered(websocket->wsi) == 0) {
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
    websocket->websocket_context->websocket = NULL;
    say_goodbye(websocket);
    drop_attempt(websocket);
    if (websocket->looking_up) {
        (void)uv_cancel((uv_req_t *)&websocket->lookup); /* it calls back either way */
    }
    uv_close((uv_handle_t *)&websocket->timer, timer_closed);
}

static void tell_end(struct websocket *websocket)
{
    struct websocket_hooks hooks = websocket->hooks;
    struct websocket_error reason = websocket->reason;
    websocket_close(websocket);
    hooks.ended(hooks.context, reason.end, reason.code, reason.why);
}

/* ---- Dialling --------------------------------------------------------------------------------------- */

static void go_on(uv_timer_t *timer);

/* The attempt is over: what comes next comes from the loop. */
static void give_up(struct websocket *websocket, struct websocket_error reason)
{
    websocket->reason = reason;
    drop_attempt(websocket);
    (void)uv_timer_start(&websocket->timer, go_on, 0, 0);
}

static struct websocket_error failed(const struct websocket *websocket, struct websocket_failure failure)
{
    failure.maybe_tls = !websocket->address.tls && !websocket->websocket_context->got_through;
    return websocket_error_failure(websocket->where, &failure);
}

static void dial(struct websocket *websocket)
{
    char numeric[NI_MAXHOST], host[ADDRESS_HOST_MAX + 32];
    const struct addrinfo *to = websocket->next;
    const struct address *address = &websocket->address;
    websocket->next = to->ai_next;
    if (getnameinfo(to->ai_addr, to->ai_addrlen, numeric, sizeof numeric, NULL, 0, NI_NUMERICHOST) != 0) {
        give_up(websocket, websocket_error_lookup(address->host, UV_EAI_FAIL));
        return;
    }
    bool usual_port = address->port == (address->tls ? 443 : 80);
    size_t shown =
        usual_port ? (size_t)(strrchr(websocket->where, ':') - websocket->where) : strlen(websocket->where);
    (void)snprintf(host, sizeof host, "%.*s", (int)shown, websocket->where);
    struct lws_client_connect_info info = {
        .context = websocket->websocket_context->context,
        .vhost = websocket->websocket_context->vhost,
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
    websocket->attempt = ++websocket->websocket_context->attempts;
    info.opaque_user_data =
        (void *)websocket->attempt; // NOLINT(performance-no-int-to-ptr): a number, see above
    (void)uv_timer_start(&websocket->timer, go_on, most, 0);
    (void)websocket_context_take_certificate_error();
    websocket->inside = true;
    struct lws *wsi = lws_client_connect_via_info(&info);
    websocket->inside = false;
    if (wsi != NULL && websocket->attempt != 0) {
        websocket->wsi = wsi;
    } else if (websocket->attempt != 0) { /* it failed at once, and was not called about */
        give_up(websocket, failed(websocket, (struct websocket_failure){.text = ""}));
    }
}

/* The time of an attempt is up, or it has failed and the next address, or the end, is due. */
static void go_on(uv_timer_t *timer)
{
    struct websocket *websocket = timer->data;
    if (websocket->attempt != 0 || websocket->looking_up) {
        websocket->reason = websocket_error_timeout(websocket->where);
    }
    drop_attempt(websocket);
    if (websocket->reason.end == WEBSOCKET_UNREACHABLE && websocket->reason.code == 0 &&
        websocket->next != NULL) {
        dial(websocket);
    } else {
        tell_end(websocket);
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
    websocket->users--; /* the timer is left */
    if (status != 0 || found == NULL) {
        give_up(websocket, websocket_error_lookup(websocket->address.host, status));
    } else {
        dial(websocket);
    }
}

/* libwebsockets cuts a name at its first colon, and does not compare an empty one with anything. */
static bool can_check_certificate(const struct address *address)
{
    return !address->tls || (strchr(address->host, ':') == NULL && strlen(address->host) <= CHECKABLE_HOST);
}

struct websocket *websocket_open(struct websocket_context *websocket_context, const struct address *address,
                                 unsigned connect_ms, struct websocket_hooks hooks)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (websocket == NULL) {
        return NULL;
    }
    websocket->websocket_context = websocket_context;
    websocket->address = *address;
    websocket->where = strstr(websocket->address.server, "://") + 3;
    websocket->connect_ms = connect_ms;
    websocket->hooks = hooks;
    websocket_context->websocket = websocket;
    websocket->timer.data = websocket;
    websocket->lookup.data = websocket;
    websocket->users = 1;
    (void)uv_timer_init(websocket_context->loop, &websocket->timer);
    if (!can_check_certificate(address)) {
        give_up(websocket, websocket_error_uncheckable(address->host));
        return websocket;
    }
    int error =
        uv_getaddrinfo(websocket_context->loop, &websocket->lookup, looked_up, address->host, NULL, &hints);
    if (error != 0) {
        give_up(websocket, websocket_error_lookup(address->host, error));
        return websocket;
    }
    websocket->users++;
    websocket->looking_up = true;
    (void)uv_timer_start(&websocket->timer, go_on, connect_ms, 0);
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
    outgoing->next = NULL;
    outgoing->length = length;
    memcpy(outgoing->bytes + LWS_PRE, text, length);
    if (websocket->last != NULL) {
        websocket->last->next = outgoing;
    } else {
        websocket->first = outgoing;
    }
    websocket->last = outgoing;
    (void)lws_callback_on_writable(websocket->wsi);
    return true;
}

/* Writes one message and asks to be called for the next. */
static int write_next(struct websocket *websocket)
{
    struct outgoing *outgoing = websocket->first;
    if (outgoing == NULL) {
        return 0;
    }
    websocket->first = outgoing->next;
    if (websocket->first == NULL) {
        websocket->last = NULL;
    } else {
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
        give_up(websocket, websocket_error_binary(websocket->where));
    } else if (remaining > WEBSOCKET_MESSAGE_MAX ||
               websocket->message.length + length > WEBSOCKET_MESSAGE_MAX - remaining ||
               !buffer_add(&websocket->message, piece, length)) {
        give_up(websocket, websocket_error_too_large(websocket->where));
    } else if (remaining == 0 && lws_is_final_fragment(websocket->wsi) != 0) {
        size_t whole = websocket->message.length;
        websocket->message.length = 0; /* the room is kept for the next one */
        websocket->hooks.text(websocket->hooks.context, websocket->message.text, whole);
    }
}

/* ---- libwebsockets calls ---------------------------------------------------------------------------- */

static void dialling_failed(struct websocket *websocket, struct lws *wsi, const char *text)
{
    struct websocket_failure failure = {.certificate_error = websocket_context_take_certificate_error(),
                                        .status = lws_http_client_http_response(wsi),
                                        .text = text == NULL ? "" : text};
    socklen_t size = sizeof failure.socket_error;
    if (getsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_ERROR, &failure.socket_error, &size) != 0) {
        failure.socket_error = 0;
    }
    give_up(websocket, failed(websocket, failure));
}

/*
 * The server's close frame: two bytes of code, then words. libwebsockets answers it and hangs up. It does not know 1013 and puts
 * 1002 in its place, which a server of ours never sends.
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
    if (websocket->reason.code != 0) { /* the server has said why */
        give_up(websocket, websocket->reason);
    } else if (websocket->opened) {
        give_up(websocket, websocket_error_closed(websocket->where, 0, "", 0));
    } else {
        give_up(websocket, failed(websocket, (struct websocket_failure){.text = ""}));
    }
}

/* Returns what the callback does. */
static int heed(struct websocket *websocket, struct lws *wsi, enum lws_callback_reasons event, void *in,
                size_t length)
{
    switch (event) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        dialling_failed(websocket, wsi, in);
        return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        websocket->wsi = wsi;
        websocket->opened = true;
        websocket->websocket_context->got_through = true;
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
    case LWS_CALLBACK_WSI_DESTROY: /* hung up on at once, it is not always called about before */
        closed(websocket);
        return 0;
    default:
        return 0;
    }
}

int websocket_event(struct lws *wsi, enum lws_callback_reasons event, void *user, void *in, size_t length)
{
    struct lws_context *context = wsi == NULL ? NULL : lws_get_context(wsi);
    const struct websocket_context *websocket_context = context == NULL ? NULL : lws_context_user(context);
    struct websocket *websocket = websocket_context == NULL ? NULL : websocket_context->websocket;
    (void)user;
    if (websocket == NULL || websocket->attempt == 0 ||
        websocket->attempt != (uintptr_t)lws_get_opaque_user_data(wsi)) {
        return 0;
    }
    bool outermost = !websocket->inside;
    websocket->inside = true;
    int result = heed(websocket, wsi, event, in, length);
    bool dropped = websocket->attempt == 0; /* here, or by a hook */
    if (outermost) {
        websocket->inside = false;
    }
    return dropped ? -1 : result;
}
