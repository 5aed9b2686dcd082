/* server.c: see server.h. */
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/admin.h"
#include "server/admin/admin_commands.h"
#include "server/base/log.h"
#include "server/bots/bot_driver.h"
#include "server/jobs/jobs.h"
#include "server/session/session.h"
#include "server/table/lobby_json.h"
#include "server/table/table.h"
#include "server/table/table_commit.h"
#include "server/table/table_log.h"
#include "server/table/upkeep.h"
#include "server/verbs/device_codes.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/replay.h"
#include "server/verbs/verbs.h"

enum { SWEEP_MILLISECONDS = 5000 };

struct server {
    uv_loop_t *loop;
    struct options options;
    const struct store_engine *engine;
    struct metrics *metrics;
    struct store *store;
    struct jobs jobs;
    struct sessions sessions;
    struct tables tables;
    struct bot_drivers bot_drivers;
    struct codes *codes;
    struct dispatch dispatch;
    struct admin *admin;
    struct transport *transport;
    uv_timer_t sweep, spectators;
    bool stopping;
};

/* ---- loading ---- */

struct loading {
    struct tables *tables;
    struct table *table; /* the one whose actions are being read */
};

static bool load_table(void *context, const struct store_row *row)
{
    struct tables *tables = ((struct loading *)context)->tables;
    struct lobby *lobby = malloc(sizeof *lobby);
    bool good = lobby != NULL && lobby_from_json(lobby, row->text[3]);
    struct table *table = good ? table_new(tables, row->text[0], lobby) : NULL;
    free(lobby);
    if (table == NULL) {
        log_line(LOG_ERROR, "table_unreadable", "table=%s", row->text[0]);
        return false;
    }
    return players_get_members(tables, &table->lobby) &&
           (table->lobby.setup.seats == 0 ||
            game_new(table_board(table), &table->game, &table->lobby.setup) == ERROR_OK);
}

static bool load_action(void *context, const struct store_row *row)
{
    struct loading *loading = context;
    if (loading->table == NULL || strcmp(loading->table->id, row->text[0]) != 0) {
        loading->table = table_find(loading->tables, row->text[0]);
    }
    if (loading->table == NULL ||
        !table_apply_row(loading->table, row->text[1], row->text[2], row->text[3])) {
        log_line(LOG_ERROR, "action_does_not_fold", "table=%s n=%lld", row->text[0],
                 (long long)row->number[0]);
        return false;
    }
    table_touch(loading->table, row->number[1]); /* the stored lobby does not have the time of its actions */
    return true;
}

/* ---- the transport's events ---- */

static void on_opened(void *context, struct connection *connection)
{
    struct server *server = context;
    session_opened(&server->sessions, connection);
}

static void on_message(void *context, struct connection *connection, const char *text, size_t length)
{
    (void)context;
    session_message(connection, text, length);
}

static void on_closed(void *context, struct connection *connection)
{
    (void)context;
    session_closed(connection);
}

static int on_metrics(void *context, char **body, size_t *length)
{
    struct server *server = context;
    struct metrics_gauges gauges = tables_gauges(&server->tables);
    *body = metrics_page(server->metrics, &gauges, length);
    return *body == NULL ? 503 : 200;
}

static void on_replay(void *context, struct http_request *request, const struct replay_query *query,
                      const char *body, size_t length)
{
    struct server *server = context;
    replay_file(&server->dispatch, request, query, body, length);
}

/* ---- timers and counters ---- */

static void on_spectators(uv_timer_t *timer)
{
    struct server *server = timer->data;
    tables_send_spectators(&server->tables);
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    tables_sweep(&server->tables);
    sessions_sweep(&server->sessions);
    codes_sweep(server->codes, uv_now(server->loop));
}

static void on_commit(void *context, uint64_t nanoseconds, size_t requests)
{
    struct server *server = context;
    metrics_commit(server->metrics, nanoseconds, requests);
}

/* ---- starting ---- */

struct server *server_new(uv_loop_t *loop, const struct options *options, const struct store_engine *engine)
{
    struct server *server = calloc(1, sizeof *server);
    if (server != NULL) {
        server->options = *options;
        server->loop = loop;
        server->engine = engine;
        jobs_size_pool(options->bot_thoughts);
    }
    return server;
}

/* Creates everything that needs no file or socket, and connects the hooks. Returns false if something is missing. */
static bool make_modules(struct server *server)
{
    server->metrics = metrics_new();
    server->codes = codes_new();
    bool good = sessions_init(&server->sessions, server->loop, &server->options, server->metrics);
    good = tables_init(&server->tables, &server->sessions) && good;
    jobs_init(&server->jobs, server->loop, server->options.deduce_milliseconds);
    bot_drivers_init(&server->bot_drivers, &server->tables);
    dispatch_init(&server->dispatch, &server->sessions, &server->tables, verb_find);
    server->dispatch.jobs = &server->jobs;
    server->dispatch.codes = server->codes;
    return good && server->metrics != NULL && server->codes != NULL && identity_init();
}

static bool open_store(struct server *server, char *error, size_t capacity)
{
    struct loading loading = {&server->tables, NULL};
    struct store_loader loader = {load_table, load_action, &loading};
    server->store = store_open(server->engine, server->loop, server->options.data, error, capacity);
    if (server->store == NULL) {
        return false;
    }
    server->tables.store = server->store;
    server->dispatch.store = server->store;
    bool loaded = store_load(server->store, &loader, error, capacity);
    store_on_commit(server->store, on_commit, server);
    store_start(server->store);
    return loaded;
}

bool server_open(struct server *server, char *error, size_t capacity)
{
    struct admin_handler operator_handler = {admin_command, &server->dispatch};
    struct transport_handler handler = {.opened = on_opened,
                                        .message = on_message,
                                        .closed = on_closed,
                                        .metrics = on_metrics,
                                        .replay = on_replay,
                                        .context = server};
    snprintf(error, capacity, "Out of memory, or there is no random source.");
    if (!make_modules(server) || !open_store(server, error, capacity)) {
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
    server->sessions.transport = server->transport;
    dispatch_open(&server->dispatch);
    uv_timer_init(server->loop, &server->sweep);
    server->sweep.data = server;
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MILLISECONDS, SWEEP_MILLISECONDS);
    uv_timer_init(server->loop, &server->spectators);
    server->spectators.data = server;
    uint64_t pause = (uint64_t)server->options.spectators_seconds * 1000;
    uv_timer_start(&server->spectators, on_spectators, pause, pause);
    bot_drivers_start(&server->bot_drivers);
    return true;
}

unsigned server_port(const struct server *server)
{
    return transport_port(server->transport);
}

size_t server_tables(const struct server *server)
{
    return server->tables.count;
}

/* ---- stopping: the transport, the admin socket, then the store, as far as they were opened ---- */

static void store_closed(void *context)
{
    const struct server *server = context;
    if (server->transport != NULL) { /* otherwise it never started, and the error has been printed */
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
        dispatch_close(&server->dispatch);
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
    server->sessions.stopping = true;
    if (server->transport != NULL) {
        uv_close((uv_handle_t *)&server->sweep, NULL);
        uv_close((uv_handle_t *)&server->spectators, NULL);
        bot_drivers_stop(&server->bot_drivers);
        jobs_stop(&server->jobs);
        transport_close(server->transport, transport_closed, server);
    } else {
        transport_closed(server);
    }
}

void server_free(struct server *server)
{
    tables_free(&server->tables);
    sessions_free(&server->sessions);
    codes_free(server->codes);
    metrics_free(server->metrics);
    free(server);
}
