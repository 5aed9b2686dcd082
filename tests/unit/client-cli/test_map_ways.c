/*
 * test_map_ways.c: routes along the streets, steps with the arrow keys, and moving the window.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/map/map.h"
#include "common/base/array.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

static const struct map_window window = {2, 1, 54, 18};

/* ---- Routes -------------------------------------------------------------------------------------- */

/* Returns whether the rules allow the move: at least one line between the two circles is free. */
static bool line_is_free(const struct board *board, unsigned from, unsigned to, const struct set *occupied)
{
    for (unsigned i = 0; i < board->neighbours[from]; i++) {
        const struct neighbour *neighbour = &board->neighbour[from][i];
        for (unsigned line = 0; neighbour->circle == to && line < neighbour->routes; line++) {
            if (!set_meets(&board->route[neighbour->first_route + line], occupied)) {
                return true;
            }
        }
    }
    return false;
}

static void check_route(const struct board *board, unsigned from, unsigned to, const struct set *occupied)
{
    struct map_place route[MAP_ROUTE_MAX];
    unsigned length = map_route(board, from, to, occupied, route);
    ck_assert_msg((length > 0) == line_is_free(board, from, to, occupied), "from %u to %u", from, to);
    if (length == 0) {
        return;
    }
    ck_assert(length >= 2 && route[0].kind == END_CIRCLE && route[0].number == from);
    ck_assert(route[length - 1].kind == END_CIRCLE && route[length - 1].number == to);
    for (unsigned i = 1; i + 1 < length; i++) {
        ck_assert(route[i].kind == END_CROSSING && !set_has(occupied, route[i].number));
    }
}

/* A route can be previewed exactly when Jack may move there. */
START_TEST(a_route_exists_exactly_when_the_rules_allow_the_move)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct random random = {7};
    for (unsigned from = 1; from <= board->circles; from++) {
        struct set nobody = {0}, police = {0};
        for (unsigned i = 0; i < 5; i++) { /* close enough to block routes */
            set_add(&police, random_member(&board->barriers[from], &random));
        }
        SET_EACH (to, &board->adjacent[from]) {
            check_route(board, from, to, &nobody);
            check_route(board, from, to, &police);
        }
        check_route(board, from, 1 + random_below(&random, board->circles),
                    &nobody); /* mostly not adjacent */
    }
}
END_TEST

START_TEST(invalid_circles_have_no_route)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct map_place route[MAP_ROUTE_MAX];
    ck_assert_uint_eq(map_route(board, 0, 5, NULL, route), 0);
    ck_assert_uint_eq(map_route(board, 5, 0, NULL, route), 0);
    ck_assert_uint_eq(map_route(board, 5, 5, NULL, route), 0);
    ck_assert_uint_eq(map_route(board, 5, 250, NULL, route), 0);
}
END_TEST

/* ---- Possible trails ----------------------------------------------------------------------------- */

struct seen {
    unsigned cells, dots;
};

/* Draws a trail of one step on an empty board, with the cursor at its end, and counts its cells. */
static struct seen seen_of_step(struct canvas *canvas, const struct board *board, unsigned from, unsigned to,
                                bool numbers)
{
    const struct map_window all = {0, 0, canvas->width, canvas->height};
    const struct map_look look = {.cursor = {END_CIRCLE, (uint8_t)to},
                                  .numbers_of_crossings = numbers,
                                  .target_crossings = numbers ? board->all_crossings : (struct set){{0}},
                                  .step = {{(uint8_t)from, (uint8_t)to}},
                                  .steps = 1};
    struct seen seen = {0, 0};
    map_draw(canvas, all, board, NULL, &look);
    for (int i = 0; i < canvas->width * canvas->height; i++) {
        bool lit = (canvas->cells[i].flags & CELL_ROUTE) != 0;
        seen.cells += lit;
        seen.dots += lit && canvas->cells[i].glyph == 0x2022;
    }
    return seen;
}

/*
 * Labels cover the trails, and may leave no room between places that are close together. So circles and crossings on a
 * trail are highlighted, and its crossings are drawn as dots.
 */
