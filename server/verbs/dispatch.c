/* dispatch.c: see dispatch.h. */
#include "server/verbs/dispatch.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/bots/bot_seats.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/table_commit.h"
#include "server/table/changes/upkeep.h"
#include "server/table/changes/watches.h"
#include "server/verbs/archive.h"
#include "server/verbs/request_table.h"

/* ---- what must be true before a verb runs ---- */

static enum error check_table(const struct request *request)
{
    const struct verb *verb = request->verb;
    const struct table *table = request->table;
    const struct player *player = request->session->player;
    if (table == NULL) {
        return ERROR_UNKNOWN_TABLE;
    }
    if ((verb->needs & NEEDS_HELLO) != 0 && player == NULL) {
        return ERROR_HELLO_FIRST;
    }
    if ((verb->needs & (NEEDS_SEAT | NEEDS_HOST)) != 0 && lobby_member(&table->lobby, player->id) < 0) {
        return ERROR_NOT_SEATED;
    }
    if ((verb->needs & NEEDS_HOST) != 0 && strcmp(table->lobby.host, player->id) != 0) {
        return ERROR_NOT_HOST;
    }
    return ERROR_OK;
}

/*
 * Checks a request that has waited as if it arrived now: meanwhile the table may have closed, or the player may have
 * been kicked, and the invite replaced with it.
 */
static enum error check_again(const struct request *request)
{
    if ((request->verb->needs & NEEDS_TABLE) != 0 && request_find_table(request) != request->table) {
        return ERROR_UNKNOWN_TABLE;
    }
    return check_table(request);
}

static enum error check_request(struct request *request)
{
    unsigned needs = request->verb->needs;
    if ((needs & NEEDS_HELLO) != 0 && request->session->player == NULL) {
        return ERROR_HELLO_FIRST;
    }
    if ((needs & OPENS_SHARED) != 0) { /* somebody who looks at a game without a name is not silent */
        session_keep_waiting(request->session);
    }
    if ((needs & NEEDS_KEY) != 0) {
        const char *key = body_text(request, "key");
        if (!body_key_is_good(key)) {
            return ERROR_BAD_KEY;
        }
        snprintf(request->key, sizeof request->key, "%s", key);
    }
    return ERROR_OK;
}

/*
 * Stops whoever plays for the asking player, a bot or somebody else. Returns true if there is one and the request has to
 * wait until the player has everything back. This is tried once per request: if it cannot be stored, the request runs all the same.
 */
static bool take_seat_back(struct request *request)
{
    struct table *table = request->table;
    const struct player *player = request->session->player;
    if ((request->verb->needs & ENDS_SUBSTITUTION) == 0 || table == NULL || player == NULL ||
        request->is_back_checked || !table_is_replaced(table, player->id)) {
        return false;
    }
    if (!table->busy) {
        request->is_back_checked = true;
        return table_return(table, player->id);
    }
    return true;
}

/* ---- running a verb ---- */

/*
 * Charges a request by the number of people who are sent what it changes, once. Big crowds cost no more than small ones,
 * so that people can play before them.
 */
static void charge_fan_out(struct request *request)
{
    const struct table *table = request->table;
    unsigned needs = request->verb->needs;
    if ((needs & FANS_OUT) == 0 || table == NULL || request->is_charged) {
        return;
    }
    double tokens = (double)table->watch_count / WATCHERS_PER_TOKEN;
    if ((needs & LISTS) != 0 && table->is_listed) {
        tokens += (double)table->tables->follower_count / FOLLOWERS_PER_TOKEN;
    }
    request->is_charged = true;
    session_charge(request->session, tokens < FAN_OUT_MAX ? tokens : FAN_OUT_MAX);
}

static void run_verb(struct request *request)
{
    charge_fan_out(request);
    request->verb->run(request);
}

/* ---- waiting for a table ---- */

void request_wait(struct request *request)
{
    STAILQ_INSERT_TAIL(&request->table->waiting, request, entry);
}

