/*
 * wire_legal.c: viewed choices as JSON.
 *
 * One row per kind of action says how its choices are written; kinds that need more than a set have a
 * function. Choices of the police are a map by pawn, because a player may hold several.
 */
#include "common/base/array.h"
#include "common/wire/wire.h"
#include "common/wire/wire_internal.h"

typedef void write_choices(struct json_writer *writer, const char *key, const struct legal *legal);

/* One-line functions, each for one member. */
#define WRITE(name) \
    static void write_##name(struct json_writer *writer, const char *key, const struct legal *legal)

/* {"yellow":[..],...}; left out if no pawn has a choice. */
static void write_map(struct json_writer *writer, const char *key, const struct set set[PAWN_COUNT])
{
    bool open = false;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if (set_is_empty(&set[pawn])) {
            continue;
        }
        if (!open) {
            json_write_open(writer, key, '{');
            open = true;
        }
        json_write_set(writer, pawn_name((enum pawn)pawn), &set[pawn]);
    }
    if (open) {
        json_write_close(writer, '}');
    }
}

static void write_some_pawns(struct json_writer *writer, const char *key, unsigned pawns)
{
    if (pawns != 0) {
        wire_pawns(writer, key, pawns);
    }
}

WRITE(circles)
{
    json_write_set(writer, key, &legal->circles);
}

WRITE(crossings)
{
    json_write_set(writer, key, &legal->crossings);
}

WRITE(boat)
{
    json_write_set(writer, key, &legal->boat);
}

WRITE(alley)
{
    json_write_set(writer, key, &legal->alley);
}

WRITE(true)
{
    (void)legal;
    json_write_bool(writer, key, true);
}

WRITE(women)
{
    json_write_open(writer, key, '{');
    json_write_int(writer, "marked", legal->marked);
    json_write_int(writer, "unmarked", legal->unmarked);
    json_write_set(writer, "circles", &legal->circles);
    json_write_close(writer, '}');
}

WRITE(patrols)
{
    json_write_open(writer, key, '{');
    json_write_set(writer, "fixed", &legal->patrols_fixed);
    json_write_int(writer, "choose", legal->patrols_choose);
    json_write_set(writer, "free", &legal->patrols_free);
    json_write_close(writer, '}');
}

WRITE(letter)
{
    json_write_open(writer, key, '{');
    for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
        if ((legal->letters & (1U << letter)) == 0) {
            continue;
        }
        json_write_open(writer, letter_name((enum letter)letter), '{');
        if (letter == LETTER_GOULSTON_STREET) {
            wire_pawns(writer, "pawns", legal->letter_pawns);
        } else {
            json_write_set(writer, "from", &legal->letter_from[letter]);
        }
        if (letter == LETTER_DEAR_BOSS || letter == LETTER_FROM_HELL) {
            json_write_set(writer, "to", &legal->letter_to);
        }
        json_write_close(writer, '}');
    }
    json_write_close(writer, '}');
}

WRITE(move_patrols)
{
    json_write_open(writer, key, '{');
    json_write_set(writer, "from", &legal->shifted_from);
    json_write_set(writer, "to", &legal->shifted_to);
    json_write_close(writer, '}');
}

WRITE(goulston)
{
    wire_pawns(writer, key, legal->goulston_pawns);
}

WRITE(kill)
{
    json_write_open(writer, key, '{');
    json_write_int(writer, "victims", legal->victims);
    json_write_set(writer, "circles", &legal->circles);
    json_write_close(writer, '}');
}

WRITE(wretched)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < legal->wretched; i++) {
        json_write_open(writer, NULL, '{');
        json_write_int(writer, "from", legal->wretched_from[i]);
        json_write_set(writer, "to", &legal->wretched_to[i]);
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
}

WRITE(discoveries)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < COUNT(legal->quadrant); i++) {
        json_write_set(writer, NULL, &legal->quadrant[i]);
    }
    json_write_close(writer, ']');
}

