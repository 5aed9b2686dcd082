/* bot.c: the verb bot: gives a seat to a bot, or lets one play for a player who is absent. */
#include <string.h>

#include "server/bots/bot_seats.h"
#include "server/table/broadcast.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

/* The host may; and in a running game players may ask for "none" for their own seat. */
static bool may_ask(const struct request *request, unsigned pawns, enum bot_level level)
{
    const struct lobby *lobby = &request->table->lobby;
    const char *player = request->session->player->id;
    const struct member *own = &lobby->member[lobby_member(lobby, player)];
    return strcmp(lobby->host, player) == 0 || (lobby->state == TABLE_RUNNING && level == BOT_LEVEL_COUNT &&
                                                pawns != 0 && (own->pawns & pawns) == pawns);
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
    enum error error = ERROR_OK;
    if (!may_ask(request, pawns, level)) {
        error = ERROR_NOT_HOST;
    } else if (!lobby_is_unfinished(&lobby)) {
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
