/*
 * action.h: the actions of players, as data.
 *
 * One row per kind holds its name, its fields and whether it can be taken back. Records store this struct,
 * `act` carries it and game_apply() checks it. A field with value 0 is not given: no place, list or word has
 * that value. No rules are implemented here.
 */
#ifndef GASLIGHT_ACTION_H
#define GASLIGHT_ACTION_H

#include <stdbool.h>
#include <stdint.h>

enum pawn {
    PAWN_JACK,
    PAWN_YELLOW,
    PAWN_RED,
    PAWN_BLUE,
    PAWN_GREEN,
    PAWN_BROWN,
    PAWN_COUNT,
    PAWN_NONE = PAWN_COUNT,
    PAWN_FALSE = PAWN_JACK, /* on a Patrol token: a false patrol */
};

enum { POLICEMEN_MAX = PAWN_COUNT - 1, PATROLS = POLICEMEN_MAX + 2 };

/* Sets of pawns are masks of PAWN_BIT. */
#define PAWN_BIT(pawn) (1U << (pawn))

enum letter {
    LETTER_NONE,
    LETTER_DEAR_BOSS,
    LETTER_SAUCY_JACKY,
    LETTER_FROM_HELL,
    LETTER_GOULSTON_STREET,
    LETTER_COUNT
};

/* Jack's special moves. Other players see TILE_UNKNOWN for a tile placed face down. */
enum tile { TILE_NONE, TILE_COACH, TILE_ALLEY, TILE_BOAT, TILE_COUNT, TILE_UNKNOWN = TILE_COUNT };

enum action_kind {
    ACTION_NONE,
    /* Letters from Whitechapel */
    ACTION_HIDEOUT,
    ACTION_WOMEN,
    ACTION_ADDRESS,
    ACTION_PATROLS,
    ACTION_LETTER,
    ACTION_MOVE_PATROLS,
    ACTION_GOULSTON,
    ACTION_KILL,
    ACTION_WAIT,
    ACTION_WRETCHED,
    ACTION_REVEAL,
    ACTION_FALSE_CLUE,
    ACTION_RUSH,
    /* Whitehall Mystery */
    ACTION_DISCOVERIES,
    ACTION_START,
    ACTION_DEPLOY,
    ACTION_BOAT,
    ACTION_SMOKER,
    ACTION_RECLAIM,
    /* both */
    ACTION_MOVE,
    ACTION_COACH,
    ACTION_ALLEY,
    ACTION_WALK,
    ACTION_SEARCH,
    ACTION_ARREST,
    ACTION_PASS,
    ACTION_RESIGN,
    ACTION_KIND_COUNT
};

#define ACTION_BIT(kind) (1U << (kind))

/* The keys of an action besides "by" and "do". */
enum action_field {
    FIELD_CIRCLE,
    FIELD_CROSSING,
    FIELD_FROM,
    FIELD_VIA,
    FIELD_TO,
    FIELD_PAWN,
    FIELD_LETTER,
    FIELD_TILE,
    FIELD_ESCAPE,
    FIELD_POWER,
    FIELD_CIRCLES,  /* list: kill, discoveries */
    FIELD_MARKED,   /* list */
    FIELD_UNMARKED, /* list, stored in `unmarked` */
    FIELD_PLACE,    /* list of crossing, face, crossing, face, ... */
    FIELD_MOVES,    /* list of from, to, from, to */
    FIELD_FROM_TWO, /* list: "from": [a, b] of saucy_jacky */
    ACTION_FIELD_COUNT
};

#define FIELD_BIT(field) (1U << (field))

enum { ACTION_LIST_MAX = 2 * PATROLS, ACTION_UNMARKED_MAX = 8 };

struct action {
    uint8_t kind; /* enum action_kind */
    uint8_t by;   /* enum pawn */
    uint8_t circle, crossing, from, via, to;
    uint8_t pawn;   /* enum pawn; never Jack, so 0 means none */
    uint8_t letter; /* enum letter */
    uint8_t tile;   /* enum tile */
    uint8_t escape, power;
    uint8_t count; /* number of elements used in list */
    uint8_t unmarked_count;
    uint8_t list[ACTION_LIST_MAX];
    uint8_t unmarked[ACTION_UNMARKED_MAX];
};

const char *pawn_name(enum pawn pawn); /* "jack", "yellow", ...; see face_name() for tokens */
const char *face_name(enum pawn face); /* a colour, or "false" */
const char *letter_name(enum letter letter);
const char *tile_name(enum tile tile);
const char *action_name(enum action_kind kind);

/* Return the enum value for a name, or the enum's NONE (PAWN_NONE, LETTER_NONE, ACTION_NONE, ...). */
enum pawn pawn_from_name(const char *name);
enum letter letter_from_name(const char *name);
enum tile tile_from_name(const char *name);
enum action_kind action_from_name(const char *name);

/* Return the fields that a kind requires and those it allows in addition, as masks of FIELD_BIT. */
uint32_t action_fields_required(enum action_kind kind);
uint32_t action_fields_optional(enum action_kind kind);

/* Returns the fields that a Letter takes besides FIELD_LETTER. */
uint32_t letter_fields(enum letter letter);

/* Returns which fields the contents of an action amount to. */
uint32_t action_fields_given(const struct action *action);

/*
 * Returns true for kinds that reveal nothing new to anybody and can therefore be taken back until somebody
 * else acts. game_undoable() adds the conditions that depend on the game.
 */
bool action_kind_undoable(enum action_kind kind);

#endif
