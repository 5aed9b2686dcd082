/*
 * session.c: from a frame to a request, and from a request to its one reply.
 *
 * A connection's requests are carried out one after the other: a request that waits for the store, or for
 * its table, keeps those behind it waiting too, so replies come in order. A session outlives its
 * connection as long as one of its requests is under way.
 */
#include "common/json/json_scan.h"
#include "server/base/log.h"
#include "server/bots/bot_driver.h"
#include "server/verbs/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16 };

static void run_next(struct session *session);
static void run_ready_sessions(uv_idle_t *idle);

/* ---- sending ---- */

void session_begin_message(struct server *server, struct json_writer *writer)
{
    json_write_begin(writer, server->scratch, SCRATCH_BYTES);
}

void session_send(struct session *session, const struct json_writer *writer)
{
    if (!json_write_ok(writer)) {
        log_line(LOG_ERROR, "message_too_long", "bytes=%zu", writer->length);
        return;
    }
    if (session->connection != NULL) {
        connection_send(session->connection, writer->text, writer->length);
    }
}

/* What the store finishes while the server stops comes when the transport may be gone, and everybody with it. */
void sessions_deliver(struct server *server)
{
    if (!server->stopping) {
        transport_deliver(server->transport);
    }
}

/* ---- requests ---- */

struct server *server_of(struct request *request)
{
    return request->session->server;
}

static void request_free(struct request *request)
{
    if (request->table != NULL) {
        request->table->holds--;
        table_release(request->table);
    }
    json_decref(request->body);
    free(request->work);
    free(request);
}

static void session_free(struct session *session);

/*
 * The request has been answered. The next one does not run here, on the stack of whoever answered: with thousands of
 * them waiting, each reply would run the next request until the stack is full. run_next() runs them in a loop, and if
 * it is not running, the event loop calls it soon.
 */
static void request_done(struct request *request)
{
    struct session *session = request->session;
    struct server *server = session->server;
    session->current = NULL;
    request_free(request);
    if (session->running) {
        return;
    }
    if (session->inbox != NULL) {
        TAILQ_INSERT_TAIL(&server->ready, session, ready_entry);
        session->ready = true;
        (void)uv_idle_start(&server->run_ready, run_ready_sessions);
    } else if (session->connection == NULL) {
        session_free(session);
    }
}

struct json_writer *request_begin(struct request *request, struct json_writer *writer)
{
    session_begin_message(server_of(request), writer);
    json_write_open(writer, NULL, '{');
    json_write_int(writer, "re", (long)request->id);
    json_write_open(writer, "ok", '{');
    return writer;
}

void request_end(struct request *request, struct json_writer *writer)
{
    json_write_close(writer, '}');
    json_write_close(writer, '}');
    if (!json_write_ok(writer)) {
        log_line(LOG_ERROR, "reply_too_long", "verb=%s", request->verb->name);
        request_complain(request, ERROR_STORAGE, "The answer is too long to be sent.");
        return;
    }
    session_send(request->session, writer);
    request_done(request);
}

void request_ok(struct request *request)
{
    struct json_writer writer;
    request_end(request, request_begin(request, &writer));
}

void request_complain(struct request *request, enum error error, const char *sentence)
{
    struct json_writer writer;
    session_begin_message(server_of(request), &writer);
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
    metrics_refusal(server_of(request)->metrics, error_code(error));
    session_send(request->session, &writer);
    request_done(request);
}

void request_fail(struct request *request, enum error error)
{
    request_complain(request, error, error_sentence(error));
}

/* ---- what must be true before a verb runs ---- */

static bool key_is_good(const char *key)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t length = strlen(key);
    return length >= KEY_LENGTH_MIN && length <= KEY_LENGTH_MAX && strspn(key, allowed) == length;
}

static bool is_invited(const struct table *table, const char *invite)
{
    return invite != NULL && identity_equal(invite, table->lobby.invite);
}

/* A table by its id or invite. To who may not know of it, a private one does not exist. */
struct table *request_find_table(const struct request *request)
{
    struct server *server = request->session->server;
    const char *id = body_text(request, "table");
    const char *invite = body_text(request, "invite");
    struct table *table = id == NULL ? server->tables : table_find(server, id);
    while (id == NULL && table != NULL && !is_invited(table, invite)) {
        table = table->next;
    }
    if (table == NULL || table->lobby.state == TABLE_CLOSED) {
        return NULL;
    }
    bool member = lobby_member(&table->lobby, request->session->player->id) >= 0;
    return !table->lobby.is_private || is_invited(table, invite) || member ? table : NULL;
}

void request_hold_table(struct request *request, struct table *table)
{
    request->table = table;
    if (table != NULL) {
        table->holds++;
    }
}

