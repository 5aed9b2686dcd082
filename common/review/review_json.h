/*
 * review_json.h: a review as JSON, schema/wire/review.schema.json. The server and `gaslight record review --json` write
 * the same bytes.
 *
 * The curve is written as one list per number, decisions, moves and notes as objects. Numbers of trails are strings,
 * as in a deduction.
 */
#ifndef GASLIGHT_REVIEW_JSON_H
#define GASLIGHT_REVIEW_JSON_H

#include "common/json/json_writer.h"
#include "common/review/review.h"

enum { REVIEW_JSON_BYTES = 1 << 20 /* larger than the review of any game */ };

/* Writes the keys of a review into an open object. */
void review_write(struct json_writer *writer, const struct review *review);

#endif
