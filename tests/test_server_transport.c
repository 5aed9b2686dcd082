/*
 * test_server_transport.c: real sockets on loopback, spoken to byte by byte by a client written here by hand.
 *
 * Server and client share one thread: waiting for anything runs the loop, so no test depends on who is
 * faster; a wait that never ends fails after a minute.
 */
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

#include "server/limits.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/transport.h"

enum { CLIENTS_MAX = 8, WAIT_SECONDS = 60, TEXT = 0x1, BINARY = 0x2, CLOSE = 0x8, PING = 0x9, PONG = 0xA };
enum { FIN = 0x80, INPUT_BYTES = 16 << 20, MESSAGE_COPY = 64 << 10 };

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
    char as[32];
    char body[MESSAGE_COPY];
    size_t body_length;
    bool gone;
};
static struct fixture server;
static char error[300];

static void opened(void *context, struct connection *connection)
{
    ck_assert_ptr_eq(context, &server);
    ck_assert_uint_lt(server.opened, CLIENTS_MAX);
    connection_set_user(connection, &server.connection[server.opened]);
    server.connection[server.opened++] = connection;
}

/* "echo ..." comes back; everything is noted. */
static void message(void *context, struct connection *connection, const char *text, size_t length)
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

static void closed(void *context, struct connection *connection)
{
    (void)context;
    server.closed++;
    *(struct connection **)connection_user(connection) = NULL;
}

static int metrics(void *context, char **body, size_t *length)
{
    (void)context;
    *body = strdup("gaslight_connections 1\n");
    *length = strlen(*body);
    return 200;
}

static void replay(void *context, struct http_request *request, const char *as, const char *body,
                   size_t length)
{
    (void)context;
    (void)snprintf(server.as, sizeof server.as, "%s", as);
    server.request = request;
    server.body_length = length;
    memcpy(server.body, body, length < sizeof server.body ? length + 1 : sizeof server.body);
}

static void set_up(void)
{
    memset(&server, 0, sizeof server);
    ck_assert(log_open("", LOG_ERROR, error, sizeof error));
    ck_assert_int_eq(uv_loop_init(&server.loop), 0);
    options_init(&server.options);
    (void)snprintf(server.options.listen, sizeof server.options.listen, "127.0.0.1:0");
    server.metrics = metrics_new();
}

static struct transport_handler handler(void)
{
    return (struct transport_handler){.opened = opened,
                                      .message = message,
                                      .closed = closed,
                                      .metrics = metrics,
                                      .replay = replay,
                                      .context = &server,
                                      .counters = server.metrics};
}

static void start(void)
{
    struct transport_handler all = handler();
    server.transport = transport_open(&server.loop, &server.options, &all, error, sizeof error);
    ck_assert_msg(server.transport != NULL, "%s", error);
    ck_assert_uint_ne(transport_port(server.transport), 0);
}

static void gone(void *context)
{
    ((struct fixture *)context)->gone = true;
}

/* Every test ends so: what is still open is closed, the loop empties by itself. */
static void stop(void)
{
    if (server.transport != NULL) {
        transport_close(server.transport, gone, &server);
        ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
        ck_assert(server.gone);
        server.transport = NULL;
    }
    ck_assert_uint_eq(server.opened, server.closed);
}

static void tear_down(void)
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

static void pump(void)
{
    (void)uv_run(&server.loop, UV_RUN_NOWAIT);
    (void)poll(NULL, 0, 1);
}

static struct client *dial_port(unsigned port, int receive_buffer)
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

static struct client *dial(void)
{
    return dial_port(transport_port(server.transport), 0);
}

static void hang_up(struct client *client)
{
    (void)close(client->fd);
    free(client->in);
    free(client);
}

static void put(struct client *client, const void *bytes, size_t length)
{
    const char *at = bytes;
    for (unsigned tries = 0; length > 0; tries++) {
        ssize_t sent = send(client->fd, at, length, MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        } else if (errno != EAGAIN) {
            return; /* closed on us: the test looks at what came */
        }
        ck_assert_uint_lt(tries, 100000);
        pump();
    }
}

static void take(struct client *client)
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

/* Runs the loop until `client` (if any) has `bytes` or has ended, and `counter` (if any) is at least `least`. */
static void wait_for(struct client *client, size_t bytes, const unsigned *counter, unsigned least)
{
    uint64_t end = uv_hrtime() + (uint64_t)WAIT_SECONDS * 1000000000U;
    for (;;) {
        pump();
        if (client != NULL) {
            take(client);
        }
        bool enough = (client == NULL || client->length >= bytes || client->ended) &&
                      (counter == NULL || *counter >= least);
        if (enough) {
            return;
        }
        ck_assert_msg(uv_hrtime() < end, "waited too long");
    }
}

static void wait_end(struct client *client)
{
    wait_for(client, SIZE_MAX, NULL, 0);
    ck_assert(client->ended);
}

static void forget(struct client *client, size_t length)
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

/* Waits for the headers; their length with the empty line. 0: closed without an answer. */
static size_t wait_headers(struct client *client)
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

