/*
 * links_connect.c: resolving the address of a node and connecting to it.
 *
 * A name can have several addresses, which are tried in turn. A numeric address needs no resolver, and so does not wait for
 * a free thread of libuv's pool.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/options.h"
#include "server/cluster/link_internal.h"

static void connect_to(struct link *link, const struct sockaddr *address);

/* Takes the next of the addresses that were found. The socket has just been made. */
static void connect_to_next(struct link *link)
{
    const struct addrinfo *next = link->next;
    link->next = next->ai_next;
    connect_to(link, next->ai_addr);
}

static void failed_socket_closed(uv_handle_t *handle)
{
    struct link *link = handle->data;
    if (link->state == LINK_ENDED) {
        link_finish(link);
    } else {
        link_make_socket(link);
        connect_to_next(link);
    }
}

static void attempt_failed(struct link *link, int status)
{
    link->failed_otherwise = link->failed_otherwise || status != UV_ECONNREFUSED;
    if (link->next != NULL) {
        uv_close((uv_handle_t *)&link->socket, failed_socket_closed);
    } else {
        link->refused = !link->failed_otherwise;
        link_fail(link, uv_err_name(status));
    }
}

static void connected(uv_connect_t *connect, int status)
{
    struct link *link = connect->data;
    if (link->state == LINK_ENDED) {
        return;
    }
    if (status == 0) {
        link_start(link);
    } else {
        attempt_failed(link, status);
    }
}

static void connect_to(struct link *link, const struct sockaddr *address)
{
    link->connect.data = link;
    int status = uv_tcp_connect(&link->connect, &link->socket, address, connected);
    if (status != 0) {
        attempt_failed(link, status);
    }
}

static void resolved(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    struct link_resolution *resolution = request->data;
    struct link *link = resolution->link;
    free(resolution);
    if (link == NULL) {
        uv_freeaddrinfo(found);
        return;
    }
    link->resolution = NULL;
    link->found = found;
    link->next = found;
    if (status != 0 || found == NULL) {
        link_fail(link, "unknown_host");
    } else {
        connect_to_next(link);
    }
}

/* Returns a libuv error. */
static int resolve(struct link *link, const char *host, unsigned port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    char service[16];
    struct link_resolution *resolution = calloc(1, sizeof *resolution);
    if (resolution == NULL) {
        return UV_ENOMEM;
    }
    (void)snprintf(service, sizeof service, "%u", port);
    resolution->link = link;
    resolution->request.data = resolution;
    int status = uv_getaddrinfo(link->links->loop, &resolution->request, resolved, host, service, &hints);
    if (status != 0) {
        free(resolution);
        return status;
    }
    link->resolution = resolution;
    return 0;
}

static void open_connection(struct link *link, const char *host, unsigned port)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    if (uv_ip4_addr(host, (int)port, &four) == 0) {
        connect_to(link, (const struct sockaddr *)&four);
    } else if (uv_ip6_addr(host, (int)port, &six) == 0) {
        connect_to(link, (const struct sockaddr *)&six);
    } else {
        int status = resolve(link, host, port);
        if (status != 0) {
            link_fail(link, uv_err_name(status));
        }
    }
}

struct link *links_connect(struct links *links, int64_t node, const char *address)
{
    char host[OPTION_TEXT_MAX + 1];
    unsigned port = 0;
    uv_update_time(links->loop); /* the time limit does not include what the caller did before */
    struct link *link = links->is_closing ? NULL : link_new(links, LINK_CONNECTING);
    if (link == NULL) {
        return NULL;
    }
    link->node = node;
    (void)snprintf(link->address, sizeof link->address, "%s", address);
    if (options_split_address(address, host, sizeof host, &port) && port != 0) {
        open_connection(link, host, port);
    } else {
        link_fail(link, "bad_address");
    }
    return link;
}
