/* parse_simple.c: parses the commands that take nothing, free text, or a word and a number. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"
#include "common/base/array.h"

bool parse_nothing(struct parser *parser)
{
    return parser_at_end(parser);
}

bool parse_rest(struct parser *parser)
{
    char *text = parser->command->text;
    if (strlen(parser->rest) >= sizeof parser->command->text) {
        return parser_fail(parser, tr("That is too long."));
    }
    (void)snprintf(text, sizeof parser->command->text, "%s", parser->rest);
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return true;
}

bool parse_text(struct parser *parser)
{
    return parse_rest(parser) && (parser->command->text[0] != '\0' || parser_fail_usage(parser));
}

bool parse_say(struct parser *parser)
{
    static const char *const audiences[] = {
        [SAY_TABLE] = "say",
        [SAY_POLICE] = "police",
        [SAY_GALLERY] = "gallery",
        [SAY_COMMENTARY] = "commentary",
    };
    for (unsigned i = 0; i < COUNT(audiences); i++) {
        if (strcmp(audiences[i], parser->row->word) == 0) {
            parser->command->audience = (enum audience_kind)i;
        }
    }
    return parse_text(parser);
}

/* How difficult suggestions are, in the words of the browser, and what they are called on the wire. */
static const struct {
    const char *word, *wire;
} levels[] = {{"easy", "easy"}, {"normal", "normal"}, {"hard", "medium"}, {"very_hard", "hard"}};

static const char *name_of_level(unsigned index)
{
    return levels[index].word;
}

bool parse_consent(struct parser *parser)
{
    const char *word = parser_next(parser);
    if (word != NULL && strcmp(word, "no") != 0) {
        return parser_fail_usage(parser);
    }
    (void)snprintf(parser->command->text, sizeof parser->command->text, "%s", word != NULL ? word : "");
    return parser_at_end(parser);
}

bool parse_suggest(struct parser *parser)
{
    const char *word = parser_next(parser);
    int level = words_match(name_of_level, COUNT(levels), word != NULL ? word : "normal");
    if (level < 0) {
        return parser_fail_usage(parser);
    }
    (void)snprintf(parser->command->text, sizeof parser->command->text, "%s", levels[level].wire);
    return parser_at_end(parser);
}

static const char *name_of_mark(unsigned index)
{
    static const char *const marks[] = {"suspect", "cleared", "none"};
    return marks[index];
}

bool parse_mark(struct parser *parser)
{
    const char *circle = parser_next(parser);
    const char *word = parser_next(parser);
    int mark = words_match(name_of_mark, 3, word != NULL ? word : "suspect");
    uint8_t number = 0;
    if (parser->scope->board == NULL) {
        return parser_fail(parser, tr("There is no board here: join a table first."));
    }
    if (circle == NULL || mark < 0) {
        return parser_fail_usage(parser);
    }
    if (!parser_place(parser, circle, false, &number)) {
        return false;
    }
    parser->command->circle = number;
    (void)snprintf(parser->command->text, sizeof parser->command->text, "%s", name_of_mark((unsigned)mark));
    return parser_at_end(parser);
}

bool parse_board(struct parser *parser)
{
    const char *word = parser_next(parser);
    uint8_t number = 0;
    if (parser->scope->board == NULL) {
        return parser_fail(parser, tr("There is no board here: join a table first."));
    }
    if (word != NULL && strcasecmp(word, "around") == 0) {
        word = parser_next(parser);
        if (word == NULL) {
            return parser_fail_usage(parser);
        }
    }
    if (word != NULL && !parser_place(parser, word, false, &number)) {
        return false;
    }
    parser->command->circle = number;
    return parser_at_end(parser);
}

bool parse_deduce(struct parser *parser)
{
    const char *word = parser_next(parser);
    uint8_t number = 0;
    if (parser->scope->board == NULL) {
        return parser_fail(parser, tr("There is no board here: join a table first."));
    }
    if (word != NULL && !parser_place(parser, word, false, &number)) {
        return false;
    }
    parser->command->circle = number;
    return parser_at_end(parser);
}

bool parse_log(struct parser *parser)
{
    const char *word = parser_next(parser);
    if (word != NULL && (!parser_number(word, &parser->command->number) || parser->command->number == 0)) {
        return parser_fail_usage(parser);
    }
    return parser_at_end(parser);
}

bool parse_help(struct parser *parser)
{
    const char *word = parser_next(parser);
    if (word != NULL) {
        (void)snprintf(parser->command->text, sizeof parser->command->text, "%s", word);
    }
    return parser_at_end(parser);
}
