/* test_occasions.c: a clock that runs low notifies the player whose turn it is, once. Other occasions are tested with real
 * clients in tests/blackbox/server/test_notify.py. */
#include "server/base/wall_clock.h"
#include "server/notify/occasions.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

#include <check.h>

enum { CLOCK = 600, LOW = 150 };

static struct harness harness;
static struct options options;
static struct sessions sessions;
static struct tables tables;
static struct notify notify;
static struct table *table;

static void do_nothing(struct table *ignored)
{
    (void)ignored;
}

/* A running game in which it is the turn of p1, who is Jack and has a webhook. */
static void set_up(void)
{
    struct lobby lobby = {.state = TABLE_RUNNING, .game = GAME_WHITEHALL, .clock = CLOCK};
    options_init(&options);
    harness_begin(&harness, &store_memory);
    ck_assert(identity_init());
    ck_assert(sessions_init(&sessions, &harness.loop, &options, NULL));
    ck_assert(tables_init(&tables, &sessions));
    tables.hooks = (struct table_hooks){.changed = do_nothing, .idle = do_nothing, .removed = do_nothing};
    tables.store = harness.store;
    notify = (struct notify){
        .loop = &harness.loop, .options = &options, .tables = &tables, .store = harness.store, .is_on = true};
    tables.notify = &notify;
    lobby.setup = play_setup_two(GAME_WHITEHALL, 0);
    lobby_add_member(&lobby, "p1", "Ann", PAWN_BIT(PAWN_JACK));
    lobby_add_member(&lobby, "p2", "Bob", (unsigned)lobby.setup.pawns[1]);
    table = table_new(&tables, "t1", &lobby);
    ck_assert_int_eq(game_new(table_board(table), &table->game, &lobby.setup), ERROR_OK);
    ck_assert_uint_eq(game_actors(&table->game), PAWN_BIT(PAWN_JACK));
    const char *const players[] = {"p1", "p2"};
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_int_eq(ask(&harness, STORE_PLAYER_ADD, TEXTS(players[i], "Ann", players[i]), NUMBERS_OF(1)),
                         STORE_OK);
        ck_assert_int_eq(ask(&harness, STORE_CHANNEL_PUT,
                             TEXTS(players[i], players[i], "webhook", "https://a.example/", "{}", "", "en"),
                             NUMBERS_OF(1, 1, 10)),
                         STORE_OK);
    }
}

static void tear_down(void)
{
    tables_free(&tables);
    sessions_free(&sessions);
    harness_end(&harness);
}

/* Sets how many seconds are left, sweeps, and returns how many notifications wait. */
static size_t sweep(unsigned left)
{
    table->clock.at = wall_clock_milliseconds();
    table->clock.left = (int64_t)left * 1000;
    occasions_sweep(&notify);
    return ask_rows(&harness, STORE_OUTBOX_NEXT, TEXTS("", ""), NUMBERS_OF(100, -1))->rows;
}

START_TEST(a_low_clock_notifies_the_player_whose_turn_it_is_once)
{
    ck_assert_uint_eq(sweep(LOW + 30), 0);
    ck_assert_uint_eq(sweep(LOW - 10), 1);
    const struct store_request *rows =
        ask_rows(&harness, STORE_OUTBOX_NEXT, TEXTS("", ""), NUMBERS_OF(100, -1));
    ck_assert_str_eq(rows->row[0].text[0], "p1");
    ck_assert_ptr_nonnull(strstr(rows->row[0].text[6], "\"kind\":\"clock\",\"table\":\"t1\""));
    ck_assert_int_eq(ask(&harness, STORE_NOTICE_LOOK, TEXTS("p1", "t1"), NO_NUMBERS), STORE_OK);
    ck_assert_uint_eq(sweep(LOW - 60), 0); /* not again in the same turn */
}
END_TEST

START_TEST(nobody_is_warned_again_after_a_restart)
{
    ck_assert_uint_eq(sweep(LOW - 10), 1);
    table->low_clock = 0; /* it is not stored */
    ck_assert_uint_eq(sweep(LOW - 20), 1);
    ck_assert_uint_eq(sweep(LOW - 30), 1);
}
END_TEST

START_TEST(a_warning_is_dropped_when_the_time_is_over)
{
    ck_assert_uint_eq(sweep(LOW - 10), 1);
    const struct store_request *rows =
        ask_rows(&harness, STORE_OUTBOX_NEXT, TEXTS("", ""), NUMBERS_OF(100, -1));
    int64_t seconds = rows->row[0].number[1] - wall_clock_now();
    ck_assert_int_le(seconds, LOW - 9);
    ck_assert_int_ge(seconds, LOW / 2);
}
END_TEST

START_TEST(a_short_clock_and_a_table_without_one_notify_nobody)
{
    table->lobby.clock = 0;
    ck_assert_uint_eq(sweep(0), 0);
    table->lobby.clock = CLOCK - 1;
    ck_assert_uint_eq(sweep(1), 0);
}
END_TEST

START_TEST(a_clock_that_stands_still_notifies_nobody_until_it_goes_on)
{
    table->clock.held_until = wall_clock_milliseconds() + 3600000;
    ck_assert_uint_eq(sweep(LOW - 10), 0);
    table->clock.held_until = 0;
    ck_assert_uint_eq(sweep(LOW - 10), 1);
}
END_TEST

START_TEST(a_bot_that_plays_for_somebody_is_not_awaited)
{
    table->lobby.member[0].bot = 1;
    ck_assert_uint_eq(sweep(1), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("occasions");
    TCase *tcase = tcase_create("occasions");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_low_clock_notifies_the_player_whose_turn_it_is_once);
    tcase_add_test(tcase, nobody_is_warned_again_after_a_restart);
    tcase_add_test(tcase, a_warning_is_dropped_when_the_time_is_over);
    tcase_add_test(tcase, a_short_clock_and_a_table_without_one_notify_nobody);
    tcase_add_test(tcase, a_clock_that_stands_still_notifies_nobody_until_it_goes_on);
    tcase_add_test(tcase, a_bot_that_plays_for_somebody_is_not_awaited);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
