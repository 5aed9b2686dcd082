/*
 * forward.c: the edge's side: requests of clients here to tables elsewhere.
 *
 * A client has at most one session at each other node. It is opened with the first request to a table there, and closed
 * when the client disconnects. Whatever the owner sends for it is passed on unchanged. A session lasts as long as the
 * client's connection: if the link is lost, or the owner closes the session, the client is disconnected, because it may
 * have missed something; it reconnects and resumes.
 */
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/cluster/cluster_internal.h"
#include "server/table/players.h"

enum { CLOSE_REASON_BYTES = 124 };

/* ---- sessions elsewhere ---- */

static struct forwarder *find_forwarder(const struct cluster *cluster, uint32_t number)
{
    struct forwarder *forwarder;
    LIST_FOREACH (forwarder, &cluster->forwarder[number % FORWARDER_BUCKETS], entry) {
        if (forwarder->number == number) {
            return forwarder;
        }
    }
    return NULL;
}

/* Numbers are not reused: a push to a client that has left must not reach another one. */
static uint32_t new_number(struct cluster *cluster)
{
    do {
        cluster->last_number++;
    } while (cluster->last_number == 0 || find_forwarder(cluster, cluster->last_number) != NULL);
    return cluster->last_number;
}

/* Returns NULL if there is no memory. */
static struct forwarder *get_forwarder(struct cluster *cluster, struct session *session)
{
    struct forwarder *forwarder = session->forwarder;
    if (forwarder == NULL && (forwarder = calloc(1, sizeof *forwarder)) != NULL) {
        forwarder->session = session;
        forwarder->number = new_number(cluster);
        LIST_INIT(&forwarder->opened);
        LIST_INSERT_HEAD(&cluster->forwarder[forwarder->number % FORWARDER_BUCKETS], forwarder, entry);
        session->forwarder = forwarder;
    }
    return forwarder;
}

static struct opened_session *find_opened(const struct forwarder *forwarder, const struct cluster_peer *peer)
{
    struct opened_session *opened;
    LIST_FOREACH (opened, &forwarder->opened, session_entry) {
        if (opened->peer == peer) {
            return opened;
        }
    }
    return NULL;
}

static void send_open(struct opened_session *opened)
{
    struct cluster *cluster = opened->peer->cluster;
    const struct session *session = opened->forwarder->session;
    const struct player *player = session->player;
    const char *id = player == NULL ? "" : player->id;
    const char *name = player == NULL ? "" : player->name;
    const char *address = connection_address(session->connection);
    struct buffer *body = cluster_body(cluster);
    message_put_number(body, opened->forwarder->number);
    message_put_text(body, id, strlen(id));
    message_put_text(body, name, strlen(name));
    message_put_text(body, address, strlen(address));
    cluster_send(opened->peer, MESSAGE_OPEN, body->text, body->length);
    opened->has_player = player != NULL;
}

/* Returns NULL if there is no memory. */
static struct opened_session *get_opened(struct forwarder *forwarder, struct cluster_peer *peer)
{
    struct opened_session *opened = find_opened(forwarder, peer);
    if (opened == NULL && (opened = calloc(1, sizeof *opened)) != NULL) {
        opened->forwarder = forwarder;
        opened->peer = peer;
        LIST_INSERT_HEAD(&forwarder->opened, opened, session_entry);
        LIST_INSERT_HEAD(&peer->opened, opened, peer_entry);
        send_open(opened);
    } else if (opened != NULL && !opened->has_player && forwarder->session->player != NULL) {
        send_open(opened); /* they have said hello since */
    }
    return opened;
}

static void free_opened(struct opened_session *opened)
{
    if (opened->forwarder->at == opened) {
        opened->forwarder->at = NULL;
    }
    LIST_REMOVE(opened, session_entry);
    LIST_REMOVE(opened, peer_entry);
    free(opened);
}

/* ---- where tables were found ---- */

static bool knows_table(const struct opened_session *opened, const char *table)
{
    for (unsigned i = 0; i < KNOWN_TABLES && table[0] != '\0'; i++) { /* unused places are "" */
        if (strcmp(opened->known[i], table) == 0) {
            return true;
        }
    }
    return false;
}

static void learn_table(struct opened_session *opened, const char *table)
{
    if (!knows_table(opened, table)) {
        (void)snprintf(opened->known[opened->next], sizeof opened->known[0], "%s", table);
        opened->next = (opened->next + 1) % KNOWN_TABLES;
    }
}

static void unlearn_table(struct opened_session *opened, const char *table)
{
    for (unsigned i = 0; i < KNOWN_TABLES; i++) {
        if (strcmp(opened->known[i], table) == 0) {
            opened->known[i][0] = '\0';
        }
    }
}

bool forward_known(struct request *request, const char *table)
{
    const struct forwarder *forwarder = request->session->forwarder;
    const struct opened_session *opened = forwarder == NULL ? NULL : LIST_FIRST(&forwarder->opened);
    while (opened != NULL && !knows_table(opened, table)) {
        opened = LIST_NEXT(opened, session_entry);
    }
    if (opened != NULL) {
        forward_request(opened->peer, request, table);
    }
    return opened != NULL;
}

bool forward_has_sessions(const struct session *session)
{
    return session->forwarder != NULL && !LIST_EMPTY(&session->forwarder->opened);
}

/* ---- requests ---- */

