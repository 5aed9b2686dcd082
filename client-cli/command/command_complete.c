/*
 * command_complete.c: what could stand at the end of a line.
 *
 * The commands that make sense now, then for each what its row says: pawns that can, places that are legal, names.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_internal.h"

#define BLANKS " \t\r\n"

static void offer(const struct completing *completing, const char *word)
{
    if (strncasecmp(word, completing->partial, strlen(completing->partial)) == 0) {
        completing->each(completing->context, word);
    }
}

static void offer_number(const struct completing *completing, unsigned number)
{
    char text[12];
    (void)snprintf(text, sizeof text, "%u", number);
    offer(completing, text);
}

static void offer_pawns(const struct completing *completing, unsigned pawns)
{
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            offer(completing, pawn_name((enum pawn)pawn));
        }
    }
}

static bool is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* ---- Actions ----------------------------------------------------------------------------------- */

/* What the words say of the action so far; an escape is told by its row. */
static struct partial said(const struct completing *completing, unsigned able)
{
    struct partial partial = {.kind = completing->row->action,
                              .pawns = able & completing->place->pawns,
                              .escape = completing->row->read == command_read_escape};
    for (unsigned i = 0; i < completing->words.count; i++) {
        const char *word = completing->words.word[i];
        int pawn = words_match(words_pawn, PAWN_COUNT, word);
        unsigned number = 0;
        for (const char *digit = word; is_number(word) && *digit != '\0' && number < SET_LIMIT; digit++) {
            number = number * 10 + (unsigned)(*digit - '0');
        }
        if (number > 0 && number < SET_LIMIT && partial.count < ACTION_LIST_MAX) {
            partial.place[partial.count++] = (uint8_t)number;
        } else if (pawn >= 0) {
            partial.pawns = PAWN_BIT(pawn);
        }
    }
    return partial;
}

/* The words that are not numbers: everybody at once, the last that go with a number. */
static void offer_words(const struct completing *completing, const struct legal *legal,
                        const struct partial *partial)
{
    unsigned powerful = partial_pawns(legal, partial->kind, true) & partial->pawns;
    bool named = partial->kind != ACTION_ARREST && partial->count == 1;
    if (partial->count == 0 && partial->kind == ACTION_SEARCH) {
        offer(completing, "all");
    }
    if (partial->count == 0 && partial->kind == ACTION_WALK) {
        offer(completing, "stay");
    }
    if (partial->count == 0 && (partial->kind == ACTION_WOMEN || partial->kind == ACTION_PATROLS)) {
        offer(completing, "auto");
    }
    if (powerful != 0 && (named || (partial->kind == ACTION_ARREST && partial->count == 0))) {
        offer(completing, "power");
    }
}

/* Whether the row's action can be done now at all. */
static bool is_listed(const struct completing *completing)
{
    const struct viewed_legal *legal = completing->place->legal;
    return legal != NULL && (legal->shown.kinds & ACTION_BIT(completing->row->action)) != 0;
}

void command_complete_act(const struct completing *completing)
{
    if (!is_listed(completing)) {
        return;
    }
    const struct legal *legal = &completing->place->legal->shown;
    enum command_actor actor = completing->row->actor;
    unsigned able = partial_pawns(legal, completing->row->action, false) |
                    partial_pawns(legal, completing->row->action, true);
    struct partial partial = said(completing, able);
    bool one = (partial.pawns & (partial.pawns - 1)) == 0;
    if ((actor == BY_POLICE || actor == BY_ANYBODY) && completing->words.count == 0) {
        offer_pawns(completing, partial.pawns);
    }
    if (actor != BY_POLICE || one) {
        struct partial powerful = partial;
        powerful.power = (partial_pawns(legal, partial.kind, true) & partial.pawns) != 0;
        struct set farther = partial_next(legal, &powerful);
        struct set next = partial_next(legal, &partial);
        next = set_or(next, &farther); /* the word "power" comes after the place */
        SET_EACH (place, &next) {
            offer_number(completing, place);
        }
        offer_words(completing, legal, &partial);
    }
}

/* "12=red", for every crossing and face that is left. */
void command_complete_patrols(const struct completing *completing)
{
    if (!is_listed(completing)) {
        return;
    }
    const struct legal *legal = &completing->place->legal->shown;
    struct partial partial = {.kind = ACTION_PATROLS};
    unsigned left[PAWN_COUNT] = {[PAWN_FALSE] = 2, 1, 1, 1, 1, 1};
    struct partial places = said(completing, 0);
    for (unsigned i = 0; i < places.count; i++) {
        partial.place[partial.count++] = places.place[i];
    }
    for (unsigned i = 0; i < completing->words.count; i++) {
        int face = words_match(words_pawn, PAWN_COUNT, completing->words.word[i]);
        face = strcasecmp(completing->words.word[i], "false") == 0 ? PAWN_FALSE : face;
        if (face >= 0 && left[face] > 0) {
            left[face]--;
        }
    }
    struct set next = partial_next(legal, &partial);
    SET_EACH (crossing, &next) {
        for (unsigned face = 0; face < PAWN_COUNT; face++) {
            char text[24];
            (void)snprintf(text, sizeof text, "%u=%s", crossing, face_name((enum pawn)face));
            if (left[face] > 0) {
                offer(completing, text);
            }
        }
    }
    offer_words(completing, legal, &partial);
}

