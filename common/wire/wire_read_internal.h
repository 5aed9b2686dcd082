/*
 * wire_read_parts.h: pieces that wire_read*.c have in common. Internal to them.
 *
 * Each reads one value, which may be NULL (the key was not there) or of any type, and is false if it is not
 * what it should be; what it was to fill is then worth nothing.
 */
#ifndef GASLIGHT_WIRE_READ_INTERNAL_H
#define GASLIGHT_WIRE_READ_INTERNAL_H

#include "common/wire/wire_read.h"

bool wire_read_number(const json_t *json, int least, int most, uint8_t *number);
bool wire_read_flag(const json_t *json, uint8_t *flag);
bool wire_read_place(const json_t *json, uint8_t *place); /* a circle or crossing, 1 to 255 */
bool wire_read_cell(const json_t *json, uint8_t *cell);   /* printed number to index */
bool wire_read_pawn(const json_t *json, uint8_t *pawn);
bool wire_read_colour(const json_t *json, uint8_t *pawn); /* not Jack */
bool wire_read_face(const json_t *json, uint8_t *face);
bool wire_read_letter(const json_t *json, uint8_t *letter);
bool wire_read_tile(const json_t *json, uint8_t *tile);

/* Lists: a set of places, at most `most` places in their order, exactly `count` of them, and colours. */
bool wire_read_set(const json_t *json, struct set *set);
bool wire_read_places(const json_t *json, uint8_t *place, size_t most, uint8_t *count);
bool wire_read_exactly(const json_t *json, uint8_t *place, size_t count);
bool wire_read_colours(const json_t *json, uint8_t *pawn, size_t most, uint8_t *count);

/* Jack's rows, as wire_rows() writes them; how many there are. */
bool wire_read_rows(const json_t *json, uint8_t row[ROWS][CELLS], uint8_t mark[ROWS][CELLS], uint8_t *rows);

#endif
