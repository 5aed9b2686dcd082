/*
 * view.h: the only door out of a game.
 *
 * A view is what one viewer may know, built from nothing by copying in what is allowed. Encoders take
 * the types declared here and nothing else, so the compiler refuses to send a raw game, event or list
 * of choices. Live play, reconnecting, watching, replay and export all pass through these functions.
 */
#ifndef GASLIGHT_VIEW_H
#define GASLIGHT_VIEW_H

#include "common/rules/game.h"

enum viewer_role {
    VIEWER_PUBLIC,    /* an onlooker */
    VIEWER_DETECTIVE, /* a player of the police, with all he knows */
    VIEWER_POLICE,    /* all that the detectives know together */
    VIEWER_JACK,
    VIEWER_ALL, /* everything: finished games only */
};

enum { VIEWER_ROLES = VIEWER_ALL + 1 };

struct viewer {
    uint8_t role;  /* enum viewer_role */
    uint8_t pawns; /* of a detective: those he holds now, a mask; it may have been other ones before */
};

/* The words for roles: "public", "detective", "police", "jack", "all". False: there is no such role. */
const char *viewer_role_name(enum viewer_role role);
bool viewer_role_from_name(const char *name, enum viewer_role *role);

/*
 * Who looks at a record, by the word people say it with: "jack", "police", "public", "all", or a colour, which is the
 * player who holds it. False: there is no such word, or nobody holds that colour.
 */
bool viewer_from_name(const char *who, const struct setup *setup, struct viewer *viewer);

/* What a viewer knows in this game now: mask of enum audience. */
unsigned view_knowledge(const struct game *game, struct viewer viewer);

/* The pawns a viewer may act for: mask. None for onlookers; all of the police for VIEWER_POLICE. */
unsigned view_pawns(const struct game *game, struct viewer viewer);

/*
 * The view of a game. Members a viewer may not know are 0, and `knows` says which those are: the same
 * mask as view_knowledge(). Sets are ascending, never in the order in which they were given.
 */
struct view {
    uint8_t kind, options, phase, round, winner, reason;
    uint8_t role, knows;
    uint8_t pawns;  /* that this viewer acts for */
    uint8_t actors; /* that may act now */
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
    uint8_t head, heads_turned, heads_known[POLICEMEN_MAX]; /* Head tiles turned so far */
    uint8_t waiting, turn, searching, may_arrest;
    uint8_t saucy[2], graffito;
    uint8_t letters_used, letter_tonight, powers_used, smoker_used, address_used;
    uint8_t first_cell, last_cell; /* of the track tonight; last_cell 0 and first_cell 0: none yet */
    uint8_t on_track;              /* whether the two above mean anything */
    uint8_t special_cells[CELLS];  /* enum tile, TILE_UNKNOWN where the kind is not known */
    uint8_t special_double[CELLS]; /* 1 on the first cell of a tile that covers two */
    uint8_t tiles_total;           /* left, all kinds */
    uint8_t discoveries_found, discovery_found[DISCOVERIES]; /* ascending */

    /* AUDIENCE_TILES */
    uint8_t tiles[TILE_COUNT], tiles_used[TILE_COUNT];
    /* AUDIENCE_HEAD */
    uint8_t patrol_face[PATROLS]; /* of face-up ones public; else PAWN_NONE where not known */
    /* AUDIENCE_JACK */
    uint8_t hideout, marked, discovery[DISCOVERIES];
    uint8_t row[ROWS][CELLS], mark[ROWS][CELLS];
    /* AUDIENCE_ALL */
    uint8_t heads[POLICEMEN_MAX];
};

void view_game(const struct game *game, struct viewer viewer, struct view *view);

/* An event as a viewer may know it: `fields` lists only what is allowed, all else is 0. */
struct viewed_event {
    struct event shown;
};

void view_event(const struct game *game, struct viewer viewer, const struct event *event,
                struct viewed_event *viewed);

/*
 * Whether both were shown the same; of views, all but who is looking. What view.c fills is zeroed first, gaps between
 * members too: one that differs only there would be called different, so "the same" can be relied on.
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
