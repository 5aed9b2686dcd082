/* player_seats.c: see player_seats.h. */
#include "server/table/player_seats.h"

#include <string.h>

#include "server/table/table.h"

static void count_seat(struct seat *seat, bool joined, bool hosted)
{
    struct player *player = seat->player;
    player->joined = player->joined - seat->joined + joined;
    player->hosted = player->hosted - seat->hosted + hosted;
    seat->joined = joined;
    seat->hosted = hosted;
}

/* May free the player. */
static void free_seat(struct tables *tables, struct seat *seat)
{
    struct player *player = seat->player;
    count_seat(seat, false, false);
    LIST_REMOVE(seat, entry);
    seat->player = NULL;
    player_release(tables, player);
}

static struct seat *find_seat(struct table *table, const char *id)
{
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        struct seat *seat = &table->seat[i];
        if (seat->player != NULL && strcmp(seat->player->id, id) == 0) {
            return seat;
        }
    }
    return NULL;
}

/* Returns NULL if there is no memory for the player. There is always a slot, since each member has at most one. */
static struct seat *new_seat(struct table *table, const struct member *member)
{
    struct player *player = player_get(table->tables, member->player, member->name);
    struct seat *seat = table->seat;
    if (player == NULL) {
        return NULL;
    }
    while (seat->player != NULL) {
        seat++;
    }
    *seat = (struct seat){.player = player, .table = table};
    LIST_INSERT_HEAD(&player->seats, seat, entry);
    return seat;
}

void table_update_seats(struct table *table)
{
    const struct lobby *lobby = &table->lobby;
    bool unfinished = lobby_is_unfinished(lobby);
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        struct seat *seat = &table->seat[i];
        if (seat->player != NULL && lobby_member(lobby, seat->player->id) < 0) {
            free_seat(table->tables, seat);
        }
    }
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        struct seat *seat = member_is_bot(member) ? NULL : find_seat(table, member->player);
        if (seat == NULL && !member_is_bot(member)) {
            seat = new_seat(table, member);
        }
        if (seat != NULL) {
            count_seat(seat, unfinished, unfinished && strcmp(lobby->host, member->player) == 0);
        }
    }
}

void table_clear_seats(struct table *table)
{
    for (unsigned i = 0; i < MEMBERS_MAX; i++) {
        if (table->seat[i].player != NULL) {
            free_seat(table->tables, &table->seat[i]);
        }
    }
}

bool player_sits_at(const struct player *player, const struct table *table)
{
    return !LIST_EMPTY(&player->seats) && lobby_member(&table->lobby, player->id) >= 0;
}
