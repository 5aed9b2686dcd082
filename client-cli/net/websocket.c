/*
 * link.c: names are looked up on the loop, addresses are dialled one after the other, pieces become messages.
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

struct link {
    struct dialler *dialler;
    struct address address;
    const char *where; /* inside address.server: without the scheme */
    unsigned connect_ms;
    struct link_hooks hooks;
    unsigned users; /* the timer and the look-up: freed when neither needs it any more */
    uv_timer_t timer;
    uv_getaddrinfo_t lookup;
    bool looking_up;
    struct addrinfo *found, *next;
    uintptr_t attempt; /* 0: none under way */
    struct lws *wsi;   /* of the attempt */
    bool inside;       /* one of libwebsockets' callbacks: it must close the wsi itself when that returns */
    bool opened, closed;
    struct link_reason reason;
    struct outgoing *first, *last;
    struct buffer message; /* being put together */
};

/* ---- Its end ---------------------------------------------------------------------------------------- */

static void release(struct link *link)
{
    if (--link->users > 0) {
        return;
    }
    while (link->first != NULL) {
        struct outgoing *outgoing = link->first;
        link->first = outgoing->next;
        free(outgoing);
    }
    uv_freeaddrinfo(link->found);
    buffer_free(&link->message);
    free(link);
}

static void timer_closed(uv_handle_t *handle)
{
    release(handle->data);
}

/* Lets go of the attempt under way. From inside its callback, that returns -1 and libwebsockets closes it. */
static void drop_attempt(struct link *link)
{
    struct lws *wsi = link->wsi;
    link->attempt = 0;
    link->wsi = NULL;
    link->opened = false;
    if (wsi != NULL && !link->inside) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
    }
}

static void say_goodbye(struct link *link)
{
    if (link->opened && link->first == NULL && lws_partial_buffered(link->wsi) == 0) {
        unsigned char frame[LWS_PRE + 2];
        frame[LWS_PRE] = CLOSE_NORMAL >> 8;
        frame[LWS_PRE + 1] = CLOSE_NORMAL & 0xff;
        (void)lws_write(link->wsi, frame + LWS_PRE, 2, (enum lws_write_protocol)WRITE_CLOSE);
    }
}

void link_close(struct link *link)
{
    if (link->closed) {
        return;
    }
    link->closed = true;
    link->dialler->link = NULL;
    say_goodbye(link);
    drop_attempt(link);
    if (link->looking_up) {
        (void)uv_cancel((uv_req_t *)&link->lookup); /* it calls back either way */
    }
    uv_close((uv_handle_t *)&link->timer, timer_closed);
}

static void tell_end(struct link *link)
{
    struct link_hooks hooks = link->hooks;
    struct link_reason reason = link->reason;
    link_close(link);
    hooks.ended(hooks.context, reason.end, reason.code, reason.why);
}

/* ---- Dialling --------------------------------------------------------------------------------------- */

static void go_on(uv_timer_t *timer);

/* The attempt is over: what comes next comes from the loop. */
static void give_up(struct link *link, struct link_reason reason)
{
    link->reason = reason;
    drop_attempt(link);
    (void)uv_timer_start(&link->timer, go_on, 0, 0);
}

static struct link_reason failed(const struct link *link, struct link_failure failure)
{
    failure.maybe_tls = !link->address.tls && !link->dialler->got_through;
    return link_reason_failure(link->where, &failure);
}

