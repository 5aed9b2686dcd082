/*
 * fake_server.h: a raw-socket server for tests of the terminal client. It does only what a test says: it
 * accepts, completes or refuses the handshake, sends complete, partial or malformed frames, and closes the
 * connection.
 *
 * Client and server share one thread: every function that waits runs the client's loop in the meantime.
 * Header-only, because the other tests are not linked with the client's libraries.
 */
#ifndef GASLIGHT_TESTS_FAKE_SERVER_H
#define GASLIGHT_TESTS_FAKE_SERVER_H

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <libwebsockets.h>
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

enum {
    PATIENCE_SECONDS = 240,
    FIN = 0x80,
    CONTINUATION = 0,
    TEXT = 1,
    BINARY = 2,
    CLOSE = 8,
    PING = 9,
    PONG = 10
};
enum { INPUT_BYTES = 1 << 20 };

struct fake {
    uv_loop_t *loop; /* the client's loop */
    int listener, fd;
    int reserve; /* reserves the port while the fake server exists, and never listens */
    unsigned port;
    bool ended; /* the client closed the connection */
    unsigned char *in;
    size_t length;
};

/* ---- Waiting ---------------------------------------------------------------------------------------- */

static inline void pump(struct fake *fake)
{
    (void)uv_run(fake->loop, UV_RUN_NOWAIT);
    (void)poll(NULL, 0, 1);
}

/* Runs the client until `true_yet` holds, with a generous timeout; checks once more after it. */
#define UNTIL(fake, true_yet) \
    do { \
        uint64_t until_end = uv_hrtime() + (uint64_t)PATIENCE_SECONDS * 1000000000U; \
        bool until_late = false; \
        while (!(true_yet)) { \
            ck_assert_msg(!until_late, "waited too long for %s", #true_yet); \
            until_late = uv_hrtime() >= until_end; \
            pump(fake); \
        } \
    } while (0)

/* ---- Listening -------------------------------------------------------------------------------------- */

/* Binds a socket to the fake server's port; the first call picks one. */
static inline int fake_bind(struct fake *fake)
{
    const int on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)fake->port)};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on), 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    fake->port = ntohs(address.sin_port);
    return fd;
}

static inline void fake_listen(struct fake *fake)
{
    fake->listener = fake_bind(fake);
    ck_assert_int_eq(listen(fake->listener, 8), 0);
    ck_assert_int_eq(fcntl(fake->listener, F_SETFL, O_NONBLOCK), 0);
}

/* From now on connections are refused, and no other program on this machine can take the port. */
static inline void fake_stop_listening(struct fake *fake)
{
    (void)close(fake->listener);
    fake->listener = -1;
}

static inline void fake_open(struct fake *fake, uv_loop_t *loop)
{
    *fake = (struct fake){.loop = loop, .fd = -1, .in = malloc(INPUT_BYTES)};
    ck_assert_ptr_nonnull(fake->in);
    fake->reserve = fake_bind(fake);
    fake_listen(fake);
}

static inline void fake_hang_up(struct fake *fake)
{
    if (fake->fd >= 0) {
        (void)close(fake->fd);
        fake->fd = -1;
    }
}

static inline void fake_close(struct fake *fake)
{
    fake_hang_up(fake);
    if (fake->listener >= 0) {
        fake_stop_listening(fake);
    }
    (void)close(fake->reserve);
    free(fake->in);
}

static inline void fake_accept(struct fake *fake)
{
    fake_hang_up(fake);
    fake->length = 0;
    fake->ended = false;
    UNTIL(fake, (fake->fd = accept(fake->listener, NULL, NULL)) >= 0);
    ck_assert_int_eq(fcntl(fake->fd, F_SETFL, O_NONBLOCK), 0);
}

/* ---- Bytes ------------------------------------------------------------------------------------------ */

static inline void fake_put(struct fake *fake, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(fake->fd, at, length, MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        } else if (errno != EAGAIN) {
            return; /* the client has closed the connection: the test checks what it reports */
        }
        pump(fake);
    }
}

static inline bool fake_take(struct fake *fake)
{
    ssize_t got = recv(fake->fd, fake->in + fake->length, INPUT_BYTES - 1 - fake->length, 0);
    if (got > 0) {
        fake->length += (size_t)got;
    }
    fake->ended = fake->ended || got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
    fake->in[fake->length] = '\0';
    return fake->ended;
}

static inline void fake_forget(struct fake *fake, size_t length)
{
    memmove(fake->in, fake->in + length, fake->length - length + 1);
    fake->length -= length;
}

