/*
 * hosts.h: the host names and addresses that this server answers to.
 *
 * A web page may make its own name resolve to the address of somebody else's server (DNS rebinding). The browser then
 * counts that server's pages as the same site, and lets the page read them. The Host header still has the page's name,
 * so a request with a name that is not ours is refused. An address in the Host header can't be rebound, so the address
 * at which a connection has arrived is always accepted.
 *
 * Accepted are: localhost and loopback addresses; the connection's own address; the hosts of the options `listen`,
 * `metrics-listen`, `hosts` and `allow-origin`; and, if the server listens to more than this machine, the machine's
 * own name, with and without ".local". Ports are ignored.
 */
#ifndef GASLIGHT_HOSTS_H
#define GASLIGHT_HOSTS_H

#include <stdbool.h>
#include <sys/socket.h>

#include "server/base/options.h"

enum { HOSTS_BYTES = 4096 };

struct hosts {
    char list[HOSTS_BYTES]; /* separated by ", ", in lower case, addresses without brackets */
    bool has_public_name;   /* `hosts` or `allow-origin` has an entry */
};

void hosts_init(struct hosts *hosts, const struct options *options);

/* Returns whether a Host header is accepted on a connection that has arrived at `local`. */
bool hosts_accept(const struct hosts *hosts, const char *header, const struct sockaddr_storage *local);

/* Returns whether a Host header is localhost or a loopback address. */
bool hosts_is_loopback(const char *header);

#endif
