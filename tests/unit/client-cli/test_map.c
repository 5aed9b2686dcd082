/*
 * test_map.c: what is drawn on the map.
 *
 * Most tests read the canvas as a person would: numbers are runs of digits, policemen are letters, and so on. The views
 * come from random games of both kinds.
 */
#include "client-cli/map/map.h"
#include "common/base/array.h"

#include "tests/support/c/map_harness.h"
#include "tests/support/c/run_suite.h"

static const struct map_window windows[] = {
    {0, 0, SMALL_WIDTH, SMALL_HEIGHT}, {0, 0, LARGE_WIDTH, LARGE_HEIGHT}, {3, 2, 100, 20}, {1, 1, 30, 40}};

enum { WINDOWS = COUNT(windows) };

/* ---- Reading the canvas -------------------------------------------------------------------------- */

static bool is_digit(const struct cell *cell)
{
    return cell != NULL && cell->glyph >= '0' && cell->glyph <= '9';
}

/* Counts how often each number is on the canvas; [0] counts runs of digits that are not a circle of the board. */
static void count_numbers(struct canvas *on, const struct board *board, unsigned seen[SET_LIMIT])
{
    memset(seen, 0, SET_LIMIT * sizeof(*seen));
    for (int y = 0; y < on->height; y++) {
        for (int x = 0; x < on->width; x++) {
            unsigned number = 0;
            bool run = is_digit(canvas_at(on, x, y));
            for (; is_digit(canvas_at(on, x, y)); x++) {
                number = number < 10000 ? number * 10 + canvas_at(on, x, y)->glyph - '0' : number;
            }
            if (run) {
                seen[number >= 1 && number <= board->circles ? number : 0]++;
            }
        }
    }
}

/* ---- The bare board ------------------------------------------------------------------------------ */

START_TEST(at_the_highest_zoom_every_circle_shows_its_number_once)
{
    const struct board *board = play_board((enum game_kind)_i);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        struct map_look look = {.zoom = map_zoom_most()};
        unsigned seen[SET_LIMIT];
        map_show(&look, small_window, board, (struct map_place){END_CIRCLE, (uint8_t)circle});
        draw(&canvas, small_window, board, NULL, &look);
        count_numbers(&canvas, board, seen);
        ck_assert_msg(seen[circle] == 1, "%u is drawn %u times", circle, seen[circle]);
        ck_assert_msg(seen[0] == 0, "digits that are not a circle near %u", circle); /* two numbers merged */
        for (unsigned i = 1; i <= board->circles; i++) {
            ck_assert_msg(seen[i] <= 1, "%u near %u", i, circle);
        }
    }
}
END_TEST

/*
 * With the whole board in a large window, every circle shows its number. In a small window two thirds do, and the
 * others are rings.
 */
START_TEST(the_whole_board_shows_most_numbers)
{
    static const unsigned least[][GAME_KIND_COUNT] = {{135, 148}, {195, 189}}; /* small, large */
    const struct board *board = play_board((enum game_kind)_i);
    const struct map_look look = {0};
    for (int large = 0; large <= 1; large++) {
        unsigned seen[SET_LIMIT], numbers = 0, rings = 0;
        draw(&canvas, large ? large_window : small_window, board, NULL, &look);
        count_numbers(&canvas, board, seen);
        for (unsigned i = 1; i <= board->circles; i++) {
            ck_assert_uint_le(seen[i], 1);
            numbers += seen[i];
        }
        for (int i = 0; i < canvas.width * canvas.height; i++) {
            rings += canvas.cells[i].glyph == 0x25cb;
        }
        ck_assert_uint_eq(seen[0], 0);
        ck_assert_msg(numbers + rings == board->circles, "large %d: %u circles are missing", large,
                      board->circles - numbers - rings);
        ck_assert_msg(numbers >= least[large][_i], "large %d: only %u numbers", large, numbers);
    }
}
END_TEST

