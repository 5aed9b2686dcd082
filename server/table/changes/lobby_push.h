/*
 * lobby_push.h: sends changes of tables and players, each at most once per turn of the event loop.
 *
 * Whatever changes a table or a player only notes that here. Before the loop waits again, what has changed is sent:
 * "table" to those who watch the table, "tables" to those who follow the lobby, and "player", with a new name or
 * whether the player is connected, once to every session that watches a table where the player sits. So many changes
 * at once are one message, and somebody who sits at fifty tables costs no more than somebody who sits at one.
 *
 * "table" and "tables" are sent only if something besides names and presence is different from what was sent last.
 */
#ifndef GASLIGHT_LOBBY_PUSH_H
#define GASLIGHT_LOBBY_PUSH_H

#include "server/table/table.h"

/* Notes that a table may have changed. If it has, it is sent before the loop waits again. */
void table_send_lobby(struct table *table);

/* Sends what was noted about a table now: other messages about the table must come after it. */
void table_flush_lobby(struct table *table);

/* Notes that a player has connected, disconnected, or has another name. */
void player_send_presence(struct tables *tables, struct player *player);
void player_send_name(struct tables *tables, struct player *player);

/* Sends everything that was noted. The server calls it each time before the loop waits. */
void tables_flush(struct tables *tables);

/* Sends followers of the lobby a table of another node as JSON, or, if `table` is NULL, that it is gone. */
void lobby_send_elsewhere(struct tables *tables, const char *id, const char *table);

/* Sends followers of the lobby the new name of a player who sits at a table of another node and is not in memory. */
void lobby_send_name(struct tables *tables, const char *id, const char *name);

/* Notes that what other nodes list of a table is out of date. */
void table_listing_changed(struct table *table, enum listing_change change);

/* Adds a session to those who are sent changes of public tables, or removes it. */
void lobby_follow(struct tables *tables, struct session *session);
void lobby_unfollow(struct tables *tables, struct session *session);

#endif
