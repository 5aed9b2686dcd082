/*
 * routes.c: finds the owner of a table; claims, loads and releases tables.
 *
 * A request about a table that is not here reads the table's row. If its player may not know of the table, the request
 * fails now, so that a private table takes exactly as long as one that does not exist. Otherwise the row names the owner:
 *
 *   another node           the request is sent there, as soon as there is a link
 *   a node not listed      the next list of nodes shows whether it is new or gone
 *   a node gone, or none   the table is claimed and loaded, and the request runs here
 *   this node              the table is being loaded or is leaving, and the request waits for that
 *
 * A claim names the owner that was read, so that of several nodes only one succeeds; the others read the row again. A
 * request that came over a link is not sent to a third node: its edge is asked to look again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/cluster/cluster_internal.h"
#include "server/table/changes/loading.h"
#include "server/table/changes/table_commit.h"
#include "server/table/damaged.h"
#include "server/table/id_hash.h"
#include "server/table/lobby_json.h"
#include "server/verbs/archive.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

static void read_row(struct waiting_request *waiting);

/* ---- requests that wait ---- */

/* Stops looking. Returns the request, which the caller answers. */
static struct request *end_search(struct waiting_request *waiting)
{
    struct request *request = waiting->request;
    free(waiting);
    return request;
}

static void fail(struct waiting_request *waiting, enum error error)
{
    request_fail(end_search(waiting), error);
}

static bool is_remote(const struct session *session)
{
    return session->connection != NULL && connection_is_remote(session->connection);
}

static bool needs_table(const struct request *request)
{
    return (request->verb->needs & NEEDS_TABLE) != 0;
}

static bool unwatches(const struct request *request)
{
    return request->verb->run == do_unwatch;
}

/* Fails a request for a table that does not exist; `unwatch` succeeds, because there is nothing to stop. */
static void fail_missing(struct request *request)
{
    if (unwatches(request)) {
        request_ok(request);
    } else {
        archive_fail_missing(request);
    }
}

/* Runs a request whose table is in memory, or which reads from the store by itself. */
static void run_here(struct waiting_request *waiting)
{
    struct request *request = end_search(waiting);
    struct table *table = needs_table(request) ? request_find_table(request) : NULL;
    if (table == NULL && needs_table(request)) {
        archive_fail_missing(request);
        return;
    }
    request_hold_table(request, table);
    request_resume(request);
}

/* Looks again from the start. */
static void retry(struct waiting_request *waiting)
{
    if (!request_is_wanted(waiting->request)) {
        request_end_with(end_search(waiting), NULL, 0);
    } else if (++waiting->tries > SEARCH_TRIES) {
        fail(waiting, ERROR_STORAGE);
    } else {
        read_row(waiting);
    }
}

static void retry_all(struct waiting_requests *list)
{
    struct waiting_requests again = TAILQ_HEAD_INITIALIZER(again);
    struct waiting_request *waiting;
    TAILQ_CONCAT(&again, list, entry);
    while ((waiting = TAILQ_FIRST(&again)) != NULL) {
        TAILQ_REMOVE(&again, waiting, entry);
        retry(waiting);
    }
}

static void fail_all(struct waiting_requests *list, enum error error)
{
    struct waiting_request *waiting;
    while ((waiting = TAILQ_FIRST(list)) != NULL) {
        TAILQ_REMOVE(list, waiting, entry);
        fail(waiting, error);
    }
}

/* Fails those that have waited for too long. */
static void fail_late(struct waiting_requests *list, uint64_t now)
{
    struct waiting_request *waiting = TAILQ_FIRST(list);
    while (waiting != NULL) {
        struct waiting_request *next = TAILQ_NEXT(waiting, entry);
        if (now >= waiting->deadline) {
            TAILQ_REMOVE(list, waiting, entry);
            fail(waiting, ERROR_STORAGE);
        }
        waiting = next;
    }
}

/* ---- tables that are being loaded, or are leaving ---- */

static struct route *find_route(const struct cluster *cluster, const char *table)
{
    struct route *route;
    LIST_FOREACH (route, &cluster->route[id_bucket(table, ROUTE_BUCKETS)], entry) {
        if (strcmp(route->table, table) == 0) {
            return route;
        }
    }
    return NULL;
}

