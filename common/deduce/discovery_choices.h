/*
 * discovery_choices.h: which discoveries Jack can have chosen in Whitehall. Internal to common/deduce.
 *
 * A *choice* is one white circle for each quadrant whose discovery has not been announced. No trail of any
 * round visits a circle of the choice, except the circle Jack stands on until the end of the turn. A choice
 * is therefore possible only if every earlier round has a trail that avoids it and, where special moves were
 * played face down, uses tiles that Jack had.
 */
#ifndef GASLIGHT_DISCOVERY_CHOICES_H
#define GASLIGHT_DISCOVERY_CHOICES_H

#include "common/deduce/trail_graph.h"

enum { CHOICE_MAX = DISCOVERIES };

/* One circle for each open quadrant, then zeros. */
struct choice {
    uint8_t circle[CHOICE_MAX];
};

struct choices {
    const struct board *board;
    const struct dossier *dossier;
    const struct dossier_round *round; /* the current round; NULL before the first */
    unsigned open;                     /* number of quadrants without an announced discovery */
    struct set candidate[CHOICE_MAX];  /* candidates, by open quadrant */
    bool face_down;                    /* special moves are played face down */
    unsigned one_cell;                 /* Alleys and Boats Jack had when the round began, together */
    unsigned used;                     /* how many of them he used in this round */
    unsigned deadline;                 /* up to this cell, a trail visits no circle of the choice */
    /*
     * By the circles of a choice of one or two: the numbers of Alleys Jack can have had when the round began,
     * as a mask of 1 << Alleys; 0 if the earlier rounds rule the choice out. With more open quadrants there
     * are no earlier rounds.
     */
    uint8_t alleys[SET_LIMIT][SET_LIMIT];
};

void choices_find(const struct board *board, const struct dossier *dossier, struct choices *choices);

/*
 * Returns true if a trail with that many Alleys played face down is consistent with a choice, as far as
 * special moves are concerned. `here` is the circle where the trail ends if it has no open street and Jack is
 * to move, so that he must have a special move left that works there; otherwise 0.
 */
bool choices_allow(const struct choices *choices, const struct choice *choice, unsigned alleys,
                   unsigned here);

/* Returns those of `ends` without an open street if Jack is to move; otherwise the empty set. */
struct set choices_blocked_ends(const struct choices *choices, const struct set *ends);

/* Returns true if some choice that the earlier rounds allow contains none of these circles. */
bool choices_leave_one(const struct choices *choices, const struct set *touched);

/* Returns true if a trail of the current round is consistent with some choice. */
bool choices_fit(const struct choices *choices, const uint8_t *trail, unsigned alleys);

/*
 * Iterate over all choices of one circle from each of `open` sets. choice_skip() advances to the first choice
 * with a different circle at `position` or before it. They return false when there is no further choice.
 */
bool choice_first(const struct set *candidate, unsigned open, struct choice *choice);
bool choice_skip(const struct set *candidate, unsigned open, unsigned position, struct choice *choice);
bool choice_next(const struct set *candidate, unsigned open, struct choice *choice);

#define CHOICE_EACH(choice, candidate, open) \
    for (bool more_##choice = choice_first((candidate), (open), &(choice)); more_##choice; \
         more_##choice = choice_next((candidate), (open), &(choice)))

#endif
