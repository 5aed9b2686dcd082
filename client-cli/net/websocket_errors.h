/*
 * websocket_errors.h: why there is no connection (any more), in a sentence. For link.c alone; pure.
 *
 * `where` is the server as a person would write it, "games.example:443".
 */
#ifndef GASLIGHT_WEBSOCKET_ERRORS_H
#define GASLIGHT_WEBSOCKET_ERRORS_H

#include "client-cli/net/websocket.h"

struct websocket_error {
    enum websocket_end end;
    unsigned code;
    char why[WEBSOCKET_WHY_MAX];
};

/* What is known when dialling has failed; 0 or "" where it is not. */
struct websocket_failure {
    bool maybe_tls;        /* we do not speak it, and never got through: that may be why */
    int socket_error;      /* an errno value */
    int certificate_error; /* an X509_V_ERR_ value */
    unsigned status;       /* of an HTTP answer */
    const char *text;      /* libwebsockets' own words */
};

struct websocket_error websocket_error_lookup(const char *host, int error); /* of uv_getaddrinfo() */
struct websocket_error websocket_error_failure(const char *where, const struct websocket_failure *failure);
struct websocket_error websocket_error_timeout(const char *where);
struct websocket_error
websocket_error_uncheckable(const char *host); /* TLS to a host whose certificate we cannot check */
struct websocket_error websocket_error_binary(const char *where);
struct websocket_error websocket_error_too_large(const char *where);

/* The server closed it: `code` of its close frame (0: it just broke) and what it said, not terminated. */
struct websocket_error websocket_error_closed(const char *where, unsigned code, const char *said,
                                              size_t length);

#endif
