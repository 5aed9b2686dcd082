/*
 * test_board.c: facts about the two printed boards, and the tables of any board.
 *
 * The facts come from the rulebooks (docs/rules.md). The tables are compared with slow and obvious searches
 * over the list of streets, written a second time on purpose.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/board/board.h"
#include "tests/support/c/run_suite.h"

enum { NODES = 3 * SET_LIMIT, POLICE_TRIALS = 60 };

static struct board *boards[GAME_KIND_COUNT];

static void load_boards(void)
{
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        boards[game] = board_builtin((enum game_kind)game);
        ck_assert_ptr_nonnull(boards[game]);
    }
}

static void free_boards(void)
{
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        board_free(boards[game]);
    }
}

static struct set set_of(const unsigned *members, size_t count)
{
    struct set set = {{0}};
    for (size_t i = 0; i < count; i++) {
        set_add(&set, members[i]);
    }
    return set;
}

#define SET(...) \
    set_of((const unsigned[]){__VA_ARGS__}, sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

static bool equal(struct set left, struct set right)
{
    return memcmp(&left, &right, sizeof left) == 0;
}

static unsigned pairs(const struct set *relation, unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = 1; i <= count; i++) {
        sum += set_count(&relation[i]);
    }
    return sum / 2;
}

/* ---- the printed boards ---- */

START_TEST(circle_65_is_adjacent_to_exactly_seven)
{
    ck_assert(equal(boards[GAME_WHITECHAPEL]->adjacent[65], SET(51, 63, 66, 67, 82, 83, 84)));
}
END_TEST

START_TEST(a_coach_goes_from_103_over_69_to_56)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    ck_assert(set_has(&board->adjacent[103], 69));
    ck_assert(set_has(&board->adjacent[69], 56));
    ck_assert_uint_eq(board->steps[103][56], 2);
}
END_TEST

START_TEST(a_coach_never_ends_where_it_began)
{
    const struct board *board = boards[_i];
    for (unsigned from = 1; from <= board->circles; from++) {
        SET_EACH (via, &board->adjacent[from]) {
            struct set ends = board_coach_ends(board, from, via);
            ck_assert(!set_has(&ends, from));
            set_add(&ends, from);
            ck_assert(equal(ends, board->adjacent[via]));
        }
    }
}
END_TEST

START_TEST(a_coach_leads_on_unless_every_way_is_forbidden)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    struct set forbidden = {{0}};
    ck_assert(board_coach_exists(board, 65, &forbidden));
    ck_assert(!board_coach_exists(board, 65, &board->adjacent[65])); /* no first step is possible */
    forbidden = set_minus(board->all_circles, &board->adjacent[65]);
    SET_EACH (via, &board->adjacent[65]) {
        forbidden = set_or(forbidden, &board->adjacent[via]);
    }
    set_remove(&forbidden, 63); /* a first step is possible, but no second one */
    ck_assert(!board_coach_exists(board, 65, &forbidden));
    struct set ends = board_coach_ends(board, 65, 63);
    set_remove(&forbidden, set_next(&ends, 0));
    ck_assert(board_coach_exists(board, 65, &forbidden));
}
END_TEST

START_TEST(one_move_goes_from_127_to_103)
{
    ck_assert(set_has(&boards[GAME_WHITECHAPEL]->adjacent[127], 103));
    ck_assert_uint_eq(boards[GAME_WHITECHAPEL]->steps[127][103], 1);
}
END_TEST

START_TEST(the_block_south_of_56_has_six_other_circles)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    struct set block = SET(57, 69, 70, 71, 72, 73);
    ck_assert(equal(set_and(board->alley[56], &block), block));
    bool drawn = false;
    set_add(&block, 56);
    for (unsigned i = 0; i < board->houses; i++) {
        struct set circles = {{0}};
        for (unsigned k = 0; k < board->house[i].count; k++) {
            if (board->house[i].end[k].kind == END_CIRCLE) {
                set_add(&circles, board->house[i].end[k].number);
            }
        }
        drawn = drawn || equal(circles, block);
    }
    ck_assert(drawn);
}
END_TEST

START_TEST(one_crossing_has_exactly_99_100_and_120_next_to_it)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    unsigned found = 0;
    for (unsigned i = 1; i <= board->crossings; i++) {
        found += equal(board->next_to[i], SET(99, 100, 120));
    }
    ck_assert_uint_eq(found, 1);
}
END_TEST

