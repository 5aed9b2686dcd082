/*
 * test_link_attacks.c: links against strangers, and against somebody in the middle.
 *
 * Strangers are plain sockets. In the middle is a proxy between the first node, which connects, and the second: it takes the
 * stream of each direction apart into hello, header and records, and passes each part to the test's function.
 */
#include <check.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/buffer.h"
#include "server/base/log.h"
#include "tests/support/c/run_suite.h"
#include "tests/unit/server/cluster/link_pair.h"

enum { TYPE = 5 };

/* ---- the proxy ---- */

enum side { CONNECTOR, ACCEPTOR, SIDES };
enum { PART_HELLO, PART_HEADER, PART_PROOF, PART_FIRST_RECORD };

static struct {
    uv_tcp_t listener, socket[SIDES]; /* to the node that connected, and to the one that accepted */
    uv_connect_t connect;
    struct buffer arrived[SIDES]; /* what this side sent and is not yet a part */
    unsigned parts[SIDES];        /* that this side has sent */
    struct buffer all[SIDES];     /* all that this side has sent */
    bool is_open, is_cut;
    /* Passes a part on, or does something else. */
    void (*handle)(enum side from, unsigned part, char *bytes, size_t length);
    unsigned port;
} proxy;

static enum side attacked; /* whose parts are changed */
static size_t position;    /* of the byte that is changed, and so on */

static enum side other(enum side side)
{
    return side == CONNECTOR ? ACCEPTOR : CONNECTOR;
}

static void forward(enum side from, const char *bytes, size_t length)
{
    uv_buf_t piece = uv_buf_init((char *)bytes, (unsigned)length);
    if (length > 0 && !uv_is_closing((uv_handle_t *)&proxy.socket[other(from)])) {
        int written = uv_try_write((uv_stream_t *)&proxy.socket[other(from)], &piece, 1);
        ck_assert(written < 0 || written == (int)length); /* what is sent here is small */
    }
}

static void cut(void)
{
    for (unsigned i = 0; i < SIDES; i++) {
        if (!uv_is_closing((uv_handle_t *)&proxy.socket[i])) {
            uv_close((uv_handle_t *)&proxy.socket[i], NULL);
        }
    }
    proxy.is_cut = true;
}

/* Returns the length of the next part, or 0 if it has not arrived. */
static size_t part_length(enum side from)
{
    const struct buffer *arrived = &proxy.arrived[from];
    size_t length = proxy.parts[from] == PART_HELLO ? LINK_HELLO_BYTES : LINK_HEADER_BYTES;
    if (proxy.parts[from] >= PART_PROOF) {
        if (arrived->length < LINK_LENGTH_BYTES) {
            return 0;
        }
        length = LINK_LENGTH_BYTES + link_read_number((const unsigned char *)arrived->text);
    }
    return arrived->length >= length ? length : 0;
}

static void give_room(uv_handle_t *handle, size_t suggested, uv_buf_t *room)
{
    static char bytes[65536];
    (void)handle;
    (void)suggested;
    *room = uv_buf_init(bytes, sizeof bytes);
}

static void from_side(uv_stream_t *stream, ssize_t count, const uv_buf_t *room)
{
    enum side from = stream == (uv_stream_t *)&proxy.socket[CONNECTOR] ? CONNECTOR : ACCEPTOR;
    struct buffer *arrived = &proxy.arrived[from];
    if (count < 0) {
        (void)uv_read_stop(stream);
        cut();
        return;
    }
    ck_assert(buffer_add(arrived, room->base, (size_t)count));
    ck_assert(buffer_add(&proxy.all[from], room->base, (size_t)count));
    for (size_t length = part_length(from); length > 0 && !proxy.is_cut; length = part_length(from)) {
        proxy.handle(from, proxy.parts[from]++, arrived->text, length);
        arrived->length -= length;
        memmove(arrived->text, arrived->text + length, arrived->length);
    }
}

