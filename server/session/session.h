/*
 * session.h: connections as sessions, frames as requests, and the one reply to each request.
 *
 * A session is a connection and what is known about it. Each frame becomes a request in the session's inbox, where it
 * waits until the requests before it have been answered, so replies are sent in order. What a request means is decided
 * by the layers above, through a session_handler. Every request is answered exactly once, now or later; answering one
 * never runs another. A session outlives its connection while one of its requests is being carried out.
 *
 * Everything here runs on the loop's thread.
 */
#ifndef GASLIGHT_SESSION_H
#define GASLIGHT_SESSION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>
#include <uv.h>

#include "common/base/error.h"
#include "common/json/json_writer.h"
#include "server/base/metrics.h"
#include "server/base/options.h"
#include "server/net/rate_limit.h"
#include "server/net/transport.h"

/* Owned by the layers above; only pointers to them are kept here. */
struct forwarder;
struct player;
struct table;
struct verb;
struct watch;

enum { KEY_LENGTH_MIN = 16, KEY_LENGTH_MAX = 64 }; /* of the "key" that makes a request safe to repeat */

struct request {
    STAILQ_ENTRY(request) entry; /* in the session's inbox, or of the requests that wait for a table */
    struct session *session;     /* valid until the request is answered */
    json_int_t id;
    bool has_id;
    unsigned cost;      /* tokens that it takes when it arrives; 1 unless the handler's read() sets it */
    bool is_charged;    /* the dispatcher's: what it causes besides has been charged */
    enum error refused; /* not ERROR_OK if the message itself is malformed, or came too soon */
    char refusal[160];
    json_t *body;
    char *
        text; /* the message as it came, if the sessions keep it; NULL otherwise, or if the body was changed */
    size_t text_length;
    char key[KEY_LENGTH_MAX + 1];
    void *work; /* a verb's state between asking the store and answering; freed with the request */
    /* The dispatcher's. */
    const struct verb *verb;
    struct table *table;  /* held while the request lives; NULL if it is not about a table */
    bool is_back_checked; /* a bot that played for the asking player has been dealt with */
};

struct session {
    LIST_ENTRY(session) entry, player_entry, follower_entry;
    struct sessions *sessions;
    struct connection *connection; /* NULL once it has closed */
    struct player *player;         /* NULL until hello */
    uint64_t waited_since;         /* uv_now() when it was opened, or last did what needs no hello */
    struct bucket bucket;
    LIST_HEAD(, watch) watches;
    struct request *current;       /* the one being carried out */
    STAILQ_HEAD(, request) inbox;  /* those that wait for it */
    unsigned inbox_count, strikes; /* strikes: malformed requests, less the good ones since */
    struct forwarder *forwarder;   /* the cluster's: what this client does elsewhere; NULL if nothing */
    bool follows_lobby;            /* lobby_push.c's, like the next */
    unsigned push_stamp;
    /* The dispatcher's. */
    TAILQ_ENTRY(session) ready_entry;
    bool is_ready, is_running;
};

/* What the dispatcher does with sessions and requests. */
struct session_handler {
    void (*read)(struct request *request);         /* looks up the verb and checks its keys; may refuse */
    void (*arrived)(struct session *session);      /* a request was put into the inbox */
    void (*answered)(struct session *session);     /* the current request was answered and is gone */
    void (*released)(struct request *request);     /* the request is about to be freed */
    void (*disconnected)(struct session *session); /* its connection has closed; its inbox is empty */
    void (*removed)(struct session *session);      /* the session is about to be freed */
};

/* Every session, and what they share. */
struct sessions {
    uv_loop_t *loop;
    const struct options *options;
    struct metrics *metrics;
    struct transport *transport; /* set once it is open */
    struct session_handler handler;
    struct dispatch *dispatch; /* the handler's */
    LIST_HEAD(, session) all;
    size_t turnover; /* sessions opened and closed since memory was last given back */
    char *scratch;   /* where every message is written */
    const struct json_writer *scratch_owner;
    bool stopping;    /* nothing is sent any more */
    bool keeps_texts; /* of requests, because they may be sent to another server */
};

/* Returns false if there is no memory. */
bool sessions_init(struct sessions *sessions, uv_loop_t *loop, const struct options *options,
                   struct metrics *metrics);
void sessions_free(struct sessions *sessions);

/* Called by the transport. */
void session_opened(struct sessions *sessions, struct connection *connection);
void session_message(struct connection *connection, const char *text, size_t length);
void session_closed(struct connection *connection);

/* Closes connections that have not sent hello in time, and returns memory to the system after a crowd has left. */
void sessions_sweep(struct sessions *sessions);

/* Gives a client that has not sent hello, and did something that needs none, its full time again. */
void session_keep_waiting(struct session *session);

/* ---- what requests cost ---- */

/*
 * Takes this many tokens from the limits of the session and of its address, for what a request of theirs has cost. The
 * reply is charged by its length, by itself.
 */
void session_charge(struct session *session, double tokens);

/* Returns whether more has been charged than the limits allow: then requests are refused until time has made up for it. */
bool session_is_in_debt(const struct session *session);

/*
 * Takes one of the `most` things of a kind that the session's address may do per minute. Returns false if it has done as
 * many, or the connection has closed.
 */
bool session_take_of_minute(const struct session *session, enum address_limit limit, long most);

/* ---- the queue of a session's requests, for the dispatcher ---- */

/* Makes the first request of the inbox the current one and returns it; NULL if there is none. */
struct request *session_next_request(struct session *session);

/* Frees the session if its connection has closed and nothing is being carried out. */
void session_free_if_done(struct session *session);

/* Sets the "table" of a request that has none. Returns false if there is no memory. */
bool request_set_table(struct request *request, const char *table);

/* Marks the message as malformed: it is answered with this error when its turn comes. */
void request_refuse(struct request *request, enum error error, const char *sentence);

/* ---- messages ---- */

/*
 * Starts a message in the buffer that all messages share. Until message_end(), nobody else may start one; that is
 * asserted. A message can be sent to any number of sessions before it ends.
 */
void message_begin(struct sessions *sessions, struct json_writer *writer);
void message_end(struct sessions *sessions, const struct json_writer *writer);

/* Sends what was written; drops it with a log line if it did not fit. */
void session_send(struct session *session, const struct json_writer *writer);

/* The same for one of a crowd: everybody else's messages are not kept waiting by it. */
void session_send_in_turn(struct session *session, const struct json_writer *writer);

/* Writes out everything sent so far, with one write per connection, instead of at the end of this loop iteration. */
void sessions_deliver(struct sessions *sessions);

/* ---- replies: exactly one of these per request, which is gone afterwards ---- */

void request_fail(struct request *request, enum error error);
void request_fail_with(struct request *request, enum error error, const char *sentence);
void request_ok(struct request *request); /* an empty ok */

/* Opens {"re":..,"ok":{ and returns `writer`; request_end() closes both objects and sends the reply. */
struct json_writer *request_begin(struct request *request, struct json_writer *writer);
void request_end(struct request *request, struct json_writer *writer);

/* Sends a reply that another server has written, or none if it is NULL. */
void request_end_with(struct request *request, const char *text, size_t length);

/* Drops the current request of a session whose connection has closed, if there is one. */
void session_drop_current(struct session *session);

#endif
