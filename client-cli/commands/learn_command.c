/*
 * learn_command.c: `gaslight learn`: prints how the games are played. Needs no server, no name and no terminal.
 */
#include "client-cli/commands/learn_command.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/learn/guide.h"
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
    (void)printf(tr("usage: gaslight learn [CHAPTER|TERM]\n\n"));
    (void)printf(
        "%s\n", tr("Prints a chapter of How to play, or what a term of the games means. Without an argument, "
                   "lists the\nchapters; \"gaslight learn glossary\" prints all terms."));
    return STATUS_OK;
}

enum status learn_command(int count, char **given)
{
    char name[80];
    struct guide_output output = {
        .width = GUIDE_WIDTH, .ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0, .line = print_line};
    if (count > 0 && strcmp(given[0], "--help") == 0) {
        return print_help();
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
    } else if (!guide_write(guide, name, &output)) {
        status = unknown(guide, show_word(name).text);
    }
    guide_free(guide);
    return status;
}
