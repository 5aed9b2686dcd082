/*
 * players.h: the players in memory, and whether they are connected.
 *
 * A player is in memory while connected, or seated at a table in memory. Anyone who has a player's token is that
 * player, on any device, so a player can have several sessions.
 */
#ifndef GASLIGHT_PLAYERS_H
#define GASLIGHT_PLAYERS_H

#include "server/base/pool.h"
#include "server/session/session.h"
#include "server/table/lobby.h"

struct tables;

struct player {
    LIST_ENTRY(player) bucket_entry;
    char id[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
    LIST_HEAD(, session) sessions;
    uint64_t last_seen; /* uv_now() when the last connection closed */
    unsigned stamp;     /* of the last count that has included this player */
};

enum { PLAYER_BUCKETS = 4096 };

struct players {
    struct pool pool;
    unsigned stamp; /* of the last count */
    LIST_HEAD(, player) bucket[PLAYER_BUCKETS];
};

void players_init(struct players *players);
void players_free(struct players *players);

/* Returns NULL if the player is not in memory. */
struct player *player_find(const struct tables *tables, const char *id);

/* Returns the player of this id, with this name if it was not in memory yet. Returns NULL if there is no memory. */
struct player *player_get(struct tables *tables, const char *id, const char *name);

/* Gets every member of a lobby that is not a bot. Returns false if there is no memory. */
bool players_get_members(struct tables *tables, const struct lobby *lobby);

/* Frees a player, or those of a lobby, unless they are connected or seated. */
void player_release(struct tables *tables, struct player *player);
void players_release_members(struct tables *tables, const struct lobby *lobby);

/* Returns whether one of the player's sessions is connected; false for NULL. */
bool player_is_connected(const struct player *player);

/* Returns whether the player has been disconnected for the minutes that count as absent. Bots never are. */
bool player_is_absent(const struct tables *tables, const char *id);
bool member_is_absent(const struct tables *tables, const struct member *member);

/* Makes the first connected member the host, or the first member if nobody is connected. Bots never host. */
void lobby_pass_host(const struct tables *tables, struct lobby *lobby);

/* Gives the members who are connected their current names. Returns whether one of them was new. */
bool lobby_update_names(const struct tables *tables, struct lobby *lobby);

/* Returns whether a name or a line of chat is visible text, without control characters or blanks at its ends. */
bool text_is_good(const char *text, size_t characters_max);

#endif
