/* upkeep.c: see upkeep.h. */
#include "server/table/changes/upkeep.h"

#include <string.h>

#include "server/base/log.h"
#include "server/base/wall_clock.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/seat_vote.h"
#include "server/table/changes/table_commit.h"
#include "server/table/changes/watches.h"
#include "server/table/owners.h"

/* Thousands of tables that are deserted at the same time must not keep the store from other writes. */
enum { CLOSED_PER_SWEEP = 200, NAMES_SAVED_PER_SWEEP = 20 };

/* ---- the sweep ---- */

/* Makes a connected member the host in place of an absent one. Returns whether the host has changed. */
static bool replace_absent_host(const struct tables *tables, struct lobby *lobby)
{
    struct lobby passed = *lobby;
    if (!player_is_absent(tables, lobby->host)) {
        return false;
    }
    lobby_pass_host(tables, &passed);
    bool changed =
        strcmp(passed.host, lobby->host) != 0 && player_is_connected(player_find(tables, passed.host));
    if (changed) {
        *lobby = passed;
    }
    return changed;
}

/*
 * Returns whether everyone who sits at an open table has been disconnected for long. After a restart that counts from
 * the start of the server, so that its players have time to return.
 */
static bool is_deserted(const struct tables *tables, const struct lobby *lobby)
{
    uint64_t patience = (uint64_t)tables->options->open_table_minutes * 60 * 1000;
    for (unsigned i = 0; lobby->state == TABLE_OPEN && i < lobby->members; i++) {
        const struct player *player = player_find(tables, lobby->member[i].player); /* NULL for a bot */
        if (player != NULL &&
            (player_is_connected(player) || uv_now(tables->loop) - player->last_seen < patience)) {
            return false;
        }
    }
    return lobby->state == TABLE_OPEN;
}

/* Closes a table that nobody uses any more. Returns whether it is such a table. */
static bool close_unused(const struct tables *tables, struct table *table)
{
    bool idle =
        wall_clock_now() - table->lobby.touched > (int64_t)tables->options->idle_table_days * 24 * 60 * 60;
    if (!idle && !is_deserted(tables, &table->lobby)) {
        return false;
    }
    struct lobby lobby = table->lobby;
    log_line(LOG_INFO, "table_closed", "table=%s why=%s", table->id, idle ? "idle" : "deserted");
    lobby.state = TABLE_CLOSED;
    (void)table_commit_lobby(table, &lobby, COMMIT_NOTIFY, NULL, NULL);
    return true;
}

static void update_absence(struct table *table)
{
    if (table_absent(table) != table->absent) {
        table_send_lobby(table);
    }
}

/* Shows who is absent by now, and ends votes that can no longer pass because people are gone. */
static void sweep_absence(struct table *table)
{
    seat_vote_review(table);
    update_absence(table);
}

/* A change that cannot be committed now is made at the next sweep. */
static void sweep_host(const struct tables *tables, struct table *table)
{
    if (player_is_absent(tables, table->lobby.host)) {
        struct lobby lobby = table->lobby;
        if (replace_absent_host(tables, &lobby)) {
            (void)table_commit_lobby(table, &lobby, COMMIT_NOTIFY, NULL, NULL);
        }
    }
}

/* Stores names that are shown already. Somebody who sits at many tables and renames often costs a few per sweep. */
static bool save_names(struct table *table)
{
    return table->has_unsaved_names && !table->busy &&
           table_commit_lobby(table, &table->lobby, COMMIT_SILENT, NULL, NULL);
}

void tables_sweep(struct tables *tables)
{
    struct table *next;
    unsigned closed = 0;
    unsigned saved = 0;
    for (struct table *table = LIST_FIRST(&tables->all); table != NULL; table = next) {
        next = LIST_NEXT(table, entry);
        if (!lobby_is_unfinished(&table->lobby) || table->busy) {
            continue;
        }
        if (closed < CLOSED_PER_SWEEP && close_unused(tables, table)) {
            closed++;
        } else {
            sweep_host(tables, table);
            saved += saved < NAMES_SAVED_PER_SWEEP && save_names(table);
        }
        sweep_absence(table);
    }
}

void tables_send_spectators(struct tables *tables)
{
    uint64_t now = uv_now(tables->loop);
    struct table *next;
    for (struct table *table = TAILQ_FIRST(&tables->crowds); table != NULL; table = next) {
        next = TAILQ_NEXT(table, crowd_entry);
        if (table->crowd_sent != 0 && now - table->crowd_sent < table->watch_count) {
            continue; /* a crowd of ten thousand is sent its changes every ten seconds */
        }
        TAILQ_REMOVE(&tables->crowds, table, crowd_entry);
        table->spectators_changed = false;
        table->crowd_sent = now;
        table_send_lobby(table);
    }
}

/* ---- players ---- */

/* Shows the player's name at their tables. Returns whether it is new at one of them. */
static bool update_names(const struct player *player)
{
    bool changed = false;
    const struct seat *seat;
    LIST_FOREACH (seat, &player->seats, entry) {
        changed = table_update_names(seat->table) || changed;
    }
    return changed;
}

void tables_rename_player(struct tables *tables, struct player *player)
{
    const struct session *session;
    (void)update_names(player);
    player_send_name(tables, player);
    LIST_FOREACH (session, &player->sessions, player_entry) {
        struct watch *watch;
        LIST_FOREACH (watch, &session->watches, session_entry) {
            if (watch->is_spectator) {
                table_spectators_changed(watch->table);
            }
        }
    }
}

/* Shows at the player's tables that they are absent, or no longer are. */
static void update_absence_of(const struct player *player)
{
    const struct seat *seat;
    LIST_FOREACH (seat, &player->seats, entry) {
        update_absence(seat->table);
    }
}

void player_connected(struct tables *tables, struct player *player, struct session *session)
{
    session->player = player;
    player->is_name_known = true;
    LIST_INSERT_HEAD(&player->sessions, session, player_entry);
    if (session->connection != NULL) {
        address_network(connection_address(session->connection), player->network);
    }
    player_moved(tables, player);
    if (update_names(player)) {
        player_send_name(tables, player);
    }
}

void player_moved(struct tables *tables, struct player *player)
{
    if (!player_is_connected(player)) {
        player->last_seen = uv_now(tables->loop);
    }
    player_send_presence(tables, player);
    update_absence_of(player);
}

void player_lost_session(struct tables *tables, struct session *session)
{
    LIST_REMOVE(session, player_entry);
    player_release(tables, session->player);
}
