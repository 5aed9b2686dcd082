/*
 * test_forward.c: requests of clients here to tables at another node, and what comes back.
 *
 * The other node is a pair of links on the same loop, which notes what it receives and sends what a test wants. The clients
 * are remote connections, because what is sent to those can be noted.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "server/cluster/cluster_internal.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/transport_harness.h"

enum { NOTED_MAX = 16, CLIENT_COUNT = 2 };

/* ---- the other node ---- */

static struct {
    struct links *links;
    struct link *in; /* from the node under test */
    unsigned count;
    unsigned type[NOTED_MAX];
    char body[NOTED_MAX][400];
    size_t length[NOTED_MAX];
} owner;

static struct cluster cluster;
static struct cluster_peer peer;
static struct dispatch dispatch;
static struct sessions sessions;
static unsigned closed_links;
static bool was_lost, is_malformed;

static void owner_up(void *context, struct link *link)
{
    (void)context;
    owner.in = link;
}

static void owner_message(void *context, struct link *link, unsigned type, const char *body, size_t length)
{
    (void)context;
    ck_assert_ptr_eq(link, owner.in);
    ck_assert_uint_lt(owner.count, NOTED_MAX);
    ck_assert_uint_lt(length, sizeof owner.body[0]);
    memcpy(owner.body[owner.count], body, length);
    owner.length[owner.count] = length;
    owner.type[owner.count++] = type;
}

static void owner_down(void *context, struct link *link, bool refused)
{
    (void)context;
    (void)link;
    (void)refused;
}

static void edge_up(void *context, struct link *link)
{
    (void)context;
    (void)link;
}

static void edge_message(void *context, struct link *link, unsigned type, const char *body, size_t length)
{
    (void)context;
    (void)link;
    is_malformed = !forward_message(&peer, type, body, length);
}

static void edge_down(void *context, struct link *link, bool refused)
{
    (void)context;
    (void)link;
    (void)refused;
    peer.out = NULL;
    was_lost = true;
    forward_link_down(&peer);
}

static void run_until(const bool *condition)
{
    while (!*condition) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
}

/* Waits until the other node has received so many messages, and returns the last one. */
static struct message_reader receive(unsigned count, unsigned type)
{
    while (owner.count < count) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
    ck_assert_uint_eq(owner.count, count);
    ck_assert_uint_eq(owner.type[count - 1], type);
    return (struct message_reader){.body = owner.body[count - 1], .length = owner.length[count - 1]};
}

/* ---- clients ---- */

static struct client_here {
    struct connection *connection;
    unsigned messages;
    int code;
    char text[200];
} here[CLIENT_COUNT];

static void note_text(void *context, const char *text, size_t length, bool is_reply)
{
    struct client_here *client = context;
    (void)is_reply;
    client->messages++;
    (void)snprintf(client->text, sizeof client->text, "%.*s", (int)length, text);
}

static void note_close(void *context, int code, const char *reason)
{
    struct client_here *client = context;
    (void)reason;
    client->code = code;
}

static struct session *session_of(unsigned client)
{
    return connection_user(here[client].connection);
}

static void read_nothing(struct request *request)
{
    (void)request;
}

static void take_next(struct session *session)
{
    (void)session_next_request(session);
}

static void do_nothing(struct session *session)
{
    (void)session;
}

static void disconnected(struct session *session)
{
    if (session->forwarder != NULL) {
        forward_disconnected(session);
    }
    session_free_if_done(session);
}

static void leave(unsigned client)
{
    if (here[client].connection != NULL) {
        session_closed(here[client].connection);
        connection_free_remote(here[client].connection);
        here[client].connection = NULL;
    }
}

/* Sends a request about a table, unless that is "", to the other node. Returns the number of its session there. */
static uint32_t send_there(unsigned client, const char *table)
{
    char text[200];
    (void)snprintf(text, sizeof text, "{\"id\":7,\"do\":\"peek\",\"table\":\"%s\"}", table);
    session_message(here[client].connection, text, strlen(text));
    forward_request(&peer, session_of(client)->current, table);
    return session_of(client)->forwarder->number;
}

/* ---- fixture ---- */

static void open_links(void)
{
    static const unsigned char key[LINK_KEY_BYTES] = {1, 2, 3};
    const struct link_handler theirs = {owner_up, owner_message, owner_down, NULL};
    const struct link_handler ours = {edge_up, edge_message, edge_down, NULL};
    char address[60];
    owner.links = links_open(&server.loop, "127.0.0.1:0", key, 2, "owner", &theirs, error, sizeof error);
    cluster.links = links_open(&server.loop, "127.0.0.1:0", key, 1, "edge", &ours, error, sizeof error);
    ck_assert_msg(owner.links != NULL && cluster.links != NULL, "%s", error);
    (void)snprintf(address, sizeof address, "127.0.0.1:%u", links_port(owner.links));
    peer.out = links_connect(cluster.links, 2, address);
    while (!cluster_peer_is_up(&peer) || owner.in == NULL) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
}

