/*
 * seats.c: sitting down at a table, leaving it, what a host decides, and the lists of tables.
 *
 * Each verb looks at the lobby, and fails or commits a changed copy of it.
 */
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/table/broadcast.h"
#include "server/table/commentary.h"
#include "server/table/lobby_json.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum { LISTED_MAX = 500 }; /* tables in one answer, newest first */

static unsigned held_by_others(const struct lobby *lobby, int member)
{
    unsigned held = 0;
    for (unsigned i = 0; i < lobby->members; i++) {
        held |= (int)i == member ? 0U : lobby->member[i].pawns;
    }
    return held;
}

/* ---- join, pawns, leave ---- */

static enum error check_pawns(const struct table *table, const json_t *list, int member, unsigned *pawns)
{
    if (!read_pawns(list, table->lobby.game, pawns)) {
        return ERROR_BAD_PAWNS;
    }
    return (held_by_others(&table->lobby, member) & *pawns) != 0 ? ERROR_PAWN_TAKEN : ERROR_OK;
}

static unsigned seats_of(enum game_kind game)
{
    return (unsigned)__builtin_popcount(game_policemen(game)) + 1;
}

void do_join(struct request *request)
{
    const struct tables *tables = dispatch_of(request)->tables;
    const struct player *player = request->session->player;
    const struct table *table = request->table;
    struct lobby lobby = table->lobby;
    unsigned pawns = 0;
    enum error error = check_pawns(table, json_object_get(request->body, "pawns"), -1, &pawns);
    if (lobby_member(&lobby, player->id) >= 0) {
        error = ERROR_SEATED_ALREADY;
    } else if (lobby_commentator(&lobby, player->id) >= 0) {
        error = ERROR_COMMENTATES;
    } else if (lobby.state != TABLE_OPEN) {
        error = ERROR_NOT_OPEN;
    } else if (lobby_people(&lobby) >= seats_of(lobby.game)) {
        error = ERROR_TABLE_FULL;
    } else if (tables_joined_by(tables, player->id) >= (unsigned long)tables->options->seats_per_player) {
        error = ERROR_TOO_MANY_TABLES;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    lobby_add_member(&lobby, player->id, player->name, pawns);
    lobby_void_consent(&lobby);
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_table);
}

void do_pawns(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    int member = lobby_member(&lobby, request->session->player->id);
    unsigned pawns = 0;
    enum error error =
        lobby.state != TABLE_OPEN
            ? ERROR_NOT_OPEN
            : check_pawns(request->table, json_object_get(request->body, "pawns"), member, &pawns);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    lobby.member[member].pawns = (uint8_t)pawns;
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_table);
}

static void seat_left(struct request *request, struct table *table)
{
    table_unwatch_player(table, request->session->player->id);
    request_ok(request);
}

/* Before the start the player gives up the seat. In a game they keep it and only stop watching. */
void do_leave(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    const char *player = request->session->player->id;
    if (lobby.state != TABLE_OPEN) {
        struct watch *watch = table_find_watch(request->table, request->session);
        if (watch != NULL) {
            table_unwatch(watch);
        }
        request_ok(request);
        return;
    }
    bool hosted = strcmp(lobby.host, player) == 0;
    lobby_note_left(&lobby, player);
    lobby_remove_member(&lobby, lobby_member(&lobby, player));
    if (lobby_people(&lobby) == 0) { /* only bots are left */
        lobby.state = TABLE_CLOSED;
    } else if (hosted) {
        lobby_pass_host(dispatch_of(request)->tables, &lobby);
        lobby_void_consent(&lobby);
    }
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, seat_left);
}

/* ---- what a host does ---- */

static void member_kicked(struct request *request, struct table *table)
{
    table_unwatch_player(table, body_text(request, "player"));
    reply_table(request, table);
}

void do_kick(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    int member = lobby_member(&lobby, body_text(request, "player"));
    if (lobby.state != TABLE_OPEN) {
        request_fail(request, ERROR_NOT_OPEN);
    } else if (member < 0 || strcmp(lobby.member[member].player, lobby.host) == 0) {
        request_fail(request, ERROR_UNKNOWN_PLAYER);
    } else {
        if (!member_is_bot(&lobby.member[member])) {
            identity_random_text(lobby.invite, INVITE_LENGTH); /* the kicked player knows the old one */
            lobby_note_left(&lobby, lobby.member[member].player);
        }
        lobby_remove_member(&lobby, member);
        request_commit_lobby(request, &lobby, COMMIT_NOTIFY, member_kicked);
    }
}

void do_host(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    int member = lobby_member(&lobby, body_text(request, "player"));
    if (member < 0 || member_is_bot(&lobby.member[member])) {
        request_fail(request, ERROR_UNKNOWN_PLAYER);
        return;
    }
    memcpy(lobby.host, lobby.member[member].player, sizeof lobby.host);
    if (lobby.state == TABLE_OPEN) { /* the new host is sent the commentators' invite */
        lobby_void_consent(&lobby);
    }
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_table);
}

