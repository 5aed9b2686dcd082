/*
 * wire_read_legal.c: reads choices from JSON.
 *
 * There is one row per kind of action, as in wire_legal.c, and one per additional key. Every key that is
 * present is a choice: maps and masks in which no pawn has a choice are never written, and are rejected.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire_read_internal.h"

typedef bool read_choices(const json_t *json, struct legal *legal);

/* One-line functions, each for one member. */
#define READ(name) static bool read_##name(const json_t *json, struct legal *legal)
#define READ_AS(name, part, member) \
    READ(name) \
    { \
        return wire_read_##part(json, &legal->member); \
    }

/* {"yellow":[..],...} */
static bool read_map(const json_t *json, struct set set[PAWN_COUNT])
{
    bool any = false;
    for (unsigned pawn = PAWN_JACK + 1; pawn < PAWN_COUNT; pawn++) {
        const json_t *places = json_object_get(json, pawn_name((enum pawn)pawn));
        if (places != NULL && !wire_read_set(places, &set[pawn])) {
            return false;
        }
        any = any || !set_is_empty(&set[pawn]);
    }
    return any;
}

static bool read_some_pawns(const json_t *json, uint8_t *pawns)
{
    return wire_read_pawns(json, pawns) && *pawns != 0;
}

READ_AS(circles, set, circles)
READ_AS(crossings, set, crossings)
READ_AS(boat, set, boat)
READ_AS(alley, set, alley)
READ_AS(move, set, move)
READ_AS(goulston, pawns, goulston_pawns)

READ(true)
{
    (void)legal;
    return json_is_true(json);
}

READ(women)
{
    return wire_read_number(json_object_get(json, "marked"), 0, WOMEN_MAX, &legal->marked) &&
           wire_read_number(json_object_get(json, "unmarked"), 0, WOMEN_MAX, &legal->unmarked) &&
           wire_read_set(json_object_get(json, "circles"), &legal->circles);
}

READ(patrols)
{
    return wire_read_set(json_object_get(json, "fixed"), &legal->patrols_fixed) &&
           wire_read_number(json_object_get(json, "choose"), 0, PATROLS, &legal->patrols_choose) &&
           wire_read_set(json_object_get(json, "free"), &legal->patrols_free);
}

/* Reads the choices of one Letter; which keys it has follows from the fields of the action. */
static bool read_one_letter(const json_t *json, enum letter letter, struct legal *legal)
{
    if (letter == LETTER_GOULSTON_STREET) {
        return wire_read_pawns(json_object_get(json, "pawns"), &legal->letter_pawns);
    }
    bool names_two = letter == LETTER_SAUCY_JACKY;
    return wire_read_set(json_object_get(json, "from"), &legal->letter_from[letter]) &&
           (names_two || wire_read_set(json_object_get(json, "to"), &legal->letter_to));
}

READ(letter)
{
    for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
        const json_t *one = json_object_get(json, letter_name((enum letter)letter));
        if (one == NULL) {
            continue;
        }
        if (!read_one_letter(one, (enum letter)letter, legal)) {
            return false;
        }
        legal->letters = (uint8_t)(legal->letters | 1U << letter);
    }
    return json_is_object(json);
}

READ(move_patrols)
{
    return wire_read_set(json_object_get(json, "from"), &legal->shifted_from) &&
           wire_read_set(json_object_get(json, "to"), &legal->shifted_to);
}

READ(kill)
{
    return wire_read_number(json_object_get(json, "victims"), 0, CRIMES_MAX, &legal->victims) &&
           wire_read_set(json_object_get(json, "circles"), &legal->circles);
}

READ(wretched)
{
    size_t count = json_array_size(json);
    if (!json_is_array(json) || count > LEGAL_WRETCHED_MAX) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(json, i);
        if (!wire_read_place(json_object_get(one, "from"), &legal->wretched_from[i]) ||
            !wire_read_set(json_object_get(one, "to"), &legal->wretched_to[i])) {
            return false;
        }
    }
    legal->wretched = (uint8_t)count;
    return true;
}

READ(discoveries)
{
    for (size_t i = 0; i < COUNT(legal->quadrant); i++) {
        if (!wire_read_set(json_array_get(json, i), &legal->quadrant[i])) {
            return false;
        }
    }
    return json_array_size(json) == COUNT(legal->quadrant);
}

READ(reclaim)
{
    for (size_t i = 0; i < json_array_size(json); i++) {
        uint8_t tile;
        if (!wire_read_tile(json_array_get(json, i), &tile)) {
            return false;
        }
        legal->tiles = (uint8_t)(legal->tiles | 1U << tile);
    }
    return json_is_array(json);
}

