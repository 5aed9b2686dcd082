/*
 * event.h: what happened, and who may know it.
 *
 * game_apply() produces a few events. Each kind of event is one row of a table that lists its fields and the
 * audience of each. A field without an audience is visible to nobody, and a kind without a row does not
 * compile. Events are never encoded as the rules produced them: view_event() first turns them into a `struct
 * viewed_event`.
 */
#ifndef GASLIGHT_EVENT_H
#define GASLIGHT_EVENT_H

#include <stdint.h>

/*
 * One row per kind: enum, name, and which of its fields are visible to whom, as F(field, audience). The enum
 * is generated from the rows, so every kind has one. Fields that a row does not mention are visible to
 * nobody.
 */
#define EVENT_KIND_TABLE(X) \
    /* Jack chose a hideout */ \
    X(HIDEOUT, "hideout", F(BY, EVERYONE) F(CIRCLE, JACK)) \
    /* a night or round begins */ \
    X(NIGHT, "night", F(ROUND, EVERYONE)) \
    /* Women placed face down */ \
    X(WOMEN, "women", F(BY, EVERYONE) F(CIRCLES, EVERYONE) F(MARKED, JACK)) \
    /* the Head tile is turned */ \
    X(HEAD, "head", F(PAWN, EVERYONE)) \
    /* the Head named a circle */ \
    X(ADDRESS, "address", F(BY, EVERYONE) F(CIRCLE, EVERYONE) F(FOUND, EVERYONE)) \
    /* Patrols placed face down */ \
    X(PATROLS, "patrols", F(BY, EVERYONE) F(CROSSINGS, EVERYONE) F(PLACE, HEAD)) \
    /* Jack played a Letter; saucy_jacky names crossings, goulston_street a pawn */ \
    X(LETTER, "letter", F(BY, EVERYONE) F(LETTER, EVERYONE) F(CROSSINGS, EVERYONE) F(PAWN, EVERYONE)) \
    /* patrols moved by a Letter */ \
    X(SHIFT, "shift", F(BY, EVERYONE) F(MOVES, EVERYONE)) \
    /* the Head sent a policeman to Goulston Street */ \
    X(GOULSTON, "goulston", F(BY, EVERYONE) F(PAWN, EVERYONE) F(CROSSING, EVERYONE)) \
    /* marked women became Wretched */ \
    X(VICTIMS, "victims", F(CIRCLES, EVERYONE)) \
    /* one crime, or the Double Event */ \
    X(KILL, "kill", F(BY, EVERYONE) F(CIRCLES, EVERYONE) F(ORDER, JACK) F(CELLS, EVERYONE)) \
    /* the time of the crime advances */ \
    X(WAIT, "wait", F(BY, EVERYONE) F(TIME, EVERYONE)) \
    /* one Wretched moved */ \
    X(WRETCHED, "wretched", F(BY, EVERYONE) F(FROM, EVERYONE) F(TO, EVERYONE)) \
    /* a patrol was turned face up */ \
    X(REVEAL, "reveal", F(BY, EVERYONE) F(CROSSING, EVERYONE) F(FACE, EVERYONE)) \
    /* patrols were replaced by policemen */ \
    X(ALARM, "alarm", F(POLICE, EVERYONE)) \
    /* a normal move */ \
    X(MOVE, "move", F(BY, EVERYONE) F(TO, JACK) F(CELLS, EVERYONE)) \
    /* coach, alley, boat */ \
    X(SPECIAL, "special", F(BY, EVERYONE) F(TILE, TILES) F(VIA, JACK) F(TO, JACK) F(CELLS, EVERYONE)) \
    /* Jack reached the hideout; the night is over */ \
    X(ESCAPE, "escape", F(BY, EVERYONE) F(ROUND, EVERYONE)) \
    /* a policeman walked */ \
    X(WALK, "walk", F(BY, EVERYONE) F(TO, EVERYONE) F(POWER, EVERYONE)) \
    /* Jack placed a false clue */ \
    X(FALSE_CLUE, "false_clue", F(BY, EVERYONE) F(CIRCLE, EVERYONE)) \
    /* Jack gained a false clue */ \
    X(GAIN, "gain", F(BY, EVERYONE)) \
    /* a search of one circle and its answer */ \
    X(SEARCH, "search", F(BY, EVERYONE) F(CIRCLE, EVERYONE) F(FOUND, EVERYONE) F(POWER, EVERYONE)) \
    /* an arrest and its outcome; circles: all those next to the policeman */ \
    X(ARREST, "arrest", \
      F(BY, EVERYONE) F(CIRCLE, EVERYONE) F(CIRCLES, EVERYONE) F(FOUND, EVERYONE) F(POWER, EVERYONE)) \
    /* a policeman rushed to an adjacent crossing instead of acting */ \
    X(RUSH, "rush", F(BY, EVERYONE) F(TO, EVERYONE)) \
    /* an action was skipped */ \
    X(PASS, "pass", F(BY, EVERYONE)) \
    /* Jack chose the four Discovery Locations */ \
    X(DISCOVERIES, "discoveries", F(BY, EVERYONE) F(CIRCLES, JACK)) \
    /* Jack announced the start */ \
    X(START, "start", F(BY, EVERYONE) F(CIRCLE, EVERYONE)) \
    /* an investigator was placed */ \
    X(DEPLOY, "deploy", F(BY, EVERYONE) F(CROSSING, EVERYONE)) \
    /* every visited circle next to yellow */ \
    X(SMOKER, "smoker", F(BY, EVERYONE) F(CIRCLES, EVERYONE)) \
    /* a Discovery Location was announced */ \
    X(DISCOVERY, "discovery", F(BY, EVERYONE) F(CIRCLE, EVERYONE)) \
    /* Jack took back a used tile */ \
    X(RECLAIM, "reclaim", F(BY, EVERYONE) F(TILE, TILES)) \
    /* a player resigned */ \
    X(RESIGN, "resign", F(BY, EVERYONE)) \
    /* the result */ \
    X(OVER, "over", F(RESULT, EVERYONE)) \
    /* everything that was secret, when the game is over */ \
    X(SHEET, "sheet", F(MARKED, EVERYONE) F(PLACE, EVERYONE) F(SHEET, EVERYONE))

