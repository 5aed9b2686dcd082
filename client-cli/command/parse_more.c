/* parse_more.c: parses the commands of a game that need the other players, and of a finished one. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"

static bool needs_board(const struct parser *parser)
{
    return parser->scope->board != NULL ||
           parser_fail(parser, tr("There is no board here: join a table first."));
}

bool parse_point(struct parser *parser)
{
    const char *word = parser_next(parser);
    uint8_t number = 0;
    if (!needs_board(parser)) {
        return false;
    }
    if (word == NULL) {
        return parser_fail_usage(parser);
    }
    if (!parser_place(parser, word, false, &number)) {
        return false;
    }
    parser->command->circle = number;
    return parser_at_end(parser);
}

bool parse_route(struct parser *parser)
{
    struct command *command = parser->command;
    if (!needs_board(parser)) {
        return false;
    }
    for (const char *word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        if (command->route_length == COMMAND_ROUTE_MAX) {
            return parser_fail(parser, tr("That is too long."));
        }
        if (!parser_place(parser, word, false, &command->route[command->route_length])) {
            return false;
        }
        command->route_length++;
    }
    return true;
}

/* Takes one of the words, or nothing, which stands for the first one. */
static bool take_word(struct parser *parser, const char *(*name)(unsigned index), unsigned count)
{
    const char *word = parser_next(parser);
    int found = word == NULL ? 0 : words_match(name, count, word);
    if (found < 0) {
        return parser_fail_usage(parser);
    }
    (void)snprintf(parser->command->text, sizeof parser->command->text, "%s", name((unsigned)found));
    return parser_at_end(parser);
}

static const char *name_of_sharing(unsigned index)
{
    static const char *const words[] = {"on", "off"};
    return words[index];
}

bool parse_share(struct parser *parser)
{
    return take_word(parser, name_of_sharing, 2);
}

static const char *name_of_lesson(unsigned index)
{
    static const char *const words[] = {"show", "own", "follow"};
    return words[index];
}

bool parse_lesson(struct parser *parser)
{
    return take_word(parser, name_of_lesson, 3);
}

/* At most 28 days, which the server checks as well. */
bool parse_away(struct parser *parser)
{
    const char *word = parser_next(parser);
    parser->command->number = 0;
    if (word == NULL) {
        return parser_fail_usage(parser);
    }
    if (strcasecmp(word, "back") == 0) {
        return parser_at_end(parser);
    }
    for (const char *digit = word; *digit >= '0' && *digit <= '9' && parser->command->number < 100; digit++) {
        parser->command->number = parser->command->number * 10 + (unsigned)(*digit - '0');
    }
    if (word[strspn(word, "0123456789")] != '\0' || parser->command->number == 0) {
        return parser_fail_usage(parser);
    }
    return parser_at_end(parser);
}

static const char *name_of_vote(unsigned index)
{
    static const char *const words[] = {"takeback", "seat"};
    return words[index];
}

bool parse_answer(struct parser *parser)
{
    return parser_peek(parser) == NULL || take_word(parser, name_of_vote, 2);
}

static const char *name_of_page(unsigned index)
{
    (void)index;
    return "more";
}

bool parse_tables(struct parser *parser)
{
    return parser_peek(parser) == NULL || take_word(parser, name_of_page, 1);
}

static const char *name_of_roles(unsigned index)
{
    static const char *const words[] = {"swap", "keep", "choose"};
    return words[index];
}

bool parse_rematch(struct parser *parser)
{
    return take_word(parser, name_of_roles, 3);
}
