/*
 * occasions.h: when somebody is notified.
 *
 * A player who sits at a table is notified when it becomes their turn, when somebody joins a table that they host, when
 * they are given a seat in a rematch, when the game ends, when somebody writes to the table, and when their clock runs low;
 * but not while they look at it, and only once until they have looked. A low clock is the exception: a player who ignored
 * the first message still needs this one, so it is sent in addition, once per turn. All of that is public: whose turn it
 * is, who joins, how much time is left, what is said to everyone. What the police say to each other causes no
 * notification.
 *
 * Only the node that owns a table has it in memory, so only that node notifies.
 */
#ifndef GASLIGHT_OCCASIONS_H
#define GASLIGHT_OCCASIONS_H

#include "server/notify/notify.h"

/* Adds notifications about a change of a table to the write that stores it. A hook of table_commit.c. */
void occasions_storing(const struct storing *storing);

/* Adds notifications about a message to `audience` that `player` writes. */
void occasions_chat(const struct table *table, const char *player, const char *audience,
                    struct store_request *write);

/* Call when a member has looked at the table: drops what was to be sent, and allows new notifications. */
void occasions_looked(struct table *table, const struct player *player);

/* Finds clocks that run low. */
void occasions_sweep(struct notify *notify);

/* Returns how many milliseconds before its end a clock of so many seconds is low; 0 if it never is. */
uint64_t occasions_low_clock(uint32_t seconds);

#endif
