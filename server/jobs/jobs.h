/*
 * errands.h: long work for one request, done on libuv's pool: deductions and replays.
 *
 * Whoever makes up a game can make one whose trails take long to count, so this is bounded: a few errands at
 * once and the others in a queue, in the order they came, so that the bots' thoughts always find a thread; and
 * each has so much processor time and no more, which it asks about between its steps. When the server stops,
 * those that wait are not begun and those under way end at their next step.
 */
#ifndef GASLIGHT_ERRANDS_H
#define GASLIGHT_ERRANDS_H

#include "server/server.h"

/* Before anybody works on the pool: threads for the errands, and for so many thoughts of bots beside them. */
void errands_size_pool(long thoughts);

/* The first member of whatever the work needs. */
struct errand {
    uv_work_t work;
    struct errand *next; /* of those that wait */
    struct server *server;
    void (*run)(struct errand *errand);            /* on another thread */
    void (*done)(struct errand *errand, bool ran); /* on the loop again; false: it was not begun */
    uint64_t end;                                  /* of its thread's processor time, in milliseconds */
};

/* `errand` is empty but for `run` and `done`. `done` is called in every case, perhaps at once. */
void errand_send(struct server *server, struct errand *errand);

/* On its thread: whether it may take another step. */
bool errand_goes_on(const struct errand *errand);

void errands_stop(struct server *server);

#endif
