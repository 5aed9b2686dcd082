/*
 * outbox.h: sends the notifications that are in the store.
 *
 * A notification is removed from the store when its receiver has accepted it, or refuses it for good, or a day has passed.
 * Otherwise it is tried again, after longer and longer pauses. So a restart loses none; one is sent twice only if the
 * server ends between its delivery and the commit of that, and then with the same id.
 *
 * Each player and each host is sent only so many at a time, and a host so many per minute, so that a receiver that stalls
 * delays nobody else, whatever its names are. What waits for them stays in the store as it is, and is read again.
 */
#ifndef GASLIGHT_OUTBOX_H
#define GASLIGHT_OUTBOX_H

#include <stdint.h>

struct notify;
struct outbox;

struct outbox *outbox_new(struct notify *notify); /* returns NULL if there is no memory */

/* Something may have been added to the store, by a write that has been or is about to be submitted. */
void outbox_kick(struct outbox *outbox);
void outbox_flush(struct outbox *outbox); /* looks into the store if that has happened */

/* Returns seconds until another attempt, after so many; `base` before the second one. For tests, too. */
int64_t outbox_pause(int64_t attempts, int64_t base);

/* Stops; the courier has been closed before. Calls `closed`, and frees itself. */
void outbox_close(struct outbox *outbox, void (*closed)(void *context), void *context);

#endif