static struct route *add_route(struct cluster *cluster, const char *table)
{
    struct route *route = calloc(1, sizeof *route);
    if (route == NULL) {
        abort(); /* like store_request_new(): nothing that was answered is lost */
    }
    route->cluster = cluster;
    (void)snprintf(route->table, sizeof route->table, "%s", table);
    TAILQ_INIT(&route->waiting);
    LIST_INSERT_HEAD(&cluster->route[id_bucket(table, ROUTE_BUCKETS)], route, entry);
    return route;
}

/* Removes the route. Its requests are left in `waiting`. */
static void end_route(struct route *route, struct waiting_requests *waiting)
{
    TAILQ_INIT(waiting);
    TAILQ_CONCAT(waiting, &route->waiting, entry);
    LIST_REMOVE(route, entry);
    free(route);
}

static void run_all_here(struct waiting_requests *list)
{
    struct waiting_request *waiting;
    while ((waiting = TAILQ_FIRST(list)) != NULL) {
        TAILQ_REMOVE(list, waiting, entry);
        run_here(waiting);
    }
}

/* The result of the claim is known by now, because the log was read after it. */
static void log_read(struct store_request *found)
{
    struct route *route = found->context;
    struct cluster *cluster = route->cluster;
    struct tables *tables = cluster->dispatch->tables;
    void (*done)(struct cluster * cluster, bool loaded) = route->done;
    enum store_status claimed = route->claimed;
    struct waiting_requests waiting;
    bool readable = claimed == STORE_OK && found->status == STORE_OK && found->rows > 0;
    struct table *table = readable ? tables_load_one(tables, route->table, found) : NULL;
    end_route(route, &waiting);
    if (table != NULL) {
        table_hold(table);
        tables->hooks.changed(table); /* bots and clocks go on */
        run_all_here(&waiting);
        table_unhold(table);
    } else if (claimed == STORE_REFUSED || found->status == STORE_REFUSED) {
        fail_all(&waiting, ERROR_STORAGE);
    } else if (claimed != STORE_OK) { /* somebody else was faster */
        retry_all(&waiting);
    } else {
        run_all_here(&waiting); /* damaged, or gone; they fail */
    }
    store_request_free(found);
    if (done != NULL) {
        done(cluster, table != NULL);
    }
}

static void claim_stored(struct store_request *stored)
{
    struct route *route = stored->context;
    route->claimed = stored->status;
    store_request_free(stored);
}

/* Reads the log of a table that is ours, or has just been claimed. */
static void load(struct route *route)
{
    struct store_request *found = store_request_new(log_read, route);
    store_request_add(found, STORE_TABLE_LOG, (const char *[]){route->table}, 1, NULL, 0);
    store_submit(route->cluster->dispatch->store, found);
}

static struct route *claim(struct cluster *cluster, const char *table, int64_t expected)
{
    struct route *route = add_route(cluster, table);
    struct store_request *write = store_request_new(claim_stored, route);
    route->claimed = STORE_CONFLICT;
    store_request_add(write, STORE_TABLE_CLAIM, (const char *[]){table}, 1, (int64_t[]){expected}, 1);
    store_submit(cluster->dispatch->store, write);
    load(route);
    return route;
}

bool routes_claim(struct cluster *cluster, const char *table, int64_t expected,
                  void (*done)(struct cluster *cluster, bool loaded))
{
    if (cluster->stopping || cluster_is_draining(cluster) ||
        table_find(cluster->dispatch->tables, table) != NULL || find_route(cluster, table) != NULL) {
        return false;
    }
    claim(cluster, table, expected)->done = done;
    return true;
}

struct release {
    struct route *route;
    void (*done)(struct cluster *cluster, const char *table, bool released);
};

static void released(struct store_request *stored)
{
    struct release *release = stored->context;
    struct cluster *cluster = release->route->cluster;
    struct waiting_requests waiting;
    end_route(release->route, &waiting);
    if (release->done != NULL) {
        release->done(cluster, stored->op[0].row.text[0], stored->status == STORE_OK);
    }
    free(release);
    store_request_free(stored);
    retry_all(&waiting);
}

void routes_release(struct cluster *cluster, const char *table,
                    void (*done)(struct cluster *cluster, const char *table, bool released))
{
    struct release *release = malloc(sizeof *release);
    if (release == NULL) {
        abort();
    }
    *release = (struct release){add_route(cluster, table), done};
    struct store_request *write = store_request_new(released, release);
    store_request_add(write, STORE_TABLE_RELEASE, (const char *[]){table}, 1, NULL, 0);
    store_submit(cluster->dispatch->store, write);
}

