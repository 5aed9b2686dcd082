/*
 * test_postgres_faults.c: trouble between a store and PostgreSQL: lost connections, killed backends, a full disk, replicas
 * that do not answer, and servers whose settings may lose data.
 */
#include <check.h>

#include "server/store/postgres/postgres.h"
#include "tests/support/c/postgres_nodes.h"
#include "tests/support/c/postgres_proxy.h"
#include "tests/support/c/run_suite.h"

/* ---- Lost connections -------------------------------------------------------------------------- */

/* Stores a line of chat. It has no key, so a batch that is carried out twice stores it twice. */
static enum store_status say(struct harness *it)
{
    return ask(it, STORE_CHAT_APPEND, TEXTS("t1", "p1", "", "Ann", "table", "hello"), NUMBERS_OF(1, 0));
}

START_TEST(a_batch_with_a_lost_connection_is_stored_once)
{
    static const enum proxy_cut cuts[] = {CUT_BEFORE, CUT_AFTER, CUT_LATE};
    static struct postgres_proxy proxy;
    struct harness it;
    char direct[POSTGRES_URL_MAX];
    harness_make_directory(&it, &store_postgres);
    (void)snprintf(direct, sizeof direct, "%s", it.url);
    proxy_start(&proxy, it.url);
    harness_open(&it, NULL);
    store_start(it.store);
    ck_assert_int_eq(put_table(&it, "t1", "{}"), STORE_OK);
    for (int round = 0; round < 3; round++) {
        atomic_store(&proxy.cut, (int)cuts[_i]);
        ck_assert_int_eq(say(&it), STORE_OK);
        ck_assert_int_eq(atomic_load(&proxy.cut), CUT_NOTHING);
        if (cuts[_i] == CUT_LATE) { /* the lost transaction arrives now, and must not pass the fence */
            atomic_store(&proxy.is_late_done, 0);
            atomic_store(&proxy.is_late_wanted, 1);
            for (int i = 0; atomic_load(&proxy.is_late_done) == 0; i++) {
                ck_assert_int_lt(i, PATIENCE);
                uv_sleep(PAUSE);
            }
        }
        ck_assert_int_eq(append(&it, "t1", round), STORE_OK); /* and it goes on */
    }
    ck_assert_str_eq(postgres_harness_sql(direct, "SELECT count(*) FROM chat"), "3");
    ck_assert_str_eq(postgres_harness_sql(direct, "SELECT count(*) FROM actions"), "3");
    ck_assert_str_eq(postgres_harness_sql(direct, "SELECT count(*) FROM nodes"), "1");
    harness_close(&it);
    proxy_stop(&proxy);
    remove_directory(it.directory);
    postgres_harness_drop(direct);
}
END_TEST

/* Both the request that was carried out and the one that was not keep their status. */
START_TEST(a_lost_batch_keeps_the_status_of_each_request)
{
    struct harness it;
    static struct postgres_proxy proxy;
    harness_make_directory(&it, &store_postgres);
    proxy_start(&proxy, it.url);
    harness_open(&it, NULL);
    const struct store_request *good = submit(&it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1));
    const struct store_request *bad = submit(&it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "bb"), NUMBERS_OF(1));
    const struct store_request *last = submit(&it, STORE_PLAYER_ADD, TEXTS("p2", "Ann", "cc"), NUMBERS_OF(1));
    (void)uv_run(&it.loop, UV_RUN_NOWAIT);
    atomic_store(&proxy.cut, CUT_AFTER);
    store_start(it.store);
    wait_for_all(&it);
    ck_assert_int_eq(good->status, STORE_OK);
    ck_assert_int_eq(bad->status, STORE_CONFLICT);
    ck_assert_int_eq(last->status, STORE_OK);
    harness_close(&it);
    proxy_stop(&proxy);
    remove_directory(it.directory);
}
END_TEST

