/*
 * test_connection.c: hello, requests and watches across reconnects, against a scripted server.
 */
#include "common/base/array.h"
#include "tests/support/c/client_harness.h"
#include "tests/support/c/run_suite.h"

static struct fake *const fake = &client.fake;

static void ask_for(const char *verb, const char *name)
{
    connection_request(client.connection, verb, NULL, on_reply, (void *)name);
}

/* ---- Hello ------------------------------------------------------------------------------------------ */

static void expect_hello(const char *key, const char *value)
{
    fake_accept(fake);
    fake_shake_hands(fake);
    json_t *request = fake_read(fake);
    ck_assert_str_eq(json_string_value(json_object_get(request, "do")), "hello");
    ck_assert_uint_eq(json_object_size(request), 3);
    ck_assert_msg(json_object_get(request, key) != NULL, "no %s", key);
    ck_assert_str_eq(json_string_value(json_object_get(request, key)), value);
    json_int_t id = json_integer_value(json_object_get(request, "id"));
    json_decref(request);
    if (client.hellos == 0 && strcmp(key, "token") != 0) {
        answer(id, "{\"player\":\"p1\",\"name\":\"Ann\",\"token\":\"fresh\",\"protocol\":1}");
    } else {
        answer(id, "{\"player\":\"p1\",\"name\":\"Ann\",\"protocol\":1}");
    }
    UNTIL(fake, is_in_state(CONNECTION_OPEN));
}

/* The first hello uses a name or a code; later ones use the token from its reply. */
START_TEST(after_name_or_code_reconnects_use_the_token)
{
    static const struct connection_identity identities[] = {
        {.name = "Ann"}, {.code = "ABCD-2345"}, {.code = "ABCD-2345", .name = "Ann"}, {.token = "old"}};
    static const char *const keys[][3] = {{"name", "Ann", "fresh"},
                                          {"code", "ABCD-2345", "fresh"},
                                          {"code", "ABCD-2345", "fresh"},
                                          {"token", "old", "none"}};
    char url[64];
    (void)snprintf(url, sizeof url, "ws://127.0.0.1:%u", fake->port);
    connect_to(url, NULL, identities[_i], &patient);
    expect_hello(keys[_i][0], keys[_i][1]);
    ck_assert_str_eq(client.player, "p1");
    ck_assert_str_eq(client.name, "Ann");
    ck_assert_str_eq(client.token, keys[_i][2]);
    fake_hang_up(fake);
    expect_hello("token", _i == 3 ? "old" : "fresh");
    ck_assert_str_eq(client.token, "none");
}
END_TEST

START_TEST(a_rejected_hello_is_final_but_a_busy_server_is_not)
{
    static const struct {
        const char *code;
        enum connection_state state;
    } rows[] = {
        {"bad_token", CONNECTION_FAILED}, {"bad_name", CONNECTION_FAILED},
        {"bad_code", CONNECTION_FAILED},  {"bad_request", CONNECTION_FAILED},
        {"storage", CONNECTION_WAITING},  {"too_many_requests", CONNECTION_WAITING},
    };
    struct connection_timeouts times = patient;
    times.retry_first = times.retry_max = NEVER_MS;
    dial_fake(&times);
    fake_accept(fake);
    fake_shake_hands(fake);
    answer_error(expect_request("hello"), rows[_i].code);
    UNTIL(fake, client.states > 0);
    ck_assert_int_eq(client.state[0], rows[_i].state);
    ck_assert_str_eq(client.why, "No.");
    ck_assert_uint_eq(client.hellos, 0);
    UNTIL(fake, fake_take(fake)); /* the client closes the connection */
}
END_TEST

/* The server rejects the token: the player starts as a new one, and queued requests are sent then. */
START_TEST(after_a_rejection_a_new_player_can_be_started)
{
    dial_fake(&patient);
    ask_for("tables", "tables");
    fake_accept(fake);
    fake_shake_hands(fake);
    answer_error(expect_request("hello"), "bad_token");
    UNTIL(fake, is_in_state(CONNECTION_FAILED));
    ck_assert(connection_restart_as(client.connection, "Ann"));
    expect_hello("name", "Ann");
    ck_assert_str_eq(client.token, "fresh");
    answer(expect_request("tables"), "{}");
    UNTIL(fake, client.replies == 1);
    fake_hang_up(fake);
    expect_hello("token", "fresh");
}
END_TEST

