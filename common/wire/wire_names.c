/* wire_names.c: see wire_names.h. */
#include "common/wire/wire_names.h"

/* ---- With a json_writer ------------------------------------------------------------------------ */

void wire_pawns(struct json_writer *writer, const char *key, unsigned pawns)
{
    json_write_open(writer, key, '[');
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            json_write_string(writer, NULL, pawn_name((enum pawn)pawn));
        }
    }
    json_write_close(writer, ']');
}

void wire_heads(struct json_writer *writer, const char *key, const uint8_t *heads, size_t count)
{
    json_write_open(writer, key, '[');
    for (size_t i = 0; i < count; i++) {
        json_write_string(writer, NULL, pawn_name((enum pawn)heads[i]));
    }
    json_write_close(writer, ']');
}

void wire_options(struct json_writer *writer, const char *key, enum game_kind game, uint32_t options)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < option_count(game); i++) {
        if ((options & (1U << i)) != 0) {
            json_write_string(writer, NULL, option_name(game, i));
        }
    }
    json_write_close(writer, ']');
}

void wire_result(struct json_writer *writer, const char *key, unsigned winner, unsigned reason)
{
    json_write_open(writer, key, '{');
    json_write_string(writer, "winner", winner_name((enum winner)winner));
    json_write_string(writer, "reason", reason_name((enum reason)reason));
    json_write_close(writer, '}');
}

/* ---- As jansson values ------------------------------------------------------------------------- */

json_t *wire_pawns_value(unsigned pawns)
{
    json_t *list = json_array();
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            (void)json_array_append_new(list, json_string(pawn_name((enum pawn)pawn)));
        }
    }
    return list;
}

json_t *wire_heads_value(const uint8_t *heads, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        (void)json_array_append_new(list, json_string(pawn_name((enum pawn)heads[i])));
    }
    return list;
}

json_t *wire_options_value(enum game_kind game, uint32_t options)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < option_count(game); i++) {
        if ((options & (1U << i)) != 0) {
            (void)json_array_append_new(list, json_string(option_name(game, i)));
        }
    }
    return list;
}
