/*
 * upkeep.h: changes of tables and players that no request asks for.
 *
 * The server calls tables_sweep() every few seconds, and the other functions when players come and go.
 */
#ifndef GASLIGHT_UPKEEP_H
#define GASLIGHT_UPKEEP_H

#include "server/table/table.h"

/*
 * Closes open tables that everyone has left and others that nobody has used for a long time, replaces absent hosts, and
 * updates names.
 */
void tables_sweep(struct tables *tables);

/* Sends the tables whose spectators have changed. The server calls it at intervals, so that crowds cost little. */
void tables_send_spectators(struct tables *tables);

/* Shows a player's new name, which has been stored, at their unfinished tables and wherever they watch. */
void tables_rename_player(struct tables *tables, struct player *player);

/* Adds a session to a player whose name is the stored one, and shows that they are connected. */
void player_connected(struct tables *tables, struct player *player, struct session *session);

/* Shows that a player has connected or disconnected, here or at another node. */
void player_moved(struct tables *tables, struct player *player);

/* Removes a session that is about to be freed from its player. */
void player_lost_session(struct tables *tables, struct session *session);

#endif
