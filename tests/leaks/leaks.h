/*
 * leaks.h: the mutants: one programming error each, that tells a viewer what he may not know.
 *
 * The linker turns calls of the functions in wrap.flags to the wrappers in this directory; each calls the
 * real function and, if its mutant is the one planted, does the wrong thing besides. The programs themselves
 * hold nothing of this.
 */
#ifndef GASLIGHT_TESTS_LEAKS_H
#define GASLIGHT_TESTS_LEAKS_H

#include "common/view/view.h"

/* enum, the game in which it shows, and what is wrong. */
#define LEAK_TABLE(X) \
    /* leak_views.c */ \
    X(VIEW_HIDEOUT, WHITECHAPEL, "the hideout is in every view") \
    X(VIEW_MARKED, WHITECHAPEL, "the marked women are in the Head's view") \
    X(VIEW_ROW, WHITEHALL, "Jack's rows are in every view") \
    X(VIEW_OLD_ROW, WHITECHAPEL, "the row of a past night is in every view") \
    X(VIEW_DISCOVERIES, WHITEHALL, "the discoveries are in every view") \
    X(VIEW_HEADS, WHITECHAPEL, "the whole pile of Head tiles is in Jack's view") \
    X(VIEW_NEXT_HEAD, WHITECHAPEL, "one Head tile too many is shown as turned") \
    X(VIEW_FACES_TO_DETECTIVES, WHITECHAPEL, "every detective sees the faces of the patrols") \
    X(VIEW_FACES_TO_JACK, WHITECHAPEL, "Jack sees the faces of the patrols") \
    X(VIEW_FACES_TO_OLD_HEADS, WHITECHAPEL, "who was Head once sees the faces on later nights") \
    X(VIEW_PATROLS_BY_FACE, WHITECHAPEL, "patrols are listed in the order of their faces") \
    X(VIEW_WOMEN_MARKED_FIRST, WHITECHAPEL, "women are listed in the order given, marked ones first") \
    X(VIEW_CRIMES_UNSORTED, WHITECHAPEL, "crimes are listed in the order committed") \
    X(VIEW_TRACK_KINDS, WHITEHALL, "the track shows the kinds of tiles that lie face down") \
    X(VIEW_TILES_BY_KIND, WHITEHALL, "tiles left are shown by kind though they lie face down") \
    X(VIEW_TOTAL_WITHOUT_BOATS, WHITEHALL, "the total of tiles forgets the boats") \
    X(VIEW_MARKERS_BY_CELL, WHITECHAPEL, "a clue counts once for every time Jack was there") \
    X(VIEW_ACTORS_WHEN_NEAR_HOME, WHITECHAPEL, "Jack is shown as an actor when he could escape next") \
    X(VIEW_LENGTH, WHITECHAPEL, "a view is padded by the digits of the hideout") \
    /* leak_events.c */ \
    X(EVENT_HIDEOUT_CIRCLE, WHITECHAPEL, "the event of the hideout tells the circle") \
    X(EVENT_WOMEN_MARKED, WHITECHAPEL, "the event of the women tells the Head who is marked") \
    X(EVENT_WOMEN_ORDER, WHITECHAPEL, "the event of the women lists the marked ones first") \
    X(EVENT_PATROLS_PLACE, WHITECHAPEL, "the event of the patrols tells Jack the faces") \
    X(EVENT_PATROLS_ORDER, WHITECHAPEL, "the event of the patrols lists them by face") \
    X(EVENT_KILL_ORDER, WHITECHAPEL, "the event of the crimes tells their order") \
    X(EVENT_KILL_UNSORTED, WHITECHAPEL, "the event of the crimes lists them in the order committed") \
    X(EVENT_MOVE_TO, WHITEHALL, "the event of a move tells where to") \
    X(EVENT_COACH_VIA, WHITECHAPEL, "the event of a coach tells its first circle") \
    X(EVENT_TILE_KIND, WHITEHALL, "the event of a special move tells a kind that lies face down") \
    X(EVENT_RECLAIM_KIND, WHITEHALL, "the event of a tile taken back tells its kind") \
    X(EVENT_DISCOVERIES, WHITEHALL, "the event of the discoveries tells the circles") \
    X(EVENT_NO_PAWNS, WHITEHALL, "a viewer without pawns is taken for pawn 0, who is Jack") \
    X(EVENT_EXTRA_AT_HOME, WHITECHAPEL, "there is one more event when Jack stands on his hideout") \
    X(EVENT_ORDER_BY_SECRET, WHITECHAPEL, "the order of events goes by the hideout") \
    X(EVENT_FRESH_CLUE, WHITEHALL, "a hit carries one more field where Jack stands now") \
    X(EVENT_LENGTH, WHITEHALL, "the event of a move is as long as the number hidden in it") \
    /* leak_rules.c */ \
    X(LEGAL_SEARCH_VISITED, WHITECHAPEL, "a policeman is offered only visited circles if there are any") \
    X(LEGAL_ONLOOKER, WHITECHAPEL, "an onlooker's choices are not empty when Jack can escape") \
    X(LEGAL_OF_EVERYBODY, WHITEHALL, "a detective is given the choices of all pawns") \
    X(LEGAL_ADDRESS, WHITECHAPEL, "the Head is offered addresses near the hideout") \
    X(LEGAL_REVEAL, WHITECHAPEL, "Jack is offered only real patrols to turn up") \
    X(REFUSAL_SEARCH, WHITEHALL, "a refused search gives another reason where Jack has been") \
    X(REFUSAL_OUT_OF_TURN, WHITECHAPEL, "an arrest out of turn gives another reason where Jack is") \
    X(REFUSAL_ADDRESS, WHITECHAPEL, "a refused address gives another reason for the hideout") \
    X(REFUSAL_REVEAL, WHITECHAPEL, "a refused reveal gives another reason for a false patrol") \
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

/* The one that is planted now. */
extern enum leak leak_planted;

/* Where Jack stands and has been, for mutants that look. 0 and false where there is no row yet. */
unsigned leak_jack_circle(const struct game *game);
bool leak_visited(const struct game *game, unsigned circle);

/* Declares the real function and its wrapper, and opens the wrapper's definition. */
#define WRAP(type, name, ...) \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

#endif
