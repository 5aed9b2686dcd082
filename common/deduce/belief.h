/*
 * belief.h: exact deduction from public facts. The server calls it when a player asks for deduction help, and
 * for replays.
 *
 * A *trail* is a possible content of Jack's row for this night or round: it starts where everyone saw him,
 * each step is legal given the police positions and special moves at the time, and it agrees with every
 * answer he gave. From the set of all trails, belief_deduce() derives where they end (where he can be now),
 * which circles they visit, and what Jack's hideout (Whitechapel) or remaining discoveries (Whitehall) can
 * be. All counts are exact: the same as listing every trail would give, which a test checks.
 *
 * It does so with a graph of (cell, circle, clues met) whose paths are the trails, and sums along its edges;
 * see trail_graph.h.
 *
 * Counts fit into 64 bits: on the built-in boards no night has more than 1.6e19 trails, as a test computes.
 * On a denser custom board they are modulo 2^64; in Whitechapel the sets do not depend on them. A graph of
 * more than a million nodes (about fourteen clues, all found late and close together) is not built; instead,
 * clues are left out until it is small enough, so that sets and counts may be too large but never too small.
 *
 * All functions use up to 800 KiB of stack, and the heap only for graphs that do not fit there.
 */
#ifndef GASLIGHT_BELIEF_H
#define GASLIGHT_BELIEF_H

#include "common/board/board.h"
#include "common/view/dossier.h"

struct belief {
    uint8_t
        hunting;   /* a night or round is in progress; if not, only `targets` and `trails_target` are valid */
    uint8_t round; /* its number, starting at 1; 0 before the first */
    uint8_t first_cell, last_cell;

    struct set now;         /* where Jack can be */
    struct set visited;     /* circles he can have visited tonight */
    struct set cell[CELLS]; /* where he can have been at each cell */
    /* Whitechapel: hideouts consistent with all nights. Whitehall: discoveries not announced yet. */
    struct set targets;

    uint64_t trails;                    /* number of trails */
    uint64_t trails_now[SET_LIMIT];     /* ... that end on a circle */
    uint64_t trails_visited[SET_LIMIT]; /* ... that visit it */
    /*
     * Whitechapel, during the hunt: trails from whose end Jack can still walk to that hideout in the cells
     * left, if no street is blocked (from the hideout itself: out and back). After an escape and until the
     * next crime: trails of that night that end there. Whitehall: trails that allow this circle to be one of
     * the discoveries.
     */
    uint64_t trails_target[SET_LIMIT];
};

/* Computes everything above. The truth is always among the possibilities. */
void belief_deduce(const struct board *board, const struct dossier *dossier, struct belief *belief);

/* What would remain possible after searching one circle, for each answer. */
struct belief_answer {
    uint64_t trails; /* 0: this answer is impossible */
    struct set now, visited, targets;
};

struct belief_what_if {
    struct belief_answer yes, no;
};

/*
 * Fills in both answers for a search of `circle`. `belief` must be the result of belief_deduce() for the same
 * dossier.
 */
void belief_what_if(const struct board *board, const struct dossier *dossier, const struct belief *belief,
                    unsigned circle, struct belief_what_if *search);

/*
 * Lists up to `most` of the trails that end on `circle`, in ascending order. Returns how many were written;
 * that may be fewer than exist if tens of thousands of candidates that fit no choice of discoveries come
 * first. Each trail holds the circles of the cells first_cell to last_cell, written from
 * trails[i][first_cell] on; other cells are 0.
 */
unsigned belief_trails_to(const struct board *board, const struct dossier *dossier, unsigned circle,
                          unsigned most, uint8_t (*trails)[CELLS]);

#endif
