/*
 * test_transport.c: real sockets on loopback, with a client that sends and reads raw bytes.
 *
 * Server and client share one thread: waiting for anything runs the loop, so no test depends on timing. A wait
 * that never ends fails after minutes.
 */
#include "tests/support/c/run_suite.h"
#include "tests/support/c/transport_harness.h"

/* ---- Tests: messages -------------------------------------------------------------------------------- */

START_TEST(a_message_is_received_and_a_reply_sent)
{
    start();
    struct client *client = connect_ws();
    ck_assert_uint_eq(transport_connections(server.transport), 1);
    ck_assert_str_eq(connection_address(server.connection[0]), "127.0.0.1");
    expect_echo(client);
    ck_assert_str_eq(server.message, "echo still here");
    char text[100];
    send_frame(client, FIN | CLOSE, "\x03\xe8", 2);
    ck_assert_uint_eq(read_frame(client, text, sizeof text), CLOSE);
    wait_for(NULL, 0, &server.closed, 1);
    ck_assert_uint_eq(transport_connections(server.transport), 0);
    hang_up(client);
}
END_TEST

START_TEST(fragments_are_joined_to_one_message)
{
    start();
    struct client *client = connect_ws();
    send_frame(client, TEXT, "ab", 2);
    send_frame(client, FIN | PING, "p", 1);
    send_frame(client, 0, "", 0);
    send_frame(client, 0, "cd", 2);
    send_frame(client, FIN, "ef", 2);
    wait_for(NULL, 0, &server.messages, 1);
    ck_assert_str_eq(server.message, "abcdef");
    unsigned char frame[64];
    size_t length = make_frame(frame, FIN | TEXT, "byte by byte", 12);
    for (size_t i = 0; i < length; i++) {
        put(client, frame + i, 1);
    }
    wait_for(NULL, 0, &server.messages, 2);
    ck_assert_str_eq(server.message, "byte by byte");
    char text[10];
    ck_assert_uint_eq(read_frame(client, text, sizeof text), PONG);
    ck_assert_str_eq(text, "p");
    hang_up(client);
    wait_for(NULL, 0, &server.closed, 1);
}
END_TEST

START_TEST(many_messages_in_one_packet_are_delivered_separately)
{
    start();
    struct client *client = connect_ws();
    unsigned char frames[64 * 20];
    size_t length = 0;
    for (unsigned i = 0; i < 64; i++) {
        length += make_frame(frames + length, FIN | TEXT, "echo x", 6);
    }
    put(client, frames, length);
    wait_for(client, (size_t)64 * 3, &server.messages, 64);
    ck_assert_uint_eq(client->length, 64 * 3);
    hang_up(client);
}
END_TEST

START_TEST(the_largest_message_is_accepted_and_a_larger_one_refused)
{
    start();
    size_t most = (size_t)server.options.message_bytes;
    char *text = malloc(most + 1);
    memset(text, 'x', most + 1);
    struct client *client = connect_ws();
    send_frame(client, FIN | TEXT, text, most);
    wait_for(NULL, 0, &server.messages, 1);
    ck_assert_uint_eq(server.message_length, most);
    send_frame(client, FIN | TEXT, text, most + 1);
    ck_assert_uint_eq(read_close(client), CLOSE_TOO_BIG);
    ck_assert_uint_eq(server.messages, 1);
    hang_up(client);
    free(text);
}
END_TEST

START_TEST(an_oversized_message_is_refused_by_its_header_and_in_fragments)
{
    start();
    struct client *boaster = connect_ws();
    unsigned char frame[20];
    size_t length = make_frame(frame, FIN | TEXT, NULL, (size_t)1 << 40);
    frame[length] = 'x';
    put(boaster, frame, length + 1);
    ck_assert_uint_eq(read_close(boaster), CLOSE_TOO_BIG);
    struct client *client = connect_ws();
    char text[1000];
    memset(text, 'y', sizeof text);
    send_frame(client, TEXT, text, sizeof text);
    for (unsigned i = 0; i < 20; i++) {
        send_frame(client, 0, text, sizeof text);
    }
    ck_assert_uint_eq(read_close(client), CLOSE_TOO_BIG);
    ck_assert_uint_eq(server.messages, 0);
    hang_up(boaster);
    hang_up(client);
}
END_TEST

