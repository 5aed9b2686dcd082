/* puzzle_list.c: see puzzle_list.h. */
#include "common/puzzles/puzzle_list.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

/* ---- Letters --------------------------------------------------------------------------------------- */

static const char pawn_letters[] = {
    [PAWN_JACK] = 'j', [PAWN_YELLOW] = 'y', [PAWN_RED] = 'r',
    [PAWN_BLUE] = 'b', [PAWN_GREEN] = 'g',  [PAWN_BROWN] = 'n',
};
_Static_assert(COUNT(pawn_letters) == PAWN_COUNT, "every pawn has a letter");

static const char kind_letters[] = {
    [ACTION_NONE] = '?',       [ACTION_HIDEOUT] = 'h', [ACTION_WOMEN] = 'o',        [ACTION_ADDRESS] = 'd',
    [ACTION_PATROLS] = 'P',    [ACTION_LETTER] = 'l',  [ACTION_MOVE_PATROLS] = 'M', [ACTION_GOULSTON] = 'G',
    [ACTION_KILL] = 'k',       [ACTION_WAIT] = 'i',    [ACTION_WRETCHED] = 'v',     [ACTION_REVEAL] = 'V',
    [ACTION_FALSE_CLUE] = 'f', [ACTION_RUSH] = 'u',    [ACTION_DISCOVERIES] = 'D',  [ACTION_START] = 'S',
    [ACTION_DEPLOY] = 'Y',     [ACTION_BOAT] = 'b',    [ACTION_SMOKER] = 'K',       [ACTION_RECLAIM] = 'R',
    [ACTION_MOVE] = 'm',       [ACTION_COACH] = 'c',   [ACTION_ALLEY] = 'a',        [ACTION_WALK] = 'w',
    [ACTION_SEARCH] = 's',     [ACTION_ARREST] = 'A',  [ACTION_PASS] = 'p',         [ACTION_RESIGN] = 'X',
};
_Static_assert(COUNT(kind_letters) == ACTION_KIND_COUNT, "every kind has a letter");

/* Where the number of a field is in an action. Lists have no member of their own. */
static const struct {
    enum action_field field;
    char letter;
    size_t member;
} numbers[] = {
    {FIELD_CIRCLE, 'c', offsetof(struct action, circle)},
    {FIELD_CROSSING, 'x', offsetof(struct action, crossing)},
    {FIELD_FROM, 'f', offsetof(struct action, from)},
    {FIELD_VIA, 'v', offsetof(struct action, via)},
    {FIELD_TO, 't', offsetof(struct action, to)},
    {FIELD_PAWN, 'p', offsetof(struct action, pawn)},
    {FIELD_LETTER, 'l', offsetof(struct action, letter)},
    {FIELD_TILE, 'i', offsetof(struct action, tile)},
    {FIELD_ESCAPE, 'e', offsetof(struct action, escape)},
    {FIELD_POWER, 'w', offsetof(struct action, power)},
};
enum { LIST_LETTER = 'L', UNMARKED_LETTER = 'U' };

/* Returns the index of a letter, or `count`. */
static size_t letter_index(const char *letters, size_t count, char letter)
{
    const char *found = letter == '\0' ? NULL : memchr(letters, letter, count);
    return found == NULL ? count : (size_t)(found - letters);
}

/* ---- Writing --------------------------------------------------------------------------------------- */

static bool add(struct buffer *text, const char *piece)
{
    return buffer_add(text, piece, strlen(piece));
}

static bool add_letters(struct buffer *text, char first, char second)
{
    char piece[] = {first, second, '\0'};
    return add(text, piece);
}

static bool add_number(struct buffer *text, char letter, unsigned number)
{
    char piece[16];
    (void)snprintf(piece, sizeof piece, "%c%u", letter, number);
    return add(text, piece);
}

static bool add_list(struct buffer *text, char letter, const uint8_t *number, unsigned count)
{
    bool good = true;
    for (unsigned i = 0; i < count && good; i++) {
        good = add_number(text, i == 0 ? letter : ',', number[i]);
    }
    return good;
}

static bool add_action(struct buffer *text, const struct action *action)
{
    bool good = add(text, " ") && add_letters(text, pawn_letters[action->by], kind_letters[action->kind]);
    for (size_t i = 0; i < COUNT(numbers) && good; i++) {
        uint8_t number = *((const uint8_t *)action + numbers[i].member);
        good = number == 0 || add_number(text, numbers[i].letter, number);
    }
    return good && add_list(text, LIST_LETTER, action->list, action->count) &&
           add_list(text, UNMARKED_LETTER, action->unmarked, action->unmarked_count);
}

