/* watches.c: see watches.h. */
#include "server/table/changes/watches.h"

#include <string.h>

#include "server/table/changes/lobby_push.h"
#include "server/table/commentary.h"

enum { CROWD_WATCHERS = 200 }; /* fewer are sent everything at once, which takes some milliseconds */

struct watch *table_find_watch(const struct table *table, const struct session *session)
{
    struct watch *watch;
    LIST_FOREACH (watch, &session->watches, session_entry) {
        if (watch->table == table) {
            return watch;
        }
    }
    return NULL;
}

/* ---- spectators ---- */

void table_spectators_changed(struct table *table)
{
    if (!table->spectators_changed) {
        table->spectators_changed = true;
        TAILQ_INSERT_TAIL(&table->tables->crowds, table, crowd_entry);
    }
}

/* Before the start, everyone who sits at the table is going to play. */
static bool is_spectator(const struct table *table, const struct player *player)
{
    const struct lobby *lobby = &table->lobby;
    if (lobby_commentator(lobby, player->id) >= 0) {
        return false; /* their names are sent separately */
    }
    if (!player_sits_at(player, table)) {
        return true;
    }
    return lobby->state != TABLE_OPEN && lobby->member[lobby_member(lobby, player->id)].pawns == 0;
}

static void remove_spectator(struct watch *watch)
{
    TAILQ_REMOVE(&watch->table->spectators, watch, spectator_entry);
    watch->is_spectator = false;
    watch->table->spectator_count--;
}

void table_count_spectators(struct table *table)
{
    unsigned stamp = ++table->tables->players.stamp;
    struct watch *watch;
    TAILQ_INIT(&table->spectators);
    table->spectator_count = 0;
    LIST_FOREACH (watch, &table->watches, table_entry) { /* the newest first */
        struct player *player = watch->session->player;
        watch->is_spectator = is_spectator(table, player);
        if (!watch->is_spectator) {
            continue;
        }
        if (player->stamp == stamp) { /* this device is older */
            remove_spectator(player->counted);
        }
        player->stamp = stamp;
        player->counted = watch;
        TAILQ_INSERT_HEAD(&table->spectators, watch, spectator_entry);
        table->spectator_count++;
    }
}

/* Returns the watch of the same player at the same table on another device, or NULL. */
static struct watch *other_watch(const struct watch *watch)
{
    const struct session *session;
    LIST_FOREACH (session, &watch->session->player->sessions, player_entry) {
        struct watch *other = session == watch->session ? NULL : table_find_watch(watch->table, session);
        if (other != NULL) {
            return other;
        }
    }
    return NULL;
}

static void add_spectator(struct watch *watch)
{
    struct table *table = watch->table;
    watch->is_spectator = true;
    TAILQ_INSERT_TAIL(&table->spectators, watch, spectator_entry);
    table->spectator_count++;
    table_spectators_changed(table);
}

/* ---- watching ---- */

bool table_watch(struct table *table, struct session *session, bool views)
{
    struct watch *watch = pool_allocate(&table->tables->watches);
    if (watch != NULL) {
        *watch = (struct watch){.session = session, .table = table, .views = views};
        LIST_INSERT_HEAD(&session->watches, watch, session_entry);
        LIST_INSERT_HEAD(&table->watches, watch, table_entry);
        table->watch_count++;
        if (is_spectator(table, session->player) && other_watch(watch) == NULL) {
            add_spectator(watch);
        }
    }
    return watch != NULL;
}

void table_unwatch(struct watch *watch)
{
    struct table *table = watch->table;
    LIST_REMOVE(watch, session_entry);
    LIST_REMOVE(watch, table_entry);
    table->watch_count--;
    if (watch->is_spectator) {
        struct watch *other = other_watch(watch);
        remove_spectator(watch);
        table_spectators_changed(table);
        if (other != NULL) {
            add_spectator(other);
        }
    }
    pool_release(&table->tables->watches, watch);
    table_release(table);
}

/* Players do not wait for the crowd, here or at other tables. */
void watch_send(const struct watch *watch, const struct json_writer *writer)
{
    if (watch->is_spectator && watch->table->watch_count >= CROWD_WATCHERS) {
        session_send_in_turn(watch->session, writer);
    } else {
        session_send(watch->session, writer);
    }
}

/* Returns whether somebody is neither a member nor a commentator of a table. */
static bool is_stranger(const struct lobby *lobby, const char *player)
{
    return lobby_member(lobby, player) < 0 && lobby_commentator(lobby, player) < 0;
}

/* Ends the watches of one player, or of all strangers if that is NULL. The table is held. */
static void unwatch(struct table *table, const char *player)
{
    struct watch *next;
    if (!table->lobby.is_private) {
        return;
    }
    table_flush_lobby(table);
    for (struct watch *watch = LIST_FIRST(&table->watches); watch != NULL; watch = next) {
        const char *id = watch->session->player->id;
        next = LIST_NEXT(watch, table_entry);
        if (player == NULL ? is_stranger(&table->lobby, id) : strcmp(id, player) == 0) {
            table_unwatch(watch);
        }
    }
}

void table_unwatch_player(struct table *table, const char *player)
{
    unwatch(table, player);
}

void table_unwatch_strangers(struct table *table)
{
    unwatch(table, NULL);
}
