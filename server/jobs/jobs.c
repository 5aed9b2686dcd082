/* jobs.c: see jobs.h. */
#include "server/jobs/jobs.h"

#include <stdio.h>
#include <time.h>

enum { RUNNING_MAX = 2 };

void jobs_size_pool(long bots)
{
    char threads[24];
    snprintf(threads, sizeof threads, "%ld", bots + RUNNING_MAX);
    uv_os_setenv("UV_THREADPOOL_SIZE", threads);
}

void jobs_init(struct jobs *jobs, uv_loop_t *loop, long milliseconds)
{
    jobs->loop = loop;
    jobs->milliseconds = (uint64_t)milliseconds;
    STAILQ_INIT(&jobs->waiting);
    jobs->running = 0;
    atomic_init(&jobs->stopping, false);
}

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

static void start_waiting(struct jobs *jobs);

static void finished(uv_work_t *work, int status)
{
    struct job *job = work->data;
    struct jobs *jobs = job->jobs;
    jobs->running--;
    job->done(job, status == 0);
    start_waiting(jobs);
}

static struct job *take_waiting(struct jobs *jobs)
{
    struct job *job = STAILQ_FIRST(&jobs->waiting);
    STAILQ_REMOVE_HEAD(&jobs->waiting, entry);
    return job;
}

static void start_waiting(struct jobs *jobs)
{
    while (!STAILQ_EMPTY(&jobs->waiting) && jobs->running < RUNNING_MAX) {
        struct job *job = take_waiting(jobs);
        if (uv_queue_work(jobs->loop, &job->work, run, finished) == 0) {
            jobs->running++;
        } else {
            job->done(job, false);
        }
    }
}

void job_submit(struct jobs *jobs, struct job *job)
{
    job->jobs = jobs;
    job->work.data = job;
    if (atomic_load(&jobs->stopping)) {
        job->done(job, false);
        return;
    }
    STAILQ_INSERT_TAIL(&jobs->waiting, job, entry);
    start_waiting(jobs);
}

void jobs_stop(struct jobs *jobs)
{
    atomic_store(&jobs->stopping, true);
    while (!STAILQ_EMPTY(&jobs->waiting)) {
        struct job *job = take_waiting(jobs);
        job->done(job, false);
    }
}
