/*
 * test_store_limits.c: what the store does against growth and abuse: bans, players who never return, the bytes of chat,
 * and its size. Each test runs on all engines.
 */
#include <check.h>

#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

static const struct store_engine *const engines[] = {&store_sqlite, &store_memory, &store_postgres};
enum { ENGINES = 3 };

static void add_player(struct harness *it, const char *id, int64_t created)
{
    ck_assert_int_eq(ask(it, STORE_PLAYER_ADD, TEXTS(id, "Ann", id), NUMBERS_OF(created)), STORE_OK);
}

static void put_table(struct harness *it, const char *id)
{
    ck_assert_int_eq(ask(it, STORE_TABLE_PUT, TEXTS(id, "whitehall", "open", "{}"), NUMBERS_OF(0, 7)),
                     STORE_OK);
}

static enum store_status say(struct harness *it, const char *table, const char *player, const char *text,
                             int64_t most)
{
    return ask(it, STORE_CHAT_APPEND, TEXTS(table, player, "", "Ann", "table", text), NUMBERS_OF(1, most));
}

START_TEST(bans_are_added_once_listed_and_removed)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_player(&it, "p1", 1);
    ck_assert_int_eq(ask(&it, STORE_BANS, NO_TEXTS, NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_BAN_ADD, TEXTS("192.0.2.1"), NUMBERS_OF(5)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_BAN_ADD, TEXTS("2001:db8::/64"), NUMBERS_OF(6)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_BAN_ADD, TEXTS("p1"), NUMBERS_OF(7)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_BAN_ADD, TEXTS("p2"), NUMBERS_OF(8)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_BAN_ADD, TEXTS("192.0.2.1"), NUMBERS_OF(9)), STORE_OK);
    const struct store_request *found = ask_rows(&it, STORE_BANS, NO_TEXTS, NO_NUMBERS);
    ck_assert_uint_eq(found->rows, 3);
    ck_assert_str_eq(found->row[0].text[0], "p1");
    ck_assert_str_eq(found->row[2].text[0], "192.0.2.1");
    ck_assert_int_eq(found->row[2].number[0], 5);
    ck_assert_int_eq(ask(&it, STORE_BAN_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_BAN_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_uint_eq(ask_rows(&it, STORE_BANS, NO_TEXTS, NO_NUMBERS)->rows, 2);
    harness_end(&it);
}
END_TEST

/* p1 has no games, p2 has written something, p3 has finished a game, p4 was seen later. */
static void add_players(struct harness *it)
{
    add_player(it, "p1", 10);
    add_player(it, "p2", 10);
    add_player(it, "p3", 11);
    add_player(it, "p4", 12);
    put_table(it, "t1");
    ck_assert_int_eq(say(it, "t1", "p2", "hello", 0), STORE_OK);
    ck_assert_int_eq(ask(it, STORE_FINISH,
                         TEXTS("t1", "whitehall", "jack", "resigned", "[{\"player\":\"p3\"}]", "{}"),
                         NUMBERS_OF(1, 20, 0, 1)),
                     STORE_OK);
    ck_assert_int_eq(ask(it, STORE_PLAYER_SEEN, TEXTS("p4"), NUMBERS_OF(50)), STORE_OK);
}

START_TEST(players_who_were_not_seen_are_found_step_by_step)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_players(&it);
    const struct store_request *found = ask_rows(&it, STORE_PLAYERS_UNSEEN, TEXTS(""), NUMBERS_OF(-1, 50, 2));
    ck_assert_uint_eq(found->rows, 2);
    ck_assert_str_eq(found->row[0].text[0], "p1");
    ck_assert_int_eq(found->row[0].number[0], 10);
    ck_assert_int_eq(found->row[0].number[1], 1);
    ck_assert_str_eq(found->row[1].text[0], "p2");
    ck_assert_int_eq(found->row[1].number[1], 0);
    found = ask_rows(&it, STORE_PLAYERS_UNSEEN, TEXTS("p2"), NUMBERS_OF(10, 50, 2));
    ck_assert_uint_eq(found->rows, 1);
    ck_assert_str_eq(found->row[0].text[0], "p3");
    ck_assert_int_eq(found->row[0].number[1], 0);
    ck_assert_int_eq(ask(&it, STORE_PLAYERS_UNSEEN, TEXTS("p3"), NUMBERS_OF(11, 50, 2)), STORE_NOTHING);
    harness_end(&it);
}
END_TEST

START_TEST(only_unused_players_expire_with_their_tokens)
{
    struct harness it;
    static const char *const ids[] = {"p1", "p2", "p3", "p4", "p9"};
    harness_begin(&it, engines[_i]);
    add_players(&it);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_int_eq(ask(&it, STORE_PLAYER_EXPIRE, TEXTS(ids[i]), NUMBERS_OF(50)), STORE_OK);
    }
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_SEEN, TEXTS("p1"), NUMBERS_OF(60)), STORE_NOTHING);
    for (size_t i = 1; i < 4; i++) {
        ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS(ids[i]), NO_NUMBERS), STORE_OK);
    }
    ck_assert_int_eq(ask_rows(&it, STORE_PLAYER_BY_TOKEN, TEXTS("p4"), NO_NUMBERS)->row[0].number[0], 50);
    harness_end(&it);
}
END_TEST

