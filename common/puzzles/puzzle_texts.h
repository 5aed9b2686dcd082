/*
 * puzzle_texts.h: what clients say about puzzles, linked into both programs so that both use the same words.
 *
 * A JSON object from keys to texts; {name} stands for a value. Keys that end in ".one" are for a count of one. The server
 * serves them to the browser client.
 */
#ifndef GASLIGHT_PUZZLE_TEXTS_H
#define GASLIGHT_PUZZLE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the texts in a language, "en" or "it"; NULL for any other. They are not terminated. */
const char *puzzle_texts(const char *language, size_t *length);

#endif