/* Sends a request as the client wrote it, if that text was kept. Returns false if there is no memory. */
static bool send_request(const struct opened_session *opened, const struct request *request)
{
    char *written = request->text == NULL ? json_dumps(request->body, JSON_COMPACT) : NULL;
    const char *text = request->text == NULL ? written : request->text;
    if (text != NULL) {
        struct buffer *body = cluster_body(opened->peer->cluster);
        message_put_number(body, opened->forwarder->number);
        message_put_text(body, text, request->text == NULL ? strlen(text) : request->text_length);
        cluster_send(opened->peer, MESSAGE_REQUEST, body->text, body->length);
    }
    free(written);
    return text != NULL;
}

void forward_request(struct cluster_peer *peer, struct request *request, const char *table)
{
    struct cluster *cluster = peer->cluster;
    struct session *session = request->session;
    struct forwarder *forwarder = session->connection == NULL ? NULL : get_forwarder(cluster, session);
    struct opened_session *opened = forwarder == NULL ? NULL : get_opened(forwarder, peer);
    if (opened == NULL ||
        !send_request(opened, request)) { /* nobody waits for it any more, or there is no memory */
        request_fail(request, ERROR_STORAGE);
        return;
    }
    learn_table(opened, table);
    forwarder->at = opened;
    forwarder->is_pending = true;
    metrics_add(session->sessions->metrics, METRIC_REQUESTS_FORWARDED, 1);
}

/* Returns the pending request that was sent to the peer for this client, or NULL. It is no longer pending. */
static struct request *take_request(const struct cluster_peer *peer, uint32_t number,
                                    struct opened_session **opened)
{
    struct forwarder *forwarder = find_forwarder(peer->cluster, number);
    if (forwarder == NULL || forwarder->at == NULL || forwarder->at->peer != peer) {
        return NULL;
    }
    *opened = forwarder->at;
    forwarder->at = NULL;
    forwarder->is_pending = false;
    return forwarder->session->current;
}

static bool reply_came(struct cluster_peer *peer, struct message_reader *reader)
{
    struct opened_session *opened;
    size_t length;
    uint32_t number = message_number(reader);
    const char *text = message_text(reader, &length);
    if (!message_is_whole(reader)) {
        return false;
    }
    struct request *request = take_request(peer, number, &opened);
    if (request != NULL) {
        opened->forwarder->moves = 0;
        request_end_with(request, text, length);
    }
    return true;
}

static bool close_came(const struct cluster_peer *peer, struct message_reader *reader)
{
    char reason[CLOSE_REASON_BYTES];
    uint32_t number = message_number(reader);
    uint32_t code = message_number(reader);
    message_copy(reader, reason, sizeof reason);
    if (!message_is_whole(reader)) {
        return false;
    }
    const struct forwarder *forwarder = find_forwarder(peer->cluster, number);
    if (forwarder != NULL) {
        connection_close(forwarder->session->connection, (int)code, reason);
    }
    return true;
}

static bool push_came(const struct cluster_peer *peer, const char *body, size_t length)
{
    struct link_shared shared;
    if (!link_read_shared(body, length, &shared)) {
        return false;
    }
    for (uint32_t i = 0; i < shared.count; i++) {
        const struct forwarder *forwarder = find_forwarder(peer->cluster, link_shared_session(&shared, i));
        if (forwarder != NULL) {
            connection_send(forwarder->session->connection, shared.text, shared.length);
        }
    }
    return true;
}

bool forward_message(struct cluster_peer *peer, unsigned type, const char *body, size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    switch (type) {
    case MESSAGE_REPLY:
        return reply_came(peer, &reader);
    case MESSAGE_PUSH:
        return push_came(peer, body, length);
    default:
        return close_came(peer, &reader);
    }
}

bool forward_take_moved(const struct cluster_peer *peer, const char *body, size_t length,
                        struct request **request, unsigned *tries)
{
    struct message_reader reader = {.body = body, .length = length};
    struct opened_session *opened;
    uint32_t number = message_number(&reader);
    if (!message_is_whole(&reader)) {
        return false;
    }
    *request = take_request(peer, number, &opened);
    if (*request != NULL) {
        unlearn_table(opened, body_text(*request, "table"));
        *tries = ++opened->forwarder->moves;
    }
    return true;
}

/* ---- ends ---- */

/* Also drops the request that is pending elsewhere, which nothing else points to: nobody will answer it. */
void forward_disconnected(struct session *session)
{
    struct forwarder *forwarder = session->forwarder;
    struct opened_session *next;
    for (struct opened_session *opened = LIST_FIRST(&forwarder->opened); opened != NULL; opened = next) {
        next = LIST_NEXT(opened, session_entry);
        struct buffer *body = cluster_body(opened->peer->cluster);
        message_put_number(body, forwarder->number);
        cluster_send(opened->peer, MESSAGE_GONE, body->text, body->length);
        free_opened(opened);
    }
    if (forwarder->is_pending) {
        session_drop_current(session);
    }
    session->forwarder = NULL;
    LIST_REMOVE(forwarder, entry);
    free(forwarder);
}

void forward_link_down(struct cluster_peer *peer)
{
    struct opened_session *next;
    for (struct opened_session *opened = LIST_FIRST(&peer->opened); opened != NULL; opened = next) {
        next = LIST_NEXT(opened, peer_entry);
        struct connection *connection = opened->forwarder->session->connection;
        free_opened(opened);
        connection_close(connection, CLOSE_GOING_AWAY,
                         "the server of this table is away; reconnect and resume");
    }
}
