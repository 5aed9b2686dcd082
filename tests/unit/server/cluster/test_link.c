/* test_link.c: links between nodes on loopback: what they carry, and how they come up and end. */
#include <check.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/array.h"
#include "tests/support/c/run_suite.h"
#include "tests/unit/server/cluster/link_pair.h"

enum { TYPE = 5, OTHER_TYPE = 6, SHARED_TYPE = 7 };

/* ---- up and down ---- */

START_TEST(both_ends_know_each_other)
{
    start_pair();
    struct link *out = nodes[0].link, *in = nodes[1].link;
    ck_assert(link_is_outgoing(out));
    ck_assert(!link_is_outgoing(in));
    ck_assert(link_node(out) == 2);
    ck_assert(link_node(in) == 1);
    ck_assert_str_eq(link_name(out), "node-1");
    ck_assert_str_eq(link_name(in), "node-0");
    ck_assert_ptr_null(link_user(out));
    link_set_user(out, &nodes);
    ck_assert_ptr_eq(link_user(out), &nodes);
}
END_TEST

START_TEST(each_end_is_notified_once_that_a_link_is_down)
{
    start_pair();
    struct link *link = nodes[0].link;
    end_link(&nodes[0], link);
    end_link(&nodes[0], link);
    link_send(link, TYPE, "x", 1);
    link_send_shared(link, TYPE, 1, "x", 1);
    ck_assert_uint_eq(nodes[0].downs, 0);
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
    ck_assert_uint_eq(nodes[0].refusals + nodes[1].refusals, 0);
    ck_assert_uint_eq(nodes[1].messages, 0);
}
END_TEST

START_TEST(the_accepting_end_can_end_a_link)
{
    start_pair();
    end_link(&nodes[1], nodes[1].link);
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
}
END_TEST

START_TEST(what_was_queued_before_the_end_arrives)
{
    start_pair();
    link_send(nodes[0].link, TYPE, "last", 4);
    link_send_shared(nodes[0].link, SHARED_TYPE, 1, "words", 5);
    end_link(&nodes[0], nodes[0].link);
    UNTIL(nodes[1].downs == 1);
    ck_assert_uint_eq(nodes[1].messages, 2);
}
END_TEST

/* A port that is bound, but where nobody listens. */
static unsigned deaf_port(int *descriptor)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    *descriptor = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(*descriptor, (struct sockaddr *)&address, length), 0);
    ck_assert_int_eq(getsockname(*descriptor, (struct sockaddr *)&address, &length), 0);
    return ntohs(address.sin_port);
}

START_TEST(a_connection_that_nobody_accepts_is_refused)
{
    int descriptor = -1;
    struct node *node = start_node(0);
    (void)connect_node(node, 2, deaf_port(&descriptor));
    ck_assert_uint_eq(node->downs, 0);
    UNTIL(node->downs == 1);
    ck_assert_uint_eq(node->refusals, 1);
    ck_assert_uint_eq(node->ups, 0);
    (void)close(descriptor);
}
END_TEST

START_TEST(a_link_that_was_ended_while_it_connects_is_not_refused)
{
    int descriptor = -1;
    struct node *node = start_node(0);
    struct link *link = connect_node(node, 2, deaf_port(&descriptor));
    end_link(node, link);
    UNTIL(node->downs == 1);
    ck_assert_uint_eq(node->refusals, 0);
    (void)close(descriptor);
}
END_TEST

START_TEST(a_malformed_address_fails_later)
{
    static const char *const bad[] = {"",    "nowhere", "127.0.0.1", ":80", "127.0.0.1:99999", "127.0.0.1:0",
                                      "[::1"};
    struct node *node = start_node(0);
    node->is_busy = true;
    for (unsigned i = 0; i < COUNT(bad); i++) {
        ck_assert_ptr_nonnull(links_connect(node->links, 2, bad[i]));
    }
    node->is_busy = false;
    UNTIL(node->downs == COUNT(bad));
    ck_assert_uint_eq(node->refusals, 0);
}
END_TEST