static enum error check_table(struct request *request)
{
    const struct verb *verb = request->verb;
    const struct table *table = request->table;
    const char *player = request->session->player->id;
    if (table == NULL) {
        return ERROR_UNKNOWN_TABLE;
    }
    if ((verb->needs & (NEEDS_SEAT | NEEDS_HOST)) != 0 && lobby_member(&table->lobby, player) < 0) {
        return ERROR_NOT_SEATED;
    }
    if ((verb->needs & NEEDS_HOST) != 0 && strcmp(table->lobby.host, player) != 0) {
        return ERROR_NOT_HOST;
    }
    return ERROR_OK;
}

static enum error check_request(struct request *request)
{
    unsigned needs = request->verb->needs;
    if ((needs & NEEDS_HELLO) != 0 && request->session->player == NULL) {
        return ERROR_HELLO_FIRST;
    }
    if ((needs & NEEDS_KEY) != 0) {
        const char *key = body_text(request, "key");
        if (!key_is_good(key)) {
            return ERROR_BAD_KEY;
        }
        snprintf(request->key, sizeof request->key, "%s", key);
    }
    return ERROR_OK;
}

/* Who was stood in for is back by asking this. True: his bot stands aside first, and the request waits for that. */
static bool brings_back(struct request *request)
{
    if ((request->verb->needs & BRINGS_BACK) == 0 || request->brought_back ||
        !table_stands_in(request->table, request->session->player->id)) {
        return false;
    }
    if (!request->table->busy) {
        request->brought_back = true; /* once: if that cannot be stored, the request goes on all the same */
        return table_bring_back(request->table, request->session->player->id);
    }
    return true;
}

/* Requests that waited for their table run in order, until one of them is with the store again. */
void table_ready(struct table *table)
{
    table->busy = false;
    table->holds++; /* the last of them may have been the last to need it */
    while (!table->busy && table->waiting != NULL) {
        struct request *request = table->waiting;
        if (brings_back(request)) {
            break;
        }
        table->waiting = request->next;
        request->next = NULL;
        enum error error = check_table(request); /* things have changed since it came */
        if (error != ERROR_OK) {
            request_fail(request, error);
        } else {
            request->verb->run(request);
        }
    }
    bots_attend(table);
    table->holds--;
}

void request_wait(struct request *request)
{
    struct request **last = &request->table->waiting;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = request;
}

/* Runs the verb, or lets it wait until its table has nothing with the store. */
void request_go_on(struct request *request)
{
    enum error error = (request->verb->needs & NEEDS_TABLE) != 0 ? check_table(request) : ERROR_OK;
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    if (((request->verb->needs & NEEDS_TURN) != 0 && request->table->busy) || brings_back(request)) {
        request_wait(request);
        return;
    }
    request->verb->run(request);
}

/*
 * A table that is not in memory may be a finished one. A private one in memory is looked for as well, so
 * that it takes as long as one there is not.
 */
static void run_request(struct request *request)
{
    if (request->refused != ERROR_OK) {
        request_complain(request, request->refused, request->refusal);
        return;
    }
    enum error error = check_request(request);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    if ((request->verb->needs & NEEDS_TABLE) != 0) {
        request_hold_table(request, request_find_table(request));
        if (request->table == NULL && body_text(request, "table") != NULL) {
            archive_fetch_table(request);
            return;
        }
    }
    request_go_on(request);
}

/* ---- sessions ---- */

static void session_free(struct session *session)
{
    if (session->player != NULL) {
        player_lost_session(session);
    }
    *session->link = session->next;
    if (session->next != NULL) {
        session->next->link = session->link;
    }
    free(session);
}

static void leave_ready(struct session *session)
{
    if (session->ready) {
        TAILQ_REMOVE(&session->server->ready, session, ready_entry);
        session->ready = false;
    }
}

/*
 * Runs the waiting requests, until one of them has to wait for the store or another thread. Frees the session if its
 * connection has gone and nothing is under way.
 */
static void run_next(struct session *session)
{
    if (session->running) {
        return;
    }
    leave_ready(session);
    session->running = true;
    while (session->current == NULL && session->inbox != NULL) {
        struct request *request = session->inbox;
        session->inbox = request->next;
        session->inbox_count--;
        request->next = NULL;
        session->current = request;
        run_request(request);
    }
    session->running = false;
    if (session->current == NULL && session->connection == NULL) {
        session_free(session);
    }
}

/* Before the loop waits: runs the sessions whose current request has been answered since. */
static void run_ready_sessions(uv_idle_t *idle)
{
    struct server *server = idle->data;
    while (!TAILQ_EMPTY(&server->ready)) {
        run_next(TAILQ_FIRST(&server->ready));
    }
    (void)uv_idle_stop(idle);
}

void sessions_open(struct server *server)
{
    TAILQ_INIT(&server->ready);
    (void)uv_idle_init(server->loop, &server->run_ready); /* never fails */
    server->run_ready.data = server;
}

