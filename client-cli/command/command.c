/*
 * command.c: a line becomes a command: its words, its row, and the rows that are simple.
 */
#include "client-cli/command/command_internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/base/array.h"
#include "common/wire/action_json.h"

/* ---- Words ------------------------------------------------------------------------------------- */

static void add_word(struct words *words, const char *text, size_t length, bool joined)
{
    if (words->count == WORDS_MAX || length > WORD_MAX) {
        words->too_many = true;
        return;
    }
    words->joined[words->count] = joined;
    (void)snprintf(words->word[words->count], sizeof words->word[0], "%.*s", (int)length, text);
    words->count++;
}

void words_split(struct words *words, const char *text, const char *separators)
{
    *words = (struct words){0};
    while (*text != '\0') {
        size_t gap = strspn(text, separators);
        bool joined = memchr(text, ',', gap) != NULL;
        text += gap;
        if (*text == '#') {
            return;
        }
        size_t length = strcspn(text, separators);
        if (length > 0) {
            add_word(words, text, length, joined);
        }
        text += length;
    }
}

int words_match(const char *(*name)(unsigned index), unsigned count, const char *word)
{
    int found = MATCH_NONE;
    for (unsigned i = 0; i < count; i++) {
        if (strcasecmp(name(i), word) == 0) {
            return (int)i;
        }
        if (word[0] != '\0' && strncasecmp(name(i), word, strlen(word)) == 0) {
            found = found == MATCH_NONE ? (int)i : MATCH_AMBIGUOUS;
        }
    }
    return found;
}

const char *words_pawn(unsigned index)
{
    return pawn_name((enum pawn)index);
}

const char *words_letter(unsigned index)
{
    return letter_name((enum letter)(index + 1));
}

const char *words_tile(unsigned index)
{
    return tile_name((enum tile)(index + 1));
}

/* ---- What all readers use ---------------------------------------------------------------------- */

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
    bool dots = length > 0 && row->usage[length - 1] == '.'; /* "PAWN..." needs no full stop */
    return parser_fail(parser, "Write it so: %s%s%s%s", row->word, length > 0 ? " " : "", row->usage,
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
        return parser_fail(parser, "\"%s\" is %s: jack, yellow, red, blue, green or brown.",
                           show_word(word).text, found == MATCH_AMBIGUOUS ? "more than one pawn" : "no pawn");
    }
    *pawn = (enum pawn)found;
    return true;
}

/* A whole number below 100000; false: it is none. */
static bool read_number(const char *word, unsigned *number)
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
    const struct board *board = parser->place->board;
    const char *what = crossing ? "crossing" : "circle";
    unsigned limit = crossing ? board->crossings : board->circles;
    unsigned number = 0;
    if (!read_number(word, &number)) {
        return parser_fail(parser, "\"%s\" is not the number of a %s. Write it so: %s %s.",
                           show_word(word).text, what, parser->row->word, parser->row->usage);
    }
    if (number == 0 || number > limit) {
        return parser_fail(parser, "There is no %s %u: on this board they are numbered 1 to %u.", what,
                           number, limit);
    }
    *place = (uint8_t)number;
    return true;
}

/* ---- Simple rows ------------------------------------------------------------------------------- */

bool parse_nothing(struct parser *parser)
{
    return parser_at_end(parser);
}

/* The rest of the line as it is, without blanks at its ends. */
bool parse_text(struct parser *parser)
{
    char *text = parser->command->text;
    if (strlen(parser->rest) >= sizeof parser->command->text) {
        return parser_fail(parser, "That is too long.");
    }
    (void)snprintf(text, sizeof parser->command->text, "%s", parser->rest);
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return length > 0 ? true : parser_fail_usage(parser);
}

bool parse_say(struct parser *parser)
{
    static const char *const audiences[] = {
        [SAY_TABLE] = "say",
        [SAY_POLICE] = "police",
        [SAY_GALLERY] = "gallery",
    };
    for (unsigned i = 0; i < COUNT(audiences); i++) {
        if (strcmp(audiences[i], parser->row->word) == 0) {
            parser->command->audience = (enum audience_kind)i;
        }
    }
    return parse_text(parser);
}

static const char *name_of_level(unsigned index)
{
    static const char *const levels[] = {"easy", "normal", "medium", "hard"};
    return levels[index];
}

bool parse_suggest(struct parser *parser)
{
    const char *word = parser_next(parser);
    int level = words_match(name_of_level, 4, word != NULL ? word : "normal");
    if (level < 0) {
        return parser_fail_usage(parser);
    }
    (void)snprintf(parser->command->text, sizeof parser->command->text, "%s", name_of_level((unsigned)level));
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
    if (parser->place->board == NULL) {
        return parser_fail(parser, "There is no board here: sit down at a table first.");
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
    if (parser->place->board == NULL) {
        return parser_fail(parser, "There is no board here: sit down at a table first.");
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
    if (parser->place->board == NULL) {
        return parser_fail(parser, "There is no board here: sit down at a table first.");
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
    if (word != NULL && (!read_number(word, &parser->command->number) || parser->command->number == 0)) {
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

/* ---- The door ---------------------------------------------------------------------------------- */

bool command_parse(const char *line, const struct command_scope *place, struct command *command,
                   char *error_text, size_t capacity)
{
    struct parser parser = {
        .place = place, .command = command, .error_text = error_text, .capacity = capacity};
    char word[WORD_MAX + 1];
    *command = (struct command){.kind = COMMAND_NOTHING, .pawn = PAWN_NONE};
    line += strspn(line, " \t\r\n");
    if (*line == '\0' || *line == '#') {
        return true;
    }
    size_t length = strcspn(line, " \t\r\n");
    (void)snprintf(word, sizeof word, "%.*s", (int)(length < WORD_MAX ? length : WORD_MAX), line);
    parser.row = command_find(word, error_text, capacity);
    if (parser.row == NULL) {
        return false;
    }
    parser.rest = line + length + strspn(line + length, " \t\r\n");
    words_split(&parser.words, parser.rest, parser.row->action != ACTION_NONE ? " \t\r\n,=" : " \t\r\n");
    command->kind = parser.row->kind;
    return parser.row->read(&parser);
}
