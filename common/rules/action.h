/*
 * action.h: what a player can do, as data.
 *
 * One row per kind holds its name, the fields it takes and whether it may be taken back. The same
 * struct is what a record stores, what `act` carries and what game_apply() judges. Field 0 means "not
 * given": no place, list or word has that value. Nothing here knows any rule.
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
    PAWN_FALSE = PAWN_JACK, /* as the face of a Patrol token: nobody */
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

/* Jack's special moves. TILE_UNKNOWN is what others see of a tile placed face down. */
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

/* The keys an action may carry beside "by" and "do". */
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
    FIELD_UNMARKED, /* unmarked */
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
    uint8_t pawn;   /* enum pawn; a policeman, so 0 is none */
    uint8_t letter; /* enum letter */
    uint8_t tile;   /* enum tile */
    uint8_t escape, power;
    uint8_t count; /* numbers used in list */
    uint8_t unmarked_count;
    uint8_t list[ACTION_LIST_MAX];
    uint8_t unmarked[ACTION_UNMARKED_MAX];
};

const char *pawn_name(enum pawn pawn); /* "jack", "yellow", ...; as a face, see face_name */
const char *face_name(enum pawn face); /* a colour, or "false" */
const char *letter_name(enum letter letter);
const char *tile_name(enum tile tile);
const char *action_name(enum action_kind kind);

/* The enum value of a word, or the enum's NONE (PAWN_NONE, LETTER_NONE, ACTION_NONE, ...). */
enum pawn pawn_from_name(const char *name);
enum letter letter_from_name(const char *name);
enum tile tile_from_name(const char *name);
enum action_kind action_from_name(const char *name);

/* Masks of FIELD_BIT: what a kind must carry and what it may carry beside. */
uint32_t action_fields_required(enum action_kind kind);
uint32_t action_fields_optional(enum action_kind kind);

/* What a Letter takes besides FIELD_LETTER. */
uint32_t letter_fields(enum letter letter);

/* Which fields an action carries, judged by its contents. */
uint32_t action_fields_given(const struct action *action);

/*
 * Whether actions of this kind may be taken back while nobody has acted since: those that told nobody
 * anything new. game_undoable() adds what depends on the game.
 */
bool action_kind_undoable(enum action_kind kind);

#endif
