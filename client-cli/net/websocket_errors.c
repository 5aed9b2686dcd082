/* websocket_errors.c: tables of errors and their sentences. */
#include "client-cli/net/websocket_errors.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "common/base/array.h"

enum { WHERE_SHOWN = 150 }; /* characters of a host, so that the rest of the sentence always fits */

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
        return reason(WEBSOCKET_UNREACHABLE, 0, tr("There is no computer called %.*s."), WHERE_SHOWN, host);
    }
    return reason(WEBSOCKET_UNREACHABLE, 0, tr("Looking up %.*s failed: %s."), WHERE_SHOWN, host,
                  uv_strerror(error));
}

/* ---- Connecting --------------------------------------------------------------------------------------- */

/* OpenSSL's X509_V_ERR_ values; each text continues "The certificate of games.example:443 ". */
static const struct {
    int error;
    const char *says;
} certificates[] = {
    {9, TEXT("is not valid yet; is your clock correct?")},
    {10, TEXT("has expired.")},
    {18, TEXT("is self-signed and not trusted here (--ca FILE).")},
    {19, TEXT("was issued by an authority not trusted here (--ca FILE).")},
    {20, TEXT("was issued by an authority not trusted here (--ca FILE).")},
    {21, TEXT("was issued by an authority not trusted here (--ca FILE).")},
    {23, TEXT("has been revoked.")},
    {62, TEXT("is for another name.")},
    {64, TEXT("is for another address.")},
};

/* HTTP statuses that are temporary. */
static const struct {
    unsigned status;
    const char *says;
} busy[] = {
    {429, TEXT("has too many connections at the moment.")},
    {502, TEXT("is not running at the moment.")},
    {503, TEXT("is stopping or starting.")},
    {504, TEXT("is not running at the moment.")},
};

/* HTTP statuses that are final: trying again can't help. */
static const struct {
    unsigned status;
    const char *says;
} refusals[] = {
    {403, TEXT("does not accept connections from your network.")},
    {421, TEXT("does not accept this name; ask its operator for the right address.")},
};

static struct websocket_error of_certificate(const char *where, int error)
{
    const char *says = TEXT("can't be trusted.");
    for (size_t i = 0; i < COUNT(certificates); i++) {
        says = certificates[i].error == error ? certificates[i].says : says;
    }
    return reason(WEBSOCKET_UNTRUSTED, 0, tr("The certificate of %.*s %s"), WHERE_SHOWN, where, tr(says));
}

static struct websocket_error of_status(const char *where, unsigned status)
{
    for (size_t i = 0; i < COUNT(busy); i++) {
        if (busy[i].status == status) {
            return reason(WEBSOCKET_UNREACHABLE, status, tr("The server at %.*s %s"), WHERE_SHOWN, where,
                          tr(busy[i].says));
        }
    }
    for (size_t i = 0; i < COUNT(refusals); i++) {
        if (refusals[i].status == status) {
            return reason(WEBSOCKET_REFUSED, status, tr("The server at %.*s %s"), WHERE_SHOWN, where,
                          tr(refusals[i].says));
        }
    }
    return reason(WEBSOCKET_NOT_OURS, status,
                  tr("%.*s is a web server, but not a Gaslight server (HTTP %u)."), WHERE_SHOWN, where,
                  status);
}

static struct websocket_error of_socket(const char *where, int error)
{
    if (error == ECONNREFUSED) {
        return reason(WEBSOCKET_UNREACHABLE, 0, tr("Nothing is listening at %.*s; is the server running?"),
                      WHERE_SHOWN, where);
    }
    return error == ETIMEDOUT ? websocket_error_timeout(where)
                              : reason(WEBSOCKET_UNREACHABLE, 0, tr("%.*s can't be reached: %s."),
                                       WHERE_SHOWN, where, strerror(error));
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
        return reason(WEBSOCKET_NOT_OURS, 0, tr("%.*s does not use TLS; try ws:// instead of wss://."),
                      WHERE_SHOWN, where);
    }
    if (strncmp(failure->text, "HS:", 3) == 0) {
        return reason(WEBSOCKET_NOT_OURS, 0, tr("%.*s responds, but it is not a Gaslight server."),
                      WHERE_SHOWN, where);
    }
    return reason(WEBSOCKET_UNREACHABLE, 0, tr("%.*s closed the connection immediately%s."), WHERE_SHOWN,
                  where, failure->maybe_tls ? tr("; it may require TLS (wss://)") : "");
}

struct websocket_error websocket_error_timeout(const char *where)
{
    return reason(WEBSOCKET_UNREACHABLE, 0, tr("%.*s did not respond in time."), WHERE_SHOWN, where);
}

struct websocket_error websocket_error_uncheckable(const char *host)
{
    return reason(WEBSOCKET_UNTRUSTED, 0,
                  tr("The certificate of %.*s can't be verified; use the server's name."), WHERE_SHOWN, host);
}

/* ---- Open connections ------------------------------------------------------------------------------------- */

struct websocket_error websocket_error_binary(const char *where)
{
    return reason(WEBSOCKET_NOT_OURS, 0, tr("%.*s sent a binary message."), WHERE_SHOWN, where);
}

struct websocket_error websocket_error_too_large(const char *where)
{
    return reason(WEBSOCKET_NOT_OURS, 0, tr("%.*s sent a message that is too large."), WHERE_SHOWN, where);
}

#define BANNED "banned" /* the server's reason when it closes the connections of a banned player */

/* Close codes with a meaning in our protocol; for others, the server's text is used. */
static const struct {
    unsigned code;
    const char *says;
} closings[] = {
    {1001, TEXT("The server closed the connection.")},
    {1013, TEXT("The connection is too slow.")},
};

struct websocket_error websocket_error_closed(const char *where, unsigned code, const char *said,
                                              size_t length)
{
    char words[100] = "";
    size_t used = 0;
    for (size_t i = 0; i < COUNT(closings); i++) {
        if (closings[i].code == code) {
            return reason(WEBSOCKET_LOST, code, "%s", tr(closings[i].says));
        }
    }
    if (length == strlen(BANNED) && memcmp(said, BANNED, length) == 0) {
        return reason(WEBSOCKET_LOST, code, "%s", tr("You can't use this server any more."));
    }
    if (code == 0) {
        return reason(WEBSOCKET_LOST, 0, tr("The connection to %.*s broke."), WHERE_SHOWN, where);
    }
    for (size_t i = 0; i < length && used < sizeof words - 1; i++) {
        words[used++] = said[i] >= ' ' && said[i] <= '~' ? said[i] : '?'; /* safe to print to a terminal */
    }
    words[used] = '\0';
    return reason(WEBSOCKET_LOST, code, tr("The server closed the connection%s%s (%u)."),
                  used > 0 ? ": " : "", words, code);
}
