/*
 * request_headers.h: the headers of an HTTP request: what they say about the host, the origin, the scheme and the client's
 * address, and whether the server believes them.
 */
#ifndef GASLIGHT_REQUEST_HEADERS_H
#define GASLIGHT_REQUEST_HEADERS_H

#include "server/net/transport_internal.h"

/* Copies a header's value to transport->header. Returns false if the request has no such header. */
bool headers_read(const struct connection *connection, enum lws_token_indexes token);

/* Returns true if a comma-separated list contains `word`, ignoring case. */
bool headers_list_has(const char *list, const char *word);

/* Returns true if the Host header is one of ours; see hosts.h. */
bool headers_host_accepted(const struct connection *connection);

/* Returns true if browsers use https to reach this server: with TLS here, or at a proxy that says so. */
bool headers_is_https(const struct connection *connection);

/*
 * Returns true if the page comes from this server or an allowed origin. Only browsers send Origin. On an https site, a
 * page of the same name that came over http may be anyone's on its way, so it must be allowed explicitly.
 */
bool headers_origin_allowed(const struct connection *connection);

/* Takes the client's address from the last entry of X-Forwarded-For, if the peer is a proxy that is trusted. */
void headers_read_forwarded(struct connection *connection);

#endif
