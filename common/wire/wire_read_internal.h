/*
 * wire_read_internal.h: parts shared by wire_read*.c.
 *
 * Each function reads one value, which may be NULL (a missing key) or of any type. It returns false if the
 * value is invalid; its output is then undefined.
 */
#ifndef GASLIGHT_WIRE_READ_INTERNAL_H
#define GASLIGHT_WIRE_READ_INTERNAL_H

#include "common/wire/wire_read.h"

bool wire_read_number(const json_t *json, int least, int most, uint8_t *number);
bool wire_read_flag(const json_t *json, uint8_t *flag);
bool wire_read_place(const json_t *json, uint8_t *place); /* a circle or crossing, 1 to 255 */
bool wire_read_cell(const json_t *json, uint8_t *cell);   /* converts a printed number to an index */
bool wire_read_pawn(const json_t *json, uint8_t *pawn);
bool wire_read_colour(const json_t *json, uint8_t *pawn); /* any pawn except Jack */
bool wire_read_face(const json_t *json, uint8_t *face);
bool wire_read_letter(const json_t *json, uint8_t *letter);
bool wire_read_tile(const json_t *json, uint8_t *tile);

/* Lists: a set of places; up to `most` places in order; exactly `count` places; and colours. */
bool wire_read_set(const json_t *json, struct set *set);
bool wire_read_places(const json_t *json, uint8_t *place, size_t most, uint8_t *count);
bool wire_read_exactly(const json_t *json, uint8_t *place, size_t count);
bool wire_read_colours(const json_t *json, uint8_t *pawn, size_t most, uint8_t *count);

/* Reads Jack's rows as written by wire_rows(), and stores how many there are. */
bool wire_read_rows(const json_t *json, uint8_t row[ROWS][CELLS], uint8_t mark[ROWS][CELLS], uint8_t *rows);

#endif