static bool has_header(const struct client *client, const char *line)
{
    const char *at = strstr(input(client), line);
    return at != NULL && at < strstr(input(client), "\r\n\r\n");
}

/* Sends a request and returns the status, the whole answer being in client->in; 0: closed without one. */
static int ask(struct client *client, const char *request, bool with_body)
{
    forget(client, client->length);
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

/* A request on a connection of its own; the answer's status. */
static int ask_once(const char *request)
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

static void shake_hands(struct client *client, const char *more)
{
    char request[1000];
    (void)snprintf(request, sizeof request, HANDSHAKE SUBPROTOCOL "%s\r\n", more);
    unsigned before = server.opened;
    ck_assert_int_eq(ask(client, request, false), 101);
    ck_assert(has_header(client, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    forget(client, wait_headers(client));
    wait_for(NULL, 0, &server.opened, before + 1);
}

static struct client *connect_ws(void)
{
    struct client *client = dial();
    shake_hands(client, "");
    return client;
}

static size_t make_frame(unsigned char *frame, unsigned first, const void *text, size_t length)
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

static void send_frame(struct client *client, unsigned first, const char *text, size_t length)
{
    unsigned char *frame = malloc(length + 14);
    put(client, frame, make_frame(frame, first, text, length));
    free(frame);
}

static void say(struct client *client, const char *text)
{
    send_frame(client, FIN | TEXT, text, strlen(text));
}

/* The next frame's opcode, its payload terminated in `text`; 0: ended. */
static unsigned read_frame(struct client *client, char *text, size_t capacity)
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
    forget(client, header + length);
    return opcode;
}

/* As read_frame(), if something has come already; otherwise 0. */
static unsigned read_ready_frame(struct client *client, char *text, size_t capacity)
{
    take(client);
    return client->length >= 2 ? read_frame(client, text, capacity) : 0;
}

/* Reads on until the close frame; its code. 0: ended without one. */
static unsigned read_close(struct client *client)
{
    char text[300];
    unsigned opcode;
    do {
        opcode = read_frame(client, text, sizeof text);
    } while (opcode != 0 && opcode != CLOSE);
    return opcode == 0 ? 0 : (unsigned)((unsigned char)text[0] << 8 | (unsigned char)text[1]);
}

static void expect_echo(struct client *client)
{
    char text[100];
    say(client, "echo still here");
    ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
    ck_assert_str_eq(text, "still here");
}

/* ---- Tests: messages -------------------------------------------------------------------------------- */

START_TEST(a_message_comes_whole_and_an_answer_goes_back)
{
    start();
    struct client *client = connect_ws();
    ck_assert_uint_eq(transport_connections(server.transport), 1);
    ck_assert_str_eq(connection_address(server.connection[0]), "127.0.0.1");
    expect_echo(client);
    ck_assert_str_eq(server.message, "echo still here");
    char text[100];
    send_frame(client, FIN | CLOSE, "\x03\xe8", 2);
    ck_assert_uint_eq(read_frame(client, text, sizeof text), CLOSE);
    wait_for(NULL, 0, &server.closed, 1);
    ck_assert_uint_eq(transport_connections(server.transport), 0);
    hang_up(client);
}
END_TEST

START_TEST(fragments_and_odd_pieces_become_one_message)
{
    start();
    struct client *client = connect_ws();
    send_frame(client, TEXT, "ab", 2);
    send_frame(client, FIN | PING, "p", 1);
    send_frame(client, 0, "", 0);
    send_frame(client, 0, "cd", 2);
    send_frame(client, FIN, "ef", 2);
    wait_for(NULL, 0, &server.messages, 1);
    ck_assert_str_eq(server.message, "abcdef");
    unsigned char frame[64];
    size_t length = make_frame(frame, FIN | TEXT, "byte by byte", 12);
    for (size_t i = 0; i < length; i++) {
        put(client, frame + i, 1);
    }
    wait_for(NULL, 0, &server.messages, 2);
    ck_assert_str_eq(server.message, "byte by byte");
    char text[10];
    ck_assert_uint_eq(read_frame(client, text, sizeof text), PONG);
    ck_assert_str_eq(text, "p");
    hang_up(client);
    wait_for(NULL, 0, &server.closed, 1);
}
END_TEST

START_TEST(many_messages_in_one_packet_come_one_by_one)
{
    start();
    struct client *client = connect_ws();
    unsigned char frames[64 * 20];
    size_t length = 0;
    for (unsigned i = 0; i < 64; i++) {
        length += make_frame(frames + length, FIN | TEXT, "echo x", 6);
    }
    put(client, frames, length);
    wait_for(client, (size_t)64 * 3, &server.messages, 64);
    ck_assert_uint_eq(client->length, 64 * 3);
    hang_up(client);
}
END_TEST

START_TEST(the_largest_message_is_taken_and_a_larger_one_is_refused)
{
    start();
    size_t most = (size_t)server.options.message_bytes;
    char *text = malloc(most + 1);
    memset(text, 'x', most + 1);
    struct client *client = connect_ws();
    send_frame(client, FIN | TEXT, text, most);
    wait_for(NULL, 0, &server.messages, 1);
    ck_assert_uint_eq(server.message_length, most);
    send_frame(client, FIN | TEXT, text, most + 1);
    ck_assert_uint_eq(read_close(client), CLOSE_TOO_BIG);
    ck_assert_uint_eq(server.messages, 1);
    hang_up(client);
    free(text);
}
END_TEST

START_TEST(a_message_too_large_is_refused_by_its_header_alone_and_in_fragments)
{
    start();
    struct client *boaster = connect_ws();
    unsigned char frame[20];
    size_t length = make_frame(frame, FIN | TEXT, NULL, (size_t)1 << 40);
    frame[length] = 'x';
    put(boaster, frame, length + 1);
    ck_assert_uint_eq(read_close(boaster), CLOSE_TOO_BIG);
    struct client *client = connect_ws();
    char text[1000];
    memset(text, 'y', sizeof text);
    send_frame(client, TEXT, text, sizeof text);
    for (unsigned i = 0; i < 20; i++) {
        send_frame(client, 0, text, sizeof text);
    }
    ck_assert_uint_eq(read_close(client), CLOSE_TOO_BIG);
    ck_assert_uint_eq(server.messages, 0);
    hang_up(boaster);
    hang_up(client);
}
END_TEST

START_TEST(binary_and_bad_text_are_refused)
{
    start();
    struct client *client = connect_ws();
    send_frame(client, FIN | BINARY, "abc", 3);
    ck_assert_uint_eq(read_close(client), CLOSE_NOT_TEXT);
    hang_up(client);
    client = connect_ws();
    send_frame(client, FIN | TEXT, "a\xff\xfe", 3);
    unsigned code = read_close(client); /* libwebsockets' own doing, at times without a word */
    ck_assert(code == 1007 || code == 0);
    hang_up(client);
    ck_assert_uint_eq(server.messages, 0);
}
END_TEST

START_TEST(closing_comes_after_what_was_sent_and_nothing_is_read_any_more)
{
    start();
    struct client *client = connect_ws();
    connection_send(server.connection[0], "last", 4);
    connection_close(server.connection[0], CLOSE_POLICY, "too many requests");
    connection_send(server.connection[0], "never", 5);
    say(client, "too late");
    char text[100];
    ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
    ck_assert_str_eq(text, "last");
    ck_assert_uint_eq(read_frame(client, text, sizeof text), CLOSE);
    ck_assert_int_eq((unsigned char)text[0] << 8 | (unsigned char)text[1], CLOSE_POLICY);
    ck_assert_str_eq(text + 2, "too many requests");
    send_frame(client, FIN | CLOSE, "\x03\xf0", 2);
    wait_for(NULL, 0, &server.closed, 1);
    ck_assert_uint_eq(server.messages, 0);
    hang_up(client);
}
END_TEST

START_TEST(who_does_not_answer_a_close_is_cut_off)
{
    server.options.handshake_seconds = 1;
    start();
    struct client *client = connect_ws();
    connection_close(server.connection[0], CLOSE_POLICY, "bye");
    wait_for(NULL, 0, &server.closed, 1);
    ck_assert_uint_eq(read_close(client), CLOSE_POLICY);
    wait_end(client);
    hang_up(client);
}
END_TEST

START_TEST(a_large_message_arrives_whole)
{
    start();
    struct client *client = connect_ws();
    size_t length = (size_t)3 << 20;
    char *text = malloc(length);
    memset(text, 'z', length);
    connection_send(server.connection[0], text, length);
    connection_send(server.connection[0], "after", 5); /* queued behind */
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 5);
    wait_for(client, 10 + length + 7, NULL, 0);
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 0);
    ck_assert_uint_eq(client->in[0], FIN | TEXT);
    ck_assert_mem_eq(client->in + 10, text, length);
    ck_assert_mem_eq(client->in + 10 + length,
                     "\x81\x05"
                     "after",
                     7);
    free(text);
    hang_up(client);
}
END_TEST

