/* parser.c: the tools that every parse function uses. */
#include "client-cli/command/parser.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"
#include "common/wire/action_json.h"

bool parser_fail(const struct parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(parser->error_text, parser->capacity, format, arguments);
    va_end(arguments);
    return false;
}

bool parser_fail_usage(const struct parser *parser)
{
    const struct command_row *row = parser->row;
    size_t length = strlen(row->usage);
    bool dots = length > 0 && row->usage[length - 1] == '.'; /* "PAWN..." already ends with one */
    return parser_fail(parser, tr("Usage: %s%s%s%s"), row->word, length > 0 ? " " : "", row->usage,
                       dots ? "" : ".");
}

const char *parser_peek(const struct parser *parser)
{
    return parser->at < parser->words.count ? parser->words.word[parser->at] : NULL;
}

const char *parser_next(struct parser *parser)
{
    const char *word = parser_peek(parser);
    parser->at += word != NULL;
    return word;
}

bool parser_at_end(const struct parser *parser)
{
    bool more = parser->at < parser->words.count || parser->words.too_many;
    return more ? parser_fail_usage(parser) : true;
}

bool parser_pawn(const struct parser *parser, const char *word, enum pawn *pawn)
{
    int found = words_match(words_pawn, PAWN_COUNT, word);
    if (found < 0) {
        return parser_fail(
            parser,
            found == MATCH_AMBIGUOUS
                ? tr("\"%s\" could be more than one pawn: jack, yellow, red, blue, green or brown.")
                : tr("\"%s\" is not a pawn: jack, yellow, red, blue, green or brown."),
            show_word(word).text);
    }
    *pawn = (enum pawn)found;
    return true;
}

bool parser_number(const char *word, unsigned *number)
{
    unsigned value = 0;
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)word[i]) || length > 5) {
            return false;
        }
        value = value * 10 + (unsigned)(word[i] - '0');
    }
    *number = value;
    return length > 0;
}

bool parser_place(const struct parser *parser, const char *word, bool crossing, uint8_t *place)
{
    const struct board *board = parser->scope->board;
    unsigned limit = crossing ? board->crossings : board->circles;
    unsigned number = 0;
    if (!parser_number(word, &number)) {
        return parser_fail(parser,
                           crossing ? tr("\"%s\" is not the number of a crossing. Usage: %s %s.")
                                    : tr("\"%s\" is not the number of a circle. Usage: %s %s."),
                           show_word(word).text, parser->row->word, parser->row->usage);
    }
    if (number == 0 || number > limit) {
        return parser_fail(parser,
                           crossing ? tr("There is no crossing %u: on this board the numbers are 1 to %u.")
                                    : tr("There is no circle %u: on this board the numbers are 1 to %u."),
                           number, limit);
    }
    *place = (uint8_t)number;
    return true;
}