START_TEST(another_protocol_version_is_rejected)
{
    dial_fake(&patient);
    fake_accept(fake);
    fake_shake_hands(fake);
    answer(expect_request("hello"), "{\"player\":\"p1\",\"name\":\"Ann\",\"protocol\":2}");
    UNTIL(fake, is_in_state(CONNECTION_FAILED));
    ck_assert_ptr_nonnull(strstr(client.why, "version"));
}
END_TEST

/* ---- Requests --------------------------------------------------------------------------------------- */

START_TEST(requests_wait_for_hello_and_go_out_in_order)
{
    dial_fake(&patient);
    ask_for("tables", "tables");
    ask_for("mine", "mine");
    ck_assert_uint_eq(connection_pending(client.connection), 2);
    welcome();
    json_int_t first = expect_request("tables"), second = expect_request("mine");
    ck_assert_int_ne(first, second);
    connection_request(client.connection, "archive", json_pack("{s:i}", "limit", 5), on_reply, "archive");
    json_t *request = fake_read(fake);
    ck_assert_int_eq(json_integer_value(json_object_get(request, "limit")), 5);
    json_int_t third = json_integer_value(json_object_get(request, "id"));
    json_decref(request);
    ck_assert_uint_eq(connection_pending(client.connection), 3);
    answer(first, "{\"tables\":[]}");
    answer_error(second, "storage");
    answer(third, "{}");
    UNTIL(fake, client.replies == 3);
    ck_assert_str_eq(client.order, "tables+ mine-storage archive+ ");
    ck_assert_uint_eq(connection_pending(client.connection), 0);
    connection_request(client.connection, "ping", NULL, NULL, NULL); /* without a reply handler */
    answer(expect_request("ping"), "{}");
    UNTIL(fake, connection_pending(client.connection) == 0);
}
END_TEST

static json_t *read_verb(const char *verb)
{
    json_t *request = fake_read(fake);
    ck_assert_str_eq(json_string_value(json_object_get(request, "do")), verb);
    return request;
}

/* A request is executed exactly once, no matter when the connection breaks. */
START_TEST(unanswered_requests_are_sent_again_with_their_key)
{
    dial_fake(&patient);
    welcome();
    connection_request_once(client.connection, "act",
                            json_pack("{s:s, s:{s:i}}", "table", "k3f", "action", "to", 17), on_reply, "act");
    ask_for("mine", "mine");
    connection_request_once(client.connection, "chat", json_pack("{s:s}", "text", "hi"), on_reply, "chat");
    json_t *act = read_verb("act"), *mine = read_verb("mine"), *chat = read_verb("chat");
    const char *key = json_string_value(json_object_get(act, "key"));
    ck_assert_uint_eq(strlen(key), 22);
    ck_assert_uint_eq(strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), 22);
    ck_assert_str_ne(key, json_string_value(json_object_get(chat, "key")));
    answer(json_integer_value(json_object_get(act, "id")), "{\"seq\":1}");
    UNTIL(fake, client.replies == 1);
    fake_hang_up(fake);
    welcome();
    json_t *again[] = {read_verb("mine"), read_verb("chat")}, *const before[] = {mine, chat};
    for (size_t i = 0; i < COUNT(again); i++) {
        ck_assert_int_gt(json_integer_value(json_object_get(again[i], "id")),
                         json_integer_value(json_object_get(chat, "id")));
        json_int_t id = json_integer_value(json_object_get(again[i], "id"));
        ck_assert_int_eq(json_object_del(again[i], "id"), 0);
        ck_assert_int_eq(json_object_del(before[i], "id"), 0);
        ck_assert(json_equal(again[i], before[i]));
        answer(id, "{}");
    }
    UNTIL(fake, client.replies == 3);
    ck_assert_str_eq(client.order, "act+ mine+ chat+ ");
    json_decref(act);
    for (size_t i = 0; i < COUNT(again); i++) {
        json_decref(again[i]);
        json_decref(before[i]);
    }
}
END_TEST

