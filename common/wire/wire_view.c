/*
 * wire_view.c: a view as JSON.
 *
 * Whether a key is there follows from the game, its options and its phase, which everybody knows, or from
 * view.knows: never from the value of something the viewer may not know. Words stand for numbers
 * wherever there are words, so that a client needs no tables of its own.
 *
 * Only "you" depends on who the viewer is; all else follows from what he knows. So what was written for one is
 * good for everybody who sees the same.
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

static void write_options(struct emit *emit, const struct view *view)
{
    enum game_kind game = (enum game_kind)view->kind;
    emit_open(emit, "options", '[');
    for (unsigned i = 0; i < option_count(game); i++) {
        if ((view->options & (1U << i)) != 0) {
            emit_string(emit, NULL, option_name(game, i));
        }
    }
    emit_close(emit, ']');
}

static void write_you(struct emit *emit, const struct view *view)
{
    emit_open(emit, "you", '{');
    emit_string(emit, "role", viewer_role_name((enum viewer_role)view->role));
    wire_pawns(emit, "pawns", view->pawns);
    emit_close(emit, '}');
}

static void write_seats(struct emit *emit, const struct view *view)
{
    emit_open(emit, "seats", '[');
    for (unsigned seat = 0; seat < view->seats; seat++) {
        unsigned pawns = 0;
        for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
            pawns |= view->seat_of[pawn] == seat ? PAWN_BIT(pawn) : 0;
        }
        wire_pawns(emit, NULL, pawns);
    }
    emit_close(emit, ']');
}

static void write_turn(struct emit *emit, const struct view *view)
{
    if (view->waiting != 0) {
        wire_pawns(emit, "waiting", view->waiting);
        emit_int(emit, "turn", view->turn);
    }
    if (view->searching != 0) {
        emit_string(emit, "searching", pawn_name((enum pawn)view->searching));
        emit_set(emit, "searched", &view->searched);
    }
    if (view->may_arrest != 0) {
        emit_bool(emit, "may_arrest", true);
    }
}

static void write_game(struct emit *emit, const struct view *view)
{
    emit_string(emit, "game", game_name((enum game_kind)view->kind));
    write_options(emit, view);
    emit_string(emit, "phase", phase_name((enum phase)view->phase));
    emit_int(emit, "round", view->round);
}

static void write_table(struct emit *emit, const struct view *view)
{
    wire_pawns(emit, "actors", view->actors);
    write_seats(emit, view);
    if (view->phase == PHASE_OVER) {
        wire_result(emit, "result", view->winner, view->reason);
    }
    write_turn(emit, view);
}

/* ---- The streets -------------------------------------------------------------------------------- */

static void write_police(struct emit *emit, const struct view *view)
{
    emit_open(emit, "police", '{');
    for (unsigned pawn = PAWN_JACK + 1; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            emit_int(emit, pawn_name((enum pawn)pawn), view->crossing[pawn]);
        }
    }
    emit_close(emit, '}');
}

static void write_wretched(struct emit *emit, const struct view *view)
{
    emit_open(emit, "wretched", '[');
    for (unsigned i = 0; i < view->wretched_count; i++) {
        emit_open(emit, NULL, '{');
        emit_int(emit, "circle", view->wretched[i]);
        emit_bool(emit, "moved", (view->wretched_moved & (1U << i)) != 0);
        emit_close(emit, '}');
    }
    emit_close(emit, ']');
}

static void write_patrols(struct emit *emit, const struct view *view)
{
    emit_open(emit, "patrols", '[');
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view->patrol_crossing[i] == 0) {
            continue;
        }
        emit_open(emit, NULL, '{');
        emit_int(emit, "crossing", view->patrol_crossing[i]);
        if (view->patrol_face[i] != PAWN_NONE) {
            emit_string(emit, "face", face_name((enum pawn)view->patrol_face[i]));
        }
        emit_bool(emit, "up", view->patrol_up[i] != 0);
        emit_close(emit, '}');
    }
    emit_close(emit, ']');
}

static void write_track(struct emit *emit, const struct view *view)
{
    if (view->on_track == 0) {
        return;
    }
    emit_open(emit, "track", '{');
    emit_int(emit, "first", cell_label(view->first_cell));
    emit_int(emit, "last", cell_label(view->last_cell));
    emit_open(emit, "specials", '[');
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (view->special_cells[cell] == TILE_NONE) {
            continue;
        }
        emit_open(emit, NULL, '{');
        emit_open(emit, "cells", '[');
        emit_int(emit, NULL, cell_label(cell));
        if (view->special_double[cell] != 0) {
            emit_int(emit, NULL, cell_label(++cell));
        }
        emit_close(emit, ']');
        if (view->special_cells[cell] != TILE_UNKNOWN) {
            emit_string(emit, "tile", tile_name((enum tile)view->special_cells[cell]));
        }
        emit_close(emit, '}');
    }
    emit_close(emit, ']');
    emit_close(emit, '}');
}

static void write_tile_counts(struct emit *emit, const char *key, const struct view *view,
                              const uint8_t *tiles)
{
    unsigned kinds = view->kind == GAME_WHITEHALL ? TILE_BOAT : TILE_ALLEY;
    emit_open(emit, key, '{');
    for (unsigned tile = TILE_NONE + 1; tile <= kinds; tile++) {
        emit_int(emit, tile_name((enum tile)tile), tiles[tile]);
    }
    emit_close(emit, '}');
}

static void write_tiles(struct emit *emit, const struct view *view)
{
    emit_int(emit, "tiles_total", view->tiles_total);
    if (knows(view, AUDIENCE_TILES)) {
        write_tile_counts(emit, "tiles", view, view->tiles);
        if (view->kind == GAME_WHITEHALL) {
            write_tile_counts(emit, "tiles_used", view, view->tiles_used);
        }
    }
}

