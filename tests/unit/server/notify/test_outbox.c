/* test_outbox.c: what the outbox does while the store refuses to write but still reads, as on a full disk, and while a host
 * has had enough. Sending is tested with real receivers in tests/blackbox/server/test_notify.py. */
#include <check.h>
#include <stdatomic.h>

#include "server/base/wall_clock.h"
#include "server/notify/notify.h"
#include "server/notify/outbox.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

enum {
    MANY = 150, /* more than are read at once */
    DAY = 86400,
    TIMES = 4,                    /* that are noted for each verb */
    PAUSE_MICROSECONDS = 4990000, /* of five seconds, as the loop measures them */
    PATIENCE_SECONDS = 300,
};

/* ---- A store that refuses one verb ------------------------------------------------------------- */

static struct store_engine engine;
static atomic_int refused_verb; /* or -1 */
static atomic_int seen[STORE_VERB_COUNT];
static uint64_t when[STORE_VERB_COUNT][TIMES]; /* uv_hrtime() */

static void note(enum store_verb verb)
{
    int count = atomic_load(&seen[verb]);
    if (count < TIMES) {
        when[verb][count] = uv_hrtime();
    }
    atomic_store(&seen[verb], count + 1);
}

static void run(void *memory, struct store_request *batch, uint64_t number)
{
    int verb = atomic_load(&refused_verb);
    bool refuses = false;
    for (const struct store_request *it = batch; it != NULL; it = STAILQ_NEXT(it, link)) {
        note(it->op[0].verb);
        refuses = refuses || (int)it->op[0].verb == verb;
    }
    if (!refuses) {
        store_memory.run(memory, batch, number);
        return;
    }
    for (struct store_request *it = batch; it != NULL; it = STAILQ_NEXT(it, link)) {
        it->status = STORE_REFUSED;
    }
}

static uint64_t read_rows(void *memory, struct store_request *request)
{
    note(request->op[0].verb);
    return store_memory.read(memory, request);
}

/* ---- Helpers ----------------------------------------------------------------------------------- */

static struct harness harness;
static struct options options;
static struct tables tables; /* only its time zones are used */
static struct notify notify;
static uv_prepare_t before_poll;
static uv_timer_t tick;

static void on_before_poll(uv_prepare_t *ignored)
{
    (void)ignored;
    outbox_flush(notify.outbox);
}

static void on_tick(uv_timer_t *ignored)
{
    (void)ignored; /* ends a step of the loop */
}

/* Runs the loop until the store has been asked so often, and has answered. */
static void run_until(enum store_verb verb, int count)
{
    uint64_t begun = uv_hrtime();
    while (atomic_load(&seen[verb]) < count || store_depth(harness.store) > 0) {
        ck_assert_uint_lt((uv_hrtime() - begun) / 1000000000, PATIENCE_SECONDS);
        (void)uv_run(&harness.loop, UV_RUN_ONCE);
    }
}

/* Checks that there was a pause before the store was asked for the Nth time, counted from 0. */
static void check_pause(enum store_verb verb, unsigned number)
{
    ck_assert_uint_ge((when[verb][number] - when[verb][number - 1]) / 1000, PAUSE_MICROSECONDS);
}

static void set_up(void)
{
    engine = store_memory;
    engine.run = run;
    engine.read = read_rows;
    atomic_store(&refused_verb, -1);
    options_init(&options);
    harness_begin(&harness, &engine);
    notify = (struct notify){.loop = &harness.loop,
                             .options = &options,
                             .tables = &tables,
                             .metrics = metrics_new(),
                             .store = harness.store,
                             .is_on = true,
                             .has_keys = true};
    notify.outbox = outbox_new(&notify);
    ck_assert_int_eq(uv_prepare_init(&harness.loop, &before_poll), 0);
    ck_assert_int_eq(uv_prepare_start(&before_poll, on_before_poll), 0);
    ck_assert_int_eq(uv_timer_init(&harness.loop, &tick), 0);
    ck_assert_int_eq(uv_timer_start(&tick, on_tick, 10, 10), 0);
    ck_assert_int_eq(ask(&harness, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1)), STORE_OK);
    ck_assert_int_eq(ask(&harness, STORE_CHANNEL_PUT,
                         TEXTS("c1", "p1", "webhook", "https://a.example/", "{}", "", "en"),
                         NUMBERS_OF(1, 1, 10)),
                     STORE_OK);
}

static void do_nothing(void *context)
{
    (void)context;
}

static void tear_down(void)
{
    notify.stopping = true;
    ck_assert_int_eq(uv_prepare_stop(&before_poll), 0);
    outbox_close(notify.outbox, do_nothing, NULL);
    uv_close((uv_handle_t *)&before_poll, NULL);
    uv_close((uv_handle_t *)&tick, NULL);
    harness_end(&harness);
    metrics_free(notify.metrics);
}

/* Adds a notification that cannot be written, so it is dropped instead of sent, while the store refuses a verb. */
static void add(enum store_verb verb, int64_t until)
{
    ck_assert_int_eq(ask(&harness, STORE_OUTBOX_ADD, TEXTS("p1", "webhook", "https://a.example/", "n1", "{}"),
                         NUMBERS_OF(1, until)),
                     STORE_OK);
    atomic_store(&refused_verb, (int)verb);
    outbox_kick(notify.outbox);
}

