/*
 * learn.h: the texts and pictures of "How to play", linked into both programs.
 *
 * The server serves them to the browser client, and the terminal client prints them, so both use the same words. Each
 * text is one JSON file of this directory: the chapters and the glossary of a language; what is said in the guided games
 * (common/lesson) in a language; or the pictures, which are views of a board. See client-cli/learn/guide.c for the blocks
 * of a chapter, lesson_texts.c for lessons and guide_picture.c for pictures.
 */
#ifndef GASLIGHT_LEARN_H
#define GASLIGHT_LEARN_H

#include <stddef.h>

enum learn_file {
    LEARN_ENGLISH,
    LEARN_ITALIAN,
    LEARN_LESSONS_ENGLISH,
    LEARN_LESSONS_ITALIAN,
    LEARN_PICTURES,
    LEARN_FILE_COUNT
};

/* Returns the name under which the file is served: "en", "it", "lessons_en", "lessons_it" or "pictures". */
const char *learn_file_name(enum learn_file file);

/* Returns the JSON text; it is not terminated. */
const char *learn_file_text(enum learn_file file, size_t *length);

#endif
