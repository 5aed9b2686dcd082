/*
 * connection.c: a WebSocket: messages put together, sent at once or queued, and the ways it ends.
 *
 * A write through the WRITEABLE callback costs four system calls more, so a message is written at once when
 * nothing waits before it. What waits is bounded: past that the reader is dropped and may resume. Closing is
 * always the same way: mark it, write the close frame behind what is queued, and wait for the peer's; whoever
 * does not get that far in time has his socket ended by the sweep.
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

static void drop_queue(struct connection *connection)
{
    while (connection->first != NULL) {
        struct outgoing *outgoing = connection->first;
        connection->first = outgoing->next;
        free(outgoing);
    }
    connection->last = NULL;
    connection->transport->queued_bytes -= connection->queued;
    connection->queued = 0;
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

/* Adds to the queue. False: no memory. */
static bool enqueue(struct connection *connection, const char *text, size_t length)
{
    struct outgoing *outgoing = malloc(sizeof *outgoing + LWS_PRE + length);
    if (outgoing == NULL) {
        return false;
    }
    outgoing->next = NULL;
    outgoing->length = length;
    memcpy(outgoing->bytes + LWS_PRE, text, length);
    if (connection->last != NULL) {
        connection->last->next = outgoing;
    } else {
        connection->first = outgoing;
        (void)lws_callback_on_writable(connection->wsi);
    }
    connection->last = outgoing;
    connection->queued += length;
    connection->transport->queued_bytes += length;
    return true;
}

/* Nothing waits to be written before what comes now. */
static bool is_idle(const struct connection *connection)
{
    return connection->first == NULL && lws_partial_buffered(connection->wsi) == 0;
}

void connection_send(struct connection *connection, const char *text, size_t length)
{
    if (connection->closing || !connection->opened) {
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
    if (connection->queued + length > (size_t)connection->transport->options.queue_bytes ||
        !enqueue(connection, text, length)) {
        count(connection, METRIC_SLOW_READERS_DROPPED, 1);
        log_line(LOG_INFO, "slow_reader_dropped", "address=%s", connection->address);
        drop_queue(connection);
        connection_close(connection, CLOSE_SLOW, "too slow; come back and resume");
    }
}

/* Writes what is queued as far as the socket takes it. False: it is broken. */
static bool flush(struct connection *connection)
{
    while (connection->first != NULL && lws_partial_buffered(connection->wsi) == 0) {
        struct outgoing *outgoing = connection->first;
        connection->first = outgoing->next;
        if (connection->first == NULL) {
            connection->last = NULL;
        }
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

/*
 * Writes the close frame once nothing waits before it. False: the socket is broken.
 *
 * Not by lws_close_reason() and returning -1: Debian's build closes a second time to test itself, and that
 * ends the connection before the frame is out. 4 is the opcode's place in lws_write_protocol, left free there.
 */
static bool write_close(struct connection *connection)
{
    enum { WRITE_CLOSE = 4 };
    unsigned char *payload = connection->transport->frame + LWS_PRE;
    size_t length = strlen(connection->close_reason);
    write_batch_flush(connection);
    if (connection->close_code == 0 || connection->close_sent || !is_idle(connection)) {
        return true;
    }
    connection->close_sent = true;
    payload[0] = (unsigned char)(connection->close_code >> 8);
    payload[1] = (unsigned char)connection->close_code;
    memcpy(payload + 2, connection->close_reason, length);
    return lws_write(connection->wsi, payload, 2 + length, (enum lws_write_protocol)WRITE_CLOSE) >= 0;
}

int connection_writable(struct connection *connection)
{
    if (!flush(connection) || !write_close(connection)) {
        return -1;
    }
    if (connection->first != NULL || (connection->close_code != 0 && !connection->close_sent)) {
        (void)lws_callback_on_writable(connection->wsi);
    }
    return 0;
}

void connection_ping(struct connection *connection)
{
    struct transport *transport = connection->transport;
    connection->pinged = true;
    connection->pinged_at = uv_now(transport->loop);
    transport->frame[LWS_PRE] = 'g'; /* an empty pong would not be told to us */
    if (is_idle(connection) &&
        lws_write(connection->wsi, transport->frame + LWS_PRE, 1, LWS_WRITE_PING) < 0) {
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
    if (connection->closing || !connection->opened) {
        return;
    }
    if (lws_frame_is_binary(connection->wsi) != 0) {
        connection_close(connection, CLOSE_NOT_TEXT, "only text is spoken here");
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

int connection_peer_closes(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (connection->close_sent) {
        return -1; /* the answer to ours */
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
    return 0; /* libwebsockets answers */
}

void connection_break(struct connection *connection)
{
    connection->closing = true;
    connection->close_code = 0;
    if (connection->wsi != NULL) {
        (void)shutdown(lws_get_socket_fd(connection->wsi), SHUT_RDWR);
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
        drop_queue(connection);
        buffer_free(&connection->message);
        transport->handler.closed(transport->handler.context, connection);
    }
}

void connection_free(struct connection *connection)
{
    struct transport *transport = connection->transport;
    connection_report_closed(connection);
    http_discard(connection);
    if (connection->counted != NULL) {
        connection->counted->connections--;
    }
    if (connection->previous != NULL) {
        connection->previous->next = connection->next;
    } else {
        transport->connections = connection->next;
    }
    if (connection->next != NULL) {
        connection->next->previous = connection->previous;
    }
    transport->tcp_count--;
    free(connection);
}
