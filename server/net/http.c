/*
 * http.c: requests for an upgrade to WebSocket, and plain HTTP: the browser client's files, /healthz, /metrics
 * and POST /replay.
 *
 * Response headers are written here rather than by libwebsockets, because every response carries the same
 * security headers. A response is a `struct response`, written in chunks from HTTP_WRITEABLE; a small one is
 * written at once.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "common/base/array.h"
#include "server/net/transport_internal.h"

#define SUBPROTOCOL "gaslight.v1"
#define TEXT_PLAIN "text/plain; charset=utf-8"
#define NO_STORE "no-store"

enum { RESPONSE_HEADER_BYTES = 2048, NUMBER_BYTES = 32 };

static const struct reason {
    int status;
    const char *phrase, *sentence;
} reasons[] = {
    {200, "OK", ""},
    {304, "Not Modified", ""},
    {400, "Bad Request", "The server does not understand this request.\n"},
    {403, "Forbidden", "Pages from this origin may not use this server.\n"},
    {404, "Not Found", "Not found.\n"},
    {405, "Method Not Allowed", "This method is not supported here.\n"},
    {411, "Length Required", "The request needs a Content-Length header.\n"},
    {413, "Content Too Large", "The request is too large.\n"},
    {426, "Upgrade Required", "Connect with WebSocket version 13 and the subprotocol " SUBPROTOCOL ".\n"},
    {429, "Too Many Requests", "Too many requests; try again later.\n"},
    {500, "Internal Server Error", "Something went wrong on the server.\n"},
    {503, "Service Unavailable", "The server is shutting down.\n"},
};

static const struct reason *reason_of(int status)
{
    for (size_t i = 0; i < COUNT(reasons); i++) {
        if (reasons[i].status == status) {
            return &reasons[i];
        }
    }
    return reason_of(500);
}

/* ---- Responses -------------------------------------------------------------------------------------- */

static uint64_t handshake_deadline(const struct transport *transport)
{
    return uv_now(transport->loop) + (uint64_t)transport->options.handshake_seconds * 1000;
}

/* Writes the headers into `frame` and returns their length. */
static size_t format_headers(struct transport *transport, const struct response *response)
{
    char *text = (char *)transport->frame + LWS_PRE;
    char type[160] = "";
    if (response->type != NULL) {
        (void)snprintf(type, sizeof type, "Content-Type: %s\r\n", response->type);
    }
    int length = snprintf(
        text, RESPONSE_HEADER_BYTES,
        "HTTP/1.1 %d %s\r\nConnection: close\r\n%sContent-Length: %zu\r\nCache-Control: %s\r\n%s%s%s%s%s\r\n",
        response->status, reason_of(response->status)->phrase, type, response->length, response->cache,
        response->etag != NULL ? "ETag: " : "", response->etag != NULL ? response->etag : "",
        response->etag != NULL ? "\r\n" : "", response->extra != NULL ? response->extra : "",
        static_security_headers);
    return length > 0 && length < RESPONSE_HEADER_BYTES ? (size_t)length : 0;
}

/* Ends the response, and the connection with it: each serves one request (see lws_quirks.h). */
static int finish(struct connection *connection)
{
    free(connection->response.owned);
    connection->response = (struct response){0};
    return LWS_QUIRK_CLOSE_AFTER_RESPONSE;
}

/* Writes the next chunk, starting with the headers. Returns false if the connection is broken. */
static bool write_chunk(struct connection *connection)
{
    struct transport *transport = connection->transport;
    struct response *response = &connection->response;
    size_t length = 0;
    if (!response->headers_sent) {
        length = format_headers(transport, response);
        if (length == 0) {
            return false;
        }
        response->headers_sent = true;
    }
    if (!response->head_only && response->sent < response->length) {
        size_t chunk = response->length - response->sent;
        chunk = chunk > HTTP_CHUNK_BYTES ? HTTP_CHUNK_BYTES : chunk;
        memcpy(transport->frame + LWS_PRE + length, response->body + response->sent, chunk);
        response->sent += chunk;
        length += chunk;
    }
    connection->deadline = handshake_deadline(transport);
    return length == 0 || lws_write(connection->wsi, transport->frame + LWS_PRE, length, LWS_WRITE_HTTP) >= 0;
}

int http_writable(struct connection *connection)
{
    const struct response *response = &connection->response;
    if (response->status == 0) {
        return connection->closing ? -1 : 0;
    }
    bool all = response->headers_sent && (response->head_only || response->sent == response->length);
    if (!all && !write_chunk(connection)) {
        return -1;
    }
    all = response->head_only || response->sent == response->length;
    if (all && lws_partial_buffered(connection->wsi) == 0) {
        return finish(connection);
    }
    (void)lws_callback_on_writable(connection->wsi);
    return 0;
}