/* "◆127" would read as a thing on circle 127. */
START_TEST(an_empty_crossing_does_not_touch_a_number)
{
    const struct board *board = play_board((enum game_kind)_i);
    for (int zoom = 0; zoom <= map_zoom_most(); zoom++) {
        struct map_look look = {.zoom = zoom, .centre_x = board->width / 2, .centre_y = board->height / 2};
        draw(&canvas, small_window, board, NULL, &look);
        for (int y = 0; y < small_window.height; y++) {
            for (int x = 0; x + 1 < small_window.width; x++) {
                const struct cell *cell = canvas_at(&canvas, x, y);
                bool crossing = cell->glyph == 0x25a0 || cell->glyph == 0x25c6 || cell->glyph == 0x25c8;
                uint32_t next = cell[1].glyph;
                ck_assert_msg(!crossing || next < '0' || next > '9', "at zoom %d", zoom);
            }
        }
    }
}
END_TEST

/* The first zoom is the farthest at which numbers have room. */
START_TEST(the_zoom_for_numbers_shows_nearly_all_of_them)
{
    const struct board *board = play_board((enum game_kind)_i);
    ck_assert_int_eq(map_zoom_for_numbers(large_window, board), 0);
    int zoom = map_zoom_for_numbers(small_window, board);
    ck_assert_int_gt(zoom, 0);
    ck_assert_int_lt(zoom, map_zoom_most());
    unsigned rings[2] = {0};
    for (int farther = 0; farther <= 1; farther++) {
        struct map_look look = {
            .zoom = zoom - farther, .centre_x = board->width / 2, .centre_y = board->height / 2};
        draw(&canvas, small_window, board, NULL, &look);
        for (int i = 0; i < canvas.width * canvas.height; i++) {
            rings[farther] += canvas.cells[i].glyph == 0x25cb;
        }
    }
    ck_assert_uint_le(rings[0], 4);
    ck_assert_uint_gt(rings[1], rings[0]);
}
END_TEST

START_TEST(searches_without_a_clue_show_their_move)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct view view = {.kind = GAME_WHITECHAPEL};
    struct map_look look = {.zoom = 5};
    struct map_window window = {0, 0, 80, 24};
    look.searched[65] = CELL_ONE + 7 + 1;
    look.searched[66] = CELL_ONE + 3 + 1;
    set_add(&view.clues, 66);
    map_show(&look, window, board, (struct map_place){END_CIRCLE, 65});
    draw(&canvas, window, board, &view, &look);
    bool searched = false;
    for (int y = 0; y < window.height; y++) {
        char text[512];
        (void)canvas_line(&canvas, y, false, text, sizeof text);
        searched = searched || strstr(text, "-(65):7") != NULL;
        ck_assert_ptr_null(strstr(text, "66:"));
    }
    ck_assert(searched);
}
END_TEST

static void expect_lines(const char *const *lines, int count)
{
    for (int y = 0; y < count; y++) {
        char text[512];
        (void)canvas_line(&canvas, y, false, text, sizeof(text));
        ck_assert_str_eq(text, lines[y]);
    }
}

/*
 * The Whitechapel sample is around the red circle 65: brackets, crossings as squares, streets that stop at numbers. The
 * Whitehall sample is where streets, a bridge, the river and its blue circles meet, zoomed out too far to show plain
 * crossings.
 */
