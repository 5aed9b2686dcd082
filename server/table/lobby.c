/*
 * lobby.c: the tables there are, and the one way a lobby changes.
 *
 * A change is made on a copy of the lobby; table_store() hands the copy to the store and adopts it when it
 * is on disk. Until then the table is busy and other changes wait their turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/bots/bot_driver.h"
#include "server/server.h"

struct table *table_find(struct server *server, const char *id)
{
    struct table *table = server->table_bucket[server_bucket(id)];
    while (table != NULL && strcmp(table->id, id) != 0) {
        table = table->next_in_bucket;
    }
    return table;
}

struct table *table_new(struct server *server, const char *id)
{
    struct table *table = calloc(1, sizeof *table);
    if (table != NULL) {
        table->server = server;
        snprintf(table->id, sizeof table->id, "%s", id);
        table->next = server->tables;
        table->link = &server->tables;
        if (table->next != NULL) {
            table->next->link = &table->next;
        }
        server->tables = table;
        table->next_in_bucket = server->table_bucket[server_bucket(id)];
        server->table_bucket[server_bucket(id)] = table;
        server->table_count++;
    }
    return table;
}

static void free_table(struct table *table)
{
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        json_decref(table->marks[i]);
    }
    bots_forget(table);
    table_forget_log(table);
    free(table);
}

/* Players who were in memory only because they sat there are forgotten with it. */
static void release_members(struct server *server, const struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        struct player *player = player_find(server, lobby->member[i].player);
        if (player != NULL) {
            player_release(server, player);
        }
    }
}

void table_release(struct table *table)
{
    struct server *server = table->server;
    bool over = table->lobby.state == TABLE_FINISHED || table->lobby.state == TABLE_CLOSED;
    if (!over || table->watches != NULL || table->holds != 0 || table->busy) {
        return;
    }
    *table->link = table->next;
    if (table->next != NULL) {
        table->next->link = table->link;
    }
    struct table **at = &server->table_bucket[server_bucket(table->id)];
    while (*at != table) {
        at = &(*at)->next_in_bucket;
    }
    *at = table->next_in_bucket;
    server->table_count--;
    release_members(server, &table->lobby);
    free_table(table);
}

void table_free_all(struct server *server)
{
    while (server->tables != NULL) {
        struct table *table = server->tables;
        server->tables = table->next;
        free_table(table);
    }
}

int lobby_member(const struct lobby *lobby, const char *player)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        if (strcmp(lobby->member[i].player, player) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool member_is_bot(const struct member *member)
{
    return member->bot != 0 && !member->stands_in;
}

unsigned lobby_people(const struct lobby *lobby)
{
    unsigned people = 0;
    for (unsigned i = 0; i < lobby->members; i++) {
        people += !member_is_bot(&lobby->member[i]);
    }
    return people;
}

void lobby_remove_member(struct lobby *lobby, int index)
{
    for (unsigned i = (unsigned)index; i + 1 < lobby->members; i++) {
        lobby->member[i] = lobby->member[i + 1];
    }
    memset(&lobby->member[--lobby->members], 0, sizeof lobby->member[0]);
}

/* To the first who is here; to the first of all if nobody is. Bots never host. */
void lobby_pass_host(struct server *server, struct lobby *lobby)
{
    const struct member *heir = NULL;
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        bool here = player_is_here(player_find(server, member->player));
        if (member_is_bot(member)) {
            continue;
        }
        if (heir == NULL || (here && !player_is_here(player_find(server, heir->player)))) {
            heir = member;
        }
    }
    if (heir != NULL) {
        memcpy(lobby->host, heir->player, sizeof lobby->host);
    }
}

/* ---- how many, and who ---- */

unsigned tables_of(const struct server *server, const char *player, bool hosted)
{
    unsigned count = 0;
    for (const struct table *table = server->tables; table != NULL; table = table->next) {
        bool unfinished = table->lobby.state == TABLE_OPEN || table->lobby.state == TABLE_RUNNING;
        bool his = hosted ? strcmp(table->lobby.host, player) == 0 : lobby_member(&table->lobby, player) >= 0;
        count += unfinished && his;
    }
    return count;
}