void sessions_close(struct server *server)
{
    uv_close((uv_handle_t *)&server->run_ready, NULL);
}

void session_opened(void *context, struct connection *connection)
{
    struct server *server = context;
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        connection_close(connection, CLOSE_GOING_AWAY, "out of memory");
        return;
    }
    session->server = server;
    session->connection = connection;
    session->opened = uv_now(server->loop);
    session->next = server->sessions;
    session->link = &server->sessions;
    if (session->next != NULL) {
        session->next->link = &session->next;
    }
    server->sessions = session;
    server->comings_and_goings++;
    bucket_fill(&session->bucket, (double)server->options.requests_burst, uv_hrtime());
    connection_set_user(connection, session);
}

void session_closed(void *context, struct connection *connection)
{
    struct session *session = connection_user(connection);
    (void)context;
    if (session == NULL) {
        return;
    }
    session->connection = NULL;
    session->server->comings_and_goings++;
    while (session->watches != NULL) {
        table_unwatch(session->watches);
    }
    struct request *request = session->inbox;
    session->inbox = NULL;
    session->inbox_count = 0;
    while (request != NULL) {
        struct request *next = request->next;
        request_free(request);
        request = next;
    }
    if (session->player != NULL) {
        player_lost_connection(session->player, session->server);
    }
    run_next(session);
}

/* ---- frames ---- */

/* Something is wrong with the message itself: one error, and after many of them the connection goes. */
static void refuse_unread(struct request *request, enum error error, const char *sentence)
{
    request->refused = error;
    snprintf(request->refusal, sizeof request->refusal, "%s", sentence);
}

static bool has_tokens(struct session *session)
{
    const struct options *options = &session->server->options;
    uint64_t now = uv_hrtime();
    struct address *address = addresses_get(transport_addresses(session->server->transport),
                                            connection_address(session->connection), now);
    return bucket_take(&session->bucket, (double)options->requests_per_second,
                       (double)options->requests_burst, now) &&
           (address == NULL || bucket_take(&address->requests, (double)options->address_requests_per_second,
                                           (double)options->address_requests_burst, now));
}

/* Reads id, verb and keys out of the body; what is wrong with them becomes the request's refusal. */
static void read_request(struct request *request)
{
    const json_t *id = json_object_get(request->body, "id");
    const char *name = json_string_value(json_object_get(request->body, "do"));
    char sentence[sizeof request->refusal];
    if (!json_is_object(request->body)) {
        refuse_unread(request, ERROR_BAD_JSON, error_sentence(ERROR_BAD_JSON));
        return;
    }
    request->has_id =
        json_is_integer(id) && json_integer_value(id) >= 0 && json_integer_value(id) <= INT32_MAX;
    request->id = request->has_id ? json_integer_value(id) : 0;
    if (!request->has_id || name == NULL) {
        refuse_unread(request, ERROR_BAD_ID, error_sentence(ERROR_BAD_ID));
        return;
    }
    request->verb = verb_find(name);
    if (request->verb == NULL) {
        refuse_unread(request, ERROR_UNKNOWN_VERB, error_sentence(ERROR_UNKNOWN_VERB));
    } else if (verb_check(request->verb, request->body, sentence, sizeof sentence) != NULL) {
        refuse_unread(request, ERROR_BAD_KEYS, sentence);
    }
}

static void enqueue(struct session *session, struct request *request)
{
    struct request **last = &session->inbox;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = request;
    session->inbox_count++;
    run_next(session);
}

void session_message(void *context, struct connection *connection, const char *text, size_t length)
{
    struct session *session = connection_user(connection);
    struct json_scan scan = {.line = 1};
    (void)context;
    if (session == NULL || session->connection == NULL) {
        return;
    }
    struct request *request = calloc(1, sizeof *request);
    if (request == NULL || session->inbox_count >= (unsigned long)session->server->options.waiting_requests) {
        free(request);
        connection_close(connection, CLOSE_POLICY, "too many requests are waiting");
        return;
    }
    metrics_add(session->server->metrics, METRIC_REQUESTS_TOTAL, 1);
    request->session = session;
    if (!json_scan_exceeds(&scan, text, length, DEPTH_MAX)) {
        request->body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    }
    read_request(request);
    if (!has_tokens(session)) {
        refuse_unread(request, ERROR_TOO_MANY_REQUESTS, error_sentence(ERROR_TOO_MANY_REQUESTS));
    }
    if (request->refused != ERROR_OK) {
        session->strikes++;
    } else if (session->strikes > 0) {
        session->strikes--; /* who asks sensibly again is forgiven */
    }
    if (session->strikes >= (unsigned long)session->server->options.senseless_requests) {
        request_free(request);
        connection_close(connection, CLOSE_POLICY, "too many requests that make no sense");
        return;
    }
    enqueue(session, request);
}
