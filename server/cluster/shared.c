/* shared.c: see shared.h. What nodes send each other, when, and which module gets which message. */
#include "server/cluster/shared.h"

#include <stdlib.h>
#include <string.h>

#include "server/cluster/listings.h"
#include "server/cluster/player_asks.h"
#include "server/table/changes/tables_elsewhere.h"
#include "server/verbs/dispatch.h"

enum {
    TICK_MILLISECONDS = 200,
    TICKS_PER_FLUSH = 5,       /* of listings: once a second */
    GRACE_MILLISECONDS = 6000, /* a client that has lost its node is back by then */
};

/* ---- what other nodes have sent ---- */

static struct told *find_told(const struct shared *shared, int64_t node)
{
    struct told *told = LIST_FIRST(&shared->told);
    while (told != NULL && told->node != node) {
        told = LIST_NEXT(told, entry);
    }
    return told;
}

/* Returns NULL if there is no memory. */
static struct told *get_told(struct shared *shared, int64_t node)
{
    struct told *told = find_told(shared, node);
    if (told == NULL && (told = calloc(1, sizeof *told)) != NULL) {
        told->node = node;
        LIST_INIT(&told->present);
        LIST_INSERT_HEAD(&shared->told, told, entry);
    }
    return told;
}

static void begin_generation(const struct shared *shared, struct told *told)
{
    told->generation++;
    told->sweep_at = uv_now(shared->asks.loop) + GRACE_MILLISECONDS;
}

/* Returns whether the node has a link to this one. */
static bool is_heard(const struct shared *shared, const struct told *told)
{
    const struct cluster_peer *peer = cluster_find_peer(shared->cluster, told->node);
    return peer != NULL && peer->in != NULL;
}

