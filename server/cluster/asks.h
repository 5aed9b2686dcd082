/*
 * asks.h: questions to all other nodes at once, and their answers.
 *
 * A question has a kind and two texts. It is sent to every peer whose link is up, and ends when all of them have answered
 * or lost their links, or after a time limit. The caller decides what a missing answer means. A node answers with a status
 * and a text, immediately or later.
 */
#ifndef GASLIGHT_ASKS_H
#define GASLIGHT_ASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "server/cluster/cluster.h"

enum ask_kind {
    ASK_NAME_TAKEN, /* player, name; status: whether it is taken at one of the player's tables */
    ASK_MINE,       /* player; text: see mine.c */
    ASK_EXPEL, /* player, "removes" or "revokes"; status: whether that can be stored; otherwise the text says why not */
    ASK_ADMIN, /* verb, argument; status: whether it is ok; text: JSON, or what went wrong */
    ASK_KIND_COUNT
};

enum { ASK_MILLISECONDS = 2000 }; /* for questions that a client waits for */

struct answer {
    int64_t node;
    char name[LINK_NAME_BYTES + 1];
    bool is_here, is_lost; /* it has arrived; it never will, because the link was lost */
    uint32_t status;
    char *text; /* terminated; NULL until it has arrived */
    size_t length;
};

struct answers {
    size_t count; /* how many were asked; not all may have answered */
    struct answer *answer;
};

struct ask;   /* a question of ours */
struct asked; /* a question of another node */

/* Answers a question: must call asked_answer() exactly once, immediately or later. */
typedef void ask_handler(void *context, struct asked *asked, const char *one, const char *other);

struct asks {
    struct cluster *cluster;
    uv_loop_t *loop;
    int64_t last; /* the number of the last question */
    LIST_HEAD(, ask) pending;
    struct {
        ask_handler *handle;
        void *context;
    } handler[ASK_KIND_COUNT];
};

void asks_init(struct asks *asks, struct cluster *cluster, uv_loop_t *loop);
void asks_set_handler(struct asks *asks, enum ask_kind kind, ask_handler *handle, void *context);

/* Asks all peers whose link is up. Calls `done` once, at once if there are none; the answers are valid during the call. */
void asks_send(struct asks *asks, enum ask_kind kind, const char *one, const char *other,
               unsigned milliseconds, void (*done)(void *context, const struct answers *answers),
               void *context);

/* Answers a question of another node, and frees the question. Sends nothing if that node is gone. */
void asked_answer(struct asked *asked, bool status, const char *text, size_t length);

/* The messages ASK and ANSWER. Return false if the body is malformed. */
bool asks_asked(struct asks *asks, struct cluster_peer *peer, const char *body, size_t length);
bool asks_answered(struct asks *asks, const struct cluster_peer *peer, const char *body, size_t length);

/* Stops waiting for answers of this peer. */
void asks_lost(struct asks *asks, int64_t node);

/* Ends questions that have taken too long; called several times per second. */
void asks_tick(struct asks *asks);

/* Ends all questions. */
void asks_stop(struct asks *asks);

#endif
