/*
 * report_review.h: a review as lines of text: a summary, the decisive moments, and every step. Used by
 * `gaslight record review` and by replays.
 */
#ifndef GASLIGHT_REPORT_REVIEW_H
#define GASLIGHT_REPORT_REVIEW_H

#include "client-cli/report/report.h"
#include "client-cli/text/sentences_review.h"

/* Writes the result and the summary. */
void report_review_summary(struct report report, const struct review *review);

/* Draws how many circles were possible over the whole game, as one line. With `ascii`, only ASCII is used. */
void report_review_curve(struct report report, const struct review *review, bool ascii);

/* Writes the decisive moments, each with its step. */
void report_review_moments(struct report report, const struct review *review);

/* Writes every decision and move of the hunt, and what was possible after it. */
void report_review_steps(struct report report, const struct review *review, const struct record *record,
                         const struct board *board);

#endif