START_TEST(binary_and_bad_text_are_refused)
{
    start();
    struct client *client = connect_ws();
    send_frame(client, FIN | BINARY, "abc", 3);
    ck_assert_uint_eq(read_close(client), CLOSE_NOT_TEXT);
    hang_up(client);
    client = connect_ws();
    send_frame(client, FIN | TEXT, "a\xff\xfe", 3);
    unsigned code = read_close(client); /* sent by libwebsockets, sometimes without a close frame */
    ck_assert(code == 1007 || code == 0);
    hang_up(client);
    ck_assert_uint_eq(server.messages, 0);
}
END_TEST

START_TEST(closing_follows_sent_messages_and_stops_reading)
{
    start();
    struct client *client = connect_ws();
    connection_send(server.connection[0], "last", 4);
    connection_close(server.connection[0], CLOSE_POLICY, "too many requests");
    connection_send(server.connection[0], "never", 5);
    say(client, "too late");
    char text[100];
    ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
    ck_assert_str_eq(text, "last");
    ck_assert_uint_eq(read_frame(client, text, sizeof text), CLOSE);
    ck_assert_int_eq((unsigned char)text[0] << 8 | (unsigned char)text[1], CLOSE_POLICY);
    ck_assert_str_eq(text + 2, "too many requests");
    send_frame(client, FIN | CLOSE, "\x03\xf0", 2);
    wait_for(NULL, 0, &server.closed, 1);
    ck_assert_uint_eq(server.messages, 0);
    hang_up(client);
}
END_TEST

START_TEST(a_peer_that_does_not_answer_a_close_is_dropped)
{
    server.options.handshake_seconds = 1;
    start();
    struct client *client = connect_in_time(0);
    connection_close(server.connection[0], CLOSE_POLICY, "bye");
    wait_for(NULL, 0, &server.closed, 1);
    ck_assert_uint_eq(read_close(client), CLOSE_POLICY);
    wait_end(client);
    hang_up(client);
}
END_TEST

START_TEST(a_large_message_arrives_complete)
{
    start();
    struct client *client = connect_ws();
    size_t length = (size_t)3 << 20;
    char *text = malloc(length);
    memset(text, 'z', length);
    connection_send(server.connection[0], text, length);
    connection_send(server.connection[0], "after", 5); /* queued behind it */
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 5);
    wait_for(client, 10 + length + 7, NULL, 0);
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 0);
    ck_assert_uint_eq(client->in[0], FIN | TEXT);
    ck_assert_mem_eq(client->in + 10, text, length);
    ck_assert_mem_eq(client->in + 10 + length,
                     "\x81\x05"
                     "after",
                     7);
    free(text);
    hang_up(client);
}
END_TEST

START_TEST(a_slow_reader_is_dropped_without_affecting_others)
{
    static char text[4096];
    memset(text, 's', sizeof text);
    start();
    struct client *slow = dial_port(transport_port(server.transport), 4096);
    shake_hands(slow, "");
    struct client *neighbour = connect_ws();
    size_t before;
    size_t most = 0;
    do {
        before = transport_queued_bytes(server.transport);
        most = before > most ? before : most;
        connection_send(server.connection[0], text, sizeof text);
    } while (before == 0 || transport_queued_bytes(server.transport) != 0);
    ck_assert_uint_le(most, (size_t)server.options.queue_bytes);
    ck_assert_uint_gt(most, (size_t)server.options.queue_bytes - sizeof text);
    expect_echo(neighbour);
    /* What was already written is complete; then comes the close frame. */
    ck_assert_uint_eq(read_close(slow), CLOSE_SLOW);
    hang_up(slow);
    wait_for(NULL, 0, &server.closed, 1);
    expect_echo(neighbour);
    hang_up(neighbour);
}
END_TEST

