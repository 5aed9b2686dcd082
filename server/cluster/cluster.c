/* cluster.c: see cluster.h. Opening and closing, and which module gets which message. */
#include "server/cluster/cluster.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/base/log.h"
#include "server/cluster/cluster_internal.h"

/* ---- messages ---- */

static bool give_came(struct cluster *cluster, const char *body, size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    char table[TABLE_ID_LENGTH + 1];
    message_copy(&reader, table, sizeof table);
    if (!message_is_whole(&reader)) {
        return false;
    }
    if (routes_claim(cluster, table, 0, NULL)) {
        metrics_add(cluster->dispatch->sessions->metrics, METRIC_TABLES_TAKEN_OVER, 1);
    }
    return true;
}

static bool moved_came(const struct cluster_peer *peer, const char *body, size_t length)
{
    struct request *request;
    unsigned tries;
    if (!forward_take_moved(peer, body, length, &request, &tries)) {
        return false;
    }
    if (request != NULL) {
        routes_find_again(request, tries);
    }
    return true;
}

static bool drain_came(const struct cluster *cluster, const struct cluster_peer *peer)
{
    log_line(LOG_INFO, "cluster_asked_to_stop", "by=%s", peer->name);
    if (cluster->stop != NULL) {
        cluster->stop(cluster->stop_context);
    }
    return true;
}

/* Exits: the store rejects all further writes of this node, and other nodes have its tables. */
static _Noreturn void end_deposed(const struct cluster_peer *peer)
{
    log_line(LOG_ERROR, "deposed", "node=%lld told_by=%s", (long long)peer->cluster->node, peer->name);
    _exit(STORE_EXIT_DEPOSED);
}

/* Passes a message to its module. Returns false if it is malformed, or arrived on the wrong link. */
static bool handle(struct cluster_peer *peer, struct link *link, unsigned type, const char *body,
                   size_t length)
{
    struct cluster *cluster = peer->cluster;
    bool outgoing = link_is_outgoing(link);
    switch (type) {
    case MESSAGE_OPEN:
    case MESSAGE_REQUEST:
    case MESSAGE_GONE:
        return !outgoing && remote_link_message(link_user(link), type, body, length);
    case MESSAGE_REPLY:
    case MESSAGE_PUSH:
    case MESSAGE_CLOSE:
        return outgoing && forward_message(peer, type, body, length);
    case MESSAGE_MOVED:
        return outgoing && moved_came(peer, body, length);
    case MESSAGE_GIVE:
        return !outgoing && give_came(cluster, body, length);
    case MESSAGE_DRAIN:
        return !outgoing && drain_came(cluster, peer);
    case MESSAGE_DEPOSED:
        end_deposed(peer);
    default:
        return cluster->notices.message == NULL ||
               cluster->notices.message(cluster->notices.context, peer, type, body, length);
    }
}

/* Returns the peer of a link that is in use, or NULL. */
static struct cluster_peer *peer_of(const struct link *link)
{
    void *user = link_user(link);
    if (user == NULL || link_is_outgoing(link)) {
        return user;
    }
    return remote_link_peer(user);
}

static void on_message(void *context, struct link *link, unsigned type, const char *body, size_t length)
{
    const struct cluster *cluster = context;
    struct cluster_peer *peer = peer_of(link);
    if (!cluster->stopping && peer != NULL && !handle(peer, link, type, body, length)) {
        link_end(link, "malformed");
    }
}

/* ---- links ---- */

static void on_up(void *context, struct link *link)
{
    struct cluster *cluster = context;
    struct cluster_peer *peer = link_is_outgoing(link) ? link_user(link) : NULL;
    if (cluster->stopping) {
        return;
    }
    if (!link_is_outgoing(link)) {
        peer_accepted(cluster, link);
    } else if (peer != NULL) {
        peer->was_up = true;
        leases_link_up(peer);
        if (cluster->notices.link_up != NULL) {
            cluster->notices.link_up(cluster->notices.context, peer);
        }
        routes_peer_changed(peer);
    }
}

static void on_down(void *context, struct link *link, bool refused)
{
    (void)context;
    struct cluster_peer *peer = peer_of(link);
    if (peer == NULL) {
        return;
    }
    if (link_is_outgoing(link)) {
        peer_out_is_down(peer);
        leases_link_down(peer, refused);
    } else {
        remote_link_free(link_user(link));
        peer->in = NULL;
    }
}

/* ---- opening and starting ---- */

static void on_tick(uv_timer_t *timer)
{
    struct cluster *cluster = timer->data;
    leases_tick(cluster);
    routes_tick(cluster);
    drain_tick(cluster);
}

