/*
 * test_store_notices.c: what the store does about notifications: channels, choices, quiet hours, limits and the outbox.
 * Each test runs on all engines.
 */
#include <check.h>

#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

static const struct store_engine *const engines[] = {&store_sqlite, &store_memory, &store_postgres};
enum { ENGINES = 3, NOON = 1700049600, DAY = 86400, HOURLY = 5, TURN = 1, CHAT = 8, CLOCK = 16 };

/* ---- Helpers ----------------------------------------------------------------------------------- */

static void begin(struct harness *it, int engine)
{
    harness_begin(it, engines[engine]);
    ck_assert_int_eq(ask(it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1)), STORE_OK);
    ck_assert_int_eq(ask(it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1)), STORE_OK);
}

static enum store_status put_channel(struct harness *it, const char *id, const char *player, const char *kind,
                                     const char *address, const char *code)
{
    return ask(it, STORE_CHANNEL_PUT, TEXTS(id, player, kind, address, "{}", code, "en"),
               NUMBERS_OF(NOON, NOON + 600, 3));
}

static enum store_status put_hook(struct harness *it, const char *id, const char *player)
{
    return put_channel(it, id, player, "webhook", id, "");
}

static void notice(struct harness *it, const char *table, const char *id, int64_t event, int64_t now)
{
    int64_t part = event == TURN ? NOTICE_BEGINS_TURN : event == CLOCK ? NOTICE_WARNS : NOTICE_TELLS;
    ck_assert_int_eq(
        ask(it, STORE_NOTICE_ADD, TEXTS("p1", table, id, "{}"), NUMBERS_OF(now, event, HOURLY, DAY, part)),
        STORE_OK);
}

static const struct store_request *outbox(struct harness *it)
{
    return ask_rows(it, STORE_OUTBOX_NEXT, TEXTS("", ""), NUMBERS_OF(100, -1));
}

/* ---- Tests ------------------------------------------------------------------------------------- */

START_TEST(the_first_secret_remains)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(ask(&it, STORE_SECRET_OF, TEXTS("vapid"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_SECRET_PUT, TEXTS("vapid", "one"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_SECRET_PUT, TEXTS("vapid", "two"), NO_NUMBERS), STORE_OK);
    ck_assert_str_eq(ask_rows(&it, STORE_SECRET_OF, TEXTS("vapid"), NO_NUMBERS)->row[0].text[0], "one");
    harness_end(&it);
}
END_TEST

START_TEST(a_player_has_a_limited_number_of_channels)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    ck_assert_int_eq(put_hook(&it, "c2", "p1"), STORE_OK);
    ck_assert_int_eq(put_hook(&it, "c3", "p1"), STORE_OK);
    ck_assert_int_eq(put_hook(&it, "c4", "p1"), STORE_NOTHING);
    ck_assert_int_eq(put_hook(&it, "c5", "p2"), STORE_OK);
    ck_assert_int_eq(put_hook(&it, "c6", "p3"), STORE_NOTHING); /* nobody */
    /* The same address again keeps its id. */
    ck_assert_int_eq(put_channel(&it, "c7", "p1", "webhook", "c3", ""), STORE_OK);
    const struct store_request *channels = ask_rows(&it, STORE_CHANNELS_OF, TEXTS("p1"), NO_NUMBERS);
    ck_assert_uint_eq(channels->rows, 3);
    ck_assert_str_eq(channels->row[2].text[0], "c3");
    ck_assert_int_eq(channels->row[2].number[1], 1);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_REMOVE, TEXTS("c3", "p2"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_REMOVE, TEXTS("c3", "p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_REMOVE, TEXTS("c2", ""), NO_NUMBERS), STORE_OK);
    ck_assert_uint_eq(ask_rows(&it, STORE_CHANNELS_OF, TEXTS("p1"), NO_NUMBERS)->rows, 1);
    harness_end(&it);
}
END_TEST

START_TEST(an_address_is_used_once_its_code_was_typed)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_channel(&it, "c1", "p1", "mail", "ann@example.org", "hash"), STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_CONFIRM, TEXTS("p1", "c1", "wrong"), NUMBERS_OF(NOON)),
                     STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_CONFIRM, TEXTS("p1", "c1", ""), NUMBERS_OF(NOON)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_CONFIRM, TEXTS("p2", "c1", "hash"), NUMBERS_OF(NOON)),
                     STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_CONFIRM, TEXTS("p1", "c1", "hash"), NUMBERS_OF(NOON + 600)),
                     STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_CONFIRM, TEXTS("p1", "c1", "hash"), NUMBERS_OF(NOON + 599)),
                     STORE_OK);
    notice(&it, "t1", "n2", TURN, NOON);
    ck_assert_uint_eq(outbox(&it)->rows, 1);
    harness_end(&it);
}
END_TEST