/* Pawns of detectives who are all absent now can be given to another player; Jack's pawn never can. */
static enum error check_seat(struct request *request, unsigned *pawns)
{
    const struct lobby *lobby = &request->table->lobby;
    if (lobby->state != TABLE_RUNNING) {
        return ERROR_NOT_RUNNING;
    }
    if (!read_pawns(json_object_get(request->body, "pawns"), lobby->game, pawns) || *pawns == 0 ||
        (*pawns & PAWN_BIT(PAWN_JACK)) != 0) {
        return ERROR_BAD_PAWNS;
    }
    for (unsigned i = 0; i < lobby->members; i++) {
        if ((lobby->member[i].pawns & *pawns) != 0 &&
            !member_is_absent(dispatch_of(request)->tables, &lobby->member[i])) {
            return ERROR_NOT_ABSENT;
        }
    }
    return ERROR_OK;
}

/* Returns whether a player is connected, and sits at the table or watches it. Nobody else is given pawns. */
static bool is_at_table(const struct table *table, const struct player *player)
{
    bool watches = false;
    const struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        watches = watches || watch->session->player == player;
    }
    return player_is_connected(player) && (watches || lobby_member(&table->lobby, player->id) >= 0);
}

/* The turn is sent again, since the choices are the new holder's now. */
static void pawns_given(struct request *request, struct table *table)
{
    reply_table(request, table);
    table_send_turn(table);
}

void do_seat(struct request *request)
{
    const struct tables *tables = dispatch_of(request)->tables;
    struct lobby lobby = request->table->lobby;
    unsigned pawns = 0;
    enum error error = check_seat(request, &pawns);
    const struct player *player = player_find(tables, body_text(request, "player"));
    int member = player == NULL ? -1 : lobby_member(&lobby, player->id);
    bool is_jack = member >= 0 && (lobby.member[member].pawns & PAWN_BIT(PAWN_JACK)) != 0;
    if (error == ERROR_OK && (player == NULL || !is_at_table(request->table, player) || is_jack)) {
        error = ERROR_UNKNOWN_PLAYER;
    } else if (error == ERROR_OK && lobby_commentator(&lobby, player->id) >= 0) {
        error = ERROR_COMMENTATES;
    } else if (error == ERROR_OK && member < 0 && lobby.commentary) {
        error = ERROR_NO_CONSENT; /* which had to be given before the start */
    } else if (error == ERROR_OK && member < 0 && lobby.members == MEMBERS_MAX) {
        error = ERROR_TABLE_FULL;
    } else if (error == ERROR_OK && member < 0 &&
               tables_joined_by(tables, player->id) >= (unsigned long)tables->options->seats_per_player) {
        error = ERROR_TOO_MANY_TABLES;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    for (unsigned i = 0; i < lobby.members; i++) {
        struct member *holder = &lobby.member[i];
        holder->pawns = (uint8_t)(holder->pawns & ~pawns);
        if (holder->pawns == 0 && holder->substituted) { /* no pawn is left to play */
            member_end_substitution(holder);
        }
    }
    if (member < 0) {
        lobby_add_member(&lobby, player->id, player->name, pawns);
    } else {
        lobby.member[member].pawns = (uint8_t)(lobby.member[member].pawns | pawns);
    }
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, pawns_given);
}

/* ---- lists ---- */

static void write_turn_of(struct json_writer *writer, const struct table *table)
{
    unsigned actors = table->lobby.state == TABLE_RUNNING ? game_actors(&table->game) : 0;
    wire_pawns(writer, "turn", actors);
}

static void reply_list(struct request *request, bool mine)
{
    const struct table *table;
    const struct player *player = request->session->player;
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_open(&writer, "tables", '[');
    unsigned listed = 0;
    LIST_FOREACH (table, &dispatch_of(request)->tables->all, entry) {
        if (listed == LISTED_MAX) {
            break;
        }
        bool shown = mine ? lobby_member(&table->lobby, player->id) >= 0
                          : !table->lobby.is_private && lobby_is_unfinished(&table->lobby);
        if (shown && table->lobby.state != TABLE_CLOSED) {
            listed++;
            json_write_open(&writer, NULL, '{');
            lobby_write(&writer, "table", table, player);
            write_turn_of(&writer, table);
            json_write_close(&writer, '}');
        }
    }
    json_write_close(&writer, ']');
    request_end(request, &writer);
}

void do_tables(struct request *request)
{
    request->session->follows_lobby = true;
    reply_list(request, false);
}

void do_mine(struct request *request)
{
    reply_list(request, true);
}
