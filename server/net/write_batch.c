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

enum { SLOTS = 32, SLOT_BYTES = 16 * 1024, FRAME_HEADER_MOST = 4, LENGTH_IN_TWO_BYTES = 126 };

struct gathered {
    struct connection *connection; /* NULL: gone, and nothing is to be written */
    size_t length;
    unsigned char bytes[LWS_PRE + SLOT_BYTES];
};

struct gather {
    unsigned count; /* slots in use */
    struct gathered slot[SLOTS];
};

struct gather *gather_new(void)
{
    return calloc(1, sizeof(struct gather));
}

void gather_write(struct connection *connection)
{
    struct gathered *gathered = connection->gathered;
    size_t length = gathered == NULL ? 0 : gathered->length;
    if (length > 0) {
        gathered->length = 0;
        if (lws_write(connection->wsi, gathered->bytes + LWS_PRE, length, LWS_WRITE_HTTP) < 0) {
            connection_break(connection);
        }
    }
}

void transport_deliver(struct transport *transport)
{
    struct gather *gather = transport->gather;
    for (unsigned i = 0; i < gather->count; i++) {
        struct connection *connection = gather->slot[i].connection;
        if (connection != NULL) {
            gather_write(connection);
            connection->gathered = NULL;
        }
    }
    gather->count = 0;
}

void gather_forget(struct connection *connection)
{
    if (connection->gathered != NULL) {
        connection->gathered->connection = NULL;
        connection->gathered = NULL;
    }
}

/* The connection's slot, a new one if need be. NULL: there is none left. */
static struct gathered *slot_of(struct connection *connection)
{
    struct gather *gather = connection->transport->gather;
    if (connection->gathered == NULL && gather->count < SLOTS) {
        connection->gathered = &gather->slot[gather->count++];
        connection->gathered->connection = connection;
        connection->gathered->length = 0;
    }
    return connection->gathered;
}

bool gather_add(struct connection *connection, const char *text, size_t length)
{
    enum { WHOLE_TEXT = 0x81 }; /* the frame's first byte: text, and the end of it */
    struct gathered *gathered = length > SLOT_BYTES - FRAME_HEADER_MOST ? NULL : slot_of(connection);
    if (gathered == NULL || FRAME_HEADER_MOST + length > SLOT_BYTES - gathered->length) {
        return false;
    }
    unsigned char *at = gathered->bytes + LWS_PRE + gathered->length;
    *at++ = WHOLE_TEXT;
    if (length < LENGTH_IN_TWO_BYTES) {
        *at++ = (unsigned char)length;
    } else {
        *at++ = LENGTH_IN_TWO_BYTES;
        *at++ = (unsigned char)(length >> 8);
        *at++ = (unsigned char)length;
    }
    memcpy(at, text, length);
    gathered->length = (size_t)(at + length - (gathered->bytes + LWS_PRE));
    return true;
}
