/*
 * action.c: the names of pawns, Letters and tiles, and the table of actions.
 *
 * To add a kind of action, add a row: its name, its required and optional fields, and whether it can be taken
 * back. The decoder, the encoder and the rules all use this table.
 */
#include <stddef.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/words.h"
#include "common/rules/action.h"

static const char *const pawn_names[] = {
    [PAWN_JACK] = "jack", [PAWN_YELLOW] = "yellow", [PAWN_RED] = "red",
    [PAWN_BLUE] = "blue", [PAWN_GREEN] = "green",   [PAWN_BROWN] = "brown",
};
_Static_assert(COUNT(pawn_names) == PAWN_COUNT, "every pawn has a name");

static const char *const letter_names[] = {
    [LETTER_NONE] = "none",
    [LETTER_DEAR_BOSS] = "dear_boss",
    [LETTER_SAUCY_JACKY] = "saucy_jacky",
    [LETTER_FROM_HELL] = "from_hell",
    [LETTER_GOULSTON_STREET] = "goulston_street",
};
_Static_assert(COUNT(letter_names) == LETTER_COUNT, "every letter has a name");

static const char *const tile_names[] = {
    [TILE_NONE] = "none", [TILE_COACH] = "coach",     [TILE_ALLEY] = "alley",
    [TILE_BOAT] = "boat", [TILE_UNKNOWN] = "unknown",
};
_Static_assert(COUNT(tile_names) == TILE_COUNT + 1, "every tile, and an unknown one, has a name");

struct row {
    const char *name;
    uint32_t required, optional;
    bool undoable;
};

#define CIRCLE FIELD_BIT(FIELD_CIRCLE)
#define CROSSING FIELD_BIT(FIELD_CROSSING)
#define FROM FIELD_BIT(FIELD_FROM)
#define VIA FIELD_BIT(FIELD_VIA)
#define TO FIELD_BIT(FIELD_TO)
#define PAWN FIELD_BIT(FIELD_PAWN)
#define LETTER FIELD_BIT(FIELD_LETTER)
#define TILE FIELD_BIT(FIELD_TILE)
#define ESCAPE FIELD_BIT(FIELD_ESCAPE)
#define POWER FIELD_BIT(FIELD_POWER)
#define CIRCLES FIELD_BIT(FIELD_CIRCLES)
#define MARKED FIELD_BIT(FIELD_MARKED)
#define UNMARKED FIELD_BIT(FIELD_UNMARKED)
#define PLACE FIELD_BIT(FIELD_PLACE)
#define MOVES FIELD_BIT(FIELD_MOVES)
#define FROM_TWO FIELD_BIT(FIELD_FROM_TWO)

/*
 * An action is undoable if it revealed nothing new to anybody. `women` is not: the Head tile is turned over
 * after it, so Jack could place them again knowing whose night it is. A `move` that is an escape is not
 * undoable either; game_undoable() checks that.
 */
static const struct row rows[] = {
    [ACTION_NONE] = {.name = "none"},
    [ACTION_HIDEOUT] = {.name = "hideout", .required = CIRCLE, .undoable = true},
    [ACTION_WOMEN] = {.name = "women", .required = MARKED | UNMARKED},
    [ACTION_ADDRESS] = {.name = "address", .required = CIRCLE},
    [ACTION_PATROLS] = {.name = "patrols", .required = PLACE},
    /* Which of the optional fields are required depends on the letter; see action_from_json(). */
    [ACTION_LETTER] = {.name = "letter", .required = LETTER, .optional = FROM | TO | FROM_TWO | PAWN},
    [ACTION_MOVE_PATROLS] = {.name = "move_patrols", .required = MOVES},
    [ACTION_GOULSTON] = {.name = "goulston", .required = PAWN},
    [ACTION_KILL] = {.name = "kill", .required = CIRCLES},
    [ACTION_WAIT] = {.name = "wait"},
    [ACTION_WRETCHED] = {.name = "wretched", .required = FROM | TO, .undoable = true},
    [ACTION_REVEAL] = {.name = "reveal", .required = CROSSING},
    [ACTION_FALSE_CLUE] = {.name = "false_clue", .required = CIRCLE},
    [ACTION_RUSH] = {.name = "rush", .required = TO},
    [ACTION_DISCOVERIES] = {.name = "discoveries", .required = CIRCLES, .undoable = true},
    [ACTION_START] = {.name = "start", .required = CIRCLE},
    [ACTION_DEPLOY] = {.name = "deploy", .required = CROSSING},
    [ACTION_BOAT] = {.name = "boat", .required = TO},
    [ACTION_SMOKER] = {.name = "smoker"},
    [ACTION_RECLAIM] = {.name = "reclaim", .required = TILE},
    [ACTION_MOVE] = {.name = "move", .required = TO, .optional = ESCAPE, .undoable = true},
    [ACTION_COACH] = {.name = "coach", .required = VIA | TO},
    [ACTION_ALLEY] = {.name = "alley", .required = TO},
    [ACTION_WALK] = {.name = "walk", .required = TO, .optional = POWER, .undoable = true},
    [ACTION_SEARCH] = {.name = "search", .required = CIRCLE, .optional = POWER},
    [ACTION_ARREST] = {.name = "arrest", .optional = CIRCLE | POWER},
    [ACTION_PASS] = {.name = "pass"},
    [ACTION_RESIGN] = {.name = "resign"},
};
_Static_assert(COUNT(rows) == ACTION_KIND_COUNT, "every kind of action has a row");
_Static_assert(ACTION_KIND_COUNT <= 32 && ACTION_FIELD_COUNT <= 32, "masks of them are 32 bits");

