/*
 * upkeep.h: changes of tables and players that no request asks for.
 *
 * The server calls tables_sweep() every few seconds, and the other functions when players come and go.
 */
#ifndef GASLIGHT_UPKEEP_H
#define GASLIGHT_UPKEEP_H

#include "server/table/table.h"

/* Closes tables that nobody has used for long, replaces absent hosts, and updates names. */
void tables_sweep(struct tables *tables);

/* Sends the tables whose spectators have changed. The server calls it at intervals, so that crowds cost little. */
void tables_send_spectators(struct tables *tables);

/* Shows a player's new name at their unfinished tables. Tables that are busy now are updated by the next sweep. */
void tables_rename_player(struct tables *tables, const struct player *player);

/* Adds a session to a player, or removes one from it, and shows at the player's tables if they are connected. */
void player_connected(struct tables *tables, struct player *player, struct session *session);
void player_disconnected(struct tables *tables, struct player *player);

/* Removes a session that is about to be freed from its player. */
void player_lost_session(struct tables *tables, struct session *session);

#endif
