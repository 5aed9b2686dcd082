/*
 * phrase.h: building sentences.
 *
 * A pattern is a sentence with keys in braces, "{by} moved to crossing {to}."; the caller's phrase_writer writes the
 * value of each key. Whole sentences can therefore stand in tables, and the code that fills them in is small. A key may
 * carry a noun, "{cells:move}", which is written before a list of numbers, in the plural if there are several.
 */
#ifndef GASLIGHT_PHRASE_H
#define GASLIGHT_PHRASE_H

#include "client-cli/text/sentences.h"

/* Appends formatted text; cuts off what does not fit. */
__attribute__((format(printf, 2, 3))) void phrase_add(struct sentence *out, const char *format, ...);

/* The same for any buffer that holds a string. */
__attribute__((format(printf, 3, 4))) void phrase_append(char *text, size_t capacity, const char *format,
                                                         ...);

/* Appends what goes before item `index` of `count`: "", ", " or, before the last, `last` (" and ", " or "). */
void phrase_joint(struct sentence *out, unsigned index, unsigned count, const char *last);

/* Returns a noun of a pattern in the player's language: "move" or, unless `count` is 1, "moves". */
const char *phrase_noun(const char *noun, unsigned count);

/* Appends "3, 21 and 65", or "crossings 3, 21 and 65" with a noun (which may be NULL). */
void phrase_numbers(struct sentence *out, const char *noun, const uint8_t *number, unsigned count);

/* Appends the pawns of a mask: "Red, Blue or Green". */
void phrase_pawns(struct sentence *out, unsigned pawns, const char *last);

/* Appends "Yellow at 12, Red at 35, false ones at 40 and 41" from crossing, face, crossing, face, ... */
void phrase_patrols(struct sentence *out, const uint8_t *place, unsigned count);

/* Appends "from crossing 12 to 35 and from crossing 40 to 41" from a list of from, to, from, to, ... */
void phrase_moves(struct sentence *out, const uint8_t *moves, unsigned count);

/* Appends "night 2" or "round 2". */
void phrase_round(struct sentence *out, enum game_kind game, unsigned round);

/* Returns "a coach", "an alley", ... */
const char *phrase_tile(enum tile tile);

/* Appends the value of a key; `noun` is NULL if the key has none. */
typedef void phrase_writer(struct sentence *out, const char *key, const char *noun, const void *context);

/* Appends the translation of a pattern, with its keys written by `write`; the sentence begins with a capital letter. */
void phrase_fill(struct sentence *out, const char *pattern, phrase_writer *write, const void *context);

#endif
