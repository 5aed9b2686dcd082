/*
 * test_store_faults.c: confirmed data survives, whatever the disk does and whenever the process is killed.
 *
 * A thin SQLite VFS wraps the real one and makes the Nth write, sync or truncation fail; N increases until no
 * fault fires any more. After each fault, the disk (as a killed process would leave it, and again after a clean
 * close) must hold every row that was confirmed with OK and none of those that were refused.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include "common/base/array.h"
#include "tests/support/c/faulty_vfs.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

/* ---- Work, and what must remain of it ---------------------------------------------------------- */

enum { WAVES = 4 };

struct work {
    bool player[WAVES], table[WAVES]; /* confirmed with OK */
    int name;                         /* the last rename confirmed with OK, or -1 */
};

static void do_wave(struct harness *it, int wave, const char *lobby, struct work *work)
{
    char player[32], token[32], table[32], name[32];
    (void)snprintf(player, sizeof player, "p%d", wave);
    (void)snprintf(token, sizeof token, "token%d", wave);
    (void)snprintf(table, sizeof table, "t%d", wave);
    (void)snprintf(name, sizeof name, "name%d", wave);
    const struct store_request *added =
        submit(it, STORE_PLAYER_ADD, TEXTS(player, "Ann", token), NUMBERS_OF(1));
    const struct store_request *put =
        submit(it, STORE_TABLE_PUT, TEXTS(table, "whitehall", "open", lobby), NUMBERS_OF(0, 1));
    const struct store_request *renamed = submit(it, STORE_PLAYER_RENAME, TEXTS("zero", name), NO_NUMBERS);
    const struct store_request *found = submit(it, STORE_PLAYER_BY_ID, TEXTS(player), NO_NUMBERS);
    wait_for_all(it);
    work->player[wave] = added->status == STORE_OK;
    work->table[wave] = put->status == STORE_OK;
    work->name = renamed->status == STORE_OK ? wave : work->name;
    ck_assert(added->status == STORE_OK || added->status == STORE_REFUSED);
    ck_assert(put->status == STORE_OK || put->status == STORE_REFUSED);
    ck_assert(renamed->status == STORE_OK || renamed->status == STORE_REFUSED);
    /* A read that succeeds is correct, even in a refused batch; a refused read says nothing. */
    if (found->status != STORE_REFUSED) {
        ck_assert_int_eq(found->status, work->player[wave] ? STORE_OK : STORE_NOTHING);
    }
}

static bool note_table(void *context, const struct store_row *row)
{
    bool *tables = context;
    tables[row->text[0][1] - '0'] = true;
    return true;
}

static void verify(const char *directory, const struct work *work, const char *when)
{
    struct harness it = {.engine = &store_sqlite};
    bool tables[10] = {false};
    const struct store_loader loader = {
        .table = note_table, .action = harness_ignore, .failed = harness_fail, .context = tables};
    char name[32];
    (void)snprintf(it.directory, sizeof it.directory, "%s", directory);
    harness_open(&it, &loader);
    store_start(it.store);
    for (int wave = 0; wave < WAVES; wave++) {
        char player[32];
        (void)snprintf(player, sizeof player, "p%d", wave);
        bool there = ask(&it, STORE_PLAYER_BY_ID, TEXTS(player), NO_NUMBERS) == STORE_OK;
        ck_assert_msg(there == work->player[wave], "%s: player %d: %d", when, wave, there);
        ck_assert_msg(tables[wave] == work->table[wave], "%s: table %d: %d", when, wave, tables[wave]);
    }
    (void)snprintf(name, sizeof name, "name%d", work->name);
    const struct store_request *found = ask_rows(&it, STORE_PLAYER_BY_ID, TEXTS("zero"), NO_NUMBERS);
    ck_assert_str_eq(found->row[0].text[1], work->name < 0 ? "Zero" : name);
    harness_close(&it);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 16];
    int input = open(from, O_RDONLY);
    if (input < 0) {
        ck_assert_int_eq(errno, ENOENT);
        return;
    }
    int output = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(output, 0);
    for (ssize_t count = read(input, bytes, sizeof bytes); count > 0;
         count = read(input, bytes, sizeof bytes)) {
        ck_assert_int_eq(write(output, bytes, (size_t)count), count);
    }
    (void)close(input);
    (void)close(output);
}

