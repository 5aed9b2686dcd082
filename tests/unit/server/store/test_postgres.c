/*
 * test_postgres.c: what the PostgreSQL engine does that SQLite does not have to: nodes, their rows, the tables they own,
 * and the schema they share. The verbs themselves are tested in test_store.c, trouble in test_postgres_faults.c.
 */
#include <check.h>

#include "server/store/postgres/postgres.h"
#include "tests/support/c/postgres_nodes.h"
#include "tests/support/c/run_suite.h"

static enum store_status claim(struct harness *it, const char *table, int64_t owner)
{
    return ask(it, STORE_TABLE_CLAIM, TEXTS(table), NUMBERS_OF(owner));
}

static int64_t owner_of(struct harness *it, const char *table)
{
    return ask_rows(it, STORE_TABLE_OF, TEXTS(table), NO_NUMBERS)->row[0].number[2];
}

/*
 * Runs a test on a new database in a process of its own, because that process is expected to exit. Returns its exit
 * status. This process has no threads yet, so forking it is safe.
 */
static int exit_status_of(void (*part)(const struct harness *it), struct harness *it)
{
    int status = 0;
    harness_make_directory(it, &store_postgres);
    pid_t child = fork();
    if (child == 0) {
        part(it);
        _exit(EXIT_SUCCESS);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* ---- Nodes ------------------------------------------------------------------------------------- */

START_TEST(a_node_has_a_row_from_start_to_end)
{
    struct harness it;
    begin(&it);
    int64_t first = store_node(it.store);
    ck_assert_int_gt(first, 0);
    ck_assert_str_eq(run_sql(&it, "SELECT name || ' ' || address || ' ' || state FROM nodes"),
                     "test test:1 serving");
    ck_assert_int_eq(ask(&it, STORE_NODE_DRAIN, NO_TEXTS, NO_NUMBERS), STORE_OK);
    const struct store_request *nodes = ask_rows(&it, STORE_NODES, NO_TEXTS, NO_NUMBERS);
    ck_assert_uint_eq(nodes->rows, 1);
    ck_assert_str_eq(nodes->row[0].text[2], "draining");
    ck_assert_int_eq(nodes->row[0].number[0], first);
    ck_assert_int_eq(nodes->row[0].number[1], 0);
    ck_assert_int_eq(nodes->row[0].number[2], 1);
    harness_close(&it);
    ck_assert_str_eq(run_sql(&it, "SELECT count(*) FROM nodes"), "0");
    it.node = ""; /* the name of the machine */
    harness_open(&it, NULL);
    ck_assert_int_gt(store_node(it.store), first);
    char name[256] = "";
    ck_assert_int_eq(gethostname(name, sizeof name - 1), 0);
    ck_assert_str_eq(run_sql(&it, "SELECT name FROM nodes"), name);
    harness_end(&it);
}
END_TEST

START_TEST(an_idle_node_renews_its_lease)
{
    struct harness it;
    begin(&it);
    ck_assert_int_eq(add_player(&it, "p1"), STORE_OK);
    (void)run_sql(&it, "CREATE TABLE before AS SELECT batch, expires FROM nodes");
    wait_until(&it, "SELECT n.batch > b.batch + 1 AND n.expires > b.expires + interval '3 s' AND "
                    "n.expires > now() FROM nodes n, before b");
    ck_assert_int_eq(add_player(&it, "p2"), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p2"), NO_NUMBERS), STORE_OK);
    harness_end(&it);
}
END_TEST

static void write_after_being_deposed(const struct harness *it)
{
    struct harness old;
    join(&old, it, "other");
    if (add_player(&old, "p1") != STORE_OK) {
        _exit(EXIT_FAILURE);
    }
    (void)run_sql(it, "DELETE FROM nodes WHERE name = 'other'");
    (void)add_player(&old, "p2"); /* does not return */
}

START_TEST(a_deposed_node_stores_nothing_and_exits)
{
    struct harness it;
    ck_assert_int_eq(exit_status_of(write_after_being_deposed, &it), STORE_EXIT_DEPOSED);
    ck_assert_str_eq(run_sql(&it, "SELECT string_agg(id, ' ') FROM players"), "p1");
    remove_directory(it.directory);
    postgres_harness_drop(it.url);
}
END_TEST

static void read_after_being_deposed(const struct harness *it)
{
    struct harness old;
    join(&old, it, "other");
    (void)run_sql(it, "DELETE FROM nodes WHERE name = 'other'");
    (void)ask(&old, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS); /* does not return */
}

START_TEST(a_deposed_node_answers_no_reads)
{
    struct harness it;
    ck_assert_int_eq(exit_status_of(read_after_being_deposed, &it), STORE_EXIT_DEPOSED);
    remove_directory(it.directory);
    postgres_harness_drop(it.url);
}
END_TEST

static void write_after_a_restart(const struct harness *it)
{
    struct harness old, next;
    join(&old, it, "other");
    join(&next, it, "other");
    if (store_node(next.store) <= store_node(old.store) || add_player(&next, "p1") != STORE_OK) {
        _exit(EXIT_FAILURE);
    }
    (void)add_player(&old, "p2"); /* does not return */
}

START_TEST(a_start_deposes_an_earlier_one_of_the_same_name)
{
    struct harness it;
    ck_assert_int_eq(exit_status_of(write_after_a_restart, &it), STORE_EXIT_DEPOSED);
    ck_assert_str_eq(run_sql(&it, "SELECT string_agg(id, ' ') FROM players"), "p1");
    ck_assert_str_eq(run_sql(&it, "SELECT count(*) FROM nodes"), "1");
    remove_directory(it.directory);
    postgres_harness_drop(it.url);
}
END_TEST

static enum store_status depose(struct harness *it, int64_t node, int64_t only_expired)
{
    return ask(it, STORE_NODE_DEPOSE, NO_TEXTS, NUMBERS_OF(node, only_expired));
}

START_TEST(only_other_nodes_are_deposed_and_if_asked_only_silent_ones)
{
    struct harness it;
    begin(&it);
    int64_t me = store_node(it.store);
    (void)run_sql(&it, "INSERT INTO nodes (name, address, state, expires) VALUES "
                       "('silent', '', 'serving', now() - interval '1 s'), ('alive', '', 'serving', now() + "
                       "interval '1 hour')");
    const struct store_request *nodes = ask_rows(&it, STORE_NODES, NO_TEXTS, NO_NUMBERS);
    ck_assert_uint_eq(nodes->rows, 3);
    int64_t silent = nodes->row[1].number[0], alive = nodes->row[2].number[0];
    ck_assert_str_eq(nodes->row[1].text[0], "silent");
    ck_assert_int_eq(nodes->row[1].number[1], 1);
    ck_assert_int_eq(nodes->row[1].number[2], 0);
    ck_assert_int_eq(nodes->row[2].number[1], 0);
    ck_assert_int_eq(depose(&it, alive, 1), STORE_NOTHING);
    ck_assert_int_eq(depose(&it, silent, 1), STORE_OK);
    ck_assert_int_eq(depose(&it, silent, 0), STORE_NOTHING);
    ck_assert_int_eq(depose(&it, alive, 0), STORE_OK);
    ck_assert_int_eq(depose(&it, me, 0), STORE_NOTHING);
    ck_assert_uint_eq(ask_rows(&it, STORE_NODES, NO_TEXTS, NO_NUMBERS)->rows, 1);
    harness_end(&it);
}
END_TEST

/* A node that was stopped while it sent a batch holds its row locked, and no timeout of PostgreSQL ends that. */
START_TEST(a_node_that_stopped_in_the_middle_of_a_batch_is_deposed)
{
    struct harness it;
    begin(&it);
    (void)run_sql(
        &it, "INSERT INTO nodes (name, address, state, expires) VALUES ('stopped', '', 'serving', now())");
    int64_t stopped = ask_rows(&it, STORE_NODES, NO_TEXTS, NO_NUMBERS)->row[1].number[0];
    PGconn *connection = postgres_harness_connect(it.url);
    struct postgres half = {.handle = connection};
    ck_assert(postgres_name_writer(&half, &(struct postgres_node){.number = stopped}));
    ck_assert(postgres_begin_pipeline(&half));
    ck_assert(postgres_send_control(&half, "BEGIN"));
    ck_assert(postgres_send_control(&half, "UPDATE nodes SET batch = 1 WHERE name = 'stopped'"));
    ck_assert_int_eq(libpq.PQsendFlushRequest(connection), 1);
    libpq.PQclear(libpq.PQgetResult(connection)); /* of BEGIN */
    libpq.PQclear(libpq.PQgetResult(connection));
    libpq.PQclear(libpq.PQgetResult(connection)); /* the row is locked now; nothing more is sent */
    wait_until(&it,
               "SELECT state_change < clock_timestamp() - interval '2 s' FROM pg_stat_activity a, nodes n "
               "WHERE application_name = '" POSTGRES_WRITER_NAME "' || node AND name = 'stopped'");
    ck_assert_int_eq(depose(&it, stopped, 1), STORE_OK);
    ck_assert_uint_eq(ask_rows(&it, STORE_NODES, NO_TEXTS, NO_NUMBERS)->rows, 1);
    libpq.PQfinish(connection);
    harness_end(&it);
}
END_TEST

/* ---- Owners ------------------------------------------------------------------------------------ */

START_TEST(a_table_is_claimed_only_from_the_expected_owner)
{
    struct harness it, other;
    begin(&it);
    join(&other, &it, "other");
    int64_t me = store_node(it.store), them = store_node(other.store);
    ck_assert_int_eq(put_table(&it, "t1", "{}"), STORE_OK);
    ck_assert_int_eq(owner_of(&other, "t1"), me);
    ck_assert_int_eq(claim(&other, "t1", 0), STORE_CONFLICT);
    ck_assert_int_eq(claim(&other, "t1", me + 100), STORE_CONFLICT);
    ck_assert_int_eq(claim(&other, "none", 0), STORE_CONFLICT);
    ck_assert_int_eq(ask(&other, STORE_TABLE_RELEASE, TEXTS("t1"), NO_NUMBERS), STORE_OK); /* not theirs */
    ck_assert_int_eq(owner_of(&it, "t1"), me);
    ck_assert_int_eq(ask(&it, STORE_TABLE_RELEASE, TEXTS("t1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(owner_of(&it, "t1"), 0);
    ck_assert_str_eq(ask_rows(&it, STORE_TABLES_OWNED, TEXTS(""), NUMBERS_OF(0, 9))->row[0].text[0], "t1");
    ck_assert_int_eq(claim(&other, "t1", 0), STORE_OK);
    ck_assert_int_eq(claim(&other, "t1", 0), STORE_OK); /* again, after a lost answer */
    ck_assert_int_eq(claim(&it, "t1", 0), STORE_CONFLICT);
    ck_assert_int_eq(owner_of(&it, "t1"), them);
    ck_assert_str_eq(ask_rows(&it, STORE_TABLES_OWNED, TEXTS(""), NUMBERS_OF(them, 9))->row[0].text[0], "t1");
    ck_assert_int_eq(ask(&it, STORE_TABLES_OWNED, TEXTS("t1"), NUMBERS_OF(them, 9)), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_TABLES_OWNED, TEXTS(""), NUMBERS_OF(0, 9)), STORE_NOTHING);
    harness_close(&other);
    ck_assert_int_eq(claim(&it, "t1", them), STORE_OK); /* it is gone */
    ck_assert_int_eq(owner_of(&it, "t1"), me);
    harness_end(&it);
}
END_TEST

START_TEST(only_the_owner_writes_to_a_table)
{
    struct harness it, other;
    begin(&it);
    join(&other, &it, "other");
    ck_assert_int_eq(put_table(&it, "t1", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&other, "t2", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&other, "t1", "{\"a\":1}"), STORE_CONFLICT);
    ck_assert_int_eq(append(&other, "t1", 0), STORE_CONFLICT);
    ck_assert_int_eq(
        ask(&other, STORE_CHAT_APPEND, TEXTS("t1", "p1", "", "Ann", "table", "hello"), NUMBERS_OF(1)),
        STORE_CONFLICT);
    ck_assert_int_eq(ask(&other, STORE_CHAT_CARRY, TEXTS("t1", "t2", ""), NO_NUMBERS), STORE_CONFLICT);
    ck_assert_int_eq(ask(&other, STORE_FINISH, TEXTS("t1", "whitehall", "jack", "resigned", "[]", "{}"),
                         NUMBERS_OF(1, 1, 0, 0)),
                     STORE_CONFLICT);
    ck_assert_str_eq(run_sql(&it, "SELECT lobby FROM tables WHERE id = 't1'"), "{}");
    ck_assert_str_eq(run_sql(&it, "SELECT (SELECT count(*) FROM actions) + (SELECT count(*) FROM chat) + "
                                  "(SELECT count(*) FROM finished)"),
                     "0");
    ck_assert_int_eq(append(&it, "t1", 0), STORE_OK);
    harness_close(&other);
    harness_end(&it);
}
END_TEST

static bool note_table(void *context, const struct store_row *row)
{
    char *text = context;
    (void)snprintf(text + strlen(text), 100 - strlen(text), "%s ", row->text[0]);
    return true;
}

START_TEST(a_start_loads_the_tables_that_nobody_owns)
{
    struct harness it, other;
    char text[100] = "";
    const struct store_loader loader = {
        .table = note_table, .action = harness_ignore, .failed = harness_fail, .context = text};
    begin(&it);
    ck_assert_int_eq(put_table(&it, "released", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "gone", "{}"), STORE_OK);
    ck_assert_int_eq(put_table(&it, "kept", "{}"), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TABLE_RELEASE, TEXTS("released"), NO_NUMBERS), STORE_OK);
    (void)run_sql(&it, "UPDATE tables SET owner = 1000000 WHERE id = 'gone'");
    other = (struct harness){.engine = &store_postgres, .node = "other"};
    (void)snprintf(other.url, sizeof other.url, "%s", it.url);
    harness_open(&other, &loader);
    ck_assert_str_eq(text, "released gone ");
    ck_assert_int_eq(owner_of(&it, "gone"), store_node(other.store));
    ck_assert_int_eq(owner_of(&it, "kept"), store_node(it.store));
    harness_close(&other);
    harness_end(&it);
}
END_TEST

START_TEST(a_tables_host_players_and_invite_follow_its_lobby)
{
    struct harness it;
    begin(&it);
    ck_assert_int_eq(
        put_table(&it, "t1", "{\"host\":\"p1\",\"invite\":\"i1\",\"members\":[{\"player\":\"p1\"}]}"),
        STORE_OK);
    ck_assert_int_eq(put_table(&it, "t1",
                               "{\"host\":\"p2\",\"invite\":\"i2\",\"members\":[{\"player\":\"p1\"},"
                               "{\"player\":\"p2\"}]}"),
                     STORE_OK);
    ck_assert_str_eq(
        run_sql(&it, "SELECT host || ' ' || array_to_string(players, ',') || ' ' || invite FROM tables"),
        "p2 p1,p2 i2");
    ck_assert_str_eq(ask_rows(&it, STORE_TABLE_BY_INVITE, TEXTS("i2"), NO_NUMBERS)->row[0].text[0], "t1");
    ck_assert_int_eq(ask(&it, STORE_TABLE_BY_INVITE, TEXTS("i1"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(put_table(&it, "t2", "[1]"), STORE_OK);
    harness_end(&it);
}
END_TEST

START_TEST(a_code_is_taken_once)
{
    struct harness it, other;
    begin(&it);
    join(&other, &it, "other");
    ck_assert_int_eq(add_player(&it, "p1"), STORE_OK);
    for (int i = 0; i < 20; i++) {
        char code[32], first[32], second[32];
        (void)snprintf(code, sizeof code, "code%d", i);
        (void)snprintf(first, sizeof first, "first%d", i);
        (void)snprintf(second, sizeof second, "second%d", i);
        ck_assert_int_eq(ask(&it, STORE_CODE_PUT, TEXTS("p1", code), NUMBERS_OF(10, 20)), STORE_OK);
        const struct store_request *a = submit(&it, STORE_CODE_TAKE, TEXTS(code, first), NUMBERS_OF(11));
        const struct store_request *b = submit(&other, STORE_CODE_TAKE, TEXTS(code, second), NUMBERS_OF(11));
        (void)uv_run(&other.loop, UV_RUN_NOWAIT);
        wait_for_all(&it);
        wait_for_all(&other);
        ck_assert_int_eq(a->status == STORE_OK, b->status == STORE_NOTHING);
        ck_assert_int_eq(b->status == STORE_OK, a->status == STORE_NOTHING);
    }
    ck_assert_str_eq(run_sql(&it, "SELECT count(*) FROM tokens"), "21");
    harness_close(&other);
    harness_end(&it);
}
END_TEST

static struct store_request *rename_both(struct harness *it, const char *first, const char *second,
                                         const char *name)
{
    struct store_request *request = store_request_new(harness_answered, it);
    store_request_add(request, STORE_PLAYER_RENAME, TEXTS(first, name), NO_NUMBERS);
    store_request_add(request, STORE_PLAYER_RENAME, TEXTS(second, name), NO_NUMBERS);
    it->pending++;
    store_submit(it->store, request);
    return request;
}

START_TEST(nodes_that_wait_for_each_other_both_succeed)
{
    struct harness it, other;
    begin(&it);
    join(&other, &it, "other");
    ck_assert_int_eq(add_player(&it, "p1"), STORE_OK);
    ck_assert_int_eq(add_player(&it, "p2"), STORE_OK);
    for (int i = 0; i < 20; i++) {
        const struct store_request *a = rename_both(&it, "p1", "p2", "Ann");
        const struct store_request *b = rename_both(&other, "p2", "p1", "Bob");
        (void)uv_run(&other.loop, UV_RUN_NOWAIT);
        wait_for_all(&it);
        wait_for_all(&other);
        ck_assert_int_eq(a->status, STORE_OK);
        ck_assert_int_eq(b->status, STORE_OK);
        ck_assert_str_eq(run_sql(&it, "SELECT count(DISTINCT name) FROM players"), "1");
    }
    harness_close(&other);
    harness_end(&it);
}
END_TEST

/* ---- Opening ----------------------------------------------------------------------------------- */

START_TEST(what_cannot_be_used_is_refused_in_one_sentence)
{
    char url[POSTGRES_URL_MAX], ascii[POSTGRES_URL_MAX], nowhere[POSTGRES_URL_MAX];
    postgres_harness_create(url);
    (void)postgres_harness_sql(url, "CREATE TABLE someones (a integer)");
    ck_assert_str_eq(refusal(url), "The database is not empty, and its tables are not gaslightd's.");
    (void)postgres_harness_sql(postgres_harness.url,
                               "CREATE DATABASE gaslight_ascii TEMPLATE template0 ENCODING "
                               "'SQL_ASCII' LOCALE 'C'");
    postgres_harness_url("gaslight_ascii", ascii);
    ck_assert_str_eq(refusal(ascii),
                     "The database does not have the encoding UTF8: create it with ENCODING 'UTF8'.");
    (void)postgres_harness_sql(postgres_harness.url, "DROP DATABASE gaslight_ascii");
    postgres_harness_url("gaslight_nowhere", nowhere);
    ck_assert_ptr_nonnull(strstr(refusal(nowhere), "Cannot connect to PostgreSQL: "));
    ck_assert_ptr_null(strchr(refusal(nowhere), '\n'));
    postgres_harness_drop(url);
}
END_TEST

START_TEST(a_database_with_a_newer_schema_is_accepted)
{
    struct harness it;
    begin(&it);
    harness_close(&it);
    (void)run_sql(&it, "INSERT INTO migrations (number) VALUES (1000)");
    (void)run_sql(&it, "ALTER TABLE players ADD COLUMN later text NOT NULL DEFAULT ''");
    harness_open(&it, NULL);
    store_start(it.store);
    ck_assert_int_eq(add_player(&it, "p1"), STORE_OK);
    harness_end(&it);
}
END_TEST

/* Nodes that are started together on an empty database create the schema once. */
START_TEST(nodes_migrate_one_after_the_other)
{
    char url[POSTGRES_URL_MAX];
    int status[3] = {0, 0, 0};
    pid_t child[3];
    postgres_harness_create(url);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"a", "b", "c"};
        child[i] = fork();
        if (child[i] == 0) {
            struct harness it = {.engine = &store_postgres, .node = names[i]};
            (void)snprintf(it.url, sizeof it.url, "%s", url);
            harness_open(&it, NULL);
            harness_close(&it);
            _exit(EXIT_SUCCESS);
        }
    }
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(waitpid(child[i], &status[i], 0), child[i]);
        ck_assert_int_eq(status[i], 0);
    }
    ck_assert_str_eq(postgres_harness_sql(url, "SELECT count(*) = max(number) FROM migrations"), "t");
    postgres_harness_drop(url);
}
END_TEST

START_TEST(a_copy_is_left_to_postgres)
{
    char error[300];
    ck_assert_int_eq(store_postgres.backup(NULL, "file", error, sizeof error), STORE_COPY_FAILED);
    ck_assert_ptr_nonnull(strstr(error, "use pg_dump"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("postgres");
    TCase *nodes = tcase_create("nodes");
    tcase_set_timeout(nodes, 60);
    tcase_add_test(nodes, a_node_has_a_row_from_start_to_end);
    tcase_add_test(nodes, an_idle_node_renews_its_lease);
    tcase_add_test(nodes, a_deposed_node_stores_nothing_and_exits);
    tcase_add_test(nodes, a_deposed_node_answers_no_reads);
    tcase_add_test(nodes, a_start_deposes_an_earlier_one_of_the_same_name);
    tcase_add_test(nodes, only_other_nodes_are_deposed_and_if_asked_only_silent_ones);
    tcase_add_test(nodes, a_node_that_stopped_in_the_middle_of_a_batch_is_deposed);
    tcase_add_test(nodes, a_table_is_claimed_only_from_the_expected_owner);
    tcase_add_test(nodes, only_the_owner_writes_to_a_table);
    tcase_add_test(nodes, a_start_loads_the_tables_that_nobody_owns);
    tcase_add_test(nodes, a_tables_host_players_and_invite_follow_its_lobby);
    tcase_add_test(nodes, a_code_is_taken_once);
    tcase_add_test(nodes, nodes_that_wait_for_each_other_both_succeed);
    suite_add_tcase(suite, nodes);
    TCase *schema = tcase_create("schema");
    tcase_set_timeout(schema, 60);
    tcase_add_test(schema, what_cannot_be_used_is_refused_in_one_sentence);
    tcase_add_test(schema, a_database_with_a_newer_schema_is_accepted);
    tcase_add_test(schema, nodes_migrate_one_after_the_other);
    tcase_add_test(schema, a_copy_is_left_to_postgres);
    suite_add_tcase(suite, schema);
    postgres_harness_start();
    int status = run_suite(suite);
    postgres_harness_stop();
    return status;
}