START_TEST(samples_of_both_boards_match)
{
    static const char *const whitechapel[] = {
        "⠤⠤⢲■⣒⠊⠉⠉⠉■⠉⠁         ⢣⡠⠤50⠒⠊⠉⠁⠘⡄⠈■ ⢧ ⢀54   ⠸", "⣀⣀■⡆48⣀⣀⣀⡠⠤⠤⠤⠤■⡔⠒49⠉⠉⠉■⡀      ⣀⣸52⡖■⠉⠁ ⠈⡆⣀⡠⠔",
        "⣀⡠47  ⢣⡀       ⢱ ⣀64⠤⠤⠤■⡀ 51⡍⠉    ⠈■⣀53⠊■■",   "⠤⠤⠤⠼■  ■⢖⠒⠒⠒⠊⠉⠉■⡏      66⢢  ⣸■⠤67⠒⠉⠁     ⠈68",
        "61⠒⠒⠃   62     63⢀⣀⡠(65)⠒⠊■⡉               ⢈", "  80⡤⠤⠤⠤⠤⠚■⡒82⠉⠉⠉■ ⢣⡀      ■⡄           86⠊⠁",
        "⠊⠉⠁ ⠘⡄     ⠑⡄       ■⡄    (84)      ⢀⠤■⢍",     "⡀    ■⣄81⡄  ⠈■       83      ■⢄  ■⠤⠒⠉   85",
        "97      ⠠⡜■   98       ⠣■   99⠬■⠉⡇       ⢀■⡤",
    };
    static const char *const whitehall[] = {
        "⠤⠧⡀  ⢱⢀⣀⣠◆⠤⠔⠒⠒⢷⠉⠉⣣⡜⠁◆⠢(77)⡰⠊  ⢀⡠⢎⡀~    ~97⡀  ⠸⡀", "  ⢈⡦⣔87 88    ⣀90 92⢄◆⠈93⡁  94⠁{95} ~~    ⠈⢆{98}",
        "85⠁ 86⠉⠒⠒◆⠒⠒89⡒⠤⢄91⠒⠉⠈⠒109⢢ ⡰{111}~    {96} ⣘⢔⠁", "103    105⠉⠉106  ⣀⠭⠋⠒⠦108⠉⠑⡳⠣⢄⣀~    {113}⣀⠕⠉ 116",
        "⠒⠉⠁104⠒◆     ◆⢣107⣄⡠⠤⢲⠊⠁⠈⠉{110}⠉112⣀  114⠢115⠔⠁", "(121) (123)   ⠸127  128 (130) ~~    ⠉(132) (133)",
        "⠤⠔⠊(122)⠉124○ 126⠔⠒⠒⠊(129) ~~    {131}⠃  ⠉⣱⠁⠉⠢⣀", "   (139)⢣140⣘⣄⠤⠬⡆       ⣸{143}~~   (147)⢄149 151",
        "137○~ ⠸⡀⢸      141    (142)~~ {144}⣀(145)○(150)",
    };
    struct map_window window = {0, 0, 44, 9};
    struct map_look look = {.zoom = 4};
    const struct board *board = play_board(GAME_WHITECHAPEL);
    map_show(&look, window, board, (struct map_place){END_CIRCLE, 65});
    draw(&canvas, window, board, NULL, &look);
    expect_lines(whitechapel, COUNT(whitechapel));

    look = (struct map_look){.zoom = 3};
    window.width = 48;
    board = play_board(GAME_WHITEHALL);
    map_show(&look, window, board, (struct map_place){END_CIRCLE, 112});
    draw(&canvas, window, board, NULL, &look);
    expect_lines(whitehall, COUNT(whitehall));
}
END_TEST

START_TEST(drawing_is_repeatable_and_stays_in_the_window)
{
    const struct map_window window = {7, 5, 60, 20};
    const struct board *board = play_board((enum game_kind)_i);
    for (int zoom = 0; zoom <= map_zoom_most(); zoom++) {
        const struct map_look look = {.zoom = zoom, .centre_x = 700, .centre_y = 500};
        draw(&canvas, window, board, NULL, &look);
        canvas_fill(&other, 0, 0, LARGE_WIDTH, LARGE_HEIGHT, INK_BAD);
        map_draw(&other, window, board, NULL, &look);
        for (int y = 0; y < LARGE_HEIGHT; y++) {
            for (int x = 0; x < LARGE_WIDTH; x++) {
                bool inside = x >= 7 && x < 67 && y >= 5 && y < 25;
                const struct cell *cell = canvas_at(&canvas, x, y), *again = canvas_at(&other, x, y);
                ck_assert_uint_eq(cell->glyph == 0, !inside);
                ck_assert(inside ? memcmp(cell, again, sizeof(*cell)) == 0 : again->ink == INK_BAD);
            }
        }
    }
}
END_TEST

