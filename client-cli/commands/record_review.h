/* record_review.h: prints the review of a recorded game, as text or as JSON. */
#ifndef GASLIGHT_RECORD_REVIEW_H
#define GASLIGHT_RECORD_REVIEW_H

#include "common/wire/record.h"

/* Returns false if the record is invalid or its game is not over; `error` then says why, and nothing was printed. */
bool record_review(const struct record *record, const struct board *board, bool json,
                   struct record_error *error);

#endif
