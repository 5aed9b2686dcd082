/*
 * parcels.h: turns a notification in the outbox into what its channel expects.
 */
#ifndef GASLIGHT_PARCELS_H
#define GASLIGHT_PARCELS_H

#include "server/notify/courier.h"
#include "server/notify/notify.h"

/* A row of STORE_OUTBOX_NEXT. The texts belong to whoever made it. */
struct outbox_row {
    const char *channel, *notice, *kind, *address, *detail, *language, *body;
    int64_t due, until, attempts;
};

/* Sends it. Returns false if it never can be, or there is no memory; `done` is not called then. */
bool parcel_send(struct notify *notify, const struct outbox_row *row,
                 void (*done)(void *context, const struct courier_result *result), void *context);

#endif
