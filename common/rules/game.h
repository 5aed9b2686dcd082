/*
 * game.h: a game as a value, and the two functions that drive it.
 *
 * `struct game` is flat and small. It is copied by assignment, and a copy serves as an undo, a what-if or a
 * rollback. game_apply() is the only way to change a game: it checks everything first and then makes the
 * whole change, or changes nothing and returns the reason. game_legal() lists the possible actions; the two
 * always agree.
 *
 * Everything here is pure: no I/O, no clock, no random numbers. The shuffled Head tiles are part of the
 * setup.
 */
#ifndef GASLIGHT_GAME_H
#define GASLIGHT_GAME_H

#include "common/base/error.h"
#include "common/board/board.h"
#include "common/rules/action.h"
#include "common/rules/event.h"
#include "common/rules/legal.h"

/* Options are bits. option_name() lists the options of each game. */
enum option {
    OPTION_LETTERS = 1U << 0,
    OPTION_FALSE_CLUES = 1U << 1,
    OPTION_RUSHING = 1U << 2,
    OPTION_AREA_ARREST = 1U << 3,
    OPTION_CATCH_ME = 1U << 4,
    OPTION_ADDRESS = 1U << 5,

    OPTION_DEPLOY_FIRST = 1U << 0,
    OPTION_MURDERER_AT_LARGE = 1U << 1,
    OPTION_NEWSPAPER_FABRICATIONS = 1U << 2,
    OPTION_POWERS = 1U << 3,
    OPTION_SMOKER = 1U << 4,
};

enum { OPTIONS_MAX = 6, SEATS_MAX = 6 };

enum phase {
    /* Letters from Whitechapel */
    PHASE_HIDEOUT,      /* setup */
    PHASE_WOMEN,        /* Hell 1-2 */
    PHASE_PATROLS,      /* Hell 3 */
    PHASE_LETTER,       /* Hell 3, option letters */
    PHASE_MOVE_PATROLS, /* Hell 3, after Saucy Jacky */
    PHASE_VICTIMS,      /* Hell 4, nobody acts */
    PHASE_KILL,         /* Hell 5 */
    PHASE_WRETCHED,     /* Hell 6 */
    PHASE_REVEAL,       /* Hell 7 */
    PHASE_ALARM,        /* Hell 8-9, nobody acts */
    PHASE_GRAFFITO,     /* after Jack's move: Jack may play Goulston Street */
    PHASE_GOULSTON,     /* the Head responds to it */
    PHASE_FALSE_CLUE,   /* start of Hunting 3 */
    /* Whitehall Mystery */
    PHASE_DISCOVERIES,
    PHASE_START,
    PHASE_DEPLOY,
    PHASE_ROUND, /* a round begins; nobody acts */
    PHASE_RECLAIM,
    PHASE_ANNOUNCE, /* nobody acts */
    /* both */
    PHASE_MOVE, /* Hunting 1 */
    PHASE_WALK, /* Hunting 2 */
    PHASE_ACT,  /* Hunting 3 */
    PHASE_OVER,
    PHASE_COUNT
};

enum winner { WINNER_NONE, WINNER_JACK, WINNER_POLICE };

enum reason {
    REASON_NONE,
    REASON_FIVE_VICTIMS,
    REASON_ALL_DISCOVERIES,
    REASON_ARREST,
    REASON_ADDRESS,
    REASON_OUT_OF_MOVES,
    REASON_NO_LEGAL_MOVE,
    REASON_RESIGNED,
    REASON_COUNT
};

/*
 * The move track. A cell is an index into a row of Jack's sheet: 0..4 are V IV III II I and 5..19 are 1..15.
 * Whitehall starts at its 0, which is index 4. cell_label() returns the printed number, with 0 -1 -2 -3 -4
 * for I II III IV V.
 */
enum { CELLS = 20, CELL_ONE = 4, CELL_LAST = CELLS - 1, ROWS = 4 };

static inline int cell_label(unsigned cell)
{
    return (int)cell - CELL_ONE;
}

/* A Police Patrol token. */
struct patrol {
    uint8_t crossing; /* 0: not on the board */
    uint8_t face;     /* a policeman, or PAWN_FALSE */
    uint8_t face_up;
};

enum { WOMEN_MAX = 8, WRETCHED_MAX = 5, CRIMES_MAX = 5, FALSE_CLUES_MAX = 3, DISCOVERIES = 4 };

/* Everything a game starts with, so that replaying a record gives the same game everywhere. */
struct setup {
    enum game_kind game;
    uint32_t options; /* enum option */
    uint8_t seats;
    uint8_t pawns[SEATS_MAX]; /* mask of PAWN_BIT per seat; the police players sit clockwise in this order */
    uint8_t heads[POLICEMEN_MAX]; /* Whitechapel: the shuffled Head tiles; Whitehall: zeros */
};

/*
 * The complete state, secrets included. Only the rules and view.c may look inside; all other code gets a
 * `struct view`. game_new() sets every byte and there is no padding, so games can be compared with memcmp.
 */
