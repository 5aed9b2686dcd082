/* lobby_json.c: see lobby_json.h. */
#include "server/table/lobby_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/table/commentary.h"

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

char *lobby_to_json(const struct lobby *lobby)
{
    json_t *members = json_array();
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        json_array_append_new(members, json_pack("{s:s,s:s,s:i,s:b,s:i,s:b,s:b}", "player", member->player,
                                                 "name", member->name, "pawns", member->pawns, "resigns",
                                                 member->resigns, "bot", member->bot, "stands_in",
                                                 member->substituted, "consents", member->consents));
    }
    json_t *all = json_pack(
        "{s:s,s:s,s:i,s:b,s:i,s:s,s:s,s:s,s:o,s:I,s:I,s:i,s:i,s:i,s:i,s:i,s:b,s:I}", "state",
        table_state_name(lobby->state), "game", game_name(lobby->game), "options", (int)lobby->options,
        "private", lobby->is_private, "aids", (int)lobby->aids, "invite", lobby->invite, "host", lobby->host,
        "rematch", lobby->rematch, "members", members, "created", (json_int_t)lobby->created, "touched",
        (json_int_t)lobby->touched, "winner", lobby->winner, "reason", lobby->reason, "clock",
        (int)lobby->clock, "level", (int)lobby->level, "pace", (int)lobby->pace, "shared", lobby->shared,
        "request_hash", (json_int_t)lobby->request_hash);
    if (all != NULL && (lobby->commentary || lobby->left > 0)) {
        json_object_set_new(all, "commentary", commentary_to_json(lobby));
    }
    if (all != NULL && lobby->practice) {
        json_object_set_new(all, "practice", json_true());
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
            !copy_text(member->name, sizeof member->name, name)) {
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
    bool good = text != NULL && record_read(&record, text, strlen(text), &error);
    free(text);
    if (good) {
        lobby->setup = record.setup;
        memcpy(lobby->seat_name, record.name, sizeof lobby->seat_name);
        record_free(&record);
    }
    return good;
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
    int shared = 0;
    json_int_t created, touched, request_hash = -1;
    json_t *all = json_loads(text, 0, NULL);
    memset(lobby, 0, sizeof *lobby);
    bool good =
        json_unpack(all, "{s:s,s:s,s:i,s:b,s:i,s:s,s:s,s:s,s:o,s:I,s:I,s:i,s:i,s?i,s?i,s?i,s?b,s?I}", "state",
                    &state, "game", &game, "options", &options, "private", &is_private, "aids", &aids,
                    "invite", &invite, "host", &host, "rematch", &rematch, "members", &members, "created",
                    &created, "touched", &touched, "winner", &winner, "reason", &reason, "clock", &clock,
                    "level", &level, "pace", &pace, "shared", &shared, "request_hash", &request_hash) == 0;
    if (good) {
        bool known = table_state_from_name(state, &lobby->state);
        lobby->game = game_from_name(game);
        lobby->options = (uint32_t)options;
        lobby->is_private = is_private != 0;
        lobby->aids = (enum aids)aids;
        lobby->winner = (uint8_t)winner;
        lobby->reason = (uint8_t)reason;
        lobby->clock = (uint32_t)clock;
        lobby->level = (enum bot_level)level;
        lobby->pace = (enum pace)pace;
        lobby->shared = shared != 0;
        lobby->request_hash = request_hash < 0 ? lobby_hash_settings(lobby) : (uint32_t)request_hash;
        lobby->practice = json_is_true(json_object_get(all, "practice"));
        lobby->created = created;
        lobby->touched = touched;
        json_t *setup = json_object_get(all, "setup");
        good = known && lobby->game != GAME_KIND_COUNT && aids >= 0 && aids < AIDS_COUNT && clock >= 0 &&
               level >= 0 && level < BOT_LEVEL_COUNT && pace >= 0 && pace < PACE_COUNT &&
               copy_text(lobby->invite, sizeof lobby->invite, invite) &&
               copy_text(lobby->host, sizeof lobby->host, host) &&
               copy_text(lobby->rematch, sizeof lobby->rematch, rematch) &&
               members_from_json(lobby, members) &&
               commentary_from_json(lobby, json_object_get(all, "commentary")) &&
               (setup == NULL || setup_from_json(lobby, setup));
    }
    json_decref(all);
    return good;
}

/* ---- sent ---- */

static void write_member(struct json_writer *writer, const struct table *table, const struct member *member)
{
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "player", member->player);
    json_write_string(writer, "name", member->name);
    wire_pawns(writer, "pawns", member->pawns);
    json_write_bool(writer, "connected",
                    member_is_bot(member) || player_is_connected(player_find(table->tables, member->player)));
    if (member->bot != 0) {
        json_write_string(writer, "bot", bot_level_name((enum bot_level)(member->bot - 1)));
    }
    if (member->substituted) {
        json_write_bool(writer, "stands_in", true);
    }
    json_write_close(writer, '}');
}

static void write_spectators(struct json_writer *writer, const struct table *table, bool with_names)
{
    const struct spectators *spectators = &table->spectators;
    json_write_open(writer, "spectators", '{');
    json_write_int(writer, "count", (long)spectators->count);
    json_write_open(writer, "names", '[');
    for (unsigned i = 0; with_names && i < SPECTATOR_NAMES_MAX && i < spectators->count; i++) {
        json_write_string(writer, NULL, spectators->name[i]);
    }
    json_write_close(writer, ']');
    json_write_close(writer, '}');
}

void lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                 const struct player *reader)
{
    const struct lobby *lobby = &table->lobby;
    bool is_member = reader != NULL && lobby_member(lobby, reader->id) >= 0;
    json_write_open(writer, key, '{');
    json_write_string(writer, "id", table->id);
    json_write_string(writer, "game", game_name(lobby->game));
    wire_options(writer, "options", lobby->game, lobby->options);
    json_write_bool(writer, "private", lobby->is_private);
    json_write_string(writer, "aids", aids_name(lobby->aids));
    json_write_int(writer, "clock", (long)lobby->clock);
    json_write_string(writer, "level", bot_level_name(lobby->level));
    json_write_string(writer, "pace", pace_name(lobby->pace));
    json_write_string(writer, "state", table_state_name(lobby->state));
    json_write_string(writer, "host", lobby->host);
    if (is_member) {
        json_write_string(writer, "invite", lobby->invite);
    }
    json_write_open(writer, "seats", '[');
    for (unsigned i = 0; i < lobby->members; i++) {
        write_member(writer, table, &lobby->member[i]);
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
    commentary_write(writer, lobby, reader);
    if (lobby->practice) {
        json_write_bool(writer, "practice", true);
    }
    json_write_int(writer, "created", (long)lobby->created);
    json_write_close(writer, '}');
}
