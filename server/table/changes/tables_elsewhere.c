/* tables_elsewhere.c: see tables_elsewhere.h. */
#include "server/table/changes/tables_elsewhere.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/changes/lobby_push.h"
#include "server/table/id_hash.h"

struct table_elsewhere *table_elsewhere_find(const struct tables *tables, const char *id)
{
    struct table_elsewhere *row;
    LIST_FOREACH (row, &tables->elsewhere_bucket[id_bucket(id, TABLE_BUCKETS)], bucket_entry) {
        if (strcmp(row->id, id) == 0) {
            return row;
        }
    }
    return NULL;
}

static bool is_before(const struct table_elsewhere *row, const struct table_elsewhere *other)
{
    return is_listed_before(row->listing, row->id, other->listing, other->id);
}

/* Nodes list their tables in order, so the place is searched from where the last table was inserted. */
static void insert(struct tables *tables, struct table_elsewhere *row)
{
    struct table_elsewhere *next = tables->elsewhere_last;
    if (next == NULL) {
        next = TAILQ_FIRST(&tables->elsewhere);
    }
    while (next != NULL && is_before(next, row)) {
        next = TAILQ_NEXT(next, entry);
    }
    struct table_elsewhere *last = next == NULL ? TAILQ_LAST(&tables->elsewhere, tables_elsewhere)
                                                : TAILQ_PREV(next, tables_elsewhere, entry);
    while (last != NULL && is_before(row, last)) {
        next = last;
        last = TAILQ_PREV(last, tables_elsewhere, entry);
    }
    if (next == NULL) {
        TAILQ_INSERT_TAIL(&tables->elsewhere, row, entry);
    } else {
        TAILQ_INSERT_BEFORE(next, row, entry);
    }
    tables->elsewhere_last = row;
}

static void unlink_row(struct tables *tables, struct table_elsewhere *row)
{
    if (tables->elsewhere_last == row) {
        tables->elsewhere_last = TAILQ_NEXT(row, entry);
    }
    TAILQ_REMOVE(&tables->elsewhere, row, entry);
    LIST_REMOVE(row, bucket_entry);
}

static void free_row(struct table_elsewhere *row)
{
    free(row->table);
    free(row->turn);
    free(row);
}

/* Returns NULL if there is no memory. */
static struct table_elsewhere *copy_of(const struct table_elsewhere *row)
{
    struct table_elsewhere *copy = malloc(sizeof *copy);
    if (copy == NULL) {
        return NULL;
    }
    *copy = *row;
    copy->table = strdup(row->table);
    copy->turn = strdup(row->turn);
    if (copy->table == NULL || copy->turn == NULL) {
        free_row(copy);
        return NULL;
    }
    return copy;
}

struct table_elsewhere *table_elsewhere_put(struct tables *tables, const struct table_elsewhere *row,
                                            bool push)
{
    struct table_elsewhere *old = table_elsewhere_find(tables, row->id);
    struct table_elsewhere *copy = table_find(tables, row->id) != NULL ? NULL : copy_of(row);
    if (old != NULL) {
        unlink_row(tables, old);
        free_row(old);
    }
    if (copy == NULL) {
        return NULL;
    }
    LIST_INSERT_HEAD(&tables->elsewhere_bucket[id_bucket(copy->id, TABLE_BUCKETS)], copy, bucket_entry);
    insert(tables, copy);
    if (push) {
        lobby_send_elsewhere(tables, copy->id, copy->table);
    }
    return copy;
}

void table_elsewhere_set_turn(struct table_elsewhere *row, const char *turn)
{
    char *copy = strdup(turn);
    if (copy != NULL) {
        free(row->turn);
        row->turn = copy;
    }
}

void table_elsewhere_remove(struct tables *tables, struct table_elsewhere *row, bool push)
{
    unlink_row(tables, row);
    if (push) {
        lobby_send_elsewhere(tables, row->id, NULL);
    }
    free_row(row);
}

void tables_elsewhere_free(struct tables *tables)
{
    struct table_elsewhere *next;
    for (struct table_elsewhere *row = TAILQ_FIRST(&tables->elsewhere); row != NULL; row = next) {
        next = TAILQ_NEXT(row, entry);
        table_elsewhere_remove(tables, row, false);
    }
}

/* Ids are random, so one in quotes is found nowhere else by accident. Only seats are written like this. */
bool player_is_listed_elsewhere(const struct tables *tables, const char *player)
{
    const struct table_elsewhere *row;
    char quoted[PLAYER_ID_LENGTH + sizeof "{\"player\":\"\""];
    (void)snprintf(quoted, sizeof quoted, "{\"player\":\"%s\"", player);
    TAILQ_FOREACH (row, &tables->elsewhere, entry) {
        if (strstr(row->table, quoted) != NULL) {
            return true;
        }
    }
    return false;
}
