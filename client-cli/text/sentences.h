/*
 * sentences.h: what happened and what can be done, in plain words.
 *
 * Pure functions, used by the log, the panels, plain mode and replays. A sentence is built only from what the viewer
 * was sent, so it cannot reveal a secret. Events are in the third person and read the same for everybody.
 */
#ifndef GASLIGHT_SENTENCES_H
#define GASLIGHT_SENTENCES_H

#include "common/view/view.h"

enum { SENTENCE_MAX = 800 }; /* the longest is Jack's whole sheet at the end of a game */

struct sentence {
    char text[SENTENCE_MAX];
};

/*
 * Returns an event as a sentence: "Red searched 65: a clue!" `crossing` says where the policemen stood before the event,
 * for "Red stayed at 16"; it may be NULL, or 0 where that is not known.
 */
struct sentence sentence_event(enum game_kind game, const struct viewed_event *event,
                               const uint8_t crossing[PAWN_COUNT]);

/* The same without the numbers of crossings, for screens with a map: "Red walked.", "Red stayed." */
struct sentence sentence_event_brief(enum game_kind game, const struct viewed_event *event,
                                     const uint8_t crossing[PAWN_COUNT]);

/* Updates where the policemen stand, for the next sentence_event(). */
void sentence_follow_police(uint8_t crossing[PAWN_COUNT], const struct viewed_event *event);

/* Returns "Jack undid that." */
struct sentence sentence_undo(enum pawn by);

/* Describes an action before it is sent: "Move to 103.", "Coach via 69 to 56.", "Yellow moves to crossing 124." */
struct sentence sentence_action(const struct action *action);

/* Describes an action that has been done: "You moved to 103." */
struct sentence sentence_action_done(const struct action *action);

/* Describes the phase: "Night 2, Hunting: Jack moves." */
struct sentence sentence_phase(const struct view *view);

/* Says whose turn it is, for this viewer: "Your turn: Red.", "Waiting for Jack." */
struct sentence sentence_turn(const struct view *view);

/* Returns the rules of a phase in two or three sentences. */
const char *sentence_help(enum game_kind game, enum phase phase);

/* Describes how a game ended: "Jack wins: he got home after his fifth murder." */
struct sentence sentence_result(enum winner winner, enum reason reason);

/* Returns the explanation of a game's option in one sentence. */
const char *sentence_option(enum game_kind game, unsigned index);

/* Return names for display: "Letters from Whitechapel", "Yellow", "Dear Boss", "Coach", "False clues". */
const char *title_game(enum game_kind game);
const char *title_pawn(enum pawn pawn);
const char *title_letter(enum letter letter);
const char *title_tile(enum tile tile);
const char *title_option(enum game_kind game, unsigned index);

/* Returns the name of a bot level for display: "hard". */
const char *title_level(const char *level);

/* Returns a duration in its two largest units: "45 seconds", "2 minutes 30 seconds", "1 day". */
struct sentence title_time(unsigned seconds);

/* Returns "12,345" or, from a million on, a number rounded to three digits: "214 million". */
struct sentence title_number(uint64_t number);

/* Returns the name of a cell_label(): "III", "7"; label 0 is "I" in Whitechapel and "0" in Whitehall. */
struct sentence title_cell(enum game_kind game, int label);

#endif
