/*
 * view.h: turns the state of a game into what one viewer may know.
 *
 * A view is built from nothing by copying what is allowed. Encoders accept only the types declared here, so
 * the compiler rejects any attempt to send a raw game, event or list of choices. Live play, reconnecting,
 * watching, replay and export all use these functions.
 */
#ifndef GASLIGHT_VIEW_H
#define GASLIGHT_VIEW_H

#include "common/rules/game.h"

enum viewer_role {
    VIEWER_PUBLIC,    /* a spectator */
    VIEWER_DETECTIVE, /* a police player, who also knows what their own pawns know */
    VIEWER_POLICE,    /* everything that the police players know together */
    VIEWER_JACK,
    VIEWER_ALL, /* everything; only for finished games and for commentators */
};

enum { VIEWER_ROLES = VIEWER_ALL + 1 };

struct viewer {
    uint8_t role;  /* enum viewer_role */
    uint8_t pawns; /* mask: the pawns a detective holds now; these may change during a game */
};

/*
 * The names of roles: "public", "detective", "police", "jack", "all". viewer_role_from_name() returns false
 * for any other name.
 */
const char *viewer_role_name(enum viewer_role role);
bool viewer_role_from_name(const char *name, enum viewer_role *role);

/*
 * Finds the viewer that a word stands for: "jack", "police", "public", "all", or a colour, which means the
 * player who holds it. Returns false for any other word, or if nobody holds that colour.
 */
bool viewer_from_name(const char *who, const struct setup *setup, struct viewer *viewer);

/* Returns what a viewer knows in this game now, as a mask of enum audience. */
unsigned view_knowledge(const struct game *game, struct viewer viewer);

/*
 * Returns the pawns a viewer may act for, as a mask: none for spectators, all of the police for
 * VIEWER_POLICE.
 */
unsigned view_pawns(const struct game *game, struct viewer viewer);

/*
 * The view of a game. Members that the viewer may not know are 0; `knows`, the mask from view_knowledge(),
 * says which those are. Lists are ascending, never in the order in which they were given.
 */
struct view {
    uint8_t kind, options, phase, round, winner, reason;
    uint8_t role, knows;
    uint8_t pawns;  /* the pawns this viewer acts for */
    uint8_t actors; /* the pawns that may act now */
    uint8_t seats, seat_of[PAWN_COUNT];

    /* public */
    uint8_t crossing[PAWN_COUNT];
    uint8_t crimes, crime[CRIMES_MAX]; /* ascending */
    uint8_t women, woman[WOMEN_MAX];
    uint8_t wretched_count, wretched[WRETCHED_MAX], wretched_moved;
    uint8_t time_of_crime;
    uint8_t patrol_crossing[PATROLS], patrol_up[PATROLS];
    uint8_t false_clue[FALSE_CLUES_MAX], false_clues, clue_markers; /* ascending */
    uint8_t false_held;
    struct set clues, searched;
    uint8_t head, heads_turned, heads_known[POLICEMEN_MAX]; /* Head tiles turned over so far */
    uint8_t waiting, turn, searching, may_arrest;
    uint8_t saucy[2], graffito;
    uint8_t letters_used, letter_tonight, powers_used, smoker_used, address_used;
    uint8_t first_cell, last_cell; /* of the current row */
    uint8_t on_track;              /* first_cell and last_cell are valid */
    uint8_t special_cells[CELLS];  /* enum tile; TILE_UNKNOWN if the kind is secret */
    uint8_t special_double[CELLS]; /* 1 on the first cell of a tile that covers two */
    uint8_t tiles_total;           /* available, all kinds together */
    uint8_t discoveries_found, discovery_found[DISCOVERIES]; /* ascending */

    /* AUDIENCE_TILES */
    uint8_t tiles[TILE_COUNT], tiles_used[TILE_COUNT];
    /* AUDIENCE_HEAD */
    uint8_t patrol_face[PATROLS]; /* public if face up; otherwise PAWN_NONE unless known */
    /* AUDIENCE_JACK */
    uint8_t hideout, marked, discovery[DISCOVERIES];
    uint8_t row[ROWS][CELLS], mark[ROWS][CELLS];
    /* AUDIENCE_ALL */
    uint8_t heads[POLICEMEN_MAX];
};

void view_game(const struct game *game, struct viewer viewer, struct view *view);

/* An event as a viewer may know it: `fields` lists what is visible, everything else is 0. */
struct viewed_event {
    struct event shown;
};

void view_event(const struct game *game, struct viewer viewer, const struct event *event,
                struct viewed_event *viewed);

/*
 * Return true if both viewers were shown the same; for views, apart from who is looking. The structs are
 * zeroed before view.c fills them, padding included, so a difference in padding can only make them compare as
 * different: "the same" is reliable.
 */
bool view_same_event(const struct viewed_event *left, const struct viewed_event *right);
bool view_same_sight(const struct view *left, const struct view *right);

/* The choices of a viewer's own pawns. */
struct viewed_legal {
    struct legal shown;
};

void view_legal(const struct board *board, const struct game *game, struct viewer viewer,
                struct viewed_legal *viewed);

#endif
