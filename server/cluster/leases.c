/*
 * leases.c: lists and connects to the other nodes; removes nodes that are gone, and takes over their tables.
 *
 * The list of nodes is read every half second. A node removes another one in two cases: the other has not renewed its
 * lease, while this node was in contact with the store for as long as a lease lasts; or the other's address has refused two
 * connections in a row, because nobody listens there any more. Removing a node that is alive is safe: it cannot store
 * anything afterwards, and exits. Once a node is no longer listed, the others claim its open and running tables and load
 * them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/cluster/cluster_internal.h"

enum {
    REFUSALS_NEEDED = 2,
    REFUSED_PAUSE = 200, /* milliseconds until a connection is tried again after it was refused */
    PAUSE_MIN = 100,     /* and after it was lost */
    PAUSE_MAX = 1000,
    PAGE_TABLES = 50,
    PASSES_MAX = 50, /* over the tables of a node */
    PASS_PAUSE = 100,
    ORPHANS_EVERY = 5000,
};

static uint64_t now_of(const struct cluster *cluster)
{
    return uv_now(cluster->dispatch->loop);
}

/* ---- taking over tables ---- */

static void continue_takeover(struct cluster *cluster);

/* Chooses where to begin: different nodes begin at different ids, so that they rarely claim the same table. */
static void choose_first(const struct cluster *cluster, char first[TABLE_ID_LENGTH + 1])
{
    static const char digits[] = "23456789abcdefghjkmnpqrstuvwxyz"; /* of ids */
    unsigned rank = 0;
    unsigned count = 1;
    const struct cluster_peer *peer;
    LIST_FOREACH (peer, &cluster->peers, entry) {
        rank += peer->node < cluster->node;
        count++;
    }
    first[0] = digits[rank * (sizeof digits - 1) / count];
    first[rank == 0 ? 0 : 1] = '\0';
}

void leases_take_over(struct cluster *cluster, int64_t node)
{
    struct takeover *takeover = calloc(1, sizeof *takeover);
    if (takeover == NULL) {
        return; /* its tables are loaded when a client needs them */
    }
    takeover->node = node;
    takeover->started = now_of(cluster);
    choose_first(cluster, takeover->last);
    takeover->from_start = takeover->last[0] == '\0';
    STAILQ_INSERT_TAIL(&cluster->leases.takeovers, takeover, entry);
    continue_takeover(cluster);
}

static void end_takeover(struct cluster *cluster)
{
    struct takeover *takeover = STAILQ_FIRST(&cluster->leases.takeovers);
    STAILQ_REMOVE_HEAD(&cluster->leases.takeovers, entry);
    if (takeover->node != 0 || takeover->tables > 0) {
        log_line(LOG_INFO, "cluster_took_over", "number=%lld tables=%zu milliseconds=%llu",
                 (long long)takeover->node, takeover->tables,
                 (unsigned long long)(now_of(cluster) - takeover->started));
    }
    free(takeover);
}

static void table_taken(struct cluster *cluster, bool loaded)
{
    struct takeover *takeover = STAILQ_FIRST(&cluster->leases.takeovers);
    cluster->leases.claims--;
    takeover->tables += loaded;
    metrics_add(cluster->dispatch->sessions->metrics, METRIC_TABLES_TAKEN_OVER, loaded);
    continue_takeover(cluster);
}

/* After the last page, starts over, until nothing is left or PASSES_MAX is reached. */
static void end_pass(struct cluster *cluster, struct takeover *takeover)
{
    bool is_done = takeover->from_start && takeover->rows == 0;
    takeover->from_start = true;
    takeover->rows = 0;
    takeover->last[0] = '\0';
    takeover->not_before = now_of(cluster) + PASS_PAUSE;
    takeover->is_done = is_done || ++takeover->passes >= PASSES_MAX;
}

static void page_read(struct store_request *found)
{
    struct cluster *cluster = found->context;
    struct leases *leases = &cluster->leases;
    struct takeover *takeover = STAILQ_FIRST(&leases->takeovers);
    leases->listing = false;
    if (found->status == STORE_REFUSED) {
        takeover->not_before = now_of(cluster) + PASS_PAUSE;
    } else {
        for (size_t i = 0; i < found->rows; i++) {
            const char *id = found->row[i].text[0];
            (void)snprintf(takeover->last, sizeof takeover->last, "%s", id);
            leases->claims += routes_claim(cluster, id, takeover->node, table_taken);
        }
        takeover->rows += found->rows;
        if (found->rows < PAGE_TABLES) {
            end_pass(cluster, takeover);
        }
    }
    store_request_free(found);
    continue_takeover(cluster);
}

