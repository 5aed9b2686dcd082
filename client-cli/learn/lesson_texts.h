/*
 * lesson_texts.h: what is said in the guided games, in the words of the browser client (common/learn).
 *
 * A lesson has texts for each of its steps: what to do and why ("say"), an answer to a wrong try ("wrong", and for some
 * kinds of actions another one in "instead"); and for what comes after its last step.
 */
#ifndef GASLIGHT_LESSON_TEXTS_H
#define GASLIGHT_LESSON_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/language/language.h"

enum { LESSON_TEXT_BYTES = 1024 };

struct lesson_texts; /* opaque */

/* Returns the texts in a language, or NULL if out of memory. */
struct lesson_texts *lesson_texts_load(enum language language);
void lesson_texts_free(struct lesson_texts *texts);

/* The lessons in order; the first one is for people who have never played. */
size_t lesson_texts_count(const struct lesson_texts *texts);
const char *lesson_texts_id(const struct lesson_texts *texts, size_t index);
const char *lesson_texts_title(const struct lesson_texts *texts, size_t index); /* UTF-8 */

/* Returns the name of a lesson's game, or NULL if there is no such lesson. */
const char *lesson_texts_game(const struct lesson_texts *texts, const char *lesson);

/* Writes "Step 3 of 29: " and what a step says. Returns false, and "", if it has no texts. */
bool lesson_texts_step(const struct lesson_texts *texts, const char *lesson, const char *step,
                       char text[LESSON_TEXT_BYTES]);

/* Does the same with the answer to a wrong try of this kind of action. */
bool lesson_texts_wrong(const struct lesson_texts *texts, const char *lesson, const char *step,
                        const char *action, char text[LESSON_TEXT_BYTES]);

/* Does the same with another text of the lesson: "hunt", "left", "won", "lost". */
bool lesson_texts_other(const struct lesson_texts *texts, const char *lesson, const char *key,
                        char text[LESSON_TEXT_BYTES]);

/* Returns a word or sentence that all lessons share, or "". */
const char *lesson_texts_word(const struct lesson_texts *texts, const char *key);

#endif
