/* complete.c: see complete.h. Offers only pawns that can act and places that are legal now. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/command/partial_action.h"

static void offer(const struct completion *completion, const char *word)
{
    if (strncasecmp(word, completion->partial, strlen(completion->partial)) == 0) {
        completion->each(completion->context, word);
    }
}

static void offer_number(const struct completion *completion, unsigned number)
{
    char text[12];
    (void)snprintf(text, sizeof text, "%u", number);
    offer(completion, text);
}

static void offer_pawns(const struct completion *completion, unsigned pawns)
{
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            offer(completion, pawn_name((enum pawn)pawn));
        }
    }
}

static bool is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* ---- Actions ----------------------------------------------------------------------------------- */

/* Returns the action as far as it has been typed. */
static struct partial_action typed_so_far(const struct completion *completion, unsigned able)
{
    struct partial_action partial = {.kind = completion->row->action,
                                     .pawns = able & completion->scope->pawns,
                                     .escape = completion->row->escape};
    for (unsigned i = 0; i < completion->words.count; i++) {
        const char *word = completion->words.word[i];
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

/* Offers the keywords that can stand at this point of the action. */
static void offer_words(const struct completion *completion, const struct legal *legal,
                        const struct partial_action *partial)
{
    unsigned powerful = partial_action_pawns(legal, partial->kind, true) & partial->pawns;
    bool named = partial->kind != ACTION_ARREST && partial->count == 1;
    if (partial->count == 0 && partial->kind == ACTION_SEARCH) {
        offer(completion, "all");
    }
    if (partial->count == 0 && partial->kind == ACTION_WALK) {
        offer(completion, "stay");
    }
    if (partial->count == 0 && (partial->kind == ACTION_WOMEN || partial->kind == ACTION_PATROLS)) {
        offer(completion, "auto");
    }
    if (powerful != 0 && (named || (partial->kind == ACTION_ARREST && partial->count == 0))) {
        offer(completion, "power");
    }
}

/* Returns whether the row's action is legal now. */
static bool is_listed(const struct completion *completion)
{
    const struct viewed_legal *legal = completion->scope->legal;
    return legal != NULL && (legal->shown.kinds & ACTION_BIT(completion->row->action)) != 0;
}

void complete_act(const struct completion *completion)
{
    if (!is_listed(completion)) {
        return;
    }
    const struct legal *legal = &completion->scope->legal->shown;
    enum command_actor actor = completion->row->actor;
    unsigned able = partial_action_pawns(legal, completion->row->action, false) |
                    partial_action_pawns(legal, completion->row->action, true);
    struct partial_action partial = typed_so_far(completion, able);
    bool one = (partial.pawns & (partial.pawns - 1)) == 0;
    if ((actor == BY_POLICE || actor == BY_ANYBODY) && completion->words.count == 0) {
        offer_pawns(completion, partial.pawns);
    }
    if (actor != BY_POLICE || one) {
        struct partial_action powerful = partial;
        powerful.power = (partial_action_pawns(legal, partial.kind, true) & partial.pawns) != 0;
        struct set farther = partial_action_next(legal, &powerful);
        struct set next = partial_action_next(legal, &partial);
        next = set_or(next, &farther); /* the word "power" comes after the place */
        SET_EACH (place, &next) {
            offer_number(completion, place);
        }
        offer_words(completion, legal, &partial);
    }
}

/* Offers "12=red" for every crossing and face that is left. */
void complete_patrols(const struct completion *completion)
{
    if (!is_listed(completion)) {
        return;
    }
    const struct legal *legal = &completion->scope->legal->shown;
    struct partial_action partial = {.kind = ACTION_PATROLS};
    unsigned left[PAWN_COUNT] = {[PAWN_FALSE] = 2, 1, 1, 1, 1, 1};
    struct partial_action places = typed_so_far(completion, 0);
    for (unsigned i = 0; i < places.count; i++) {
        partial.place[partial.count++] = places.place[i];
    }
    for (unsigned i = 0; i < completion->words.count; i++) {
        int face = words_match(words_pawn, PAWN_COUNT, completion->words.word[i]);
        face = strcasecmp(completion->words.word[i], "false") == 0 ? PAWN_FALSE : face;
        if (face >= 0 && left[face] > 0) {
            left[face]--;
        }
    }
    struct set next = partial_action_next(legal, &partial);
    SET_EACH (crossing, &next) {
        for (unsigned face = 0; face < PAWN_COUNT; face++) {
            char text[24];
            (void)snprintf(text, sizeof text, "%u=%s", crossing, face_name((enum pawn)face));
            if (left[face] > 0) {
                offer(completion, text);
            }
        }
    }
    offer_words(completion, legal, &partial);
}

void complete_letter(const struct completion *completion)
{
    if (!is_listed(completion)) {
        return;
    }
    const struct legal *legal = &completion->scope->legal->shown;
    if (completion->words.count == 0) {
        for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
            if ((legal->letters & (1U << letter)) != 0) {
                offer(completion, letter_name((enum letter)letter));
            }
        }
        return;
    }
    struct partial_action partial = typed_so_far(completion, 0);
    int letter = words_match(words_letter, LETTER_COUNT - 1, completion->words.word[0]);
    if (letter + 1 == LETTER_GOULSTON_STREET && completion->words.count == 1) {
        offer_pawns(completion, legal->letter_pawns);
    } else if (letter >= 0) {
        partial.letter = (enum letter)(letter + 1);
        struct set next = partial_action_next(legal, &partial);
        SET_EACH (crossing, &next) {
            offer_number(completion, crossing);
        }
    }
}

void complete_tile(const struct completion *completion)
{
    bool wanted = is_listed(completion) && completion->words.count == 0;
    for (unsigned tile = TILE_NONE + 1; tile < TILE_COUNT && wanted; tile++) {
        if ((completion->scope->legal->shown.tiles & (1U << tile)) != 0) {
            offer(completion, tile_name((enum tile)tile));
        }
    }
}

void complete_colour(const struct completion *completion)
{
    if (is_listed(completion) && completion->words.count == 0) {
        offer_pawns(completion, completion->scope->legal->shown.goulston_pawns);
    }
}

/* ---- The other commands ------------------------------------------------------------------------ */

/* Offers these words if the word being completed has index `at`. */
static void offer_at(const struct completion *completion, unsigned at, const char *choices)
{
    struct words words;
    words_split(&words, choices, " ");
    for (unsigned i = 0; i < words.count && completion->words.count == at; i++) {
        offer(completion, words.word[i]);
    }
}

void complete_level(const struct completion *completion)
{
    offer_at(completion, 0, "easy normal hard very_hard");
}

void complete_mark(const struct completion *completion)
{
    offer_at(completion, 1, "suspect cleared none");
}

void complete_board(const struct completion *completion)
{
    offer_at(completion, 0, "around");
}

static void offer_commands(const struct completion *completion, bool all)
{
    for (size_t i = 0; i < completion->row_count; i++) {
        const struct command_row *row = &completion->rows[i];
        if (all || row->available(row, completion->scope)) {
            offer(completion, row->word);
        }
    }
}

void complete_command(const struct completion *completion)
{
    offer_commands(completion, false);
}

void complete_help(const struct completion *completion)
{
    if (completion->words.count == 0) {
        offer_commands(completion, true);
        offer(completion, "all");
    }
}

void complete_learn(const struct completion *completion)
{
    if (completion->words.count == 0) {
        offer_at(completion, 0,
                 "start whitehall whitehall-jack whitehall-police whitehall-options whitechapel "
                 "whitechapel-jack whitechapel-police whitechapel-options glossary");
    }
}

void complete_create(const struct completion *completion)
{
    if (completion->words.count == 0) {
        offer_at(completion, 0, "whitechapel whitehall");
        return;
    }
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        bool this_one = strncasecmp(game_name((enum game_kind)game), completion->words.word[0],
                                    strlen(completion->words.word[0])) == 0;
        for (unsigned i = 0; i < option_count((enum game_kind)game) && this_one; i++) {
            offer(completion, option_name((enum game_kind)game, i));
        }
    }
    offer_at(
        completion, completion->words.count,
        "private aids=off aids=sets aids=full clock=60 clock=300 clock=86400 night=23:00-07:00 "
        "days-off=3 level=novice level=easy "
        "level=normal level=hard level=master pace=slow pace=normal pace=quick commentary=on commentary=off "
        "spectator-aids=on spectator-aids=off counts=on counts=off");
}

