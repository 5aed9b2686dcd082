/*
 * command_act.c: reading actions.
 *
 * Which fields an action has is action.h's; here they are read in the order in which one says them. Whether the
 * action is allowed is not asked: that is the server's, and its refusal says why.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_internal.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"

const struct command_number command_numbers[COMMAND_NUMBERS] = {
    {FIELD_FROM, offsetof(struct action, from)},     {FIELD_VIA, offsetof(struct action, via)},
    {FIELD_CIRCLE, offsetof(struct action, circle)}, {FIELD_CROSSING, offsetof(struct action, crossing)},
    {FIELD_TO, offsetof(struct action, to)},
};

/* ---- Who acts ---------------------------------------------------------------------------------- */

/* Those of `pawns` for whom the action, as it stands, is among the choices. */
static unsigned who_can(const struct reading *reading, unsigned pawns)
{
    struct action action = reading->command->action;
    unsigned able = 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT && reading->place->legal != NULL; pawn++) {
        action.by = (uint8_t)pawn;
        if ((pawns & PAWN_BIT(pawn)) != 0 && legal_contains(&reading->place->legal->shown, &action)) {
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
 * The pawn that is meant when none is named: the only one that can do it, or the only one whose turn it is, or
 * the only one I have; then the server says why it cannot.
 */
static bool find_actor(struct reading *reading)
{
    unsigned mine = reading->place->pawns;
    const unsigned masks[] = {who_can(reading, mine), mine, mine == 0 ? reading->place->view->pawns : 0};
    for (size_t i = 0; i < COUNT(masks); i++) {
        if (is_one(masks[i])) {
            reading->command->action.by = (uint8_t)__builtin_ctz(masks[i]);
            return true;
        }
    }
    if (mine == 0) {
        return reading_refuse(reading, "It is not your turn.");
    }
    struct sentence who = {""};
    phrase_pawns(&who, masks[0] != 0 ? masks[0] : mine, " or ");
    return reading_refuse(reading, "Say who does it, %s: %s %s.", who.text, reading->row->word,
                          reading->row->usage);
}

bool reading_actor(struct reading *reading, bool named)
{
    struct action *action = &reading->command->action;
    const struct view *view = reading->place->view;
    switch (reading->row->actor) {
    case BY_JACK:
        action->by = PAWN_JACK;
        return true;
    case BY_YELLOW:
        action->by = PAWN_YELLOW;
        return true;
    case BY_HEAD:
        if (view->head == 0) {
            return reading_refuse(reading, "That is for the Head of the night, and there is none now.");
        }
        action->by = view->head;
        return true;
    case BY_POLICE:
    case BY_ANYBODY:
    case BY_NOBODY:
        break;
    }
    return named || find_actor(reading);
}

bool reading_done(struct reading *reading, bool named)
{
    return reading_end(reading) && reading_actor(reading, named);
}

/* ---- Parts of an action ------------------------------------------------------------------------ */

static bool next_is(const struct reading *reading, const char *word)
{
    const char *next = reading_peek(reading);
    return next != NULL && strcasecmp(next, word) == 0;
}

static bool take_if(struct reading *reading, const char *word)
{
    bool is = next_is(reading, word);
    reading->at += is;
    return is;
}

bool reading_begin(struct reading *reading)
{
    if (reading->place->view == NULL || reading->place->board == NULL) {
        return reading_refuse(reading, "No game is being played here.");
    }
    reading->command->kind = COMMAND_ACT;
    reading->command->action.kind = (uint8_t)reading->row->action;
    return true;
}

/* Begins an action with the pawn, if one is named. */
static bool begin(struct reading *reading, bool *named)
{
    const char *word = reading_peek(reading);
    *named = false;
    if (!reading_begin(reading)) {
        return false;
    }
    bool takes_pawn = reading->row->actor == BY_POLICE || reading->row->actor == BY_ANYBODY;
    bool other = next_is(reading, "all") || next_is(reading, "stay") || next_is(reading, "power");
    if (takes_pawn && word != NULL && !other && strspn(word, "0123456789") == 0) {
        enum pawn pawn = PAWN_NONE;
        if (!reading_pawn(reading, reading_take(reading), &pawn)) {
            return false;
        }
        reading->command->action.by = (uint8_t)pawn;
        *named = true;
    }
    return true;
}

static bool read_numbers(struct reading *reading)
{
    struct action *action = &reading->command->action;
    uint32_t required = action_fields_required((enum action_kind)action->kind);
    for (size_t i = 0; i < COMMAND_NUMBERS; i++) {
        if ((required & FIELD_BIT(command_numbers[i].field)) == 0) {
            continue;
        }
        const char *word = reading_take(reading);
        if (word == NULL) {
            return reading_refuse_usage(reading);
        }
        if (!reading_place(reading, word, reading->row->crossings,
                           (uint8_t *)action + command_numbers[i].offset)) {
            return false;
        }
    }
    return true;
}

/* A colour, or a tile. */
static bool read_word_fields(struct reading *reading)
{
    struct action *action = &reading->command->action;
    uint32_t required = action_fields_required((enum action_kind)action->kind);
    if ((required & FIELD_BIT(FIELD_PAWN)) != 0) {
        const char *word = reading_take(reading);
        enum pawn pawn = PAWN_NONE;
        if (word == NULL) {
            return reading_refuse_usage(reading);
        }
        if (!reading_pawn(reading, word, &pawn)) {
            return false;
        }
        action->pawn = (uint8_t)pawn;
        return pawn != PAWN_JACK || reading_refuse_usage(reading);
    }
    if ((required & FIELD_BIT(FIELD_TILE)) != 0) {
        const char *word = reading_take(reading);
        int tile = word != NULL ? words_match(words_tile, TILE_COUNT - 1, word) : MATCH_NONE;
        if (tile < 0) {
            return reading_refuse_usage(reading);
        }
        action->tile = (uint8_t)(tile + 1);
    }
    return true;
}

/* ---- The rows ---------------------------------------------------------------------------------- */

bool command_read_act(struct reading *reading)
{
    bool named;
    return begin(reading, &named) && read_numbers(reading) && read_word_fields(reading) &&
           reading_done(reading, named);
}

/* Without a number it is the circle where an escape may be declared now. */
bool command_read_escape(struct reading *reading)
{
    const struct viewed_legal *legal = reading->place->legal;
    struct action *action = &reading->command->action;
    bool named;
    if (!begin(reading, &named)) {
        return false;
    }
    action->escape = 1;
    if (reading_peek(reading) == NULL && legal != NULL && legal->shown.escape != 0) {
        action->to = legal->shown.escape;
    } else if (!read_numbers(reading)) {
        return false;
    }
    return reading_done(reading, named);
}

/* Who stays must be known before where: by name, or because it can be only one. */
static bool stay(struct reading *reading, bool named)
{
    struct action *action = &reading->command->action;
    if (!reading_actor(reading, named)) {
        return false;
    }
    action->to = reading->place->view->crossing[action->by];
    return action->to != 0 ||
           reading_refuse(reading, "%s is on no crossing.", title_pawn((enum pawn)action->by));
}

bool command_read_walk(struct reading *reading)
{
    bool named;
    if (!begin(reading, &named)) {
        return false;
    }
    if (take_if(reading, "stay")) {
        return stay(reading, named) && reading_end(reading);
    }
    if (!read_numbers(reading)) {
        return false;
    }
    reading->command->action.power = take_if(reading, "power");
    return reading_done(reading, named);
}

/* `search all`: the pawn is the one who can search at all. */
static bool read_search_all(struct reading *reading, bool named)
{
    struct command *command = reading->command;
    unsigned able = 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT && reading->place->legal != NULL; pawn++) {
        able |= set_is_empty(&reading->place->legal->shown.search[pawn]) ? 0 : PAWN_BIT(pawn);
    }
    able &= reading->place->pawns;
    if (!reading_end(reading)) {
        return false;
    }
    if (!named && is_one(able)) {
        command->action.by = (uint8_t)__builtin_ctz(able);
    } else if (!reading_actor(reading, named)) {
        return false;
    }
    command->kind = COMMAND_SEARCH_ALL;
    command->pawn = (enum pawn)command->action.by;
    return true;
}

bool command_read_search(struct reading *reading)
{
    bool named;
    if (!begin(reading, &named)) {
        return false;
    }
    if (take_if(reading, "all")) {
        return read_search_all(reading, named);
    }
    if (!read_numbers(reading)) {
        return false;
    }
    reading->command->action.power = take_if(reading, "power");
    return reading_done(reading, named);
}

/* A circle; or none, for an arrest on all of them. */
bool command_read_arrest(struct reading *reading)
{
    struct action *action = &reading->command->action;
    bool named;
    if (!begin(reading, &named)) {
        return false;
    }
    const char *word = reading_peek(reading);
    if (word != NULL && !take_if(reading, "all") && !next_is(reading, "power") &&
        !reading_place(reading, reading_take(reading), false, &action->circle)) {
        return false;
    }
    action->power = take_if(reading, "power");
    return reading_done(reading, named);
}

/* Alone it begins the game at a table; with a circle it is Jack's. */
bool command_read_start(struct reading *reading)
{
    return reading_peek(reading) == NULL ? reading_end(reading) : command_read_act(reading);
}
