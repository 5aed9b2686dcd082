/*
 * test_panels.c: the parts of the full screen that need no terminal: panels, line editing, popups, the layout.
 *
 * Panels are drawn onto a canvas and read like a page.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/screen/map_view.h"
#include "client-cli/screen/panels.h"
#include "client-cli/terminal/line_edit.h"
#include "client-cli/terminal/popup.h"
#include "common/base/array.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

/* ---- Reading a canvas -------------------------------------------------------------------------- */

static struct canvas canvas;

static void setup(void)
{
    ck_assert(canvas_resize(&canvas, 80, 24));
}

static void teardown(void)
{
    canvas_free(&canvas);
}

/* Returns a row as ASCII, with # for all other characters. */
static const char *row(int y)
{
    static char text[400];
    int length = 0;
    for (int x = 0; x < canvas.width && x < (int)sizeof text - 1; x++) {
        uint32_t glyph = canvas_at(&canvas, x, y)->glyph;
        text[x] = glyph == 0 ? ' ' : glyph < 0x7f ? (char)glyph : '#';
        length = text[x] != ' ' ? x + 1 : length;
    }
    text[length] = '\0';
    return text;
}

static bool anywhere(const char *what)
{
    for (int y = 0; y < canvas.height; y++) {
        if (strstr(row(y), what) != NULL) {
            return true;
        }
    }
    return false;
}

/* ---- The state of a game ----------------------------------------------------------------------- */

/* Sets up a game of Whitechapel at Jack's first move, with this hideout; `moved`: after that move. */
static void set_up_hunt(struct game *game, unsigned hideout, bool moved)
{
    struct random random = {.state = 11};
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct setup setup_two = play_setup_two(GAME_WHITECHAPEL, 0);
    struct action action = {.kind = ACTION_HIDEOUT, .by = PAWN_JACK, .circle = (uint8_t)hideout};
    struct events events;
    ck_assert_int_eq(game_new(board, game, &setup_two), ERROR_OK);
    ck_assert_int_eq(game_apply(board, game, &action, &events), ERROR_OK);
    while (game->phase != PHASE_MOVE) {
        ck_assert(play_choose(board, game, &random, (struct play_style){0}, &action));
        ck_assert_int_eq(game_apply(board, game, &action, &events), ERROR_OK);
    }
    if (moved) {
        struct legal legal;
        game_legal(board, game, ~0U, &legal);
        action = (struct action){.kind = ACTION_MOVE, .to = (uint8_t)set_next(&legal.move, 0)};
        ck_assert_int_eq(game_apply(board, game, &action, &events), ERROR_OK);
    }
}

static void draw_game(const struct game *game, enum viewer_role role, bool hide)
{
    struct view view;
    struct viewer viewer = {.role = (uint8_t)role, .pawns = (uint8_t)game_policemen(GAME_WHITECHAPEL)};
    struct panel panel = {.canvas = &canvas, .window = {40, 0, 30, 24}};
    view_game(game, viewer, &view);
    struct panel_facts facts = {.board = play_board(GAME_WHITECHAPEL), .view = &view, .hide = hide};
    canvas_clear(&canvas);
    panel_game(&panel, &facts);
}

/* Returns the text about Jack's progress: a crime at III leaves 17 moves. */
static const char *progress(const struct game *game)
{
    static const char *const cells[] = {"V, 19", "IV, 18", "III, 17", "II, 16", "I, 15"};
    static char text[40];
    if (game->last_cell <= CELL_ONE) {
        (void)snprintf(text, sizeof text, "At %s moves left.", cells[game->last_cell]);
    } else {
        (void)snprintf(text, sizeof text, "Move %d of 15.", cell_label(game->last_cell));
    }
    return text;
}

START_TEST(jacks_panel_shows_his_sheet)
{
    struct game game;
    set_up_hunt(&game, 90, true);
    draw_game(&game, VIEWER_JACK, false);
    ck_assert(anywhere("Hideout 90"));
    ck_assert(anywhere(progress(&game)));
    char sheet[40];
    (void)snprintf(sheet, sizeof sheet, "J %u %u", game.row[0][game.first_cell], game.row[0][game.last_cell]);
    ck_assert_msg(anywhere(sheet), "%s", sheet);
}
END_TEST

