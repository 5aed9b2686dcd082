/*
 * listings.c: see listings.h.
 *
 * The body of a message LISTING: table, kind (4), listing (8), game (4), state (4), table as JSON, turn as JSON. The table
 * is "" if only the turn has changed, and both are "" if the table is no longer listed.
 */
#include "server/cluster/listings.h"

#include <stdlib.h>
#include <string.h>

#include "server/table/changes/lobby_push.h"
#include "server/table/changes/tables_elsewhere.h"
#include "server/table/lobby_json.h"

enum listing_kind {
    KIND_GONE,
    KIND_TURN,    /* only whose turn it is */
    KIND_QUIET,   /* all of it, but not sent to followers of the lobby */
    KIND_CHANGED, /* all of it, also sent to them */
    KIND_COUNT
};

/* ---- sending ---- */

static void put_table(struct buffer *body, const struct table *table)
{
    struct json_writer writer;
    message_begin(table->tables->sessions, &writer);
    lobby_write_for(&writer, NULL, table, READER_ANYONE);
    message_put_text(body, writer.text, json_write_ok(&writer) ? writer.length : 0);
    message_end(table->tables->sessions, &writer);
}

static void put_turn(struct buffer *body, const struct table *table)
{
    struct json_writer writer;
    message_begin(table->tables->sessions, &writer);
    lobby_write_turn(&writer, NULL, table);
    message_put_text(body, writer.text, json_write_ok(&writer) ? writer.length : 0);
    message_end(table->tables->sessions, &writer);
}

/* Of a table that is no longer listed, only the id is sent. */
static void write_message(struct buffer *body, const struct table *table, enum listing_kind kind)
{
    bool whole = kind == KIND_QUIET || kind == KIND_CHANGED;
    message_put_text(body, table->id, strlen(table->id));
    message_put_number(body, kind);
    message_put_long(body, kind == KIND_GONE ? 0 : (int64_t)table->listing);
    message_put_number(body, kind == KIND_GONE ? 0 : (uint32_t)table->lobby.game);
    message_put_number(body, kind == KIND_GONE ? 0 : (uint32_t)table->lobby.state);
    if (whole) {
        put_table(body, table);
    } else {
        message_put_text(body, "", 0);
    }
    if (kind != KIND_GONE) {
        put_turn(body, table);
    } else {
        message_put_text(body, "", 0);
    }
}

static enum listing_kind kind_of(const struct table *table, enum listing_change change)
{
    static const enum listing_kind kind[] = {
        [LISTING_TURN] = KIND_TURN, [LISTING_PRESENCE] = KIND_QUIET, [LISTING_LOBBY] = KIND_CHANGED};
    if (!table->is_listed) {
        return KIND_GONE;
    }
    return !table->is_sent && kind[change] == KIND_TURN ? KIND_QUIET : kind[change];
}

static void send_now(struct cluster *cluster, struct table *table, enum listing_change change)
{
    struct buffer body = {0};
    if (table->is_unsent) {
        table->is_unsent = false;
        TAILQ_REMOVE(&table->tables->unsent, table, unsent_entry);
    }
    if ((table->is_listed || table->is_sent) && cluster_peers_up(cluster) > 0) {
        write_message(&body, table, kind_of(table, change));
        cluster_send_all(cluster, MESSAGE_LISTING, body.text, body.length);
        buffer_free(&body);
    }
    table->is_sent = table->is_listed;
}

/* Drops the listing of another node for a table that is now here. If it is still listed, followers know it already. */
static void remove_elsewhere(struct table *table)
{
    struct table_elsewhere *row = table_elsewhere_find(table->tables, table->id);
    if (row != NULL) {
        table_elsewhere_remove(table->tables, row, !table->is_listed);
    }
}

void listings_changed(struct cluster *cluster, struct table *table, enum listing_change change)
{
    remove_elsewhere(table);
    if (change == LISTING_LOBBY) {
        send_now(cluster, table, change);
    } else if (!table->is_unsent) {
        table->is_unsent = true;
        table->unsent = change;
        TAILQ_INSERT_TAIL(&table->tables->unsent, table, unsent_entry);
    } else if (change > table->unsent) {
        table->unsent = change;
    }
}

void listings_flush(struct cluster *cluster, struct tables *tables)
{
    struct table *table;
    while ((table = TAILQ_FIRST(&tables->unsent)) != NULL) {
        send_now(cluster, table, table->unsent);
    }
}

void listings_send(struct cluster_peer *peer, struct tables *tables)
{
    struct table *table;
    TAILQ_FOREACH (table, &tables->listed, listed_entry) {
        struct buffer body = {0};
        write_message(&body, table, KIND_QUIET);
        table->is_sent = true;
        cluster_send(peer, MESSAGE_LISTING, body.text, body.length);
        buffer_free(&body);
    }
}

/* ---- receiving ---- */

static void receive_gone(struct tables *tables, int64_t node, const char *id)
{
    struct table_elsewhere *row = table_elsewhere_find(tables, id);
    if (row != NULL && row->node == node) { /* otherwise another node has taken it over */
        table_elsewhere_remove(tables, row, true);
    }
}

static void receive_turn(struct tables *tables, const struct table_elsewhere *row)
{
    struct table_elsewhere *known = table_elsewhere_find(tables, row->id);
    if (known != NULL && known->node == row->node) {
        known->generation = row->generation;
        table_elsewhere_set_turn(known, row->turn);
    }
}

/* Pushes nothing if only the owner of the table has changed: followers have the same text already. */
static void receive_row(struct tables *tables, const struct table_elsewhere *row, bool changed)
{
    const struct table_elsewhere *known = table_elsewhere_find(tables, row->id);
    bool same = known != NULL && strcmp(known->table, row->table) == 0;
    (void)table_elsewhere_put(tables, row, changed && !same);
}

/* Copies a text, terminated. The caller frees it. */
static char *take_text(struct message_reader *reader)
{
    size_t length;
    const char *text = message_text(reader, &length);
    return strndup(text, length);
}

bool listings_received(struct tables *tables, int64_t node, unsigned generation, const char *body,
                       size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    struct table_elsewhere row = {.node = node, .generation = generation};
    message_copy(&reader, row.id, sizeof row.id);
    uint32_t kind = message_number(&reader);
    row.listing = (uint64_t)message_long(&reader);
    uint32_t game = message_number(&reader);
    uint32_t state = message_number(&reader);
    row.game = (enum game_kind)game;
    row.state = (enum table_state)state;
    row.table = take_text(&reader);
    row.turn = take_text(&reader);
    bool whole = row.table != NULL && row.table[0] != '\0' && row.turn != NULL && row.turn[0] != '\0';
    bool good = message_is_whole(&reader) && kind < KIND_COUNT && game < GAME_KIND_COUNT &&
                (state == TABLE_OPEN || state == TABLE_RUNNING);
    if (good && kind == KIND_GONE) {
        receive_gone(tables, node, row.id);
    } else if (good && kind == KIND_TURN && row.turn != NULL) {
        receive_turn(tables, &row);
    } else if (good && whole) {
        receive_row(tables, &row, kind == KIND_CHANGED);
    }
    free(row.table);
    free(row.turn);
    return good;
}

void listings_sweep(struct tables *tables, int64_t node, unsigned generation)
{
    struct table_elsewhere *next;
    for (struct table_elsewhere *row = TAILQ_FIRST(&tables->elsewhere); row != NULL; row = next) {
        next = TAILQ_NEXT(row, entry);
        if (row->node == node && row->generation != generation) {
            table_elsewhere_remove(tables, row, true);
        }
    }
}