START_TEST(a_reader_that_never_reads_is_dropped)
{
    static char text[4096];
    memset(text, 's', sizeof text);
    server.options.handshake_seconds = 1;
    start();
    struct client *slow = connect_in_time(4096);
    while (server.connection[0] != NULL) {
        connection_send(server.connection[0], text, sizeof text);
        (void)uv_run(&server.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_eq(server.closed, 1);
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 0);
    hang_up(slow);
}
END_TEST

START_TEST(batched_messages_arrive_in_order_on_delivery)
{
    enum { HEADER = 4, BIG = 20000 }; /* too large for a batch */
    static char big[BIG];
    static char view[300];
    static const char first[] = "\x81\x05"
                                "event"
                                "\x81\x7e\x01\x2c"; /* followed by 300 bytes */
    memset(big, 'b', sizeof big);
    memset(view, 'v', sizeof view);
    start();
    struct client *one = connect_ws();
    struct client *two = connect_ws();
    connection_send(server.connection[0], "event", 5);
    connection_send(server.connection[1], "reply", 5);
    connection_send(server.connection[0], view, sizeof view);
    char byte;
    ck_assert_int_eq((int)recv(one->fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK), -1);
    transport_deliver(server.transport);
    wait_for(one, sizeof first - 1 + sizeof view, NULL, 0);
    ck_assert_mem_eq(one->in, first, sizeof first - 1);
    ck_assert_mem_eq(one->in + sizeof first - 1, view, sizeof view);
    discard_input(one, sizeof first - 1 + sizeof view);
    connection_send(server.connection[0], "event", 5);
    connection_send(server.connection[0], big, sizeof big);
    connection_send(server.connection[0], "after", 5);
    transport_deliver(server.transport);
    wait_for(one, 7 + HEADER + BIG + 7, NULL, 0);
    ck_assert_mem_eq(one->in, first, 7);
    ck_assert_mem_eq(one->in + 7 + HEADER, big, sizeof big);
    ck_assert_mem_eq(one->in + 7 + HEADER + BIG + 2, "after", 5);
    char text[100];
    ck_assert_uint_eq(read_frame(two, text, sizeof text), TEXT);
    ck_assert_str_eq(text, "reply");
    expect_echo(two);
    hang_up(one);
    hang_up(two);
}
END_TEST

START_TEST(batched_messages_arrive_before_the_loop_waits)
{
    static const char both[] = "\x81\x03one\x81\x03two";
    start();
    struct client *client = connect_ws();
    connection_send(server.connection[0], "one", 3);
    connection_send(server.connection[0], "two", 3);
    (void)uv_run(&server.loop, UV_RUN_NOWAIT);
    while (client->length < sizeof both - 1 && !client->ended) { /* without running the loop */
        struct pollfd readable = {.fd = client->fd, .events = POLLIN};
        ck_assert_int_eq(poll(&readable, 1, WAIT_SECONDS * 1000), 1);
        take(client);
    }
    ck_assert_uint_eq(client->length, sizeof both - 1);
    ck_assert_mem_eq(client->in, both, sizeof both - 1);
    hang_up(client);
}
END_TEST

START_TEST(a_request_sent_with_a_close_is_answered_first)
{
    unsigned char frames[200];
    char text[100];
    start();
    struct client *client = connect_ws();
    size_t length = make_frame(frames, 0x80 | TEXT, "echo last words", 15);
    length += make_frame(frames + length, 0x80 | CLOSE, "\x03\xe8", 2);
    put(client, frames, length);
    ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
    ck_assert_str_eq(text, "last words");
    ck_assert_uint_eq(read_close(client), 1000);
    hang_up(client);
}
END_TEST

START_TEST(more_connections_than_batches_all_get_their_messages)
{
    enum { MANY = 40 };
    struct client *client[MANY];
    char text[100];
    start();
    for (unsigned i = 0; i < MANY; i++) {
        client[i] = connect_ws();
    }
    for (unsigned i = 0; i < 2 * MANY; i++) {
        connection_send(server.connection[i % MANY], i < MANY ? "event" : "turn", i < MANY ? 5 : 4);
    }
    transport_deliver(server.transport);
    for (unsigned i = 0; i < 2 * MANY; i++) {
        ck_assert_uint_eq(read_frame(client[i % MANY], text, sizeof text), TEXT);
        ck_assert_str_eq(text, i < MANY ? "event" : "turn");
    }
    for (unsigned i = 0; i < MANY; i++) {
        hang_up(client[i]);
    }
}
END_TEST

/* More connections than can write during one turn of the loop. */
START_TEST(a_crowd_gets_its_messages_in_order_with_others)
{
    enum { MANY = 60 };
    struct client *client[MANY];
    char text[100];
    start();
    for (unsigned i = 0; i < MANY; i++) {
        client[i] = connect_ws();
        connection_send(server.connection[i], "first", 5);
        connection_send_in_turn(server.connection[i], "event", 5);
    }
    for (unsigned i = 0; i < MANY; i++) {
        if (i % 2 == 0) {
            connection_send(server.connection[i], "reply", 5);
        }
        connection_send_in_turn(server.connection[i], "turn", 4);
    }
    static const char *const even[] = {"first", "event", "reply", "turn"};
    static const char *const odd[] = {"first", "event", "turn"};
    for (unsigned i = 0; i < MANY; i++) {
        for (unsigned k = 0; k < (i % 2 == 0 ? 4U : 3U); k++) {
            ck_assert_uint_eq(read_frame(client[i], text, sizeof text), TEXT);
            ck_assert_str_eq(text, i % 2 == 0 ? even[k] : odd[k]);
        }
    }
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 0);
    for (unsigned i = 0; i < MANY; i++) {
        expect_echo(client[i]);
        hang_up(client[i]);
    }
}
END_TEST

