/* parse_placement.c: parses actions that name several things: women, patrols, victims, Letters. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"
#include "common/base/random.h"
#include "common/wire/action_json.h"

/* Parses all remaining words as places of `list`: at least `fewest` and at most `most`. */
static bool read_list(struct parser *parser, unsigned fewest, unsigned most)
{
    struct action *action = &parser->command->action;
    unsigned count = parser->words.count - parser->at;
    if (count < fewest || count > most) {
        return parser_fail_usage(parser);
    }
    for (const char *word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        if (!parser_place(parser, word, parser->row->crossings, &action->list[action->count])) {
            return false;
        }
        action->count++;
    }
    return true;
}

bool parse_kill(struct parser *parser)
{
    return parser_begin_action(parser) && read_list(parser, 1, 2) && parser_finish_action(parser, false);
}

bool parse_move_patrols(struct parser *parser)
{
    return parser_begin_action(parser) && read_list(parser, 4, 4) && parser_finish_action(parser, false);
}

/* The four circles may be typed in any order; the action has them in the order of the quadrants. */
static void order_by_quadrant(const struct board *board, struct action *action)
{
    uint8_t ordered[DISCOVERIES] = {0};
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        unsigned quadrant = board->circle[action->list[i]].area;
        if (quadrant == QUADRANT_NONE || quadrant > DISCOVERIES || ordered[quadrant - 1] != 0) {
            return;
        }
        ordered[quadrant - 1] = action->list[i];
    }
    memcpy(action->list, ordered, sizeof ordered);
}

bool parse_discoveries(struct parser *parser)
{
    if (!parser_begin_action(parser) || !read_list(parser, DISCOVERIES, DISCOVERIES)) {
        return false;
    }
    order_by_quadrant(parser->scope->board, &parser->command->action);
    return parser_finish_action(parser, false);
}

/* ---- Random placement --------------------------------------------------------------------------------- */

static bool take_auto(struct parser *parser)
{
    const char *word = parser_peek(parser);
    bool is = word != NULL && strcasecmp(word, "auto") == 0;
    parser->at += is;
    return is;
}

/* Returns the legal choices if this row's action is one of them; otherwise fails and returns NULL. */
static const struct legal *legal_now(const struct parser *parser)
{
    const struct viewed_legal *legal = parser->scope->legal;
    bool listed = legal != NULL && (legal->shown.kinds & ACTION_BIT(parser->row->action)) != 0;
    if (!listed) {
        (void)parser_fail(parser, "%s", tr(error_sentence(ERROR_WRONG_PHASE)));
    }
    return listed ? &legal->shown : NULL;
}

static unsigned take_member(struct set *set, struct random *chance)
{
    unsigned skip = random_below(chance, set_count(set));
    unsigned member = set_next(set, 0);
    while (skip-- > 0) {
        member = set_next(set, member);
    }
    set_remove(set, member);
    return member;
}

static bool women_auto(struct parser *parser)
{
    const struct legal *legal = legal_now(parser);
    struct action *action = &parser->command->action;
    struct random chance = {parser->scope->chance};
    if (legal == NULL) {
        return false;
    }
    struct set left = legal->circles;
    while (action->count < legal->marked && !set_is_empty(&left)) {
        action->list[action->count++] = (uint8_t)take_member(&left, &chance);
    }
    while (action->unmarked_count < legal->unmarked && !set_is_empty(&left)) {
        action->unmarked[action->unmarked_count++] = (uint8_t)take_member(&left, &chance);
    }
    return parser_finish_action(parser, false);
}

/* Uses the fixed crossings first, then as many free ones as needed, and draws a face for each. */
static bool patrols_auto(struct parser *parser)
{
    const struct legal *legal = legal_now(parser);
    struct action *action = &parser->command->action;
    struct random chance = {parser->scope->chance};
    uint8_t face[PATROLS] = {PAWN_YELLOW, PAWN_RED,   PAWN_BLUE, PAWN_GREEN,
                             PAWN_BROWN,  PAWN_FALSE, PAWN_FALSE};
    if (legal == NULL) {
        return false;
    }
    struct set fixed = legal->patrols_fixed;
    struct set open = legal->patrols_free;
    for (unsigned left = PATROLS; left > 0; left--) {
        struct set *from = set_is_empty(&fixed) ? &open : &fixed;
        if (set_is_empty(from)) {
            break;
        }
        unsigned drawn = random_below(&chance, left);
        action->list[action->count++] = (uint8_t)take_member(from, &chance);
        action->list[action->count++] = face[drawn];
        face[drawn] = face[left - 1];
    }
    return parser_finish_action(parser, false);
}

/* ---- Women ------------------------------------------------------------------------------------- */

