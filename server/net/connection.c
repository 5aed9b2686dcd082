/*
 * connection.c: one WebSocket: assembling messages, sending or queueing them, and closing.
 *
 * Writing from the WRITEABLE callback costs four more system calls, so a message is written directly when
 * nothing is queued before it. The queue is bounded: a client that reads too slowly is dropped and may reconnect
 * and resume. Closing always takes the same path: mark the connection, write the close frame behind the queued
 * messages, and wait for the peer's close frame. The sweep shuts down sockets that do not finish in time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/transport_internal.h"

static void count(const struct connection *connection, enum metric metric, uint64_t amount)
{
    struct metrics *metrics = connection->transport->handler.counters;
    if (metrics != NULL) {
        metrics_add(metrics, metric, amount);
    }
}

void connection_set_user(struct connection *connection, void *user)
{
    connection->user = user;
}

void *connection_user(const struct connection *connection)
{
    return connection->user;
}

const char *connection_address(const struct connection *connection)
{
    return connection->address;
}

/* ---- Sending ---------------------------------------------------------------------------------------- */

bool transport_reserve(struct transport *transport, size_t length)
{
    if (LWS_PRE + length <= transport->frame_capacity) {
        return true;
    }
    size_t capacity = transport->frame_capacity;
    while (capacity < LWS_PRE + length) {
        capacity *= 2;
    }
    unsigned char *bigger = realloc(transport->frame, capacity);
    if (bigger == NULL) {
        return false;
    }
    transport->frame = bigger;
    transport->frame_capacity = capacity;
    return true;
}

void connection_unqueue(struct connection *connection)
{
    struct outgoing *outgoing = STAILQ_FIRST(&connection->queue);
    STAILQ_REMOVE_HEAD(&connection->queue, link);
    connection->queued -= outgoing->length;
    connection->transport->queued_bytes -= outgoing->length;
    free(outgoing);
}

static void drop_queue(struct connection *connection)
{
    while (!STAILQ_EMPTY(&connection->queue)) {
        connection_unqueue(connection);
    }
}

static void write_now(struct connection *connection, const char *text, size_t length)
{
    struct transport *transport = connection->transport;
    if (!transport_reserve(transport, length)) {
        connection_break(connection);
        return;
    }
    memcpy(transport->frame + LWS_PRE, text, length);
    if (lws_write(connection->wsi, transport->frame + LWS_PRE, length, LWS_WRITE_TEXT) < 0) {
        connection_break(connection);
    }
}

/* Adds a message to the queue. Returns false if there is no memory. */
static bool enqueue(struct connection *connection, const char *text, size_t length)
{
    struct outgoing *outgoing = malloc(sizeof *outgoing + LWS_PRE + length);
    if (outgoing == NULL) {
        return false;
    }
    outgoing->length = length;
    memcpy(outgoing->bytes + LWS_PRE, text, length);
    STAILQ_INSERT_TAIL(&connection->queue, outgoing, link);
    connection->queued += length;
    connection->transport->queued_bytes += length;
    return true;
}

bool connection_queue(struct connection *connection, const char *text, size_t length)
{
    if (connection->queued + length <= (size_t)connection->transport->options.queue_bytes &&
        enqueue(connection, text, length)) {
        return true;
    }
    count(connection, METRIC_SLOW_READERS_DROPPED, 1);
    log_line(LOG_INFO, "slow_reader_dropped", "address=%s", connection->address);
    drop_queue(connection);
    connection_close(connection, CLOSE_SLOW, "reading too slowly; reconnect and resume");
    return false;
}

/* Returns true if nothing is waiting to be written. */
static bool is_idle(const struct connection *connection)
{
    return STAILQ_EMPTY(&connection->queue) && lws_partial_buffered(connection->wsi) == 0;
}

void connection_send(struct connection *connection, const char *text, size_t length)
{
    if (connection->closing || !connection->opened) {
        return;
    }
    if (connection_is_remote(connection)) {
        connection->remote.send(connection->remote.context, text, length, false);
        return;
    }
    count(connection, METRIC_MESSAGES_SENT, 1);
    count(connection, METRIC_BYTES_SENT, length);
    if (is_idle(connection) && write_batch_add(connection, text, length)) {
        return;
    }
    write_batch_flush(connection);
    if (is_idle(connection)) {
        write_now(connection, text, length);
        return;
    }
    bool is_first = STAILQ_EMPTY(&connection->queue);
    if (connection_queue(connection, text, length) && is_first) {
        (void)lws_callback_on_writable(connection->wsi);
    }
}

void connection_reply(struct connection *connection, const char *text, size_t length)
{
    if (!connection_is_remote(connection)) {
        connection_send(connection, text, length);
    } else if (!connection->closing) {
        connection->remote.send(connection->remote.context, text, length, true);
    }
}

bool connection_flush(struct connection *connection)
{
    while (!STAILQ_EMPTY(&connection->queue) && lws_partial_buffered(connection->wsi) == 0) {
        struct outgoing *outgoing = STAILQ_FIRST(&connection->queue);
        STAILQ_REMOVE_HEAD(&connection->queue, link);
        connection->queued -= outgoing->length;
        connection->transport->queued_bytes -= outgoing->length;
        int written = lws_write(connection->wsi, outgoing->bytes + LWS_PRE, outgoing->length, LWS_WRITE_TEXT);
        free(outgoing);
        if (written < 0) {
            return false;
        }
    }
    return true;
}

