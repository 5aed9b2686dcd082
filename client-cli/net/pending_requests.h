/*
 * requests.h: what has been asked of the server and has had no answer, in order. For connection.c.
 *
 * A request is kept until it is answered: after a break it goes out again, with a new id and everything else as it
 * was, its key above all. Passing ones (hello, ping) belong to one connection and go with it. Replies come in
 * the order of the requests, so only the oldest one sent can be answered. Pure but for memory and random keys.
 */
#ifndef GASLIGHT_REQUESTS_H
#define GASLIGHT_REQUESTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "client-cli/net/connection.h"

/* The server closes on whom it owes more than 128 answers. */
enum { REQUESTS_UNDER_WAY_MAX = 64 };

struct request;

/* Takes the reply; exactly one of `ok` and `error` is not NULL. */
typedef void request_taker(struct connection *connection, const struct request *request, const json_t *ok,
                           const json_t *error);

struct request {
    struct request *next;
    json_t *body; /* id, do, and the verb's keys */
    json_int_t id;
    bool sent;
    unsigned times; /* it was sent, breaks and all */
    bool passing;   /* belongs to this connection */
    bool is_watch;  /* of which only the newest counts */
    request_taker *take;
    connection_reply *reply; /* of a caller of connection.h, or NULL */
    void *context;
    unsigned number; /* the taker's own */
};

struct requests {
    struct request *first, *last; /* those sent come first */
    size_t under_way;
    json_int_t last_id; /* goes on over breaks: a late reply matches nothing */
};

/* A request to be added; `keys` is taken over (NULL: none). NULL: no memory. */
struct request *request_new(const char *verb, json_t *keys, request_taker *take);
void request_free(struct request *request);

/* Adds a fresh random key. False: no memory. */
bool request_draw_key(struct request *request);

void requests_add(struct requests *requests, struct request *request);       /* behind all others */
void requests_add_first(struct requests *requests, struct request *request); /* while none is under way */

/* The next to be sent, or NULL: none, or too many are under way. */
struct request *requests_next(const struct requests *requests);

/* Gives it an id and counts it as sent; the text is the caller's to free. NULL: no memory, and nothing changed. */
char *requests_send(struct requests *requests, struct request *request);

/* Whether a refusal of this code says that it was done the first time, whose answer was lost. */
bool request_done_already(const struct request *request, const char *code);

/* Takes out the one this reply is for, which the caller frees. NULL: nobody asked for it. */
struct request *requests_answer(struct requests *requests, json_int_t id);

/* The connection is gone: passing ones are freed, the others are to be sent again. */
void requests_break(struct requests *requests);

/* Takes out and frees a watch that has not been sent yet. */
void requests_drop_watch(struct requests *requests);

/* How many would survive a break. */
size_t requests_kept(const struct requests *requests);

void requests_free(struct requests *requests);

#endif
