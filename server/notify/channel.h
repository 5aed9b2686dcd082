/*
 * channel.h: the kinds of channels through which players are notified.
 */
#ifndef GASLIGHT_CHANNEL_H
#define GASLIGHT_CHANNEL_H

#include <stdbool.h>

struct notify;

enum channel_kind { CHANNEL_PUSH, CHANNEL_MAIL, CHANNEL_WEBHOOK, CHANNEL_KIND_COUNT };

enum { CHANNELS_MAX = 10 }; /* of a player */

const char *channel_kind_name(enum channel_kind kind);
enum channel_kind channel_kind_from_name(const char *name); /* CHANNEL_KIND_COUNT for any other word */

/* Returns whether players can have channels of this kind. */
bool notify_offers(const struct notify *notify, enum channel_kind kind);

#endif
