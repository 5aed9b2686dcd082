/*
 * wire_view.c: views as JSON.
 *
 * Whether a key is present follows from the game, its options and its phase, which everybody knows, or from
 * view.knows, but never from a value that the viewer may not know. Enums are written as words, so that
 * clients need no tables.
 *
 * Only "you" depends on who the viewer is; the rest follows from what they know. So JSON written for one
 * viewer can be reused for everybody who knows the same.
 */
#include <string.h>

#include "common/wire/wire.h"
#include "common/wire/wire_internal.h"

static bool knows(const struct view *view, enum audience audience)
{
    return (view->knows & audience) != 0;
}

static bool plays_with(const struct view *view, enum game_kind game, enum option option)
{
    return view->kind == game && (view->options & option) != 0;
}

/* ---- The table: who plays what, and whose turn it is -------------------------------------------- */

static void write_you(struct json_writer *writer, const struct view *view)
{
    json_write_open(writer, "you", '{');
    json_write_string(writer, "role", viewer_role_name((enum viewer_role)view->role));
    wire_pawns(writer, "pawns", view->pawns);
    json_write_close(writer, '}');
}

static void write_seats(struct json_writer *writer, const struct view *view)
{
    json_write_open(writer, "seats", '[');
    for (unsigned seat = 0; seat < view->seats; seat++) {
        unsigned pawns = 0;
        for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
            pawns |= view->seat_of[pawn] == seat ? PAWN_BIT(pawn) : 0;
        }
        wire_pawns(writer, NULL, pawns);
    }
    json_write_close(writer, ']');
}

static void write_turn(struct json_writer *writer, const struct view *view)
{
    if (view->waiting != 0) {
        wire_pawns(writer, "waiting", view->waiting);
        json_write_int(writer, "turn", view->turn);
    }
    if (view->searching != 0) {
        json_write_string(writer, "searching", pawn_name((enum pawn)view->searching));
        json_write_set(writer, "searched", &view->searched);
    }
    if (view->may_arrest != 0) {
        json_write_bool(writer, "may_arrest", true);
    }
}

static void write_game(struct json_writer *writer, const struct view *view)
{
    json_write_string(writer, "game", game_name((enum game_kind)view->kind));
    wire_options(writer, "options", (enum game_kind)view->kind, view->options);
    json_write_string(writer, "phase", phase_name((enum phase)view->phase));
    json_write_int(writer, "round", view->round);
}

static void write_table(struct json_writer *writer, const struct view *view)
{
    wire_pawns(writer, "actors", view->actors);
    write_seats(writer, view);
    if (view->phase == PHASE_OVER) {
        wire_result(writer, "result", view->winner, view->reason);
    }
    write_turn(writer, view);
}

/* ---- The streets -------------------------------------------------------------------------------- */

static void write_police(struct json_writer *writer, const struct view *view)
{
    json_write_open(writer, "police", '{');
    for (unsigned pawn = PAWN_JACK + 1; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            json_write_int(writer, pawn_name((enum pawn)pawn), view->crossing[pawn]);
        }
    }
    json_write_close(writer, '}');
}

static void write_wretched(struct json_writer *writer, const struct view *view)
{
    json_write_open(writer, "wretched", '[');
    for (unsigned i = 0; i < view->wretched_count; i++) {
        json_write_open(writer, NULL, '{');
        json_write_int(writer, "circle", view->wretched[i]);
        json_write_bool(writer, "moved", (view->wretched_moved & (1U << i)) != 0);
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
}

static void write_patrols(struct json_writer *writer, const struct view *view)
{
    json_write_open(writer, "patrols", '[');
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view->patrol_crossing[i] == 0) {
            continue;
        }
        json_write_open(writer, NULL, '{');
        json_write_int(writer, "crossing", view->patrol_crossing[i]);
        if (view->patrol_face[i] != PAWN_NONE) {
            json_write_string(writer, "face", face_name((enum pawn)view->patrol_face[i]));
        }
        json_write_bool(writer, "up", view->patrol_up[i] != 0);
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
}

static void write_track(struct json_writer *writer, const struct view *view)
{
    if (view->on_track == 0) {
        return;
    }
    json_write_open(writer, "track", '{');
    json_write_int(writer, "first", cell_label(view->first_cell));
    json_write_int(writer, "last", cell_label(view->last_cell));
    json_write_open(writer, "specials", '[');
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (view->special_cells[cell] == TILE_NONE) {
            continue;
        }
        json_write_open(writer, NULL, '{');
        json_write_open(writer, "cells", '[');
        json_write_int(writer, NULL, cell_label(cell));
        if (view->special_double[cell] != 0) {
            json_write_int(writer, NULL, cell_label(++cell));
        }
        json_write_close(writer, ']');
        if (view->special_cells[cell] != TILE_UNKNOWN) {
            json_write_string(writer, "tile", tile_name((enum tile)view->special_cells[cell]));
        }
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
    json_write_close(writer, '}');
}

static void write_tile_counts(struct json_writer *writer, const char *key, const struct view *view,
                              const uint8_t *tiles)
{
    unsigned kinds = view->kind == GAME_WHITEHALL ? TILE_BOAT : TILE_ALLEY;
    json_write_open(writer, key, '{');
    for (unsigned tile = TILE_NONE + 1; tile <= kinds; tile++) {
        json_write_int(writer, tile_name((enum tile)tile), tiles[tile]);
    }
    json_write_close(writer, '}');
}

static void write_tiles(struct json_writer *writer, const struct view *view)
{
    json_write_int(writer, "tiles_total", view->tiles_total);
    if (knows(view, AUDIENCE_TILES)) {
        write_tile_counts(writer, "tiles", view, view->tiles);
        if (view->kind == GAME_WHITEHALL) {
            write_tile_counts(writer, "tiles_used", view, view->tiles_used);
        }
    }
}

