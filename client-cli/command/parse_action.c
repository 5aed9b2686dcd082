/*
 * parse_action.c: parses actions with at most a few numbers.
 *
 * action.h defines which fields an action has; the functions here parse them in the order in which people type them.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"

const struct command_number command_numbers[COMMAND_NUMBERS] = {
    {FIELD_FROM, offsetof(struct action, from)},     {FIELD_VIA, offsetof(struct action, via)},
    {FIELD_CIRCLE, offsetof(struct action, circle)}, {FIELD_CROSSING, offsetof(struct action, crossing)},
    {FIELD_TO, offsetof(struct action, to)},
};

/* ---- Who acts ---------------------------------------------------------------------------------- */

/* Returns those of `pawns` for whom the action, as parsed so far, is legal. */
static unsigned who_can(const struct parser *parser, unsigned pawns)
{
    struct action action = parser->command->action;
    unsigned able = 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT && parser->scope->legal != NULL; pawn++) {
        action.by = (uint8_t)pawn;
        if ((pawns & PAWN_BIT(pawn)) != 0 && legal_contains(&parser->scope->legal->shown, &action)) {
            able |= PAWN_BIT(pawn);
        }
    }
    return able;
}

static bool is_one(unsigned mask)
{
    return mask != 0 && (mask & (mask - 1)) == 0;
}

/*
 * Finds the pawn that is meant when the line names none: the only one that can do it, else the only one whose turn it
 * is, else the player's only one. In the last two cases the server's reply says why the action is not legal.
 */
static bool find_actor(struct parser *parser)
{
    unsigned mine = parser->scope->pawns;
    const unsigned masks[] = {who_can(parser, mine), mine, mine == 0 ? parser->scope->view->pawns : 0};
    for (size_t i = 0; i < COUNT(masks); i++) {
        if (is_one(masks[i])) {
            parser->command->action.by = (uint8_t)__builtin_ctz(masks[i]);
            return true;
        }
    }
    if (mine == 0) {
        return parser_fail(parser, tr("It is not your turn."));
    }
    struct sentence who = {""};
    phrase_pawns(&who, masks[0] != 0 ? masks[0] : mine, tr(" or "));
    return parser_fail(parser, tr("Which one, %s? Usage: %s %s."), who.text, parser->row->word,
                       parser->row->usage);
}

bool parser_set_actor(struct parser *parser, bool named)
{
    struct action *action = &parser->command->action;
    const struct view *view = parser->scope->view;
    switch (parser->row->actor) {
    case BY_JACK:
        action->by = PAWN_JACK;
        return true;
    case BY_YELLOW:
        action->by = PAWN_YELLOW;
        return true;
    case BY_HEAD:
        if (view->head == 0) {
            return parser_fail(parser, tr("Only tonight's Head can do that, and there is none now."));
        }
        action->by = view->head;
        return true;
    case BY_POLICE:
    case BY_ANYBODY:
    case BY_NOBODY:
        break;
    }
    return named || find_actor(parser);
}

bool parser_finish_action(struct parser *parser, bool named)
{
    return parser_at_end(parser) && parser_set_actor(parser, named);
}

/* ---- Parts of an action ------------------------------------------------------------------------ */

static bool next_is(const struct parser *parser, const char *word)
{
    const char *next = parser_peek(parser);
    return next != NULL && strcasecmp(next, word) == 0;
}

static bool take_if(struct parser *parser, const char *word)
{
    bool is = next_is(parser, word);
    parser->at += is;
    return is;
}

bool parser_begin_action(struct parser *parser)
{
    if (parser->scope->view == NULL || parser->scope->board == NULL) {
        return parser_fail(parser, tr("No game is being played here."));
    }
    parser->command->kind = COMMAND_ACT;
    parser->command->action.kind = (uint8_t)parser->row->action;
    return true;
}

/* Starts an action and parses the pawn, if the line names one. */
static bool begin(struct parser *parser, bool *named)
{
    const char *word = parser_peek(parser);
    *named = false;
    if (!parser_begin_action(parser)) {
        return false;
    }
    bool takes_pawn = parser->row->actor == BY_POLICE || parser->row->actor == BY_ANYBODY;
    bool other = next_is(parser, "all") || next_is(parser, "stay") || next_is(parser, "power");
    if (takes_pawn && word != NULL && !other && strspn(word, "0123456789") == 0) {
        enum pawn pawn = PAWN_NONE;
        if (!parser_pawn(parser, parser_next(parser), &pawn)) {
            return false;
        }
        parser->command->action.by = (uint8_t)pawn;
        *named = true;
    }
    return true;
}

