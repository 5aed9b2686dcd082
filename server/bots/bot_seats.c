/* bot_seats.c: see bot_seats.h. */
#include "server/bots/bot_seats.h"

#include <stdio.h>
#include <string.h>

#include "server/table/changes/broadcast.h"
#include "server/table/changes/table_commit.h"
#include "server/table/owners.h"

/* ---- before the start ---- */

/* Every bot holds a pawn, so there are never more bots than pawns, and there is always room for one. */
static void add_bot(struct lobby *lobby, unsigned pawns, enum bot_level level)
{
    struct member bot = {.pawns = (uint8_t)pawns, .bot = (uint8_t)(1 + level)};
    unsigned number = 0;
    do {
        snprintf(bot.name, sizeof bot.name, "Bot %u", ++number);
    } while (lobby_name_is_taken(lobby, "", bot.name));
    identity_random_text(bot.player, PLAYER_ID_LENGTH);
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

enum error lobby_seat_bot(struct lobby *lobby, unsigned pawns, enum bot_level level)
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

/* ---- in a running game ---- */

/* Returns the member who holds all of these pawns, or NULL. */
static struct member *holder_of(struct lobby *lobby, unsigned pawns)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        if ((lobby->member[i].pawns & pawns) == pawns) {
            return &lobby->member[i];
        }
    }
    return NULL;
}

enum error lobby_substitute(const struct tables *tables, struct lobby *lobby, unsigned pawns,
                            enum bot_level level)
{
    struct member *member = holder_of(lobby, pawns);
    if (member == NULL) {
        return ERROR_BAD_PAWNS;
    }
    if (level == BOT_LEVEL_COUNT) {
        if (member_is_bot(member)) {
            return ERROR_UNKNOWN_PLAYER; /* the seat is the bot's own */
        }
        member_end_substitution(member);
        return ERROR_OK;
    }
    if (member_is_bot(member)) {
        member->bot = (uint8_t)(1 + level);
        return lobby_people(lobby) == 1 ? ERROR_OK : ERROR_BOT_LEVEL;
    }
    if (member->bot == 0 && !member_is_absent(tables, lobby, member)) {
        return ERROR_NOT_ABSENT;
    }
    if (level != lobby->level) {
        return ERROR_TABLE_LEVEL;
    }
    member->substituted = true;
    member->bot = (uint8_t)(1 + level);
    return ERROR_OK;
}

bool table_is_replaced(const struct table *table, const char *player)
{
    int member = lobby_member(&table->lobby, player);
    return member >= 0 && lobby_is_replaced(&table->lobby, (unsigned)member);
}

/* It is still the same turn, but somebody else plays it, perhaps with more time left. */
static void send_turn_again(void *context, struct table *table, bool stored)
{
    (void)context;
    if (stored && table->lobby.state == TABLE_RUNNING) {
        table->tables->hooks.changed(table);
        table_send_turn(table);
    }
}

bool table_return(struct table *table, const char *player)
{
    struct lobby lobby = table->lobby;
    lobby_return_pawns(&lobby, (unsigned)lobby_member(&lobby, player));
    return table_commit_lobby(table, &lobby, COMMIT_NOTIFY, send_turn_again, NULL);
}

bool table_substitute(struct table *table, unsigned pawns)
{
    struct lobby lobby = table->lobby;
    for (unsigned i = 0; i < lobby.members; i++) {
        struct member *member = &lobby.member[i];
        if (member->bot == 0 && (member->pawns & pawns) != 0) {
            member->bot = (uint8_t)(1 + lobby.level);
            member->substituted = true;
        }
    }
    return table_commit_lobby(table, &lobby, COMMIT_NOTIFY, send_turn_again, NULL);
}
