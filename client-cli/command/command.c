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
            found = found == MATCH_NONE ? (int)i : MATCH_MANY;
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

bool reading_refuse(const struct reading *reading, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reading->complaint, reading->capacity, format, arguments);
    va_end(arguments);
    return false;
}

bool reading_refuse_usage(const struct reading *reading)
{
    const struct command_row *row = reading->row;
    size_t length = strlen(row->usage);
    bool dots = length > 0 && row->usage[length - 1] == '.'; /* "PAWN..." needs no full stop */
    return reading_refuse(reading, "Write it so: %s%s%s%s", row->word, length > 0 ? " " : "", row->usage,
                          dots ? "" : ".");
}

const char *reading_peek(const struct reading *reading)
{
    return reading->at < reading->words.count ? reading->words.word[reading->at] : NULL;
}

const char *reading_take(struct reading *reading)
{
    const char *word = reading_peek(reading);
    reading->at += word != NULL;
    return word;
}

bool reading_end(const struct reading *reading)
{
    bool more = reading->at < reading->words.count || reading->words.too_many;
    return more ? reading_refuse_usage(reading) : true;
}

bool reading_pawn(const struct reading *reading, const char *word, enum pawn *pawn)
{
    int found = words_match(words_pawn, PAWN_COUNT, word);
    if (found < 0) {
        return reading_refuse(reading, "\"%s\" is %s: jack, yellow, red, blue, green or brown.",
                              show_word(word).text, found == MATCH_MANY ? "more than one pawn" : "no pawn");
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

bool reading_place(const struct reading *reading, const char *word, bool crossing, uint8_t *place)
{
    const struct board *board = reading->place->board;
    const char *what = crossing ? "crossing" : "circle";
    unsigned limit = crossing ? board->crossings : board->circles;
    unsigned number = 0;
    if (!read_number(word, &number)) {
        return reading_refuse(reading, "\"%s\" is not the number of a %s. Write it so: %s %s.",
                              show_word(word).text, what, reading->row->word, reading->row->usage);
    }
    if (number == 0 || number > limit) {
        return reading_refuse(reading, "There is no %s %u: on this board they are numbered 1 to %u.", what,
                              number, limit);
    }
    *place = (uint8_t)number;
    return true;
}

/* ---- Simple rows ------------------------------------------------------------------------------- */

bool command_read_plain(struct reading *reading)
{
    return reading_end(reading);
}

/* The rest of the line as it is, without blanks at its ends. */
bool command_read_text(struct reading *reading)
{
    char *text = reading->command->text;
    if (strlen(reading->rest) >= sizeof reading->command->text) {
        return reading_refuse(reading, "That is too long.");
    }
    (void)snprintf(text, sizeof reading->command->text, "%s", reading->rest);
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return length > 0 ? true : reading_refuse_usage(reading);
}

bool command_read_say(struct reading *reading)
{
    static const char *const audiences[] = {
        [SAY_TABLE] = "say",
        [SAY_POLICE] = "police",
        [SAY_GALLERY] = "gallery",
    };
    for (unsigned i = 0; i < COUNT(audiences); i++) {
        if (strcmp(audiences[i], reading->row->word) == 0) {
            reading->command->audience = (enum audience_kind)i;
        }
    }
    return command_read_text(reading);
}

static const char *name_of_level(unsigned index)
{
    static const char *const levels[] = {"easy", "normal", "medium", "hard"};
    return levels[index];
}

bool command_read_suggest(struct reading *reading)
{
    const char *word = reading_take(reading);
    int level = words_match(name_of_level, 4, word != NULL ? word : "normal");
    if (level < 0) {
        return reading_refuse_usage(reading);
    }
    (void)snprintf(reading->command->text, sizeof reading->command->text, "%s",
                   name_of_level((unsigned)level));
    return reading_end(reading);
}

static const char *name_of_mark(unsigned index)
{
    static const char *const marks[] = {"suspect", "cleared", "none"};
    return marks[index];
}

bool command_read_mark(struct reading *reading)
{
    const char *circle = reading_take(reading);
    const char *word = reading_take(reading);
    int mark = words_match(name_of_mark, 3, word != NULL ? word : "suspect");
    uint8_t number = 0;
    if (reading->place->board == NULL) {
        return reading_refuse(reading, "There is no board here: sit down at a table first.");
    }
    if (circle == NULL || mark < 0) {
        return reading_refuse_usage(reading);
    }
    if (!reading_place(reading, circle, false, &number)) {
        return false;
    }
    reading->command->circle = number;
    (void)snprintf(reading->command->text, sizeof reading->command->text, "%s", name_of_mark((unsigned)mark));
    return reading_end(reading);
}

bool command_read_board(struct reading *reading)
{
    const char *word = reading_take(reading);
    uint8_t number = 0;
    if (reading->place->board == NULL) {
        return reading_refuse(reading, "There is no board here: sit down at a table first.");
    }
    if (word != NULL && strcasecmp(word, "around") == 0) {
        word = reading_take(reading);
        if (word == NULL) {
            return reading_refuse_usage(reading);
        }
    }
    if (word != NULL && !reading_place(reading, word, false, &number)) {
        return false;
    }
    reading->command->circle = number;
    return reading_end(reading);
}

bool command_read_deduce(struct reading *reading)
{
    const char *word = reading_take(reading);
    uint8_t number = 0;
    if (reading->place->board == NULL) {
        return reading_refuse(reading, "There is no board here: sit down at a table first.");
    }
    if (word != NULL && !reading_place(reading, word, false, &number)) {
        return false;
    }
    reading->command->circle = number;
    return reading_end(reading);
}

bool command_read_log(struct reading *reading)
{
    const char *word = reading_take(reading);
    if (word != NULL && (!read_number(word, &reading->command->number) || reading->command->number == 0)) {
        return reading_refuse_usage(reading);
    }
    return reading_end(reading);
}

bool command_read_help(struct reading *reading)
{
    const char *word = reading_take(reading);
    if (word != NULL) {
        (void)snprintf(reading->command->text, sizeof reading->command->text, "%s", word);
    }
    return reading_end(reading);
}

/* ---- The door ---------------------------------------------------------------------------------- */

bool command_read(const char *line, const struct command_place *place, struct command *command,
                  char *complaint, size_t capacity)
{
    struct reading reading = {
        .place = place, .command = command, .complaint = complaint, .capacity = capacity};
    char word[WORD_MAX + 1];
    *command = (struct command){.kind = COMMAND_NOTHING, .pawn = PAWN_NONE};
    line += strspn(line, " \t\r\n");
    if (*line == '\0' || *line == '#') {
        return true;
    }
    size_t length = strcspn(line, " \t\r\n");
    (void)snprintf(word, sizeof word, "%.*s", (int)(length < WORD_MAX ? length : WORD_MAX), line);
    reading.row = command_find(word, complaint, capacity);
    if (reading.row == NULL) {
        return false;
    }
    reading.rest = line + length + strspn(line + length, " \t\r\n");
    words_split(&reading.words, reading.rest, reading.row->action != ACTION_NONE ? " \t\r\n,=" : " \t\r\n");
    command->kind = reading.row->kind;
    return reading.row->read(&reading);
}
