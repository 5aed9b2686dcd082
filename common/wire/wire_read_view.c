/*
 * wire_read_view.c: reads views from JSON.
 *
 * It mirrors wire_view.c: whether a key is required follows from the game, its options and its phase, or from
 * what the viewer knows, as determined by view.c.
 */
#include <string.h>

#include "common/wire/wire_read_internal.h"

/* ---- The table: who plays what, and whose turn it is -------------------------------------------- */

static bool read_game(const json_t *json, struct view *view)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    enum game_kind kind = game == NULL ? GAME_KIND_COUNT : game_from_name(game);
    view->kind = (uint8_t)kind;
    return kind != GAME_KIND_COUNT;
}

static bool read_options(const json_t *json, struct view *view)
{
    const json_t *options = json_object_get(json, "options");
    for (size_t i = 0; i < json_array_size(options); i++) {
        const char *name = json_string_value(json_array_get(options, i));
        uint32_t option = name == NULL ? 0 : option_from_name((enum game_kind)view->kind, name);
        if (option == 0) {
            return false;
        }
        view->options = (uint8_t)(view->options | option);
    }
    return json_is_array(options);
}
_Static_assert(OPTIONS_MAX <= 8, "view.options is a byte");

static bool read_you(const json_t *json, struct view *view)
{
    const json_t *you = json_object_get(json, "you");
    const char *name = json_string_value(json_object_get(you, "role"));
    enum viewer_role role;
    if (name == NULL || !viewer_role_from_name(name, &role)) {
        return false;
    }
    view->role = (uint8_t)role;
    return wire_read_pawns(json_object_get(you, "pawns"), &view->pawns);
}

/* Every pawn has at most one seat; pawns of the other game have none. */
static bool read_seats(const json_t *json, struct view *view)
{
    const json_t *seats = json_object_get(json, "seats");
    size_t count = json_array_size(seats);
    unsigned taken = 0;
    memset(view->seat_of, SEATS_MAX, sizeof view->seat_of);
    if (count == 0 || count > SEATS_MAX) {
        return false;
    }
    view->seats = (uint8_t)count;
    for (unsigned seat = 0; seat < count; seat++) {
        uint8_t pawns;
        if (!wire_read_pawns(json_array_get(seats, seat), &pawns) || (pawns & taken) != 0) {
            return false;
        }
        taken |= pawns;
        for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
            if ((pawns & PAWN_BIT(pawn)) != 0) {
                view->seat_of[pawn] = (uint8_t)seat;
            }
        }
    }
    return true;
}

/* Every pawn that may act has a seat. Without `waiting` there is no `turn`; the actors' seat is used. */
static bool read_turn(const json_t *json, struct view *view)
{
    const json_t *waiting = json_object_get(json, "waiting");
    const json_t *searching = json_object_get(json, "searching");
    const json_t *may_arrest = json_object_get(json, "may_arrest");
    view->turn = view->actors == 0 ? 0 : view->seat_of[__builtin_ctz(view->actors)];
    return view->turn < view->seats &&
           (waiting == NULL ||
            (wire_read_pawns(waiting, &view->waiting) && view->waiting != 0 &&
             wire_read_number(json_object_get(json, "turn"), 0, view->seats - 1, &view->turn))) &&
           (searching == NULL || (wire_read_colour(searching, &view->searching) &&
                                  wire_read_set(json_object_get(json, "searched"), &view->searched))) &&
           (may_arrest == NULL || wire_read_flag(may_arrest, &view->may_arrest));
}

static bool read_table(const json_t *json, struct view *view)
{
    return read_game(json, view) && read_options(json, view) &&
           wire_read_phase(json_object_get(json, "phase"), &view->phase) &&
           wire_read_number(json_object_get(json, "round"), 1, ROWS, &view->round) && read_you(json, view) &&
           wire_read_pawns(json_object_get(json, "actors"), &view->actors) && read_seats(json, view) &&
           (view->phase != PHASE_OVER ||
            wire_read_result(json_object_get(json, "result"), &view->winner, &view->reason)) &&
           read_turn(json, view);
}

/* ---- The streets -------------------------------------------------------------------------------- */

static bool read_police(const json_t *json, struct view *view)
{
    const json_t *police = json_object_get(json, "police");
    for (unsigned pawn = PAWN_JACK + 1; pawn < PAWN_COUNT; pawn++) {
        const json_t *crossing = json_object_get(police, pawn_name((enum pawn)pawn));
        if (crossing != NULL && !wire_read_place(crossing, &view->crossing[pawn])) {
            return false;
        }
    }
    return json_is_object(police);
}

