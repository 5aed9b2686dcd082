/*
 * wire_legal.c: viewed choices as JSON.
 *
 * One row per kind of action says how its choices are written; a kind that needs more than a set has a
 * function. What the police may do is a map by pawn, since a player may hold several.
 */
#include "common/wire/wire.h"
#include "common/wire/wire_internal.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef void write_choices(struct emit *emit, const char *key, const struct legal *legal);

/* Functions of one line, each for one member. */
#define WRITE(name) static void write_##name(struct emit *emit, const char *key, const struct legal *legal)

/* {"yellow":[..],...}; left out when no pawn has a choice. */
static void write_map(struct emit *emit, const char *key, const struct set set[PAWN_COUNT])
{
    bool open = false;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if (set_is_empty(&set[pawn])) {
            continue;
        }
        if (!open) {
            emit_open(emit, key, '{');
            open = true;
        }
        emit_set(emit, pawn_name((enum pawn)pawn), &set[pawn]);
    }
    if (open) {
        emit_close(emit, '}');
    }
}

static void write_some_pawns(struct emit *emit, const char *key, unsigned pawns)
{
    if (pawns != 0) {
        wire_pawns(emit, key, pawns);
    }
}

WRITE(circles)
{
    emit_set(emit, key, &legal->circles);
}

WRITE(crossings)
{
    emit_set(emit, key, &legal->crossings);
}

WRITE(boat)
{
    emit_set(emit, key, &legal->boat);
}

WRITE(alley)
{
    emit_set(emit, key, &legal->alley);
}

WRITE(true)
{
    (void)legal;
    emit_bool(emit, key, true);
}

WRITE(women)
{
    emit_open(emit, key, '{');
    emit_int(emit, "marked", legal->marked);
    emit_int(emit, "unmarked", legal->unmarked);
    emit_set(emit, "circles", &legal->circles);
    emit_close(emit, '}');
}

WRITE(patrols)
{
    emit_open(emit, key, '{');
    emit_set(emit, "fixed", &legal->patrols_fixed);
    emit_int(emit, "choose", legal->patrols_choose);
    emit_set(emit, "free", &legal->patrols_free);
    emit_close(emit, '}');
}

WRITE(letter)
{
    emit_open(emit, key, '{');
    for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
        if ((legal->letters & (1U << letter)) == 0) {
            continue;
        }
        emit_open(emit, letter_name((enum letter)letter), '{');
        if (letter == LETTER_GOULSTON_STREET) {
            wire_pawns(emit, "pawns", legal->letter_pawns);
        } else {
            emit_set(emit, "from", &legal->letter_from[letter]);
        }
        if (letter == LETTER_DEAR_BOSS || letter == LETTER_FROM_HELL) {
            emit_set(emit, "to", &legal->letter_to);
        }
        emit_close(emit, '}');
    }
    emit_close(emit, '}');
}

WRITE(move_patrols)
{
    emit_open(emit, key, '{');
    emit_set(emit, "from", &legal->shifted_from);
    emit_set(emit, "to", &legal->shifted_to);
    emit_close(emit, '}');
}

WRITE(goulston)
{
    wire_pawns(emit, key, legal->goulston_pawns);
}

WRITE(kill)
{
    emit_open(emit, key, '{');
    emit_int(emit, "victims", legal->victims);
    emit_set(emit, "circles", &legal->circles);
    emit_close(emit, '}');
}

WRITE(wretched)
{
    emit_open(emit, key, '[');
    for (unsigned i = 0; i < legal->wretched; i++) {
        emit_open(emit, NULL, '{');
        emit_int(emit, "from", legal->wretched_from[i]);
        emit_set(emit, "to", &legal->wretched_to[i]);
        emit_close(emit, '}');
    }
    emit_close(emit, ']');
}

WRITE(discoveries)
{
    emit_open(emit, key, '[');
    for (unsigned i = 0; i < COUNT(legal->quadrant); i++) {
        emit_set(emit, NULL, &legal->quadrant[i]);
    }
    emit_close(emit, ']');
}

WRITE(reclaim)
{
    emit_open(emit, key, '[');
    for (unsigned tile = TILE_NONE + 1; tile < TILE_COUNT; tile++) {
        if ((legal->tiles & (1U << tile)) != 0) {
            emit_string(emit, NULL, tile_name((enum tile)tile));
        }
    }
    emit_close(emit, ']');
}

WRITE(move)
{
    emit_set(emit, key, &legal->move);
    if (legal->escape != 0) {
        emit_int(emit, "escape", legal->escape);
    }
}

WRITE(coach)
{
    emit_open(emit, key, '[');
    for (unsigned i = 0; i < legal->coaches; i++) {
        emit_numbers(emit, NULL, legal->coach[i], 2);
    }
    emit_close(emit, ']');
}

WRITE(walk)
{
    write_map(emit, key, legal->walk);
    if (!set_is_empty(&legal->walk_power)) {
        emit_open(emit, "walk_power", '{');
        emit_set(emit, pawn_name(PAWN_YELLOW), &legal->walk_power); /* only Waring has this power */
        emit_close(emit, '}');
    }
}

WRITE(search)
{
    write_map(emit, key, legal->search);
    write_some_pawns(emit, "search_power", legal->search_power);
}

WRITE(arrest)
{
    write_map(emit, key, legal->arrest);
    write_some_pawns(emit, "arrest_all", legal->arrest_all);
    write_some_pawns(emit, "arrest_power", legal->arrest_power);
}

WRITE(rush)
{
    write_map(emit, key, legal->rush);
}

/* Jack has one pawn, so his is a plain yes. */
WRITE(pass)
{
    if ((legal->pass & PAWN_BIT(PAWN_JACK)) != 0) {
        emit_bool(emit, key, true);
    } else {
        wire_pawns(emit, key, legal->pass);
    }
}

/* The key is the action's name. `resign` is always possible and never listed. */
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

void wire_legal(struct emit *emit, const char *key, const struct viewed_legal *legal)
{
    const struct legal *shown = &legal->shown;
    emit_open(emit, key, '{');
    for (unsigned kind = 0; kind < ACTION_KIND_COUNT; kind++) {
        if ((shown->kinds & ACTION_BIT(kind)) != 0 && writers[kind] != NULL) {
            writers[kind](emit, action_name((enum action_kind)kind), shown);
        }
    }
    emit_close(emit, '}');
}
