/* test_jobs.c: whose job runs next. Jobs hold their thread until the test lets them go, so no test depends on time. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/jobs/jobs.h"
#include "tests/support/c/run_suite.h"

enum { MANY = 40, LOG_BYTES = 4096 };

struct piece {
    struct job job;
    const char *name;
    uv_sem_t *gate; /* waited for on the thread; NULL: it does not wait */
    bool unwanted;
    struct piece *then; /* submitted when this one ends */
};

static uv_loop_t loop;
static struct jobs jobs;
static char order[LOG_BYTES]; /* names of the jobs as they ended, "-name" if they did not run */
static unsigned running, running_most;
static uv_mutex_t guard;
static struct metrics *metrics;

static bool begin(struct job *job)
{
    return !((struct piece *)job)->unwanted;
}

static void run(struct job *job)
{
    const struct piece *piece = (struct piece *)job;
    uv_mutex_lock(&guard);
    running++;
    running_most = running > running_most ? running : running_most;
    uv_mutex_unlock(&guard);
    if (piece->gate != NULL) {
        uv_sem_wait(piece->gate);
    }
    uv_mutex_lock(&guard);
    running--;
    uv_mutex_unlock(&guard);
}

static void done(struct job *job, bool ran)
{
    const struct piece *piece = (struct piece *)job;
    size_t length = strlen(order);
    (void)snprintf(order + length, sizeof order - length, "%s%s ", ran ? "" : "-", piece->name);
    if (piece->then != NULL) {
        job_submit(&jobs, &piece->then->job);
    }
}

static void submit(struct piece *piece, enum job_kind kind, const char *owner, const char *name)
{
    piece->name = name;
    piece->job.kind = kind;
    (void)snprintf(piece->job.owner_key, sizeof piece->job.owner_key, "%s", owner);
    piece->job.begin = begin;
    piece->job.run = run;
    piece->job.done = done;
    job_submit(&jobs, &piece->job);
}

static void set_up(void)
{
    jobs_size_pool(1);
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    ck_assert_int_eq(uv_mutex_init(&guard), 0);
    metrics = metrics_new();
    ck_assert_ptr_nonnull(metrics);
    jobs_init(&jobs, &loop, metrics, 1000, 1);
    order[0] = '\0';
    running = running_most = 0;
}

static void finish(void)
{
    (void)uv_run(&loop, UV_RUN_DEFAULT);
}

