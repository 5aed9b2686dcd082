/* admin_answer.h: what the answers to admin commands have in common. */
#ifndef GASLIGHT_ADMIN_ANSWER_H
#define GASLIGHT_ADMIN_ANSWER_H

#include <jansson.h>
#include <stdint.h>

#include "server/admin/admin.h"

/* Answers with a JSON value, and takes the caller's reference to it. */
void admin_answer_json(struct admin_request *request, json_t *value);

/* Returns a time as the log writes it, without milliseconds. */
json_t *admin_moment(int64_t seconds);

#endif