static void table_released(struct table *table)
{
    struct cluster *cluster = table->tables->sessions->dispatch->elsewhere.cluster;
    if (!cluster->stopping) {
        routes_release(cluster, table->id, NULL);
    }
}

/* Listens for other nodes, unless this is the only one. */
static bool open_links(struct cluster *cluster, char *error, size_t capacity)
{
    const struct options *options = cluster->dispatch->options;
    unsigned char key[LINK_KEY_BYTES];
    struct link_handler handler = {.up = on_up, .message = on_message, .down = on_down, .context = cluster};
    if (options->cluster_listen[0] == '\0') {
        return true;
    }
    if (!link_read_key(options->cluster_key, key, error, capacity)) {
        return false;
    }
    cluster->links = links_open(cluster->dispatch->loop, options->cluster_listen, key, cluster->node,
                                cluster->name, &handler, error, capacity);
    sodium_memzero(key, sizeof key);
    return cluster->links != NULL;
}

struct cluster *cluster_open(struct dispatch *dispatch, char *error, size_t capacity)
{
    struct cluster *cluster = calloc(1, sizeof *cluster);
    if (cluster == NULL) {
        (void)snprintf(error, capacity, "Out of memory.");
        return NULL;
    }
    cluster->dispatch = dispatch;
    cluster->node = store_node(dispatch->store);
    (void)snprintf(cluster->name, sizeof cluster->name, "%.60s", dispatch->options->node);
    if (cluster->name[0] == '\0') { /* the store has registered it under the same name */
        (void)gethostname(cluster->name, sizeof cluster->name - 1);
    }
    LIST_INIT(&cluster->peers);
    TAILQ_INIT(&cluster->unlisted);
    STAILQ_INIT(&cluster->leases.takeovers);
    if (!open_links(cluster, error, capacity)) {
        free(cluster);
        return NULL;
    }
    dispatch->elsewhere =
        (struct elsewhere){.cluster = cluster, .find = routes_find, .disconnected = forward_disconnected};
    dispatch->tables->hooks.released = table_released;
    dispatch->sessions->keeps_texts = cluster->links != NULL;
    return cluster;
}

void cluster_set_notices(struct cluster *cluster, const struct cluster_notices *notices)
{
    if (cluster != NULL) {
        cluster->notices = *notices;
    }
}

void cluster_on_stop(struct cluster *cluster, void (*stop)(void *context), void *context)
{
    if (cluster != NULL) {
        cluster->stop = stop;
        cluster->stop_context = context;
    }
}

void cluster_start(struct cluster *cluster)
{
    if (cluster == NULL) {
        return;
    }
    (void)uv_timer_init(cluster->dispatch->loop, &cluster->tick);
    cluster->tick.data = cluster;
    (void)uv_timer_start(&cluster->tick, on_tick, 0, TICK_MILLISECONDS);
    cluster->started = true;
    log_line(LOG_INFO, "cluster_joined", "node=%s number=%lld port=%u", cluster->name,
             (long long)cluster->node, cluster_port(cluster));
}

unsigned cluster_port(const struct cluster *cluster)
{
    return cluster == NULL || cluster->links == NULL ? 0 : links_port(cluster->links);
}

/* ---- stopping ---- */

void cluster_stop(struct cluster *cluster)
{
    if (cluster == NULL || cluster->stopping) {
        return;
    }
    struct cluster_peer *peer;
    LIST_FOREACH (peer, &cluster->peers, entry) {
        if (peer->in != NULL) {
            struct remote_link *remote = link_user(peer->in);
            remote_link_close_all(remote, CLOSE_GOING_AWAY, "the server is shutting down");
            link_set_user(peer->in, NULL);
            peer->in = NULL; /* it is freed when it ends, and on_down() does not find the peer any more */
            remote_link_free(remote);
        }
    }
    cluster->stopping = true;
    routes_drop_all(cluster);
    if (cluster->started) {
        uv_close((uv_handle_t *)&cluster->tick, NULL);
    }
}

static void links_closed(void *context)
{
    struct cluster *cluster = context;
    void (*closed)(void *context) = cluster->closed;
    void *closed_context = cluster->closed_context;
    struct cluster_peer *peer;
    while ((peer = LIST_FIRST(&cluster->peers)) != NULL) {
        LIST_REMOVE(peer, entry);
        free(peer);
    }
    leases_free(cluster);
    buffer_free(&cluster->body);
    free(cluster);
    closed(closed_context);
}

void cluster_close(struct cluster *cluster, void (*closed)(void *context), void *context)
{
    if (cluster == NULL) {
        closed(context);
        return;
    }
    cluster->closed = closed;
    cluster->closed_context = context;
    if (cluster->links == NULL) {
        links_closed(cluster);
    } else {
        links_close(cluster->links, links_closed, cluster);
    }
}