/* Opens a copy of what a killed process would leave. */
static void verify_as_killed(const struct harness *it, const struct work *work)
{
    static const char *const names[] = {"gaslight.db", "gaslight.db-wal"};
    struct harness copy;
    harness_make_directory(&copy, &store_sqlite);
    for (size_t i = 0; i < 2; i++) {
        char from[128], to[128];
        harness_path(it, names[i], from);
        harness_path(&copy, names[i], to);
        copy_file(from, to);
    }
    verify(copy.directory, work, "killed");
    remove_directory(copy.directory);
}

/* Returns true if the fault fired. */
static bool work_with_fault(const struct fault *fault, int at, const char *lobby)
{
    struct harness it;
    struct work work = {.name = -1};
    harness_begin(&it, &store_sqlite);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("zero", "Zero", "zero"), NUMBERS_OF(1)), STORE_OK);
    arm(fault, at);
    for (int wave = 0; wave < WAVES; wave++) {
        do_wave(&it, wave, lobby, &work);
    }
    armed = NULL;
    bool did = atomic_load(&fired) > 0;
    verify_as_killed(&it, &work);
    if (fault->operation == TRUNCATE) { /* the log is truncated at the end */
        arm(fault, at);
    }
    harness_close(&it);
    armed = NULL;
    did = did || atomic_load(&fired) > 0;
    verify(it.directory, &work, "closed");
    remove_directory(it.directory);
    return did;
}

static const struct fault faults[] = {
    {"write, I/O error", WRITE, SQLITE_IOERR_WRITE, false, 1},
    {"write done, I/O error", WRITE, SQLITE_IOERR_WRITE, true, 1},
    {"write, I/O error, thrice", WRITE, SQLITE_IOERR_WRITE, false, 3},
    {"write done, I/O error, thrice", WRITE, SQLITE_IOERR_WRITE, true, 3},
    {"write, disk full", WRITE, SQLITE_FULL, false, 1},
    {"write, disk full for a while", WRITE, SQLITE_FULL, false, 12},
    {"sync, I/O error", SYNC, SQLITE_IOERR_FSYNC, false, 1},
    {"sync, I/O error, thrice", SYNC, SQLITE_IOERR_FSYNC, false, 3},
    {"truncation, I/O error", TRUNCATE, SQLITE_IOERR_TRUNCATE, false, 1},
};
enum { FAULTS = COUNT(faults) };

/* `make test` looks at every fourth operation, `make verify`, with sanitizers, at each. */
static int next_operation(void)
{
    return getenv("SANITIZED") == NULL ? 4 : 1;
}

START_TEST(results_match_the_disk_after_any_fault)
{
    int at = 1;
    install_faults();
    while (work_with_fault(&faults[_i], at, "{\"seats\":[]}")) {
        at += next_operation();
    }
    ck_assert_msg(at > 4 || faults[_i].operation == TRUNCATE, "%s fired %d times", faults[_i].name, at - 1);
}
END_TEST

/* The writes are large enough for pages to reach the log before the commit, and for the log to restart. */
START_TEST(results_match_the_disk_after_faults_in_large_writes)
{
    static char lobby[9 << 20];
    int at = 1;
    install_faults();
    memset(lobby, ' ', sizeof lobby - 3);
    memcpy(lobby + sizeof lobby - 3, "{}", 3);
    while (work_with_fault(&faults[_i], at, lobby)) {
        at += faults[_i].operation == WRITE ? 7507 : next_operation();
    }
    ck_assert_int_gt(at, faults[_i].operation == TRUNCATE ? 1 : 2);
}
END_TEST

START_TEST(a_full_disk_refuses_writes_and_later_ones_succeed)
{
    static const struct fault full = {"full", WRITE, SQLITE_FULL, false, 1000000};
    struct harness it;
    install_faults();
    harness_begin(&it, &store_sqlite);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1)), STORE_OK);
    arm(&full, 1);
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1)), STORE_REFUSED);
        ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    }
    armed = NULL;
    ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS("p2"), NO_NUMBERS), STORE_NOTHING);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1)), STORE_OK);
    harness_end(&it);
}
END_TEST

