/*
 * test_store.c: every verb of the store, the order of results, conflicts, the archive, removal, loading and
 * copying. Each test runs on all engines. Faults are tested in test_store_faults.c.
 */
#include <check.h>
#include <fcntl.h>
#include <sqlite3.h>

#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

/* The last one makes no copies. */
static const struct store_engine *const engines[] = {&store_sqlite, &store_memory, &store_postgres};
enum { ENGINES = 3, ENGINES_THAT_COPY = 2 };

/* ---- Helpers ----------------------------------------------------------------------------------- */

static enum store_status add_player(struct harness *it, const char *id, const char *name, const char *token)
{
    return ask(it, STORE_PLAYER_ADD, TEXTS(id, name, token), NUMBERS_OF(1));
}

static enum store_status put_table(struct harness *it, const char *id, const char *state, const char *lobby)
{
    return ask(it, STORE_TABLE_PUT, TEXTS(id, "whitechapel", state, lobby), NUMBERS_OF(0, 7));
}

static enum store_status append(struct harness *it, const char *table, const char *key, int64_t n)
{
    return ask(it, STORE_ACTION_APPEND, TEXTS(table, "p1", key, "{\"undo\":true}"), NUMBERS_OF(n, 70 + n));
}

static enum store_status chat(struct harness *it, const char *table, const char *player, const char *key,
                              int64_t n)
{
    return ask(it, STORE_CHAT_APPEND, TEXTS(table, player, key, "Ann", "police", "hello"),
               NUMBERS_OF(80 + n));
}

static enum store_status finish(struct harness *it, const char *table, const char *game, const char *players,
                                int64_t at, int64_t private)
{
    ck_assert_int_eq(put_table(it, table, "finished", "{}"), STORE_OK);
    return ask(it, STORE_FINISH, TEXTS(table, game, "jack", "resigned", players, "{\"a\":1}"),
               NUMBERS_OF(12, at, private, 1000));
}

/* Returns the tables of an archive page, such as "t3 t2 ". */
static const char *archive(struct harness *it, const char *asker, const char *cursor, const char *game,
                           const char *player, int64_t limit, char page[256])
{
    const struct store_request *request =
        ask_rows(it, STORE_ARCHIVE, TEXTS(asker, cursor, game, player, "", ""), NUMBERS_OF(limit, 0));
    page[0] = '\0';
    ck_assert_int_eq(request->status, request->rows == 0 ? STORE_NOTHING : STORE_OK);
    for (size_t i = 0; i < request->rows; i++) {
        size_t length = strlen(page);
        (void)snprintf(page + length, 256 - length, "%s ", request->row[i].text[0]);
    }
    return page;
}

/* ---- Players ----------------------------------------------------------------------------------- */

START_TEST(a_player_is_found_by_token_and_by_id)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(add_player(&it, "p1", "Ann", "aa"), STORE_OK);
    const struct store_request *found = ask_rows(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS);
    ck_assert_int_eq(found->status, STORE_OK);
    ck_assert_uint_eq(found->rows, 1);
    ck_assert_str_eq(found->row[0].text[0], "p1");
    ck_assert_str_eq(found->row[0].text[1], "Ann");
    found = ask_rows(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS);
    ck_assert_str_eq(found->row[0].text[1], "Ann");
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("ab"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p2"), NO_NUMBERS), STORE_NOTHING);
    harness_end(&it);
}
END_TEST

START_TEST(ids_and_tokens_are_unique)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(add_player(&it, "p1", "Ann", "aa"), STORE_OK);
    ck_assert_int_eq(add_player(&it, "p1", "Bob", "bb"), STORE_CONFLICT);
    ck_assert_int_eq(add_player(&it, "p2", "Bob", "aa"), STORE_CONFLICT);
    ck_assert_int_eq(add_player(&it, "p2", "Ann", "bb"), STORE_OK); /* names need not be unique */
    ck_assert_int_eq(add_player(&it, "p3", NULL, "cc"), STORE_REFUSED);
    harness_end(&it);
}
END_TEST

