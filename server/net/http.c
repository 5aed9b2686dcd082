/*
 * http.c: requests for an upgrade to WebSocket, and plain HTTP: the browser client's files, /healthz, /metrics,
 * pictures, POST /replay and POST /session.
 *
 * Response headers are written here rather than by libwebsockets, because every response carries the same
 * security headers. A response is a `struct response`, written in chunks from HTTP_WRITEABLE; a small one is
 * written at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "common/base/array.h"
#include "server/net/content_policy.h"
#include "server/net/preview.h"
#include "server/net/request_headers.h"
#include "server/net/session_cookie.h"
#include "server/net/transport_internal.h"

#define SUBPROTOCOL "gaslight.v1"
#define TEXT_PLAIN "text/plain; charset=utf-8"
#define NO_STORE "no-store"

enum { RESPONSE_HEADER_BYTES = 2048, NUMBER_BYTES = 32, PICTURE_TABLE_MAX = 39 };

static const struct reason {
    int status;
    const char *phrase, *sentence;
} reasons[] = {
    {200, "OK", ""},
    {304, "Not Modified", ""},
    {400, "Bad Request", "The server does not understand this request.\n"},
    {403, "Forbidden", "This address, or pages from this origin, may not use this server.\n"},
    {404, "Not Found", "Not found.\n"},
    {405, "Method Not Allowed", "This method is not supported here.\n"},
    {411, "Length Required", "The request needs a Content-Length header.\n"},
    {413, "Content Too Large", "The request is too large.\n"},
    {421, "Misdirected Request",
     "This server does not answer to the host name of this request; its operator can add it to the option "
     "hosts.\n"},
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

/* Writes the headers into `frame` and returns their length. `is_last`: the connection is closed afterwards. */
static size_t format_headers(struct transport *transport, const struct response *response, bool is_last)
{
    char *text = (char *)transport->frame + LWS_PRE;
    char type[160] = "";
    if (response->type != NULL) {
        (void)snprintf(type, sizeof type, "Content-Type: %s\r\n", response->type);
    }
    int length = snprintf(
        text, RESPONSE_HEADER_BYTES,
        "HTTP/1.1 %d %s\r\n%s%sContent-Length: %zu\r\nCache-Control: %s\r\n%s%s%s%s"
        "Content-Security-Policy: %s\r\n%s\r\n",
        response->status, reason_of(response->status)->phrase, is_last ? "Connection: close\r\n" : "", type,
        response->length, response->cache, response->etag != NULL ? "ETag: " : "",
        response->etag != NULL ? response->etag : "", response->etag != NULL ? "\r\n" : "",
        response->extra != NULL ? response->extra : "",
        response->policy != NULL ? response->policy : content_policy_default, static_security_headers);
    return length > 0 && length < RESPONSE_HEADER_BYTES ? (size_t)length : 0;
}

/* Returns true if the connection can be used for another request; see lws_quirks.h. */
static bool can_keep_alive(const struct connection *connection)
{
    return connection->keeps_alive && !connection->watch.has_more && !connection->closing &&
           connection->transport->phase == PHASE_OPEN;
}

/* Ends the response. The connection waits for another request or is closed. */
static int finish(struct connection *connection)
{
    bool again = can_keep_alive(connection);
    free(connection->response.owned);
    connection->response = (struct response){0};
    if (!again) {
        return LWS_QUIRK_CLOSE_AFTER_RESPONSE;
    }
    connection->keeps_alive = false;
    connection->watch = (struct frame_watch){0};
    connection->deadline = handshake_deadline(connection->transport);
    return lws_quirk_wait_for_request(connection->wsi);
}