START_TEST(every_step_of_a_trail_is_visible_among_the_labels)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct canvas canvas = {0};
    struct map_place route[MAP_ROUTE_MAX];
    ck_assert(canvas_resize(&canvas, 110, 42));
    for (unsigned from = 1; from <= board->circles; from++) {
        SET_EACH (to, &board->adjacent[from]) {
            struct seen seen = seen_of_step(&canvas, board, from, to, from % 2 != 0);
            ck_assert_uint_ge(seen.cells, 2);
            ck_assert(seen.dots > 0 || map_route(board, from, to, NULL, route) <= 2);
        }
    }
    canvas_free(&canvas);
}
END_TEST

/* ---- Steps --------------------------------------------------------------------------------------- */

static const int directions[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

static struct place point(const struct board *board, struct map_place place)
{
    return place.kind == END_CIRCLE ? board->circle[place.number] : board->crossing[place.number];
}

START_TEST(a_step_goes_in_the_direction_of_its_key)
{
    const struct board *board = play_board((enum game_kind)_i);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        for (unsigned i = 0; i < COUNT(directions); i++) {
            struct map_place from = {END_CIRCLE, (uint8_t)circle};
            int dx = directions[i][0], dy = directions[i][1];
            struct map_place to = map_step(board, from, &board->all_circles, &board->all_crossings, dx, dy);
            struct place a = point(board, from), b = point(board, to);
            bool stays = to.kind == from.kind && to.number == from.number;
            ck_assert(stays || (b.x - a.x) * dx + (b.y - a.y) * dy > 0);
        }
    }
}
END_TEST

/* The four arrow keys are enough to reach any target. */
START_TEST(every_target_can_be_reached_with_the_arrow_keys)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct random random = {9};
    for (unsigned round = 0; round < 60; round++) {
        struct set targets = {0}, reached = {0}, before;
        for (unsigned i = 0; i < 2 + round; i++) {
            set_add(&targets, 1 + random_below(&random, board->circles));
        }
        set_add(&reached, set_next(&targets, 0));
        do {
            before = reached;
            SET_EACH (circle, &before) {
                for (unsigned i = 0; i < 4; i++) {
                    struct map_place from = {END_CIRCLE, (uint8_t)circle};
                    from = map_step(board, from, &targets, NULL, directions[i][0], directions[i][1]);
                    set_add(&reached, from.number);
                }
            }
        } while (memcmp(&before, &reached, sizeof(before)) != 0);
        ck_assert_mem_eq(&reached, &targets, sizeof(reached));
    }
}
END_TEST

START_TEST(without_a_place_steps_start_in_the_middle)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct map_place none = {0, 0}, first = map_step(board, none, &board->all_circles, NULL, 1, 0);
    ck_assert_uint_ne(first.number, 0);
    ck_assert_int_lt(abs(board->circle[first.number].x - board->width / 2), 120);
    ck_assert_int_lt(abs(board->circle[first.number].y - board->height / 2), 120);
    struct set empty = {0};
    ck_assert_uint_eq(map_step(board, none, &empty, NULL, 1, 0).number, 0);
    ck_assert_uint_eq(map_step(board, first, &empty, &empty, 1, 0).number, first.number);
}
END_TEST

/* ---- The window ---------------------------------------------------------------------------------- */

START_TEST(map_show_scrolls_a_place_into_the_window)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct canvas canvas = {0};
    ck_assert(canvas_resize(&canvas, 60, 20));
    for (unsigned circle = 1; circle <= board->circles; circle += 5) {
        struct map_place place = {END_CIRCLE, (uint8_t)circle};
        for (int zoom = 0; zoom <= map_zoom_most(); zoom++) {
            struct map_look look = {.zoom = zoom, .cursor = place};
            unsigned cells = 0;
            map_show(&look, window, board, place);
            map_draw(&canvas, window, board, NULL, &look);
            for (int i = 0; i < 60 * 20; i++) {
                cells += (canvas.cells[i].flags & CELL_CURSOR) != 0;
            }
            ck_assert_uint_gt(cells, 0);
            struct map_look again = look;
            map_show(&again, window, board, place); /* already visible: no change */
            ck_assert(again.centre_x == look.centre_x && again.centre_y == look.centre_y);
        }
    }
    canvas_free(&canvas);
}
END_TEST

