/*
 * test_tokens.c: tokens are stored and found, nobody else can read them, and nothing unexpected is overwritten. Each
 * test has its own directory.
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
#include "tests/support/c/run_suite.h"

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

/* Checks that the call failed with a sentence that names the file. */
static void expect_error(const char *says)
{
    ck_assert(!result.ok);
    ck_assert_msg(strstr(result.error_text, says) != NULL, "%s", result.error_text);
    ck_assert_msg(strstr(result.error_text, "tokens") != NULL, "%s", result.error_text);
    ck_assert_int_eq(result.error_text[strlen(result.error_text) - 1], '.');
}

START_TEST(a_token_is_stored_replaced_and_deleted_per_server)
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

START_TEST(looking_up_a_token_creates_no_file)
{
    struct stat status;
    expect(SERVER, "");
    ck_assert_int_ne(stat(in_root("gaslight"), &status), 0);
}
END_TEST

START_TEST(only_the_user_can_access_the_file_and_its_directories)
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

START_TEST(home_is_used_without_a_valid_xdg_data_home)
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

START_TEST(a_missing_home_is_reported)
{
    ck_assert_int_eq(unsetenv("XDG_DATA_HOME"), 0);
    result = tokens_find(SERVER, token);
    expect_error("HOME");
    ck_assert_str_eq(token, "");
    result = tokens_store(SERVER, "token");
    expect_error("HOME");
}
END_TEST

START_TEST(a_path_that_is_too_long_is_reported)
{
    char longest[5000];
    memset(longest, 'a', sizeof longest);
    longest[0] = '/';
    longest[sizeof longest - 1] = '\0';
    ck_assert_int_eq(setenv("XDG_DATA_HOME", longest, 1), 0);
    result = tokens_store(SERVER, "token");
    expect_error("too long");
}
END_TEST

START_TEST(a_token_that_is_too_long_is_rejected)
{
    char longest[TOKEN_MAX + 2];
    memset(longest, 'a', sizeof longest);
    longest[TOKEN_MAX] = '\0';
    keep(SERVER, longest);
    expect(SERVER, longest);
    longest[TOKEN_MAX] = 'a';
    longest[TOKEN_MAX + 1] = '\0';
    result = tokens_store(SERVER, longest);
    expect_error("too long");
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

START_TEST(a_damaged_file_is_reported_and_not_changed)
{
    char text[100] = "";
    ck_assert_int_eq(mkdir(in_root("gaslight"), 0700), 0);
    write_file("gaslight/tokens.json", damaged[_i], 0600);
    result = tokens_find(SERVER, token);
    expect_error("damaged");
    ck_assert_str_eq(token, "");
    result = tokens_store(SERVER, "token");
    expect_error("damaged");
    FILE *file = fopen(in_root("gaslight/tokens.json"), "r");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_uint_eq(length, strlen(damaged[_i]));
    ck_assert_str_eq(text, damaged[_i]);
}
END_TEST

START_TEST(a_readable_file_is_made_private_with_one_warning)
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

/* An attacker who can create a link must not make us read or replace its target. */
START_TEST(a_symbolic_link_is_not_followed)
{
    ck_assert_int_eq(mkdir(in_root("gaslight"), 0700), 0);
    write_file("elsewhere", "{\"" SERVER "\": \"planted\"}", 0600);
    ck_assert_int_eq(symlink("../elsewhere", in_root("gaslight/tokens.json")), 0);
    result = tokens_find(SERVER, token);
    expect_error("symbolic link");
    result = tokens_store(SERVER, "token");
    expect_error("symbolic link");
    ck_assert_int_eq(remove(in_root("gaslight/tokens.json")), 0);
    ck_assert_int_eq(remove(in_root("gaslight/tokens.lock")), 0);
    ck_assert_int_eq(symlink("../elsewhere", in_root("gaslight/tokens.lock")), 0);
    result = tokens_store(SERVER, "token");
    expect_error("tokens.lock");
}
END_TEST

START_TEST(anything_but_a_regular_file_is_not_changed)
{
    ck_assert_int_eq(mkdir(in_root("gaslight"), 0700), 0);
    if (_i == 0) {
        ck_assert_int_eq(mkdir(in_root("gaslight/tokens.json"), 0700), 0);
    } else {
        ck_assert_int_eq(mkfifo(in_root("gaslight/tokens.json"), 0600), 0); /* opening it must not block */
    }
    result = tokens_find(SERVER, token);
    expect_error("not changed");
    result = tokens_store(SERVER, "token");
    expect_error("not changed");
}
END_TEST

START_TEST(a_directory_that_cannot_be_created_is_reported)
{
    write_file("gaslight", "in the way", 0600);
    result = tokens_store(SERVER, "token");
    expect_error("Not a directory");
    ck_assert_int_eq(setenv("XDG_DATA_HOME", in_root("gaslight/under"), 1), 0);
    result = tokens_store(SERVER, "token");
    ck_assert(!result.ok);
    ck_assert_ptr_nonnull(strstr(result.error_text, "gaslight/under"));
}
END_TEST

START_TEST(concurrent_runs_lose_no_token)
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
    /* No other files are left: removing these two empties the directory. */
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
    tcase_add_test(keeping, a_token_is_stored_replaced_and_deleted_per_server);
    tcase_add_test(keeping, looking_up_a_token_creates_no_file);
    tcase_add_test(keeping, only_the_user_can_access_the_file_and_its_directories);
    tcase_add_loop_test(keeping, home_is_used_without_a_valid_xdg_data_home, 0, 3);
    tcase_add_test(keeping, a_missing_home_is_reported);
    tcase_add_test(keeping, a_path_that_is_too_long_is_reported);
    tcase_add_test(keeping, a_token_that_is_too_long_is_rejected);
    tcase_add_loop_test(keeping, a_damaged_file_is_reported_and_not_changed, 0, (int)(COUNT(damaged)));
    tcase_add_test(keeping, a_readable_file_is_made_private_with_one_warning);
    tcase_add_test(keeping, a_symbolic_link_is_not_followed);
    tcase_add_loop_test(keeping, anything_but_a_regular_file_is_not_changed, 0, 2);
    tcase_add_test(keeping, a_directory_that_cannot_be_created_is_reported);
    tcase_add_test(keeping, concurrent_runs_lose_no_token);
    suite_add_tcase(suite, keeping);
    return run_suite(suite);
}