/* Writes the next chunk, starting with the headers. Returns false if the connection is broken. */
static bool write_chunk(struct connection *connection)
{
    struct transport *transport = connection->transport;
    struct response *response = &connection->response;
    size_t length = 0;
    if (!response->headers_sent) {
        length = format_headers(transport, response, !can_keep_alive(connection));
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
 * Sends a response and closes the connection. If a body is on its way, it shuts down our side only and discards the body
 * for a while: closing at once would reset the connection, and the client might never see the response. Without a body
 * libwebsockets would not read, and would be woken for ever by a client that has left.
 */
static int refuse_and_close(struct connection *connection, int status, const char *extra)
{
    connection->keeps_alive = false;
    if (!lws_quirk_reads_body(connection->wsi)) {
        return refuse(connection, status, extra,
                      lws_hdr_total_length(connection->wsi, WSI_TOKEN_HEAD_URI) > 0);
    }
    connection->response = plain(status, extra);
    bool written = write_chunk(connection);
    connection->response = (struct response){0};
    lws_quirk_disable_timeout(connection->wsi);
    connection->lingering = true;
    connection->deadline = uv_now(connection->transport->loop) + LINGER_MS;
    return written && shutdown(lws_get_socket_fd(connection->wsi), SHUT_WR) == 0 ? 0 : -1;
}

static bool address_admitted(const struct connection *connection)
{
    const struct transport_handler *handler = &connection->transport->handler;
    return handler->admit == NULL || handler->admit(handler->context, connection->address);
}

/* ---- Upgrades --------------------------------------------------------------------------------------- */

/* Returns 0 if the upgrade is allowed, otherwise the HTTP status to refuse it with. */
static int upgrade_refusal(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (transport->phase != PHASE_OPEN) {
        return 503;
    }
    if (!headers_host_accepted(connection)) {
        return 421;
    }
    if (!headers_read(connection, WSI_TOKEN_UPGRADE) || strcasecmp(transport->header, "websocket") != 0) {
        return 400; /* mostly HTTP/2 */
    }
    if (connection->kind != LISTENER_GAME || !headers_read(connection, WSI_TOKEN_GET_URI) ||
        strcmp(transport->header, "/ws") != 0) {
        return 404;
    }
    if (!headers_origin_allowed(connection)) {
        return 403;
    }
    if (!headers_read(connection, WSI_TOKEN_VERSION) || strcmp(transport->header, "13") != 0) {
        return 426;
    }
    if (!headers_read(connection, WSI_TOKEN_PROTOCOL) || !headers_list_has(transport->header, SUBPROTOCOL)) {
        return 400;
    }
    headers_read_forwarded(connection);
    if (!address_admitted(connection)) {
        return 403;
    }
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

/* Returns true if the request says that it came through a proxy. */
static bool is_forwarded(const struct connection *connection)
{
    static const char *const names[] = {
        "x-forwarded-for:",    "x-forwarded-host:",    "x-forwarded-proto:", "x-forwarded-port:",
        "x-forwarded-server:", "forwarded:",           "x-real-ip:",         "via:",
        "x-client-ip:",        "x-cluster-client-ip:", "true-client-ip:",    "cf-connecting-ip:",
        "x-original-host:"};
    for (size_t i = 0; i < COUNT(names); i++) {
        if (lws_quirk_has_header(connection->wsi, names[i])) {
            return true;
        }
    }
    return false;
}

/* Returns true for a program on this machine that has asked this machine, and not a web page or a proxy. */
static bool is_from_this_machine(const struct connection *connection)
{
    return connection->from_loopback && !is_forwarded(connection) &&
           headers_read(connection, WSI_TOKEN_HOST) && hosts_is_loopback(connection->transport->header);
}

static int serve_metrics(struct connection *connection, bool head_only)
{
    const struct transport *transport = connection->transport;
    const struct transport_handler *handler = &transport->handler;
    bool own = transport->options.metrics_listen[0] != '\0';
    bool allowed = own ? connection->kind == LISTENER_METRICS : is_from_this_machine(connection);
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
    bool gzipped = file->gzipped != NULL && headers_read(connection, WSI_TOKEN_HTTP_ACCEPT_ENCODING) &&
                   headers_list_has(connection->transport->header, "gzip");
    struct response response = {.status = 200,
                                .type = file->type,
                                .cache = file->cache,
                                .etag = file->etag,
                                .policy = file->policy,
                                .extra = gzipped                 ? "Content-Encoding: gzip\r\n" VARIES
                                         : file->gzipped != NULL ? VARIES
                                                                 : NULL,
                                .body = gzipped ? file->gzipped : file->body,
                                .length = gzipped ? file->gzipped_length : file->length,
                                .head_only = head_only};
    if (headers_read(connection, WSI_TOKEN_HTTP_IF_NONE_MATCH) &&
        static_file_matches(file, connection->transport->header)) {
        response.status = 304;
        response.head_only = true;
    }
    return respond(connection, &response);
}

/* The page of a replay, which names its picture. It is not compressed: that would keep the loop busy each time. */
static int serve_preview(struct connection *connection, const struct static_file *page, const char *path,
                         bool head_only)
{
    char origin[512];
    bool has_host = headers_read(connection, WSI_TOKEN_HOST) && strlen(connection->transport->header) < 256;
    (void)snprintf(origin, sizeof origin, "%.255s", has_host ? connection->transport->header : "");
    char address[sizeof origin + 8];
    (void)snprintf(address, sizeof address, "%s%s", headers_is_https(connection) ? "https://" : "http://",
                   origin);
    struct preview *preview = preview_make(page, path, address);
    if (preview == NULL) {
        return serve_file(connection, page, head_only);
    }
    struct response response = {.status = 200,
                                .type = page->type,
                                .cache = page->cache,
                                .etag = preview->etag,
                                .policy = page->policy,
                                .body = preview->body,
                                .owned = (unsigned char *)preview,
                                .length = preview->length,
                                .head_only = head_only};
    if (headers_read(connection, WSI_TOKEN_HTTP_IF_NONE_MATCH) &&
        static_etag_matches(preview->etag, connection->transport->header)) {
        response.status = 304;
        response.head_only = true;
    }
    return respond(connection, &response);
}

/* Counts what is computed for an address. Returns false if that was too much in the last minute. */
static bool take_computation(const struct connection *connection)
{
    struct transport *transport = connection->transport;
    struct address *address = addresses_get(transport->addresses, connection->address, uv_hrtime());
    double minute = (double)transport->options.replays_per_minute;
    return address != NULL && address_take(address, LIMIT_REPLAYS, minute / 60.0, minute, uv_hrtime());
}

#define PICTURE "/picture/"
#define PICTURE_END ".svg"

/* Reads the table of /picture/TABLE.svg. Returns false if the path is another one. */
static bool read_picture(const struct connection *connection, const char *path,
                         char table[PICTURE_TABLE_MAX + 1])
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    const char *id = path + sizeof PICTURE - 1;
    if (connection->transport->handler.picture == NULL || strncmp(path, PICTURE, sizeof PICTURE - 1) != 0) {
        return false;
    }
    size_t length = strspn(id, allowed);
    if (length == 0 || length > PICTURE_TABLE_MAX || strcmp(id + length, PICTURE_END) != 0) {
        return false;
    }
    memcpy(table, id, length);
    table[length] = '\0';
    return true;
}

/* The picture is drawn on another thread; the response comes later. */
static int begin_picture(struct connection *connection, const char *table, bool head_only)
{
    const struct transport_handler *handler = &connection->transport->handler;
    if (!address_admitted(connection)) {
        return refuse(connection, 403, NULL, head_only);
    }
    if (!take_computation(connection)) {
        return refuse(connection, 429, NULL, head_only);
    }
    struct http_request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        return refuse(connection, 500, NULL, head_only);
    }
    request->connection = connection;
    request->head_only = head_only;
    connection->request = request;
    connection->keeps_alive = false;
    connection->deadline = 0; /* the client is now waiting for us */
    lws_quirk_disable_timeout(connection->wsi);
    handler->picture(handler->context, request, table);
    return 0;
}

static int serve_health(struct connection *connection, bool good, bool head_only)
{
    const char *body = good ? "ok\n" : "The server cannot store anything: its disk is full or failing.\n";
    return respond(connection, &(struct response){.status = good ? 200 : 503,
                                                  .type = TEXT_PLAIN,
                                                  .cache = NO_STORE,
                                                  .body = (const unsigned char *)body,
                                                  .length = strlen(body),
                                                  .head_only = head_only});
}

static int serve_get(struct connection *connection, const char *path, bool head_only)
{
    const struct transport_handler *handler = &connection->transport->handler;
    if (strcmp(path, "/livez") == 0) {
        return serve_health(connection, true, head_only);
    }
    if (strcmp(path, "/healthz") == 0) {
        return serve_health(connection, handler->healthy == NULL || handler->healthy(handler->context),
                            head_only);
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
    char table[PICTURE_TABLE_MAX + 1];
    if (read_picture(connection, path, table)) {
        return begin_picture(connection, table, head_only);
    }
    const struct static_file *file = static_files_find(connection->transport->files, path);
    if (file != NULL && preview_has_picture(path)) {
        return serve_preview(connection, file, path, head_only);
    }
    return file == NULL ? refuse(connection, 404, NULL, head_only) : serve_file(connection, file, head_only);
}

/* Returns the Content-Length, or -1 if it is missing or not a number. */
static long read_content_length(const struct connection *connection)
{
    const char *text = connection->transport->header;
    if (!headers_read(connection, WSI_TOKEN_HTTP_CONTENT_LENGTH) || strlen(text) >= NUMBER_BYTES ||
        text[strspn(text, "0123456789")] != '\0') {
        return -1;
    }
    return strlen(text) > 9 ? REPLAY_BYTES_MAX + 1L : strtol(text, NULL, 10);
}

/* Reads ?as=, ?deduce=, ?review= and ?picture= and ignores other parameters. */
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
        query->review = query->review || strcmp(argument, "review=yes") == 0;
        query->picture = query->picture || strcmp(argument, "picture=yes") == 0;
    }
}

