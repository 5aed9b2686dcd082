/*
 * leaks.h: mutants, each with one programming error that shows a viewer something they may not know.
 *
 * The linker redirects calls of the functions in wrap.flags to the wrappers in this directory. Each wrapper
 * calls the real function and, if its mutant is planted, also does the wrong thing. None of this is in the
 * programs themselves.
 */
#ifndef GASLIGHT_TESTS_LEAKS_H
#define GASLIGHT_TESTS_LEAKS_H

#include "common/view/view.h"

/* enum, the game in which it shows, and what is wrong */
#define LEAK_TABLE(X) \
    /* leak_views.c */ \
    X(VIEW_HIDEOUT, WHITECHAPEL, "the hideout is in every view") \
    X(VIEW_MARKED, WHITECHAPEL, "the marked women are in the Head's view") \
    X(VIEW_ROW, WHITEHALL, "Jack's rows are in every view") \
    X(VIEW_OLD_ROW, WHITECHAPEL, "the row of a past night is in every view") \
    X(VIEW_DISCOVERIES, WHITEHALL, "the discoveries are in every view") \
    X(VIEW_HEADS, WHITECHAPEL, "the whole pile of Head tiles is in Jack's view") \
    X(VIEW_NEXT_HEAD, WHITECHAPEL, "one Head tile too many is shown as turned over") \
    X(VIEW_FACES_TO_DETECTIVES, WHITECHAPEL, "every detective sees the faces of the patrols") \
    X(VIEW_FACES_TO_JACK, WHITECHAPEL, "Jack sees the faces of the patrols") \
    X(VIEW_FACES_TO_OLD_HEADS, WHITECHAPEL, "a former Head sees the faces on later nights") \
    X(VIEW_PATROLS_BY_FACE, WHITECHAPEL, "patrols are listed in the order of their faces") \
    X(VIEW_WOMEN_MARKED_FIRST, WHITECHAPEL, "women are listed in the order given, marked ones first") \
    X(VIEW_CRIMES_UNSORTED, WHITECHAPEL, "crimes are listed in the order committed") \
    X(VIEW_TRACK_KINDS, WHITEHALL, "the track shows the kinds of face-down tiles") \
    X(VIEW_TILES_BY_KIND, WHITEHALL, "remaining tiles are shown by kind although they are face down") \
    X(VIEW_TOTAL_WITHOUT_BOATS, WHITEHALL, "the total number of tiles does not include boats") \
    X(VIEW_MARKERS_BY_CELL, WHITECHAPEL, "a clue counts once for every time Jack was there") \
    X(VIEW_ACTORS_WHEN_NEAR_HOME, WHITECHAPEL, "Jack is shown as an actor when he could escape next") \
    X(VIEW_LENGTH, WHITECHAPEL, "a view is padded by the digits of the hideout") \
    /* leak_events.c */ \
    X(EVENT_HIDEOUT_CIRCLE, WHITECHAPEL, "the event of the hideout reveals the circle") \
    X(EVENT_WOMEN_MARKED, WHITECHAPEL, "the event of the women tells the Head which women are marked") \
    X(EVENT_WOMEN_ORDER, WHITECHAPEL, "the event of the women lists the marked ones first") \
    X(EVENT_PATROLS_PLACE, WHITECHAPEL, "the event of the patrols shows Jack the faces") \
    X(EVENT_PATROLS_ORDER, WHITECHAPEL, "the event of the patrols lists them by face") \
    X(EVENT_KILL_ORDER, WHITECHAPEL, "the event of the crimes reveals their order") \
    X(EVENT_KILL_UNSORTED, WHITECHAPEL, "the event of the crimes lists them in the order committed") \
    X(EVENT_MOVE_TO, WHITEHALL, "the event of a move reveals where to") \
    X(EVENT_COACH_VIA, WHITECHAPEL, "the event of a coach reveals its first circle") \
    X(EVENT_TILE_KIND, WHITEHALL, "the event of a special move reveals the kind of a face-down tile") \
    X(EVENT_RECLAIM_KIND, WHITEHALL, "the event of a reclaimed tile reveals its kind") \
    X(EVENT_DISCOVERIES, WHITEHALL, "the event of the discoveries reveals the circles") \
    X(EVENT_NO_PAWNS, WHITEHALL, "a viewer without pawns is treated as pawn 0, which is Jack") \
    X(EVENT_EXTRA_AT_HOME, WHITECHAPEL, "there is an extra event when Jack is on his hideout") \
    X(EVENT_ORDER_BY_SECRET, WHITECHAPEL, "the order of events depends on the hideout") \
    X(EVENT_FRESH_CLUE, WHITEHALL, "a hit has an extra field where Jack is now") \
    X(EVENT_LENGTH, WHITEHALL, "the event of a move is as long as the number hidden in it") \
    /* leak_rules.c */ \
    X(LEGAL_SEARCH_VISITED, WHITECHAPEL, "a policeman is offered only visited circles if there are any") \
    X(LEGAL_ONLOOKER, WHITECHAPEL, "a spectator's choices are not empty when Jack can escape") \
    X(LEGAL_OF_EVERYBODY, WHITEHALL, "a detective is given the choices of all pawns") \
    X(LEGAL_ADDRESS, WHITECHAPEL, "the Head is offered addresses near the hideout") \
    X(LEGAL_REVEAL, WHITECHAPEL, "Jack is offered only real patrols to reveal") \
    X(REFUSAL_SEARCH, WHITEHALL, "a refused search gives a different reason where Jack has been") \
    X(REFUSAL_OUT_OF_TURN, WHITECHAPEL, "an arrest out of turn gives a different reason where Jack is") \
    X(REFUSAL_ADDRESS, WHITECHAPEL, "a refused address gives a different reason for the hideout") \
    X(REFUSAL_REVEAL, WHITECHAPEL, "a refused reveal gives a different reason for a false patrol") \
    X(STEP_SEARCH_CUT_SHORT, WHITECHAPEL, "a search ends when there is nothing left to find") \
    X(STEP_POLICEMAN_SKIPPED, WHITECHAPEL, "a policeman with nothing to find is skipped") \
    X(STEP_LETTER_SKIPPED, WHITECHAPEL, "no letter is offered when it could only move a false patrol") \
    X(STEP_RECLAIM_SKIPPED, WHITEHALL, "no tile can be taken back when only boats were used")

enum leak {
    LEAK_NONE,
#define LEAK_ENUM(name, game, text) LEAK_##name,
    LEAK_TABLE(LEAK_ENUM)
#undef LEAK_ENUM
        LEAK_END
};

/* The mutant that is planted now. */
extern enum leak leak_planted;

/*
 * Jack's position and whether he has visited a circle, for mutants that use them. 0 and false if there is no
 * row yet.
 */
unsigned leak_jack_circle(const struct game *game);
bool leak_visited(const struct game *game, unsigned circle);

/* Declares the real function and its wrapper, and opens the definition of the wrapper. */
#define WRAP(type, name, ...) \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

#endif
