/* bot.c: the verb bot: gives a seat to a bot, or lets one play for a player who is absent. */
#include <string.h>

#include "server/bots/bot_seats.h"
#include "server/table/changes/broadcast.h"
#include "server/table/owners.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

/*
 * Returns an error if the player may not decide on these pawns of a running game. Detectives decide about detectives,
 * and the host does if none of them is here. For Jack's seat, every player may ask. Everyone decides about their own.
 */
static enum error check_asker(const struct table *table, unsigned member, unsigned pawns)
{
    const struct lobby *lobby = &table->lobby;
    const struct member *asker = &lobby->member[member];
    bool hosts = strcmp(lobby->host, asker->player) == 0;
    unsigned detectives = table_detectives(table);
    if (pawns != 0 && (asker->pawns & pawns) == pawns) {
        return ERROR_OK;
    }
    if (!pawns_of_police(pawns)) {
        return hosts || asker->pawns != 0 ? ERROR_OK : ERROR_NOT_HOST;
    }
    bool may = pawns_of_police(asker->pawns) || (hosts && (detectives & ~(1U << member)) == 0);
    return may ? ERROR_OK : ERROR_NOT_DETECTIVE;
}

static enum error check_request(const struct request *request, unsigned pawns)
{
    const struct lobby *lobby = &request->table->lobby;
    const char *player = request->session->player->id;
    if (lobby->state == TABLE_RUNNING) {
        return check_asker(request->table, (unsigned)lobby_member(lobby, player), pawns);
    }
    return strcmp(lobby->host, player) == 0 ? ERROR_OK : ERROR_NOT_HOST;
}

static void seat_changed(struct request *request, struct table *table)
{
    reply_table(request, table);
    if (table->lobby.state == TABLE_RUNNING) {
        table->tables->hooks.changed(table);
        table_send_turn(table);
    }
}

void do_bot(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    const char *word = body_text(request, "level");
    enum bot_level level = strcmp(word, "none") == 0 ? BOT_LEVEL_COUNT : bot_level_from_name(word);
    unsigned pawns = 0;
    bool known = read_pawns(json_object_get(request->body, "pawns"), lobby.game, &pawns) && pawns != 0;
    enum error error = check_request(request, pawns);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    if (!lobby_is_unfinished(&lobby)) {
        error = ERROR_NOT_RUNNING;
    } else if (level == BOT_LEVEL_COUNT && strcmp(word, "none") != 0) {
        error = ERROR_UNKNOWN_WORD;
    } else if (!known) {
        error = ERROR_BAD_PAWNS;
    } else if (lobby.state == TABLE_OPEN) {
        error = lobby_seat_bot(&lobby, pawns, level);
    } else {
        error = lobby_substitute(dispatch_of(request)->tables, &lobby, pawns, level);
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else {
        request_commit_lobby(request, &lobby, COMMIT_NOTIFY, seat_changed);
    }
}
