/*
 * host_port.h: splits "host:port" and "[::1]:port".
 *
 * The server's --listen and the client's addresses have this form. Only the form is checked here: whether the host is
 * a name or an address, and whether a port is required, is up to the caller. Pure.
 */
#ifndef GASLIGHT_HOST_PORT_H
#define GASLIGHT_HOST_PORT_H

#include <stdbool.h>
#include <stddef.h>

/* Parts of the text that was split; not terminated. */
struct host_port {
    const char *host, *port; /* port: NULL if there is none */
    size_t host_length, port_length;
    bool bracketed; /* `host` stood in brackets, which are not part of it */
};

/*
 * Splits the first `length` characters of `text`. Without brackets, a text with more than one colon is a host (an IPv6
 * address) without a port. Returns false if brackets are not closed or something other than a port follows them.
 */
bool host_port_split(const char *text, size_t length, struct host_port *parts);

/* Parses a port from 0 to 65535: at most five digits, no sign, no blanks. Returns false for anything else. */
bool host_port_number(const char *text, size_t length, unsigned *port);

#endif
