/* upkeep.c: see upkeep.h. */
#include "server/table/upkeep.h"

#include <string.h>

#include "server/base/log.h"
#include "server/base/wall_clock.h"
#include "server/table/broadcast.h"
#include "server/table/table_commit.h"

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
        memcpy(lobby->host, passed.host, sizeof lobby->host);
    }
    return changed;
}

/* A change that cannot be committed now is made at the next sweep. */
static void sweep_table(struct tables *tables, struct table *table)
{
    struct lobby lobby = table->lobby;
    if (!lobby_is_unfinished(&lobby) || table->busy) {
        return;
    }
    if (wall_clock_now() - lobby.touched > (int64_t)tables->options->idle_table_days * 24 * 60 * 60) {
        log_line(LOG_INFO, "table_closed", "table=%s idle_days=%ld", table->id,
                 tables->options->idle_table_days);
        lobby.state = TABLE_CLOSED;
        (void)table_commit_lobby(table, &lobby, COMMIT_NOTIFY, NULL, NULL);
        return;
    }
    bool renamed = lobby_update_names(tables, &lobby);
    if (replace_absent_host(tables, &lobby) || renamed) {
        (void)table_commit_lobby(table, &lobby, COMMIT_NOTIFY, NULL, NULL);
    }
}

void tables_sweep(struct tables *tables)
{
    struct table *next;
    for (struct table *table = LIST_FIRST(&tables->all); table != NULL; table = next) {
        next = LIST_NEXT(table, entry);
        sweep_table(tables, table);
    }
}

void tables_send_spectators(struct tables *tables)
{
    struct table *table;
    if (!tables->spectators_changed) {
        return;
    }
    tables->spectators_changed = false;
    LIST_FOREACH (table, &tables->all, entry) {
        if (table->spectators_changed) {
            table_send_lobby(table);
        }
    }
}

/* ---- players ---- */

void tables_rename_player(struct tables *tables, const struct player *player)
{
    struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        struct lobby lobby = table->lobby;
        if (lobby_is_unfinished(&lobby) && lobby_member(&lobby, player->id) >= 0 &&
            lobby_update_names(tables, &lobby)) {
            (void)table_commit_lobby(table, &lobby, COMMIT_NOTIFY, NULL, NULL);
        }
    }
    const struct session *session;
    LIST_FOREACH (session, &player->sessions, player_entry) {
        struct watch *watch;
        LIST_FOREACH (watch, &session->watches, session_entry) {
            table_count_spectators(watch->table);
        }
    }
}

static void send_presence(struct tables *tables, const struct player *player)
{
    struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        if (lobby_member(&table->lobby, player->id) >= 0) {
            table_send_lobby(table);
        }
    }
}

void player_connected(struct tables *tables, struct player *player, struct session *session)
{
    bool first = !player_is_connected(player);
    session->player = player;
    LIST_INSERT_HEAD(&player->sessions, session, player_entry);
    if (first) {
        send_presence(tables, player);
    }
}

void player_disconnected(struct tables *tables, struct player *player)
{
    if (!player_is_connected(player)) {
        player->last_seen = uv_now(tables->loop);
        send_presence(tables, player);
    }
}

void player_lost_session(struct tables *tables, struct session *session)
{
    LIST_REMOVE(session, player_entry);
    player_release(tables, session->player);
}
