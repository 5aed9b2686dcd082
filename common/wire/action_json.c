/*
 * action_json.c: actions to and from JSON.
 *
 * One row per field gives its key, its type and its member of struct action; the table in action.c says which
 * fields an action has. Places are only checked to be numbers in range; the board and the rules are checked
 * later.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/action_json.h"

enum { PLACE_LAST = 255 };

enum type { TYPE_PLACE, TYPE_PAWN, TYPE_LETTER, TYPE_TILE, TYPE_TRUE, TYPE_PLACES, TYPE_PAIRS, TYPE_FACES };

struct field {
    const char *key;
    enum type type;
    size_t at;        /* offset of the member in struct action */
    uint8_t min, max; /* lists: number of elements */
};

#define AT(member) offsetof(struct action, member)

/* The order in which the keys of an action are written. */
static const enum action_field order[] = {
    FIELD_LETTER, FIELD_CIRCLE,   FIELD_CROSSING, FIELD_FROM,   FIELD_FROM_TWO, FIELD_VIA,
    FIELD_TO,     FIELD_PAWN,     FIELD_TILE,     FIELD_ESCAPE, FIELD_POWER,    FIELD_CIRCLES,
    FIELD_MARKED, FIELD_UNMARKED, FIELD_PLACE,    FIELD_MOVES,
};
_Static_assert(COUNT(order) == ACTION_FIELD_COUNT, "every field is written");

static const struct field fields[] = {
    [FIELD_CIRCLE] = {"circle", TYPE_PLACE, AT(circle), 0, 0},
    [FIELD_CROSSING] = {"crossing", TYPE_PLACE, AT(crossing), 0, 0},
    [FIELD_FROM] = {"from", TYPE_PLACE, AT(from), 0, 0},
    [FIELD_VIA] = {"via", TYPE_PLACE, AT(via), 0, 0},
    [FIELD_TO] = {"to", TYPE_PLACE, AT(to), 0, 0},
    [FIELD_PAWN] = {"pawn", TYPE_PAWN, AT(pawn), 0, 0},
    [FIELD_LETTER] = {"letter", TYPE_LETTER, AT(letter), 0, 0},
    [FIELD_TILE] = {"tile", TYPE_TILE, AT(tile), 0, 0},
    [FIELD_ESCAPE] = {"escape", TYPE_TRUE, AT(escape), 0, 0},
    [FIELD_POWER] = {"power", TYPE_TRUE, AT(power), 0, 0},
    [FIELD_CIRCLES] = {"circles", TYPE_PLACES, AT(list), 0, 4},
    [FIELD_MARKED] = {"marked", TYPE_PLACES, AT(list), 0, ACTION_LIST_MAX},
    [FIELD_UNMARKED] = {"unmarked", TYPE_PLACES, AT(unmarked), 0, ACTION_UNMARKED_MAX},
    [FIELD_PLACE] = {"place", TYPE_FACES, AT(list), 0, PATROLS},
    [FIELD_MOVES] = {"moves", TYPE_PAIRS, AT(list), 2, 2},
    [FIELD_FROM_TWO] = {"from", TYPE_PLACES, AT(list), 2, 2},
};
_Static_assert(COUNT(fields) == ACTION_FIELD_COUNT, "every field has a row");

/* ---- Complaints -------------------------------------------------------------------------------- */

void complain(struct complaint *complaint, enum error error, const char *format, ...)
{
    va_list arguments;
    complaint->error = error;
    va_start(arguments, format);
    (void)vsnprintf(complaint->text, sizeof complaint->text, format, arguments);
    va_end(arguments);
}

struct shown_word show_word(const char *word)
{
    enum { SHOWN = 24 };
    struct shown_word shown;
    size_t length = 0;
    for (; length < SHOWN && word[length] != '\0'; length++) {
        char byte = word[length];
        shown.text[length] = byte >= ' ' && byte <= '~' && byte != '"' ? byte : '?';
    }
    memcpy(shown.text + length, word[length] == '\0' ? "" : "...", word[length] == '\0' ? 1 : 4);
    return shown;
}

