/*
 * listener.c: listening sockets, and the limits on connections.
 *
 * We accept connections ourselves and pass the sockets to libwebsockets. A connection beyond a limit then costs
 * only an accept and a close, errors of bind() keep their reason, and when the process runs out of descriptors
 * we wait instead of spinning (see lws_quirks.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/transport_internal.h"

enum {
    BACKLOG = 1024,
    ACCEPTS_PER_EVENT = 64,
    HOST_BYTES = 256,
    PORT_BYTES = 16,
    WARNING_INTERVAL_MS = 10 * 1000
};

/* ---- Addresses -------------------------------------------------------------------------------------- */

/* Writes the address as text, an IPv4-mapped IPv6 address as IPv4. Returns whether it is a loopback address. */
static bool format_peer(const struct sockaddr_storage *peer, char text[INET6_ADDRSTRLEN])
{
    uint8_t bytes[IP_ADDRESS_BYTES];
    if (!ip_address_of(peer, bytes)) {
        return false;
    }
    ip_address_write(bytes, text);
    return ip_address_is_loopback(bytes);
}

/* Returns whether the client's address may be taken from the peer's X-Forwarded-For. */
static bool is_proxy(const struct connection *connection)
{
    const struct transport *transport = connection->transport;
    return transport->options.behind_proxy &&
           (connection->from_loopback || ip_prefixes_contain(&transport->proxies, connection->address));
}

/* ---- Limits ----------------------------------------------------------------------------------------- */

bool connection_address_has_room(const struct connection *connection)
{
    struct transport *transport = connection->transport;
    const struct address *entry = addresses_get(transport->addresses, connection->address, uv_hrtime());
    return entry != NULL && address_has_room(entry, transport->options.connections_per_address);
}

static double upgrades_per_second(const struct transport *transport)
{
    return (double)transport->options.upgrades_per_minute / 60.0;
}

bool connection_may_upgrade(const struct connection *connection)
{
    struct transport *transport = connection->transport;
    uint64_t now = uv_hrtime();
    struct address *entry = addresses_get(transport->addresses, connection->address, now);
    return entry != NULL && address_take(entry, LIMIT_UPGRADES, upgrades_per_second(transport),
                                         (double)transport->options.upgrades_per_minute, now);
}

void connection_count_address(struct connection *connection)
{
    if (connection->counted == NULL) {
        connection->counted =
            addresses_get(connection->transport->addresses, connection->address, uv_hrtime());
        if (connection->counted != NULL) {
            address_connect(connection->counted);
        }
    }
}

/* Connections from a proxy are counted later, when X-Forwarded-For gives the client's address. */
static bool may_connect(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (transport->tcp_count >= transport->connections_max) {
        return false;
    }
    if (connection->from_proxy) {
        return true;
    }
    if (!connection_address_has_room(connection)) {
        return false;
    }
    connection_count_address(connection);
    return true;
}

/* ---- Accepting -------------------------------------------------------------------------------------- */

static bool prepare_socket(int fd)
{
    const int on = 1;
    const int bytes = SEND_BUFFER_BYTES;
    int flags = fcntl(fd, F_GETFL);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

/*
 * Refusing a connection costs hardly less than serving it. So a connection from an address that has used up its
 * upgrades is not read for a while, which slows down clients that reconnect as fast as they can.
 */
static void delay_reading(struct connection *connection)
{
    if (connection->counted != NULL && connection->kind == LISTENER_GAME &&
        address_is_empty(connection->counted, LIMIT_UPGRADES, upgrades_per_second(connection->transport),
                         uv_hrtime())) {
        connection->read_delayed = true;
        (void)lws_rx_flow_control(connection->wsi, 0);
    }
}

/* Passes the socket to libwebsockets, which closes it on failure. */
static void adopt(struct connection *connection, int fd)
{
    struct transport *transport = connection->transport;
    uint64_t now = uv_now(transport->loop);
    connection->last_seen = now;
    connection->deadline = now + (uint64_t)transport->options.handshake_seconds * 1000;
    LIST_INSERT_HEAD(&transport->connections, connection, link);
    transport->tcp_count++;
    struct lws *wsi = lws_quirk_adopt(transport->vhost, fd, connection->kind == LISTENER_GAME, connection);
    if (wsi != NULL) {
        connection->wsi = wsi;
        delay_reading(connection);
    } else {
        /* libwebsockets may still destroy a wsi and free the connection with it; otherwise the sweep does. */
        connection->closing = true;
        connection->deadline = now + LINGER_MS;
    }
}

static void accept_one(struct listener *listener, int fd, const struct sockaddr_storage *peer)
{
    struct transport *transport = listener->transport;
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        (void)close(fd);
        return;
    }
    connection->transport = transport;
    STAILQ_INIT(&connection->queue);
    connection->kind = listener->kind;
    connection->from_loopback = format_peer(peer, connection->peer);
    memcpy(connection->address, connection->peer, sizeof connection->address);
    connection->from_proxy = is_proxy(connection);
    if (!prepare_socket(fd) || !frame_guard_add(connection, fd) || !may_connect(connection)) {
        if (transport->handler.counters != NULL) {
            metrics_add(transport->handler.counters, METRIC_CONNECTIONS_REFUSED, 1);
        }
        log_line(LOG_DEBUG, "connection_refused", "address=%s", connection->address);
        frame_guard_remove(connection);
        (void)close(fd);
        free(connection);
        return;
    }
    adopt(connection, fd);
}

