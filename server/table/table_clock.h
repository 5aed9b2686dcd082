/*
 * table_clock.h: the time left for the current action at a running table.
 *
 * The clock counts wall time, without the pauses of pauses.h. It survives a restart, and a move to another node: it
 * then resumes from the time of the last action in the log, or from the time left that was stored in the lobby since.
 * bot_driver.c starts it for each turn and acts when it runs out.
 */
#ifndef GASLIGHT_TABLE_CLOCK_H
#define GASLIGHT_TABLE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct json_writer;
struct lobby;
struct table;

/* Nobody loses their turn because of a restart: they have at least this many milliseconds, or their full time. */
enum { RESTORED_LEAST = 10 * 60 * 1000 };

/* How much was left at a moment, and since when; in milliseconds. A zeroed struct is a clock that was never started. */
struct table_clock {
    int64_t at, left;
    int64_t held_until; /* the player who has to act is away until then */
};

/* Starts the clock with the full time. */
void table_clock_start(struct table *table);

/* Counts the time until now, and notes whether the players who have to act are away. */
void table_clock_settle(struct table *table);

/* Starts the clock of a loaded table, given when its last action was stored (0 if there was none). */
void table_clock_restore(struct table *table, int64_t last_action);

/* Notes in a lobby that is about to be stored how much is left now. */
void table_clock_store(const struct table *table, struct lobby *lobby);

/* Returns the milliseconds left on the clock of a running table. */
uint64_t table_clock_left(const struct table *table);

/* Returns the milliseconds until it runs out, with the pauses before that. */
uint64_t table_clock_runs_out(const struct table *table);

/* Returns the milliseconds until it goes on; 0 if it is running. `next`: until it stops or goes on; 0 if it won't. */
uint64_t table_clock_resumes(const struct table *table, uint64_t *next);

/* Writes "left", "resumes" and "runs_out" of a running table with a clock; otherwise nothing. */
void table_clock_write(struct json_writer *writer, const struct table *table);

#endif
