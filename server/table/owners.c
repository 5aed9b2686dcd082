/* owners.c: see owners.h. */
#include "server/table/owners.h"

#include "server/table/chat_access.h"

unsigned lobby_owned(const struct lobby *lobby, unsigned member)
{
    return member < lobby->setup.seats ? lobby->setup.pawns[member] : 0;
}

bool pawns_of_police(unsigned pawns)
{
    return (pawns & ~PAWN_BIT(PAWN_JACK)) != 0;
}

bool lobby_is_guest(const struct lobby *lobby, unsigned member)
{
    return lobby->setup.seats != 0 && pawns_of_police(lobby->member[member].pawns) &&
           !pawns_of_police(lobby_owned(lobby, member));
}

unsigned table_detectives(const struct table *table)
{
    unsigned detectives = 0;
    for (unsigned i = 0; i < table->lobby.members; i++) {
        const struct member *member = &table->lobby.member[i];
        bool present = !member_is_bot(member) && pawns_of_police(member->pawns) &&
                       player_is_connected(player_find(table->tables, member->player));
        detectives |= present ? 1U << i : 0U;
    }
    return detectives;
}

unsigned table_absent(const struct table *table)
{
    unsigned absent = 0;
    for (unsigned i = 0; table->lobby.state == TABLE_RUNNING && i < table->lobby.members; i++) {
        absent |= member_is_absent(table->tables, &table->lobby, &table->lobby.member[i]) ? 1U << i : 0U;
    }
    return absent;
}

/* Whoever plays for the owner may be replaced even if they are here. */
bool table_may_give(const struct table *table, unsigned pawns)
{
    unsigned absent = table_absent(table);
    for (unsigned i = 0; i < table->lobby.members; i++) {
        if ((lobby_owned(&table->lobby, i) & pawns) != 0 && (absent & (1U << i)) == 0) {
            return false;
        }
    }
    return true;
}

static void take_pawns(struct lobby *lobby, unsigned pawns)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        struct member *holder = &lobby->member[i];
        holder->pawns = (uint8_t)(holder->pawns & ~pawns);
        if (holder->pawns == 0) { /* nothing is left to play or to give up */
            holder->resigns = 0;
            if (holder->substituted) {
                member_end_substitution(holder);
            }
        }
    }
}

void lobby_give_pawns(struct lobby *lobby, unsigned pawns, unsigned member)
{
    struct member *holder = &lobby->member[member];
    bool was_detective = pawns_of_police(holder->pawns);
    take_pawns(lobby, pawns);
    holder->pawns = (uint8_t)(holder->pawns | pawns);
    if (!was_detective && lobby_is_guest(lobby, member)) {
        lobby_police_from_now(lobby, member);
    }
}

bool lobby_is_replaced(const struct lobby *lobby, unsigned member)
{
    bool others_hold = (lobby_owned(lobby, member) & ~(unsigned)lobby->member[member].pawns) != 0;
    return lobby->state == TABLE_RUNNING ? others_hold || lobby->member[member].substituted
                                         : others_hold && lobby->state == TABLE_FINISHED;
}

void lobby_return_pawns(struct lobby *lobby, unsigned member)
{
    struct member *owner = &lobby->member[member];
    unsigned owned = lobby_owned(lobby, member);
    unsigned held = owner->pawns;
    if ((owned & ~held) != 0) {
        take_pawns(lobby, owned);
        owner->pawns = (uint8_t)(held | owned);
    }
    if (owner->substituted) {
        member_end_substitution(owner);
    }
}

void lobby_return_all_pawns(struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->setup.seats; i++) {
        lobby_return_pawns(lobby, i);
    }
}
