/*
 * server.c: the parts put together: loading, running, stopping.
 *
 * A start opens the store, folds every open table from its actions, and only then listens. A stop closes
 * the connections, lets the store finish what it was handed, and ends when the loop has nothing left.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/log.h"
#include "server/bots/bot_driver.h"
#include "server/jobs/jobs.h"
#include "server/server_lifecycle.h"
#include "server/verbs/verbs.h"

enum { SWEEP_MILLISECONDS = 5000, CROWD = 500 };

/* FNV-1a: ids are drawn by us, so nobody chooses where they fall. */
unsigned server_bucket(const char *id)
{
    uint32_t hash = 2166136261U;
    while (*id != '\0') {
        hash = (hash ^ (unsigned char)*id++) * 16777619U;
    }
    return hash % BUCKETS;
}

int64_t server_now(void)
{
    return (int64_t)time(NULL);
}

/* ---- loading what was kept ---- */

struct loading {
    struct server *server;
    struct table *table; /* the one whose actions are coming */
};

static bool load_table(void *context, const struct store_row *row)
{
    struct server *server = ((struct loading *)context)->server;
    struct table *table = table_new(server, row->text[0]);
    if (table == NULL || !lobby_from_json(&table->lobby, row->text[3])) {
        log_line(LOG_ERROR, "table_unreadable", "table=%s", row->text[0]);
        return false;
    }
    for (unsigned i = 0; i < table->lobby.members; i++) {
        const struct member *member = &table->lobby.member[i];
        if (!member_is_bot(member) && player_get(server, member->player, member->name) == NULL) {
            return false;
        }
    }
    return table->lobby.setup.seats == 0 ||
           game_new(server->board[table->lobby.game], &table->game, &table->lobby.setup) == ERROR_OK;
}

static bool load_action(void *context, const struct store_row *row)
{
    struct loading *loading = context;
    if (loading->table == NULL || strcmp(loading->table->id, row->text[0]) != 0) {
        loading->table = table_find(loading->server, row->text[0]);
    }
    if (loading->table == NULL || !table_fold_row(loading->table, row->text[1], row->text[2], row->text[3])) {
        log_line(LOG_ERROR, "action_does_not_fold", "table=%s n=%lld", row->text[0],
                 (long long)row->number[0]);
        return false;
    }
    if (row->number[1] >
        loading->table->lobby.touched) { /* playing touches a table; the lobby has not kept it */
        loading->table->lobby.touched = row->number[1];
    }
    return true;
}

/* ---- the sweep ---- */

/* A change no player asked for: a new host, a table closed. Told once it is on disk, like any other. */
struct upkeep {
    struct table *table;
    struct lobby lobby;
    void (*done)(void *context, bool stored); /* or NULL */
    void *context;
};

static void upkeep_stored(struct store_request *stored)
{
    struct upkeep *upkeep = stored->context;
    struct table *table = upkeep->table;
    bool good = stored->status == STORE_OK;
    if (good) {
        table->lobby = upkeep->lobby;
        table_tell_lobby(table);
    }
    if (upkeep->done != NULL) {
        upkeep->done(upkeep->context, good);
    }
    store_request_free(stored);
    free(upkeep);
    table_ready(table);
    table_release(table);
}

bool server_change_table(struct table *table, const struct lobby *lobby,
                         void (*done)(void *context, bool stored), void *context)
{
    struct upkeep *upkeep = table->busy ? NULL : malloc(sizeof *upkeep);
    if (upkeep == NULL) {
        return false;
    }
    *upkeep = (struct upkeep){table, *lobby, done, context};
    struct store_request *stored = store_request_new(upkeep_stored, upkeep);
    table_add_put(stored, table, lobby);
    table->busy = true;
    store_submit(table->server->store, stored);
    return true;
}

/* Hosting passes on from who is gone to who is here. */
static bool replace_host(struct server *server, struct lobby *lobby)
{
    struct lobby passed = *lobby;
    if (!player_is_absent(server, lobby->host)) {
        return false;
    }
    lobby_pass_host(server, &passed);
    bool changed = strcmp(passed.host, lobby->host) != 0 && player_is_here(player_find(server, passed.host));
    if (changed) {
        memcpy(lobby->host, passed.host, sizeof lobby->host);
    }
    return changed;
}

static void tend_table(struct server *server, struct table *table)
{
    struct lobby lobby = table->lobby;
    bool unfinished = lobby.state == TABLE_OPEN || lobby.state == TABLE_RUNNING;
    if (!unfinished || table->busy) {
        return;
    }
    if (server_now() - lobby.touched > (int64_t)server->options.idle_table_days * 24 * 60 * 60) {
        log_line(LOG_INFO, "table_closed", "table=%s idle_days=%ld", table->id,
                 server->options.idle_table_days);
        lobby.state = TABLE_CLOSED;
        (void)server_change_table(table, &lobby, NULL, NULL); /* if not now, at the next sweep */
        return;
    }
    bool renamed = lobby_take_names(server, &lobby);
    if (replace_host(server, &lobby) || renamed) {
        (void)server_change_table(table, &lobby, NULL, NULL); /* if not now, at the next sweep */
    }
}

/* Who connects and never says hello only takes a place. */
static void end_silent_sessions(struct server *server)
{
    uint64_t patience = (uint64_t)server->options.hello_seconds * 1000;
    for (struct session *session = server->sessions; session != NULL; session = session->next) {
        if (session->connection != NULL && session->player == NULL && session->current == NULL &&
            uv_now(server->loop) - session->opened >= patience) {
            connection_close(session->connection, CLOSE_POLICY, "hello was not said in time");
        }
    }
}

