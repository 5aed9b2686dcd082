/*
 * phrase.h: putting a sentence together.
 *
 * A pattern is a sentence with keys in braces, "{by} walks to crossing {to}."; whoever knows what the keys mean
 * writes them. So the sentences stand whole in tables, and the code that fills them in is small. A key may bring a
 * noun, "{cells:move}", that is put before a list of numbers and takes an s when there are several.
 */
#ifndef GASLIGHT_PHRASE_H
#define GASLIGHT_PHRASE_H

#include "client-cli/text/sentences.h"

/* Appends; what does not fit is cut off. */
__attribute__((format(printf, 2, 3))) void phrase_add(struct sentence *out, const char *format, ...);

/* The same for a text that is no sentence's. */
__attribute__((format(printf, 3, 4))) void phrase_append(char *text, size_t capacity, const char *format,
                                                         ...);

/* Before item `index` of `count`: "", ", " or the last joint, " and " or " or ". */
void phrase_joint(struct sentence *out, unsigned index, unsigned count, const char *last);

/* "3, 21 and 65"; "crossings 3, 21 and 65" with a noun; NULL: none. */
void phrase_numbers(struct sentence *out, const char *noun, const uint8_t *number, unsigned count);

/* "Red, Blue or Green" of a mask. */
void phrase_pawns(struct sentence *out, unsigned pawns, const char *last);

/* "Yellow on 12, Red on 35, two false ones on 40 and 41" of crossing, face, crossing, face, ... */
void phrase_patrols(struct sentence *out, const uint8_t *place, unsigned count);

/* "from crossing 12 to 35 and from crossing 40 to 41" of from, to, from, to, ... */
void phrase_moves(struct sentence *out, const uint8_t *moves, unsigned count);

/* "night 2" or "round 2". */
void phrase_round(struct sentence *out, enum game_kind game, unsigned round);

/* "a coach", "an alley". */
const char *phrase_tile(enum tile tile);

/* Writes what a key stands for; `noun` is NULL if the key brought none. */
typedef void phrase_writer(struct sentence *out, const char *key, const char *noun, const void *context);

/* Appends a pattern, its keys written by `write`; the sentence then begins with a capital letter. */
void phrase_fill(struct sentence *out, const char *pattern, phrase_writer *write, const void *context);

#endif