START_TEST(others_do_not_wait_for_a_crowd)
{
    enum { MANY = 60 };
    struct client *client[MANY];
    char text[100];
    start();
    for (unsigned i = 0; i < MANY; i++) {
        client[i] = connect_ws();
    }
    for (unsigned i = 0; i < MANY - 1; i++) {
        connection_send_in_turn(server.connection[i], "event", 5);
    }
    connection_send(server.connection[MANY - 1], "reply", 5);
    size_t waiting = transport_queued_bytes(server.transport);
    ck_assert_uint_eq(waiting, (MANY - 1) * 5);
    (void)uv_run(&server.loop, UV_RUN_NOWAIT); /* one turn */
    ck_assert_uint_gt(transport_queued_bytes(server.transport), 0);
    ck_assert_uint_lt(transport_queued_bytes(server.transport), waiting);
    ck_assert_uint_eq(read_frame(client[MANY - 1], text, sizeof text), TEXT);
    for (unsigned i = 0; i < MANY; i++) {
        hang_up(client[i]);
    }
}
END_TEST

START_TEST(the_turn_of_a_closed_connection_is_skipped)
{
    start();
    struct client *client = connect_ws();
    struct client *neighbour = connect_ws();
    char text[100];
    connection_send_in_turn(server.connection[0], "never", 5);
    hang_up(client);
    connection_send_in_turn(server.connection[1], "event", 5);
    wait_for(NULL, 0, &server.closed, 1);
    ck_assert_uint_eq(read_frame(neighbour, text, sizeof text), TEXT);
    ck_assert_uint_eq(transport_queued_bytes(server.transport), 0);
    expect_echo(neighbour);
    hang_up(neighbour);
}
END_TEST

START_TEST(closing_follows_batched_messages)
{
    start();
    struct client *client = connect_ws();
    char text[100];
    connection_send(server.connection[0], "last", 4);
    connection_close(server.connection[0], CLOSE_POLICY, "too many requests");
    transport_deliver(server.transport);
    ck_assert_uint_eq(read_frame(client, text, sizeof text), TEXT);
    ck_assert_str_eq(text, "last");
    ck_assert_uint_eq(read_close(client), CLOSE_POLICY);
    hang_up(client);
}
END_TEST

START_TEST(the_batch_of_a_closed_connection_is_discarded)
{
    start();
    struct client *client = connect_ws();
    struct client *neighbour = connect_ws();
    connection_send(server.connection[0], "never", 5);
    hang_up(client);
    wait_for(NULL, 0, &server.closed, 1);
    transport_deliver(server.transport);
    expect_echo(neighbour);
    hang_up(neighbour);
}
END_TEST

START_TEST(a_slow_reader_is_dropped_despite_batching)
{
    static char text[4096];
    memset(text, 's', sizeof text);
    start();
    struct client *slow = dial_port(transport_port(server.transport), 4096);
    shake_hands(slow, "");
    size_t before;
    size_t most = 0;
    do {
        before = transport_queued_bytes(server.transport);
        most = before > most ? before : most;
        connection_send(server.connection[0], text, sizeof text);
        connection_send(server.connection[0], text, sizeof text);
        transport_deliver(server.transport);
    } while (before == 0 || transport_queued_bytes(server.transport) != 0);
    ck_assert_uint_le(most, (size_t)server.options.queue_bytes);
    ck_assert_uint_eq(read_close(slow), CLOSE_SLOW);
    hang_up(slow);
}
END_TEST