START_TEST(hiding_removes_the_sheet)
{
    struct game game;
    set_up_hunt(&game, 90, true);
    draw_game(&game, VIEWER_JACK, true);
    ck_assert(anywhere("hidden (x)"));
    ck_assert(!anywhere("Hideout"));
    ck_assert(!anywhere("J "));
    ck_assert(anywhere(progress(&game))); /* this is public */
}
END_TEST

START_TEST(secrets_do_not_change_a_detectives_panel)
{
    struct game one, other;
    struct canvas kept = {0};
    set_up_hunt(&one, 90, true);
    other = one;
    other.hideout = 60;
    other.row[0][other.last_cell] = 195;
    ck_assert(canvas_resize(&kept, canvas.width, canvas.height));
    draw_game(&one, VIEWER_DETECTIVE, false);
    memcpy(kept.cells, canvas.cells, sizeof *kept.cells * (size_t)(kept.width * kept.height));
    draw_game(&other, VIEWER_DETECTIVE, false);
    ck_assert_mem_eq(kept.cells, canvas.cells, sizeof *kept.cells * (size_t)(kept.width * kept.height));
    draw_game(&other, VIEWER_JACK, false);
    ck_assert(anywhere("Hideout 60"));
    canvas_free(&kept);
}
END_TEST

START_TEST(a_panel_stays_inside_its_window)
{
    struct game game;
    set_up_hunt(&game, 90, true);
    draw_game(&game, VIEWER_JACK, false);
    for (int y = 0; y < canvas.height; y++) {
        for (int x = 0; x < canvas.width; x++) {
            bool inside = x >= 40 && x < 70;
            ck_assert_msg(inside || canvas_at(&canvas, x, y)->glyph == 0, "%d,%d", x, y);
        }
    }
}
END_TEST

START_TEST(the_track_shows_the_kind_of_each_move)
{
    struct view view = {.kind = GAME_WHITEHALL, .round = 1, .phase = PHASE_MOVE, .on_track = 1};
    struct panel panel = {.canvas = &canvas, .window = {0, 0, 30, 24}};
    view.knows = AUDIENCE_EVERYONE;
    view.first_cell = CELL_ONE;
    view.last_cell = CELL_ONE + 5;
    view.special_cells[CELL_ONE + 2] = TILE_COACH;
    view.special_cells[CELL_ONE + 3] = TILE_COACH;
    view.special_cells[CELL_ONE + 5] = TILE_UNKNOWN;
    view.tiles_total = 4;
    struct panel_facts facts = {.board = play_board(GAME_WHITEHALL), .view = &view};
    panel_game(&panel, &facts);
    ck_assert(anywhere("##CC#?"));
    ck_assert(anywhere("Special moves: 4 face"));
    ck_assert(anywhere("Move 5 of 15."));
}
END_TEST

START_TEST(the_panel_shows_the_clock_and_who_a_bot_plays_for)
{
    struct view view = {
        .kind = GAME_WHITEHALL, .round = 1, .phase = PHASE_WALK, .actors = PAWN_BIT(PAWN_BLUE)};
    struct panel panel = {.canvas = &canvas, .window = {0, 0, 30, 24}};
    struct model_table table = {.seats = 2};
    table.seat[0] =
        (struct model_seat){.name = "Ann", .pawns = PAWN_BIT(PAWN_BLUE), .bot = "hard", .substituted = true};
    table.seat[1] = (struct model_seat){.name = "Bot 1", .pawns = PAWN_BIT(PAWN_RED), .bot = "easy"};
    struct panel_facts facts = {
        .board = play_board(GAME_WHITEHALL), .view = &view, .table = &table, .has_clock = true, .left = 75};
    panel_game(&panel, &facts);
    ck_assert(anywhere("1 minute 15 seconds left"));
    ck_assert(anywhere("> Blue     - bot for Ann"));
    ck_assert(anywhere("Red      - Bot 1"));
}
END_TEST

