/*
 * test_websocket.c: connecting, failing and closing. Each failure has its own sentence and is either retried or final.
 * Fragments are assembled into messages.
 */
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "client-cli/net/websocket_errors.h"
#include "common/base/array.h"
#include "tests/support/c/client_harness.h"
#include "tests/support/c/run_suite.h"

static struct fake *const fake = &client.fake;

static void expect_words(const char *words)
{
    ck_assert_msg(strstr(client.why, words) != NULL, "%s", client.why);
}

/* Returns timeouts with such a long wait that a test sees only the first attempt. */
static struct connection_timeouts once_only(void)
{
    struct connection_timeouts times = patient;
    times.retry_first = times.retry_max = NEVER_MS;
    return times;
}

static void dial_once(void)
{
    struct connection_timeouts times = once_only();
    dial_fake(&times);
}

/* ---- Connecting --------------------------------------------------------------------------------------- */

static const struct {
    const char *answer;
    enum connection_state state;
    const char *says;
} answers[] = {
    {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", CONNECTION_FAILED,
     "not a Gaslight server (HTTP 404)"},
    {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", CONNECTION_FAILED, "(HTTP 200)"},
    {"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", CONNECTION_FAILED, "(HTTP 400)"},
    {"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", CONNECTION_FAILED,
     "does not accept connections from your network."},
    {"HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\n\r\n", CONNECTION_FAILED,
     "does not accept this name; ask its operator for the right address."},
    {"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", CONNECTION_FAILED,
     "(HTTP 301)"},
    {"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", CONNECTION_FAILED, "(HTTP 401)"},
    {"HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\n\r\n", CONNECTION_WAITING, "too many connections"},
    {"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", CONNECTION_WAITING, "not running"},
    {"HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n", CONNECTION_WAITING, "stopping or starting"},
    {"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n"
     "Sec-WebSocket-Protocol: gaslight.v1\r\n\r\n",
     CONNECTION_FAILED, "it is not a Gaslight server"},
    {"", CONNECTION_WAITING, "closed the connection immediately"},
    {"\025\003\001", CONNECTION_WAITING, "closed the connection immediately"},
};

START_TEST(each_kind_of_wrong_server_has_its_own_error)
{
    char request[4096];
    dial_once();
    fake_accept(fake);
    fake_read_request(fake, request, sizeof request);
    fake_put(fake, answers[_i].answer, strlen(answers[_i].answer));
    fake_hang_up(fake);
    UNTIL(fake, client.states > 0);
    expect_words(answers[_i].says);
    ck_assert_int_eq(client.state[0], answers[_i].state);
}
END_TEST

/* Closed before the request was sent: libwebsockets reports this in a different way. */
START_TEST(a_server_that_closes_at_once_is_retried)
{
    dial_once();
    fake_accept(fake);
    fake_hang_up(fake);
    UNTIL(fake, client.states > 0);
    ck_assert_int_eq(client.state[0], CONNECTION_WAITING);
}
END_TEST

START_TEST(a_missing_server_is_reported_and_retried)
{
    fake_stop_listening(fake);
    dial_fake(&patient);
    UNTIL(fake, times_told(CONNECTION_WAITING) >= 3);
    expect_words("Nothing is listening at 127.0.0.1:");
    ck_assert_uint_ge(times_told(CONNECTION_CONNECTING), 2);
    fake_listen(fake);
    welcome();
    ck_assert(is_in_state(CONNECTION_OPEN));
}
END_TEST

/* localhost has two addresses on most machines, and this server is on one of them. */
START_TEST(every_address_of_a_name_is_tried)
{
    char url[64];
    (void)snprintf(url, sizeof url, "localhost:%u", fake->port);
    connect_to(url, NULL, (struct connection_identity){.token = "tok"}, &patient);
    welcome();
}
END_TEST

START_TEST(a_server_that_never_responds_times_out)
{
    struct connection_timeouts times = once_only();
    times.connect = 30;
    dial_fake(&times);
    UNTIL(fake, client.states > 0); /* the kernel accepts the connection, but nobody reads from it */
    ck_assert_int_eq(client.state[0], CONNECTION_WAITING);
    expect_words("did not respond in time");
}
END_TEST

START_TEST(http_proxy_is_ignored)
{
    ck_assert_int_eq(setenv("http_proxy", "http://127.0.0.1:1", 1), 0);
    dial_once();
    welcome();
}
END_TEST

/* The limit may be a billion descriptors, and many may be open already. */
START_TEST(a_huge_limit_of_descriptors_is_harmless)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    int opened[100];
    for (size_t i = 0; i < COUNT(opened); i++) {
        opened[i] = dup(fake->listener);
        ck_assert_int_ge(opened[i], 0);
    }
    dial_once();
    welcome();
    for (size_t i = 0; i < COUNT(opened); i++) {
        (void)close(opened[i]);
    }
}
END_TEST

