/*
 * seats.c: sitting down at a table, leaving it, and what a host decides.
 *
 * Each verb looks at the lobby, and fails or commits a changed copy of it.
 */
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/table/changes/watches.h"
#include "server/table/chat_access.h"
#include "server/table/commentary.h"
#include "server/table/lobby_json.h"
#include "server/table/table_limits.h"
#include "server/table/table_names.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

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
    } else if (table_name_is_taken(table, player)) {
        error = ERROR_NAME_TAKEN;
    } else if (!tables_may_join(tables, player)) {
        error = ERROR_TOO_MANY_TABLES;
    } else if (error == ERROR_OK) {
        error = lobby_check_reader(&lobby, player->id, pawns);
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
    if (error == ERROR_OK) {
        error = lobby_check_reader(&lobby, lobby.member[member].player, pawns);
    }
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
    lobby_set_host(&lobby, lobby.member[member].player);
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_table);
}
