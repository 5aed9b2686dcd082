/* session.c: see session.h. */
#include "server/session/session.h"

#include <assert.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/json/json_scan.h"
#include "server/base/log.h"

enum { DEPTH_MAX = 16, SCRATCH_BYTES = 8 << 20, CROWD = 500, BYTES_PER_TOKEN = 16384 };

/* ---- messages ---- */

void message_begin(struct sessions *sessions, struct json_writer *writer)
{
    assert(sessions->scratch_owner == NULL);
    sessions->scratch_owner = writer;
    json_write_begin(writer, sessions->scratch, SCRATCH_BYTES);
}

void message_end(struct sessions *sessions, const struct json_writer *writer)
{
    assert(sessions->scratch_owner == writer);
    (void)writer;
    sessions->scratch_owner = NULL;
}

/* Returns whether there is a message, and somebody to send it to. */
static bool can_send(const struct session *session, const struct json_writer *writer)
{
    assert(session->sessions->scratch_owner == writer);
    if (!json_write_ok(writer)) {
        log_line(LOG_ERROR, "message_too_long", "bytes=%zu", writer->length);
        return false;
    }
    return session->connection != NULL;
}

void session_send(struct session *session, const struct json_writer *writer)
{
    if (can_send(session, writer)) {
        connection_send(session->connection, writer->text, writer->length);
    }
}

void session_send_in_turn(struct session *session, const struct json_writer *writer)
{
    if (can_send(session, writer)) {
        connection_send_in_turn(session->connection, writer->text, writer->length);
    }
}

static void send_reply(struct session *session, const struct json_writer *writer)
{
    if (can_send(session, writer)) {
        connection_reply(session->connection, writer->text, writer->length);
    }
}

/* Requests that the store finishes while the server stops are answered after the transport has gone. */
void sessions_deliver(struct sessions *sessions)
{
    if (!sessions->stopping) {
        transport_deliver(sessions->transport);
    }
}

/* ---- what requests cost ---- */

/* Returns NULL if the connection has closed, or there is no memory. */
static struct address *address_of(const struct session *session, uint64_t now)
{
    return session->connection == NULL ? NULL
                                       : addresses_get(transport_addresses(session->sessions->transport),
                                                       connection_address(session->connection), now);
}

void session_charge(struct session *session, double tokens)
{
    const struct options *options = session->sessions->options;
    uint64_t now = uv_hrtime();
    struct address *address = address_of(session, now);
    bucket_charge(&session->bucket, tokens, (double)options->requests_per_second,
                  (double)options->requests_burst, now);
    if (address != NULL) {
        address_charge(address, LIMIT_REQUESTS, tokens, (double)options->address_requests_per_second,
                       (double)options->address_requests_burst, now);
    }
}

bool session_is_in_debt(const struct session *session)
{
    const struct options *options = session->sessions->options;
    uint64_t now = uv_hrtime();
    const struct address *address = address_of(session, now);
    return bucket_is_in_debt(&session->bucket, (double)options->requests_per_second, now) ||
           (address != NULL &&
            address_is_in_debt(address, LIMIT_REQUESTS, (double)options->address_requests_per_second, now));
}

/* Replies of usual length are included in the cost of the request. */
static void charge_reply(struct session *session, size_t length)
{
    if (length > BYTES_PER_TOKEN) {
        session_charge(session, (double)(length - BYTES_PER_TOKEN) / BYTES_PER_TOKEN);
    }
}

/*
 * Takes the tokens of a request from the limits of the session and of its address. Returns false if either has fewer.
 * So requests that have arrived are only refused if those before them turn out to cost more.
 */
static bool take_tokens(struct session *session, unsigned cost)
{
    const struct options *options = session->sessions->options;
    uint64_t now = uv_hrtime();
    const struct address *address = address_of(session, now);
    if (!bucket_has(&session->bucket, cost, (double)options->requests_per_second,
                    (double)options->requests_burst, now) ||
        (address != NULL &&
         !address_has(address, LIMIT_REQUESTS, cost, (double)options->address_requests_per_second,
                      (double)options->address_requests_burst, now))) {
        return false;
    }
    session_charge(session, cost);
    return true;
}

bool session_take_of_minute(const struct session *session, enum address_limit limit, long most)
{
    uint64_t now = uv_hrtime();
    struct address *address = address_of(session, now);
    return address != NULL && address_take(address, limit, (double)most / 60.0, (double)most, now);
}

