/*
 * connection.c: connecting and reconnecting.
 *
 * Waits longer after each failure, with random jitter so that clients do not return all at once after a restart, and
 * gives up only if trying again cannot help. protocol.c handles the messages.
 */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/net/connection_internal.h"
#include "common/base/utf8.h"

enum { WHY_BYTES = 400, PROTOCOL_ERRORS_MAX = 3, CLOSE_GOING_AWAY = 1001, CLOSE_SLOW = 1013 };

static const struct connection_timeouts default_timeouts = {
    .connect = 10000,
    .idle = 30000,
    .reply = 15000,
    .retry_first = 500,
    .retry_max = 30000,
    .stable = 10000,
};

/* Replaces control characters: parts of the text may come from the server, and it goes to a terminal. */
static void make_printable(char *text)
{
    for (size_t length; *text != '\0'; text += length) {
        if (utf8_is_control(utf8_decode(text, &length))) {
            memset(text, '?', length);
        }
    }
}

void connection_set_state(struct connection *connection, enum connection_state state, const char *format, ...)
{
    char why[WHY_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    make_printable(why);
    connection->state = state;
    if (!connection->freed) {
        connection->hooks.state(connection->hooks.context, state, why);
    }
}

/* ---- Losing the connection ----------------------------------------------------------------------------------------- */

static void connect_now(uv_timer_t *timer);

/* Closes the websocket; unanswered requests wait for the next one. */
static void hang_up(struct connection *connection)
{
    if (connection->websocket != NULL) {
        websocket_close(connection->websocket);
        connection->websocket = NULL;
    }
    pending_requests_disconnect(&connection->requests);
    (void)uv_timer_stop(&connection->idle);
    (void)uv_timer_stop(&connection->retry);
}

/* Waits a random time between half of `wait` and all of it. */
static void wait_and_retry(struct connection *connection, const char *why)
{
    bool stable = connection->state == CONNECTION_OPEN &&
                  uv_now(connection->loop) - connection->opened_at >= connection->timeouts.stable;
    if (stable || connection->wait == 0) {
        connection->wait = connection->timeouts.retry_first;
    }
    unsigned half = connection->wait / 2;
    unsigned drawn = half + randombytes_uniform(connection->wait - half + 1);
    unsigned twice = 2 * connection->wait;
    hang_up(connection);
    connection->wait = twice < connection->timeouts.retry_max ? twice : connection->timeouts.retry_max;
    (void)uv_timer_start(&connection->retry, connect_now, drawn, 0);
    connection_set_state(connection, CONNECTION_WAITING, "%s", why);
}

void connection_lost(struct connection *connection, const char *why)
{
    connection->protocol_errors = 0;
    wait_and_retry(connection, why);
}

void connection_give_up(struct connection *connection, const char *why)
{
    hang_up(connection);
    connection_set_state(connection, CONNECTION_FAILED, "%s", why);
}

static void give_up_out_of_memory(uv_timer_t *timer)
{
    connection_give_up(timer->data, tr("Out of memory."));
}

void connection_out_of_memory(struct connection *connection)
{
    (void)uv_timer_start(&connection->retry, give_up_out_of_memory, 0, 0);
}

static void count_protocol_error(struct connection *connection, const char *why)
{
    if (++connection->protocol_errors >= PROTOCOL_ERRORS_MAX) {
        connection_give_up(connection, why);
    } else {
        wait_and_retry(connection, why);
    }
}

void connection_protocol_error(struct connection *connection, const char *what)
{
    char why[WHY_BYTES];
    (void)snprintf(why, sizeof why, tr("%.200s sent an invalid message: %s."), connection->where, what);
    count_protocol_error(connection, why);
}

/* ---- Hooks of the websocket --------------------------------------------------------------------------------- */

static void on_idle(uv_timer_t *timer)
{
    struct connection *connection = timer->data;
    if (connection->pinged || connection->state != CONNECTION_OPEN) {
        connection_lost(connection, tr("The server does not respond."));
        return;
    }
    connection->pinged = true;
    (void)uv_timer_start(&connection->idle, on_idle, connection->timeouts.reply, 0);
    protocol_send_ping(connection);
}

static void on_opened(void *context)
{
    struct connection *connection = context;
    (void)uv_timer_start(&connection->idle, on_idle, connection->timeouts.reply, 0);
    protocol_send_hello(connection);
}

static void on_text(void *context, const char *text, size_t length)
{
    struct connection *connection = context;
    if (connection->state == CONNECTION_OPEN) {
        connection->pinged = false;
        (void)uv_timer_start(&connection->idle, on_idle, connection->timeouts.idle, 0);
    }
    protocol_receive(connection, text, length);
}

/* After any close code except 1001 and 1013, the next connection would be closed as well. */
static bool closed_for_good(enum websocket_end end, unsigned code)
{
    return end == WEBSOCKET_LOST && code != 0 && code != CLOSE_GOING_AWAY && code != CLOSE_SLOW;
}

static void on_ended(void *context, enum websocket_end end, unsigned code, const char *why)
{
    struct connection *connection = context;
    connection->websocket = NULL;
    if (end == WEBSOCKET_UNTRUSTED || end == WEBSOCKET_REFUSED || closed_for_good(end, code) ||
        (end == WEBSOCKET_NOT_OURS && !connection->was_open)) {
        connection_give_up(connection, why);
    } else if (end == WEBSOCKET_NOT_OURS) {
        count_protocol_error(connection, why);
    } else {
        connection_lost(connection, why);
    }
}

void connection_opened(struct connection *connection, const char *player, const char *name, const char *token)
{
    connection->state = CONNECTION_OPEN;
    connection->was_open = true;
    connection->pinged = false;
    connection->opened_at = uv_now(connection->loop);
    (void)uv_timer_start(&connection->idle, on_idle, connection->timeouts.idle, 0);
    protocol_resume_watch(connection);
    connection->hooks.hello(connection->hooks.context, player, name, token);
    connection_set_state(connection, CONNECTION_OPEN, tr("Connected to %.200s."), connection->where);
    protocol_send_pending(connection);
}

/* ---- Connecting --------------------------------------------------------------------------------------- */

static bool create_context(struct connection *connection)
{
    char error_text[WEBSOCKET_CONTEXT_ERROR_MAX];
    if (connection->websocket_context == NULL) {
        connection->websocket_context = websocket_context_new(
            connection->loop, connection->address.tls, connection->ca_file, websocket_event, error_text);
    }
    if (connection->websocket_context == NULL) {
        connection_give_up(connection, error_text);
    }
    return connection->websocket_context != NULL;
}

static void connect_now(uv_timer_t *timer)
{
    struct connection *connection = timer->data;
    const struct websocket_hooks hooks = {on_opened, on_text, on_ended, connection};
    if (!create_context(connection)) {
        return;
    }
    connection->websocket = websocket_open(connection->websocket_context, &connection->address,
                                           connection->timeouts.connect, hooks);
    if (connection->websocket == NULL) {
        connection_out_of_memory(connection);
    } else if (connection->state != CONNECTION_CONNECTING) { /* not reported the first time */
        connection_set_state(connection, CONNECTION_CONNECTING, tr("Connecting to %.200s."),
                             connection->where);
    }
}

/* ---- The interface ---------------------------------------------------------------- */

static void free_memory(struct connection *connection)
{
    pending_requests_free(&connection->requests);
    free(connection->ca_file);
    free(connection->token);
    free(connection->code);
    free(connection->name);
    free(connection->watch.table);
    free(connection->watch.invite);
    free(connection);
}

static void handle_closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    if (--connection->handles == 0) {
        free_memory(connection);
    }
}