/* ---- Waiting ---------------------------------------------------------------------------------------- */

START_TEST(each_wait_is_longer_up_to_a_limit)
{
    static const unsigned expected[] = {4000, 8000, 16000, 20000, 20000};
    struct connection_timeouts times = patient;
    times.retry_first = 4000;
    times.retry_max = 20000;
    fake_stop_listening(fake);
    dial_fake(&times);
    ck_assert_uint_eq(connection_retry_in(client.connection), 0);
    for (size_t i = 0; i < COUNT(expected); i++) {
        UNTIL(fake, times_told(CONNECTION_WAITING) == (unsigned)i + 1);
        ck_assert_uint_le(client.wait, expected[i]);
        ck_assert_uint_ge(client.wait, expected[i] / 2);
        connection_retry_now(client.connection);
    }
}
END_TEST

START_TEST(retry_now_connects_at_once)
{
    fake_stop_listening(fake);
    dial_once();
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    ck_assert_uint_gt(connection_retry_in(client.connection), 100000);
    fake_listen(fake);
    connection_retry_now(client.connection);
    welcome();
    ck_assert_uint_eq(connection_retry_in(client.connection), 0);
}
END_TEST

/* The client must not retry quickly if the server drops it after each hello, but may after a long connection. */
START_TEST(only_a_stable_connection_resets_the_wait)
{
    struct connection_timeouts times = patient;
    times.retry_first = 1;
    times.retry_max = NEVER_MS;
    times.stable = _i == 0 ? NEVER_MS : 0;
    dial_fake(&times);
    for (unsigned i = 0; i < 5; i++) {
        welcome();
        fake_hang_up(fake);
        UNTIL(fake, times_told(CONNECTION_WAITING) == i + 1);
    }
    if (_i == 0) {
        ck_assert_uint_gt(client.wait, 1);
    } else {
        ck_assert_uint_le(client.wait, 1);
    }
}
END_TEST

/* ---- Idle connections ---------------------------------------------------------------------------------------- */

START_TEST(a_silent_server_gets_a_ping_and_then_times_out)
{
    struct connection_timeouts times = once_only();
    dial_fake(&times);
    welcome();
    times.idle = 20; /* applies from the next message on */
    times.reply = 50;
    connection_set_timeouts(client.connection, &times);
    fake_send(fake, "{\"on\":\"tables\"}");
    (void)expect_request("ping");
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    expect_words("does not respond");
    ck_assert_uint_eq(connection_pending(client.connection), 0); /* the ping was transient */
}
END_TEST

START_TEST(any_message_counts_as_a_sign_of_life)
{
    struct connection_timeouts times = once_only();
    times.idle = 20;
    dial_fake(&times);
    welcome();
    for (int i = 0; i < 5; i++) {
        answer(expect_request("ping"), "{}");
    }
    ck_assert(is_in_state(CONNECTION_OPEN));
}
END_TEST

