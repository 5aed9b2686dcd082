/*
 * test_static_files.c: the browser client's files are found by exact path only, with their types and ETags, also
 * under their common version.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/array.h"
#include "common/board/board.h"
#include "common/learn/learn.h"
#include "server/net/content_policy.h"
#include "server/net/static_files.h"
#include "tests/support/c/run_suite.h"

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
                                   "worker.js",
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
    for (size_t i = 0; i < COUNT(made); i++) {
        char path[200];
        (void)snprintf(path, sizeof path, "%s/%s", directory, made[i]);
        (void)remove(path);
    }
    (void)rmdir(directory);
}

/* What comes with the program: boards, "How to play", and the list of puzzles with its texts in two languages. */
enum { LINKED_FILES = GAME_KIND_COUNT + LEARN_FILE_COUNT + 3 };

START_TEST(every_file_has_its_type_and_cache_policy)
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
    ck_assert_uint_eq(static_files_count(files), COUNT(expected) + LINKED_FILES);
    for (size_t i = 0; i < COUNT(expected); i++) {
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
        "",
        "/js",
        "/js/",
        "/js/README.md",
        "/.hidden.js",
        "/secret.pem",
        "/App.js",
        "/app.js/",
        "//app.js",
        "app.js",
        "/../app.js",
        "/js/../app.js",
        "/./app.js",
        "/app.js%00",
        "/table/",
        "/table/a/b",
        "/table/../index.html",
        "/table/a.b",
        "/index.htm",
        "/etc/passwd",
        "/unknown/id",
        "/archive/x",
        "/v-/app.js",
        "/v-0",
        "/v-0/",
        "/v-0app.js",
        "/v-0/v-0/app.js",
        "/v-a.b/app.js",
        "/v-0/../app.js",
        "/v-0//app.js",
        "/v-0/table/x",
        "/v-0/index.html",
        "/v-0/secret.pem",
    };
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_ptr_nonnull(files);
    for (size_t i = 0; i < COUNT(paths); i++) {
        ck_assert_msg(static_files_find(files, paths[i]) == NULL, "%s", paths[i]);
    }
    static_files_free(files);
}
END_TEST

START_TEST(routes_of_the_client_return_its_page)
{
    static const char *const paths[] = {"/",       "/table/k3f9_-Z", "/invite",  "/invite/abc",
                                        "/replay", "/replay/x1",     "/archive", "/hotseat"};
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_ptr_nonnull(files);
    const struct static_file *page = static_files_find(files, "/index.html");
    for (size_t i = 0; i < COUNT(paths); i++) {
        ck_assert_ptr_eq(static_files_find(files, paths[i]), page);
    }
    static_files_free(files);
}
END_TEST

START_TEST(an_etag_changes_with_the_content_and_is_found_in_a_list)
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

/* Returns the version that the page uses in its references. */
static void read_version(const struct static_files *files, char version[static 64])
{
    char page[200];
    const struct static_file *file = static_files_find(files, "/");
    ck_assert_uint_lt(file->length, sizeof page);
    memcpy(page, file->body, file->length);
    page[file->length] = '\0';
    const char *start = strstr(page, "/v-");
    ck_assert_ptr_nonnull(start);
    size_t length = strcspn(start + 1, "/\"") + 1;
    ck_assert_uint_lt(length, 64);
    memcpy(version, start, length);
    version[length] = '\0';
    ck_assert_str_ne(version, "/v-VERSION");
}

static const struct static_file *find_under(const struct static_files *files, const char *version,
                                            const char *path)
{
    char address[200];
    (void)snprintf(address, sizeof address, "%s%s", version, path);
    return static_files_find(files, address);
}

START_TEST(under_its_version_a_file_may_be_cached_forever)
{
    static const char *const paths[] = {"/app.js", "/js/board.js", "/style.css", "/board.svg",
                                        "/boards/whitehall.json"};
    char version[64];
    write_file("index.html",
               "<script src=\"/v-VERSION/app.js\"></script><img src=\"/v-VERSION/board.svg\">\n");
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_msg(files != NULL, "%s", error);
    read_version(files, version);
    for (size_t i = 0; i < COUNT(paths); i++) {
        const struct static_file *plain = static_files_find(files, paths[i]);
        const struct static_file *kept = find_under(files, version, paths[i]);
        ck_assert_msg(kept != NULL, "%s%s", version, paths[i]);
        ck_assert_str_eq(kept->cache, "public, max-age=31536000, immutable");
        ck_assert_str_eq(kept->type, plain->type);
        ck_assert_str_eq(kept->etag, plain->etag);
        ck_assert_ptr_eq(kept->body, plain->body);
        ck_assert_ptr_eq(kept->gzipped, plain->gzipped);
        ck_assert_str_eq(plain->cache,
                         strcmp(paths[i], "/board.svg") == 0 ? "public, max-age=86400" : "no-cache");
    }
    ck_assert_ptr_null(find_under(files, version, "/index.html"));
    ck_assert_ptr_null(find_under(files, version, "/"));
    ck_assert_ptr_null(find_under(files, version, "/table/x"));
    ck_assert_str_eq(static_files_find(files, "/")->cache, "no-cache");
    static_files_free(files);
}
END_TEST

