/*
 * transport_harness.h: a transport on its own loop, and an independent client that uses raw sockets.
 *
 * Tests write the client's frames and requests byte by byte, so that they can be wrong in every way. This is
 * header-only, because other tests are not linked with the server's libraries.
 */
#ifndef GASLIGHT_TESTS_TRANSPORT_HARNESS_H
#define GASLIGHT_TESTS_TRANSPORT_HARNESS_H

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/rate_limit.h"
#include "server/net/transport.h"

enum { CLIENTS_MAX = 64, WAIT_SECONDS = 240, TEXT = 0x1, BINARY = 0x2, CLOSE = 0x8, PING = 0x9, PONG = 0xA };
enum { FIN = 0x80, NEVER_SECONDS = 100000, INPUT_BYTES = 16 << 20, MESSAGE_COPY = 64 << 10 };

/* ---- The server under test -------------------------------------------------------------------------- */

struct fixture {
    uv_loop_t loop;
    struct options options;
    struct transport *transport;
    struct metrics *metrics;
    unsigned opened, closed, messages;
    struct connection *connection[CLIENTS_MAX];
    char message[MESSAGE_COPY];
    size_t message_length;
    struct http_request *request;
    struct replay_query asked;
    char body[MESSAGE_COPY];
    size_t body_length;
    bool gone;
};
static struct fixture server;
static char error[300];

static inline void opened(void *context, struct connection *connection)
{
    ck_assert_ptr_eq(context, &server);
    ck_assert_uint_lt(server.opened, CLIENTS_MAX);
    connection_set_user(connection, &server.connection[server.opened]);
    server.connection[server.opened++] = connection;
}

/* Records every message, and sends back what follows "echo " in it. */
static inline void message(void *context, struct connection *connection, const char *text, size_t length)
{
    (void)context;
    ck_assert_int_eq(text[length], '\0');
    server.messages++;
    server.message_length = length;
    memcpy(server.message, text, length < sizeof server.message ? length + 1 : sizeof server.message);
    if (strncmp(text, "echo ", 5) == 0) {
        connection_send(connection, text + 5, length - 5);
    }
}

static inline void closed(void *context, struct connection *connection)
{
    (void)context;
    server.closed++;
    *(struct connection **)connection_user(connection) = NULL;
}

static inline int metrics(void *context, char **body, size_t *length)
{
    (void)context;
    *body = strdup("gaslight_connections 1\n");
    *length = strlen(*body);
    return 200;
}

static inline void replay(void *context, struct http_request *request, const struct replay_query *asked,
                          const char *body, size_t length)
{
    (void)context;
    server.asked = *asked;
    server.request = request;
    server.body_length = length;
    memcpy(server.body, body, length < sizeof server.body ? length + 1 : sizeof server.body);
}

static inline void set_up(void)
{
    memset(&server, 0, sizeof server);
    ck_assert(log_open("", LOG_ERROR, error, sizeof error));
    ck_assert_int_eq(uv_loop_init(&server.loop), 0);
    options_init(&server.options);
    (void)snprintf(server.options.listen, sizeof server.options.listen, "127.0.0.1:0");
    (void)snprintf(server.options.hosts, sizeof server.options.hosts, "a, play.example");
    /* Long timeouts, so that only tests of timeouts run into one. */
    server.options.handshake_seconds = server.options.idle_seconds = NEVER_SECONDS;
    server.metrics = metrics_new();
}

static inline struct transport_handler handler(void)
{
    return (struct transport_handler){.opened = opened,
                                      .message = message,
                                      .closed = closed,
                                      .metrics = metrics,
                                      .replay = replay,
                                      .context = &server,
                                      .counters = server.metrics};
}

static inline void start(void)
{
    struct transport_handler all = handler();
    server.transport = transport_open(&server.loop, &server.options, &all, error, sizeof error);
    ck_assert_msg(server.transport != NULL, "%s", error);
    ck_assert_uint_ne(transport_port(server.transport), 0);
}

static inline void gone(void *context)
{
    ((struct fixture *)context)->gone = true;
}

/* Runs after every test: closes the transport and checks that the loop becomes empty by itself. */
static inline void stop(void)
{
    if (server.transport != NULL) {
        transport_close(server.transport, gone, &server);
        ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
        ck_assert(server.gone);
        server.transport = NULL;
    }
    ck_assert_uint_eq(server.opened, server.closed);
}

static inline void tear_down(void)
{
    stop();
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(uv_loop_close(&server.loop), 0);
    metrics_free(server.metrics);
    log_close();
}

