/*
 * wire_parts.h: pieces of JSON that events and views have in common. Internal to wire*.c.
 */
#ifndef GASLIGHT_WIRE_PARTS_H
#define GASLIGHT_WIRE_PARTS_H

#include "common/json/json_writer.h"
#include "common/rules/game.h"

void wire_pawns(struct json_writer *writer, const char *key, unsigned pawns); /* ["yellow","red"] of a mask */
void wire_result(struct json_writer *writer, const char *key, unsigned winner, unsigned reason);
void wire_heads(struct json_writer *writer, const char *key, const uint8_t *heads, size_t count);

/* Jack's rows: [[{"cell":0,"circle":83,"tile":"coach"}, ...], ...]; empty ones are left out. */
void wire_rows(struct json_writer *writer, const char *key, const uint8_t row[ROWS][CELLS],
               const uint8_t mark[ROWS][CELLS]);

#endif
