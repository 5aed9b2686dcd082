/* client_harness.h: connects the terminal client to a fake server and records everything it reports. */
#ifndef GASLIGHT_TESTS_CLIENT_HARNESS_H
#define GASLIGHT_TESTS_CLIENT_HARNESS_H

#include <signal.h>

#include "client-cli/net/connection.h"
#include "tests/support/c/fake_server.h"

enum { STATES_MAX = 64, WORDS = 500 };

/* Longer than any test runs, so that no timeout expires; retries are immediate. */
enum { NEVER_MS = 1000000 };
static const struct connection_timeouts patient = {.connect = NEVER_MS,
                                                   .idle = NEVER_MS,
                                                   .reply = NEVER_MS,
                                                   .retry_first = 2,
                                                   .retry_max = 8,
                                                   .stable = NEVER_MS};

struct harness {
    uv_loop_t loop;
    struct fake fake;
    struct connection *connection;
    /* what was reported */
    enum connection_state state[STATES_MAX];
    unsigned states, hellos, pushes, watches, unwatches, replies;
    unsigned wait;   /* until the next attempt, as of the last CONNECTION_WAITING */
    char why[WORDS]; /* why there is no connection; "Connecting ..." and "Connected ..." are not recorded */
    char player[WORDS], name[WORDS], token[WORDS], push[WORDS], code[WORDS], text[WORDS];
    json_t *watched; /* the last reply */
    bool resumed;
    char order[WORDS]; /* the replies, each as "name+ " or "name-code " */
    /* when to free the connection from inside a hook; "" for never */
    const char *free_in;
};
static struct harness client;

/* ---- Hooks ------------------------------------------------------------------------------------------ */

static inline void maybe_free(const char *hook)
{
    if (client.free_in != NULL && strcmp(client.free_in, hook) == 0) {
        connection_free(client.connection);
        client.connection = NULL;
        client.free_in = "nothing may be told any more";
    } else {
        ck_assert_msg(client.connection != NULL, "%s was told after the end", hook);
    }
}

static inline void on_state(void *context, enum connection_state state, const char *why)
{
    ck_assert_ptr_eq(context, &client);
    ck_assert_uint_lt(client.states, STATES_MAX);
    ck_assert_msg(strchr(".?", why[strlen(why) - 1]) != NULL, "not a sentence: %s", why);
    client.state[client.states++] = state;
    if (state == CONNECTION_WAITING) {
        client.wait = connection_retry_in(client.connection);
    }
    if (state == CONNECTION_WAITING || state == CONNECTION_FAILED) {
        (void)snprintf(client.why, sizeof client.why, "%s", why);
    }
    maybe_free(state == CONNECTION_WAITING ? "waiting" : state == CONNECTION_OPEN ? "open" : "state");
}

static inline void on_hello(void *context, const char *player, const char *name, const char *token)
{
    (void)context;
    client.hellos++;
    (void)snprintf(client.player, sizeof client.player, "%s", player);
    (void)snprintf(client.name, sizeof client.name, "%s", name);
    (void)snprintf(client.token, sizeof client.token, "%s", token == NULL ? "none" : token);
    maybe_free("hello");
}

static inline void on_push(void *context, const json_t *message)
{
    (void)context;
    char *text = json_dumps(message, JSON_COMPACT);
    client.pushes++;
    (void)snprintf(client.push, sizeof client.push, "%s", text);
    free(text);
    maybe_free("push");
}

static inline void on_watched(void *context, const json_t *reply, bool resumed)
{
    (void)context;
    client.watches++;
    client.resumed = resumed;
    json_decref(client.watched);
    client.watched = json_deep_copy(reply);
    maybe_free("watched");
}

static inline void on_unwatched(void *context, const char *code, const char *text)
{
    (void)context;
    client.unwatches++;
    (void)snprintf(client.code, sizeof client.code, "%s", code);
    (void)snprintf(client.text, sizeof client.text, "%s", text);
    maybe_free("unwatched");
}