static inline void fake_need(struct fake *fake, size_t length)
{
    UNTIL(fake, fake->length >= length || fake_take(fake));
    ck_assert_msg(fake->length >= length, "the client hung up");
}

/* ---- HTTP ------------------------------------------------------------------------------------------- */

/* Waits for the client's HTTP request and copies it into `request`. */
static inline void fake_read_request(struct fake *fake, char *request, size_t capacity)
{
    const char *end = NULL;
    UNTIL(fake, (end = strstr((char *)fake->in, "\r\n\r\n")) != NULL || fake_take(fake));
    ck_assert_msg(end != NULL, "the client hung up");
    size_t length = (size_t)(end - (char *)fake->in) + 4;
    ck_assert_uint_lt(length, capacity);
    memcpy(request, fake->in, length);
    request[length] = '\0';
    fake_forget(fake, length);
}

static inline void fake_shake_hands(struct fake *fake)
{
    static const char label[] = "Sec-WebSocket-Key: ", guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char request[4096], joined[100], proof[64], head[400];
    unsigned char digest[20];
    fake_read_request(fake, request, sizeof request);
    const char *key = strstr(request, label);
    ck_assert_msg(strncmp(request, "GET /ws HTTP/1.1\r\n", 18) == 0 && key != NULL, "%s", request);
    ck_assert_ptr_nonnull(strstr(request, "gaslight.v1"));
    key += sizeof label - 1;
    (void)snprintf(joined, sizeof joined, "%.*s%s", (int)strcspn(key, "\r"), key, guid);
    (void)lws_SHA1((unsigned char *)joined, strlen(joined), digest);
    ck_assert_int_gt(lws_b64_encode_string((char *)digest, sizeof digest, proof, sizeof proof), 0);
    (void)snprintf(head, sizeof head,
                   "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: gaslight.v1\r\n\r\n",
                   proof);
    fake_put(fake, head, strlen(head));
}

/* ---- Frames ----------------------------------------------------------------------------------------- */

/* Writes the header of a frame and returns its length. */
static inline size_t fake_head(unsigned char head[10], unsigned first, uint64_t length)
{
    size_t bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    head[0] = (unsigned char)first;
    head[1] = (unsigned char)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (size_t i = 0; i < bytes; i++) {
        head[2 + i] = (unsigned char)(length >> 8 * (bytes - 1 - i));
    }
    return 2 + bytes;
}

static inline void fake_frame(struct fake *fake, unsigned first, const void *payload, size_t length)
{
    unsigned char head[10] = {0};
    size_t head_length = fake_head(head, first, length);
    fake_put(fake, head, head_length);
    fake_put(fake, payload, length);
}

static inline void fake_send(struct fake *fake, const char *text)
{
    fake_frame(fake, FIN | TEXT, text, strlen(text));
}

static inline void fake_send_close(struct fake *fake, unsigned code, const char *reason)
{
    char payload[125];
    int length = snprintf(payload, sizeof payload, "%c%c%s", (int)(code >> 8), (int)(code & 0xff), reason);
    fake_frame(fake, FIN | CLOSE, payload, (size_t)length);
}

/* Reads the client's next frame, unmasked and terminated, and returns its opcode. */
static inline unsigned fake_read_frame(struct fake *fake, char *payload, size_t capacity)
{
    fake_need(fake, 6);
    ck_assert_msg((fake->in[1] & 0x80) != 0, "a client's frames are masked");
    size_t length = fake->in[1] & 0x7fU, head = 6;
    if (length == 126) {
        head = 8;
        fake_need(fake, head);
        length = (size_t)fake->in[2] << 8 | fake->in[3];
    }
    ck_assert_uint_lt(length, capacity);
    fake_need(fake, head + length);
    for (size_t i = 0; i < length; i++) {
        payload[i] = (char)(fake->in[head + i] ^ fake->in[head - 4 + i % 4]);
    }
    payload[length] = '\0';
    unsigned opcode = fake->in[0] & 0xfU;
    fake_forget(fake, head + length);
    return opcode;
}

/* Reads the client's next request; the caller frees it. */
static inline json_t *fake_read(struct fake *fake)
{
    char text[20000];
    unsigned opcode = fake_read_frame(fake, text, sizeof text);
    ck_assert_msg(opcode == TEXT, "opcode %u: %s", opcode, text);
    json_t *request = json_loads(text, 0, NULL);
    ck_assert_msg(json_is_object(request), "%s", text);
    return request;
}

#endif