/* ---- The log ----------------------------------------------------------------------------------- */

START_TEST(the_log_ends_with_the_last_line_and_stays_in_its_window)
{
    char text[3][80] = {"Jack moves (move 1).", "Ann: good evening to all who are here tonight",
                        "Red passes."};
    struct model_line lines[] = {
        {.kind = LINE_EVENT, .text = text[0]},
        {.kind = LINE_CHAT, .to = "police", .text = text[1]},
        {.kind = LINE_EVENT, .text = text[2]},
    };
    panel_log(&canvas, (struct map_window){0, 5, 30, 3}, lines, 3, 0, false);
    ck_assert_str_eq(row(4), ""); /* the first line is above the window */
    ck_assert_str_eq(row(5), "(police) Ann: good evening to");
    ck_assert_str_eq(row(6), "  all who are here tonight");
    ck_assert_str_eq(row(7), "Red passes.");
    ck_assert_str_eq(row(8), "");

    canvas_clear(&canvas);
    panel_log(&canvas, (struct map_window){0, 5, 30, 2}, lines, 3, 0, false);
    ck_assert_str_eq(row(4), "");
    ck_assert_str_eq(row(5),
                     "  all who are here tonight"); /* the end of a line that begins above the window */
    ck_assert_str_eq(row(6), "Red passes.");

    canvas_clear(&canvas);
    panel_log(&canvas, (struct map_window){0, 5, 30, 3}, lines, 3, 2, false);
    ck_assert_str_eq(row(5), "Jack moves (move 1).");
    ck_assert_str_eq(row(6), "");

    canvas_clear(&canvas);
    panel_log(&canvas, (struct map_window){0, 5, 60, 3}, lines, 3, 0, true);
    ck_assert_str_eq(row(5), "(police) Ann: good evening to all who are here tonight");
    ck_assert_str_eq(row(6), "");
}
END_TEST

/* ---- Line editing ------------------------------------------------------------------------------ */

static void type(struct line_edit *line, const char *text)
{
    for (; *text != '\0'; text++) {
        ck_assert(line_edit_type(line, &(struct input_event){.key = (uint32_t)*text}));
    }
}

static void press(struct line_edit *line, uint32_t key)
{
    ck_assert(line_edit_type(line, &(struct input_event){.key = key}));
}

START_TEST(a_line_is_edited_by_whole_characters)
{
    struct line_edit line = {0};
    type(&line, "caf");
    press(&line, 0xe9); /* é */
    ck_assert_str_eq(line.text, "caf\xc3\xa9");
    press(&line, INPUT_LEFT);
    type(&line, "f");
    ck_assert_str_eq(line.text, "caff\xc3\xa9");
    press(&line, INPUT_END);
    press(&line, INPUT_BACKSPACE);
    ck_assert_str_eq(line.text, "caff");
    press(&line, INPUT_HOME);
    press(&line, INPUT_DELETE);
    ck_assert_str_eq(line.text, "aff");
    press(&line, INPUT_BACKSPACE); /* at the beginning: no effect */
    ck_assert_str_eq(line.text, "aff");
    ck_assert(!line_edit_type(&line, &(struct input_event){.key = INPUT_ENTER}));
    ck_assert(!line_edit_type(&line, &(struct input_event){.key = INPUT_ESCAPE}));
    ck_assert(!line_edit_type(&line, &(struct input_event){.key = 0x85})); /* a C1 control character */
}
END_TEST

START_TEST(a_word_can_be_completed_or_deleted)
{
    struct line_edit line = {0};
    type(&line, "walk ye");
    line_edit_complete(&line, "yellow");
    ck_assert_str_eq(line.text, "walk yellow ");
    press(&line, 23); /* Ctrl-W */
    ck_assert_str_eq(line.text, "walk ");
    type(&line, "women 3,2");
    line_edit_complete(&line, "21");
    ck_assert_str_eq(line.text, "walk women 3,21 ");
}
END_TEST

