/*
 * review_internal.h: functions shared by the files of common/review.
 *
 * review.c walks through the record, decisions.c judges each action, moments.c picks what to tell.
 */
#ifndef GASLIGHT_REVIEW_INTERNAL_H
#define GASLIGHT_REVIEW_INTERNAL_H

#include "common/review/review.h"

/* Everything about one step: the truth, what the public knew, and what followed from that. */
struct review_position {
    struct game game;
    struct view view; /* as VIEWER_ALL */
    struct dossier dossier;
    struct belief belief;
};

/* One action with the positions before and after it. */
struct review_change {
    const struct board *board;
    const struct review_position *before, *after;
    const struct action *action;
    const struct events *events;
    uint32_t step;
};

/* Returns where Jack is, or 0 if he is not on the board. */
unsigned review_jack(const struct review_position *position);

/* Adds the decision or the move that an action was, if it was one. */
void review_judge(struct review *review, const struct review_change *change);

/* Adds the moments and the summary, once all steps, decisions and moves are there. */
void review_conclude(struct review *review);

#endif
