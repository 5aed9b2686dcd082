/* verbs.c: the table of requests, and the check of their shape. */
#include "server/verbs/verbs.h"

#include <stdio.h>
#include <string.h>

#include "common/base/array.h"

#define TABLE_AND NEEDS_HELLO | NEEDS_TABLE
#define NO_KEYS \
    { \
        { \
            NULL, KEY_STRING, false \
        } \
    }
#define MUST(name, type) \
    { \
        name, KEY_##type, false \
    }
#define MAY(name, type) \
    { \
        name, KEY_##type, true \
    }

static const struct verb verbs[] = {
    {"hello", NEEDS_NOTHING, do_hello, {MAY("name", STRING), MAY("token", STRING), MAY("code", STRING)}},
    {"ping", NEEDS_NOTHING, do_ping, NO_KEYS},
    {"code", NEEDS_HELLO, do_code, NO_KEYS},
    {"rename", NEEDS_HELLO, do_rename, {MUST("name", STRING)}},
    {"tables", NEEDS_HELLO, do_tables, NO_KEYS},
    {"mine", NEEDS_HELLO, do_mine, NO_KEYS},
    {"create",
     NEEDS_HELLO | NEEDS_KEY,
     do_create,
     {MUST("key", STRING), MUST("game", STRING), MAY("options", ARRAY), MAY("private", BOOLEAN),
      MAY("aids", STRING), MAY("clock", INTEGER), MAY("level", STRING), MAY("pace", STRING)}},
    {"join",
     TABLE_AND | NEEDS_TURN,
     do_join,
     {MAY("table", STRING), MAY("invite", STRING), MAY("pawns", ARRAY)}},
    {"pawns", TABLE_AND | NEEDS_SEAT | NEEDS_TURN, do_pawns, {MUST("table", STRING), MUST("pawns", ARRAY)}},
    {"leave", TABLE_AND | NEEDS_SEAT | NEEDS_TURN, do_leave, {MUST("table", STRING)}},
    {"kick", TABLE_AND | NEEDS_HOST | NEEDS_TURN, do_kick, {MUST("table", STRING), MUST("player", STRING)}},
    {"host", TABLE_AND | NEEDS_HOST | NEEDS_TURN, do_host, {MUST("table", STRING), MUST("player", STRING)}},
    {"seat",
     TABLE_AND | NEEDS_HOST | NEEDS_TURN,
     do_seat,
     {MUST("table", STRING), MUST("pawns", ARRAY), MUST("player", STRING)}},
    {"bot",
     TABLE_AND | NEEDS_SEAT | NEEDS_TURN,
     do_bot,
     {MUST("table", STRING), MUST("pawns", ARRAY), MUST("level", STRING)}},
    {"start", TABLE_AND | NEEDS_HOST | NEEDS_TURN, do_start, {MUST("table", STRING)}},
    {"rematch", TABLE_AND | NEEDS_SEAT | NEEDS_TURN, do_rematch, {MUST("table", STRING)}},
    {"act",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | BRINGS_BACK,
     do_act,
     {MUST("table", STRING), MUST("key", STRING), MUST("action", OBJECT), MAY("seq", INTEGER)}},
    {"undo",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | BRINGS_BACK,
     do_undo,
     {MUST("table", STRING), MUST("key", STRING), MAY("seq", INTEGER)}},
    {"resign",
     TABLE_AND | NEEDS_SEAT | NEEDS_KEY | NEEDS_TURN | BRINGS_BACK,
     do_resign,
     {MUST("table", STRING), MUST("key", STRING)}},
    {"suggest",
     TABLE_AND | NEEDS_SEAT,
     do_suggest,
     {MUST("table", STRING), MUST("what", STRING), MUST("level", STRING)}},
    {"watch",
     TABLE_AND | BRINGS_BACK,
     do_watch,
     {MAY("table", STRING), MAY("invite", STRING), MAY("since", INTEGER), MAY("views", BOOLEAN)}},
    {"unwatch", NEEDS_HELLO, do_unwatch, {MUST("table", STRING)}},
    {"chat",
     TABLE_AND | NEEDS_KEY | NEEDS_TURN | BRINGS_BACK,
     do_chat,
     {MUST("table", STRING), MAY("invite", STRING), MUST("key", STRING), MUST("to", STRING),
      MUST("text", STRING)}},
    {"marks", TABLE_AND | NEEDS_SEAT | BRINGS_BACK, do_marks, {MUST("table", STRING), MUST("marks", ARRAY)}},
    {"archive",
     NEEDS_HELLO,
     do_archive,
     {MAY("limit", INTEGER), MAY("before", STRING), MAY("game", STRING), MAY("player", STRING)}},
    {"record", NEEDS_HELLO, do_record, {MUST("table", STRING), MAY("invite", STRING)}},
    {"replay",
     NEEDS_HELLO,
     do_replay,
     {MUST("table", STRING), MAY("invite", STRING), MUST("as", STRING), MAY("from", INTEGER),
      MAY("count", INTEGER), MAY("deduce", BOOLEAN)}},
    {"deduce",
     TABLE_AND,
     do_deduce,
     {MUST("table", STRING), MAY("invite", STRING), MAY("at", INTEGER), MAY("circle", INTEGER)}},
};

const struct verb *verb_find(const char *name)
{
    for (size_t i = 0; i < COUNT(verbs); i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            return &verbs[i];
        }
    }
    return NULL;
}

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

const char *verb_check(const struct verb *verb, json_t *body, char *sentence, size_t capacity)
{
    size_t seen = 2; /* id and do */
    for (size_t i = 0; i < VERB_KEYS_MAX && verb->key[i].name != NULL; i++) {
        const struct verb_key *key = &verb->key[i];
        const json_t *value = json_object_get(body, key->name);
        if (value == NULL && !key->optional) {
            snprintf(sentence, capacity, "\"%s\" needs \"%s\", %s.", verb->name, key->name,
                     type_names[key->type]);
            return sentence;
        }
        if (value != NULL && !has_type(value, key->type)) {
            snprintf(sentence, capacity, "\"%s\" is %s.", key->name, type_names[key->type]);
            return sentence;
        }
        seen += value != NULL;
    }
    if (json_object_size(body) != seen) {
        snprintf(sentence, capacity, "\"%s\" was given a key it does not take.", verb->name);
        return sentence;
    }
    return NULL;
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
