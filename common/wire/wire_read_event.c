/*
 * wire_read_event.c: reads events from JSON.
 *
 * EVENT_KIND_TABLE lists the keys of each kind. Keys that everybody may know are required, with a few
 * exceptions; the others are present if this viewer may know them.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire_read_internal.h"

typedef bool read_event_field(const json_t *json, struct event *event);

/* One function per field, named after it; the table below lists them. */
#define READ(name) static bool read_##name(const json_t *json, struct event *event)
#define READ_AS(name, part) \
    READ(name) \
    { \
        return wire_read_##part(json, &event->name); \
    }
#define READ_LIST(name) \
    READ(name) \
    { \
        return wire_read_places(json, event->name.item, EVENT_LIST_MAX, &event->name.count); \
    }

READ_AS(by, pawn)
READ_AS(pawn, colour)
READ_AS(circle, place)
READ_LIST(circles)
READ_LIST(marked)
READ_LIST(order)
READ_AS(crossing, place)
READ_LIST(crossings)
READ_AS(face, face)
READ_AS(letter, letter)
READ_AS(from, place)
READ_AS(via, place)
READ_AS(to, place)
READ_AS(tile, tile)
READ_AS(power, flag)
READ_AS(found, flag)

READ(round)
{
    return wire_read_number(json, 1, ROWS, &event->round);
}

READ(time)
{
    return wire_read_number(json, 1, CRIMES_MAX, &event->time);
}

/* Reads a list of pairs into a flat list; each of the two values has its own function. */
static bool read_pairs(const json_t *json, struct event_list *list,
                       bool (*first)(const json_t *json, uint8_t *value),
                       bool (*second)(const json_t *json, uint8_t *value))
{
    size_t size = json_array_size(json);
    if (!json_is_array(json) || size > EVENT_LIST_MAX / 2) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        const json_t *pair = json_array_get(json, i);
        if (json_array_size(pair) != 2 || !first(json_array_get(pair, 0), &list->item[2 * i]) ||
            !second(json_array_get(pair, 1), &list->item[2 * i + 1])) {
            return false;
        }
    }
    list->count = (uint8_t)(2 * size);
    return true;
}

READ(place)
{
    return read_pairs(json, &event->place, wire_read_place, wire_read_face);
}

READ(moves)
{
    return read_pairs(json, &event->moves, wire_read_place, wire_read_place);
}

READ(police)
{
    struct event_list *list = &event->police;
    for (unsigned pawn = PAWN_JACK + 1; pawn < PAWN_COUNT; pawn++) {
        const json_t *crossing = json_object_get(json, pawn_name((enum pawn)pawn));
        if (crossing == NULL) {
            continue;
        }
        list->item[list->count++] = (uint8_t)pawn;
        if (!wire_read_place(crossing, &list->item[list->count++])) {
            return false;
        }
    }
    return json_is_object(json);
}
_Static_assert(2 * POLICEMEN_MAX <= EVENT_LIST_MAX, "all policemen and their crossings fit a list");

READ(cells)
{
    size_t size = json_array_size(json);
    if (!json_is_array(json) || size > EVENT_LIST_MAX) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (!wire_read_cell(json_array_get(json, i), &event->cells.item[i])) {
            return false;
        }
    }
    event->cells.count = (uint8_t)size;
    return true;
}

READ(result)
{
    return wire_read_result(json, &event->result.winner, &event->result.reason);
}

READ(sheet)
{
    struct event_sheet *sheet = &event->sheet;
    const json_t *hideout = json_object_get(json, "hideout");
    const json_t *discoveries = json_object_get(json, "discoveries");
    const json_t *heads = json_object_get(json, "heads");
    uint8_t count = POLICEMEN_MAX;
    return (hideout == NULL || wire_read_place(hideout, &sheet->hideout)) &&
           (discoveries == NULL || wire_read_exactly(discoveries, sheet->discovery, DISCOVERIES)) &&
           wire_read_rows(json_object_get(json, "rows"), sheet->row, sheet->mark, &sheet->rows) &&
           (heads == NULL || wire_read_colours(heads, sheet->heads, POLICEMEN_MAX, &count)) &&
           count == POLICEMEN_MAX;
}

static read_event_field *const readers[] = {
#define EVENT_READER(name, key, member) [EVENT_##name##_FIELD] = read_##member,
    EVENT_FIELD_TABLE(EVENT_READER)
#undef EVENT_READER
};
_Static_assert(COUNT(readers) == EVENT_FIELD_COUNT, "every field can be read");

#define FIELD(name) EVENT_FIELD_BIT(EVENT_##name##_FIELD)

/* Fields that everybody may know but that are optional, depending on how the action was done. */
static const uint32_t open_fields[EVENT_KIND_COUNT] = {
    [EVENT_LETTER] = FIELD(CROSSINGS) | FIELD(PAWN),
    [EVENT_WALK] = FIELD(POWER),
    [EVENT_SEARCH] = FIELD(POWER),
    [EVENT_ARREST] = FIELD(CIRCLE) | FIELD(CIRCLES) | FIELD(POWER),
    [EVENT_SHEET] = FIELD(MARKED) | FIELD(PLACE),
};

static bool read_kind(const json_t *json, uint8_t *kind)
{
    const char *word = json_string_value(json);
    for (unsigned i = 0; word != NULL && i < EVENT_KIND_COUNT; i++) {
        if (strcmp(event_name((enum event_kind)i), word) == 0) {
            *kind = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* A key that does not belong to this kind is ignored like any unknown key. */
static bool read_field(const json_t *json, enum event_field field, struct event *event)
{
    enum audience audience = event_audience((enum event_kind)event->kind, field);
    const json_t *value = json_object_get(json, event_field_key(field));
    if (audience == AUDIENCE_NOBODY) {
        return true;
    }
    if (value == NULL) {
        return audience != AUDIENCE_EVERYONE || (open_fields[event->kind] & EVENT_FIELD_BIT(field)) != 0;
    }
    event->fields |= EVENT_FIELD_BIT(field);
    return readers[field](value, event);
}

bool wire_read_event(const json_t *json, struct viewed_event *event)
{
    struct viewed_event read;
    memset(&read, 0, sizeof read);
    if (!read_kind(json_object_get(json, "did"), &read.shown.kind)) {
        return false;
    }
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        if (!read_field(json, (enum event_field)field, &read.shown)) {
            return false;
        }
    }
    memcpy(event, &read, sizeof read);
    return true;
}

bool wire_is_undo(const json_t *json)
{
    const char *did = json_string_value(json_object_get(json, "did"));
    return did != NULL && strcmp(did, "undo") == 0;
}

bool wire_read_undo(const json_t *json, enum pawn *by, struct view *view)
{
    uint8_t pawn;
    if (!wire_is_undo(json) || !wire_read_pawn(json_object_get(json, "by"), &pawn) ||
        !wire_read_view(json_object_get(json, "view"), view)) {
        return false;
    }
    *by = (enum pawn)pawn;
    return true;
}
