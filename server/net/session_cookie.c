/* session_cookie.c: see session_cookie.h. */
#include "server/net/session_cookie.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/base/identity.h"

#define KEPT_SECONDS "34560000" /* 400 days, the most that browsers allow */
enum { NAME_BYTES = 48 };

/* Returns the port of a Host header, or "" if it has none. */
static const char *port_of(const char *host)
{
    const char *colon = strrchr(host, ':');
    const char *bracket = strrchr(host, ']');
    bool has_port = colon != NULL && (bracket == NULL || colon > bracket);
    return has_port && strlen(colon) <= 6 && strspn(colon + 1, "0123456789") == strlen(colon + 1) ? colon + 1
                                                                                                  : "";
}

/* With __Host- a browser takes the cookie only over https and from this host, not from one of the same domain. */
static void cookie_name(const char *host, bool is_https, char name[NAME_BYTES])
{
    (void)snprintf(name, NAME_BYTES, "%sgaslight%s", is_https ? "__Host-" : "", port_of(host));
}

static bool is_token(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && text[i] != '-' && text[i] != '_') {
            return false;
        }
    }
    return length == TOKEN_LENGTH;
}

/* Finds a cookie of this name that has a token. Returns NULL if there is none. */
static const char *find_token(const char *cookies, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = cookies; *at != '\0';) {
        at += strspn(at, "; ");
        size_t span = strcspn(at, ";");
        if (span > length + 1 && strncmp(at, name, length) == 0 && at[length] == '=' &&
            is_token(at + length + 1, span - length - 1)) {
            return at + length + 1;
        }
        at += span;
    }
    return NULL;
}

/* Writes the headers that set both cookies, or remove them if the token is "". */
static void write_cookies(const char *host, bool is_https, const char *token, struct session_reply *reply)
{
    char name[NAME_BYTES];
    const char *age = token[0] == '\0' ? "0" : KEPT_SECONDS;
    const char *secure = is_https ? "; Secure" : "";
    cookie_name(host, is_https, name);
    (void)snprintf(reply->headers, sizeof reply->headers,
                   "Set-Cookie: %s=%s; Path=%s; Max-Age=%s; HttpOnly; SameSite=Strict%s\r\n"
                   "Set-Cookie: gaslight-kept%s=%s; Path=/; Max-Age=%s; SameSite=Strict%s\r\n",
                   name, token, is_https ? "/" : "/session", age, secure, port_of(host),
                   token[0] == '\0' ? "" : "1", age, secure);
}

void session_cookie_answer(const char *host, const char *cookies, bool is_https, const char *body,
                           size_t length, struct session_reply *reply)
{
    char name[NAME_BYTES];
    *reply = (struct session_reply){.status = 200, .body = "{}"};
    cookie_name(host, is_https, name);
    if (is_token(body, length)) {
        char token[TOKEN_LENGTH + 1];
        memcpy(token, body, length);
        token[length] = '\0';
        write_cookies(host, is_https, token, reply);
    } else if (length == strlen("recover") && memcmp(body, "recover", length) == 0) {
        const char *found = find_token(cookies, name);
        if (found == NULL) {
            write_cookies(host, is_https, "", reply); /* so that the page does not ask again */
        } else {
            (void)snprintf(reply->body, sizeof reply->body, "{\"token\":\"%.*s\"}", (int)TOKEN_LENGTH, found);
        }
    } else if (length == strlen("forget") && memcmp(body, "forget", length) == 0) {
        write_cookies(host, is_https, "", reply);
    } else {
        reply->status = 400;
    }
}
