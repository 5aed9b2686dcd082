/* growth.c: see growth.h. */
#include "server/table/growth.h"

#include <stdio.h>

#include "server/base/log.h"
#include "server/base/wall_clock.h"

/* Small enough that other writes hardly wait, and all players of a large server are looked at in an hour. */
enum { PLAYERS_PER_STEP = 200, TABLES_PER_STEP = 50, ROUND_MILLISECONDS = 60 * 60 * 1000 };

void growth_init(struct growth *growth, struct tables *tables)
{
    *growth = (struct growth){.tables = tables, .cursor_seen = -1};
}

/* ---- the size of the database ---- */

bool tables_storage_is_full(const struct tables *tables)
{
    return tables->database_bytes >= (uint64_t)tables->options->database_bytes;
}

static void measured(struct store_request *found)
{
    struct growth *growth = found->context;
    struct tables *tables = growth->tables;
    growth->measuring = false;
    if (found->status == STORE_OK && found->rows == 1) {
        bool was_full = tables_storage_is_full(tables);
        tables->database_bytes = (uint64_t)found->row[0].number[0];
        if (tables_storage_is_full(tables) != was_full) {
            log_line(was_full ? LOG_INFO : LOG_ERROR, was_full ? "database_has_room" : "database_full",
                     "bytes=%llu limit=%ld", (unsigned long long)tables->database_bytes,
                     tables->options->database_bytes);
        }
    }
    store_request_free(found);
}

static void measure(struct growth *growth)
{
    struct store_request *size = store_request_new(measured, growth);
    growth->measuring = true;
    store_request_add(size, STORE_SIZE, NULL, 0, NULL, 0);
    store_submit(growth->tables->store, size);
}

/* ---- removing players ---- */

static void end_round(struct growth *growth)
{
    if (growth->removed > 0) {
        log_line(LOG_INFO, "players_expired", "players=%zu", growth->removed);
    }
    growth->removing = growth->is_last_step = false;
    growth->removed = 0;
    growth->cursor_seen = -1;
    growth->cursor[0] = '\0';
    growth->next_removal = uv_now(growth->tables->loop) + ROUND_MILLISECONDS;
}

/* The next sweep continues with the round, unless that was all. */
static void end_step(struct growth *growth)
{
    growth->removing = false;
    if (growth->is_last_step) {
        end_round(growth);
    }
}

static void removed(struct store_request *stored)
{
    struct growth *growth = stored->context;
    if (stored->status == STORE_OK) {
        growth->removed += stored->count;
    }
    end_step(growth);
    store_request_free(stored);
}

/*
 * Removes those who are not in memory: others are connected, or seated. A player who returns at this moment is either
 * found to be gone, or their visit is stored first and they stay, because the store checks all of this again.
 */
static void remove_found(struct growth *growth, const struct store_request *found)
{
    struct store_request *removal = store_request_new(removed, growth);
    for (size_t i = 0; i < found->rows; i++) {
        const char *id = found->row[i].text[0];
        bool is_unused = found->row[i].number[1] != 0;
        if (is_unused && player_find(growth->tables, id) == NULL) {
            store_request_add(removal, STORE_PLAYER_EXPIRE, (const char *[]){id}, 1,
                              (int64_t[]){growth->before}, 1);
        }
    }
    if (removal->count == 0) {
        store_request_free(removal);
        end_step(growth);
    } else {
        store_submit(growth->tables->store, removal);
    }
}

static void players_found(struct store_request *found)
{
    struct growth *growth = found->context;
    growth->is_last_step = found->rows < PLAYERS_PER_STEP;
    if (found->status != STORE_OK) { /* there are no more, or the disk fails */
        end_round(growth);
    } else {
        const struct store_row *last = &found->row[found->rows - 1];
        growth->cursor_seen = last->number[0];
        (void)snprintf(growth->cursor, sizeof growth->cursor, "%s", last->text[0]);
        remove_found(growth, found);
    }
    store_request_free(found);
}

static void find_players(struct growth *growth)
{
    struct store_request *found = store_request_new(players_found, growth);
    growth->removing = true;
    growth->before =
        wall_clock_now() - (int64_t)growth->tables->options->player_days * 24 * 60 * 60 - SEEN_SECONDS;
    store_request_add(found, STORE_PLAYERS_UNSEEN, (const char *[]){growth->cursor}, 1,
                      (int64_t[]){growth->cursor_seen, growth->before, PLAYERS_PER_STEP}, 3);
    store_submit(growth->tables->store, found);
}

/* ---- removing closed tables ---- */

static void tables_removed(struct store_request *stored)
{
    struct growth *growth = stored->context;
    if (stored->status == STORE_OK) {
        log_line(LOG_INFO, "tables_expired", "tables=%u", stored->count);
    }
    growth->removing_tables = false; /* the next sweep continues */
    store_request_free(stored);
}

static int64_t closed_before(const struct growth *growth)
{
    return wall_clock_now() - (int64_t)growth->tables->options->closed_table_days * 24 * 60 * 60;
}

static void tables_found(struct store_request *found)
{
    struct growth *growth = found->context;
    if (found->status != STORE_OK) { /* there are no more */
        growth->removing_tables = false;
        growth->next_tables = uv_now(growth->tables->loop) + ROUND_MILLISECONDS;
        store_request_free(found);
        return;
    }
    struct store_request *removal = store_request_new(tables_removed, growth);
    for (size_t i = 0; i < found->rows; i++) {
        store_request_add(removal, STORE_TABLE_EXPIRE, (const char *[]){found->row[i].text[0]}, 1,
                          (int64_t[]){closed_before(growth)}, 1);
    }
    store_submit(growth->tables->store, removal);
    store_request_free(found);
}

static void find_tables(struct growth *growth)
{
    struct store_request *found = store_request_new(tables_found, growth);
    growth->removing_tables = true;
    store_request_add(found, STORE_TABLES_CLOSED, NULL, 0,
                      (int64_t[]){closed_before(growth), TABLES_PER_STEP}, 2);
    store_submit(growth->tables->store, found);
}

void growth_sweep(struct growth *growth)
{
    uint64_t now = uv_now(growth->tables->loop);
    if (growth->tables->options->closed_table_days > 0 && !growth->removing_tables &&
        now >= growth->next_tables) {
        find_tables(growth);
    }
    if (!growth->measuring) {
        measure(growth);
    }
    if (growth->tables->options->player_days > 0 && !growth->removing && now >= growth->next_removal) {
        find_players(growth);
    }
}
