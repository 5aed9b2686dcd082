/* errands.c: see errands.h. */
#include "server/jobs/jobs.h"

#include <stdio.h>
#include <time.h>

enum { AT_ONCE = 2 };

void errands_size_pool(long thoughts)
{
    char threads[24];
    snprintf(threads, sizeof threads, "%ld", thoughts + AT_ONCE);
    uv_os_setenv("UV_THREADPOOL_SIZE", threads);
}

static uint64_t processor_milliseconds(void)
{
    struct timespec time;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0
               ? (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000
               : 0;
}

bool errand_goes_on(const struct errand *errand)
{
    return !atomic_load(&errand->server->errands_end) && processor_milliseconds() < errand->end;
}

static void run(uv_work_t *work)
{
    struct errand *errand = work->data;
    errand->end = processor_milliseconds() + (uint64_t)errand->server->options.deduce_milliseconds;
    errand->run(errand);
}

static void begin_some(struct server *server);

static void ran(uv_work_t *work, int status)
{
    struct errand *errand = work->data;
    struct server *server = errand->server;
    server->errands--;
    errand->done(errand, status == 0);
    begin_some(server);
}

static void begin_some(struct server *server)
{
    while (server->errands_waiting != NULL && server->errands < AT_ONCE) {
        struct errand *errand = server->errands_waiting;
        server->errands_waiting = errand->next;
        server->errands++;
        if (uv_queue_work(server->loop, &errand->work, run, ran) != 0) {
            ran(&errand->work, UV_ENOMEM);
        }
    }
}

void errand_send(struct server *server, struct errand *errand)
{
    struct errand **last = &server->errands_waiting;
    errand->server = server;
    errand->work.data = errand;
    if (server->stopping) {
        errand->done(errand, false);
        return;
    }
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = errand;
    begin_some(server);
}

void errands_stop(struct server *server)
{
    atomic_store(&server->errands_end, true);
    while (server->errands_waiting != NULL) {
        struct errand *errand = server->errands_waiting;
        server->errands_waiting = errand->next;
        errand->done(errand, false);
    }
}