enum event_kind {
#define EVENT_KIND_ENUM(name, key, fields) EVENT_##name,
    EVENT_KIND_TABLE(EVENT_KIND_ENUM)
#undef EVENT_KIND_ENUM
        EVENT_KIND_COUNT
};

/* One row per member of struct event: enum, JSON key, member. */
#define EVENT_FIELD_TABLE(X) \
    X(BY, "by", by) \
    X(ROUND, "round", round) \
    X(PAWN, "pawn", pawn) \
    X(CIRCLE, "circle", circle) \
    X(CIRCLES, "circles", circles) \
    X(MARKED, "marked", marked) \
    X(ORDER, "order", order) \
    X(CROSSING, "crossing", crossing) \
    X(CROSSINGS, "crossings", crossings) \
    X(PLACE, "place", place) \
    X(FACE, "face", face) \
    X(POLICE, "police", police) \
    X(LETTER, "letter", letter) \
    X(MOVES, "moves", moves) \
    X(FROM, "from", from) \
    X(VIA, "via", via) \
    X(TO, "to", to) \
    X(TILE, "tile", tile) \
    X(CELLS, "cells", cells) \
    X(TIME, "time", time) \
    X(POWER, "power", power) \
    X(FOUND, "found", found) \
    X(RESULT, "result", result) \
    X(SHEET, "sheet", sheet)

enum event_field {
#define EVENT_FIELD_ENUM(name, key, member) EVENT_##name##_FIELD,
    EVENT_FIELD_TABLE(EVENT_FIELD_ENUM)
#undef EVENT_FIELD_ENUM
        EVENT_FIELD_COUNT
};

#define EVENT_FIELD_BIT(field) (1U << (field))

/* Who may know a field: a mask that is compared with what a viewer knows (view_knowledge()). */
enum audience {
    AUDIENCE_NOBODY = 0,
    AUDIENCE_EVERYONE = 1U << 0,
    AUDIENCE_JACK = 1U << 1,
    AUDIENCE_HEAD = 1U << 2,  /* the player of this night's Head */
    AUDIENCE_TILES = 1U << 3, /* Jack, and everybody else unless the option murderer_at_large is on */
    AUDIENCE_ALL = 1U << 4,   /* only viewers who may see everything */
};

/* The longest list is the circles next to a crossing; hunt.c asserts that every board fits. */
enum { EVENT_LIST_MAX = 25, EVENTS_MAX = 8 };

struct event_list {
    uint8_t count;
    uint8_t item[EVENT_LIST_MAX];
};

/* Jack's whole sheet, for the end of the game. */
struct event_sheet {
    uint8_t hideout;
    uint8_t discovery[4];
    uint8_t rows;
    uint8_t row[4][20];
    uint8_t mark[4][20];
    uint8_t heads[5];
};

struct event {
    uint8_t kind;    /* enum event_kind */
    uint32_t fields; /* mask of EVENT_FIELD_BIT: the members that are set */
    uint8_t by, round, pawn, circle;
    struct event_list circles; /* ascending */
    struct event_list marked;  /* ascending */
    struct event_list order;   /* in the order Jack gave them */
    uint8_t crossing;
    struct event_list crossings; /* ascending */
    struct event_list place;     /* crossing, face, ... ascending by crossing */
    uint8_t face;
    struct event_list police; /* pawn, crossing, ... in the order of the pawns */
    uint8_t letter;
    struct event_list moves; /* from, to, ... ascending by from */
    uint8_t from, via, to, tile;
    struct event_list cells; /* cell indices; see cell_label() */
    uint8_t time, power, found;
    struct {
        uint8_t winner, reason;
    } result;
    struct event_sheet sheet;
};

struct events {
    uint8_t count;
    struct event item[EVENTS_MAX];
};

const char *event_name(enum event_kind kind);
const char *event_field_key(enum event_field field);

/* Returns who may know this field of this kind; AUDIENCE_NOBODY if the kind does not have the field. */
enum audience event_audience(enum event_kind kind, enum event_field field);

#endif