static void set_up_edge(void)
{
    set_up();
    start();
    memset(&owner, 0, sizeof owner);
    memset(&cluster, 0, sizeof cluster);
    memset(&peer, 0, sizeof peer);
    closed_links = 0;
    was_lost = is_malformed = false;
    ck_assert(sessions_init(&sessions, &server.loop, &server.options, server.metrics));
    sessions.transport = server.transport;
    sessions.keeps_texts = true;
    sessions.handler = (struct session_handler){.read = read_nothing,
                                                .arrived = take_next,
                                                .answered = do_nothing,
                                                .released = read_nothing,
                                                .disconnected = disconnected,
                                                .removed = do_nothing};
    dispatch.sessions = &sessions;
    cluster.dispatch = &dispatch;
    peer.cluster = &cluster;
    peer.node = 2;
    LIST_INIT(&peer.opened);
    for (unsigned i = 0; i < CLIENT_COUNT; i++) {
        const struct remote_connection functions = {note_text, note_close, &here[i]};
        here[i] = (struct client_here){0};
        here[i].connection = connection_new_remote(server.transport, "192.0.2.7", &functions);
        session_opened(&sessions, here[i].connection);
    }
    open_links();
}

static void links_are_closed(void *context)
{
    (void)context;
    closed_links++;
}

static void tear_down_edge(void)
{
    for (unsigned i = 0; i < CLIENT_COUNT; i++) {
        leave(i);
    }
    links_close(owner.links, links_are_closed, NULL);
    links_close(cluster.links, links_are_closed, NULL);
    while (closed_links < 2) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
    buffer_free(&cluster.body);
    sessions_free(&sessions);
    stop();
    tear_down();
}

/* ---- tests ---- */

START_TEST(a_session_is_opened_once)
{
    char text[200];
    uint32_t number = send_there(0, "table");
    struct message_reader open = receive(2, MESSAGE_REQUEST); /* both have come */
    ck_assert_uint_eq(owner.type[0], MESSAGE_OPEN);
    ck_assert_uint_eq(message_number(&open), number);
    message_copy(&open, text, sizeof text);
    ck_assert_str_eq(text, "{\"id\":7,\"do\":\"peek\",\"table\":\"table\"}");
    ck_assert(message_is_whole(&open));
    struct buffer *body = cluster_body(&cluster);
    message_put_number(body, number);
    message_put_text(body, "{}", 2);
    ck_assert(forward_message(&peer, MESSAGE_REPLY, body->text, body->length));
    ck_assert_uint_eq(send_there(0, "other"), number);
    (void)receive(3, MESSAGE_REQUEST);
}
END_TEST

START_TEST(somebody_who_says_hello_later_is_introduced)
{
    struct player player = {.id = "player", .name = "Ann"};
    char text[80];
    uint32_t number = send_there(0, "table");
    (void)receive(2, MESSAGE_REQUEST);
    struct message_reader open = {.body = owner.body[0], .length = owner.length[0]};
    (void)message_number(&open);
    message_copy(&open, text, sizeof text);
    ck_assert_str_eq(text, "");
    request_end_with(session_of(0)->current, NULL, 0);
    session_of(0)->player = &player;
    (void)send_there(0, "table");
    (void)receive(4, MESSAGE_REQUEST);
    ck_assert_uint_eq(owner.type[2], MESSAGE_OPEN);
    open = (struct message_reader){.body = owner.body[2], .length = owner.length[2]};
    ck_assert_uint_eq(message_number(&open), number);
    message_copy(&open, text, sizeof text);
    ck_assert_str_eq(text, "player");
    message_copy(&open, text, sizeof text);
    ck_assert_str_eq(text, "Ann");
    message_copy(&open, text, sizeof text);
    ck_assert_str_eq(text, "192.0.2.7");
    ck_assert(message_is_whole(&open));
    session_of(0)->player = NULL;
}
END_TEST

START_TEST(the_reply_ends_the_request)
{
    uint32_t number = send_there(0, "table");
    (void)receive(2, MESSAGE_REQUEST);
    struct buffer *body = cluster_body(&cluster);
    message_put_number(body, number);
    message_put_text(body, "{\"re\":7,\"ok\":{}}", 16);
    link_send(owner.in, MESSAGE_REPLY, body->text, body->length);
    link_send(owner.in, MESSAGE_REPLY, body->text, body->length); /* nobody waits for a second one */
    while (here[0].messages == 0) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
    ck_assert_str_eq(here[0].text, "{\"re\":7,\"ok\":{}}");
    ck_assert_ptr_null(session_of(0)->current);
    ck_assert_uint_eq(here[1].messages, 0);
    ck_assert(!is_malformed);
}
END_TEST

START_TEST(a_push_reaches_the_listed_clients)
{
    uint32_t first = send_there(0, "table");
    uint32_t second = send_there(1, "table");
    (void)receive(4, MESSAGE_REQUEST);
    link_send_shared(owner.in, MESSAGE_PUSH, first, "\"one\"", 5);
    link_send_shared(owner.in, MESSAGE_PUSH, second, "\"one\"", 5);
    link_send_shared(owner.in, MESSAGE_PUSH, second, "\"two\"", 5);
    while (here[1].messages < 2) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
    ck_assert_uint_eq(here[0].messages, 1);
    ck_assert_str_eq(here[0].text, "\"one\"");
    ck_assert_str_eq(here[1].text, "\"two\"");
    ck_assert_ptr_nonnull(session_of(0)->current); /* pushes answer nothing */
}
END_TEST

