/*
 * dossier.h: what everybody at the table has been told, gathered for deduction.
 *
 * A dossier is folded from events and views as an onlooker gets them, and from nothing else: whatever is
 * deduced from it, any onlooker with paper and patience could deduce. It is flat and a value, like a game:
 * copying is assignment, and a copy is a what-if. It is not kept anywhere; fold the record again, which
 * takes microseconds (an action that was undone is not in the record, so it is not in here either).
 *
 * A game that ended adds nothing that only its end revealed.
 *
 * Cells are indices into a row of Jack's sheet, as in game.h. A *time* is the last cell filled when
 * something happened.
 */
#ifndef GASLIGHT_DOSSIER_H
#define GASLIGHT_DOSSIER_H

#include "common/view/view.h"

/* One of Jack's moves as everybody saw it: its kind, the cells it filled, and who stood where. */
struct dossier_step {
    uint8_t tile;               /* enum tile: TILE_NONE a normal move, TILE_UNKNOWN a tile placed face down */
    uint8_t first;              /* the first cell it filled */
    uint8_t cells;              /* 1, or 2 of a Coach */
    uint8_t police[PAWN_COUNT]; /* crossings of the policemen when he moved; 0: not there */
};

/* A night or a round. */
struct dossier_round {
    struct set absent[CELLS]; /* by time: circles where an arrest missed him */
    uint8_t seen[SET_LIMIT];  /* circle -> 1 + the earliest time he was known to have been there; 0: never */
    uint8_t clear[SET_LIMIT]; /* circle -> 1 + the latest time a search found nothing there; 0: never */
    uint8_t begun;            /* the crime or the start stands in its row */
    uint8_t over;             /* he got home, or announced a discovery */
    uint8_t first_cell;       /* of the row */
    uint8_t last_cell;        /* filled so far */
    uint8_t starts;           /* 1, or 2 on the night of the Double Event: in an order nobody knows */
    uint8_t start[2];         /* ascending */
    uint8_t end;              /* Whitehall: the discovery that ended it */
    uint8_t reclaimed;      /* Whitehall: a one-cell tile came back before it; 1, or 2 if it is known which */
    uint8_t reclaimed_tile; /* ... then this one */
    uint8_t smoker_crossing; /* Whitehall: where yellow stood when he smoked, 0: not in this round; what he */
    uint8_t smoker_time;     /* found is in seen[], and of the other circles next to him all are clear then */
    uint8_t steps;
    struct dossier_step step[CELLS];
    uint8_t unused[7]; /* always 0: in place of padding, so that equal dossiers are equal by memcmp */
};

struct dossier {
    struct set not_hideout; /* Whitechapel: addresses named in vain */
    struct dossier_round round[ROWS];
    uint8_t kind, options;
    uint8_t phase;              /* now; of a game that is over, as it was before it ended */
    uint8_t rounds;             /* begun or about to begin: 0 before the first */
    uint8_t police[PAWN_COUNT]; /* where they stand now */
    uint8_t tiles[TILE_COUNT];  /* left, by kind, where that is public */
    uint8_t tiles_total;        /* left, all kinds */
    uint8_t unused[1];          /* always 0 */
};

/* An empty one for a game that begins. */
void dossier_begin(struct dossier *dossier, enum game_kind game, uint32_t options);

/*
 * Takes in what one action told: its events as the public is shown them, in order, and the public view after
 * it.
 */
void dossier_tell(struct dossier *dossier, const struct viewed_event *event, unsigned count,
                  const struct view *after);

/* The same from a game that has just been changed by an action: looks through view.h as an onlooker. */
void dossier_follow(struct dossier *dossier, const struct game *after, const struct events *events);

/*
 * Where one step can have led from a circle, past policemen on the crossings `occupied`: those of step->police.
 * Of a Coach, whichever of its two cells is asked for. Deduction asks it for each circle of each cell.
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
    default: /* face down: one of the two */
        return set_or(board->alley[circle], &board->boat[circle]);
    }
}

#endif
