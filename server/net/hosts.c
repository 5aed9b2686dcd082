/* hosts.c: see hosts.h. */
#include "server/net/hosts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/base/host_port.h"
#include "server/base/ip_prefix.h"

enum { NAME_BYTES = 256 };

/* ---- One host ---------------------------------------------------------------------------------------- */

/*
 * Copies the host of `host`, `host:port` or `[::1]:port`: a name in lower case without a dot at its end, or an address
 * as ip_address_write() writes it. Returns false if the text has another form.
 */
static bool normalise(const char *text, size_t length, char name[NAME_BYTES])
{
    struct host_port parts;
    unsigned port = 0;
    if (!host_port_split(text, length, &parts) || parts.host_length == 0 || parts.host_length >= NAME_BYTES ||
        (parts.port != NULL && !host_port_number(parts.port, parts.port_length, &port))) {
        return false;
    }
    for (size_t i = 0; i < parts.host_length; i++) {
        if (!isalnum((unsigned char)parts.host[i]) && strchr(".-_:", parts.host[i]) == NULL) {
            return false;
        }
        name[i] = (char)tolower((unsigned char)parts.host[i]);
    }
    bool has_dot = parts.host_length > 1 && name[parts.host_length - 1] == '.';
    name[parts.host_length - (has_dot ? 1 : 0)] = '\0';
    uint8_t bytes[IP_ADDRESS_BYTES];
    if (ip_address_read(name, bytes)) {
        ip_address_write(bytes, name);
    }
    return true;
}

static bool is_loopback(const char *name)
{
    uint8_t bytes[IP_ADDRESS_BYTES];
    return strcmp(name, "localhost") == 0 || (ip_address_read(name, bytes) && ip_address_is_loopback(bytes));
}

/* Returns whether the name is the address at which the connection has arrived. */
static bool is_local(const char *name, const struct sockaddr_storage *local)
{
    uint8_t bytes[IP_ADDRESS_BYTES];
    char own[INET6_ADDRSTRLEN];
    if (!ip_address_of(local, bytes)) {
        return false;
    }
    ip_address_write(bytes, own);
    return strcmp(name, own) == 0;
}

/* ---- The list ---------------------------------------------------------------------------------------- */

static bool is_listed(const struct hosts *hosts, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = hosts->list; *at != '\0';) {
        size_t span = strcspn(at, ",");
        if (span == length && memcmp(at, name, length) == 0) {
            return true;
        }
        at += span;
        at += strspn(at, ", ");
    }
    return false;
}

static void add(struct hosts *hosts, const char *name)
{
    size_t length = strlen(hosts->list);
    if (!is_listed(hosts, name) && length + strlen(name) + 2 < sizeof hosts->list) {
        (void)snprintf(hosts->list + length, sizeof hosts->list - length, "%s%s", length > 0 ? ", " : "",
                       name);
    }
}

/* Adds the hosts of a list of hosts or origins, separated by commas. */
static void add_all(struct hosts *hosts, const char *list)
{
    while (*(list += strspn(list, " \t,")) != '\0') {
        size_t span = strcspn(list, ", \t");
        char name[NAME_BYTES];
        const char *scheme = strstr(list, "://");
        size_t skip = scheme != NULL && scheme < list + span ? (size_t)(scheme + 3 - list) : 0;
        if (normalise(list + skip, span - skip, name)) {
            add(hosts, name);
            hosts->has_public_name = true;
        }
        list += span;
    }
}

/* Adds the host of an option `listen`. Returns whether others than this machine can reach it. */
static bool add_listener(struct hosts *hosts, const char *listen)
{
    char name[NAME_BYTES];
    if (!normalise(listen, strlen(listen), name)) {
        return false;
    }
    if (strcmp(name, "0.0.0.0") != 0 && strcmp(name, "::") != 0) { /* those stand for all addresses */
        add(hosts, name);
    }
    return !is_loopback(name);
}

static void add_own_name(struct hosts *hosts)
{
    char own[NAME_BYTES / 2] = "";
    char name[NAME_BYTES];
    if (gethostname(own, sizeof own - 1) == 0 && normalise(own, strlen(own), name)) {
        char local[NAME_BYTES + sizeof ".local"];
        add(hosts, name);
        (void)snprintf(local, sizeof local, "%s.local", name);
        add(hosts, local);
    }
}

void hosts_init(struct hosts *hosts, const struct options *options)
{
    *hosts = (struct hosts){.has_public_name = false};
    add_all(hosts, "localhost, 127.0.0.1, ::1");
    hosts->has_public_name = false;
    bool is_reachable = add_listener(hosts, options->listen);
    is_reachable = add_listener(hosts, options->metrics_listen) || is_reachable;
    if (is_reachable) {
        add_own_name(hosts);
    }
    add_all(hosts, options->hosts);
    add_all(hosts, options->allow_origin);
}

/* ---- Requests ---------------------------------------------------------------------------------------- */

bool hosts_accept(const struct hosts *hosts, const char *header, const struct sockaddr_storage *local)
{
    char name[NAME_BYTES];
    return normalise(header, strlen(header), name) &&
           (is_loopback(name) || is_listed(hosts, name) || is_local(name, local));
}

bool hosts_is_loopback(const char *header)
{
    char name[NAME_BYTES];
    return normalise(header, strlen(header), name) && is_loopback(name);
}