static enum store_status count_code(struct harness *it, const char *mailbox, int64_t now)
{
    return ask(it, STORE_MAILBOX_COUNT, TEXTS(mailbox), NUMBERS_OF(now, DAY));
}

START_TEST(a_mailbox_is_sent_three_codes_in_any_day)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(count_code(&it, "m1", NOON), STORE_OK);
    ck_assert_int_eq(count_code(&it, "m1", NOON + 100), STORE_OK);
    ck_assert_int_eq(count_code(&it, "m1", NOON + 200), STORE_OK);
    ck_assert_int_eq(count_code(&it, "m1", NOON + 300), STORE_CONFLICT);
    ck_assert_int_eq(count_code(&it, "m2", NOON + 300), STORE_OK);
    ck_assert_int_eq(count_code(&it, "m1", NOON + DAY - 1), STORE_CONFLICT);
    ck_assert_int_eq(count_code(&it, "m1", NOON + DAY), STORE_OK); /* the first is a day old */
    ck_assert_int_eq(count_code(&it, "m1", NOON + DAY + 99), STORE_CONFLICT);
    ck_assert_int_eq(count_code(&it, "m1", NOON + DAY + 100), STORE_OK);
    ck_assert_int_eq(count_code(&it, "m3", NOON + 9 * DAY), STORE_OK); /* drops the others */
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(count_code(&it, "m1", NOON + 9 * DAY), STORE_OK);
    }
    ck_assert_int_eq(count_code(&it, "m1", NOON + 9 * DAY), STORE_CONFLICT);
    harness_end(&it);
}
END_TEST

START_TEST(there_is_one_notification_per_table_until_the_player_looks)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    ck_assert_int_eq(put_hook(&it, "c2", "p1"), STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    ck_assert_uint_eq(outbox(&it)->rows, 2); /* one per channel */
    notice(&it, "t1", "n2", TURN, NOON + 1);
    ck_assert_uint_eq(outbox(&it)->rows, 2);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_DONE, TEXTS("c1", "n1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_DONE, TEXTS("c2", "n1"), NO_NUMBERS), STORE_OK);
    notice(&it, "t1", "n3", TURN, NOON + 2); /* it was sent, but the player has not looked */
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    notice(&it, "t2", "n4", TURN, NOON + 3);
    ck_assert_uint_eq(outbox(&it)->rows, 2);
    ck_assert_int_eq(ask(&it, STORE_NOTICE_LOOK, TEXTS("p1", "t1"), NO_NUMBERS), STORE_OK);
    notice(&it, "t1", "n5", TURN, NOON + 4);
    ck_assert_uint_eq(outbox(&it)->rows, 4);
    ck_assert_int_eq(ask(&it, STORE_NOTICE_LOOK, TEXTS("p1", "t1"), NO_NUMBERS), STORE_OK);
    ck_assert_uint_eq(outbox(&it)->rows, 2); /* what waited about that table is dropped */
    harness_end(&it);
}
END_TEST

START_TEST(there_is_one_warning_per_turn_in_addition)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    notice(&it, "t1", "n2", CLOCK, NOON + 1);
    notice(&it, "t1", "n3", CLOCK, NOON + 2); /* as after a restart, or when another detective has acted */
    notice(&it, "t1", "n4", CHAT, NOON + 3);
    const struct store_request *rows = outbox(&it);
    ck_assert_uint_eq(rows->rows, 2);
    ck_assert_str_eq(rows->row[1].text[1], "n2");
    notice(&it, "t1", "n5", TURN, NOON + 4); /* the next turn, which a bot may have ended for them */
    ck_assert_uint_eq(outbox(&it)->rows, 2);
    notice(&it, "t1", "n6", CLOCK, NOON + 5);
    notice(&it, "t1", "n7", CLOCK, NOON + 6);
    rows = outbox(&it);
    ck_assert_uint_eq(rows->rows, 3);
    ck_assert_str_eq(rows->row[2].text[1], "n6");
    ck_assert_int_eq(ask(&it, STORE_NOTICE_LOOK, TEXTS("p1", "t1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    /* A warning may also be the first. */
    notice(&it, "t1", "n8", CLOCK, NOON + 7);
    notice(&it, "t1", "n9", CLOCK, NOON + 8);
    notice(&it, "t1", "na", CHAT, NOON + 9);
    ck_assert_uint_eq(outbox(&it)->rows, 1);
    harness_end(&it);
}
END_TEST

START_TEST(warnings_count_towards_the_limit_of_an_hour)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    for (int i = 0; i < HOURLY; i++) {
        char table[] = {'t', (char)('a' + i), '\0'};
        char turn[] = {'n', (char)('a' + i), '\0'};
        char warning[] = {'w', (char)('a' + i), '\0'};
        notice(&it, table, turn, TURN, NOON + i);
        notice(&it, table, warning, CLOCK, NOON + i);
    }
    ck_assert_uint_eq(outbox(&it)->rows, HOURLY);
    harness_end(&it);
}
END_TEST

START_TEST(only_wanted_events_and_so_many_an_hour_are_added)
{
    struct harness it;
    begin(&it, _i);
    notice(&it, "t0", "n0", TURN, NOON); /* no channel */
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_NOTIFY_PUT, TEXTS("p1", "it", ""), NUMBERS_OF(TURN, 0, 0, 0)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_NOTIFY_PUT, TEXTS("p3", "it", ""), NUMBERS_OF(TURN, 0, 0, 0)),
                     STORE_NOTHING);
    notice(&it, "t0", "n1", CHAT, NOON);
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    for (int i = 0; i < HOURLY + 2; i++) {
        char table[] = {'t', (char)('a' + i), '\0'};
        notice(&it, table, table, TURN, NOON + i);
    }
    ck_assert_uint_eq(outbox(&it)->rows, HOURLY);
    notice(&it, "t9", "n9", TURN, NOON + 3600);
    const struct store_request *rows = outbox(&it);
    ck_assert_uint_eq(rows->rows, HOURLY + 1);
    ck_assert_str_eq(rows->row[0].text[5], "it");
    harness_end(&it);
}
END_TEST

