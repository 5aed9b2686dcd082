/* lobby_json.c: see lobby_json.h. */
#include "server/table/lobby_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/base/wall_clock.h"
#include "server/table/chat_access.h"
#include "server/table/commentary.h"
#include "server/table/owners.h"
#include "server/table/pauses.h"

enum { SPECTATOR_NAMES_MAX = 8, HOUR_SECONDS = 60 * 60 };

/* In stored lobbies and on the wire, the key of a member's `substituted` is "stands_in". */

/* ---- stored ---- */

/* Returns the record's header, which is everything but its actions. */
static json_t *setup_to_json(const struct lobby *lobby)
{
    json_t *seats = json_array();
    for (unsigned seat = 0; seat < lobby->setup.seats; seat++) {
        json_array_append_new(seats, json_pack("{s:s,s:o}", "name", lobby->seat_name[seat], "pawns",
                                               wire_pawns_value(lobby->setup.pawns[seat])));
    }
    json_t *setup = json_pack("{s:i,s:s,s:o,s:o}", "gaslight", RECORD_VERSION, "game", game_name(lobby->game),
                              "options", wire_options_value(lobby->game, lobby->options), "seats", seats);
    if (lobby->game == GAME_WHITECHAPEL) {
        json_object_set_new(setup, "heads", wire_heads_value(lobby->setup.heads, POLICEMEN_MAX));
    }
    return setup;
}

/* Adds what only some members have. */
static void add_away(json_t *json, const struct member *member)
{
    if (member->away_until != 0) {
        json_object_set_new(json, "away_from", json_integer(member->away_from));
        json_object_set_new(json, "away_until", json_integer(member->away_until));
    }
    if (member->off_used != 0) {
        json_object_set_new(json, "off_used", json_integer(member->off_used));
    }
}

static void add_pauses(json_t *json, const struct lobby *lobby)
{
    if (night_minutes(&lobby->night) != 0) {
        json_object_set_new(json, "night",
                            json_pack("{s:i,s:i,s:s}", "from", lobby->night.from, "to", lobby->night.to,
                                      "zone", lobby->night.zone));
    }
    if (lobby->days_off != 0) {
        json_object_set_new(json, "days_off", json_integer(lobby->days_off));
    }
    if (lobby->clock_at != 0) {
        json_object_set_new(json, "clock_at", json_integer(lobby->clock_at));
        json_object_set_new(json, "clock_left", json_integer(lobby->clock_left));
        json_object_set_new(json, "clock_entries", json_integer(lobby->clock_entries));
    }
}

char *lobby_to_json(const struct lobby *lobby)
{
    json_t *members = json_array();
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        json_array_append_new(members, json_pack("{s:s,s:s,s:i,s:b,s:i,s:b,s:b}", "player", member->player,
                                                 "name", member->name, "pawns", member->pawns, "resigns",
                                                 member->resigns, "bot", member->bot, "stands_in",
                                                 member->substituted, "consents", member->consents));
        add_away(json_array_get(members, i), member);
    }
    json_t *all = json_pack(
        "{s:s,s:s,s:i,s:b,s:i,s:s,s:s,s:s,s:o,s:I,s:I,s:i,s:i,s:i,s:i,s:i,s:b,s:I,s:b}", "state",
        table_state_name(lobby->state), "game", game_name(lobby->game), "options", (int)lobby->options,
        "private", lobby->is_private, "aids", (int)lobby->aids, "invite", lobby->invite, "host", lobby->host,
        "rematch", lobby->rematch, "members", members, "created", (json_int_t)lobby->created, "touched",
        (json_int_t)lobby->touched, "winner", lobby->winner, "reason", lobby->reason, "clock",
        (int)lobby->clock, "level", (int)lobby->level, "pace", (int)lobby->pace, "shared", lobby->shared,
        "request_hash", (json_int_t)lobby->request_hash, "spectator_aids", lobby->spectator_aids);
    if (all != NULL && (lobby->commentary || lobby->left > 0)) {
        json_object_set_new(all, "commentary", commentary_to_json(lobby));
    }
    if (all != NULL) {
        chat_access_to_json(lobby, all);
        add_pauses(all, lobby);
    }
    if (all != NULL && lobby->counts) {
        json_object_set_new(all, "counts", json_true());
    }
    if (all != NULL && lobby->practice) {
        json_object_set_new(all, "practice", json_true());
    }
    if (all != NULL && lobby->lesson[0] != '\0') {
        json_object_set_new(all, "lesson", json_string(lobby->lesson));
    }
    if (all != NULL && lobby->setup.seats != 0) {
        json_object_set_new(all, "setup", setup_to_json(lobby));
    }
    char *text = all == NULL ? NULL : json_dumps(all, JSON_COMPACT);
    json_decref(all);
    return text;
}