static bool add_heading(struct buffer *text, const struct puzzle *puzzle)
{
    const struct setup *setup = &puzzle->record.setup;
    char heads[POLICEMEN_MAX + 1] = "-";
    char rest[80];
    bool good = add(text, game_name(setup->game));
    for (unsigned i = 0; i < option_count(setup->game) && good; i++) {
        good =
            (setup->options & (1U << i)) == 0 || (add(text, "+") && add(text, option_name(setup->game, i)));
    }
    for (unsigned i = 0; i < POLICEMEN_MAX && setup->heads[i] != 0; i++) {
        heads[i] = pawn_letters[setup->heads[i]];
    }
    (void)snprintf(rest, sizeof rest, " %s %s %u %s %s", puzzle_kind_name((enum puzzle_kind)puzzle->kind),
                   puzzle_grade_name((enum puzzle_grade)puzzle->grade), puzzle->answer,
                   pawn_name((enum pawn)puzzle->by), heads);
    return good && add(text, rest);
}

bool puzzle_write(const struct puzzle *puzzle, struct buffer *text)
{
    bool good = add_heading(text, puzzle);
    for (size_t i = 0; i < puzzle->record.count && good; i++) {
        good = add_action(text, &puzzle->record.actions[i]);
    }
    return good && add(text, "\n");
}

/* ---- Reading --------------------------------------------------------------------------------------- */

/* What is left of a line. */
struct reader {
    const char *at, *end;
};

/* Takes the next word, which ends at a blank. Returns false if there is none or it does not fit. */
static bool take_word(struct reader *reader, char *word, size_t capacity)
{
    const char *blank = memchr(reader->at, ' ', (size_t)(reader->end - reader->at));
    const char *end = blank == NULL ? reader->end : blank;
    size_t length = (size_t)(end - reader->at);
    if (length == 0 || length >= capacity) {
        return false;
    }
    memcpy(word, reader->at, length);
    word[length] = '\0';
    reader->at = blank == NULL ? end : blank + 1;
    return true;
}

/* Takes a number from 1 to 255. Returns 0 if there is none. */
static unsigned take_number(const char **at)
{
    unsigned number = 0;
    for (; **at >= '0' && **at <= '9' && number < SET_LIMIT; (*at)++) {
        number = 10 * number + (unsigned)(**at - '0');
    }
    return number < SET_LIMIT ? number : 0;
}

static bool take_list(const char **at, uint8_t *number, uint8_t *count, unsigned most)
{
    /* A Patrol token that is false has face 0, so only here 0 is a number. */
    do {
        const char *digits = ++*at;
        unsigned value = take_number(at);
        if (*at == digits || *count == most || (value == 0 && (*at - digits != 1 || *digits != '0'))) {
            return false;
        }
        number[(*count)++] = (uint8_t)value;
    } while (**at == ',');
    return true;
}

static bool take_field(const char **at, struct action *action)
{
    if (**at == LIST_LETTER && action->count == 0) {
        return take_list(at, action->list, &action->count, ACTION_LIST_MAX);
    }
    if (**at == UNMARKED_LETTER && action->unmarked_count == 0) {
        return take_list(at, action->unmarked, &action->unmarked_count, ACTION_UNMARKED_MAX);
    }
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (**at == numbers[i].letter) {
            uint8_t *member = (uint8_t *)action + numbers[i].member;
            unsigned number = (++*at, take_number(at));
            bool good = *member == 0 && number != 0;
            *member = (uint8_t)number;
            return good;
        }
    }
    return false;
}

/* Checks what the rules rely on: words are in range, and the kind has these fields. */
static bool is_well_formed(const struct action *action)
{
    enum action_kind kind = (enum action_kind)action->kind;
    uint32_t given = action_fields_given(action);
    uint32_t required = action_fields_required(kind);
    return action->kind != ACTION_NONE && action->pawn < PAWN_COUNT && action->letter < LETTER_COUNT &&
           action->tile < TILE_COUNT && (required & ~given) == 0 &&
           (given & ~(required | action_fields_optional(kind))) == 0;
}

static bool read_action(const char *word, struct action *action)
{
    *action = (struct action){.kind = ACTION_NONE};
    size_t by = letter_index(pawn_letters, COUNT(pawn_letters), word[0]);
    size_t kind =
        by == PAWN_COUNT ? ACTION_KIND_COUNT : letter_index(kind_letters, COUNT(kind_letters), word[1]);
    if (kind == ACTION_KIND_COUNT) {
        return false;
    }
    action->by = (uint8_t)by;
    action->kind = (uint8_t)kind;
    for (const char *at = word + 2; *at != '\0';) {
        if (!take_field(&at, action)) {
            return false;
        }
    }
    return is_well_formed(action);
}

static bool read_game(char *word, struct setup *setup)
{
    char *option = strchr(word, '+');
    if (option != NULL) {
        *option++ = '\0';
    }
    setup->game = game_from_name(word);
    while (setup->game != GAME_KIND_COUNT && option != NULL) {
        char *next = strchr(option, '+');
        if (next != NULL) {
            *next++ = '\0';
        }
        uint32_t bit = option_from_name(setup->game, option);
        if (bit == 0 || (setup->options & bit) != 0) {
            return false;
        }
        setup->options |= bit;
        option = next;
    }
    return setup->game != GAME_KIND_COUNT;
}