/* The kind as used in a sentence: "a hideout", "an alley", "women". */
struct noun {
    char text[20];
};

static struct noun noun_of(unsigned kind)
{
    const char *name = action_name((enum action_kind)kind);
    struct noun noun;
    const char *article = strchr("aeiou", name[0]) != NULL ? "an " : "a ";
    bool plural = kind == ACTION_WOMEN || kind == ACTION_PATROLS || kind == ACTION_MOVE_PATROLS ||
                  kind == ACTION_DISCOVERIES;
    (void)snprintf(noun.text, sizeof noun.text, "%s%s", plural ? "" : article, name);
    return noun;
}

/* Reports what type of value a field must have. */
static void complain_type(const struct field *field, unsigned kind, struct complaint *complaint)
{
    static const char *const expected[] = {
        [TYPE_PLACE] = "a number",         [TYPE_PAWN] = "a policeman's colour",
        [TYPE_LETTER] = "a letter's name", [TYPE_TILE] = "a tile's name",
        [TYPE_TRUE] = "true or left out",  [TYPE_PLACES] = "numbers",
        [TYPE_PAIRS] = "pairs of numbers", [TYPE_FACES] = "pairs of a crossing and a face",
    };
    if (field->max == 0) {
        complain(complaint, ERROR_BAD_TYPE, "\"%s\" of %s must be %s.", field->key, noun_of(kind).text,
                 expected[field->type]);
    } else {
        complain(complaint, ERROR_BAD_TYPE, "\"%s\" of %s must be a list of %s%d %s.", field->key,
                 noun_of(kind).text, field->min == field->max ? "" : "at most ", field->max,
                 expected[field->type]);
    }
}

/* ---- Reading ----------------------------------------------------------------------------------- */

/* A field being read; error messages depend on it. */
struct reader {
    const struct field *field;
    unsigned kind;
    struct complaint *complaint;
};

static bool bad_type(const struct reader *reader)
{
    complain_type(reader->field, reader->kind, reader->complaint);
    return false;
}

static bool read_place(const struct reader *reader, const json_t *value, uint8_t *place)
{
    if (!json_is_integer(value)) {
        return bad_type(reader);
    }
    json_int_t number = json_integer_value(value);
    if (number < 1 || number > PLACE_LAST) {
        complain(reader->complaint, ERROR_NO_SUCH_PLACE,
                 "\"%s\" of %s is not a place: places are numbered from 1 to %d.", reader->field->key,
                 noun_of(reader->kind).text, PLACE_LAST);
        return false;
    }
    *place = (uint8_t)number;
    return true;
}

static bool unknown_word(const struct reader *reader, const char *word)
{
    complain(reader->complaint, ERROR_UNKNOWN_WORD, "\"%s\" of %s cannot be \"%s\".", reader->field->key,
             noun_of(reader->kind).text, show_word(word).text);
    return false;
}

/* Reads a name of one of the enums in which 0 means none or, for a face, "false". */
static bool read_word(const struct reader *reader, const json_t *value, uint8_t *member)
{
    const char *word = json_string_value(value);
    unsigned found = 0;
    if (word == NULL) {
        return bad_type(reader);
    }
    if (reader->field->type == TYPE_LETTER) {
        found = letter_from_name(word);
    } else if (reader->field->type == TYPE_TILE) {
        found = tile_from_name(word);
    } else {
        enum pawn pawn = pawn_from_name(word);
        found = pawn == PAWN_NONE ? 0 : pawn;
    }
    if (found == 0 && !(reader->field->type == TYPE_FACES && strcmp(word, face_name(PAWN_FALSE)) == 0)) {
        return unknown_word(reader, word);
    }
    *member = (uint8_t)found;
    return true;
}