/* ---- What each game has besides ----------------------------------------------------------------- */

static void write_letters(struct emit *emit, const struct view *view)
{
    if (!plays_with(view, GAME_WHITECHAPEL, OPTION_LETTERS)) {
        return;
    }
    emit_open(emit, "letters_left", '[');
    for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
        if ((view->letters_used & (1U << letter)) == 0) {
            emit_string(emit, NULL, letter_name((enum letter)letter));
        }
    }
    emit_close(emit, ']');
    emit_bool(emit, "letter_tonight", view->letter_tonight != 0);
    if (view->phase == PHASE_MOVE_PATROLS) {
        emit_numbers(emit, "saucy_jacky", view->saucy, 2);
    }
    if (view->phase == PHASE_GOULSTON) {
        emit_string(emit, "goulston_street", pawn_name((enum pawn)view->graffito));
    }
}

static void write_whitechapel(struct emit *emit, const struct view *view)
{
    if (view->head != 0) {
        emit_string(emit, "head", pawn_name((enum pawn)view->head));
    }
    wire_heads(emit, "heads_turned", view->heads_known, view->heads_turned);
    emit_numbers(emit, "crimes", view->crime, view->crimes);
    emit_numbers(emit, "women", view->woman, view->women);
    write_wretched(emit, view);
    emit_int(emit, "time_of_crime", view->time_of_crime);
    write_patrols(emit, view);
    write_letters(emit, view);
    if (plays_with(view, GAME_WHITECHAPEL, OPTION_FALSE_CLUES)) {
        emit_int(emit, "false_held", view->false_held);
        emit_numbers(emit, "false_clues", view->false_clue, view->false_clues);
    }
    if (plays_with(view, GAME_WHITECHAPEL, OPTION_ADDRESS)) {
        emit_bool(emit, "address_used", view->address_used != 0);
    }
}

static void write_whitehall(struct emit *emit, const struct view *view)
{
    emit_numbers(emit, "discoveries_found", view->discovery_found, view->discoveries_found);
    if (plays_with(view, GAME_WHITEHALL, OPTION_POWERS)) {
        wire_pawns(emit, "powers_used", view->powers_used);
    }
    if (plays_with(view, GAME_WHITEHALL, OPTION_SMOKER)) {
        emit_bool(emit, "smoker_used", view->smoker_used != 0);
    }
}

/* ---- Secrets ------------------------------------------------------------------------------------ */

static void write_marked(struct emit *emit, const struct view *view)
{
    emit_open(emit, "marked", '[');
    for (unsigned i = 0; i < view->women; i++) {
        if ((view->marked & (1U << i)) != 0) {
            emit_int(emit, NULL, view->woman[i]);
        }
    }
    emit_close(emit, ']');
}

/* Who may know them sees whether the hideout or the discoveries were chosen; nobody else gets here. */
static void write_secrets(struct emit *emit, const struct view *view)
{
    if (knows(view, AUDIENCE_JACK)) {
        if (view->kind == GAME_WHITECHAPEL) {
            if (view->hideout != 0) {
                emit_int(emit, "hideout", view->hideout);
            }
            write_marked(emit, view);
        } else if (view->discovery[0] != 0) {
            emit_numbers(emit, "discoveries", view->discovery, DISCOVERIES);
        }
        wire_rows(emit, "rows", view->row, view->mark);
    }
    if (knows(view, AUDIENCE_ALL) && view->kind == GAME_WHITECHAPEL) {
        wire_heads(emit, "heads", view->heads, POLICEMEN_MAX);
    }
}

/* ---- All of it ---------------------------------------------------------------------------------- */

static void write_after_you(struct emit *emit, const struct view *view)
{
    write_table(emit, view);
    write_police(emit, view);
    if (view->kind == GAME_WHITECHAPEL) {
        write_whitechapel(emit, view);
    } else {
        write_whitehall(emit, view);
    }
    emit_set(emit, "clues", &view->clues);
    emit_int(emit, "clue_markers", view->clue_markers);
    write_track(emit, view);
    write_tiles(emit, view);
    write_secrets(emit, view);
}

/* What stands before "you", and what stands behind it from its first key on. */
static void keep(struct view_text *kept, const struct view *view, const struct emit *emit, size_t start,
                 size_t you, size_t rest)
{
    size_t length = emit->length - start;
    kept->length = 0;
    if (emit_ok(emit) && length <= sizeof kept->text) {
        kept->view = *view;
        kept->you = you - start;
        kept->rest = rest - start;
        kept->length = length;
        memcpy(kept->text, emit->text + start, length);
    }
}

void wire_view_again(struct emit *emit, const char *key, const struct view *view, struct view_text *kept)
{
    if (kept->length > 0 && view_same_sight(view, &kept->view)) {
        emit_raw(emit, key, kept->text, kept->you);
        write_you(emit, view);
        emit_raw(emit, NULL, kept->text + kept->rest, kept->length - kept->rest);
        return;
    }
    emit_open(emit, key, '{');
    size_t start = emit->length - 1;
    write_game(emit, view);
    size_t you = emit->length;
    write_you(emit, view);
    size_t rest = emit->length + 1; /* behind the comma */
    write_after_you(emit, view);
    emit_close(emit, '}');
    keep(kept, view, emit, start, you, rest);
}

void wire_view(struct emit *emit, const char *key, const struct view *view)
{
    emit_open(emit, key, '{');
    write_game(emit, view);
    write_you(emit, view);
    write_after_you(emit, view);
    emit_close(emit, '}');
}
