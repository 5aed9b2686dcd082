/*
 * test_store_reads.c: reads beside writes: what a read sees, in which order both are reported, how the reading
 * connection recovers from errors, and that no read looks at a whole table.
 */
#include <check.h>
#include <sqlite3.h>

#include "server/store/postgres/postgres.h"
#include "server/store/sqlite/sqlite.h"
#include "tests/support/c/faulty_vfs.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

/* ---- An engine whose reads stop at a gate ------------------------------------------------------ */

static struct {
    uv_mutex_t mutex;
    uv_cond_t changed;
    unsigned arrived, released; /* reads */
    unsigned batches;           /* that have ended */
    bool reads_first;           /* before it stops, and not after */
} stage;

static struct store_engine staged;

/* Engines that read and write through different connections. */
static const struct store_engine *const engines[] = {&store_sqlite, &store_postgres, &store_memory};
enum { ENGINES = 3, ENGINES_WITH_READER = 2 };

static const struct store_engine *original; /* the one that is staged */

static void wait_at_gate(void)
{
    uv_mutex_lock(&stage.mutex);
    unsigned number = ++stage.arrived;
    uv_cond_broadcast(&stage.changed);
    while (stage.released < number) {
        uv_cond_wait(&stage.changed, &stage.mutex);
    }
    uv_mutex_unlock(&stage.mutex);
}

static uint64_t staged_read(void *engine, struct store_request *request)
{
    uint64_t seen = 0;
    if (stage.reads_first) {
        seen = original->read(engine, request);
    }
    wait_at_gate();
    return stage.reads_first ? seen : original->read(engine, request);
}

static void staged_run(void *engine, struct store_request *batch, uint64_t number)
{
    original->run(engine, batch, number);
    uv_mutex_lock(&stage.mutex);
    stage.batches += batch == NULL ? 0 : 1; /* heartbeats do not count */
    uv_cond_broadcast(&stage.changed);
    uv_mutex_unlock(&stage.mutex);
}

static void wait_for(const unsigned *counter, unsigned value)
{
    uv_mutex_lock(&stage.mutex);
    while (*counter < value) {
        uv_cond_wait(&stage.changed, &stage.mutex);
    }
    uv_mutex_unlock(&stage.mutex);
}

static void release_reads(unsigned number)
{
    uv_mutex_lock(&stage.mutex);
    stage.released = number;
    uv_cond_broadcast(&stage.changed);
    uv_mutex_unlock(&stage.mutex);
}

static void begin_staged(struct harness *it, const struct store_engine *engine, bool reads_first)
{
    original = engine;
    staged = *engine;
    staged.read = staged_read;
    staged.run = staged_run;
    stage.reads_first = reads_first;
    ck_assert_int_eq(uv_mutex_init(&stage.mutex), 0);
    ck_assert_int_eq(uv_cond_init(&stage.changed), 0);
    harness_begin(it, &staged);
}

/* Passes what was submitted to the threads. */
static void queue_submitted(struct harness *it)
{
    (void)uv_run(&it->loop, UV_RUN_NOWAIT);
}

static void wait_for_answers(struct harness *it, size_t count)
{
    while (it->answers < count) {
        (void)uv_run(&it->loop, UV_RUN_ONCE);
    }
}

static struct store_request *submit_player(struct harness *it, const char *id)
{
    return submit(it, STORE_PLAYER_ADD, TEXTS(id, "Ann", id), NUMBERS_OF(1));
}

static struct store_request *submit_search(struct harness *it, const char *id)
{
    return submit(it, STORE_PLAYER_BY_ID, TEXTS(id), NO_NUMBERS);
}

/* ---- Order ------------------------------------------------------------------------------------- */

START_TEST(a_read_sees_the_writes_submitted_before_it)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    for (int i = 0; i < 300; i++) {
        char id[32];
        (void)snprintf(id, sizeof id, "p%d", i);
        (void)submit_player(&it, id);
        (void)submit_search(&it, id);
    }
    wait_for_all(&it);
    for (size_t i = 0; i < it.answers; i++) {
        ck_assert_int_eq(it.answer[i]->status, STORE_OK);
    }
    harness_end(&it);
}
END_TEST