START_TEST(a_request_made_while_offline_is_sent_later)
{
    dial_fake(&patient);
    welcome();
    fake_stop_listening(fake);
    fake_hang_up(fake);
    UNTIL(fake, times_told(CONNECTION_WAITING) >= 2);
    connection_request_once(client.connection, "chat", json_pack("{s:s}", "text", "hi"), on_reply, "chat");
    ck_assert_uint_eq(connection_pending(client.connection), 1);
    fake_listen(fake);
    welcome();
    answer(expect_request("chat"), "{}");
    UNTIL(fake, client.replies == 1);
}
END_TEST

/* Ids are not reused after a reconnect, so an old id matches no request. */
START_TEST(a_reply_to_an_id_of_an_earlier_connection_is_rejected)
{
    dial_fake(&patient);
    welcome();
    ask_for("mine", "mine");
    json_int_t before = expect_request("mine");
    fake_hang_up(fake);
    welcome();
    ck_assert_int_ne(expect_request("mine"), before);
    answer(before, "{}");
    UNTIL(fake, times_told(CONNECTION_WAITING) == 2);
    ck_assert_ptr_nonnull(strstr(client.why, "an unknown request"));
    ck_assert_uint_eq(client.replies, 0);
    welcome();
    answer(expect_request("mine"), "{}");
    UNTIL(fake, client.replies == 1);
}
END_TEST

/* The server closes connections with 128 unanswered requests. */
START_TEST(the_number_of_unanswered_requests_is_limited)
{
    enum { ASKED = 100, AT_ONCE = 64 };
    json_int_t id[ASKED];
    dial_fake(&patient);
    welcome();
    for (int i = 0; i < ASKED; i++) {
        connection_request(client.connection, i == AT_ONCE ? "mine" : "ping", NULL, on_reply, "");
    }
    for (int i = 0; i < AT_ONCE; i++) {
        id[i] = expect_request("ping");
    }
    for (int i = 0; i < 20; i++) {
        pump(fake);
        (void)fake_take(fake);
    }
    ck_assert_uint_eq(fake->length, 0);
    answer(id[0], "{}");
    id[AT_ONCE] = expect_request("mine");
    for (int i = 1; i < ASKED; i++) {
        if (i > AT_ONCE) {
            id[i] = expect_request("ping");
        }
        answer(id[i], "{}");
    }
    UNTIL(fake, client.replies == ASKED);
}
END_TEST

/* The first reply was lost: an error that shows the earlier success counts as success, others do not. */
START_TEST(what_succeeded_before_a_reconnect_is_not_reported_as_an_error)
{
    static const struct {
        const char *verb, *code;
    } rows[] = {
        {"join", "seated"},         {"leave", "not_seated"},  {"leave", "unknown_table"},
        {"kick", "unknown_player"}, {"start", "wrong_state"}, {"host", "not_host"},
        {"seat", "not_absent"},
    };
    char expected[WORDS];
    dial_fake(&patient);
    welcome();
    for (int again = 0; again < 2; again++) {
        ask_for(rows[_i].verb, "it");
        ask_for("rematch", "rematch");
        if (again == 1) {
            (void)expect_request(rows[_i].verb);
            fake_hang_up(fake);
            welcome();
        }
        answer_error(expect_request(rows[_i].verb), rows[_i].code);
        answer_error(expect_request("rematch"), rows[_i].code);
        UNTIL(fake, client.replies == 2 * (unsigned)(again + 1));
    }
    (void)snprintf(expected, sizeof expected, "it-%s rematch-%s it+ rematch-%s ", rows[_i].code,
                   rows[_i].code, rows[_i].code);
    ck_assert_str_eq(client.order, expected);
}
END_TEST

/* ---- Watching --------------------------------------------------------------------------------------- */

#define TABLE "{\"table\":{\"id\":\"k3f\"},\"seq\":%d,\"chat\":[]%s}"

/* Reads and answers a watch; `keys` are its expected keys besides id and do. */
static void expect_watch(const char *keys, int seq, const char *more)
{
    char ok[200];
    json_t *request = read_verb("watch"), *expected = json_loads(keys, 0, NULL);
    json_int_t id = json_integer_value(json_object_get(request, "id"));
    ck_assert_int_eq(json_object_del(request, "id") + json_object_del(request, "do"), 0);
    ck_assert_msg(json_equal(request, expected), "%s", keys);
    json_decref(request);
    json_decref(expected);
    (void)snprintf(ok, sizeof ok, TABLE, seq, more);
    unsigned before = client.watches;
    answer(id, ok);
    UNTIL(fake, client.watches == before + 1);
}

