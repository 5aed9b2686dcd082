/*
 * test_admin.c: both sides of the admin socket, and offline copies of a database.
 *
 * The server side runs on a loop in this process, the client side in a child process, as in real use.
 */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include "common/base/array.h"
#include "server/admin/admin.h"
#include "server/admin/admin_socket.h"
#include "server/store/sqlite/offline_backup.h"
#include "tests/support/c/run_suite.h"

/* How the handler answers a command. */
enum conduct { ANSWER_NOW, ANSWER_LATER, ANSWER_AFTER_CLOSING };

static struct {
    uv_loop_t loop;
    uv_timer_t look; /* polls for the child's exit */
    struct admin *admin;
    enum conduct conduct;
    bool ok;
    const char *answer;
    unsigned commands;
    unsigned due; /* commands that must arrive before the server is closed */
    unsigned closed;
    char verb[32];
    char argument[300];
    struct admin_request *waiting;
    pid_t child;
    int child_status;
} world;

static char directory[64];
static char output[8192];
static char error[512];

static void on_command(void *context, struct admin_request *request, const char *verb, const char *argument)
{
    ck_assert_ptr_eq(context, &world);
    world.commands++;
    (void)snprintf(world.verb, sizeof world.verb, "%s", verb);
    (void)snprintf(world.argument, sizeof world.argument, "%s", argument);
    if (world.conduct == ANSWER_NOW) {
        admin_answer(request, world.ok, world.answer);
    } else {
        world.waiting = request;
    }
}

static const struct admin_handler handler = {.command = on_command, .context = &world};

static void on_closed(void *context)
{
    ck_assert_ptr_eq(context, &world);
    world.closed++;
}

static void set_up(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    memset(&world, 0, sizeof world);
    world.ok = true;
    world.answer = "{}";
    (void)snprintf(directory, sizeof directory, "/tmp/gaslight-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    ck_assert_int_eq(uv_loop_init(&world.loop), 0);
}

static void remove_file(const char *name)
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    (void)unlink(path);
}

