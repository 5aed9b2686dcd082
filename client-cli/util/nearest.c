/* nearest.c: edit distance with swapped neighbours (optimal string alignment); see nearest.h. */
#include "client-cli/util/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"

enum { WORD_MAX = 32, LIMIT = 2 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static int lower(char c)
{
    return tolower((unsigned char)c);
}

/* Returns how many letters must be added, dropped, replaced or swapped; more than LIMIT for long words. */
static unsigned distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    unsigned cost[WORD_MAX + 1][WORD_MAX + 1];
    if (rows > WORD_MAX || columns > WORD_MAX) {
        return LIMIT + 1;
    }
    for (size_t i = 0; i <= rows; i++) {
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (unsigned)(i + j);
                continue;
            }
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            unsigned best = least(cost[i - 1][j], cost[i][j - 1]) + 1;
            best = least(best, cost[i - 1][j - 1] + !same);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
                best = least(best, cost[i - 2][j - 2] + 1);
            }
            cost[i][j] = best;
        }
    }
    return cost[rows][columns];
}

struct nearest nearest_begin(const char *word)
{
    /* In a short word, two changes leave nothing of it. */
    size_t length = strlen(word);
    return (struct nearest){.word = word, .distance = length < 3 ? 1 : length < 5 ? 2 : LIMIT + 1};
}

void nearest_offer(struct nearest *nearest, const char *candidate)
{
    unsigned found = distance(nearest->word, candidate);
    if (found < nearest->distance) {
        nearest->best = candidate;
        nearest->distance = found;
    }
}

struct advice nearest_advice(const struct nearest *nearest, const char *otherwise)
{
    struct advice advice;
    if (nearest->best != NULL) {
        (void)snprintf(advice.text, sizeof advice.text, tr("did you mean %s?"), nearest->best);
    } else {
        (void)snprintf(advice.text, sizeof advice.text, "%s", otherwise);
    }
    return advice;
}