START_TEST(a_disk_that_does_not_recover_aborts_the_program)
{
    static const struct fault dead = {"dead", WRITE, SQLITE_IOERR_WRITE, false, 1000000};
    struct harness it;
    install_faults();
    harness_begin(&it, &store_sqlite);
    remove_directory(it.directory); /* open files stay usable and are not left behind */
    arm(&dead, 1);
    (void)ask(&it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1));
}
END_TEST

/* ---- Killed ------------------------------------------------------------------------------------ */

/* The kill may come late. Every confirmed player is checked afterwards, and harness.answer has limited room. */
enum { PLAYERS_MAX = ANSWERS_MAX / 2 };

static void tell_parent(struct store_request *request)
{
    struct harness *it = request->context;
    int pipe_end = (int)it->answers;
    ck_assert_int_eq(request->status, STORE_OK);
    ck_assert_int_eq(write(pipe_end, "x", 1), 1);
    it->pending--;
    store_request_free(request);
}

/* Adds players, several at a time, and reports each confirmation; after enough of them it waits to be killed. */
static void add_players_until_killed(struct harness *it, int pipe_end)
{
    harness_open(it, NULL);
    store_start(it->store);
    it->answers = (size_t)pipe_end;
    for (int i = 0; i < PLAYERS_MAX; i++) {
        char id[32], token[32];
        (void)snprintf(id, sizeof id, "p%d", i);
        (void)snprintf(token, sizeof token, "token%d", i);
        struct store_request *request = store_request_new(tell_parent, it);
        store_request_add(request, STORE_PLAYER_ADD, TEXTS(id, "Ann", token), NUMBERS_OF(1));
        it->pending++;
        store_submit(it->store, request);
        while (it->pending > 5) {
            (void)uv_run(&it->loop, UV_RUN_ONCE);
        }
    }
    for (;;) {
        (void)pause();
    }
}

START_TEST(confirmed_data_survives_a_kill)
{
    struct harness it;
    int ends[2], told = 0, answers_before_the_kill = 1 + 7 * _i;
    char byte;
    harness_make_directory(&it, &store_sqlite);
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        add_players_until_killed(&it, ends[1]);
    }
    (void)close(ends[1]);
    while (told < answers_before_the_kill && read(ends[0], &byte, 1) == 1) {
        told++;
    }
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    while (read(ends[0], &byte, 1) == 1) {
        told++; /* confirmed before the kill */
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    harness_open(&it, NULL);
    store_start(it.store);
    for (int i = 0; i < told; i++) {
        char id[32];
        (void)snprintf(id, sizeof id, "p%d", i);
        ck_assert_int_eq(ask(&it, STORE_PLAYER_BY_ID, TEXTS(id), NO_NUMBERS), STORE_OK);
    }
    harness_end(&it);
    (void)close(ends[0]);
}
END_TEST

/* ---- The directory ----------------------------------------------------------------------------- */

static unsigned mode_of(const struct harness *it, const char *name)
{
    char path[128];
    struct stat status;
    harness_path(it, name, path);
    ck_assert_msg(stat(path, &status) == 0, "%s", path);
    return status.st_mode & 0777U;
}

START_TEST(the_files_are_private)
{
    struct harness it;
    char path[128];
    (void)umask(0);
    harness_make_directory(&it, &store_sqlite);
    ck_assert_int_eq(rmdir(it.directory), 0);
    harness_open(&it, NULL);
    store_start(it.store);
    ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1)), STORE_OK);
    ck_assert_uint_eq(mode_of(&it, "."), 0700);
    ck_assert_uint_eq(mode_of(&it, "gaslight.db"), 0600);
    ck_assert_uint_eq(mode_of(&it, "gaslight.db-wal"), 0600);
    ck_assert_uint_eq(mode_of(&it, "lock"), 0600);
    harness_path(&it, "gaslight.db-shm", path);
    ck_assert_int_ne(access(path, F_OK), 0);
    harness_close(&it);
    harness_path(&it, "gaslight.db", path);
    ck_assert_int_eq(chmod(path, 0644), 0);
    harness_open(&it, NULL);
    ck_assert_uint_eq(mode_of(&it, "gaslight.db"), 0600);
    harness_end(&it);
}
END_TEST

