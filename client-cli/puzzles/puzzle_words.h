/*
 * puzzle_words.h: the texts of puzzles in the player's language (common/puzzles), with their values.
 */
#ifndef GASLIGHT_PUZZLE_WORDS_H
#define GASLIGHT_PUZZLE_WORDS_H

#include <stdint.h>

#include "client-cli/language/language.h"

struct puzzle_words; /* opaque */

enum { PUZZLE_TEXT_MAX = 600, PUZZLE_VALUES_MAX = 8 };

/* What to put in place of {name}. */
struct puzzle_value {
    const char *name;
    const char *text; /* NULL: the number */
    uint64_t number;
};

struct puzzle_text {
    char text[PUZZLE_TEXT_MAX];
};

/* Returns NULL if there is no memory. With `ascii`, only ASCII is used. */
struct puzzle_words *puzzle_words_load(enum language language, bool ascii);
void puzzle_words_free(struct puzzle_words *words);

/* Returns a text; `value` ends with an empty name and may be NULL. The text of an unknown key is the key. */
struct puzzle_text puzzle_text(const struct puzzle_words *words, const char *key,
                               const struct puzzle_value *value);

/* The same for a key of the form "group.name", with ".suffix" appended unless that is NULL. */
struct puzzle_text puzzle_text_of(const struct puzzle_words *words, const char *group, const char *name,
                                  const char *suffix, const struct puzzle_value *value);

#endif