/* It is reported when the read during which it ended has ended, or at most one more. */
START_TEST(a_write_does_not_wait_for_reads_that_were_submitted_before_it)
{
    struct harness it;
    begin_staged(&it, engines[_i], true);
    const struct store_request *first = submit_search(&it, "p1");
    (void)submit_search(&it, "p1");
    const struct store_request *last = submit_search(&it, "p1");
    queue_submitted(&it);
    wait_for(&stage.arrived, 1);
    const struct store_request *write = submit_player(&it, "p1");
    queue_submitted(&it);
    wait_for(&stage.batches, 1); /* committed, while the first read goes on */
    ck_assert_uint_eq(it.answers, 0);
    release_reads(2);
    wait_for_answers(&it, 3); /* the last read does not hold up the write */
    ck_assert_ptr_eq(it.answer[0], first);
    ck_assert_int_eq(first->status, STORE_NOTHING);
    ck_assert(it.answer[1] == write || it.answer[2] == write);
    release_reads(3);
    wait_for_all(&it);
    ck_assert_ptr_eq(it.answer[3], last);
    ck_assert_int_eq(last->status, STORE_OK);
    harness_end(&it);
}
END_TEST

START_TEST(a_write_is_reported_before_a_read_that_has_seen_it)
{
    struct harness it;
    begin_staged(&it, engines[_i], false);
    const struct store_request *read = submit_search(&it, "p1");
    queue_submitted(&it);
    wait_for(&stage.arrived, 1);
    const struct store_request *write = submit_player(&it, "p1");
    queue_submitted(&it);
    wait_for(&stage.batches, 1);
    release_reads(1);
    wait_for_all(&it);
    ck_assert_int_eq(read->status, STORE_OK);
    ck_assert_ptr_eq(it.answer[0], write);
    ck_assert_ptr_eq(it.answer[1], read);
    harness_end(&it);
}
END_TEST

/* Every write is reported before the reads that have seen it, and after those that have not, whatever happens when. */
START_TEST(reports_come_in_an_order_in_which_everything_could_have_happened)
{
    enum { ROUNDS = 400 };
    struct harness it;
    int names = -1; /* the last rename reported */
    size_t checked = 0;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p", "-1", "aa"), NUMBERS_OF(1)), STORE_OK);
    checked = it.answers;
    for (int i = 0; i < ROUNDS; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%d", i);
        (void)submit_search(&it, "p");
        (void)submit(&it, STORE_PLAYER_RENAME, TEXTS("p", name), NO_NUMBERS);
        if (i % 3 == 0) {
            (void)uv_run(&it.loop, UV_RUN_NOWAIT);
        }
    }
    wait_for_all(&it);
    for (; checked < it.answers; checked++) {
        const struct store_request *answer = it.answer[checked];
        ck_assert_int_eq(answer->status, STORE_OK);
        if (answer->op[0].verb == STORE_PLAYER_RENAME) {
            names++;
        } else {
            ck_assert_int_eq(strtol(answer->row[0].text[1], NULL, 10), names);
        }
    }
    ck_assert_int_eq(names, ROUNDS - 1);
    harness_end(&it);
}
END_TEST

/* ---- Errors, and the length of the log --------------------------------------------------------- */

START_TEST(a_read_error_is_survived)
{
    static const struct fault once = {"read", READ, SQLITE_IOERR_READ, false, 1};
    static const struct fault often = {"read", READ, SQLITE_IOERR_READ, false, 1000};
    static char name[100000];
    struct harness it;
    install_faults();
    harness_make_directory(&it, &store_sqlite);
    harness_open(&it, NULL);
    store_start(it.store);
    memset(name, 'x', sizeof name - 1);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p1", name, "aa"), NUMBERS_OF(1)), STORE_OK);
    arm(&once, 1);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(atomic_load(&fired), 1);
    arm(&often, 1);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS), STORE_REFUSED);
    armed = NULL;
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_TOKEN, TEXTS("aa"), NO_NUMBERS), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1)), STORE_OK);
    harness_end(&it);
}
END_TEST

/* Keeps the reading thread busy: each answer is followed by the next read. */
static void read_again(struct store_request *request)
{
    struct harness *it = request->context;
    bool *stop = (bool *)&it->closed;
    if (!*stop) {
        struct store_request *next = store_request_new(read_again, it);
        store_request_add(next, STORE_PLAYERS, NULL, 0, NUMBERS_OF(1000));
        store_submit(it->store, next);
    }
    store_request_free(request);
}

