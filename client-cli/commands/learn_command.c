/*
 * learn_command.c: `gaslight learn`: prints how the games are played, which needs no server, no name and no terminal; and
 * `gaslight learn --play`, which starts a guided game.
 */
#include "client-cli/commands/learn_command.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/commands/play_command.h"
#include "client-cli/learn/guide.h"
#include "client-cli/learn/lesson_texts.h"
#include "client-cli/map/canvas.h"

static void print_line(void *context, enum guide_look look, const char *text)
{
    (void)context;
    output_line(text, strlen(text));
    if (look == GUIDE_TITLE) {
        for (int i = canvas_columns(text); i > 0; i--) {
            (void)putchar('=');
        }
        (void)putchar('\n');
    }
}

/* Joins words: terms may have several. */
static void join(char *name, size_t capacity, int count, char **words)
{
    name[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t used = strlen(name);
        (void)snprintf(name + used, capacity - used, "%s%s", i > 0 ? " " : "", words[i]);
    }
}

static enum status unknown(const struct guide *guide, const char *name)
{
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < guide_chapters(guide); i++) {
        nearest_offer(&nearest, guide_id(guide, i));
    }
    return usage_error(tr("there is no chapter or term \"%s\"; %s"), name,
                       nearest_advice(&nearest, tr("gaslight learn lists the chapters")).text);
}

static enum status print_help(void)
{
    (void)printf(tr("usage: gaslight learn [CHAPTER|TERM]\n"
                    "       gaslight learn --play [LESSON] [URL] [OPTION...]\n\n"));
    (void)printf(
        "%s\n", tr("Prints a chapter of How to play, or what a term of the games means. Without an argument, "
                   "lists the\nchapters; \"gaslight learn glossary\" prints all terms."));
    (void)printf("%s\n",
                 tr("\nWith --play, starts a guided game on a server, the first one by default; options are "
                    "those of gaslight play."));
    return STATUS_OK;
}

static bool is_lesson(const struct lesson_texts *texts, const char *word)
{
    return lesson_texts_game(texts, word) != NULL;
}

/* A word that is neither an option nor looks like a server is meant to be a lesson, which `play` then checks. */
static bool looks_like_lesson(const char *word)
{
    return word[0] != '-' && strpbrk(word, ".:/") == NULL && strcmp(word, "localhost") != 0;
}

/* Runs `gaslight play --lesson LESSON` with the other arguments. */
static enum status play_lesson(int count, char **given)
{
    struct lesson_texts *texts = lesson_texts_load(language_current());
    char **passed = calloc((size_t)count + 3, sizeof *passed);
    enum status status = STATUS_BAD;
    if (texts != NULL && passed != NULL) {
        bool named = count > 0 && (is_lesson(texts, given[0]) || looks_like_lesson(given[0]));
        int used = 0;
        passed[used++] = "--lesson";
        passed[used++] = named ? given[0] : (char *)lesson_texts_id(texts, 0);
        for (int i = named ? 1 : 0; i < count; i++) {
            passed[used++] = given[i];
        }
        status = play_command(used, passed);
    } else {
        (void)fprintf(stderr, tr("gaslight: out of memory\n"));
    }
    free(passed);
    lesson_texts_free(texts);
    return status;
}

/* Lists the guided games after the chapters. */
static void print_lessons(void)
{
    struct lesson_texts *texts = lesson_texts_load(language_current());
    (void)printf("\n%s\n\n", tr("Guided games:"));
    for (size_t i = 0; texts != NULL && i < lesson_texts_count(texts); i++) {
        char line[200];
        (void)snprintf(line, sizeof line, "  gaslight learn --play %s  %s", lesson_texts_id(texts, i),
                       lesson_texts_title(texts, i));
        output_line(line, strlen(line));
    }
    lesson_texts_free(texts);
}

enum status learn_command(int count, char **given)
{
    char name[80];
    struct guide_output output = {
        .width = GUIDE_WIDTH, .ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0, .line = print_line};
    if (count > 0 && strcmp(given[0], "--help") == 0) {
        return print_help();
    }
    if (count > 0 && strcmp(given[0], "--play") == 0) {
        return play_lesson(count - 1, given + 1);
    }
    struct guide *guide = guide_load(language_current());
    if (guide == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
        return STATUS_BAD;
    }
    enum status status = STATUS_OK;
    join(name, sizeof name, count, given);
    if (count == 0) {
        guide_write_list(guide, "gaslight learn", &output);
        print_lessons();
    } else if (!guide_write(guide, name, &output)) {
        status = unknown(guide, show_word(name).text);
    }
    guide_free(guide);
    return status;
}
