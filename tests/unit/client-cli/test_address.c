/*
 * test_address.c: the addresses that are accepted, and the error messages for all others.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/address.h"
#include "common/base/array.h"
#include "tests/support/c/run_suite.h"

#define LONG_LABEL "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define LONGEST LONG_LABEL "." LONG_LABEL "." LONG_LABEL "." LONG_LABEL

static char error_text[400];

static const struct {
    const char *text, *server, *table, *invite, *code;
} good[] = {
    {ADDRESS_DEFAULT, "ws://localhost:8888", "", "", ""},
    {"localhost", "ws://localhost:8888", "", "", ""},
    {"LocalHost", "ws://localhost:8888", "", "", ""},
    {"localhost:9000", "ws://localhost:9000", "", "", ""},
    {"game.localhost", "ws://game.localhost:8888", "", "", ""},
    {"notlocalhost", "wss://notlocalhost:443", "", "", ""},
    {"127.0.0.1", "ws://127.0.0.1:8888", "", "", ""},
    {"127.8.9.1:5", "ws://127.8.9.1:5", "", "", ""},
    {"128.0.0.1", "wss://128.0.0.1:443", "", "", ""},
    {"::1", "ws://[::1]:8888", "", "", ""},
    {"[::1]", "ws://[::1]:8888", "", "", ""},
    {"[0:0:0:0:0:0:0:1]:70", "ws://[::1]:70", "", "", ""},
    {"2001:DB8::5", "wss://[2001:db8::5]:443", "", "", ""},
    {"[fe80::1%eth0]:8888", "wss://[fe80::1%eth0]:8888", "", "", ""},
    {"games.example", "wss://games.example:443", "", "", ""},
    {"Games.Example.", "wss://games.example:443", "", "", ""},
    {"games.example:8888", "wss://games.example:8888", "", "", ""},
    {"ws://games.example", "ws://games.example:80", "", "", ""},
    {"WSS://games.example/", "wss://games.example:443", "", "", ""},
    {"http://localhost:8888/", "ws://localhost:8888", "", "", ""},
    {"http://localhost", "ws://localhost:80", "", "", ""},
    {"https://games.example:443", "wss://games.example:443", "", "", ""},
    {"wss://games.example/ws", "wss://games.example:443", "", "", ""},
    {"  ws://localhost:1\n", "ws://localhost:1", "", "", ""},
    {"localhost:65535", "ws://localhost:65535", "", "", ""},
    {"localhost:08888", "ws://localhost:8888", "", "", ""},
    {"https://games.example/invite/ab-_9Z", "wss://games.example:443", "", "ab-_9Z", ""},
    {"https://games.example/invite#ab-_9Z", "wss://games.example:443", "", "ab-_9Z", ""},
    {"https://games.example/invite/#ab-_9Z", "wss://games.example:443", "", "ab-_9Z", ""},
    {"localhost/invite?from=mail#ab-_9Z\n", "ws://localhost:8888", "", "ab-_9Z", ""},
    {"https://games.example/table/k3f9zz#invite=ab-_9Z", "wss://games.example:443", "k3f9zz", "ab-_9Z", ""},
    {"https://games.example/table/k3f9zz/", "wss://games.example:443", "k3f9zz", "", ""},
    {"localhost/table/k3f9zz", "ws://localhost:8888", "k3f9zz", "", ""},
    {"http://[::1]:8888/replay/k3f?as=all&step=57#x", "ws://[::1]:8888", "k3f", "", ""},
    {"https://games.example/#code=ABCD-2345", "wss://games.example:443", "", "", "ABCD-2345"},
    {"https://games.example#top", "wss://games.example:443", "", "", ""},
    {"https://games.example?x=1#code=AB", "wss://games.example:443", "", "", "AB"},
    {LONGEST, "wss://" LONGEST ":443", "", "", ""},
};

START_TEST(valid_addresses_are_accepted)
{
    struct address address;
    error_text[0] = '\0';
    ck_assert_msg(address_parse(good[_i].text, &address, error_text, sizeof error_text), "%s: %s",
                  good[_i].text, error_text);
    ck_assert_str_eq(address.server, good[_i].server);
    ck_assert_str_eq(address.table, good[_i].table);
    ck_assert_str_eq(address.invite, good[_i].invite);
    ck_assert_str_eq(address.code, good[_i].code);
    ck_assert_int_eq(address.tls, strncmp(good[_i].server, "wss:", 4) == 0);
}
END_TEST

/* The canonical form of a server parses to itself. */
START_TEST(the_canonical_form_is_stable)
{
    struct address address, again;
    ck_assert(address_parse(good[_i].text, &address, error_text, sizeof error_text));
    ck_assert(address_parse(address.server, &again, error_text, sizeof error_text));
    ck_assert_str_eq(again.server, address.server);
    ck_assert_str_eq(again.host, address.host);
    ck_assert_uint_eq(again.port, address.port);
}
END_TEST