/* Runs the requests that waited for a table, in order, until one of them has made it busy again. */
static void run_waiting_requests(struct table *table)
{
    struct request *request;
    while (!table->busy && (request = STAILQ_FIRST(&table->waiting)) != NULL) {
        if (take_seat_back(request)) {
            break;
        }
        STAILQ_REMOVE_HEAD(&table->waiting, entry);
        enum error error = check_again(request);
        if (error != ERROR_OK) {
            request_fail(request, error);
        } else {
            run_verb(request);
        }
    }
    table->tables->hooks.changed(table);
}

void request_resume(struct request *request)
{
    enum error error = (request->verb->needs & NEEDS_TABLE) != 0 ? check_table(request) : ERROR_OK;
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    bool needs_turn = (request->verb->needs & NEEDS_TURN) != 0 && request->table != NULL;
    if ((needs_turn && request->table->busy) || take_seat_back(request)) {
        request_wait(request);
        return;
    }
    run_verb(request);
}

/*
 * Looks for a table that is not here, in a cluster. Returns true if the cluster handles the request. This includes requests
 * that find their table by themselves, such as `record`.
 */
static bool find_elsewhere(struct request *request)
{
    bool (*find)(struct request * request) = dispatch_of(request)->elsewhere.find;
    bool names_table = body_text(request, "table") != NULL || body_text(request, "invite") != NULL;
    return find != NULL && names_table && request->table == NULL && request_find_table(request) == NULL &&
           find(request);
}

/*
 * A table that is not in memory may be a finished one, so the store is asked. It is also asked about a private table
 * that is in memory but not for this player, so that this takes as long as if there were no such table.
 */
static void run_request(struct request *request)
{
    if (request->refused != ERROR_OK) {
        request_fail_with(request, request->refused, request->refusal);
        return;
    }
    enum error error =
        session_is_in_debt(request->session) ? ERROR_TOO_MANY_REQUESTS : check_request(request);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    if ((request->verb->needs & NEEDS_TABLE) != 0) {
        request_hold_table(request, request_find_table(request));
    }
    if (find_elsewhere(request)) {
        return;
    }
    if ((request->verb->needs & NEEDS_TABLE) != 0) {
        if (request->table == NULL && body_text(request, "table") != NULL) {
            archive_fetch_table(request);
            return;
        }
        if (request->table == NULL && body_text(request, "invite") != NULL) {
            archive_fetch_invited(request);
            return;
        }
    }
    request_resume(request);
}

/* ---- running a session's requests ---- */

/* Returns false on a closing connection: nobody would read the replies, and the queue is freed when it has closed. */
static bool can_run(const struct session *session)
{
    return session->current == NULL && !STAILQ_EMPTY(&session->inbox) && session->connection != NULL &&
           !connection_is_closing(session->connection);
}

static void leave_ready(struct session *session)
{
    if (session->is_ready) {
        TAILQ_REMOVE(&session->sessions->dispatch->ready, session, ready_entry);
        session->is_ready = false;
    }
}

static void run_ready_sessions(uv_idle_t *idle);

/* Makes the session ready if it has a request to run. May free the session. */
static void session_continue(struct session *session)
{
    struct dispatch *dispatch = session->sessions->dispatch;
    assert(!session->is_ready);
    if (can_run(session)) {
        TAILQ_INSERT_TAIL(&dispatch->ready, session, ready_entry);
        session->is_ready = true;
        (void)uv_idle_start(&dispatch->run_ready, run_ready_sessions);
    }
    session_free_if_done(session);
}

/* Runs one request of a session. May free the session. */
static void run_next(struct session *session)
{
    leave_ready(session);
    if (can_run(session)) {
        session->is_running = true;
        run_request(session_next_request(session));
        session->is_running = false;
    }
    session_continue(session);
}

/* Runs one request of each ready session. Other events have their turn before the next requests of these sessions. */
static void run_ready_sessions(uv_idle_t *idle)
{
    struct dispatch *dispatch = idle->data;
    struct session *session;
    size_t count = 0;
    TAILQ_FOREACH (session, &dispatch->ready, ready_entry) {
        count++;
    }
    for (; count > 0 && (session = TAILQ_FIRST(&dispatch->ready)) != NULL; count--) {
        run_next(session);
    }
    if (TAILQ_EMPTY(&dispatch->ready)) {
        (void)uv_idle_stop(idle);
    }
}

