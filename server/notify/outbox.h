/*
 * outbox.h: sends the notifications that are in the store.
 *
 * A notification is removed from the store when its receiver accepts it or permanently refuses it, or when a day has
 * passed. Otherwise it is retried, after longer and longer pauses. So a restart loses none; one is sent twice only if
 * the server stops after delivering it and before storing that, and then with the same id.
 *
 * Notifications are limited per player and per host at a time, and per host and minute, so that a receiver that stalls
 * delays nobody else, whatever its names are. Those that have to wait stay in the store unchanged, and are read again.
 */
#ifndef GASLIGHT_OUTBOX_H
#define GASLIGHT_OUTBOX_H

#include <stdint.h>

struct notify;
struct outbox;

struct outbox *outbox_new(struct notify *notify); /* returns NULL if there is no memory */

/* Call when something may have been added to the store, by a write that has been or is about to be submitted. */
void outbox_kick(struct outbox *outbox);
void outbox_flush(struct outbox *outbox); /* reads the store if outbox_kick() was called */

/* Returns seconds until another attempt, after so many; `base` before the second one. For tests, too. */
int64_t outbox_pause(int64_t attempts, int64_t base);

/* Stops; the courier has been closed before. Calls `closed`, and frees itself. */
void outbox_close(struct outbox *outbox, void (*closed)(void *context), void *context);

#endif
