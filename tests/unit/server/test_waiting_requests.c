/*
 * test_waiting_requests.c: requests that wait behind one that the store has not answered yet.
 *
 * The whole server runs on a loop of this process, with a store that can be paused. However many requests have
 * queued up meanwhile, they run one after the other from a loop: if each reply ran the next request on the same
 * stack, thousands of them would overflow it.
 */
#include <check.h>
#include <jansson.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/admin/admin_socket.h"
#include "server/server.h"
#include "server/store/store.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/transport_harness.h"

enum { WAITING = 9999, FRAME_ROOM = 300 }; /* as many as --waiting-requests allows, less the one that runs */

/* ---- a store that can be paused ---- */

static struct {
    uv_mutex_t mutex;
    uv_cond_t resumed;
    bool paused, reads_paused;
} gate;

static void wait_at_gate(const bool *paused)
{
    uv_mutex_lock(&gate.mutex);
    while (*paused) {
        uv_cond_wait(&gate.resumed, &gate.mutex);
    }
    uv_mutex_unlock(&gate.mutex);
}

static void run_unless_paused(void *engine, struct store_request *batch, uint64_t number)
{
    wait_at_gate(&gate.paused);
    store_memory.run(engine, batch, number);
}

static uint64_t read_unless_paused(void *engine, struct store_request *request)
{
    wait_at_gate(&gate.reads_paused);
    return store_memory.read(engine, request);
}

static void set_gate(bool *paused, bool value)
{
    uv_mutex_lock(&gate.mutex);
    *paused = value;
    uv_cond_broadcast(&gate.resumed);
    uv_mutex_unlock(&gate.mutex);
}

/* Pauses writes; reads wait for the writes before them. */
static void set_paused(bool paused)
{
    set_gate(&gate.paused, paused);
}

/* ---- the server and one client ---- */

static struct server *gaslightd;
static struct store_engine pausable;
static char directory[] = "/tmp/gaslight-test-XXXXXX"; /* for the admin socket */

static void set_up_server(void)
{
    set_up();
    ck_assert_ptr_nonnull(mkdtemp(directory));
    (void)snprintf(server.options.data, sizeof server.options.data, "%s", directory);
    pausable = store_memory;
    pausable.run = run_unless_paused;
    pausable.read = read_unless_paused;
    ck_assert_int_eq(uv_mutex_init(&gate.mutex), 0);
    ck_assert_int_eq(uv_cond_init(&gate.resumed), 0);
    server.options.waiting_requests = 10000;
    server.options.requests_per_second = server.options.requests_burst = 100000;
    server.options.address_requests_per_second = server.options.address_requests_burst = 1000000;
    server.options.hello_seconds = NEVER_SECONDS;
    server.options.queue_bytes = 64 << 20;
    gaslightd = server_new(&server.loop, &server.options, &pausable);
    ck_assert_ptr_nonnull(gaslightd);
    ck_assert_msg(server_open(gaslightd, error, sizeof error), "%s", error);
}

static void tear_down_server(void)
{
    server_stop(gaslightd);
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    server_free(gaslightd);
    ck_assert_int_eq(rmdir(directory), 0);
    uv_cond_destroy(&gate.resumed);
    uv_mutex_destroy(&gate.mutex);
    tear_down();
}

static struct client *connect_to_server(void)
{
    struct client *client = dial_port(server_port(gaslightd), 0);
    ck_assert_int_eq(ask(client, HANDSHAKE SUBPROTOCOL "\r\n", false), 101);
    discard_input(client, wait_headers(client));
    return client;
}

static void expect_reply(struct client *client, unsigned id, const char *part)
{
    char text[1000];
    char expected[40];
    (void)snprintf(expected, sizeof expected, "{\"re\":%u,", id);
    ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
    ck_assert_msg(strncmp(text, expected, strlen(expected)) == 0, "not the reply to %u: %s", id, text);
    ck_assert_msg(strstr(text, part) != NULL, "%s", text);
}

/* The length of the first frame at `at`, or 0 if it has not come in full. */
static size_t frame_length(const struct client *client, size_t at, size_t *header)
{
    size_t left = client->length - at;
    const unsigned char *frame = client->in + at;
    if (left < 4) {
        return 0;
    }
    size_t length = frame[1] & 0x7fU;
    *header = length == 126 ? 4 : 2;
    length = length == 126 ? (size_t)frame[2] << 8 | frame[3] : length;
    return left < *header + length ? 0 : *header + length;
}