START_TEST(names_are_resolved)
{
    char address[32];
    (void)start_node(0);
    (void)start_node(1);
    (void)snprintf(address, sizeof address, "localhost:%u", links_port(nodes[1].links));
    ck_assert_ptr_nonnull(links_connect(nodes[0].links, 2, address));
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
}
END_TEST

/* As if a name had two addresses, and nobody listened at the first. */
static void connect_to_two(unsigned first, unsigned second)
{
    static struct sockaddr_in address;
    static struct addrinfo found;
    ck_assert_int_eq(uv_ip4_addr("127.0.0.1", (int)second, &address), 0);
    found = (struct addrinfo){.ai_addr = (struct sockaddr *)&address};
    struct link *link = connect_node(&nodes[0], 2, first);
    link->next = &found;
}

START_TEST(all_addresses_of_a_name_are_tried)
{
    int descriptor = -1;
    (void)start_node(0);
    (void)start_node(1);
    connect_to_two(deaf_port(&descriptor), links_port(nodes[1].links));
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
    ck_assert_uint_eq(nodes[0].downs, 0);
    (void)close(descriptor);
}
END_TEST

START_TEST(a_link_is_refused_if_all_its_addresses_refuse)
{
    int first = -1, second = -1;
    (void)start_node(0);
    connect_to_two(deaf_port(&first), deaf_port(&second));
    UNTIL(nodes[0].downs == 1);
    ck_assert_uint_eq(nodes[0].refusals, 1);
    (void)close(first);
    (void)close(second);
}
END_TEST

START_TEST(a_link_can_end_while_its_name_is_resolved)
{
    (void)start_node(0);
    struct link *link = links_connect(nodes[0].links, 2, "localhost:1");
    ck_assert_ptr_nonnull(link);
    end_link(&nodes[0], link);
    UNTIL(nodes[0].downs == 1);
    ck_assert_uint_eq(nodes[0].refusals, 0);
    ck_assert_ptr_nonnull(links_connect(nodes[0].links, 2, "localhost:1")); /* closed by teardown */
}
END_TEST

START_TEST(a_port_in_use_cannot_be_opened)
{
    struct link_handler handler = {.up = on_up, .message = on_message, .down = on_down};
    char error[200] = "", address[32];
    (void)start_node(0);
    (void)snprintf(address, sizeof address, "127.0.0.1:%u", links_port(nodes[0].links));
    ck_assert_ptr_null(links_open(&loop, address, key, 2, "b", &handler, error, sizeof error));
    ck_assert_msg(strstr(error, address) != NULL, "%s", error);
    ck_assert_ptr_null(links_open(&loop, "nowhere", key, 2, "b", &handler, error, sizeof error));
    ck_assert_str_eq(error, "nowhere is not an address and a port.");
    ck_assert_ptr_null(links_open(&loop, "127.0.0.1:0", key, 0, "b", &handler, error, sizeof error));
}
END_TEST

/* ---- messages ---- */

static uint32_t expected;

static void check_order(struct node *node, struct link *link, unsigned type, const char *body, size_t length)
{
    struct link_shared shared = {0};
    uint32_t number = 0;
    (void)node;
    (void)link;
    if (type == SHARED_TYPE) {
        ck_assert(link_read_shared(body, length, &shared));
        ck_assert_uint_eq(shared.count, 1);
        ck_assert_uint_eq(link_shared_session(&shared, 0), expected);
        body = shared.text;
    }
    memcpy(&number, body, sizeof number);
    ck_assert_uint_eq(number, expected);
    expected++;
}

START_TEST(messages_arrive_in_order)
{
    enum { MESSAGES = 3000 };
    static char body[70000];
    expected = 0;
    start_pair();
    nodes[1].on_message = check_order;
    for (uint32_t i = 0; i < MESSAGES; i++) {
        memcpy(body, &i, sizeof i);
        if (i % 3 == 0) {
            link_send_shared(nodes[0].link, SHARED_TYPE, i, body, sizeof i + i % 100);
        } else {
            link_send(nodes[0].link, TYPE, body, i % 101 == 0 ? sizeof body : sizeof i + i % 1000);
        }
        if (i % 500 == 0) {
            (void)uv_run(&loop, UV_RUN_NOWAIT);
        }
    }
    UNTIL(expected == MESSAGES);
    ck_assert_uint_eq(nodes[0].downs + nodes[1].downs, 0);
}
END_TEST

