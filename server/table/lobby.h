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

#include "common/base/names.h"
#include "common/bots/bot.h"
#include "common/lesson/lesson.h"
#include "common/rules/game.h"
#include "common/wire/aids.h"
#include "common/wire/record.h"
#include "server/base/identity.h"
#include "server/base/time_zone.h"

enum {
    MEMBERS_MAX = 12,     /* everyone who sits at a table or has sat there since its start */
    COMMENTATORS_MAX = 4, /* of a table */
    LEFT_MAX = 16,        /* people who left before the start */
    READERS_MAX = 32,     /* people who may have read what the police said before the start */
    MARKER_LENGTH = 12,   /* of the key of a marker in the chat */
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
    /* chat_access.h's: the marker after which they may read the police's and the other messages, or "". */
    char police_from[MARKER_LENGTH + 1], chat_from[MARKER_LENGTH + 1];
    /* pauses.h's: since when and until when they are away, or 0, and how long that has held the clock before. */
    int64_t away_from, away_until; /* seconds since 1970 */
    uint32_t off_used;             /* seconds */
};

/* Hours during which the clock stands still, as minutes of the day; none if they are equal. */
struct night {
    uint16_t from, to;
    char zone[TIME_ZONE_NAME_MAX + 1];
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
    bool counts; /* in statistics, although it is private */
    enum aids aids;
    bool spectator_aids; /* spectators may use them, too */
    uint32_t clock;      /* seconds per action; 0 if there is no clock */
    struct night night;  /* pauses.h's, like the next: days of the game that a player may hold the clock */
    uint8_t days_off;
    /* table_clock.h's: the milliseconds that were left at a time since 1970, after so many entries of the log; or 0. */
    int64_t clock_at, clock_left, clock_entries;
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
    /* chat_access.h's: the latest marker, the one after which newcomers may read, and who has read the police's. */
    char marker[MARKER_LENGTH + 1], chat_from[MARKER_LENGTH + 1];
    bool police_spoke; /* before the start */
    unsigned readers;
    char reader[READERS_MAX][PLAYER_ID_LENGTH + 1];
    bool practice; /* a lesson; or the only person, among bots, took back what others would have to allow */
    char lesson[LESSON_NAME_MAX + 1]; /* the guided game that is played here, or "" */
    int64_t created, touched;         /* seconds since 1970 */
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

/* Returns whether a name looks like that of a member or commentator who is not `player`. */
bool lobby_name_is_taken(const struct lobby *lobby, const char *player, const char *name);

void lobby_add_member(struct lobby *lobby, const char *player, const char *name, unsigned pawns);
void lobby_remove_member(struct lobby *lobby, int index);

#endif