/* `context` is a name chosen by the test. */
static inline void on_reply(void *context, const json_t *ok, const json_t *error)
{
    size_t used = strlen(client.order);
    ck_assert((ok == NULL) != (error == NULL));
    client.replies++;
    (void)snprintf(client.order + used, sizeof client.order - used, "%s%c%s ", (const char *)context,
                   ok != NULL ? '+' : '-',
                   ok != NULL ? "" : json_string_value(json_object_get(error, "code")));
    maybe_free("reply");
}

static const struct connection_hooks hooks = {on_state, on_hello, on_push, on_watched, on_unwatched, &client};

/* ---- Beginning and end ------------------------------------------------------------------------------ */

static inline void set_up(void)
{
    memset(&client, 0, sizeof client);
    (void)signal(SIGPIPE, SIG_IGN); /* as main() does */
    ck_assert_int_eq(uv_loop_init(&client.loop), 0);
    fake_open(&client.fake, &client.loop);
}

static inline void connect_to(const char *url, const char *ca_file, struct connection_identity identity,
                              const struct connection_timeouts *times)
{
    struct address address;
    char complaint[200];
    ck_assert_msg(address_parse(url, &address, complaint, sizeof complaint), "%s", complaint);
    client.connection = connection_new(&client.loop, &address, ca_file, identity, hooks);
    ck_assert_ptr_nonnull(client.connection);
    connection_set_timeouts(client.connection, times);
}

/* Connects to the fake server with a token. */
static inline void dial_fake(const struct connection_timeouts *times)
{
    char url[64];
    (void)snprintf(url, sizeof url, "ws://127.0.0.1:%u", client.fake.port);
    connect_to(url, NULL, (struct connection_identity){.token = "tok"}, times);
}

/* Called at the end of every test: the loop must empty by itself. */
static inline void tear_down(void)
{
    connection_free(client.connection);
    ck_assert_int_eq(uv_run(&client.loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(uv_loop_close(&client.loop), 0);
    json_decref(client.watched);
    fake_close(&client.fake);
}

/* ---- The server's part ------------------------------------------------------------------------------ */

/* Reads a request, which must have this verb, and returns its id. */
static inline json_int_t expect_request(const char *verb)
{
    json_t *request = fake_read(&client.fake);
    ck_assert_str_eq(json_string_value(json_object_get(request, "do")), verb);
    json_int_t id = json_integer_value(json_object_get(request, "id"));
    json_decref(request);
    return id;
}

static inline void answer(json_int_t id, const char *ok)
{
    char text[1000];
    (void)snprintf(text, sizeof text, "{\"re\":%lld,\"ok\":%s}", (long long)id, ok);
    fake_send(&client.fake, text);
}

static inline void answer_error(json_int_t id, const char *code)
{
    char text[1000];
    (void)snprintf(text, sizeof text, "{\"re\":%lld,\"error\":{\"code\":\"%s\",\"text\":\"No.\"}}",
                   (long long)id, code);
    fake_send(&client.fake, text);
}

/* Accepts the connection, completes the handshake and replies to hello. */
static inline void welcome(void)
{
    unsigned before = client.hellos;
    fake_accept(&client.fake);
    fake_shake_hands(&client.fake);
    answer(expect_request("hello"), "{\"player\":\"p1\",\"name\":\"Ann\",\"server\":\"x\",\"protocol\":1}");
    UNTIL(&client.fake, client.hellos == before + 1);
}

static inline bool is_in_state(enum connection_state state)
{
    return client.connection != NULL && connection_state(client.connection) == state;
}

/*
 * Returns how often this state has been reported. Tests wait for the count, because a state may come and go
 * between two checks.
 */
static inline unsigned times_told(enum connection_state state)
{
    unsigned count = 0;
    for (unsigned i = 0; i < client.states; i++) {
        count += client.state[i] == state;
    }
    return count;
}

#endif
