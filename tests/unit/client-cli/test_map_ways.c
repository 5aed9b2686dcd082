/*
 * test_client_map_ways.c: ways along the streets, steps by the arrow keys, and moving the window.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/map/map.h"
#include "common/base/array.h"
#include "tests/support/play.h"
#include "tests/support/run_suite.h"

static const struct map_window window = {2, 1, 54, 18};

/* ---- Ways ---------------------------------------------------------------------------------------- */

/* What the rules say: some line between the two is free. */
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

static void check_way(const struct board *board, unsigned from, unsigned to, const struct set *occupied)
{
    struct map_place way[MAP_ROUTE_MAX];
    unsigned length = map_route(board, from, to, occupied, way);
    ck_assert_msg((length > 0) == line_is_free(board, from, to, occupied), "from %u to %u", from, to);
    if (length == 0) {
        return;
    }
    ck_assert(length >= 2 && way[0].kind == END_CIRCLE && way[0].number == from);
    ck_assert(way[length - 1].kind == END_CIRCLE && way[length - 1].number == to);
    for (unsigned i = 1; i + 1 < length; i++) {
        ck_assert(way[i].kind == END_CROSSING && !set_has(occupied, way[i].number));
    }
}

/* The way that is previewed exists exactly when Jack may go there. */
START_TEST(there_is_a_way_where_the_rules_have_a_free_line)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct random random = {7};
    for (unsigned from = 1; from <= board->circles; from++) {
        struct set nobody = {0}, police = {0};
        for (unsigned i = 0; i < 5; i++) { /* near enough to be in the way */
            set_add(&police, random_member(&board->barriers[from], &random));
        }
        SET_EACH (to, &board->adjacent[from]) {
            check_way(board, from, to, &nobody);
            check_way(board, from, to, &police);
        }
        check_way(board, from, 1 + random_below(&random, board->circles), &nobody); /* mostly not adjacent */
    }
}
END_TEST

START_TEST(there_is_no_way_to_nowhere)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct map_place way[MAP_ROUTE_MAX];
    ck_assert_uint_eq(map_route(board, 0, 5, NULL, way), 0);
    ck_assert_uint_eq(map_route(board, 5, 0, NULL, way), 0);
    ck_assert_uint_eq(map_route(board, 5, 5, NULL, way), 0);
    ck_assert_uint_eq(map_route(board, 5, 250, NULL, way), 0);
}
END_TEST

/* ---- Ways that are possible ---------------------------------------------------------------------- */

struct seen {
    unsigned cells, pebbles;
};

/* A way of one step on an otherwise bare board, its end under the cursor. */
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
        seen.pebbles += lit && canvas->cells[i].glyph == 0x2022;
    }
    return seen;
}

/*
 * Labels lie on top of the ways, and where places are near each other nothing is left between them: so circles
 * and crossings on a way are lit up, and a crossing is a pebble of it.
 */
START_TEST(every_step_of_a_way_is_seen_among_the_labels)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct canvas canvas = {0};
    struct map_place way[MAP_ROUTE_MAX];
    ck_assert(canvas_resize(&canvas, 110, 42));
    for (unsigned from = 1; from <= board->circles; from++) {
        SET_EACH (to, &board->adjacent[from]) {
            struct seen seen = seen_of_step(&canvas, board, from, to, from % 2 != 0);
            ck_assert_uint_ge(seen.cells, 2);
            ck_assert(seen.pebbles > 0 || map_route(board, from, to, NULL, way) <= 2);
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

START_TEST(a_step_goes_the_way_of_its_key)
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

/* With the four keys one gets everywhere: no target is out of reach of the keyboard. */
START_TEST(every_target_can_be_reached_by_steps)
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

START_TEST(without_a_place_a_step_begins_in_the_middle)
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

START_TEST(a_place_that_is_shown_is_in_the_window)
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
            map_show(&again, window, board, place); /* it is there already */
            ck_assert(again.centre_x == look.centre_x && again.centre_y == look.centre_y);
        }
    }
    canvas_free(&canvas);
}
END_TEST

/* At the edge the centre stops: the first step back is seen at once. */
START_TEST(scrolling_stops_at_the_edge_and_comes_back)
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

START_TEST(zooming_in_and_out_comes_back)
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
    map_zoom(&look, sizes[0], board, 3); /* from nothing at all into the middle of the board */
    ck_assert_int_lt(abs(look.centre_x - board->width / 2), 100);
    ck_assert_int_lt(abs(look.centre_y - board->height / 2), 100);
}
END_TEST

/* A click on a number picks its circle; one far from everything picks nothing. */
START_TEST(a_click_picks_what_is_drawn_there)
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
    Suite *suite = suite_create("map ways");
    TCase *ways = tcase_create("ways");
    tcase_set_timeout(ways, 60);
    tcase_add_loop_test(ways, there_is_a_way_where_the_rules_have_a_free_line, 0, GAME_KIND_COUNT);
    tcase_add_test(ways, there_is_no_way_to_nowhere);
    tcase_add_loop_test(ways, every_step_of_a_way_is_seen_among_the_labels, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(ways, a_step_goes_the_way_of_its_key, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(ways, every_target_can_be_reached_by_steps, 0, GAME_KIND_COUNT);
    tcase_add_test(ways, without_a_place_a_step_begins_in_the_middle);
    tcase_add_loop_test(ways, a_place_that_is_shown_is_in_the_window, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(ways, scrolling_stops_at_the_edge_and_comes_back, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(ways, zooming_in_and_out_comes_back, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(ways, a_click_picks_what_is_drawn_there, 0, GAME_KIND_COUNT);
    suite_add_tcase(suite, ways);
    return run_suite(suite);
}