/* ---- where a request goes ---- */

static void wait_for_route(struct route *route, struct waiting_request *waiting)
{
    TAILQ_INSERT_TAIL(&route->waiting, waiting, entry);
}

static void go_to_peer(struct cluster_peer *peer, struct waiting_request *waiting)
{
    if (is_remote(waiting->request->session)) {
        remote_moved(end_search(waiting));
    } else if (!cluster_peer_is_up(peer)) {
        TAILQ_INSERT_TAIL(&peer->waiting, waiting, entry);
    } else {
        char table[TABLE_ID_LENGTH + 1];
        memcpy(table, waiting->table, sizeof table);
        forward_request(peer, end_search(waiting), table);
    }
}

/* Claims the table of a request. A node that is about to stop disconnects the client instead. */
static void claim_for(struct waiting_request *waiting)
{
    struct cluster *cluster = waiting->cluster;
    if (cluster_is_draining(cluster)) {
        struct connection *connection = waiting->request->session->connection;
        request_end_with(end_search(waiting), NULL, 0);
        if (connection != NULL) {
            connection_close(connection, CLOSE_GOING_AWAY,
                             "the server is about to stop; reconnect and resume");
        }
        return;
    }
    wait_for_route(claim(cluster, waiting->table, waiting->owner), waiting);
}

static void load_for(struct waiting_request *waiting)
{
    struct route *route = add_route(waiting->cluster, waiting->table);
    route->claimed = STORE_OK;
    load(route);
    wait_for_route(route, waiting);
}

/* Passes a request, whose player may know of the table, to the owner that was read. */
static void go_to_owner(struct waiting_request *waiting)
{
    struct cluster *cluster = waiting->cluster;
    struct route *route = find_route(cluster, waiting->table);
    struct cluster_peer *peer = cluster_find_peer(cluster, waiting->owner);
    if (table_find(cluster->dispatch->tables, waiting->table) != NULL ||
        tables_is_damaged(cluster->dispatch->tables, waiting->table, waiting->request->session->player)) {
        run_here(waiting);
    } else if (route != NULL) {
        wait_for_route(route, waiting);
    } else if (waiting->owner == cluster->node) {
        load_for(waiting); /* we own it, but it is not here: its release was refused, for example */
    } else if (waiting->owner == 0) {
        claim_for(waiting);
    } else if (peer != NULL) {
        go_to_peer(peer, waiting);
    } else {
        waiting->nodes = cluster_next_list(cluster);
        TAILQ_INSERT_TAIL(&cluster->unlisted, waiting, entry);
    }
}

/* Returns whether the request needs only the store, because it holds no table and the game is over. */
static bool reads_by_itself(const struct request *request, const struct lobby *lobby)
{
    return !needs_table(request) && !unwatches(request) && !lobby_is_unfinished(lobby);
}

static void row_read(struct store_request *found)
{
    struct waiting_request *waiting = found->context;
    struct tables *tables = waiting->cluster->dispatch->tables;
    const struct store_row *row = &found->row[0]; /* id, game, state, lobby | private, updated, owner */
    struct lobby *lobby = calloc(1, sizeof *lobby);
    bool exists = found->status == STORE_OK && found->rows > 0;
    bool readable = exists && lobby != NULL && lobby_from_json(lobby, row->text[3]);
    if (found->status == STORE_REFUSED || lobby == NULL) {
        fail(waiting, ERROR_STORAGE);
    } else if (waiting->cluster->stopping || !request_is_wanted(waiting->request)) {
        request_end_with(end_search(waiting), NULL, 0);
    } else if (!readable || lobby->state == TABLE_CLOSED || !request_may_see(waiting->request, lobby)) {
        if (exists && !readable) {
            tables_set_aside(tables, row->text[0], row->text[3], row->number[0] != 0,
                             "Its lobby cannot be read.");
        }
        fail_missing(end_search(waiting));
    } else if (reads_by_itself(waiting->request, lobby)) {
        run_here(waiting);
    } else {
        waiting->owner = row->number[2];
        go_to_owner(waiting);
    }
    free(lobby);
    store_request_free(found);
}

