/*
 * jobs.h: long work for one request, done on libuv's thread pool: deductions and replays.
 *
 * Anyone can make up a game whose trails take very long to count, so this work is bounded. At most a few jobs run at
 * the same time, so that bots always find a free thread; the others wait in a queue, first come, first served. Each
 * job has a budget of processor time, which it checks between its steps. When the server stops, waiting jobs are not
 * started and running ones end at their next step.
 */
#ifndef GASLIGHT_JOBS_H
#define GASLIGHT_JOBS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>
#include <uv.h>

struct jobs {
    uv_loop_t *loop;
    uint64_t milliseconds; /* of processor time for each job */
    STAILQ_HEAD(, job) waiting;
    unsigned running;
    atomic_bool stopping; /* read by the jobs' threads */
};

/* The first member of whatever the work needs. */
struct job {
    uv_work_t work;
    STAILQ_ENTRY(job) entry;
    struct jobs *jobs;
    void (*run)(struct job *job);            /* on another thread */
    void (*done)(struct job *job, bool ran); /* on the loop; `ran` is false if the job was never started */
    uint64_t deadline;                       /* of its thread's processor time, in milliseconds */
};

/* Sizes the thread pool for the jobs and `bots` bots thinking beside them. Call it before anything uses the pool. */
void jobs_size_pool(long bots);

void jobs_init(struct jobs *jobs, uv_loop_t *loop, long milliseconds);

/* Queues a job; only `run` and `done` are set. `done` is always called, possibly before this returns. */
void job_submit(struct jobs *jobs, struct job *job);

/* Returns whether the job may take another step. Called on its thread. */
bool job_may_continue(const struct job *job);

void jobs_stop(struct jobs *jobs);

#endif