/* Whether a table more is more than there may be, or than this player may have. */
bool tables_too_many(const struct server *server, const struct player *player)
{
    size_t unfinished = 0;
    for (const struct table *table = server->tables; table != NULL; table = table->next) {
        unfinished += table->lobby.state == TABLE_OPEN || table->lobby.state == TABLE_RUNNING;
    }
    return tables_of(server, player->id, true) >= (unsigned long)server->options.tables_per_player ||
           tables_of(server, player->id, false) >= (unsigned long)server->options.seats_per_player ||
           unfinished >= (size_t)server->options.tables;
}

void lobby_add_member(struct lobby *lobby, const struct player *player, unsigned pawns)
{
    struct member *member = &lobby->member[lobby->members++];
    memset(member, 0, sizeof *member);
    memcpy(member->player, player->id, sizeof member->player);
    memcpy(member->name, player->name, sizeof member->name);
    member->pawns = (uint8_t)pawns;
}

/* Names as they are now. Of somebody who has not come since the start, only what was stored is known. */
bool lobby_take_names(struct server *server, struct lobby *lobby)
{
    bool changed = false;
    for (unsigned i = 0; i < lobby->members; i++) {
        struct member *member = &lobby->member[i];
        const struct player *player = player_find(server, member->player);
        if (player != NULL && player_is_here(player) && strcmp(player->name, member->name) != 0) {
            memcpy(member->name, player->name, sizeof member->name);
            changed = true;
        }
    }
    return changed;
}

/* ---- storing a change ---- */

struct change {
    struct lobby lobby;
    bool quiet; /* nothing of it is shown, so nobody may notice that there was a change */
    void (*done)(struct request *request, struct table *table);
};

void table_add_put(struct store_request *stored, const struct table *table, const struct lobby *lobby)
{
    char *json = lobby_to_json(lobby);
    store_request_add(stored, STORE_TABLE_PUT,
                      (const char *[]){table->id, game_name(lobby->game), table_state_name(lobby->state),
                                       json == NULL ? "{}" : json},
                      4, (int64_t[]){lobby->is_private, lobby->touched}, 2);
    free(json);
}

static void change_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    struct table *table = request->table;
    const struct change *change = request->work;
    void (*done)(struct request * request, struct table * table) = change->done;
    bool good = stored->status == STORE_OK;
    store_request_free(stored);
    table->holds++;
    if (good) {
        struct lobby before = table->lobby;
        table->lobby = change->lobby;
        if (!change->quiet) {
            table_tell_lobby(table);
        }
        release_members(table->server, &before); /* who was kicked or left may be needed no more */
        done(request, table);
    } else {
        request_fail(request, ERROR_STORAGE);
    }
    table->holds--;
    table_ready(table);
    table_release(table);
}

static void store_change(struct request *request, const struct lobby *changed, bool quiet,
                         void (*done)(struct request *request, struct table *table))
{
    struct change *change = malloc(sizeof *change);
    struct store_request *stored = store_request_new(change_stored, request);
    if (change == NULL) {
        store_request_free(stored);
        request_fail(request, ERROR_STORAGE);
        return;
    }
    change->lobby = *changed;
    change->lobby.touched = server_now();
    change->quiet = quiet;
    change->done = done;
    free(request->work);
    request->work = change;
    request->table->busy = true;
    table_add_put(stored, request->table, &change->lobby);
    store_submit(server_of(request)->store, stored);
}

void table_store(struct request *request, const struct lobby *changed,
                 void (*done)(struct request *request, struct table *table))
{
    store_change(request, changed, false, done);
}

void table_store_quietly(struct request *request, const struct lobby *changed,
                         void (*done)(struct request *request, struct table *table))
{
    store_change(request, changed, true, done);
}