READ(coach)
{
    size_t count = json_array_size(json);
    if (!json_is_array(json) || count > LEGAL_COACH_MAX) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!wire_read_exactly(json_array_get(json, i), legal->coach[i], COUNT(legal->coach[i]))) {
            return false;
        }
    }
    legal->coaches = (uint16_t)count;
    return true;
}

READ(walk)
{
    return read_map(json, legal->walk);
}

READ(search)
{
    return read_map(json, legal->search);
}

READ(arrest)
{
    return read_map(json, legal->arrest);
}

READ(rush)
{
    return read_map(json, legal->rush);
}

/* Jack has only one pawn, so for him it is true; the police have a list. */
READ(pass)
{
    if (json_is_true(json)) {
        legal->pass = PAWN_BIT(PAWN_JACK);
        return true;
    }
    return wire_read_pawns(json, &legal->pass) && (legal->pass & PAWN_BIT(PAWN_JACK)) == 0;
}

/* Must be one of the circles of `move`, which has been read before. */
READ(escape)
{
    return wire_read_place(json, &legal->escape) && set_has(&legal->move, legal->escape);
}

/* Only Waring has this power. */
READ(walk_power)
{
    return wire_read_set(json_object_get(json, pawn_name(PAWN_YELLOW)), &legal->walk_power) &&
           !set_is_empty(&legal->walk_power);
}

READ(search_power)
{
    return read_some_pawns(json, &legal->search_power);
}

READ(arrest_all)
{
    return read_some_pawns(json, &legal->arrest_all);
}

READ(arrest_power)
{
    return read_some_pawns(json, &legal->arrest_power);
}

static read_choices *const readers[] = {
    [ACTION_NONE] = NULL,
    [ACTION_HIDEOUT] = read_circles,
    [ACTION_WOMEN] = read_women,
    [ACTION_ADDRESS] = read_circles,
    [ACTION_PATROLS] = read_patrols,
    [ACTION_LETTER] = read_letter,
    [ACTION_MOVE_PATROLS] = read_move_patrols,
    [ACTION_GOULSTON] = read_goulston,
    [ACTION_KILL] = read_kill,
    [ACTION_WAIT] = read_true,
    [ACTION_WRETCHED] = read_wretched,
    [ACTION_REVEAL] = read_crossings,
    [ACTION_FALSE_CLUE] = read_circles,
    [ACTION_RUSH] = read_rush,
    [ACTION_DISCOVERIES] = read_discoveries,
    [ACTION_START] = read_circles,
    [ACTION_DEPLOY] = read_crossings,
    [ACTION_BOAT] = read_boat,
    [ACTION_SMOKER] = read_true,
    [ACTION_RECLAIM] = read_reclaim,
    [ACTION_MOVE] = read_move,
    [ACTION_COACH] = read_coach,
    [ACTION_ALLEY] = read_alley,
    [ACTION_WALK] = read_walk,
    [ACTION_SEARCH] = read_search,
    [ACTION_ARREST] = read_arrest,
    [ACTION_PASS] = read_pass,
    [ACTION_RESIGN] = NULL,
};
_Static_assert(COUNT(readers) == ACTION_KIND_COUNT, "every kind of action can be read");

/*
 * Keys besides the one named after the action. They also make the action possible if its own key is missing
 * because no pawn has such a choice.
 */
static const struct {
    const char *key;
    enum action_kind kind;
    read_choices *reader;
} beside[] = {
    {"escape", ACTION_MOVE, read_escape},
    {"walk_power", ACTION_WALK, read_walk_power},
    {"search_power", ACTION_SEARCH, read_search_power},
    {"arrest_all", ACTION_ARREST, read_arrest_all},
    {"arrest_power", ACTION_ARREST, read_arrest_power},
};

static bool read_key(const json_t *json, const char *key, enum action_kind kind, read_choices *reader,
                     struct legal *legal)
{
    const json_t *value = reader == NULL ? NULL : json_object_get(json, key);
    if (value == NULL) {
        return true;
    }
    legal->kinds |= ACTION_BIT(kind);
    return reader(value, legal);
}

bool wire_read_legal(const json_t *json, const struct view *view, struct viewed_legal *legal)
{
    struct viewed_legal read;
    bool good = json_is_object(json);
    memset(&read, 0, sizeof read);
    read.shown.actors = (uint8_t)(view == NULL ? 0 : view->actors & view->pawns);
    for (unsigned kind = 0; good && kind < ACTION_KIND_COUNT; kind++) {
        good = read_key(json, action_name((enum action_kind)kind), (enum action_kind)kind, readers[kind],
                        &read.shown);
    }
    for (size_t i = 0; good && i < COUNT(beside); i++) {
        good = read_key(json, beside[i].key, beside[i].kind, beside[i].reader, &read.shown);
    }
    if (good) {
        memcpy(legal, &read, sizeof read);
    }
    return good;
}