START_TEST(the_length_of_a_line_is_limited)
{
    struct line_edit line = {0};
    for (unsigned i = 0; i < LINE_BYTES_MAX; i++) {
        type(&line, "x");
    }
    press(&line, 'y');
    press(&line, 0x20ac);
    ck_assert_uint_eq(line.length, LINE_BYTES_MAX);
    ck_assert_int_eq(line.text[LINE_BYTES_MAX - 1], 'x');
    line_edit_set(&line, "short");
    ck_assert_str_eq(line.text, "short");
}
END_TEST

START_TEST(a_long_line_scrolls_to_its_cursor)
{
    struct line_edit line = {0};
    line_edit_set(&line, "one two three four five six seven eight");
    int x = line_edit_draw(&line, "To: ", &canvas, 0, 3, 20);
    ck_assert_int_lt(x, 20);
    ck_assert_str_eq(row(3), "To: six seven eight");
    press(&line, INPUT_HOME);
    canvas_clear(&canvas);
    ck_assert_int_eq(line_edit_draw(&line, "To: ", &canvas, 0, 3, 20), 4);
    ck_assert(strncmp(row(3), "To: one two three", 17) == 0);
}
END_TEST

START_TEST(the_history_can_be_browsed_in_both_directions)
{
    struct line_edit line = {0};
    struct line_history history = {0};
    for (unsigned i = 0; i < LINE_HISTORY_MAX + 5; i++) {
        char text[20];
        (void)snprintf(text, sizeof text, "line %u", i);
        line_history_add(&history, text);
        line_history_add(&history, text); /* repeated lines are stored once */
    }
    ck_assert_uint_eq(history.count, LINE_HISTORY_MAX);
    line_history_recall(&history, &line, -1);
    ck_assert_str_eq(line.text, "line 54");
    line_history_recall(&history, &line, -1);
    ck_assert_str_eq(line.text, "line 53");
    line_history_recall(&history, &line, 1);
    line_history_recall(&history, &line, 1);
    ck_assert_str_eq(line.text, "");
    for (unsigned i = 0; i < 2 * LINE_HISTORY_MAX; i++) {
        line_history_recall(&history, &line, -1);
    }
    ck_assert_str_eq(line.text, "line 5");
    line_history_free(&history);
}
END_TEST

/* ---- Players ------------------------------------------------------------------------------------ */

START_TEST(everyone_at_the_table_is_in_one_line)
{
    static const struct {
        int width;
        const char *shown;
    } cases[] = {
        {120, " J Ann (you)  ▸YR Bartholomew (Head)   B Bot 1 (bot)   GN Dora (away)  2 watching: Eve #eve, "
              "Finn #fin"},
        {80, " J Ann (you)  ▸YR Barthol… (Head)   B Bot 1 (bot)   GN Dora (away)  2 watching"},
        {60, " J Ann (you)  ▸YR Ba… (Head)   B Bo… (bot)   GN Do… (away)"},
    };
    struct view view = {.kind = GAME_WHITECHAPEL,
                        .phase = PHASE_WALK,
                        .pawns = PAWN_BIT(PAWN_JACK),
                        .actors = PAWN_BIT(PAWN_RED),
                        .head = PAWN_YELLOW};
    struct model_table table = {
        .seats = 4,
        .seat = {{.name = "Ann", .pawns = PAWN_BIT(PAWN_JACK), .connected = true},
                 {.name = "Bartholomew",
                  .pawns = PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_RED),
                  .connected = true},
                 {.name = "Bot 1", .pawns = PAWN_BIT(PAWN_BLUE), .bot = "easy", .connected = true},
                 {.name = "Dora", .pawns = PAWN_BIT(PAWN_GREEN) | PAWN_BIT(PAWN_BROWN)}},
        .watchers = 2,
        .watchers_named = 2,
        .watcher = {{"eve-id", "Eve"}, {"finn-id", "Finn"}}};
    struct panel_facts facts = {.view = &view, .table = &table};
    ck_assert(canvas_resize(&canvas, 120, 2));
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[400];
        canvas_clear(&canvas);
        panel_players(&canvas, (struct map_window){0, 0, cases[i].width, 1}, &facts);
        (void)canvas_line(&canvas, 0, false, text, sizeof text);
        ck_assert_str_eq(text, cases[i].shown);
    }
}
END_TEST