START_TEST(a_hello_without_a_reply_times_out)
{
    struct connection_timeouts times = once_only();
    times.reply = 50;
    dial_fake(&times);
    fake_accept(fake);
    fake_shake_hands(fake);
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    expect_words("does not respond");
}
END_TEST

/* ---- Messages --------------------------------------------------------------------------------------- */

START_TEST(a_message_arrives_intact_in_any_fragmentation)
{
    static const char text[] = "{\"on\":\"tables\",\"gone\":\"k3f9zz0123\"}";
    unsigned char head[10];
    dial_once();
    welcome();
    size_t length = strlen(text), head_length = fake_head(head, FIN | TEXT, length);
    for (size_t i = 0; i < head_length; i++) { /* byte by byte */
        fake_put(fake, head + i, 1);
    }
    for (size_t i = 0; i < length; i++) {
        fake_put(fake, text + i, 1);
    }
    UNTIL(fake, client.pushes == 1);
    ck_assert_str_eq(client.push, text);
    fake_frame(fake, TEXT, text,
               5); /* in fragments (0 continues, FIN ends), with a ping and an empty fragment in between */
    fake_frame(fake, FIN | PING, "hey", 3);
    fake_frame(fake, CONTINUATION, "", 0);
    fake_frame(fake, CONTINUATION, text + 5, 10);
    fake_frame(fake, FIN, text + 15, length - 15);
    UNTIL(fake, client.pushes == 2);
    ck_assert_str_eq(client.push, text);
    char pong[20];
    ck_assert_uint_eq(fake_read_frame(fake, pong, sizeof pong), PONG);
    ck_assert_str_eq(pong, "hey");
}
END_TEST

START_TEST(a_large_message_arrives_whole)
{
    enum { BYTES = 3 << 20 };
    static const char begin[] = "{\"on\":\"tables\",\"gone\":\"";
    char *text = malloc(BYTES);
    ck_assert_ptr_nonnull(text);
    memset(text, 'x', BYTES);
    memcpy(text, begin, sizeof begin - 1);
    memcpy(text + BYTES - 2, "\"}", 2);
    dial_once();
    welcome();
    fake_frame(fake, FIN | TEXT, text, BYTES);
    fake_frame(fake, FIN | TEXT, text, BYTES);
    free(text);
    UNTIL(fake, client.pushes == 2);
}
END_TEST

START_TEST(a_message_that_is_too_large_ends_the_connection)
{
    static const char block[1000];
    unsigned char head[10] = {0};
    dial_once();
    welcome();
    size_t head_length =
        fake_head(head, FIN | TEXT, _i == 0 ? (uint64_t)WEBSOCKET_MESSAGE_MAX + 1 : (uint64_t)1 << 40);
    fake_put(fake, head, head_length);
    for (int i = 0; i < 100; i++) { /* not the whole message: libwebsockets delivers it in parts */
        fake_put(fake, block, sizeof block);
    }
    UNTIL(fake, client.states > 1);
    ck_assert(is_in_state(CONNECTION_WAITING));
    expect_words("too large");
}
END_TEST

START_TEST(a_long_request_arrives_whole)
{
    enum { LENGTH = 15000 };
    char *text = malloc(LENGTH + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, 'y', LENGTH);
    text[LENGTH] = '\0';
    dial_once();
    welcome();
    connection_request(client.connection, "marks", json_pack("{s:s}", "text", text), NULL, NULL);
    json_t *request = fake_read(fake);
    ck_assert_str_eq(json_string_value(json_object_get(request, "text")), text);
    json_decref(request);
    free(text);
}
END_TEST

/* ---- Invalid messages --------------------------------------------------------------------------------------- */