static void read_page(struct cluster *cluster, const struct takeover *takeover)
{
    struct store_request *found = store_request_new(page_read, cluster);
    cluster->leases.listing = true;
    store_request_add(found, STORE_TABLES_OWNED, (const char *[]){takeover->last}, 1,
                      (int64_t[]){takeover->node, PAGE_TABLES}, 2);
    store_submit(cluster->dispatch->store, found);
}

/* Continues the first takeover, unless its last page is still being read or claimed. */
static void continue_takeover(struct cluster *cluster)
{
    struct leases *leases = &cluster->leases;
    struct takeover *takeover;
    while (!leases->listing && leases->claims == 0 && !cluster->stopping &&
           (takeover = STAILQ_FIRST(&leases->takeovers)) != NULL) {
        if (takeover->is_done) {
            end_takeover(cluster);
        } else if (now_of(cluster) < takeover->not_before) {
            return;
        } else {
            read_page(cluster, takeover);
        }
    }
}

void leases_free(struct cluster *cluster)
{
    struct takeover *takeover;
    while ((takeover = STAILQ_FIRST(&cluster->leases.takeovers)) != NULL) {
        STAILQ_REMOVE_HEAD(&cluster->leases.takeovers, entry);
        free(takeover);
    }
}

/* ---- removing nodes ---- */

static void deposed(struct store_request *stored)
{
    struct cluster *cluster = stored->context;
    int64_t node = stored->op[0].row.number[0];
    struct cluster_peer *peer = cluster_find_peer(cluster, node);
    if (peer != NULL) {
        peer->deposing = false;
        peer->refusals = 0;
    }
    if (stored->status == STORE_OK) {
        log_line(LOG_WARNING, "cluster_node_deposed", "node=%s number=%lld", peer == NULL ? "" : peer->name,
                 (long long)node);
        (void)cluster_next_list(cluster);
    }
    store_request_free(stored);
}

static void depose(struct cluster_peer *peer, bool if_silent)
{
    struct cluster *cluster = peer->cluster;
    if (peer->deposing || !peer->listed || cluster->stopping) {
        return;
    }
    peer->deposing = true;
    log_line(LOG_WARNING, "cluster_node_lost", "node=%s number=%lld why=%s", peer->name,
             (long long)peer->node, if_silent ? "silent" : "refuses");
    struct store_request *write = store_request_new(deposed, cluster);
    store_request_add(write, STORE_NODE_DEPOSE, NULL, 0, (int64_t[]){peer->node, if_silent}, 2);
    store_submit(cluster->dispatch->store, write);
}

/* ---- links ---- */

void leases_link_up(struct cluster_peer *peer)
{
    peer->refusals = 0;
    peer->pause = PAUSE_MIN;
}

void leases_link_down(struct cluster_peer *peer, bool refused)
{
    uint64_t now = now_of(peer->cluster);
    peer->refusals = refused ? peer->refusals + 1 : 0;
    peer->pause = peer->pause < PAUSE_MIN ? PAUSE_MIN : peer->pause;
    peer->connect_at = now + (refused ? REFUSED_PAUSE : peer->pause);
    peer->pause = 2 * peer->pause > PAUSE_MAX ? PAUSE_MAX : 2 * peer->pause;
    if (peer->refusals >= REFUSALS_NEEDED) {
        depose(peer, false);
    }
}

static void connect_peers(struct cluster *cluster)
{
    struct cluster_peer *peer;
    LIST_FOREACH (peer, &cluster->peers, entry) {
        if (cluster->links != NULL && peer->listed && peer->address[0] != '\0' && peer->out == NULL &&
            now_of(cluster) >= peer->connect_at) {
            peer->out = links_connect(cluster->links, peer->node, peer->address);
            if (peer->out != NULL) {
                link_set_user(peer->out, peer);
            }
        }
    }
}

/* ---- the list of nodes ---- */

/* Contact is unbroken as long as every list arrives in time. */
static void note_contact(struct cluster *cluster, bool answered)
{
    struct leases *leases = &cluster->leases;
    uint64_t now = now_of(cluster);
    bool in_time = now - leases->polled_at <= CONTACT_LOST &&
                   now - leases->answered_at <= (uint64_t)CONTACT_LOST + NODES_EVERY;
    if (!answered) {
        leases->contact_since = 0;
        return;
    }
    if (!in_time || leases->contact_since == 0) {
        leases->contact_since = now;
    }
    leases->answered_at = now;
}