#define UNSUBSCRIBE "/unsubscribe/"

/* Reads the channel of /unsubscribe/CHANNEL. Returns false if the path is another one. */
static bool read_unsubscribe(struct connection *connection, const char *path)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    struct replay_query *query = &connection->query;
    size_t prefix = sizeof UNSUBSCRIBE - 1;
    if (connection->kind != LISTENER_GAME || connection->transport->handler.unsubscribe == NULL ||
        strncmp(path, UNSUBSCRIBE, prefix) != 0 || path[prefix] == '\0' ||
        strlen(path + prefix) >= sizeof query->channel ||
        path[prefix + strspn(path + prefix, allowed)] != '\0') {
        return false;
    }
    *query = (struct replay_query){.deduce = false};
    (void)snprintf(query->channel, sizeof query->channel, "%s", path + prefix);
    return true;
}

static int begin_post(struct connection *connection)
{
    struct transport *transport = connection->transport;
    if (transport->phase != PHASE_OPEN) {
        return refuse_and_close(connection, 503, NULL);
    }
    if (!headers_origin_allowed(connection) || !address_admitted(connection)) {
        return refuse_and_close(connection, 403, NULL);
    }
    long length = read_content_length(connection);
    if (length < 0) {
        return refuse_and_close(connection, 411, NULL);
    }
    if (length > REPLAY_BYTES_MAX) {
        return refuse_and_close(connection, 413, NULL);
    }
    if (!take_computation(connection)) {
        return refuse_and_close(connection, 429, NULL);
    }
    if (connection->query.channel[0] == '\0') {
        read_replay_query(connection);
    }
    connection->body_expected = (size_t)length;
    connection->deadline = handshake_deadline(transport);
    return buffer_add(&connection->body, NULL, 0) ? 0 : -1; /* the body follows */
}

