/*
 * tally.h: adds finished games to the statistics.
 *
 * When a game has been stored as finished, and when the server starts, this looks for games that are not tallied yet, the
 * oldest first, and adds a few at a time: it reads their outcomes on a thread, computes the new standings and stores all
 * changes in one transaction with the marks of the games. So each game is added exactly once, whatever fails in between.
 * Games from before there were statistics are added in the same way, in the background.
 *
 * Ratings depend on those before, so additions have an order: each expects the number of games that had been added when
 * it was computed. If another node was faster, nothing is written, and it is computed again.
 */
#ifndef GASLIGHT_TALLY_H
#define GASLIGHT_TALLY_H

#include "server/jobs/jobs.h"
#include "server/table/table.h"

struct tally {
    struct tables *tables;
    struct jobs *jobs;
    bool is_busy;    /* some games are being added */
    bool is_wanted;  /* there may be more by now */
    bool has_failed; /* the store has refused something; tally_sweep() tries again */
    bool is_stopping;
    size_t added;      /* since it was last idle */
    uint64_t reported; /* uv_now() when that was logged */
};

/* Registers the hook `finished` of `tables`. */
void tally_init(struct tally *tally, struct tables *tables, struct jobs *jobs);

/* Looks for games to add. The store must be open. */
void tally_kick(struct tally *tally);

/* Tries again what failed; called every few seconds. */
void tally_sweep(struct tally *tally);

/* Adds nothing more. Requests that are with the store or on a thread end on their own. */
void tally_stop(struct tally *tally);

#endif