START_TEST(reads_in_quick_succession_do_not_keep_the_log_growing)
{
    static char lobby[200000];
    struct harness it;
    char path[128];
    memset(lobby, ' ', sizeof lobby - 3);
    memcpy(lobby + sizeof lobby - 3, "{}", 3);
    harness_begin(&it, &store_sqlite);
    for (int i = 0; i < 200; i++) {
        char id[32];
        (void)snprintf(id, sizeof id, "p%d", i);
        (void)submit_player(&it, id);
    }
    wait_for_all(&it);
    for (int i = 0; i < 3; i++) {
        struct store_request *read = store_request_new(read_again, &it);
        store_request_add(read, STORE_PLAYERS, NULL, 0, NUMBERS_OF(1000));
        store_submit(it.store, read);
    }
    harness_path(&it, "gaslight.db-wal", path);
    for (int64_t i = 0; i < 200; i++) { /* 40 MB in total */
        struct stat status;
        ck_assert_int_eq(ask(&it, STORE_TABLE_PUT, TEXTS("t", "whitehall", "open", lobby), NUMBERS_OF(0, i)),
                         STORE_OK);
        ck_assert_int_eq(stat(path, &status), 0);
        ck_assert_int_lt(status.st_size, 18 << 20);
    }
    it.closed = true;
    harness_end(&it);
}
END_TEST

/* ---- Query plans ------------------------------------------------------------------------------- */

/* Fails if SQLite would look at a whole table or index, or sort. */
static void check_plan(sqlite3 *handle, const char *sql, const char *what)
{
    char explain[4000];
    sqlite3_stmt *statement = NULL;
    (void)snprintf(explain, sizeof explain, "EXPLAIN QUERY PLAN %s", sql);
    ck_assert_msg(sqlite3_prepare_v2(handle, explain, -1, &statement, NULL) == SQLITE_OK, "%s: %s", what,
                  sqlite3_errmsg(handle));
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(statement, 3);
        bool scans = strncmp(detail, "SCAN ", 5) == 0 && strncmp(detail, "SCAN (", 6) != 0;
        /* These have a limit. */
        bool in_order = strstr(detail, "players_created") != NULL || strstr(detail, "outbox_due") != NULL ||
                        strstr(detail, "finished_untallied") != NULL;
        /* The operator made them, or there is one for each set of options. */
        bool few = strstr(sql, "FROM bans") != NULL || strstr(sql, "FROM server_games") != NULL;
        bool derived = strstr(detail, "VIRTUAL TABLE") != NULL || strstr(detail, "CONSTANT ROW") != NULL;
        ck_assert_msg(!scans || in_order || derived || few, "%s: %s", what, detail);
        bool of_one = strstr(sql, "FROM chat") != NULL || strstr(sql, "FROM channels") != NULL ||
                      strstr(sql, "FROM bot_games") != NULL;
        bool sorts_few = few || of_one || strstr(sql, "json_tree") != NULL;
        ck_assert_msg(strstr(detail, "TEMP B-TREE") == NULL || sorts_few, "%s: %s", what, detail);
    }
    (void)sqlite3_finalize(statement);
}

START_TEST(no_statement_looks_at_a_whole_table)
{
    struct harness it;
    char path[128], what[40];
    sqlite3 *handle = NULL;
    harness_begin(&it, &store_sqlite);
    harness_close(&it);
    harness_path(&it, "gaslight.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    for (unsigned verb = 0; verb < STORE_VERB_COUNT; verb++) {
        for (unsigned i = 0; i < VERB_STATEMENTS && sqlite_verbs[verb].sql[i] != NULL; i++) {
            (void)snprintf(what, sizeof what, "verb %u, statement %u", verb, i);
            check_plan(handle, sqlite_verbs[verb].sql[i], what);
        }
    }
    ck_assert_int_eq(sqlite3_close(handle), SQLITE_OK);
    remove_directory(it.directory);
}
END_TEST

