/* guide_text.c: texts with links to terms as lines; see guide.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/learn/guide_internal.h"
#include "client-cli/map/canvas.h"

enum { LINE_BYTES = 512, INDENT_MAX = 8 };

/* Appends to a text that has room. */
static char *append(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

/*
 * Returns the text with links replaced by their words; the caller frees it. A link to a term may be shorter than the
 * term itself, so each may add as many bytes as the longest term has.
 */
static char *without_links(const struct guide *guide, const char *text)
{
    enum { TERM_BYTES = 64 };
    size_t links = 0;
    for (const char *at = text; (at = strstr(at, "[[")) != NULL; at++) {
        links++;
    }
    char *plain = malloc(strlen(text) + links * TERM_BYTES + 1);
    char *to = plain;
    while (plain != NULL && *text != '\0') {
        const char *end = strncmp(text, "[[", 2) == 0 ? strstr(text, "]]") : NULL;
        if (end == NULL) {
            *to++ = *text++;
            continue;
        }
        const char *id = text + 2;
        const char *bar = memchr(id, '|', (size_t)(end - id));
        const json_t *term = guide_term(guide, id, (size_t)(end - id));
        const char *words = bar != NULL ? bar + 1 : term != NULL ? guide_string(term, "term") : id;
        size_t length = bar != NULL || term == NULL ? (size_t)(end - words) : strlen(words);
        to = append(to, words, length < TERM_BYTES || bar != NULL ? length : TERM_BYTES);
        text = end + 2;
    }
    if (plain != NULL) {
        *to = '\0';
    }
    return plain;
}

struct wrapping {
    const struct guide_output *output;
    enum guide_look look;
    const char *first; /* before the first line; later blank */
    bool begun;
};

static void write_line(void *context, const char *text, size_t length)
{
    struct wrapping *wrapping = context;
    char line[LINE_BYTES];
    int indent = canvas_columns(wrapping->first);
    if (wrapping->begun) {
        (void)snprintf(line, sizeof line, "%*s%.*s", indent, "", (int)length, text);
    } else {
        (void)snprintf(line, sizeof line, "%s%.*s", wrapping->first, (int)length, text);
    }
    wrapping->begun = true;
    wrapping->output->line(wrapping->output->context, wrapping->look, line);
}

void guide_wrap(const struct guide *guide, const struct guide_output *output, enum guide_look look,
                const char *first, const char *text)
{
    struct wrapping wrapping = {.output = output, .look = look, .first = first};
    char *plain = without_links(guide, text);
    if (plain != NULL) {
        if (output->ascii) {
            language_to_ascii(plain);
        }
        (void)canvas_wrap(plain, output->width - canvas_columns(first), write_line, &wrapping);
    }
    free(plain);
}

void guide_blank(const struct guide_output *output)
{
    output->line(output->context, GUIDE_TEXT, "");
}