START_TEST(a_killed_backend_is_survived)
{
    struct harness it;
    begin(&it);
    ck_assert_int_eq(add_player(&it, "p1"), STORE_OK);
    for (int i = 0; i < 3; i++) { /* between two batches, and two reads */
        char id[32];
        (void)snprintf(id, sizeof id, "q%d", i);
        (void)run_sql(
            &it, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                 "AND pid <> pg_backend_pid()");
        ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS), STORE_OK);
        ck_assert_int_eq(add_player(&it, id), STORE_OK);
    }
    PGconn *lock = postgres_harness_connect(it.url); /* in the middle of a batch */
    libpq.PQclear(libpq.PQexec(lock, "BEGIN"));
    libpq.PQclear(libpq.PQexec(lock, "LOCK TABLE players"));
    const struct store_request *write =
        submit(&it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1));
    (void)uv_run(&it.loop, UV_RUN_NOWAIT);
    wait_until(&it, WRITER_IS("wait_event_type = 'Lock'"));
    (void)run_sql(&it, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE "
                       "'gaslightd writes%' AND datname = current_database()");
    libpq.PQclear(libpq.PQexec(lock, "COMMIT"));
    libpq.PQfinish(lock);
    wait_for_all(&it);
    ck_assert_int_eq(write->status, STORE_OK);
    ck_assert_str_eq(run_sql(&it, "SELECT count(*) FROM players"), "5");
    harness_end(&it);
}
END_TEST

/* Makes every change of a table fail as if the disk were full. */
static void fill_disk(const struct harness *it, const char *table)
{
    char text[300];
    (void)run_sql(it, "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS "
                      "$$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = 'disk_full'; END $$");
    (void)snprintf(text, sizeof text,
                   "CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON %s EXECUTE FUNCTION fail()", table);
    (void)run_sql(it, text);
}

START_TEST(a_full_disk_refuses_writes_until_there_is_room)
{
    struct harness it;
    begin(&it);
    fill_disk(&it, _i == 0 ? "players" : "nodes"); /* the fence changes the table of nodes */
    ck_assert_int_eq(add_player(&it, "p1"), STORE_REFUSED);
    ck_assert_int_eq(put_table(&it, "t1", "{}"), _i == 0 ? STORE_OK : STORE_REFUSED);
    ck_assert_int_eq(add_player(&it, "p1"), STORE_REFUSED);
    ck_assert(store_is_failing(it.store));
    (void)run_sql(&it, "DROP FUNCTION fail CASCADE");
    store_probe(it.store);
    while (store_depth(it.store) > 0) {
        (void)uv_run(&it.loop, UV_RUN_ONCE);
    }
    ck_assert(!store_is_failing(it.store));
    ck_assert_int_eq(add_player(&it, "p1"), STORE_OK);
    harness_end(&it);
}
END_TEST

static void restore_settings(void)
{
    (void)postgres_harness_sql(postgres_harness.url, "ALTER SYSTEM RESET ALL");
    (void)postgres_harness_sql(postgres_harness.url, "SELECT pg_reload_conf()");
}

static void change_setting(const char *setting)
{
    char text[100];
    (void)snprintf(text, sizeof text, "ALTER SYSTEM SET %s", setting);
    (void)postgres_harness_sql(postgres_harness.url, text);
    (void)postgres_harness_sql(postgres_harness.url, "SELECT pg_reload_conf()");
}

/* Cancels the COMMIT of the writer that waits for a replica, and waits until it no longer does: a second request to cancel
 * would hit whatever the store does next. */