START_TEST(tokens_are_added_and_revoked_together)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(add_player(&it, "p1", "Ann", "aa"), STORE_OK);
    ck_assert_int_eq(add_player(&it, "p2", "Bob", "bb"), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TOKEN_ADD, TEXTS("p1", "a2"), NUMBERS_OF(2)), STORE_OK);
    ck_assert_str_eq(ask_rows(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS)->row[0].text[0], "p1");
    ck_assert_str_eq(ask_rows(&it, STORE_PLAYER_BY_TOKEN, TEXTS("a2"), NO_NUMBERS)->row[0].text[0], "p1");
    ck_assert_int_eq(ask(&it, STORE_TOKEN_ADD, TEXTS("p1", "bb"), NUMBERS_OF(2)), STORE_CONFLICT);
    ck_assert_int_eq(ask(&it, STORE_TOKEN_ADD, TEXTS("p9", "99"), NUMBERS_OF(2)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_TOKENS_REVOKE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TOKENS_REVOKE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TOKENS_REVOKE, TEXTS("p9"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("a2"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("bb"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TOKEN_ADD, TEXTS("p1", "aa"), NUMBERS_OF(3)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_RENAME, TEXTS("p1", "Anna"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_RENAME, TEXTS("p9", "Anna"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_str_eq(ask_rows(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS)->row[0].text[1], "Anna");
    harness_end(&it);
}
END_TEST

START_TEST(a_code_gives_its_player_one_token)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(add_player(&it, "p1", "Ann", "aa"), STORE_OK);
    ck_assert_int_eq(add_player(&it, "p2", "Bob", "bb"), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CODE_PUT, TEXTS("p1", "c1"), NUMBERS_OF(100, 200)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CODE_PUT, TEXTS("p2", "c1"), NUMBERS_OF(100, 200)), STORE_CONFLICT);
    ck_assert_int_eq(ask(&it, STORE_CODE_PUT, TEXTS("p9", "c9"), NUMBERS_OF(100, 200)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CODE_TAKE, TEXTS("c1", "a2"), NUMBERS_OF(200)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CODE_TAKE, TEXTS("c1", "a2"), NUMBERS_OF(199)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CODE_TAKE, TEXTS("c1", "a3"), NUMBERS_OF(199)), STORE_NOTHING);
    ck_assert_str_eq(ask_rows(&it, STORE_PLAYER_BY_TOKEN, TEXTS("a2"), NO_NUMBERS)->row[0].text[0], "p1");
    ck_assert_int_eq(ask(&it, STORE_CODE_PUT, TEXTS("p2", "c2"), NUMBERS_OF(100, 200)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CODE_PUT, TEXTS("p2", "c3"), NUMBERS_OF(100, 200)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CODE_TAKE, TEXTS("c2", "b2"), NUMBERS_OF(101)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_TOKENS_REVOKE, TEXTS("p2"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CODE_TAKE, TEXTS("c3", "b2"), NUMBERS_OF(101)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_CODE_PUT, TEXTS("p1", "c4"), NUMBERS_OF(100, 200)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CODE_TAKE, TEXTS("c4", "a4"), NUMBERS_OF(101)), STORE_NOTHING);
    harness_end(&it);
}
END_TEST

START_TEST(a_removed_players_name_is_replaced_everywhere)
{
    static const char lobby[] =
        "{\"host\":\"p1\",\"members\":[{\"player\":\"p1\",\"name\":\"Ann\"},"
        "{\"player\":\"p2\",\"name\":\"Bob\"}],\"setup\":{\"seats\":[{\"name\":\"Ann\","
        "\"pawns\":[\"jack\"]},{\"name\":\"Bob\",\"pawns\":[]}]}}";
    static const char players[] =
        "[{\"player\":\"p1\",\"name\":\"Annie\"},{\"player\":\"p2\",\"name\":\"Bob\"}]";
    static const char record[] =
        "{\"seats\":[{\"name\":\"Annie\",\"pawns\":[]},{\"name\":\"Bob\",\"pawns\":[]}]}";
    struct harness it;
    char page[256];
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(add_player(&it, "p1", "Ann", "aa"), STORE_OK);
    ck_assert_int_eq(add_player(&it, "p2", "Bob", "bb"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t0", "open", "{\"members\":[{\"player\":\"p2\",\"name\":\"Ann\"}]}"),
                     STORE_OK);
    ck_assert_int_eq(put_table(&it, "t1", "finished", lobby), STORE_OK);
    ck_assert_int_eq(chat(&it, "t1", "p1", "k", 0), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_FINISH, TEXTS("t1", "whitechapel", "jack", "resigned", players, record),
                         NUMBERS_OF(1, 1, 1, 0)),
                     STORE_OK);

    ck_assert_int_eq(ask(&it, STORE_TOKEN_ADD, TEXTS("p1", "a2"), NUMBERS_OF(2)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("a2"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("bb"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    const struct store_request *found =
        ask_rows(&it, STORE_CHAT_OF, TEXTS("t1", "table police", "", ""), NUMBERS_OF(500, 99999));
    ck_assert_str_eq(found->row[0].text[2], STORE_REMOVED_NAME);
    found = ask_rows(&it, STORE_RECORD_OF, TEXTS("t1"), NO_NUMBERS);
    ck_assert_ptr_null(strstr(found->row[0].text[0], "Ann"));
    ck_assert_ptr_null(strstr(found->row[0].text[1], "Ann"));
    ck_assert_ptr_nonnull(strstr(found->row[0].text[0], "{\"player\":\"p2\",\"name\":\"Bob\"}"));
    ck_assert_str_eq(found->row[0].text[1], "{\"seats\":[{\"name\":\"(removed)\",\"pawns\":[]},"
                                            "{\"name\":\"Bob\",\"pawns\":[]}]}");
    found = ask_rows(&it, STORE_ARCHIVE, TEXTS("p2", "", "", "", "", ""), NUMBERS_OF(9, 0));
    ck_assert_str_eq(found->row[0].text[4], "[{\"player\":\"p1\",\"name\":\"(removed)\"},"
                                            "{\"player\":\"p2\",\"name\":\"Bob\"}]");
    ck_assert_str_eq(archive(&it, "p1", "", "", "", 9, page), "");
    harness_end(&it);
}
END_TEST

/* ---- Tables, actions, chat --------------------------------------------------------------------- */

START_TEST(actions_need_a_table_and_leave_no_gaps)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(append(&it, "t1", "k0", 0), STORE_REFUSED); /* no such table */
    ck_assert_int_eq(put_table(&it, "t1", "running", "{}"), STORE_OK);
    ck_assert_int_eq(append(&it, "t1", "k0", 1), STORE_CONFLICT);
    ck_assert_int_eq(append(&it, "t1", "k0", 0), STORE_OK);
    ck_assert_int_eq(append(&it, "t1", "k1", 0), STORE_CONFLICT);
    ck_assert_int_eq(append(&it, "t1", "k1", 1), STORE_OK);
    ck_assert_int_eq(append(&it, "t1", "", 3), STORE_CONFLICT);
    ck_assert_int_eq(append(&it, "t1", "", 2), STORE_OK); /* no key */
    ck_assert_int_eq(append(&it, "t1", "", 3), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t2", "running", "{}"), STORE_OK);
    ck_assert_int_eq(append(&it, "t2", "k0", 0), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t3", "lost", "{}"), STORE_REFUSED);
    ck_assert_int_eq(put_table(&it, "t3", "open", "{"), STORE_REFUSED);
    harness_end(&it);
}
END_TEST

START_TEST(chat_is_returned_in_order)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(put_table(&it, "t1", "running", "{}"), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_CHAT_OF, TEXTS("t1", "table police", "", ""), NUMBERS_OF(500, 99999)),
                     STORE_NOTHING);
    for (int64_t n = 0; n < 12; n++) {
        char key[32];
        (void)snprintf(key, sizeof key, "k%d", (int)n);
        ck_assert_int_eq(chat(&it, "t1", "p1", key, n), STORE_OK);
        ck_assert_int_eq(chat(&it, "t1", "p1", key, n + 1), STORE_CONFLICT);
    }
    const struct store_request *found =
        ask_rows(&it, STORE_CHAT_OF, TEXTS("t1", "table police", "", ""), NUMBERS_OF(500, 99999));
    ck_assert_uint_eq(found->rows, 12);
    for (size_t i = 0; i < found->rows; i++) {
        ck_assert_str_eq(found->row[i].text[3], "police");
        ck_assert_str_eq(found->row[i].text[4], "hello");
        ck_assert_int_eq(found->row[i].number[0], (int64_t)i);
        ck_assert_int_eq(found->row[i].number[1], 80 + (int64_t)i);
    }
    found = ask_rows(&it, STORE_CHAT_OF, TEXTS("t1", "table police", "", ""), NUMBERS_OF(2, 99999));
    ck_assert_uint_eq(found->rows, 3); /* one more, because there is more */
    ck_assert_int_eq(found->row[0].number[0], 9);
    ck_assert_int_eq(ask(&it, STORE_CHAT_OF, TEXTS("t1", "table gallery", "", ""), NUMBERS_OF(9, 99999)),
                     STORE_NOTHING);
    harness_end(&it);
}
END_TEST

/* Stores a line that nobody is sent, after which some may read. */
static void mark_chat(struct harness *it, const char *key)
{
    ck_assert_int_eq(ask(it, STORE_CHAT_APPEND, TEXTS("t1", "", key, "", "marker", ""), NUMBERS_OF(1, 0)),
                     STORE_OK);
}

static void say(struct harness *it, const char *key, const char *audience)
{
    ck_assert_int_eq(
        ask(it, STORE_CHAT_APPEND, TEXTS("t1", "p1", key, "Ann", audience, key), NUMBERS_OF(1, 0)), STORE_OK);
}

/* Returns the keys of the lines that somebody may read, who may read after these markers. */
static const char *read_chat(struct harness *it, const char *police_from, const char *from)
{
    static char keys[100];
    const struct store_request *found = ask_rows(
        it, STORE_CHAT_OF, TEXTS("t1", "table police gallery", police_from, from), NUMBERS_OF(9, 99999));
    keys[0] = '\0';
    for (size_t i = 0; i < found->rows; i++) {
        (void)snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s ", found->row[i].text[1]);
    }
    return keys;
}

START_TEST(chat_is_returned_after_a_marker)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(put_table(&it, "t1", "running", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t2", "open", "{}"), STORE_OK);
    say(&it, "p0", "police");
    say(&it, "t0", "table");
    mark_chat(&it, "m1");
    say(&it, "p1", "police");
    say(&it, "t1", "table");
    mark_chat(&it, "m2");
    say(&it, "g2", "gallery");
    say(&it, "p2", "police");
    ck_assert_str_eq(read_chat(&it, "", ""), "p0 t0 p1 t1 g2 p2 ");
    ck_assert_str_eq(read_chat(&it, "m1", ""), "t0 p1 t1 g2 p2 ");
    ck_assert_str_eq(read_chat(&it, "m2", ""), "t0 t1 g2 p2 ");
    ck_assert_str_eq(read_chat(&it, "m2", "m1"), "t1 g2 p2 ");
    ck_assert_int_eq(ask(&it, STORE_CHAT_CARRY, TEXTS("t2", "t1", "m1"), NO_NUMBERS), STORE_OK);
    const struct store_request *found =
        ask_rows(&it, STORE_CHAT_OF, TEXTS("t2", "table police", "", ""), NUMBERS_OF(9, 99999));
    ck_assert_uint_eq(found->rows, 1);
    ck_assert_str_eq(found->row[0].text[1], "t1");
    harness_end(&it);
}
END_TEST

START_TEST(chat_is_limited_in_bytes)
{
    struct harness it;
    char text[1001];
    harness_begin(&it, engines[_i]);
    memset(text, 'x', 1000);
    text[1000] = '\0';
    ck_assert_int_eq(put_table(&it, "t1", "running", "{}"), STORE_OK);
    for (int n = 0; n < 20; n++) {
        char key[32];
        (void)snprintf(key, sizeof key, "k%d", n);
        ck_assert_int_eq(
            ask(&it, STORE_CHAT_APPEND, TEXTS("t1", "p1", key, "Ann", "table", text), NUMBERS_OF(1, 0)),
            STORE_OK);
    }
    const struct store_request *found =
        ask_rows(&it, STORE_CHAT_OF, TEXTS("t1", "table", "", ""), NUMBERS_OF(500, 5000));
    ck_assert_uint_eq(found->rows, 5); /* four of 1103 bytes, and one more */
    ck_assert_str_eq(found->row[4].text[1], "k19");
    harness_end(&it);
}
END_TEST

START_TEST(a_request_is_atomic)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    struct store_request *both = store_request_new(harness_answered, &it);
    store_request_add(both, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1));
    store_request_add(both, STORE_ACTION_APPEND, TEXTS("t9", "p1", "k", "{}"), NUMBERS_OF(0, 0));
    it.pending++;
    store_submit(it.store, both);
    wait_for_all(&it);
    ck_assert_int_eq(both->status, STORE_REFUSED);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS), STORE_NOTHING);
    harness_end(&it);
}
END_TEST

/* ---- The archive ------------------------------------------------------------------------------- */

START_TEST(the_archive_has_pages_newest_first)
{
    struct harness it;
    char page[256];
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(ask(&it, STORE_RECORD_OF, TEXTS("t1"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(finish(&it, "t1", "whitechapel", "[{\"player\":\"p1\"}]", 100, 0), STORE_OK);
    ck_assert_int_eq(finish(&it, "t2", "whitehall", "[{\"player\":\"p2\"}]", 300, 0), STORE_OK);
    ck_assert_int_eq(finish(&it, "t3", "whitechapel", "[{\"player\":\"p1\"},{\"player\":\"p1\"}]", 200, 0),
                     STORE_OK);
    ck_assert_int_eq(finish(&it, "t4", "whitechapel", "[]", 200, 0), STORE_OK);
    ck_assert_int_eq(finish(&it, "t1", "whitechapel", "[]", 400, 0), STORE_CONFLICT);
    ck_assert_str_eq(archive(&it, "p1", "", "", "", 9, page), "t2 t4 t3 t1 ");
    ck_assert_str_eq(archive(&it, "", "", "whitechapel", "", 9, page), "t4 t3 t1 ");
    ck_assert_str_eq(archive(&it, "", "", "", "p1", 9, page), "t3 t1 ");
    ck_assert_str_eq(archive(&it, "", "", "whitehall", "p1", 9, page), "");
    ck_assert_str_eq(archive(&it, "", "nonsense", "", "", 9, page), "");

    char cursor[64] = "", all[256] = "";
    for (int i = 0; i < 4; i++) {
        const struct store_request *found =
            ask_rows(&it, STORE_ARCHIVE, TEXTS("", cursor, "", "", "", ""), NUMBERS_OF(1, 0));
        ck_assert_uint_eq(found->rows, 1);
        ck_assert_int_eq(found->row[0].number[0], 12);
        (void)snprintf(all + strlen(all), sizeof all - strlen(all), "%s ", found->row[0].text[0]);
        (void)snprintf(cursor, sizeof cursor, "%s", found->row[0].text[5]);
    }
    ck_assert_str_eq(all, "t2 t4 t3 t1 ");
    ck_assert_str_eq(archive(&it, "", cursor, "", "", 1, page), "");
    ck_assert_str_eq(archive(&it, "", "200:t3", "", "p1", 9, page), "t1 ");
    harness_end(&it);
}
END_TEST

START_TEST(a_private_game_is_shown_only_to_its_players)
{
    struct harness it;
    char page[256];
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(finish(&it, "t1", "whitechapel", "[{\"player\":\"p1\"},{\"player\":\"p2\"}]", 100, 1),
                     STORE_OK);
    ck_assert_int_eq(finish(&it, "t2", "whitechapel", "[{\"player\":\"p2\"}]", 200, 0), STORE_OK);
    ck_assert_str_eq(archive(&it, "p1", "", "", "", 9, page), "t2 t1 ");
    ck_assert_str_eq(archive(&it, "p3", "", "", "", 9, page), "t2 ");
    ck_assert_str_eq(archive(&it, "p3", "", "", "p2", 9, page), "t2 ");
    ck_assert_str_eq(archive(&it, "p1", "", "", "p2", 9, page), "t2 t1 ");
    ck_assert_str_eq(archive(&it, "", "", "", "", 9, page), "t2 ");
    const struct store_request *found = ask_rows(&it, STORE_RECORD_OF, TEXTS("t1"), NO_NUMBERS);
    ck_assert_str_eq(found->row[0].text[0], "{}");
    ck_assert_str_eq(found->row[0].text[1], "{\"a\":1}");
    ck_assert_str_eq(found->row[0].text[2], "whitechapel");
    ck_assert_int_eq(found->row[0].number[0], 1);
    ck_assert_int_eq(found->row[0].number[1], 100);
    harness_end(&it);
}
END_TEST

/* Finishes a public game of p1 and p2. Up to `limit` games an hour of a player are listed. */
static void finish_listed(struct harness *it, const char *table, int64_t at, int64_t limit)
{
    ck_assert_int_eq(put_table(it, table, "finished", "{}"), STORE_OK);
    ck_assert_int_eq(
        ask(it, STORE_FINISH,
            TEXTS(table, "whitehall", "jack", "resigned", "[{\"player\":\"p1\"},{\"player\":\"bot\"}]", "{}"),
            NUMBERS_OF(12, at, 0, limit)),
        STORE_OK);
}

START_TEST(few_games_an_hour_of_a_player_are_listed)
{
    struct harness it;
    char page[256];
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(add_player(&it, "p1", "Ann", "aa"), STORE_OK);
    finish_listed(&it, "t1", 1000, 0);
    finish_listed(&it, "t2", 1001, 2);
    finish_listed(&it, "t3", 1002, 2);
    finish_listed(&it, "t4", 1003, 2);
    ck_assert_str_eq(archive(&it, "p2", "", "", "", 9, page), "t3 t2 ");
    ck_assert_str_eq(archive(&it, "p2", "", "whitehall", "p1", 9, page), "t3 t2 ");
    ck_assert_str_eq(archive(&it, "p1", "", "whitehall", "", 9, page), "t4 t3 t2 t1 ");
    ck_assert_str_eq(archive(&it, "p1", "", "whitechapel", "", 9, page), "");
    finish_listed(&it, "t5", 1001 + 3600, 2);
    finish_listed(&it, "t6", 1002 + 3600, 2);
    finish_listed(&it, "t7", 1002 + 3600, 2);
    ck_assert_str_eq(archive(&it, "p2", "", "", "", 9, page), "t6 t5 t3 t2 ");
    harness_end(&it);
}
END_TEST

START_TEST(a_search_of_the_archive_ends_after_so_many_games)
{
    enum { GAMES = 1010 };
    struct harness it;
    char cursor[64] = "";
    size_t pages = 0, games = 0;
    harness_begin(&it, engines[_i]);
    for (int i = 0; i < GAMES; i++) { /* the oldest is public */
        char id[32];
        (void)snprintf(id, sizeof id, "t%d", i);
        (void)submit(&it, STORE_TABLE_PUT, TEXTS(id, "whitehall", "finished", "{}"), NUMBERS_OF(0, 7));
        (void)submit(&it, STORE_FINISH,
                     TEXTS(id, "whitehall", "jack", "resigned", "[{\"player\":\"p1\"}]", "{}"),
                     NUMBERS_OF(12, 100 + i, i > 0, 9));
    }
    wait_for_all(&it);
    for (bool more = true; more; pages++) {
        const struct store_request *found =
            ask_rows(&it, STORE_ARCHIVE, TEXTS("p2", cursor, "", "p1", "", ""), NUMBERS_OF(50, 0));
        more = found->rows > 0 && found->row[found->rows - 1].text[0] == NULL;
        games += found->rows - (more ? 1 : 0);
        if (more) {
            (void)snprintf(cursor, sizeof cursor, "%s", found->row[found->rows - 1].text[5]);
        }
    }
    ck_assert_uint_eq(games, 1);
    ck_assert_uint_eq(pages, 3);
    ck_assert_uint_eq(ask_rows(&it, STORE_ARCHIVE, TEXTS("p1", "", "", "", "", ""), NUMBERS_OF(200, 0))->rows,
                      200);
    harness_end(&it);
}
END_TEST

/* ---- Batches ----------------------------------------------------------------------------------- */

static void count_commit(void *context, uint64_t nanoseconds, size_t requests)
{
    size_t *counts = context;
    ck_assert_uint_gt(nanoseconds, 0);
    counts[0]++;
    counts[1] += requests;
}

/* All requests are submitted before the thread starts, so that they form as few batches as possible. */
START_TEST(a_conflict_affects_one_request_and_results_come_in_order)
{
    enum { REQUESTS = 1300 };
    struct harness it;
    struct store_request *sent[REQUESTS];
    size_t commits[2] = {0, 0};
    harness_make_directory(&it, engines[_i]);
    harness_open(&it, NULL);
    store_on_commit(it.store, count_commit, commits);
    for (int i = 0; i < REQUESTS; i++) {
        char id[32], token[32];
        (void)snprintf(id, sizeof id, "p%d", i % 3 == 2 ? i - 1 : i);
        (void)snprintf(token, sizeof token, "token%d", i);
        sent[i] = submit(&it, STORE_PLAYER_ADD, TEXTS(id, "Ann", token), NUMBERS_OF(1));
    }
    ck_assert_uint_eq(store_depth(it.store), REQUESTS);
    store_start(it.store);
    wait_for_all(&it);
    ck_assert_uint_eq(store_depth(it.store), 0);
    for (int i = 0; i < REQUESTS; i++) {
        ck_assert_ptr_eq(it.answer[i], sent[i]);
        ck_assert_int_eq(sent[i]->status, i % 3 == 2 ? STORE_CONFLICT : STORE_OK);
    }
    ck_assert_uint_eq(commits[0], 3); /* a batch has at most 512 requests */
    ck_assert_uint_eq(commits[1], REQUESTS);
    harness_end(&it);
}
END_TEST

static void ask_once_more(struct store_request *request)
{
    struct harness *it = request->context;
    (void)submit(it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1));
    harness_answered(request);
}

START_TEST(closing_finishes_submitted_requests)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    struct store_request *first = store_request_new(ask_once_more, &it);
    store_request_add(first, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1));
    it.pending++;
    store_submit(it.store, first);
    store_close(it.store, harness_closed, &it);
    ck_assert_int_eq(uv_run(&it.loop, UV_RUN_DEFAULT), 0);
    ck_assert(it.closed);
    ck_assert_uint_eq(it.answers, 2);
    for (size_t i = 0; i < it.answers; i++) {
        ck_assert_int_eq(it.answer[i]->status, STORE_OK);
        store_request_free(it.answer[i]);
    }
    ck_assert_int_eq(uv_loop_close(&it.loop), 0);
    remove_directory(it.directory);
}
END_TEST

START_TEST(a_store_that_never_started_closes)
{
    struct harness it;
    harness_make_directory(&it, engines[_i]);
    harness_open(&it, NULL);
    harness_end(&it);
}
END_TEST

/* ---- Loading ----------------------------------------------------------------------------------- */

static bool note_table(void *context, const struct store_row *row)
{
    char *text = context;
    size_t length = strlen(text);
    (void)snprintf(text + length, 512 - length, "%s/%s/%s/%s/%d ", row->text[0], row->text[1], row->text[2],
                   row->text[3], (int)row->number[1]);
    return strcmp(row->text[0], "bad") != 0;
}

static bool note_action(void *context, const struct store_row *row)
{
    char *text = context;
    size_t length = strlen(text);
    (void)snprintf(text + length, 512 - length, "%s:%s:%s:%d:%d ", row->text[0], row->text[1], row->text[2],
                   (int)row->number[0], (int)row->number[1]);
    return true;
}

START_TEST(a_restart_loads_open_and_running_tables)
{
    struct harness it;
    char text[512] = "";
    const struct store_loader loader = {
        .table = note_table, .action = note_action, .failed = harness_fail, .context = text};
    harness_begin(&it, _i == 0 ? &store_sqlite : &store_postgres);
    ck_assert_int_eq(put_table(&it, "t2", "running", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "bad", "running", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t1", "running", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t3", "running", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t4", "closed", "{}"), STORE_OK);
    for (int64_t n = 0; n < 3; n++) {
        ck_assert_int_eq(append(&it, "t1", "", n), STORE_OK);
        ck_assert_int_eq(append(&it, "t3", "", n), STORE_OK);
    }
    ck_assert_int_eq(append(&it, "t2", "key", 0), STORE_OK);
    ck_assert_int_eq(append(&it, "bad", "key", 0), STORE_OK);
    ck_assert_int_eq(put_table(&it, "t3", "finished", "{}"), STORE_OK);
    harness_close(&it);
    harness_open(
        &it, &loader); /* in the order in which they were created; the actions of a bad table are skipped */
    ck_assert_str_eq(text, "t2/whitechapel/running/{}/7 t2:p1:key:0:70 bad/whitechapel/running/{}/7 "
                           "t1/whitechapel/running/{}/7 t1:p1::0:70 t1:p1::1:71 t1:p1::2:72 ");
    harness_end(&it);
}
END_TEST

/* ---- Older databases --------------------------------------------------------------------------- */

extern const char init_start[] __asm__("_binary_001_init_sql_start");
extern const char init_end[] __asm__("_binary_001_init_sql_end");
extern const char tokens_start[] __asm__("_binary_002_tokens_sql_start");
extern const char tokens_end[] __asm__("_binary_002_tokens_sql_end");
extern const char keys_start[] __asm__("_binary_003_keys_sql_start");
extern const char keys_end[] __asm__("_binary_003_keys_sql_end");

static void run_sql(sqlite3 *handle, const char *start, const char *end)
{
    char *sql = strndup(start, (size_t)(end - start));
    ck_assert_int_eq(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    free(sql);
}

/* Creates a database with the schema of the first version, or of the third, and these rows. */
static void make_old_version(const struct harness *it, unsigned version, const char *rows)
{
    char path[128], mark[100];
    sqlite3 *handle = NULL;
    harness_path(it, "gaslight.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    run_sql(handle, init_start, init_end);
    if (version == 3) {
        run_sql(handle, tokens_start, tokens_end);
        run_sql(handle, keys_start, keys_end);
    }
    ck_assert_int_eq(sqlite3_exec(handle, rows, NULL, NULL, NULL), SQLITE_OK);
    (void)snprintf(mark, sizeof mark, "PRAGMA application_id = 0x6761736C; PRAGMA user_version = %u",
                   version);
    ck_assert_int_eq(sqlite3_exec(handle, mark, NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(handle), SQLITE_OK);
}

START_TEST(tokens_of_the_first_version_still_work)
{
    struct harness it;
    harness_make_directory(&it, &store_sqlite);
    make_old_version(&it, 1,
                     "INSERT INTO players (id, name, token, created) VALUES "
                     "('p1', 'Ann', 'aa', 5), ('p2', 'Bob', '', 6), ('p3', 'Cy', 'cc', 7)");
    for (int start = 0; start < 2; start++) { /* the second start has nothing to migrate */
        harness_open(&it, NULL);
        store_start(it.store);
        ck_assert_str_eq(ask_rows(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS)->row[0].text[1],
                         "Ann");
        ck_assert_str_eq(ask_rows(&it, STORE_PLAYER_BY_TOKEN, TEXTS("cc"), NO_NUMBERS)->row[0].text[0], "p3");
        ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS(""), NO_NUMBERS), STORE_NOTHING);
        const struct store_request *all = ask_rows(&it, STORE_PLAYERS, NO_NUMBERS, NUMBERS_OF(9));
        ck_assert_uint_eq(all->rows, 3);
        ck_assert_int_eq(all->row[1].number[0], 6);
        harness_close(&it);
    }
    harness_open(&it, NULL);
    store_start(it.store);
    ck_assert_int_eq(ask(&it, STORE_TOKEN_ADD, TEXTS("p2", "bb"), NUMBERS_OF(8)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS), STORE_NOTHING);
    harness_end(&it);
}
END_TEST

START_TEST(finished_games_of_an_older_version_are_still_found)
{
    struct harness it;
    char page[256];
    harness_make_directory(&it, &store_sqlite);
    make_old_version(&it, 3,
                     "INSERT INTO tables VALUES ('t1', 'whitehall', 'finished', '{\"a\":1}', 0, 1), "
                     "('t2', 'whitehall', 'finished', '{\"a\":2}', 1, 1);"
                     "INSERT INTO finished VALUES "
                     "('t1', 'whitehall', 'jack', 'resigned', '[]', '{\"r\":1}', 3, 100, 0), "
                     "('t2', 'whitehall', 'jack', 'resigned', '[]', '{\"r\":2}', 3, 200, 1);"
                     "INSERT INTO finished_players VALUES ('p1', 100, 't1'), ('p1', 200, 't2')");
    for (int start = 0; start < 2; start++) { /* the second start has nothing to migrate */
        harness_open(&it, NULL);
        store_start(it.store);
        ck_assert_str_eq(archive(&it, "p1", "", "", "", 9, page), "t2 t1 ");
        ck_assert_str_eq(archive(&it, "p1", "", "whitehall", "", 9, page), "t2 t1 ");
        ck_assert_str_eq(archive(&it, "p1", "", "", "p1", 9, page), "t2 t1 ");
        ck_assert_str_eq(archive(&it, "p2", "", "", "", 9, page), "t1 ");
        ck_assert_str_eq(archive(&it, "p2", "", "", "p1", 9, page), "t1 ");
        const struct store_request *found = ask_rows(&it, STORE_RECORD_OF, TEXTS("t2"), NO_NUMBERS);
        ck_assert_str_eq(found->row[0].text[0], "{\"a\":2}");
        ck_assert_str_eq(found->row[0].text[1], "{\"r\":2}");
        harness_close(&it);
    }
    remove_directory(it.directory);
}
END_TEST

/* ---- Copies ------------------------------------------------------------------------------------ */

static void note_backup(void *context, const char *error)
{
    (void)snprintf(context, 300, "%s", error == NULL ? "done" : error);
}

/* Everything is submitted before the thread starts: a batch, a step of the copy, and then the new player. */
START_TEST(a_copy_is_made_while_writes_continue)
{
    enum { BATCH = 512 };
    struct harness it, copy;
    char file[128], result[300] = "", again[300] = "", nowhere[300] = "";
    static char large[1 << 20]; /* takes several steps to copy */
    memset(large, ' ', sizeof large - 3);
    memcpy(large + sizeof large - 3, "{}", 3);
    harness_make_directory(&it, engines[_i]);
    harness_open(&it, NULL);
    harness_make_directory(&copy, &store_sqlite);
    harness_path(&copy, "gaslight.db", file);
    for (int i = 0; i < BATCH; i++) {
        char id[32];
        (void)snprintf(id, sizeof id, "t%d", i);
        (void)submit(&it, STORE_TABLE_PUT, TEXTS(id, "whitechapel", "open", i < 8 ? large : "{}"),
                     NUMBERS_OF(0, 7));
    }
    (void)submit(&it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1));
    (void)uv_run(&it.loop, UV_RUN_NOWAIT); /* queues the requests */
    store_backup(it.store, file, note_backup, result);
    store_backup(it.store, file, note_backup, again);
    store_backup(it.store, "/nowhere/at/all", note_backup, nowhere);
    store_start(it.store);
    wait_for_all(&it);
    for (size_t i = 0; i < it.answers; i++) {
        ck_assert_int_eq(it.answer[i]->status, STORE_OK);
    }
    while (result[0] == '\0' || again[0] == '\0' || nowhere[0] == '\0') {
        (void)uv_run(&it.loop, UV_RUN_ONCE);
    }
    ck_assert_str_eq(result, "done");
    ck_assert_ptr_nonnull(strstr(again, "already exists."));
    ck_assert_ptr_nonnull(strstr(nowhere, "Cannot create"));
    struct stat status;
    ck_assert_int_eq(stat(file, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777U, 0600);
    harness_open(&copy, NULL);
    store_start(copy.store);
    ck_assert_int_eq(ask(&copy, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    harness_end(&copy);
    harness_end(&it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server_store");
    TCase *tcase = tcase_create("server_store");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, a_player_is_found_by_token_and_by_id, 0, ENGINES);
    tcase_add_loop_test(tcase, ids_and_tokens_are_unique, 0, ENGINES);
    tcase_add_loop_test(tcase, tokens_are_added_and_revoked_together, 0, ENGINES);
    tcase_add_loop_test(tcase, a_code_gives_its_player_one_token, 0, ENGINES);
    tcase_add_loop_test(tcase, a_removed_players_name_is_replaced_everywhere, 0, ENGINES);
    tcase_add_loop_test(tcase, actions_need_a_table_and_leave_no_gaps, 0, ENGINES);
    tcase_add_loop_test(tcase, chat_is_returned_in_order, 0, ENGINES);
    tcase_add_loop_test(tcase, chat_is_returned_after_a_marker, 0, ENGINES);
    tcase_add_loop_test(tcase, chat_is_limited_in_bytes, 0, ENGINES);
    tcase_add_loop_test(tcase, a_request_is_atomic, 0, ENGINES);
    tcase_add_loop_test(tcase, the_archive_has_pages_newest_first, 0, ENGINES);
    tcase_add_loop_test(tcase, a_private_game_is_shown_only_to_its_players, 0, ENGINES);
    tcase_add_loop_test(tcase, few_games_an_hour_of_a_player_are_listed, 0, ENGINES);
    tcase_add_loop_test(tcase, a_search_of_the_archive_ends_after_so_many_games, 0, ENGINES);
    tcase_add_loop_test(tcase, a_conflict_affects_one_request_and_results_come_in_order, 0, ENGINES);
    tcase_add_loop_test(tcase, closing_finishes_submitted_requests, 0, ENGINES);
    tcase_add_loop_test(tcase, a_store_that_never_started_closes, 0, ENGINES);
    tcase_add_loop_test(tcase, a_restart_loads_open_and_running_tables, 0, 2);
    tcase_add_test(tcase, tokens_of_the_first_version_still_work);
    tcase_add_test(tcase, finished_games_of_an_older_version_are_still_found);
    tcase_add_loop_test(tcase, a_copy_is_made_while_writes_continue, 0, ENGINES_THAT_COPY);
    suite_add_tcase(suite, tcase);
    postgres_harness_start();
    int status = run_suite(suite);
    postgres_harness_stop();
    return status;
}