/* ---- Popups ------------------------------------------------------------------------------------ */

static int input(struct popup *popup, uint32_t key)
{
    return popup_input(popup, &(struct input_event){.key = key});
}

START_TEST(list_items_are_chosen_by_arrows_letter_or_mouse)
{
    struct popup popup = {0};
    popup_open(&popup, POPUP_LIST, "Your options", 80);
    popup_add(&popup, INK_PLAIN, 'c', "Coach (2 left)");
    popup_add(&popup, INK_PLAIN, 'n', "passes");
    popup_draw(&popup, &canvas);
    ck_assert(anywhere("Your options"));
    ck_assert(anywhere("c Coach (2 left)"));
    ck_assert_int_eq(input(&popup, 'z'), POPUP_STAYS);
    ck_assert_int_eq(input(&popup, 'n'), 1);
    ck_assert_int_eq(input(&popup, INPUT_DOWN), POPUP_STAYS);
    ck_assert_int_eq(input(&popup, INPUT_DOWN), POPUP_STAYS); /* stops at the last item */
    ck_assert_int_eq(input(&popup, INPUT_ENTER), 1);
    ck_assert_int_eq(input(&popup, INPUT_ESCAPE), POPUP_LEFT);
    struct input_event click = {.key = INPUT_CLICK, .x = 40, .y = popup.first_y};
    ck_assert_int_eq(popup_input(&popup, &click), 0);
    click.y = 0;
    ck_assert_int_eq(popup_input(&popup, &click), POPUP_LEFT);
    popup_close(&popup);
}
END_TEST

START_TEST(a_popup_is_wrapped_again_when_the_screen_changes_its_size)
{
    struct popup popup = {0};
    popup_open(&popup, POPUP_TEXT, "Help", 120);
    popup_add_labelled(&popup, INK_KEY, "o",
                       "one two three four five six seven eight nine ten eleven twelve thirteen");
    popup_add(&popup, INK_PLAIN, 0, "the last line");
    ck_assert_uint_eq(popup.lines, 2);
    ck_assert(canvas_resize(&canvas, 60, 16));
    popup_draw(&popup, &canvas);
    ck_assert_uint_eq(popup.lines, 3);
    ck_assert(anywhere("thirteen"));
    ck_assert(anywhere("the last line"));
    ck_assert(canvas_resize(&canvas, 120, 30));
    popup_draw(&popup, &canvas);
    ck_assert(anywhere("twelve thirteen"));
    popup_close(&popup);
}
END_TEST

START_TEST(scrolling_a_long_text_stops_at_its_end)
{
    struct popup popup = {0};
    popup_open(&popup, POPUP_TEXT, "Help", 80);
    for (unsigned i = 0; i < 60; i++) {
        char text[20];
        (void)snprintf(text, sizeof text, "line %u.", i);
        popup_add(&popup, INK_PLAIN, 0, text);
    }
    popup_draw(&popup, &canvas);
    ck_assert(anywhere("line 0."));
    ck_assert(anywhere("more below"));
    for (unsigned i = 0; i < 20; i++) {
        ck_assert_int_eq(input(&popup, INPUT_PAGE_DOWN), POPUP_STAYS);
    }
    canvas_clear(&canvas);
    popup_draw(&popup, &canvas);
    ck_assert(anywhere("line 59."));
    ck_assert(!anywhere("more below"));
    ck_assert_int_eq(input(&popup, INPUT_HOME), POPUP_STAYS);
    ck_assert_uint_eq(popup.top, 0);
    ck_assert_int_eq(input(&popup, INPUT_ENTER), POPUP_LEFT);
    popup_close(&popup);
}
END_TEST

START_TEST(a_question_accepts_only_yes_and_no)
{
    struct popup popup = {0};
    popup_open(&popup, POPUP_QUESTION, "Leave", 80);
    popup_add(&popup, INK_PLAIN, 0, "Back to the lobby?");
    popup_draw(&popup, &canvas);
    ck_assert_int_eq(input(&popup, INPUT_ENTER), POPUP_STAYS);
    ck_assert_int_eq(input(&popup, ' '), POPUP_STAYS);
    ck_assert_int_eq(input(&popup, 'n'), POPUP_LEFT);
    ck_assert_int_eq(input(&popup, 'y'), 0);
    popup_close(&popup);
}
END_TEST