START_TEST(a_slow_reader_is_dropped_and_its_neighbour_goes_on)
{
    static char text[4096];
    memset(text, 's', sizeof text);
    start();
    struct client *slow = dial_port(transport_port(server.transport), 4096);
    shake_hands(slow, "");
    struct client *neighbour = connect_ws();
    size_t before;
    size_t most = 0;
    do {
        before = transport_queued_bytes(server.transport);
        most = before > most ? before : most;
        connection_send(server.connection[0], text, sizeof text);
    } while (before == 0 || transport_queued_bytes(server.transport) != 0);
    ck_assert_uint_le(most, (size_t)server.options.queue_bytes);
    ck_assert_uint_gt(most, (size_t)server.options.queue_bytes - sizeof text);
    expect_echo(neighbour);
    /* What had been written is whole, then comes the reason. */
    ck_assert_uint_eq(read_close(slow), CLOSE_SLOW);
    hang_up(slow);
    wait_for(NULL, 0, &server.closed, 1);
    expect_echo(neighbour);
    hang_up(neighbour);
}
END_TEST

START_TEST(a_slow_reader_that_never_reads_is_cut_off)
{
    static char text[4096];
    memset(text, 's', sizeof text);
    server.options.handshake_seconds = 1;
    start();
    struct client *slow = dial_port(transport_port(server.transport), 4096);
    shake_hands(slow, "");
    while (server.connection[0] != NULL) {
        connection_send(server.connection[0], text, sizeof text);
        (void)uv_run(&server.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_eq(server.closed, 1);
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 0);
    hang_up(slow);
}
END_TEST

/* ---- Tests: who may open a WebSocket ---------------------------------------------------------------- */

START_TEST(an_origin_must_be_ours_or_allowed)
{
    static const struct {
        const char *line;
        int status;
    } cases[] = {
        {"", 101},
        {"Origin: http://play.example:8888\r\n", 101},
        {"Origin: https://PLAY.example:8888\r\n", 101},
        {"Origin: https://friend.example\r\n", 101},
        {"Origin: http://other.example:81\r\n", 101},
        {"Origin: http://evil.example\r\n", 403},
        {"Origin: http://play.example\r\n", 403},
        {"Origin: http://play.example:8888.evil.example\r\n", 403},
        {"Origin: http://friend.example\r\n", 403},
        {"Origin: null\r\n", 403},
        {"Origin: ftp://play.example:8888\r\n", 403},
        {"Origin: play.example:8888\r\n", 403},
    };
    (void)snprintf(server.options.allow_origin, sizeof server.options.allow_origin,
                   "https://friend.example, http://other.example:81");
    start();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char request[1000];
        (void)snprintf(request, sizeof request, HANDSHAKE SUBPROTOCOL "%s\r\n", cases[i].line);
        struct client *client = dial();
        ck_assert_msg(ask(client, request, false) == cases[i].status, "%s", cases[i].line);
        hang_up(client);
    }
    wait_for(NULL, 0, &server.closed, 5);
}
END_TEST