/* ---- replies ---- */

static void request_free(struct request *request)
{
    request->session->sessions->handler.released(request);
    json_decref(request->body);
    free(request->text);
    free(request->work);
    free(request);
}

/* Frees a request that has been answered. The handler runs the next one later, not on this stack. */
static void request_done(struct request *request)
{
    struct session *session = request->session;
    session->current = NULL;
    request_free(request);
    session->sessions->handler.answered(session);
}

struct json_writer *request_begin(struct request *request, struct json_writer *writer)
{
    message_begin(request->session->sessions, writer);
    json_write_open(writer, NULL, '{');
    json_write_int(writer, "re", (long)request->id);
    json_write_open(writer, "ok", '{');
    return writer;
}

void request_end(struct request *request, struct json_writer *writer)
{
    struct sessions *sessions = request->session->sessions;
    json_write_close(writer, '}');
    json_write_close(writer, '}');
    if (!json_write_ok(writer)) {
        message_end(sessions, writer);
        log_line(LOG_ERROR, "reply_too_long", "bytes=%zu", writer->length);
        request_fail_with(request, ERROR_STORAGE, "The answer is too long to be sent.");
        return;
    }
    send_reply(request->session, writer);
    charge_reply(request->session, writer->length);
    message_end(sessions, writer);
    request_done(request);
}

void request_end_with(struct request *request, const char *text, size_t length)
{
    if (text != NULL && request->session->connection != NULL) {
        connection_reply(request->session->connection, text, length);
        charge_reply(request->session, length);
    }
    request_done(request);
}

void request_ok(struct request *request)
{
    struct json_writer writer;
    request_end(request, request_begin(request, &writer));
}

void request_fail_with(struct request *request, enum error error, const char *sentence)
{
    struct sessions *sessions = request->session->sessions;
    struct json_writer writer;
    message_begin(sessions, &writer);
    json_write_open(&writer, NULL, '{');
    if (request->has_id) {
        json_write_int(&writer, "re", (long)request->id);
    } else {
        json_write_null(&writer, "re");
    }
    json_write_open(&writer, "error", '{');
    json_write_string(&writer, "code", error_code(error));
    json_write_string(&writer, "text", sentence);
    json_write_close(&writer, '}');
    json_write_close(&writer, '}');
    metrics_refusal(sessions->metrics, error_code(error));
    send_reply(request->session, &writer);
    message_end(sessions, &writer);
    request_done(request);
}

void request_fail(struct request *request, enum error error)
{
    request_fail_with(request, error, error_sentence(error));
}

/* ---- sessions ---- */

static void session_free(struct session *session)
{
    session->sessions->handler.removed(session);
    LIST_REMOVE(session, entry);
    free(session);
}

void session_free_if_done(struct session *session)
{
    if (session->connection == NULL && session->current == NULL && STAILQ_EMPTY(&session->inbox)) {
        session_free(session);
    }
}

void session_drop_current(struct session *session)
{
    struct request *request = session->current;
    if (request != NULL) {
        session->current = NULL;
        request_free(request);
    }
}

struct request *session_next_request(struct session *session)
{
    struct request *request = STAILQ_FIRST(&session->inbox);
    if (request != NULL) {
        STAILQ_REMOVE_HEAD(&session->inbox, entry);
        session->inbox_count--;
        session->current = request;
    }
    return request;
}

void session_opened(struct sessions *sessions, struct connection *connection)
{
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        connection_close(connection, CLOSE_GOING_AWAY, "out of memory");
        return;
    }
    session->sessions = sessions;
    session->connection = connection;
    session->waited_since = uv_now(sessions->loop);
    LIST_INIT(&session->watches);
    STAILQ_INIT(&session->inbox);
    LIST_INSERT_HEAD(&sessions->all, session, entry);
    sessions->turnover++;
    bucket_fill(&session->bucket, (double)sessions->options->requests_burst, uv_hrtime());
    connection_set_user(connection, session);
}

void session_closed(struct connection *connection)
{
    struct session *session = connection_user(connection);
    struct request *request;
    if (session == NULL) {
        return;
    }
    session->connection = NULL;
    session->sessions->turnover++;
    while ((request = STAILQ_FIRST(&session->inbox)) != NULL) {
        STAILQ_REMOVE_HEAD(&session->inbox, entry);
        request_free(request);
    }
    session->inbox_count = 0;
    session->sessions->handler.disconnected(session);
}