/* ---- Parts specific to one game ----------------------------------------------------------------- */

static void write_letters(struct json_writer *writer, const struct view *view)
{
    if (!plays_with(view, GAME_WHITECHAPEL, OPTION_LETTERS)) {
        return;
    }
    json_write_open(writer, "letters_left", '[');
    for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
        if ((view->letters_used & (1U << letter)) == 0) {
            json_write_string(writer, NULL, letter_name((enum letter)letter));
        }
    }
    json_write_close(writer, ']');
    json_write_bool(writer, "letter_tonight", view->letter_tonight != 0);
    if (view->phase == PHASE_MOVE_PATROLS) {
        json_write_numbers(writer, "saucy_jacky", view->saucy, 2);
    }
    if (view->phase == PHASE_GOULSTON) {
        json_write_string(writer, "goulston_street", pawn_name((enum pawn)view->graffito));
    }
}

static void write_whitechapel(struct json_writer *writer, const struct view *view)
{
    if (view->head != 0) {
        json_write_string(writer, "head", pawn_name((enum pawn)view->head));
    }
    wire_heads(writer, "heads_turned", view->heads_known, view->heads_turned);
    json_write_numbers(writer, "crimes", view->crime, view->crimes);
    json_write_numbers(writer, "women", view->woman, view->women);
    write_wretched(writer, view);
    json_write_int(writer, "time_of_crime", view->time_of_crime);
    write_patrols(writer, view);
    write_letters(writer, view);
    if (plays_with(view, GAME_WHITECHAPEL, OPTION_FALSE_CLUES)) {
        json_write_int(writer, "false_held", view->false_held);
        json_write_numbers(writer, "false_clues", view->false_clue, view->false_clues);
    }
    if (plays_with(view, GAME_WHITECHAPEL, OPTION_ADDRESS)) {
        json_write_bool(writer, "address_used", view->address_used != 0);
    }
}

static void write_whitehall(struct json_writer *writer, const struct view *view)
{
    json_write_numbers(writer, "discoveries_found", view->discovery_found, view->discoveries_found);
    if (plays_with(view, GAME_WHITEHALL, OPTION_POWERS)) {
        wire_pawns(writer, "powers_used", view->powers_used);
    }
    if (plays_with(view, GAME_WHITEHALL, OPTION_SMOKER)) {
        json_write_bool(writer, "smoker_used", view->smoker_used != 0);
    }
}

/* ---- Secrets ------------------------------------------------------------------------------------ */

static void write_marked(struct json_writer *writer, const struct view *view)
{
    json_write_open(writer, "marked", '[');
    for (unsigned i = 0; i < view->women; i++) {
        if ((view->marked & (1U << i)) != 0) {
            json_write_int(writer, NULL, view->woman[i]);
        }
    }
    json_write_close(writer, ']');
}

/* Only called for viewers who may know whether the hideout or the discoveries have been chosen. */
static void write_secrets(struct json_writer *writer, const struct view *view)
{
    if (knows(view, AUDIENCE_JACK)) {
        if (view->kind == GAME_WHITECHAPEL) {
            if (view->hideout != 0) {
                json_write_int(writer, "hideout", view->hideout);
            }
            write_marked(writer, view);
        } else if (view->discovery[0] != 0) {
            json_write_numbers(writer, "discoveries", view->discovery, DISCOVERIES);
        }
        wire_rows(writer, "rows", view->row, view->mark);
    }
    if (knows(view, AUDIENCE_ALL) && view->kind == GAME_WHITECHAPEL) {
        wire_heads(writer, "heads", view->heads, POLICEMEN_MAX);
    }
}

/* ---- All of it ---------------------------------------------------------------------------------- */

static void write_after_you(struct json_writer *writer, const struct view *view)
{
    write_table(writer, view);
    write_police(writer, view);
    if (view->kind == GAME_WHITECHAPEL) {
        write_whitechapel(writer, view);
    } else {
        write_whitehall(writer, view);
    }
    json_write_set(writer, "clues", &view->clues);
    json_write_int(writer, "clue_markers", view->clue_markers);
    write_track(writer, view);
    write_tiles(writer, view);
    write_secrets(writer, view);
}

/* Stores the JSON before "you" and after it. */
static void cache_view(struct view_text *cached, const struct view *view, const struct json_writer *writer,
                       size_t start, size_t you, size_t rest)
{
    size_t length = writer->length - start;
    cached->length = 0;
    if (json_write_ok(writer) && length <= sizeof cached->text) {
        cached->view = *view;
        cached->you = you - start;
        cached->rest = rest - start;
        cached->length = length;
        memcpy(cached->text, writer->text + start, length);
    }
}

void wire_view_cached(struct json_writer *writer, const char *key, const struct view *view,
                      struct view_text *cached)
{
    if (cached->length > 0 && view_same_sight(view, &cached->view)) {
        json_write_raw(writer, key, cached->text, cached->you);
        write_you(writer, view);
        json_write_raw(writer, NULL, cached->text + cached->rest, cached->length - cached->rest);
        return;
    }
    json_write_open(writer, key, '{');
    size_t start = writer->length - 1;
    write_game(writer, view);
    size_t you = writer->length;
    write_you(writer, view);
    size_t rest = writer->length + 1; /* after the comma */
    write_after_you(writer, view);
    json_write_close(writer, '}');
    cache_view(cached, view, writer, start, you, rest);
}

void wire_view(struct json_writer *writer, const char *key, const struct view *view)
{
    json_write_open(writer, key, '{');
    write_game(writer, view);
    write_you(writer, view);
    write_after_you(writer, view);
    json_write_close(writer, '}');
}