/* Logs that accept() failed, at most once every WARNING_INTERVAL_MS. */
static void warn_accept_failed(struct listener *listener, int error)
{
    uint64_t now = uv_now(listener->transport->loop);
    listener->failures++;
    if (listener->warned_at == 0 || now - listener->warned_at >= WARNING_INTERVAL_MS) {
        log_line(LOG_WARNING, "accept_failed", "error=%d times=%lu", error, listener->failures);
        listener->warned_at = now;
        listener->failures = 0;
    }
}

static void accept_some(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = poll->data;
    (void)status;
    (void)events;
    for (unsigned i = 0; i < ACCEPTS_PER_EVENT; i++) {
        struct sockaddr_storage peer = {0};
        socklen_t length = sizeof peer;
        int fd = accept(listener->fd, (struct sockaddr *)&peer, &length);
        if (fd >= 0) {
            accept_one(listener, fd, &peer);
        } else if (errno != EINTR && errno != ECONNABORTED) {
            if (errno != EAGAIN && errno != EWOULDBLOCK) {
                warn_accept_failed(listener, errno);
                (void)uv_poll_stop(&listener->poll); /* the sweep resumes it */
                listener->polling = false;
            }
            return;
        }
    }
}

/* ---- Opening and closing ---------------------------------------------------------------------------- */

/* Returns a listening socket, or -1 with errno set. */
static int listen_on(const struct addrinfo *info)
{
    const int on = 1;
    int fd = socket(info->ai_family, SOCK_STREAM, 0);
    if (fd < 0) {
        return -1;
    }
    int flags = fcntl(fd, F_GETFL);
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 || flags < 0 ||
        fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 ||
        bind(fd, info->ai_addr, info->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
        int reason = errno;
        (void)close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

static unsigned port_of(int fd)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0) {
        return 0;
    }
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&address)->sin6_port
                                               : ((struct sockaddr_in *)(void *)&address)->sin_port);
}

bool listener_open(struct listener *listener, const char *text, char *error, size_t capacity)
{
    char host[HOST_BYTES];
    char port[PORT_BYTES];
    unsigned number = 0;
    if (!options_split_address(text, host, sizeof host, &number)) {
        (void)snprintf(error, capacity, "%s is not an address and a port, such as 127.0.0.1:8888", text);
        return false;
    }
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    (void)snprintf(port, sizeof port, "%u", number);
    int failure = getaddrinfo(host, port, &hints, &found);
    if (failure != 0) {
        (void)snprintf(error, capacity, "cannot listen on %s: %s", text, gai_strerror(failure));
        return false;
    }
    listener->fd = listen_on(found);
    if (listener->fd < 0) {
        (void)snprintf(error, capacity, "cannot listen on %s: %s%s", text, strerror(errno),
                       errno == EADDRINUSE ? "; choose another port" : "");
    }
    freeaddrinfo(found);
    if (listener->fd < 0) {
        return false;
    }
    listener->port = port_of(listener->fd);
    listener->poll.data = listener;
    failure = uv_poll_init(listener->transport->loop, &listener->poll, listener->fd);
    if (failure != 0) {
        (void)snprintf(error, capacity, "cannot listen on %s: %s", text, uv_strerror(failure));
        (void)close(listener->fd);
        listener->fd = -1;
        return false;
    }
    listener->initialised = true;
    listener_resume(listener);
    return true;
}

void listener_resume(struct listener *listener)
{
    if (listener->fd >= 0 && !listener->polling) {
        listener->polling = uv_poll_start(&listener->poll, UV_READABLE, accept_some) == 0;
    }
}

void listener_close(struct listener *listener, uv_close_cb closed)
{
    if (listener->initialised) {
        listener->initialised = false;
        (void)uv_poll_stop(&listener->poll);
        listener->polling = false;
        uv_close((uv_handle_t *)&listener->poll, closed);
    }
    if (listener->fd >= 0) {
        (void)close(listener->fd);
        listener->fd = -1;
    }
}