static bool copy_text(char *to, size_t capacity, const char *from)
{
    return from != NULL && (size_t)snprintf(to, capacity, "%s", from) < capacity;
}

/* Reads a number that may be missing. Returns false if it is anything but a number up to a maximum. */
static bool read_number(const json_t *json, const char *key, json_int_t max, int64_t *value)
{
    const json_t *number = json_object_get(json, key);
    json_int_t read = json_integer_value(number);
    *value = read;
    return number == NULL || (json_is_integer(number) && read >= 0 && read <= max);
}

static bool away_from_json(struct member *member, const json_t *json)
{
    int64_t used;
    bool good = read_number(json, "away_from", INT64_MAX / 1000, &member->away_from) &&
                read_number(json, "away_until", INT64_MAX / 1000, &member->away_until) &&
                read_number(json, "off_used", UINT32_MAX, &used);
    member->off_used = good ? (uint32_t)used : 0;
    return good;
}

static bool pauses_from_json(struct lobby *lobby, const json_t *all)
{
    const json_t *night = json_object_get(all, "night");
    const char *zone = json_string_value(json_object_get(night, "zone"));
    int64_t days;
    int64_t from;
    int64_t to;
    if (!read_number(all, "days_off", DAYS_OFF_MAX, &days) ||
        !read_number(all, "clock_at", INT64_MAX / 1000, &lobby->clock_at) ||
        !read_number(all, "clock_left", INT64_MAX / 1000, &lobby->clock_left) ||
        !read_number(all, "clock_entries", INT64_MAX, &lobby->clock_entries) ||
        !read_number(night, "from", DAY_SECONDS / 60 - 1, &from) ||
        !read_number(night, "to", DAY_SECONDS / 60 - 1, &to) ||
        (night != NULL && (zone == NULL || !time_zone_is_name(zone)))) {
        return false;
    }
    lobby->days_off = (uint8_t)days;
    lobby->night.from = (uint16_t)from;
    lobby->night.to = (uint16_t)to;
    return night == NULL || copy_text(lobby->night.zone, sizeof lobby->night.zone, zone);
}

static bool members_from_json(struct lobby *lobby, json_t *members)
{
    if (!json_is_array(members) || json_array_size(members) > MEMBERS_MAX) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(members); i++) {
        struct member *member = &lobby->member[lobby->members++];
        const char *player = NULL;
        const char *name = NULL;
        int pawns = 0;
        int resigns = 0;
        int bot = 0; /* missing in tables from before there were bots */
        int substituted = 0;
        int consents = 0;
        if (json_unpack(json_array_get(members, i), "{s:s,s:s,s:i,s:b,s?i,s?b,s?b}", "player", &player,
                        "name", &name, "pawns", &pawns, "resigns", &resigns, "bot", &bot, "stands_in",
                        &substituted, "consents", &consents) != 0 ||
            bot < 0 || bot > BOT_LEVEL_COUNT || !copy_text(member->player, sizeof member->player, player) ||
            !copy_text(member->name, sizeof member->name, name) ||
            !away_from_json(member, json_array_get(members, i))) {
            return false;
        }
        member->pawns = (uint8_t)pawns;
        member->resigns = (uint8_t)resigns;
        member->bot = (uint8_t)bot;
        member->substituted = substituted != 0;
        member->consents = consents != 0;
    }
    return true;
}

