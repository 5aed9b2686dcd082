/* command.c: finds the command's row and lets it parse or complete the rest of the line. */
#include "client-cli/command/command.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/command/command_rows.h"

#define BLANKS " \t\r\n"

bool command_parse(const char *line, const struct command_scope *scope, struct command *command,
                   char *error_text, size_t capacity)
{
    struct parser parser = {
        .scope = scope, .command = command, .error_text = error_text, .capacity = capacity};
    char word[WORD_MAX + 1];
    *command = (struct command){.kind = COMMAND_NOTHING, .pawn = PAWN_NONE};
    line += strspn(line, BLANKS);
    if (*line == '\0' || *line == '#') {
        return true;
    }
    size_t length = strcspn(line, BLANKS);
    (void)snprintf(word, sizeof word, "%.*s", (int)(length < WORD_MAX ? length : WORD_MAX), line);
    parser.row = command_find(word, error_text, capacity);
    if (parser.row == NULL) {
        return false;
    }
    parser.rest = line + length + strspn(line + length, BLANKS);
    words_split(&parser.words, parser.rest, parser.row->action != ACTION_NONE ? BLANKS ",=" : BLANKS);
    command->kind = parser.row->kind;
    return parser.row->parse(&parser);
}

/* Returns where the last word begins, which is the one to be completed; it may be empty. */
static size_t last_word(const char *line)
{
    size_t at = strlen(line);
    while (at > 0 && strchr(BLANKS ",", line[at - 1]) == NULL) {
        at--;
    }
    return at;
}

void command_complete(const char *line, const struct command_scope *scope,
                      void (*each)(void *context, const char *word), void *context)
{
    struct completion completion = {.scope = scope, .each = each, .context = context};
    char text[1024];
    completion.rows = command_rows(&completion.row_count);
    line += strspn(line, BLANKS);
    size_t first = strcspn(line, BLANKS);
    if (line[first] == '\0') {
        completion.partial = line;
        complete_command(&completion);
        return;
    }
    (void)snprintf(text, sizeof text, "%.*s", (int)first, line);
    completion.row = command_find(text, NULL, 0);
    if (completion.row == NULL || completion.row->complete == NULL || strlen(line) >= sizeof text) {
        return;
    }
    bool acts = completion.row->action != ACTION_NONE;
    size_t last = last_word(line);
    (void)snprintf(text, sizeof text, "%.*s", (int)(last - first), line + first);
    words_split(&completion.words, text, acts ? BLANKS ",=" : BLANKS ",");
    completion.partial = line + last;
    completion.row->complete(&completion);
}