static bool read_wretched(const json_t *json, struct view *view)
{
    const json_t *wretched = json_object_get(json, "wretched");
    size_t count = json_array_size(wretched);
    if (!json_is_array(wretched) || count > WRETCHED_MAX) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(wretched, i);
        uint8_t moved;
        if (!wire_read_place(json_object_get(one, "circle"), &view->wretched[i]) ||
            !wire_read_flag(json_object_get(one, "moved"), &moved)) {
            return false;
        }
        view->wretched_moved = (uint8_t)(view->wretched_moved | moved << i);
    }
    view->wretched_count = (uint8_t)count;
    return true;
}

static bool read_patrols(const json_t *json, struct view *view)
{
    const json_t *patrols = json_object_get(json, "patrols");
    size_t count = json_array_size(patrols);
    if (!json_is_array(patrols) || count > PATROLS) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *patrol = json_array_get(patrols, i);
        const json_t *face = json_object_get(patrol, "face");
        if (!wire_read_place(json_object_get(patrol, "crossing"), &view->patrol_crossing[i]) ||
            !wire_read_flag(json_object_get(patrol, "up"), &view->patrol_up[i]) ||
            (face != NULL && !wire_read_face(face, &view->patrol_face[i]))) {
            return false;
        }
    }
    return true;
}

/* Reads a tile that covers one or two consecutive cells without overlapping another tile. */
static bool read_special(const json_t *json, struct view *view)
{
    const json_t *cells = json_object_get(json, "cells");
    const json_t *kind = json_object_get(json, "tile");
    size_t count = json_array_size(cells);
    uint8_t first, last;
    uint8_t tile = TILE_UNKNOWN;
    if (count < 1 || count > 2 || !wire_read_cell(json_array_get(cells, 0), &first) ||
        !wire_read_cell(json_array_get(cells, count - 1), &last) || last + 1U != first + count ||
        view->special_cells[first] != TILE_NONE || view->special_cells[last] != TILE_NONE ||
        (kind != NULL && !wire_read_tile(kind, &tile))) {
        return false;
    }
    view->special_cells[first] = view->special_cells[last] = tile;
    view->special_double[first] = count == 2;
    return true;
}

static bool read_track(const json_t *json, struct view *view)
{
    const json_t *track = json_object_get(json, "track");
    const json_t *specials = json_object_get(track, "specials");
    if (track == NULL) {
        return true;
    }
    view->on_track = 1;
    for (size_t i = 0; i < json_array_size(specials); i++) {
        if (!read_special(json_array_get(specials, i), view)) {
            return false;
        }
    }
    return json_is_array(specials) && wire_read_cell(json_object_get(track, "first"), &view->first_cell) &&
           wire_read_cell(json_object_get(track, "last"), &view->last_cell) &&
           view->first_cell <= view->last_cell;
}

static bool read_tile_counts(const json_t *json, const struct view *view, uint8_t *tiles)
{
    unsigned kinds = view->kind == GAME_WHITEHALL ? TILE_BOAT : TILE_ALLEY;
    for (unsigned tile = TILE_NONE + 1; tile <= kinds; tile++) {
        if (!wire_read_number(json_object_get(json, tile_name((enum tile)tile)), 0, UINT8_MAX,
                              &tiles[tile])) {
            return false;
        }
    }
    return true;
}

static bool read_tiles(const json_t *json, struct view *view)
{
    bool known = (view->knows & AUDIENCE_TILES) != 0;
    return wire_read_number(json_object_get(json, "tiles_total"), 0, UINT8_MAX, &view->tiles_total) &&
           (!known || (read_tile_counts(json_object_get(json, "tiles"), view, view->tiles) &&
                       (view->kind != GAME_WHITEHALL ||
                        read_tile_counts(json_object_get(json, "tiles_used"), view, view->tiles_used))));
}

/* ---- Parts specific to one game ----------------------------------------------------------------- */

static bool read_letters(const json_t *json, struct view *view)
{
    const json_t *left = json_object_get(json, "letters_left");
    unsigned used = (1U << LETTER_COUNT) - (1U << (LETTER_NONE + 1));
    for (size_t i = 0; i < json_array_size(left); i++) {
        uint8_t letter;
        if (!wire_read_letter(json_array_get(left, i), &letter)) {
            return false;
        }
        used &= ~(1U << letter);
    }
    view->letters_used = (uint8_t)used;
    return json_is_array(left) &&
           wire_read_flag(json_object_get(json, "letter_tonight"), &view->letter_tonight) &&
           (view->phase != PHASE_MOVE_PATROLS ||
            wire_read_exactly(json_object_get(json, "saucy_jacky"), view->saucy, 2)) &&
           (view->phase != PHASE_GOULSTON ||
            wire_read_colour(json_object_get(json, "goulston_street"), &view->graffito));
}

static bool read_false_clues(const json_t *json, struct view *view)
{
    return wire_read_number(json_object_get(json, "false_held"), 0, UINT8_MAX, &view->false_held) &&
           wire_read_places(json_object_get(json, "false_clues"), view->false_clue, FALSE_CLUES_MAX,
                            &view->false_clues);
}