START_TEST(quiet_hours_come_with_what_is_about_a_table)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    ck_assert_int_eq(
        ask(&it, STORE_NOTIFY_PUT, TEXTS("p1", "en", "Europe/Rome"), NUMBERS_OF(TURN, 1320, 480, 60)),
        STORE_OK);
    const struct store_request *rows = ask_rows(&it, STORE_NOTIFY_OF, TEXTS("p1"), NO_NUMBERS);
    ck_assert_str_eq(rows->row[0].text[1], "Europe/Rome");
    ck_assert_int_eq(rows->row[0].number[3], 60);
    notice(&it, "t1", "n1", TURN, NOON);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_ADD, TEXTS("p1", "webhook", "c1", "n2", "{}"),
                         NUMBERS_OF(NOON + 1, NOON + DAY)),
                     STORE_OK);
    rows = outbox(&it);
    ck_assert_uint_eq(rows->rows, 2);
    ck_assert_str_eq(rows->row[0].text[8], "Europe/Rome");
    ck_assert_int_eq(rows->row[0].number[3], 1320);
    ck_assert_int_eq(rows->row[0].number[4], 480);
    ck_assert_int_eq(rows->row[0].number[5], 60);
    ck_assert_int_eq(rows->row[1].number[3], rows->row[1].number[4]); /* a code is not delayed */
    harness_end(&it);
}
END_TEST

START_TEST(a_delay_replaces_both_times)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    for (int i = 0; i < 2; i++) { /* another node may do the same */
        ck_assert_int_eq(
            ask(&it, STORE_OUTBOX_DELAY, TEXTS("c1", "n1"), NUMBERS_OF(NOON + 3600, NOON + 3600 + DAY)),
            STORE_OK);
        const struct store_request *rows = outbox(&it);
        ck_assert_int_eq(rows->row[0].number[0], NOON + 3600);
        ck_assert_int_eq(rows->row[0].number[1], NOON + 3600 + DAY);
        ck_assert_int_eq(rows->row[0].number[2], 0);
    }
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_DELAY, TEXTS("c1", "n9"), NUMBERS_OF(NOON, NOON)), STORE_OK);
    harness_end(&it);
}
END_TEST

