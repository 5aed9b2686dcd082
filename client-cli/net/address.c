/*
 * address.c: parses an address from left to right: scheme, host, port, path and fragment.
 *
 * The result is built in a local struct, so that the caller's is unchanged on errors.
 */
#include "client-cli/net/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client-cli/language/language.h"
#include "common/base/array.h"
#include "common/base/host_port.h"
#include "common/wire/action_json.h"

#define ID_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

static const struct {
    const char *name;
    bool tls;
    uint16_t port;
} schemes[] = {
    {"ws", false, 80},
    {"wss", true, 443},
    {"http", false, 80},
    {"https", true, 443},
};

/* What is left to parse, and the result so far. */
struct reader {
    const char *at, *end;
    bool has_scheme;
    struct address address;
    char error_text[160];
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reader->error_text, sizeof reader->error_text, format, arguments);
    va_end(arguments);
    return false;
}

/* Returns the next `length` characters in printable form. */
static struct shown_word show(const struct reader *reader, size_t length)
{
    char text[ADDRESS_HOST_MAX + 1];
    (void)snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text - 1),
                   reader->at);
    return show_word(text);
}

/* Returns the distance to the first of `stops`, or to the end. */
static size_t span_to(const struct reader *reader, const char *stops)
{
    size_t length = 0;
    while (reader->at + length < reader->end && strchr(stops, reader->at[length]) == NULL) {
        length++;
    }
    return length;
}

/* ---- Scheme ----------------------------------------------------------------------------------------- */

static bool read_scheme(struct reader *reader)
{
    size_t length = span_to(reader, ":/?#[");
    if ((size_t)(reader->end - reader->at) < length + 3 || strncmp(reader->at + length, "://", 3) != 0) {
        return true; /* no scheme: settle() chooses one by the host */
    }
    for (size_t i = 0; i < COUNT(schemes); i++) {
        if (strlen(schemes[i].name) == length && strncasecmp(reader->at, schemes[i].name, length) == 0) {
            reader->has_scheme = true;
            reader->address.tls = schemes[i].tls;
            reader->address.port = schemes[i].port;
            reader->at += length + 3;
            return true;
        }
    }
    return refuse(reader, tr("\"%s://\" is not supported: an address begins with ws, wss, http or https."),
                  show(reader, length).text);
}

/* ---- Host ------------------------------------------------------------------------------------------- */

/* Stores an IPv6 address in its canonical form; a zone (%eth0) stays as it is. Returns false if it is not one. */
static bool take_ipv6(struct reader *reader, const char *text, size_t length)
{
    struct in6_addr bytes;
    char plain[ADDRESS_HOST_MAX + 1], shortest[INET6_ADDRSTRLEN];
    if (length > ADDRESS_HOST_MAX) {
        return false;
    }
    memcpy(plain, text, length);
    plain[length] = '\0';
    char *zone = strchr(plain, '%');
    if (zone != NULL) {
        *zone++ = '\0';
        if (zone[0] == '\0' || strspn(zone, ID_CHARACTERS ".") != strlen(zone)) {
            return false;
        }
    }
    if (inet_pton(AF_INET6, plain, &bytes) != 1 ||
        inet_ntop(AF_INET6, &bytes, shortest, sizeof shortest) == NULL) {
        return false;
    }
    char *host = reader->address.host;
    size_t capacity = sizeof reader->address.host;
    int written = zone == NULL ? snprintf(host, capacity, "%s", shortest)
                               : snprintf(host, capacity, "%s%%%s", shortest, zone);
    return written >= 0 && (size_t)written < capacity;
}

static bool refuse_brackets(struct reader *reader)
{
    return refuse(reader, tr("\"%s\" is not an IPv6 address in brackets."),
                  show(reader, span_to(reader, "/?#")).text);
}

/* Stores a name in lower case and without a final dot: letters, digits, hyphens and underscores between dots. */
static bool take_name(struct reader *reader, size_t length)
{
    const char *text = reader->at;
    size_t label = 0;
    if (length > 1 && text[length - 1] == '.') {
        length--;
    }
    if (length > ADDRESS_HOST_MAX) {
        return refuse(reader, tr("The name of the computer is too long."));
    }
    for (size_t i = 0; i < length; i++) {
        label = text[i] == '.' ? 0 : label + 1;
        if ((text[i] == '.' && (i == 0 || text[i - 1] == '.')) || label > 63 ||
            (text[i] != '.' && strchr(ID_CHARACTERS, text[i]) == NULL)) {
            return refuse(reader, tr("\"%s\" is not the name of a computer."), show(reader, length).text);
        }
        reader->address.host[i] = (char)tolower((unsigned char)text[i]);
    }
    reader->address.host[length] = '\0';
    return true;
}

static bool read_host(struct reader *reader, const struct host_port *parts)
{
    if (parts->bracketed) {
        return take_ipv6(reader, parts->host, parts->host_length) || refuse_brackets(reader);
    }
    if (take_ipv6(reader, parts->host, parts->host_length)) {
        return true;
    }
    if (parts->host_length == 0) {
        return refuse(reader, tr("The address does not name a computer."));
    }
    return take_name(reader, parts->host_length);
}

/* Returns whether a host always means this machine. */
static bool is_this_machine(const char *host)
{
    static const char local[] = "localhost";
    struct in_addr four;
    size_t length = strlen(host), tail = sizeof local - 1;
    bool named = length >= tail && strcmp(host + length - tail, local) == 0 &&
                 (length == tail || host[length - tail - 1] == '.');
    return named || strcmp(host, "::1") == 0 ||
           (inet_pton(AF_INET, host, &four) == 1 && ntohl(four.s_addr) >> 24 == 127);
}

