/* websocket_errors.c: tables from what went wrong to what is said about it. */
#include "client-cli/net/websocket_errors.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"

enum { WHERE_SHOWN = 150 }; /* a sentence must not end in the middle because a name is long */

__attribute__((format(printf, 3, 4))) static struct websocket_error
reason(enum websocket_end end, unsigned code, const char *format, ...)
{
    struct websocket_error made = {.end = end, .code = code};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(made.why, sizeof made.why, format, arguments);
    va_end(arguments);
    return made;
}

struct websocket_error websocket_error_lookup(const char *host, int error)
{
    if (error == UV_EAI_NONAME || error == UV_EAI_NODATA) {
        return reason(WEBSOCKET_UNREACHABLE, 0, "There is no computer called %.*s.", WHERE_SHOWN, host);
    }
    return reason(WEBSOCKET_UNREACHABLE, 0, "The name %.*s cannot be looked up: %s.", WHERE_SHOWN, host,
                  uv_strerror(error));
}

/* ---- Dialling --------------------------------------------------------------------------------------- */

/* The numbers are OpenSSL's, X509_V_ERR_...; each is said of "The certificate of games.example:443 ". */
static const struct {
    int error;
    const char *says;
} certificates[] = {
    {9, "is not valid yet; is the clock right?"},
    {10, "has expired."},
    {18, "is signed by itself, and not among those trusted here (--ca FILE)."},
    {19, "comes from an authority not trusted here (--ca FILE)."},
    {20, "comes from an authority not trusted here (--ca FILE)."},
    {21, "comes from an authority not trusted here (--ca FILE)."},
    {23, "has been revoked."},
    {62, "is for another name."},
    {64, "is for another address."},
};

/* Answers in HTTP that will be other ones in a moment. */
static const struct {
    unsigned status;
    const char *says;
} busy[] = {
    {429, "has too many connections just now."},
    {502, "is not running at the moment."},
    {503, "is just stopping or starting."},
    {504, "is not running at the moment."},
};

static struct websocket_error of_certificate(const char *where, int error)
{
    const char *says = "cannot be trusted.";
    for (size_t i = 0; i < COUNT(certificates); i++) {
        says = certificates[i].error == error ? certificates[i].says : says;
    }
    return reason(WEBSOCKET_UNTRUSTED, 0, "The certificate of %.*s %s", WHERE_SHOWN, where, says);
}

static struct websocket_error of_status(const char *where, unsigned status)
{
    for (size_t i = 0; i < COUNT(busy); i++) {
        if (busy[i].status == status) {
            return reason(WEBSOCKET_UNREACHABLE, status, "The server at %.*s %s", WHERE_SHOWN, where,
                          busy[i].says);
        }
    }
    return reason(WEBSOCKET_NOT_OURS, status, "%.*s is a web server, but not one of this game (HTTP %u).",
                  WHERE_SHOWN, where, status);
}

static struct websocket_error of_socket(const char *where, int error)
{
    if (error == ECONNREFUSED) {
        return reason(WEBSOCKET_UNREACHABLE, 0, "Nobody listens at %.*s; is the server running?", WHERE_SHOWN,
                      where);
    }
    return error == ETIMEDOUT ? websocket_error_timeout(where)
                              : reason(WEBSOCKET_UNREACHABLE, 0, "%.*s cannot be reached: %s.", WHERE_SHOWN,
                                       where, strerror(error));
}

struct websocket_error websocket_error_failure(const char *where, const struct websocket_failure *failure)
{
    if (failure->certificate_error != 0) {
        return of_certificate(where, failure->certificate_error);
    }
    if (failure->socket_error != 0 && failure->socket_error != ECONNRESET) {
        return of_socket(where, failure->socket_error);
    }
    if (failure->status != 0 && failure->status != 101) {
        return of_status(where, failure->status);
    }
    if (strstr(failure->text, "SSL") != NULL) {
        return reason(WEBSOCKET_NOT_OURS, 0, "%.*s does not speak TLS; perhaps it is ws:// and not wss://.",
                      WHERE_SHOWN, where);
    }
    if (strncmp(failure->text, "HS:", 3) == 0) {
        return reason(WEBSOCKET_NOT_OURS, 0, "%.*s answers, but not as a server of this game does.",
                      WHERE_SHOWN, where);
    }
    return reason(WEBSOCKET_UNREACHABLE, 0, "%.*s closed the connection before it was open%s.", WHERE_SHOWN,
                  where, failure->maybe_tls ? "; perhaps it wants TLS (wss://)" : "");
}

struct websocket_error websocket_error_timeout(const char *where)
{
    return reason(WEBSOCKET_UNREACHABLE, 0, "%.*s did not answer in time.", WHERE_SHOWN, where);
}

struct websocket_error websocket_error_uncheckable(const char *host)
{
    return reason(WEBSOCKET_UNTRUSTED, 0, "The certificate of %.*s cannot be checked; use the server's name.",
                  WHERE_SHOWN, host);
}

/* ---- Afterwards ------------------------------------------------------------------------------------- */

struct websocket_error websocket_error_binary(const char *where)
{
    return reason(WEBSOCKET_NOT_OURS, 0, "%.*s sent something that is not text.", WHERE_SHOWN, where);
}

struct websocket_error websocket_error_too_large(const char *where)
{
    return reason(WEBSOCKET_NOT_OURS, 0, "%.*s sent a message that is too large.", WHERE_SHOWN, where);
}

/* Where a code has a meaning of its own in the protocol it is said; otherwise the server's words are. */
static const struct {
    unsigned code;
    const char *says;
} closings[] = {
    {1001, "The server is stopping, or heard nothing for too long."},
    {1013, "The server could not send fast enough over this connection."},
};

struct websocket_error websocket_error_closed(const char *where, unsigned code, const char *said,
                                              size_t length)
{
    char words[100] = "";
    size_t used = 0;
    for (size_t i = 0; i < COUNT(closings); i++) {
        if (closings[i].code == code) {
            return reason(WEBSOCKET_LOST, code, "%s", closings[i].says);
        }
    }
    if (code == 0) {
        return reason(WEBSOCKET_LOST, 0, "The connection to %.*s broke.", WHERE_SHOWN, where);
    }
    for (size_t i = 0; i < length && used < sizeof words - 1; i++) {
        words[used++] = said[i] >= ' ' && said[i] <= '~' ? said[i] : '?'; /* it goes to a terminal */
    }
    words[used] = '\0';
    return reason(WEBSOCKET_LOST, code, "The server closed the connection%s%s (%u).", used > 0 ? ": " : "",
                  words, code);
}
