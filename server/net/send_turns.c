/*
 * send_turns.c: messages to crowds, a few connections at a time.
 *
 * Writing to ten thousand connections takes a tenth of a second, and everybody else would wait for it. So a message that
 * can wait is only queued, and the connections take turns: a few of them write each time the event loop turns, and other
 * events are handled in between. A connection's messages stay in order, because the later ones join its queue.
 */
#include "server/base/metrics.h"
#include "server/net/transport_internal.h"

enum { CONNECTIONS_PER_TURN = 32 }; /* about a third of a millisecond */

/* The handle only keeps the loop from waiting; flush_batches() in transport.c does the work. */
static void do_nothing(uv_idle_t *turn)
{
    (void)turn;
}

void send_turns_init(struct transport *transport)
{
    TAILQ_INIT(&transport->turns);
    (void)uv_idle_init(transport->loop, &transport->turn); /* never fails */
    transport->turn.data = transport;
}

void send_turns_leave(struct connection *connection)
{
    if (connection->has_turn) {
        connection->has_turn = false;
        TAILQ_REMOVE(&connection->transport->turns, connection, turn_entry);
    }
}

/* Moves what fits from the queue to the connection's batch, so that it goes out in one write. */
static void fill_batch(struct connection *connection)
{
    struct outgoing *outgoing;
    while ((outgoing = STAILQ_FIRST(&connection->queue)) != NULL &&
           lws_partial_buffered(connection->wsi) == 0 &&
           write_batch_add(connection, (const char *)outgoing->bytes + LWS_PRE, outgoing->length)) {
        connection_unqueue(connection);
    }
    write_batch_flush(connection);
}

void send_turns_next(struct transport *transport)
{
    struct connection *connection;
    for (unsigned i = 0; i < CONNECTIONS_PER_TURN && (connection = TAILQ_FIRST(&transport->turns)) != NULL;
         i++) {
        send_turns_leave(connection);
        fill_batch(connection);
        if (!connection_flush(connection)) {
            connection_break(connection);
        } else if (!STAILQ_EMPTY(&connection->queue)) {
            (void)lws_callback_on_writable(connection->wsi);
        }
    }
    transport_deliver(transport); /* the batches are free again */
    if (TAILQ_EMPTY(&transport->turns)) {
        (void)uv_idle_stop(&transport->turn);
    }
}

void connection_send_in_turn(struct connection *connection, const char *text, size_t length)
{
    struct transport *transport = connection->transport;
    if (connection_is_remote(connection)) {
        connection_send(connection, text, length);
        return;
    }
    if (connection->closing || !connection->opened) {
        return;
    }
    if (transport->handler.counters != NULL) {
        metrics_add(transport->handler.counters, METRIC_MESSAGES_SENT, 1);
        metrics_add(transport->handler.counters, METRIC_BYTES_SENT, length);
    }
    write_batch_flush(connection);
    if (connection_queue(connection, text, length) && !connection->has_turn) {
        connection->has_turn = true;
        TAILQ_INSERT_TAIL(&transport->turns, connection, turn_entry);
        (void)uv_idle_start(&transport->turn, do_nothing);
    }
}