static void invite_read(struct store_request *found)
{
    struct waiting_request *waiting = found->context;
    struct request *request = waiting->request;
    bool known = found->status == STORE_OK && found->rows > 0 &&
                 strlen(found->row[0].text[0]) <= TABLE_ID_LENGTH &&
                 request_set_table(request, found->row[0].text[0]);
    if (known) { /* from here on it is like a request with the table's id and the invite */
        (void)snprintf(waiting->table, sizeof waiting->table, "%s", found->row[0].text[0]);
        read_row(waiting);
    } else {
        fail(waiting, found->status == STORE_REFUSED ? ERROR_STORAGE : ERROR_UNKNOWN_TABLE);
    }
    store_request_free(found);
}

static void read_row(struct waiting_request *waiting)
{
    bool has_table = waiting->table[0] != '\0';
    const char *word = has_table ? waiting->table : body_text(waiting->request, "invite");
    struct store_request *found = store_request_new(has_table ? row_read : invite_read, waiting);
    store_request_add(found, has_table ? STORE_TABLE_OF : STORE_TABLE_BY_INVITE, (const char *[]){word}, 1,
                      NULL, 0);
    store_submit(waiting->cluster->dispatch->store, found);
}

static void search(struct request *request, unsigned tries)
{
    struct cluster *cluster = dispatch_of(request)->elsewhere.cluster;
    struct waiting_request *waiting = calloc(1, sizeof *waiting);
    const char *table = body_text(request, "table");
    if (waiting == NULL || tries > SEARCH_TRIES) {
        free(waiting);
        request_fail(request, ERROR_STORAGE);
        return;
    }
    waiting->cluster = cluster;
    waiting->request = request;
    waiting->tries = tries;
    waiting->deadline = uv_now(cluster->dispatch->loop) + SEARCH_MILLISECONDS;
    if (table != NULL && (table[0] == '\0' || strlen(table) > TABLE_ID_LENGTH)) {
        table = "-"; /* no table has this id; the store is asked all the same */
    }
    (void)snprintf(waiting->table, sizeof waiting->table, "%s", table == NULL ? "" : table);
    read_row(waiting);
}

/* `unwatch` runs here if the client has no sessions elsewhere. */
bool routes_find(struct request *request)
{
    const char *table = body_text(request, "table");
    if (unwatches(request) && !forward_has_sessions(request->session)) {
        return false;
    }
    if (table == NULL || !forward_known(request, table)) {
        search(request, 0);
    }
    return true;
}

void routes_find_again(struct request *request, unsigned tries)
{
    search(request, tries);
}

/* ---- what requests wait for ---- */

void routes_peer_changed(struct cluster_peer *peer)
{
    retry_all(&peer->waiting);
}

/* An owner that is not in a list which was read later is gone for good: numbers never return. */
void routes_listed(struct cluster *cluster, uint64_t number)
{
    struct waiting_request *waiting = TAILQ_FIRST(&cluster->unlisted);
    while (waiting != NULL) {
        struct waiting_request *next = TAILQ_NEXT(waiting, entry);
        if (number >= waiting->nodes) {
            struct route *route = find_route(cluster, waiting->table);
            struct cluster_peer *peer = cluster_find_peer(cluster, waiting->owner);
            TAILQ_REMOVE(&cluster->unlisted, waiting, entry);
            if (peer != NULL) {
                go_to_peer(peer, waiting);
            } else if (route != NULL || table_find(cluster->dispatch->tables, waiting->table) != NULL) {
                retry(waiting);
            } else {
                claim_for(waiting);
            }
        }
        waiting = next;
    }
}

void routes_tick(struct cluster *cluster)
{
    uint64_t now = uv_now(cluster->dispatch->loop);
    struct cluster_peer *peer;
    fail_late(&cluster->unlisted, now);
    LIST_FOREACH (peer, &cluster->peers, entry) {
        fail_late(&peer->waiting, now);
    }
}

/* Requests that wait for a route are answered when the store has finished. */
void routes_drop_all(struct cluster *cluster)
{
    struct cluster_peer *peer;
    fail_all(&cluster->unlisted, ERROR_STORAGE);
    LIST_FOREACH (peer, &cluster->peers, entry) {
        fail_all(&peer->waiting, ERROR_STORAGE);
    }
}
