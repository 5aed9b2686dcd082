/*
 * gather.c: several messages for one connection in one write.
 *
 * Sending is most of what the server does, and costs by the call more than by the byte. So what is sent waits in a
 * slot of its connection, as ready WebSocket frames, and goes out with one call: when whoever sends says that this
 * is all (transport_deliver()), and at the latest before the loop waits again. A flood of requests, too, gets the answers to
 * all that came at once in one write. There are only so many slots, and they have room for what is usual;
 * whoever gets none is written to at once.
 *
 * Only a connection with nothing queued has a slot, so order is kept. libwebsockets writes one frame a call; what it is
 * told is "http" it takes as it is, and still keeps what the socket does not.
 */
#include <stdlib.h>
#include <string.h>

#include "server/net/transport_internal.h"

enum { SLOTS = 32, SLOT_BYTES = 16 * 1024, FRAME_HEADER_MAX = 4, LENGTH_IN_16_BITS = 126 };

struct write_batch {
    struct connection *connection; /* NULL: gone, and nothing is to be written */
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
        if (lws_write(connection->wsi, batch->bytes + LWS_PRE, length, LWS_WRITE_HTTP) < 0) {
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

/* The connection's slot, a new one if need be. NULL: there is none left. */
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
    enum { FINAL_TEXT = 0x81 }; /* the frame's first byte: text, and the end of it */
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