START_TEST(windows_of_any_size_can_be_drawn)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 9, 40};
    const struct board *board = play_board((enum game_kind)_i);
    struct map_look look = {.target_circles = board->all_circles,
                            .target_crossings = board->all_crossings,
                            .cursor = {END_CIRCLE, 1},
                            .numbers_of_crossings = true};
    for (unsigned i = 0; i < COUNT(sizes) * COUNT(sizes); i++) {
        struct map_window window = {-2, -1, sizes[i % 7], sizes[i / 7]};
        for (look.zoom = 0; look.zoom <= map_zoom_most(); look.zoom += 4) {
            draw(&canvas, window, board, NULL, &look);
            (void)map_place_at(&look, window, board, 0, 0);
        }
    }
    ck_assert(canvas_resize(&other, 700, 300)); /* larger than any label's row */
    draw(&other, (struct map_window){0, 0, 700, 300}, board, NULL, &look);
}
END_TEST

/* ---- What must always be visible ---------------------------------------------------------------- */

static const uint32_t letters[PAWN_COUNT] = {0, 'Y', 'R', 'B', 'G', 'N'};

static void expect_police(const struct board *board, const struct view *view)
{
    for (unsigned i = 0; i < WINDOWS; i++) {
        for (int zoom = 0; zoom <= map_zoom_most(); zoom++) {
            for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
                struct map_look look = {.zoom = zoom};
                if (view->crossing[pawn] != 0) {
                    map_show(&look, windows[i], board,
                             (struct map_place){END_CROSSING, view->crossing[pawn]});
                    draw(&canvas, windows[i], board, view, &look);
                    ck_assert_uint_eq(
                        count_glyph(&canvas, letters[pawn], (enum ink)(INK_YELLOW + pawn - PAWN_YELLOW)), 1);
                }
            }
        }
    }
}

static void look_for_police(const struct board *board, const struct game *game)
{
    struct view view = view_of(game, VIEWER_PUBLIC, 0);
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view.patrol_crossing[i] != 0) {
            return; /* tonight's patrol may cover the pawn of last night */
        }
    }
    expect_police(board, &view);
}

START_TEST(policemen_are_visible_at_every_zoom)
{
    watch_game((enum game_kind)_i, 11, 150, look_for_police);
}
END_TEST

/* All policemen are within two crossings of each other, and every circle around them is a target. */
START_TEST(policemen_close_together_are_visible)
{
    const struct board *board = play_board((enum game_kind)_i);
    for (unsigned crossing = 1; crossing <= board->crossings; crossing++) {
        struct view view = {.kind = (uint8_t)_i};
        struct map_look look = {0};
        unsigned pawn = PAWN_YELLOW;
        SET_EACH (near, &board->reach[crossing]) {
            look.target_circles = set_or(look.target_circles, &board->next_to[near]);
            if (pawn < PAWN_COUNT) {
                view.crossing[pawn++] = (uint8_t)near;
            }
        }
        draw(&canvas, small_window, board, &view, &look);
        for (unsigned seen = PAWN_YELLOW; seen < pawn; seen++) {
            enum ink ink = (enum ink)(INK_YELLOW + seen - PAWN_YELLOW);
            ck_assert_msg(count_glyph(&canvas, letters[seen], ink) == 1, "%c near %u", (int)letters[seen],
                          crossing);
        }
    }
}
END_TEST

/* Checks that exactly the target places have flagged cells, and that clicking such a cell picks its place. */
static void expect_targets(const struct board *board, const struct view *view, struct map_look look,
                           struct map_window window)
{
    struct set circles = {0}, crossings = {0};
    draw(&canvas, window, board, view, &look);
    for (int y = window.y; y < window.y + window.height; y++) {
        for (int x = window.x; x < window.x + window.width; x++) {
            if ((canvas_at(&canvas, x, y)->flags & CELL_TARGET) != 0) {
                struct map_place place = map_place_drawn(&look, window, board, view, x, y);
                set_add(place.kind == END_CIRCLE ? &circles : &crossings, place.number);
            }
        }
    }
    ck_assert_mem_eq(&circles, &look.target_circles, sizeof(circles));
    ck_assert_mem_eq(&crossings, &look.target_crossings, sizeof(crossings));
}

