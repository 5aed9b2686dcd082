/*
 * links.c: all links of a node: accepting, pings, time limits, closing.
 *
 * Anybody can open connections, but at most LINK_UNFINISHED_MAX of them stay open without a proof of the key: a new one
 * replaces the oldest. This hardly ever hits another node, because its handshake takes only two round trips.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/options.h"
#include "server/cluster/link_internal.h"

enum { BACKLOG = 128, OWN_HANDLES = 4, SWEEPS_PER_INTERVAL = 4 };

/* ---- accepting ---- */

/* Ends the accepted link that has waited longest for its handshake. */
static void make_way(struct links *links)
{
    struct link *oldest = NULL, *link;
    LIST_FOREACH (link, &links->all, entry) { /* new ones are put in front */
        if (!link->is_outgoing && link->state != LINK_UP && link->state != LINK_ENDED) {
            oldest = link;
        }
    }
    if (oldest != NULL) {
        link_fail(oldest, "too_many");
    }
}

static void note_peer(struct link *link)
{
    struct sockaddr_storage peer = {0};
    int length = sizeof peer;
    if (uv_tcp_getpeername(&link->socket, (struct sockaddr *)&peer, &length) != 0 ||
        uv_ip_name((struct sockaddr *)&peer, link->address, sizeof link->address) != 0) {
        (void)snprintf(link->address, sizeof link->address, "unknown");
    }
}

static void accept_one(struct links *links)
{
    if (links->unfinished >= LINK_UNFINISHED_MAX) {
        make_way(links);
    }
    struct link *link = link_new(links, LINK_WAITS_FOR_HELLO);
    links->accept_again = link == NULL;
    if (link == NULL) {
        return;
    }
    int status = uv_accept((uv_stream_t *)&links->listener, (uv_stream_t *)&link->socket);
    if (status != 0) {
        link_fail(link, uv_err_name(status));
        return;
    }
    note_peer(link);
    link_start(link);
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct links *links = listener->data;
    if (status != 0) {
        log_line(LOG_WARNING, "link_accept_failed", "error=%s", uv_err_name(status));
    } else if (!links->is_closing) {
        accept_one(links);
    }
}

/* ---- timing ---- */

static void do_nothing(uv_idle_t *awake)
{
    (void)awake;
}

void links_stay_awake(struct links *links)
{
    (void)uv_idle_start(&links->awake, do_nothing);
}

static void write_queued(uv_prepare_t *before_poll)
{
    struct links *links = before_poll->data;
    while (!LIST_EMPTY(&links->waiting)) {
        link_flush(LIST_FIRST(&links->waiting));
    }
    (void)uv_idle_stop(&links->awake);
}

/* Ends a link that took too long. */
static void check_time(struct link *link, uint64_t now)
{
    const struct link_limits *limits = &link->links->limits;
    if (link->state == LINK_UP && now - link->heard > limits->silence) {
        link_fail(link, "silent");
    } else if (link->state == LINK_CONNECTING && now - link->started > limits->handshake) {
        link_fail(link, "no_connection");
    } else if (link->state < LINK_UP && now - link->started > limits->handshake) {
        link_fail(link, "no_handshake");
    }
}

static uint64_t sweep_interval(const struct link_limits *limits)
{
    uint64_t least = limits->ping < limits->silence ? limits->ping : limits->silence;
    least = least < limits->handshake ? least : limits->handshake;
    return least < SWEEPS_PER_INTERVAL ? 1 : least / SWEEPS_PER_INTERVAL;
}

/*
 * If the loop was delayed, bytes from the other ends may still be waiting to be read. So a late sweep ends no link, and
 * leaves that to the next one.
 */
static void sweep(uv_timer_t *timer)
{
    struct links *links = timer->data;
    uint64_t now = uv_now(links->loop);
    bool is_late = now - links->swept > 2 * sweep_interval(&links->limits);
    links->swept = now;
    links->sweep_was_late = is_late && !links->sweep_was_late;
    struct link *link;
    LIST_FOREACH (link, &links->all, entry) {
        if (!links->sweep_was_late) {
            check_time(link, now);
        }
        if (link->state == LINK_UP && now - link->wrote >= links->limits.ping) {
            link_ping(link);
        }
    }
    if (links->accept_again) {
        accept_one(links);
    }
}

void links_set_limits(struct links *links, const struct link_limits *limits)
{
    links->limits = *limits;
    uv_update_time(links->loop); /* before the loop runs, its time may be old */
    links->swept = uv_now(links->loop);
    (void)uv_timer_start(&links->sweep, sweep, sweep_interval(limits), sweep_interval(limits));
}

/* ---- opening ---- */