static size_t total_received;

static void check_bytes(struct node *node, struct link *link, unsigned type, const char *body, size_t length)
{
    (void)node;
    (void)link;
    for (size_t i = 0; i < length; i += 997) {
        ck_assert_int_eq((unsigned char)body[i], (int)((i + type) & 0xff));
    }
    total_received += length;
}

START_TEST(messages_of_any_length_arrive)
{
    static const size_t lengths[] = {
        LINK_BODY_MAX, 0, 1, LINK_RECORD_MAX - 8, LINK_RECORD_MAX - 7, 100, LINK_BODY_MAX, 70000, 200000};
    size_t total = 0;
    char *body = malloc(LINK_BODY_MAX);
    total_received = 0;
    ck_assert_ptr_nonnull(body);
    start_pair();
    nodes[0].on_message = nodes[1].on_message = check_bytes;
    for (unsigned n = 0; n < COUNT(lengths); n++) {
        for (size_t i = 0; i < lengths[n]; i++) {
            body[i] = (char)(unsigned char)((i + n) & 0xff);
        }
        link_send(nodes[0].link, n, body, lengths[n]);
        link_send(nodes[1].link, n, body, lengths[n]);
        total += 2 * lengths[n];
    }
    free(body);
    UNTIL(nodes[0].messages == COUNT(lengths) && nodes[1].messages == COUNT(lengths));
    ck_assert_uint_eq(total_received, total);
}
END_TEST

START_TEST(a_message_that_is_too_long_ends_the_link)
{
    char *body = calloc(1, LINK_BODY_MAX + 1);
    start_pair();
    nodes[0].is_busy = true;
    link_send(nodes[0].link, TYPE, body, LINK_BODY_MAX + 1);
    nodes[0].is_busy = false;
    free(body);
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
    ck_assert_uint_eq(nodes[1].messages, 0);
}
END_TEST

static void send_nothing(uv_prepare_t *prepare)
{
    (void)prepare;
}

static void send_last(uv_prepare_t *prepare)
{
    (void)uv_prepare_stop(prepare);
    link_send(nodes[0].link, TYPE, "x", 1);
}

START_TEST(the_loop_does_not_wait_before_everything_is_written)
{
    uv_prepare_t late; /* started first, so it runs last: after the links have written */
    (void)start_node(1);
    ck_assert_int_eq(uv_prepare_init(&loop, &late), 0);
    ck_assert_int_eq(uv_prepare_start(&late, send_nothing), 0);
    (void)start_node(0);
    (void)connect_node(&nodes[0], 2, links_port(nodes[1].links));
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
    late.prepare_cb = send_last;
    (void)uv_run(&loop, UV_RUN_NOWAIT);
    ck_assert_int_eq(uv_backend_timeout(&loop), 0);
    UNTIL(nodes[1].messages == 1);
    (void)uv_run(&loop, UV_RUN_NOWAIT);
    ck_assert_int_ne(uv_backend_timeout(&loop), 0);
    uv_close((uv_handle_t *)&late, NULL);
    (void)uv_run(&loop, UV_RUN_NOWAIT);
}
END_TEST

START_TEST(a_link_that_takes_nothing_ends)
{
    enum { LENGTH = 1000, SENDS_MAX = 200000 };
    static char body[LENGTH];
    start_pair();
    struct link *link = nodes[0].link;
    struct link_limits limits = nodes[0].links->limits;
    limits.queue = 1 << 20;
    links_set_limits(nodes[0].links, &limits);
    nodes[0].is_busy = true;
    unsigned sends = 0; /* the loop does not run, so nobody reads */
    while (link_is_up(link) && sends < SENDS_MAX) {
        link_send(link, TYPE, body, sizeof body);
        sends++;
    }
    ck_assert(!link_is_up(link));
    ck_assert_uint_gt(sends, 1000);
    nodes[0].is_busy = false;
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
}
END_TEST

/* ---- shared texts ---- */

enum { TAPPED_MAX = 64 };

static struct {
    unsigned type;
    size_t length;
    uint32_t count; /* of sessions, if it is a shared text */
} tapped[TAPPED_MAX];
static unsigned tapped_count;