static int respond(struct connection *connection, const struct response *response)
{
    free(connection->response.owned);
    connection->response = *response;
    lws_quirk_disable_timeout(connection->wsi);
    return http_writable(connection);
}

static struct response plain(int status, const char *extra)
{
    const char *sentence = reason_of(status)->sentence;
    return (struct response){.status = status,
                             .type = TEXT_PLAIN,
                             .cache = NO_STORE,
                             .extra = extra,
                             .body = (const unsigned char *)sentence,
                             .length = strlen(sentence)};
}

static int refuse(struct connection *connection, int status, const char *extra, bool head_only)
{
    struct response response = plain(status, extra);
    response.head_only = head_only;
    return respond(connection, &response);
}

/*
 * Sends a response and shuts down our side. The rest of the request is discarded for a while: closing at once
 * would reset the connection, and the client might never see the response.
 */
static int refuse_and_close(struct connection *connection, int status, const char *extra)
{
    connection->response = plain(status, extra);
    bool written = write_chunk(connection);
    connection->response = (struct response){0};
    lws_quirk_disable_timeout(connection->wsi);
    connection->lingering = true;
    connection->deadline = uv_now(connection->transport->loop) + LINGER_MS;
    return written && shutdown(lws_get_socket_fd(connection->wsi), SHUT_WR) == 0 ? 0 : -1;
}

/* ---- Request headers -------------------------------------------------------------------------------- */

/* Copies a header's value to transport->header. Returns false if the request has no such header. */
static bool read_header(const struct connection *connection, enum lws_token_indexes token)
{
    struct transport *transport = connection->transport;
    transport->header[0] = '\0';
    return lws_hdr_total_length(connection->wsi, token) > 0 &&
           lws_hdr_copy(connection->wsi, transport->header, HEADER_BYTES_MAX, token) > 0;
}

/* Returns true if a comma-separated list contains `word`, ignoring case. */
static bool has_token(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (*list != '\0') {
        list += strspn(list, " \t,");
        size_t span = strcspn(list, ",");
        size_t trimmed = span;
        while (trimmed > 0 && (list[trimmed - 1] == ' ' || list[trimmed - 1] == '\t')) {
            trimmed--;
        }
        if (trimmed == length && strncasecmp(list, word, length) == 0) {
            return true;
        }
        list += span;
    }
    return false;
}

/* Returns true if the page comes from this server or an allowed origin. Only browsers send Origin. */
static bool origin_allowed(const struct connection *connection)
{
    const struct transport *transport = connection->transport;
    char origin[512];
    if (lws_hdr_total_length(connection->wsi, WSI_TOKEN_ORIGIN) <= 0) {
        return true;
    }
    if (!read_header(connection, WSI_TOKEN_ORIGIN) || strlen(transport->header) >= sizeof origin) {
        return false;
    }
    memcpy(origin, transport->header, strlen(transport->header) + 1);
    if (has_token(transport->options.allow_origin, origin)) {
        return true;
    }
    const char *host = strstr(origin, "://");
    bool web =
        host != NULL && (strncasecmp(origin, "http://", 7) == 0 || strncasecmp(origin, "https://", 8) == 0);
    return web && read_header(connection, WSI_TOKEN_HOST) && strcasecmp(host + 3, transport->header) == 0;
}

/* Reduces `192.0.2.1:80`, `[2001:db8::1]` and `[2001:db8::1]:80`, as some proxies write them, to the address. */
static char *strip_port(char *text)
{
    if (*text == '[') {
        text++;
        text[strcspn(text, "]")] = '\0';
    } else if (strchr(text, ':') == strrchr(text, ':')) {
        text[strcspn(text, ":")] = '\0';
    }
    return text;
}

/* Behind a proxy on this machine, takes the client's address from the last entry of X-Forwarded-For. */
static void read_forwarded(struct connection *connection)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    if (!connection->transport->options.behind_proxy || !connection->from_loopback ||
        !read_header(connection, WSI_TOKEN_X_FORWARDED_FOR)) {
        return;
    }
    char *last = strrchr(connection->transport->header, ',');
    last = last == NULL ? connection->transport->header : last + 1;
    last += strspn(last, " \t");
    last[strcspn(last, " \t")] = '\0';
    last = strip_port(last);
    if (inet_pton(AF_INET, last, bytes) == 1) {
        (void)inet_ntop(AF_INET, bytes, connection->address, sizeof connection->address);
    } else if (inet_pton(AF_INET6, last, bytes) == 1) {
        (void)inet_ntop(AF_INET6, bytes, connection->address, sizeof connection->address);
    }
}

/* ---- Upgrades --------------------------------------------------------------------------------------- */