START_TEST(the_page_has_the_version_in_place_of_every_placeholder)
{
    char expected[200];
    char version[64];
    write_file("index.html", "<a href=\"/v-VERSION/a\"><b href=\"/v-VERSION/b\">/v-VERSION\n");
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_msg(files != NULL, "%s", error);
    read_version(files, version);
    (void)snprintf(expected, sizeof expected, "<a href=\"%s/a\"><b href=\"%s/b\">/v-VERSION\n", version,
                   version);
    const struct static_file *page = static_files_find(files, "/");
    ck_assert_uint_eq(page->length, strlen(expected));
    ck_assert_mem_eq(page->body, expected, strlen(expected));
    static_files_free(files);
}
END_TEST

START_TEST(the_version_and_the_page_change_with_any_file)
{
    static const struct {
        const char *name, *text;
    } changes[] = {
        {"js/board.js", "export {}; // changed\n"},
        {"click.ogg", "y"},
        {"index.html", "<script src=\"/v-VERSION/app.js\" defer></script>\n"},
    };
    char before[64];
    char after[64];
    char tag[STATIC_ETAG_LENGTH + 1];
    write_file("index.html", "<script src=\"/v-VERSION/app.js\"></script>\n");
    struct static_files *files = static_files_load(directory, error, sizeof error);
    read_version(files, before);
    (void)snprintf(tag, sizeof tag, "%s", static_files_find(files, "/")->etag);
    static_files_free(files);
    files = static_files_load(directory, error, sizeof error);
    read_version(files, after);
    ck_assert_str_eq(before, after);
    static_files_free(files);
    for (size_t i = 0; i < COUNT(changes); i++) {
        write_file(changes[i].name, changes[i].text);
        files = static_files_load(directory, error, sizeof error);
        read_version(files, after);
        ck_assert_str_ne(before, after);
        ck_assert_str_ne(static_files_find(files, "/")->etag, tag);
        (void)snprintf(before, sizeof before, "%s", after);
        (void)snprintf(tag, sizeof tag, "%s", static_files_find(files, "/")->etag);
        static_files_free(files);
    }
}
END_TEST

START_TEST(no_file_is_served_under_another_version)
{
    static const char *const paths[] = {"/app.js", "/js/board.js", "/board.svg", "/boards/whitechapel.json"};
    static const char *const versions[] = {"/v-0", "/v-0123456789abcdef", "/v-VERSION"};
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_ptr_nonnull(files);
    for (size_t i = 0; i < COUNT(paths); i++) {
        for (size_t v = 0; v < COUNT(versions); v++) {
            ck_assert_ptr_null(find_under(files, versions[v], paths[i]));
        }
    }
    static_files_free(files);
}
END_TEST

START_TEST(the_service_worker_names_the_version_too)
{
    char expected[200];
    char version[64];
    write_file("index.html", "<script src=\"/v-VERSION/app.js\"></script>\n");
    write_file("worker.js", "const OWN = '/v-VERSION/';\n");
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_msg(files != NULL, "%s", error);
    read_version(files, version);
    (void)snprintf(expected, sizeof expected, "const OWN = '%s/';\n", version);
    const struct static_file *worker = static_files_find(files, "/worker.js");
    ck_assert_ptr_nonnull(worker);
    ck_assert_uint_eq(worker->length, strlen(expected));
    ck_assert_mem_eq(worker->body, expected, strlen(expected));
    ck_assert_str_eq(worker->cache, "no-cache");
    ck_assert_ptr_null(find_under(files, version, "/worker.js"));
    static_files_free(files);
}
END_TEST