static void tap(void *context, const struct link *link, bool sent, unsigned type, const char *body,
                size_t length)
{
    struct link_shared shared = {0};
    ck_assert_ptr_eq(context, &tapped);
    ck_assert(link_is_up(link));
    ck_assert_uint_lt(tapped_count, TAPPED_MAX);
    if (type == SHARED_TYPE) {
        ck_assert(link_read_shared(body, length, &shared));
    }
    if (sent) {
        tapped[tapped_count].type = type;
        tapped[tapped_count].length = length;
        tapped[tapped_count++].count = shared.count;
    }
}

static void start_tapped_pair(void)
{
    tapped_count = 0;
    start_pair();
    links_tap(nodes[0].links, tap, &tapped);
    links_tap(nodes[1].links, tap, &tapped);
}

enum { MANY = 10000 };

static void check_sessions(struct node *node, struct link *link, unsigned type, const char *body,
                           size_t length)
{
    struct link_shared shared = {0};
    (void)node;
    (void)link;
    ck_assert_uint_eq(type, SHARED_TYPE);
    ck_assert(link_read_shared(body, length, &shared));
    ck_assert_uint_eq(shared.count, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        ck_assert_uint_eq(link_shared_session(&shared, i), i * 3);
    }
    ck_assert_uint_eq(shared.length, 4);
    ck_assert_mem_eq(shared.text, "text", 4);
}

START_TEST(the_same_text_for_ten_thousand_sessions_travels_once)
{
    start_tapped_pair();
    nodes[1].on_message = check_sessions;
    for (uint32_t i = 0; i < MANY; i++) {
        char copy[] = "text"; /* another pointer, the same bytes */
        link_send_shared(nodes[0].link, SHARED_TYPE, i * 3, copy, 4);
    }
    UNTIL(nodes[1].messages == 1);
    ck_assert_uint_eq(tapped_count, 1);
    ck_assert_uint_eq(tapped[0].length, 4 + 4 * MANY + 4);
}
END_TEST

START_TEST(only_the_same_text_in_a_row_is_shared)
{
    static const uint32_t counts[] = {2, 0, 1, 1, 1, 1, 2};
    start_tapped_pair();
    struct link *link = nodes[0].link;
    link_send_shared(link, SHARED_TYPE, 1, "aa", 2);
    link_send_shared(link, SHARED_TYPE, 2, "aa", 2);
    link_send(link, TYPE, "aa", 2); /* between */
    link_send_shared(link, SHARED_TYPE, 3, "aa", 2);
    link_send_shared(link, SHARED_TYPE, 4, "ab", 2); /* other bytes */
    link_send_shared(link, SHARED_TYPE, 5, "a", 1);  /* another length */
    UNTIL(nodes[1].messages == 5);                   /* another time */
    link_send_shared(link, SHARED_TYPE, 6, "a", 1);
    link_send_shared(link, SHARED_TYPE, 7, "", 0);
    link_send_shared(link, SHARED_TYPE, 7, "", 0);
    UNTIL(nodes[1].messages == COUNT(counts));
    for (unsigned i = 0; i < COUNT(counts); i++) {
        ck_assert_uint_eq(tapped[i].type, i == 1 ? TYPE : SHARED_TYPE);
        ck_assert_uint_eq(tapped[i].count, counts[i]);
    }
}
END_TEST

START_TEST(texts_of_two_types_are_not_shared)
{
    start_tapped_pair();
    link_send_shared(nodes[0].link, SHARED_TYPE, 1, "a", 1);
    link_send_shared(nodes[0].link, OTHER_TYPE, 2, "a", 1);
    UNTIL(nodes[1].messages == 2);
    ck_assert_uint_eq(tapped_count, 2);
}
END_TEST

START_TEST(a_list_of_sessions_that_gets_too_long_is_split)
{
    size_t length = LINK_BODY_MAX - 12; /* room for two sessions */
    char *text = calloc(1, length);
    start_tapped_pair();
    for (uint32_t i = 0; i < 3; i++) {
        link_send_shared(nodes[0].link, SHARED_TYPE, i, text, length);
    }
    free(text);
    UNTIL(nodes[1].messages == 2);
    ck_assert_uint_eq(tapped[0].count, 2);
    ck_assert_uint_eq(tapped[1].count, 1);
}
END_TEST

