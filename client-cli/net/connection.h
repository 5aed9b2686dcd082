/*
 * connection.h: a player's connection to a server, which comes back when it is lost.
 *
 * It says hello, pairs replies with requests, resumes the table that is being watched, and after a break sends
 * again what had no answer: each thing to be done once carries a key, so nothing is lost and nothing done
 * twice. Model and screens never see a socket. Everything happens on one libuv loop.
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
    CONNECTION_CONNECTING, /* the first time, or again */
    CONNECTION_OPEN,       /* hello has been answered */
    CONNECTION_WAITING,    /* lost; the next try comes by itself */
    CONNECTION_FAILED,     /* for good: bad token, bad name, not our protocol, untrusted, thrown out */
};

/*
 * The reply to a request: exactly one of `ok` and `error` is not NULL; both are borrowed. `ok` is empty where the
 * first answer was lost in a break, and the second was a refusal because it had been done.
 */
typedef void connection_reply(void *context, const json_t *ok, const json_t *error);

struct connection_hooks {
    /* The state changed; `why` is a sentence (never NULL). */
    void (*state)(void *context, enum connection_state state, const char *why);
    /* Hello was answered. `token` is not NULL for a new player, or one carried here by a code: keep it. */
    void (*hello)(void *context, const char *player, const char *name, const char *token);
    /* What the server sent unasked: an object with "on"; of tables, only what concerns the one watched. */
    void (*push)(void *context, const json_t *message);
    /*
     * The answer to watch: at first, with all "events" of the game so far, and after each break. `resumed`: its
     * "events" are those after the last one seen.
     */
    void (*watched)(void *context, const json_t *reply, bool resumed);
    /* The table cannot be watched (any more): the error's code and sentence. */
    void (*unwatched)(void *context, const char *code, const char *text);
    void *context;
};

struct connection_identity {
    const char *token; /* one of these three */
    const char *code;
    const char *name;
};

/* All in milliseconds; what connection_new() begins with is in brackets. */
struct connection_timeouts {
    unsigned connect;     /* for an address to answer [10 s] */
    unsigned silence;     /* after which the server is asked for a sign of life [30 s] ... */
    unsigned patience;    /* ... and this long it has to give one, and to answer hello [15 s] */
    unsigned retry_first; /* the first wait after a break, doubled each time [0.5 s] ... */
    unsigned retry_max;   /* ... up to this; each wait is drawn between half of it and the whole [30 s] */
    unsigned steady;      /* a connection that lasted so long makes the next wait a first one again [10 s] */
};

/*
 * Starts dialling; that first state is not told. Strings are copied. The hooks come from the loop, never from
 * inside a call of these functions, and may call any of them, connection_free() too. NULL: no memory.
 */
struct connection *connection_new(uv_loop_t *loop, const struct address *address, const char *ca_file,
                                  struct connection_identity identity, struct connection_hooks hooks);

/* No further callbacks: what waits for a reply is dropped. The memory is freed when the loop has run. */
void connection_free(struct connection *connection);

/* For tests; they count for what begins afterwards. */
void connection_set_timeouts(struct connection *connection, const struct connection_timeouts *times);

/* After a refusal, also from inside its hook: dials once more, as a new player of this name. False: no memory. */
bool connection_restart_as(struct connection *connection, const char *name);

enum connection_state connection_state(const struct connection *connection);

/* Milliseconds until the next try while waiting; 0 otherwise. */
unsigned connection_retry_in(const struct connection *connection);
void connection_retry_now(struct connection *connection);

/*
 * Sends {"id":…,"do":verb, …keys}, now or as soon as there is a connection, and again after a break until it is
 * answered. `keys` is taken over (NULL: none). `reply` may be NULL. connection_request_once() adds a fresh random key.
 * Requests are sent in the order of these calls.
 */
void connection_request(struct connection *connection, const char *verb, json_t *keys,
                        connection_reply *reply, void *context);
void connection_request_once(struct connection *connection, const char *verb, json_t *keys,
                             connection_reply *reply, void *context);

/* How many requests have had no answer yet, the watch included. */
size_t connection_pending(const struct connection *connection);

/*
 * Watches a table (with its views), instead of the one watched so far; NULL: none. `invite` may be NULL, and
 * with an invite `table` may. The answer comes to `watched`, after every break too, then the pushes.
 */
void connection_watch(struct connection *connection, const char *table, const char *invite);

#endif
