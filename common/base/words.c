/* words.c: see words.h. */
#include "common/base/words.h"

#include <stddef.h>
#include <string.h>

unsigned word_find(const char *const *names, unsigned first, unsigned count, unsigned none, const char *word)
{
    for (unsigned i = first; i < count; i++) {
        if (names[i] != NULL && strcmp(names[i], word) == 0) {
            return i;
        }
    }
    return none;
}
