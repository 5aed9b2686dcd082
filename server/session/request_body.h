/*
 * request_body.h: the JSON object of a request: its keys, their types, and their values.
 *
 * Each verb lists the keys it takes. A body is checked against that list once, when the message arrives; afterwards
 * the verb reads its values without checking types again.
 */
#ifndef GASLIGHT_REQUEST_BODY_H
#define GASLIGHT_REQUEST_BODY_H

#include "server/session/session.h"

enum key_type { KEY_STRING, KEY_INTEGER, KEY_BOOLEAN, KEY_ARRAY, KEY_OBJECT };

struct body_key {
    const char *name;
    enum key_type type;
    bool optional;
};

/*
 * Checks a body against the keys of its verb (`count` at most; a NULL name ends them), which come in addition to "id"
 * and "do". Returns false after writing one sentence about the first key that is unknown, missing or of another type.
 */
bool body_check(json_t *body, const char *verb, const struct body_key *keys, size_t count, char *sentence,
                size_t capacity);

/* Return the value of a key, or NULL, `otherwise` or false if the body does not have it. */
const char *body_text(const struct request *request, const char *key);
json_int_t body_number(const struct request *request, const char *key, json_int_t otherwise);
bool body_flag(const struct request *request, const char *key);

/* Returns whether the "key" of a request has the length and the characters it should have. */
bool body_key_is_good(const char *key);

#endif