static struct link *accepted[2];
static unsigned accepted_count;

static void remember(struct node *node, struct link *link)
{
    (void)node;
    accepted[accepted_count++] = link;
}

START_TEST(a_text_is_shared_even_if_it_goes_to_several_nodes_in_turn)
{
    accepted_count = tapped_count = 0;
    for (unsigned i = 0; i < NODES_MAX; i++) {
        (void)start_node(i);
    }
    nodes[2].on_up = remember;
    (void)connect_node(&nodes[0], 3, links_port(nodes[2].links));
    (void)connect_node(&nodes[1], 3, links_port(nodes[2].links));
    UNTIL(accepted_count == 2);
    links_tap(nodes[2].links, tap, &tapped);
    for (uint32_t i = 0; i < 100; i++) {
        link_send_shared(accepted[i % 2], SHARED_TYPE, i, "text", 4);
    }
    UNTIL(nodes[0].messages == 1 && nodes[1].messages == 1);
    ck_assert_uint_eq(tapped_count, 2);
    ck_assert_uint_eq(tapped[0].count, 50);
    ck_assert_uint_eq(tapped[1].count, 50);
}
END_TEST

START_TEST(malformed_shared_texts_are_rejected)
{
    struct link_shared shared;
    ck_assert(!link_read_shared("", 0, &shared));
    ck_assert(!link_read_shared("\0\0\0", 3, &shared));
    ck_assert(!link_read_shared("\0\0\0\0text", 8, &shared));         /* nobody */
    ck_assert(!link_read_shared("\0\0\0\2\0\0\0\1tex", 11, &shared)); /* fewer sessions than announced */
    ck_assert(!link_read_shared("\xff\xff\xff\xff\0\0\0\1", 8, &shared));
    ck_assert(link_read_shared("\0\0\0\1\0\0\1\2", 8, &shared));
    ck_assert_uint_eq(shared.count, 1);
    ck_assert_uint_eq(link_shared_session(&shared, 0), 258);
    ck_assert_uint_eq(shared.length, 0);
}
END_TEST

START_TEST(whole_and_partial_messages_are_distinguished)
{
    static const char bytes[] = "\0\0\0\7\0\0\0\2ab\0\0\0\1\0\0\0\0\0\0";
    static const char longest[] = "\0\0\0\1\0\x90\0\0", too_long[] = "\0\0\0\1\0\x90\0\1";
    struct link_message message;
    size_t at = 0;
    ck_assert_int_eq(link_read_message(bytes, 9, &at, &message), LINK_PARTIAL);
    ck_assert_uint_eq(at, 0);
    ck_assert_int_eq(link_read_message(bytes, 20, &at, &message), LINK_WHOLE);
    ck_assert_uint_eq(message.type, 7);
    ck_assert_uint_eq(message.length, 2);
    ck_assert_mem_eq(message.body, "ab", 2);
    ck_assert_int_eq(link_read_message(bytes, 20, &at, &message), LINK_WHOLE);
    ck_assert_uint_eq(message.length, 0);
    ck_assert_int_eq(link_read_message(bytes, 20, &at, &message), LINK_PARTIAL);
    ck_assert_uint_eq(at, 18);
    at = 0;
    ck_assert_int_eq(link_read_message(longest, 8, &at, &message), LINK_PARTIAL);
    ck_assert_int_eq(link_read_message(too_long, 8, &at, &message), LINK_MALFORMED);
}
END_TEST

START_TEST(a_node_that_sends_malformed_messages_is_disconnected)
{
    start_pair();
    struct link *link = nodes[0].link;
    ck_assert(buffer_add(&link->pending, "\0\0\0\1\xff\0\0\0", 8));
    link_flush(link);
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
    ck_assert_uint_eq(nodes[1].messages, 0);
}
END_TEST

/* ---- closing from inside callbacks ---- */

static void end_it(struct node *node, struct link *link)
{
    end_link(node, link);
}

