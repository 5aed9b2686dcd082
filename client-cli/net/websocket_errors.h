/*
 * link_words.h: why there is no connection (any more), in a sentence. For link.c alone; pure.
 *
 * `where` is the server as a person would write it, "games.example:443".
 */
#ifndef GASLIGHT_LINK_WORDS_H
#define GASLIGHT_LINK_WORDS_H

#include "client-cli/net/websocket.h"

struct link_reason {
    enum link_end end;
    unsigned code;
    char why[LINK_WHY];
};

/* What is known when dialling has failed; 0 or "" where it is not. */
struct link_failure {
    bool maybe_tls;        /* we do not speak it, and never got through: that may be why */
    int socket_error;      /* an errno value */
    int certificate_error; /* an X509_V_ERR_ value */
    unsigned status;       /* of an HTTP answer */
    const char *text;      /* libwebsockets' own words */
};

struct link_reason link_reason_lookup(const char *host, int error); /* of uv_getaddrinfo() */
struct link_reason link_reason_failure(const char *where, const struct link_failure *failure);
struct link_reason link_reason_timeout(const char *where);
struct link_reason
link_reason_uncheckable(const char *host); /* TLS to a host whose certificate we cannot check */
struct link_reason link_reason_binary(const char *where);
struct link_reason link_reason_too_large(const char *where);

/* The server closed it: `code` of its close frame (0: it just broke) and what it said, not terminated. */
struct link_reason link_reason_closed(const char *where, unsigned code, const char *said, size_t length);

#endif
