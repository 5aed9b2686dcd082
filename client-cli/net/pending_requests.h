/*
 * pending_requests.h: what has been asked of the server and has had no answer, in order. For connection.c.
 *
 * A request is kept until it is answered: after a break it goes out again, with a new id and everything else as it
 * was, its key above all. Passing ones (hello, ping) belong to one connection and go with it. Replies come in
 * the order of the requests, so only the oldest one sent can be answered. Pure but for memory and random keys.
 */
#ifndef GASLIGHT_PENDING_REQUESTS_H
#define GASLIGHT_PENDING_REQUESTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "client-cli/net/connection.h"

/* The server closes on whom it owes more than 128 answers. */
enum { PENDING_REQUESTS_SENT_MAX = 64 };

struct request;

/* Takes the reply; exactly one of `ok` and `error` is not NULL. */
typedef void request_handler(struct connection *connection, const struct request *request, const json_t *ok,
                             const json_t *error);

struct request {
    struct request *next;
    json_t *body; /* id, do, and the verb's keys */
    json_int_t id;
    bool sent;
    unsigned times; /* it was sent, breaks and all */
    bool passing;   /* belongs to this connection */
    bool is_watch;  /* of which only the newest counts */
    request_handler *take;
    connection_reply *reply; /* of a caller of connection.h, or NULL */
    void *context;
    unsigned number; /* the taker's own */
};

struct pending_requests {
    struct request *first, *last; /* those sent come first */
    size_t under_way;
    json_int_t last_id; /* goes on over breaks: a late reply matches nothing */
};

/* A request to be added; `keys` is taken over (NULL: none). NULL: no memory. */
struct request *request_new(const char *verb, json_t *keys, request_handler *take);
void request_free(struct request *request);

/* Adds a fresh random key. False: no memory. */
bool request_add_random_key(struct request *request);

void pending_requests_add(struct pending_requests *pending, struct request *request); /* behind all others */
void pending_requests_add_first(struct pending_requests *pending,
                                struct request *request); /* while none is under way */

/* The next to be sent, or NULL: none, or too many are under way. */
struct request *pending_requests_next(const struct pending_requests *pending);

/* Gives it an id and counts it as sent; the text is the caller's to free. NULL: no memory, and nothing changed. */
char *pending_requests_send(struct pending_requests *pending, struct request *request);

/* Whether a refusal of this code says that it was done the first time, whose answer was lost. */
bool request_was_done_before(const struct request *request, const char *code);

/* Takes out the one this reply is for, which the caller frees. NULL: nobody asked for it. */
struct request *pending_requests_answer(struct pending_requests *pending, json_int_t id);

/* The connection is gone: passing ones are freed, the others are to be sent again. */
void pending_requests_disconnect(struct pending_requests *pending);

/* Takes out and frees a watch that has not been sent yet. */
void pending_requests_drop_watch(struct pending_requests *pending);

/* How many would survive a break. */
size_t pending_requests_count_kept(const struct pending_requests *pending);

void pending_requests_free(struct pending_requests *pending);

#endif