static bool read_pair(const struct reader *reader, const json_t *pair, uint8_t two[2])
{
    if (!json_is_array(pair) || json_array_size(pair) != 2) {
        return bad_type(reader);
    }
    if (!read_place(reader, json_array_get(pair, 0), &two[0])) {
        return false;
    }
    const json_t *second = json_array_get(pair, 1);
    return reader->field->type == TYPE_FACES ? read_word(reader, second, &two[1])
                                             : read_place(reader, second, &two[1]);
}

static bool read_list(const struct reader *reader, const json_t *value, struct action *action,
                      uint8_t *member)
{
    const struct field *field = reader->field;
    size_t size = json_array_size(value);
    if (!json_is_array(value) || size < field->min || size > field->max) {
        return bad_type(reader);
    }
    size_t width = field->type == TYPE_PLACES ? 1 : 2;
    for (size_t i = 0; i < size; i++) {
        const json_t *entry = json_array_get(value, i);
        bool good =
            width == 1 ? read_place(reader, entry, &member[i]) : read_pair(reader, entry, &member[2 * i]);
        if (!good) {
            return false;
        }
    }
    uint8_t *count = member == action->unmarked ? &action->unmarked_count : &action->count;
    *count = (uint8_t)(width * size);
    return true;
}

static bool read_field(const struct reader *reader, const json_t *value, struct action *action)
{
    uint8_t *member = (uint8_t *)action + reader->field->at;
    switch (reader->field->type) {
    case TYPE_PLACE:
        return read_place(reader, value, member);
    case TYPE_PAWN:
    case TYPE_LETTER:
    case TYPE_TILE:
        return read_word(reader, value, member);
    case TYPE_TRUE:
        *member = 1;
        return json_is_true(value) || bad_type(reader);
    case TYPE_PLACES:
    case TYPE_PAIRS:
    case TYPE_FACES:
        break;
    }
    return read_list(reader, value, action, member);
}

/* Reads "by" and "do", which determine the other fields. */
static bool read_head(const json_t *value, struct action *action, struct complaint *complaint)
{
    static const char *const keys[] = {"by", "do"};
    const char *word[COUNT(keys)];
    if (!json_is_object(value)) {
        complain(complaint, ERROR_BAD_TYPE, "An action must be an object.");
        return false;
    }
    for (size_t i = 0; i < COUNT(keys); i++) {
        const json_t *member = json_object_get(value, keys[i]);
        word[i] = json_string_value(member);
        if (word[i] == NULL) {
            complain(complaint, member == NULL ? ERROR_MISSING_KEY : ERROR_BAD_TYPE,
                     member == NULL ? "\"%s\" is missing from an action."
                                    : "\"%s\" of an action must be a string.",
                     keys[i]);
            return false;
        }
    }
    enum pawn by = pawn_from_name(word[0]);
    action->by = (uint8_t)by;
    action->kind = (uint8_t)action_from_name(word[1]);
    if (by == PAWN_NONE || action->kind == ACTION_NONE) {
        complain(complaint, ERROR_UNKNOWN_WORD,
                 by == PAWN_NONE ? "There is no pawn \"%s\"." : "There is no action \"%s\".",
                 show_word(word[by == PAWN_NONE ? 0 : 1]).text);
        return false;
    }
    return true;
}

/* Stores which fields an action must and may have. For a letter this depends on which letter it is. */
static bool read_wanted(const json_t *value, struct action *action, uint32_t *required, uint32_t *optional,
                        struct complaint *complaint)
{
    *required = action_fields_required(action->kind);
    *optional = action_fields_optional(action->kind);
    const json_t *letter = json_object_get(value, fields[FIELD_LETTER].key);
    if (action->kind != ACTION_LETTER || letter == NULL) {
        return true;
    }
    const struct reader reader = {&fields[FIELD_LETTER], action->kind, complaint};
    if (!read_field(&reader, letter, action)) {
        return false;
    }
    *required |= letter_fields((enum letter)action->letter);
    *optional = 0;
    return true;
}