static void proxy_connected(uv_connect_t *connect, int status)
{
    (void)connect;
    if (status == 0 && !proxy.is_cut) {
        (void)uv_read_start((uv_stream_t *)&proxy.socket[CONNECTOR], give_room, from_side);
        (void)uv_read_start((uv_stream_t *)&proxy.socket[ACCEPTOR], give_room, from_side);
    }
}

static void proxy_accept(uv_stream_t *listener, int status)
{
    struct sockaddr_in address;
    ck_assert_int_eq(status, 0);
    ck_assert(!proxy.is_open);
    proxy.is_open = true;
    (void)uv_tcp_init(&loop, &proxy.socket[CONNECTOR]);
    (void)uv_tcp_init(&loop, &proxy.socket[ACCEPTOR]);
    ck_assert_int_eq(uv_accept(listener, (uv_stream_t *)&proxy.socket[CONNECTOR]), 0);
    ck_assert_int_eq(uv_ip4_addr("127.0.0.1", (int)links_port(nodes[1].links), &address), 0);
    ck_assert_int_eq(uv_tcp_connect(&proxy.connect, &proxy.socket[ACCEPTOR],
                                    (const struct sockaddr *)&address, proxy_connected),
                     0);
}

static void pass_on(enum side from, unsigned part, char *bytes, size_t length)
{
    (void)part;
    forward(from, bytes, length);
}

/* Connects the first node to the second through the proxy. */
static void connect_through(void (*handle)(enum side from, unsigned part, char *bytes, size_t length))
{
    struct sockaddr_in address;
    int length = sizeof address;
    memset(&proxy, 0, sizeof proxy);
    proxy.handle = handle;
    (void)uv_tcp_init(&loop, &proxy.listener);
    ck_assert_int_eq(uv_ip4_addr("127.0.0.1", 0, &address), 0);
    ck_assert_int_eq(uv_tcp_bind(&proxy.listener, (const struct sockaddr *)&address, 0), 0);
    ck_assert_int_eq(uv_listen((uv_stream_t *)&proxy.listener, 1, proxy_accept), 0);
    ck_assert_int_eq(uv_tcp_getsockname(&proxy.listener, (struct sockaddr *)&address, &length), 0);
    (void)connect_node(&nodes[0], 2, ntohs(address.sin_port));
}

static void close_proxy(void)
{
    uv_close((uv_handle_t *)&proxy.listener, NULL);
    if (proxy.is_open) {
        cut();
    }
    (void)uv_run(&loop, UV_RUN_NOWAIT);
    for (unsigned i = 0; i < SIDES; i++) {
        buffer_free(&proxy.arrived[i]);
        buffer_free(&proxy.all[i]);
    }
}

static void start_two(void)
{
    (void)start_node(0);
    (void)start_node(1);
}

/* The node that gets what the attacked side sends. */
static struct node *victim(void)
{
    return &nodes[attacked == CONNECTOR ? 1 : 0];
}

static struct node *sender(void)
{
    return &nodes[attacked == CONNECTOR ? 0 : 1];
}

/* ---- somebody changes the handshake ---- */

static unsigned attacked_part;

static void flip_byte(enum side from, unsigned part, char *bytes, size_t length)
{
    if (from == attacked && part == attacked_part && position < length) {
        bytes[position] = (char)(bytes[position] ^ 0x10);
    }
    forward(from, bytes, length);
}

START_TEST(a_hello_that_was_changed_anywhere_brings_up_neither_end)
{
    attacked_part = PART_HELLO;
    start_two();
    for (int side = 0; side < SIDES; side++) {
        for (position = 0; position < LINK_HELLO_BYTES; position++) {
            unsigned before = nodes[0].downs;
            attacked = (enum side)side;
            connect_through(flip_byte);
            UNTIL(nodes[0].downs == before + 1 && nodes[1].links->unfinished == 0);
            close_proxy();
        }
    }
    ck_assert_uint_eq(nodes[0].ups + nodes[1].ups, 0);
    ck_assert_uint_eq(nodes[1].downs, 0);
}
END_TEST

