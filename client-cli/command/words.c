/* words.c: see words.h. */
#include "client-cli/command/words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/rules/action.h"

static void add_word(struct words *words, const char *text, size_t length, bool joined)
{
    if (words->count == WORDS_MAX || length > WORD_MAX) {
        words->too_many = true;
        return;
    }
    words->joined[words->count] = joined;
    (void)snprintf(words->word[words->count], sizeof words->word[0], "%.*s", (int)length, text);
    words->count++;
}

void words_split(struct words *words, const char *text, const char *separators)
{
    *words = (struct words){0};
    while (*text != '\0') {
        size_t gap = strspn(text, separators);
        bool joined = memchr(text, ',', gap) != NULL;
        text += gap;
        if (*text == '#') {
            return;
        }
        size_t length = strcspn(text, separators);
        if (length > 0) {
            add_word(words, text, length, joined);
        }
        text += length;
    }
}

int words_match(const char *(*name)(unsigned index), unsigned count, const char *word)
{
    int found = MATCH_NONE;
    for (unsigned i = 0; i < count; i++) {
        if (strcasecmp(name(i), word) == 0) {
            return (int)i;
        }
        if (word[0] != '\0' && strncasecmp(name(i), word, strlen(word)) == 0) {
            found = found == MATCH_NONE ? (int)i : MATCH_AMBIGUOUS;
        }
    }
    return found;
}

const char *words_pawn(unsigned index)
{
    return pawn_name((enum pawn)index);
}

const char *words_letter(unsigned index)
{
    return letter_name((enum letter)(index + 1));
}

const char *words_tile(unsigned index)
{
    return tile_name((enum tile)(index + 1));
}