static const char *const nonsense[] = {
    "",
    "hello",
    "[]",
    "null",
    "7",
    "{",
    "{}",
    "{\"on\":7}",
    "{\"on\":\"event\"}",
    "{\"on\":\"event\",\"table\":\"k3f\"}",
    "{\"on\":\"event\",\"seq\":5,\"event\":{}}",
    "{\"re\":999,\"ok\":{}}",
    "{\"re\":null,\"error\":{\"code\":\"bad_json\",\"text\":\"No.\"}}",
    "{\"re\":\"1\",\"ok\":{}}",
    "{\"re\":1.5,\"ok\":{}}",
    "{\"re\":3}",
    "{\"re\":3,\"ok\":[]}",
    "{\"re\":3,\"ok\":{},\"error\":{\"code\":\"x\",\"text\":\"y\"}}",
    "{\"re\":3,\"error\":{}}",
    "{\"re\":3,\"error\":\"no\"}",
    "{\"on\":\"tables\",\"on\":\"turn\"}",
    "{\"on\":\"\377\"}",
    "{\"on\":\"a\"} x",
    "{\"re\":3,\"ok\":{\"table\":7,\"seq\":0}}",
    "{\"re\":3,\"ok\":{\"table\":{\"id\":\"k3f\"}}}",
    "{\"re\":3,\"ok\":{\"table\":{\"id\":\"k3f\"},\"seq\":-1}}",
};

/* Ids so far: 1 hello, 2 a watch that was answered, 3 one that was not. */
START_TEST(an_invalid_message_ends_the_connection_but_loses_no_request)
{
    dial_fake(&patient);
    connection_watch(client.connection, "k3f", NULL);
    welcome();
    answer(expect_request("watch"), "{\"table\":{\"id\":\"k3f\"},\"seq\":4}");
    UNTIL(fake, client.watches == 1);
    connection_watch(client.connection, "k3f", NULL);
    (void)expect_request("watch");
    fake_send(fake, nonsense[_i]);
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    expect_words("sent an invalid message");
    ck_assert_uint_eq(client.pushes + client.unwatches, 0);
    ck_assert_uint_eq(connection_pending(client.connection), 1);
    welcome();
    answer(expect_request("watch"), "{\"table\":{\"id\":\"k3f\"},\"seq\":4}");
    UNTIL(fake, client.watches == 2);
}
END_TEST

START_TEST(three_invalid_messages_in_a_row_are_final)
{
    dial_fake(&patient);
    for (unsigned i = 1; i <= 2; i++) {
        welcome();
        fake_send(fake, "nonsense");
        UNTIL(fake, times_told(CONNECTION_WAITING) == i);
    }
    welcome();
    fake_hang_up(fake); /* a disconnect of another kind resets the count */
    UNTIL(fake, times_told(CONNECTION_WAITING) == 3);
    for (unsigned i = 4; i <= 5; i++) {
        welcome();
        fake_frame(fake, FIN | BINARY, "x", 1);
        UNTIL(fake, times_told(CONNECTION_WAITING) == i);
        expect_words("sent a binary message");
    }
    welcome();
    fake_send(fake, "nonsense");
    UNTIL(fake, client.state[client.states - 1] == CONNECTION_FAILED);
}
END_TEST

START_TEST(an_invalid_reply_to_hello_counts_as_an_invalid_message)
{
    static const char *const hellos[] = {"{}", "{\"player\":1,\"name\":\"Ann\"}", "{\"player\":\"p1\"}"};
    dial_once();
    fake_accept(fake);
    fake_shake_hands(fake);
    answer(expect_request("hello"), hellos[_i]);
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    ck_assert_uint_eq(client.hellos, 0);
}
END_TEST

/* ---- Closing ---------------------------------------------------------------------------------------- */

static const struct {
    unsigned code;
    const char *reason;
    enum connection_state state;
    const char *says;
} closings[] = {
    {1001, "the server stops", CONNECTION_WAITING, "The server closed the connection."},
    {1013, "too slow", CONNECTION_WAITING, "connection is too slow"},
    {1008, "your token was revoked", CONNECTION_FAILED, "your token was revoked (1008)"},
    {1009, "", CONNECTION_FAILED, "closed the connection (1009)"},
    {1008, "\033[2J\007", CONNECTION_FAILED, ": ?[2J? (1008)"},
};

