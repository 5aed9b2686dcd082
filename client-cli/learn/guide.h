/*
 * guide.h: "How to play" as lines of text: chapters with small maps, and the glossary.
 *
 * The texts are those of the browser client (common/learn). `gaslight learn`, the command `learn` and the full screen
 * print them.
 */
#ifndef GASLIGHT_GUIDE_H
#define GASLIGHT_GUIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/language/language.h"

enum { GUIDE_WIDTH = 78 }; /* columns of a page that is printed */

enum guide_look { GUIDE_TITLE, GUIDE_HEADING, GUIDE_TEXT, GUIDE_MAP, GUIDE_CAPTION };

/* Where lines go. No line is wider than `width` unless a word is. */
struct guide_output {
    int width;
    bool ascii; /* for terminals without UTF-8 */
    void (*line)(void *context, enum guide_look look, const char *text);
    void *context;
};

struct guide; /* opaque */

/* Returns the guide in a language, or NULL if out of memory. */
struct guide *guide_load(enum language language);
void guide_free(struct guide *guide);

/* The chapters in order; the last one is the glossary. */
size_t guide_chapters(const struct guide *guide);
const char *guide_id(const struct guide *guide, size_t chapter);    /* to be typed: "whitehall-jack" */
const char *guide_title(const struct guide *guide, size_t chapter); /* UTF-8 */

/* Writes the list of chapters, and how to read one: with `command` and its id. */
void guide_write_list(const struct guide *guide, const char *command, const struct guide_output *output);

/*
 * Writes a chapter by its id, or the explanation of a term by its id or in the language of the guide, in upper or lower
 * case. Returns false, and writes nothing, if there is neither.
 */
bool guide_write(const struct guide *guide, const char *name, const struct guide_output *output);

#endif
