/* lobby.c: see lobby.h. */
#include "server/table/lobby.h"

#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/words.h"

static const char *const state_names[] = {
    [TABLE_OPEN] = "open",
    [TABLE_RUNNING] = "running",
    [TABLE_FINISHED] = "finished",
    [TABLE_CLOSED] = "closed",
};
static const char *const pace_names[] = {
    [PACE_SLOW] = "slow", [PACE_NORMAL] = "normal", [PACE_QUICK] = "quick"};
_Static_assert(COUNT(pace_names) == PACE_COUNT, "a name for every pace");

const char *table_state_name(enum table_state state)
{
    return state_names[state];
}

bool table_state_from_name(const char *name, enum table_state *state)
{
    unsigned known = word_find(state_names, 0, COUNT(state_names), COUNT(state_names), name);
    *state = (enum table_state)known;
    return known < COUNT(state_names);
}

const char *pace_name(enum pace pace)
{
    return pace_names[pace];
}

enum pace pace_from_name(const char *name)
{
    return (enum pace)word_find(pace_names, 0, PACE_COUNT, PACE_COUNT, name);
}

uint32_t lobby_hash_settings(const struct lobby *lobby)
{
    /* Added only if it is not the default, so that a stored hash from before there was this setting stays valid. */
    uint32_t aids =
        (uint32_t)lobby->aids | (lobby->spectator_aids ? 0U : 1U << 8) | (lobby->counts ? 1U << 9 : 0U);
    const uint32_t settings[] = {
        (uint32_t)lobby->game, lobby->options,         lobby->is_private,     aids,
        lobby->clock,          (uint32_t)lobby->level, (uint32_t)lobby->pace, lobby->commentary};
    uint32_t hash = 2166136261U; /* FNV-1a, word by word */
    for (size_t i = 0; i < COUNT(settings); i++) {
        hash = (hash ^ settings[i]) * 16777619U;
    }
    if (lobby->night.from != lobby->night.to || lobby->days_off != 0) { /* for the same reason */
        hash = (hash ^ ((uint32_t)lobby->night.from << 16 | lobby->night.to)) * 16777619U;
        hash = (hash ^ lobby->days_off) * 16777619U;
        for (const char *at = lobby->night.zone; *at != '\0'; at++) {
            hash = (hash ^ (unsigned char)*at) * 16777619U;
        }
    }
    for (const char *at = lobby->lesson; *at != '\0'; at++) {
        hash = (hash ^ (unsigned char)*at) * 16777619U;
    }
    return hash;
}

bool lobby_is_unfinished(const struct lobby *lobby)
{
    return lobby->state == TABLE_OPEN || lobby->state == TABLE_RUNNING;
}

int lobby_member(const struct lobby *lobby, const char *player)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        if (strcmp(lobby->member[i].player, player) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool member_is_bot(const struct member *member)
{
    return member->bot != 0 && !member->substituted;
}

void member_end_substitution(struct member *member)
{
    member->bot = 0;
    member->substituted = false;
}

unsigned lobby_people(const struct lobby *lobby)
{
    unsigned people = 0;
    for (unsigned i = 0; i < lobby->members; i++) {
        people += !member_is_bot(&lobby->member[i]);
    }
    return people;
}

void lobby_add_member(struct lobby *lobby, const char *player, const char *name, unsigned pawns)
{
    struct member *member = &lobby->member[lobby->members++];
    *member = (struct member){.pawns = (uint8_t)pawns};
    memcpy(member->chat_from, lobby->chat_from, sizeof member->chat_from);
    memcpy(member->police_from, lobby->chat_from, sizeof member->police_from);
    (void)snprintf(member->player, sizeof member->player, "%s", player);
    (void)snprintf(member->name, sizeof member->name, "%s", name);
}

void lobby_remove_member(struct lobby *lobby, int index)
{
    for (unsigned i = (unsigned)index; i + 1 < lobby->members; i++) {
        lobby->member[i] = lobby->member[i + 1];
    }
    memset(&lobby->member[--lobby->members], 0, sizeof lobby->member[0]);
}

static bool is_somebody_elses(const char *theirs, const char *name, const char *id, const char *player)
{
    return strcmp(id, player) != 0 && names_look_alike(theirs, name);
}

bool lobby_name_is_taken(const struct lobby *lobby, const char *player, const char *name)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        if (is_somebody_elses(lobby->member[i].name, name, lobby->member[i].player, player)) {
            return true;
        }
    }
    for (unsigned i = 0; i < lobby->commentators; i++) {
        if (is_somebody_elses(lobby->commentator[i].name, name, lobby->commentator[i].player, player)) {
            return true;
        }
    }
    return false;
}
