/* server.c: see server.h. */
#include "server/server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/admin/admin_commands.h"
#include "server/admin/admin_nodes.h"
#include "server/base/log.h"
#include "server/bots/bot_driver.h"
#include "server/cluster/cluster.h"
#include "server/cluster/shared.h"
#include "server/jobs/jobs.h"
#include "server/notify/notify.h"
#include "server/session/session.h"
#include "server/stats/tally.h"
#include "server/table/bans.h"
#include "server/table/changes/loading.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/table_commit.h"
#include "server/table/changes/upkeep.h"
#include "server/table/growth.h"
#include "server/table/table.h"
#include "server/table/table_log.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/picture.h"
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
    struct notify notify;
    struct tally tally;
    struct bans *bans;
    struct growth growth;
    struct dispatch dispatch;
    struct cluster *cluster; /* NULL if the server is alone, like the next */
    struct shared *shared;
    struct admin *admin;
    struct transport *transport;
    uv_timer_t sweep, spectators;
    uv_prepare_t before_poll;
    bool stopping;
};

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

static bool on_admit(void *context, const char *address)
{
    const struct server *server = context;
    return !bans_has_address(server->bans, address);
}

static bool on_healthy(void *context)
{
    struct server *server = context;
    store_probe(server->store);
    return !store_is_failing(server->store) && !cluster_is_draining(server->cluster) &&
           !cluster_has_lost_store(server->cluster);
}

static int on_metrics(void *context, char **body, size_t *length)
{
    struct server *server = context;
    struct metrics_gauges gauges = tables_gauges(&server->tables);
    gauges.jobs_waiting = jobs_waiting(&server->jobs);
    gauges.cluster_peers = cluster_peers_up(server->cluster);
    *body = metrics_page(server->metrics, &gauges, length);
    return *body == NULL ? 503 : 200;
}

static void on_replay(void *context, struct http_request *request, const struct replay_query *query,
                      const char *body, size_t length)
{
    struct server *server = context;
    replay_file(&server->dispatch, request, query, body, length);
}

static void on_picture(void *context, struct http_request *request, const char *table)
{
    struct server *server = context;
    picture_serve(&server->dispatch, request, table);
}

static void unsubscribed(struct store_request *stored)
{
    static const char done[] = "{\"ok\":true}";
    static const char refused[] = "{\"error\":{\"code\":\"storage\",\"text\":\"The server could not save "
                                  "that, so nothing has changed. Try again.\"}}";
    if (stored->status == STORE_REFUSED) {
        transport_answer(stored->context, 503, refused, sizeof refused - 1);
    } else {
        transport_answer(stored->context, 200, done, sizeof done - 1);
    }
    store_request_free(stored);
}

/* Whether there was such a channel makes no difference. */
static void on_unsubscribe(void *context, struct http_request *request, const char *channel)
{
    struct server *server = context;
    struct store_request *write = store_request_new(unsubscribed, request);
    store_request_add(write, STORE_CHANNEL_REMOVE, (const char *[]){channel, ""}, 2, NULL, 0);
    store_submit(server->store, write);
}

/* ---- timers and counters ---- */

static void on_spectators(uv_timer_t *timer)
{
    struct server *server = timer->data;
    tables_send_spectators(&server->tables);
}

static void on_before_poll(uv_prepare_t *before_poll)
{
    struct server *server = before_poll->data;
    tables_flush(&server->tables);
    notify_flush(&server->notify);
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    tables_sweep(&server->tables);
    sessions_sweep(&server->sessions);
    growth_sweep(&server->growth);
    notify_sweep(&server->notify);
    tally_sweep(&server->tally);
}

static void on_commit(void *context, uint64_t nanoseconds, size_t requests)
{
    struct server *server = context;
    metrics_commit(server->metrics, nanoseconds, requests);
}

/* As if the operator had stopped this node, so that main.c no longer waits for signals either. */
static void on_stop_asked(void *context)
{
    (void)context;
    (void)kill(getpid(), SIGTERM);
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
    server->bans = bans_new(&server->sessions);
    bool good = sessions_init(&server->sessions, server->loop, &server->options, server->metrics);
    good = tables_init(&server->tables, &server->sessions) && good;
    jobs_init(&server->jobs, server->loop, server->metrics, server->options.deduce_milliseconds,
              server->options.bot_thoughts);
    bot_drivers_init(&server->bot_drivers, &server->tables, &server->jobs);
    dispatch_init(&server->dispatch, &server->sessions, &server->tables, verb_find);
    server->dispatch.jobs = &server->jobs;
    server->dispatch.bans = server->bans;
    growth_init(&server->growth, &server->tables);
    notify_init(&server->notify, &server->tables, server->metrics);
    tally_init(&server->tally, &server->tables, &server->jobs);
    return good && server->metrics != NULL && server->bans != NULL && identity_init();
}

/* Returns whether other nodes can use that address: it names one machine, and a port. */
static bool node_is_reachable(const struct options *options)
{
    char host[256];
    unsigned port = 0;
    const char *address = options_node_address(options);
    return address[0] == '\0' || (options_split_address(address, host, sizeof host, &port) && port != 0 &&
                                  strcmp(host, "0.0.0.0") != 0 && strcmp(host, "::") != 0);
}

/*
 * Listens for other nodes as soon as they can find this one: they assume that a node whose address refuses connections is
 * dead.
 * A database that can be shared makes a cluster of one node.
 */
