/* bot_seats.c: see bot_seats.h. */
#include "server/bots/bot_seats.h"

#include <stdio.h>
#include <string.h>

#include "server/table/broadcast.h"
#include "server/table/table_commit.h"

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

/* Every bot holds a pawn, so there are never more bots than pawns, and there is always room for one. */
static void add_bot(struct lobby *lobby, unsigned pawns, enum bot_level level)
{
    struct member bot = {.pawns = (uint8_t)pawns, .bot = (uint8_t)(1 + level)};
    unsigned number = 0;
    do {
        snprintf(bot.name, sizeof bot.name, "Bot %u", ++number);
    } while (name_is_taken(lobby, bot.name));
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
    if (member->bot == 0 && !member_is_absent(tables, member)) {
        return ERROR_NOT_ABSENT;
    }
    member->substituted = !member_is_bot(member);
    member->bot = (uint8_t)(1 + level);
    return ERROR_OK;
}

bool table_is_substituted(const struct table *table, const char *player)
{
    int member = lobby_member(&table->lobby, player);
    return table->lobby.state == TABLE_RUNNING && member >= 0 && table->lobby.member[member].substituted;
}

/* It is still the same turn, but somebody else plays it, perhaps with more time left. */
static void send_turn_again(void *context, struct table *table, bool stored)
{
    (void)context;
    if (stored) {
        table->tables->hooks.changed(table);
        table_send_turn(table);
    }
}

bool table_end_substitution(struct table *table, const char *player)
{
    struct lobby lobby = table->lobby;
    member_end_substitution(&lobby.member[lobby_member(&lobby, player)]);
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
