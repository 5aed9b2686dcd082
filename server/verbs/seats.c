/*
 * lobby_verbs.c: sitting down at a table, getting up, and what a host does; the lists of tables.
 *
 * Each verb looks at the lobby as it is, says no or makes a changed copy, and hands that to table_store().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/verbs/verbs.h"

enum { LISTED_MAX = 500 }; /* tables in one answer, the newest */

/* ---- reading pawns ---- */

bool read_pawns(const json_t *list, enum game_kind game, unsigned *pawns)
{
    unsigned known = game_policemen(game) | PAWN_BIT(PAWN_JACK);
    *pawns = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        enum pawn pawn = name == NULL ? PAWN_NONE : pawn_from_name(name);
        if (pawn == PAWN_NONE || (known & PAWN_BIT(pawn)) == 0 || (*pawns & PAWN_BIT(pawn)) != 0) {
            return false;
        }
        *pawns |= PAWN_BIT(pawn);
    }
    return (*pawns & PAWN_BIT(PAWN_JACK)) == 0 || *pawns == PAWN_BIT(PAWN_JACK);
}

static unsigned held_by_others(const struct lobby *lobby, int member)
{
    unsigned held = 0;
    for (unsigned i = 0; i < lobby->members; i++) {
        held |= (int)i == member ? 0U : lobby->member[i].pawns;
    }
    return held;
}

void answer_table(struct request *request, struct table *table)
{
    struct json_writer writer;
    request_begin(request, &writer);
    lobby_write(&writer, "table", table, request->session->player);
    request_end(request, &writer);
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
    struct server *server = server_of(request);
    struct player *player = request->session->player;
    const struct table *table = request->table;
    struct lobby lobby = table->lobby;
    unsigned pawns = 0;
    enum error error = check_pawns(table, json_object_get(request->body, "pawns"), -1, &pawns);
    if (lobby_member(&lobby, player->id) >= 0) {
        error = ERROR_SEATED_ALREADY;
    } else if (lobby.state != TABLE_OPEN) {
        error = ERROR_NOT_OPEN;
    } else if (lobby_people(&lobby) >= seats_of(lobby.game)) {
        error = ERROR_TABLE_FULL;
    } else if (tables_of(server, player->id, false) >= (unsigned long)server->options.seats_per_player) {
        error = ERROR_TOO_MANY_TABLES;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    lobby_add_member(&lobby, player, pawns);
    table_store(request, &lobby, answer_table);
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
    table_store(request, &lobby, answer_table);
}

static void seat_left(struct request *request, struct table *table)
{
    table_lose_sight(table, request->session->player->id);
    request_ok(request);
}

/* Before the start a seat is given up; in a game it is kept, and the player merely goes. */
void do_leave(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    const char *player = request->session->player->id;
    if (lobby.state != TABLE_OPEN) {
        for (struct watch *watch = request->session->watches; watch != NULL; watch = watch->next_of_session) {
            if (watch->table == request->table) {
                table_unwatch(watch);
                break;
            }
        }
        request_ok(request);
        return;
    }
    bool hosted = strcmp(lobby.host, player) == 0;
    lobby_remove_member(&lobby, lobby_member(&lobby, player));
    if (lobby_people(&lobby) == 0) { /* bots do not wait for anybody */
        lobby.state = TABLE_CLOSED;
    } else if (hosted) {
        lobby_pass_host(server_of(request), &lobby);
    }
    table_store(request, &lobby, seat_left);
}

/* ---- what a host does ---- */

static void member_kicked(struct request *request, struct table *table)
{
    table_lose_sight(table, body_text(request, "player"));
    answer_table(request, table);
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
            identity_draw(lobby.invite, INVITE_LENGTH); /* the old one is known to who was put out */
        }
        lobby_remove_member(&lobby, member);
        table_store(request, &lobby, member_kicked);
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
    table_store(request, &lobby, answer_table);
}

/* The pawns of absent detectives, all of them at this moment, go to another player; Jack's never do. */
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
            !member_is_absent(server_of(request), &lobby->member[i])) {
            return ERROR_NOT_ABSENT;
        }
    }
    return ERROR_OK;
}

/* Here, and at this table: sitting or looking on. Nobody is seated who has not come. */
static bool is_at_table(const struct table *table, const struct player *player)
{
    bool watches = false;
    for (const struct watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        watches = watches || watch->session->player == player;
    }
    return player_is_here(player) && (watches || lobby_member(&table->lobby, player->id) >= 0);
}

/* Whose pawns they are now has the choices, too. */
static void pawns_given(struct request *request, struct table *table)
{
    answer_table(request, table);
    table_tell_turn(table);
}

void do_seat(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    unsigned pawns = 0;
    enum error error = check_seat(request, &pawns);
    const struct player *player = player_find(server_of(request), body_text(request, "player"));
    int member = player == NULL ? -1 : lobby_member(&lobby, player->id);
    bool is_jack = member >= 0 && (lobby.member[member].pawns & PAWN_BIT(PAWN_JACK)) != 0;
    if (error == ERROR_OK && (player == NULL || !is_at_table(request->table, player) || is_jack)) {
        error = ERROR_UNKNOWN_PLAYER;
    } else if (error == ERROR_OK && member < 0 && lobby.members == MEMBERS_MAX) {
        error = ERROR_TABLE_FULL;
    } else if (error == ERROR_OK && member < 0 &&
               tables_of(server_of(request), player->id, false) >=
                   (unsigned long)server_of(request)->options.seats_per_player) {
        error = ERROR_TOO_MANY_TABLES;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    for (unsigned i = 0; i < lobby.members; i++) {
        struct member *holder = &lobby.member[i];
        holder->pawns = (uint8_t)(holder->pawns & ~pawns);
        if (holder->pawns == 0 && holder->stands_in) { /* there is nothing left to stand in for */
            holder->bot = 0;
            holder->stands_in = false;
        }
    }
    if (member < 0) {
        lobby_add_member(&lobby, player, pawns);
    } else {
        lobby.member[member].pawns = (uint8_t)(lobby.member[member].pawns | pawns);
    }
    table_store(request, &lobby, pawns_given);
}

/* ---- lists ---- */

static void write_turn_of(struct json_writer *writer, const struct table *table)
{
    unsigned actors = table->lobby.state == TABLE_RUNNING ? game_actors(&table->game) : 0;
    wire_pawns(writer, "turn", actors);
}

static void answer_list(struct request *request, bool mine)
{
    struct server *server = server_of(request);
    const struct player *player = request->session->player;
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_open(&writer, "tables", '[');
    unsigned listed = 0;
    for (const struct table *table = server->tables; table != NULL && listed < LISTED_MAX;
         table = table->next) {
        bool shown = mine ? lobby_member(&table->lobby, player->id) >= 0
                          : !table->lobby.is_private &&
                                (table->lobby.state == TABLE_OPEN || table->lobby.state == TABLE_RUNNING);
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
    answer_list(request, false);
}

void do_mine(struct request *request)
{
    answer_list(request, true);
}