/* Returns how many of the words are marked women, or WORDS_MAX if that is ambiguous. */
static unsigned count_marked(const struct parser *parser)
{
    const struct words *words = &parser->words;
    const struct viewed_legal *legal = parser->scope->legal;
    unsigned groups = 1, second = 0;
    for (unsigned i = 1; i < words->count; i++) {
        if (!words->joined[i]) {
            groups++;
            second = i;
        }
    }
    if (groups == 2 && words->count > 2) {
        return second;
    }
    bool listed = legal != NULL && (legal->shown.kinds & ACTION_BIT(ACTION_WOMEN)) != 0;
    bool fits = listed && words->count == (unsigned)legal->shown.marked + legal->shown.unmarked;
    return fits ? legal->shown.marked : WORDS_MAX;
}

/* Two groups joined by commas; or, if the number is right, one list with the marked women first. */
bool parse_women(struct parser *parser)
{
    struct action *action = &parser->command->action;
    if (!parser_begin_action(parser)) {
        return false;
    }
    if (take_auto(parser)) {
        return women_auto(parser);
    }
    unsigned marked = count_marked(parser);
    unsigned all = parser->words.count;
    if (marked > WOMEN_MAX || all - marked > WOMEN_MAX) {
        return parser_fail_usage(parser);
    }
    for (const char *word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        bool is_marked = action->count < marked;
        uint8_t *circle =
            is_marked ? &action->list[action->count] : &action->unmarked[action->unmarked_count];
        if (!parser_place(parser, word, false, circle)) {
            return false;
        }
        action->count = (uint8_t)(action->count + is_marked);
        action->unmarked_count = (uint8_t)(action->unmarked_count + !is_marked);
    }
    return parser_finish_action(parser, false);
}
_Static_assert((int)WOMEN_MAX <= (int)ACTION_UNMARKED_MAX, "all women fit in the list of unmarked ones");

/* ---- Patrols and Letters ----------------------------------------------------------------------- */

static bool read_face(struct parser *parser, uint8_t *face)
{
    const char *word = parser_next(parser);
    enum pawn pawn = PAWN_FALSE;
    if (word == NULL) {
        return parser_fail_usage(parser);
    }
    if (strcasecmp(word, "false") != 0) {
        if (!parser_pawn(parser, word, &pawn)) {
            return false;
        }
        if (pawn == PAWN_JACK) {
            return parser_fail_usage(parser);
        }
    }
    *face = (uint8_t)pawn;
    return true;
}

bool parse_patrols(struct parser *parser)
{
    struct action *action = &parser->command->action;
    if (!parser_begin_action(parser)) {
        return false;
    }
    if (take_auto(parser)) {
        return patrols_auto(parser);
    }
    if (parser->words.count == 0 || parser->words.count > ACTION_LIST_MAX) {
        return parser_fail_usage(parser);
    }
    for (const char *word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        if (!parser_place(parser, word, true, &action->list[action->count]) ||
            !read_face(parser, &action->list[action->count + 1])) {
            return false;
        }
        action->count = (uint8_t)(action->count + 2);
    }
    return parser_finish_action(parser, false);
}

static bool fail_letter(const struct parser *parser)
{
    return parser_fail(parser,
                       tr("Usage: letter dear_boss FROM TO, letter from_hell FROM TO, letter saucy_jacky "
                          "CROSSING CROSSING, or letter goulston_street COLOUR."));
}

static bool read_letter_pawn(struct parser *parser)
{
    const char *word = parser_next(parser);
    enum pawn pawn = PAWN_NONE;
    if (word == NULL) {
        return fail_letter(parser);
    }
    if (!parser_pawn(parser, word, &pawn)) {
        return false;
    }
    parser->command->action.pawn = (uint8_t)pawn;
    return pawn != PAWN_JACK || fail_letter(parser);
}

bool parse_letter(struct parser *parser)
{
    struct action *action = &parser->command->action;
    if (!parser_begin_action(parser)) {
        return false;
    }
    const char *word = parser_next(parser);
    int letter = word != NULL ? words_match(words_letter, LETTER_COUNT - 1, word) : MATCH_NONE;
    if (letter < 0) {
        return fail_letter(parser);
    }
    action->letter = (uint8_t)(letter + 1);
    uint32_t fields = letter_fields((enum letter)action->letter);
    if ((fields & FIELD_BIT(FIELD_PAWN)) != 0) {
        return read_letter_pawn(parser) && parser_finish_action(parser, false);
    }
    if (parser->words.count - parser->at != 2) {
        return fail_letter(parser);
    }
    if ((fields & FIELD_BIT(FIELD_FROM_TWO)) != 0) {
        return read_list(parser, 2, 2) && parser_finish_action(parser, false);
    }
    return parser_place(parser, parser_next(parser), true, &action->from) &&
           parser_place(parser, parser_next(parser), true, &action->to) &&
           parser_finish_action(parser, false);
}
