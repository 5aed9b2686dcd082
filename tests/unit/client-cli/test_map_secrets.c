/*
 * test_map_secrets.c: the map shows only what the viewer may know, and less while Jack hides his secrets.
 */
#include "client-cli/map/map.h"

#include "tests/support/c/map_harness.h"
#include "tests/support/c/run_suite.h"

static bool same_canvas(void)
{
    return memcmp(canvas.cells, other.cells, sizeof(*canvas.cells) * LARGE_WIDTH * LARGE_HEIGHT) == 0;
}

/* Checks that Jack's map with his secrets hidden equals a spectator's map. */
static void hide_and_compare(const struct board *board, const struct game *game)
{
    struct view jack = view_of(game, VIEWER_JACK, 0), public = view_of(game, VIEWER_PUBLIC, 0);
    for (int zoom = 0; zoom <= map_zoom_most() && game->phase != PHASE_OVER; zoom += 4) {
        const struct map_look look = {.zoom = zoom, .centre_x = 700, .centre_y = 500, .hide_secrets = true};
        draw(&canvas, small_window, board, &jack, &look);
        draw(&other, small_window, board, &public, &look);
        ck_assert(same_canvas());
    }
}

START_TEST(hiding_removes_all_of_jacks_secrets)
{
    watch_game((enum game_kind)_i, 13, 3, hide_and_compare);
}
END_TEST

/* Moments at which Jack was on the map. */
static unsigned jacks_seen;

static void look_for_jack(const struct board *board, const struct game *game)
{
    struct view view = view_of(game, VIEWER_JACK, 0);
    const struct map_look look = {0};
    draw(&canvas, large_window, board, &view, &look);
    if (view.on_track) {
        jacks_seen++;
        ck_assert_uint_eq(count_glyph(&canvas, 'J', INK_JACK), 1);
    } else {
        ck_assert_uint_eq(count_glyph(&canvas, 'J', INK_JACK), 0);
    }
    unsigned houses = count_glyph(&canvas, 0x2302, INK_JACK),
             planned = count_glyph(&canvas, 0x2606, INK_JACK);
    ck_assert_uint_eq(houses, view.hideout != 0);
    ck_assert_uint_eq(planned, (view.discovery[0] != 0 ? DISCOVERIES : 0U) - view.discoveries_found);
}

START_TEST(jack_sees_his_own_secrets)
{
    jacks_seen = 0;
    watch_game((enum game_kind)_i, 14, 3, look_for_jack);
    ck_assert_uint_gt(jacks_seen, 20);
}
END_TEST

/* Returns a copy of the game with different secrets but the same public state. */
static struct game with_other_secrets(const struct board *board, const struct game *game, uint64_t seed)
{
    struct random random = {seed};
    struct game twin = *game;
    unsigned women = game->women;
    twin.hideout = (uint8_t)(game->hideout != 0 ? 1 + random_below(&random, board->circles) : 0);
    twin.marked = (uint8_t)(women > 0 ? random_below(&random, 1U << women) : 0);
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if (game->discovery[i] != 0 && (game->discovered >> i & 1U) == 0) {
            twin.discovery[i] = (uint8_t)(1 + random_below(&random, board->circles));
        }
    }
    for (unsigned row = 0; row < ROWS; row++) {
        for (unsigned cell = 0; cell < CELLS; cell++) {
            if (game->row[row][cell] != 0) {
                twin.row[row][cell] = (uint8_t)(1 + random_below(&random, board->circles));
            }
        }
    }
    for (unsigned i = 0; i < PATROLS; i++) {
        if (!game->patrol[i].face_up) {
            twin.patrol[i].face = (uint8_t)random_below(&random, PAWN_COUNT);
        }
    }
    return twin;
}

static void compare_maps(const struct board *board, const struct game *game)
{
    static const enum viewer_role roles[] = {VIEWER_PUBLIC, VIEWER_DETECTIVE};
    struct game twin = with_other_secrets(board, game, game->round * 100U + game->last_cell);
    const struct map_look look = {.numbers_of_crossings = true};
    for (unsigned i = 0; i < 2 && game->phase != PHASE_OVER; i++) {
        unsigned pawns = game_policemen((enum game_kind)game->kind);
        pawns &= game->head != 0 ? ~PAWN_BIT(game->head) : pawns; /* a detective who is not the Head */
        struct view first = view_of(game, roles[i], pawns), second = view_of(&twin, roles[i], pawns);
        draw(&canvas, large_window, board, &first, &look);
        draw(&other, large_window, board, &second, &look);
        ck_assert(same_canvas());
    }
    struct view jack = view_of(game, VIEWER_JACK, 0), other_jack = view_of(&twin, VIEWER_JACK, 0);
    if (game->phase == PHASE_MOVE) { /* the secrets do differ: Jack's map shows it */
        draw(&canvas, large_window, board, &jack, &look);
        draw(&other, large_window, board, &other_jack, &look);
        ck_assert(!same_canvas());
    }
}

START_TEST(secrets_do_not_change_the_maps_of_others)
{
    watch_game((enum game_kind)_i, 15, 3, compare_maps);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map secrets");
    TCase *map = tcase_create("secrets");
    tcase_add_checked_fixture(map, make_canvases, drop_canvases);
    tcase_set_timeout(map, 60);
    tcase_add_loop_test(map, hiding_removes_all_of_jacks_secrets, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, jack_sees_his_own_secrets, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, secrets_do_not_change_the_maps_of_others, 0, GAME_KIND_COUNT);
    suite_add_tcase(suite, map);
    return run_suite(suite);
}