static void tear_down(void)
{
    static const char *const names[] = {"out",  "gaslight.db", "gaslight.db-wal", "gaslight.db-shm",
                                        "copy", "lock"};
    ck_assert_int_eq(uv_run(&world.loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(uv_loop_close(&world.loop), 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        remove_file(names[i]);
    }
    ck_assert_int_eq(rmdir(directory), 0); /* nothing else was left in it */
}

static void open_server(void)
{
    world.admin = admin_open(&world.loop, directory, &handler, error, sizeof error);
    ck_assert_msg(world.admin != NULL, "%s", error);
}

static void on_look(uv_timer_t *timer)
{
    if (world.conduct == ANSWER_LATER && world.waiting != NULL) {
        struct admin_request *request = world.waiting;
        world.waiting = NULL;
        admin_answer(request, world.ok, world.answer);
    }
    if (world.conduct == ANSWER_AFTER_CLOSING && world.waiting != NULL && world.admin != NULL) {
        admin_close(world.admin, on_closed, &world);
        world.admin = NULL;
    }
    if (world.commands >= world.due && waitpid(world.child, &world.child_status, WNOHANG) == world.child) {
        uv_close((uv_handle_t *)timer, NULL);
        if (world.admin != NULL) {
            admin_close(world.admin, on_closed, &world);
            world.admin = NULL;
        }
    }
}

/* Runs a function in a child process while the loop serves. Stores its output and returns its exit code. */
static int serve_while(int (*child)(void))
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s/out", directory);
    world.child = fork();
    ck_assert_int_ge(world.child, 0);
    if (world.child == 0) {
        bool redirected = freopen(path, "w", stdout) != NULL && dup2(fileno(stdout), STDERR_FILENO) >= 0;
        int code = redirected ? child() : 99;
        (void)fflush(stdout);
        _exit(code);
    }
    ck_assert_int_eq(uv_timer_init(&world.loop, &world.look), 0);
    ck_assert_int_eq(uv_timer_start(&world.look, on_look, 1, 1), 0);
    ck_assert_int_eq(uv_run(&world.loop, UV_RUN_DEFAULT), 0);
    int descriptor = open(path, O_RDONLY);
    ck_assert_int_ge(descriptor, 0);
    ssize_t length = read(descriptor, output, sizeof output - 1);
    ck_assert_int_ge(length, 0);
    output[length] = '\0';
    (void)close(descriptor);
    ck_assert(WIFEXITED(world.child_status));
    return WEXITSTATUS(world.child_status);
}

static const char *client_words[4];

static int client(void)
{
    char copies[4][100];
    char *words[4];
    int count = 0;
    for (; count < 4 && client_words[count] != NULL; count++) {
        (void)snprintf(copies[count], sizeof copies[count], "%s", client_words[count]);
        words[count] = copies[count];
    }
    return admin_client(directory, count, words);
}

static int run_client(const char *first, const char *second, const char *third)
{
    client_words[0] = first;
    client_words[1] = second;
    client_words[2] = third;
    return serve_while(client);
}

START_TEST(a_list_is_printed_as_a_table)
{
    world.answer = "[{\"id\":\"k3f9\",\"name\":\"Zo\\u00eb\",\"players\":4},"
                   "{\"id\":\"x\",\"name\":\"\\u001b[2J\\u009b!\",\"players\":null}]";
    open_server();
    ck_assert_int_eq(run_client("list", "tables", NULL), ADMIN_DONE);
    ck_assert_str_eq(world.verb, "tables");
    ck_assert_str_eq(world.argument, "");
    ck_assert_str_eq(output, "id    name    players\n"
                             "k3f9  Zo\xc3\xab     4\n"
                             "x     ?[2J?!  -\n");
    ck_assert_uint_eq(world.closed, 1);
}
END_TEST

START_TEST(other_answers_are_printed_by_their_type)
{
    static const struct {
        const char *answer;
        const char *printed;
    } rows[] = {
        {"[]", "none\n"},
        {"{}", "done\n"},
        {"{\"tables\":3,\"up\":\"1 h\"}", "tables  3\nup      1 h\n"},
        {"\"closed\"", "closed\n"},
        {"[1,2]", "[1,2]\n"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        world.answer = rows[i].answer;
        open_server();
        ck_assert_int_eq(run_client("stats", NULL, NULL), ADMIN_DONE);
        ck_assert_str_eq(output, rows[i].printed);
    }
}
END_TEST

START_TEST(a_refusal_prints_one_line_and_exits_with_1)
{
    world.ok = false;
    world.answer = "There is no such table.";
    open_server();
    ck_assert_int_eq(run_client("close", "k\"3\\f9", NULL), ADMIN_FAILED);
    ck_assert_str_eq(world.verb, "close");
    ck_assert_str_eq(world.argument, "k\"3\\f9");
    ck_assert_str_eq(output, "gaslightd: There is no such table.\n");
}
END_TEST

START_TEST(an_answer_may_come_later_and_be_long)
{
    enum { LONG = 300000 };
    static char answer[LONG + 8];
    answer[0] = '"';
    memset(answer + 1, 'x', LONG);
    answer[LONG + 1] = '"';
    world.answer = answer;
    world.conduct = ANSWER_LATER;
    open_server();
    ck_assert_int_eq(run_client("revoke", "p1", NULL), ADMIN_DONE);
    ck_assert_uint_eq(strlen(output), 256);
}
END_TEST

START_TEST(an_answer_that_is_not_json_becomes_an_error)
{
    world.answer = "{nonsense";
    open_server();
    ck_assert_int_eq(run_client("stats", NULL, NULL), ADMIN_FAILED);
    ck_assert_str_eq(output, "gaslightd: The answer could not be encoded.\n");
}
END_TEST

START_TEST(the_client_reports_a_server_that_stops_before_answering)
{
    world.conduct = ANSWER_AFTER_CLOSING;
    open_server();
    ck_assert_int_eq(run_client("remove", "p1", NULL), ADMIN_FAILED);
    ck_assert_str_eq(output, "gaslightd: The server did not answer.\n");
    ck_assert_ptr_nonnull(world.waiting);
    ck_assert_uint_eq(world.closed, 1);
    admin_answer(world.waiting, true, "{}"); /* too late, but harmless */
}
END_TEST

START_TEST(a_backup_file_is_relative_to_the_operators_directory)
{
    char here[300];
    char expected[400];
    open_server();
    ck_assert_int_eq(run_client("backup", "b.db", NULL), ADMIN_DONE);
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    (void)snprintf(expected, sizeof expected, "%s/b.db", here);
    ck_assert_str_eq(world.argument, expected);
    open_server();
    ck_assert_int_eq(run_client("backup", "/x/b.db", NULL), ADMIN_DONE);
    ck_assert_str_eq(world.argument, "/x/b.db");
}
END_TEST

START_TEST(wrong_arguments_exit_with_2_without_contacting_the_server)
{
    static const char *const rows[][3] = {
        {NULL},        {"lists"},           {"list"},      {"list", "games"}, {"list", "tables", "x"},
        {"close"},     {"close", "a", "b"}, {"close", ""}, {"stats", "x"},    {"remove"},
        {"help", "x"},
    };
    open_server();
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (world.admin == NULL) {
            open_server();
        }
        ck_assert_int_eq(run_client(rows[i][0], rows[i][1], rows[i][2]), ADMIN_MISUSED);
        ck_assert_int_eq(strncmp(output, "gaslightd: ", 11), 0);
        ck_assert_ptr_eq(strchr(output, '\n'), output + strlen(output) - 1); /* one line */
        ck_assert_ptr_nonnull(strstr(output, rows[i][0] != NULL ? rows[i][0] : "help"));
    }
    ck_assert_uint_eq(world.commands, 0);
    ck_assert_int_eq(run_client("help", NULL, NULL), ADMIN_DONE);
    ck_assert_int_eq(strncmp(output, "usage: gaslightd admin", 22), 0);
}
END_TEST

START_TEST(without_a_server_the_client_says_so)
{
    char expected[200];
    (void)snprintf(expected, sizeof expected, "gaslightd: No server is running on %s.\n", directory);
    ck_assert_int_eq(run_client("stats", NULL, NULL), ADMIN_FAILED);
    ck_assert_str_eq(output, expected);
}
END_TEST

/* ---- The socket ---- */

static int connect_raw(void)
{
    struct admin_path path;
    if (!admin_path_open(&path, directory, error, sizeof error)) {
        return -1;
    }
    int descriptor = admin_connect(&path);
    admin_path_close(&path);
    return descriptor;
}

static const char *raw_text;
static size_t raw_length;

/* Sends raw_text and prints everything received until the server disconnects. */
static int raw_client(void)
{
    char buffer[1000];
    int descriptor = connect_raw();
    if (descriptor < 0) {
        return 9;
    }
    (void)send(descriptor, raw_text, raw_length, MSG_NOSIGNAL);
    for (ssize_t count; (count = recv(descriptor, buffer, sizeof buffer, 0)) > 0;) {
        (void)fwrite(buffer, 1, (size_t)count, stdout);
    }
    (void)close(descriptor);
    return 0;
}

static int rude_client(void)
{
    int descriptor = connect_raw();
    (void)send(descriptor, "{\"verb\":\"stats\"}\n", 17, MSG_NOSIGNAL);
    (void)close(descriptor);
    return 0;
}

START_TEST(invalid_commands_are_refused)
{
    static const char *const rows[] = {
        "nonsense\n",
        "\n",
        "[]\n",
        "{}\n",
        "{\"verb\":\"fly\"}\n",
        "{\"verb\":7}\n",
        "{\"verb\":\"stats\",\"argument\":\"x\"}\n",
        "{\"verb\":\"close\"}\n",
        "{\"verb\":\"close\",\"argument\":\"\"}\n",
        "{\"verb\":\"close\",\"argument\":\"a\",\"more\":1}\n",
        "{\"verb\":\"stats\",\"verb\":\"stats\"}\n",
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        raw_text = rows[i];
        raw_length = strlen(rows[i]);
        open_server();
        ck_assert_int_eq(serve_while(raw_client), 0);
        ck_assert_str_eq(output, "{\"error\":\"Unknown command.\"}\n");
    }
    ck_assert_uint_eq(world.commands, 0);
}
END_TEST

START_TEST(an_endless_line_is_disconnected)
{
    static char text[10000];
    memset(text, ' ', sizeof text);
    raw_text = text;
    raw_length = sizeof text;
    open_server();
    ck_assert_int_eq(serve_while(raw_client), 0);
    ck_assert_str_eq(output, "");
    ck_assert_uint_eq(world.commands, 0);
}
END_TEST

START_TEST(each_connection_gets_one_answer)
{
    raw_text = "{\"verb\":\"stats\"}\n{\"verb\":\"stats\"}\n";
    raw_length = strlen(raw_text);
    open_server();
    ck_assert_int_eq(serve_while(raw_client), 0);
    ck_assert_str_eq(output, "{\"ok\":{}}\n");
    ck_assert_uint_eq(world.commands, 1);
}
END_TEST

START_TEST(a_client_that_disconnects_early_does_no_harm)
{
    world.conduct = ANSWER_LATER;
    world.due = 1; /* the client may have disconnected long before */
    open_server();
    ck_assert_int_eq(serve_while(rude_client), 0);
    ck_assert_ptr_null(world.waiting);
}
END_TEST

START_TEST(the_socket_is_private_and_removed_with_the_server)
{
    struct stat status;
    char path[200];
    (void)snprintf(path, sizeof path, "%s/admin.sock", directory);
    mode_t before = umask(0);
    open_server();
    (void)umask(before);
    ck_assert_int_eq(lstat(path, &status), 0);
    ck_assert(S_ISSOCK(status.st_mode));
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    admin_close(world.admin, on_closed, &world);
    ck_assert_int_ne(lstat(path, &status), 0);
}
END_TEST

START_TEST(a_second_server_is_refused_but_a_stale_socket_is_replaced)
{
    char path[200];
    char expected[200];
    open_server();
    ck_assert_ptr_null(admin_open(&world.loop, directory, &handler, error, sizeof error));
    (void)snprintf(expected, sizeof expected, "A server is already running on %s.", directory);
    ck_assert_str_eq(error, expected);
    admin_close(world.admin, on_closed, &world);
    ck_assert_int_eq(uv_run(&world.loop, UV_RUN_DEFAULT), 0);

    /* kill -9 leaves a socket file that nobody listens on. */
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(path, sizeof path, "%s/admin.sock", directory);
    memcpy(address.sun_path, path, strlen(path) + 1);
    int dead = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(dead, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(close(dead), 0);
    open_server();
    ck_assert_int_eq(run_client("stats", NULL, NULL), ADMIN_DONE);
}
END_TEST

START_TEST(a_directory_may_have_a_long_name)
{
    char path[400];
    static char name[201];
    memset(name, 'd', sizeof name - 1);
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    world.admin = admin_open(&world.loop, path, &handler, error, sizeof error);
    ck_assert_msg(world.admin != NULL, "%s", error);
    struct admin_path socket_path;
    ck_assert(admin_path_open(&socket_path, path, error, sizeof error));
    int descriptor = admin_connect(&socket_path);
    ck_assert_int_ge(descriptor, 0);
    admin_path_close(&socket_path);
    (void)close(descriptor);
    admin_close(world.admin, on_closed, &world);
    ck_assert_int_eq(uv_run(&world.loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

/* ---- Copies ---- */

/* Creates a database with one row; if `crashed`, its last transaction is only in the log. */
static void make_database(bool crashed)
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s/gaslight.db", directory);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        sqlite3 *database = NULL;
        bool good = sqlite3_open(path, &database) == SQLITE_OK &&
                    sqlite3_exec(database,
                                 "PRAGMA journal_mode=WAL; CREATE TABLE t(x);"
                                 "INSERT INTO t VALUES(41);",
                                 NULL, NULL, NULL) == SQLITE_OK;
        if (!crashed) {
            good = sqlite3_close(database) == SQLITE_OK && good;
        }
        _exit(good ? 0 : 1);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int value_in(const char *path)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    ck_assert_int_eq(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(database, "SELECT x FROM t", -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int value = sqlite3_column_int(statement, 0);
    ck_assert_int_eq(sqlite3_finalize(statement), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(database), SQLITE_OK);
    return value;
}

START_TEST(a_copy_is_complete_and_private)
{
    struct stat status;
    char copy[200];
    (void)snprintf(copy, sizeof copy, "%s/copy", directory);
    make_database(_i == 1);
    mode_t before = umask(0);
    ck_assert_msg(offline_backup_copy(directory, copy, error, sizeof error), "%s", error);
    (void)umask(before);
    ck_assert_int_eq(stat(copy, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    ck_assert_int_eq(value_in(copy), 41);
}
END_TEST

START_TEST(a_directory_in_use_is_not_copied)
{
    char copy[200];
    char path[200];
    (void)snprintf(copy, sizeof copy, "%s/copy", directory);
    (void)snprintf(path, sizeof path, "%s/lock", directory);
    make_database(false);
    int ready[2];
    ck_assert_int_eq(pipe(ready), 0);
    pid_t holder = fork();
    ck_assert_int_ge(holder, 0);
    if (holder == 0) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int descriptor = open(path, O_RDWR | O_CREAT, 0600);
        bool held = fcntl(descriptor, F_SETLK, &lock) == 0 && write(ready[1], "x", 1) == 1;
        (void)pause();
        _exit(held ? 0 : 1);
    }
    char byte = 0;
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    ck_assert(!offline_backup_copy(directory, copy, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "is in use by another gaslightd."));
    ck_assert_int_eq(kill(holder, SIGKILL), 0);
    ck_assert_int_eq(waitpid(holder, NULL, 0), holder);
    (void)close(ready[0]);
    (void)close(ready[1]);
    ck_assert_msg(offline_backup_copy(directory, copy, error, sizeof error), "%s", error);
}
END_TEST

START_TEST(a_copy_never_overwrites_a_file)
{
    char copy[200];
    char expected[300];
    (void)snprintf(copy, sizeof copy, "%s/gaslight.db", directory);
    (void)snprintf(expected, sizeof expected, "%s already exists.", copy);
    make_database(false);
    ck_assert(!offline_backup_copy(directory, copy, error, sizeof error));
    ck_assert_str_eq(error, expected);
    ck_assert_int_eq(value_in(copy), 41);
}
END_TEST

START_TEST(a_failed_copy_leaves_no_file)
{
    char copy[200];
    char path[200];
    (void)snprintf(copy, sizeof copy, "%s/copy", directory);
    ck_assert(!offline_backup_copy(directory, copy, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "gaslight.db: No such file or directory."));
    (void)snprintf(path, sizeof path, "%s/gaslight.db", directory);
    int descriptor = open(path, O_WRONLY | O_CREAT, 0600);
    ck_assert_int_eq(write(descriptor, "this is not a database, whatever it is called", 45), 45);
    ck_assert_int_eq(close(descriptor), 0);
    ck_assert(!offline_backup_copy(directory, copy, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "not a database"));
    ck_assert_int_ne(access(copy, F_OK), 0);
    ck_assert(!offline_backup_copy(directory, "/nowhere/at/all", error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "No such file or directory"));
}
END_TEST

static int backup_client(void)
{
    char copy[200];
    (void)snprintf(copy, sizeof copy, "%s/copy", directory);
    return admin_backup(directory, copy);
}

START_TEST(backup_uses_the_running_server_or_copies_the_file_itself)
{
    char copy[200];
    (void)snprintf(copy, sizeof copy, "%s/copy", directory);
    make_database(false);
    open_server();
    ck_assert_int_eq(serve_while(backup_client), ADMIN_DONE);
    ck_assert_str_eq(world.verb, "backup");
    ck_assert_str_eq(world.argument, copy);
    ck_assert_int_ne(access(copy, F_OK), 0);
    ck_assert_int_eq(serve_while(backup_client), ADMIN_DONE);
    ck_assert_int_eq(value_in(copy), 41);
    ck_assert_int_eq(serve_while(backup_client), ADMIN_FAILED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server admin");
    TCase *clients = tcase_create("client");
    tcase_add_checked_fixture(clients, set_up, tear_down);
    tcase_add_test(clients, a_list_is_printed_as_a_table);
    tcase_add_test(clients, other_answers_are_printed_by_their_type);
    tcase_add_test(clients, a_refusal_prints_one_line_and_exits_with_1);
    tcase_add_test(clients, an_answer_may_come_later_and_be_long);
    tcase_add_test(clients, an_answer_that_is_not_json_becomes_an_error);
    tcase_add_test(clients, the_client_reports_a_server_that_stops_before_answering);
    tcase_add_test(clients, a_backup_file_is_relative_to_the_operators_directory);
    tcase_add_test(clients, wrong_arguments_exit_with_2_without_contacting_the_server);
    tcase_add_test(clients, without_a_server_the_client_says_so);
    suite_add_tcase(suite, clients);
    TCase *sockets = tcase_create("socket");
    tcase_add_checked_fixture(sockets, set_up, tear_down);
    tcase_add_test(sockets, invalid_commands_are_refused);
    tcase_add_test(sockets, an_endless_line_is_disconnected);
    tcase_add_test(sockets, each_connection_gets_one_answer);
    tcase_add_test(sockets, a_client_that_disconnects_early_does_no_harm);
    tcase_add_test(sockets, the_socket_is_private_and_removed_with_the_server);
    tcase_add_test(sockets, a_second_server_is_refused_but_a_stale_socket_is_replaced);
    tcase_add_test(sockets, a_directory_may_have_a_long_name);
    suite_add_tcase(suite, sockets);
    TCase *copies = tcase_create("copies");
    tcase_add_checked_fixture(copies, set_up, tear_down);
    tcase_add_loop_test(copies, a_copy_is_complete_and_private, 0, 2);
    tcase_add_test(copies, a_directory_in_use_is_not_copied);
    tcase_add_test(copies, a_copy_never_overwrites_a_file);
    tcase_add_test(copies, a_failed_copy_leaves_no_file);
    tcase_add_test(copies, backup_uses_the_running_server_or_copies_the_file_itself);
    suite_add_tcase(suite, copies);
    return run_suite(suite);
}