START_TEST(a_proof_that_was_changed_anywhere_is_refused)
{
    start_two();
    attacked = (enum side)_i;
    for (size_t i = 0; i < LINK_PROOF_BYTES; i++) {
        unsigned before = nodes[0].downs;
        attacked_part = i < LINK_HEADER_BYTES ? PART_HEADER : PART_PROOF;
        position = i < LINK_HEADER_BYTES ? i : i - LINK_HEADER_BYTES;
        connect_through(flip_byte);
        UNTIL(nodes[0].downs == before + 1 && nodes[1].links->unfinished == 0);
        close_proxy();
    }
    ck_assert_uint_eq(victim()->ups, 0);
    ck_assert_uint_eq(victim()->messages, 0);
}
END_TEST

static bool with_other_role;

static void reflect(enum side from, unsigned part, char *bytes, size_t length)
{
    if (from == CONNECTOR) {
        if (part == PART_HELLO && with_other_role) {
            bytes[10] = LINK_ACCEPTED;
            bytes[19] = 2; /* the number of the node that is expected */
        }
        forward(ACCEPTOR, bytes, length);
    }
}

START_TEST(a_node_does_not_talk_to_itself)
{
    start_two();
    with_other_role = _i == 1;
    connect_through(reflect);
    UNTIL(nodes[0].downs == 1);
    ck_assert_uint_eq(nodes[0].ups + nodes[1].ups, 0);
    close_proxy();
}
END_TEST

/* ---- somebody changes records ---- */

/* Connects through the proxy, and has the attacked side send three messages, each in a record of its own. */
static void send_three(void (*handle)(enum side from, unsigned part, char *bytes, size_t length))
{
    start_two();
    connect_through(handle);
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
    for (unsigned i = 0; i < 3; i++) {
        link_send(sender()->link, TYPE + i, "abc", 3);
        link_flush(sender()->link);
    }
}

/* If the length was changed, the rest of the record may never come. */
static void make_impatient(void)
{
    for (unsigned i = 0; i < 2; i++) {
        links_set_limits(nodes[i].links, &(struct link_limits){.ping = 20,
                                                               .silence = 100,
                                                               .handshake = PATIENCE_MILLISECONDS,
                                                               .queue = LINK_QUEUE_MAX});
    }
}

START_TEST(a_record_that_was_changed_anywhere_ends_the_link)
{
    size_t sealed = LINK_LENGTH_BYTES + LINK_SEAL_BYTES + LINK_MESSAGE_HEAD_BYTES + 3;
    attacked = (enum side)(_i % SIDES);
    attacked_part = PART_FIRST_RECORD;
    position = (size_t)_i / SIDES;
    ck_assert_uint_lt(position, sealed);
    send_three(flip_byte);
    make_impatient();
    UNTIL(victim()->downs == 1);
    ck_assert_uint_eq(victim()->messages, 0);
    close_proxy();
}
END_TEST

static void drop_first(enum side from, unsigned part, char *bytes, size_t length)
{
    if (from != attacked || part != PART_FIRST_RECORD) {
        forward(from, bytes, length);
    }
}

START_TEST(a_record_that_was_lost_ends_the_link)
{
    attacked = (enum side)_i;
    send_three(drop_first);
    UNTIL(victim()->downs == 1);
    ck_assert_uint_eq(victim()->messages, 0);
    close_proxy();
}
END_TEST

static void double_first(enum side from, unsigned part, char *bytes, size_t length)
{
    forward(from, bytes, length);
    if (from == attacked && part == PART_FIRST_RECORD) {
        forward(from, bytes, length);
    }
}

START_TEST(a_record_that_was_repeated_ends_the_link)
{
    attacked = (enum side)_i;
    send_three(double_first);
    UNTIL(victim()->downs == 1);
    ck_assert_uint_eq(victim()->messages, 1);
    close_proxy();
}
END_TEST

static void swap_first(enum side from, unsigned part, char *bytes, size_t length)
{
    static char kept[200];
    static size_t kept_length;
    if (from == attacked && part == PART_FIRST_RECORD) {
        ck_assert_uint_le(length, sizeof kept);
        memcpy(kept, bytes, length);
        kept_length = length;
        return;
    }
    forward(from, bytes, length);
    if (from == attacked && part == PART_FIRST_RECORD + 1) {
        forward(from, kept, kept_length);
    }
}