static void send_event(const char *table, int seq)
{
    char text[200];
    (void)snprintf(text, sizeof text, "{\"on\":\"event\",\"table\":\"%s\",\"seq\":%d,\"event\":{}}", table,
                   seq);
    fake_send(fake, text);
}

START_TEST(a_watch_resumes_after_the_last_event_received)
{
    dial_fake(&patient);
    connection_watch(client.connection, "k3f", NULL);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":0,\"views\":true}", 4, ",\"events\":[]");
    ck_assert(!client.resumed);
    ck_assert_uint_eq(connection_pending(client.connection), 0);
    fake_hang_up(fake);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":4,\"views\":true}", 4, ",\"events\":[]");
    ck_assert(client.resumed);
    send_event("k3f", 5);
    send_event("k3f", 6);
    UNTIL(fake, client.pushes == 2);
    fake_hang_up(fake);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":6,\"views\":true}", 9, ",\"events\":[]");
    fake_hang_up(fake);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":9,\"views\":true}", 2,
                 ""); /* the server was restored from a backup, so it sends a snapshot */
    ck_assert(!client.resumed);
    fake_hang_up(fake);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":2,\"views\":true}", 2, ",\"events\":[]");
    ck_assert(client.resumed);
}
END_TEST

/* Queued requests must find the table being watched again. */
START_TEST(after_a_reconnect_the_watch_is_sent_before_queued_requests)
{
    dial_fake(&patient);
    connection_watch(client.connection, "k3f", NULL);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":0,\"views\":true}", 1, "");
    connection_request_once(client.connection, "act", NULL, on_reply, "act");
    (void)expect_request("act");
    fake_hang_up(fake);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":1,\"views\":true}", 2, ",\"events\":[]");
    answer(expect_request("act"), "{\"seq\":2}");
    UNTIL(fake, client.replies == 1);
}
END_TEST

/* A join queued before the watch may be what gives access to the table. */
START_TEST(an_unanswered_watch_keeps_its_place_in_the_queue)
{
    dial_fake(&patient);
    welcome();
    ask_for("join", "join");
    connection_watch(client.connection, "k3f", NULL);
    (void)expect_request("join");
    (void)expect_request("watch");
    fake_hang_up(fake);
    welcome();
    answer(expect_request("join"), "{}");
    expect_watch("{\"table\":\"k3f\",\"since\":0,\"views\":true}", 0, "");
    ck_assert_str_eq(client.order, "join+ ");
    fake_send(fake, "{\"on\":\"table\",\"table\":{\"id\":\"k3f\"}}");
    UNTIL(fake, client.pushes == 1);
}
END_TEST

START_TEST(an_invite_is_sent_again_with_each_watch)
{
    dial_fake(&patient);
    connection_watch(client.connection, NULL, "open-sesame");
    welcome();
    expect_watch("{\"invite\":\"open-sesame\",\"since\":0,\"views\":true}", 3, "");
    send_event("k3f", 4);
    UNTIL(fake, client.pushes == 1);
    fake_hang_up(fake);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"invite\":\"open-sesame\",\"since\":4,\"views\":true}", 4,
                 ",\"events\":[]");
    ck_assert(client.resumed);
}
END_TEST

START_TEST(a_table_that_cannot_be_watched_is_reported_once)
{
    dial_fake(&patient);
    connection_watch(client.connection, "k3f", NULL);
    welcome();
    answer_error(expect_request("watch"), "unknown_table");
    UNTIL(fake, client.unwatches == 1);
    ck_assert_str_eq(client.code, "unknown_table");
    ck_assert_str_eq(client.text, "No.");
    fake_hang_up(fake);
    welcome();
    ask_for("ping", "ping");
    answer(expect_request("ping"), "{}");
    UNTIL(fake, client.replies == 1);
    ck_assert_uint_eq(client.unwatches, 1);
}
END_TEST

