/* puzzle_words.c: see puzzle_words.h. */
#include "client-cli/puzzles/puzzle_words.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/puzzles/puzzle_texts.h"

struct puzzle_words {
    json_t *texts;
    bool ascii;
};

struct puzzle_words *puzzle_words_load(enum language language, bool ascii)
{
    struct puzzle_words *words = calloc(1, sizeof *words);
    size_t length;
    const char *text = puzzle_texts(language == LANGUAGE_ITALIAN ? "it" : "en", &length);
    if (words != NULL) {
        words->ascii = ascii;
        words->texts = json_loadb(text, length, 0, NULL);
    }
    if (words == NULL || words->texts == NULL) {
        free(words);
        return NULL;
    }
    return words;
}

void puzzle_words_free(struct puzzle_words *words)
{
    if (words != NULL) {
        json_decref(words->texts);
        free(words);
    }
}

static const struct puzzle_value *find_value(const struct puzzle_value *value, const char *name,
                                             size_t length)
{
    for (; value != NULL && value->name != NULL; value++) {
        if (strlen(value->name) == length && memcmp(value->name, name, length) == 0) {
            return value;
        }
    }
    return NULL;
}

static void add(struct puzzle_text *text, const char *piece, size_t length)
{
    size_t used = strlen(text->text);
    (void)snprintf(text->text + used, sizeof text->text - used, "%.*s", (int)length, piece);
}

struct puzzle_text puzzle_text(const struct puzzle_words *words, const char *key,
                               const struct puzzle_value *value)
{
    struct puzzle_text text = {.text = ""};
    const char *from = json_string_value(json_object_get(words->texts, key));
    from = from == NULL ? key : from;
    while (*from != '\0') {
        size_t plain = strcspn(from, "{");
        add(&text, from, plain);
        from += plain;
        const char *end = strchr(from, '}');
        if (*from == '\0' || end == NULL) {
            break;
        }
        char number[24];
        const struct puzzle_value *found = find_value(value, from + 1, (size_t)(end - from - 1));
        (void)snprintf(number, sizeof number, "%" PRIu64, found == NULL ? 0 : found->number);
        const char *piece = found != NULL && found->text != NULL ? found->text : number;
        add(&text, piece, strlen(piece));
        from = end + 1;
    }
    if (words->ascii) {
        language_to_ascii(text.text);
    }
    return text;
}

struct puzzle_text puzzle_text_of(const struct puzzle_words *words, const char *group, const char *name,
                                  const char *suffix, const struct puzzle_value *value)
{
    char key[80];
    (void)snprintf(key, sizeof key, "%s.%s%s%s", group, name, suffix == NULL ? "" : ".",
                   suffix == NULL ? "" : suffix);
    return puzzle_text(words, key, value);
}