void session_keep_waiting(struct session *session)
{
    session->waited_since = uv_now(session->sessions->loop);
}

/* A client that connects and never sends hello only takes up a connection. */
static void close_silent_sessions(struct sessions *sessions)
{
    uint64_t patience = (uint64_t)sessions->options->hello_seconds * 1000;
    struct session *session;
    LIST_FOREACH (session, &sessions->all, entry) {
        if (session->connection != NULL && !connection_is_remote(session->connection) &&
            session->player == NULL && session->current == NULL &&
            uv_now(sessions->loop) - session->waited_since >= patience) {
            connection_close(session->connection, CLOSE_POLICY, "no hello in time");
        }
    }
}

void sessions_sweep(struct sessions *sessions)
{
    close_silent_sessions(sessions);
    if (sessions->turnover >= CROWD) { /* trimming takes too long to do it at every sweep */
        sessions->turnover = 0;
        (void)malloc_trim(0);
    }
}

bool sessions_init(struct sessions *sessions, uv_loop_t *loop, const struct options *options,
                   struct metrics *metrics)
{
    *sessions = (struct sessions){.loop = loop, .options = options, .metrics = metrics};
    LIST_INIT(&sessions->all);
    sessions->scratch = malloc(SCRATCH_BYTES);
    return sessions->scratch != NULL;
}

void sessions_free(struct sessions *sessions)
{
    free(sessions->scratch);
}

/* ---- frames ---- */

void request_refuse(struct request *request, enum error error, const char *sentence)
{
    request->refused = error;
    snprintf(request->refusal, sizeof request->refusal, "%s", sentence);
}

bool request_set_table(struct request *request, const char *table)
{
    free(request->text);
    request->text = NULL;
    return json_object_set_new(request->body, "table", json_string(table)) == 0;
}

/* Keeps the message; without memory, it is written again from the body. */
static void keep_text(struct request *request, const char *text, size_t length)
{
    request->text = malloc(length);
    request->text_length = length;
    if (request->text != NULL) {
        memcpy(request->text, text, length);
    }
}

/* Reads the id, then lets the handler look up the verb; anything wrong becomes the request's refusal. */
static void read_request(struct request *request)
{
    const json_t *id = json_object_get(request->body, "id");
    if (!json_is_object(request->body)) {
        request_refuse(request, ERROR_BAD_JSON, error_sentence(ERROR_BAD_JSON));
        return;
    }
    request->has_id =
        json_is_integer(id) && json_integer_value(id) >= 0 && json_integer_value(id) <= INT32_MAX;
    request->id = request->has_id ? json_integer_value(id) : 0;
    if (!request->has_id || !json_is_string(json_object_get(request->body, "do"))) {
        request_refuse(request, ERROR_BAD_ID, error_sentence(ERROR_BAD_ID));
        return;
    }
    request->session->sessions->handler.read(request);
}

void session_message(struct connection *connection, const char *text, size_t length)
{
    struct session *session = connection_user(connection);
    struct json_scan scan = {.line = 1};
    if (session == NULL || session->connection == NULL) {
        return;
    }
    const struct options *options = session->sessions->options;
    struct request *request = calloc(1, sizeof *request);
    if (request == NULL || session->inbox_count >= (unsigned long)options->waiting_requests) {
        free(request);
        connection_close(connection, CLOSE_POLICY, "too many requests are waiting");
        return;
    }
    metrics_add(session->sessions->metrics, METRIC_REQUESTS_TOTAL, 1);
    request->session = session;
    request->cost = 1;
    if (!json_scan_exceeds(&scan, text, length, DEPTH_MAX)) {
        request->body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    }
    if (session->sessions->keeps_texts && length > 0) {
        keep_text(request, text, length);
    }
    read_request(request);
    if (!take_tokens(session, request->cost)) {
        request_refuse(request, ERROR_TOO_MANY_REQUESTS, error_sentence(ERROR_TOO_MANY_REQUESTS));
    }
    if (request->refused != ERROR_OK) {
        session->strikes++;
    } else if (session->strikes > 0) {
        session->strikes--; /* each good request makes up for a malformed one */
    }
    if (session->strikes >= (unsigned long)options->senseless_requests) {
        request_free(request);
        connection_close(connection, CLOSE_POLICY, "too many malformed requests");
        return;
    }
    STAILQ_INSERT_TAIL(&session->inbox, request, entry);
    session->inbox_count++;
    session->sessions->handler.arrived(session);
}
