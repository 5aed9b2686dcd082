/*
 * bots.h: sees to the bots of a table and to its clock.
 *
 * Whoever changes a table calls bots_attend() afterwards; it looks who has to act. If that is a bot, the bot
 * thinks on another thread, on copies, and what it chose waits for its moment: a multiple of a delay that is
 * drawn from public facts, so that how long it thought tells nothing. Then it acts as a person would. If the
 * table has changed meanwhile, the thought is dropped. A clock that runs out puts a bot in for who is late.
 *
 * All of it runs on the loop but the thinking.
 */
#ifndef GASLIGHT_BOTS_H
#define GASLIGHT_BOTS_H

#include "server/server.h"

/* Milliseconds, from what everybody knows and nothing else. `percent` is the option bot-pace. */
uint64_t bots_delay(const char *table, size_t actions, enum pace pace, long percent);

/* The first multiple of `delay` after `since` that is not before `now`; `now` without a delay. */
uint64_t bots_moment(uint64_t since, uint64_t delay, uint64_t now);

void bots_begin(struct server *server);              /* at every table that was loaded; clocks start anew */
void bots_attend(struct table *table);               /* after any change of it; never acts at once */
uint64_t bots_clock_left(const struct table *table); /* milliseconds; of a running table with a clock */
void bots_forget(struct table *table); /* the table goes; nothing of it is being thought about */
void bots_stop(struct server *server); /* nobody acts any more; thoughts under way end unheard */

#endif