/* Reads the header with the record's own reader, so that it is checked like any record. */
static bool setup_from_json(struct lobby *lobby, json_t *setup)
{
    struct record record;
    struct record_error error;
    json_object_set_new(setup, "actions", json_array());
    char *text = json_dumps(setup, 0);
    bool good = text != NULL && record_read_stored(&record, text, strlen(text), &error);
    free(text);
    if (good) {
        lobby->setup = record.setup;
        memcpy(lobby->seat_name, record.name, sizeof lobby->seat_name);
        record_free(&record);
    }
    return good;
}

/* Returns whether what the lobby consists of belongs together. */
static bool is_consistent(const struct lobby *lobby)
{
    unsigned pawns = game_policemen(lobby->game) | PAWN_BIT(PAWN_JACK);
    for (unsigned i = 0; i < lobby->members; i++) {
        if ((lobby->member[i].pawns & ~pawns) != 0 || lobby->member[i].player[0] == '\0') {
            return false;
        }
    }
    return lobby->options >> option_count(lobby->game) == 0 &&
           (lobby->setup.seats == 0 ||
            (lobby->setup.game == lobby->game && lobby->setup.options == lobby->options &&
             lobby->setup.seats <= lobby->members));
}

bool lobby_is_on_board(const char *text, const char *board)
{
    json_t *all = json_loads(text, 0, NULL);
    const json_t *name = json_object_get(json_object_get(all, "setup"), "board");
    bool is_so = name == NULL || (json_is_string(name) && strcmp(json_string_value(name), board) == 0);
    json_decref(all);
    return is_so;
}

bool lobby_from_json(struct lobby *lobby, const char *text)
{
    const char *state;
    const char *game;
    const char *invite;
    const char *host;
    const char *rematch;
    json_t *members;
    int options, is_private, aids, winner, reason;
    int clock = 0, level = BOT_NORMAL, pace = PACE_NORMAL; /* missing in older tables */
    int shared = 0, spectator_aids = 1;
    json_int_t created, touched, request_hash = -1;
    json_t *all = json_loads(text, 0, NULL);
    memset(lobby, 0, sizeof *lobby);
    bool good =
        json_unpack(all, "{s:s,s:s,s:i,s:b,s:i,s:s,s:s,s:s,s:o,s:I,s:I,s:i,s:i,s?i,s?i,s?i,s?b,s?I,s?b}",
                    "state", &state, "game", &game, "options", &options, "private", &is_private, "aids",
                    &aids, "invite", &invite, "host", &host, "rematch", &rematch, "members", &members,
                    "created", &created, "touched", &touched, "winner", &winner, "reason", &reason, "clock",
                    &clock, "level", &level, "pace", &pace, "shared", &shared, "request_hash", &request_hash,
                    "spectator_aids", &spectator_aids) == 0;
    if (good) {
        bool known = table_state_from_name(state, &lobby->state);
        lobby->game = game_from_name(game);
        lobby->options = (uint32_t)options;
        lobby->is_private = is_private != 0;
        lobby->aids = (enum aids)aids;
        lobby->spectator_aids = spectator_aids != 0;
        lobby->winner = (uint8_t)winner;
        lobby->reason = (uint8_t)reason;
        lobby->clock = (uint32_t)clock;
        lobby->level = (enum bot_level)level;
        lobby->pace = (enum pace)pace;
        lobby->shared = shared != 0;
        lobby->request_hash = request_hash < 0 ? lobby_hash_settings(lobby) : (uint32_t)request_hash;
        lobby->counts = json_is_true(json_object_get(all, "counts"));
        lobby->practice = json_is_true(json_object_get(all, "practice"));
        lobby->created = created;
        lobby->touched = touched;
        const char *lesson = json_string_value(json_object_get(all, "lesson"));
        json_t *setup = json_object_get(all, "setup");
        good = known && lobby->game != GAME_KIND_COUNT && aids >= 0 && aids < AIDS_COUNT && clock >= 0 &&
               level >= 0 && level < BOT_LEVEL_COUNT && pace >= 0 && pace < PACE_COUNT &&
               copy_text(lobby->invite, sizeof lobby->invite, invite) &&
               copy_text(lobby->host, sizeof lobby->host, host) &&
               copy_text(lobby->rematch, sizeof lobby->rematch, rematch) &&
               (lesson == NULL || copy_text(lobby->lesson, sizeof lobby->lesson, lesson)) &&
               members_from_json(lobby, members) &&
               commentary_from_json(lobby, json_object_get(all, "commentary")) &&
               chat_access_from_json(lobby, all) && pauses_from_json(lobby, all) &&
               (setup == NULL || setup_from_json(lobby, setup)) && is_consistent(lobby);
    }
    json_decref(all);
    return good;
}