WRITE(reclaim)
{
    json_write_open(writer, key, '[');
    for (unsigned tile = TILE_NONE + 1; tile < TILE_COUNT; tile++) {
        if ((legal->tiles & (1U << tile)) != 0) {
            json_write_string(writer, NULL, tile_name((enum tile)tile));
        }
    }
    json_write_close(writer, ']');
}

WRITE(move)
{
    json_write_set(writer, key, &legal->move);
    if (legal->escape != 0) {
        json_write_int(writer, "escape", legal->escape);
    }
}

WRITE(coach)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < legal->coaches; i++) {
        json_write_numbers(writer, NULL, legal->coach[i], 2);
    }
    json_write_close(writer, ']');
}

WRITE(walk)
{
    write_map(writer, key, legal->walk);
    if (!set_is_empty(&legal->walk_power)) {
        json_write_open(writer, "walk_power", '{');
        json_write_set(writer, pawn_name(PAWN_YELLOW), &legal->walk_power); /* only Waring has this power */
        json_write_close(writer, '}');
    }
}

WRITE(search)
{
    write_map(writer, key, legal->search);
    write_some_pawns(writer, "search_power", legal->search_power);
}

WRITE(arrest)
{
    write_map(writer, key, legal->arrest);
    write_some_pawns(writer, "arrest_all", legal->arrest_all);
    write_some_pawns(writer, "arrest_power", legal->arrest_power);
}

WRITE(rush)
{
    write_map(writer, key, legal->rush);
}

/* Jack has only one pawn, so for him it is true. */
WRITE(pass)
{
    if ((legal->pass & PAWN_BIT(PAWN_JACK)) != 0) {
        json_write_bool(writer, key, true);
    } else {
        wire_pawns(writer, key, legal->pass);
    }
}

/* The key is the name of the action. `resign` is always possible and never listed. */
static write_choices *const writers[] = {
    [ACTION_NONE] = NULL,
    [ACTION_HIDEOUT] = write_circles,
    [ACTION_WOMEN] = write_women,
    [ACTION_ADDRESS] = write_circles,
    [ACTION_PATROLS] = write_patrols,
    [ACTION_LETTER] = write_letter,
    [ACTION_MOVE_PATROLS] = write_move_patrols,
    [ACTION_GOULSTON] = write_goulston,
    [ACTION_KILL] = write_kill,
    [ACTION_WAIT] = write_true,
    [ACTION_WRETCHED] = write_wretched,
    [ACTION_REVEAL] = write_crossings,
    [ACTION_FALSE_CLUE] = write_circles,
    [ACTION_RUSH] = write_rush,
    [ACTION_DISCOVERIES] = write_discoveries,
    [ACTION_START] = write_circles,
    [ACTION_DEPLOY] = write_crossings,
    [ACTION_BOAT] = write_boat,
    [ACTION_SMOKER] = write_true,
    [ACTION_RECLAIM] = write_reclaim,
    [ACTION_MOVE] = write_move,
    [ACTION_COACH] = write_coach,
    [ACTION_ALLEY] = write_alley,
    [ACTION_WALK] = write_walk,
    [ACTION_SEARCH] = write_search,
    [ACTION_ARREST] = write_arrest,
    [ACTION_PASS] = write_pass,
    [ACTION_RESIGN] = NULL,
};
_Static_assert(COUNT(writers) == ACTION_KIND_COUNT, "every kind of action can be written");

void wire_legal(struct json_writer *writer, const char *key, const struct viewed_legal *legal)
{
    const struct legal *shown = &legal->shown;
    json_write_open(writer, key, '{');
    for (unsigned kind = 0; kind < ACTION_KIND_COUNT; kind++) {
        if ((shown->kinds & ACTION_BIT(kind)) != 0 && writers[kind] != NULL) {
            writers[kind](writer, action_name((enum action_kind)kind), shown);
        }
    }
    json_write_close(writer, '}');
}
