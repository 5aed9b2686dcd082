/*
 * websocket.h: the client side of many WebSockets, with only what a load generator needs.
 *
 * Written for this generator alone, so that none of the server's code measures itself. Sockets are
 * non-blocking; one epoll instance drives them all. An idle connection holds no buffers: data is read into
 * one shared buffer, and only an incomplete frame, or data the kernel has not accepted, is stored with its
 * connection.
 */
#ifndef LOAD_WEBSOCKET_H
#define LOAD_WEBSOCKET_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct websocket;

/*
 * Callbacks to the owner of a connection, which may send or close inside them. `text` is NUL-terminated and
 * writable, and valid only during the call.
 */
struct websocket_events {
    void (*opened)(struct websocket *websocket);
    void (*text)(struct websocket *websocket, char *text, size_t length);
    /* Not called when we close the connection ourselves. `code` is that of the close frame, 0 without one. */
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
    struct bytes in;  /* an incomplete frame */
    struct bytes out; /* data the kernel has not accepted yet */
    uint32_t mask;
    uint32_t number;                  /* table number for the path, if the server expects one */
    const struct sockaddr_in *server; /* NULL: that of the net */
    bool alone;                       /* always use the first address of its block */
    bool narrow;                      /* connect with the smallest possible receive buffer */
    bool not_reading;                 /* stop reading */
};

/* Shared by all connections. */
struct net {
    int epoll;
    struct sockaddr_in server;
    char host[64];       /* for the Host header */
    bool numbered_paths; /* the bare server expects the table in the path */
    unsigned addresses;  /* connect from this many loopback addresses in turn; 0: let the system choose */
    uint64_t bytes_received;
    unsigned next_address;
};

/* Parses "ADDRESS:PORT". Returns false if it is invalid. */
bool net_parse(const char *address, struct sockaddr_in *server);

/* Sets the server of later connections. Returns false if the address is invalid. */
bool net_set_server(struct net *net, const char *address);

/* Returns false if the address is invalid or epoll is not available. */
bool net_open(struct net *net, const char *address);
void net_close(struct net *net);

/*
 * Starts connecting from 127.BLOCK.x.y, so that the server's limits treat different blocks as different
 * addresses. With block 0 and no addresses configured, the system chooses. Returns false and sets errno if no
 * socket could be created.
 */
bool websocket_connect(struct net *net, struct websocket *websocket, unsigned block);

/* Connects without sending a handshake; for use with websocket_send_raw(). */
bool websocket_connect_raw(struct net *net, struct websocket *websocket, unsigned block);

/* Sends a text message. Does nothing if the connection is not open. */
void websocket_send(struct net *net, struct websocket *websocket, const char *text, size_t length);

/* Sends raw bytes. */
void websocket_send_raw(struct net *net, struct websocket *websocket, const void *bytes, size_t length);

/* Closes at once, without a close frame. Does nothing if already closed. */
void websocket_close(struct net *net, struct websocket *websocket);

/* Stops reading from the connection, so that the server's messages pile up. */
void websocket_stop_reading(struct net *net, struct websocket *websocket);

/* Waits for events, at most this long, and runs the callbacks. */
void net_run(struct net *net, int timeout_ms);

/* Makes net_run() also return when this descriptor (a timerfd) becomes readable. */
bool net_add_timer(struct net *net, int timer);

#endif
