/*
 * dossier.h: everything the public has been shown, collected for deduction.
 *
 * A dossier is built only from events and views as a spectator receives them, so anything deduced from it
 * could be deduced by any spectator with pen and paper. Like a game it is a flat value: copying is
 * assignment, and a copy serves as a what-if. Dossiers are not stored; replaying the record rebuilds one in
 * microseconds. Undone actions are not in the record and therefore not in the dossier.
 *
 * The end of a game adds nothing that only the end revealed.
 *
 * Cells are indices into a row of Jack's sheet, as in game.h. A *time* is the index of the last cell that was
 * filled when something happened.
 */
#ifndef GASLIGHT_DOSSIER_H
#define GASLIGHT_DOSSIER_H

#include "common/view/view.h"

/* One of Jack's moves as everybody saw it: its kind, the cells it filled, and the positions of the police. */
struct dossier_step {
    uint8_t tile;  /* enum tile; TILE_NONE for a normal move, TILE_UNKNOWN for a tile placed face down */
    uint8_t first; /* the first cell it filled */
    uint8_t cells; /* 2 for a Coach, otherwise 1 */
    uint8_t police[PAWN_COUNT]; /* crossings of the policemen at the time; 0: not on the board */
};

/* A night or a round. */
struct dossier_round {
    struct set absent[CELLS]; /* by time: circles where an arrest missed Jack */
    uint8_t seen[SET_LIMIT]; /* circle -> 1 + the earliest time Jack was known to have been there; 0: never */
    uint8_t clear[SET_LIMIT]; /* circle -> 1 + the latest time a search found nothing there; 0: never */
    uint8_t begun;            /* the crime or the start is in its row */
    uint8_t over;             /* Jack got home or announced a discovery */
    uint8_t first_cell;       /* of the row */
    uint8_t last_cell;        /* the last cell filled so far */
    uint8_t starts;           /* 1, or 2 on the night of the Double Event, whose order is unknown */
    uint8_t start[2];         /* ascending */
    uint8_t end;              /* Whitehall: the discovery that ended the round */
    uint8_t
        reclaimed; /* Whitehall: a one-cell tile was taken back before the round; 1, or 2 if its kind is known */
    uint8_t reclaimed_tile;  /* its kind, if known */
    uint8_t smoker_crossing; /* Whitehall: where yellow was when smoking, 0: not in this round. The circles */
    uint8_t smoker_time;     /* found are in seen[]; the other circles next to that crossing were clear */
    uint8_t steps;
    struct dossier_step step[CELLS];
    uint8_t unused[7]; /* always 0; replaces padding, so that dossiers can be compared with memcmp */
};

struct dossier {
    struct set not_hideout; /* Whitechapel: addresses that were named and wrong */
    struct dossier_round round[ROWS];
    uint8_t kind, options;
    uint8_t phase;              /* the current phase; of a finished game, the last one before the end */
    uint8_t rounds;             /* started or about to start; 0 before the first */
    uint8_t police[PAWN_COUNT]; /* current crossings */
    uint8_t tiles[TILE_COUNT];  /* available, by kind, if that is public */
    uint8_t tiles_total;        /* available, all kinds together */
    uint8_t unused[1];          /* always 0 */
};

/* Initializes an empty dossier for a new game. */
void dossier_begin(struct dossier *dossier, enum game_kind game, uint32_t options);

/* Adds one action: its events as the public sees them, in order, and the public view after it. */
void dossier_add(struct dossier *dossier, const struct viewed_event *event, unsigned count,
                 const struct view *after);

/* Does the same for a game that an action has just changed, by taking a spectator's view of it. */
void dossier_follow(struct dossier *dossier, const struct game *after, const struct events *events);

/*
 * Adds a legal move of Jack that has not happened: what everyone would know after it. `tile` is the special move, or
 * TILE_NONE.
 */
void dossier_imagine_move(struct dossier *dossier, enum tile tile);

/*
 * Returns where one step may have led from a circle, given that `occupied` are the crossings of step->police.
 * For a Coach this is one of its two cells. Deduction calls it for each circle of each cell.
 */
static inline struct set dossier_step_ways(const struct board *board, const struct dossier_step *step,
                                           unsigned circle, const struct set *occupied)
{
    if (step->cells == 2) {
        return board->adjacent[circle];
    }
    switch (step->tile) {
    case TILE_NONE:
        return board_free_neighbours(board, circle, occupied);
    case TILE_ALLEY:
        return board->alley[circle];
    case TILE_BOAT:
        return board->boat[circle];
    default: /* face down: an alley or a boat */
        return set_or(board->alley[circle], &board->boat[circle]);
    }
}

#endif
