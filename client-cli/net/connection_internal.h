/*
 * connection_internal.h: what connection.c (connecting and reconnecting) and protocol.c (messages) share. Nobody else
 * includes it.
 *
 * Any hook may free the connection. Its memory stays valid until the loop has run, `freed` is set, and no further hook
 * is called.
 */
#ifndef GASLIGHT_CONNECTION_INTERNAL_H
#define GASLIGHT_CONNECTION_INTERNAL_H

#include "client-cli/net/connection.h"
#include "client-cli/net/pending_requests.h"
#include "client-cli/net/websocket.h"

/* The table being watched. */
struct watch {
    char *table, *invite; /* as requested; the first reply sets `table`. Both NULL: none */
    bool answered;        /* the server has replied since connection_watch(), so `seq` is valid */
    json_int_t seq;       /* of the last event received */
    unsigned number;      /* incremented by connection_watch(), to recognise replies to an older one */
};

struct connection {
    uv_loop_t *loop;
    struct address address;
    const char *where; /* points into address.server, after the scheme */
    char *ca_file, *token, *code, *name;
    struct connection_hooks hooks;
    struct connection_timeouts timeouts;
    enum connection_state state;
    struct websocket_context *websocket_context; /* created at the first attempt */
    struct websocket *websocket;                 /* NULL: none */
    struct pending_requests requests;
    struct watch watch;
    const char *commentary; /* see connection_set_commentary(); not owned */
    uv_timer_t retry, idle;
    unsigned handles;         /* how many of these two are still open */
    unsigned wait;            /* milliseconds before the next attempt; the actual wait is random */
    unsigned protocol_errors; /* consecutive connections that ended with one */
    uint64_t opened_at;       /* uv_now() */
    bool was_open, pinged, freed;
};

/* ---- connection.c ---- */

__attribute__((format(printf, 3, 4))) void
connection_set_state(struct connection *connection, enum connection_state state, const char *format, ...);

/* Each of these closes the websocket, if there is one. */
void connection_lost(struct connection *connection, const char *why); /* reconnects */
void connection_give_up(struct connection *connection, const char *why);

/* The server sent something invalid: reconnects, but gives up after a few times in a row. */
void connection_protocol_error(struct connection *connection, const char *what);

/* Gives up, but calls the hook from the loop. */
void connection_out_of_memory(struct connection *connection);

/* Hello has been answered. */
void connection_opened(struct connection *connection, const char *player, const char *name,
                       const char *token);

/* ---- protocol.c ---- */

void protocol_send_hello(struct connection *connection); /* the websocket is open */
void protocol_send_ping(struct connection *connection);
void protocol_resume_watch(struct connection *connection); /* queues it before all other requests */
void protocol_send_pending(struct connection *connection); /* as much as may be sent now */
void protocol_receive(struct connection *connection, const char *text, size_t length);

#endif
