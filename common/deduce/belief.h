/*
 * belief.h: exact deduction from public facts.
 *
 * A *trail* is a sequence of circles that could stand in Jack's row of this night or round: it begins where
 * everybody saw him, its steps are legal for the police as they stood and the tiles as they were seen, and it
 * agrees with every answer he gave. Of the trails there are, belief_deduce() tells where they end (where he can
 * be now), which circles they touch, and what Jack's hideout (Whitechapel) or remaining discoveries
 * (Whitehall) can be, with exact numbers: the same that writing down every trail would give. A test does so.
 *
 * How: a graph of (cell, circle, clues met) whose paths are the trails, and sums along its edges: see trails.h.
 *
 * Numbers fit: on the builtin boards no night has more than 1.6e19 trails, and a test adds that up. On a denser board of
 * one's own they are modulo 2^64; sets do not depend on them in Whitechapel. A graph of more than a million nodes
 * (some fourteen clues, all found late and close together) is not built: then clues are left out until it is smaller, so
 * that sets and numbers are too large, never too small.
 *
 * Everything here uses up to 800 KiB of stack, and the heap only for graphs that do not fit there.
 */
#ifndef GASLIGHT_BELIEF_H
#define GASLIGHT_BELIEF_H

#include "common/board/board.h"
#include "common/view/dossier.h"

struct belief {
    uint8_t hunting; /* a night or round is on: what follows but the targets means something */
    uint8_t round;   /* its number, from 1; 0 before the first */
    uint8_t first_cell, last_cell;

    struct set now;         /* where he can be */
    struct set visited;     /* circles he can have been on tonight */
    struct set cell[CELLS]; /* where he can have been at each cell */
    struct set
        targets; /* Whitechapel: hideouts that fit all nights. Whitehall: discoveries yet to be announced */

    uint64_t trails;                    /* how many there are */
    uint64_t trails_now[SET_LIMIT];     /* ... that end on a circle */
    uint64_t trails_visited[SET_LIMIT]; /* ... that touch it */
    /*
     * Whitechapel, while he is on the run: trails from which he can still walk to that hideout in the cells that are
     * left, nobody in the way (from the hideout itself: out and back); after an escape, until the next crime: those
     * of that night that end there.
     * Whitehall: trails that allow this circle to be one of the discoveries.
     */
    uint64_t trails_target[SET_LIMIT];
};

/* Everything above. The truth is always among it. */
void belief_deduce(const struct board *board, const struct dossier *dossier, struct belief *belief);

/* What a search of one circle would leave, answered yes and answered no. */
struct belief_answer {
    uint64_t trails; /* 0: this answer cannot be given */
    struct set now, visited, targets;
};

struct belief_what_if {
    struct belief_answer yes, no;
};

/* `belief` is the deduction of the same dossier. */
void belief_what_if(const struct board *board, const struct dossier *dossier, const struct belief *belief,
                    unsigned circle, struct belief_what_if *search);

/*
 * Up to `most` of the trails that end on `circle`, ascending; returns how many were written, which is fewer than
 * there are if tens of thousands that fit no choice of discoveries come before them. Each is the
 * circles of the cells first_cell to last_cell, written at way[i][first_cell] and on; other cells are 0.
 */
unsigned belief_trails_to(const struct board *board, const struct dossier *dossier, unsigned circle,
                          unsigned most, uint8_t (*way)[CELLS]);

#endif