/* Returns true if a browser says that the page is of this very origin. Only browsers have cookies. */
static bool is_same_origin(const struct connection *connection)
{
    struct transport *transport = connection->transport;
    char host[512];
    if (lws_quirk_copy_header(connection->wsi, "sec-fetch-site:", transport->header, HEADER_BYTES_MAX) &&
        strcmp(transport->header, "same-origin") != 0) {
        return false;
    }
    if (!headers_read(connection, WSI_TOKEN_HOST) || strlen(transport->header) >= sizeof host) {
        return false;
    }
    memcpy(host, transport->header, strlen(transport->header) + 1);
    const char *scheme = headers_is_https(connection) ? "https://" : "http://";
    return headers_read(connection, WSI_TOKEN_ORIGIN) &&
           strncasecmp(transport->header, scheme, strlen(scheme)) == 0 &&
           strcasecmp(transport->header + strlen(scheme), host) == 0;
}

/* Counts a request like one inside a WebSocket. Returns false if there are too many from its address. */
static bool take_request(const struct connection *connection)
{
    const struct options *options = &connection->transport->options;
    uint64_t now = uv_hrtime();
    struct address *address = addresses_get(connection->transport->addresses, connection->address, now);
    return address != NULL &&
           address_take(address, LIMIT_REQUESTS, (double)options->address_requests_per_second,
                        (double)options->address_requests_burst, now);
}

static int begin_session(struct connection *connection)
{
    long length = read_content_length(connection);
    if (!is_same_origin(connection) || !address_admitted(connection)) {
        return refuse_and_close(connection, 403, NULL);
    }
    if (length <= 0) {
        return refuse_and_close(connection, 411, NULL);
    }
    if (length > SESSION_BODY_MAX) {
        return refuse_and_close(connection, 413, NULL);
    }
    if (!take_request(connection)) {
        return refuse_and_close(connection, 429, NULL);
    }
    connection->is_session = true;
    connection->body_expected = (size_t)length;
    connection->deadline = handshake_deadline(connection->transport);
    return buffer_add(&connection->body, NULL, 0) ? 0 : -1; /* the body follows */
}

