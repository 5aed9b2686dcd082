/*
 * bot_seats.h: seats of bots, and bots that replace a player for a while.
 *
 * Before the start a bot has a seat like a player's, with an id and a name of its own. In a running game a bot can only
 * substitute for a player, at the table's level: the seat stays the player's, and the bot plays until the player does
 * anything at the table. Jack's pawn is never given to another player; only a bot may play it.
 */
#ifndef GASLIGHT_BOT_SEATS_H
#define GASLIGHT_BOT_SEATS_H

#include "server/table/table.h"

/* ---- changes of a lobby that is not the table's yet; `level` is BOT_LEVEL_COUNT for no bot ---- */

/* Gives these pawns to a bot of an open table, or takes them from one. */
enum error lobby_seat_bot(struct lobby *lobby, unsigned pawns, enum bot_level level);

/* Lets a bot play, or no longer play, for the member of a running table who holds all of these pawns. */
enum error lobby_substitute(const struct tables *tables, struct lobby *lobby, unsigned pawns,
                            enum bot_level level);

/* ---- changes of a running table; they return false if they could not be started ---- */

/* Returns whether a bot plays for this player at a running table, or somebody else plays their pawns. */
bool table_is_replaced(const struct table *table, const char *player);

/* Lets the player play everything again that belongs to them. */
bool table_return(struct table *table, const char *player);

/* Lets bots play for the players who hold some of these pawns. */
bool table_substitute(struct table *table, unsigned pawns);

#endif
