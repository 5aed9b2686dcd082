/* lesson_texts.c: see lesson_texts.h. */
#include "client-cli/learn/lesson_texts.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/learn/learn.h"

static const enum learn_file files[] = {
    [LANGUAGE_ENGLISH] = LEARN_LESSONS_ENGLISH, [LANGUAGE_ITALIAN] = LEARN_LESSONS_ITALIAN};
_Static_assert(COUNT(files) == LANGUAGE_COUNT, "every language has texts");

struct lesson_texts {
    json_t *all;
};

struct lesson_texts *lesson_texts_load(enum language language)
{
    size_t length;
    const char *text = learn_file_text(files[language], &length);
    struct lesson_texts *texts = calloc(1, sizeof *texts);
    if (texts == NULL) {
        return NULL;
    }
    texts->all = json_loadb(text, length, 0, NULL);
    if (texts->all == NULL) {
        free(texts);
        return NULL;
    }
    return texts;
}

void lesson_texts_free(struct lesson_texts *texts)
{
    if (texts != NULL) {
        json_decref(texts->all);
        free(texts);
    }
}

static const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static const json_t *lessons_of(const struct lesson_texts *texts)
{
    return json_object_get(texts->all, "lessons");
}

/* Returns NULL if there is no such lesson. */
static const json_t *find(const struct lesson_texts *texts, const char *lesson)
{
    for (size_t i = 0; i < lesson_texts_count(texts); i++) {
        if (strcmp(lesson_texts_id(texts, i), lesson) == 0) {
            return json_array_get(lessons_of(texts), i);
        }
    }
    return NULL;
}

size_t lesson_texts_count(const struct lesson_texts *texts)
{
    return json_array_size(lessons_of(texts));
}

const char *lesson_texts_id(const struct lesson_texts *texts, size_t index)
{
    return string_of(json_array_get(lessons_of(texts), index), "id");
}

const char *lesson_texts_title(const struct lesson_texts *texts, size_t index)
{
    return string_of(json_array_get(lessons_of(texts), index), "title");
}

const char *lesson_texts_game(const struct lesson_texts *texts, const char *lesson)
{
    return json_string_value(json_object_get(find(texts, lesson), "game"));
}

const char *lesson_texts_word(const struct lesson_texts *texts, const char *key)
{
    return string_of(json_object_get(texts->all, "words"), key);
}

/* ---- Filling in ------------------------------------------------------------------------------------ */

struct filling {
    char *text;
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void add(struct filling *filling, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(filling->text + filling->used, LESSON_TEXT_BYTES - filling->used, format, arguments);
    va_end(arguments);
    size_t used = filling->used + (length > 0 ? (size_t)length : 0);
    filling->used = used < LESSON_TEXT_BYTES ? used : LESSON_TEXT_BYTES - 1;
}

/* Adds a text; {x82} becomes "crossing 82", {at} and {of} the numbers of a step. Returns false if there is none. */
static bool fill(struct filling *filling, const char *text, size_t at, size_t of)
{
    bool any = text[0] != '\0';
    while (*text != '\0') {
        size_t plain = strcspn(text, "{");
        add(filling, "%.*s", (int)plain, text);
        text += plain;
        if (*text == '{') {
            size_t key = strcspn(text, "}");
            if (text[1] == 'x') {
                add(filling, tr("crossing %.*s"), (int)key - 2, text + 2);
            } else {
                add(filling, "%zu", text[1] == 'a' ? at : of);
            }
            text += key + (text[key] == '}');
        }
    }
    return any;
}

bool lesson_texts_step(const struct lesson_texts *texts, const char *lesson, const char *step,
                       char text[LESSON_TEXT_BYTES])
{
    json_t *steps = json_object_get(find(texts, lesson), "steps");
    struct filling filling = {.text = text};
    size_t count = 1;
    void *at = json_object_iter(steps);
    text[0] = '\0';
    while (at != NULL && strcmp(json_object_iter_key(at), step) != 0) {
        at = json_object_iter_next(steps, at);
        count++;
    }
    if (at == NULL) {
        return false;
    }
    (void)fill(&filling, lesson_texts_word(texts, "step"), count, json_object_size(steps));
    add(&filling, ": ");
    return fill(&filling, string_of(json_object_iter_value(at), "say"), 0, 0);
}

bool lesson_texts_wrong(const struct lesson_texts *texts, const char *lesson, const char *step,
                        const char *action, char text[LESSON_TEXT_BYTES])
{
    const json_t *said = json_object_get(json_object_get(find(texts, lesson), "steps"), step);
    const char *instead = string_of(json_object_get(said, "instead"), action);
    text[0] = '\0';
    return fill(&(struct filling){.text = text}, instead[0] != '\0' ? instead : string_of(said, "wrong"), 0,
                0);
}

bool lesson_texts_other(const struct lesson_texts *texts, const char *lesson, const char *key,
                        char text[LESSON_TEXT_BYTES])
{
    text[0] = '\0';
    return fill(&(struct filling){.text = text}, string_of(find(texts, lesson), key), 0, 0);
}