static const struct {
    const char *text, *says;
} bad[] = {
    {"", "does not name a computer"},
    {"   ", "does not name a computer"},
    {"ws://", "does not name a computer"},
    {":8888", "does not name a computer"},
    {"/table/k3f", "does not name a computer"},
    {"ftp://games.example", "\"ftp://\""},
    {"://games.example", "\"://\""},
    {"ws://ann:secret@games.example", "user name or password"},
    {"games.example:0", "not a port"},
    {"games.example:65536", "not a port"},
    {"games.example:99999999999999999999", "not a port"},
    {"games.example:", "not a port"},
    {"games.example:8x", "\"8x\""},
    {"games.example:-1", "not a port"},
    {"games..example", "name of a computer"},
    {".example", "name of a computer"},
    {".", "name of a computer"},
    {"games example", "name of a computer"},
    {"g\303\244mes.example", "name of a computer"},
    {"games\033[2J.example", "name of a computer"},
    {LONG_LABEL "a.example", "name of a computer"},
    {LONGEST "." LONG_LABEL, "long"},
    {"[::1", "brackets"},
    {"[localhost]", "brackets"},
    {"[::1%]", "brackets"},
    {"[::1]8888", "brackets"},
    {"localhost/lobby", "\"/lobby\" is not a valid path"},
    {"localhost/table/", "is not a valid path"},
    {"localhost/table/k3f/more", "is not a valid path"},
    {"localhost/table/k3 f", "is not a valid path"},
    {"localhost/invite/" LONG_LABEL "aa", "is not a valid path"},
    {"localhost/invite", "incomplete"},
    {"localhost/invite/", "incomplete"},
    {"localhost/invite#", "incomplete"},
    {"localhost/invite#ab cd", "incomplete"},
    {"localhost/invite#" LONG_LABEL "aa", "incomplete"},
    {"localhost/invite#code=AB", "incomplete"},
    {"localhost/table/k3f#invite=", "code"},
    {"localhost/#code=", "code"},
    {"localhost/#code=AB CD", "code"},
};

START_TEST(invalid_addresses_are_rejected_with_a_sentence)
{
    struct address address, before;
    memset(&address, 0x5a, sizeof address);
    memcpy(&before, &address, sizeof before);
    error_text[0] = '\0';
    ck_assert_msg(!address_parse(bad[_i].text, &address, error_text, sizeof error_text), "%s", bad[_i].text);
    ck_assert_msg(strstr(error_text, bad[_i].says) != NULL, "%s: %s", bad[_i].text, error_text);
    ck_assert_int_eq(error_text[strlen(error_text) - 1], '.');
    for (const char *at = error_text; *at != '\0'; at++) {
        ck_assert_msg(*at >= ' ' && *at <= '~', "not printable: %s", bad[_i].text);
    }
    ck_assert_mem_eq(&address, &before, sizeof address);
}
END_TEST

START_TEST(a_small_error_buffer_is_not_overrun)
{
    struct address address;
    char small[8];
    memset(small, 'x', sizeof small);
    ck_assert(!address_parse("", &address, small, 4));
    ck_assert_str_eq(small, "The");
    ck_assert_int_eq(small[4], 'x');
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client address");
    TCase *parsing = tcase_create("parsing");
    tcase_add_loop_test(parsing, valid_addresses_are_accepted, 0, COUNT(good));
    tcase_add_loop_test(parsing, the_canonical_form_is_stable, 0, COUNT(good));
    tcase_add_loop_test(parsing, invalid_addresses_are_rejected_with_a_sentence, 0, COUNT(bad));
    tcase_add_test(parsing, a_small_error_buffer_is_not_overrun);
    suite_add_tcase(suite, parsing);
    return run_suite(suite);
}
