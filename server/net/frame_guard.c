/*
 * frame_guard.c: closes WebSockets whose client sends frames that are not masked.
 *
 * Every connection has a frame_watch, which is shown all bytes that libwebsockets reads from its descriptor. They are
 * looked at during the read; the connection is closed from the loop afterwards, because libwebsockets is in the middle
 * of it, and need not call us back at all (for a ping, for example).
 */
#include <stdlib.h>

#include "server/net/lws_reads.h"
#include "server/net/transport_internal.h"

enum { DESCRIPTORS_INITIAL = 256 };

/* The connections of this process by descriptor. libwebsockets reads on the loop's thread only. */
static struct connection **by_descriptor;
static size_t capacity;

static void on_read(int fd, const unsigned char *bytes, size_t length, bool is_tls)
{
    struct connection *connection = fd >= 0 && (size_t)fd < capacity ? by_descriptor[fd] : NULL;
    if (connection != NULL && connection->has_tls == is_tls) {
        bool is_known = connection->watch.has_unmasked;
        frame_watch_bytes(&connection->watch, bytes, length);
        /* Once it is closing, or if it is the body of a request, what follows gives no reason to look again. */
        if (connection->watch.has_unmasked && (!is_known || (connection->opened && !connection->closing))) {
            connection->transport->has_offender = true;
        }
    }
}

static bool grow(size_t needed)
{
    size_t wanted = capacity == 0 ? DESCRIPTORS_INITIAL : capacity;
    while (wanted < needed) {
        wanted *= 2;
    }
    struct connection **bigger = realloc(by_descriptor, wanted * sizeof(struct connection *));
    if (bigger == NULL) {
        return false;
    }
    for (size_t i = capacity; i < wanted; i++) {
        bigger[i] = NULL;
    }
    by_descriptor = bigger;
    capacity = wanted;
    return true;
}

bool frame_guard_add(struct connection *connection, int fd)
{
    if ((size_t)fd >= capacity && !grow((size_t)fd + 1)) {
        return false;
    }
    lws_reads_report(on_read);
    connection->fd = fd;
    connection->has_tls =
        connection->kind == LISTENER_GAME && connection->transport->options.tls_cert[0] != '\0';
    by_descriptor[fd] = connection;
    return true;
}

/* The descriptor may have been closed before, and belong to a new connection by now. */
void frame_guard_remove(const struct connection *connection)
{
    if ((size_t)connection->fd < capacity && by_descriptor[connection->fd] == connection) {
        by_descriptor[connection->fd] = NULL;
    }
}

void frame_guard_close(struct transport *transport)
{
    struct connection *each;
    if (!transport->has_offender) {
        return;
    }
    transport->has_offender = false;
    LIST_FOREACH (each, &transport->connections, link) {
        if (each->watch.has_unmasked) { /* has no effect if it is not a WebSocket, or is closing already */
            connection_close(each, CLOSE_PROTOCOL, "frames must be masked");
        }
    }
}