START_TEST(records_in_another_order_end_the_link)
{
    attacked = (enum side)_i;
    send_three(swap_first);
    UNTIL(victim()->downs == 1);
    ck_assert_uint_eq(victim()->messages, 0);
    close_proxy();
}
END_TEST

static void cut_first(enum side from, unsigned part, char *bytes, size_t length)
{
    if (from == attacked && part == PART_FIRST_RECORD) {
        forward(from, bytes, length - 1);
        cut();
    } else {
        forward(from, bytes, length);
    }
}

START_TEST(a_record_that_was_cut_short_is_not_delivered)
{
    attacked = (enum side)_i;
    send_three(cut_first);
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
    ck_assert_uint_eq(victim()->messages, 0);
    close_proxy();
}
END_TEST

static void return_first(enum side from, unsigned part, char *bytes, size_t length)
{
    if (from == attacked && part == PART_FIRST_RECORD) {
        forward(other(from), bytes, length);
    } else {
        forward(from, bytes, length);
    }
}

START_TEST(a_record_that_comes_back_to_its_sender_ends_the_link)
{
    attacked = (enum side)_i;
    send_three(return_first);
    UNTIL(sender()->downs == 1);
    ck_assert_uint_eq(sender()->messages, 0);
    close_proxy();
}
END_TEST

/* ---- time ---- */

START_TEST(a_link_on_which_nothing_arrives_ends)
{
    start_two();
    connect_through(pass_on);
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
    (void)uv_read_stop((uv_stream_t *)&proxy.socket[CONNECTOR]);
    (void)uv_read_stop((uv_stream_t *)&proxy.socket[ACCEPTOR]);
    make_impatient();
    UNTIL(nodes[0].downs == 1 && nodes[1].downs == 1);
    close_proxy();
}
END_TEST

START_TEST(an_idle_link_sends_pings)
{
    start_two();
    connect_through(pass_on);
    for (unsigned i = 0; i < 2; i++) {
        links_set_limits(nodes[i].links, &(struct link_limits){.ping = 5,
                                                               .silence = PATIENCE_MILLISECONDS,
                                                               .handshake = PATIENCE_MILLISECONDS,
                                                               .queue = LINK_QUEUE_MAX});
    }
    UNTIL(proxy.parts[CONNECTOR] > PART_FIRST_RECORD + 5 && proxy.parts[ACCEPTOR] > PART_FIRST_RECORD + 5);
    ck_assert_uint_eq(nodes[0].downs + nodes[1].downs, 0);
    ck_assert_uint_eq(nodes[0].messages + nodes[1].messages, 0);
    ck_assert_uint_ge(nodes[1].link->heard, nodes[1].link->started);
    close_proxy();
}
END_TEST

/* ---- another key, another node ---- */

/* Waits until the link of the first node has failed, and checks that it never came up at either end. */
static void check_failure(void)
{
    UNTIL(nodes[0].downs == 1 && nodes[1].links->unfinished == 0);
    ck_assert_uint_eq(nodes[0].ups + nodes[1].ups, 0);
    ck_assert_uint_eq(nodes[0].refusals, 0);
    ck_assert_uint_eq(nodes[1].downs, 0);
}

START_TEST(a_node_with_another_key_is_refused)
{
    (void)start_node_with(0, 1, other_key);
    (void)start_node(1);
    (void)connect_node(&nodes[0], 2, links_port(nodes[1].links));
    check_failure();
}
END_TEST

START_TEST(a_node_of_another_number_is_refused)
{
    start_two();
    (void)connect_node(&nodes[0], 3, links_port(nodes[1].links));
    check_failure();
}
END_TEST

START_TEST(a_node_of_the_same_number_is_refused)
{
    (void)start_node_with(0, 2, key);
    (void)start_node(1);
    (void)connect_node(&nodes[0], 2, links_port(nodes[1].links));
    check_failure();
}
END_TEST