void complete_table(const struct completion *completion)
{
    for (size_t i = 0; i < completion->scope->table_count && completion->words.count == 0; i++) {
        offer(completion, completion->scope->tables[i]);
    }
    if (completion->words.count > 0 && completion->row->kind == COMMAND_JOIN) {
        offer_pawns(completion, (1U << PAWN_COUNT) - 1);
    }
}

void complete_pawns(const struct completion *completion)
{
    const struct board *board = completion->scope->board;
    unsigned police = board != NULL ? game_policemen(board->game) : 0;
    offer_pawns(completion, police | PAWN_BIT(PAWN_JACK));
    offer_at(completion, 0, "police none");
}

void complete_bot(const struct completion *completion)
{
    const struct board *board = completion->scope->board;
    unsigned police = board != NULL ? game_policemen(board->game) : 0;
    offer_pawns(completion, police | PAWN_BIT(PAWN_JACK));
    offer_at(completion, 0, "police");
    if (completion->words.count > 0) { /* in a game, stand-ins play at the table's level */
        offer_at(completion, completion->words.count,
                 completion->scope->view == NULL ? "novice easy normal hard master none" : "none");
    }
}

void complete_name(const struct completion *completion)
{
    for (size_t i = 0; i < completion->scope->name_count && completion->words.count == 0; i++) {
        offer(completion, completion->scope->names[i]);
    }
}

/* Pawns, "to", and a name. */
void complete_seat(const struct completion *completion)
{
    const struct command_scope *scope = completion->scope;
    unsigned count = completion->words.count;
    if (count > 0 && strcasecmp(completion->words.word[count - 1], "to") == 0) {
        for (size_t i = 0; i < scope->name_count; i++) {
            offer(completion, scope->names[i]);
        }
        for (size_t i = 0; i < scope->watcher_count; i++) {
            offer(completion, scope->watchers[i]);
        }
        return;
    }
    offer_pawns(completion, scope->board != NULL ? game_policemen(scope->board->game) : 0);
    if (count > 0) {
        offer_at(completion, count, "to");
    }
}

void complete_answer(const struct completion *completion)
{
    offer_at(completion, 0, "takeback seat");
}
