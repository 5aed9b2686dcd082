/*
 * sentences_review.h: what a review says, in plain words.
 *
 * The browser client has the same sentences.
 */
#ifndef GASLIGHT_SENTENCES_REVIEW_H
#define GASLIGHT_SENTENCES_REVIEW_H

#include "client-cli/text/sentences.h"
#include "common/review/review.h"

/* Returns a note as a sentence: "On night 2, Red stood next to Jack twice." */
struct sentence sentence_note(enum game_kind game, const struct review_note *note);

/* Returns what was possible at a step: "12 circles, 214 trails, 31 hideouts". */
struct sentence sentence_possible(enum game_kind game, const struct review_step *step);

/* Returns what a decision was worth, compared with the best one; empty if there is nothing to say. */
struct sentence sentence_decision(const struct review_decision *decision);

/* Returns a share of trails: "12%", "less than 1%". */
struct sentence title_share(uint64_t trails, uint64_t all);

#endif