/* Expects replies to the ids from 1 to `last`; the first says `first`, all others say `part`. */
static void expect_replies(struct client *client, unsigned last, const char *first, const char *part)
{
    size_t at = 0;
    for (unsigned id = 1; id <= last; id++) {
        size_t header = 0;
        size_t length;
        char expected[40];
        (void)snprintf(expected, sizeof expected, "{\"re\":%u,", id);
        while ((length = frame_length(client, at, &header)) == 0) {
            ck_assert(!client->ended);
            (void)uv_run(&server.loop, UV_RUN_NOWAIT); /* as fast as it can: each turn answers one request */
            take(client);
        }
        char *text = strndup((const char *)client->in + at + header, length - header);
        ck_assert_msg(strncmp(text, expected, strlen(expected)) == 0, "not the reply to %u: %s", id, text);
        ck_assert_msg(strstr(text, id == 1 ? first : part) != NULL, "%s", text);
        free(text);
        at += length;
    }
    discard_input(client, at);
}

static struct client *connect_player(void)
{
    struct client *client = connect_to_server();
    say(client, "{\"id\":0,\"do\":\"hello\",\"name\":\"Ann\"}");
    expect_reply(client, 0, "\"ok\"");
    return client;
}

/* Sends a request with id 1 and the other keys as in printf(). */
__attribute__((format(printf, 2, 3))) static void send_request(struct client *client, const char *format, ...)
{
    char keys[FRAME_ROOM];
    char text[sizeof keys + 10];
    va_list arguments;
    va_start(arguments, format);
    ck_assert_int_lt(vsnprintf(keys, sizeof keys, format, arguments), FRAME_ROOM);
    va_end(arguments);
    (void)snprintf(text, sizeof text, "{\"id\":1,%s}", keys);
    say(client, text);
}

/* Returns the reply to the request, skipping events. The caller frees it. */
static json_t *reply(struct client *client)
{
    char text[4000];
    for (;;) {
        ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
        json_t *received = json_loads(text, 0, NULL);
        ck_assert_msg(received != NULL, "%s", text);
        if (json_object_get(received, "re") != NULL) {
            return received;
        }
        json_decref(received);
    }
}

/* Copies one text of a reply's {"ok":{...}}, from an object in it unless that is NULL, and frees the reply. */
static void read_text(json_t *received, const char *object, const char *key, char *text, size_t capacity)
{
    const json_t *ok = json_object_get(received, "ok");
    const char *value =
        json_string_value(json_object_get(object == NULL ? ok : json_object_get(ok, object), key));
    ck_assert_msg(value != NULL, "the reply has no %s", key);
    (void)snprintf(text, capacity, "%s", value);
    json_decref(received);
}

/* Says hello and copies the player's id. */
static void introduce(struct client *client, const char *name, char player[40])
{
    send_request(client, "\"do\":\"hello\",\"name\":\"%s\"", name);
    read_text(reply(client), NULL, "player", player, 40);
}

/* Expects a reply that refuses the request with this code. */
static void expect_refusal(struct client *client, const char *code)
{
    json_t *received = reply(client);
    char *text = json_dumps(received, 0);
    const char *got = json_string_value(json_object_get(json_object_get(received, "error"), "code"));
    ck_assert_msg(got != NULL && strcmp(got, code) == 0, "not refused with %s: %s", code, text);
    free(text);
    json_decref(received);
}

/* Sends the frames of `count` requests, with ids from 2, in one piece. */
static void send_many(struct client *client, unsigned count, const char *format)
{
    unsigned char *frames = malloc((size_t)count * FRAME_ROOM);
    size_t length = 0;
    for (unsigned i = 0; i < count; i++) {
        char text[FRAME_ROOM - 14];
        int bytes = snprintf(text, sizeof text, "{\"id\":%u,%s}", i + 2, format);
        length += make_frame(frames + length, FIN | TEXT, text, (size_t)bytes);
    }
    put(client, frames, length);
    free(frames);
}