static bool read_whitechapel(const json_t *json, struct view *view)
{
    return wire_read_colours(json_object_get(json, "heads_turned"), view->heads_known, POLICEMEN_MAX,
                             &view->heads_turned) &&
           wire_read_places(json_object_get(json, "crimes"), view->crime, CRIMES_MAX, &view->crimes) &&
           wire_read_places(json_object_get(json, "women"), view->woman, WOMEN_MAX, &view->women) &&
           read_wretched(json, view) &&
           wire_read_number(json_object_get(json, "time_of_crime"), 0, CRIMES_MAX, &view->time_of_crime) &&
           read_patrols(json, view) && ((view->options & OPTION_LETTERS) == 0 || read_letters(json, view)) &&
           ((view->options & OPTION_FALSE_CLUES) == 0 || read_false_clues(json, view)) &&
           ((view->options & OPTION_ADDRESS) == 0 ||
            wire_read_flag(json_object_get(json, "address_used"), &view->address_used));
}

static bool read_whitehall(const json_t *json, struct view *view)
{
    return wire_read_places(json_object_get(json, "discoveries_found"), view->discovery_found, DISCOVERIES,
                            &view->discoveries_found) &&
           ((view->options & OPTION_POWERS) == 0 ||
            wire_read_pawns(json_object_get(json, "powers_used"), &view->powers_used)) &&
           ((view->options & OPTION_SMOKER) == 0 ||
            wire_read_flag(json_object_get(json, "smoker_used"), &view->smoker_used));
}

/* ---- Secrets ------------------------------------------------------------------------------------ */

/* The marked ones must be among the women. */
static bool read_marked(const json_t *json, struct view *view)
{
    uint8_t marked[WOMEN_MAX];
    uint8_t count;
    unsigned mask = 0;
    if (!wire_read_places(json_object_get(json, "marked"), marked, WOMEN_MAX, &count)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *woman = memchr(view->woman, marked[i], view->women);
        if (woman == NULL) {
            return false;
        }
        mask |= 1U << (woman - view->woman);
    }
    view->marked = (uint8_t)mask;
    return true;
}

static bool read_jack(const json_t *json, struct view *view)
{
    const json_t *hideout = json_object_get(json, "hideout");
    const json_t *discoveries = json_object_get(json, "discoveries");
    uint8_t rows;
    bool own = view->kind == GAME_WHITECHAPEL
                   ? (hideout == NULL || wire_read_place(hideout, &view->hideout)) && read_marked(json, view)
                   : discoveries == NULL || wire_read_exactly(discoveries, view->discovery, DISCOVERIES);
    return own && wire_read_rows(json_object_get(json, "rows"), view->row, view->mark, &rows);
}

static bool read_heads(const json_t *json, struct view *view)
{
    uint8_t count = 0;
    return view->kind != GAME_WHITECHAPEL ||
           (wire_read_colours(json_object_get(json, "heads"), view->heads, POLICEMEN_MAX, &count) &&
            count == POLICEMEN_MAX);
}

static bool read_secrets(const json_t *json, struct view *view)
{
    return ((view->knows & AUDIENCE_JACK) == 0 || read_jack(json, view)) &&
           ((view->knows & AUDIENCE_ALL) == 0 || read_heads(json, view));
}

/* ---- All of it ---------------------------------------------------------------------------------- */

/* Asks view.c what such a viewer knows; this depends only on these members of a game. */
static bool read_knowledge(const json_t *json, struct view *view)
{
    const json_t *head = view->kind == GAME_WHITECHAPEL ? json_object_get(json, "head") : NULL;
    if (head != NULL && !wire_read_colour(head, &view->head)) {
        return false;
    }
    struct game game = {
        .kind = view->kind, .options = view->options, .phase = view->phase, .head = view->head};
    view->knows = (uint8_t)view_knowledge(&game, (struct viewer){.role = view->role, .pawns = view->pawns});
    return true;
}

static bool read_view(const json_t *json, struct view *view)
{
    return read_table(json, view) && read_knowledge(json, view) && read_police(json, view) &&
           (view->kind == GAME_WHITECHAPEL ? read_whitechapel(json, view) : read_whitehall(json, view)) &&
           wire_read_set(json_object_get(json, "clues"), &view->clues) &&
           wire_read_number(json_object_get(json, "clue_markers"), 0, UINT8_MAX, &view->clue_markers) &&
           read_track(json, view) && read_tiles(json, view) && read_secrets(json, view);
}

bool wire_read_view(const json_t *json, struct view *view)
{
    struct view read;
    memset(&read, 0, sizeof read);
    memset(read.patrol_face, PAWN_NONE, sizeof read.patrol_face);
    if (!read_view(json, &read)) {
        return false;
    }
    memcpy(view, &read, sizeof read);
    return true;
}
