/*
 * test_client_tokens.c: tokens come back as they were kept, nobody else can read them, and nothing that is in the
 * way is overwritten. Each test has a directory of its own.
 */
#define _XOPEN_SOURCE 700 /* nftw() */

#include <check.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client-cli/net/tokens.h"
#include "common/base/array.h"
#include "tests/support/run_suite.h"

#define SERVER "wss://games.example:443"

static char root[64], path[200], token[TOKEN_MAX + 1];
static struct tokens_result result;

static int remove_one(const char *name, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    return remove(name);
}

static void set_up(void)
{
    (void)snprintf(root, sizeof root, "/tmp/gaslight-tokens.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(root));
    ck_assert_int_eq(setenv("XDG_DATA_HOME", root, 1), 0);
    ck_assert_int_eq(unsetenv("HOME"), 0);
}

static void tear_down(void)
{
    (void)nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static const char *in_root(const char *name)
{
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static unsigned mode_of(const char *name)
{
    struct stat status;
    ck_assert_msg(lstat(in_root(name), &status) == 0, "%s: %s", path, strerror(errno));
    return status.st_mode & 0777U;
}

static void write_file(const char *name, const char *text, unsigned mode)
{
    FILE *file = fopen(in_root(name), "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(path, mode), 0);
}

static void keep(const char *server, const char *what)
{
    result = tokens_store(server, what);
    ck_assert_msg(result.ok, "%s", result.error_text);
    ck_assert_str_eq(result.error_text, "");
}

static void expect(const char *server, const char *what)
{
    memset(token, 'x', sizeof token);
    result = tokens_find(server, token);
    ck_assert_msg(result.ok, "%s", result.error_text);
    ck_assert_str_eq(token, what);
}

/* It failed, and the sentence names the file. */
static void expect_complaint(const char *says)
{
    ck_assert(!result.ok);
    ck_assert_msg(strstr(result.error_text, says) != NULL, "%s", result.error_text);
    ck_assert_msg(strstr(result.error_text, "tokens") != NULL, "%s", result.error_text);
    ck_assert_int_eq(result.error_text[strlen(result.error_text) - 1], '.');
}

START_TEST(a_token_is_kept_replaced_and_forgotten_for_each_server)
{
    expect(SERVER, "");
    keep(SERVER, "first");
    keep("ws://localhost:8888", "other");
    expect(SERVER, "first");
    keep(SERVER, "second");
    expect(SERVER, "second");
    expect("ws://localhost:8888", "other");
    expect("ws://localhost:8889", "");
    keep(SERVER, "");
    expect(SERVER, "");
    keep(SERVER, "");
    expect("ws://localhost:8888", "other");
}
END_TEST

START_TEST(asking_makes_nothing)
{
    struct stat status;
    expect(SERVER, "");
    ck_assert_int_ne(stat(in_root("gaslight"), &status), 0);
}
END_TEST

START_TEST(the_file_and_its_directories_are_the_users_alone)
{
    (void)umask(0);
    ck_assert_int_eq(setenv("XDG_DATA_HOME", in_root("a/b"), 1), 0);
    keep(SERVER, "token");
    ck_assert_uint_eq(mode_of("a"), 0700);
    ck_assert_uint_eq(mode_of("a/b"), 0700);
    ck_assert_uint_eq(mode_of("a/b/gaslight"), 0700);
    ck_assert_uint_eq(mode_of("a/b/gaslight/tokens.json"), 0600);
    ck_assert_uint_eq(mode_of("a/b/gaslight/tokens.lock"), 0600);
}
END_TEST

START_TEST(home_is_the_place_when_xdg_says_nothing_useful)
{
    static const char *const useless[] = {"", "data", "./data"};
    ck_assert_int_eq(setenv("HOME", root, 1), 0);
    ck_assert_int_eq(setenv("XDG_DATA_HOME", useless[_i], 1), 0);
    keep(SERVER, "token");
    ck_assert_uint_eq(mode_of(".local/share/gaslight/tokens.json"), 0600);
    ck_assert_int_eq(unsetenv("XDG_DATA_HOME"), 0);
    expect(SERVER, "token");
}
END_TEST

START_TEST(without_home_it_is_said)
{
    ck_assert_int_eq(unsetenv("XDG_DATA_HOME"), 0);
    result = tokens_find(SERVER, token);
    expect_complaint("HOME");
    ck_assert_str_eq(token, "");
    result = tokens_store(SERVER, "token");
    expect_complaint("HOME");
}
END_TEST

START_TEST(a_path_too_long_is_said)
{
    char longest[5000];
    memset(longest, 'a', sizeof longest);
    longest[0] = '/';
    longest[sizeof longest - 1] = '\0';
    ck_assert_int_eq(setenv("XDG_DATA_HOME", longest, 1), 0);
    result = tokens_store(SERVER, "token");
    expect_complaint("too long");
}
END_TEST

START_TEST(a_token_too_long_is_refused)
{
    char longest[TOKEN_MAX + 2];
    memset(longest, 'a', sizeof longest);
    longest[TOKEN_MAX] = '\0';
    keep(SERVER, longest);
    expect(SERVER, longest);
    longest[TOKEN_MAX] = 'a';
    longest[TOKEN_MAX + 1] = '\0';
    result = tokens_store(SERVER, longest);
    expect_complaint("too long");
    longest[TOKEN_MAX] = '\0';
    expect(SERVER, longest);
}
END_TEST

static const char *const damaged[] = {
    "",
    "{",
    "[]",
    "null",
    "{\"" SERVER "\": 1}",
    "{\"" SERVER "\": \"a\", \"" SERVER "\": \"b\"}",
    "{\"" SERVER "\": \"t\"} trailing",
    "{\"x\": \"\377\"}",
};

START_TEST(a_damaged_file_is_reported_and_left_alone)
{
    char text[100] = "";
    ck_assert_int_eq(mkdir(in_root("gaslight"), 0700), 0);
    write_file("gaslight/tokens.json", damaged[_i], 0600);
    result = tokens_find(SERVER, token);
    expect_complaint("damaged");
    ck_assert_str_eq(token, "");
    result = tokens_store(SERVER, "token");
    expect_complaint("damaged");
    FILE *file = fopen(in_root("gaslight/tokens.json"), "r");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_uint_eq(length, strlen(damaged[_i]));
    ck_assert_str_eq(text, damaged[_i]);
}
END_TEST

START_TEST(a_file_others_could_read_is_closed_to_them_and_that_is_said_once)
{
    ck_assert_int_eq(mkdir(in_root("gaslight"), 0700), 0);
    write_file("gaslight/tokens.json", "{\"" SERVER "\": \"token\"}", 0644);
    result = tokens_find(SERVER, token);
    ck_assert(result.ok);
    ck_assert_str_eq(token, "token");
    ck_assert_ptr_nonnull(strstr(result.error_text, "was readable by others"));
    ck_assert_uint_eq(mode_of("gaslight/tokens.json"), 0600);
    expect(SERVER, "token");
    ck_assert_str_eq(result.error_text, "");
}
END_TEST

/* Whoever can plant a link must not make us read or replace what it points to. */
START_TEST(a_symbolic_link_is_not_followed)
{
    ck_assert_int_eq(mkdir(in_root("gaslight"), 0700), 0);
    write_file("elsewhere", "{\"" SERVER "\": \"planted\"}", 0600);
    ck_assert_int_eq(symlink("../elsewhere", in_root("gaslight/tokens.json")), 0);
    result = tokens_find(SERVER, token);
    expect_complaint("symbolic link");
    result = tokens_store(SERVER, "token");
    expect_complaint("symbolic link");
    ck_assert_int_eq(remove(in_root("gaslight/tokens.json")), 0);
    ck_assert_int_eq(remove(in_root("gaslight/tokens.lock")), 0);
    ck_assert_int_eq(symlink("../elsewhere", in_root("gaslight/tokens.lock")), 0);
    result = tokens_store(SERVER, "token");
    expect_complaint("tokens.lock");
}
END_TEST

START_TEST(what_is_no_file_is_left_alone)
{
    ck_assert_int_eq(mkdir(in_root("gaslight"), 0700), 0);
    if (_i == 0) {
        ck_assert_int_eq(mkdir(in_root("gaslight/tokens.json"), 0700), 0);
    } else {
        ck_assert_int_eq(mkfifo(in_root("gaslight/tokens.json"), 0600), 0); /* opening it must not wait */
    }
    result = tokens_find(SERVER, token);
    expect_complaint("not changed");
    result = tokens_store(SERVER, "token");
    expect_complaint("not changed");
}
END_TEST

START_TEST(a_directory_that_cannot_be_made_is_said)
{
    write_file("gaslight", "in the way", 0600);
    result = tokens_store(SERVER, "token");
    expect_complaint("Not a directory");
    ck_assert_int_eq(setenv("XDG_DATA_HOME", in_root("gaslight/under"), 1), 0);
    result = tokens_store(SERVER, "token");
    ck_assert(!result.ok);
    ck_assert_ptr_nonnull(strstr(result.error_text, "gaslight/under"));
}
END_TEST

START_TEST(runs_at_the_same_time_lose_nobodys_token)
{
    enum { CHILDREN = 8, TOKENS = 10 };
    char server[64], what[64];
    pid_t children[CHILDREN];
    for (int child = 0; child < CHILDREN; child++) {
        children[child] = fork();
        ck_assert_int_ge(children[child], 0);
        for (int i = 0; children[child] == 0 && i < TOKENS; i++) {
            (void)snprintf(server, sizeof server, "ws://child%d:%d", child, i + 1);
            (void)snprintf(what, sizeof what, "token-%d-%d", child, i);
            if (!tokens_store(server, what).ok) {
                _exit(1);
            }
        }
        if (children[child] == 0) {
            _exit(0);
        }
    }
    for (int child = 0; child < CHILDREN; child++) {
        int status = -1;
        ck_assert_int_eq(waitpid(children[child], &status, 0), children[child]);
        ck_assert_int_eq(status, 0);
    }
    for (int child = 0; child < CHILDREN; child++) {
        for (int i = 0; i < TOKENS; i++) {
            (void)snprintf(server, sizeof server, "ws://child%d:%d", child, i + 1);
            (void)snprintf(what, sizeof what, "token-%d-%d", child, i);
            expect(server, what);
        }
    }
    /* Nothing else is left lying there: removing these two empties the directory. */
    ck_assert_int_eq(remove(in_root("gaslight/tokens.json")), 0);
    ck_assert_int_eq(remove(in_root("gaslight/tokens.lock")), 0);
    ck_assert_int_eq(rmdir(in_root("gaslight")), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client tokens");
    TCase *keeping = tcase_create("keeping");
    tcase_add_checked_fixture(keeping, set_up, tear_down);
    tcase_add_test(keeping, a_token_is_kept_replaced_and_forgotten_for_each_server);
    tcase_add_test(keeping, asking_makes_nothing);
    tcase_add_test(keeping, the_file_and_its_directories_are_the_users_alone);
    tcase_add_loop_test(keeping, home_is_the_place_when_xdg_says_nothing_useful, 0, 3);
    tcase_add_test(keeping, without_home_it_is_said);
    tcase_add_test(keeping, a_path_too_long_is_said);
    tcase_add_test(keeping, a_token_too_long_is_refused);
    tcase_add_loop_test(keeping, a_damaged_file_is_reported_and_left_alone, 0, (int)(COUNT(damaged)));
    tcase_add_test(keeping, a_file_others_could_read_is_closed_to_them_and_that_is_said_once);
    tcase_add_test(keeping, a_symbolic_link_is_not_followed);
    tcase_add_loop_test(keeping, what_is_no_file_is_left_alone, 0, 2);
    tcase_add_test(keeping, a_directory_that_cannot_be_made_is_said);
    tcase_add_test(keeping, runs_at_the_same_time_lose_nobodys_token);
    suite_add_tcase(suite, keeping);
    return run_suite(suite);
}
