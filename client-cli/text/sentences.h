/*
 * sentences.h: what happened and what can be done, in plain English.
 *
 * Pure. Everything is made from what the viewer was sent, so a sentence can tell no secret. The log, the
 * panels, plain mode and replays use the same sentences: always in the third person, so that they read the
 * same for everybody.
 */
#ifndef GASLIGHT_SENTENCES_H
#define GASLIGHT_SENTENCES_H

#include "common/view/view.h"

enum { SENTENCE_MAX = 800 }; /* the longest is Jack's whole sheet at the end of a game */

struct sentence {
    char text[SENTENCE_MAX];
};

/* "Red searches 65 and finds a clue." */
struct sentence sentence_event(enum game_kind game, const struct viewed_event *event);

/* "Jack takes back his last action." */
struct sentence sentence_undo(enum pawn by);

/* An action before it is sent: "Move to 103.", "Coach over 69 to 56.", "Yellow walks to crossing 124." */
struct sentence sentence_action(const struct action *action);

/* What is going on: "Night 2, Hunting: Jack moves." */
struct sentence sentence_phase(const struct view *view);

/* Whose turn it is, for the one who looks: "Your turn: Red.", "Jack is to act." */
struct sentence sentence_turn(const struct view *view);

/* What this phase is and what one may do in it, two or three sentences from the rules. */
const char *sentence_help(enum game_kind game, enum phase phase);

/* "Jack has won: five victims and home again." */
struct sentence sentence_result(enum game_kind game, enum winner winner, enum reason reason);

/* What an option of a game changes, in one sentence. */
const char *sentence_option(enum game_kind game, unsigned index);

/* Names as people say them: "Letters from Whitechapel", "Yellow", "Dear Boss", "Coach", "False clues". */
const char *title_game(enum game_kind game);
const char *title_pawn(enum pawn pawn);
const char *title_letter(enum letter letter);
const char *title_tile(enum tile tile);
const char *title_option(enum game_kind game, unsigned index);

/* "45 seconds", "2 minutes 30 seconds", "1 day": the two largest units. */
struct sentence title_time(unsigned seconds);

/* A cell by cell_label(): "III", "7"; label 0 is "I" in Whitechapel and "0" in Whitehall. */
struct sentence title_cell(enum game_kind game, int label);

#endif