START_TEST(close_codes_are_handled)
{
    dial_once();
    welcome();
    fake_send_close(fake, closings[_i].code, closings[_i].reason);
    fake_need(fake, 1);                                              /* the client has received it */
    connection_request(client.connection, "ping", NULL, NULL, NULL); /* too late, but harmless */
    char payload[200];
    ck_assert_uint_eq(fake_read_frame(fake, payload, sizeof payload), CLOSE); /* answered */
    fake_hang_up(fake);
    UNTIL(fake, client.states > 1);
    ck_assert_msg(client.state[1] == closings[_i].state, "%s", client.why);
    expect_words(closings[_i].says);
    ck_assert_uint_eq(connection_pending(client.connection), 1);
}
END_TEST

START_TEST(the_client_disconnects_if_the_server_sends_close_but_keeps_the_socket_open)
{
    dial_once();
    welcome();
    fake_send_close(fake, 1001, "");
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    expect_words("closed the connection");
}
END_TEST

START_TEST(a_broken_connection_is_reported)
{
    dial_once();
    welcome();
    fake_hang_up(fake);
    UNTIL(fake, times_told(CONNECTION_WAITING) == 1);
    expect_words("broke");
}
END_TEST

/* ---- Sentences ------------------------------------------------------------------------------------------ */

START_TEST(an_unknown_name_is_reported)
{
    struct websocket_error none = websocket_error_lookup("nowhere.example", UV_EAI_NONAME);
    struct websocket_error later = websocket_error_lookup("nowhere.example", UV_EAI_AGAIN);
    ck_assert_int_eq(none.end, WEBSOCKET_UNREACHABLE);
    ck_assert_str_eq(none.why, "There is no computer called nowhere.example.");
    ck_assert_int_eq(later.end, WEBSOCKET_UNREACHABLE);
    ck_assert_ptr_nonnull(strstr(later.why, "Looking up "));
}
END_TEST

START_TEST(a_long_name_does_not_truncate_the_sentence)
{
    char name[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const struct websocket_error reasons[] = {
        websocket_error_lookup(name, UV_EAI_NONAME), websocket_error_timeout(name),
        websocket_error_uncheckable(name), websocket_error_closed(name, 1008, name, 120),
        websocket_error_closed(name, 0, "", 0)};
    for (size_t i = 0; i < COUNT(reasons); i++) {
        ck_assert_int_eq(reasons[i].why[strlen(reasons[i].why) - 1], '.');
    }
}
END_TEST

/* ---- TLS -------------------------------------------------------------------------------------------- */

extern char **environ;

static char directory[64];

static const char *in_directory(const char *name)
{
    static char path[4][120];
    static unsigned turn;
    char *result = path[turn++ % 4];
    (void)snprintf(result, sizeof path[0], "%s/%s", directory, name);
    return result;
}

/* Starts openssl with its output redirected to `output` (-1: discarded). */
static pid_t start_openssl(const char *const *words, int output)
{
    posix_spawn_file_actions_t actions;
    char *arguments[32] = {(char *)"openssl"};
    pid_t child;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; words[i] != NULL; i++) {
        arguments[i + 1] = (char *)words[i];
    }
    ck_assert_int_eq(posix_spawn_file_actions_init(&actions), 0);
    (void)posix_spawn_file_actions_adddup2(&actions, null, 0);
    (void)posix_spawn_file_actions_adddup2(&actions, output >= 0 ? output : null, 1);
    (void)posix_spawn_file_actions_adddup2(&actions, null, 2);
    ck_assert_msg(posix_spawnp(&child, "openssl", &actions, NULL, arguments, environ) == 0,
                  "no openssl here");
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(null);
    return child;
}

static void run_openssl(const char *const *words)
{
    int status = -1;
    pid_t child = start_openssl(words, -1);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(status == 0, "openssl %s failed", words[0]);
}

