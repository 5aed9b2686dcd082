/* lobby_push.c: see lobby_push.h. */
#include "server/table/changes/lobby_push.h"

#include <string.h>

#include "server/base/identity.h"
#include "server/table/changes/tables_elsewhere.h"
#include "server/table/changes/watches.h"
#include "server/table/lobby_json.h"
#include "server/table/owners.h"

static void begin_push(struct tables *tables, struct json_writer *writer, const char *on)
{
    message_begin(tables->sessions, writer);
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "on", on);
}

/* ---- tables ---- */

/* Returns a hash of everything that "table" shows to anybody, except names and presence. */
static uint64_t fingerprint_of(const struct table *table)
{
    struct json_writer writer;
    message_begin(table->tables->sessions, &writer);
    lobby_write_lasting(&writer, table);
    uint64_t hash = identity_fingerprint(writer.text, writer.length);
    message_end(table->tables->sessions, &writer);
    return hash;
}

void table_send_lobby(struct table *table)
{
    if (!table->is_dirty && fingerprint_of(table) != table->fingerprint) {
        table->is_dirty = true;
        TAILQ_INSERT_TAIL(&table->tables->dirty, table, dirty_entry);
    }
}

/* Sends the table to its watchers who get the same text. Returns the kinds of readers among the others. */
static unsigned send_to_readers(struct table *table, enum lobby_reader reader)
{
    struct tables *tables = table->tables;
    const struct watch *watch;
    struct json_writer writer;
    unsigned others = 0;
    begin_push(tables, &writer, "table");
    lobby_write_for(&writer, "table", table, reader);
    json_write_close(&writer, '}');
    LIST_FOREACH (watch, &table->watches, table_entry) {
        enum lobby_reader kind = lobby_reader(table, watch->session->player);
        if (kind == reader) {
            watch_send(watch, &writer);
        } else {
            others |= 1U << kind;
        }
    }
    message_end(tables->sessions, &writer);
    return others;
}

static void send_to_watchers(struct table *table)
{
    if (LIST_EMPTY(&table->watches)) {
        return;
    }
    unsigned others = send_to_readers(table, READER_ANYONE);
    for (int reader = READER_MEMBER; reader < READER_COUNT; reader++) {
        if ((others & 1U << reader) != 0) {
            (void)send_to_readers(table, (enum lobby_reader)reader);
        }
    }
}

/* Sends what a message says to everyone who follows the lobby, and ends it. */
static void end_for_followers(struct tables *tables, const struct json_writer *writer)
{
    struct session *session;
    LIST_FOREACH (session, &tables->followers, follower_entry) {
        session_send(session, writer);
    }
    message_end(tables->sessions, writer);
}

void lobby_send_elsewhere(struct tables *tables, const char *id, const char *table)
{
    struct json_writer writer;
    begin_push(tables, &writer, "tables");
    if (table != NULL) {
        json_write_raw(&writer, "table", table, strlen(table));
    } else {
        json_write_string(&writer, "gone", id);
    }
    json_write_close(&writer, '}');
    end_for_followers(tables, &writer);
}

void table_listing_changed(struct table *table, enum listing_change change)
{
    if (table->tables->hooks.listed != NULL && (table->is_listed || table->is_sent)) {
        table->tables->hooks.listed(table, change);
    }
}

/* A table that is no longer listed is sent as gone, once. */
static void send_to_followers(struct table *table)
{
    struct tables *tables = table->tables;
    struct json_writer writer;
    table_listing_changed(table, LISTING_LOBBY);
    if (!table->is_listed && !table->was_listed) {
        return;
    }
    table->was_listed = table->is_listed;
    begin_push(tables, &writer, "tables");
    if (table->is_listed) {
        lobby_write_for(&writer, "table", table, READER_ANYONE);
    } else {
        json_write_string(&writer, "gone", table->id);
    }
    json_write_close(&writer, '}');
    end_for_followers(tables, &writer);
}

void table_flush_lobby(struct table *table)
{
    struct tables *tables = table->tables;
    if (!table->is_dirty) {
        return;
    }
    table->is_dirty = false;
    TAILQ_REMOVE(&tables->dirty, table, dirty_entry);
    if (table->spectators_changed) {
        table->spectators_changed = false;
        TAILQ_REMOVE(&tables->crowds, table, crowd_entry);
    }
    table->fingerprint = fingerprint_of(table); /* now: more may have changed since the table was noted */
    table->absent = table_absent(table);
    send_to_watchers(table);
    send_to_followers(table);
}