START_TEST(a_watch_is_retried_if_the_server_is_busy)
{
    dial_fake(&patient);
    connection_watch(client.connection, "k3f", NULL);
    welcome();
    answer_error(expect_request("watch"), "too_many_requests");
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    ck_assert_uint_eq(client.unwatches, 0);
    ck_assert_uint_eq(connection_pending(client.connection), 1);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":0,\"views\":true}", 0, "");
}
END_TEST

/* Messages about the previous table are dropped, whenever they arrive. */
START_TEST(watching_another_table_unwatches_the_first)
{
    dial_fake(&patient);
    connection_watch(client.connection, "old", NULL);
    welcome();
    json_int_t id = expect_request("watch");
    answer(id, "{\"table\":{\"id\":\"old\"},\"seq\":7}");
    UNTIL(fake, client.watches == 1);
    connection_watch(client.connection, "k3f", NULL);
    send_event("old", 8);
    json_t *unwatch = read_verb("unwatch");
    ck_assert_str_eq(json_string_value(json_object_get(unwatch, "table")), "old");
    answer(json_integer_value(json_object_get(unwatch, "id")), "{}");
    json_decref(unwatch);
    expect_watch("{\"table\":\"k3f\",\"since\":0,\"views\":true}", 0, "");
    ck_assert(!client.resumed);
    send_event("old", 9);
    fake_send(fake, "{\"on\":\"table\",\"table\":{\"id\":\"old\"}}");
    fake_send(fake,
              "{\"on\":\"tables\",\"table\":{\"id\":\"old\"}}"); /* lobby pushes may be about any table */
    send_event("k3f", 1);
    UNTIL(fake, client.pushes == 2);
    ck_assert_ptr_nonnull(strstr(client.push, "k3f"));
    connection_watch(client.connection, NULL, NULL);
    answer(expect_request("unwatch"), "{}");
    send_event("k3f", 2);
    fake_hang_up(fake);
    welcome();
    ask_for("ping", "ping");
    answer(expect_request("ping"), "{}");
    UNTIL(fake, client.replies == 1);
    ck_assert_uint_eq(client.pushes, 2);
}
END_TEST

/* The reply to the first watch must not be mistaken for one to the second. */
START_TEST(only_the_newest_watch_counts)
{
    dial_fake(&patient);
    welcome();
    connection_watch(client.connection, "old", NULL);
    json_int_t old = expect_request("watch");
    connection_watch(client.connection, "k3f", NULL);
    json_int_t new = expect_request("watch");
    answer(old, "{\"table\":{\"id\":\"old\"},\"seq\":7}");
    answer(new, "{\"table\":{\"id\":\"k3f\"},\"seq\":1}");
    UNTIL(fake, client.watches == 1);
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(client.watched, "table"), "id")),
                     "k3f");
    (void)expect_request("unwatch");
    fake_hang_up(fake);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":1,\"views\":true}", 1, ",\"events\":[]");
}
END_TEST

START_TEST(a_watch_replaced_before_it_was_sent_is_not_sent)
{
    dial_fake(&patient);
    connection_watch(client.connection, "old", NULL);
    connection_watch(client.connection, "k3f", NULL);
    ck_assert_uint_eq(connection_pending(client.connection), 1);
    welcome();
    expect_watch("{\"table\":\"k3f\",\"since\":0,\"views\":true}", 0, "");
}
END_TEST

/* ---- Freeing ---------------------------------------------------------------------------------------- */

/* From inside each hook, at once, or while idle. */
START_TEST(a_connection_can_be_freed_in_any_hook)
{
    static const char *const moments[] = {"hello", "open",      "watched", "push",
                                          "reply", "unwatched", "waiting"};
    client.free_in = moments[_i];
    dial_fake(&patient);
    connection_watch(client.connection, "k3f", NULL);
    ask_for("mine", "mine");
    ask_for("tables", "never answered");
    fake_accept(fake);
    fake_shake_hands(fake);
    answer(expect_request("hello"), "{\"player\":\"p1\",\"name\":\"Ann\"}");
    fake_take(fake);
    const char *const sent[] = {
        _i == 5 ? "{\"re\":2,\"error\":{\"code\":\"unknown_table\",\"text\":\"No.\"}}"
                : "{\"re\":2,\"ok\":{\"table\":{\"id\":\"k3f\"},\"seq\":0}}",
        "{\"on\":\"tables\"}",
        "{\"re\":3,\"ok\":{}}",
        "nonsense",
    };
    UNTIL(fake, client.connection == NULL || fake->length > 60 || fake_take(fake));
    for (size_t i = 0; i < COUNT(sent) && client.connection != NULL; i++) {
        fake_send(fake, sent[i]);
    }
    UNTIL(fake, client.connection == NULL);
    for (int i = 0; i < 20; i++) {
        pump(fake);
    }
}
END_TEST