/* Returns 0 if the upgrade is allowed, otherwise the HTTP status to refuse it with. */
static int upgrade_refusal(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (transport->phase != PHASE_OPEN) {
        return 503;
    }
    if (!read_header(connection, WSI_TOKEN_UPGRADE) || strcasecmp(transport->header, "websocket") != 0) {
        return 400; /* mostly HTTP/2 */
    }
    if (connection->kind != LISTENER_GAME || !read_header(connection, WSI_TOKEN_GET_URI) ||
        strcmp(transport->header, "/ws") != 0) {
        return 404;
    }
    if (!origin_allowed(connection)) {
        return 403;
    }
    if (!read_header(connection, WSI_TOKEN_VERSION) || strcmp(transport->header, "13") != 0) {
        return 426;
    }
    if (!read_header(connection, WSI_TOKEN_PROTOCOL) || !has_token(transport->header, SUBPROTOCOL)) {
        return 400;
    }
    read_forwarded(connection);
    if (connection->counted == NULL && !connection_address_has_room(connection)) {
        return 429;
    }
    return connection_may_upgrade(connection) ? 0 : 429;
}

int http_confirm_upgrade(struct connection *connection)
{
    if (lws_quirk_is_stray_upgrade(connection->wsi, connection->response.status != 0)) {
        return -1;
    }
    int status = upgrade_refusal(connection);
    if (status == 0) {
        connection_count_address(connection);
        return 0;
    }
    connection->response = plain(status, status == 426 ? "Sec-WebSocket-Version: 13\r\n" : NULL);
    bool written = write_chunk(connection);
    connection->response = (struct response){0};
    return written ? 1 : -1; /* 1: a response was sent, and libwebsockets closes the connection */
}

/* ---- Plain requests --------------------------------------------------------------------------------- */