static void dial(struct link *link)
{
    char numeric[NI_MAXHOST], host[ADDRESS_HOST_MAX + 32];
    const struct addrinfo *to = link->next;
    const struct address *address = &link->address;
    link->next = to->ai_next;
    if (getnameinfo(to->ai_addr, to->ai_addrlen, numeric, sizeof numeric, NULL, 0, NI_NUMERICHOST) != 0) {
        give_up(link, link_reason_lookup(address->host, UV_EAI_FAIL));
        return;
    }
    bool usual_port = address->port == (address->tls ? 443 : 80);
    size_t shown = usual_port ? (size_t)(strrchr(link->where, ':') - link->where) : strlen(link->where);
    (void)snprintf(host, sizeof host, "%.*s", (int)shown, link->where);
    struct lws_client_connect_info info = {
        .context = link->dialler->context,
        .vhost = link->dialler->vhost,
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
    unsigned most = link->next == NULL ? link->connect_ms : link->connect_ms / EARLIER_SHARE;
    link->attempt = ++link->dialler->attempts;
    info.opaque_user_data = (void *)link->attempt; // NOLINT(performance-no-int-to-ptr): a number, see above
    (void)uv_timer_start(&link->timer, go_on, most, 0);
    (void)dialler_take_certificate_error();
    link->inside = true;
    struct lws *wsi = lws_client_connect_via_info(&info);
    link->inside = false;
    if (wsi != NULL && link->attempt != 0) {
        link->wsi = wsi;
    } else if (link->attempt != 0) { /* it failed at once, and was not called about */
        give_up(link, failed(link, (struct link_failure){.text = ""}));
    }
}

/* The time of an attempt is up, or it has failed and the next address, or the end, is due. */
static void go_on(uv_timer_t *timer)
{
    struct link *link = timer->data;
    if (link->attempt != 0 || link->looking_up) {
        link->reason = link_reason_timeout(link->where);
    }
    drop_attempt(link);
    if (link->reason.end == LINK_UNREACHABLE && link->reason.code == 0 && link->next != NULL) {
        dial(link);
    } else {
        tell_end(link);
    }
}

static void looked_up(uv_getaddrinfo_t *lookup, int status, struct addrinfo *found)
{
    struct link *link = lookup->data;
    link->looking_up = false;
    link->found = found;
    link->next = found;
    if (link->closed) {
        release(link);
        return;
    }
    link->users--; /* the timer is left */
    if (status != 0 || found == NULL) {
        give_up(link, link_reason_lookup(link->address.host, status));
    } else {
        dial(link);
    }
}

/* libwebsockets cuts a name at its first colon, and does not compare an empty one with anything. */
static bool can_check_certificate(const struct address *address)
{
    return !address->tls || (strchr(address->host, ':') == NULL && strlen(address->host) <= CHECKABLE_HOST);
}

struct link *link_open(struct dialler *dialler, const struct address *address, unsigned connect_ms,
                       struct link_hooks hooks)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL) {
        return NULL;
    }
    link->dialler = dialler;
    link->address = *address;
    link->where = strstr(link->address.server, "://") + 3;
    link->connect_ms = connect_ms;
    link->hooks = hooks;
    dialler->link = link;
    link->timer.data = link;
    link->lookup.data = link;
    link->users = 1;
    (void)uv_timer_init(dialler->loop, &link->timer);
    if (!can_check_certificate(address)) {
        give_up(link, link_reason_uncheckable(address->host));
        return link;
    }
    int error = uv_getaddrinfo(dialler->loop, &link->lookup, looked_up, address->host, NULL, &hints);
    if (error != 0) {
        give_up(link, link_reason_lookup(address->host, error));
        return link;
    }
    link->users++;
    link->looking_up = true;
    (void)uv_timer_start(&link->timer, go_on, connect_ms, 0);
    return link;
}

/* ---- Messages --------------------------------------------------------------------------------------- */

bool link_send(struct link *link, const char *text, size_t length)
{
    if (!link->opened) {
        return true;
    }
    struct outgoing *outgoing = malloc(sizeof *outgoing + LWS_PRE + length);
    if (outgoing == NULL) {
        return false;
    }
    outgoing->next = NULL;
    outgoing->length = length;
    memcpy(outgoing->bytes + LWS_PRE, text, length);
    if (link->last != NULL) {
        link->last->next = outgoing;
    } else {
        link->first = outgoing;
    }
    link->last = outgoing;
    (void)lws_callback_on_writable(link->wsi);
    return true;
}

