/*
 * words.h: splits a line into words, and matches words against lists of names.
 *
 * Used by the parser, by completion and by the table of commands. Pure.
 */
#ifndef GASLIGHT_WORDS_H
#define GASLIGHT_WORDS_H

#include <stdbool.h>

enum { WORDS_MAX = 48, WORD_MAX = 95 };

/* The words of a line, up to a comment. */
struct words {
    unsigned count;
    bool too_many;          /* more than WORDS_MAX words, or a word longer than WORD_MAX */
    bool joined[WORDS_MAX]; /* a comma separates this word from the one before */
    char word[WORDS_MAX][WORD_MAX + 1];
};

void words_split(struct words *words, const char *text, const char *separators);

/*
 * Returns the index of the name that `word` equals or is an unambiguous prefix of; MATCH_NONE or MATCH_AMBIGUOUS
 * otherwise. Upper and lower case are the same.
 */
enum { MATCH_NONE = -1, MATCH_AMBIGUOUS = -2 };
int words_match(const char *(*name)(unsigned index), unsigned count, const char *word);

/* Names by index, for words_match() and completion. */
const char *words_pawn(unsigned index);
const char *words_letter(unsigned index); /* index 0 is the first Letter, not LETTER_NONE */
const char *words_tile(unsigned index);   /* index 0 is the first tile, not TILE_NONE */

#endif
