/*
 * test_listener.c: who may connect, and how long a connection may be silent. Tests send bytes by hand, as in
 * test_transport.c.
 */
#include <sys/resource.h>

#include "common/base/array.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/transport_harness.h"

START_TEST(an_origin_must_be_ours_or_allowed)
{
    static const struct {
        const char *line;
        int status;
    } cases[] = {
        {"", 101},
        {"Origin: http://play.example:8888\r\n", 101},
        {"Origin: https://PLAY.example:8888\r\n", 101},
        {"Origin: https://friend.example\r\n", 101},
        {"Origin: http://other.example:81\r\n", 101},
        {"Origin: http://evil.example\r\n", 403},
        {"Origin: http://play.example\r\n", 403},
        {"Origin: http://play.example:8888.evil.example\r\n", 403},
        {"Origin: http://friend.example\r\n", 403},
        {"Origin: null\r\n", 403},
        {"Origin: ftp://play.example:8888\r\n", 403},
        {"Origin: play.example:8888\r\n", 403},
    };
    (void)snprintf(server.options.allow_origin, sizeof server.options.allow_origin,
                   "https://friend.example, http://other.example:81");
    start();
    for (size_t i = 0; i < COUNT(cases); i++) {
        char request[1000];
        (void)snprintf(request, sizeof request, HANDSHAKE SUBPROTOCOL "%s\r\n", cases[i].line);
        struct client *client = dial();
        ck_assert_msg(ask(client, request, false) == cases[i].status, "%s", cases[i].line);
        hang_up(client);
    }
    wait_for(NULL, 0, &server.closed, 5);
}
END_TEST

START_TEST(the_subprotocol_must_be_offered)
{
    static const struct {
        const char *line;
        int status;
    } cases[] = {
        {"", 400},
        {"Sec-WebSocket-Protocol: chat\r\n", 400},
        {"Sec-WebSocket-Protocol: gaslight.v10\r\n", 400},
        {"Sec-WebSocket-Protocol: http-only\r\n", 400},
        {"Sec-WebSocket-Protocol: chat, gaslight.v1\r\n", 101},
    };
    start();
    for (size_t i = 0; i < COUNT(cases); i++) {
        char request[1000];
        (void)snprintf(request, sizeof request, HANDSHAKE "%s\r\n", cases[i].line);
        struct client *client = dial();
        ck_assert_msg(ask(client, request, false) == cases[i].status, "%s", cases[i].line);
        ck_assert(cases[i].status != 101 || has_header(client, "gaslight.v1"));
        hang_up(client);
    }
}
END_TEST