static void end_on_message(struct node *node, struct link *link, unsigned type, const char *body,
                           size_t length)
{
    (void)type;
    (void)body;
    (void)length;
    end_link(node, link);
}

static void close_it(struct node *node, struct link *link)
{
    (void)link;
    close_node(node);
}

static void close_on_message(struct node *node, struct link *link, unsigned type, const char *body,
                             size_t length)
{
    (void)link;
    (void)type;
    (void)body;
    (void)length;
    close_node(node);
}

/* Starts two nodes and connects them, without waiting. */
static void begin_pair(void)
{
    (void)start_node(0);
    (void)start_node(1);
    (void)connect_node(&nodes[0], 2, links_port(nodes[1].links));
}

START_TEST(a_link_can_end_as_soon_as_it_is_up)
{
    begin_pair();
    nodes[_i].on_up = end_it;
    UNTIL(nodes[_i].downs == 1 && (nodes[1 - _i].downs == 1));
}
END_TEST

START_TEST(links_can_be_closed_as_soon_as_one_is_up)
{
    begin_pair();
    nodes[_i].on_up = close_it;
    UNTIL(nodes[_i].is_closed && nodes[1 - _i].downs == 1);
    ck_assert_uint_eq(nodes[_i].downs, 0);
}
END_TEST

START_TEST(after_a_message_that_ends_the_link_no_more_are_delivered)
{
    start_pair();
    nodes[1].on_message = end_on_message;
    for (unsigned i = 0; i < 10; i++) {
        link_send(nodes[0].link, TYPE, "x", 1);
    }
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
    ck_assert_uint_eq(nodes[1].messages, 1);
}
END_TEST

START_TEST(after_a_message_that_closes_the_links_no_more_are_delivered)
{
    start_pair();
    nodes[1].on_message = close_on_message;
    for (unsigned i = 0; i < 10; i++) {
        link_send(nodes[0].link, TYPE, "x", 1);
    }
    UNTIL(nodes[0].downs == 1 && nodes[1].is_closed);
    ck_assert_uint_eq(nodes[1].messages, 1);
    ck_assert_uint_eq(nodes[1].downs, 0);
}
END_TEST

START_TEST(links_can_be_closed_when_one_goes_down)
{
    start_pair();
    nodes[0].on_down = close_it;
    end_link(&nodes[0], nodes[0].link);
    UNTIL(nodes[0].is_closed && nodes[1].downs == 1);
    ck_assert_uint_eq(nodes[0].downs, 1);
}
END_TEST

static void connect_again(struct node *node, struct link *link)
{
    (void)link;
    (void)connect_node(node, 2, links_port(nodes[1].links));
}

START_TEST(a_node_can_connect_again_when_a_link_goes_down)
{
    start_pair();
    nodes[0].on_down = connect_again;
    end_link(&nodes[1], nodes[1].link);
    UNTIL(nodes[0].ups == 2 && nodes[1].ups == 2);
    nodes[0].on_down = NULL;
}
END_TEST

START_TEST(links_that_still_connect_can_be_closed)
{
    int descriptor = -1;
    begin_pair();
    (void)connect_node(&nodes[0], 2, deaf_port(&descriptor));
    ck_assert_ptr_nonnull(links_connect(nodes[0].links, 2, "localhost:1"));
    close_node(&nodes[0]);
    UNTIL(nodes[0].is_closed);
    ck_assert_uint_eq(nodes[0].downs, 0);
    (void)close(descriptor);
}
END_TEST

/* ---- the cluster's key ---- */

#define DIGITS "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F"

