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
#include "server/table/player_seats.h"

struct tables;

struct player {
    LIST_ENTRY(player) bucket_entry;
    char id[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
    struct name_look look;              /* of the name */
    char next_name[NAME_BYTES_MAX + 1]; /* one that is being stored, or "" */
    LIST_HEAD(, session) sessions;
    LIST_HEAD(, seat) seats; /* player_seats.c's: at tables in memory */
    unsigned joined, hosted; /* unfinished tables the player sits at, and hosts; with those being stored */
    char network[ADDRESS_KEY_BYTES]; /* of the latest connection; "" before the first one */
    unsigned elsewhere;              /* number of other nodes that the player is connected to */
    bool is_announced;               /* other nodes know that the player is connected here */
    uint64_t last_seen;              /* uv_now() when the last connection closed, here or elsewhere */
    unsigned stamp;                  /* watches.c's: of the last count that has included this player */
    struct watch *counted;           /* watches.c's: the watch that represents them in that count */
    bool is_name_known; /* the name is the one in the store; otherwise it is from a table and may be older */
    /* lobby_push.c's */
    bool is_dirty, has_new_name, shown_connected;
    TAILQ_ENTRY(player) dirty_entry;
};

enum { PLAYER_BUCKETS = 4096 };

/* Exchange presence with other nodes. Both are NULL if there are none. */
struct player_hooks {
    unsigned (*elsewhere)(void *context,
                          const char *id); /* returns at how many nodes the player is connected */
    void (*moved)(void *context, const char *id,
                  bool here); /* the player has connected here, or no longer is */
    void *context;
};

struct players {
    struct pool pool;
    struct player_hooks hooks;
    unsigned stamp;             /* of the last count */
    TAILQ_HEAD(, player) dirty; /* lobby_push.c's: those who have changed */
    LIST_HEAD(, player) bucket[PLAYER_BUCKETS];
};

void players_init(struct players *players);
void players_free(struct players *players);

/* Returns NULL if the player is not in memory. */
struct player *player_find(const struct tables *tables, const char *id);

void player_set_name(struct player *player, const char *name);

/* Returns the player of this id, with this name if it was not in memory yet. Returns NULL if there is no memory. */
struct player *player_get(struct tables *tables, const char *id, const char *name);

/* Frees a player who is neither connected nor seated. */
void player_release(struct tables *tables, struct player *player);

/* Returns whether one of the player's sessions is connected, here or at another node; false for NULL. */
bool player_is_connected(const struct player *player);

/* Notifies other nodes if the player has connected to this one, or disconnected from it. */
void player_announce(struct tables *tables, struct player *player);

/* Returns whether the player has been disconnected for the minutes that count as absent. */
bool player_is_absent(const struct tables *tables, const char *id);

/*
 * Returns whether a member has been disconnected for as long as that and as this lobby's clock, and the clock does not
 * stand still because they are away. Bots never are.
 */
bool member_is_absent(const struct tables *tables, const struct lobby *lobby, const struct member *member);

/* Makes the first connected member the host, or the first member if nobody is connected. Bots never host. */
void lobby_pass_host(const struct tables *tables, struct lobby *lobby);

/*
 * Gives the members their current names, as far as these are known and do not look like somebody else's at the table.
 * Returns whether one of them was new.
 */
bool lobby_update_names(const struct tables *tables, struct lobby *lobby);

/* Returns whether a name or a line of chat is visible text, without control characters or blanks at its ends. */
bool text_is_good(const char *text, size_t characters_max);

#endif