static void look_for_targets(const struct board *board, const struct game *game)
{
    struct view view = view_of(game, VIEWER_ALL, 0);
    struct legal legal;
    memset(&legal, 0, sizeof(legal));
    game_legal(board, game, game_actors(game), &legal);
    struct map_look look = {.target_circles = set_or(legal.move, &legal.circles),
                            .target_crossings = legal.crossings};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        look.target_crossings = set_or(look.target_crossings, &legal.walk[pawn]);
        look.target_circles = set_or(look.target_circles, &legal.search[pawn]);
    }
    for (unsigned i = 0; i < WINDOWS; i++) {
        expect_targets(board, &view, look, windows[i]);
    }
    unsigned circle = set_next(&look.target_circles, 0);
    if (circle != 0) {
        look.cursor = (struct map_place){END_CIRCLE, (uint8_t)circle};
        set_add(&look.chosen_circles, circle);
        expect_targets(board, &view, look, small_window);
    }
}

START_TEST(all_targets_are_visible_on_the_whole_board)
{
    watch_game((enum game_kind)_i, 12, 30, look_for_targets);
}
END_TEST

/* As when Jack chooses a hideout. */
START_TEST(all_circles_can_be_targets_at_once)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct map_look look = {.target_circles = board->all_circles};
    expect_targets(board, NULL, look, small_window);
    expect_targets(board, NULL, look, large_window);
}
END_TEST

START_TEST(the_cursor_and_chosen_places_have_brackets)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct map_look look = {.zoom = 3, .cursor = {END_CIRCLE, 65}};
    set_add(&look.chosen_circles, 84);
    set_add(&look.target_circles, 66);
    look.route_length = map_route(board, 65, 66, NULL, look.route);
    ck_assert_uint_gt(look.route_length, 1);
    map_show(&look, large_window, board, look.cursor);
    draw(&canvas, large_window, board, NULL, &look);
    char text[LARGE_HEIGHT][1024];
    bool cursor = false, chosen = false;
    for (int y = 0; y < LARGE_HEIGHT; y++) {
        (void)canvas_line(&canvas, y, true, text[y], sizeof(text[y]));
        cursor = cursor || strstr(text[y], "[(65)]") != NULL;
        chosen = chosen || strstr(text[y], "<(84)>") != NULL;
    }
    ck_assert(cursor && chosen);
    ck_assert_uint_gt(count_glyph(&canvas, 0x2022, INK_STREET), 2); /* the route */
}
END_TEST

/* A higher bar means a more likely circle. Tokens on the circle stay visible. */
START_TEST(likely_circles_have_a_bar)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct map_look look = {.zoom = 4};
    struct view view = {.kind = GAME_WHITECHAPEL};
    set_add(&view.clues, 66);
    look.heat[66] = 4;
    look.heat[84] = 1;
    map_show(&look, large_window, board, (struct map_place){END_CIRCLE, 66});
    draw(&canvas, large_window, board, &view, &look);
    bool likely = false, possible = false;
    for (int y = 0; y < LARGE_HEIGHT; y++) {
        char text[1024];
        (void)canvas_line(&canvas, y, false, text, sizeof text);
        likely = likely || strstr(text, "█*66") != NULL;
        possible = possible || strstr(text, "▂(84)") != NULL;
    }
    ck_assert(likely && possible);
    ck_assert_uint_eq(count_glyph(&canvas, 0x2588, INK_HEAT_4), 1);
    ck_assert_uint_eq(count_glyph(&canvas, 0x2582, INK_HEAT_1), 1);
}
END_TEST

START_TEST(all_circles_can_have_a_bar_at_once)
{
    const struct board *board = play_board((enum game_kind)_i);
    struct map_look look = {.zoom = 0};
    unsigned bars = 0;
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        look.heat[circle] = (uint8_t)(1 + circle % 4);
    }
    draw(&canvas, large_window, board, NULL, &look);
    for (unsigned level = 0; level < 4; level++) {
        bars += count_glyph(&canvas, 0x2582 + 2 * level, (enum ink)(INK_HEAT_1 + level));
    }
    ck_assert_uint_eq(bars, board->circles);
}
END_TEST

START_TEST(possible_trails_are_drawn_from_circle_to_circle)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct map_look look = {.zoom = 3, .steps = 1};
    look.step[0].from = 65;
    look.step[0].to = 66;
    map_show(&look, large_window, board, (struct map_place){END_CIRCLE, 65});
    draw(&canvas, large_window, board, NULL, &look);
    ck_assert_uint_gt(count_glyph(&canvas, 0x2022, INK_STREET), 2);
}
END_TEST

