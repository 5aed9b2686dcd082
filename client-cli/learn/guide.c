/*
 * guide.c: chapters and glossary as lines.
 *
 * A chapter is a list of blocks: a string is a paragraph; an object has one of `h` (a heading), `list`, `steps` (a list
 * with numbers) and `picture` with a `caption`. Unknown blocks are left out.
 */
#include "client-cli/learn/guide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "client-cli/learn/guide_internal.h"
#include "common/base/array.h"
#include "common/learn/learn.h"

static const char glossary_id[] = "glossary";

static const enum learn_file files[] = {
    [LANGUAGE_ENGLISH] = LEARN_ENGLISH, [LANGUAGE_ITALIAN] = LEARN_ITALIAN};
_Static_assert(COUNT(files) == LANGUAGE_COUNT, "every language has a guide");

/* ---- Loading --------------------------------------------------------------------------------------- */

static json_t *load(enum learn_file file)
{
    size_t length;
    const char *text = learn_file_text(file, &length);
    return json_loadb(text, length, 0, NULL);
}

struct guide *guide_load(enum language language)
{
    struct guide *guide = calloc(1, sizeof *guide);
    if (guide != NULL) {
        guide->texts = load(files[language]);
        guide->pictures = load(LEARN_PICTURES);
    }
    if (guide != NULL && (guide->texts == NULL || guide->pictures == NULL)) {
        guide_free(guide);
        return NULL;
    }
    return guide;
}

void guide_free(struct guide *guide)
{
    if (guide != NULL) {
        json_decref(guide->texts);
        json_decref(guide->pictures);
        free(guide);
    }
}

/* ---- Reading --------------------------------------------------------------------------------------- */

const char *guide_string(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static const json_t *chapters_of(const struct guide *guide)
{
    return json_object_get(guide->texts, "chapters");
}

static const json_t *glossary_of(const struct guide *guide)
{
    return json_object_get(guide->texts, glossary_id);
}

static const json_t *terms_of(const struct guide *guide)
{
    return json_object_get(glossary_of(guide), "terms");
}

const json_t *guide_term(const struct guide *guide, const char *id, size_t length)
{
    const json_t *terms = terms_of(guide);
    for (size_t i = 0; i < json_array_size(terms); i++) {
        const json_t *term = json_array_get(terms, i);
        const char *own = guide_string(term, "id");
        if (strlen(own) == length && memcmp(own, id, length) == 0) {
            return term;
        }
    }
    return NULL;
}

size_t guide_chapters(const struct guide *guide)
{
    return json_array_size(chapters_of(guide)) + 1;
}

const char *guide_id(const struct guide *guide, size_t chapter)
{
    const json_t *found = json_array_get(chapters_of(guide), chapter);
    return found != NULL ? guide_string(found, "id") : glossary_id;
}

const char *guide_title(const struct guide *guide, size_t chapter)
{
    const json_t *found = json_array_get(chapters_of(guide), chapter);
    return guide_string(found != NULL ? found : glossary_of(guide), "title");
}

/* ---- Writing --------------------------------------------------------------------------------------- */

static void write_title(const struct guide *guide, const struct guide_output *output, const char *title)
{
    guide_wrap(guide, output, GUIDE_TITLE, "", title);
    guide_blank(output);
}

static void write_list(const struct guide *guide, const struct guide_output *output, const json_t *items,
                       bool numbered)
{
    for (size_t i = 0; i < json_array_size(items); i++) {
        char first[32] = "- ";
        if (numbered) {
            (void)snprintf(first, sizeof first, "%zu. ", i + 1);
        }
        guide_wrap(guide, output, GUIDE_TEXT, first, json_string_value(json_array_get(items, i)));
    }
    guide_blank(output);
}

static void write_block(const struct guide *guide, const struct guide_output *output, const json_t *block)
{
    if (json_is_string(block)) {
        guide_wrap(guide, output, GUIDE_TEXT, "", json_string_value(block));
        guide_blank(output);
    } else if (json_object_get(block, "h") != NULL) {
        guide_wrap(guide, output, GUIDE_HEADING, "", guide_string(block, "h"));
    } else if (json_object_get(block, "list") != NULL) {
        write_list(guide, output, json_object_get(block, "list"), false);
    } else if (json_object_get(block, "steps") != NULL) {
        write_list(guide, output, json_object_get(block, "steps"), true);
    } else if (json_object_get(block, "picture") != NULL) {
        guide_picture(guide, output, guide_string(block, "picture"));
        guide_wrap(guide, output, GUIDE_CAPTION, "  ", guide_string(block, "caption"));
        guide_blank(output);
    }
}

static void write_chapter(const struct guide *guide, const struct guide_output *output, const json_t *chapter)
{
    const json_t *blocks = json_object_get(chapter, "blocks");
    write_title(guide, output, guide_string(chapter, "title"));
    for (size_t i = 0; i < json_array_size(blocks); i++) {
        write_block(guide, output, json_array_get(blocks, i));
    }
}

static void write_term(const struct guide *guide, const struct guide_output *output, const json_t *term)
{
    guide_wrap(guide, output, GUIDE_HEADING, "", guide_string(term, "term"));
    guide_wrap(guide, output, GUIDE_TEXT, "  ", guide_string(term, "text"));
}

static void write_glossary(const struct guide *guide, const struct guide_output *output)
{
    const json_t *terms = terms_of(guide);
    write_title(guide, output, guide_string(glossary_of(guide), "title"));
    for (size_t i = 0; i < json_array_size(terms); i++) {
        write_term(guide, output, json_array_get(terms, i));
    }
}

void guide_write_list(const struct guide *guide, const char *command, const struct guide_output *output)
{
    enum { ID_COLUMNS = 20 };
    char line[200];
    write_title(guide, output, guide_string(guide->texts, "title"));
    guide_wrap(guide, output, GUIDE_TEXT, "", guide_string(guide->texts, "lead"));
    guide_blank(output);
    for (size_t i = 0; i < guide_chapters(guide); i++) {
        (void)snprintf(line, sizeof line, "  %-*s ", ID_COLUMNS, guide_id(guide, i));
        guide_wrap(guide, output, GUIDE_TEXT, line, guide_title(guide, i));
    }
    guide_blank(output);
    (void)snprintf(line, sizeof line, tr("Read one with: %s CHAPTER"), command);
    guide_wrap(guide, output, GUIDE_TEXT, "", line);
}

bool guide_write(const struct guide *guide, const char *name, const struct guide_output *output)
{
    const json_t *chapters = chapters_of(guide), *terms = terms_of(guide);
    if (strcasecmp(name, glossary_id) == 0) {
        write_glossary(guide, output);
        return true;
    }
    for (size_t i = 0; i < json_array_size(chapters); i++) {
        if (strcasecmp(name, guide_string(json_array_get(chapters, i), "id")) == 0) {
            write_chapter(guide, output, json_array_get(chapters, i));
            return true;
        }
    }
    for (size_t i = 0; i < json_array_size(terms); i++) {
        const json_t *term = json_array_get(terms, i);
        if (strcasecmp(name, guide_string(term, "id")) == 0 ||
            strcasecmp(name, guide_string(term, "term")) == 0) {
            write_term(guide, output, term);
            return true;
        }
    }
    return false;
}