static bool read_heads(const char *word, struct setup *setup)
{
    unsigned count = 0;
    if (strcmp(word, "-") != 0) {
        for (; count < POLICEMEN_MAX && word[count] != '\0'; count++) {
            setup->heads[count] = (uint8_t)letter_index(pawn_letters, COUNT(pawn_letters), word[count]);
        }
    }
    return word[count] == '\0' || count == 0; /* game_new() checks them */
}

/* Reads everything up to the actions. */
static bool read_heading(struct reader *reader, struct puzzle *puzzle)
{
    struct setup setup = {.seats = 2};
    char word[160];
    if (!take_word(reader, word, sizeof word) || !read_game(word, &setup)) {
        return false;
    }
    setup.pawns[0] = PAWN_BIT(PAWN_JACK);
    setup.pawns[1] = (uint8_t)game_policemen(setup.game);
    puzzle->kind =
        (uint8_t)(take_word(reader, word, sizeof word) ? puzzle_kind_from_name(word) : PUZZLE_KIND_COUNT);
    puzzle->grade =
        (uint8_t)(take_word(reader, word, sizeof word) ? puzzle_grade_from_name(word) : PUZZLE_GRADE_COUNT);
    const char *answer = take_word(reader, word, sizeof word) ? word : "";
    puzzle->answer = (uint8_t)take_number(&answer);
    bool good = puzzle->answer != 0 && *answer == '\0';
    puzzle->by = (uint8_t)(take_word(reader, word, sizeof word) ? pawn_from_name(word) : PAWN_NONE);
    good = good && take_word(reader, word, sizeof word) && read_heads(word, &setup);
    record_init(&puzzle->record, &setup);
    return good && puzzle->kind != PUZZLE_KIND_COUNT && puzzle->grade != PUZZLE_GRADE_COUNT &&
           puzzle->by < PAWN_COUNT;
}

bool puzzle_read(const struct puzzle_entry *entry, struct puzzle *puzzle)
{
    struct reader reader = {entry->line, entry->line + entry->length};
    struct action action;
    char word[160];
    *puzzle = (struct puzzle){.answer = 0};
    bool good = read_heading(&reader, puzzle) && reader.end[-1] != ' ';
    while (good && reader.at < reader.end) {
        good = take_word(&reader, word, sizeof word) && read_action(word, &action) &&
               record_append(&puzzle->record, &action);
    }
    if (!good) {
        record_free(&puzzle->record);
    }
    return good;
}

static bool read_entry(const char *line, size_t length, struct puzzle_entry *entry)
{
    struct reader reader = {line, line + length};
    struct puzzle puzzle;
    bool good = read_heading(&reader, &puzzle);
    *entry = (struct puzzle_entry){.game = (uint8_t)puzzle.record.setup.game,
                                   .kind = puzzle.kind,
                                   .grade = puzzle.grade,
                                   .line = line,
                                   .length = length};
    return good;
}

bool puzzle_list_read(struct puzzle_list *list, const char *text, size_t length, size_t *line)
{
    size_t lines = 0;
    for (size_t i = 0; i < length; i++) {
        lines += text[i] == '\n' || i + 1 == length;
    }
    *list = (struct puzzle_list){.entry = calloc(lines + 1, sizeof *list->entry)};
    *line = 0;
    for (size_t from = 0; list->entry != NULL && list->count < lines; list->count++) {
        const char *end = memchr(text + from, '\n', length - from);
        size_t size = end == NULL ? length - from : (size_t)(end - text) - from;
        if (!read_entry(text + from, size, &list->entry[list->count])) {
            *line = list->count + 1;
            puzzle_list_free(list);
            return false;
        }
        from += size + 1;
    }
    return list->entry != NULL;
}

void puzzle_list_free(struct puzzle_list *list)
{
    free(list->entry);
    *list = (struct puzzle_list){0};
}

/* ---- What is shipped ------------------------------------------------------------------------------- */

/* The linker has no C names for it; see the rule for common/puzzles in the Makefile. */
extern const char puzzles_start[] __asm__("_binary_puzzles_txt_start");
extern const char puzzles_end[] __asm__("_binary_puzzles_txt_end");

const char *puzzle_shipped_text(size_t *length)
{
    *length = (size_t)((uintptr_t)puzzles_end - (uintptr_t)puzzles_start);
    return puzzles_start;
}

/* A prime, so that neighbouring days have puzzles far apart, and every puzzle has its day unless it divides `count`. */
enum { DAY_STRIDE = 137 };

size_t puzzle_of_day(long day, size_t count)
{
    long long at = (long long)day * DAY_STRIDE % (long long)count;
    return (size_t)(at < 0 ? at + (long long)count : at) + 1;
}
