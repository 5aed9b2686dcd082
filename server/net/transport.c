/*
 * transport.c: the libwebsockets context on our loop, its callback, the sweep, opening and closing.
 *
 * One sweep timer enforces every deadline: handshakes, requests, idle connections, closing connections.
 * Closing the transport takes several steps: close the connections, destroy the context, wait until its handles
 * have left the loop, destroy it again (which frees it), then close our own handles. lws_quirks.h says why.
 */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/base/log.h"
#include "server/net/transport_internal.h"

enum {
    DESCRIPTORS_RESERVED = 128, /* for the store, the log and libwebsockets itself */
    RX_BUFFER_BYTES = 1024,     /* per connection; longer messages arrive in pieces */
    TX_BYTES_MAX = 1 << 20,
    FRAME_BYTES_INITIAL = 64 * 1024,
    DESTROY_TICK_MS = 2,
    DESTROY_EXTRA_TICKS = 3,
    ADDRESS_SWEEP_MS = 60 * 1000,
    LINE_BYTES = 400,
};

/* ---- The libwebsockets callback --------------------------------------------------------------------- */

static void free_connection(struct connection *connection)
{
    struct transport *transport = connection->transport;
    connection_report_closed(connection);
    http_discard(connection);
    if (connection->counted != NULL) {
        address_disconnect(connection->counted);
    }
    frame_guard_remove(connection);
    LIST_REMOVE(connection, link);
    transport->tcp_count--;
    free(connection);
}

static int on_http(struct connection *connection, enum lws_callback_reasons reason, const char *in,
                   size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return http_confirm_upgrade(connection);
    case LWS_CALLBACK_HTTP:
        return http_request_ready(connection, in);
    case LWS_CALLBACK_HTTP_BODY:
        return http_body(connection, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return http_body_complete(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_writable(connection);
    default:
        return 0;
    }
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct connection *connection = wsi == NULL ? NULL : lws_get_opaque_user_data(wsi);
    (void)user;
    if (connection == NULL) {
        return 0; /* not about a connection of ours */
    }
    connection->wsi = wsi;
    if (lws_quirk_is_raw(reason)) {
        return -1;
    }
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        connection_opened(connection);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        connection_received(connection, in, length);
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        connection->last_seen = uv_now(connection->transport->loop);
        connection->pinged = false;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return connection_writable(connection);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return connection_peer_closes(connection);
    case LWS_CALLBACK_CLOSED:
        connection_report_closed(connection);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        free_connection(connection);
        return 0;
    default:
        return on_http(connection, reason, in, length);
    }
}

