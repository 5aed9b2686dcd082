/*
 * websocket_errors.h: describes in a sentence why a connection failed or ended. Used only by websocket.c. Pure.
 *
 * `where` is the server as people write it, "games.example:443".
 */
#ifndef GASLIGHT_WEBSOCKET_ERRORS_H
#define GASLIGHT_WEBSOCKET_ERRORS_H

#include "client-cli/net/websocket.h"

struct websocket_error {
    enum websocket_end end;
    unsigned code;
    char why[WEBSOCKET_WHY_MAX];
};

/* What is known about a failed attempt; 0 or "" if unknown. */
struct websocket_failure {
    bool maybe_tls;        /* unencrypted, and never connected before: the server may require TLS */
    int socket_error;      /* an errno value */
    int certificate_error; /* an X509_V_ERR_ value */
    unsigned status;       /* of an HTTP response */
    const char *text;      /* the message of libwebsockets */
};

struct websocket_error websocket_error_lookup(const char *host, int error); /* `error` of uv_getaddrinfo() */
struct websocket_error websocket_error_failure(const char *where, const struct websocket_failure *failure);
struct websocket_error websocket_error_timeout(const char *where);
struct websocket_error
websocket_error_uncheckable(const char *host); /* a TLS host whose certificate cannot be verified */
struct websocket_error websocket_error_binary(const char *where);
struct websocket_error websocket_error_too_large(const char *where);

/* The server closed it with `code` and a text, not terminated; 0: the connection broke. */
struct websocket_error websocket_error_closed(const char *where, unsigned code, const char *said,
                                              size_t length);

#endif