static bool read_numbers(struct parser *parser)
{
    struct action *action = &parser->command->action;
    uint32_t required = action_fields_required((enum action_kind)action->kind);
    for (size_t i = 0; i < COMMAND_NUMBERS; i++) {
        if ((required & FIELD_BIT(command_numbers[i].field)) == 0) {
            continue;
        }
        const char *word = parser_next(parser);
        if (word == NULL) {
            return parser_fail_usage(parser);
        }
        if (!parser_place(parser, word, parser->row->crossings,
                          (uint8_t *)action + command_numbers[i].offset)) {
            return false;
        }
    }
    return true;
}

/* Parses a pawn's colour or a tile, if the action has one. */
static bool read_word_fields(struct parser *parser)
{
    struct action *action = &parser->command->action;
    uint32_t required = action_fields_required((enum action_kind)action->kind);
    if ((required & FIELD_BIT(FIELD_PAWN)) != 0) {
        const char *word = parser_next(parser);
        enum pawn pawn = PAWN_NONE;
        if (word == NULL) {
            return parser_fail_usage(parser);
        }
        if (!parser_pawn(parser, word, &pawn)) {
            return false;
        }
        action->pawn = (uint8_t)pawn;
        return pawn != PAWN_JACK || parser_fail_usage(parser);
    }
    if ((required & FIELD_BIT(FIELD_TILE)) != 0) {
        const char *word = parser_next(parser);
        int tile = word != NULL ? words_match(words_tile, TILE_COUNT - 1, word) : MATCH_NONE;
        if (tile < 0) {
            return parser_fail_usage(parser);
        }
        action->tile = (uint8_t)(tile + 1);
    }
    return true;
}

/* ---- The rows ---------------------------------------------------------------------------------- */

bool parse_act(struct parser *parser)
{
    bool named;
    return begin(parser, &named) && read_numbers(parser) && read_word_fields(parser) &&
           parser_finish_action(parser, named);
}

/* Without a number, the circle is the one where Jack can escape now. */
bool parse_escape(struct parser *parser)
{
    const struct viewed_legal *legal = parser->scope->legal;
    struct action *action = &parser->command->action;
    bool named;
    if (!begin(parser, &named)) {
        return false;
    }
    action->escape = 1;
    if (parser_peek(parser) == NULL && legal != NULL && legal->shown.escape != 0) {
        action->to = legal->shown.escape;
    } else if (!read_numbers(parser)) {
        return false;
    }
    return parser_finish_action(parser, named);
}

/* The pawn must be known first, because the crossing is where it stands. */
static bool stay(struct parser *parser, bool named)
{
    struct action *action = &parser->command->action;
    if (!parser_set_actor(parser, named)) {
        return false;
    }
    action->to = parser->scope->view->crossing[action->by];
    return action->to != 0 ||
           parser_fail(parser, tr("%s is not on a crossing."), title_pawn((enum pawn)action->by));
}

bool parse_walk(struct parser *parser)
{
    bool named;
    if (!begin(parser, &named)) {
        return false;
    }
    if (take_if(parser, "stay")) {
        return stay(parser, named) && parser_at_end(parser);
    }
    if (!read_numbers(parser)) {
        return false;
    }
    parser->command->action.power = take_if(parser, "power");
    return parser_finish_action(parser, named);
}

/* `search all` without a pawn means the only one that can search anything. */
static bool read_search_all(struct parser *parser, bool named)
{
    struct command *command = parser->command;
    unsigned able = 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT && parser->scope->legal != NULL; pawn++) {
        able |= set_is_empty(&parser->scope->legal->shown.search[pawn]) ? 0 : PAWN_BIT(pawn);
    }
    able &= parser->scope->pawns;
    if (!parser_at_end(parser)) {
        return false;
    }
    if (!named && is_one(able)) {
        command->action.by = (uint8_t)__builtin_ctz(able);
    } else if (!parser_set_actor(parser, named)) {
        return false;
    }
    command->kind = COMMAND_SEARCH_ALL;
    command->pawn = (enum pawn)command->action.by;
    return true;
}

bool parse_search(struct parser *parser)
{
    bool named;
    if (!begin(parser, &named)) {
        return false;
    }
    if (take_if(parser, "all")) {
        return read_search_all(parser, named);
    }
    if (!read_numbers(parser)) {
        return false;
    }
    parser->command->action.power = take_if(parser, "power");
    return parser_finish_action(parser, named);
}

/* Without a circle, the arrest covers all adjacent circles. */
bool parse_arrest(struct parser *parser)
{
    struct action *action = &parser->command->action;
    bool named;
    if (!begin(parser, &named)) {
        return false;
    }
    const char *word = parser_peek(parser);
    if (word != NULL && !take_if(parser, "all") && !next_is(parser, "power") &&
        !parser_place(parser, parser_next(parser), false, &action->circle)) {
        return false;
    }
    action->power = take_if(parser, "power");
    return parser_finish_action(parser, named);
}

/* Alone, it starts the game at a table; with a circle, it is Jack's action. */
bool parse_start(struct parser *parser)
{
    return parser_peek(parser) == NULL ? parser_at_end(parser) : parse_act(parser);
}
