/* guide_internal.h: shared by guide.c, guide_text.c and guide_picture.c. */
#ifndef GASLIGHT_GUIDE_INTERNAL_H
#define GASLIGHT_GUIDE_INTERNAL_H

#include <jansson.h>

#include "client-cli/learn/guide.h"

struct guide {
    json_t *texts, *pictures;
};

/* Returns a string of an object, "" if it has none. */
const char *guide_string(const json_t *object, const char *key);

/* Returns the entry of a term in the glossary by its id, or NULL. */
const json_t *guide_term(const struct guide *guide, const char *id, size_t length);

/* ---- guide_text.c ---- */

/*
 * Writes a text with links to terms ([[id]] or [[id|words]]) as wrapped lines, the first one after `first` and the
 * others after as many blanks.
 */
void guide_wrap(const struct guide *guide, const struct guide_output *output, enum guide_look look,
                const char *first, const char *text);
void guide_blank(const struct guide_output *output);

/* ---- guide_picture.c ---- */

/* Writes a picture as a map of characters with its legend. If there is no such picture, writes nothing. */
void guide_picture(const struct guide *guide, const struct guide_output *output, const char *id);

#endif