/* ---- Tests: opening and closing --------------------------------------------------------------------- */

START_TEST(a_failure_to_open_is_reported_in_a_sentence)
{
    struct transport_handler all = handler();
    struct options other = server.options;
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int taken = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(taken, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(taken, 1), 0);
    ck_assert_int_eq(getsockname(taken, (struct sockaddr *)&address, &length), 0);
    (void)snprintf(other.listen, sizeof other.listen, "127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "in use"));
    (void)close(taken);
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    (void)snprintf(other.listen, sizeof other.listen, "nonsense");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "nonsense is not an address and a port"));
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    other = server.options;
    (void)snprintf(other.tls_cert, sizeof other.tls_cert, "no-such-file.pem");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "must be given together"));
    (void)snprintf(other.tls_key, sizeof other.tls_key, "no-such-file.pem");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "cannot read no-such-file.pem"));
    (void)snprintf(other.tls_cert, sizeof other.tls_cert, "Makefile");
    (void)snprintf(other.tls_key, sizeof other.tls_key, "Makefile");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "cannot use the certificate"));
    ck_assert_int_eq(uv_run(&server.loop, UV_RUN_DEFAULT), 0);
    other = server.options;
    (void)snprintf(other.web, sizeof other.web, "no-such-directory");
    ck_assert_ptr_null(transport_open(&server.loop, &other, &all, error, sizeof error));
    ck_assert_ptr_nonnull(strstr(error, "no-such-directory"));
    start();
    ck_assert_int_eq(ask_once("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
}
END_TEST

/* A self-signed certificate for this test, and its key. */
static const char certificate[] = "-----BEGIN CERTIFICATE-----\n"
                                  "MIIBdTCCARugAwIBAgIUTc2mcJb/2zLuSeyClN7re53NSSswCgYIKoZIzj0EAwIw\n"
                                  "DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMTYwMjM0MTZaGA8yMTI2MTAyMzAyMzQx\n"
                                  "NlowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLhH\n"
                                  "Re/tr1VdgLZhA9K3AMeD7SY73eoI41tZeKuV6gXgFZuSTtUZ0Xh8LBQCs7/QTN+5\n"
                                  "i3nx66Ve8iZ4qMSnvbWjUzBRMB0GA1UdDgQWBBQiLXsJjB63dforuAhv56nVtYaG\n"
                                  "ZTAfBgNVHSMEGDAWgBQiLXsJjB63dforuAhv56nVtYaGZTAPBgNVHRMBAf8EBTAD\n"
                                  "AQH/MAoGCCqGSM49BAMCA0gAMEUCIAqxB0XJtQcU//tj6G9wizyrdgFdbZG+jvNb\n"
                                  "6xIRJr26AiEAgonf7U8QzSpHESmq2n+hT1WXPswnu4Bqm92V1QhuWr0=\n"
                                  "-----END CERTIFICATE-----\n";
static const char key[] = "-----BEGIN EC PRIVATE KEY-----\n"
                          "MHcCAQEEIMa0TJyaYvZMx/cyF3noD25q3LJcBi5mVlkuScM8qXusoAoGCCqGSM49\n"
                          "AwEHoUQDQgAEuEdF7+2vVV2AtmED0rcAx4PtJjvd6gjjW1l4q5XqBeAVm5JO1RnR\n"
                          "eHwsFAKzv9BM37mLefHrpV7yJnioxKe9tQ==\n"
                          "-----END EC PRIVATE KEY-----\n";

static void write_pem(char *name, size_t capacity, const char *text)
{
    (void)snprintf(name, capacity, "build/transport-test-XXXXXX");
    int fd = mkstemp(name);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    ck_assert_int_eq(close(fd), 0);
}

START_TEST(a_client_without_tls_on_a_tls_port_is_dropped)
{
    write_pem(server.options.tls_cert, sizeof server.options.tls_cert, certificate);
    write_pem(server.options.tls_key, sizeof server.options.tls_key, key);
    start();
    (void)remove(server.options.tls_cert);
    (void)remove(server.options.tls_key);
    for (unsigned i = 0; i < 3; i++) {
        struct client *early = dial(); /* its bytes arrive before it is accepted */
        ck_assert_int_eq(send(early->fd, "GET / HTTP/1.1\r\n\r\n", 18, MSG_NOSIGNAL), 18);
        wait_end(early);
        hang_up(early);
        struct client *late = dial();
        pump();
        put(late, "GET / HTTP/1.1\r\n\r\n", 18);
        wait_end(late);
        hang_up(late);
        struct client *hasty = dial();
        hang_up(hasty);
    }
}
END_TEST

START_TEST(stopping_closes_every_connection_without_waiting_for_silent_ones)
{
    start();
    struct client *polite = connect_ws();
    struct client *silent = connect_ws();
    struct client *plain = dial();
    ck_assert_int_eq(ask(plain, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", true), 200);
    struct client *half = dial();
    put(half, "GET / HTTP", 10);
    transport_close(server.transport, gone, &server);
    ck_assert_uint_eq(read_close(polite), CLOSE_GOING_AWAY);
    send_frame(polite, FIN | CLOSE, "\x03\xe9", 2);
    while (!server.gone) {
        pump();
    }
    server.transport = NULL;
    ck_assert_uint_eq(server.closed, 2);
    ck_assert_uint_eq(read_close(silent), CLOSE_GOING_AWAY);
    wait_end(plain);
    wait_end(half);
    hang_up(polite);
    hang_up(silent);
    hang_up(plain);
    hang_up(half);
}
END_TEST

START_TEST(a_transport_can_be_opened_again_on_the_same_loop)
{
    for (unsigned i = 0; i < 3; i++) {
        start();
        struct client *client = connect_ws();
        expect_echo(client);
        hang_up(client);
        stop();
        server.gone = false;
    }
}
END_TEST

static void add_messages(Suite *suite)
{
    TCase *tcase = tcase_create("messages");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, a_message_is_received_and_a_reply_sent);
    tcase_add_test(tcase, fragments_are_joined_to_one_message);
    tcase_add_test(tcase, many_messages_in_one_packet_are_delivered_separately);
    tcase_add_test(tcase, the_largest_message_is_accepted_and_a_larger_one_refused);
    tcase_add_test(tcase, an_oversized_message_is_refused_by_its_header_and_in_fragments);
    tcase_add_test(tcase, binary_and_bad_text_are_refused);
    tcase_add_test(tcase, closing_follows_sent_messages_and_stops_reading);
    tcase_add_test(tcase, a_peer_that_does_not_answer_a_close_is_dropped);
    tcase_add_test(tcase, a_large_message_arrives_complete);
    tcase_add_test(tcase, a_slow_reader_is_dropped_without_affecting_others);
    tcase_add_test(tcase, a_reader_that_never_reads_is_dropped);
    tcase_add_test(tcase, batched_messages_arrive_in_order_on_delivery);
    tcase_add_test(tcase, batched_messages_arrive_before_the_loop_waits);
    tcase_add_test(tcase, a_request_sent_with_a_close_is_answered_first);
    tcase_add_test(tcase, more_connections_than_batches_all_get_their_messages);
    tcase_add_test(tcase, closing_follows_batched_messages);
    tcase_add_test(tcase, the_batch_of_a_closed_connection_is_discarded);
    tcase_add_test(tcase, a_crowd_gets_its_messages_in_order_with_others);
    tcase_add_test(tcase, others_do_not_wait_for_a_crowd);
    tcase_add_test(tcase, the_turn_of_a_closed_connection_is_skipped);
    tcase_add_test(tcase, a_slow_reader_is_dropped_despite_batching);
    suite_add_tcase(suite, tcase);
}

static void add_closing(Suite *suite)
{
    TCase *tcase = tcase_create("opening and closing");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, a_failure_to_open_is_reported_in_a_sentence);
    tcase_add_test(tcase, a_client_without_tls_on_a_tls_port_is_dropped);
    tcase_add_test(tcase, stopping_closes_every_connection_without_waiting_for_silent_ones);
    tcase_add_test(tcase, a_transport_can_be_opened_again_on_the_same_loop);
    suite_add_tcase(suite, tcase);
}

int main(void)
{
    Suite *suite = suite_create("transport");
    add_messages(suite);
    add_closing(suite);
    return run_suite(suite);
}