/* Resolves the address, and blocks: only for use at startup. Returns a libuv error. */
static int resolve_now(uv_loop_t *loop, const char *host, unsigned port, uv_getaddrinfo_t *request)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    char service[16];
    (void)snprintf(service, sizeof service, "%u", port);
    return uv_getaddrinfo(loop, request, NULL, host, service, &hints);
}

static int listen_at(struct links *links, const char *host, unsigned port)
{
    uv_getaddrinfo_t request;
    int status = resolve_now(links->loop, host, port, &request);
    if (status != 0) {
        return status;
    }
    status = uv_tcp_bind(&links->listener, request.addrinfo->ai_addr, 0);
    uv_freeaddrinfo(request.addrinfo);
    return status != 0 ? status : uv_listen((uv_stream_t *)&links->listener, BACKLOG, on_connection);
}

static struct links *new_links(uv_loop_t *loop, const unsigned char key[LINK_KEY_BYTES], int64_t node,
                               const char *name, const struct link_handler *handler)
{
    struct links *links = calloc(1, sizeof *links);
    if (links == NULL) {
        return NULL;
    }
    links->loop = loop;
    links->node = node;
    links->handler = *handler;
    memcpy(links->key, key, LINK_KEY_BYTES);
    (void)snprintf(links->name, sizeof links->name, "%s", name);
    LIST_INIT(&links->all);
    LIST_INIT(&links->waiting);
    (void)uv_tcp_init(loop, &links->listener); /* these four cannot fail */
    (void)uv_timer_init(loop, &links->sweep);
    (void)uv_prepare_init(loop, &links->before_poll);
    (void)uv_idle_init(loop, &links->awake);
    links->listener.data = links->sweep.data = links->before_poll.data = links->awake.data = links;
    links->handles = OWN_HANDLES;
    return links;
}

struct links *links_open(uv_loop_t *loop, const char *listen, const unsigned char key[LINK_KEY_BYTES],
                         int64_t node, const char *name, const struct link_handler *handler, char *error,
                         size_t capacity)
{
    char host[OPTION_TEXT_MAX + 1];
    unsigned port = 0;
    if (!options_split_address(listen, host, sizeof host, &port)) {
        (void)snprintf(error, capacity, "%.200s is not an address and a port.", listen);
        return NULL;
    }
    if (node < 1 || strlen(name) > LINK_NAME_BYTES || sodium_init() < 0) {
        (void)snprintf(error, capacity,
                       "A node needs a number, a name of at most %d bytes, and a source of random numbers.",
                       LINK_NAME_BYTES);
        return NULL;
    }
    struct links *links = new_links(loop, key, node, name, handler);
    if (links == NULL) {
        (void)snprintf(error, capacity, "There is not enough memory.");
        return NULL;
    }
    int status = listen_at(links, host, port);
    if (status != 0) {
        (void)snprintf(error, capacity, "Cannot listen at %.200s: %s.", listen, uv_strerror(status));
        links_close(links, NULL, NULL);
        return NULL;
    }
    links_set_limits(links, &(const struct link_limits){.ping = LINK_PING_MILLISECONDS,
                                                        .silence = LINK_SILENCE_MILLISECONDS,
                                                        .handshake = LINK_HANDSHAKE_MILLISECONDS,
                                                        .queue = LINK_QUEUE_MAX});
    (void)uv_prepare_start(&links->before_poll, write_queued);
    return links;
}

unsigned links_port(const struct links *links)
{
    struct sockaddr_storage own = {0};
    int length = sizeof own;
    if (uv_tcp_getsockname(&links->listener, (struct sockaddr *)&own, &length) != 0) {
        return 0;
    }
    /* The port is at the same place in both kinds of address. */
    return ntohs(((const struct sockaddr_in *)&own)->sin_port);
}

void links_tap(struct links *links,
               void (*tap)(void *context, const struct link *link, bool sent, unsigned type, const char *body,
                           size_t length),
               void *context)
{
    links->tap = tap;
    links->tap_context = context;
}

/* ---- closing ---- */

void links_release(struct links *links)
{
    if (--links->handles > 0) {
        return;
    }
    void (*closed)(void *context) = links->closed;
    void *context = links->closed_context;
    sodium_memzero(links, sizeof *links);
    free(links);
    if (closed != NULL) {
        closed(context);
    }
}

static void handle_closed(uv_handle_t *handle)
{
    links_release(handle->data);
}

void links_close(struct links *links, void (*closed)(void *context), void *context)
{
    struct link *link;
    links->closed = closed;
    links->closed_context = context;
    LIST_FOREACH (link, &links->all, entry) {
        link_end(link, "closing");
    }
    links->is_closing = true;
    uv_close((uv_handle_t *)&links->listener, handle_closed);
    uv_close((uv_handle_t *)&links->sweep, handle_closed);
    uv_close((uv_handle_t *)&links->before_poll, handle_closed);
    uv_close((uv_handle_t *)&links->awake, handle_closed);
}
