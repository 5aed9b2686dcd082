/*
 * drain.c: gives all tables away before the server stops.
 *
 * First the node marks itself as draining in the list of nodes, and reports that it is not healthy, so that no new clients
 * are sent to it. Then it gives its tables away, a few at a time: it disconnects those who watch a table, releases the
 * table, and asks another node to claim it. Clients connect to another node and resume there.
 */
#include <string.h>

#include "server/base/log.h"
#include "server/cluster/cluster_internal.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/table_commit.h"
#include "server/table/changes/watches.h"

enum {
    NOTICE_MILLISECONDS = 1500, /* for a load balancer to notice */
    DRAIN_MILLISECONDS = 30000,
    TABLES_PER_SECOND = 500,
    TABLES_PER_TICK = TABLES_PER_SECOND * TICK_MILLISECONDS / 1000,
};

static bool can_take(const struct cluster_peer *peer)
{
    return peer->listed && !peer->draining && cluster_peer_is_up(peer);
}

/* Returns the next peer that can take tables, or NULL. */
static struct cluster_peer *next_peer(struct cluster *cluster)
{
    struct cluster_peer *peer;
    unsigned count = 0;
    LIST_FOREACH (peer, &cluster->peers, entry) {
        count += can_take(peer);
    }
    unsigned index = count == 0 ? 0 : cluster->drain.turn++ % count;
    LIST_FOREACH (peer, &cluster->peers, entry) {
        if (can_take(peer) && index-- == 0) {
            return peer;
        }
    }
    return NULL;
}

/* ---- one table ---- */

static void given(struct cluster *cluster, const char *table, bool is_released)
{
    struct cluster_peer *peer = next_peer(cluster);
    cluster->drain.releasing--;
    if (is_released && peer != NULL) {
        struct buffer *body = cluster_body(cluster);
        message_put_text(body, table, strlen(table));
        cluster_send(peer, MESSAGE_GIVE, body->text, body->length);
        cluster->drain.given++;
    }
}

/* Disconnects those who watch a table, which is held. They resume at another node. */
static void disconnect_watchers(struct table *table)
{
    struct watch *watch;
    table_flush_lobby(table);
    while ((watch = LIST_FIRST(&table->watches)) != NULL) {
        if (watch->session->connection != NULL) {
            connection_close(watch->session->connection, CLOSE_GOING_AWAY,
                             "the server is about to stop; reconnect and resume");
        }
        table_unwatch(watch);
    }
}

/* Unfinished tables are loaded by their next owner. A finished one leaves memory when nobody watches it. */
static void give_away(struct cluster *cluster, struct table *table)
{
    char id[TABLE_ID_LENGTH + 1];
    bool is_unfinished = lobby_is_unfinished(&table->lobby);
    memcpy(id, table->id, sizeof id);
    table_hold(table);
    disconnect_watchers(table);
    table_flush_lobby(table);
    if (!is_unfinished) {
        table_unhold(table);
        return;
    }
    table_discard(table);
    cluster->drain.releasing++;
    routes_release(cluster, id, given);
}

/* Stops the bots, because a table that is always busy could not be given away. */
static void hold_still(struct table *table)
{
    if (!table->is_leaving) {
        table->is_leaving = true;
        table->tables->hooks.changed(table);
    }
}

/* Gives some tables away; busy ones are retried later. Returns whether none is left. */
static bool give_some(struct cluster *cluster)
{
    struct tables *tables = cluster->dispatch->tables;
    struct table *next;
    unsigned count = 0;
    for (struct table *table = LIST_FIRST(&tables->all); table != NULL; table = next) {
        next = LIST_NEXT(table, entry);
        hold_still(table);
        if (!table->busy && table->holds == 0 && count < TABLES_PER_TICK) {
            give_away(cluster, table);
            count++;
        }
    }
    return LIST_EMPTY(&tables->all) && cluster->drain.releasing == 0;
}

/* ---- all of them ---- */

static void finish(struct cluster *cluster)
{
    struct drain *drain = &cluster->drain;
    if (drain->phase != DRAIN_DONE) {
        drain->phase = DRAIN_DONE;
        log_line(LOG_INFO, "cluster_drained", "given=%zu left=%zu milliseconds=%llu", drain->given,
                 cluster->dispatch->tables->count,
                 (unsigned long long)(uv_now(cluster->dispatch->loop) - drain->since));
        drain->done(drain->context);
    }
}

static void announced(struct store_request *stored)
{
    store_request_free(stored); /* if it was refused, the other nodes find out when the links end */
}

void cluster_drain(struct cluster *cluster, void (*done)(void *context), void *context)
{
    if (cluster == NULL || cluster->stopping || !cluster->started) {
        done(context);
        return;
    }
    struct drain *drain = &cluster->drain;
    if (drain->phase != DRAIN_NONE) {
        finish(cluster);
        return;
    }
    drain->done = done;
    drain->context = context;
    drain->since = uv_now(cluster->dispatch->loop);
    if (next_peer(cluster) == NULL) {
        drain->phase = DRAIN_DONE;
        done(context);
        return;
    }
    drain->phase = DRAIN_ANNOUNCED;
    log_line(LOG_INFO, "cluster_draining", "tables=%zu", cluster->dispatch->tables->count);
    struct store_request *write = store_request_new(announced, cluster);
    store_request_add(write, STORE_NODE_DRAIN, NULL, 0, NULL, 0);
    store_submit(cluster->dispatch->store, write);
}

void drain_tick(struct cluster *cluster)
{
    struct drain *drain = &cluster->drain;
    uint64_t passed = uv_now(cluster->dispatch->loop) - drain->since;
    if (drain->phase == DRAIN_ANNOUNCED && passed >= NOTICE_MILLISECONDS) {
        drain->phase = DRAIN_GIVING;
    }
    if (drain->phase == DRAIN_GIVING &&
        (give_some(cluster) || passed >= DRAIN_MILLISECONDS || next_peer(cluster) == NULL)) {
        finish(cluster);
    }
}
