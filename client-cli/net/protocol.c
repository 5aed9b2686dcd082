/*
 * protocol.c: the messages on a connection: hello, watch, requests and replies, pushes.
 *
 * A message is validated completely before it has any effect. An invalid one closes the connection: a new hello and a
 * resumed watch bring both sides back in step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/net/connection_internal.h"

enum { PROTOCOL = 1 };

/* ---- Sending ---------------------------------------------------------------------------------------- */

/* Returns false if out of memory. */
static bool send_request(struct connection *connection, struct request *request)
{
    char *text = pending_requests_send(&connection->requests, request);
    bool sent = text != NULL && websocket_send(connection->websocket, text, strlen(text));
    free(text);
    if (!sent) {
        connection_out_of_memory(connection);
    }
    return sent;
}

void protocol_send_pending(struct connection *connection)
{
    struct request *request;
    while (connection->state == CONNECTION_OPEN && !connection->freed &&
           (request = pending_requests_next(&connection->requests)) != NULL &&
           send_request(connection, request)) {
    }
}

/* Sends a request that is not repeated after a reconnect. */
static void send_transient(struct connection *connection, const char *verb, json_t *keys,
                           request_handler *handle)
{
    struct request *request = request_new(verb, keys, handle);
    if (request == NULL) {
        connection_out_of_memory(connection);
        return;
    }
    request->transient = true;
    pending_requests_add(&connection->requests, request);
    protocol_send_pending(connection);
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* Returns whether an error is temporary: the same request may succeed in a moment. */
static bool is_busy(const json_t *error)
{
    const char *code = text_of(error, "code");
    return strcmp(code, "too_many_requests") == 0 || strcmp(code, "storage") == 0;
}

/* Returns the sentence of an error in the player's language. */
static const char *refusal_of(const json_t *error)
{
    return tr_refusal(text_of(error, "code"), text_of(error, "text"));
}

/* ---- Hello and ping --------------------------------------------------------------------------------- */

static void handle_hello(struct connection *connection, const struct request *request, const json_t *ok,
                         const json_t *error)
{
    (void)request;
    if (error != NULL) {
        (is_busy(error) ? connection_lost : connection_give_up)(connection, refusal_of(error));
        return;
    }
    const char *player = text_of(ok, "player"), *name = text_of(ok, "name"), *token = text_of(ok, "token");
    const json_t *protocol = json_object_get(ok, "protocol");
    if (player == NULL || name == NULL || (token == NULL && connection->token == NULL)) {
        connection_protocol_error(connection, tr("the reply to hello is incomplete"));
        return;
    }
    if (protocol != NULL && json_integer_value(protocol) != PROTOCOL) {
        connection_give_up(connection,
                           tr("The server uses another version of the protocol than this client."));
        return;
    }
    if (token !=
        NULL) { /* from now on it identifies the player: the name would create another, the code is used up */
        char *kept = strdup(token);
        if (kept == NULL) {
            connection_out_of_memory(connection);
            return;
        }
        free(connection->token);
        connection->token = kept;
    }
    connection_opened(connection, player, name, token);
}

void protocol_send_hello(struct connection *connection)
{
    const char *key = connection->token != NULL ? "token" : connection->code != NULL ? "code" : "name";
    const char *value = connection->token != NULL  ? connection->token
                        : connection->code != NULL ? connection->code
                                                   : connection->name;
    struct request *request = request_new("hello", json_pack("{s:s*}", key, value), handle_hello);
    if (request == NULL) {
        connection_out_of_memory(connection);
        return;
    }
    request->transient = true;
    pending_requests_add_first(&connection->requests, request);
    (void)send_request(connection, request);
}

/* Any message proves that the server is alive, so the reply itself is not needed. */
static void ignore_reply(struct connection *connection, const struct request *request, const json_t *ok,
                         const json_t *error)
{
    (void)connection;
    (void)request;
    (void)ok;
    (void)error;
}

void protocol_send_ping(struct connection *connection)
{
    send_transient(connection, "ping", NULL, ignore_reply);
}

/* ---- Watching a table -------------------------------------------------------------------------------------- */

static void clear_watch(struct watch *watch)
{
    free(watch->table);
    free(watch->invite);
    *watch = (struct watch){.number = watch->number};
}

/* Handles the reply to a watch that has been replaced since: stops its pushes. */
static void handle_stale_watch(struct connection *connection, const json_t *ok)
{
    const char *id = text_of(json_object_get(ok, "table"), "id");
    const char *wanted = connection->watch.table;
    if (id != NULL && (wanted == NULL || strcmp(id, wanted) != 0)) {
        send_transient(connection, "unwatch", json_pack("{s:s}", "table", id), ignore_reply);
    }
}

static void queue_watch(struct connection *connection);

static void handle_watch(struct connection *connection, const struct request *request, const json_t *ok,
                         const json_t *error)
{
    struct watch *watch = &connection->watch;
    if (request->watch_number != watch->number) {
        handle_stale_watch(connection, ok);
        return;
    }
    if (error != NULL && is_busy(error)) {
        queue_watch(connection);
        connection_lost(connection, refusal_of(error));
        return;
    }
    if (error != NULL) {
        clear_watch(watch);
        connection->hooks.unwatched(connection->hooks.context, text_of(error, "code"), refusal_of(error));
        return;
    }
    const char *id = text_of(json_object_get(ok, "table"), "id");
    const json_t *seq = json_object_get(ok, "seq");
    if (id == NULL || !json_is_integer(seq) || json_integer_value(seq) < 0) {
        queue_watch(connection);
        connection_protocol_error(connection, tr("the reply to watch is incomplete"));
        return;
    }
    char *table = strdup(id);
    if (table == NULL) {
        connection_out_of_memory(connection);
        return;
    }
    bool resumed = watch->answered && json_is_array(json_object_get(ok, "events"));
    free(watch->table);
    watch->table = table;
    watch->answered = true;
    connection->commentary = NULL;
    watch->seq = json_integer_value(seq);
    connection->hooks.watched(connection->hooks.context, ok, resumed);
}

/* Creates a watch request: for all events so far, or for those after the last one received. */
static struct request *make_watch(const struct connection *connection)
{
    const struct watch *watch = &connection->watch;
    json_t *keys = json_pack("{s:s*, s:s*, s:s*, s:I, s:b}", "table", watch->table, "invite", watch->invite,
                             "commentary", connection->commentary, "since",
                             watch->answered ? watch->seq : (json_int_t)0, "views", 1);
    struct request *request = keys == NULL ? NULL : request_new("watch", keys, handle_watch);
    if (request != NULL) {
        request->watch_number = watch->number;
        request->is_watch = true;
    }
    return request;
}

/* Queues the watch before all other requests. */
static void queue_watch(struct connection *connection)
{
    struct request *request = make_watch(connection);
    if (request == NULL) {
        connection_out_of_memory(connection);
        return;
    }
    pending_requests_add_first(&connection->requests, request);
}

/* A watch without a reply is still in the queue, in its place. */
void protocol_resume_watch(struct connection *connection)
{
    if (connection->watch.answered) {
        pending_requests_drop_watch(&connection->requests);
        queue_watch(connection);
    }
}

void connection_set_commentary(struct connection *connection, const char *code)
{
    connection->commentary = code;
}

void connection_watch(struct connection *connection, const char *table, const char *invite)
{
    struct watch *watch = &connection->watch;
    pending_requests_drop_watch(&connection->requests);
    if (watch->answered && connection->state == CONNECTION_OPEN &&
        (table == NULL || strcmp(table, watch->table) != 0)) {
        send_transient(connection, "unwatch", json_pack("{s:s}", "table", watch->table), ignore_reply);
    }
    clear_watch(watch);
    watch->number++;
    watch->table = table == NULL ? NULL : strdup(table);
    watch->invite = invite == NULL ? NULL : strdup(invite);
    if (table == NULL && invite == NULL) {
        return;
    }
    bool copied = (table == NULL || watch->table != NULL) && (invite == NULL || watch->invite != NULL);
    struct request *request = copied ? make_watch(connection) : NULL;
    if (request == NULL) {
        connection_out_of_memory(connection);
        return;
    }
    pending_requests_add(&connection->requests, request);
    protocol_send_pending(connection);
}

/* ---- Requests of the caller ------------------------------------------------------------------------ */

static void handle_reply(struct connection *connection, const struct request *request, const json_t *ok,
                         const json_t *error)
{
    (void)connection;
    if (request->reply == NULL) {
        return;
    }
    bool done = error != NULL && request_was_done_before(request, text_of(error, "code"));
    json_t *empty = done ? json_object() : NULL;
    if (empty != NULL) {
        request->reply(request->context, empty, NULL);
    } else {
        request->reply(request->context, ok, error);
    }
    json_decref(empty);
}

static void add_request(struct connection *connection, struct request *request, connection_reply *reply,
                        void *context)
{
    if (request == NULL) {
        connection_out_of_memory(connection);
        return;
    }
    request->reply = reply;
    request->context = context;
    pending_requests_add(&connection->requests, request);
    protocol_send_pending(connection);
}

void connection_request(struct connection *connection, const char *verb, json_t *keys,
                        connection_reply *reply, void *context)
{
    add_request(connection, request_new(verb, keys, handle_reply), reply, context);
}

void connection_request_once(struct connection *connection, const char *verb, json_t *keys,
                             connection_reply *reply, void *context)
{
    struct request *request = request_new(verb, keys, handle_reply);
    if (request != NULL && !request_add_random_key(request)) {
        request_free(request);
        request = NULL;
    }
    add_request(connection, request, reply, context);
}

/* ---- Messages --------------------------------------------------------------------------------------- */

/* A reply has either "ok" or "error"; an error has a code and a sentence. */
static bool is_reply(const json_t *message)
{
    const json_t *ok = json_object_get(message, "ok"), *error = json_object_get(message, "error");
    bool good_error = text_of(error, "code") != NULL && text_of(error, "text") != NULL;
    return error == NULL ? json_is_object(ok) : ok == NULL && good_error;
}

static void receive_reply(struct connection *connection, const json_t *message)
{
    const json_t *id = json_object_get(message, "re");
    if (!json_is_integer(id) || !is_reply(message)) {
        connection_protocol_error(connection, tr("a malformed reply"));
        return;
    }
    struct request *request = pending_requests_answer(&connection->requests, json_integer_value(id));
    if (request == NULL) {
        connection_protocol_error(connection, tr("a reply to an unknown request"));
        return;
    }
    request->handle(connection, request, json_object_get(message, "ok"), json_object_get(message, "error"));
    request_free(request);
    protocol_send_pending(connection);
}

/* Returns the id of the table that a push is about, or NULL. */
static const char *table_of(const json_t *message, const char *kind)
{
    const json_t *table = json_object_get(message, "table");
    if (strcmp(kind, "tables") == 0) {
        return NULL;
    }
    return json_is_object(table) ? text_of(table, "id") : json_string_value(table);
}

/* An event must have a table and a number; the model validates the rest. */
static bool is_push(const json_t *message, const char *kind, const char *table)
{
    const json_t *seq = json_object_get(message, "seq");
    return strcmp(kind, "event") != 0 ||
           (table != NULL && json_is_integer(seq) && json_integer_value(seq) > 0);
}

static void receive_push(struct connection *connection, const json_t *message, const char *kind)
{
    struct watch *watch = &connection->watch;
    const char *table = table_of(message, kind);
    if (connection->state != CONNECTION_OPEN) {
        connection_protocol_error(connection, tr("a push before the reply to hello"));
        return;
    }
    if (!is_push(message, kind, table)) {
        connection_protocol_error(connection, tr("an event without a table or number"));
        return;
    }
    if (table != NULL && !(watch->answered && strcmp(table, watch->table) == 0)) {
        return; /* about a table no longer watched, or one whose watch is not answered yet */
    }
    if (strcmp(kind, "event") == 0) {
        watch->seq = json_integer_value(json_object_get(message, "seq"));
    }
    connection->hooks.push(connection->hooks.context, message);
}

void protocol_receive(struct connection *connection, const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *kind = text_of(message, "on");
    if (!json_is_object(message)) {
        connection_protocol_error(connection, tr("not a JSON object"));
    } else if (json_object_get(message, "re") != NULL) {
        receive_reply(connection, message);
    } else if (kind != NULL) {
        receive_push(connection, message, kind);
    } else {
        connection_protocol_error(connection, tr("neither a reply nor a push"));
    }
    json_decref(message);
}