/* Creates a self-signed certificate for a name, valid for this many days. */
static void make_certificate(const char *name, const char *days)
{
    char subject[100], extension[100];
    (void)snprintf(subject, sizeof subject, "/CN=%s", name);
    (void)snprintf(extension, sizeof extension, "subjectAltName=DNS:%s", name);
    run_openssl((const char *const[]){"req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                                      "-nodes", "-keyout", in_directory("key"), "-out",
                                      in_directory("request"), "-subj", subject, "-addext", extension, NULL});
    run_openssl((const char *const[]){"x509", "-req", "-in", in_directory("request"), "-signkey",
                                      in_directory("key"), "-days", days, "-copy_extensions", "copy", "-out",
                                      in_directory("certificate"), NULL});
}

/* Starts a server with that certificate that answers every HTTP request with 200; returns its port. */
static unsigned start_tls_server(pid_t *child)
{
    int ends[2];
    char said[400] = "";
    size_t length = 0;
    const char *at = NULL;
    ck_assert_int_eq(pipe(ends), 0);
    *child = start_openssl((const char *const[]){"s_server", "-accept", "127.0.0.1:0", "-cert",
                                                 in_directory("certificate"), "-key", in_directory("key"),
                                                 "-www", NULL},
                           ends[1]);
    (void)close(ends[1]);
    while ((at = strstr(said, "ACCEPT 127.0.0.1:")) == NULL || strchr(at, '\n') == NULL) {
        ssize_t got = read(ends[0], said + length, sizeof said - 1 - length);
        ck_assert_msg(got > 0, "the server did not start: %s", said);
        length += (size_t)got;
        said[length] = '\0';
    }
    (void)close(ends[0]);
    return (unsigned)strtoul(at + strlen("ACCEPT 127.0.0.1:"), NULL, 10);
}

static const struct {
    const char *name, *days;
    bool trusted; /* --ca names this certificate */
    const char *host, *says;
} certificates[] = {
    {"localhost", "2", true, "localhost", "(HTTP 200)"}, /* TLS succeeds; the error is about HTTP */
    {"localhost", "2", false, "localhost", "is self-signed"},
    {"localhost", "-1", true, "localhost", "has expired."},
    {"other.example", "2", true, "localhost", "is for another name."},
    {"localhost", "2", true, "127.0.0.1", "is for another address."},
    {"localhost", "2", true, "[::1]", "can't be verified; use the server's name."},
};