static bool read_key_text(const char *text, unsigned char result[LINK_KEY_BYTES])
{
    char file[] = "/tmp/gaslight-key-XXXXXX", error[400] = "";
    int descriptor = mkstemp(file);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_eq(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    (void)close(descriptor);
    bool good = link_read_key(file, result, error, sizeof error);
    ck_assert_int_eq(good, error[0] == '\0');
    (void)unlink(file);
    return good;
}

START_TEST(a_key_is_64_hexadecimal_digits)
{
    unsigned char result[LINK_KEY_BYTES];
    char error[400] = "";
    ck_assert(read_key_text(DIGITS, result));
    for (unsigned i = 0; i < LINK_KEY_BYTES; i++) {
        ck_assert_uint_eq(result[i], i);
    }
    ck_assert(read_key_text(DIGITS "\n", result));
    ck_assert(read_key_text(DIGITS "\r\n", result));
    ck_assert(!read_key_text("", result));
    ck_assert(!read_key_text(DIGITS "00", result));
    ck_assert(!read_key_text(DIGITS DIGITS, result));
    ck_assert(!read_key_text(&DIGITS[1], result));
    ck_assert(!read_key_text(&DIGITS[2], result));
    ck_assert(!read_key_text("g" DIGITS, result));
    ck_assert(!read_key_text("0g0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", result));
    ck_assert(!read_key_text("00 102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", result));
    ck_assert(!link_read_key("/nonexistent/key", result, error, sizeof error));
    ck_assert_msg(strstr(error, "/nonexistent/key") != NULL, "%s", error);
}
END_TEST

static TCase *new_case(Suite *suite, const char *name)
{
    TCase *cases = tcase_create(name);
    tcase_set_timeout(cases, 2 * PATIENCE_MILLISECONDS / 1000);
    tcase_add_checked_fixture(cases, setup, close_all);
    suite_add_tcase(suite, cases);
    return cases;
}

int main(void)
{
    Suite *suite = suite_create("link");
    TCase *cases = new_case(suite, "up_and_down");
    tcase_add_test(cases, both_ends_know_each_other);
    tcase_add_test(cases, each_end_is_notified_once_that_a_link_is_down);
    tcase_add_test(cases, the_accepting_end_can_end_a_link);
    tcase_add_test(cases, what_was_queued_before_the_end_arrives);
    tcase_add_test(cases, a_connection_that_nobody_accepts_is_refused);
    tcase_add_test(cases, a_link_that_was_ended_while_it_connects_is_not_refused);
    tcase_add_test(cases, a_malformed_address_fails_later);
    tcase_add_test(cases, names_are_resolved);
    tcase_add_test(cases, all_addresses_of_a_name_are_tried);
    tcase_add_test(cases, a_link_is_refused_if_all_its_addresses_refuse);
    tcase_add_test(cases, a_link_can_end_while_its_name_is_resolved);
    tcase_add_test(cases, a_port_in_use_cannot_be_opened);
    tcase_add_test(cases, a_key_is_64_hexadecimal_digits);
    cases = new_case(suite, "messages");
    tcase_add_test(cases, messages_arrive_in_order);
    tcase_add_test(cases, messages_of_any_length_arrive);
    tcase_add_test(cases, a_message_that_is_too_long_ends_the_link);
    tcase_add_test(cases, the_loop_does_not_wait_before_everything_is_written);
    tcase_add_test(cases, a_link_that_takes_nothing_ends);
    cases = new_case(suite, "shared");
    tcase_add_test(cases, the_same_text_for_ten_thousand_sessions_travels_once);
    tcase_add_test(cases, only_the_same_text_in_a_row_is_shared);
    tcase_add_test(cases, texts_of_two_types_are_not_shared);
    tcase_add_test(cases, a_list_of_sessions_that_gets_too_long_is_split);
    tcase_add_test(cases, a_text_is_shared_even_if_it_goes_to_several_nodes_in_turn);
    tcase_add_test(cases, malformed_shared_texts_are_rejected);
    tcase_add_test(cases, whole_and_partial_messages_are_distinguished);
    tcase_add_test(cases, a_node_that_sends_malformed_messages_is_disconnected);
    cases = new_case(suite, "closing");
    tcase_add_loop_test(cases, a_link_can_end_as_soon_as_it_is_up, 0, 2);
    tcase_add_loop_test(cases, links_can_be_closed_as_soon_as_one_is_up, 0, 2);
    tcase_add_test(cases, after_a_message_that_ends_the_link_no_more_are_delivered);
    tcase_add_test(cases, after_a_message_that_closes_the_links_no_more_are_delivered);
    tcase_add_test(cases, links_can_be_closed_when_one_goes_down);
    tcase_add_test(cases, a_node_can_connect_again_when_a_link_goes_down);
    tcase_add_test(cases, links_that_still_connect_can_be_closed);
    return run_suite(suite);
}
