/* pauses.c: see pauses.h. */
#include "server/table/pauses.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DAY_MINUTES = 24 * 60 };

/* ---- nights ---- */

bool night_read_time(const char *text, uint16_t *minute)
{
    for (size_t i = 0; i < 5; i++) {
        if (i == 2 ? text[i] != ':' : !isdigit((unsigned char)text[i])) {
            return false;
        }
    }
    int hours = (text[0] - '0') * 10 + (text[1] - '0');
    int minutes = (text[3] - '0') * 10 + (text[4] - '0');
    *minute = (uint16_t)(hours * 60 + minutes);
    return text[5] == '\0' && hours < 24 && minutes < 60;
}

void night_write_time(uint16_t minute, char text[NIGHT_TIME_BYTES])
{
    (void)snprintf(text, NIGHT_TIME_BYTES, "%02u:%02u", minute / 60U % 24U, minute % 60U);
}

unsigned night_minutes(const struct night *night)
{
    return (unsigned)(night->to + DAY_MINUTES - night->from) % DAY_MINUTES;
}

uint64_t lobby_clock_span(const struct lobby *lobby)
{
    return (uint64_t)lobby->clock * DAY_MINUTES / (DAY_MINUTES - night_minutes(&lobby->night));
}

/* A night, in milliseconds. */
struct span {
    int64_t from, to;
};

static struct span night_of(const struct pauses *pauses, int64_t day)
{
    const struct night *night = pauses->night;
    int64_t last = night->to > night->from ? day : day + 1;
    return (struct span){
        .from = 1000 * time_zone_to_utc(pauses->zone, day * DAY_SECONDS + (int64_t)night->from * 60),
        .to = 1000 * time_zone_to_utc(pauses->zone, last * DAY_SECONDS + (int64_t)night->to * 60)};
}

/* Returns the night that it is, or the next one; one that never comes if there are none. */
static struct span next_night(const struct pauses *pauses, int64_t now)
{
    if (pauses->night == NULL || night_minutes(pauses->night) == 0) {
        return (struct span){INT64_MAX, INT64_MAX};
    }
    int64_t at = now / 1000;
    int64_t day = (at + time_zone_offset(pauses->zone, at)) / DAY_SECONDS - 1; /* one may be from yesterday */
    struct span night = night_of(pauses, day);
    while (night.to <= now || night.to <= night.from) { /* a short night can be skipped in spring */
        night = night_of(pauses, ++day);
    }
    return night;
}

/* ---- players who are away ---- */

int64_t member_held_until(const struct lobby *lobby, const struct member *member)
{
    int64_t allowed = (int64_t)lobby->days_off * DAY_SECONDS - member->off_used;
    if (member->away_until == 0 || allowed <= 0) {
        return 0;
    }
    int64_t end = member->away_from + allowed;
    return end < member->away_until ? end : member->away_until;
}

/* Returns how long the current absence has held the clock so far. */
static int64_t held_for(const struct lobby *lobby, const struct member *member, int64_t now)
{
    int64_t until = member_held_until(lobby, member);
    int64_t end = now < until ? now : until;
    return end > member->away_from ? end - member->away_from : 0;
}

int64_t member_time_off(const struct lobby *lobby, const struct member *member, int64_t now)
{
    int64_t left = (int64_t)lobby->days_off * DAY_SECONDS - member->off_used - held_for(lobby, member, now);
    return left > 0 ? left : 0;
}

void member_set_away(const struct lobby *lobby, struct member *member, int64_t now, int64_t until)
{
    if (member_held_until(lobby, member) != 0) { /* one more, or many short absences would cost nothing */
        member->off_used += (uint32_t)held_for(lobby, member, now) + 1;
    }
    member->away_from = until > now ? now : 0;
    member->away_until = until > now ? until : 0;
}

bool member_is_held(const struct lobby *lobby, const struct member *member, int64_t now)
{
    return member_held_until(lobby, member) > now;
}

/* ---- the clock ---- */

int64_t pauses_passed(const struct pauses *pauses, int64_t from, int64_t to)
{
    int64_t passed = 0;
    int64_t at = from > pauses->held_until ? from : pauses->held_until;
    while (at < to) {
        struct span night = next_night(pauses, at);
        if (night.from > at) {
            passed += (night.from < to ? night.from : to) - at;
        }
        at = night.to;
    }
    return passed;
}

int64_t pauses_end(const struct pauses *pauses, int64_t now, int64_t left)
{
    int64_t at = now > pauses->held_until ? now : pauses->held_until;
    for (;;) {
        struct span night = next_night(pauses, at);
        if (night.from > at) {
            if (left <= night.from - at) {
                return at + left;
            }
            left -= night.from - at;
        }
        at = night.to;
    }
}

int64_t pauses_resume(const struct pauses *pauses, int64_t now, int64_t *next)
{
    int64_t at = now > pauses->held_until ? now : pauses->held_until;
    struct span night = next_night(pauses, at);
    if (night.from <= at) {
        at = night.to;
    }
    *next = at > now ? at : night.from == INT64_MAX ? 0 : night.from;
    return at > now ? at : 0;
}
