/*
 * time_zone.h: the time of day in a time zone, with daylight saving time.
 *
 * Reads the system's database (TZif files, RFC 8536) by itself, because the C library has one time zone per process.
 * Only times from 2020 on are needed. Zones that were read stay in memory; there are a few hundred in the world.
 */
#ifndef GASLIGHT_TIME_ZONE_H
#define GASLIGHT_TIME_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

enum { TIME_ZONE_NAME_MAX = 40, TIME_ZONE_CHANGES_MAX = 200 };

/* When daylight saving time begins or ends every year: "M3.5.0/2". */
struct yearly_change {
    int month, week, day; /* week 5 is the last one; day 0 is Sunday */
    int32_t second; /* of that day, by the clock before the change; may be negative or more than a day */
};

struct time_zone {
    SLIST_ENTRY(time_zone) entry;
    char name[TIME_ZONE_NAME_MAX + 1];
    int32_t first; /* seconds east of Greenwich before the first change */
    size_t count;
    int64_t at[TIME_ZONE_CHANGES_MAX]; /* seconds since 1970 */
    int32_t offset[TIME_ZONE_CHANGES_MAX];
    bool has_rule, is_yearly; /* after the last change: a fixed offset, or two changes every year */
    int32_t standard, summer;
    struct yearly_change begins, ends;
};

/* A zeroed struct is an empty list. */
struct time_zones {
    SLIST_HEAD(, time_zone) list;
};

/* Returns whether a text looks like the name of a zone, such as "Europe/Rome", and can't name any other file. */
bool time_zone_is_name(const char *name);

/* Returns NULL if there is no such zone, or no memory. The zone stays valid until time_zones_free(). */
const struct time_zone *time_zones_get(struct time_zones *zones, const char *name);
void time_zones_free(struct time_zones *zones);

/* Reads the contents of a TZif file. Returns false if it is not one. */
bool time_zone_read(struct time_zone *zone, const unsigned char *data, size_t length);

/* Returns how many seconds the zone's clocks are ahead of UTC at a time. */
int32_t time_zone_offset(const struct time_zone *zone, int64_t at);

/*
 * Returns when the zone's clocks show a time, given as seconds since 1970 as if it were UTC. A time that is skipped in
 * spring counts as one hour later; of a time that comes twice in autumn, the first is meant.
 */
int64_t time_zone_to_utc(const struct time_zone *zone, int64_t local);

#endif
