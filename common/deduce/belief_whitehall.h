/*
 * belief_whitehall.h: which discoveries Jack can have chosen.
 *
 * Internal to belief*.c. A *choice* is one white circle for each quadrant that has no marker yet. No trail of
 * any round touches a circle of the choice, but for the circle he stands on until the end of the turn. So a choice must
 * leave trails for all earlier rounds; and where tiles lie face down, trails whose tiles he had.
 */
#ifndef GASLIGHT_BELIEF_WHITEHALL_H
#define GASLIGHT_BELIEF_WHITEHALL_H

#include "common/deduce/trail_graph.h"

enum { CHOICE_MAX = DISCOVERIES };

/* One circle for each open quadrant, then zeros. */
struct choice {
    uint8_t circle[CHOICE_MAX];
};

struct choices {
    const struct board *board;
    const struct dossier *dossier;
    const struct dossier_round *round; /* the one under way; NULL before the first */
    unsigned open;                     /* quadrants without a marker */
    struct set candidate[CHOICE_MAX];  /* of each of them */
    bool face_down;                    /* kinds of tiles are hidden */
    unsigned one_cell; /* one-cell tiles he had when the round began, Alleys and Boats together */
    unsigned used;     /* of them, in this round */
    unsigned deadline; /* up to this cell a trail touches no circle of the choice */
    /*
     * By the circles of a choice of one or two: how many Alleys he can have had when the round began, a mask of
     * 1 << Alleys; 0: earlier rounds have no such trails. With more open quadrants there are no earlier rounds.
     */
    uint8_t alleys[SET_LIMIT][SET_LIMIT];
};

void choices_find(const struct board *board, const struct dossier *dossier, struct choices *choices);

/*
 * Whether a trail with that many Alleys face down can belong to a choice, as far as its tiles go. `here` is where it
 * ends, if that is a circle without a free street and Jack is to move, so that he must have a tile that leads on; or 0.
 */
bool choices_allow(const struct choices *choices, const struct choice *choice, unsigned alleys,
                   unsigned here);

/* Of the circles a trail can end on: those without a free street, if Jack is to move. */
struct set choices_hemmed(const struct choices *choices, const struct set *ends);

/* Whether some choice that the earlier rounds allow has none of these circles. */
bool choices_leave_one(const struct choices *choices, const struct set *touched);

/* Whether a trail of the round under way fits some choice. */
bool choices_fit(const struct choices *choices, const uint8_t *trail, unsigned alleys);

/*
 * Walks all choices of one circle from each of `open` sets. choice_skip() goes on to the first one with another circle
 * at a position or before it. False: there is none.
 */
bool choice_first(const struct set *candidate, unsigned open, struct choice *choice);
bool choice_skip(const struct set *candidate, unsigned open, unsigned position, struct choice *choice);
bool choice_next(const struct set *candidate, unsigned open, struct choice *choice);

#define CHOICE_EACH(choice, candidate, open) \
    for (bool more_##choice = choice_first((candidate), (open), &(choice)); more_##choice; \
         more_##choice = choice_next((candidate), (open), &(choice)))

#endif
