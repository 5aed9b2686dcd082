/*
 * connection_internal.h: what connection.c (dialling, breaks, silence) and talk.c (messages) share. Nobody else
 * includes this.
 *
 * Any hook may free the connection: its memory stays until the loop comes round, `freed` is set, and nothing more
 * is told or started.
 */
#ifndef GASLIGHT_CONNECTION_INTERNAL_H
#define GASLIGHT_CONNECTION_INTERNAL_H

#include "client-cli/net/connection.h"
#include "client-cli/net/pending_requests.h"
#include "client-cli/net/websocket.h"

/* The table being watched. */
struct watch {
    char *table, *invite; /* as asked for; `table` is filled in by the first answer. Both NULL: none */
    bool answered;        /* since connection_watch(); then `seq` counts */
    json_int_t seq;       /* of the last event seen */
    unsigned number;      /* grows with each connection_watch(), so that an answer to an older one is known */
};

struct connection {
    uv_loop_t *loop;
    struct address address;
    const char *where; /* inside address.server: without the scheme */
    char *ca_file, *token, *code, *name;
    struct connection_hooks hooks;
    struct connection_timeouts times;
    enum connection_state state;
    struct websocket_context *websocket_context; /* made with the first try */
    struct websocket *websocket;                 /* NULL: none */
    struct pending_requests requests;
    struct watch watch;
    uv_timer_t retry, quiet;
    unsigned handles;   /* of those two, still on the loop */
    unsigned wait;      /* the next one, before chance has its part */
    unsigned nonsense;  /* connections in a row that ended in it */
    uint64_t opened_at; /* uv_now() */
    bool was_open, pinged, freed;
};

/* ---- connection.c ---- */

__attribute__((format(printf, 3, 4))) void
connection_set_state(struct connection *connection, enum connection_state state, const char *format, ...);

/* Each of these ends the connection to the server, if there is one: to be tried again, or for good. */
void connection_lost(struct connection *connection, const char *why);
void connection_give_up(struct connection *connection, const char *why);
void connection_protocol_error(struct connection *connection, const char *what); /* tried again a few times */

/* There is no memory: that is the end, but told from the loop. */
void connection_out_of_memory(struct connection *connection);

/* Hello has been answered. */
void connection_opened(struct connection *connection, const char *player, const char *name,
                       const char *token);

/* ---- talk.c ---- */

void protocol_send_hello(struct connection *connection); /* the link is open: say who it is */
void protocol_send_ping(struct connection *connection);
void protocol_resume_watch(
    struct connection *connection); /* hello was answered: the watch goes before all that waits */
void protocol_send_pending(struct connection *connection); /* all that may be sent now */
void protocol_receive(struct connection *connection, const char *text, size_t length); /* a message */

#endif