/* ---- The legend ---------------------------------------------------------------------------------- */

/* Returns whether the legend lists a glyph, or it needs no explanation (digits, letters, streets, houses). */
static bool is_explained(enum game_kind kind, const struct cell *cell)
{
    struct canvas symbol = {0};
    bool found = cell->glyph == ' ' || is_digit(cell) || cell->glyph == ':' || cell->glyph >= 0x2800 ||
                 cell->ink == INK_HOUSE || (cell->glyph >= 'A' && cell->glyph <= 'z');
    ck_assert(canvas_resize(&symbol, 8, 1));
    for (const struct map_symbol *row = map_legend(kind); row->symbol != NULL && !found; row++) {
        canvas_clear(&symbol);
        (void)canvas_text(&symbol, 0, 0, 8, row->ink, 0, row->symbol);
        for (int x = 0; x < 8; x++) {
            found = found || symbol.cells[x].glyph == cell->glyph;
        }
    }
    canvas_free(&symbol);
    return found;
}

static void look_for_symbols(const struct board *board, const struct game *game)
{
    struct view view = view_of(game, VIEWER_ALL, 0);
    struct map_look look = {.cursor = {END_CROSSING, 3}, .notes.suspect = board->adjacent[5]};
    set_add(&look.chosen_circles, 1);
    set_add(&look.notes.cleared, 2);
    set_add(&look.notes.route, 3);
    for (unsigned level = 1; level <= 4; level++) {
        look.heat[10 + level] = (uint8_t)level;
    }
    draw(&canvas, large_window, board, &view, &look);
    for (int i = 0; i < LARGE_WIDTH * LARGE_HEIGHT; i++) {
        const struct cell *cell = &canvas.cells[i];
        ck_assert_msg(is_explained(board->game, cell), "glyph %x is not in the legend", cell->glyph);
        ck_assert_msg(cell->glyph == '?' || canvas_ascii(cell->glyph) != '?',
                      "glyph %x has no ASCII replacement", cell->glyph);
    }
}

START_TEST(every_symbol_is_in_the_legend)
{
    watch_game((enum game_kind)_i, 16, 15, look_for_symbols);
    for (const struct map_symbol *row = map_legend((enum game_kind)_i); row->symbol != NULL; row++) {
        ck_assert_int_lt(canvas_columns(row->symbol), 7);
        ck_assert_uint_gt(strlen(row->meaning), 2);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map");
    TCase *map = tcase_create("map");
    tcase_add_checked_fixture(map, make_canvases, drop_canvases);
    tcase_set_timeout(map, 60);
    tcase_add_loop_test(map, at_the_highest_zoom_every_circle_shows_its_number_once, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, the_whole_board_shows_most_numbers, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, an_empty_crossing_does_not_touch_a_number, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, the_zoom_for_numbers_shows_nearly_all_of_them, 0, GAME_KIND_COUNT);
    tcase_add_test(map, searches_without_a_clue_show_their_move);
    tcase_add_test(map, samples_of_both_boards_match);
    tcase_add_loop_test(map, drawing_is_repeatable_and_stays_in_the_window, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, windows_of_any_size_can_be_drawn, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, policemen_are_visible_at_every_zoom, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, policemen_close_together_are_visible, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, all_targets_are_visible_on_the_whole_board, 0, GAME_KIND_COUNT);
    tcase_add_loop_test(map, all_circles_can_be_targets_at_once, 0, GAME_KIND_COUNT);
    tcase_add_test(map, the_cursor_and_chosen_places_have_brackets);
    tcase_add_test(map, likely_circles_have_a_bar);
    tcase_add_loop_test(map, all_circles_can_have_a_bar_at_once, 0, GAME_KIND_COUNT);
    tcase_add_test(map, possible_trails_are_drawn_from_circle_to_circle);
    tcase_add_loop_test(map, every_symbol_is_in_the_legend, 0, GAME_KIND_COUNT);
    suite_add_tcase(suite, map);
    return run_suite(suite);
}