/* Copies a string that may be NULL; returns false if out of memory. */
static bool copy(const char *text, char **to)
{
    *to = text == NULL ? NULL : strdup(text);
    return text == NULL || *to != NULL;
}

struct connection *connection_new(uv_loop_t *loop, const struct address *address, const char *ca_file,
                                  struct connection_identity identity, struct connection_hooks hooks)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL || sodium_init() < 0) {
        free(connection);
        return NULL;
    }
    pending_requests_init(&connection->requests);
    if (!copy(ca_file, &connection->ca_file) || !copy(identity.token, &connection->token) ||
        !copy(identity.code, &connection->code) || !copy(identity.name, &connection->name)) {
        free_memory(connection);
        return NULL;
    }
    connection->loop = loop;
    connection->address = *address;
    connection->where = strstr(connection->address.server, "://") + 3;
    connection->hooks = hooks;
    connection->timeouts = default_timeouts;
    connection->retry.data = connection;
    connection->idle.data = connection;
    connection->handles = 2;
    (void)uv_timer_init(loop, &connection->retry);
    (void)uv_timer_init(loop, &connection->idle);
    (void)uv_timer_start(&connection->retry, connect_now, 0, 0);
    return connection;
}

void connection_free(struct connection *connection)
{
    if (connection == NULL || connection->freed) {
        return;
    }
    connection->freed = true;
    hang_up(connection);
    if (connection->websocket_context != NULL) {
        websocket_context_free(connection->websocket_context);
    }
    uv_close((uv_handle_t *)&connection->retry, handle_closed);
    uv_close((uv_handle_t *)&connection->idle, handle_closed);
}

bool connection_restart_as(struct connection *connection, const char *name)
{
    char *copied = strdup(name);
    if (copied == NULL) {
        return false;
    }
    free(connection->token);
    free(connection->code);
    free(connection->name);
    connection->token = connection->code = NULL;
    connection->name = copied;
    connection->protocol_errors = 0;
    connection->state = CONNECTION_CONNECTING;
    (void)uv_timer_start(&connection->retry, connect_now, 0, 0);
    return true;
}

void connection_set_timeouts(struct connection *connection, const struct connection_timeouts *times)
{
    connection->timeouts = *times;
}

enum connection_state connection_state(const struct connection *connection)
{
    return connection->state;
}

unsigned connection_retry_in(const struct connection *connection)
{
    return connection->state == CONNECTION_WAITING ? (unsigned)uv_timer_get_due_in(&connection->retry) : 0;
}

void connection_retry_now(struct connection *connection)
{
    if (connection->state == CONNECTION_WAITING) {
        (void)uv_timer_start(&connection->retry, connect_now, 0, 0);
    }
}

size_t connection_pending(const struct connection *connection)
{
    return pending_requests_count_kept(&connection->requests);
}
