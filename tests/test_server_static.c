/*
 * test_server_static.c: the browser client's files are found by exact names only, with their types and tags.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "board.h"
#include "server/static_files.h"
#include "tests/support/run_suite.h"

static char directory[64];
static char error[200];

static void write_file(const char *name, const char *text)
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void make_directory(const char *name)
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    ck_assert_int_eq(mkdir(path, 0700), 0);
}

static const char *const made[] = {"boards/whitehall.json",
                                   "boards/other.json",
                                   "boards",
                                   "js/board.js",
                                   "js/README.md",
                                   "js",
                                   "index.html",
                                   "app.js",
                                   "style.css",
                                   "board.svg",
                                   "click.ogg",
                                   "f.woff2",
                                   ".hidden.js",
                                   "secret.pem"};

static void set_up(void)
{
    (void)snprintf(directory, sizeof directory, "build/static-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    make_directory("js");
    write_file("index.html", "<!DOCTYPE html>\n");
    write_file("app.js", "import './js/board.js';\n");
    write_file("style.css", "body{}\n");
    write_file("board.svg", "<svg/>\n");
    write_file("click.ogg", "x");
    write_file("f.woff2", "");
    write_file("js/board.js", "export {};\n");
    write_file("js/README.md", "not served\n");
    write_file(".hidden.js", "not served\n");
    write_file("secret.pem", "not served\n");
}

static void tear_down(void)
{
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        char path[200];
        (void)snprintf(path, sizeof path, "%s/%s", directory, made[i]);
        (void)remove(path);
    }
    (void)rmdir(directory);
}

START_TEST(every_file_has_its_type_and_its_way_of_caching)
{
    static const struct {
        const char *path, *type, *cache;
    } expected[] = {
        {"/index.html", "text/html; charset=utf-8", "no-cache"},
        {"/app.js", "text/javascript; charset=utf-8", "no-cache"},
        {"/js/board.js", "text/javascript; charset=utf-8", "no-cache"},
        {"/style.css", "text/css; charset=utf-8", "no-cache"},
        {"/board.svg", "image/svg+xml", "public, max-age=86400"},
        {"/click.ogg", "audio/ogg", "public, max-age=86400"},
        {"/f.woff2", "font/woff2", "public, max-age=86400"},
    };
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_msg(files != NULL, "%s", error);
    ck_assert_uint_eq(static_files_count(files), sizeof expected / sizeof expected[0] + GAME_KIND_COUNT);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct static_file *file = static_files_find(files, expected[i].path);
        ck_assert_msg(file != NULL, "%s", expected[i].path);
        ck_assert_str_eq(file->type, expected[i].type);
        ck_assert_str_eq(file->cache, expected[i].cache);
    }
    const struct static_file *script = static_files_find(files, "/app.js");
    ck_assert_uint_eq(script->length, 24);
    ck_assert_mem_eq(script->body, "import './js/board.js';\n", 24);
    static_files_free(files);
}
END_TEST

START_TEST(nothing_else_is_served)
{
    static const char *const paths[] = {
        "",           "/js",         "/js/",        "/js/README.md", "/.hidden.js",          "/secret.pem",
        "/App.js",    "/app.js/",    "//app.js",    "app.js",        "/../app.js",           "/js/../app.js",
        "/./app.js",  "/app.js%00",  "/table/",     "/table/a/b",    "/table/../index.html", "/table/a.b",
        "/index.htm", "/etc/passwd", "/unknown/id", "/archive/x",
    };
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_ptr_nonnull(files);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        ck_assert_msg(static_files_find(files, paths[i]) == NULL, "%s", paths[i]);
    }
    static_files_free(files);
}
END_TEST

START_TEST(routes_of_the_client_give_its_page)
{
    static const char *const paths[] = {"/",       "/table/k3f9_-Z", "/invite/abc",
                                        "/replay", "/replay/x1",     "/archive"};
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_ptr_nonnull(files);
    const struct static_file *page = static_files_find(files, "/index.html");
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        ck_assert_ptr_eq(static_files_find(files, paths[i]), page);
    }
    static_files_free(files);
}
END_TEST

START_TEST(a_tag_changes_with_the_content_and_is_recognised_in_a_list)
{
    char before[STATIC_ETAG_LENGTH + 1];
    char list[200];
    struct static_files *files = static_files_load(directory, error, sizeof error);
    const struct static_file *script = static_files_find(files, "/app.js");
    (void)snprintf(before, sizeof before, "%s", script->etag);
    ck_assert_uint_eq(strlen(before), STATIC_ETAG_LENGTH);
    ck_assert(static_file_matches(script, before));
    ck_assert(static_file_matches(script, "*"));
    (void)snprintf(list, sizeof list, "\"other\", W/%s", before);
    ck_assert(static_file_matches(script, list));
    ck_assert(!static_file_matches(script, "\"other\""));
    ck_assert(!static_file_matches(script, ""));
    static_files_free(files);
    write_file("app.js", "changed\n");
    files = static_files_load(directory, error, sizeof error);
    ck_assert_str_ne(static_files_find(files, "/app.js")->etag, before);
    static_files_free(files);
}
END_TEST

START_TEST(a_directory_named_must_be_there_and_have_a_page)
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s/none", directory);
    ck_assert_ptr_null(static_files_load(path, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "cannot read"));
    (void)snprintf(path, sizeof path, "%s/js", directory);
    ck_assert_ptr_null(static_files_load(path, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "index.html"));
}
END_TEST

START_TEST(without_a_directory_there_is_still_a_page)
{
    struct static_files *files = static_files_load("", error, sizeof error);
    ck_assert_ptr_nonnull(files);
    const struct static_file *page = static_files_find(files, "/");
    ck_assert_ptr_nonnull(page);
    ck_assert_str_eq(page->type, "text/html; charset=utf-8");
    static_files_free(files);
}
END_TEST

/* Is this the board linked into the program, byte for byte? */
static void expect_board(const struct static_files *files, const char *path, enum game_kind game)
{
    size_t length;
    const char *text = board_builtin_text(game, &length);
    const struct static_file *file = static_files_find(files, path);
    ck_assert_msg(file != NULL, "%s", path);
    ck_assert_str_eq(file->type, "application/json");
    ck_assert_str_eq(file->cache, "no-cache");
    ck_assert_uint_eq(file->length, length);
    ck_assert_mem_eq(file->body, text, length);
}