/* ---- The client ------------------------------------------------------------------------------------- */

struct client {
    int fd;
    bool ended;
    unsigned char *in;
    size_t length;
};

static inline void pump(void)
{
    (void)uv_run(&server.loop, UV_RUN_NOWAIT);
    (void)poll(NULL, 0, 1);
}

static inline struct client *dial_port(unsigned port, int receive_buffer)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct client *client = calloc(1, sizeof *client);
    client->in = malloc(INPUT_BYTES);
    client->fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(client->fd, 0);
    if (receive_buffer > 0) {
        (void)setsockopt(client->fd, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    }
    ck_assert_int_eq(connect(client->fd, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(fcntl(client->fd, F_SETFL, O_NONBLOCK), 0);
    return client;
}

static inline struct client *dial(void)
{
    return dial_port(transport_port(server.transport), 0);
}

static inline void hang_up(struct client *client)
{
    (void)close(client->fd);
    free(client->in);
    free(client);
}

static inline void put(struct client *client, const void *bytes, size_t length)
{
    const char *at = bytes;
    for (unsigned tries = 0; length > 0; tries++) {
        ssize_t sent = send(client->fd, at, length, MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        } else if (errno != EAGAIN) {
            return; /* the server closed the connection; the test checks what was received */
        }
        ck_assert_uint_lt(tries, 100000);
        pump();
    }
}

static inline void take(struct client *client)
{
    while (client->length < INPUT_BYTES - 1) {
        ssize_t got = recv(client->fd, client->in + client->length, INPUT_BYTES - 1 - client->length, 0);
        if (got > 0) {
            client->length += (size_t)got;
        } else {
            client->ended = client->ended || got == 0 || (errno != EAGAIN && errno != EINTR);
            break;
        }
    }
    client->in[client->length] = '\0';
}

/*
 * Runs the loop until `client` (if any) has `bytes` or has ended, and `counter` (if any) is at least `least`.
 * Checks once more after the timeout.
 */
static inline void wait_for(struct client *client, size_t bytes, const unsigned *counter, unsigned least)
{
    uint64_t end = uv_hrtime() + (uint64_t)WAIT_SECONDS * 1000000000U;
    for (;;) {
        bool late = uv_hrtime() >= end;
        pump();
        if (client != NULL) {
            take(client);
        }
        bool enough = (client == NULL || client->length >= bytes || client->ended) &&
                      (counter == NULL || *counter >= least);
        if (enough) {
            return;
        }
        ck_assert_msg(!late, "waited too long");
    }
}

static inline void wait_end(struct client *client)
{
    wait_for(client, SIZE_MAX, NULL, 0);
    ck_assert(client->ended);
}

static inline void discard_input(struct client *client, size_t length)
{
    ck_assert_uint_le(length, client->length);
    memmove(client->in, client->in + length, client->length - length + 1);
    client->length -= length;
}

/* ---- HTTP ------------------------------------------------------------------------------------------- */

static const char *input(const struct client *client)
{
    return (const char *)client->in;
}

/* Waits for the headers. Returns their length including the empty line, or 0 if closed without a response. */
static inline size_t wait_headers(struct client *client)
{
    const char *end;
    take(client);
    while ((end = strstr(input(client), "\r\n\r\n")) == NULL) {
        if (client->ended) {
            return 0;
        }
        wait_for(client, client->length + 1, NULL, 0);
    }
    return (size_t)(end - input(client)) + 4;
}

static inline bool has_header(const struct client *client, const char *line)
{
    const char *at = strstr(input(client), line);
    return at != NULL && at < strstr(input(client), "\r\n\r\n");
}

/* Sends a request and reads the whole response into client->in. Returns its status, or 0 if there is none. */
static inline int ask(struct client *client, const char *request, bool with_body)
{
    discard_input(client, client->length);
    put(client, request, strlen(request));
    size_t headers = wait_headers(client);
    if (headers == 0) {
        return 0;
    }
    const char *length = strstr(input(client), "Content-Length: ");
    if (with_body && length != NULL) {
        wait_for(client, headers + strtoul(length + 16, NULL, 10), NULL, 0);
    }
    return (int)strtol(input(client) + 9, NULL, 10);
}

/* Sends a request on a new connection and returns the status of the response. */
static inline int ask_once(const char *request)
{
    struct client *client = dial();
    int status = ask(client, request, true);
    hang_up(client);
    return status;
}

/* ---- WebSocket -------------------------------------------------------------------------------------- */

#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define HANDSHAKE \
    "GET /ws HTTP/1.1\r\nHost: play.example:8888\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" KEY \
    "Sec-WebSocket-Version: 13\r\n"
#define SUBPROTOCOL "Sec-WebSocket-Protocol: gaslight.v1\r\n"

/* Returns false if the server closes the connection without a response. */
static inline bool try_hands(struct client *client, const char *more)
{
    char request[1000];
    (void)snprintf(request, sizeof request, HANDSHAKE SUBPROTOCOL "%s\r\n", more);
    unsigned before = server.opened;
    int status = ask(client, request, false);
    if (status == 0) {
        return false;
    }
    ck_assert_int_eq(status, 101);
    ck_assert(has_header(client, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    discard_input(client, wait_headers(client));
    wait_for(NULL, 0, &server.opened, before + 1);
    return true;
}

static inline void shake_hands(struct client *client, const char *more)
{
    ck_assert(try_hands(client, more));
}

static inline struct client *connect_ws(void)
{
    struct client *client = dial();
    shake_hands(client, "");
    return client;
}

/* Connects when handshakes may take only a second: retries if this process was too slow. */
static inline struct client *connect_in_time(int receive_buffer)
{
    for (;;) {
        struct client *client = dial_port(transport_port(server.transport), receive_buffer);
        if (try_hands(client, "")) {
            return client;
        }
        hang_up(client);
    }
}

static inline size_t make_frame(unsigned char *frame, unsigned first, const void *text, size_t length)
{
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    size_t at = 0;
    frame[at++] = (unsigned char)first;
    if (length < 126) {
        frame[at++] = (unsigned char)(0x80U | length);
    } else if (length < 65536) {
        frame[at++] = 0x80 | 126;
        frame[at++] = (unsigned char)(length >> 8);
        frame[at++] = (unsigned char)length;
    } else {
        frame[at++] = 0x80 | 127;
        for (int shift = 56; shift >= 0; shift -= 8) {
            frame[at++] = (unsigned char)((uint64_t)length >> shift);
        }
    }
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; text != NULL && i < length; i++) {
        frame[at++] = ((const unsigned char *)text)[i] ^ mask[i % 4];
    }
    return at;
}

static inline void send_frame(struct client *client, unsigned first, const char *text, size_t length)
{
    unsigned char *frame = malloc(length + 14);
    put(client, frame, make_frame(frame, first, text, length));
    free(frame);
}

static inline void say(struct client *client, const char *text)
{
    send_frame(client, FIN | TEXT, text, strlen(text));
}

/* Reads a frame into `text`, with a terminator. Returns its opcode, or 0 at the end of the connection. */
static inline unsigned read_frame(struct client *client, char *text, size_t capacity)
{
    wait_for(client, 2, NULL, 0);
    if (client->length < 2) {
        return 0;
    }
    size_t header = 2;
    size_t length = client->in[1] & 0x7fU;
    if (length >= 126) {
        header = length == 126 ? 4 : 10;
        wait_for(client, header, NULL, 0);
        size_t bytes = header - 2;
        length = 0;
        for (size_t i = 0; i < bytes; i++) {
            length = length << 8 | client->in[2 + i];
        }
    }
    ck_assert_uint_eq(client->in[1] & 0x80U, 0);
    wait_for(client, header + length, NULL, 0);
    if (client->length < header + length) {
        return 0;
    }
    unsigned opcode = client->in[0] & 0xfU;
    size_t copied = length < capacity - 1 ? length : capacity - 1;
    memcpy(text, client->in + header, copied);
    text[copied] = '\0';
    discard_input(client, header + length);
    return opcode;
}

/* Like read_frame(), but returns 0 if nothing has arrived yet. */
static inline unsigned read_ready_frame(struct client *client, char *text, size_t capacity)
{
    take(client);
    return client->length >= 2 ? read_frame(client, text, capacity) : 0;
}

/* Reads up to the close frame and returns its code, or 0 if there is none. */
static inline unsigned read_close(struct client *client)
{
    char text[300];
    unsigned opcode;
    do {
        opcode = read_frame(client, text, sizeof text);
    } while (opcode != 0 && opcode != CLOSE);
    return opcode == 0 ? 0 : (unsigned)((unsigned char)text[0] << 8 | (unsigned char)text[1]);
}

static inline void expect_echo(struct client *client)
{
    char text[100];
    say(client, "echo still here");
    ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
    ck_assert_str_eq(text, "still here");
}

#endif