const char *pawn_name(enum pawn pawn)
{
    return (unsigned)pawn < PAWN_COUNT ? pawn_names[pawn] : "none";
}

const char *face_name(enum pawn face)
{
    return face == PAWN_FALSE ? "false" : pawn_name(face);
}

const char *letter_name(enum letter letter)
{
    return letter_names[(unsigned)letter < LETTER_COUNT ? letter : LETTER_NONE];
}

const char *tile_name(enum tile tile)
{
    return tile_names[(unsigned)tile <= TILE_UNKNOWN ? tile : TILE_NONE];
}

static const struct row *row_of(enum action_kind kind)
{
    return &rows[(unsigned)kind < ACTION_KIND_COUNT ? kind : ACTION_NONE];
}

const char *action_name(enum action_kind kind)
{
    return row_of(kind)->name;
}

enum pawn pawn_from_name(const char *name)
{
    return (enum pawn)word_find(pawn_names, 0, PAWN_COUNT, PAWN_NONE, name);
}

enum letter letter_from_name(const char *name)
{
    return (enum letter)word_find(letter_names, LETTER_NONE + 1, LETTER_COUNT, LETTER_NONE, name);
}

enum tile tile_from_name(const char *name)
{
    return (enum tile)word_find(tile_names, TILE_NONE + 1, TILE_COUNT, TILE_NONE, name);
}

enum action_kind action_from_name(const char *name)
{
    for (unsigned kind = ACTION_NONE + 1; kind < ACTION_KIND_COUNT; kind++) {
        if (strcmp(rows[kind].name, name) == 0) {
            return (enum action_kind)kind;
        }
    }
    return ACTION_NONE;
}

uint32_t action_fields_required(enum action_kind kind)
{
    return row_of(kind)->required;
}

uint32_t action_fields_optional(enum action_kind kind)
{
    return row_of(kind)->optional;
}

/* Returns which fields `list` and `unmarked` stand for. Each kind uses `list` for at most one field. */
static uint32_t lists_given(const struct action *action)
{
    const struct row *row = row_of(action->kind);
    const uint32_t lists = CIRCLES | MARKED | PLACE | MOVES | FROM_TWO;
    uint32_t given = row->required & (lists | UNMARKED);
    if (action->count > 0) {
        uint32_t mine = (row->required | row->optional) & lists;
        given |= mine != 0 ? mine : CIRCLES;
    }
    if (action->unmarked_count > 0) {
        given |= UNMARKED;
    }
    return given;
}

/*
 * A required list counts as given even if it is empty: the rules check how many elements it needs. A list on
 * a kind that takes none counts as `circles`, so that it is rejected.
 */
uint32_t action_fields_given(const struct action *action)
{
    const struct {
        uint32_t bit;
        uint8_t value;
    } plain[] = {
        {CIRCLE, action->circle}, {CROSSING, action->crossing},
        {FROM, action->from},     {VIA, action->via},
        {TO, action->to},         {PAWN, action->pawn},
        {LETTER, action->letter}, {TILE, action->tile},
        {ESCAPE, action->escape}, {POWER, action->power},
    };
    uint32_t given = lists_given(action);
    for (size_t i = 0; i < COUNT(plain); i++) {
        if (plain[i].value != 0) {
            given |= plain[i].bit;
        }
    }
    return given;
}

bool action_kind_undoable(enum action_kind kind)
{
    return row_of(kind)->undoable;
}

/* The fields of each Letter in addition to its name. */
static const uint32_t letter_rows[] = {
    [LETTER_NONE] = 0,
    [LETTER_DEAR_BOSS] = FIELD_BIT(FIELD_FROM) | FIELD_BIT(FIELD_TO),
    [LETTER_SAUCY_JACKY] = FIELD_BIT(FIELD_FROM_TWO),
    [LETTER_FROM_HELL] = FIELD_BIT(FIELD_FROM) | FIELD_BIT(FIELD_TO),
    [LETTER_GOULSTON_STREET] = FIELD_BIT(FIELD_PAWN),
};
_Static_assert(COUNT(letter_rows) == LETTER_COUNT, "every Letter has a row");

uint32_t letter_fields(enum letter letter)
{
    return letter_rows[letter];
}
