/*
 * connection.h: a player's connection to a server; reconnects by itself.
 *
 * Sends hello, matches replies with requests, and resumes the table being watched. After a reconnect it sends all
 * unanswered requests again; those that must not be executed twice carry a key, by which the server recognises them.
 * Used by client-cli/play. Everything runs on one libuv loop.
 */
#ifndef GASLIGHT_CONNECTION_H
#define GASLIGHT_CONNECTION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "client-cli/net/address.h"

struct connection;

enum connection_state {
    CONNECTION_CONNECTING, /* for the first time, or again */
    CONNECTION_OPEN,       /* hello has been answered */
    CONNECTION_WAITING,    /* lost; waiting to try again */
    CONNECTION_FAILED, /* permanently: bad token, bad name, wrong protocol, untrusted, closed by the server */
};

/*
 * Receives the reply to a request: exactly one of `ok` and `error` is not NULL; both are borrowed. `ok` is empty if the
 * request was sent twice because of a reconnect, and the second reply was an error that shows that the first
 * succeeded.
 */
typedef void connection_reply(void *context, const json_t *ok, const json_t *error);

struct connection_hooks {
    /* The state changed; `why` is a sentence, never NULL. */
    void (*state)(void *context, enum connection_state state, const char *why);
    /* Hello was answered. `token` is not NULL for a new player or one transferred by a code: store it. */
    void (*hello)(void *context, const char *player, const char *name, const char *token);
    /* The server sent a push, an object with "on". Pushes about tables other than the one watched are dropped. */
    void (*push)(void *context, const json_t *message);
    /*
     * The reply to watch, first with all "events" of the game so far, and again after each reconnect. If `resumed`,
     * its "events" are only those after the last one received.
     */
    void (*watched)(void *context, const json_t *reply, bool resumed);
    /* The table cannot be watched, or no longer: the error's code and sentence. */
    void (*unwatched)(void *context, const char *code, const char *text);
    void *context;
};

struct connection_identity {
    const char *token; /* exactly one of these is not NULL */
    const char *code;
    const char *name;
};

/* All in milliseconds; the defaults are in brackets. */
struct connection_timeouts {
    unsigned connect;     /* for a TCP connection and the handshake [10 s] */
    unsigned idle;        /* without a message, before a ping is sent [30 s] */
    unsigned reply;       /* for the replies to ping and hello [15 s] */
    unsigned retry_first; /* the first wait before a reconnect; doubles each time [0.5 s] */
    unsigned retry_max;   /* the longest wait; each is drawn between half of its value and all of it [30 s] */
    unsigned stable;      /* after a connection this long, the wait starts over [10 s] */
};

/*
 * Starts connecting; the hook is not called for this first state. Strings are copied. The hooks are called from the
 * loop, never from inside these functions, and may call any of them, including connection_free(). Returns NULL if out
 * of memory.
 */
struct connection *connection_new(uv_loop_t *loop, const struct address *address, const char *ca_file,
                                  struct connection_identity identity, struct connection_hooks hooks);

/* Drops unanswered requests; no hook is called any more. The memory is freed once the loop has run. */
void connection_free(struct connection *connection);

/* For tests; applies to timers started afterwards. */
void connection_set_timeouts(struct connection *connection, const struct connection_timeouts *times);

/*
 * After CONNECTION_FAILED, also from its hook: connects again, as a new player with this name. Returns false if out of
 * memory.
 */
bool connection_restart_as(struct connection *connection, const char *name);

enum connection_state connection_state(const struct connection *connection);

/* Returns the milliseconds until the next attempt while waiting; 0 otherwise. */
unsigned connection_retry_in(const struct connection *connection);
void connection_retry_now(struct connection *connection);

/*
 * Sends {"id":…,"do":verb, …keys}, now or once there is a connection, and again after each reconnect until it is
 * answered. Takes ownership of `keys` (NULL: none). `reply` may be NULL. connection_request_once() adds a random key.
 * Requests are sent in the order of these calls.
 */
void connection_request(struct connection *connection, const char *verb, json_t *keys,
                        connection_reply *reply, void *context);
void connection_request_once(struct connection *connection, const char *verb, json_t *keys,
                             connection_reply *reply, void *context);

/* Returns the number of unanswered requests, including watch. */
size_t connection_pending(const struct connection *connection);

/*
 * Watches a table (with views) instead of the current one. `invite` may be NULL, and `table` may be NULL if there is an
 * invite; if both are NULL, no table is watched. The reply goes to the `watched` hook, also after each reconnect;
 * pushes follow.
 */
void connection_watch(struct connection *connection, const char *table, const char *invite);

/*
 * Sets the commentators' code that the next connection_watch() sends; NULL for none. The server remembers commentators,
 * so it is sent until the first reply. The text must outlive the connection.
 */
void connection_set_commentary(struct connection *connection, const char *code);

#endif
