/* websocket.c: see websocket.h. */
#define _DEFAULT_SOURCE /* IP_BIND_ADDRESS_NO_PORT */
#include "tests/load/websocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    READ_BYTES = 1 << 20, /* larger than any message of the server */
    EVENTS_AT_ONCE = 256,
    HEADER_MOST = 14,
    OPCODE_TEXT = 1,
    OPCODE_CLOSE = 8,
    OPCODE_PING = 9,
    OPCODE_PONG = 10,
    FIN = 0x80,
    MASKED = 0x80,
};

/* The example key of RFC 6455, so the expected answer is known without computing SHA-1. */
static const char handshake_key[] = "dGhlIHNhbXBsZSBub25jZQ==";
static const char handshake_accept[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

static unsigned char read_buffer[READ_BYTES + 1];

/* ---- Buffers --------------------------------------------------------------------------------------- */

static void bytes_free(struct bytes *bytes)
{
    free(bytes->at);
    *bytes = (struct bytes){0};
}

/* Exits: without memory there is nothing left to measure. */
static void bytes_add(struct bytes *bytes, const void *more, size_t length)
{
    if (bytes->length + length > bytes->capacity) {
        bytes->capacity = 2 * (bytes->length + length);
        bytes->at = realloc(bytes->at, bytes->capacity);
        if (bytes->at == NULL) {
            abort();
        }
    }
    memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
}

/* ---- Opening and closing --------------------------------------------------------------------------- */

bool net_parse(const char *address, struct sockaddr_in *server)
{
    const char *colon = strrchr(address, ':');
    char host[INET_ADDRSTRLEN];
    char *end = NULL;
    if (colon == NULL || (size_t)(colon - address) >= sizeof host) {
        return false;
    }
    memcpy(host, address, (size_t)(colon - address));
    host[colon - address] = '\0';
    unsigned long port = strtoul(colon + 1, &end, 10);
    if (*end != '\0' || port == 0 || port > UINT16_MAX) {
        return false;
    }
    *server = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    return inet_pton(AF_INET, host, &server->sin_addr) == 1;
}

bool net_set_server(struct net *net, const char *address)
{
    if (strlen(address) >= sizeof net->host || !net_parse(address, &net->server)) {
        return false;
    }
    (void)snprintf(net->host, sizeof net->host, "%s", address);
    return true;
}

bool net_open(struct net *net, const char *address)
{
    net->epoll = net_set_server(net, address) ? epoll_create1(EPOLL_CLOEXEC) : -1;
    return net->epoll >= 0;
}

void net_close(struct net *net)
{
    (void)close(net->epoll);
}

bool net_add_timer(struct net *net, int timer)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    return epoll_ctl(net->epoll, EPOLL_CTL_ADD, timer, &event) == 0;
}

static void want(const struct net *net, struct websocket *websocket, int operation)
{
    bool writing = websocket->state == WEBSOCKET_CONNECTING || websocket->out.length > 0;
    struct epoll_event event = {.data.ptr = websocket};
    event.events = (websocket->not_reading ? (uint32_t)EPOLLRDHUP : (uint32_t)EPOLLIN) |
                   (writing ? (uint32_t)EPOLLOUT : 0u);
    (void)epoll_ctl(net->epoll, operation, websocket->fd, &event);
}

/* Leave the port to connect(): a port bound earlier would be reserved for every server address. */
static void choose_source(struct net *net, const struct websocket *websocket, unsigned block)
{
    const int on = 1;
    struct sockaddr_in source = {.sin_family = AF_INET};
    unsigned among = websocket->alone || net->addresses == 0 ? 1 : net->addresses;
    if (block > 0 || net->addresses > 0) {
        source.sin_addr.s_addr = htonl((127U << 24) | (block << 16) | (1 + net->next_address++ % among));
        (void)setsockopt(websocket->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        (void)bind(websocket->fd, (const struct sockaddr *)&source, sizeof source);
    }
}

bool websocket_connect_raw(struct net *net, struct websocket *websocket, unsigned block)
{
    const int on = 1;
    const int small = 4096;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return false;
    }
    websocket->fd = fd;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    websocket->not_reading = false;
    if (websocket->narrow) {
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    }
    choose_source(net, websocket, block);
    const struct sockaddr_in *server = websocket->server != NULL ? websocket->server : &net->server;
    if (connect(fd, (const struct sockaddr *)server, sizeof *server) != 0 && errno != EINPROGRESS) {
        int why = errno;
        (void)close(fd);
        websocket->fd = -1;
        errno = why;
        return false;
    }
    websocket->state = WEBSOCKET_CONNECTING;
    want(net, websocket, EPOLL_CTL_ADD);
    return true;
}

