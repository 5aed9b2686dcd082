/* test_messages.c: all messages are written into one buffer, so a second one may not be started before the first ends. */
#include <check.h>
#include <signal.h>
#include <stdlib.h>

#include "server/session/session.h"
#include "tests/support/c/run_suite.h"

static uv_loop_t loop;
static struct options options;
static struct sessions sessions;

static void set_up(void)
{
    options_init(&options);
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    ck_assert(sessions_init(&sessions, &loop, &options, NULL));
}

static void tear_down(void)
{
    sessions_free(&sessions);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

START_TEST(a_message_can_be_started_after_the_last_one_has_ended)
{
    struct json_writer first, second;
    message_begin(&sessions, &first);
    json_write_string(&first, NULL, "one");
    message_end(&sessions, &first);
    message_begin(&sessions, &second);
    json_write_string(&second, NULL, "two");
    ck_assert_str_eq(second.text, "\"two\"");
    message_end(&sessions, &second);
}
END_TEST

START_TEST(starting_a_message_inside_another_one_aborts)
{
    struct json_writer first, second;
    message_begin(&sessions, &first);
    message_begin(&sessions, &second);
}
END_TEST

START_TEST(ending_the_message_of_somebody_else_aborts)
{
    struct json_writer first, second;
    message_begin(&sessions, &first);
    message_end(&sessions, &second);
}
END_TEST

START_TEST(sending_a_message_that_was_not_started_aborts)
{
    struct session session = {.sessions = &sessions};
    struct json_writer writer = {.length = 0};
    session_send(&session, &writer);
}
END_TEST

int main(void)
{
    TCase *messages = tcase_create("messages");
    tcase_set_timeout(messages, 0);
    tcase_add_checked_fixture(messages, set_up, tear_down);
    tcase_add_test(messages, a_message_can_be_started_after_the_last_one_has_ended);
    tcase_add_test_raise_signal(messages, starting_a_message_inside_another_one_aborts, SIGABRT);
    tcase_add_test_raise_signal(messages, ending_the_message_of_somebody_else_aborts, SIGABRT);
    tcase_add_test_raise_signal(messages, sending_a_message_that_was_not_started_aborts, SIGABRT);
    Suite *suite = suite_create("messages");
    suite_add_tcase(suite, messages);
    return run_suite(suite);
}
