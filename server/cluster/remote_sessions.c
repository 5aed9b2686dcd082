/*
 * remote_sessions.c: the owner's side: sessions of clients that are connected to another node.
 *
 * Such a session is like any other: it has a player, watches tables, and its requests run in order. Only its connection is
 * remote: what is sent to it goes to the link. A push of the same text to several sessions is sent once.
 */
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/cluster/cluster_internal.h"
#include "server/table/bans.h"
#include "server/table/changes/upkeep.h"

enum { ADDRESS_BYTES = 64 };

struct remote_session {
    LIST_ENTRY(remote_session) entry;
    struct remote_link *link;
    uint32_t number;
    struct connection *connection;
};

struct remote_link {
    struct cluster_peer *peer;
    struct link *link;
    size_t count;
    LIST_HEAD(, remote_session) bucket[REMOTE_BUCKETS];
};

struct remote_link *remote_link_new(struct cluster_peer *peer, struct link *link)
{
    struct remote_link *remote = calloc(1, sizeof *remote);
    if (remote != NULL) {
        remote->peer = peer;
        remote->link = link;
    }
    return remote;
}

struct cluster_peer *remote_link_peer(const struct remote_link *link)
{
    return link->peer;
}

static struct remote_session *find_session(const struct remote_link *link, uint32_t number)
{
    struct remote_session *remote;
    LIST_FOREACH (remote, &link->bucket[number % REMOTE_BUCKETS], entry) {
        if (remote->number == number) {
            return remote;
        }
    }
    return NULL;
}

/* ---- to the client ---- */

static void send_text(void *context, const char *text, size_t length, bool is_reply)
{
    const struct remote_session *remote = context;
    if (!is_reply) {
        link_send_shared(remote->link->link, MESSAGE_PUSH, remote->number, text, length);
        return;
    }
    struct buffer *body = cluster_body(remote->link->peer->cluster);
    message_put_number(body, remote->number);
    message_put_text(body, text, length);
    link_send(remote->link->link, MESSAGE_REPLY, body->text, body->length);
}

static void send_close(const struct remote_link *link, uint32_t number, int code, const char *reason)
{
    struct buffer *body = cluster_body(link->peer->cluster);
    message_put_number(body, number);
    message_put_number(body, (uint32_t)code);
    message_put_text(body, reason, strlen(reason));
    link_send(link->link, MESSAGE_CLOSE, body->text, body->length);
}

/* The session stays until the other node reports that the client has disconnected. */
static void close_session(void *context, int code, const char *reason)
{
    const struct remote_session *remote = context;
    send_close(remote->link, remote->number, code, reason);
}

void remote_moved(struct request *request)
{
    const struct connection *connection = request->session->connection;
    if (connection != NULL) {
        const struct remote_session *remote = connection_remote_context(connection);
        struct buffer *body = cluster_body(remote->link->peer->cluster);
        message_put_number(body, remote->number);
        link_send(remote->link->link, MESSAGE_MOVED, body->text, body->length);
    }
    request_end_with(request, NULL, 0);
}

/* ---- from the client ---- */

/* Returns NULL if there is no memory. */
static struct remote_session *add_session(struct remote_link *link, uint32_t number, const char *address)
{
    struct sessions *sessions = link->peer->cluster->dispatch->sessions;
    struct remote_session *remote = calloc(1, sizeof *remote);
    struct remote_connection ops = {.send = send_text, .close = close_session, .context = remote};
    struct connection *connection =
        remote == NULL ? NULL : connection_new_remote(sessions->transport, address, &ops);
    if (connection == NULL) {
        free(remote);
        return NULL;
    }
    remote->link = link;
    remote->number = number;
    remote->connection = connection;
    LIST_INSERT_HEAD(&link->bucket[number % REMOTE_BUCKETS], remote, entry);
    link->count++;
    session_opened(sessions, connection);
    return remote;
}