START_TEST(certificates_are_verified)
{
    char url[64];
    pid_t child;
    int status;
    struct connection_timeouts times = once_only();
    (void)snprintf(directory, sizeof directory, "/tmp/gaslight-tls.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    make_certificate(certificates[_i].name, certificates[_i].days);
    unsigned port = start_tls_server(&child);
    (void)snprintf(url, sizeof url, "wss://%s:%u", certificates[_i].host, port);
    connect_to(url, certificates[_i].trusted ? in_directory("certificate") : NULL,
               (struct connection_identity){.token = "tok"}, &times);
    UNTIL(fake, client.states > 0);
    (void)kill(child, SIGKILL);
    (void)waitpid(child, &status, 0);
    for (int i = 0; i < 3; i++) {
        (void)remove(in_directory(((const char *const[]){"key", "request", "certificate"})[i]));
    }
    (void)rmdir(directory);
    expect_words(certificates[_i].says);
    ck_assert_int_eq(client.state[0], CONNECTION_FAILED);
}
END_TEST

START_TEST(a_server_without_tls_is_recognised)
{
    char url[64], bytes[16];
    struct connection_timeouts times = once_only();
    (void)snprintf(url, sizeof url, "wss://localhost:%u", fake->port);
    connect_to(url, NULL, (struct connection_identity){.token = "tok"}, &times);
    fake_accept(fake);
    fake_need(fake, sizeof bytes); /* its TLS hello */
    fake_put(fake, "HTTP/1.1 400 Bad Request\r\n\r\n", 28);
    UNTIL(fake, client.states > 0);
    expect_words("does not use TLS");
    ck_assert_int_eq(client.state[0], CONNECTION_FAILED);
}
END_TEST

START_TEST(unusable_certificate_files_are_reported)
{
    static const char *const paths[] = {"/nowhere/ca.pem", "/dev/null"};
    static const char *const says[] = {"can't be read: No such file",
                                       "There is no PEM certificate in /dev/null"};
    struct connection_timeouts times = once_only();
    connect_to("wss://localhost:1", paths[_i], (struct connection_identity){.token = "tok"}, &times);
    UNTIL(fake, client.states > 0);
    expect_words(says[_i]);
    ck_assert_int_eq(client.state[0], CONNECTION_FAILED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client link");
    TCase *dialling = tcase_create("dialling");
    tcase_add_checked_fixture(dialling, set_up, tear_down);
    tcase_add_loop_test(dialling, each_kind_of_wrong_server_has_its_own_error, 0, COUNT(answers));
    tcase_add_test(dialling, a_server_that_closes_at_once_is_retried);
    tcase_add_test(dialling, a_missing_server_is_reported_and_retried);
    tcase_add_test(dialling, every_address_of_a_name_is_tried);
    tcase_add_test(dialling, a_server_that_never_responds_times_out);
    tcase_add_test(dialling, http_proxy_is_ignored);
    tcase_add_test(dialling, a_huge_limit_of_descriptors_is_harmless);
    suite_add_tcase(suite, dialling);
    TCase *waiting = tcase_create("waiting");
    tcase_add_checked_fixture(waiting, set_up, tear_down);
    tcase_add_test(waiting, each_wait_is_longer_up_to_a_limit);
    tcase_add_test(waiting, retry_now_connects_at_once);
    tcase_add_loop_test(waiting, only_a_stable_connection_resets_the_wait, 0, 2);
    tcase_add_test(waiting, a_silent_server_gets_a_ping_and_then_times_out);
    tcase_add_test(waiting, any_message_counts_as_a_sign_of_life);
    tcase_add_test(waiting, a_hello_without_a_reply_times_out);
    suite_add_tcase(suite, waiting);
    TCase *messages = tcase_create("messages");
    tcase_add_checked_fixture(messages, set_up, tear_down);
    tcase_add_test(messages, a_message_arrives_intact_in_any_fragmentation);
    tcase_add_test(messages, a_large_message_arrives_whole);
    tcase_add_loop_test(messages, a_message_that_is_too_large_ends_the_connection, 0, 2);
    tcase_add_test(messages, a_long_request_arrives_whole);
    tcase_add_loop_test(messages, an_invalid_message_ends_the_connection_but_loses_no_request, 0,
                        COUNT(nonsense));
    tcase_add_test(messages, three_invalid_messages_in_a_row_are_final);
    tcase_add_loop_test(messages, an_invalid_reply_to_hello_counts_as_an_invalid_message, 0, 3);
    suite_add_tcase(suite, messages);
    TCase *closing = tcase_create("closing");
    tcase_add_checked_fixture(closing, set_up, tear_down);
    tcase_add_loop_test(closing, close_codes_are_handled, 0, COUNT(closings));
    tcase_add_test(closing, the_client_disconnects_if_the_server_sends_close_but_keeps_the_socket_open);
    tcase_add_test(closing, a_broken_connection_is_reported);
    tcase_add_test(closing, an_unknown_name_is_reported);
    tcase_add_test(closing, a_long_name_does_not_truncate_the_sentence);
    suite_add_tcase(suite, closing);
    TCase *tls = tcase_create("tls");
    tcase_add_checked_fixture(tls, set_up, tear_down);
    tcase_add_loop_test(tls, certificates_are_verified, 0, COUNT(certificates));
    tcase_add_test(tls, a_server_without_tls_is_recognised);
    tcase_add_loop_test(tls, unusable_certificate_files_are_reported, 0, 2);
    suite_add_tcase(suite, tls);
    return run_suite(suite);
}
