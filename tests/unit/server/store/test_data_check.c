/*
 * test_data_check.c: `gaslightd --check` accepts what the store wrote, and reports each kind of damage in one line.
 */
#include <check.h>
#include <sqlite3.h>

#include "common/base/array.h"
#include "server/admin/data_check.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

#define SETUP \
    "{\"gaslight\":1,\"game\":\"whitehall\",\"board\":\"whitehall/1\",\"options\":[],\"seats\":[" \
    "{\"name\":\"Ann\",\"pawns\":[\"jack\"]},{\"name\":\"Bob\",\"pawns\":[\"yellow\",\"red\",\"blue\"]}]"
#define MEMBERS \
    "[{\"player\":\"p1\",\"name\":\"Ann\",\"pawns\":1,\"resigns\":false}," \
    "{\"player\":\"p2\",\"name\":\"Bob\",\"pawns\":14,\"resigns\":false}]"
#define LOBBY_HEAD(state) \
    "{\"state\":\"" state "\",\"game\":\"whitehall\",\"options\":0,\"private\":false,\"aids\":0," \
    "\"invite\":\"i\",\"host\":\"p1\",\"rematch\":\"\",\"created\":1,\"touched\":1,\"winner\":0,\"reason\":" \
    "0," \
    "\"members\":" MEMBERS
#define LOBBY(state) LOBBY_HEAD(state) ",\"setup\":" SETUP "}}"
#define RESIGN "{\"by\":\"jack\",\"do\":\"resign\"}"
#define POLICE_RESIGN "{\"by\":\"red\",\"do\":\"resign\"}"
#define RECORD SETUP ",\"actions\":[" RESIGN "],\"result\":{\"winner\":\"police\",\"reason\":\"resigned\"}}"

static void add_action(struct harness *it, const char *table, const char *row, int64_t n)
{
    ck_assert_int_eq(ask(it, STORE_ACTION_APPEND, TEXTS(table, "p1", "", row), NUMBERS_OF(n, n)), STORE_OK);
}

static void put(struct harness *it, const char *table, const char *state, const char *lobby)
{
    ck_assert_int_eq(ask(it, STORE_TABLE_PUT, TEXTS(table, "whitehall", state, lobby), NUMBERS_OF(0, 1)),
                     STORE_OK);
}

/* Creates a directory with a table in each state: open, running (with an undone action), finished, closed. */
static void fill(struct harness *it)
{
    harness_begin(it, &store_sqlite);
    ck_assert_int_eq(ask(it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1)), STORE_OK);
    put(it, "open", "open", LOBBY_HEAD("open") "}");
    put(it, "closed", "closed", LOBBY_HEAD("closed") "}");
    put(it, "running", "running", LOBBY("running"));
    add_action(it, "running", POLICE_RESIGN, 0);
    add_action(it, "running", "{\"undo\":true}", 1);
    put(it, "over", "finished", LOBBY("finished"));
    add_action(it, "over", POLICE_RESIGN, 0);
    add_action(it, "over", "{\"undo\":true}", 1);
    add_action(it, "over", RESIGN, 2);
    ck_assert_int_eq(ask(it, STORE_FINISH,
                         TEXTS("over", "whitehall", "police", "resigned", "[{\"player\":\"p1\"}]", RECORD),
                         NUMBERS_OF(1, 1, 0, 0)),
                     STORE_OK);
    harness_close(it);
}

static bool run_check(const char *directory, char *text, size_t capacity)
{
    FILE *out = tmpfile();
    ck_assert_ptr_nonnull(out);
    bool good = data_check(directory, out);
    rewind(out);
    text[fread(text, 1, capacity - 1, out)] = '\0';
    (void)fclose(out);
    return good;
}

START_TEST(an_intact_directory_is_ok)
{
    struct harness it;
    char text[2000];
    fill(&it);
    bool good = run_check(it.directory, text, sizeof text);
    ck_assert_str_eq(text, "ok: 4 tables, 1 finished games, 1 players\n");
    ck_assert(good);
    remove_directory(it.directory);
}
END_TEST