START_TEST(goulston_street_is_one_crossing_in_section_A_b)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    ck_assert_uint_eq(board->goulston_street, 100);
    ck_assert_uint_eq(board->crossing[100].colour, BORDER_RED);
    ck_assert(set_has(&board->section[SECTION_A_b], 100));
    ck_assert_uint_eq(boards[GAME_WHITEHALL]->goulston_street, 0);
}
END_TEST

START_TEST(whitechapel_has_the_printed_places)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    ck_assert_str_eq(board->name, "whitechapel");
    ck_assert_int_eq(board->game, GAME_WHITECHAPEL);
    ck_assert_uint_eq(board->circles, 195);
    ck_assert_uint_eq(board->crossings, 234);
    ck_assert_uint_eq(set_count(&board->all_circles), 195);
    ck_assert_uint_eq(set_count(&board->all_crossings), 234);
    ck_assert_uint_eq(board->houses, 148);
    ck_assert_uint_eq(board->waters, 0);
    ck_assert(equal(board->red_circles, SET(3, 21, 27, 65, 84, 147, 149, 158)));
    ck_assert(equal(board->yellow_crossings, SET(39, 48, 66, 143, 150, 154, 186)));
}
END_TEST

START_TEST(whitehall_has_the_printed_places)
{
    const struct board *board = boards[GAME_WHITEHALL];
    ck_assert_str_eq(board->name, "whitehall");
    ck_assert_int_eq(board->game, GAME_WHITEHALL);
    ck_assert_uint_eq(board->circles, 189);
    ck_assert_uint_eq(board->crossings, 174);
    ck_assert_uint_eq(board->houses, 127);
    ck_assert_uint_eq(board->waters, 5);
    ck_assert_uint_eq(board->blue_lines, 2);
    ck_assert(equal(board->yellow_crossings, SET(82, 91, 92, 96, 108, 109)));
    ck_assert(set_is_empty(&board->red_circles));
    ck_assert_uint_eq(set_count(&board->quadrant[QUADRANT_NW]), 35);
    ck_assert_uint_eq(set_count(&board->quadrant[QUADRANT_NE]), 24);
    ck_assert_uint_eq(set_count(&board->quadrant[QUADRANT_SW]), 23);
    ck_assert_uint_eq(set_count(&board->quadrant[QUADRANT_SE]), 23);
}
END_TEST

START_TEST(whitechapel_has_775_453_and_451_pairs)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    ck_assert_uint_eq(pairs(board->adjacent, board->circles), 775);
    ck_assert_uint_eq(pairs(board->crossing_adjacent, board->crossings), 453);
    ck_assert_uint_eq(pairs(board->alley, board->circles), 451);
    ck_assert_uint_eq(pairs(board->boat, board->circles), 0);
}
END_TEST

START_TEST(whitehall_has_679_367_383_and_39_pairs)
{
    const struct board *board = boards[GAME_WHITEHALL];
    ck_assert_uint_eq(pairs(board->adjacent, board->circles), 679);
    ck_assert_uint_eq(pairs(board->crossing_adjacent, board->crossings), 367);
    ck_assert_uint_eq(pairs(board->alley, board->circles), 383);
    ck_assert_uint_eq(pairs(board->boat, board->circles), 39);
}
END_TEST

START_TEST(only_crossings_155_and_204_have_nothing_next_to_them)
{
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        const struct board *board = boards[game];
        for (unsigned i = 1; i <= board->crossings; i++) {
            bool expected = game == GAME_WHITECHAPEL && (i == 155 || i == 204);
            ck_assert_msg(set_is_empty(&board->next_to[i]) == expected, "%s x%u", board->name, i);
        }
    }
}
END_TEST

START_TEST(every_whitechapel_crossing_is_in_one_section)
{
    const struct board *board = boards[GAME_WHITECHAPEL];
    unsigned sum = 0;
    for (unsigned i = SECTION_A_a; i < SECTION_COUNT; i++) {
        ck_assert_uint_gt(set_count(&board->section[i]), 0);
        sum += set_count(&board->section[i]);
    }
    ck_assert_uint_eq(sum, board->crossings);
    ck_assert(set_is_empty(&board->section[SECTION_NONE]));
}
END_TEST