/* ---- sent ---- */

/* Writes until when a member is away, how long that holds the clock, and how long it still may afterwards. */
static void write_away(struct json_writer *writer, const struct lobby *lobby, const struct member *member)
{
    int64_t now = wall_clock_now();
    bool runs = lobby->state == TABLE_RUNNING && !member_is_bot(member);
    if (runs && member->away_until > now) {
        int64_t held = member_held_until(lobby, member);
        json_write_open(writer, "away", '{');
        json_write_int(writer, "until", (long)member->away_until);
        if (held > now) {
            json_write_int(writer, "held", (long)held);
        }
        json_write_close(writer, '}');
    }
    if (runs && lobby->days_off != 0 && member->pawns != 0) {
        /* In whole hours, so that it does not change all the time. */
        json_write_int(writer, "hours_off", (long)(member_time_off(lobby, member, now) / HOUR_SECONDS));
    }
}

static void write_night(struct json_writer *writer, const struct night *night)
{
    if (night_minutes(night) != 0) {
        char text[NIGHT_TIME_BYTES];
        json_write_open(writer, "night", '{');
        night_write_time(night->from, text);
        json_write_string(writer, "from", text);
        night_write_time(night->to, text);
        json_write_string(writer, "to", text);
        json_write_string(writer, "zone", night->zone);
        json_write_close(writer, '}');
    }
}

/* Without `presence`, leaves out what lobby_push.c sends as "player". */
static void write_member(struct json_writer *writer, const struct table *table, unsigned index, bool absent,
                         bool presence)
{
    const struct member *member = &table->lobby.member[index];
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "player", member->player);
    if (presence) {
        bool connected =
            member_is_bot(member) || player_is_connected(player_find(table->tables, member->player));
        json_write_string(writer, "name", member->name);
        json_write_bool(writer, "connected", connected);
    }
    wire_pawns(writer, "pawns", member->pawns);
    if (table->lobby.setup.seats != 0 && lobby_owned(&table->lobby, index) != member->pawns) {
        wire_pawns(writer, "owns", lobby_owned(&table->lobby, index));
    }
    if (member->bot != 0) {
        json_write_string(writer, "bot", bot_level_name((enum bot_level)(member->bot - 1)));
    }
    if (member->substituted) {
        json_write_bool(writer, "stands_in", true);
    }
    if (absent) {
        json_write_bool(writer, "absent", true);
    }
    write_away(writer, &table->lobby, member);
    json_write_close(writer, '}');
}

static void write_spectators(struct json_writer *writer, const struct table *table, bool with_names)
{
    const struct player *named[SPECTATOR_NAMES_MAX];
    const struct watch *watch = with_names ? TAILQ_FIRST(&table->spectators) : NULL;
    unsigned count = 0;
    for (; watch != NULL && count < SPECTATOR_NAMES_MAX; watch = TAILQ_NEXT(watch, spectator_entry)) {
        named[count++] = watch->session->player;
    }
    json_write_open(writer, "spectators", '{');
    json_write_int(writer, "count", (long)table->spectator_count);
    json_write_open(writer, "names", '[');
    for (unsigned i = 0; i < count; i++) {
        json_write_string(writer, NULL, named[i]->name);
    }
    json_write_close(writer, ']');
    json_write_open(writer, "players", '[');
    for (unsigned i = 0; i < count; i++) {
        json_write_string(writer, NULL, named[i]->id);
    }
    json_write_close(writer, ']');
    json_write_close(writer, '}');
}