/* After a crowd has come or gone, what it took for a moment goes back to the system; that is not worth it every time. */
static void give_memory_back(struct server *server)
{
    if (server->comings_and_goings >= CROWD) {
        server->comings_and_goings = 0;
        (void)malloc_trim(0);
    }
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct table *next;
    for (struct table *table = server->tables; table != NULL; table = next) {
        next = table->next;
        tend_table(server, table);
    }
    end_silent_sessions(server);
    codes_sweep(server->codes, uv_now(server->loop));
    give_memory_back(server);
}

/* ---- transport and metrics ---- */

static void on_commit(void *context, uint64_t nanoseconds, size_t requests)
{
    struct server *server = context;
    metrics_commit(server->metrics, nanoseconds, requests);
}

struct metrics_gauges server_gauges(const struct server *server)
{
    struct metrics_gauges gauges = {
        .connections = transport_connections(server->transport),
        .store_queue = store_depth(server->store),
        .send_queue_bytes = transport_queued_bytes(server->transport),
    };
    for (const struct table *table = server->tables; table != NULL; table = table->next) {
        gauges.tables_open += table->lobby.state == TABLE_OPEN;
        gauges.tables_running += table->lobby.state == TABLE_RUNNING;
    }
    return gauges;
}

static int answer_metrics(void *context, char **body, size_t *length)
{
    struct server *server = context;
    struct metrics_gauges gauges = server_gauges(server);
    *body = metrics_page(server->metrics, &gauges, length);
    return *body == NULL ? 503 : 200;
}

/* ---- starting ---- */

static bool make_parts(struct server *server)
{
    server->metrics = metrics_new();
    server->scratch = malloc(SCRATCH_BYTES);
    server->codes = codes_new();
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        server->board[game] = board_builtin((enum game_kind)game);
        if (server->board[game] == NULL) {
            return false;
        }
    }
    return server->metrics != NULL && server->scratch != NULL && server->codes != NULL && identity_init();
}

static bool open_store(struct server *server, char *error, size_t capacity)
{
    struct loading loading = {server, NULL};
    struct store_loader loader = {load_table, load_action, &loading};
    server->store = store_open(server->engine, server->loop, server->options.data, error, capacity);
    if (server->store == NULL) {
        return false;
    }
    bool loaded = store_load(server->store, &loader, error, capacity);
    store_on_commit(server->store, on_commit, server);
    store_start(server->store);
    return loaded;
}

struct server *server_new(uv_loop_t *loop, const struct options *options, const struct store_engine *engine)
{
    struct server *server = calloc(1, sizeof *server);
    if (server != NULL) {
        server->options = *options;
        server->loop = loop;
        server->engine = engine;
        server->waiting_end = &server->waiting_to_think;
        server->player_pool.size = sizeof(struct player);
        errands_size_pool(options->bot_thoughts);
    }
    return server;
}

bool server_open(struct server *server, char *error, size_t capacity)
{
    struct admin_handler operator_handler = {server_admin, server};
    struct transport_handler handler = {session_opened, session_message, session_closed, answer_metrics,
                                        replay_file,    server,          server->metrics};
    snprintf(error, capacity, "There is no memory, or no random source.");
    if (!make_parts(server) || !open_store(server, error, capacity)) {
        return false;
    }
    handler.counters = server->metrics;
    server->admin = admin_open(server->loop, server->options.data, &operator_handler, error, capacity);
    if (server->admin == NULL) {
        return false;
    }
    server->transport = transport_open(server->loop, &server->options, &handler, error, capacity);
    if (server->transport == NULL) {
        return false;
    }
    sessions_open(server);
    uv_timer_init(server->loop, &server->sweep);
    server->sweep.data = server;
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MILLISECONDS, SWEEP_MILLISECONDS);
    bots_begin(server);
    return true;
}

unsigned server_port(const struct server *server)
{
    return transport_port(server->transport);
}

size_t server_tables(const struct server *server)
{
    return server->table_count;
}

/* ---- stopping: the door, the operator's door, then the store; whatever of it was opened ---- */

static void store_closed(void *context)
{
    const struct server *server = context;
    if (server->transport != NULL) { /* one that never began has said why */
        log_line(LOG_INFO, "stopped", "clean=yes");
    }
}

static void admin_closed(void *context)
{
    struct server *server = context;
    if (server->store != NULL) {
        store_close(server->store, store_closed, server);
    }
}

static void transport_closed(void *context)
{
    struct server *server = context;
    if (server->transport != NULL) {
        sessions_close(server);
    }
    if (server->admin != NULL) {
        admin_close(server->admin, admin_closed, server);
    } else {
        admin_closed(server);
    }
}

void server_stop(struct server *server)
{
    if (server->stopping) {
        return;
    }
    server->stopping = true;
    if (server->transport != NULL) {
        uv_close((uv_handle_t *)&server->sweep, NULL);
        bots_stop(server);
        errands_stop(server);
        transport_close(server->transport, transport_closed, server);
    } else {
        transport_closed(server);
    }
}

void server_free(struct server *server)
{
    table_free_all(server);
    pool_free(&server->player_pool);
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        board_free((struct board *)server->board[game]);
    }
    codes_free(server->codes);
    metrics_free(server->metrics);
    free(server->scratch);
    free(server);
}