START_TEST(other_upgrades_and_methods_are_refused)
{
    start();
    ck_assert_int_eq(
        ask_once("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                 "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"),
        400);
    ck_assert_int_ne(ask_once("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: quic\r\n\r\n"),
                     101);
    ck_assert_int_eq(
        ask_once("GET /other HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" KEY
                 "Sec-WebSocket-Version: 13\r\n" SUBPROTOCOL "\r\n"),
        404);
    ck_assert_int_eq(
        ask_once("GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" KEY
                 "Sec-WebSocket-Version: 8\r\n" SUBPROTOCOL "\r\n"),
        426);
    ck_assert_int_ne(ask_once("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 101);
    ck_assert_int_eq(ask_once("CONNECT other.example:80 HTTP/1.1\r\nHost: other.example\r\n\r\n"), 0);
    struct client *client = connect_ws();
    expect_echo(client);
    hang_up(client);
    ck_assert_uint_eq(server.opened, 1);
}
END_TEST

START_TEST(an_incomplete_handshake_times_out)
{
    server.options.handshake_seconds = 1;
    start();
    struct client *silent = dial();
    struct client *half = dial();
    put(half, "GET /ws HTTP/1.1\r\nHost: a\r\n", 26);
    struct client *body = dial();
    put(body, "POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{", 56);
    struct client *kept = dial();
    int status;
    while ((status = ask(kept, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true)) == 0) {
        hang_up(kept); /* this process was too slow */
        kept = dial();
    }
    ck_assert_int_eq(status, 200);
    struct client *good = connect_in_time(0);
    wait_end(silent);
    wait_end(half);
    wait_end(body);
    wait_end(kept);
    expect_echo(good);
    hang_up(silent);
    hang_up(half);
    hang_up(body);
    hang_up(kept);
    hang_up(good);
}
END_TEST

/* Two clients connect, and only the second answers pings, until the first is dropped. Returns true if this
 * process itself was delayed for a while. */
static bool run_until_silent_client_is_dropped(struct client **dead, struct client **alive)
{
    char text[100];
    bool away = false;
    unsigned first = server.opened;
    uint64_t turn = uv_hrtime();
    *dead = connect_in_time(0);
    *alive = connect_in_time(0);
    while (server.connection[first] != NULL) {
        if (read_ready_frame(*alive, text, sizeof text) == PING) {
            send_frame(*alive, FIN | PONG, text, strlen(text));
        }
        pump();
        uint64_t now = uv_hrtime();
        away = away ||
               now - turn > UINT64_C(250) * 1000 * 1000; /* after a few of these, answering is too late */
        turn = now;
    }
    return away;
}

START_TEST(an_idle_connection_is_pinged_and_then_dropped)
{
    struct client *dead, *alive;
    char text[100];
    server.options.idle_seconds = 1;
    server.options.handshake_seconds = 1;
    start();
    while (run_until_silent_client_is_dropped(&dead, &alive) &&
           server.connection[server.opened - 1] == NULL) {
        hang_up(dead);
        hang_up(alive);
    }
    ck_assert_ptr_nonnull(server.connection[server.opened - 1]);
    ck_assert_uint_eq(read_frame(dead, text, sizeof text), PING);
    ck_assert_uint_eq(read_close(dead), CLOSE_GOING_AWAY);
    hang_up(dead);
    hang_up(alive);
}
END_TEST

/* After a suspended machine or a stopped process, the silence was not the client's. */
START_TEST(a_server_that_was_suspended_pings_before_it_drops)
{
    char text[100];
    server.options.idle_seconds = 1;
    start();
    struct client *client = connect_ws();
    (void)poll(NULL, 0, 2500); /* longer than a connection may be silent; the loop does not run */
    ck_assert_uint_eq(read_frame(client, text, sizeof text), PING);
    hang_up(client);
}
END_TEST

static void wait_connections(unsigned count)
{
    struct addresses *addresses = transport_addresses(server.transport);
    while (addresses_get(addresses, "127.0.0.1", uv_hrtime())->connections != count) {
        pump();
    }
}

START_TEST(connections_of_one_address_are_limited)
{
    server.options.connections_per_address = 2;
    start();
    struct client *first = connect_ws();
    struct client *second = connect_ws();
    struct client *third = dial();
    wait_end(third);
    ck_assert_uint_eq(third->length, 0);
    expect_echo(first);
    hang_up(second);
    wait_connections(1);
    struct client *again = connect_ws();
    expect_echo(again);
    hang_up(first);
    hang_up(third);
    hang_up(again);
    wait_connections(0);
    ck_assert_uint_eq(server.closed, 3);
}
END_TEST

START_TEST(the_total_number_of_connections_is_limited)
{
    server.options.connections = 2;
    start();
    struct client *first = connect_ws();
    struct client *second = dial();
    struct client *third = dial();
    wait_end(third);
    ck_assert_int_eq(ask(second, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    expect_echo(first);
    hang_up(first);
    hang_up(second);
    hang_up(third);
}
END_TEST

START_TEST(without_descriptors_the_listener_waits_and_logs_once)
{
    enum { SOME_SWEEPS_MS = 1200, BETWEEN_LINES_MS = 10000 };
    char path[] = "/tmp/gaslight-test-XXXXXX";
    static char text[4096];
    struct rlimit before;
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert(log_open(path, LOG_WARNING, error, sizeof error));
    start();
    struct client *client = dial(); /* not yet accepted */
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    int unused = dup(client->fd);
    ck_assert_int_eq(close(unused), 0);
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &(struct rlimit){(rlim_t)unused, before.rlim_max}), 0);
    uint64_t begin = uv_now(&server.loop);
    while (uv_now(&server.loop) - begin < SOME_SWEEPS_MS) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
    uint64_t most = 1 + (uv_now(&server.loop) - begin) / BETWEEN_LINES_MS;
    ck_assert_int_gt((int)read(file, text, sizeof text - 1), 0);
    unsigned lines = 0;
    for (const char *at = text; (at = strstr(at, "accept_failed")) != NULL; at++) {
        lines++;
    }
    ck_assert_uint_ge(lines, 1);
    ck_assert_uint_le(lines, most);
    shake_hands(client, "");
    expect_echo(client);
    hang_up(client);
    ck_assert_int_eq(close(file), 0);
    ck_assert_int_eq(unlink(path), 0);
}
END_TEST

START_TEST(behind_a_proxy_the_last_forwarded_address_counts)
{
    server.options.behind_proxy = true;
    server.options.connections_per_address = 1;
    start();
    struct client *first = dial();
    shake_hands(first, "X-Forwarded-For: 10.0.0.1, 192.0.2.7\r\n");
    ck_assert_str_eq(connection_address(server.connection[0]), "192.0.2.7");
    ck_assert_int_eq(ask_once(HANDSHAKE SUBPROTOCOL "X-Forwarded-For: 10.9.9.9,192.0.2.7\r\n\r\n"), 429);
    struct client *second = dial();
    shake_hands(second, "X-Forwarded-For: 192.0.2.7, 2001:DB8::1\r\n");
    ck_assert_str_eq(connection_address(server.connection[1]), "2001:db8::1");
    struct client *third = dial();
    shake_hands(third, "X-Forwarded-For: unknown\r\n");
    ck_assert_str_eq(connection_address(server.connection[2]), "127.0.0.1");
    hang_up(first);
    hang_up(second);
    hang_up(third);
}
END_TEST

START_TEST(a_forwarded_address_may_have_brackets_and_a_port)
{
    static const char *const rows[][2] = {
        {"X-Forwarded-For: 192.0.2.7:1234\r\n", "192.0.2.7"},
        {"X-Forwarded-For: 10.0.0.1, [2001:db8::1]\r\n", "2001:db8::1"},
        {"X-Forwarded-For: [2001:db8::2]:443\r\n", "2001:db8::2"},
        {"X-Forwarded-For: [\r\n", "127.0.0.1"},
    };
    server.options.behind_proxy = true;
    start();
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct client *client = dial();
        shake_hands(client, rows[i][0]);
        ck_assert_str_eq(connection_address(server.connection[i]), rows[i][1]);
        hang_up(client);
    }
}
END_TEST

/* Uses up the upgrades of a minute and tries twice more. Returns false if the minute ended before that. */
static bool come_too_often(void)
{
    static const uint64_t half_a_second =
        UINT64_C(500) * 1000 * 1000; /* without the delay it would take a millisecond */
    uint64_t begun = uv_hrtime();
    struct client *first = dial();
    if (ask(first, HANDSHAKE SUBPROTOCOL "\r\n", false) != 101) {
        hang_up(first); /* the previous minute is not over */
        return false;
    }
    discard_input(first, wait_headers(first));
    uint64_t second = uv_hrtime();
    int upgrade = ask_once(HANDSHAKE SUBPROTOCOL "\r\n");
    uint64_t third = uv_hrtime();
    int page = ask_once("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    uint64_t end = uv_hrtime();
    expect_echo(first);
    hang_up(first);
    if (end - begun >= UINT64_C(60) * 1000 * 1000 * 1000) {
        return false;
    }
    ck_assert_int_eq(upgrade, 429);
    ck_assert_uint_ge(third - second, half_a_second);
    ck_assert_int_eq(page, 200); /* pages are delayed, too, but served */
    ck_assert_uint_ge(end - third, half_a_second);
    return true;
}

START_TEST(an_address_that_connects_too_often_is_refused_slowly)
{
    server.options.upgrades_per_minute = 1;
    start();
    while (!come_too_often()) {
    }
}
END_TEST

START_TEST(without_a_proxy_the_forwarded_address_is_ignored)
{
    start();
    struct client *client = dial();
    shake_hands(client, "X-Forwarded-For: 192.0.2.7\r\n");
    ck_assert_str_eq(connection_address(server.connection[0]), "127.0.0.1");
    hang_up(client);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("listener");
    TCase *tests = tcase_create("who may connect");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, an_origin_must_be_ours_or_allowed);
    tcase_add_test(tests, the_subprotocol_must_be_offered);
    tcase_add_test(tests, other_upgrades_and_methods_are_refused);
    tcase_add_test(tests, an_incomplete_handshake_times_out);
    tcase_add_test(tests, an_idle_connection_is_pinged_and_then_dropped);
    tcase_add_test(tests, a_server_that_was_suspended_pings_before_it_drops);
    tcase_add_test(tests, connections_of_one_address_are_limited);
    tcase_add_test(tests, the_total_number_of_connections_is_limited);
    tcase_add_test(tests, without_descriptors_the_listener_waits_and_logs_once);
    tcase_add_test(tests, behind_a_proxy_the_last_forwarded_address_counts);
    tcase_add_test(tests, a_forwarded_address_may_have_brackets_and_a_port);
    tcase_add_test(tests, an_address_that_connects_too_often_is_refused_slowly);
    tcase_add_test(tests, without_a_proxy_the_forwarded_address_is_ignored);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