START_TEST(the_outbox_counts_attempts_and_is_in_order)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_ADD, TEXTS("p1", "webhook", "c1", "n2", "{}"),
                         NUMBERS_OF(NOON - 1, NOON + DAY)),
                     STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_ADD, TEXTS("p2", "webhook", "c1", "n3", "{}"),
                         NUMBERS_OF(NOON - 1, NOON + DAY)),
                     STORE_NOTHING);
    ck_assert_str_eq(outbox(&it)->row[0].text[1], "n2");
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_CLAIM, TEXTS("c1", "n2"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_CLAIM, TEXTS("c1", "n9"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_RETRY, TEXTS("c1", "n2"), NUMBERS_OF(NOON + 30, 0)), STORE_OK);
    const struct store_request *rows = outbox(&it);
    ck_assert_str_eq(rows->row[0].text[1], "n1");
    ck_assert_str_eq(rows->row[1].text[1], "n2");
    ck_assert_int_eq(rows->row[1].number[0], NOON + 30);
    ck_assert_int_eq(rows->row[1].number[2], 1);
    ck_assert_str_eq(rows->row[1].text[7], "p1");
    rows = ask_rows(&it, STORE_OUTBOX_NEXT, TEXTS("c1", "n1"), NUMBERS_OF(100, NOON));
    ck_assert_uint_eq(rows->rows, 1); /* those after the first */
    ck_assert_str_eq(rows->row[0].text[1], "n2");
    ck_assert_int_eq(ask(&it, STORE_CHANNEL_REMOVE, TEXTS("c1", "p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    harness_end(&it);
}
END_TEST

START_TEST(nothing_remains_of_a_player_who_is_removed_or_whose_tokens_are_revoked)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    ck_assert_int_eq(ask(&it, STORE_TOKENS_REVOKE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CHANNELS_OF, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_NOTIFY_OF, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    harness_end(&it);
}
END_TEST

START_TEST(a_table_that_is_removed_was_not_noticed)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TABLE_PUT, TEXTS("t1", "whitehall", "closed", "{}"), NUMBERS_OF(0, 5)),
                     STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_DONE, TEXTS("c1", "n1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TABLE_EXPIRE, TEXTS("t1"), NUMBERS_OF(5)), STORE_OK); /* too early */
    notice(&it, "t1", "n2", TURN, NOON);
    ck_assert_int_eq(outbox(&it)->status, STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_TABLE_EXPIRE, TEXTS("t1"), NUMBERS_OF(6)), STORE_OK);
    notice(&it, "t1", "n3", TURN, NOON);
    ck_assert_uint_eq(outbox(&it)->rows, 1);
    harness_end(&it);
}
END_TEST

START_TEST(what_waits_survives_a_restart)
{
    struct harness it;
    begin(&it, _i);
    ck_assert_int_eq(put_hook(&it, "c1", "p1"), STORE_OK);
    notice(&it, "t1", "n1", TURN, NOON);
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_CLAIM, TEXTS("c1", "n1"), NO_NUMBERS), STORE_OK);
    harness_close(&it);
    harness_open(&it, NULL);
    store_start(it.store);
    ck_assert_uint_eq(outbox(&it)->rows, 1); /* also what was claimed by a node that is gone */
    ck_assert_int_eq(ask(&it, STORE_OUTBOX_CLAIM, TEXTS("c1", "n1"), NO_NUMBERS), STORE_OK);
    notice(&it, "t1", "n2", TURN, NOON);
    ck_assert_uint_eq(outbox(&it)->rows, 1);
    harness_end(&it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_notices");
    TCase *tcase = tcase_create("store_notices");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, the_first_secret_remains, 0, ENGINES);
    tcase_add_loop_test(tcase, a_player_has_a_limited_number_of_channels, 0, ENGINES);
    tcase_add_loop_test(tcase, an_address_is_used_once_its_code_was_typed, 0, ENGINES);
    tcase_add_loop_test(tcase, a_mailbox_is_sent_three_codes_in_any_day, 0, ENGINES);
    tcase_add_loop_test(tcase, there_is_one_notification_per_table_until_the_player_looks, 0, ENGINES);
    tcase_add_loop_test(tcase, there_is_one_warning_per_turn_in_addition, 0, ENGINES);
    tcase_add_loop_test(tcase, warnings_count_towards_the_limit_of_an_hour, 0, ENGINES);
    tcase_add_loop_test(tcase, only_wanted_events_and_so_many_an_hour_are_added, 0, ENGINES);
    tcase_add_loop_test(tcase, quiet_hours_come_with_what_is_about_a_table, 0, ENGINES);
    tcase_add_loop_test(tcase, a_delay_replaces_both_times, 0, ENGINES);
    tcase_add_loop_test(tcase, the_outbox_counts_attempts_and_is_in_order, 0, ENGINES);
    tcase_add_loop_test(tcase, nothing_remains_of_a_player_who_is_removed_or_whose_tokens_are_revoked, 0,
                        ENGINES);
    tcase_add_loop_test(tcase, a_table_that_is_removed_was_not_noticed, 0, ENGINES);
    tcase_add_loop_test(tcase, what_waits_survives_a_restart, 0, 1);
    tcase_add_loop_test(tcase, what_waits_survives_a_restart, 2, ENGINES);
    suite_add_tcase(suite, tcase);
    postgres_harness_start();
    int status = run_suite(suite);
    postgres_harness_stop();
    return status;
}