static int serve_metrics(struct connection *connection, bool head_only)
{
    const struct transport *transport = connection->transport;
    const struct transport_handler *handler = &transport->handler;
    bool own = transport->options.metrics_listen[0] != '\0';
    bool allowed = own ? connection->kind == LISTENER_METRICS
                       : connection->from_loopback &&
                             lws_hdr_total_length(connection->wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0;
    if (!allowed || handler->metrics == NULL) {
        return refuse(connection, 404, NULL, head_only);
    }
    char *body = NULL;
    size_t length = 0;
    int status = handler->metrics(handler->context, &body, &length);
    if (body == NULL) {
        return refuse(connection, 500, NULL, head_only);
    }
    return respond(connection, &(struct response){.status = status,
                                                  .type = "text/plain; version=0.0.4; charset=utf-8",
                                                  .cache = NO_STORE,
                                                  .body = (unsigned char *)body,
                                                  .owned = (unsigned char *)body,
                                                  .length = length,
                                                  .head_only = head_only});
}

#define VARIES "Vary: Accept-Encoding\r\n"

static int serve_file(struct connection *connection, const struct static_file *file, bool head_only)
{
    bool gzipped = file->gzipped != NULL && read_header(connection, WSI_TOKEN_HTTP_ACCEPT_ENCODING) &&
                   has_token(connection->transport->header, "gzip");
    struct response response = {.status = 200,
                                .type = file->type,
                                .cache = file->cache,
                                .etag = file->etag,
                                .extra = gzipped                 ? "Content-Encoding: gzip\r\n" VARIES
                                         : file->gzipped != NULL ? VARIES
                                                                 : NULL,
                                .body = gzipped ? file->gzipped : file->body,
                                .length = gzipped ? file->gzipped_length : file->length,
                                .head_only = head_only};
    if (read_header(connection, WSI_TOKEN_HTTP_IF_NONE_MATCH) &&
        static_file_matches(file, connection->transport->header)) {
        response.status = 304;
        response.head_only = true;
    }
    return respond(connection, &response);
}

static int serve_get(struct connection *connection, const char *path, bool head_only)
{
    if (strcmp(path, "/healthz") == 0) {
        return respond(connection, &(struct response){.status = 200,
                                                      .type = TEXT_PLAIN,
                                                      .cache = NO_STORE,
                                                      .body = (const unsigned char *)"ok\n",
                                                      .length = 3,
                                                      .head_only = head_only});
    }
    if (strcmp(path, "/metrics") == 0) {
        return serve_metrics(connection, head_only);
    }
    if (connection->kind == LISTENER_METRICS) {
        return refuse(connection, 404, NULL, head_only);
    }
    if (strcmp(path, "/ws") == 0) {
        return refuse(connection, 426, "Upgrade: websocket\r\n", head_only);
    }
    const struct static_file *file = static_files_find(connection->transport->files, path);
    return file == NULL ? refuse(connection, 404, NULL, head_only) : serve_file(connection, file, head_only);
}

/* Returns the Content-Length, or -1 if it is missing or not a number. */
static long read_content_length(const struct connection *connection)
{
    const char *text = connection->transport->header;
    if (!read_header(connection, WSI_TOKEN_HTTP_CONTENT_LENGTH) || strlen(text) >= NUMBER_BYTES ||
        text[strspn(text, "0123456789")] != '\0') {
        return -1;
    }
    return strlen(text) > 9 ? REPLAY_BYTES_MAX + 1L : strtol(text, NULL, 10);
}

/* Reads ?as= and ?deduce= and ignores other parameters. */
static void read_replay_query(struct connection *connection)
{
    struct replay_query *query = &connection->query;
    char argument[sizeof query->as + 3];
    *query = (struct replay_query){.deduce = false};
    for (int i = 0;
         lws_hdr_copy_fragment(connection->wsi, argument, sizeof argument, WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++) {
        if (strncmp(argument, "as=", 3) == 0) {
            (void)snprintf(query->as, sizeof query->as, "%s", argument + 3);
        }
        query->deduce = query->deduce || strcmp(argument, "deduce=yes") == 0;
    }
}

static int begin_replay(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (transport->phase != PHASE_OPEN) {
        return refuse_and_close(connection, 503, NULL);
    }
    if (!origin_allowed(connection)) {
        return refuse_and_close(connection, 403, NULL);
    }
    long length = read_content_length(connection);
    if (length < 0) {
        return refuse_and_close(connection, 411, NULL);
    }
    if (length > REPLAY_BYTES_MAX) {
        return refuse_and_close(connection, 413, NULL);
    }
    struct address *address = addresses_get(transport->addresses, connection->address, uv_hrtime());
    double minute = (double)transport->options.replays_per_minute;
    if (address == NULL || !bucket_take(&address->replays, minute / 60.0, minute, uv_hrtime())) {
        return refuse_and_close(connection, 429, NULL);
    }
    read_replay_query(connection);
    connection->body_expected = (size_t)length;
    connection->deadline = handshake_deadline(transport);
    return buffer_add(&connection->body, NULL, 0) ? 0 : -1; /* the body follows */
}

int http_request_ready(struct connection *connection, const char *path)
{
    struct lws *wsi = connection->wsi;
    if (connection->lingering) {
        return -1;
    }
    connection->deadline = handshake_deadline(connection->transport);
    read_forwarded(connection);
    bool is_get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    bool is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool is_post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    bool is_replay = connection->kind == LISTENER_GAME && strcmp(path, "/replay") == 0 &&
                     connection->transport->handler.replay != NULL;
    if (lws_quirk_is_chunked(wsi)) {
        return refuse_and_close(connection, 411, NULL);
    }
    if (is_post && is_replay) {
        return begin_replay(connection);
    }
    if (!is_get && !is_head) {
        return refuse_and_close(connection, 405,
                                is_replay ? "Allow: GET, HEAD, POST\r\n" : "Allow: GET, HEAD\r\n");
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
        read_content_length(connection) != 0) {
        return refuse_and_close(connection, 400, NULL);
    }
    return serve_get(connection, path, is_head);
}

/* ---- POST /replay ----------------------------------------------------------------------------------- */

int http_body(struct connection *connection, const char *piece, size_t length)
{
    if (connection->body.text == NULL) {
        return 0;
    }
    if (length > connection->body_expected - connection->body.length) {
        return -1;
    }
    return buffer_add(&connection->body, piece, length) ? 0 : -1;
}

int http_body_complete(struct connection *connection)
{
    const struct transport_handler *handler = &connection->transport->handler;
    size_t length = connection->body.length;
    char *body = buffer_take(&connection->body);
    if (body == NULL) {
        return 0;
    }
    struct http_request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        free(body);
        return refuse_and_close(connection, 500, NULL);
    }
    request->connection = connection;
    connection->request = request;
    connection->deadline = 0; /* the client is now waiting for us */
    lws_quirk_disable_timeout(connection->wsi);
    handler->replay(handler->context, request, &connection->query, body, length);
    free(body);
    return 0;
}

void transport_answer(struct http_request *request, int status, const char *body, size_t length)
{
    struct connection *connection = request->connection;
    free(request);
    if (connection == NULL) {
        return;
    }
    connection->request = NULL;
    connection->deadline = handshake_deadline(connection->transport);
    unsigned char *copy = malloc(length + 1);
    if (copy == NULL) {
        connection_break(connection);
        return;
    }
    if (length > 0) {
        memcpy(copy, body, length);
    }
    connection->response = (struct response){.status = status,
                                             .type = "application/json",
                                             .cache = NO_STORE,
                                             .body = copy,
                                             .owned = copy,
                                             .length = length};
    (void)lws_callback_on_writable(connection->wsi);
}

void http_discard(struct connection *connection)
{
    if (connection->request != NULL) {
        connection->request->connection = NULL;
        connection->request = NULL;
    }
    buffer_free(&connection->body);
    free(connection->response.owned);
    connection->response = (struct response){0};
}