struct game {
    struct set clues;    /* circles with a clue marker */
    struct set searched; /* circles already named in the current search */

    uint8_t kind, options, phase;
    uint8_t round; /* night 1-4, or round 1-3 */
    uint8_t winner, reason;
    uint8_t seats;
    uint8_t seat_of[PAWN_COUNT]; /* which seat holds each pawn; SEATS_MAX: not in this game */

    /* Jack's sheet */
    uint8_t hideout;
    uint8_t discovery[DISCOVERIES]; /* NW NE SW SE */
    uint8_t discovered;             /* mask over discovery[]: those with a red marker */
    uint8_t first_cell, last_cell;  /* of the current row, once the crime or start is on it */
    uint8_t row[ROWS][CELLS];       /* circles; 0: empty */
    uint8_t mark[ROWS][CELLS];      /* enum tile: the special move that covers the cell */

    /* What Jack has */
    uint8_t tiles[TILE_COUNT];      /* available, by kind */
    uint8_t tiles_used[TILE_COUNT]; /* Whitehall: used and not reclaimed */
    uint8_t letters_used;           /* mask of 1 << letter */
    uint8_t letter_tonight;         /* a Letter has been played this night */
    uint8_t false_held, false_gained;

    /* On the board */
    uint8_t crossing[PAWN_COUNT]; /* of each policeman; 0: not on the board */
    uint8_t crimes, crime[CRIMES_MAX];
    uint8_t women, woman[WOMEN_MAX];                /* ascending */
    uint8_t marked;                                 /* mask over woman[] */
    uint8_t wretched_count, wretched[WRETCHED_MAX]; /* ascending */
    uint8_t wretched_moved;                         /* mask over wretched[] */
    uint8_t time_of_crime;                          /* 1-5 for I-V */
    struct patrol patrol[PATROLS];                  /* ascending by crossing */
    uint8_t false_clue[FALSE_CLUES_MAX];            /* circles blocked tonight */
    uint8_t false_clues;
    uint8_t clue_markers; /* on the board this night or round */

    /* Whose turn */
    uint8_t heads[POLICEMEN_MAX]; /* the pile; heads[round - 1] is tonight's Head once it is turned over */
    uint8_t head;                 /* tonight's Head, or 0 */
    uint8_t waiting;              /* mask: policemen that have not walked, acted or deployed yet */
    uint8_t turn;                 /* the seat whose policemen are to act */
    uint8_t saucy[2];             /* the crossings of the patrols chosen with Saucy Jacky */
    uint8_t graffito;             /* the policeman named by Goulston Street */
    uint8_t searching;            /* the policeman who is searching, or 0 */
    uint8_t may_arrest;           /* Ferris is using his power: an arrest may follow the search */
    uint8_t powers_used;          /* mask of pawns */
    uint8_t smoker_used, address_used;
    uint8_t unused[7]; /* always 0; replaces padding, which assignment need not copy */
};

/* Starts a game. `board` must be a board for setup->game. On error nothing is written. */
enum error game_new(const struct board *board, struct game *game, const struct setup *setup);

/*
 * Applies an action; this is the only way to change a game. `action->by` is the pawn that acts; the caller
 * must check that the player holds that pawn. On ERROR_OK the game has changed and `events` lists what
 * happened, in order; otherwise neither has changed.
 */
enum error game_apply(const struct board *board, struct game *game, const struct action *action,
                      struct events *events);

/* Lists what the given pawns may do now; see legal.h. */
void game_legal(const struct board *board, const struct game *game, unsigned pawns, struct legal *legal);

/* Return masks: the pawns that may act now, and the pawns of a seat. */
unsigned game_actors(const struct game *game);
unsigned game_seat_pawns(const struct game *game, unsigned seat);

/*
 * Returns the crossings where policemen stand. `crossing` is the member of that name in a game, view or
 * dossier.
 */
struct set police_crossings(const uint8_t crossing[PAWN_COUNT]);

/* Whitechapel: returns the circles that may be the hideout under these options. */
struct set hideout_circles(const struct board *board, uint32_t options);

/* Returns true if `action`, which led to `after`, can be taken back as long as nobody else has acted. */
bool game_undoable(const struct game *after, const struct action *action);

/* Returns NULL, or the first invariant that does not hold. For tests and debug builds. */
const char *game_broken(const struct board *board, const struct game *game);

/* Names. */
const char *phase_name(enum phase phase);
const char *winner_name(enum winner winner);
const char *reason_name(enum reason reason);
unsigned game_policemen(enum game_kind game); /* mask of the game's police pawns */
unsigned option_count(enum game_kind game);
const char *option_name(enum game_kind game, unsigned index);     /* of bit 1 << index */
uint32_t option_from_name(enum game_kind game, const char *name); /* 0 if there is no such option */
enum winner winner_from_name(const char *name);
enum reason reason_from_name(const char *name);

#endif
