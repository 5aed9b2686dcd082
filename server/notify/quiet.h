/*
 * quiet.h: when a player's quiet hours end.
 *
 * They are times of day in a time zone of the IANA database, so that they follow daylight saving time; or, from older
 * clients, at an offset from UTC. The outbox asks each time before it sends something.
 */
#ifndef GASLIGHT_QUIET_H
#define GASLIGHT_QUIET_H

#include <stdint.h>

#include "server/base/time_zone.h"

struct quiet {
    int64_t from, until;   /* minutes of the day; no quiet hours if they are equal */
    int64_t zone;          /* minutes ahead of UTC, without a time zone, or if it is not known here */
    const char *time_zone; /* "" if there is none */
};

/* Returns when the quiet hours that `now` is in are over, or `now` if it is outside of them. */
int64_t quiet_end(const struct quiet *quiet, struct time_zones *zones, int64_t now);

#endif