START_TEST(boats_join_blue_circles_and_alleys_never_do)
{
    const struct board *board = boards[GAME_WHITEHALL];
    for (unsigned i = 1; i <= board->circles; i++) {
        bool blue = board->circle[i].colour == CIRCLE_BLUE;
        ck_assert(blue == !set_is_empty(&board->boat[i]));
        ck_assert(!blue || set_is_empty(&board->alley[i]));
    }
    ck_assert(equal(board->boat[66], SET(98)));
    ck_assert(equal(board->boat[138], SET(157, 158, 160)));
}
END_TEST

/* ---- the tables, compared with slow searches ---- */

static unsigned node_of(struct end end)
{
    return (unsigned)end.kind * SET_LIMIT + end.number;
}

/*
 * Marks every node that can be reached from `start` along streets, passing only through joints, through
 * circles if `over_circles`, and through the `open` crossings. Repeats over all streets until nothing
 * changes.
 */
static void flood(const struct board *board, unsigned start, bool over_circles, const struct set *open,
                  bool met[NODES])
{
    bool passed[NODES] = {false};
    memset(met, 0, NODES * sizeof met[0]);
    passed[start] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < 2 * board->streets; i++) {
            unsigned from = node_of(board->street[i / 2].end[i % 2]);
            unsigned to = node_of(board->street[i / 2].end[1 - i % 2]);
            if (!passed[from] || met[to] || to == start) {
                continue;
            }
            struct end end = board->street[i / 2].end[1 - i % 2];
            met[to] = true;
            passed[to] = end.kind == END_JOINT || (end.kind == END_CIRCLE && over_circles) ||
                         (end.kind == END_CROSSING && set_has(open, end.number));
            changed = true;
        }
    }
}

static struct set members_met(const bool met[NODES], unsigned kind)
{
    struct set set = {{0}};
    for (unsigned i = 1; i < SET_LIMIT; i++) {
        if (met[kind * SET_LIMIT + i]) {
            set_add(&set, i);
        }
    }
    return set;
}

START_TEST(circles_are_adjacent_when_a_line_without_a_circle_joins_them)
{
    const struct board *board = boards[_i];
    bool met[NODES];
    for (unsigned i = 1; i <= board->circles; i++) {
        flood(board, i, false, &board->all_crossings, met);
        ck_assert_msg(equal(members_met(met, END_CIRCLE), board->adjacent[i]), "%s c%u", board->name, i);
    }
}
END_TEST

START_TEST(crossings_are_adjacent_when_a_line_without_a_crossing_joins_them)
{
    const struct board *board = boards[_i];
    const struct set none = {{0}};
    bool met[NODES];
    for (unsigned i = 1; i <= board->crossings; i++) {
        flood(board, SET_LIMIT + i, true, &none, met);
        struct set adjacent = members_met(met, END_CROSSING);
        ck_assert_msg(equal(adjacent, board->crossing_adjacent[i]), "%s x%u", board->name, i);
        struct set reach = adjacent;
        SET_EACH (middle, &adjacent) {
            reach = set_or(reach, &board->crossing_adjacent[middle]);
        }
        set_add(&reach, i);
        ck_assert(equal(reach, board->reach[i]));
    }
}
END_TEST

START_TEST(a_circle_is_next_to_a_crossing_when_only_joints_are_between)
{
    const struct board *board = boards[_i];
    const struct set none = {{0}};
    bool met[NODES];
    for (unsigned i = 1; i <= board->crossings; i++) {
        flood(board, SET_LIMIT + i, false, &none, met);
        ck_assert(equal(members_met(met, END_CIRCLE), board->next_to[i]));
    }
    for (unsigned i = 1; i <= board->circles; i++) {
        flood(board, i, false, &none, met);
        ck_assert(equal(members_met(met, END_CROSSING), board->beside[i]));
    }
}
END_TEST

