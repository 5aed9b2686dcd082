/* table_limits.c: see table_limits.h. */
#include "server/table/table_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/growth.h"

/* ---- players ---- */

/* Returns whether a lobby already counts this member as seated. */
static bool counts_member(const struct lobby *lobby, const char *player)
{
    int member = lobby == NULL || !lobby_is_unfinished(lobby) ? -1 : lobby_member(lobby, player);
    return member >= 0 && !member_is_bot(&lobby->member[member]);
}

static bool counts_host(const struct lobby *lobby, const char *player)
{
    return lobby != NULL && lobby_is_unfinished(lobby) && strcmp(lobby->host, player) == 0;
}

/* Keeps the player in memory while it counts a seat. */
static void count_player(struct tables *tables, const struct member *member, int joined, int hosted)
{
    struct player *player = player_get(tables, member->player, member->name);
    if (player == NULL) {
        abort(); /* like store_request_new(): nothing that was answered is lost */
    }
    player->joined += (unsigned)joined;
    player->hosted += (unsigned)hosted;
    player_release(tables, player);
}

void tables_count_pending(struct tables *tables, const struct lobby *next, const struct lobby *current,
                          int by)
{
    if (!lobby_is_unfinished(next)) {
        return;
    }
    if (current == NULL || !lobby_is_unfinished(current)) {
        tables->unfinished += (size_t)by;
    }
    for (unsigned i = 0; i < next->members; i++) {
        const struct member *member = &next->member[i];
        if (!member_is_bot(member)) {
            bool joins = !counts_member(current, member->player);
            bool hosts = strcmp(next->host, member->player) == 0 && !counts_host(current, member->player);
            count_player(tables, member, joins ? by : 0, hosts ? by : 0);
        }
    }
}

bool tables_may_join(const struct tables *tables, const struct player *player)
{
    return player->joined < (unsigned long)tables->options->seats_per_player;
}

bool tables_all_may_join(const struct tables *tables, const struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct player *player = player_find(tables, lobby->member[i].player);
        if (player != NULL && !tables_may_join(tables, player)) {
            return false;
        }
    }
    return true;
}

/* ---- addresses ---- */

/* Returns NULL if there is no memory. */
static struct address *find_address(const struct tables *tables, const char *address)
{
    return addresses_get(transport_addresses(tables->sessions->transport), address, uv_hrtime());
}

enum error tables_take_creation(const struct tables *tables, const struct player *player, const char *address)
{
    const struct options *options = tables->options;
    double minute = (double)options->creations_per_minute;
    if (player->hosted >= (unsigned long)options->tables_per_player || !tables_may_join(tables, player)) {
        return ERROR_TOO_MANY_TABLES;
    }
    if (tables->unfinished >= (size_t)options->tables) {
        return ERROR_SERVER_TABLES;
    }
    if (tables_storage_is_full(tables)) {
        return ERROR_SERVER_FULL;
    }
    struct address *from = find_address(tables, address);
    bool may = from != NULL && address_has_table_room(from, options->tables_per_address) &&
               address_take(from, LIMIT_CREATIONS, minute / 60.0, minute, uv_hrtime());
    return may ? ERROR_OK : ERROR_NETWORK_TABLES;
}

void table_set_origin(struct table *table, const char *address)
{
    struct address *from = find_address(table->tables, address);
    if (from != NULL) {
        address_add_table(from);
        (void)snprintf(table->origin, sizeof table->origin, "%s", address);
    }
}

/* While the server stops, the addresses may have been freed. */
void table_clear_origin(struct table *table)
{
    if (table->origin[0] == '\0' || table->tables->sessions->stopping) {
        return;
    }
    struct address *from = find_address(table->tables, table->origin);
    if (from != NULL) {
        address_remove_table(from);
    }
    table->origin[0] = '\0';
}