START_TEST(the_boards_played_on_are_served_with_and_without_a_directory)
{
    const char *const directories[] = {"", directory};
    for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++) {
        struct static_files *files = static_files_load(directories[i], error, sizeof error);
        ck_assert_msg(files != NULL, "%s", error);
        expect_board(files, "/boards/whitechapel.json", GAME_WHITECHAPEL);
        expect_board(files, "/boards/whitehall.json", GAME_WHITEHALL);
        ck_assert_ptr_null(static_files_find(files, "/boards/"));
        static_files_free(files);
    }
}
END_TEST

START_TEST(a_file_does_not_take_the_place_of_a_board)
{
    make_directory("boards");
    write_file("boards/whitehall.json", "{}\n");
    write_file("boards/other.json", "{}\n");
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_msg(files != NULL, "%s", error);
    expect_board(files, "/boards/whitehall.json", GAME_WHITEHALL);
    ck_assert_ptr_nonnull(static_files_find(files, "/boards/other.json"));
    ck_assert_uint_eq(static_files_count(files), 8 + GAME_KIND_COUNT);
    static_files_free(files);
}
END_TEST

START_TEST(the_policy_allows_nothing_from_elsewhere)
{
    const char *headers = static_security_headers;
    ck_assert_ptr_nonnull(strstr(headers, "default-src 'none';"));
    ck_assert_ptr_nonnull(strstr(headers, "script-src 'self';"));
    ck_assert_ptr_nonnull(strstr(headers, "frame-ancestors 'none'"));
    ck_assert_ptr_nonnull(strstr(headers, "X-Content-Type-Options: nosniff\r\n"));
    ck_assert_ptr_nonnull(strstr(headers, "Referrer-Policy: no-referrer\r\n"));
    ck_assert_ptr_null(strstr(headers, "unsafe"));
    ck_assert_ptr_null(strchr(strstr(headers, "default-src"), '*'));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("static files");
    TCase *tcase = tcase_create("static files");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, every_file_has_its_type_and_its_way_of_caching);
    tcase_add_test(tcase, nothing_else_is_served);
    tcase_add_test(tcase, routes_of_the_client_give_its_page);
    tcase_add_test(tcase, a_tag_changes_with_the_content_and_is_recognised_in_a_list);
    tcase_add_test(tcase, a_directory_named_must_be_there_and_have_a_page);
    tcase_add_test(tcase, without_a_directory_there_is_still_a_page);
    tcase_add_test(tcase, the_boards_played_on_are_served_with_and_without_a_directory);
    tcase_add_test(tcase, a_file_does_not_take_the_place_of_a_board);
    tcase_add_test(tcase, the_policy_allows_nothing_from_elsewhere);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