START_TEST(a_push_to_a_client_that_has_left_reaches_nobody)
{
    uint32_t first = send_there(0, "table");
    (void)receive(2, MESSAGE_REQUEST);
    leave(0);
    struct message_reader reader = receive(3, MESSAGE_GONE);
    ck_assert_uint_eq(message_number(&reader), first);
    uint32_t second = send_there(1, "table");
    ck_assert_uint_ne(second, first);
    link_send_shared(owner.in, MESSAGE_PUSH, first, "\"secret\"", 8);
    link_send_shared(owner.in, MESSAGE_PUSH, second, "\"public\"", 8);
    while (here[1].messages == 0) {
        (void)uv_run(&server.loop, UV_RUN_ONCE);
    }
    ck_assert_uint_eq(here[1].messages, 1);
    ck_assert_str_eq(here[1].text, "\"public\"");
}
END_TEST

START_TEST(the_owner_can_disconnect_a_client)
{
    uint32_t number = send_there(0, "table");
    (void)receive(2, MESSAGE_REQUEST);
    struct buffer *body = cluster_body(&cluster);
    message_put_number(body, number);
    message_put_number(body, CLOSE_POLICY);
    message_put_text(body, "banned", 6);
    ck_assert(forward_message(&peer, MESSAGE_CLOSE, body->text, body->length));
    ck_assert_int_eq(here[0].code, CLOSE_POLICY);
    ck_assert_int_eq(here[1].code, 0);
}
END_TEST

START_TEST(a_lost_link_disconnects_those_who_used_it)
{
    (void)send_there(0, "table");
    (void)receive(2, MESSAGE_REQUEST);
    link_end(owner.in, "test");
    run_until(&was_lost);
    ck_assert_int_eq(here[0].code, CLOSE_GOING_AWAY);
    ck_assert_int_eq(here[1].code, 0);
    ck_assert_ptr_nonnull(session_of(0)->current); /* it is dropped when the client has disconnected */
    leave(0);
}
END_TEST

START_TEST(a_request_whose_table_has_moved_comes_back)
{
    struct request *request = NULL;
    unsigned tries = 0;
    uint32_t number = send_there(0, "table");
    for (unsigned i = 1; i <= 2; i++) {
        struct buffer *body = cluster_body(&cluster);
        message_put_number(body, number);
        ck_assert(forward_take_moved(&peer, body->text, body->length, &request, &tries));
        ck_assert_ptr_eq(request, session_of(0)->current);
        ck_assert_uint_eq(tries, i);
        ck_assert(!forward_known(request, "table"));
        forward_request(&peer, request, "table");
    }
    leave(0);
}
END_TEST

START_TEST(a_table_that_was_found_is_known)
{
    (void)send_there(0, "table");
    request_end_with(session_of(0)->current, NULL, 0);
    session_message(here[0].connection, "{\"id\":8,\"do\":\"peek\"}", 20);
    ck_assert(!forward_known(session_of(0)->current, "other"));
    ck_assert(!forward_known(session_of(0)->current, "")); /* not a table, and not an unused place either */
    ck_assert(forward_known(session_of(0)->current, "table"));
    (void)receive(3, MESSAGE_REQUEST);
    session_message(here[1].connection, "{\"id\":8,\"do\":\"peek\"}", 20);
    ck_assert(!forward_known(session_of(1)->current, "table")); /* somebody else's knowledge */
    request_end_with(session_of(1)->current, NULL, 0);
}
END_TEST

START_TEST(malformed_messages_are_recognised)
{
    struct request *request;
    unsigned tries;
    ck_assert(!forward_message(&peer, MESSAGE_REPLY, "xx", 2));
    ck_assert(!forward_message(&peer, MESSAGE_PUSH, "xx", 2));
    ck_assert(!forward_message(&peer, MESSAGE_CLOSE, "\0\0\0\1\0\0\3\351", 8));
    ck_assert(!forward_take_moved(&peer, "xx", 2, &request, &tries));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("forward");
    TCase *tests = tcase_create("forward");
    tcase_add_checked_fixture(tests, set_up_edge, tear_down_edge);
    tcase_add_test(tests, a_session_is_opened_once);
    tcase_add_test(tests, somebody_who_says_hello_later_is_introduced);
    tcase_add_test(tests, the_reply_ends_the_request);
    tcase_add_test(tests, a_push_reaches_the_listed_clients);
    tcase_add_test(tests, a_push_to_a_client_that_has_left_reaches_nobody);
    tcase_add_test(tests, the_owner_can_disconnect_a_client);
    tcase_add_test(tests, a_lost_link_disconnects_those_who_used_it);
    tcase_add_test(tests, a_request_whose_table_has_moved_comes_back);
    tcase_add_test(tests, a_table_that_was_found_is_known);
    tcase_add_test(tests, malformed_messages_are_recognised);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