static void tear_down(void)
{
    jobs_stop(&jobs);
    finish();
    for (unsigned i = 0; i < JOB_KINDS; i++) {
        for (unsigned bucket = 0; bucket < JOB_BUCKETS; bucket++) {
            ck_assert(LIST_EMPTY(&jobs.queue[i].owners[bucket]));
        }
        ck_assert(TAILQ_EMPTY(&jobs.queue[i].turns));
        ck_assert_int_eq(jobs.queue[i].running, 0);
    }
    ck_assert_uint_eq(jobs_waiting(&jobs), 0);
    metrics_free(metrics);
    uv_mutex_destroy(&guard);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

/* Reads the number of dropped jobs from the page of metrics. */
static unsigned dropped(void)
{
    const struct metrics_gauges gauges = {0};
    size_t length = 0;
    char *page = metrics_page(metrics, &gauges, &length);
    ck_assert_ptr_nonnull(page);
    const char *line = strstr(page, "\ngaslight_jobs_dropped_total ");
    ck_assert_ptr_nonnull(line);
    unsigned count = (unsigned)strtoul(line + strlen("\ngaslight_jobs_dropped_total "), NULL, 10);
    free(page);
    return count;
}

START_TEST(owners_take_turns)
{
    static struct piece a[4], b[2], c[1];
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    a[0].gate = &gate;
    submit(&a[0], JOB_BOT, "A", "a0");
    submit(&a[1], JOB_BOT, "A", "a1");
    submit(&a[2], JOB_BOT, "A", "a2");
    submit(&b[0], JOB_BOT, "B", "b0");
    submit(&b[1], JOB_BOT, "B", "b1");
    submit(&a[3], JOB_BOT, "A", "a3");
    submit(&c[0], JOB_BOT, "C", "c0");
    ck_assert_uint_eq(jobs_waiting(&jobs), 6);
    uv_sem_post(&gate);
    finish();
    ck_assert_str_eq(order, "a0 b0 c0 a1 b1 a2 a3 ");
    uv_sem_destroy(&gate);
}
END_TEST

START_TEST(an_owner_has_one_job_running_and_leaves_the_other_thread_to_others)
{
    static struct piece a[MANY], b[1];
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    for (unsigned i = 0; i < MANY; i++) {
        a[i].gate = &gate;
        submit(&a[i], JOB_REQUEST, "A", "a");
    }
    submit(&b[0], JOB_REQUEST, "B", "b");
    while (order[0] == '\0') { /* ends although no job of A does */
        (void)uv_run(&loop, UV_RUN_ONCE);
    }
    ck_assert_str_eq(order, "b ");
    ck_assert_int_eq(jobs.queue[JOB_REQUEST].running, 1);
    running_most = 0;
    for (unsigned i = 0; i < MANY; i++) {
        uv_sem_post(&gate);
    }
    finish();
    ck_assert_uint_eq(running_most, 1);
    ck_assert_uint_eq(strlen(order), strlen("b ") + MANY * strlen("a "));
    uv_sem_destroy(&gate);
}
END_TEST

START_TEST(bots_and_requests_do_not_wait_for_each_other)
{
    static struct piece bot, request;
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    bot.gate = &gate;
    submit(&bot, JOB_BOT, "A", "bot");
    submit(&request, JOB_REQUEST, "A", "request");
    while (order[0] == '\0') {
        (void)uv_run(&loop, UV_RUN_ONCE);
    }
    ck_assert_str_eq(order, "request ");
    uv_sem_post(&gate);
    finish();
    ck_assert_str_eq(order, "request bot ");
    uv_sem_destroy(&gate);
}
END_TEST

START_TEST(a_job_that_nobody_waits_for_is_dropped)
{
    static struct piece a[4];
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    a[0].gate = &gate;
    submit(&a[0], JOB_BOT, "A", "a0");
    submit(&a[1], JOB_BOT, "A", "a1");
    submit(&a[2], JOB_BOT, "A", "a2");
    submit(&a[3], JOB_BOT, "A", "a3");
    a[0].unwanted = true; /* too late: it is running */
    a[1].unwanted = a[2].unwanted = true;
    uv_sem_post(&gate);
    finish();
    ck_assert_str_eq(order, "a0 -a1 -a2 a3 ");
    ck_assert_uint_eq(dropped(), 2);
    uv_sem_destroy(&gate);
}
END_TEST

START_TEST(jobs_that_submit_others_as_they_end_do_not_fill_the_stack)
{
    enum { CHAIN = 200000 };
    struct piece *chain = calloc(CHAIN, sizeof *chain);
    ck_assert_ptr_nonnull(chain);
    for (unsigned i = 0; i < CHAIN; i++) {
        chain[i] = (struct piece){.name = "", .unwanted = true, .then = i + 1 < CHAIN ? &chain[i + 1] : NULL};
        chain[i].job =
            (struct job){.kind = JOB_BOT, .owner_key = "A", .begin = begin, .run = run, .done = done};
    }
    job_submit(&jobs, &chain[0].job);
    ck_assert_uint_eq(dropped(), CHAIN);
    free(chain);
}
END_TEST

START_TEST(stopping_ends_what_waits_and_refuses_what_comes)
{
    static struct piece a[3], b[1];
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    a[0].gate = &gate;
    submit(&a[0], JOB_BOT, "A", "a0");
    submit(&a[1], JOB_BOT, "A", "a1");
    submit(&b[0], JOB_BOT, "B", "b0");
    jobs_stop(&jobs);
    ck_assert(strstr(order, "-a1 ") != NULL && strstr(order, "-b0 ") != NULL);
    ck_assert(!job_may_continue(&a[0].job));
    submit(&a[2], JOB_BOT, "A", "a2");
    ck_assert_ptr_nonnull(strstr(order, "-a2 "));
    uv_sem_post(&gate);
    finish();
    ck_assert_ptr_nonnull(strstr(order, " a0 "));
    uv_sem_destroy(&gate);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("jobs");
    TCase *turns = tcase_create("turns");
    tcase_add_checked_fixture(turns, set_up, tear_down);
    tcase_add_test(turns, owners_take_turns);
    tcase_add_test(turns, an_owner_has_one_job_running_and_leaves_the_other_thread_to_others);
    tcase_add_test(turns, bots_and_requests_do_not_wait_for_each_other);
    tcase_add_test(turns, a_job_that_nobody_waits_for_is_dropped);
    tcase_add_test(turns, jobs_that_submit_others_as_they_end_do_not_fill_the_stack);
    tcase_add_test(turns, stopping_ends_what_waits_and_refuses_what_comes);
    suite_add_tcase(suite, turns);
    return run_suite(suite);
}