static void free_session(struct remote_session *remote)
{
    LIST_REMOVE(remote, entry);
    remote->link->count--;
    session_closed(remote->connection);
    connection_free_remote(remote->connection);
    free(remote);
}

/* Sets the player of a session. The other node has checked who it is, but may not know of a ban yet. */
static void say_hello(struct remote_session *remote, const char *id, const char *name)
{
    struct dispatch *dispatch = remote->link->peer->cluster->dispatch;
    struct session *session = connection_user(remote->connection);
    struct player *player = player_find(dispatch->tables, id);
    if (session == NULL || session->player != NULL) {
        return;
    }
    if (bans_has_player(dispatch->bans, id)) {
        connection_close(remote->connection, CLOSE_POLICY, "banned");
        return;
    }
    if (dispatch_is_expelling(dispatch, id)) {
        connection_close(remote->connection, CLOSE_GOING_AWAY, "signed out; reconnect");
        return;
    }
    if (player != NULL && LIST_EMPTY(&player->sessions)) {
        player_set_name(player, name); /* it was read from a table, which may have an older name */
    }
    player = player == NULL ? player_get(dispatch->tables, id, name) : player;
    if (player == NULL) {
        connection_close(remote->connection, CLOSE_GOING_AWAY, "out of memory");
        return;
    }
    player_connected(dispatch->tables, player, session);
}

static bool open_came(struct remote_link *link, struct message_reader *reader)
{
    char id[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
    char address[ADDRESS_BYTES];
    uint32_t number = message_number(reader);
    message_copy(reader, id, sizeof id);
    message_copy(reader, name, sizeof name);
    message_copy(reader, address, sizeof address);
    if (!message_is_whole(reader)) {
        return false;
    }
    struct remote_session *remote = find_session(link, number);
    if (remote == NULL && link->count < REMOTE_SESSIONS_MAX) {
        remote = add_session(link, number, address);
    }
    if (remote == NULL) { /* the others on this link stay */
        send_close(link, number, CLOSE_GOING_AWAY, "no room for more clients");
    } else if (id[0] != '\0') {
        say_hello(remote, id, name);
    }
    return true;
}

static bool request_came(const struct remote_link *link, struct message_reader *reader)
{
    size_t length;
    uint32_t number = message_number(reader);
    const char *text = message_text(reader, &length);
    if (!message_is_whole(reader)) {
        return false;
    }
    const struct remote_session *remote = find_session(link, number);
    if (remote != NULL) {
        session_message(remote->connection, text, length);
    }
    return true;
}

static bool gone_came(const struct remote_link *link, struct message_reader *reader)
{
    uint32_t number = message_number(reader);
    if (!message_is_whole(reader)) {
        return false;
    }
    struct remote_session *remote = find_session(link, number);
    if (remote != NULL) {
        free_session(remote);
    }
    return true;
}

bool remote_link_message(struct remote_link *link, unsigned type, const char *body, size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    switch (type) {
    case MESSAGE_OPEN:
        return open_came(link, &reader);
    case MESSAGE_REQUEST:
        return request_came(link, &reader);
    default:
        return gone_came(link, &reader);
    }
}

/* ---- ends ---- */

void remote_link_close_all(struct remote_link *link, int code, const char *reason)
{
    struct remote_session *remote;
    for (unsigned i = 0; i < REMOTE_BUCKETS; i++) {
        LIST_FOREACH (remote, &link->bucket[i], entry) {
            connection_close(remote->connection, code, reason);
        }
    }
}

void remote_link_free(struct remote_link *link)
{
    for (unsigned i = 0; i < REMOTE_BUCKETS; i++) {
        struct remote_session *next;
        for (struct remote_session *remote = LIST_FIRST(&link->bucket[i]); remote != NULL; remote = next) {
            next = LIST_NEXT(remote, entry);
            free_session(remote);
        }
    }
    free(link);
}
