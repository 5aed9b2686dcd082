/*
 * watches.h: the sessions that watch a table, and the spectators among them.
 *
 * A spectator is a person who watches and does not play. Somebody who watches on several devices is one spectator,
 * represented by the watch that began first. Whoever comes or goes changes the count by one; all watches are looked at
 * only when members of the table become spectators or the other way round.
 */
#ifndef GASLIGHT_WATCHES_H
#define GASLIGHT_WATCHES_H

#include "server/table/table.h"

/* Returns NULL if the session does not watch the table. */
struct watch *table_find_watch(const struct table *table, const struct session *session);
bool table_watch(struct table *table, struct session *session, bool views); /* false: there is no memory */
void table_unwatch(struct watch *watch);                                    /* may free the table */

/* Sends a message about the table to one who watches it. In a crowd, it is sent to spectators a few at a time. */
void watch_send(const struct watch *watch, const struct json_writer *writer);

/* Ends every watch of a player who no longer sits at a private table, after sending everyone the table. */
void table_unwatch_player(struct table *table, const char *player);

/* The same for everyone but players and commentators, at a table that has become private. */
void table_unwatch_strangers(struct table *table);

/* Counts the spectators again, after a change of who plays. */
void table_count_spectators(struct table *table);

/* Notes that what is shown of the spectators has changed. tables_send_spectators() sends that soon. */
void table_spectators_changed(struct table *table);

#endif
