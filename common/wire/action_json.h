/*
 * action_json.h: actions to and from JSON, as RECORD.md writes them.
 *
 * The same form stands in a record, in the protocol's `act` and in tests. Reading is strict: unknown,
 * missing and duplicate keys, wrong types and numbers out of range are errors that name the key.
 */
#ifndef GASLIGHT_ACTION_JSON_H
#define GASLIGHT_ACTION_JSON_H

#include <jansson.h>

#include "common/base/error.h"
#include "common/json/json_writer.h"
#include "common/rules/action.h"

/* A refusal of input: the code, and a sentence of its own that names the place. */
struct complaint {
    enum error error;
    char text[160];
};

/* Fills a complaint; a sentence that is too long is cut. */
__attribute__((format(printf, 3, 4))) void complain(struct complaint *complaint, enum error error,
                                                    const char *format, ...);

/* A word from outside, fit to be shown in a sentence: printable ASCII, cut after 24 characters. */
struct shown_word {
    char text[28];
};

struct shown_word show_word(const char *word);

/* Fills `action`, or `complaint` and returns false. */
bool action_from_json(const json_t *value, struct action *action, struct complaint *complaint);

void action_to_json(struct json_writer *writer, const char *key, const struct action *action);

#endif