/* ---- players ---- */

static void note_player(struct tables *tables, struct player *player)
{
    if (!player->is_dirty) {
        player->is_dirty = true;
        TAILQ_INSERT_TAIL(&tables->players.dirty, player, dirty_entry);
    }
}

void player_send_presence(struct tables *tables, struct player *player)
{
    note_player(tables, player);
}

void player_send_name(struct tables *tables, struct player *player)
{
    player->has_new_name = true;
    note_player(tables, player);
}

static void send_once(struct session *session, const struct json_writer *writer, unsigned stamp)
{
    if (session->push_stamp != stamp) {
        session->push_stamp = stamp;
        session_send(session, writer);
    }
}

/* Sends a message once to each session that watches a table where the player sits. */
static void send_to_tables_of(const struct player *player, const struct json_writer *writer, unsigned stamp)
{
    const struct seat *seat;
    LIST_FOREACH (seat, &player->seats, entry) {
        const struct watch *watch;
        LIST_FOREACH (watch, &seat->table->watches, table_entry) {
            send_once(watch->session, writer, stamp);
        }
    }
}

/* Sends a name once to each session that follows the lobby, if the player sits at a public table. */
static void send_to_lobby_of(const struct tables *tables, const struct player *player,
                             const struct json_writer *writer, unsigned stamp)
{
    const struct seat *seat;
    bool is_listed = false;
    LIST_FOREACH (seat, &player->seats, entry) {
        is_listed = is_listed || seat->table->is_listed;
    }
    is_listed = is_listed || player_is_listed_elsewhere(tables, player->id);
    struct session *session = is_listed ? LIST_FIRST(&tables->followers) : NULL;
    for (; session != NULL; session = LIST_NEXT(session, follower_entry)) {
        send_once(session, writer, stamp);
    }
}

void lobby_send_name(struct tables *tables, const char *id, const char *name)
{
    struct json_writer writer;
    begin_push(tables, &writer, "player");
    json_write_string(&writer, "player", id);
    json_write_string(&writer, "name", name);
    json_write_close(&writer, '}');
    end_for_followers(tables, &writer);
}

static void flush_player(struct tables *tables, struct player *player)
{
    player_announce(tables, player);
    bool connected = player_is_connected(player);
    bool has_moved = connected != player->shown_connected;
    bool has_new_name = player->has_new_name;
    TAILQ_REMOVE(&tables->players.dirty, player, dirty_entry);
    player->is_dirty = false;
    player->shown_connected = connected;
    player->has_new_name = false;
    if (!has_new_name && (LIST_EMPTY(&player->seats) || !has_moved)) {
        return;
    }
    const struct seat *seat;
    LIST_FOREACH (seat, &player->seats, entry) {
        table_listing_changed(seat->table, LISTING_PRESENCE);
    }
    struct json_writer writer;
    unsigned stamp = ++tables->push_stamp;
    begin_push(tables, &writer, "player");
    json_write_string(&writer, "player", player->id);
    if (has_new_name) {
        json_write_string(&writer, "name", player->name);
    }
    if (has_moved) {
        json_write_bool(&writer, "connected", connected);
    }
    json_write_close(&writer, '}');
    send_to_tables_of(player, &writer, stamp);
    if (has_new_name) {
        send_to_lobby_of(tables, player, &writer, stamp);
    }
    message_end(tables->sessions, &writer);
}

/* ---- all of it ---- */

void tables_flush(struct tables *tables)
{
    struct player *player;
    struct table *table;
    bool any = !TAILQ_EMPTY(&tables->players.dirty) || !TAILQ_EMPTY(&tables->dirty);
    while ((player = TAILQ_FIRST(&tables->players.dirty)) != NULL) {
        flush_player(tables, player);
    }
    while ((table = TAILQ_FIRST(&tables->dirty)) != NULL) {
        table_flush_lobby(table);
        table_release(table);
    }
    if (any) {
        sessions_deliver(tables->sessions);
    }
}

void lobby_follow(struct tables *tables, struct session *session)
{
    if (!session->follows_lobby) {
        session->follows_lobby = true;
        tables->follower_count++;
        LIST_INSERT_HEAD(&tables->followers, session, follower_entry);
    }
}

void lobby_unfollow(struct tables *tables, struct session *session)
{
    if (session->follows_lobby) {
        session->follows_lobby = false;
        tables->follower_count--;
        LIST_REMOVE(session, follower_entry);
    }
}