START_TEST(only_the_page_allows_inline_elements_and_only_its_own)
{
    /* printf 'alert(1)' | openssl dgst -sha256 -binary | base64, and the same of 'b{}' */
    static const char script[] = "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; ";
    write_file("index.html",
               "<script>alert(1)</script><style>b{}</style><script src=\"/app.js\"></script>\n");
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_msg(files != NULL, "%s", error);
    const struct static_file *page = static_files_find(files, "/");
    ck_assert_ptr_nonnull(page->policy);
    ck_assert_ptr_nonnull(strstr(page->policy, script));
    ck_assert_ptr_nonnull(
        strstr(page->policy, "style-src 'self' 'sha256-7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans='; "));
    ck_assert_ptr_null(strstr(page->policy, "unsafe"));
    ck_assert_ptr_null(static_files_find(files, "/app.js")->policy);
    static_files_free(files);
    write_file("index.html", "<script src=\"/app.js\"></script>\n");
    files = static_files_load(directory, error, sizeof error);
    ck_assert_str_eq(static_files_find(files, "/")->policy, content_policy_default);
    static_files_free(files);
    write_file("index.html",
               "<style>1</style><style>2</style><style>3</style><style>4</style><style>5</style>\n");
    ck_assert_ptr_null(static_files_load(directory, error, sizeof error));
}
END_TEST

START_TEST(a_given_directory_must_exist_and_have_a_page)
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

START_TEST(without_a_directory_there_is_a_built_in_page)
{
    struct static_files *files = static_files_load("", error, sizeof error);
    ck_assert_ptr_nonnull(files);
    const struct static_file *page = static_files_find(files, "/");
    ck_assert_ptr_nonnull(page);
    ck_assert_str_eq(page->type, "text/html; charset=utf-8");
    static_files_free(files);
}
END_TEST

/* Checks that the file is exactly the board linked into the program. */
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

START_TEST(the_boards_are_served_with_and_without_a_directory)
{
    const char *const directories[] = {"", directory};
    for (size_t i = 0; i < COUNT(directories); i++) {
        struct static_files *files = static_files_load(directories[i], error, sizeof error);
        ck_assert_msg(files != NULL, "%s", error);
        expect_board(files, "/boards/whitechapel.json", GAME_WHITECHAPEL);
        expect_board(files, "/boards/whitehall.json", GAME_WHITEHALL);
        ck_assert_ptr_null(static_files_find(files, "/boards/"));
        static_files_free(files);
    }
}
END_TEST

START_TEST(a_file_cannot_replace_a_board)
{
    make_directory("boards");
    write_file("boards/whitehall.json", "{}\n");
    write_file("boards/other.json", "{}\n");
    struct static_files *files = static_files_load(directory, error, sizeof error);
    ck_assert_msg(files != NULL, "%s", error);
    expect_board(files, "/boards/whitehall.json", GAME_WHITEHALL);
    ck_assert_ptr_nonnull(static_files_find(files, "/boards/other.json"));
    ck_assert_uint_eq(static_files_count(files), 8 + LINKED_FILES);
    static_files_free(files);
}
END_TEST

START_TEST(the_content_policy_allows_nothing_from_elsewhere)
{
    const char *headers = static_security_headers;
    const char *policy = content_policy_default;
    ck_assert_ptr_nonnull(strstr(policy, "default-src 'none';"));
    ck_assert_ptr_nonnull(strstr(policy, "script-src 'self';"));
    ck_assert_ptr_nonnull(strstr(policy, "frame-ancestors 'none'"));
    ck_assert_ptr_nonnull(strstr(headers, "X-Content-Type-Options: nosniff\r\n"));
    ck_assert_ptr_nonnull(strstr(headers, "Referrer-Policy: no-referrer\r\n"));
    ck_assert_ptr_null(strstr(policy, "unsafe"));
    ck_assert_ptr_null(strchr(policy, '*'));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("static files");
    TCase *tcase = tcase_create("static files");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, every_file_has_its_type_and_cache_policy);
    tcase_add_test(tcase, nothing_else_is_served);
    tcase_add_test(tcase, routes_of_the_client_return_its_page);
    tcase_add_test(tcase, an_etag_changes_with_the_content_and_is_found_in_a_list);
    tcase_add_test(tcase, under_its_version_a_file_may_be_cached_forever);
    tcase_add_test(tcase, the_page_has_the_version_in_place_of_every_placeholder);
    tcase_add_test(tcase, the_version_and_the_page_change_with_any_file);
    tcase_add_test(tcase, no_file_is_served_under_another_version);
    tcase_add_test(tcase, the_service_worker_names_the_version_too);
    tcase_add_test(tcase, only_the_page_allows_inline_elements_and_only_its_own);
    tcase_add_test(tcase, a_given_directory_must_exist_and_have_a_page);
    tcase_add_test(tcase, without_a_directory_there_is_a_built_in_page);
    tcase_add_test(tcase, the_boards_are_served_with_and_without_a_directory);
    tcase_add_test(tcase, a_file_cannot_replace_a_board);
    tcase_add_test(tcase, the_content_policy_allows_nothing_from_elsewhere);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
