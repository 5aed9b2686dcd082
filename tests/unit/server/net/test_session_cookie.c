/*
 * test_session_cookie.c: the cookie that backs up a browser's token.
 */
#include <check.h>
#include <string.h>

#include "server/net/session_cookie.h"
#include "tests/support/c/run_suite.h"

#define TOKEN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123_-9"

static struct session_reply reply;

static void ask(const char *host, const char *cookies, bool is_https, const char *body)
{
    session_cookie_answer(host, cookies, is_https, body, strlen(body), &reply);
}

START_TEST(a_token_is_set_as_a_cookie_that_scripts_and_other_sites_cant_use)
{
    ask("127.0.0.1:8080", "", false, TOKEN);
    ck_assert_int_eq(reply.status, 200);
    ck_assert_str_eq(reply.body, "{}");
    ck_assert_str_eq(reply.headers,
                     "Set-Cookie: gaslight8080=" TOKEN
                     "; Path=/session; Max-Age=34560000; HttpOnly; SameSite=Strict\r\n"
                     "Set-Cookie: gaslight-kept8080=1; Path=/; Max-Age=34560000; SameSite=Strict\r\n");
    ask("play.example", "", true, TOKEN);
    ck_assert_str_eq(reply.headers,
                     "Set-Cookie: __Host-gaslight=" TOKEN
                     "; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure\r\n"
                     "Set-Cookie: gaslight-kept=1; Path=/; Max-Age=34560000; SameSite=Strict; Secure\r\n");
}
END_TEST

static void expect_body(const char *host, const char *cookies, bool is_https, const char *body)
{
    ask(host, cookies, is_https, "recover");
    ck_assert_msg(strcmp(reply.body, body) == 0, "%s: %s", cookies, reply.body);
}

START_TEST(a_token_is_given_back)
{
    static const char body[] = "{\"token\":\"" TOKEN "\"}";
    expect_body("127.0.0.1:8080", "a=b; gaslight8080=" TOKEN "; c=d", false, body);
    ck_assert_str_eq(reply.headers, "");
    expect_body("[::1]:8080", "gaslight8080=" TOKEN, false, body);
    expect_body("[::1]", "gaslight=" TOKEN, false, body);
    expect_body("play.example", "__Host-gaslight=" TOKEN, true, body);
    expect_body("play.example", "gaslight=" TOKEN, true,
                "{}"); /* a page of the same domain may have set it */
}
END_TEST

START_TEST(only_a_token_for_this_port_is_given_back)
{
    static const char *const others[] = {"",
                                         "gaslight8081=" TOKEN,
                                         "gaslight8080=short",
                                         "xgaslight8080=" TOKEN,
                                         "gaslight8080=" TOKEN "x",
                                         "__Host-gaslight8080=" TOKEN,
                                         "gaslight8080",
                                         "gaslight8080=\"\",\"x\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
                                         ";;; ;"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        expect_body("127.0.0.1:8080", others[i], false, "{}");
        ck_assert_ptr_nonnull(strstr(reply.headers, "gaslight-kept8080=; Path=/; Max-Age=0"));
    }
}
END_TEST

START_TEST(a_player_who_is_removed_takes_the_cookie_with_them)
{
    ask("127.0.0.1:8080", "gaslight8080=" TOKEN, false, "forget");
    ck_assert_str_eq(reply.body, "{}");
    ck_assert_str_eq(reply.headers,
                     "Set-Cookie: gaslight8080=; Path=/session; Max-Age=0; HttpOnly; SameSite=Strict\r\n"
                     "Set-Cookie: gaslight-kept8080=; Path=/; Max-Age=0; SameSite=Strict\r\n");
}
END_TEST

START_TEST(anything_else_is_refused)
{
    static const char *const wrong[] = {"",
                                        "recove",
                                        "recover ",
                                        "forget\n",
                                        "a\r\nSet-Cookie: b",
                                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123_-;"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ask("127.0.0.1:8080", "gaslight8080=" TOKEN, false, wrong[i]);
        ck_assert_int_eq(reply.status, 400);
        ck_assert(reply.headers[0] == '\0' && strcmp(reply.body, "{}") == 0);
    }
}
END_TEST

START_TEST(a_host_adds_nothing_but_a_port_to_the_name)
{
    static const char *const hosts[] = {"h:80a", "h:1234567", "h:;x", "h:", "[::1"};
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        ask(hosts[i], "", false, TOKEN);
        ck_assert_msg(strncmp(reply.headers, "Set-Cookie: gaslight=", 21) == 0 || i == 4, "%s",
                      reply.headers);
        ck_assert_ptr_null(strstr(reply.headers, ";x"));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session_cookie");
    TCase *tcase = tcase_create("session_cookie");
    tcase_add_test(tcase, a_token_is_set_as_a_cookie_that_scripts_and_other_sites_cant_use);
    tcase_add_test(tcase, a_token_is_given_back);
    tcase_add_test(tcase, only_a_token_for_this_port_is_given_back);
    tcase_add_test(tcase, a_player_who_is_removed_takes_the_cookie_with_them);
    tcase_add_test(tcase, anything_else_is_refused);
    tcase_add_test(tcase, a_host_adds_nothing_but_a_port_to_the_name);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
