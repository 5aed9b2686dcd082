/* table_clock.c: see table_clock.h. */
#include "server/table/table_clock.h"

#include "server/base/wall_clock.h"
#include "server/table/pauses.h"
#include "server/table/table.h"

static int64_t full_time(const struct table *table)
{
    return (int64_t)table->lobby.clock * 1000;
}

static struct pauses pauses_of(const struct table *table)
{
    const struct lobby *lobby = &table->lobby;
    struct pauses pauses = {.held_until = table->clock.held_until};
    if (night_minutes(&lobby->night) != 0) {
        struct time_zones *zones = &table->tables->zones;
        pauses.zone = time_zones_get(zones, lobby->night.zone);
        /* Another node may know more zones than this one. */
        pauses.zone = pauses.zone == NULL ? time_zones_get(zones, "UTC") : pauses.zone;
        pauses.night = pauses.zone == NULL ? NULL : &lobby->night;
    }
    return pauses;
}

/* Returns until when all players who have to act are away with the clock standing still; 0 if one is not. */
static int64_t held_until(const struct table *table)
{
    const struct lobby *lobby = &table->lobby;
    unsigned actors = game_actors(&table->game);
    int64_t until = 0;
    bool is_first = true;
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        if ((member->pawns & actors) != 0 && member->bot == 0) {
            int64_t held = 1000 * member_held_until(lobby, member);
            until = is_first || held < until ? held : until;
            is_first = false;
        }
    }
    return until;
}

static int64_t left_at(const struct table *table, int64_t now)
{
    struct pauses pauses = pauses_of(table);
    int64_t left = table->clock.left - pauses_passed(&pauses, table->clock.at, now);
    return left > 0 ? left : 0;
}

void table_clock_start(struct table *table)
{
    table->clock = (struct table_clock){
        .at = wall_clock_milliseconds(), .left = full_time(table), .held_until = held_until(table)};
}

void table_clock_settle(struct table *table)
{
    int64_t now = wall_clock_milliseconds();
    if (table->clock.at != 0) {
        table->clock =
            (struct table_clock){.at = now, .left = left_at(table, now), .held_until = held_until(table)};
    }
}

/* The stored time of an action has no fraction of a second; the player gets all of that second. */
void table_clock_restore(struct table *table, int64_t last_action)
{
    const struct lobby *lobby = &table->lobby;
    int64_t now = wall_clock_milliseconds();
    int64_t full = full_time(table);
    int64_t at = 1000 * ((last_action != 0 ? last_action : lobby->touched) + 1);
    bool is_stored = lobby->clock_at != 0 && lobby->clock_entries == (int64_t)table->entries;
    table->clock =
        (struct table_clock){.at = is_stored ? lobby->clock_at : at,
                             .left = is_stored && lobby->clock_left < full ? lobby->clock_left : full,
                             .held_until = held_until(table)};
    int64_t least = full < RESTORED_LEAST ? full : RESTORED_LEAST;
    int64_t left = left_at(table, now);
    table->clock.at = now;
    table->clock.left = left > least ? left : least;
}

void table_clock_store(const struct table *table, struct lobby *lobby)
{
    if (table->clock.at != 0 && lobby->clock != 0) {
        lobby->clock_at = wall_clock_milliseconds();
        lobby->clock_left = left_at(table, lobby->clock_at);
        lobby->clock_entries = (int64_t)table->entries;
    }
}

uint64_t table_clock_left(const struct table *table)
{
    return (uint64_t)(table->clock.at == 0 ? full_time(table) : left_at(table, wall_clock_milliseconds()));
}

uint64_t table_clock_runs_out(const struct table *table)
{
    struct pauses pauses = pauses_of(table);
    int64_t now = wall_clock_milliseconds();
    int64_t left = table->clock.at == 0 ? full_time(table) : left_at(table, now);
    return (uint64_t)(pauses_end(&pauses, now, left) - now);
}

uint64_t table_clock_resumes(const struct table *table, uint64_t *next)
{
    struct pauses pauses = pauses_of(table);
    int64_t now = wall_clock_milliseconds();
    int64_t change;
    int64_t resumes = pauses_resume(&pauses, now, &change);
    *next = change == 0 ? 0 : (uint64_t)(change - now);
    return resumes == 0 ? 0 : (uint64_t)(resumes - now);
}

void table_clock_write(struct json_writer *writer, const struct table *table)
{
    uint64_t next;
    if (table->lobby.clock == 0 || table->lobby.state != TABLE_RUNNING) {
        return;
    }
    uint64_t left = table_clock_left(table);
    uint64_t resumes = table_clock_resumes(table, &next);
    uint64_t runs_out = table_clock_runs_out(table);
    json_write_int(writer, "left", (long)left);
    if (resumes != 0) {
        json_write_int(writer, "resumes", (long)resumes);
    }
    if (runs_out > left + 1000) { /* a pause comes first */
        json_write_int(writer, "runs_out", (long)runs_out);
    }
}
