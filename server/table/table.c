/* table.c: see table.h. */
#include "server/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/damaged.h"
#include "server/table/id_hash.h"
#include "server/table/table_limits.h"
#include "server/table/table_log.h"
#include "server/table/undo.h"

enum { LISTINGS_PER_SECOND = 1000000 };

bool tables_init(struct tables *tables, struct sessions *sessions)
{
    memset(tables, 0, sizeof *tables);
    tables->loop = sessions->loop;
    tables->options = sessions->options;
    tables->sessions = sessions;
    players_init(&tables->players);
    tables->watches.size = sizeof(struct watch);
    TAILQ_INIT(&tables->listed);
    TAILQ_INIT(&tables->elsewhere);
    TAILQ_INIT(&tables->unsent);
    TAILQ_INIT(&tables->crowds);
    TAILQ_INIT(&tables->dirty);
    LIST_INIT(&tables->followers);
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        tables->board[game] = board_builtin((enum game_kind)game);
        if (tables->board[game] == NULL) {
            return false;
        }
    }
    tables->lessons = lessons_builtin();
    return tables->lessons != NULL;
}

static void free_table(struct table *table)
{
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        json_decref(table->marks[i]);
        json_decref(table->marks_made[i]);
    }
    table->tables->hooks.removed(table);
    table_clear_redo(table);
    free(table->takeback);
    free(table->vote);
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
    tables_free_damaged(tables);
    time_zones_free(&tables->zones);
    players_free(&tables->players);
    pool_free(&tables->watches);
    lessons_free(tables->lessons);
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
        table->was_loaded = lobby->setup.seats != 0;
        snprintf(table->id, sizeof table->id, "%s", id);
        LIST_INIT(&table->watches);
        TAILQ_INIT(&table->spectators);
        STAILQ_INIT(&table->waiting);
        LIST_INSERT_HEAD(&tables->all, table, entry);
        LIST_INSERT_HEAD(&tables->bucket[id_bucket(id, TABLE_BUCKETS)], table, bucket_entry);
        tables->count++;
        tables->unfinished += lobby_is_unfinished(lobby);
        table_update_seats(table);
        table_update_listing(table);
        table->was_listed = table->is_listed;
        if (tables->hooks.listed != NULL) {
            tables->hooks.listed(table, LISTING_PRESENCE); /* is sent later, when its game has been loaded */
        }
    }
    return table;
}

/* Tables of the same second are in the order in which they were listed, unless a million have been. */
static uint64_t next_listing(struct table *table)
{
    return (uint64_t)table->lobby.created * LISTINGS_PER_SECOND +
           table->tables->listings++ % LISTINGS_PER_SECOND;
}

bool is_listed_before(uint64_t listing, const char *id, uint64_t other_listing, const char *other_id)
{
    return listing > other_listing || (listing == other_listing && strcmp(id, other_id) > 0);
}

/* Most are newer than all others. */
static void insert_listed(struct tables *tables, struct table *table)
{
    struct table *next = TAILQ_FIRST(&tables->listed);
    while (tables->is_sorted && next != NULL &&
           is_listed_before(next->listing, next->id, table->listing, table->id)) {
        next = TAILQ_NEXT(next, listed_entry);
    }
    if (next == NULL) {
        TAILQ_INSERT_TAIL(&tables->listed, table, listed_entry);
    } else {
        TAILQ_INSERT_BEFORE(next, table, listed_entry);
    }
}

void table_update_listing(struct table *table)
{
    struct tables *tables = table->tables;
    bool is_listed = !table->lobby.is_private && lobby_is_unfinished(&table->lobby);
    if (is_listed && !table->is_listed) {
        table->listing = next_listing(table);
        insert_listed(tables, table);
    } else if (!is_listed && table->is_listed) {
        TAILQ_REMOVE(&tables->listed, table, listed_entry);
    }
    table->is_listed = is_listed;
}

static int compare_listed(const void *left, const void *right)
{
    const struct table *one = *(struct table *const *)left;
    const struct table *other = *(struct table *const *)right;
    return is_listed_before(one->listing, one->id, other->listing, other->id) ? -1 : 1;
}

void tables_sort_listed(struct tables *tables)
{
    struct table *table;
    size_t count = 0;
    struct table **sorted = calloc(tables->count + 1, sizeof(struct table *));
    if (sorted == NULL) {
        return; /* they stay in the order in which they were loaded */
    }
    while ((table = TAILQ_FIRST(&tables->listed)) != NULL) {
        TAILQ_REMOVE(&tables->listed, table, listed_entry);
        sorted[count++] = table;
    }
    qsort(sorted, count, sizeof(struct table *), compare_listed);
    for (size_t i = 0; i < count; i++) {
        TAILQ_INSERT_TAIL(&tables->listed, sorted[i], listed_entry);
    }
    free(sorted);
    tables->is_sorted = true;
}

static void remove_table(struct table *table)
{
    struct tables *tables = table->tables;
    if (table->spectators_changed) {
        TAILQ_REMOVE(&tables->crowds, table, crowd_entry);
    }
    if (table->is_listed) {
        TAILQ_REMOVE(&tables->listed, table, listed_entry);
    }
    if (table->is_unsent) {
        TAILQ_REMOVE(&tables->unsent, table, unsent_entry);
    }
    LIST_REMOVE(table, entry);
    LIST_REMOVE(table, bucket_entry);
    tables->count--;
    table_clear_origin(table);
    table_clear_seats(table);
    free_table(table);
}

void table_release(struct table *table)
{
    if (lobby_is_unfinished(&table->lobby) || !LIST_EMPTY(&table->watches) || table->holds != 0 ||
        table->busy || table->is_dirty) {
        return;
    }
    if (table->tables->hooks.released != NULL) {
        table->tables->hooks.released(table);
    }
    remove_table(table);
}

void table_discard(struct table *table)
{
    table->tables->unfinished -= lobby_is_unfinished(&table->lobby);
    remove_table(table);
}

struct metrics_gauges tables_gauges(const struct tables *tables)
{
    struct metrics_gauges gauges = {
        .connections = transport_connections(tables->sessions->transport),
        .store_queue = store_depth(tables->store),
        .send_queue_bytes = transport_queued_bytes(tables->sessions->transport),
        .database_bytes = tables->database_bytes,
        .database_limit = (size_t)tables->options->database_bytes,
    };
    const struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        gauges.tables_open += table->lobby.state == TABLE_OPEN;
        gauges.tables_running += table->lobby.state == TABLE_RUNNING;
    }
    return gauges;
}
