/*
 * websocket.h: a client's end of many WebSockets, as little of it as a load generator needs.
 *
 * Written for this generator alone, so that what it measures is measured by none of the server's code.
 * Sockets do not block; one epoll instance drives them all. A connection at rest holds no buffers: what
 * comes is read into one buffer for all, and only a piece of a frame, or what the kernel would not take,
 * is kept with its connection.
 */
#ifndef LOAD_WEBSOCKET_H
#define LOAD_WEBSOCKET_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct websocket;

/* Who has a connection is told. Inside a call it may send or close; `text` is its own to write into, ends
 * with NUL, and is gone after the call. */
struct websocket_events {
    void (*opened)(struct websocket *websocket);
    void (*text)(struct websocket *websocket, char *text, size_t length);
    /* Not when we close it ourselves. `code` is the close frame's, 0 without one. */
    void (*closed)(struct websocket *websocket, unsigned code);
};

enum websocket_state { WEBSOCKET_NONE, WEBSOCKET_CONNECTING, WEBSOCKET_SHAKING, WEBSOCKET_OPEN };

struct bytes {
    unsigned char *at;
    size_t length, capacity;
};

struct websocket {
    int fd;
    enum websocket_state state;
    const struct websocket_events *events;
    struct bytes in;  /* a frame that has not come whole */
    struct bytes out; /* what the kernel has not taken yet */
    uint32_t mask;
    uint32_t number; /* of the path, where the server wants one */
    bool alone;      /* of its block always the first address */
    bool narrow;     /* connects with the smallest receive buffer there is */
    bool deaf;       /* reads no more */
};

/* What all connections share. */
struct net {
    int epoll;
    struct sockaddr_in server;
    char host[64];       /* as in the request's Host */
    bool numbered_paths; /* the bare server is told the table in the path */
    unsigned addresses;  /* connect from this many addresses of loopback, in turn; 0: as the system likes */
    uint64_t bytes_received;
    unsigned next_address;
};

/* "ADDRESS:PORT". False: it is not one, or there is no epoll. */
bool net_open(struct net *net, const char *address);
void net_close(struct net *net);

/* Begins to connect, from 127.BLOCK.x.y: so the server's limits tell those of one block from another's. From
 * block 0 and with no addresses chosen the system chooses. False, with errno: no socket. */
bool websocket_connect(struct net *net, struct websocket *websocket, unsigned block);

/* Sends no handshake by itself: the socket is there for websocket_send_raw(). */
bool websocket_connect_raw(struct net *net, struct websocket *websocket, unsigned block);

/* A text message. Nothing happens on a connection that is not open. */
void websocket_send(struct net *net, struct websocket *websocket, const char *text, size_t length);

/* Bytes as they are. */
void websocket_send_raw(struct net *net, struct websocket *websocket, const void *bytes, size_t length);

/* At once and without farewell; harmless if it is closed. */
void websocket_close(struct net *net, struct websocket *websocket);

/* From here on nothing is read from it, and what the server sends piles up. */
void websocket_turn_deaf(struct net *net, struct websocket *websocket);

/* Waits for something to happen, at most so long, and tells whom it concerns. */
void net_run(struct net *net, int timeout_ms);

/* The wait of net_run() ends, too, when this descriptor (a timerfd) can be read. */
bool net_add_timer(struct net *net, int timer);

#endif