static bool key_belongs(const char *key, uint32_t allowed)
{
    for (unsigned i = 0; i < ACTION_FIELD_COUNT; i++) {
        if ((allowed & FIELD_BIT(i)) != 0 && strcmp(fields[i].key, key) == 0) {
            return true;
        }
    }
    return strcmp(key, "by") == 0 || strcmp(key, "do") == 0;
}

static bool check_keys(const json_t *value, unsigned kind, uint32_t allowed, struct complaint *complaint)
{
    /* jansson iterates over mutable objects only; nothing is changed here. */
    json_t *object = (json_t *)value;
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        if (!key_belongs(key, allowed)) {
            complain(complaint, ERROR_UNKNOWN_KEY, "\"%s\" is not allowed in %s.", show_word(key).text,
                     noun_of(kind).text);
            return false;
        }
    }
    return true;
}

bool action_from_json(const json_t *value, struct action *action, struct complaint *complaint)
{
    struct action made = {0};
    uint32_t required;
    uint32_t optional;
    if (!read_head(value, &made, complaint) || !read_wanted(value, &made, &required, &optional, complaint) ||
        !check_keys(value, made.kind, required | optional, complaint)) {
        return false;
    }
    for (size_t i = 0; i < COUNT(order); i++) {
        const struct reader reader = {&fields[order[i]], made.kind, complaint};
        if (((required | optional) & FIELD_BIT(order[i])) == 0) {
            continue;
        }
        const json_t *member = json_object_get(value, reader.field->key);
        if (member == NULL && (required & FIELD_BIT(order[i])) != 0) {
            complain(complaint, ERROR_MISSING_KEY, "\"%s\" is missing from %s.", reader.field->key,
                     noun_of(made.kind).text);
            return false;
        }
        if (member != NULL && !read_field(&reader, member, &made)) {
            return false;
        }
    }
    *action = made;
    return true;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static void write_pairs(struct json_writer *writer, const struct field *field, const uint8_t *list,
                        size_t count)
{
    json_write_open(writer, field->key, '[');
    for (size_t i = 0; i + 1 < count; i += 2) {
        json_write_open(writer, NULL, '[');
        json_write_int(writer, NULL, list[i]);
        if (field->type == TYPE_FACES) {
            json_write_string(writer, NULL, face_name((enum pawn)list[i + 1]));
        } else {
            json_write_int(writer, NULL, list[i + 1]);
        }
        json_write_close(writer, ']');
    }
    json_write_close(writer, ']');
}

static void write_field(struct json_writer *writer, const struct field *field, const struct action *action)
{
    const uint8_t *member = (const uint8_t *)action + field->at;
    size_t count = member == action->unmarked ? action->unmarked_count : action->count;
    switch (field->type) {
    case TYPE_PLACE:
        json_write_int(writer, field->key, *member);
        break;
    case TYPE_PAWN:
        json_write_string(writer, field->key, pawn_name((enum pawn) * member));
        break;
    case TYPE_LETTER:
        json_write_string(writer, field->key, letter_name((enum letter) * member));
        break;
    case TYPE_TILE:
        json_write_string(writer, field->key, tile_name((enum tile) * member));
        break;
    case TYPE_TRUE:
        json_write_bool(writer, field->key, true);
        break;
    case TYPE_PLACES:
        json_write_numbers(writer, field->key, member, count);
        break;
    case TYPE_PAIRS:
    case TYPE_FACES:
        write_pairs(writer, field, member, count);
        break;
    }
}

void action_to_json(struct json_writer *writer, const char *key, const struct action *action)
{
    uint32_t given = action_fields_given(action);
    json_write_open(writer, key, '{');
    json_write_string(writer, "by", pawn_name(action->by));
    json_write_string(writer, "do", action_name(action->kind));
    for (size_t i = 0; i < COUNT(order); i++) {
        if ((given & FIELD_BIT(order[i])) != 0) {
            write_field(writer, &fields[order[i]], action);
        }
    }
    json_write_close(writer, '}');
}