bool websocket_connect(struct net *net, struct websocket *websocket, unsigned block)
{
    char request[400];
    char path[24] = "/ws";
    if (!websocket_connect_raw(net, websocket, block)) {
        return false;
    }
    if (net->numbered_paths) {
        (void)snprintf(path, sizeof path, "/ws/%u", websocket->number);
    }
    int length = snprintf(request, sizeof request,
                          "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Protocol: gaslight.v1\r\n\r\n",
                          path, net->host, handshake_key);
    bytes_add(&websocket->out, request, (size_t)length);
    return true;
}

void websocket_close(struct net *net, struct websocket *websocket)
{
    (void)net;
    if (websocket->state != WEBSOCKET_NONE) {
        (void)close(websocket->fd); /* this also removes it from epoll */
    }
    websocket->fd = -1;
    websocket->state = WEBSOCKET_NONE;
    bytes_free(&websocket->in);
    bytes_free(&websocket->out);
}

static void broken(struct net *net, struct websocket *websocket, unsigned code)
{
    websocket_close(net, websocket);
    websocket->events->closed(websocket, code);
}

void websocket_stop_reading(struct net *net, struct websocket *websocket)
{
    websocket->not_reading = true;
    want(net, websocket, EPOLL_CTL_MOD);
}

/* ---- Sending --------------------------------------------------------------------------------------- */

/* Data that the kernel does not accept waits for EPOLLOUT; reading detects a broken socket. */
void websocket_send_raw(struct net *net, struct websocket *websocket, const void *bytes, size_t length)
{
    ssize_t taken = 0;
    if (websocket->out.length == 0 && websocket->state != WEBSOCKET_CONNECTING) {
        taken = send(websocket->fd, bytes, length, MSG_NOSIGNAL);
        taken = taken < 0 ? 0 : taken;
    }
    if ((size_t)taken < length) {
        bytes_add(&websocket->out, (const char *)bytes + taken, length - (size_t)taken);
        want(net, websocket, EPOLL_CTL_MOD);
    }
}

static void send_frame(struct net *net, struct websocket *websocket, unsigned opcode, const char *payload,
                       size_t length)
{
    static unsigned char frame[READ_BYTES];
    size_t header = 2;
    if (websocket->state != WEBSOCKET_OPEN || length > sizeof frame - HEADER_MOST) {
        return;
    }
    frame[0] = (unsigned char)(FIN | opcode);
    if (length < 126) {
        frame[1] = (unsigned char)(MASKED | length);
    } else {
        frame[1] = MASKED | 126;
        frame[2] = (unsigned char)(length >> 8);
        frame[3] = (unsigned char)length;
        header = 4;
    }
    if (length > UINT16_MAX) {
        return; /* no client here sends that much */
    }
    websocket->mask = websocket->mask * 1664525U + 1013904223U;
    memcpy(frame + header, &websocket->mask, sizeof websocket->mask);
    const unsigned char *mask = frame + header;
    unsigned char *masked = frame + header + sizeof websocket->mask;
    for (size_t i = 0; i < length; i++) {
        masked[i] = (unsigned char)payload[i] ^ mask[i % 4];
    }
    websocket_send_raw(net, websocket, frame, header + sizeof websocket->mask + length);
}

void websocket_send(struct net *net, struct websocket *websocket, const char *text, size_t length)
{
    send_frame(net, websocket, OPCODE_TEXT, text, length);
}

/* Sends the rest of what could not be sent earlier. */
static void flush(struct net *net, struct websocket *websocket)
{
    ssize_t taken = send(websocket->fd, websocket->out.at, websocket->out.length, MSG_NOSIGNAL);
    if (taken > 0) {
        websocket->out.length -= (size_t)taken;
        memmove(websocket->out.at, websocket->out.at + taken, websocket->out.length);
    }
    if (websocket->out.length == 0) {
        bytes_free(&websocket->out);
        want(net, websocket, EPOLL_CTL_MOD);
    }
}

/* ---- Receiving ------------------------------------------------------------------------------------- */

/*
 * Returns how many of `length` bytes were the answer to the handshake: 0 if it is incomplete, -1 if it is
 * wrong.
 */
static long read_handshake(struct websocket *websocket, unsigned char *bytes, size_t length)
{
    static const char ends[] = "\r\n\r\n";
    bytes[length] = '\0';
    const char *text = (const char *)bytes;
    const char *end = strstr(text, ends);
    if (end == NULL) {
        return length > 4096 ? -1 : 0;
    }
    const char *accept = strstr(text, handshake_accept);
    if (strncmp(text, "HTTP/1.1 101", 12) != 0 || accept == NULL || accept > end) {
        return -1;
    }
    websocket->state = WEBSOCKET_OPEN;
    return end + (sizeof ends - 1) - text;
}

