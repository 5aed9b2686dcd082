/*
 * pauses.h: when the clock of a table stands still: at night, and while the player who has to act is away.
 *
 * The host sets the hours of the night and its time zone before the start, and how many days each player may be away in
 * the whole game with the clock standing still. So nobody can delay a game for longer than that. Everything here
 * depends on public facts only: the settings, the time, and what players announce.
 *
 * Times are milliseconds since 1970 if they are called so, and otherwise seconds.
 */
#ifndef GASLIGHT_PAUSES_H
#define GASLIGHT_PAUSES_H

#include "server/base/time_zone.h"
#include "server/table/lobby.h"

enum {
    NIGHT_MINUTES_MAX = 16 * 60,
    DAYS_OFF_MAX = 21,
    AWAY_DAYS_MAX = 28, /* that a player may announce; an unused table is closed later than that */
    DAY_SECONDS = 24 * 60 * 60,
};

/* ---- nights ---- */

/* Reads "23:00" as a minute of the day. Returns false if the text is anything else. */
bool night_read_time(const char *text, uint16_t *minute);

enum { NIGHT_TIME_BYTES = 8 };

/* Writes a minute of the day as "23:00". */
void night_write_time(uint16_t minute, char text[NIGHT_TIME_BYTES]);

/* Returns how many minutes a night has; 0 if there is none. */
unsigned night_minutes(const struct night *night);

/* Returns how long a clock takes to run out, about, with the nights that fall into that time. */
uint64_t lobby_clock_span(const struct lobby *lobby);

/* ---- players who are away ---- */

/* Returns until when the clock stands still because of a member who is away, or 0. It may be in the past. */
int64_t member_held_until(const struct lobby *lobby, const struct member *member);

/* Returns for how many more seconds the clock may stand still for a member, without an absence that has begun. */
int64_t member_time_off(const struct lobby *lobby, const struct member *member, int64_t now);

/* Notes that a member is away from now until a time, or back if that is not in the future. */
void member_set_away(const struct lobby *lobby, struct member *member, int64_t now, int64_t until);

/* Returns whether a member is away with the clock standing still, so that nobody may play for them. */
bool member_is_held(const struct lobby *lobby, const struct member *member, int64_t now);

/* ---- the clock ---- */

struct pauses {
    const struct night *night;    /* NULL if there is none */
    const struct time_zone *zone; /* of the night */
    int64_t held_until;           /* milliseconds: it stands still until then */
};

/* Returns how much time of a clock passes from one moment to another; all are milliseconds. */
int64_t pauses_passed(const struct pauses *pauses, int64_t from, int64_t to);

/* Returns when a clock that has `left` at a moment runs out; all are milliseconds. */
int64_t pauses_end(const struct pauses *pauses, int64_t now, int64_t left);

/* Returns when a clock that stands still goes on, or 0 if it is running; and in `next` when that changes next, or 0. */
int64_t pauses_resume(const struct pauses *pauses, int64_t now, int64_t *next);

#endif
