/* quiet.c: see quiet.h. */
#include "server/notify/quiet.h"

#include <stddef.h>

enum { MINUTE = 60, DAY_MINUTES = 24 * 60 };

/* Returns how many minutes after one time of day another one is. */
static int64_t minutes_after(int64_t from, int64_t until)
{
    return (until - from + DAY_MINUTES) % DAY_MINUTES;
}

int64_t quiet_end(const struct quiet *quiet, struct time_zones *zones, int64_t now)
{
    const struct time_zone *zone =
        quiet->time_zone[0] == '\0' ? NULL : time_zones_get(zones, quiet->time_zone);
    int64_t offset = zone == NULL ? quiet->zone * MINUTE : time_zone_offset(zone, now);
    int64_t minute = (now + offset) / MINUTE;
    int64_t of_day = minute % DAY_MINUTES;
    if (minutes_after(quiet->from, of_day) >= minutes_after(quiet->from, quiet->until)) {
        return now;
    }
    int64_t local = (minute + minutes_after(of_day, quiet->until)) * MINUTE;
    int64_t end = zone == NULL ? local - offset : time_zone_to_utc(zone, local);
    return end > now ? end : now; /* a local time can occur twice, and the first may be over */
}