/* Writes the close frame if one is due and nothing is waiting before it. Returns false if the socket is broken. */
static bool write_close(struct connection *connection)
{
    write_batch_flush(connection);
    if (connection->close_code == 0 || connection->close_sent || !is_idle(connection)) {
        return true;
    }
    connection->close_sent = true;
    return lws_quirk_write_close(connection->wsi, connection->transport->frame + LWS_PRE,
                                 connection->close_code, connection->close_reason);
}

int connection_writable(struct connection *connection)
{
    if (!connection_flush(connection) || !write_close(connection)) {
        return -1;
    }
    if (!STAILQ_EMPTY(&connection->queue) || (connection->close_code != 0 && !connection->close_sent)) {
        (void)lws_callback_on_writable(connection->wsi);
    }
    return 0;
}

void connection_ping(struct connection *connection)
{
    struct transport *transport = connection->transport;
    connection->pinged = true;
    connection->pinged_at = uv_now(transport->loop);
    if (is_idle(connection) && !lws_quirk_write_ping(connection->wsi, transport->frame + LWS_PRE)) {
        connection_break(connection);
    }
}

/* ---- Receiving -------------------------------------------------------------------------------------- */

static void deliver(struct connection *connection, const char *text, size_t length)
{
    const struct transport_handler *handler = &connection->transport->handler;
    handler->message(handler->context, connection, text, length);
}

void connection_received(struct connection *connection, const char *piece, size_t length)
{
    struct transport *transport = connection->transport;
    connection->last_seen = uv_now(transport->loop);
    connection->pinged = false;
    if (connection->closing || !connection->opened || connection->watch.has_unmasked) {
        return;
    }
    if (lws_frame_is_binary(connection->wsi) != 0) {
        connection_close(connection, CLOSE_NOT_TEXT, "only text messages are accepted");
        return;
    }
    size_t remaining = lws_remaining_packet_payload(connection->wsi);
    size_t most = (size_t)transport->options.message_bytes;
    size_t have = connection->message.length + length;
    if (remaining > most || have > most - remaining) {
        connection_close(connection, CLOSE_TOO_BIG, "the message is too large");
        return;
    }
    bool whole = remaining == 0 && lws_is_final_fragment(connection->wsi) != 0;
    if (whole && connection->message.text == NULL) {
        if (length > 0) {
            memcpy(transport->incoming, piece, length);
        }
        transport->incoming[length] = '\0';
        deliver(connection, transport->incoming, length);
        return;
    }
    if (!buffer_add(&connection->message, piece, length)) {
        connection_break(connection);
        return;
    }
    if (whole) {
        char *text = buffer_take(&connection->message);
        deliver(connection, text, have);
        free(text);
    }
}

/* ---- Opening and closing ---------------------------------------------------------------------------- */

void connection_opened(struct connection *connection)
{
    struct transport *transport = connection->transport;
    connection->opened = true;
    connection->deadline = 0;
    connection->last_seen = uv_now(transport->loop);
    transport->open_count++;
    count(connection, METRIC_CONNECTIONS_TOTAL, 1);
    transport->handler.opened(transport->handler.context, connection);
}

void connection_close(struct connection *connection, int code, const char *reason)
{
    struct transport *transport = connection->transport;
    if (connection->closing || !connection->opened) {
        return;
    }
    connection->closing = true;
    if (connection_is_remote(connection)) {
        connection->remote.close(connection->remote.context, code, reason);
        return;
    }
    connection->close_code = code;
    (void)snprintf(connection->close_reason, sizeof connection->close_reason, "%s", reason);
    connection->deadline = uv_now(transport->loop) + (uint64_t)transport->options.handshake_seconds * 1000;
    buffer_free(&connection->message);
    if (!write_close(connection)) {
        connection_break(connection);
    } else if (!connection->close_sent) {
        (void)lws_callback_on_writable(connection->wsi);
    }
}

bool connection_is_closing(const struct connection *connection)
{
    return connection->closing;
}

int connection_peer_closes(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (connection->close_sent) {
        return -1; /* this is the reply to our close frame */
    }
    if (!connection->closing) {
        connection->closing = true;
        connection->deadline =
            uv_now(transport->loop) + (uint64_t)transport->options.handshake_seconds * 1000;
    }
    connection->close_code = 0;
    write_batch_flush(connection);
    drop_queue(connection);
    buffer_free(&connection->message);
    return 0; /* libwebsockets replies */
}

void connection_break(struct connection *connection)
{
    connection->closing = true;
    connection->close_code = 0;
    if (connection->wsi != NULL) {
        (void)shutdown(lws_get_socket_fd(connection->wsi), SHUT_RDWR);
        (void)lws_callback_on_writable(connection->wsi); /* libwebsockets may not be reading */
    }
}

void connection_report_closed(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (connection->opened) {
        connection->opened = false;
        connection->closing = true;
        transport->open_count--;
        write_batch_discard(connection);
        send_turns_leave(connection);
        drop_queue(connection);
        buffer_free(&connection->message);
        transport->handler.closed(transport->handler.context, connection);
    }
}
