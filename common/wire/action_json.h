/*
 * action_json.h: actions to and from JSON; docs/protocol.md and schema/record.schema.json describe the
 * format.
 *
 * Records, the protocol's `act` and tests all use it. Reading is strict: unknown, missing and duplicate keys,
 * wrong types and numbers out of range are errors that name the key.
 */
#ifndef GASLIGHT_ACTION_JSON_H
#define GASLIGHT_ACTION_JSON_H

#include <jansson.h>

#include "common/base/error.h"
#include "common/json/json_writer.h"
#include "common/rules/action.h"

/* Why input was rejected: the code, and a sentence that says where. */
struct complaint {
    enum error error;
    char text[160];
};

/* Fills in a complaint; a sentence that is too long is truncated. */
__attribute__((format(printf, 3, 4))) void complain(struct complaint *complaint, enum error error,
                                                    const char *format, ...);

/* An untrusted word, made safe for an error message: printable ASCII, cut after 24 characters. */
struct shown_word {
    char text[28];
};

struct shown_word show_word(const char *word);

/* Fills in `action`. On failure fills in `complaint` and returns false. */
bool action_from_json(const json_t *value, struct action *action, struct complaint *complaint);

void action_to_json(struct json_writer *writer, const char *key, const struct action *action);

#endif