static void log_lws(int level, const char *line)
{
    char text[LINE_BYTES];
    char quoted[2 * LINE_BYTES];
    (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    log_line((level & LLL_ERR) != 0 ? LOG_WARNING : LOG_DEBUG, "libwebsockets", "line=%s",
             log_quote(text, quoted, sizeof quoted));
}

/* ---- The sweep -------------------------------------------------------------------------------------- */

static void check_connection(struct connection *connection, uint64_t now)
{
    uint64_t idle = (uint64_t)connection->transport->options.idle_seconds * 1000;
    uint64_t silent = now - connection->last_seen;
    if (connection->read_delayed && silent >= READ_DELAY_MS) {
        connection->read_delayed = false;
        (void)lws_rx_flow_control(connection->wsi, 1);
    }
    if (connection->wsi == NULL) {
        if (now >= connection->deadline) {
            free_connection(connection);
        }
    } else if (connection->deadline != 0 && now >= connection->deadline) {
        log_line(LOG_DEBUG, "connection_timed_out", "address=%s", connection->address);
        connection_break(connection);
    } else if (connection->opened && !connection->closing && connection->pinged &&
               now - connection->pinged_at >=
                   idle) { /* `silent` would include time this process was stopped */
        connection_close(connection, CLOSE_GOING_AWAY, "silent for too long");
    } else if (connection->opened && !connection->closing && silent >= idle && !connection->pinged) {
        connection_ping(connection);
    }
}

static void listener_closed(uv_handle_t *handle)
{
    (void)handle;
}

static void free_transport(struct transport *transport)
{
    addresses_free(transport->addresses);
    static_files_free(transport->files);
    free(transport->frame);
    free(transport->incoming);
    free(transport->header);
    free(transport->batches);
    free(transport);
}

static void sweep_closed(uv_handle_t *handle)
{
    struct transport *transport = handle->data;
    void (*closed)(void *context) = transport->closed;
    void *context = transport->closed_context;
    free_transport(transport);
    if (closed != NULL) {
        closed(context);
    }
}

/* Closes the handles one after the other, so that libuv is done with all before the transport is freed. */
static void close_sweep(uv_handle_t *turn)
{
    struct transport *transport = turn->data;
    uv_close((uv_handle_t *)&transport->sweep, sweep_closed);
}

static void close_turn(uv_handle_t *before_poll)
{
    struct transport *transport = before_poll->data;
    uv_close((uv_handle_t *)&transport->turn, close_sweep);
}

/* Takes the next step of closing down, if it is due. */
static void close_down(struct transport *transport, uint64_t now)
{
    if (transport->phase == PHASE_CLOSING &&
        (LIST_EMPTY(&transport->connections) || now >= transport->phase_deadline)) {
        transport->phase = PHASE_DESTROYING;
        lws_context_destroy(transport->context);
        (void)uv_timer_set_repeat(&transport->sweep, DESTROY_TICK_MS);
        (void)uv_timer_again(&transport->sweep);
        return;
    }
    if (transport->phase != PHASE_DESTROYING) {
        return;
    }
    if (transport->context != NULL) {
        if (lws_quirk_handles_left(&transport->lws_handles, transport->loop) > 0 ||
            !LIST_EMPTY(&transport->connections) || transport->extra_ticks++ < DESTROY_EXTRA_TICKS) {
            return;
        }
        lws_context_destroy(transport->context);
    }
    transport->phase = PHASE_DESTROYED;
    (void)uv_timer_stop(&transport->sweep);
    uv_close((uv_handle_t *)&transport->before_poll, close_turn);
}

static void flush_batches(uv_prepare_t *before_poll)
{
    frame_guard_close(before_poll->data);
    transport_deliver(before_poll->data);
    send_turns_next(before_poll->data);
}

static void sweep(uv_timer_t *timer)
{
    struct transport *transport = timer->data;
    uint64_t now = uv_now(transport->loop);
    for (struct connection *each = LIST_FIRST(&transport->connections), *next; each != NULL; each = next) {
        next = LIST_NEXT(each, link);
        check_connection(each, now);
    }
    if (now - transport->addresses_swept >= ADDRESS_SWEEP_MS) {
        transport->addresses_swept = now;
        addresses_sweep(transport->addresses, uv_hrtime());
    }
    if (transport->phase == PHASE_OPEN) {
        for (unsigned i = 0; i < LISTENER_COUNT; i++) {
            listener_resume(&transport->listener[i]);
        }
    } else {
        close_down(transport, now);
    }
}

/* ---- Opening ---------------------------------------------------------------------------------------- */

/* Adjusts the limit on open descriptors to the number of connections. Returns how many connections it allows. */
static size_t prepare_descriptors(size_t connections)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + DESCRIPTORS_RESERVED;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return connections;
    }
    if (limit.rlim_cur < wanted || lws_quirk_limit_is_wasteful(limit.rlim_cur, wanted)) {
        rlim_t before = limit.rlim_cur;
        limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < wanted ? limit.rlim_max : wanted;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0) {
            limit.rlim_cur = before;
        }
    }
    if (limit.rlim_cur < wanted) {
        size_t room = limit.rlim_cur > (rlim_t)2 * DESCRIPTORS_RESERVED
                          ? (size_t)limit.rlim_cur - DESCRIPTORS_RESERVED
                          : (size_t)limit.rlim_cur / 2;
        log_line(LOG_WARNING, "few_descriptors", "connections=%zu", room);
        return room;
    }
    return connections;
}

static bool check_tls(const struct options *options, char *error, size_t capacity)
{
    const char *const files[] = {options->tls_cert, options->tls_key};
    if ((files[0][0] == '\0') != (files[1][0] == '\0')) {
        (void)snprintf(error, capacity, "tls-cert and tls-key must be given together");
        return false;
    }
    for (unsigned i = 0; files[0][0] != '\0' && i < 2; i++) {
        if (access(files[i], R_OK) != 0) {
            (void)snprintf(error, capacity, "cannot read %s: %s", files[i], strerror(errno));
            return false;
        }
    }
    return true;
}

static bool create_context(struct transport *transport, char *error, size_t capacity)
{
    void *loops[] = {transport->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = transport->protocols,
        .gid = -1,
        .uid = -1,
        .options =
            LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .foreign_loops = loops,
        .pcontext = &transport->context,
        .max_http_header_data2 = HEADER_BYTES_MAX,
        .timeout_secs = (unsigned)transport->options.handshake_seconds,
        .timeout_secs_ah_idle = (unsigned)transport->options.handshake_seconds, /* otherwise ten */
        .keepalive_timeout = (int)transport->options.handshake_seconds,
        .retry_and_idle_policy = &lws_quirk_no_idle_policy,
        .alpn = "http/1.1",
        .vhost_name = "gaslight",
    };
    bool tls = transport->options.tls_cert[0] != '\0';
    if (tls) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    }
    lws_set_log_level(LLL_ERR | LLL_WARN, log_lws);
    transport->context = lws_quirk_create_context(&info, transport->loop, &transport->lws_handles);
    if (transport->context == NULL) {
        (void)snprintf(error, capacity,
                       "cannot start libwebsockets; is its libuv plugin (libwebsockets-evlib-uv) installed?");
        return false;
    }
    info.ssl_cert_filepath = tls ? transport->options.tls_cert : NULL;
    info.ssl_private_key_filepath = tls ? transport->options.tls_key : NULL;
    transport->vhost = lws_create_vhost(transport->context, &info);
    if (transport->vhost == NULL) {
        (void)snprintf(error, capacity,
                       tls ? "cannot use the certificate %s with its key" : "cannot start libwebsockets%.0s",
                       transport->options.tls_cert);
        return false;
    }
    return true;
}

