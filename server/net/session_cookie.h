/*
 * session_cookie.h: POST /session, which backs up a browser's token in a cookie that its scripts can't read.
 *
 * A browser may clear the storage of a page, and the player would be lost. The page sends its token once, and asks for
 * it when its storage is empty. The server stores nothing and checks only the token's form: a token that has been
 * revoked is refused by `hello`, and the page then has the cookie removed.
 *
 * The body of a request is a token, "recover" or "forget". http.c accepts it from pages of this very origin only, so no
 * other site can set or read the cookie, whatever the option allow-origin says. The port is part of the cookie's name,
 * because browsers share cookies between the ports of a host. A second cookie without a secret, which scripts can
 * read, tells the page that there is something to recover.
 */
#ifndef GASLIGHT_SESSION_COOKIE_H
#define GASLIGHT_SESSION_COOKIE_H

#include <stdbool.h>
#include <stddef.h>

enum { SESSION_BODY_MAX = 64, SESSION_HEADERS_BYTES = 512, SESSION_REPLY_BYTES = 80 };

struct session_reply {
    int status;                          /* 200, or 400 if the body is not valid */
    char headers[SESSION_HEADERS_BYTES]; /* Set-Cookie lines, or "" */
    char body[SESSION_REPLY_BYTES];      /* JSON: {"token":"..."}, or {} if there is none */
};

/* Answers a request with these headers; `cookies` is "" if there are none. The body need not end with a NUL. */
void session_cookie_answer(const char *host, const char *cookies, bool is_https, const char *body,
                           size_t length, struct session_reply *reply);

#endif