START_TEST(every_route_is_a_line_and_needs_all_its_crossings)
{
    const struct board *board = boards[_i];
    bool met[NODES];
    unsigned routes = 0;
    for (unsigned i = 1; i <= board->circles; i++) {
        struct set barriers = {{0}};
        ck_assert_uint_eq(board->neighbours[i], set_count(&board->adjacent[i]));
        for (unsigned k = 0; k < board->neighbours[i]; k++) {
            const struct neighbour *neighbour = &board->neighbour[i][k];
            ck_assert(set_has(&board->adjacent[i], neighbour->circle));
            ck_assert(k == 0 || neighbour->circle > board->neighbour[i][k - 1].circle);
            ck_assert_uint_eq(neighbour->first_route, routes);
            ck_assert_uint_gt(neighbour->routes, 0);
            for (unsigned r = 0; r < neighbour->routes; r++, routes++) {
                struct set line = board->route[routes];
                barriers = set_or(barriers, &line);
                flood(board, i, false, &line, met);
                ck_assert(met[neighbour->circle]);
                SET_EACH (crossing, &line) {
                    struct set rest = line;
                    set_remove(&rest, crossing);
                    flood(board, i, false, &rest, met);
                    ck_assert(!met[neighbour->circle]);
                }
            }
        }
        ck_assert(equal(barriers, board->barriers[i]));
    }
    ck_assert_uint_eq(routes, board->routes);
}
END_TEST

static struct set reached_past(const struct board *board, unsigned circle, const struct set *police)
{
    struct set reached = {{0}};
    for (unsigned k = 0; k < board->neighbours[circle]; k++) {
        const struct neighbour *neighbour = &board->neighbour[circle][k];
        for (unsigned r = 0; r < neighbour->routes; r++) {
            if (!set_meets(&board->route[neighbour->first_route + r], police)) {
                set_add(&reached, neighbour->circle);
            }
        }
    }
    return reached;
}

/* Occupies every second to every tenth crossing, at places from a fixed sequence. */
START_TEST(a_circle_can_be_reached_exactly_when_one_route_is_free)
{
    const struct board *board = boards[_i];
    uint32_t draw = 1888;
    bool met[NODES];
    for (unsigned trial = 0; trial < POLICE_TRIALS; trial++) {
        struct set police = {{0}};
        for (unsigned i = 1; i <= board->crossings; i++) {
            draw = draw * 1664525U + 1013904223U;
            if ((draw >> 16) % (2 + trial % 9) == 0) {
                set_add(&police, i);
            }
        }
        struct set open = set_minus(board->all_crossings, &police);
        for (unsigned i = 1; i <= board->circles; i++) {
            flood(board, i, false, &open, met);
            ck_assert(equal(members_met(met, END_CIRCLE), reached_past(board, i, &police)));
        }
    }
}
END_TEST

START_TEST(every_relation_is_the_same_from_both_sides)
{
    const struct board *board = boards[_i];
    const struct set *const of_circles[] = {board->adjacent, board->alley, board->boat};
    const struct set *const of_crossings[] = {board->crossing_adjacent, board->reach, board->outline};
    for (unsigned i = 1; i < SET_LIMIT; i++) {
        for (unsigned k = 1; k < SET_LIMIT; k++) {
            for (unsigned r = 0; r < 3; r++) {
                ck_assert(set_has(&of_circles[r][i], k) == set_has(&of_circles[r][k], i));
                ck_assert(set_has(&of_crossings[r][i], k) == set_has(&of_crossings[r][k], i));
            }
            ck_assert(set_has(&board->next_to[i], k) == set_has(&board->beside[k], i));
        }
        ck_assert(!set_has(&board->adjacent[i], i) && !set_has(&board->alley[i], i));
        ck_assert(!set_has(&board->boat[i], i) && !set_has(&board->outline[i], i));
        ck_assert(!set_has(&board->crossing_adjacent[i], i));
    }
}
END_TEST

START_TEST(the_lines_between_two_circles_are_the_same_from_both_sides)
{
    const struct board *board = boards[_i];
    for (unsigned i = 1; i <= board->circles; i++) {
        for (unsigned k = 0; k < board->neighbours[i]; k++) {
            const struct neighbour *there = &board->neighbour[i][k];
            const struct neighbour *back = board->neighbour[there->circle];
            while (back->circle != i) {
                back++;
            }
            ck_assert_uint_eq(there->routes, back->routes);
            for (unsigned r = 0; r < there->routes; r++) {
                unsigned same = 0;
                for (unsigned s = 0; s < back->routes; s++) {
                    same += equal(board->route[there->first_route + r], board->route[back->first_route + s]);
                }
                ck_assert_uint_eq(same, 1);
            }
        }
    }
}
END_TEST

