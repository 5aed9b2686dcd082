/*
 * pending_requests.h: the queue of requests that have no reply yet. For connection.c and protocol.c.
 *
 * A request stays in the queue until it is answered. After a reconnect it is sent again with a new id but otherwise
 * unchanged, in particular with the same key. Transient requests (hello, ping) belong to one connection and are dropped
 * with it. Replies come in the order of the requests, so only the oldest one can be answered.
 */
#ifndef GASLIGHT_PENDING_REQUESTS_H
#define GASLIGHT_PENDING_REQUESTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

#include "client-cli/net/connection.h"

/* The server closes connections with more than 128 unanswered requests. */
enum { PENDING_REQUESTS_SENT_MAX = 64 };

struct request;

/* Handles the reply; exactly one of `ok` and `error` is not NULL. */
typedef void request_handler(struct connection *connection, const struct request *request, const json_t *ok,
                             const json_t *error);

struct request {
    TAILQ_ENTRY(request) entry;
    json_t *body; /* "id", "do" and the keys of the verb */
    json_int_t id;
    bool sent;
    unsigned times_sent;
    bool transient; /* belongs to one connection */
    bool is_watch;  /* only the newest one matters */
    request_handler *handle;
    connection_reply *reply; /* from the caller of connection.h, or NULL */
    void *context;
    unsigned watch_number; /* of watch */
};

struct pending_requests {
    TAILQ_HEAD(request_queue, request) queue; /* those already sent are at its head */
    size_t sent;
    json_int_t last_id; /* not reset by a reconnect, so that a late reply matches nothing */
};

/* Initializes an empty queue. */
void pending_requests_init(struct pending_requests *pending);

/* Creates a request; takes ownership of `keys` (NULL: none). Returns NULL if out of memory. */
struct request *request_new(const char *verb, json_t *keys, request_handler *handle);
void request_free(struct request *request);

/* Adds a random key; returns false if out of memory. */
bool request_add_random_key(struct request *request);

void pending_requests_add(struct pending_requests *pending, struct request *request); /* at the end */
void pending_requests_add_first(struct pending_requests *pending,
                                struct request *request); /* only while none is sent */

/* Returns the next request to send; NULL if there is none or too many are unanswered. */
struct request *pending_requests_next(const struct pending_requests *pending);

/* Assigns an id, marks the request as sent, and returns its text for the caller to free. Returns NULL if out of memory. */
char *pending_requests_send(struct pending_requests *pending, struct request *request);

/* Returns whether an error with this code shows that an earlier transmission of the request succeeded. */
bool request_was_done_before(const struct request *request, const char *code);

/* Removes and returns the request that a reply answers; the caller frees it. Returns NULL if there is none. */
struct request *pending_requests_answer(struct pending_requests *pending, json_int_t id);

/* Handles a lost connection: frees transient requests and marks the others as unsent. */
void pending_requests_disconnect(struct pending_requests *pending);

/* Frees a watch that has not been sent yet. */
void pending_requests_drop_watch(struct pending_requests *pending);

/* Returns the number of requests that are not transient. */
size_t pending_requests_count_kept(const struct pending_requests *pending);

void pending_requests_free(struct pending_requests *pending);

#endif