/* ---- The layout -------------------------------------------------------------------------------- */

static bool fits(struct map_window window, int width, int height)
{
    return window.x >= 0 && window.y >= 0 && window.width > 0 && window.height > 0 &&
           window.x + window.width <= width && window.y + window.height <= height;
}

static bool apart(struct map_window one, struct map_window other)
{
    return one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y ||
           other.y + other.height <= one.y;
}

START_TEST(panels_fit_and_do_not_overlap_at_any_size)
{
    for (int width = SCREEN_WIDTH_LEAST; width <= 300; width++) {
        for (int height = SCREEN_HEIGHT_LEAST; height <= 100; height++) {
            struct screen_layout layout = screen_layout(width, height, 1 + width % 2);
            ck_assert_msg(fits(layout.map, width, layout.prompt_y) &&
                              fits(layout.side, width, layout.prompt_y) &&
                              fits(layout.log, width, layout.prompt_y),
                          "%dx%d", width, height);
            ck_assert_msg(apart(layout.map, layout.side) && apart(layout.map, layout.log) &&
                              apart(layout.side, layout.log),
                          "%dx%d", width, height);
            ck_assert_int_eq(layout.prompt_y + layout.prompt_rows, layout.input_y);
            ck_assert_int_ge(layout.map.width, width / 2 - 1);
        }
    }
}
END_TEST

START_TEST(a_small_window_starts_zoomed_in_and_a_large_one_with_the_whole_board)
{
    struct map_view map_view = {0};
    const struct board *board = play_board(GAME_WHITECHAPEL);
    map_view_set(&map_view, board, screen_layout(80, 24, 1).map);
    ck_assert_int_gt(map_view.look.zoom, 0);
    map_view_set(&map_view, board, screen_layout(200, 60, 1).map);
    ck_assert_int_eq(map_view.look.zoom, 0);
    ck_assert(map_view_input(&map_view, &(struct input_event){.key = '+'}));
    map_view_set(&map_view, board, screen_layout(80, 24, 1).map); /* the player's zoom is kept */
    ck_assert_int_eq(map_view.look.zoom, 1);
    ck_assert(!map_view_input(&map_view, &(struct input_event){.key = 'q'}));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("panels");
    TCase *tests = tcase_create("panels");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, jacks_panel_shows_his_sheet);
    tcase_add_test(tests, hiding_removes_the_sheet);
    tcase_add_test(tests, secrets_do_not_change_a_detectives_panel);
    tcase_add_test(tests, a_panel_stays_inside_its_window);
    tcase_add_test(tests, the_track_shows_the_kind_of_each_move);
    tcase_add_test(tests, the_panel_shows_the_clock_and_who_a_bot_plays_for);
    tcase_add_test(tests, the_log_ends_with_the_last_line_and_stays_in_its_window);
    tcase_add_test(tests, a_line_is_edited_by_whole_characters);
    tcase_add_test(tests, a_word_can_be_completed_or_deleted);
    tcase_add_test(tests, the_length_of_a_line_is_limited);
    tcase_add_test(tests, a_long_line_scrolls_to_its_cursor);
    tcase_add_test(tests, the_history_can_be_browsed_in_both_directions);
    tcase_add_test(tests, list_items_are_chosen_by_arrows_letter_or_mouse);
    tcase_add_test(tests, everyone_at_the_table_is_in_one_line);
    tcase_add_test(tests, scrolling_a_long_text_stops_at_its_end);
    tcase_add_test(tests, a_popup_is_wrapped_again_when_the_screen_changes_its_size);
    tcase_add_test(tests, a_question_accepts_only_yes_and_no);
    tcase_add_test(tests, panels_fit_and_do_not_overlap_at_any_size);
    tcase_add_test(tests, a_small_window_starts_zoomed_in_and_a_large_one_with_the_whole_board);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
