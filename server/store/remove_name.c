/* remove_name.c: see remove_name.h. */
#include "server/store/remove_name.h"

#include <stdlib.h>
#include <string.h>

#include "server/store/store.h"

typedef void visit(struct removal *removal, json_t *object);

static void walk(struct removal *removal, json_t *value, visit *each)
{
    json_t *part;
    size_t index;
    if (json_is_object(value)) {
        const char *key;
        each(removal, value);
        json_object_foreach (value, key, part) {
            walk(removal, part, each);
        }
    }
    json_array_foreach (value, index, part) {
        walk(removal, part, each);
    }
}

static bool is_theirs(const struct removal *removal, const json_t *object)
{
    const char *player = json_string_value(json_object_get(object, "player"));
    return player != NULL && strcmp(player, removal->player) == 0;
}

void removal_add_name(struct removal *removal, const char *name)
{
    if (name != NULL && json_object_set_new(removal->names, name, json_true()) != 0) {
        removal->failed = true;
    }
}

/* Adds the name from the record's seats, which may differ from the current one. Members are in seat order. */
static void collect_seat_name(struct removal *removal, const json_t *lobby)
{
    const json_t *seats = json_object_get(json_object_get(lobby, "setup"), "seats");
    const json_t *members = json_object_get(lobby, "members");
    for (size_t i = 0; i < json_array_size(seats) && i < json_array_size(members); i++) {
        if (is_theirs(removal, json_array_get(members, i))) {
            removal_add_name(removal, json_string_value(json_object_get(json_array_get(seats, i), "name")));
        }
    }
}

static void collect_names(struct removal *removal, json_t *object)
{
    collect_seat_name(removal, object);
    if (is_theirs(removal, object)) {
        removal_add_name(removal, json_string_value(json_object_get(object, "name")));
    }
}

static void replace(struct removal *removal, json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "name"));
    bool seat = json_object_get(object, "player") == NULL && json_is_array(json_object_get(object, "pawns"));
    if (name == NULL ||
        !(is_theirs(removal, object) || (seat && json_object_get(removal->names, name) != NULL))) {
        return;
    }
    if (json_object_set_new(object, "name", json_string(STORE_REMOVED_NAME)) != 0) {
        removal->failed = true;
    }
    removal->changed = true;
}

void removal_begin(struct removal *removal, const char *player, const char *const text[REMOVE_TEXTS])
{
    *removal = (struct removal){.player = player, .names = json_object()};
    removal->failed = removal->names == NULL;
    for (unsigned i = 0; i < REMOVE_TEXTS; i++) {
        removal->part[i] = text[i] == NULL ? json_null() : json_loads(text[i], JSON_DECODE_ANY, NULL);
        removal->failed = removal->failed || removal->part[i] == NULL;
    }
}

static void free_texts(char *text[REMOVE_TEXTS])
{
    for (unsigned i = 0; i < REMOVE_TEXTS; i++) {
        free(text[i]);
        text[i] = NULL;
    }
}

bool removal_apply(struct removal *removal, char *text[REMOVE_TEXTS])
{
    for (unsigned i = 0; i < REMOVE_TEXTS; i++) {
        text[i] = NULL;
    }
    for (unsigned i = 0; i < REMOVE_TEXTS && !removal->failed; i++) {
        walk(removal, removal->part[i], collect_names);
    }
    for (unsigned i = 0; i < REMOVE_TEXTS && !removal->failed; i++) {
        walk(removal, removal->part[i], replace);
    }
    for (unsigned i = 0; i < REMOVE_TEXTS && !removal->failed && removal->changed; i++) {
        text[i] = json_dumps(removal->part[i], JSON_COMPACT | JSON_ENCODE_ANY);
        removal->failed = text[i] == NULL;
    }
    if (removal->failed) {
        free_texts(text);
    }
    return !removal->failed;
}

void removal_end(struct removal *removal)
{
    for (unsigned i = 0; i < REMOVE_TEXTS; i++) {
        json_decref(removal->part[i]);
    }
    json_decref(removal->names);
}