/* ---- Port ------------------------------------------------------------------------------------------- */

static bool read_port(struct reader *reader, const struct host_port *parts)
{
    unsigned port = 0;
    if (parts->port == NULL) {
        return true;
    }
    if (!host_port_number(parts->port, parts->port_length, &port) || port == 0) {
        reader->at = parts->port;
        return refuse(reader, tr("\"%s\" is not a port: 1 to 65535."), show(reader, parts->port_length).text);
    }
    reader->address.port = (uint16_t)port;
    return true;
}

static bool read_host_and_port(struct reader *reader)
{
    struct host_port parts;
    size_t length = span_to(reader, "/?#");
    if (memchr(reader->at, '@', length) != NULL) {
        return refuse(reader,
                      tr("An address can't have a user name or password; players are identified by tokens."));
    }
    if (!host_port_split(reader->at, length, &parts)) {
        return refuse_brackets(reader);
    }
    if (!read_host(reader, &parts) || !read_port(reader, &parts)) {
        return false;
    }
    reader->at += length;
    return true;
}

/* ---- Path and fragment --------------------------------------------------------------------------- */

/* Copies an id of the given length; returns false if it is not one. */
static bool take_id(const char *text, size_t length, char id[ADDRESS_ID_MAX + 1])
{
    if (length == 0 || length > ADDRESS_ID_MAX) {
        return false;
    }
    memcpy(id, text, length);
    id[length] = '\0';
    return strspn(id, ID_CHARACTERS) == length;
}

/* Returns whether the next `length` characters are exactly this text. */
static bool is_text(const struct reader *reader, size_t length, const char *text)
{
    return length == strlen(text) && strncmp(reader->at, text, length) == 0;
}

/* Parses "#CODE" of an invite: browsers do not send fragments, so no log contains the code. */
static bool read_invite(struct reader *reader)
{
    reader->at += span_to(reader, "#");
    size_t left = (size_t)(reader->end - reader->at);
    bool good = left > 0 && take_id(reader->at + 1, left - 1, reader->address.invite);
    reader->at = reader->end;
    return good || refuse(reader, tr("This invite link is incomplete: it must end in /invite#CODE."));
}

/*
 * Parses "/table/ID" and the like; "/" and "/ws" mean the server itself. Older invites have their code in the path:
 * "/invite/CODE".
 */
static bool read_path(struct reader *reader)
{
    struct address *address = &reader->address;
    const struct {
        const char *begin;
        char *id;
    } kinds[] = {{"/table/", address->table}, {"/replay/", address->table}, {"/invite/", address->invite}};
    size_t length = span_to(reader, "?#");
    size_t whole = length;
    while (length > 0 && reader->at[length - 1] == '/') {
        length--;
    }
    if (is_text(reader, length, "/invite")) {
        return read_invite(reader);
    }
    for (size_t i = 0; i < COUNT(kinds); i++) {
        size_t begin = strlen(kinds[i].begin);
        if (length > begin && strncmp(reader->at, kinds[i].begin, begin) == 0 &&
            take_id(reader->at + begin, length - begin, kinds[i].id)) {
            reader->at += whole;
            return true;
        }
    }
    if (length > 0 && !is_text(reader, length, "/ws")) {
        return refuse(reader,
                      tr("\"%s\" is not a valid path: links end in /table/ID, /replay/ID or /invite#CODE."),
                      show(reader, length).text);
    }
    reader->at += whole;
    return true;
}

/* Parses "#code=XXXX-XXXX" and the like; anything else after ? or # is for the browser. */
static bool read_code(struct reader *reader)
{
    const struct {
        const char *begin;
        char *code;
    } kinds[] = {{"#code=", reader->address.code},
                 {"#commentary=", reader->address.commentary},
                 {"#invite=", reader->address.invite}};
    reader->at += span_to(reader, "#");
    for (size_t i = 0; i < COUNT(kinds); i++) {
        size_t length = strlen(kinds[i].begin), left = (size_t)(reader->end - reader->at);
        if (left < length || strncmp(reader->at, kinds[i].begin, length) != 0) {
            continue;
        }
        reader->at += length;
        return take_id(reader->at, left - length, kinds[i].code) ||
               refuse(reader, tr("\"%s\" is not a code."), show(reader, left - length).text);
    }
    return true;
}

/* ---- The whole address -------------------------------------------------------------------------------------- */

/* Fills in what was left out, and writes the canonical form. */
static void settle(struct reader *reader)
{
    struct address *address = &reader->address;
    if (!reader->has_scheme) {
        address->tls = !is_this_machine(address->host);
    }
    if (address->port == 0) {
        address->port = address->tls ? 443 : ADDRESS_PORT;
    }
    bool bracket = strchr(address->host, ':') != NULL;
    (void)snprintf(address->server, sizeof address->server, "%s://%s%s%s:%u", address->tls ? "wss" : "ws",
                   bracket ? "[" : "", address->host, bracket ? "]" : "", (unsigned)address->port);
}

bool address_parse(const char *text, struct address *address, char *error_text, size_t capacity)
{
    struct reader reader = {.at = text, .end = text + strlen(text)};
    while (reader.at < reader.end && isspace((unsigned char)reader.at[0])) {
        reader.at++;
    }
    while (reader.end > reader.at && isspace((unsigned char)reader.end[-1])) {
        reader.end--;
    }
    if (!read_scheme(&reader) || !read_host_and_port(&reader) || !read_path(&reader) || !read_code(&reader)) {
        (void)snprintf(error_text, capacity, "%s", reader.error_text);
        return false;
    }
    settle(&reader);
    *address = reader.address;
    return true;
}