/* Returns the error of store_open(). */
static const char *refusal(const char *directory, char error[300])
{
    uv_loop_t loop;
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    ck_assert_ptr_null(
        store_open(&store_sqlite, &loop, &(struct store_place){.location = directory}, error, 300));
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    return error;
}

START_TEST(a_directory_has_one_server)
{
    struct harness it;
    int status = 0;
    harness_make_directory(&it, &store_sqlite);
    harness_open(&it, NULL);
    pid_t child = fork();
    if (child == 0) {
        char error[300];
        _exit(strstr(refusal(it.directory, error), "is in use by another gaslightd.") != NULL ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    harness_end(&it);
}
END_TEST

static void change_database(const struct harness *it, const char *sql)
{
    char path[128];
    sqlite3 *handle;
    harness_path(it, "gaslight.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(handle), SQLITE_OK);
}

START_TEST(directories_that_cannot_be_used_are_refused_with_a_sentence)
{
    struct harness it;
    char error[300], path[128];
    harness_make_directory(&it, &store_sqlite);
    harness_open(&it, NULL);
    harness_close(&it);
    change_database(&it, "PRAGMA user_version = 99");
    ck_assert_ptr_nonnull(
        strstr(refusal(it.directory, error), "has version 99, but this program only supports"));
    change_database(&it, "PRAGMA user_version = 1; PRAGMA application_id = 5");
    ck_assert_ptr_nonnull(strstr(refusal(it.directory, error), "is the database of another program."));
    harness_path(&it, "gaslight.db", path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 1000; i++) {
        (void)fputs("not a database at all. ", file);
    }
    (void)fclose(file);
    ck_assert_ptr_nonnull(strstr(refusal(it.directory, error), "file is not a database"));
    ck_assert_int_eq(chmod(it.directory, 0777), 0);
    ck_assert_ptr_nonnull(strstr(refusal(it.directory, error), "is writable by other users"));
    ck_assert_ptr_nonnull(strstr(refusal(path, error), "is not a directory."));
    ck_assert_ptr_nonnull(strstr(refusal("/nowhere/at/all", error), "Cannot create"));
    remove_directory(it.directory);
}
END_TEST

START_TEST(the_log_restarts_before_it_grows_large)
{
    static char lobby[200000];
    struct harness it;
    char path[128];
    memset(lobby, ' ', sizeof lobby - 3);
    memcpy(lobby + sizeof lobby - 3, "{}", 3);
    harness_begin(&it, &store_sqlite);
    harness_path(&it, "gaslight.db-wal", path);
    for (int64_t i = 0; i < 200; i++) { /* 40 MB in total */
        struct stat status;
        ck_assert_int_eq(ask(&it, STORE_TABLE_PUT, TEXTS("t", "whitehall", "open", lobby), NUMBERS_OF(0, i)),
                         STORE_OK);
        ck_assert_int_eq(stat(path, &status), 0);
        ck_assert_int_lt(status.st_size, 18 << 20);
    }
    harness_end(&it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server_store_faults");
    TCase *tcase = tcase_create("server_store_faults");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, results_match_the_disk_after_any_fault, 0, FAULTS);
    tcase_add_loop_test(tcase, results_match_the_disk_after_faults_in_large_writes, 0, FAULTS);
    tcase_add_test(tcase, a_full_disk_refuses_writes_and_later_ones_succeed);
    tcase_add_test_raise_signal(tcase, a_disk_that_does_not_recover_aborts_the_program, SIGABRT);
    tcase_add_loop_test(tcase, confirmed_data_survives_a_kill, 0, 8);
    tcase_add_test(tcase, the_files_are_private);
    tcase_add_test(tcase, a_directory_has_one_server);
    tcase_add_test(tcase, directories_that_cannot_be_used_are_refused_with_a_sentence);
    tcase_add_test(tcase, the_log_restarts_before_it_grows_large);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
