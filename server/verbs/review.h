/* review.h: computes reviews, for the verb and for record files. */
#ifndef GASLIGHT_SERVER_REVIEW_H
#define GASLIGHT_SERVER_REVIEW_H

#include "common/json/json_writer.h"
#include "common/wire/record.h"
#include "server/jobs/jobs.h"

/*
 * Writes the keys of the review of a record into an open object, within the job's budget. Called on the job's thread.
 * Returns false and sets `error` on failure, as review_new() does.
 */
bool review_record(struct json_writer *writer, const struct record *record, const struct board *board,
                   struct job *job, struct record_error *error);

#endif
