/* map_harness.h: canvases, windows and games for tests of the map. */
#ifndef GASLIGHT_TESTS_MAP_HARNESS_H
#define GASLIGHT_TESTS_MAP_HARNESS_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/map/map.h"
#include "tests/support/c/play.h"

enum { SMALL_WIDTH = 54, SMALL_HEIGHT = 18, LARGE_WIDTH = 150, LARGE_HEIGHT = 50 };

static struct canvas canvas, other;

static inline void make_canvases(void)
{
    ck_assert(canvas_resize(&canvas, LARGE_WIDTH, LARGE_HEIGHT) &&
              canvas_resize(&other, LARGE_WIDTH, LARGE_HEIGHT));
}

static inline void drop_canvases(void)
{
    canvas_free(&canvas);
    canvas_free(&other);
}

static const struct map_window small_window = {0, 0, SMALL_WIDTH, SMALL_HEIGHT};
static const struct map_window large_window = {0, 0, LARGE_WIDTH, LARGE_HEIGHT};

static inline void draw(struct canvas *on, struct map_window window, const struct board *board,
                        const struct view *view, const struct map_look *look)
{
    canvas_clear(on);
    map_draw(on, window, board, view, look);
}

static inline unsigned count_glyph(struct canvas *on, uint32_t glyph, enum ink ink)
{
    unsigned count = 0;
    for (int i = 0; i < on->width * on->height; i++) {
        count += on->cells[i].glyph == glyph && on->cells[i].ink == ink;
    }
    return count;
}

/* Plays a random game and calls `look` after every `every`th action. */
static inline void watch_game(enum game_kind kind, uint64_t seed, unsigned every,
                              void (*look)(const struct board *board, const struct game *game))
{
    const struct board *board = play_board(kind);
    struct random random = {seed};
    struct setup setup = play_setup(kind, (1U << option_count(kind)) - 1, &random);
    struct game game;
    struct events events;
    struct action action;
    ck_assert_int_eq(game_new(board, &game, &setup), ERROR_OK);
    for (unsigned i = 0; play_choose(board, &game, &random, (struct play_style){true, true}, &action); i++) {
        if (i % every == 0) {
            look(board, &game);
        }
        ck_assert_int_eq(game_apply(board, &game, &action, &events), ERROR_OK);
    }
    look(board, &game);
}

static inline struct view view_of(const struct game *game, enum viewer_role role, unsigned pawns)
{
    struct view view;
    view_game(game, (struct viewer){(uint8_t)role, (uint8_t)pawns}, &view);
    return view;
}

#endif