/*
 * Parses one frame from the server, which is never masked or fragmented. Sets where its payload is. Returns
 * the bytes it takes, or 0 if it is incomplete.
 */
static size_t read_header(const unsigned char *bytes, size_t length, size_t *payload)
{
    size_t header = 2;
    if (length < header) {
        return 0;
    }
    size_t size = bytes[1] & 0x7fU;
    if (size == 126) {
        header = 4;
        size = length < header ? 0 : (size_t)bytes[2] << 8 | bytes[3];
    } else if (size == 127) {
        header = 10;
        size = 0;
        for (size_t i = 2; length >= header && i < header; i++) {
            size = size << 8 | bytes[i];
        }
    }
    *payload = header;
    return length < header || length - header < size ? 0 : header + size;
}

/*
 * Reports every complete frame. Returns how many bytes those were; the connection may be closed afterwards.
 */
static size_t read_frames(struct net *net, struct websocket *websocket, unsigned char *bytes, size_t length)
{
    size_t used = 0, payload = 0, frame;
    while (websocket->state == WEBSOCKET_OPEN &&
           (frame = read_header(bytes + used, length - used, &payload)) > 0) {
        unsigned opcode = bytes[used] & 0xfU;
        char *text = (char *)bytes + used + payload;
        size_t size = frame - payload;
        unsigned char after = bytes[used + frame];
        if (opcode == OPCODE_CLOSE) {
            broken(net, websocket,
                   size < 2 ? 0 : (unsigned)bytes[used + payload] << 8 | bytes[used + payload + 1]);
            return used;
        }
        if (opcode == OPCODE_PING) {
            send_frame(net, websocket, OPCODE_PONG, text, size);
        } else {
            bytes[used + frame] = '\0';
            websocket->events->text(websocket, text, size);
            bytes[used + frame] = after;
        }
        used += frame;
    }
    return used;
}

static void receive(struct net *net, struct websocket *websocket)
{
    size_t length = websocket->in.length;
    if (length > 0) {
        memcpy(read_buffer, websocket->in.at, length);
    }
    ssize_t got = recv(websocket->fd, read_buffer + length, READ_BYTES - length, 0);
    if (got <= 0) {
        if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            broken(net, websocket, 0);
        }
        return;
    }
    net->bytes_received += (size_t)got;
    length += (size_t)got;
    size_t used = 0;
    if (websocket->state == WEBSOCKET_SHAKING) {
        long shaken = read_handshake(websocket, read_buffer, length);
        if (shaken < 0) {
            broken(net, websocket, 0);
            return;
        }
        used = (size_t)shaken;
        if (shaken > 0) {
            websocket->events->opened(websocket);
        }
    }
    used += read_frames(net, websocket, read_buffer + used, length - used);
    websocket->in.length = 0;
    if (websocket->state == WEBSOCKET_NONE || used == length) {
        bytes_free(&websocket->in);
    } else {
        bytes_add(&websocket->in, read_buffer + used, length - used);
    }
}

static void happened(struct net *net, struct websocket *websocket, uint32_t events)
{
    if (websocket->state == WEBSOCKET_CONNECTING && (events & (uint32_t)EPOLLOUT) != 0 &&
        (events & (uint32_t)(EPOLLERR | EPOLLHUP)) == 0) {
        websocket->state = WEBSOCKET_SHAKING;
        want(net, websocket, EPOLL_CTL_MOD);
    }
    if (websocket->state != WEBSOCKET_CONNECTING && (events & (uint32_t)EPOLLOUT) != 0 &&
        websocket->out.length > 0) {
        flush(net, websocket);
    }
    if (websocket->not_reading || websocket->state == WEBSOCKET_CONNECTING) {
        if ((events & (uint32_t)(EPOLLERR | EPOLLHUP | EPOLLRDHUP)) != 0) {
            broken(net, websocket, 0);
        }
    } else if ((events & (uint32_t)(EPOLLIN | EPOLLERR | EPOLLHUP)) != 0) {
        receive(net, websocket);
    }
}

void net_run(struct net *net, int timeout_ms)
{
    struct epoll_event events[EVENTS_AT_ONCE];
    int count = epoll_wait(net->epoll, events, EVENTS_AT_ONCE, timeout_ms);
    for (int i = 0; i < count; i++) {
        struct websocket *websocket = events[i].data.ptr;
        /* A callback for an earlier event of this batch may have closed this connection. */
        if (websocket != NULL && websocket->state != WEBSOCKET_NONE) {
            happened(net, websocket, events[i].events);
        }
    }
}
