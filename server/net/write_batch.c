/*
 * write_batch.c: sends several messages to one connection in a single write.
 *
 * Sending is most of what the server does, and its cost depends on the number of calls more than on the number
 * of bytes. So messages are collected in the connection's batch, as complete WebSocket frames, and go out in
 * one call: when transport_deliver() says that no more will follow, or at the latest before the loop waits
 * again. A client that sends many requests at once also gets all of their replies in one write. The number and
 * size of batches are fixed; a message that gets no room is written directly.
 *
 * A connection has a batch only while its queue is empty, so messages stay in order.
 */
#include <stdlib.h>
#include <string.h>

#include "server/net/transport_internal.h"

enum { SLOTS = 32, SLOT_BYTES = 16 * 1024, FRAME_HEADER_MAX = 4, LENGTH_IN_16_BITS = 126 };

struct write_batch {
    struct connection *connection; /* NULL if it was closed: nothing is to be written */
    size_t length;
    unsigned char bytes[LWS_PRE + SLOT_BYTES];
};

struct write_batches {
    unsigned count; /* slots in use */
    struct write_batch slot[SLOTS];
};

struct write_batches *write_batches_new(void)
{
    return calloc(1, sizeof(struct write_batches));
}

void write_batch_flush(struct connection *connection)
{
    struct write_batch *batch = connection->batch;
    size_t length = batch == NULL ? 0 : batch->length;
    if (length > 0) {
        batch->length = 0;
        if (!lws_quirk_write_frames(connection->wsi, batch->bytes + LWS_PRE, length)) {
            connection_break(connection);
        }
    }
}

void transport_deliver(struct transport *transport)
{
    struct write_batches *batches = transport->batches;
    for (unsigned i = 0; i < batches->count; i++) {
        struct connection *connection = batches->slot[i].connection;
        if (connection != NULL) {
            write_batch_flush(connection);
            connection->batch = NULL;
        }
    }
    batches->count = 0;
}

void write_batch_discard(struct connection *connection)
{
    if (connection->batch != NULL) {
        connection->batch->connection = NULL;
        connection->batch = NULL;
    }
}

/* Returns the connection's batch, a new one if it has none. Returns NULL if all are in use. */
static struct write_batch *slot_of(struct connection *connection)
{
    struct write_batches *batches = connection->transport->batches;
    if (connection->batch == NULL && batches->count < SLOTS) {
        connection->batch = &batches->slot[batches->count++];
        connection->batch->connection = connection;
        connection->batch->length = 0;
    }
    return connection->batch;
}

bool write_batch_add(struct connection *connection, const char *text, size_t length)
{
    enum { FINAL_TEXT = 0x81 }; /* first byte of a frame: the only fragment of a text message */
    struct write_batch *batch = length > SLOT_BYTES - FRAME_HEADER_MAX ? NULL : slot_of(connection);
    if (batch == NULL || FRAME_HEADER_MAX + length > SLOT_BYTES - batch->length) {
        return false;
    }
    unsigned char *at = batch->bytes + LWS_PRE + batch->length;
    *at++ = FINAL_TEXT;
    if (length < LENGTH_IN_16_BITS) {
        *at++ = (unsigned char)length;
    } else {
        *at++ = LENGTH_IN_16_BITS;
        *at++ = (unsigned char)(length >> 8);
        *at++ = (unsigned char)length;
    }
    memcpy(at, text, length);
    batch->length = (size_t)(at + length - (batch->bytes + LWS_PRE));
    return true;
}
