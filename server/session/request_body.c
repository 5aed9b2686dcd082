/* request_body.c: see request_body.h. */
#include "server/session/request_body.h"

#include <stdio.h>
#include <string.h>

static bool has_type(const json_t *value, enum key_type type)
{
    switch (type) {
    case KEY_STRING:
        return json_is_string(value);
    case KEY_INTEGER:
        return json_is_integer(value);
    case KEY_BOOLEAN:
        return json_is_boolean(value);
    case KEY_ARRAY:
        return json_is_array(value);
    case KEY_OBJECT:
        return json_is_object(value);
    }
    return false;
}

static const char *const type_names[] = {
    [KEY_STRING] = "a string", [KEY_INTEGER] = "a whole number", [KEY_BOOLEAN] = "true or false",
    [KEY_ARRAY] = "a list",    [KEY_OBJECT] = "an object",
};

bool body_check(json_t *body, const char *verb, const struct body_key *keys, size_t count, char *sentence,
                size_t capacity)
{
    size_t seen = 2; /* "id" and "do" */
    for (size_t i = 0; i < count && keys[i].name != NULL; i++) {
        const struct body_key *key = &keys[i];
        const json_t *value = json_object_get(body, key->name);
        if (value == NULL && !key->optional) {
            snprintf(sentence, capacity, "\"%s\" needs \"%s\", %s.", verb, key->name, type_names[key->type]);
            return false;
        }
        if (value != NULL && !has_type(value, key->type)) {
            snprintf(sentence, capacity, "\"%s\" is %s.", key->name, type_names[key->type]);
            return false;
        }
        seen += value != NULL;
    }
    if (json_object_size(body) != seen) {
        snprintf(sentence, capacity, "\"%s\" was given a key it does not take.", verb);
        return false;
    }
    return true;
}

const char *body_text(const struct request *request, const char *key)
{
    return json_string_value(json_object_get(request->body, key));
}

json_int_t body_number(const struct request *request, const char *key, json_int_t otherwise)
{
    const json_t *value = json_object_get(request->body, key);
    return value == NULL ? otherwise : json_integer_value(value);
}

bool body_flag(const struct request *request, const char *key)
{
    return json_is_true(json_object_get(request->body, key));
}

bool body_key_is_good(const char *key)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t length = strlen(key);
    return length >= KEY_LENGTH_MIN && length <= KEY_LENGTH_MAX && strspn(key, allowed) == length;
}