/* Turns the loop a few times and returns whether the server has read so many requests, as its metrics count them. */
static bool have_read(unsigned requests)
{
    char line[60];
    (void)snprintf(line, sizeof line, "\ngaslight_requests_total %u\n", requests);
    struct client *observer = dial_port(server_port(gaslightd), 0);
    ck_assert_int_eq(ask(observer, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", true), 200);
    bool read = strstr(input(observer), line) != NULL;
    hang_up(observer);
    return read;
}

static void wait_until_read(unsigned requests)
{
    while (!have_read(requests)) {
    }
}

/* ---- the tests ---- */

static void queue_and_resume(const char *request, const char *part)
{
    struct client *client = connect_player();
    set_paused(true);
    say(client, "{\"id\":1,\"do\":\"rename\",\"name\":\"Cleo\"}");
    send_many(client, WAITING, request);
    wait_until_read(WAITING + 2);
    set_paused(false);
    expect_replies(client, WAITING + 1, "Cleo", part);
    hang_up(client);
}

START_TEST(ten_thousand_refused_requests_behind_a_stalled_store_are_answered_in_order)
{
    queue_and_resume("\"do\":\"create\",\"key\":\"0123456789abcdef\",\"game\":\"chess\"", "bad_game");
}
END_TEST

START_TEST(ten_thousand_answered_requests_behind_a_stalled_store_are_answered_in_order)
{
    queue_and_resume("\"do\":\"ping\"", "\"ok\"");
}
END_TEST

START_TEST(a_client_that_leaves_a_full_queue_behind_does_no_harm)
{
    struct client *client = connect_player();
    set_paused(true);
    say(client, "{\"id\":1,\"do\":\"rename\",\"name\":\"Cleo\"}");
    send_many(client, WAITING, "\"do\":\"ping\"");
    wait_until_read(WAITING + 2);
    hang_up(client);
    wait_until_read(WAITING + 2); /* the loop has turned since */
    set_paused(false);
    hang_up(connect_player());
}
END_TEST

/* The kick replaces the invite, so a request that waits behind it must be checked as if it arrived afterwards. */
START_TEST(a_kicked_player_cannot_rejoin_with_the_old_invite_while_the_kick_is_being_stored)
{
    struct client *host = connect_player();
    struct client *guest = connect_to_server();
    char player[40];
    char table[40];
    char invite[40];
    introduce(guest, "Mal", player);
    send_request(host,
                 "\"do\":\"create\",\"key\":\"0123456789abcdef\",\"game\":\"whitehall\",\"private\":true");
    json_t *created = reply(host);
    read_text(json_incref(created), "table", "id", table, sizeof table);
    read_text(created, "table", "invite", invite, sizeof invite);
    send_request(guest, "\"do\":\"join\",\"table\":\"%s\",\"invite\":\"%s\"", table, invite);
    json_decref(reply(guest));
    set_paused(true);
    send_request(host, "\"do\":\"kick\",\"table\":\"%s\",\"player\":\"%s\"", table, player);
    wait_until_read(5);
    send_request(guest, "\"do\":\"join\",\"table\":\"%s\",\"invite\":\"%s\"", table, invite);
    wait_until_read(6);
    set_paused(false);
    json_decref(reply(host));
    expect_refusal(guest, "unknown_table");
    hang_up(host);
    hang_up(guest);
}
END_TEST

static int send_admin(const char *verb, const char *argument)
{
    struct admin_path path;
    char line[100];
    ck_assert_msg(admin_path_open(&path, directory, error, sizeof error), "%s", error);
    int socket = admin_connect(&path);
    admin_path_close(&path);
    ck_assert_int_ge(socket, 0);
    int length = snprintf(line, sizeof line, "{\"verb\":\"%s\",\"argument\":\"%s\"}\n", verb, argument);
    ck_assert_int_eq(write(socket, line, (size_t)length), length);
    return socket;
}

/* Expects a part of the answer to an operator's command. */
static void expect_admin(int socket, const char *part)
{
    char line[300] = "";
    struct pollfd poller = {.fd = socket, .events = POLLIN};
    for (unsigned turns = 0; poll(&poller, 1, 0) == 0; turns++) {
        ck_assert_uint_lt(turns, 10000);
        pump();
    }
    ck_assert_int_gt(read(socket, line, sizeof line - 1), 0);
    ck_assert_msg(strstr(line, part) != NULL, "%s", line);
    (void)close(socket);
}

/* Counts the whole frames that have come. */
static unsigned count_frames(const struct client *client)
{
    unsigned count = 0;
    size_t header;
    size_t length;
    for (size_t at = 0; (length = frame_length(client, at, &header)) > 0; at += length) {
        count++;
    }
    return count;
}

START_TEST(a_full_queue_does_not_delay_other_players)
{
    enum { QUEUED = 1000 };
    struct client *busy = connect_player();
    struct client *other = connect_player();
    set_paused(true);
    say(busy, "{\"id\":1,\"do\":\"rename\",\"name\":\"Cleo\"}");
    send_many(busy, QUEUED, "\"do\":\"ping\"");
    wait_until_read(QUEUED + 3);
    say(other, "{\"id\":1,\"do\":\"rename\",\"name\":\"Dora\"}");
    say(other, "{\"id\":2,\"do\":\"ping\"}");
    wait_until_read(QUEUED + 5);
    set_paused(false);
    expect_reply(other, 1, "Dora");
    expect_reply(other, 2, "\"ok\"");
    take(busy);
    ck_assert_uint_lt(count_frames(busy), QUEUED);
    expect_replies(busy, QUEUED + 1, "Cleo", "\"ok\"");
    hang_up(busy);
    hang_up(other);
}
END_TEST

/* Nobody reads the replies, so running the requests would only delay the other players. */
START_TEST(requests_that_wait_on_a_closing_connection_are_not_run)
{
    struct client *closing = connect_player();
    set_paused(true);
    say(closing, "{\"id\":1,\"do\":\"rename\",\"name\":\"Cleo\"}");
    send_many(closing, 10, "\"do\":\"create\",\"key\":\"0123456789abcdef\",\"game\":\"chess\"");
    wait_until_read(12);
    send_frame(closing, FIN | BINARY, "x", 1);
    ck_assert_uint_eq(read_close(closing), CLOSE_NOT_TEXT);
    set_paused(false);
    hang_up(connect_player());
    struct client *observer = dial_port(server_port(gaslightd), 0);
    ck_assert_int_eq(ask(observer, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", true), 200);
    ck_assert_msg(strstr(input(observer), "bad_game") == NULL, "%s", input(observer));
    hang_up(observer);
    hang_up(closing);
}
END_TEST

struct removal_case {
    struct client *host, *guest;
    char host_player[40], guest_player[40], table[40];
};

/* Bob sits at Ann's table, and the store is paused. */
static void set_removal(struct removal_case *at)
{
    at->host = connect_to_server();
    at->guest = connect_to_server();
    introduce(at->host, "Ann", at->host_player);
    introduce(at->guest, "Bob", at->guest_player);
    send_request(at->host, "\"do\":\"create\",\"key\":\"0123456789abcdef\",\"game\":\"whitehall\"");
    read_text(reply(at->host), "table", "id", at->table, sizeof at->table);
    send_request(at->guest, "\"do\":\"join\",\"table\":\"%s\"", at->table);
    json_decref(reply(at->guest));
    set_paused(true);
}

/* Expects the removed name, and not the old one, in what the table shows after one more change. */
static void expect_name_removed(const struct removal_case *at)
{
    json_t *changed = reply(at->host);
    char *text = json_dumps(changed, 0);
    ck_assert_msg(strstr(text, STORE_REMOVED_NAME) != NULL && strstr(text, "Bob") == NULL, "%s", text);
    free(text);
    json_decref(changed);
}

/* What is written after the removal must not contain the name, or it would be stored again. */
START_TEST(a_table_that_changes_while_a_member_is_being_removed_is_stored_without_the_name)
{
    struct removal_case at;
    set_removal(&at);
    int command = send_admin("remove", at.guest_player);
    wait_until_read(4);
    wait_until_read(4);
    send_request(at.host, "\"do\":\"host\",\"table\":\"%s\",\"player\":\"%s\"", at.table, at.host_player);
    wait_until_read(5);
    set_paused(false);
    expect_admin(command, "\"done\":true");
    expect_name_removed(&at);
    hang_up(at.host);
    hang_up(at.guest);
}
END_TEST

START_TEST(a_player_who_is_being_removed_can_send_nothing_more)
{
    struct removal_case at;
    set_removal(&at);
    int command = send_admin("remove", at.guest_player);
    wait_until_read(4);
    wait_until_read(4);
    send_request(at.guest, "\"do\":\"create\",\"key\":\"0123456789abcdef\",\"game\":\"whitehall\"");
    ck_assert(have_read(4));
    set_paused(false);
    expect_admin(command, "\"done\":true");
    ck_assert_uint_eq(read_close(at.guest), CLOSE_POLICY);
    send_request(at.host, "\"do\":\"tables\"");
    expect_name_removed(&at);
    hang_up(at.host);
    hang_up(at.guest);
}
END_TEST

START_TEST(a_player_with_a_request_at_the_store_is_not_removed_yet)
{
    struct removal_case at;
    set_removal(&at);
    send_request(at.guest, "\"do\":\"create\",\"key\":\"0123456789abcdef\",\"game\":\"whitehall\"");
    wait_until_read(5);
    int command = send_admin("remove", at.guest_player);
    expect_admin(command, "try again");
    set_paused(false);
    json_decref(reply(at.guest));
    expect_admin(send_admin("remove", at.guest_player), "\"done\":true");
    send_request(at.host, "\"do\":\"tables\"");
    expect_name_removed(&at);
    hang_up(at.host);
    hang_up(at.guest);
}
END_TEST

/* Whoever connects while their removal is being stored could have their name stored again by a request after it. */
START_TEST(a_player_who_is_being_removed_cannot_connect)
{
    struct removal_case at;
    char token[80], player[40];
    struct client *devices[2] = {connect_to_server(), connect_to_server()};
    struct client *first = connect_to_server();
    send_request(first, "\"do\":\"hello\",\"name\":\"Cleo\"");
    json_t *hello = reply(first);
    read_text(json_incref(hello), NULL, "token", token, sizeof token);
    read_text(hello, NULL, "player", player, sizeof player);
    set_removal(&at);
    set_gate(&gate.reads_paused, true);
    send_request(devices[0], "\"do\":\"hello\",\"token\":\"%s\"", token);
    wait_until_read(6);
    int command = send_admin("remove", player);
    ck_assert_uint_eq(read_close(first), CLOSE_POLICY);
    send_request(devices[1], "\"do\":\"hello\",\"token\":\"%s\"", token);
    wait_until_read(7);
    set_gate(&gate.reads_paused, false);
    expect_refusal(devices[0], "storage");
    set_paused(false);
    expect_refusal(devices[1], "bad_token");
    expect_admin(command, "\"done\":true");
    send_request(devices[0], "\"do\":\"hello\",\"token\":\"%s\"", token);
    expect_refusal(devices[0], "bad_token");
    hang_up(at.host);
    hang_up(at.guest);
    hang_up(first);
    hang_up(devices[0]);
    hang_up(devices[1]);
}
END_TEST

int main(void)
{
    TCase *waiting = tcase_create("waiting");
    tcase_set_timeout(waiting, 0);
    tcase_add_checked_fixture(waiting, set_up_server, tear_down_server);
    tcase_add_test(waiting, ten_thousand_refused_requests_behind_a_stalled_store_are_answered_in_order);
    tcase_add_test(waiting, ten_thousand_answered_requests_behind_a_stalled_store_are_answered_in_order);
    tcase_add_test(waiting, a_client_that_leaves_a_full_queue_behind_does_no_harm);
    tcase_add_test(waiting, a_kicked_player_cannot_rejoin_with_the_old_invite_while_the_kick_is_being_stored);
    tcase_add_test(waiting, a_table_that_changes_while_a_member_is_being_removed_is_stored_without_the_name);
    tcase_add_test(waiting, a_player_who_is_being_removed_can_send_nothing_more);
    tcase_add_test(waiting, a_player_with_a_request_at_the_store_is_not_removed_yet);
    tcase_add_test(waiting, a_player_who_is_being_removed_cannot_connect);
    tcase_add_test(waiting, a_full_queue_does_not_delay_other_players);
    tcase_add_test(waiting, requests_that_wait_on_a_closing_connection_are_not_run);
    Suite *suite = suite_create("waiting requests");
    suite_add_tcase(suite, waiting);
    return run_suite(suite);
}
