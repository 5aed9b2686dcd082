/* wire_read.c: numbers, words and lists, as used in views, events and choices. */
#include <string.h>

#include "common/wire/wire_read_internal.h"

/* ---- Numbers ------------------------------------------------------------------------------------ */

bool wire_read_number(const json_t *json, int least, int most, uint8_t *number)
{
    json_int_t value = json_integer_value(json);
    if (!json_is_integer(json) || value < least || value > most) {
        return false;
    }
    *number = (uint8_t)value;
    return true;
}

bool wire_read_flag(const json_t *json, uint8_t *flag)
{
    *flag = json_is_true(json);
    return json_is_boolean(json);
}

bool wire_read_place(const json_t *json, uint8_t *place)
{
    return wire_read_number(json, 1, SET_LIMIT - 1, place);
}

bool wire_read_cell(const json_t *json, uint8_t *cell)
{
    json_int_t label = json_integer_value(json);
    if (!json_is_integer(json) || label < cell_label(0) || label > cell_label(CELL_LAST)) {
        return false;
    }
    *cell = (uint8_t)(label - cell_label(0));
    return true;
}

/* ---- Words -------------------------------------------------------------------------------------- */

/* Returns "" for anything that is not a string; no name is empty. */
static const char *word_of(const json_t *json)
{
    const char *word = json_string_value(json);
    return word == NULL ? "" : word;
}

bool wire_read_pawn(const json_t *json, uint8_t *pawn)
{
    *pawn = (uint8_t)pawn_from_name(word_of(json));
    return *pawn != PAWN_NONE;
}

bool wire_read_colour(const json_t *json, uint8_t *pawn)
{
    return wire_read_pawn(json, pawn) && *pawn != PAWN_JACK;
}

bool wire_read_face(const json_t *json, uint8_t *face)
{
    *face = PAWN_FALSE;
    return strcmp(word_of(json), face_name(PAWN_FALSE)) == 0 || wire_read_colour(json, face);
}

bool wire_read_letter(const json_t *json, uint8_t *letter)
{
    *letter = (uint8_t)letter_from_name(word_of(json));
    return *letter != LETTER_NONE;
}

bool wire_read_tile(const json_t *json, uint8_t *tile)
{
    *tile = (uint8_t)tile_from_name(word_of(json));
    return *tile != TILE_NONE;
}

bool wire_read_phase(const json_t *json, uint8_t *phase)
{
    for (unsigned i = 0; i < PHASE_COUNT; i++) {
        if (strcmp(phase_name((enum phase)i), word_of(json)) == 0) {
            *phase = (uint8_t)i;
            return true;
        }
    }
    return false;
}

bool wire_read_result(const json_t *json, uint8_t *winner, uint8_t *reason)
{
    *winner = (uint8_t)winner_from_name(word_of(json_object_get(json, "winner")));
    *reason = (uint8_t)reason_from_name(word_of(json_object_get(json, "reason")));
    return *winner != WINNER_NONE && *reason != REASON_NONE;
}

/* ---- Lists -------------------------------------------------------------------------------------- */

bool wire_read_set(const json_t *json, struct set *set)
{
    struct set read = {{0}};
    for (size_t i = 0; i < json_array_size(json); i++) {
        uint8_t place;
        if (!wire_read_place(json_array_get(json, i), &place)) {
            return false;
        }
        set_add(&read, place);
    }
    *set = read;
    return json_is_array(json);
}

bool wire_read_places(const json_t *json, uint8_t *place, size_t most, uint8_t *count)
{
    size_t size = json_array_size(json);
    if (!json_is_array(json) || size > most) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (!wire_read_place(json_array_get(json, i), &place[i])) {
            return false;
        }
    }
    *count = (uint8_t)size;
    return true;
}

bool wire_read_exactly(const json_t *json, uint8_t *place, size_t count)
{
    uint8_t read;
    return wire_read_places(json, place, count, &read) && read == count;
}

bool wire_read_pawns(const json_t *json, uint8_t *pawns)
{
    unsigned mask = 0;
    for (size_t i = 0; i < json_array_size(json); i++) {
        uint8_t pawn;
        if (!wire_read_pawn(json_array_get(json, i), &pawn)) {
            return false;
        }
        mask |= PAWN_BIT(pawn);
    }
    *pawns = (uint8_t)mask;
    return json_is_array(json);
}

bool wire_read_colours(const json_t *json, uint8_t *pawn, size_t most, uint8_t *count)
{
    size_t size = json_array_size(json);
    if (!json_is_array(json) || size > most) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (!wire_read_colour(json_array_get(json, i), &pawn[i])) {
            return false;
        }
    }
    *count = (uint8_t)size;
    return true;
}

/* ---- Jack's sheet ------------------------------------------------------------------------------- */

/* Empty rows are never written, since they would shift the rows after them. */
static bool read_row(const json_t *json, uint8_t row[CELLS], uint8_t mark[CELLS])
{
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *entry = json_array_get(json, i);
        const json_t *tile = json_object_get(entry, "tile");
        uint8_t cell;
        if (!wire_read_cell(json_object_get(entry, "cell"), &cell) ||
            !wire_read_place(json_object_get(entry, "circle"), &row[cell]) ||
            (tile != NULL && !wire_read_tile(tile, &mark[cell]))) {
            return false;
        }
    }
    return json_array_size(json) > 0;
}

bool wire_read_rows(const json_t *json, uint8_t row[ROWS][CELLS], uint8_t mark[ROWS][CELLS], uint8_t *rows)
{
    size_t size = json_array_size(json);
    if (!json_is_array(json) || size > ROWS) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (!read_row(json_array_get(json, i), row[i], mark[i])) {
            return false;
        }
    }
    *rows = (uint8_t)size;
    return true;
}
