/* expulsion.c: see expulsion.h. */
#include "server/verbs/account/expulsion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/changes/table_commit.h"
#include "server/table/commentary.h"

/* Tables that stay busy while a player is being removed: a write of one would store the old name again. */
struct reservation {
    size_t count;
    struct table *table[];
};

struct expulsion {
    struct expelled_player player;
    struct dispatch *dispatch;
    struct reservation *reserved; /* NULL if only the tokens are revoked */
};

static void disconnect(struct dispatch *dispatch, const char *id)
{
    const struct player *player = player_find(dispatch->tables, id);
    const struct session *session = player == NULL ? NULL : LIST_FIRST(&player->sessions);
    for (; session != NULL; session = LIST_NEXT(session, player_entry)) {
        if (session->connection != NULL) {
            connection_close(session->connection, CLOSE_POLICY, "this token is no longer valid");
        }
    }
}

/* Returns whether the player sits at the table, or watches it and so could be given a seat. */
static bool is_at(const struct table *table, const char *id)
{
    const struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (watch->session->player != NULL && strcmp(watch->session->player->id, id) == 0) {
            return true;
        }
    }
    return lobby_member(&table->lobby, id) >= 0 || lobby_commentator(&table->lobby, id) >= 0;
}

static bool is_busy_somewhere(const struct dispatch *dispatch, const char *id)
{
    const struct table *table;
    LIST_FOREACH (table, &dispatch->tables->all, entry) {
        if (table->busy && is_at(table, id)) {
            return true;
        }
    }
    return false;
}

/* Returns whether a request of the player has not been answered. It may be about to store their name. */
static bool has_requests(const struct dispatch *dispatch, const char *id)
{
    const struct player *player = player_find(dispatch->tables, id);
    const struct session *session = player == NULL ? NULL : LIST_FIRST(&player->sessions);
    for (; session != NULL; session = LIST_NEXT(session, player_entry)) {
        if (session->current != NULL || !STAILQ_EMPTY(&session->inbox)) {
            return true;
        }
    }
    return false;
}

/* Reserves the player's tables that are not busy. Returns NULL if there is no memory. */
static struct reservation *reserve_tables(struct dispatch *dispatch, const char *id)
{
    struct table *table;
    struct reservation *reserved =
        calloc(1, sizeof *reserved + dispatch->tables->count * sizeof(struct table *));
    if (reserved == NULL) {
        return NULL;
    }
    LIST_FOREACH (table, &dispatch->tables->all, entry) {
        if (!table->busy && is_at(table, id)) {
            table_reserve(table);
            reserved->table[reserved->count++] = table;
        }
    }
    return reserved;
}

static void release_tables(struct reservation *reserved)
{
    for (size_t i = 0; reserved != NULL && i < reserved->count; i++) {
        table_release_reservation(reserved->table[i]);
    }
    free(reserved);
}

static void replace_names(const struct reservation *reserved, const char *id)
{
    for (size_t i = 0; reserved != NULL && i < reserved->count; i++) {
        table_replace_name(reserved->table[i], id, STORE_REMOVED_NAME);
    }
}

/* Removes the player's name from memory, as it was removed from disk. */
static void remove_name(struct expulsion *expulsion, const char *id)
{
    struct dispatch *dispatch = expulsion->dispatch;
    struct player *player = player_find(dispatch->tables, id);
    struct reservation *late = reserve_tables(dispatch, id); /* finished games that were loaded meanwhile */
    if (player != NULL) {
        player_set_name(player, STORE_REMOVED_NAME);
    }
    replace_names(expulsion->reserved, id);
    replace_names(late, id);
    release_tables(late);
}

/* A removal is refused while something that contains the player's name may be on its way to the store. */
static const char *why_not_removable(const struct dispatch *dispatch, const char *id)
{
    if (is_busy_somewhere(dispatch, id)) {
        return "A change of one of that player's tables is being stored; try again.";
    }
    return has_requests(dispatch, id) ? "A request of that player is being carried out; try again." : NULL;
}

struct expulsion *expulsion_begin(struct dispatch *dispatch, const char *id, bool removes,
                                  const char **why_not)
{
    *why_not = removes ? why_not_removable(dispatch, id) : NULL;
    if (*why_not != NULL) {
        return NULL;
    }
    struct expulsion *expulsion = malloc(sizeof *expulsion);
    struct reservation *reserved = removes ? reserve_tables(dispatch, id) : NULL;
    if (expulsion == NULL || (removes && reserved == NULL)) {
        release_tables(reserved);
        free(expulsion);
        *why_not = "Out of memory.";
        return NULL;
    }
    *expulsion = (struct expulsion){.dispatch = dispatch, .reserved = reserved};
    snprintf(expulsion->player.id, sizeof expulsion->player.id, "%s", id);
    LIST_INSERT_HEAD(&dispatch->expelled, &expulsion->player, entry);
    if (removes) {
        disconnect(dispatch, id); /* now, so that no request of theirs stores the name again */
    }
    return expulsion;
}

void expulsion_end(struct expulsion *expulsion, bool stored)
{
    const char *id = expulsion->player.id;
    if (stored) {
        disconnect(expulsion->dispatch, id);
    }
    if (stored && expulsion->reserved != NULL) {
        remove_name(expulsion, id);
    }
    LIST_REMOVE(&expulsion->player, entry);
    release_tables(expulsion->reserved);
    free(expulsion);
}
