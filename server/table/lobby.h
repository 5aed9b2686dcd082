/*
 * lobby.h: who sits at a table, with which settings, and how far it has come.
 *
 * A lobby is a value. It is never changed in place: a change is made on a copy, which table_commit.h stores and then
 * adopts. The functions here look at a lobby and nothing else.
 */
#ifndef GASLIGHT_LOBBY_H
#define GASLIGHT_LOBBY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bots/bot.h"
#include "common/rules/game.h"
#include "common/wire/aids.h"
#include "common/wire/record.h"
#include "server/base/identity.h"

enum {
    NAME_BYTES_MAX = RECORD_NAME_MAX,
    NAME_CHARACTERS_MAX = 32,
    MEMBERS_MAX = 12,     /* everyone who sits at a table or has sat there since its start */
    COMMENTATORS_MAX = 4, /* of a table */
    LEFT_MAX = 16,        /* people who left before the start */
};

enum table_state { TABLE_OPEN, TABLE_RUNNING, TABLE_FINISHED, TABLE_CLOSED };
enum pace { PACE_SLOW, PACE_NORMAL, PACE_QUICK, PACE_COUNT };

struct member {
    char player[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
    uint8_t pawns;    /* those held now */
    uint8_t resigns;  /* 1 if this detective has asked to resign */
    uint8_t bot;      /* 0 if a person plays, otherwise 1 + enum bot_level */
    bool consents;    /* to commentators, before the start */
    bool substituted; /* the bot plays only until the player returns; otherwise the seat is the bot's own */
};

struct commentator {
    char player[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
};

struct lobby {
    enum table_state state;
    enum game_kind game;
    uint32_t options;
    bool is_private;
    enum aids aids;
    uint32_t clock;       /* seconds per action; 0 if there is no clock */
    enum bot_level level; /* of bots that replace players who run out of time */
    enum pace pace;       /* of the bots */
    char invite[INVITE_LENGTH + 1];
    char host[PLAYER_ID_LENGTH + 1];
    char rematch[TABLE_ID_LENGTH + 1]; /* the table that continues this one, or "" */
    bool shared;                       /* a finished private game that anyone with its id may see */
    uint32_t request_hash; /* of the settings that `create` asked for, to recognise it if it is repeated */
    unsigned members;
    struct member member[MEMBERS_MAX];
    /* Once started, the record's header, which never changes again. Members sit in the order of its seats. */
    struct setup setup;
    char seat_name[SEATS_MAX][NAME_BYTES_MAX + 1];
    uint8_t winner, reason;
    /* commentary.h's: whether there may be commentators, who they are, and who has left a seat and can't be one. */
    bool commentary;
    char commentary_invite[INVITE_LENGTH + 1];
    unsigned commentators, left;
    struct commentator commentator[COMMENTATORS_MAX];
    char left_player[LEFT_MAX][PLAYER_ID_LENGTH + 1];
    bool practice;            /* the only person, among bots, took back what others would have had to allow */
    int64_t created, touched; /* seconds since 1970 */
};

const char *table_state_name(enum table_state state);
const char *pace_name(enum pace pace);
enum pace pace_from_name(const char *name); /* returns PACE_COUNT for any other word */

/* Reads the name of a state. Returns false if there is no such state. */
bool table_state_from_name(const char *name, enum table_state *state);

/* Returns a hash of everything that `create` sets. */
uint32_t lobby_hash_settings(const struct lobby *lobby);

/* Returns whether the table is open or running. */
bool lobby_is_unfinished(const struct lobby *lobby);

/* Returns the index of a player among the members, or -1. */
int lobby_member(const struct lobby *lobby, const char *player);
unsigned lobby_people(const struct lobby *lobby); /* members that are not bots */

/* Returns whether the seat belongs to a bot, and not to a player whom a bot replaces for a while. */
bool member_is_bot(const struct member *member);

/* Lets the player of a substituted seat play it again. */
void member_end_substitution(struct member *member);

void lobby_add_member(struct lobby *lobby, const char *player, const char *name, unsigned pawns);
void lobby_remove_member(struct lobby *lobby, int index);

#endif
