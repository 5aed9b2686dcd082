/*
 * broadcast.h: sends what happens in a game to everyone who watches it, each according to what they may see.
 *
 * Changes of the table that are pending in lobby_push.h are sent first. Everything about a game goes through view.h.
 * `seq` counts events; every viewer is sent the same number of them, so there is one count per table, and it reveals
 * nothing.
 */
#ifndef GASLIGHT_BROADCAST_H
#define GASLIGHT_BROADCAST_H

#include "server/table/table.h"

/* The view of a member; one without pawns sees what the public sees. */
struct viewer member_viewer(const struct member *member);

/* The view of a player, or of the public (NULL). Commentators see everything; other non-members are public. */
struct viewer table_viewer(const struct table *table, const struct player *player);

void table_send_turn(struct table *table); /* "turn", with the view for those who asked for views */
void table_send_over(struct table *table);
void table_send_events(struct table *table, const struct events *events); /* increases seq */

/* Sends an undo by this pawn that takes back the events from number `from`; increases seq. */
void table_send_undo(struct table *table, enum pawn by, uint32_t from);

/* Write parts of messages, for replies that contain the same. */
void table_write_turn(struct json_writer *writer, const struct table *table, struct viewer viewer);
void table_write_view(struct json_writer *writer, const struct table *table, struct viewer viewer);
void table_write_undo(struct json_writer *writer, const char *key, const struct game *game,
                      struct viewer viewer, enum pawn by, uint32_t from);

#endif