START_TEST(the_bytes_of_a_tables_chat_are_limited)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    put_table(&it, "t1");
    put_table(&it, "t2");
    ck_assert_int_eq(say(&it, "t1", "p1", "\u2603\u2603", 300), STORE_OK); /* 6 bytes, and 100 */
    ck_assert_int_eq(say(&it, "t1", "p1", "12345678901234567890", 225), STORE_NOTHING);
    ck_assert_int_eq(say(&it, "t1", "p1", "12345678901234567890", 226), STORE_OK);
    ck_assert_int_eq(say(&it, "t1", "p1", "x", 300), STORE_NOTHING);
    ck_assert_int_eq(say(&it, "t1", "p1", "x", 0), STORE_OK); /* without a limit */
    ck_assert_int_eq(say(&it, "t2", "p1", "x", 300), STORE_OK);
    ck_assert_uint_eq(ask_rows(&it, STORE_PLAYERS, NO_TEXTS, NUMBERS_OF(9))->rows, 0);
    harness_end(&it);
}
END_TEST

static void put_with_chat(struct harness *it, const char *id, const char *state, int64_t updated)
{
    ck_assert_int_eq(ask(it, STORE_TABLE_PUT, TEXTS(id, "whitehall", state, "{}"), NUMBERS_OF(0, updated)),
                     STORE_OK);
    ck_assert_int_eq(say(it, id, "p1", "hello", 0), STORE_OK);
}

/* Returns what is found of a table after it would have expired at 30. */
static enum store_status expire(struct harness *it, const char *id)
{
    ck_assert_int_eq(ask(it, STORE_TABLE_EXPIRE, TEXTS(id), NUMBERS_OF(30)), STORE_OK);
    return ask(it, STORE_TABLE_OF, TEXTS(id), NO_NUMBERS);
}

START_TEST(only_closed_tables_expire_with_their_chat)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    put_with_chat(&it, "t1", "closed", 10);
    put_with_chat(&it, "t2", "open", 20);
    put_with_chat(&it, "t3", "closed", 30);
    const struct store_request *found = ask_rows(&it, STORE_TABLES_CLOSED, NO_TEXTS, NUMBERS_OF(30, 9));
    ck_assert_uint_eq(found->rows, 1);
    ck_assert_str_eq(found->row[0].text[0], "t1");
    ck_assert_int_eq(expire(&it, "t1"), STORE_NOTHING);
    ck_assert_int_eq(expire(&it, "t2"), STORE_OK);
    ck_assert_int_eq(expire(&it, "t3"), STORE_OK);
    put_table(&it, "t1"); /* and its chat is gone */
    ck_assert_int_eq(say(&it, "t1", "p1", "hello", 105), STORE_OK);
    ck_assert_int_eq(say(&it, "t2", "p1", "hello", 105), STORE_NOTHING);
    harness_end(&it);
}
END_TEST

START_TEST(the_size_grows_with_what_is_stored)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    int64_t before = ask_rows(&it, STORE_SIZE, NO_TEXTS, NO_NUMBERS)->row[0].number[0];
    put_table(&it, "t1");
    for (int i = 0; i < 100; i++) {
        char text[1001];
        memset(text, 'x', sizeof text - 1);
        text[sizeof text - 1] = '\0';
        ck_assert_int_eq(say(&it, "t1", "p1", text, 0), STORE_OK);
    }
    int64_t after = ask_rows(&it, STORE_SIZE, NO_TEXTS, NO_NUMBERS)->row[0].number[0];
    ck_assert_int_gt(before, 0);
    ck_assert_int_gt(after - before, 100000);
    ck_assert_int_lt(after - before, 1000000);
    harness_end(&it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store limits");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, bans_are_added_once_listed_and_removed, 0, ENGINES);
    tcase_add_loop_test(all, players_who_were_not_seen_are_found_step_by_step, 0, ENGINES);
    tcase_add_loop_test(all, only_unused_players_expire_with_their_tokens, 0, ENGINES);
    tcase_add_loop_test(all, the_bytes_of_a_tables_chat_are_limited, 0, ENGINES);
    tcase_add_loop_test(all, only_closed_tables_expire_with_their_chat, 0, ENGINES);
    tcase_add_loop_test(all, the_size_grows_with_what_is_stored, 0, ENGINES);
    suite_add_tcase(suite, all);
    postgres_harness_start();
    int status = run_suite(suite);
    postgres_harness_stop();
    return status;
}
