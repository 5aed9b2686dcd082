/*
 * bot_driver.h: plays the bots of a table, and runs its clock.
 *
 * After every change of a table, bot_driver_update() looks at whose turn it is. If it is a bot's, the bot decides on
 * another thread, on copies, and its action waits for the right moment: a multiple of a delay computed from public
 * facts only, so that the time a bot took reveals nothing. Then it acts as a player would. If the table has changed
 * meanwhile, the decision is dropped. When the clock runs out, a bot takes over for the players who are late.
 *
 * Everything but the deciding runs on the loop's thread.
 */
#ifndef GASLIGHT_BOT_DRIVER_H
#define GASLIGHT_BOT_DRIVER_H

#include "server/jobs/jobs.h"
#include "server/table/table.h"

/* The drivers of all tables. */
struct bot_drivers {
    struct tables *tables;
    struct jobs *jobs; /* decisions take turns by the network of the table's host */
    bool stopping;
};

/* Returns milliseconds, computed from public facts only. `percent` is the option bot-pace. */
uint64_t bot_delay(const char *table, size_t actions, enum pace pace, long percent);

/* Returns the first multiple of `delay` after `since` that is not before `now`; `now` if there is no delay. */
uint64_t bot_moment(uint64_t since, uint64_t delay, uint64_t now);

/* Registers the hooks of `tables` for changed and removed tables. */
void bot_drivers_init(struct bot_drivers *drivers, struct tables *tables, struct jobs *jobs);

/* Updates every table that was loaded; their clocks start again. */
void bot_drivers_start(struct bot_drivers *drivers);

/* Stops all timers; decisions under way are dropped when they end. */
void bot_drivers_stop(struct bot_drivers *drivers);

/* Looks at a table after a change. Never acts before it returns. */
void bot_driver_update(struct table *table);

#endif
