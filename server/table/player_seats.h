/*
 * player_seats.h: which tables a player sits at.
 *
 * Every person among the members of a table in memory, finished ones too, has a seat here, which is in the list
 * `seats` of that player. A seated player stays in memory. The player's counters `joined` and `hosted` count the
 * unfinished tables among them. table_new() and table_commit.c keep all of this up to date.
 */
#ifndef GASLIGHT_PLAYER_SEATS_H
#define GASLIGHT_PLAYER_SEATS_H

#include <stdbool.h>
#include <sys/queue.h>

struct player;
struct table;
struct tables;

struct seat {
    LIST_ENTRY(seat) entry; /* of the player's seats; the table joined last is the first */
    struct player *player;  /* NULL if this slot of the table is free */
    struct table *table;
    bool joined, hosted; /* the player's counters include this seat */
    bool has_looked;     /* notify/occasions.c's: nothing about the table waits to be sent to the player */
};

/* Gives each person among the members of the table's lobby a seat, and frees the seats of those who have left. */
void table_update_seats(struct table *table);

/* Frees all seats of a table that is about to be freed. */
void table_clear_seats(struct table *table);

/* Returns whether the player is a member of the table. This is quick, since most spectators sit nowhere. */
bool player_sits_at(const struct player *player, const struct table *table);

#endif