/* Writes one message and asks to be called for the next. */
static int write_next(struct link *link)
{
    struct outgoing *outgoing = link->first;
    if (outgoing == NULL) {
        return 0;
    }
    link->first = outgoing->next;
    if (link->first == NULL) {
        link->last = NULL;
    } else {
        (void)lws_callback_on_writable(link->wsi);
    }
    int written = lws_write(link->wsi, outgoing->bytes + LWS_PRE, outgoing->length, LWS_WRITE_TEXT);
    free(outgoing);
    return written < 0 ? -1 : 0;
}

static void receive(struct link *link, const char *piece, size_t length)
{
    size_t remaining = lws_remaining_packet_payload(link->wsi);
    if (lws_frame_is_binary(link->wsi) != 0) {
        give_up(link, link_reason_binary(link->where));
    } else if (remaining > LINK_MESSAGE_MAX || link->message.length + length > LINK_MESSAGE_MAX - remaining ||
               !buffer_add(&link->message, piece, length)) {
        give_up(link, link_reason_too_large(link->where));
    } else if (remaining == 0 && lws_is_final_fragment(link->wsi) != 0) {
        size_t whole = link->message.length;
        link->message.length = 0; /* the room is kept for the next one */
        link->hooks.text(link->hooks.context, link->message.text, whole);
    }
}

/* ---- libwebsockets calls ---------------------------------------------------------------------------- */

static void dialling_failed(struct link *link, struct lws *wsi, const char *text)
{
    struct link_failure failure = {.certificate_error = dialler_take_certificate_error(),
                                   .status = lws_http_client_http_response(wsi),
                                   .text = text == NULL ? "" : text};
    socklen_t size = sizeof failure.socket_error;
    if (getsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_ERROR, &failure.socket_error, &size) != 0) {
        failure.socket_error = 0;
    }
    give_up(link, failed(link, failure));
}

/*
 * The server's close frame: two bytes of code, then words. libwebsockets answers it and hangs up. It does not know 1013 and puts
 * 1002 in its place, which a server of ours never sends.
 */
static void server_closes(struct link *link, const unsigned char *payload, size_t length)
{
    unsigned code = length >= 2 ? (unsigned)(payload[0] << 8 | payload[1]) : CLOSE_NO_CODE;
    code = code == CLOSE_PROTOCOL_ERROR ? CLOSE_TRY_AGAIN : code;
    link->reason =
        link_reason_closed(link->where, code, (const char *)payload + 2, length >= 2 ? length - 2 : 0);
    link->opened = false;
}

static void closed(struct link *link)
{
    if (link->reason.code != 0) { /* the server has said why */
        give_up(link, link->reason);
    } else if (link->opened) {
        give_up(link, link_reason_closed(link->where, 0, "", 0));
    } else {
        give_up(link, failed(link, (struct link_failure){.text = ""}));
    }
}

/* Returns what the callback does. */
static int heed(struct link *link, struct lws *wsi, enum lws_callback_reasons event, void *in, size_t length)
{
    switch (event) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        dialling_failed(link, wsi, in);
        return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        link->wsi = wsi;
        link->opened = true;
        link->dialler->got_through = true;
        (void)uv_timer_stop(&link->timer);
        link->hooks.opened(link->hooks.context);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (link->opened) {
            receive(link, in, length);
        }
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return link->opened ? write_next(link) : 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        server_closes(link, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY: /* hung up on at once, it is not always called about before */
        closed(link);
        return 0;
    default:
        return 0;
    }
}

int link_event(struct lws *wsi, enum lws_callback_reasons event, void *user, void *in, size_t length)
{
    struct lws_context *context = wsi == NULL ? NULL : lws_get_context(wsi);
    const struct dialler *dialler = context == NULL ? NULL : lws_context_user(context);
    struct link *link = dialler == NULL ? NULL : dialler->link;
    (void)user;
    if (link == NULL || link->attempt == 0 || link->attempt != (uintptr_t)lws_get_opaque_user_data(wsi)) {
        return 0;
    }
    bool outermost = !link->inside;
    link->inside = true;
    int result = heed(link, wsi, event, in, length);
    bool dropped = link->attempt == 0; /* here, or by a hook */
    if (outermost) {
        link->inside = false;
    }
    return dropped ? -1 : result;
}
