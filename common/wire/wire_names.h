/*
 * wire_names.h: pawns, Head tiles, options and results as JSON.
 *
 * Views, records and the server's messages all write these the same way. The functions come in two kinds: those that
 * write to a json_writer, and those that return a jansson value.
 */
#ifndef GASLIGHT_WIRE_NAMES_H
#define GASLIGHT_WIRE_NAMES_H

#include <jansson.h>

#include "common/json/json_writer.h"
#include "common/rules/game.h"

/* ["yellow","red"]; `pawns` is a mask of PAWN_BIT. */
void wire_pawns(struct json_writer *writer, const char *key, unsigned pawns);

/* ["blue","brown",...], in this order. */
void wire_heads(struct json_writer *writer, const char *key, const uint8_t *heads, size_t count);

/* ["letters","rushing"]; `options` is a mask of enum option. */
void wire_options(struct json_writer *writer, const char *key, enum game_kind game, uint32_t options);

/* {"winner":"jack","reason":"five_victims"} */
void wire_result(struct json_writer *writer, const char *key, unsigned winner, unsigned reason);

/* The same as jansson values: a new reference, or NULL if there is no memory. */
json_t *wire_pawns_value(unsigned pawns);
json_t *wire_heads_value(const uint8_t *heads, size_t count);
json_t *wire_options_value(enum game_kind game, uint32_t options);

#endif