/* Returns the plan of a statement that was prepared with text and number parameters, one line per step. */
static const char *plan_of(struct postgres *connection, enum store_verb verb, unsigned statement)
{
    static char plan[20000];
    char sql[200];
    unsigned parameters = postgres_verbs[verb].texts + postgres_verbs[verb].numbers + 1;
    (void)snprintf(sql, sizeof sql, "EXPLAIN EXECUTE v%d_%u(", (int)verb, statement);
    for (unsigned i = 0; i < parameters; i++) {
        bool is_text = i < postgres_verbs[verb].texts;
        (void)snprintf(sql + strlen(sql), sizeof sql - strlen(sql), "%s%s", is_text ? "'{}'" : "1",
                       i + 1 < parameters ? "," : ")");
    }
    PGresult *result = postgres_query(connection, sql, NULL, 0);
    ck_assert_msg(result != NULL, "%s: %s", sql, libpq.PQerrorMessage(connection->handle));
    plan[0] = '\0';
    for (int i = 0; i < libpq.PQntuples(result); i++) {
        (void)snprintf(plan + strlen(plan), sizeof plan - strlen(plan), "%s\n",
                       libpq.PQgetvalue(result, i, 0));
    }
    libpq.PQclear(result);
    return plan;
}

/* Returns whether each step that uses an index searches it, reads it in order and stops at a limit, or reads nodes. */
static bool searches_indexes(const char *plan)
{
    for (const char *step = plan; (step = strstr(step, " using ")) != NULL; step++) {
        const char *next = strchr(step, '\n');
        bool in_order = strncmp(step, " using players_created", 22) == 0 ||
                        strncmp(step, " using outbox_due", 17) == 0 ||
                        strncmp(step, " using finished_untallied", 25) == 0;
        bool few = strncmp(step, " using nodes_pkey", 17) == 0;
        bool searches = next != NULL && strncmp(next + 1 + strspn(next + 1, " "), "Index Cond", 10) == 0;
        if (!in_order && !few && !searches) {
            return false;
        }
    }
    return true;
}

/* Plans are made for empty tables here, which is the worst case: then everything looks cheap. */
START_TEST(no_statement_for_postgres_looks_at_a_whole_table)
{
    struct harness it;
    struct postgres connection;
    char error[300] = "";
    harness_begin(&it, &store_postgres);
    for (unsigned verb = 0; verb < STORE_VERB_COUNT; verb++) {
        enum postgres_use use = verb < STORE_FIRST_READ ? POSTGRES_WRITE : POSTGRES_READ;
        ck_assert_msg(postgres_connect(&connection, it.url, use, error, sizeof error), "%s", error);
        ck_assert_msg(postgres_prepare(&connection, use, error, sizeof error), "%s", error);
        for (unsigned i = 0; postgres_verb_sql(verb, i) != NULL; i++) {
            const char *plan = plan_of(&connection, verb, i);
            /* There are never many. */
            bool few = verb == STORE_BANS || verb == STORE_NODES || verb == STORE_STATS_OF_SERVER;
            ck_assert_msg(few || strstr(plan, "Seq Scan") == NULL, "verb %u, statement %u:\n%s", verb, i,
                          plan);
            ck_assert_msg(few || searches_indexes(plan), "verb %u, statement %u:\n%s", verb, i, plan);
            bool of_one_table = strstr(plan, "on chat") != NULL || strstr(plan, "on actions") != NULL;
            bool of_one_player = verb == STORE_CHANNELS_OF || verb == STORE_STATS_OF_PLAYER;
            bool sorts_few =
                few || of_one_table || of_one_player || verb == STORE_ARCHIVE || verb == STORE_FINISH;
            ck_assert_msg(sorts_few || strstr(plan, "Sort") == NULL, "verb %u, statement %u:\n%s", verb, i,
                          plan);
        }
        postgres_disconnect(&connection);
    }
    harness_end(&it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store reads");
    TCase *tcase = tcase_create("store reads");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, a_read_sees_the_writes_submitted_before_it, 0, ENGINES);
    tcase_add_loop_test(tcase, a_write_does_not_wait_for_reads_that_were_submitted_before_it, 0,
                        ENGINES_WITH_READER);
    tcase_add_loop_test(tcase, a_write_is_reported_before_a_read_that_has_seen_it, 0, ENGINES_WITH_READER);
    tcase_add_loop_test(tcase, reports_come_in_an_order_in_which_everything_could_have_happened, 0, ENGINES);
    tcase_add_test(tcase, a_read_error_is_survived);
    tcase_add_test(tcase, reads_in_quick_succession_do_not_keep_the_log_growing);
    tcase_add_test(tcase, no_statement_looks_at_a_whole_table);
    tcase_add_test(tcase, no_statement_for_postgres_looks_at_a_whole_table);
    suite_add_tcase(suite, tcase);
    postgres_harness_start();
    int status = run_suite(suite);
    postgres_harness_stop();
    return status;
}