static void cancel_waiting_commit(const struct harness *it)
{
    char commit[200], text[400];
    wait_until(it, WRITER_IS("wait_event = 'SyncRep'"));
    (void)snprintf(
        commit, sizeof commit, "%s",
        run_sql(it, "SELECT format('pid = %s AND query_start = %L', pid, query_start) FROM pg_stat_activity "
                    "WHERE wait_event = 'SyncRep' AND datname = current_database()"));
    (void)snprintf(text, sizeof text, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE %s", commit);
    (void)run_sql(it, text);
    (void)snprintf(text, sizeof text,
                   "SELECT count(*) = 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND %s", commit);
    wait_until(it, text);
}

/* When the server gives up waiting for a replica, COMMIT succeeds with a warning. */
START_TEST(a_commit_that_is_not_replicated_is_not_answered)
{
    struct harness it;
    begin(&it);
    ck_assert_int_eq(add_player(&it, "p1"), STORE_OK);
    change_setting("synchronous_standby_names = 'missing'");
    wait_until(&it, "SELECT current_setting('synchronous_standby_names') = 'missing'");
    /* Commits wait for replicas once the checkpointer has read the setting, which it does before a checkpoint. */
    (void)run_sql(&it, "CHECKPOINT");
    const struct store_request *write =
        submit(&it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1));
    (void)uv_run(&it.loop, UV_RUN_NOWAIT);
    for (int i = 0; i < 3; i++) { /* the batch, and then each attempt to find out */
        cancel_waiting_commit(&it);
        (void)uv_run(&it.loop, UV_RUN_NOWAIT);
        ck_assert_msg(it.pending == 1, "it was answered in round %d, status %d", i, (int)write->status);
    }
    wait_until(&it, WRITER_IS("wait_event = 'SyncRep'"));
    restore_settings();
    wait_for_all(&it);
    ck_assert_int_eq(write->status, STORE_OK);
    ck_assert_str_eq(run_sql(&it, "SELECT count(*) FROM players"), "2");
    harness_end(&it);
}
END_TEST

/* ---- Settings ---------------------------------------------------------------------------------- */

static void check_refused_with(const char *url, const char *setting, const char *name)
{
    char query[100], expected[100];
    change_setting(setting);
    (void)snprintf(query, sizeof query, "SELECT current_setting('%s')", name);
    for (int i = 0; strcmp(postgres_harness_sql(url, query), "off") != 0; i++) {
        ck_assert_int_lt(i, PATIENCE);
        uv_sleep(PAUSE);
    }
    (void)snprintf(expected, sizeof expected, "The PostgreSQL server has %s = off", name);
    ck_assert_ptr_nonnull(strstr(refusal(url), expected));
    restore_settings();
}

START_TEST(a_server_that_may_lose_data_is_refused)
{
    char url[POSTGRES_URL_MAX], other[POSTGRES_URL_MAX + 100];
    postgres_harness_create(url);
    ck_assert_str_eq(refusal(url), "");
    check_refused_with(url, "full_page_writes = off", "full_page_writes");
    check_refused_with(url, "fsync = off", "fsync");
    for (int i = 0; refusal(url)[0] != '\0'; i++) { /* until the setting has its old value */
        ck_assert_int_lt(i, PATIENCE);
        uv_sleep(PAUSE);
    }
    (void)snprintf(other, sizeof other, "%s&options=-csynchronous_commit%%3Doff", url);
    ck_assert_str_eq(refusal(other), ""); /* it is switched on */
    postgres_harness_drop(url);
}
END_TEST

/* Adds a test that changes settings of the server, which are restored even if it fails. */
static void add_test_of_settings(Suite *suite, const char *name, const TTest *test)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    tcase_add_unchecked_fixture(tcase, NULL, restore_settings);
    tcase_add_test(tcase, test);
    suite_add_tcase(suite, tcase);
}

int main(void)
{
    Suite *suite = suite_create("postgres faults");
    TCase *connections = tcase_create("connections");
    tcase_set_timeout(connections, 60);
    tcase_add_loop_test(connections, a_batch_with_a_lost_connection_is_stored_once, 0, 3);
    tcase_add_test(connections, a_lost_batch_keeps_the_status_of_each_request);
    tcase_add_test(connections, a_killed_backend_is_survived);
    tcase_add_loop_test(connections, a_full_disk_refuses_writes_until_there_is_room, 0, 2);
    suite_add_tcase(suite, connections);
    add_test_of_settings(suite, "replication", a_commit_that_is_not_replicated_is_not_answered);
    add_test_of_settings(suite, "settings", a_server_that_may_lose_data_is_refused);
    postgres_harness_start();
    int status = run_suite(suite);
    postgres_harness_stop();
    return status;
}