/* Logs which hosts are accepted. Behind a proxy, browsers ask for a name that only the operator knows. */
static void announce_hosts(const struct transport *transport)
{
    char quoted[2 * HOSTS_BYTES];
    log_line(LOG_INFO, "hosts", "accepted=%s", log_quote(transport->hosts.list, quoted, sizeof quoted));
    if (transport->options.behind_proxy && !transport->hosts.has_public_name) {
        log_line(LOG_WARNING, "no_public_host", "option=hosts");
    }
}

/* Sets up everything that needs neither the loop nor libwebsockets. */
static bool prepare(struct transport *transport, char *error, size_t capacity)
{
    transport->protocols[0] = (struct lws_protocols){.name = "gaslight.v1",
                                                     .callback = on_event,
                                                     .rx_buffer_size = RX_BUFFER_BYTES,
                                                     .tx_packet_size = TX_BYTES_MAX};
    for (unsigned i = 0; i < LISTENER_COUNT; i++) {
        transport->listener[i] =
            (struct listener){.transport = transport, .kind = (enum listener_kind)i, .fd = -1};
    }
    transport->frame_capacity = FRAME_BYTES_INITIAL;
    transport->frame = malloc(transport->frame_capacity);
    transport->incoming = malloc((size_t)transport->options.message_bytes + 1);
    transport->header = malloc(HEADER_BYTES_MAX + 1);
    transport->addresses = addresses_new();
    transport->batches = write_batches_new();
    if (transport->frame == NULL || transport->incoming == NULL || transport->header == NULL ||
        transport->addresses == NULL || transport->batches == NULL) {
        (void)snprintf(error, capacity, "out of memory");
        return false;
    }
    transport->files = static_files_load(transport->options.web, error, capacity);
    return transport->files != NULL && check_tls(&transport->options, error, capacity);
}

struct transport *transport_open(uv_loop_t *loop, const struct options *options,
                                 const struct transport_handler *handler, char *error, size_t capacity)
{
    struct transport *transport = calloc(1, sizeof *transport);
    if (transport == NULL) {
        (void)snprintf(error, capacity, "out of memory");
        return NULL;
    }
    transport->loop = loop;
    transport->options = *options;
    transport->handler = *handler;
    transport->addresses_swept = uv_now(loop);
    if (!prepare(transport, error, capacity)) {
        free_transport(transport);
        return NULL;
    }
    hosts_init(&transport->hosts, options);
    (void)ip_prefixes_read(&transport->proxies, options->proxy_addresses); /* options_set() has checked it */
    transport->connections_max = prepare_descriptors((size_t)options->connections);
    transport->sweep.data = transport;
    (void)uv_timer_init(loop, &transport->sweep);
    transport->before_poll.data = transport;
    (void)uv_prepare_init(loop, &transport->before_poll);
    (void)uv_prepare_start(&transport->before_poll, flush_batches);
    send_turns_init(transport);
    bool good =
        create_context(transport, error, capacity) &&
        listener_open(&transport->listener[LISTENER_GAME], options->listen, error, capacity) &&
        (options->metrics_listen[0] == '\0' ||
         listener_open(&transport->listener[LISTENER_METRICS], options->metrics_listen, error, capacity));
    (void)uv_timer_start(&transport->sweep, sweep, SWEEP_MS, SWEEP_MS);
    if (!good) {
        transport_close(transport, NULL, NULL); /* finishes, and frees it, on the loop */
        return NULL;
    }
    announce_hosts(transport);
    return transport;
}

/* ---- Queries and closing ---------------------------------------------------------------------------- */

unsigned transport_port(const struct transport *transport)
{
    return transport->listener[LISTENER_GAME].port;
}

unsigned transport_metrics_port(const struct transport *transport)
{
    return transport->listener[LISTENER_METRICS].port;
}

size_t transport_connections(const struct transport *transport)
{
    return transport->open_count;
}

size_t transport_queued_bytes(const struct transport *transport)
{
    return transport->queued_bytes;
}

struct addresses *transport_addresses(struct transport *transport)
{
    return transport->addresses;
}

void transport_close(struct transport *transport, void (*closed)(void *context), void *context)
{
    if (transport->phase != PHASE_OPEN) {
        return;
    }
    uint64_t now = uv_now(transport->loop);
    transport->closed = closed;
    transport->closed_context = context;
    transport->phase = transport->context == NULL ? PHASE_DESTROYING : PHASE_CLOSING;
    transport->phase_deadline = now + (uint64_t)2 * CLOSING_MS;
    for (unsigned i = 0; i < LISTENER_COUNT; i++) {
        listener_close(&transport->listener[i], listener_closed);
    }
    struct connection *each;
    LIST_FOREACH (each, &transport->connections, link) {
        if (each->opened) {
            connection_close(each, CLOSE_GOING_AWAY, "the server is shutting down");
            each->deadline = now + CLOSING_MS;
        } else {
            connection_break(each);
        }
    }
    (void)uv_timer_start(&transport->sweep, sweep, DESTROY_TICK_MS, 20);
}
