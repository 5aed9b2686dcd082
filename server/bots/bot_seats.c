/*
 * bot_seats.c: bots sit down, stand in for who is away or too slow, and give back.
 *
 * Before the start a bot has a seat like a person's, with an id and a name of its own. In a game it can only
 * stand in: the seat stays its player's, and the bot plays until he is back, that is, does anything at the
 * table himself. Only a bot may stand in for Jack.
 */
#include <stdio.h>
#include <string.h>

#include "server/bots/bot_driver.h"
#include "server/verbs/verbs.h"

/* ---- before the start ---- */

static bool name_is_taken(const struct lobby *lobby, const char *name)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        if (strcmp(lobby->member[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Every bot holds something, so there are never more of them than pawns, and there is room. */
static void add_bot(struct lobby *lobby, unsigned pawns, enum bot_level level)
{
    struct member bot = {.pawns = (uint8_t)pawns, .bot = (uint8_t)(1 + level)};
    unsigned number = 0;
    do {
        snprintf(bot.name, sizeof bot.name, "Bot %u", ++number);
    } while (name_is_taken(lobby, bot.name));
    identity_draw(bot.player, PLAYER_ID_LENGTH);
    lobby->member[lobby->members++] = bot;
}

static void take_from_bots(struct lobby *lobby, unsigned pawns)
{
    for (unsigned i = lobby->members; i > 0; i--) {
        struct member *member = &lobby->member[i - 1];
        if (member_is_bot(member)) {
            member->pawns = (uint8_t)(member->pawns & ~pawns);
            if (member->pawns == 0) {
                lobby_remove_member(lobby, (int)i - 1);
            }
        }
    }
}

static enum error seat_bot(struct lobby *lobby, unsigned pawns, enum bot_level level)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        struct member *member = &lobby->member[i];
        if (!member_is_bot(member) && (member->pawns & pawns) != 0) {
            return ERROR_PAWN_TAKEN;
        }
        if (member_is_bot(member) && member->pawns == pawns && level != BOT_LEVEL_COUNT) {
            member->bot = (uint8_t)(1 + level);
            return ERROR_OK;
        }
    }
    take_from_bots(lobby, pawns);
    if (level != BOT_LEVEL_COUNT) {
        add_bot(lobby, pawns, level);
    }
    return ERROR_OK;
}

/* ---- in a game ---- */

static void stand_aside(struct member *member)
{
    member->bot = 0;
    member->stands_in = false;
}

/* The one who holds all of them, or NULL. */
static struct member *holder_of(struct lobby *lobby, unsigned pawns)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        if ((lobby->member[i].pawns & pawns) == pawns) {
            return &lobby->member[i];
        }
    }
    return NULL;
}

/* `level` is BOT_LEVEL_COUNT for "none". */
static enum error change_seat(const struct server *server, struct member *member, enum bot_level level)
{
    if (member == NULL) {
        return ERROR_BAD_PAWNS;
    }
    if (level == BOT_LEVEL_COUNT) {
        if (member_is_bot(member)) {
            return ERROR_UNKNOWN_PLAYER; /* there is nobody to give it back to */
        }
        stand_aside(member);
        return ERROR_OK;
    }
    if (member->bot == 0 && !member_is_absent(server, member)) {
        return ERROR_NOT_ABSENT;
    }
    member->stands_in = !member_is_bot(member);
    member->bot = (uint8_t)(1 + level);
    return ERROR_OK;
}

bool table_stands_in(const struct table *table, const char *player)
{
    int member = lobby_member(&table->lobby, player);
    return table->lobby.state == TABLE_RUNNING && member >= 0 && table->lobby.member[member].stands_in;
}

/* Whose turn it is has not changed, but who plays it, and how much time he has. */
static void tell_turn(void *context, bool stored)
{
    if (stored) {
        bots_attend(context);
        table_tell_turn(context);
    }
}

bool table_bring_back(struct table *table, const char *player)
{
    struct lobby lobby = table->lobby;
    stand_aside(&lobby.member[lobby_member(&lobby, player)]);
    return server_change_table(table, &lobby, tell_turn, table);
}

bool table_stand_in(struct table *table, unsigned pawns)
{
    struct lobby lobby = table->lobby;
    for (unsigned i = 0; i < lobby.members; i++) {
        struct member *member = &lobby.member[i];
        if (member->bot == 0 && (member->pawns & pawns) != 0) {
            member->bot = (uint8_t)(1 + lobby.level);
            member->stands_in = true;
        }
    }
    return server_change_table(table, &lobby, tell_turn, table);
}

/* ---- the verb ---- */

/* The host; and "none" of a player himself, for his own seat in a game. */
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
    answer_table(request, table);
    if (table->lobby.state == TABLE_RUNNING) {
        bots_attend(table);
        table_tell_turn(table);
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
    } else if (lobby.state != TABLE_OPEN && lobby.state != TABLE_RUNNING) {
        error = ERROR_NOT_RUNNING;
    } else if (level == BOT_LEVEL_COUNT && strcmp(word, "none") != 0) {
        error = ERROR_UNKNOWN_WORD;
    } else if (!known) {
        error = ERROR_BAD_PAWNS;
    } else if (lobby.state == TABLE_OPEN) {
        error = seat_bot(&lobby, pawns, level);
    } else {
        error = change_seat(server_of(request), holder_of(&lobby, pawns), level);
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else {
        table_store(request, &lobby, seat_changed);
    }
}
