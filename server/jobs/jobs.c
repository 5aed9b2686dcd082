/* jobs.c: see jobs.h. */
#include "server/jobs/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/identity.h"

enum { REQUESTS_RUNNING_MAX = 2, RESOLVERS = 1 /* names of other nodes never wait for jobs */ };

/* Somebody who has jobs of one kind. Freed with the last of them. */
struct job_owner {
    LIST_ENTRY(job_owner) entry;
    TAILQ_ENTRY(job_owner) turn;
    char key[JOB_OWNER_BYTES];
    STAILQ_HEAD(, job) waiting;
    bool is_running; /* one of its jobs is */
};

void jobs_size_pool(long bots)
{
    char threads[24];
    snprintf(threads, sizeof threads, "%ld", bots + REQUESTS_RUNNING_MAX + RESOLVERS);
    uv_os_setenv("UV_THREADPOOL_SIZE", threads);
}

void jobs_init(struct jobs *jobs, uv_loop_t *loop, struct metrics *metrics, long milliseconds, long bots)
{
    *jobs = (struct jobs){.loop = loop, .metrics = metrics, .milliseconds = (uint64_t)milliseconds};
    for (unsigned i = 0; i < JOB_KINDS; i++) {
        for (unsigned bucket = 0; bucket < JOB_BUCKETS; bucket++) {
            LIST_INIT(&jobs->queue[i].owners[bucket]);
        }
        TAILQ_INIT(&jobs->queue[i].turns);
        jobs->queue[i].running_max = i == JOB_BOT ? bots : REQUESTS_RUNNING_MAX;
    }
    atomic_init(&jobs->stopping, false);
}

size_t jobs_waiting(const struct jobs *jobs)
{
    size_t count = 0;
    for (unsigned i = 0; i < JOB_KINDS; i++) {
        count += jobs->queue[i].waiting;
    }
    return count;
}

/* ---- on a thread ---- */

static uint64_t processor_milliseconds(void)
{
    struct timespec time;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0
               ? (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000
               : 0;
}

bool job_may_continue(const struct job *job)
{
    return !atomic_load(&job->jobs->stopping) && processor_milliseconds() < job->deadline;
}

static void run(uv_work_t *work)
{
    struct job *job = work->data;
    job->deadline = processor_milliseconds() + job->jobs->milliseconds;
    job->run(job);
}

/* ---- owners ---- */

static unsigned bucket_of(const char *key)
{
    return (unsigned)(identity_fingerprint(key, strlen(key)) % JOB_BUCKETS);
}

/* Returns the owner of this key, a new one if needed. Returns NULL if there is no memory. */
static struct job_owner *get_owner(struct job_queue *queue, const char *key)
{
    unsigned bucket = bucket_of(key);
    struct job_owner *owner;
    LIST_FOREACH (owner, &queue->owners[bucket], entry) {
        if (strcmp(owner->key, key) == 0) {
            return owner;
        }
    }
    owner = calloc(1, sizeof *owner);
    if (owner != NULL) {
        snprintf(owner->key, sizeof owner->key, "%s", key);
        STAILQ_INIT(&owner->waiting);
        LIST_INSERT_HEAD(&queue->owners[bucket], owner, entry);
    }
    return owner;
}

/* Puts an owner whose jobs wait at the end of the turns, or frees one that has no jobs. */
static void next_turn(struct job_queue *queue, struct job_owner *owner)
{
    if (!STAILQ_EMPTY(&owner->waiting)) {
        TAILQ_INSERT_TAIL(&queue->turns, owner, turn);
    } else if (!owner->is_running) {
        LIST_REMOVE(owner, entry);
        free(owner);
    }
}

/* Takes the first job of an owner whose turn it is. */
static struct job *take_waiting(struct job_queue *queue, struct job_owner *owner)
{
    struct job *job = STAILQ_FIRST(&owner->waiting);
    STAILQ_REMOVE_HEAD(&owner->waiting, entry);
    queue->waiting--;
    return job;
}

/* ---- taking turns ---- */

static void start_waiting(struct job_queue *queue);

static void finished(uv_work_t *work, int status)
{
    struct job *job = work->data;
    struct job_queue *queue = &job->jobs->queue[job->kind];
    struct job_owner *owner = job->owner;
    queue->running--;
    owner->is_running = false;
    next_turn(queue, owner);
    job->done(job, status == 0);
    start_waiting(queue);
}

/* Starts a job unless nobody waits for it any more. Returns whether it was started. */
static bool start(struct job_queue *queue, struct job *job)
{
    struct jobs *jobs = job->jobs;
    if (job->begin != NULL && !job->begin(job)) {
        metrics_add(jobs->metrics, METRIC_JOBS_DROPPED, 1);
        return false;
    }
    if (uv_queue_work(jobs->loop, &job->work, run, finished) != 0) {
        return false;
    }
    queue->running++;
    job->owner->is_running = true;
    return true;
}

/* If a job that ends submits another one, the loop that is already running starts it. */
static void start_waiting(struct job_queue *queue)
{
    if (queue->is_starting) {
        return;
    }
    queue->is_starting = true;
    while (!TAILQ_EMPTY(&queue->turns) && queue->running < queue->running_max) {
        struct job_owner *owner = TAILQ_FIRST(&queue->turns);
        struct job *job = take_waiting(queue, owner);
        TAILQ_REMOVE(&queue->turns, owner, turn);
        if (!start(queue, job)) {
            next_turn(queue, owner);
            job->done(job, false);
        }
    }
    queue->is_starting = false;
}

void job_submit(struct jobs *jobs, struct job *job)
{
    struct job_queue *queue = &jobs->queue[job->kind];
    struct job_owner *owner = atomic_load(&jobs->stopping) ? NULL : get_owner(queue, job->owner_key);
    job->jobs = jobs;
    job->work.data = job;
    job->owner = owner;
    if (owner == NULL) {
        job->done(job, false);
        return;
    }
    bool had_turn = !STAILQ_EMPTY(&owner->waiting);
    STAILQ_INSERT_TAIL(&owner->waiting, job, entry);
    queue->waiting++;
    if (!had_turn && !owner->is_running) {
        TAILQ_INSERT_TAIL(&queue->turns, owner, turn);
    }
    start_waiting(queue);
}

/* ---- stopping ---- */

/* Ends the waiting jobs of some owners. Owners of running ones are freed when those have finished. */
static void stop_owners(struct job_queue *queue, struct job_owner *first)
{
    for (struct job_owner *owner = first, *next; owner != NULL; owner = next) {
        next = LIST_NEXT(owner, entry);
        while (!STAILQ_EMPTY(&owner->waiting)) {
            struct job *job = take_waiting(queue, owner);
            job->done(job, false);
        }
        next_turn(queue, owner);
    }
}

void jobs_stop(struct jobs *jobs)
{
    atomic_store(&jobs->stopping, true);
    for (unsigned i = 0; i < JOB_KINDS; i++) {
        TAILQ_INIT(&jobs->queue[i].turns);
        for (unsigned bucket = 0; bucket < JOB_BUCKETS; bucket++) {
            stop_owners(&jobs->queue[i], LIST_FIRST(&jobs->queue[i].owners[bucket]));
        }
    }
}
