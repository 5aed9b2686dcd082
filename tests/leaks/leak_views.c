/* leak_views.c: views that reveal too much: a field, an order, a count, a length. */
#include <string.h>

#include "common/wire/wire.h"
#include "tests/leaks/leaks.h"
#include "tests/support/c/play.h"

/*
 * The number of digits of the hideout of the game viewed last, which a careless encoder might still have at
 * hand.
 */
static size_t hidden_digits;

static size_t digits(unsigned number)
{
    return number > 99 ? 3 : number > 9 ? 2 : 1;
}

/* Reveals one of Jack's secrets as if the viewer knew it, and no other. */
static void reveal_jacks(struct view *view)
{
    if ((view->knows & AUDIENCE_JACK) == 0) {
        view->knows |= AUDIENCE_JACK;
        view->hideout = view->marked = 0;
        memset(view->discovery, 0, sizeof view->discovery);
        memset(view->row, 0, sizeof view->row);
        memset(view->mark, 0, sizeof view->mark);
    }
}

static void show_faces(const struct game *game, struct view *view)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        if (game->patrol[i].crossing != 0) {
            view->patrol_face[i] = game->patrol[i].face;
        }
    }
}

static bool was_head(const struct game *game, struct viewer viewer)
{
    for (unsigned night = 0; night + 1 < game->round; night++) {
        if (viewer.role == VIEWER_DETECTIVE && (viewer.pawns & PAWN_BIT(game->heads[night])) != 0) {
            return true;
        }
    }
    return false;
}

static void sort_by_face(const struct game *game, struct view *view)
{
    unsigned at = 0;
    for (unsigned face = 0; face < PAWN_COUNT; face++) {
        for (unsigned i = 0; i < PATROLS; i++) {
            if (game->patrol[i].crossing != 0 && game->patrol[i].face == face) {
                view->patrol_crossing[at++] = game->patrol[i].crossing;
            }
        }
    }
}

static void put_marked_first(const struct game *game, struct view *view)
{
    unsigned at = 0;
    for (unsigned marked = 2; marked-- > 0;) {
        for (unsigned i = 0; i < game->women; i++) {
            if ((game->marked >> i & 1U) == marked) {
                view->woman[at++] = game->woman[i];
            }
        }
    }
}

static void count_by_cell(const struct game *game, struct view *view)
{
    view->clue_markers = 0;
    for (unsigned cell = 0; game->round != 0 && cell < CELLS; cell++) {
        view->clue_markers += set_has(&game->clues, game->row[game->round - 1][cell]);
    }
}

static bool near_home(const struct board *board, const struct game *game)
{
    unsigned circle = leak_jack_circle(game);
    return circle != 0 && set_has(&board->adjacent[circle], game->hideout);
}

static void show_jacks(const struct game *game, struct view *view)
{
    switch (leak_planted) {
    case LEAK_VIEW_HIDEOUT:
        reveal_jacks(view);
        view->hideout = game->hideout;
        break;
    case LEAK_VIEW_MARKED:
        if ((view->knows & AUDIENCE_HEAD) != 0) {
            reveal_jacks(view);
            view->marked = game->marked;
        }
        break;
    case LEAK_VIEW_ROW:
        reveal_jacks(view);
        memcpy(view->row, game->row, sizeof view->row);
        break;
    case LEAK_VIEW_OLD_ROW:
        reveal_jacks(view);
        memcpy(view->row, game->row, sizeof view->row[0] * (game->round - 1U));
        break;
    case LEAK_VIEW_DISCOVERIES:
        reveal_jacks(view);
        memcpy(view->discovery, game->discovery, sizeof view->discovery);
        break;
    case LEAK_VIEW_TRACK_KINDS:
        for (unsigned cell = 0; view->on_track != 0 && cell < CELLS; cell++) {
            view->special_cells[cell] = game->mark[game->round - 1][cell];
        }
        break;
    case LEAK_VIEW_TILES_BY_KIND:
        view->knows |= AUDIENCE_TILES;
        memcpy(view->tiles, game->tiles, sizeof view->tiles);
        break;
    case LEAK_VIEW_TOTAL_WITHOUT_BOATS:
        view->tiles_total = (uint8_t)(game->tiles[TILE_COACH] + game->tiles[TILE_ALLEY]);
        break;
    default:
        break;
    }
}

static void show_streets(const struct game *game, struct viewer viewer, struct view *view)
{
    switch (leak_planted) {
    case LEAK_VIEW_HEADS:
        if (viewer.role == VIEWER_JACK) {
            view->knows |= AUDIENCE_ALL;
            memcpy(view->heads, game->heads, sizeof view->heads);
        }
        break;
    case LEAK_VIEW_NEXT_HEAD:
        view->heads_turned = game->round;
        memcpy(view->heads_known, game->heads, game->round);
        break;
    case LEAK_VIEW_FACES_TO_DETECTIVES:
        if (viewer.role == VIEWER_DETECTIVE) {
            show_faces(game, view);
        }
        break;
    case LEAK_VIEW_FACES_TO_JACK:
        if (viewer.role == VIEWER_JACK) {
            show_faces(game, view);
        }
        break;
    case LEAK_VIEW_FACES_TO_OLD_HEADS:
        if (was_head(game, viewer)) {
            show_faces(game, view);
        }
        break;
    case LEAK_VIEW_PATROLS_BY_FACE:
        sort_by_face(game, view);
        break;
    case LEAK_VIEW_WOMEN_MARKED_FIRST:
        put_marked_first(game, view);
        break;
    case LEAK_VIEW_CRIMES_UNSORTED:
        memcpy(view->crime, game->crime, game->crimes);
        break;
    case LEAK_VIEW_MARKERS_BY_CELL:
        count_by_cell(game, view);
        break;
    default:
        break;
    }
}

WRAP(void, view_game, const struct game *game, struct viewer viewer, struct view *view)
{
    __real_view_game(game, viewer, view);
    show_jacks(game, view);
    show_streets(game, viewer, view);
    if (leak_planted == LEAK_VIEW_ACTORS_WHEN_NEAR_HOME &&
        near_home(play_board((enum game_kind)game->kind), game)) {
        view->actors |= PAWN_BIT(PAWN_JACK);
    }
    hidden_digits = digits(game->hideout);
}

WRAP(void, wire_view, struct json_writer *writer, const char *key, const struct view *view)
{
    __real_wire_view(writer, key, view);
    for (size_t i = 0; leak_planted == LEAK_VIEW_LENGTH && i < hidden_digits; i++) {
        json_write_line(writer, false);
    }
}
