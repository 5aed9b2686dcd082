/*
 * language.h: texts in the player's language.
 *
 * The program is written in English; tr() returns the translation of an English text, or the text itself if the
 * language is English or the translation is missing. A text that is only stored in a table is marked with TEXT(), and
 * tr() is called where it is shown. tests/lint compares all marked texts with the translations.
 */
#ifndef GASLIGHT_LANGUAGE_H
#define GASLIGHT_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

enum language { LANGUAGE_ENGLISH, LANGUAGE_ITALIAN, LANGUAGE_COUNT };

/* Marks a text that is passed to tr() later. */
#define TEXT(english) english

struct translation {
    const char *english, *translated;
};

/* The Italian translations, by topic, and those of the server's refusals, by code. */
extern const struct translation italian[], italian_refusals[];
extern const size_t italian_count, italian_refusals_count;

/* Returns the language called "en" or "it", LANGUAGE_COUNT if there is none. */
enum language language_from_name(const char *name);

/* Returns the language of a locale: "it_IT.UTF-8" is Italian, unknown ones and NULL are English. */
enum language language_of_locale(const char *locale);

/* Returns the locale for messages from the environment: LC_ALL, LC_MESSAGES or LANG. May be NULL. */
const char *language_environment(void);

/* Switches the language. With `ascii`, accents and typographic quotes are replaced: "e'" for "è". */
void language_set(enum language language, bool ascii);

enum language language_current(void);

/* Replaces accents and typographic quotes in a text, which does not get longer. */
void language_to_ascii(char *text);

/* Returns the translation of a text. */
__attribute__((format_arg(1))) const char *tr(const char *english);

/* Returns the translation of `one` if `count` is 1, otherwise of `other`: tr_count(2, "%u clue", "%u clues"). */
__attribute__((format_arg(2), format_arg(3))) const char *tr_count(unsigned long count, const char *one,
                                                                   const char *other);

/* Returns the translation of the server's `text`, or else one by its code, which says less, or else `text` itself. */
const char *tr_refusal(const char *code, const char *text);

#endif
