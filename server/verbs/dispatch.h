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
#include "server/verbs/shared_hooks.h"

struct bans;
struct cluster;

enum verb_needs {
    NEEDS_NOTHING = 0,
    NEEDS_HELLO = 1U << 0,
    NEEDS_TABLE = 1U << 1, /* "table" names one that the player may know of (with "invite" if private) */
    NEEDS_SEAT = 1U << 2,  /* the player sits there */
    NEEDS_HOST = 1U << 3,  /* the player hosts it */
    NEEDS_KEY = 1U << 4,   /* "key" is present and well-formed */
    NEEDS_TURN = 1U << 5,  /* it may change the table: waits while another change is with the store */
    ENDS_SUBSTITUTION = 1U << 6, /* whoever plays for the player stops first: they are back */
    OPENS_SHARED = 1U << 7,      /* everyone may do it at a finished table that is shared */
    FANS_OUT = 1U << 8,          /* everyone who watches the table is sent what it changes */
    LISTS = 1U << 9,             /* and everyone who follows the lobby, if the table is public */
};

/* Added to the needs of a verb that costs more than one token, whatever it does. */
#define COSTS(tokens) (((tokens)-1U) << 16)

/* What a change of a table costs by the number of connections that are sent it: one token for so many, and at most ten. */
enum { WATCHERS_PER_TOKEN = 10, FOLLOWERS_PER_TOKEN = 20, FAN_OUT_MAX = 10 };

enum { VERB_KEYS_MAX = 14 };

/* A row of the table in verbs.c. */
struct verb {
    const char *name;
    unsigned needs;
    void (*run)(struct request *request);
    struct body_key key[VERB_KEYS_MAX]; /* besides "id" and "do"; a NULL name ends them */
};

/* A player who is being removed, or whose tokens are being revoked. */
struct expelled_player {
    LIST_ENTRY(expelled_player) entry;
    char id[PLAYER_ID_LENGTH + 1];
};

/* Hooks of the cluster. Without one, all members are NULL. */
struct elsewhere {
    struct cluster *cluster;
    /* Takes a request about a table that is not here, or not for its player. Returns false if it should run here. */
    bool (*find)(struct request *request);
    void (*disconnected)(struct session *session); /* the client's connection has closed */
};

/* What verbs work with. */
struct dispatch {
    struct sessions *sessions;
    struct tables *tables;
    struct store *store; /* set once it is open */
    struct jobs *jobs;
    struct bans *bans;
    struct elsewhere elsewhere;
    const struct options *options;
    uv_loop_t *loop;
    const struct verb *(*find_verb)(const char *name);
    struct shared_hooks shared_hooks;
    TAILQ_HEAD(, session) ready;           /* sessions whose next request can run */
    uv_idle_t run_ready;                   /* active while there are any */
    LIST_HEAD(, expelled_player) expelled; /* admin_commands.c's: until that is stored, they can't connect */
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

/* Returns whether a player is being removed, or their tokens are being revoked. */
bool dispatch_is_expelling(const struct dispatch *dispatch, const char *player);

/* Makes a job the work of the network that the request came from. */
void request_owns_job(const struct request *request, struct job *job);

/* Returns false if the connection that the request came from has closed. */
bool request_is_wanted(const struct request *request);

static inline struct dispatch *dispatch_of(const struct request *request)
{
    return request->session->sessions->dispatch;
}

#endif
