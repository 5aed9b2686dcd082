/* language.c: finds translations by binary search in a sorted copy of the table; see language.h. */
#include "client-cli/language/language.h"

#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

static const char *const names[LANGUAGE_COUNT] = {[LANGUAGE_ENGLISH] = "en", [LANGUAGE_ITALIAN] = "it"};

/* What replaces characters that are not ASCII. */
static const struct {
    const char *utf8, *ascii;
} replacements[] = {
    {"à", "a'"}, {"è", "e'"}, {"é", "e'"}, {"ì", "i'"},  {"ò", "o'"}, {"ù", "u'"}, {"À", "A'"}, {"È", "E'"},
    {"’", "'"},  {"«", "\""}, {"»", "\""}, {"…", "..."}, {"·", "-"},  {"→", "->"}, {"←", "<-"},
};

static struct {
    enum language language;
    struct translation *sorted; /* NULL in English */
    size_t count;
    char *ascii; /* the translations without accents, if asked for */
} current;

enum language language_from_name(const char *name)
{
    for (unsigned i = 0; i < LANGUAGE_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            return (enum language)i;
        }
    }
    return LANGUAGE_COUNT;
}

enum language language_of_locale(const char *locale)
{
    for (unsigned i = 0; locale != NULL && i < LANGUAGE_COUNT; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(locale, names[i], length) == 0 && strchr("_.@", locale[length]) != NULL) {
            return (enum language)i; /* strchr() also finds the end of the string */
        }
    }
    return LANGUAGE_ENGLISH;
}

const char *language_environment(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < COUNT(variables); i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') {
            return value;
        }
    }
    return NULL;
}

static int by_english(const void *left, const void *right)
{
    return strcmp(((const struct translation *)left)->english, ((const struct translation *)right)->english);
}

/* Copies one text without accents; returns the end of the copy. It may be the text itself. */
static char *write_ascii(char *to, const char *text)
{
    while (*text != '\0') {
        size_t used = 1;
        const char *ascii = NULL;
        for (size_t i = 0; i < COUNT(replacements) && ascii == NULL; i++) {
            size_t length = strlen(replacements[i].utf8);
            if (strncmp(text, replacements[i].utf8, length) == 0) {
                ascii = replacements[i].ascii;
                used = length;
            }
        }
        size_t length = ascii != NULL ? strlen(ascii) : 1;
        memmove(to, ascii != NULL ? ascii : text, length);
        to += length;
        text += used;
    }
    *to = '\0';
    return to + 1;
}

void language_to_ascii(char *text)
{
    (void)write_ascii(text, text); /* what is written never overtakes what is read */
}

/* Replaces the translations by copies in ASCII, none of which is longer than its original in bytes. */
static void make_ascii(void)
{
    size_t size = 0;
    for (size_t i = 0; i < current.count; i++) {
        size += strlen(current.sorted[i].translated) + 1;
    }
    char *to = current.ascii = malloc(size);
    for (size_t i = 0; to != NULL && i < current.count; i++) {
        const char *text = to;
        to = write_ascii(to, current.sorted[i].translated);
        current.sorted[i].translated = text;
    }
}

void language_set(enum language language, bool ascii)
{
    free(current.sorted);
    free(current.ascii);
    current.language = language;
    current.sorted = NULL;
    current.ascii = NULL;
    current.count = 0;
    if (language != LANGUAGE_ITALIAN) {
        return;
    }
    size_t count = italian_count + italian_refusals_count;
    current.sorted = malloc(count * sizeof *current.sorted);
    if (current.sorted == NULL) {
        return; /* English is better than nothing */
    }
    memcpy(current.sorted, italian, italian_count * sizeof *italian);
    memcpy(current.sorted + italian_count, italian_refusals,
           italian_refusals_count * sizeof *italian_refusals);
    current.count = count;
    if (ascii) {
        make_ascii();
    }
    qsort(current.sorted, count, sizeof *current.sorted, by_english);
}

enum language language_current(void)
{
    return current.language;
}

/* Returns NULL if there is no translation. */
static const char *find(const char *english)
{
    if (current.sorted == NULL) {
        return NULL;
    }
    struct translation key = {english, NULL};
    const struct translation *found =
        bsearch(&key, current.sorted, current.count, sizeof *current.sorted, by_english);
    return found != NULL ? found->translated : NULL;
}

const char *tr(const char *english)
{
    const char *found = find(english);
    return found != NULL ? found : english;
}

const char *tr_count(unsigned long count, const char *one, const char *other)
{
    return tr(count == 1 ? one : other);
}

const char *tr_refusal(const char *code, const char *text)
{
    const char *found = find(text);
    found = found != NULL ? found : find(code);
    return found != NULL ? found : text;
}