/* The centre stops at the edge, so the first step back has an effect. */
START_TEST(scrolling_stops_at_the_edge_and_can_be_reversed)
{
    const struct board *board = play_board((enum game_kind)_i);
    for (unsigned i = 0; i < COUNT(directions); i++) {
        struct map_look look = {.zoom = 3, .centre_x = 700, .centre_y = 500};
        int dx = directions[i][0], dy = directions[i][1];
        map_scroll(&look, window, board, 900 * dx, 900 * dy);
        struct map_look edge = look;
        map_scroll(&look, window, board, dx, dy);
        ck_assert(look.centre_x == edge.centre_x && look.centre_y == edge.centre_y);
        map_scroll(&look, window, board, -dx, -dy);
        ck_assert(dx == 0 || (look.centre_x - edge.centre_x) * dx < 0);
        ck_assert(dy == 0 || (look.centre_y - edge.centre_y) * dy < 0);
    }
}
END_TEST

START_TEST(zooming_stops_at_its_limits_and_can_be_reversed)
{
    static const struct map_window sizes[] = {{0, 0, 54, 18}, {0, 0, 150, 50}, {0, 0, 400, 120}};
    const struct board *board = play_board((enum game_kind)_i);
    for (unsigned i = 0; i < COUNT(sizes); i++) {
        struct map_look look = {0};
        map_zoom(&look, sizes[i], board, 100);
        int most = look.zoom;
        ck_assert_int_le(most, map_zoom_most());
        map_zoom(&look, sizes[i], board, 1);
        ck_assert_int_eq(look.zoom, most);
        map_zoom(&look, sizes[i], board, -1);
        ck_assert_int_eq(look.zoom, most > 0 ? most - 1 : 0);
        map_zoom(&look, sizes[i], board, -100);
        ck_assert_int_eq(look.zoom, 0);
    }
    struct map_look look = {0};
    map_zoom(&look, sizes[0], board, 3); /* without a centre: zooms into the middle of the board */
    ck_assert_int_lt(abs(look.centre_x - board->width / 2), 100);
    ck_assert_int_lt(abs(look.centre_y - board->height / 2), 100);
}
END_TEST

/* A click on a number picks its circle; a click far from any place picks nothing. */
START_TEST(a_click_picks_the_place_drawn_there)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct canvas canvas = {0};
    unsigned numbers = 0;
    ck_assert(canvas_resize(&canvas, 60, 20));
    for (int zoom = 0; zoom <= map_zoom_most(); zoom += 2) {
        const struct map_look look = {.zoom = zoom, .centre_x = 800, .centre_y = 500};
        map_draw(&canvas, window, board, NULL, &look);
        for (int y = 0; y < 20; y++) {
            for (int x = 0; x < 60; x++) {
                unsigned number = 0;
                int first = x;
                for (uint32_t glyph;
                     x < 60 && (glyph = canvas_at(&canvas, x, y)->glyph) >= '0' && glyph <= '9'; x++) {
                    number = number * 10 + glyph - '0';
                }
                for (int at = first; at < x; at++) {
                    struct map_place place = map_place_at(&look, window, board, at, y);
                    ck_assert(place.kind == END_CIRCLE && place.number == number);
                }
                numbers += number != 0;
            }
        }
    }
    ck_assert_uint_gt(numbers, 150);
    const struct map_look near = {
        .zoom = map_zoom_most(), .centre_x = 1, .centre_y = 1}; /* a corner without streets */
    ck_assert_uint_eq(map_place_at(&near, window, board, window.x, window.y).number, 0);
    ck_assert_uint_eq(map_place_at(&near, window, board, 0, 0).number, 0); /* outside */
    canvas_free(&canvas);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map routes");
    TCase *routes = tcase_create("routes");
    tcase_set_timeout(routes, 60);
    tcase_add_loop_test(routes, a_route_exists_exactly_when_the_rules_allow_the_move, 0, GAME_KIND_COUNT);
    tcase_add_test(routes, invalid_circles_have_no_route);
    tcase_add_loop_test(routes, every_step_of_a_trail_is_visible_among_the_labels, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(routes, a_step_goes_in_the_direction_of_its_key, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(routes, every_target_can_be_reached_with_the_arrow_keys, 0, GAME_KIND_COUNT);
    tcase_add_test(routes, without_a_place_steps_start_in_the_middle);
    tcase_add_loop_test(routes, map_show_scrolls_a_place_into_the_window, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(routes, scrolling_stops_at_the_edge_and_can_be_reversed, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(routes, zooming_stops_at_its_limits_and_can_be_reversed, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(routes, a_click_picks_the_place_drawn_there, 0, GAME_KIND_COUNT);
    suite_add_tcase(suite, routes);
    return run_suite(suite);
}
