/* table.c: see table.h. */
#include "server/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/commentary.h"
#include "server/table/id_hash.h"
#include "server/table/table_log.h"
#include "server/table/undo.h"

bool tables_init(struct tables *tables, struct sessions *sessions)
{
    memset(tables, 0, sizeof *tables);
    tables->loop = sessions->loop;
    tables->options = sessions->options;
    tables->sessions = sessions;
    players_init(&tables->players);
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        tables->board[game] = board_builtin((enum game_kind)game);
        if (tables->board[game] == NULL) {
            return false;
        }
    }
    return true;
}

static void free_table(struct table *table)
{
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        json_decref(table->marks[i]);
    }
    table->tables->hooks.removed(table);
    table_clear_redo(table);
    free(table->takeback);
    table_free_log(table);
    free(table);
}

void tables_free(struct tables *tables)
{
    struct table *table;
    while ((table = LIST_FIRST(&tables->all)) != NULL) {
        LIST_REMOVE(table, entry);
        free_table(table);
    }
    players_free(&tables->players);
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        board_free((struct board *)tables->board[game]);
    }
}

const struct board *table_board(const struct table *table)
{
    return table->tables->board[table->lobby.game];
}

struct table *table_find(const struct tables *tables, const char *id)
{
    struct table *table;
    LIST_FOREACH (table, &tables->bucket[id_bucket(id, TABLE_BUCKETS)], bucket_entry) {
        if (strcmp(table->id, id) == 0) {
            return table;
        }
    }
    return NULL;
}

struct table *table_new(struct tables *tables, const char *id, const struct lobby *lobby)
{
    struct table *table = calloc(1, sizeof *table);
    if (table != NULL) {
        table->tables = tables;
        table->lobby = *lobby;
        table->is_listed = !lobby->is_private && lobby_is_unfinished(lobby);
        snprintf(table->id, sizeof table->id, "%s", id);
        LIST_INIT(&table->watches);
        STAILQ_INIT(&table->waiting);
        LIST_INSERT_HEAD(&tables->all, table, entry);
        LIST_INSERT_HEAD(&tables->bucket[id_bucket(id, TABLE_BUCKETS)], table, bucket_entry);
        tables->count++;
    }
    return table;
}

void table_release(struct table *table)
{
    struct tables *tables = table->tables;
    if (lobby_is_unfinished(&table->lobby) || !LIST_EMPTY(&table->watches) || table->holds != 0 ||
        table->busy) {
        return;
    }
    LIST_REMOVE(table, entry);
    LIST_REMOVE(table, bucket_entry);
    tables->count--;
    players_release_members(tables, &table->lobby);
    free_table(table);
}

uint64_t table_clock_left(const struct table *table)
{
    uint64_t whole = (uint64_t)table->lobby.clock * 1000;
    uint64_t passed = table->clock_start == 0 ? 0 : uv_now(table->tables->loop) - table->clock_start;
    return passed >= whole ? 0 : whole - passed;
}

/* ---- how many ---- */

unsigned tables_hosted_by(const struct tables *tables, const char *player)
{
    unsigned count = 0;
    const struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        count += lobby_is_unfinished(&table->lobby) && strcmp(table->lobby.host, player) == 0;
    }
    return count;
}

unsigned tables_joined_by(const struct tables *tables, const char *player)
{
    unsigned count = 0;
    const struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        count += lobby_is_unfinished(&table->lobby) && lobby_member(&table->lobby, player) >= 0;
    }
    return count;
}

struct metrics_gauges tables_gauges(const struct tables *tables)
{
    struct metrics_gauges gauges = {
        .connections = transport_connections(tables->sessions->transport),
        .store_queue = store_depth(tables->store),
        .send_queue_bytes = transport_queued_bytes(tables->sessions->transport),
    };
    const struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        gauges.tables_open += table->lobby.state == TABLE_OPEN;
        gauges.tables_running += table->lobby.state == TABLE_RUNNING;
    }
    return gauges;
}

bool tables_too_many(const struct tables *tables, const char *player)
{
    const struct options *options = tables->options;
    size_t unfinished = 0;
    const struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        unfinished += lobby_is_unfinished(&table->lobby);
    }
    return tables_hosted_by(tables, player) >= (unsigned long)options->tables_per_player ||
           tables_joined_by(tables, player) >= (unsigned long)options->seats_per_player ||
           unfinished >= (size_t)options->tables;
}

/* ---- watching ---- */

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

/* Before the start, everyone who sits at the table is going to play. */
static bool is_spectator(const struct lobby *lobby, const struct player *player)
{
    int member = lobby_member(lobby, player->id);
    if (lobby_commentator(lobby, player->id) >= 0) {
        return false; /* their names are sent separately */
    }
    return member < 0 || (lobby->state != TABLE_OPEN && lobby->member[member].pawns == 0);
}

void table_count_spectators(struct table *table)
{
    struct spectators now;
    const struct watch *watch;
    const struct player *first[SPECTATOR_NAMES_MAX] = {NULL};
    unsigned stamp = ++table->tables->players.stamp;
    memset(&now, 0, sizeof now);
    LIST_FOREACH (watch, &table->watches, table_entry) { /* the newest first */
        struct player *player = watch->session->player;
        if (player->stamp != stamp && is_spectator(&table->lobby, player)) {
            player->stamp = stamp; /* somebody who watches on several devices is counted once */
            first[now.count++ % SPECTATOR_NAMES_MAX] = player;
        }
    }
    for (unsigned i = 0; i < SPECTATOR_NAMES_MAX && i < now.count; i++) {
        const struct player *player = first[(now.count - 1 - i) % SPECTATOR_NAMES_MAX];
        memcpy(now.name[i], player->name, strlen(player->name));
    }
    if (memcmp(&now, &table->spectators, sizeof now) != 0) {
        table->spectators = now;
        table->spectators_changed = true;
        table->tables->spectators_changed = true;
    }
}

bool table_watch(struct table *table, struct session *session, bool views)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (watch != NULL) {
        *watch = (struct watch){.session = session, .table = table, .views = views};
        LIST_INSERT_HEAD(&session->watches, watch, session_entry);
        LIST_INSERT_HEAD(&table->watches, watch, table_entry);
        table_count_spectators(table);
    }
    return watch != NULL;
}

void table_unwatch(struct watch *watch)
{
    struct table *table = watch->table;
    LIST_REMOVE(watch, session_entry);
    LIST_REMOVE(watch, table_entry);
    free(watch);
    table_count_spectators(table);
    table_release(table);
}

/* Returns whether somebody has nothing to do with a table but watching it. */
static bool is_stranger(const struct lobby *lobby, const char *player)
{
    return lobby_member(lobby, player) < 0 && lobby_commentator(lobby, player) < 0;
}

/* Ends the watches of one player, or of all strangers if that is NULL. */
static void unwatch(struct table *table, const char *player)
{
    struct watch *next;
    for (struct watch *watch = table->lobby.is_private ? LIST_FIRST(&table->watches) : NULL; watch != NULL;
         watch = next) {
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
