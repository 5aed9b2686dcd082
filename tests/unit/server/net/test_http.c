/*
 * test_http.c: plain HTTP on the server's port: pages, /healthz, /metrics and POST /replay, requested by a raw
 * socket client.
 */
#include <zlib.h>

#include "common/base/array.h"
#include "common/board/board.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/transport_harness.h"

/* ---- Tests: plain HTTP ------------------------------------------------------------------------------ */

/* Hangs up and connects again: a response is easier to read at the start of a connection. */
static struct client *redial(struct client *client)
{
    hang_up(client);
    return dial();
}

START_TEST(plain_requests_are_answered)
{
    start();
    struct client *client = dial();
    ck_assert_int_eq(ask(client, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    ck_assert_ptr_nonnull(strstr(input(client), "\r\n\r\nok\n"));
    ck_assert(has_header(client, "X-Content-Type-Options: nosniff"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n", false), 200);
    ck_assert(has_header(client, "Content-Length: 3\r\n"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", true), 404);
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", true), 404);
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", true), 426);
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /?query HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    ck_assert(has_header(client, "Content-Security-Policy: default-src 'none'; "));
    ck_assert(has_header(client, "Cross-Origin-Opener-Policy: same-origin"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true), 200);
    wait_end(client);
    hang_up(client);
    struct client *old = dial();
    ck_assert_int_eq(ask(old, "GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n", true), 200);
    wait_end(old);
    hang_up(old);
}
END_TEST

START_TEST(a_matching_etag_gives_304)
{
    start();
    struct client *client = dial();
    ck_assert_int_eq(ask(client, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    ck_assert(has_header(client, "Cache-Control: no-cache"));
    const char *tag = strstr(input(client), "ETag: ");
    ck_assert_ptr_nonnull(tag);
    char request[200];
    (void)snprintf(request, sizeof request,
                   "GET /table/abc HTTP/1.1\r\nHost: a\r\nIf-None-Match: %.36s\r\n\r\n", tag + 6);
    client = redial(client);
    ck_assert_int_eq(ask(client, request, false), 304);
    ck_assert_uint_eq(client->length, wait_headers(client));
    client = redial(client);
    ck_assert_int_eq(ask(client, "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"x\"\r\n\r\n", true), 200);
    hang_up(client);
}
END_TEST

START_TEST(boards_are_served_like_files)
{
    static const char *const paths[] = {"/boards/whitechapel.json", "/boards/whitehall.json"};
    start();
    for (unsigned i = 0; i < COUNT(paths); i++) {
        size_t length;
        const char *text = board_builtin_text(i == 0 ? GAME_WHITECHAPEL : GAME_WHITEHALL, &length);
        char request[200];
        struct client *client = dial();
        (void)snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", paths[i]);
        ck_assert_int_eq(ask(client, request, true), 200);
        ck_assert(has_header(client, "Content-Type: application/json\r\n"));
        ck_assert(has_header(client, "Cache-Control: no-cache\r\n"));
        ck_assert(has_header(client, "X-Content-Type-Options: nosniff"));
        ck_assert(has_header(client, "Content-Security-Policy: default-src 'none'; "));
        size_t headers = wait_headers(client);
        ck_assert_uint_eq(client->length, headers + length);
        ck_assert_mem_eq(client->in + headers, text, length);
        const char *tag = strstr(input(client), "ETag: ");
        ck_assert_ptr_nonnull(tag);
        (void)snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: a\r\nIf-None-Match: %.36s\r\n\r\n",
                       paths[i], tag + 6);
        client = redial(client);
        ck_assert_int_eq(ask(client, request, false), 304);
        hang_up(client);
    }
    ck_assert_int_eq(ask_once("GET /boards/ HTTP/1.1\r\nHost: a\r\n\r\n"), 404);
    ck_assert_int_eq(ask_once("GET /boards/other.json HTTP/1.1\r\nHost: a\r\n\r\n"), 404);
}
END_TEST

START_TEST(text_files_are_gzipped_if_accepted)
{
    static const char *const plain[] = {"", "Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0\r\n"};
    size_t length;
    const char *text = board_builtin_text(GAME_WHITEHALL, &length);
    char request[200];
    start();
    for (size_t i = 0; i < COUNT(plain); i++) {
        struct client *client = dial();
        (void)snprintf(request, sizeof request, "GET /boards/whitehall.json HTTP/1.1\r\nHost: a\r\n%s\r\n",
                       plain[i]);
        ck_assert_int_eq(ask(client, request, true), 200);
        ck_assert(has_header(client, "Vary: Accept-Encoding\r\n"));
        ck_assert(!has_header(client, "Content-Encoding"));
        ck_assert_uint_eq(client->length, wait_headers(client) + length);
        hang_up(client);
    }
    struct client *client = dial();
    ck_assert_int_eq(ask(client,
                         "GET /boards/whitehall.json HTTP/1.1\r\nHost: a\r\n"
                         "Accept-Encoding: deflate, gzip, br\r\n\r\n",
                         true),
                     200);
    ck_assert(has_header(client, "Content-Encoding: gzip\r\n"));
    ck_assert(has_header(client, "Vary: Accept-Encoding\r\n"));
    size_t headers = wait_headers(client);
    ck_assert_uint_lt(client->length - headers, length / 2);
    unsigned char *unpacked = malloc(length + 1);
    z_stream stream = {.next_in = (unsigned char *)client->in + headers,
                       .avail_in = (uInt)(client->length - headers),
                       .next_out = unpacked,
                       .avail_out = (uInt)length + 1};
    ck_assert_int_eq(inflateInit2(&stream, 15 + 16), Z_OK);
    ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    ck_assert_uint_eq(stream.total_out, length);
    ck_assert_mem_eq(unpacked, text, length);
    (void)inflateEnd(&stream);
    free(unpacked);
    hang_up(client);
}
END_TEST

START_TEST(unsupported_methods_are_refused)
{
    start();
    ck_assert_int_eq(ask_once("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"), 405);
    ck_assert_int_eq(ask_once("DELETE / HTTP/1.1\r\nHost: a\r\n\r\n"), 405);
    ck_assert_int_eq(ask_once("PUT /index.html HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"), 405);
    ck_assert_int_eq(ask_once("OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n"), 405);
    ck_assert_int_eq(ask_once("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"), 400);
    ck_assert_int_eq(
        ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 411);
    struct client *client = connect_ws();
    expect_echo(client);
    hang_up(client);
}
END_TEST

START_TEST(metrics_are_served_to_this_machine_only)
{
    start();
    struct client *client = dial();
    ck_assert_int_eq(ask(client, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", true), 200);
    ck_assert_ptr_nonnull(strstr(input(client), "gaslight_connections 1\n"));
    client = redial(client);
    ck_assert_int_eq(ask(client, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", false), 200);
    client = redial(client);
    ck_assert_int_eq(
        ask(client, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n", true),
        404);
    hang_up(client);
}
END_TEST

START_TEST(metrics_may_have_a_separate_listener)
{
    (void)snprintf(server.options.metrics_listen, sizeof server.options.metrics_listen, "127.0.0.1:0");
    start();
    ck_assert_int_eq(ask_once("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"), 404);
    struct client *client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", true), 200);
    hang_up(client);
    client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    hang_up(client);
    client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", true), 404);
    hang_up(client);
    client = dial_port(transport_metrics_port(server.transport), 0);
    ck_assert_int_eq(ask(client, HANDSHAKE SUBPROTOCOL "\r\n", true), 404);
    hang_up(client);
}
END_TEST

/* ---- Tests: POST /replay ---------------------------------------------------------------------------- */

static void post_replay(struct client *client, const char *body, size_t length)
{
    char head[200];
    (void)snprintf(head, sizeof head, "POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: %zu\r\n\r\n",
                   length);
    server.request = NULL;
    discard_input(client, client->length);
    put(client, head, strlen(head));
    put(client, body, length);
}

static void wait_request(void)
{
    uint64_t end = uv_hrtime() + (uint64_t)WAIT_SECONDS * 1000000000U;
    for (bool late = false; server.request == NULL;) {
        ck_assert(!late);
        late = uv_hrtime() >= end;
        pump();
    }
}

/* Posts until it succeeds: the server allows only one second, and this process may be slow. */
static struct client *post_in_time(const char *body, size_t length)
{
    for (;;) {
        struct client *client = dial();
        post_replay(client, body, length);
        while (server.request == NULL && !client->ended) {
            wait_for(client, 0, NULL, 0);
        }
        if (server.request != NULL) {
            ck_assert_uint_eq(server.body_length, length);
            ck_assert_mem_eq(server.body, body, length);
            return client;
        }
        hang_up(client);
    }
}

/* Returns the length of the headers, or 0 if the response did not arrive within the second allowed. */
static size_t read_answer(struct client *client, int status, const char *body)
{
    transport_answer(server.request, status, body, strlen(body));
    size_t headers = wait_headers(client);
    wait_for(client, headers + strlen(body), NULL, 0);
    return client->length < headers + strlen(body) ? 0 : headers;
}

START_TEST(a_replay_is_answered_later)
{
    static char text[40000];
    memset(text, 'r', sizeof text);
    server.options.handshake_seconds = 1;
    start();
    for (unsigned i = 0, slow = 0; i < 2;) {
        struct client *client = post_in_time(text, sizeof text);
        uint64_t later = uv_hrtime() + 1500000000U; /* longer than a handshake may take */
        while (i == 0 && uv_hrtime() < later) {
            pump();
        }
        take(client);
        ck_assert(!client->ended);
        size_t headers = read_answer(client, 200, "{\"steps\":[]}");
        if (headers != 0) {
            ck_assert_str_eq(input(client) + headers, "{\"steps\":[]}");
            ck_assert_ptr_nonnull(strstr(
                input(client), "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n"));
            i++;
        } else {
            ck_assert_uint_lt(++slow, 20);
        }
        hang_up(client);
    }
}
END_TEST

START_TEST(a_replay_body_may_be_empty)
{
    start();
    struct client *client = dial();
    post_replay(client, "", 0);
    wait_request();
    ck_assert_uint_eq(server.body_length, 0);
    transport_answer(server.request, 400, "{}", 2);
    ck_assert_uint_ne(wait_headers(client), 0);
    ck_assert_ptr_nonnull(strstr(input(client), "HTTP/1.1 400 "));
    hang_up(client);
}
END_TEST

START_TEST(a_replay_takes_viewer_and_deduce_parameters)
{
    static const struct {
        const char *query, *as;
        bool deduce;
    } cases[] = {{"", "", false},
                 {"?as=police", "police", false},
                 {"?x=1", "", false},
                 {"?x=1&as=jack", "jack", false},
                 {"?as=", "", false},
                 {"?deduce=yes", "", true},
                 {"?deduce=no", "", false},
                 {"?deduce=yess", "", false},
                 {"?deduce=yes&as=red", "red", true}};
    start();
    for (size_t i = 0; i < COUNT(cases); i++) {
        char request[200];
        (void)snprintf(request, sizeof request,
                       "POST /replay%s HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", cases[i].query);
        struct client *client = dial();
        server.request = NULL;
        put(client, request, strlen(request));
        wait_request();
        ck_assert_str_eq(server.asked.as, cases[i].as);
        ck_assert_int_eq(server.asked.deduce, cases[i].deduce);
        ck_assert_str_eq(server.body, "{}");
        transport_answer(server.request, 200, "{}", 2);
        ck_assert_uint_ne(wait_headers(client), 0);
        hang_up(client);
    }
}
END_TEST

START_TEST(a_large_response_arrives_complete)
{
    start();
    struct client *client = dial();
    size_t length = (size_t)5 << 20;
    char *text = malloc(length);
    memset(text, 'a', length);
    post_replay(client, "{}", 2);
    wait_request();
    transport_answer(server.request, 200, text, length);
    size_t headers = wait_headers(client);
    wait_for(client, headers + length, NULL, 0);
    ck_assert_uint_eq(client->length, headers + length);
    ck_assert_mem_eq(client->in + headers, text, length);
    free(text);
    hang_up(client);
}
END_TEST

START_TEST(a_response_to_a_closed_connection_is_dropped)
{
    server.options.connections_per_address = 1;
    start();
    struct client *client = dial();
    post_replay(client, "{}", 2);
    wait_request();
    hang_up(client);
    /* There is room again once the server has noticed the disconnection. */
    struct client *next = NULL;
    while (next == NULL) {
        pump();
        next = dial();
        if (ask(next, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true) != 200) {
            hang_up(next);
            next = NULL;
        }
    }
    transport_answer(server.request, 200, "{}", 2);
    pump();
    hang_up(next);
}
END_TEST

START_TEST(a_request_may_outlive_the_transport)
{
    start();
    struct client *client = dial();
    post_replay(client, "{}", 2);
    wait_request();
    stop();
    transport_answer(server.request, 200, "{}", 2);
    hang_up(client);
}
END_TEST

/* Requests a replay on a separate connection. Returns false if it is refused because there are too many. */
static bool replay_is_taken(void)
{
    struct client *client = dial();
    post_replay(client, "{}", 2);
    while (server.request == NULL && client->length == 0 && !client->ended) {
        wait_for(client, 0, NULL, 0);
    }
    bool taken = server.request != NULL;
    if (taken) {
        transport_answer(server.request, 200, "{}", 2);
    }
    ck_assert_uint_ne(wait_headers(client), 0);
    ck_assert_ptr_nonnull(strstr(input(client), taken ? "HTTP/1.1 200 OK" : "HTTP/1.1 429 "));
    hang_up(client);
    return taken;
}

START_TEST(replays_are_limited_in_size_and_number)
{
    server.options.replays_per_minute = 3;
    start();
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: 262145\r\n\r\n"), 413);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n"),
                     413);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"), 411);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\n\r\n"), 411);
    ck_assert_int_eq(ask_once("POST /replay HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\n"
                              "Content-Length: 2\r\n\r\n{}"),
                     403);
    uint64_t begun = uv_hrtime();
    unsigned taken = 0;
    while (replay_is_taken()) {
        taken++;
        ck_assert_uint_le(taken, 3 + (uv_hrtime() - begun) / (UINT64_C(20) * 1000 * 1000 * 1000));
    }
    ck_assert_uint_ge(taken, 3);
}
END_TEST

static void add_http(Suite *suite)
{
    TCase *tcase = tcase_create("plain HTTP");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, plain_requests_are_answered);
    tcase_add_test(tcase, a_matching_etag_gives_304);
    tcase_add_test(tcase, boards_are_served_like_files);
    tcase_add_test(tcase, text_files_are_gzipped_if_accepted);
    tcase_add_test(tcase, unsupported_methods_are_refused);
    tcase_add_test(tcase, metrics_are_served_to_this_machine_only);
    tcase_add_test(tcase, metrics_may_have_a_separate_listener);
    tcase_add_test(tcase, a_replay_is_answered_later);
    tcase_add_test(tcase, a_replay_body_may_be_empty);
    tcase_add_test(tcase, a_replay_takes_viewer_and_deduce_parameters);
    tcase_add_test(tcase, a_large_response_arrives_complete);
    tcase_add_test(tcase, a_response_to_a_closed_connection_is_dropped);
    tcase_add_test(tcase, a_request_may_outlive_the_transport);
    tcase_add_test(tcase, replays_are_limited_in_size_and_number);
    suite_add_tcase(suite, tcase);
}

int main(void)
{
    Suite *suite = suite_create("http");
    add_http(suite);
    return run_suite(suite);
}