START_TEST(the_subprotocol_must_be_offered)
{
    static const struct {
        const char *line;
        int status;
    } cases[] = {
        {"", 400},
        {"Sec-WebSocket-Protocol: chat\r\n", 400},
        {"Sec-WebSocket-Protocol: gaslight.v10\r\n", 400},
        {"Sec-WebSocket-Protocol: http-only\r\n", 400},
        {"Sec-WebSocket-Protocol: chat, gaslight.v1\r\n", 101},
    };
    start();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char request[1000];
        (void)snprintf(request, sizeof request, HANDSHAKE "%s\r\n", cases[i].line);
        struct client *client = dial();
        ck_assert_msg(ask(client, request, false) == cases[i].status, "%s", cases[i].line);
        ck_assert(cases[i].status != 101 || has_header(client, "gaslight.v1"));
        hang_up(client);
    }
}
END_TEST

START_TEST(other_upgrades_and_other_methods_are_refused)
{
    start();
    ck_assert_int_eq(
        ask_once("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                 "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"),
        400);
    ck_assert_int_ne(ask_once("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: quic\r\n\r\n"),
                     101);
    ck_assert_int_eq(
        ask_once("GET /other HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" KEY
                 "Sec-WebSocket-Version: 13\r\n" SUBPROTOCOL "\r\n"),
        404);
    ck_assert_int_eq(
        ask_once("GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" KEY
                 "Sec-WebSocket-Version: 8\r\n" SUBPROTOCOL "\r\n"),
        426);
    ck_assert_int_ne(ask_once("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 101);
    ck_assert_int_eq(ask_once("CONNECT other.example:80 HTTP/1.1\r\nHost: other.example\r\n\r\n"), 0);
    struct client *client = connect_ws();
    expect_echo(client);
    hang_up(client);
    ck_assert_uint_eq(server.opened, 1);
}
END_TEST

START_TEST(half_a_handshake_times_out)
{
    server.options.handshake_seconds = 1;
    start();
    struct client *silent = dial();
    struct client *half = dial();
    put(half, "GET /ws HTTP/1.1\r\nHost: a\r\n", 26);
    struct client *body = dial();
    put(body, "POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{", 56);
    struct client *kept = dial();
    ck_assert_int_eq(ask(kept, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    struct client *good = connect_ws();
    wait_end(silent);
    wait_end(half);
    wait_end(body);
    wait_end(kept);
    expect_echo(good);
    hang_up(silent);
    hang_up(half);
    hang_up(body);
    hang_up(kept);
    hang_up(good);
}
END_TEST

START_TEST(an_idle_connection_is_pinged_and_then_dropped)
{
    server.options.idle_seconds = 1;
    server.options.handshake_seconds = 1;
    start();
    struct client *dead = connect_ws();
    struct client *alive = connect_ws();
    char text[100];
    /* Only `alive` answers, until the other is gone. */
    while (server.closed == 0) {
        if (read_ready_frame(alive, text, sizeof text) == PING) {
            send_frame(alive, FIN | PONG, text, strlen(text));
        }
        pump();
    }
    ck_assert_ptr_null(server.connection[0]);
    ck_assert_ptr_nonnull(server.connection[1]);
    ck_assert_uint_eq(read_frame(dead, text, sizeof text), PING);
    ck_assert_uint_eq(read_close(dead), CLOSE_GOING_AWAY);
    hang_up(dead);
    hang_up(alive);
}
END_TEST

START_TEST(connections_of_one_address_are_limited)
{
    server.options.connections_per_address = 2;
    start();
    struct client *first = connect_ws();
    struct client *second = connect_ws();
    struct client *third = dial();
    wait_end(third);
    ck_assert_uint_eq(third->length, 0);
    expect_echo(first);
    hang_up(second);
    wait_for(NULL, 0, &server.closed, 1);
    pump();
    struct client *again = connect_ws();
    expect_echo(again);
    hang_up(first);
    hang_up(third);
    hang_up(again);
    wait_for(NULL, 0, &server.closed, 3);
    pump();
    ck_assert_uint_eq(
        addresses_get(transport_addresses(server.transport), "127.0.0.1", uv_hrtime())->connections, 0);
}
END_TEST

START_TEST(connections_in_all_are_limited)
{
    server.options.connections = 2;
    start();
    struct client *first = connect_ws();
    struct client *second = dial();
    struct client *third = dial();
    wait_end(third);
    ck_assert_int_eq(ask(second, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    expect_echo(first);
    hang_up(first);
    hang_up(second);
    hang_up(third);
}
END_TEST

START_TEST(behind_a_proxy_the_last_forwarded_address_counts)
{
    server.options.behind_proxy = true;
    server.options.connections_per_address = 1;
    start();
    struct client *first = dial();
    shake_hands(first, "X-Forwarded-For: 10.0.0.1, 192.0.2.7\r\n");
    ck_assert_str_eq(connection_address(server.connection[0]), "192.0.2.7");
    ck_assert_int_eq(ask_once(HANDSHAKE SUBPROTOCOL "X-Forwarded-For: 10.9.9.9,192.0.2.7\r\n\r\n"), 429);
    struct client *second = dial();
    shake_hands(second, "X-Forwarded-For: 192.0.2.7, 2001:DB8::1\r\n");
    ck_assert_str_eq(connection_address(server.connection[1]), "2001:db8::1");
    struct client *third = dial();
    shake_hands(third, "X-Forwarded-For: unknown\r\n");
    ck_assert_str_eq(connection_address(server.connection[2]), "127.0.0.1");
    hang_up(first);
    hang_up(second);
    hang_up(third);
}
END_TEST

START_TEST(without_a_proxy_the_forwarded_address_is_not_believed)
{
    start();
    struct client *client = dial();
    shake_hands(client, "X-Forwarded-For: 192.0.2.7\r\n");
    ck_assert_str_eq(connection_address(server.connection[0]), "127.0.0.1");
    hang_up(client);
}
END_TEST

/* ---- Tests: plain HTTP ------------------------------------------------------------------------------ */

/* A connection is one request; the next one needs another. */
static struct client *redial(struct client *client)
{
    hang_up(client);
    return dial();
}

START_TEST(plain_requests_are_answered_one_a_connection)
{
    start();
    struct client *client = dial();
    ck_assert_int_eq(ask(client, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    ck_assert_ptr_nonnull(strstr(input(client), "\r\n\r\nok\n"));
    ck_assert(has_header(client, "X-Content-Type-Options: nosniff"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n", false), 200);
    ck_assert(has_header(client, "Content-Length: 3\r\n"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", true), 404);
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", true), 404);
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", true), 426);
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /?query HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    ck_assert(has_header(client, "Content-Security-Policy: default-src 'none'; "));
    ck_assert(has_header(client, "Cross-Origin-Opener-Policy: same-origin"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true), 200);
    wait_end(client);
    hang_up(client);
    struct client *old = dial();
    ck_assert_int_eq(ask(old, "GET /healthz HTTP/1.0\r\n\r\n", true), 200);
    wait_end(old);
    hang_up(old);
}
END_TEST

START_TEST(a_tag_that_is_still_right_gives_304)
{
    start();
    struct client *client = dial();
    ck_assert_int_eq(ask(client, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    ck_assert(has_header(client, "Cache-Control: no-cache"));
    const char *tag = strstr(input(client), "ETag: ");
    ck_assert_ptr_nonnull(tag);
    char request[200];
    (void)snprintf(request, sizeof request,
                   "GET /table/abc HTTP/1.1\r\nHost: a\r\nIf-None-Match: %.34s\r\n\r\n", tag + 6);
    client = redial(client);
    ck_assert_int_eq(ask(client, request, false), 304);
    ck_assert_uint_eq(client->length, wait_headers(client));
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"x\"\r\n\r\n", true), 200);
    hang_up(client);
}
END_TEST

START_TEST(methods_that_do_nothing_are_refused)
{
    start();
    ck_assert_int_eq(ask_once("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"), 405);
    ck_assert_int_eq(ask_once("DELETE / HTTP/1.1\r\nHost: a\r\n\r\n"), 405);
    ck_assert_int_eq(ask_once("PUT /index.html HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"), 405);
    ck_assert_int_eq(ask_once("OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n"), 405);
    ck_assert_int_eq(ask_once("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"), 400);
    ck_assert_int_eq(
        ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 411);
    struct client *client = connect_ws();
    expect_echo(client);
    hang_up(client);
}
END_TEST

START_TEST(metrics_are_told_to_this_machine_only)
{
    start();
    struct client *client = dial();
    ck_assert_int_eq(ask(client, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    ck_assert_ptr_nonnull(strstr(input(client), "gaslight_connections 1\n"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "HEAD /metrics HTTP/1.1\r\nHost: a\r\n\r\n", false), 200);
    client = redial(client);
    ck_assert_int_eq(
        ask(client, "GET /metrics HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n", true), 404);
    hang_up(client);
}
END_TEST

START_TEST(metrics_may_have_a_listener_of_their_own)
{
    (void)snprintf(server.options.metrics_listen, sizeof server.options.metrics_listen, "127.0.0.1:0");
    start();
    ck_assert_int_eq(ask_once("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"), 404);
    struct client *client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    hang_up(client);
    client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    hang_up(client);
    client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", true), 404);
    hang_up(client);
    client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, HANDSHAKE SUBPROTOCOL "\r\n", true), 404);
    hang_up(client);
}
END_TEST

/* ---- Tests: POST /replay ---------------------------------------------------------------------------- */

static void post_replay(struct client *client, const char *body, size_t length)
{
    char head[200];
    (void)snprintf(head, sizeof head, "POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: %zu\r\n\r\n",
                   length);
    server.request = NULL;
    forget(client, client->length);
    put(client, head, strlen(head));
    put(client, body, length);
}

static void wait_request(void)
{
    uint64_t end = uv_hrtime() + (uint64_t)WAIT_SECONDS * 1000000000U;
    while (server.request == NULL) {
        pump();
        ck_assert(uv_hrtime() < end);
    }
}

START_TEST(a_replay_is_answered_later)
{
    static char text[40000];
    memset(text, 'r', sizeof text);
    server.options.handshake_seconds = 1;
    start();
    struct client *client = dial();
    for (unsigned i = 0; i < 2; i++) {
        client = redial(client);
        post_replay(client, text, sizeof text);
        wait_request();
        ck_assert_uint_eq(server.body_length, sizeof text);
        ck_assert_mem_eq(server.body, text, sizeof text);
        uint64_t later = uv_hrtime() + 1500000000U; /* longer than a handshake may take */
        while (i == 0 && uv_hrtime() < later) {
            pump();
        }
        transport_answer(server.request, 200, "{\"steps\":[]}", 12);
        size_t headers = wait_headers(client);
        wait_for(client, headers + 12, NULL, 0);
        ck_assert_str_eq(input(client) + headers, "{\"steps\":[]}");
        ck_assert_ptr_nonnull(strstr(
            input(client), "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n"));
    }
    client = redial(client);
    post_replay(client, "", 0);
    wait_request();
    ck_assert_uint_eq(server.body_length, 0);
    transport_answer(server.request, 400, "{}", 2);
    ck_assert_uint_ne(wait_headers(client), 0);
    ck_assert_ptr_nonnull(strstr(input(client), "HTTP/1.1 400 "));
    hang_up(client);
}
END_TEST

START_TEST(a_replay_may_say_as_whom)
{
    static const struct {
        const char *query, *as;
    } cases[] = {{"", ""}, {"?as=police", "police"}, {"?x=1", ""}, {"?x=1&as=jack", "jack"}, {"?as=", ""}};
    start();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char request[200];
        (void)snprintf(request, sizeof request,
                       "POST /replay%s HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", cases[i].query);
        struct client *client = dial();
        server.request = NULL;
        put(client, request, strlen(request));
        wait_request();
        ck_assert_str_eq(server.as, cases[i].as);
        ck_assert_str_eq(server.body, "{}");
        transport_answer(server.request, 200, "{}", 2);
        ck_assert_uint_ne(wait_headers(client), 0);
        hang_up(client);
    }
}
END_TEST

START_TEST(a_large_answer_arrives_whole)
{
    start();
    struct client *client = dial();
    size_t length = (size_t)5 << 20;
    char *text = malloc(length);
    memset(text, 'a', length);
    post_replay(client, "{}", 2);
    wait_request();
    transport_answer(server.request, 200, text, length);
    size_t headers = wait_headers(client);
    wait_for(client, headers + length, NULL, 0);
    ck_assert_uint_eq(client->length, headers + length);
    ck_assert_mem_eq(client->in + headers, text, length);
    free(text);
    hang_up(client);
}
END_TEST

START_TEST(an_answer_to_who_has_gone_is_dropped)
{
    server.options.connections_per_address = 1;
    start();
    struct client *client = dial();
    post_replay(client, "{}", 2);
    wait_request();
    hang_up(client);
    /* There is room again once the server has seen it go. */
    struct client *next = NULL;
    while (next == NULL) {
        pump();
        next = dial();
        if (ask(next, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true) != 200) {
            hang_up(next);
            next = NULL;
        }
    }
    transport_answer(server.request, 200, "{}", 2);
    pump();
    hang_up(next);
}
END_TEST

START_TEST(a_request_may_outlive_the_transport)
{
    start();
    struct client *client = dial();
    post_replay(client, "{}", 2);
    wait_request();
    stop();
    transport_answer(server.request, 200, "{}", 2);
    hang_up(client);
}
END_TEST

START_TEST(replays_are_limited_in_size_and_number)
{
    server.options.replays_per_minute = 3;
    start();
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: 262145\r\n\r\n"), 413);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n"),
                     413);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"), 411);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\n\r\n"), 411);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\n"
                              "Content-Length: 2\r\n\r\n{}"),
                     403);
    struct client *client = dial();
    for (unsigned i = 0; i < 3; i++) {
        client = redial(client);
        post_replay(client, "{}", 2);
        wait_request();
        transport_answer(server.request, 200, "{}", 2);
        ck_assert_uint_ne(wait_headers(client), 0);
        ck_assert_ptr_nonnull(strstr(input(client), "HTTP/1.1 200 OK"));
    }
    client = redial(client);
    post_replay(client, "{}", 2);
    ck_assert_uint_ne(wait_headers(client), 0);
    ck_assert_ptr_nonnull(strstr(input(client), "HTTP/1.1 429 "));
    hang_up(client);
}
END_TEST

/* ---- Tests: opening and closing --------------------------------------------------------------------- */

START_TEST(what_cannot_be_opened_is_said_in_a_sentence)
{
    struct transport_handler all = handler();
    struct options other = server.options;
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int taken = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(taken, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(taken, 1), 0);
    ck_assert_int_eq(getsockname(taken, (struct sockaddr *)&address, &length), 0);
    (void)snprintf(other.listen, sizeof other.listen, "127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "in use"));
    (void)close(taken);
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    (void)snprintf(other.listen, sizeof other.listen, "nonsense");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "nonsense is not an address and a port"));
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    other = server.options;
    (void)snprintf(other.tls_cert, sizeof other.tls_cert, "no-such-file.pem");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "go together"));
    (void)snprintf(other.tls_key, sizeof other.tls_key, "no-such-file.pem");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "cannot read no-such-file.pem"));
    (void)snprintf(other.tls_cert, sizeof other.tls_cert, "Makefile");
    (void)snprintf(other.tls_key, sizeof other.tls_key, "Makefile");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "cannot be used"));
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    other = server.options;
    (void)snprintf(other.web, sizeof other.web, "no-such-directory");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "no-such-directory"));
    start();
    ck_assert_int_eq(ask_once("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
}
END_TEST

/* Made for this test: a certificate that nobody trusts, and its key. */
static const char certificate[] = "-----BEGIN CERTIFICATE-----\n"
                                  "MIIBdTCCARugAwIBAgIUTc2mcJb/2zLuSeyClN7re53NSSswCgYIKoZIzj0EAwIw\n"
                                  "DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMTYwMjM0MTZaGA8yMTI2MTAyMzAyMzQx\n"
                                  "NlowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLhH\n"
                                  "Re/tr1VdgLZhA9K3AMeD7SY73eoI41tZeKuV6gXgFZuSTtUZ0Xh8LBQCs7/QTN+5\n"
                                  "i3nx66Ve8iZ4qMSnvbWjUzBRMB0GA1UdDgQWBBQiLXsJjB63dforuAhv56nVtYaG\n"
                                  "ZTAfBgNVHSMEGDAWgBQiLXsJjB63dforuAhv56nVtYaGZTAPBgNVHRMBAf8EBTAD\n"
                                  "AQH/MAoGCCqGSM49BAMCA0gAMEUCIAqxB0XJtQcU//tj6G9wizyrdgFdbZG+jvNb\n"
                                  "6xIRJr26AiEAgonf7U8QzSpHESmq2n+hT1WXPswnu4Bqm92V1QhuWr0=\n"
                                  "-----END CERTIFICATE-----\n";
static const char key[] = "-----BEGIN EC PRIVATE KEY-----\n"
                          "MHcCAQEEIMa0TJyaYvZMx/cyF3noD25q3LJcBi5mVlkuScM8qXusoAoGCCqGSM49\n"
                          "AwEHoUQDQgAEuEdF7+2vVV2AtmED0rcAx4PtJjvd6gjjW1l4q5XqBeAVm5JO1RnR\n"
                          "eHwsFAKzv9BM37mLefHrpV7yJnioxKe9tQ==\n"
                          "-----END EC PRIVATE KEY-----\n";

static void write_pem(char *name, size_t capacity, const char *text)
{
    (void)snprintf(name, capacity, "build/transport-test-XXXXXX");
    int fd = mkstemp(name);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    ck_assert_int_eq(close(fd), 0);
}

START_TEST(who_does_not_speak_tls_where_it_is_spoken_is_cut_off)
{
    write_pem(server.options.tls_cert, sizeof server.options.tls_cert, certificate);
    write_pem(server.options.tls_key, sizeof server.options.tls_key, key);
    start();
    (void)remove(server.options.tls_cert);
    (void)remove(server.options.tls_key);
    for (unsigned i = 0; i < 3; i++) {
        struct client *early = dial(); /* its bytes are there when it is accepted */
        ck_assert_int_eq(send(early->fd, "GET / HTTP/1.1\r\n\r\n", 18, MSG_NOSIGNAL), 18);
        wait_end(early);
        hang_up(early);
        struct client *late = dial();
        pump();
        put(late, "GET / HTTP/1.1\r\n\r\n", 18);
        wait_end(late);
        hang_up(late);
        struct client *hasty = dial();
        hang_up(hasty);
    }
}
END_TEST

START_TEST(stopping_tells_everyone_and_waits_for_no_one)
{
    start();
    struct client *polite = connect_ws();
    struct client *silent = connect_ws();
    struct client *plain = dial();
    ck_assert_int_eq(ask(plain, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    struct client *half = dial();
    put(half, "GET / HTTP", 10);
    transport_close(server.transport, gone, &server);
    ck_assert_uint_eq(read_close(polite), CLOSE_GOING_AWAY);
    send_frame(polite, FIN | CLOSE, "\x03\xe9", 2);
    while (!server.gone) {
        pump();
    }
    server.transport = NULL;
    ck_assert_uint_eq(server.closed, 2);
    ck_assert_uint_eq(read_close(silent), CLOSE_GOING_AWAY);
    wait_end(plain);
    wait_end(half);
    hang_up(polite);
    hang_up(silent);
    hang_up(plain);
    hang_up(half);
}
END_TEST

START_TEST(a_server_can_be_opened_again_on_the_same_loop)
{
    for (unsigned i = 0; i < 3; i++) {
        start();
        struct client *client = connect_ws();
        expect_echo(client);
        hang_up(client);
        stop();
        server.gone = false;
    }
}
END_TEST

static void add_messages(Suite *suite)
{
    TCase *tcase = tcase_create("messages");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, a_message_comes_whole_and_an_answer_goes_back);
    tcase_add_test(tcase, fragments_and_odd_pieces_become_one_message);
    tcase_add_test(tcase, many_messages_in_one_packet_come_one_by_one);
    tcase_add_test(tcase, the_largest_message_is_taken_and_a_larger_one_is_refused);
    tcase_add_test(tcase, a_message_too_large_is_refused_by_its_header_alone_and_in_fragments);
    tcase_add_test(tcase, binary_and_bad_text_are_refused);
    tcase_add_test(tcase, closing_comes_after_what_was_sent_and_nothing_is_read_any_more);
    tcase_add_test(tcase, who_does_not_answer_a_close_is_cut_off);
    tcase_add_test(tcase, a_large_message_arrives_whole);
    tcase_add_test(tcase, a_slow_reader_is_dropped_and_its_neighbour_goes_on);
    tcase_add_test(tcase, a_slow_reader_that_never_reads_is_cut_off);
    suite_add_tcase(suite, tcase);
}

static void add_limits(Suite *suite)
{
    TCase *tcase = tcase_create("who may connect");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, an_origin_must_be_ours_or_allowed);
    tcase_add_test(tcase, the_subprotocol_must_be_offered);
    tcase_add_test(tcase, other_upgrades_and_other_methods_are_refused);
    tcase_add_test(tcase, half_a_handshake_times_out);
    tcase_add_test(tcase, an_idle_connection_is_pinged_and_then_dropped);
    tcase_add_test(tcase, connections_of_one_address_are_limited);
    tcase_add_test(tcase, connections_in_all_are_limited);
    tcase_add_test(tcase, behind_a_proxy_the_last_forwarded_address_counts);
    tcase_add_test(tcase, without_a_proxy_the_forwarded_address_is_not_believed);
    suite_add_tcase(suite, tcase);
}

static void add_http(Suite *suite)
{
    TCase *tcase = tcase_create("plain HTTP");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, plain_requests_are_answered_one_a_connection);
    tcase_add_test(tcase, a_tag_that_is_still_right_gives_304);
    tcase_add_test(tcase, methods_that_do_nothing_are_refused);
    tcase_add_test(tcase, metrics_are_told_to_this_machine_only);
    tcase_add_test(tcase, metrics_may_have_a_listener_of_their_own);
    tcase_add_test(tcase, a_replay_is_answered_later);
    tcase_add_test(tcase, a_replay_may_say_as_whom);
    tcase_add_test(tcase, a_large_answer_arrives_whole);
    tcase_add_test(tcase, an_answer_to_who_has_gone_is_dropped);
    tcase_add_test(tcase, a_request_may_outlive_the_transport);
    tcase_add_test(tcase, replays_are_limited_in_size_and_number);
    suite_add_tcase(suite, tcase);
}

static void add_closing(Suite *suite)
{
    TCase *tcase = tcase_create("opening and closing");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, what_cannot_be_opened_is_said_in_a_sentence);
    tcase_add_test(tcase, who_does_not_speak_tls_where_it_is_spoken_is_cut_off);
    tcase_add_test(tcase, stopping_tells_everyone_and_waits_for_no_one);
    tcase_add_test(tcase, a_server_can_be_opened_again_on_the_same_loop);
    suite_add_tcase(suite, tcase);
}

int main(void)
{
    Suite *suite = suite_create("transport");
    add_messages(suite);
    add_limits(suite);
    add_http(suite);
    add_closing(suite);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