START_TEST(a_connection_can_be_freed_before_it_is_open)
{
    dial_fake(&patient);
    ask_for("mine", "mine");
    if (_i == 0) {
        return; /* the loop has not run */
    }
    if (_i == 1) {
        pump(fake); /* during the name lookup or the TCP connect */
        return;
    }
    fake_accept(fake);
    if (_i == 2) {
        return; /* during the handshake */
    }
    fake_hang_up(fake);
    fake_stop_listening(fake);
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
}
END_TEST

START_TEST(several_connections_can_be_used_one_after_the_other)
{
    for (int i = 0; i < 3; i++) {
        dial_fake(&patient);
        welcome();
        connection_free(client.connection);
        UNTIL(fake, fake_take(fake));
        ck_assert_uint_eq(fake->in[0], FIN | CLOSE); /* it sends a close frame */
    }
    client.connection = NULL;
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client connection");
    TCase *hello = tcase_create("hello");
    tcase_add_checked_fixture(hello, set_up, tear_down);
    tcase_add_loop_test(hello, after_name_or_code_reconnects_use_the_token, 0, 4);
    tcase_add_loop_test(hello, a_rejected_hello_is_final_but_a_busy_server_is_not, 0, 6);
    tcase_add_test(hello, after_a_rejection_a_new_player_can_be_started);
    tcase_add_test(hello, another_protocol_version_is_rejected);
    suite_add_tcase(suite, hello);
    TCase *pending = tcase_create("requests");
    tcase_add_checked_fixture(pending, set_up, tear_down);
    tcase_add_test(pending, requests_wait_for_hello_and_go_out_in_order);
    tcase_add_loop_test(pending, what_succeeded_before_a_reconnect_is_not_reported_as_an_error, 0, 7);
    tcase_add_test(pending, unanswered_requests_are_sent_again_with_their_key);
    tcase_add_test(pending, a_request_made_while_offline_is_sent_later);
    tcase_add_test(pending, a_reply_to_an_id_of_an_earlier_connection_is_rejected);
    tcase_add_test(pending, the_number_of_unanswered_requests_is_limited);
    suite_add_tcase(suite, pending);
    TCase *watching = tcase_create("watching");
    tcase_add_checked_fixture(watching, set_up, tear_down);
    tcase_add_test(watching, a_watch_resumes_after_the_last_event_received);
    tcase_add_test(watching, after_a_reconnect_the_watch_is_sent_before_queued_requests);
    tcase_add_test(watching, an_unanswered_watch_keeps_its_place_in_the_queue);
    tcase_add_test(watching, an_invite_is_sent_again_with_each_watch);
    tcase_add_test(watching, a_table_that_cannot_be_watched_is_reported_once);
    tcase_add_test(watching, a_watch_is_retried_if_the_server_is_busy);
    tcase_add_test(watching, watching_another_table_unwatches_the_first);
    tcase_add_test(watching, only_the_newest_watch_counts);
    tcase_add_test(watching, a_watch_replaced_before_it_was_sent_is_not_sent);
    suite_add_tcase(suite, watching);
    TCase *freeing = tcase_create("freeing");
    tcase_add_checked_fixture(freeing, set_up, tear_down);
    tcase_add_loop_test(freeing, a_connection_can_be_freed_in_any_hook, 0, 7);
    tcase_add_loop_test(freeing, a_connection_can_be_freed_before_it_is_open, 0, 4);
    tcase_add_test(freeing, several_connections_can_be_used_one_after_the_other);
    suite_add_tcase(suite, freeing);
    return run_suite(suite);
}
