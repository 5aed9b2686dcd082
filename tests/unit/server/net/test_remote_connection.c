/* test_remote_connection.c: sessions of clients that are connected to another server. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "server/session/session.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/transport_harness.h"

/* What was given to the remote connection. */
static struct {
    unsigned replies, pushes, closes;
    char text[200], reason[100];
    int code;
} remote;

static struct sessions sessions;
static struct connection *connection;
static unsigned removed;

static void note_text(void *context, const char *text, size_t length, bool is_reply)
{
    ck_assert_ptr_eq(context, &remote);
    remote.replies += is_reply;
    remote.pushes += !is_reply;
    (void)snprintf(remote.text, sizeof remote.text, "%.*s", (int)length, text);
}

static void note_close(void *context, int code, const char *reason)
{
    ck_assert_ptr_eq(context, &remote);
    remote.closes++;
    remote.code = code;
    (void)snprintf(remote.reason, sizeof remote.reason, "%s", reason);
}

/* ---- a handler that answers every request at once, unless it is "later" ---- */

static void read_nothing(struct request *request)
{
    (void)request;
}

static void answer(struct session *session)
{
    struct request *request = session_next_request(session);
    const char *verb = json_string_value(json_object_get(request->body, "do"));
    if (verb == NULL || strcmp(verb, "later") != 0) {
        request_ok(request);
    }
}

static void do_nothing(struct session *session)
{
    (void)session;
}

static void count_removed(struct session *session)
{
    (void)session;
    removed++;
}

static void free_if_done(struct session *session)
{
    session_free_if_done(session);
}

static void set_up_sessions(void)
{
    const struct remote_connection functions = {note_text, note_close, &remote};
    set_up();
    start();
    memset(&remote, 0, sizeof remote);
    removed = 0;
    ck_assert(sessions_init(&sessions, &server.loop, &server.options, server.metrics));
    sessions.transport = server.transport;
    sessions.handler = (struct session_handler){.read = read_nothing,
                                                .arrived = answer,
                                                .answered = do_nothing,
                                                .released = read_nothing,
                                                .disconnected = free_if_done,
                                                .removed = count_removed};
    connection = connection_new_remote(server.transport, "192.0.2.7", &functions);
    ck_assert_ptr_nonnull(connection);
    session_opened(&sessions, connection);
}

static void tear_down_sessions(void)
{
    if (connection != NULL) {
        session_closed(connection);
        connection_free_remote(connection);
    }
    sessions_free(&sessions);
    stop();
    tear_down();
}

static void ask_for(const char *text)
{
    session_message(connection, text, strlen(text));
}

static void push(const char *word)
{
    struct json_writer writer;
    message_begin(&sessions, &writer);
    json_write_string(&writer, NULL, word);
    session_send(connection_user(connection), &writer);
    message_end(&sessions, &writer);
}

START_TEST(replies_and_pushes_are_distinguished)
{
    ask_for("{\"id\":3,\"do\":\"ping\"}");
    ck_assert_uint_eq(remote.replies, 1);
    ck_assert_str_eq(remote.text, "{\"re\":3,\"ok\":{}}");
    push("news");
    ck_assert_uint_eq(remote.replies, 1);
    ck_assert_uint_eq(remote.pushes, 1);
    ck_assert_str_eq(remote.text, "\"news\"");
}
END_TEST

START_TEST(an_error_is_a_reply_too)
{
    ask_for("{\"id\":3,\"do\":\"later\"}");
    const struct session *session = connection_user(connection);
    request_fail(session->current, ERROR_UNKNOWN_TABLE);
    ck_assert_uint_eq(remote.replies, 1);
    ck_assert_ptr_nonnull(strstr(remote.text, "\"unknown_table\""));
}
END_TEST

START_TEST(a_reply_that_another_server_has_written_is_passed_on)
{
    ask_for("{\"id\":3,\"do\":\"later\"}");
    const struct session *session = connection_user(connection);
    request_end_with(session->current, "{\"re\":3,\"ok\":{\"x\":1}}", 21);
    ck_assert_uint_eq(remote.replies, 1);
    ck_assert_str_eq(remote.text, "{\"re\":3,\"ok\":{\"x\":1}}");
    ck_assert_ptr_null(session->current);
}
END_TEST

START_TEST(a_request_can_end_without_a_reply)
{
    ask_for("{\"id\":3,\"do\":\"later\"}");
    const struct session *session = connection_user(connection);
    request_end_with(session->current, NULL, 0);
    ck_assert_uint_eq(remote.replies, 0);
    ck_assert_ptr_null(session->current);
}
END_TEST

START_TEST(it_has_the_address_of_the_client)
{
    ck_assert(connection_is_remote(connection));
    ck_assert_str_eq(connection_address(connection), "192.0.2.7");
    ck_assert_ptr_eq(connection_remote_context(connection), &remote);
}
END_TEST

START_TEST(after_it_was_closed_nothing_is_sent)
{
    connection_close(connection, CLOSE_POLICY, "banned");
    connection_close(connection, CLOSE_GOING_AWAY, "again");
    ck_assert(connection_is_closing(connection));
    ck_assert_uint_eq(remote.closes, 1);
    ck_assert_int_eq(remote.code, CLOSE_POLICY);
    ck_assert_str_eq(remote.reason, "banned");
    push("news");
    ask_for("{\"id\":3,\"do\":\"ping\"}");
    ck_assert_uint_eq(remote.replies + remote.pushes, 0);
}
END_TEST

START_TEST(it_may_stay_silent_without_a_hello)
{
    server.options.hello_seconds = 0;
    sessions_sweep(&sessions);
    ck_assert(!connection_is_closing(connection));
}
END_TEST

START_TEST(the_request_that_was_sent_elsewhere_is_dropped_with_its_client)
{
    ask_for("{\"id\":3,\"do\":\"later\"}");
    struct session *session = connection_user(connection);
    session_closed(connection); /* the handler keeps the session, because a request is being carried out */
    connection_free_remote(connection);
    connection = NULL;
    ck_assert_uint_eq(removed, 0);
    session_drop_current(session);
    session_drop_current(session);
    session_free_if_done(session);
    ck_assert_uint_eq(removed, 1);
    ck_assert_uint_eq(remote.replies, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("remote connection");
    TCase *tests = tcase_create("remote connection");
    tcase_add_checked_fixture(tests, set_up_sessions, tear_down_sessions);
    tcase_add_test(tests, replies_and_pushes_are_distinguished);
    tcase_add_test(tests, an_error_is_a_reply_too);
    tcase_add_test(tests, a_reply_that_another_server_has_written_is_passed_on);
    tcase_add_test(tests, a_request_can_end_without_a_reply);
    tcase_add_test(tests, it_has_the_address_of_the_client);
    tcase_add_test(tests, after_it_was_closed_nothing_is_sent);
    tcase_add_test(tests, it_may_stay_silent_without_a_hello);
    tcase_add_test(tests, the_request_that_was_sent_elsewhere_is_dropped_with_its_client);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