static bool join_cluster(struct server *server, char *error, size_t capacity)
{
    if (store_node(server->store) == 0 && server->options.cluster_listen[0] == '\0') {
        return true;
    }
    if (store_node(server->store) == 0) {
        snprintf(error, capacity, "cluster-listen needs a PostgreSQL database, given by store.");
        return false;
    }
    server->cluster = cluster_open(&server->dispatch, error, capacity);
    cluster_on_stop(server->cluster, on_stop_asked, server);
    server->shared = server->cluster == NULL ? NULL : shared_open(server->cluster);
    if (server->cluster != NULL && server->shared == NULL) {
        snprintf(error, capacity, "Out of memory.");
    }
    return server->shared != NULL;
}

/* The admin socket is in the data directory, even if the data is elsewhere. */
static bool make_directory(const struct options *options, char *error, size_t capacity)
{
    if (options->store[0] != '\0' && mkdir(options->data, 0700) != 0 && errno != EEXIST) {
        snprintf(error, capacity, "Cannot create the data directory \"%.300s\": %s.", options->data,
                 strerror(errno));
        return false;
    }
    return true;
}

static bool open_store(struct server *server, char *error, size_t capacity)
{
    const struct options *options = &server->options;
    struct store_place place = {.location = options->store[0] == '\0' ? options->data : options->store,
                                .node = options->node,
                                .address = options_node_address(options)};
    if (!node_is_reachable(options)) {
        snprintf(error, capacity,
                 "cluster-address must be an address and port at which other nodes can reach this one.");
        return false;
    }
    server->store = store_open(server->engine, server->loop, &place, error, capacity);
    if (server->store == NULL) {
        return false;
    }
    server->tables.store = server->store;
    server->dispatch.store = server->store;
    server->notify.store = server->store;
    if (!join_cluster(server, error, capacity)) {
        return false;
    }
    bool loaded = tables_load(&server->tables, error, capacity);
    tables_sort_listed(&server->tables);
    store_on_commit(server->store, on_commit, server);
    store_start(server->store);
    bans_load(server->bans, server->store);
    return loaded && notify_open(&server->notify, error, capacity);
}

bool server_open(struct server *server, char *error, size_t capacity)
{
    struct admin_handler operator_handler = {admin_command, &server->dispatch};
    struct transport_handler handler = {.admit = on_admit,
                                        .opened = on_opened,
                                        .message = on_message,
                                        .closed = on_closed,
                                        .healthy = on_healthy,
                                        .metrics = on_metrics,
                                        .replay = on_replay,
                                        .picture = on_picture,
                                        .context = server};
    snprintf(error, capacity, "Out of memory, or there is no random source.");
    if (!make_modules(server) || !make_directory(&server->options, error, capacity) ||
        !open_store(server, error, capacity)) {
        return false;
    }
    handler.counters = server->metrics;
    handler.unsubscribe = server->notify.is_on ? on_unsubscribe : NULL;
    admin_nodes_open(&server->dispatch);
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
    growth_sweep(&server->growth);
    uv_prepare_init(server->loop, &server->before_poll);
    server->before_poll.data = server;
    uv_prepare_start(&server->before_poll, on_before_poll);
    bot_drivers_start(&server->bot_drivers);
    cluster_start(server->cluster);
    tally_kick(&server->tally);
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

/* ---- stopping: transport, notifications, admin socket, store, then the cluster, as far as they were opened ---- */

static void cluster_closed(void *context)
{
    const struct server *server = context;
    if (server->transport != NULL) { /* otherwise it never started, and the error has been printed */
        log_line(LOG_INFO, "stopped", "clean=yes");
    }
}

static void store_closed(void *context)
{
    const struct server *server = context;
    cluster_close(server->cluster, cluster_closed, context);
}

static void admin_closed(void *context)
{
    struct server *server = context;
    if (server->store != NULL) {
        store_close(server->store, store_closed, server);
    }
}

static void notify_closed(void *context)
{
    struct server *server = context;
    if (server->admin != NULL) {
        admin_close(server->admin, admin_closed, server);
    } else {
        admin_closed(server);
    }
}

static void transport_closed(void *context)
{
    struct server *server = context;
    if (server->transport != NULL) {
        dispatch_close(&server->dispatch);
    }
    notify_close(&server->notify, notify_closed, server);
}

static void stop_now(void *context)
{
    struct server *server = context;
    if (server->stopping) {
        return;
    }
    server->stopping = true;
    server->sessions.stopping = true;
    tally_stop(&server->tally);
    if (server->transport != NULL) {
        uv_close((uv_handle_t *)&server->sweep, NULL);
        uv_close((uv_handle_t *)&server->spectators, NULL);
        uv_close((uv_handle_t *)&server->before_poll, NULL);
        bot_drivers_stop(&server->bot_drivers);
        jobs_stop(&server->jobs);
        shared_stop(server->shared);
        cluster_stop(server->cluster);
        transport_close(server->transport, transport_closed, server);
    } else {
        shared_stop(server->shared);
        cluster_stop(server->cluster);
        transport_closed(server);
    }
}

/* In a cluster, the other nodes are given the tables first; the second call does not wait for that. */
void server_stop(struct server *server)
{
    if (server->transport != NULL && !server->stopping) {
        cluster_drain(server->cluster, stop_now, server);
    } else {
        stop_now(server);
    }
}

void server_free(struct server *server)
{
    shared_free(server->shared);
    tables_free(&server->tables);
    sessions_free(&server->sessions);
    bans_free(server->bans);
    metrics_free(server->metrics);
    free(server);
}