/* Kinds of damage, and the line that reports each. */
static const struct {
    const char *sql, *line;
} damages[] = {
    {"UPDATE actions SET row = '{\"by\":\"jack\",\"do\":\"move\",\"to\":5}' WHERE table_id = 'over' AND n = "
     "2",
     "table over: its log: action 1: "},
    {"UPDATE actions SET row = '" POLICE_RESIGN "' WHERE table_id = 'over' AND n = 2",
     "table over: its log and its record differ\n"},
    {"DELETE FROM actions WHERE table_id = 'over' AND n = 0", "table over: row 0 of its log is missing\n"},
    {"DELETE FROM actions WHERE table_id = 'over' AND n = 0",
     "table over: row 1 undoes an action that is not there\n"},
    {"UPDATE actions SET row = '{\"undo\":1}' WHERE n = 1", "table over: row 1 is an invalid undo\n"},
    {"DELETE FROM actions WHERE table_id = 'running' AND n = 1",
     "table running: it is running, but its game is over\n"},
    {"UPDATE actions SET key = 'k' WHERE table_id = 'running'",
     "table running: its log has the same key of player p1 more than once\n"},
    {"UPDATE tables SET lobby = '{}' WHERE id = 'running'",
     "table running: it is running, with 2 rows, but has no setup\n"},
    {"UPDATE tables SET lobby = json_remove(lobby, '$.members[1].name') WHERE id = 'open'",
     "table open: its lobby has invalid settings, members or commentators\n"},
    {"UPDATE tables SET lobby = json_set(lobby, '$.commentary', json('{\"people\":[{}]}')) WHERE id = 'over'",
     "table over: its lobby has invalid settings, members or commentators\n"},
    {"UPDATE tables SET lobby = json_set(lobby, '$.options', 1 << 30) WHERE id = 'closed'",
     "table closed: its lobby has invalid settings, members or commentators\n"},
    {"UPDATE tables SET lobby = json_set(lobby, '$.setup.board', 'whitehall/9') WHERE id = 'running'",
     "table running: its log: "},
    {"UPDATE tables SET game = 'whitechapel' WHERE id = 'open'",
     "table open: it is whitechapel and open, but its lobby is whitehall and open\n"},
    {"DELETE FROM records", "table over: its record: "},
    {"UPDATE tables SET lobby = '[]' WHERE id = 'open'", "table open: its lobby is not a JSON object\n"},
    {"UPDATE tables SET state = 'open' WHERE id = 'running'", "table running: it is open, but has actions\n"},
    {"UPDATE tables SET state = 'running' WHERE id = 'over'",
     "table over: it is running, but in the archive\n"},
    {"UPDATE tables SET state = 'finished' WHERE id = 'running'",
     "table running: it is finished, but not in the archive\n"},
    {"UPDATE records SET record = '{}'", "table over: its record: "},
    {"UPDATE finished SET winner = 'jack'", "table over: the archive has whitehall: jack by resigned, but "
                                            "its record has whitehall: police by resigned\n"},
    {"UPDATE finished SET actions = 5", "table over: the archive counts 5 actions, but its record has 1\n"},
    {"DELETE FROM tables WHERE id = 'over'",
     "database: a row of finished refers to a missing row of tables\n"},
    {"PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'finished_listed'", "database: "},
};

START_TEST(damage_is_reported_in_one_line)
{
    struct harness it;
    char path[128], text[2000];
    sqlite3 *handle;
    fill(&it);
    harness_path(&it, "gaslight.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(handle, damages[_i].sql, NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(handle), SQLITE_OK);
    ck_assert(!run_check(it.directory, text, sizeof text));
    ck_assert_msg(strstr(text, damages[_i].line) != NULL, "%s", text);
    ck_assert_msg(strstr(text, " problems\n") != NULL, "%s", text);
    remove_directory(it.directory);
}
END_TEST

START_TEST(a_missing_directory_is_not_created)
{
    struct harness it;
    char text[2000];
    harness_make_directory(&it, &store_sqlite);
    ck_assert(!run_check(it.directory, text, sizeof text));
    ck_assert_ptr_nonnull(strstr(text, "Cannot read \""));
    remove_directory(it.directory);
    ck_assert(!run_check(it.directory, text, sizeof text));
    ck_assert_ptr_nonnull(strstr(text, "Cannot read the data directory"));
    ck_assert_int_ne(access(it.directory, F_OK), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("data check");
    TCase *tcase = tcase_create("data check");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, an_intact_directory_is_ok);
    tcase_add_loop_test(tcase, damage_is_reported_in_one_line, 0, COUNT(damages));
    tcase_add_test(tcase, a_missing_directory_is_not_created);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
