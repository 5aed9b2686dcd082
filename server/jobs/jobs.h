/*
 * jobs.h: long work on libuv's thread pool, shared out fairly: deductions and replays, and bots' decisions.
 *
 * Anyone can make up a game whose trails take very long to count, and anyone can ask for many replays, so this work
 * is bounded. Each job belongs to an owner: the network of the client who asked for it, or of the host whose bots
 * think. At most one job of an owner runs at a time, and owners take turns; an owner's own jobs are run in order. So a
 * job waits for at most one job of each other owner, however many they have submitted.
 *
 * What players ask for and what bots think are two queues with threads of their own. They never wait for each other:
 * otherwise a player could learn from the delay of a request how long Jack's bot has been thinking.
 *
 * A job that nobody waits for any more is dropped when its turn comes: its `begin` says so. A player's job has a budget
 * of processor time, which it checks between its steps. When the server stops, waiting jobs are not started and running
 * ones end at their next step.
 *
 * Everything but `run` and job_may_continue() happens on the loop's thread.
 */
#ifndef GASLIGHT_JOBS_H
#define GASLIGHT_JOBS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>
#include <uv.h>

#include "server/base/metrics.h"

enum job_kind { JOB_REQUEST, JOB_BOT, JOB_KINDS };

enum { JOB_OWNER_BYTES = 64, JOB_BUCKETS = 256 };

struct job_owner;

/* The jobs of one kind. */
struct job_queue {
    LIST_HEAD(, job_owner) owners[JOB_BUCKETS]; /* that have a job, by a hash of their keys */
    TAILQ_HEAD(, job_owner) turns; /* those with a job to start and none running; the first one is next */
    size_t waiting;
    long running, running_max;
    bool is_starting; /* jobs: what they do when they end must not start others on the same stack */
};

struct jobs {
    uv_loop_t *loop;
    struct metrics *metrics; /* counts dropped jobs */
    uint64_t milliseconds;   /* of processor time for each job */
    struct job_queue queue[JOB_KINDS];
    atomic_bool stopping; /* read by the jobs' threads */
};

/* The first member of whatever the work needs. The caller sets the first five and leaves the others 0. */
struct job {
    enum job_kind kind;
    char owner_key[JOB_OWNER_BYTES];
    bool (*begin)(struct job *job);          /* its turn has come; returns false to drop it; may be NULL */
    void (*run)(struct job *job);            /* on another thread */
    void (*done)(struct job *job, bool ran); /* `ran` is false if it was not run; may free the job */
    uv_work_t work;
    STAILQ_ENTRY(job) entry;
    struct jobs *jobs;
    struct job_owner *owner;
    uint64_t deadline; /* of its thread's processor time, in milliseconds */
};

/* Sizes the thread pool for the jobs and `bots` bots thinking beside them. Call it before anything uses the pool. */
void jobs_size_pool(long bots);

void jobs_init(struct jobs *jobs, uv_loop_t *loop, struct metrics *metrics, long milliseconds, long bots);

/* Returns how many jobs wait for their turn. */
size_t jobs_waiting(const struct jobs *jobs);

/* Queues a job. `done` is always called once, possibly before this returns. */
void job_submit(struct jobs *jobs, struct job *job);

/* Returns whether the job may take another step. Called on its thread. */
bool job_may_continue(const struct job *job);

void jobs_stop(struct jobs *jobs);

#endif
