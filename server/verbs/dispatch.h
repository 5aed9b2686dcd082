/*
 * dispatch.h: decides when a request runs, and whether it may.
 *
 * The dispatcher runs the requests of each session one after the other, and checks before each one what its verb needs:
 * a hello, a table, a seat. A request that may change a table waits until the table is not busy. A request is never run
 * while another one is being answered: sessions that have another request to run are collected, and each time the event
 * loop turns, it runs one request of each, so that a client with a full queue does not delay the others.
 */
#ifndef GASLIGHT_DISPATCH_H
#define GASLIGHT_DISPATCH_H

#include "server/jobs/jobs.h"
#include "server/session/request_body.h"
#include "server/session/session.h"
#include "server/table/table.h"

enum verb_needs {
    NEEDS_NOTHING = 0,
    NEEDS_HELLO = 1U << 0,
    NEEDS_TABLE = 1U << 1, /* "table" names one that the player may know of (with "invite" if private) */
    NEEDS_SEAT = 1U << 2,  /* the player sits there */
    NEEDS_HOST = 1U << 3,  /* the player hosts it */
    NEEDS_KEY = 1U << 4,   /* "key" is present and well-formed */
    NEEDS_TURN = 1U << 5,  /* it may change the table: waits while another change is with the store */
    ENDS_SUBSTITUTION = 1U << 6, /* a bot that plays for the player stops first: they are back */
    OPENS_SHARED = 1U << 7,      /* everyone may do it at a finished table that is shared */
};

enum { VERB_KEYS_MAX = 9 };

/* A row of the table in verbs.c. */
struct verb {
    const char *name;
    unsigned needs;
    void (*run)(struct request *request);
    struct body_key key[VERB_KEYS_MAX]; /* besides "id" and "do"; a NULL name ends them */
};

/* What verbs work with. */
struct dispatch {
    struct sessions *sessions;
    struct tables *tables;
    struct store *store; /* set once it is open */
    struct jobs *jobs;
    struct codes *codes;
    const struct options *options;
    uv_loop_t *loop;
    const struct verb *(*find_verb)(const char *name);
    TAILQ_HEAD(, session) ready; /* sessions whose next request can run */
    uv_idle_t run_ready;         /* active while there are any */
};

/* Registers the handler of `sessions` and the idle hook of `tables`. The caller sets the other members. */
void dispatch_init(struct dispatch *dispatch, struct sessions *sessions, struct tables *tables,
                   const struct verb *(*find_verb)(const char *name));
void dispatch_open(struct dispatch *dispatch);
void dispatch_close(struct dispatch *dispatch); /* after the last connection has closed */

/* For a verb about to run again or for the first time; its table is held, or it has none. */
void request_resume(struct request *request);

/* Lets a request wait until its table, which is busy now, is not. Then its verb runs from the start. */
void request_wait(struct request *request);

static inline struct dispatch *dispatch_of(const struct request *request)
{
    return request->session->sessions->dispatch;
}

#endif