static bool has_contact(const struct cluster *cluster)
{
    const struct leases *leases = &cluster->leases;
    return leases->contact_since != 0 && leases->answered_at - leases->contact_since >= CONTACT_NEEDED;
}

static void read_node(struct cluster *cluster, const struct store_row *row)
{
    bool is_silent = row->number[1] != 0; /* name, address, state | node, silent, self */
    struct cluster_peer *peer =
        row->number[2] != 0 ? NULL : cluster_get_peer(cluster, row->number[0], row->text[0]);
    if (peer == NULL) {
        return;
    }
    peer->listed = true;
    peer->draining = strcmp(row->text[2], "draining") == 0;
    (void)snprintf(peer->address, sizeof peer->address, "%s", row->text[1]);
    if (is_silent && has_contact(cluster)) {
        depose(peer, true);
    }
}

/* Removes peers that are gone. One known only from its link is gone if a list that was read later lacks it. */
static void remove_unlisted(struct cluster *cluster, uint64_t number)
{
    struct cluster_peer *next;
    for (struct cluster_peer *peer = LIST_FIRST(&cluster->peers); peer != NULL; peer = next) {
        next = LIST_NEXT(peer, entry);
        if (!peer->listed && number >= peer->known_from) {
            int64_t node = peer->node;
            log_line(LOG_INFO, "cluster_node_gone", "node=%s number=%lld", peer->name, (long long)node);
            routes_peer_changed(peer);
            cluster_remove_peer(peer);
            leases_take_over(cluster, node);
        }
    }
}

static void nodes_read(struct store_request *found)
{
    struct cluster *cluster = found->context;
    bool answered = found->status == STORE_OK;
    cluster->leases.polling = false;
    note_contact(cluster, answered);
    if (answered && !cluster->stopping) {
        struct cluster_peer *peer;
        LIST_FOREACH (peer, &cluster->peers, entry) {
            peer->listed = false;
        }
        for (size_t i = 0; i < found->rows; i++) {
            read_node(cluster, &found->row[i]);
        }
        remove_unlisted(cluster, cluster->leases.polls);
        connect_peers(cluster);
        routes_listed(cluster, cluster->leases.polls);
    }
    store_request_free(found);
}

static void poll_nodes(struct cluster *cluster)
{
    struct leases *leases = &cluster->leases;
    uint64_t now = now_of(cluster);
    if (leases->polling || (!leases->is_urgent && now - leases->polled_at < NODES_EVERY)) {
        return;
    }
    leases->polling = true;
    leases->is_urgent = false;
    leases->polled_at = now;
    leases->polls++;
    struct store_request *found = store_request_new(nodes_read, cluster);
    store_request_add(found, STORE_NODES, NULL, 0, NULL, 0);
    store_submit(cluster->dispatch->store, found);
}

/* Claims tables without an owner: the node that was asked to claim them may have failed. */
static void look_for_orphans(struct cluster *cluster)
{
    struct leases *leases = &cluster->leases;
    if (now_of(cluster) >= leases->orphans_at && !cluster_is_draining(cluster) &&
        STAILQ_EMPTY(&leases->takeovers)) {
        leases->orphans_at = now_of(cluster) + ORPHANS_EVERY;
        leases_take_over(cluster, 0);
    }
}

/*
 * Disconnects all clients if this node has been without the store for longer than a lease, and without a link to any other
 * node: it has probably been replaced, and cannot find out. If only the store is unreachable, clients wait.
 */
static void release_clients(struct cluster *cluster)
{
    struct session *session;
    if (!cluster_has_lost_store(cluster) || LIST_EMPTY(&cluster->peers) || cluster_peers_up(cluster) > 0) {
        return;
    }
    LIST_FOREACH (session, &cluster->dispatch->sessions->all, entry) {
        if (session->connection != NULL) {
            connection_close(session->connection, CLOSE_GOING_AWAY,
                             "the server has lost contact with the others; reconnect and resume");
        }
    }
}

void leases_tick(struct cluster *cluster)
{
    poll_nodes(cluster);
    release_clients(cluster);
    connect_peers(cluster);
    look_for_orphans(cluster);
    continue_takeover(cluster);
}
