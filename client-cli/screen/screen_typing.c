/*
 * screen_typing.c: the last line while something is being typed into it.
 *
 * The page that begins typing says how it is prompted and what happens with the text (struct typing). Chat and
 * commands share a history; Tab completes commands.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"

void typing_begin(struct screen *screen, const struct typing *typing, const char *text)
{
    screen->typing = typing;
    line_edit_set(&screen->line, text);
    screen->history.at = screen->history.count;
}

void typing_end(struct screen *screen)
{
    typing_begin(screen, NULL, "");
}

/* ---- Completion ---------------------------------------------------------------------------------- */

struct words {
    size_t count, common; /* bytes of the common prefix */
    char first[200];
    char all[600];
};

static void take_word(void *context, const char *word)
{
    struct words *words = context;
    size_t used = strlen(words->all);
    if (words->count++ == 0) {
        (void)snprintf(words->first, sizeof words->first, "%s", word);
        words->common = strlen(words->first);
    }
    for (size_t i = 0; i < words->common; i++) {
        if (word[i] != words->first[i]) {
            words->common = i;
        }
    }
    (void)snprintf(words->all + used, sizeof words->all - used, "%s ", word);
}

/* Inserts the only completion; of several, inserts their common prefix and lists them all. */
static void complete(struct screen *screen)
{
    struct words words = {0};
    struct command_scope place = play_command_scope(screen->play);
    struct line_edit before = screen->line;
    before.text[before.cursor] = '\0';
    command_complete(before.text, &place, take_word, &words);
    size_t typed = before.cursor - line_edit_word(&before);
    if (words.count == 1) {
        line_edit_complete(&screen->line, words.first);
    } else if (words.count > 1) {
        words.first[words.common] = '\0';
        if (words.common > typed) {
            line_edit_complete(&screen->line, words.first);
            (void)line_edit_type(&screen->line,
                                 &(struct input_event){.key = INPUT_BACKSPACE}); /* not a whole word yet */
        }
        screen_notice(screen, true, "%s", words.all);
    }
}

/* ---- Input -------------------------------------------------------------------------------------- */

static void done(struct screen *screen)
{
    const struct typing *typing = screen->typing;
    char text[LINE_BYTES_MAX + 1];
    (void)snprintf(text, sizeof text, "%s", screen->line.text);
    typing_end(screen);
    if (text[0] == '\0') {
        return;
    }
    if (typing->remembered) {
        line_history_add(&screen->history, text);
    }
    typing->done(screen, text);
}

/* Types a number that is followed as it is typed; any other key ends it and is handled by the page. */
static bool type_number(struct screen *screen, const struct input_event *input)
{
    bool digit = input->key >= '0' && input->key <= '9';
    if (!digit && input->key != INPUT_BACKSPACE) {
        typing_end(screen);
        return false;
    }
    if (digit && screen->line.length >= 3) {
        return true;
    }
    (void)line_edit_type(&screen->line, input);
    if (screen->line.length == 0) {
        typing_end(screen);
    } else {
        screen->typing->follow(screen, screen->line.text);
    }
    return true;
}

bool typing_input(struct screen *screen, const struct input_event *input)
{
    if (screen->typing == NULL) {
        return false;
    }
    bool emptied = input->key == INPUT_BACKSPACE && screen->line.length == 0;
    if (input->key == INPUT_ESCAPE || emptied) {
        typing_end(screen);
    } else if (input->key == INPUT_ENTER) {
        done(screen);
    } else if (screen->typing->follow != NULL) {
        return type_number(screen, input);
    } else if (input->key == INPUT_TAB && screen->typing->completes && screen->play != NULL) {
        complete(screen);
    } else if (screen->typing->remembered && (input->key == INPUT_UP || input->key == INPUT_DOWN)) {
        line_history_recall(&screen->history, &screen->line, input->key == INPUT_UP ? -1 : 1);
    } else {
        (void)line_edit_type(&screen->line, input);
    }
    return true;
}

int typing_draw(struct screen *screen, int y)
{
    struct canvas *canvas = &screen->canvas;
    if (screen->notice[0] != '\0') { /* completions and answers appear above the line */
        canvas_fill(canvas, 0, y - 1, canvas->width, 1, INK_PLAIN);
        (void)canvas_text(canvas, 0, y - 1, canvas->width, screen->notice_good ? INK_DIM : INK_BAD, 0,
                          screen->notice);
    }
    canvas_fill(canvas, 0, y, canvas->width, 1, INK_PLAIN);
    return line_edit_draw(&screen->line, tr(screen->typing->prompt), canvas, 0, y, canvas->width);
}