/* Responds to a POST /session. */
static int finish_session(struct connection *connection, const char *body, size_t length)
{
    struct session_reply *reply = malloc(sizeof *reply);
    char host[512];
    if (reply == NULL || !headers_read(connection, WSI_TOKEN_HOST) ||
        strlen(connection->transport->header) >= sizeof host) {
        free(reply);
        return refuse_and_close(connection, 400, NULL);
    }
    memcpy(host, connection->transport->header, strlen(connection->transport->header) + 1);
    bool secure = headers_is_https(connection);
    (void)headers_read(connection, WSI_TOKEN_HTTP_COOKIE);
    session_cookie_answer(host, connection->transport->header, secure, body, length, reply);
    return respond(connection, &(struct response){.status = reply->status,
                                                  .type = "application/json",
                                                  .cache = NO_STORE,
                                                  .extra = reply->headers,
                                                  .body = (const unsigned char *)reply->body,
                                                  .owned = (unsigned char *)reply,
                                                  .length = strlen(reply->body)});
}

int http_request_ready(struct connection *connection, const char *path)
{
    struct lws *wsi = connection->wsi;
    if (connection->lingering) {
        return -1;
    }
    connection->deadline = handshake_deadline(connection->transport);
    connection->keeps_alive = false;
    headers_read_forwarded(connection);
    bool is_get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    bool is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool is_post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    bool is_replay = connection->kind == LISTENER_GAME && strcmp(path, "/replay") == 0 &&
                     connection->transport->handler.replay != NULL;
    if (!headers_host_accepted(connection)) {
        return refuse_and_close(connection, 421, NULL);
    }
    if (lws_quirk_is_chunked(wsi)) {
        return refuse_and_close(connection, 411, NULL);
    }
    connection->query.channel[0] = '\0';
    if (is_post && (is_replay || read_unsubscribe(connection, path))) {
        return begin_post(connection);
    }
    if (is_post && connection->kind == LISTENER_GAME && strcmp(path, "/session") == 0) {
        return begin_session(connection);
    }
    if (!is_get && !is_head) {
        return refuse_and_close(connection, 405,
                                is_replay ? "Allow: GET, HEAD, POST\r\n" : "Allow: GET, HEAD\r\n");
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
        read_content_length(connection) != 0) {
        return refuse_and_close(connection, 400, NULL);
    }
    /* A browser's page can't see why its upgrade was refused, but it can ask for the same path. */
    if (strcmp(path, "/ws") == 0 && !address_admitted(connection)) {
        return refuse_and_close(connection, 403, NULL);
    }
    connection->keeps_alive =
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 && lws_quirk_wants_keep_alive(wsi);
    return serve_get(connection, path, is_head);
}

/* ---- Requests with a body --------------------------------------------------------------------------- */

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
    if (connection->is_session) {
        connection->is_session = false;
        int result = finish_session(connection, body, length);
        free(body);
        return result;
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
    if (connection->query.channel[0] != '\0') {
        handler->unsubscribe(handler->context, request, connection->query.channel);
    } else {
        handler->replay(handler->context, request, &connection->query, body, length);
    }
    free(body);
    return 0;
}

const char *transport_request_address(const struct http_request *request)
{
    return request->connection == NULL ? "" : request->connection->address;
}

/* Sends a response to a request that waits for it, with a copy of the body. */
static void answer(struct http_request *request, const struct response *response)
{
    struct connection *connection = request->connection;
    bool head_only = request->head_only;
    free(request);
    if (connection == NULL) {
        return;
    }
    connection->request = NULL;
    connection->deadline = handshake_deadline(connection->transport);
    unsigned char *copy = malloc(response->length + 1);
    if (copy == NULL) {
        connection_break(connection);
        return;
    }
    if (response->length > 0) {
        memcpy(copy, response->body, response->length);
    }
    connection->response = *response;
    connection->response.body = connection->response.owned = copy;
    connection->response.head_only = head_only;
    (void)lws_callback_on_writable(connection->wsi);
}

void transport_answer(struct http_request *request, int status, const char *body, size_t length)
{
    answer(request, &(struct response){.status = status,
                                       .type = "application/json",
                                       .cache = NO_STORE,
                                       .body = (const unsigned char *)body,
                                       .length = length});
}

void transport_answer_picture(struct http_request *request, int status, const char *svg, size_t length)
{
    struct response response = plain(status, NULL);
    if (status == 200) {
        response.type = "image/svg+xml";
        response.cache = "public, max-age=3600";
        response.body = (const unsigned char *)svg;
        response.length = length;
    }
    answer(request, &response);
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