void command_complete_letter(const struct completing *completing)
{
    if (!is_listed(completing)) {
        return;
    }
    const struct legal *legal = &completing->place->legal->shown;
    if (completing->words.count == 0) {
        for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
            if ((legal->letters & (1U << letter)) != 0) {
                offer(completing, letter_name((enum letter)letter));
            }
        }
        return;
    }
    struct partial partial = said(completing, 0);
    int letter = words_match(words_letter, LETTER_COUNT - 1, completing->words.word[0]);
    if (letter + 1 == LETTER_GOULSTON_STREET && completing->words.count == 1) {
        offer_pawns(completing, legal->letter_pawns);
    } else if (letter >= 0) {
        partial.letter = (enum letter)(letter + 1);
        struct set next = partial_next(legal, &partial);
        SET_EACH (crossing, &next) {
            offer_number(completing, crossing);
        }
    }
}

void command_complete_tile(const struct completing *completing)
{
    bool wanted = is_listed(completing) && completing->words.count == 0;
    for (unsigned tile = TILE_NONE + 1; tile < TILE_COUNT && wanted; tile++) {
        if ((completing->place->legal->shown.tiles & (1U << tile)) != 0) {
            offer(completing, tile_name((enum tile)tile));
        }
    }
}

void command_complete_colour(const struct completing *completing)
{
    if (is_listed(completing) && completing->words.count == 0) {
        offer_pawns(completing, completing->place->legal->shown.goulston_pawns);
    }
}

/* ---- The other commands ------------------------------------------------------------------------ */

/* One of these words, as the `at`th. */
static void offer_at(const struct completing *completing, unsigned at, const char *choices)
{
    struct words words;
    words_split(&words, choices, " ");
    for (unsigned i = 0; i < words.count && completing->words.count == at; i++) {
        offer(completing, words.word[i]);
    }
}

void command_complete_level(const struct completing *completing)
{
    offer_at(completing, 0, "easy normal medium hard");
}

void command_complete_mark(const struct completing *completing)
{
    offer_at(completing, 1, "suspect cleared none");
}

void command_complete_board(const struct completing *completing)
{
    offer_at(completing, 0, "around");
}

static void offer_commands(const struct completing *completing, bool all)
{
    size_t count;
    const struct command_row *rows = command_rows(&count);
    for (size_t i = 0; i < count; i++) {
        if (all || rows[i].now(&rows[i], completing->place)) {
            offer(completing, rows[i].word);
        }
    }
}

void command_complete_help(const struct completing *completing)
{
    if (completing->words.count == 0) {
        offer_commands(completing, true);
        offer(completing, "all");
    }
}

void command_complete_create(const struct completing *completing)
{
    if (completing->words.count == 0) {
        offer_at(completing, 0, "whitechapel whitehall");
        return;
    }
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        bool this_one = strncasecmp(game_name((enum game_kind)game), completing->words.word[0],
                                    strlen(completing->words.word[0])) == 0;
        for (unsigned i = 0; i < option_count((enum game_kind)game) && this_one; i++) {
            offer(completing, option_name((enum game_kind)game, i));
        }
    }
    offer_at(completing, completing->words.count,
             "private aids=off aids=sets aids=full clock=60 clock=300 clock=86400 level=novice level=easy "
             "level=normal level=hard pace=slow pace=normal pace=quick");
}

void command_complete_table(const struct completing *completing)
{
    for (size_t i = 0; i < completing->place->table_count && completing->words.count == 0; i++) {
        offer(completing, completing->place->tables[i]);
    }
    if (completing->words.count > 0 && completing->row->kind == COMMAND_JOIN) {
        offer_pawns(completing, (1U << PAWN_COUNT) - 1);
    }
}

void command_complete_pawns(const struct completing *completing)
{
    const struct board *board = completing->place->board;
    unsigned police = board != NULL ? game_policemen(board->game) : 0;
    offer_pawns(completing, police | PAWN_BIT(PAWN_JACK));
    offer_at(completing, 0, "police none");
}

void command_complete_bot(const struct completing *completing)
{
    const struct board *board = completing->place->board;
    unsigned police = board != NULL ? game_policemen(board->game) : 0;
    offer_pawns(completing, police | PAWN_BIT(PAWN_JACK));
    offer_at(completing, 0, "police");
    if (completing->words.count > 0) {
        offer_at(completing, completing->words.count, "novice easy normal hard none");
    }
}

/* Names, and after one of `seat` the pawns. */
void command_complete_name(const struct completing *completing)
{
    for (size_t i = 0; i < completing->place->name_count && completing->words.count == 0; i++) {
        offer(completing, completing->place->names[i]);
    }
    if (completing->words.count > 0 && completing->row->kind == COMMAND_SEAT) {
        command_complete_pawns(completing);
    }
}

/* ---- The door ---------------------------------------------------------------------------------- */

/* Where the last word begins, which is the one to be completed; it may be empty. */
static size_t last_word(const char *line)
{
    size_t at = strlen(line);
    while (at > 0 && strchr(BLANKS ",", line[at - 1]) == NULL) {
        at--;
    }
    return at;
}

void command_complete(const char *line, const struct command_place *place,
                      void (*each)(void *context, const char *word), void *context)
{
    struct completing completing = {.place = place, .each = each, .context = context};
    char text[1024];
    line += strspn(line, BLANKS);
    size_t first = strcspn(line, BLANKS);
    if (line[first] == '\0') {
        completing.partial = line;
        offer_commands(&completing, false);
        return;
    }
    (void)snprintf(text, sizeof text, "%.*s", (int)first, line);
    completing.row = command_find(text, NULL, 0);
    if (completing.row == NULL || completing.row->complete == NULL || strlen(line) >= sizeof text) {
        return;
    }
    bool acts = completing.row->action != ACTION_NONE;
    size_t last = last_word(line);
    (void)snprintf(text, sizeof text, "%.*s", (int)(last - first), line + first);
    words_split(&completing.words, text, acts ? BLANKS ",=" : BLANKS ",");
    completing.partial = line + last;
    completing.row->complete(&completing);
}