/* A request was put into the inbox. If others are before it, it runs after them. */
static void request_arrived(struct session *session)
{
    if (!session->is_ready) {
        run_next(session);
    }
}

/*
 * Does not run the session's next request here, on the stack of whoever answered the last one: with thousands of
 * requests waiting, each reply would lead to the next until the stack overflows.
 */
static void request_answered(struct session *session)
{
    if (!session->is_running) { /* otherwise run_next() continues */
        session_continue(session);
    }
}

/* ---- jobs ---- */

void request_owns_job(const struct request *request, struct job *job)
{
    const struct connection *connection = request->session->connection;
    job->kind = JOB_REQUEST;
    _Static_assert((int)JOB_OWNER_BYTES == (int)ADDRESS_KEY_BYTES, "owners are networks");
    address_network(connection == NULL ? "" : connection_address(connection), job->owner_key);
}

bool request_is_wanted(const struct request *request)
{
    return request->session->connection != NULL;
}

/* ---- the session handler ---- */

static void read_verb(struct request *request)
{
    char sentence[sizeof request->refusal];
    request->verb = dispatch_of(request)->find_verb(body_text(request, "do"));
    if (request->verb == NULL) {
        request_refuse(request, ERROR_UNKNOWN_VERB, error_sentence(ERROR_UNKNOWN_VERB));
        return;
    }
    request->cost = (request->verb->needs >> 16) + 1;
    if (!body_check(request->body, request->verb->name, request->verb->key, VERB_KEYS_MAX, sentence,
                    sizeof sentence)) {
        request_refuse(request, ERROR_BAD_KEYS, sentence);
    }
}

static void request_released(struct request *request)
{
    if (request->table != NULL) {
        table_unhold(request->table);
    }
}

static void session_disconnected(struct session *session)
{
    while (!LIST_EMPTY(&session->watches)) {
        table_unwatch(LIST_FIRST(&session->watches));
    }
    if (session->player != NULL) {
        player_moved(session->sessions->dispatch->tables, session->player);
    }
    lobby_unfollow(session->sessions->dispatch->tables, session);
    if (session->forwarder != NULL) {
        session->sessions->dispatch->elsewhere.disconnected(session);
    }
    leave_ready(session);
    if (!session->is_running) {
        session_free_if_done(session);
    }
}

static void session_removed(struct session *session)
{
    if (session->player != NULL) {
        player_lost_session(session->sessions->dispatch->tables, session);
    }
}

bool dispatch_is_expelling(const struct dispatch *dispatch, const char *player)
{
    const struct expelled_player *expelled;
    LIST_FOREACH (expelled, &dispatch->expelled, entry) {
        if (strcmp(expelled->id, player) == 0) {
            return true;
        }
    }
    return false;
}

void dispatch_init(struct dispatch *dispatch, struct sessions *sessions, struct tables *tables,
                   const struct verb *(*find_verb)(const char *name))
{
    dispatch->sessions = sessions;
    dispatch->tables = tables;
    dispatch->options = sessions->options;
    dispatch->loop = sessions->loop;
    dispatch->find_verb = find_verb;
    TAILQ_INIT(&dispatch->ready);
    LIST_INIT(&dispatch->expelled);
    tables->hooks.idle = run_waiting_requests;
    sessions->dispatch = dispatch;
    sessions->handler = (struct session_handler){.read = read_verb,
                                                 .arrived = request_arrived,
                                                 .answered = request_answered,
                                                 .released = request_released,
                                                 .disconnected = session_disconnected,
                                                 .removed = session_removed};
}

void dispatch_open(struct dispatch *dispatch)
{
    (void)uv_idle_init(dispatch->loop, &dispatch->run_ready); /* never fails */
    dispatch->run_ready.data = dispatch;
}

void dispatch_close(struct dispatch *dispatch)
{
    uv_close((uv_handle_t *)&dispatch->run_ready, NULL);
}