START_TEST(steps_are_the_fewest_moves_between_two_circles)
{
    const struct board *board = boards[_i];
    for (unsigned i = 1; i <= board->circles; i++) {
        ck_assert_uint_eq(board->steps[i][i], 0);
        for (unsigned k = 1; k <= board->circles; k++) {
            unsigned best = BOARD_FAR;
            SET_EACH (before, &board->adjacent[k]) {
                best = board->steps[i][before] + 1U < best ? board->steps[i][before] + 1U : best;
            }
            ck_assert(i == k || board->steps[i][k] == best);
            ck_assert_uint_eq(board->steps[i][k], board->steps[k][i]);
        }
    }
}
END_TEST

START_TEST(outlines_join_the_crossings_of_one_house)
{
    const struct board *board = boards[_i];
    struct set expected[SET_LIMIT] = {{{0}}};
    for (unsigned h = 0; h < board->houses; h++) {
        const struct outline *house = &board->house[h];
        for (unsigned i = 0; i < house->count; i++) {
            for (unsigned k = 0; k < house->count; k++) {
                if (house->end[i].kind == END_CROSSING && house->end[k].kind == END_CROSSING &&
                    house->end[i].number != house->end[k].number) {
                    set_add(&expected[house->end[i].number], house->end[k].number);
                }
            }
        }
    }
    ck_assert_int_eq(memcmp(expected, board->outline, sizeof expected), 0);
}
END_TEST

static Suite *board_suite(void)
{
    Suite *suite = suite_create("board");
    TCase *facts = tcase_create("printed boards");
    TCase *tables = tcase_create("tables");
    tcase_add_unchecked_fixture(facts, load_boards, free_boards);
    tcase_add_test(facts, circle_65_is_adjacent_to_exactly_seven);
    tcase_add_test(facts, a_coach_goes_from_103_over_69_to_56);
    tcase_add_loop_test(facts, a_coach_never_ends_where_it_began, 0, 2);
    tcase_add_test(facts, a_coach_leads_on_unless_every_way_is_forbidden);
    tcase_add_test(facts, one_move_goes_from_127_to_103);
    tcase_add_test(facts, the_block_south_of_56_has_six_other_circles);
    tcase_add_test(facts, one_crossing_has_exactly_99_100_and_120_next_to_it);
    tcase_add_test(facts, goulston_street_is_one_crossing_in_section_A_b);
    tcase_add_test(facts, whitechapel_has_the_printed_places);
    tcase_add_test(facts, whitehall_has_the_printed_places);
    tcase_add_test(facts, whitechapel_has_775_453_and_451_pairs);
    tcase_add_test(facts, whitehall_has_679_367_383_and_39_pairs);
    tcase_add_test(facts, only_crossings_155_and_204_have_nothing_next_to_them);
    tcase_add_test(facts, every_whitechapel_crossing_is_in_one_section);
    tcase_add_test(facts, boats_join_blue_circles_and_alleys_never_do);
    suite_add_tcase(suite, facts);

    tcase_add_unchecked_fixture(tables, load_boards, free_boards);
    tcase_set_timeout(tables, 60);
    tcase_add_loop_test(tables, circles_are_adjacent_when_a_line_without_a_circle_joins_them, 0, 2);
    tcase_add_loop_test(tables, crossings_are_adjacent_when_a_line_without_a_crossing_joins_them, 0, 2);
    tcase_add_loop_test(tables, a_circle_is_next_to_a_crossing_when_only_joints_are_between, 0, 2);
    tcase_add_loop_test(tables, every_route_is_a_line_and_needs_all_its_crossings, 0, 2);
    tcase_add_loop_test(tables, a_circle_can_be_reached_exactly_when_one_route_is_free, 0, 2);
    tcase_add_loop_test(tables, every_relation_is_the_same_from_both_sides, 0, 2);
    tcase_add_loop_test(tables, the_lines_between_two_circles_are_the_same_from_both_sides, 0, 2);
    tcase_add_loop_test(tables, steps_are_the_fewest_moves_between_two_circles, 0, 2);
    tcase_add_loop_test(tables, outlines_join_the_crossings_of_one_house, 0, 2);
    suite_add_tcase(suite, tables);
    return suite;
}

int main(void)
{
    return run_suite(board_suite());
}
