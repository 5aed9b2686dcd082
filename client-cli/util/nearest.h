/*
 * nearest.h: finds the word that was probably meant, for "did you mean".
 */
#ifndef GASLIGHT_NEAREST_H
#define GASLIGHT_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word;
    const char *best; /* NULL: nothing is similar */
    unsigned distance;
};

/* Starts the search for a word similar to `word`. */
struct nearest nearest_begin(const char *word);

/* Offers a candidate; it must outlive `nearest`. Of equally similar ones the first is kept. */
void nearest_offer(struct nearest *nearest, const char *candidate);

struct advice {
    char text[120];
};

/* Returns "did you mean X?", or `otherwise` if there is no similar word. */
struct advice nearest_advice(const struct nearest *nearest, const char *otherwise);

#endif