/* ---- strangers ---- */

static int connect_stranger(unsigned port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int stranger = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(stranger, 0);
    ck_assert_int_eq(connect(stranger, (struct sockaddr *)&address, sizeof address), 0);
    return stranger;
}

static void say(int stranger, const void *bytes, size_t length)
{
    ck_assert_int_eq(send(stranger, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
}

/* Returns whether the other end has closed the connection, and counts what it sent before. */
static bool is_hung_up(int stranger, size_t *heard)
{
    char bytes[1000];
    ssize_t count = recv(stranger, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count > 0) {
        *heard += (size_t)count;
        return false;
    }
    return count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

static void write_sample_hello(unsigned char bytes[LINK_HELLO_BYTES])
{
    struct link_hello hello = {.role = LINK_CONNECTED, .node = 9, .name = "stranger"};
    link_write_hello(&hello, bytes);
}

START_TEST(strangers_hear_nothing)
{
    unsigned char bytes[LINK_HELLO_BYTES];
    size_t heard = 0;
    (void)start_node(1);
    int stranger = connect_stranger(links_port(nodes[1].links));
    write_sample_hello(bytes);
    if (_i == 0) {
        memset(bytes, 'x', sizeof bytes);
    } else if (_i == 1) {
        bytes[9] = LINK_VERSION + 1;
    } else if (_i == 2) {
        bytes[10] = LINK_ACCEPTED;
    } else if (_i == 3) {
        bytes[10] = 0;
    } else if (_i == 4) {
        bytes[11] = LINK_NAME_BYTES + 1;
    } else if (_i == 5) {
        bytes[20] = '\n';
    } else if (_i == 6) {
        bytes[21] = 0;
    } else if (_i == 7) {
        bytes[20] = 0xff;
    } else if (_i == 8) {
        bytes[12] = 0x80;
    } else {
        bytes[19] = 0;
    }
    say(stranger, bytes, sizeof bytes);
    UNTIL(is_hung_up(stranger, &heard));
    ck_assert_uint_eq(heard, 0);
    ck_assert_uint_eq(nodes[1].ups + nodes[1].downs, 0);
    (void)close(stranger);
}
END_TEST

START_TEST(a_hello_without_a_proof_brings_nothing_up)
{
    unsigned char bytes[LINK_HELLO_BYTES + LINK_PROOF_BYTES] = {0};
    size_t heard = 0;
    (void)start_node(1);
    int stranger = connect_stranger(links_port(nodes[1].links));
    write_sample_hello(bytes);
    bytes[LINK_HELLO_BYTES + LINK_HEADER_BYTES + 3] = LINK_SEAL_BYTES;
    say(stranger, bytes, sizeof bytes);
    UNTIL(is_hung_up(stranger, &heard));
    ck_assert_uint_le(heard, LINK_HELLO_BYTES + LINK_PROOF_BYTES);
    ck_assert_uint_eq(nodes[1].ups + nodes[1].downs, 0);
    (void)close(stranger);
}
END_TEST

START_TEST(a_handshake_that_takes_too_long_is_ended)
{
    unsigned char bytes[LINK_HELLO_BYTES];
    size_t heard = 0;
    static const size_t sent[] = {0, 1, LINK_HELLO_BYTES - 1, LINK_HELLO_BYTES};
    (void)start_node(1);
    int stranger = connect_stranger(links_port(nodes[1].links));
    write_sample_hello(bytes);
    say(stranger, bytes, sent[_i]);
    UNTIL(nodes[1].links->unfinished == 1);
    links_set_limits(nodes[1].links, &(struct link_limits){.ping = PATIENCE_MILLISECONDS,
                                                           .silence = PATIENCE_MILLISECONDS,
                                                           .handshake = 50,
                                                           .queue = LINK_QUEUE_MAX});
    UNTIL(is_hung_up(stranger, &heard));
    ck_assert_uint_eq(nodes[1].links->unfinished, 0);
    ck_assert_uint_eq(nodes[1].ups + nodes[1].downs, 0);
    (void)close(stranger);
}
END_TEST

START_TEST(a_node_that_does_not_answer_is_given_up)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int silent = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(silent, (struct sockaddr *)&address, length), 0);
    ck_assert_int_eq(listen(silent, 1), 0);
    ck_assert_int_eq(getsockname(silent, (struct sockaddr *)&address, &length), 0);
    (void)start_node(0);
    struct link_limits limits = nodes[0].links->limits;
    limits.handshake = 50;
    links_set_limits(nodes[0].links, &limits);
    (void)connect_node(&nodes[0], 2, ntohs(address.sin_port));
    UNTIL(nodes[0].downs == 1);
    ck_assert_uint_eq(nodes[0].refusals, 0);
    (void)close(silent);
}
END_TEST

START_TEST(many_strangers_do_not_keep_a_node_out)
{
    enum { STRANGERS = 200 };
    int strangers[STRANGERS];
    size_t heard = 0;
    unsigned open = 0;
    start_two();
    for (unsigned i = 0; i < STRANGERS; i++) {
        strangers[i] = connect_stranger(links_port(nodes[1].links));
        (void)uv_run(&loop, UV_RUN_NOWAIT);
        ck_assert_uint_le(nodes[1].links->unfinished, LINK_UNFINISHED_MAX);
    }
    UNTIL(nodes[1].links->unfinished == LINK_UNFINISHED_MAX && is_hung_up(strangers[STRANGERS - 65], &heard));
    (void)connect_node(&nodes[0], 2, links_port(nodes[1].links));
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
    ck_assert_uint_eq(nodes[1].links->unfinished, LINK_UNFINISHED_MAX - 1);
    for (unsigned i = 0; i < STRANGERS; i++) {
        open += is_hung_up(strangers[i], &heard) ? 0U : 1U;
        (void)close(strangers[i]);
    }
    ck_assert_uint_le(open, LINK_UNFINISHED_MAX);
    ck_assert_uint_eq(heard, 0);
    UNTIL(nodes[1].links->unfinished == 0);
    ck_assert_uint_eq(nodes[1].downs, 0);
}
END_TEST

START_TEST(what_a_node_sent_before_cannot_be_sent_again)
{
    size_t heard = 0;
    start_two();
    attacked = CONNECTOR;
    connect_through(pass_on);
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
    link_send(nodes[0].link, TYPE, "abc", 3);
    UNTIL(nodes[1].messages == 1);
    int stranger = connect_stranger(links_port(nodes[1].links));
    say(stranger, proxy.all[CONNECTOR].text, proxy.all[CONNECTOR].length);
    UNTIL(is_hung_up(stranger, &heard));
    ck_assert_uint_eq(nodes[1].ups, 1);
    ck_assert_uint_eq(nodes[1].messages, 1);
    ck_assert_uint_eq(nodes[1].downs, 0);
    (void)close(stranger);
    close_proxy();
}
END_TEST

static struct buffer recorded;

static void answer_as_before(enum side from, unsigned part, char *bytes, size_t length)
{
    (void)bytes;
    (void)length;
    if (from == CONNECTOR && part == PART_HELLO) {
        forward(ACCEPTOR, recorded.text, recorded.length);
    }
}

START_TEST(what_a_node_answered_before_cannot_be_answered_again)
{
    start_two();
    connect_through(pass_on);
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
    link_send(nodes[1].link, TYPE, "abc", 3);
    UNTIL(nodes[0].messages == 1);
    recorded = proxy.all[ACCEPTOR];
    proxy.all[ACCEPTOR] = (struct buffer){0};
    close_proxy();
    UNTIL(nodes[0].downs == 1);
    connect_through(answer_as_before);
    UNTIL(nodes[0].downs == 2);
    ck_assert_uint_eq(nodes[0].ups, 1);
    ck_assert_uint_eq(nodes[0].messages, 1);
    close_proxy();
    buffer_free(&recorded);
}
END_TEST

/* Counts the lines that have a word in them. */
static unsigned count_lines(const char *file, const char *word)
{
    char line[2100];
    unsigned count = 0;
    FILE *stream = fopen(file, "r");
    ck_assert_ptr_nonnull(stream);
    while (fgets(line, sizeof line, stream) != NULL) {
        count += strstr(line, word) != NULL ? 1U : 0U;
    }
    (void)fclose(stream);
    return count;
}

START_TEST(repeated_failures_are_not_logged_each_time)
{
    enum { FAILURES = 30 };
    char file[] = "/tmp/gaslight-log-XXXXXX", error[200];
    int descriptor = mkstemp(file);
    ck_assert_int_ge(descriptor, 0);
    (void)close(descriptor);
    ck_assert(log_open(file, LOG_INFO, error, sizeof error));
    (void)start_node_with(0, 1, other_key);
    (void)start_node(1);
    uint64_t begin = uv_hrtime();
    for (unsigned i = 1; i <= FAILURES; i++) {
        (void)connect_node(&nodes[0], 2, links_port(nodes[1].links));
        UNTIL(nodes[0].downs == i && nodes[1].links->unfinished == 0);
    }
    UNTIL(LIST_EMPTY(&nodes[1].links->all));
    uint64_t intervals = (uv_hrtime() - begin) / 1000000 / LINK_LOG_MILLISECONDS;
    log_close();
    ck_assert_uint_ge(count_lines(file, " link_failed node=2 "), 1);
    ck_assert_uint_le(count_lines(file, " link_failed node=2 "), 1 + intervals);
    ck_assert_uint_ge(count_lines(file, " link_refused address=127.0.0.1 "), 1);
    ck_assert_uint_le(count_lines(file, " link_refused address=127.0.0.1 "), 1 + intervals);
    (void)unlink(file);
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
    Suite *suite = suite_create("link_attacks");
    TCase *cases = new_case(suite, "handshake");
    tcase_add_test(cases, a_hello_that_was_changed_anywhere_brings_up_neither_end);
    tcase_add_loop_test(cases, a_proof_that_was_changed_anywhere_is_refused, 0, SIDES);
    tcase_add_loop_test(cases, a_node_does_not_talk_to_itself, 0, 2);
    tcase_add_test(cases, a_node_with_another_key_is_refused);
    tcase_add_test(cases, a_node_of_another_number_is_refused);
    tcase_add_test(cases, a_node_of_the_same_number_is_refused);
    tcase_add_test(cases, what_a_node_sent_before_cannot_be_sent_again);
    tcase_add_test(cases, what_a_node_answered_before_cannot_be_answered_again);
    cases = new_case(suite, "records");
    tcase_add_loop_test(cases, a_record_that_was_changed_anywhere_ends_the_link, 0,
                        SIDES * (LINK_LENGTH_BYTES + LINK_SEAL_BYTES + LINK_MESSAGE_HEAD_BYTES + 3));
    tcase_add_loop_test(cases, a_record_that_was_lost_ends_the_link, 0, SIDES);
    tcase_add_loop_test(cases, a_record_that_was_repeated_ends_the_link, 0, SIDES);
    tcase_add_loop_test(cases, records_in_another_order_end_the_link, 0, SIDES);
    tcase_add_loop_test(cases, a_record_that_was_cut_short_is_not_delivered, 0, SIDES);
    tcase_add_loop_test(cases, a_record_that_comes_back_to_its_sender_ends_the_link, 0, SIDES);
    cases = new_case(suite, "time");
    tcase_add_test(cases, a_link_on_which_nothing_arrives_ends);
    tcase_add_test(cases, an_idle_link_sends_pings);
    tcase_add_loop_test(cases, a_handshake_that_takes_too_long_is_ended, 0, 4);
    tcase_add_test(cases, a_node_that_does_not_answer_is_given_up);
    cases = new_case(suite, "strangers");
    tcase_add_loop_test(cases, strangers_hear_nothing, 0, 10);
    tcase_add_test(cases, a_hello_without_a_proof_brings_nothing_up);
    tcase_add_test(cases, many_strangers_do_not_keep_a_node_out);
    tcase_add_test(cases, repeated_failures_are_not_logged_each_time);
    return run_suite(suite);
}