enum lobby_reader lobby_reader(const struct table *table, const struct player *player)
{
    if (player == NULL || !player_sits_at(player, table)) {
        return READER_ANYONE;
    }
    return strcmp(table->lobby.host, player->id) == 0 ? READER_HOST : READER_MEMBER;
}

static void write_lobby(struct json_writer *writer, const char *key, const struct table *table,
                        enum lobby_reader reader, bool presence)
{
    const struct lobby *lobby = &table->lobby;
    bool is_member = reader != READER_ANYONE;
    json_write_open(writer, key, '{');
    json_write_string(writer, "id", table->id);
    json_write_string(writer, "game", game_name(lobby->game));
    wire_options(writer, "options", lobby->game, lobby->options);
    json_write_bool(writer, "private", lobby->is_private);
    if (lobby->is_private && lobby->counts) {
        json_write_bool(writer, "counts", true);
    }
    json_write_string(writer, "aids", aids_name(lobby->aids));
    json_write_bool(writer, "spectator_aids", lobby->spectator_aids);
    json_write_int(writer, "clock", (long)lobby->clock);
    write_night(writer, &lobby->night);
    if (lobby->days_off != 0) {
        json_write_int(writer, "days_off", lobby->days_off);
    }
    json_write_string(writer, "level", bot_level_name(lobby->level));
    json_write_string(writer, "pace", pace_name(lobby->pace));
    json_write_string(writer, "state", table_state_name(lobby->state));
    json_write_string(writer, "host", lobby->host);
    if (is_member) {
        json_write_string(writer, "invite", lobby->invite);
    }
    unsigned absent = table_absent(table);
    json_write_open(writer, "seats", '[');
    for (unsigned i = 0; i < lobby->members; i++) {
        write_member(writer, table, i, (absent & (1U << i)) != 0, presence);
    }
    json_write_close(writer, ']');
    /* Anyone with the link may look at a shared game, but not learn who else is at a private table. */
    write_spectators(writer, table, is_member || !(lobby->is_private && lobby->shared));
    if (lobby->state == TABLE_FINISHED) {
        wire_result(writer, "result", lobby->winner, lobby->reason);
        if (lobby->rematch[0] != '\0') {
            json_write_string(writer, "rematch", lobby->rematch);
        }
        if (lobby->shared) {
            json_write_bool(writer, "shared", true);
        }
    }
    commentary_write(writer, lobby, reader == READER_HOST);
    if (lobby->practice) {
        json_write_bool(writer, "practice", true);
    }
    if (lobby->lesson[0] != '\0') {
        json_write_string(writer, "lesson", lobby->lesson);
    }
    json_write_int(writer, "created", (long)lobby->created);
    json_write_close(writer, '}');
}

void lobby_write_for(struct json_writer *writer, const char *key, const struct table *table,
                     enum lobby_reader reader)
{
    write_lobby(writer, key, table, reader, true);
}

void lobby_write_lasting(struct json_writer *writer, const struct table *table)
{
    write_lobby(writer, NULL, table, READER_HOST, false);
}

void lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                 const struct player *reader)
{
    write_lobby(writer, key, table, lobby_reader(table, reader), true);
}

void lobby_write_turn(struct json_writer *writer, const char *key, const struct table *table)
{
    wire_pawns(writer, key, table->lobby.state == TABLE_RUNNING ? game_actors(&table->game) : 0);
}

void lobby_write_listed(struct json_writer *writer, const struct table *table, const struct player *reader)
{
    json_write_open(writer, NULL, '{');
    lobby_write(writer, "table", table, reader);
    lobby_write_turn(writer, "turn", table);
    json_write_close(writer, '}');
}