static bool is_empty(void)
{
    return ask(&harness, STORE_OUTBOX_NEXT, TEXTS("", ""), NUMBERS_OF(1, -1)) == STORE_NOTHING;
}

/* ---- Tests ------------------------------------------------------------------------------------- */

START_TEST(a_refused_claim_is_tried_again_after_a_pause)
{
    add(STORE_OUTBOX_CLAIM, wall_clock_now() + DAY);
    run_until(STORE_OUTBOX_CLAIM, 1);
    outbox_kick(notify.outbox); /* another notification does not end the pause */
    atomic_store(&refused_verb, -1);
    run_until(STORE_OUTBOX_DONE, 1);
    ck_assert_int_eq(seen[STORE_OUTBOX_CLAIM], 2);
    check_pause(STORE_OUTBOX_CLAIM, 1);
    check_pause(STORE_OUTBOX_NEXT, 1);
    ck_assert(is_empty());
}
END_TEST

START_TEST(a_refused_result_is_stored_after_a_pause_and_nothing_is_sent_again)
{
    add(STORE_OUTBOX_DONE, wall_clock_now() + DAY);
    run_until(STORE_OUTBOX_DONE, 2);
    atomic_store(&refused_verb, -1);
    run_until(STORE_OUTBOX_DONE, 3);
    check_pause(STORE_OUTBOX_DONE, 1);
    check_pause(STORE_OUTBOX_DONE, 2);
    ck_assert_int_eq(seen[STORE_OUTBOX_CLAIM], 1);
    ck_assert(is_empty());
}
END_TEST

START_TEST(what_is_too_late_is_dropped_after_a_pause)
{
    add(STORE_OUTBOX_DONE, 2);
    run_until(STORE_OUTBOX_DONE, 1);
    atomic_store(&refused_verb, -1);
    run_until(STORE_OUTBOX_DONE, 2);
    check_pause(STORE_OUTBOX_DONE, 1);
    check_pause(STORE_OUTBOX_NEXT, 1);
    ck_assert_int_eq(seen[STORE_OUTBOX_CLAIM], 0);
    ck_assert(is_empty());
}
END_TEST

START_TEST(a_result_that_was_refused_does_not_delay_the_end)
{
    add(STORE_OUTBOX_DONE, wall_clock_now() + DAY);
    run_until(STORE_OUTBOX_DONE, 1);
}
END_TEST

/* Both hosts are sent one notification per minute; those of the second one are due after all others. */
START_TEST(notifications_that_wait_for_a_host_delay_no_others_and_are_not_written)
{
    int64_t until = wall_clock_now() + DAY;
    options.notify_host_per_minute = 1;
    ck_assert_int_eq(ask(&harness, STORE_CHANNEL_PUT,
                         TEXTS("c2", "p1", "webhook", "https://b.example/", "{}", "", "en"),
                         NUMBERS_OF(1, 1, 10)),
                     STORE_OK);
    for (int i = 0; i <= MANY; i++) {
        char id[16];
        (void)snprintf(id, sizeof id, "n%d", i);
        ck_assert_int_eq(
            ask(&harness, STORE_OUTBOX_ADD,
                TEXTS("p1", "webhook", i < MANY ? "https://a.example/" : "https://b.example/", id, "{}"),
                NUMBERS_OF(i, until)),
            STORE_OK);
    }
    outbox_kick(notify.outbox);
    run_until(STORE_OUTBOX_DONE, 2); /* the first one of each host, if no minute ends meanwhile */
    const struct store_request *rows;
    do {
        run_until(STORE_OUTBOX_NEXT, atomic_load(&seen[STORE_OUTBOX_NEXT]));
        rows = ask_rows(&harness, STORE_OUTBOX_NEXT, TEXTS("", ""), NUMBERS_OF(MANY + 1, -1));
    } while (strcmp(rows->row[rows->rows - 1].text[0], "c2") == 0);
    ck_assert_uint_ge(rows->rows, MANY / 2);
    for (size_t i = 0; i < rows->rows; i++) {
        ck_assert_str_eq(rows->row[i].text[0], "c1");
        ck_assert_int_le(rows->row[i].number[0], MANY);
    }
    ck_assert_int_eq(seen[STORE_OUTBOX_RETRY], 0);
    ck_assert_int_le(seen[STORE_OUTBOX_CLAIM], seen[STORE_OUTBOX_DONE] + 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("outbox");
    TCase *tcase = tcase_create("outbox");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_refused_claim_is_tried_again_after_a_pause);
    tcase_add_test(tcase, a_refused_result_is_stored_after_a_pause_and_nothing_is_sent_again);
    tcase_add_test(tcase, what_is_too_late_is_dropped_after_a_pause);
    tcase_add_test(tcase, a_result_that_was_refused_does_not_delay_the_end);
    tcase_add_test(tcase, notifications_that_wait_for_a_host_delay_no_others_and_are_not_written);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
