/* remote_connection.c: connections of clients that are connected to another server; see transport.h. */
#include <stdio.h>
#include <stdlib.h>

#include "server/net/transport_internal.h"

struct connection *connection_new_remote(struct transport *transport, const char *address,
                                         const struct remote_connection *remote)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection != NULL) {
        connection->transport = transport;
        connection->fd = -1;
        connection->opened = true;
        connection->remote = *remote;
        STAILQ_INIT(&connection->queue);
        (void)snprintf(connection->address, sizeof connection->address, "%s", address);
    }
    return connection;
}

void connection_free_remote(struct connection *connection)
{
    free(connection);
}

bool connection_is_remote(const struct connection *connection)
{
    return connection->remote.send != NULL;
}

void *connection_remote_context(const struct connection *connection)
{
    return connection->remote.context;
}