/* Drops what is out of date. Frees `told` if the node is gone. */
static void look_after(struct shared *shared, struct told *told)
{
    uint64_t now = uv_now(shared->asks.loop);
    bool heard = is_heard(shared, told);
    if (!heard && told->lost_since == 0) {
        told->lost_since = now;
        begin_generation(shared, told);
    } else if (heard) {
        told->lost_since = 0;
    }
    if (told->sweep_at == 0 || now < told->sweep_at) {
        return;
    }
    told->sweep_at = 0;
    presence_sweep(&shared->presence, &told->present, told->generation);
    listings_sweep(shared->tables, told->node, told->generation);
    if (cluster_find_peer(shared->cluster, told->node) == NULL) {
        LIST_REMOVE(told, entry);
        free(told);
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct shared *shared = timer->data;
    struct told *next;
    for (struct told *told = LIST_FIRST(&shared->told); told != NULL; told = next) {
        next = LIST_NEXT(told, entry);
        look_after(shared, told);
    }
    asks_tick(&shared->asks);
    news_tick(shared);
    if (++shared->ticks % TICKS_PER_FLUSH == 0) {
        listings_flush(shared->cluster, shared->tables);
    }
}

/* ---- what this node sends ---- */

static unsigned count_elsewhere(void *context, const char *id)
{
    const struct shared *shared = context;
    return presence_count(&shared->presence, id);
}

static void write_presence(struct buffer *body, const char *id, bool here)
{
    message_put_text(body, id, strlen(id));
    message_put_number(body, here);
}

static void player_moved_here(void *context, const char *id, bool here)
{
    const struct shared *shared = context;
    struct buffer body = {0};
    write_presence(&body, id, here);
    cluster_send_all(shared->cluster, MESSAGE_PRESENCE, body.text, body.length);
    buffer_free(&body);
}

static void table_listed(struct table *table, enum listing_change change)
{
    listings_changed(table->tables->shared->cluster, table, change);
}

static void send_presence(const struct shared *shared, struct cluster_peer *peer)
{
    const struct player *player;
    for (unsigned i = 0; i < PLAYER_BUCKETS; i++) {
        LIST_FOREACH (player, &shared->tables->players.bucket[i], bucket_entry) {
            if (player->is_announced) {
                struct buffer body = {0};
                write_presence(&body, player->id, true);
                cluster_send(peer, MESSAGE_PRESENCE, body.text, body.length);
                buffer_free(&body);
            }
        }
    }
}

/* ---- notices ---- */

static void link_up(void *context, struct cluster_peer *peer)
{
    struct shared *shared = context;
    cluster_send(peer, MESSAGE_SYNC, "", 0);
    send_presence(shared, peer);
    listings_send(peer, shared->tables);
    news_send(shared, peer);
}

static void link_down(void *context, struct cluster_peer *peer)
{
    struct shared *shared = context;
    asks_lost(&shared->asks, peer->node);
}

static bool receive_presence(struct shared *shared, struct told *told, const char *body, size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    char id[PLAYER_ID_LENGTH + 1];
    message_copy(&reader, id, sizeof id);
    bool here = message_number(&reader) != 0;
    if (!message_is_whole(&reader)) {
        return false;
    }
    presence_set(&shared->presence, &told->present, told->node, told->generation, id, here);
    return true;
}

static bool receive(void *context, struct cluster_peer *peer, unsigned type, const char *body, size_t length)
{
    struct shared *shared = context;
    struct told *told = get_told(shared, peer->node);
    switch (type) {
    case MESSAGE_SYNC:
        if (told != NULL) {
            begin_generation(shared, told);
        }
        return length == 0;
    case MESSAGE_PRESENCE:
        return told == NULL || receive_presence(shared, told, body, length);
    case MESSAGE_LISTING:
        return told == NULL || listings_received(shared->tables, told->node, told->generation, body, length);
    case MESSAGE_RENAMED:
    case MESSAGE_EXPELLED:
    case MESSAGE_BANS:
        return news_received(shared, type, body, length);
    case MESSAGE_ASK:
        return asks_asked(&shared->asks, peer, body, length);
    case MESSAGE_ANSWER:
        return asks_answered(&shared->asks, peer, body, length);
    default:
        return true; /* of a newer version */
    }
}

/* ---- opening and closing ---- */

static void set_hooks(struct shared *shared)
{
    struct tables *tables = shared->tables;
    tables->shared = shared;
    tables->hooks.listed = table_listed;
    tables->players.hooks =
        (struct player_hooks){.elsewhere = count_elsewhere, .moved = player_moved_here, .context = shared};
}

struct shared *shared_open(struct cluster *cluster)
{
    struct shared *shared = calloc(1, sizeof *shared);
    if (shared == NULL) {
        return NULL;
    }
    shared->cluster = cluster;
    shared->dispatch = cluster_dispatch(cluster);
    shared->tables = shared->dispatch->tables;
    LIST_INIT(&shared->told);
    asks_init(&shared->asks, cluster, shared->dispatch->loop);
    presence_init(&shared->presence, shared->tables);
    news_init(shared);
    player_asks_init(shared);
    set_hooks(shared);
    cluster_set_notices(
        cluster, &(struct cluster_notices){
                     .link_up = link_up, .link_down = link_down, .message = receive, .context = shared});
    (void)uv_timer_init(shared->dispatch->loop, &shared->tick);
    shared->tick.data = shared;
    (void)uv_timer_start(&shared->tick, on_tick, TICK_MILLISECONDS, TICK_MILLISECONDS);
    return shared;
}

void shared_stop(struct shared *shared)
{
    if (shared == NULL) {
        return;
    }
    cluster_set_notices(shared->cluster, &(struct cluster_notices){0});
    shared->tables->hooks.listed = NULL;
    shared->tables->players.hooks = (struct player_hooks){0};
    shared->dispatch->shared_hooks = (struct shared_hooks){0};
    asks_stop(&shared->asks);
    news_stop(shared);
    uv_close((uv_handle_t *)&shared->tick, NULL);
}

void shared_free(struct shared *shared)
{
    struct told *told;
    if (shared == NULL) {
        return;
    }
    while ((told = LIST_FIRST(&shared->told)) != NULL) {
        LIST_REMOVE(told, entry);
        free(told);
    }
    tables_elsewhere_free(shared->tables);
    presence_free(&shared->presence);
    free(shared);
}
