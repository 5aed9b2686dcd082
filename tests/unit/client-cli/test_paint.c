/*
 * test_paint.c: painting with 256 colours, with 8, with none, and without Unicode.
 *
 * ncurses writes to a temporary file instead of a terminal; the tests read the cells back from its window.
 */
#include "client-cli/terminal/paint.h"

#include <check.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/map/map.h"
#include "common/base/array.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

enum { WIDTH = 80, HEIGHT = 24 };

struct kind {
    const char *terminal, *no_colour, *locale;
    int colours; /* the minimum */
};

static const struct kind kinds[] = {
    {"xterm-256color", "", "C.UTF-8", 256},
    {"xterm", "", "C.UTF-8", 8},
    {"xterm-256color", "1", "C.UTF-8", 0},
    {"vt100", "", "C", 0},
};

enum { KINDS = COUNT(kinds) };

static struct canvas canvas;

/* Check runs each test in its own process, so changing the locale and the environment does not affect others. */
static void open_terminal(const struct kind *kind)
{
    ck_assert_ptr_nonnull(setlocale(LC_ALL, kind->locale));
    ck_assert_int_eq(setenv("NO_COLOR", kind->no_colour, 1), 0);
    ck_assert_int_eq(setenv("TERM", kind->terminal, 1), 0);
    ck_assert_int_eq(setenv("COLUMNS", "80", 1), 0);
    ck_assert_int_eq(setenv("LINES", "24", 1), 0);
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(newterm(kind->terminal, file, file));
    paint_begin();
    ck_assert(canvas_resize(&canvas, WIDTH, HEIGHT));
}

struct shown {
    wchar_t glyph;
    attr_t attributes;
    short pair;
};

static struct shown shown_at(int x, int y)
{
    cchar_t cell;
    wchar_t text[CCHARW_MAX] = {0};
    struct shown shown = {0};
    ck_assert_int_eq(mvwin_wch(stdscr, y, x, &cell), OK);
    ck_assert_int_eq(getcchar(&cell, text, &shown.attributes, &shown.pair, NULL), OK);
    shown.glyph = text[0];
    shown.attributes &= ~(attr_t)A_COLOR;
    return shown;
}

static bool looks_alike(struct shown left, struct shown right)
{
    return left.attributes == right.attributes && left.pair == right.pair;
}

/* Targets, chosen places, the cursor and the route look different from each other and from everything else. */
START_TEST(highlights_differ_on_every_terminal)
{
    static const unsigned flags[] = {0, CELL_TARGET, CELL_CHOSEN, CELL_CURSOR, CELL_ROUTE};
    open_terminal(&kinds[_i]);
    for (int i = 0; i < 5; i++) {
        canvas_put(&canvas, i, 0, '6', INK_CIRCLE, flags[i]);
        canvas_put(&canvas, i, 1, 'Y', INK_YELLOW, flags[i]);
    }
    paint_canvas(&canvas, stdscr);
    for (int y = 0; y < 2; y++) {
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < i; j++) {
                ck_assert_msg(!looks_alike(shown_at(i, y), shown_at(j, y)), "%u and %u", flags[i], flags[j]);
            }
        }
    }
    canvas_free(&canvas);
    endwin();
}
END_TEST

START_TEST(colours_are_used_if_available_and_not_disabled)
{
    open_terminal(&kinds[_i]);
    canvas_put(&canvas, 0, 0, 'Y', INK_YELLOW, 0);
    canvas_put(&canvas, 1, 0, 'R', INK_RED, 0);
    canvas_put(&canvas, 2, 0, '6', INK_CIRCLE, 0);
    paint_canvas(&canvas, stdscr);
    bool colours = kinds[_i].colours > 0;
    ck_assert_int_eq(!looks_alike(shown_at(0, 0), shown_at(1, 0)), colours);
    ck_assert_int_eq(shown_at(0, 0).pair != 0, colours);
    ck_assert(!looks_alike(shown_at(0, 0), shown_at(2, 0))); /* a pawn stands out even without colours */
    if (colours) {
        ck_assert_int_ge(COLORS, kinds[_i].colours);
    }
    canvas_free(&canvas);
    endwin();
}
END_TEST

START_TEST(without_unicode_the_map_is_ascii)
{
    const struct board *board = play_board(GAME_WHITEHALL);
    const struct map_look look = {.zoom = 1, .centre_x = 900, .centre_y = 700};
    bool ascii = strcmp(kinds[_i].locale, "C") == 0;
    unsigned beyond = 0;
    open_terminal(&kinds[_i]);
    map_draw(&canvas, (struct map_window){0, 0, WIDTH, HEIGHT}, board, NULL, &look);
    paint_canvas(&canvas, stdscr);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t glyph = canvas_at(&canvas, x, y)->glyph;
            ck_assert_uint_eq((uint32_t)shown_at(x, y).glyph, ascii ? canvas_ascii(glyph) : glyph);
            beyond += shown_at(x, y).glyph > 0x7e;
        }
    }
    ck_assert_int_eq(beyond > 100, !ascii);
    canvas_free(&canvas);
    endwin();
}
END_TEST

/* A canvas may be larger or smaller than the window. */
START_TEST(a_canvas_of_another_size_is_clipped)
{
    open_terminal(&kinds[_i]);
    ck_assert(canvas_resize(&canvas, WIDTH + 20, HEIGHT + 5));
    canvas_fill(&canvas, 0, 0, WIDTH + 20, HEIGHT + 5, INK_PLAIN);
    canvas_put(&canvas, WIDTH - 1, HEIGHT - 1, 'x', INK_PLAIN, 0);
    canvas_put(&canvas, WIDTH, 0, 'y', INK_PLAIN, 0);
    paint_canvas(&canvas, stdscr);
    ck_assert_uint_eq((uint32_t)shown_at(WIDTH - 1, HEIGHT - 1).glyph, 'x'); /* including the last corner */
    ck_assert_uint_eq((uint32_t)shown_at(0, 1).glyph, ' ');
    ck_assert(canvas_resize(&canvas, 3, 1));
    paint_canvas(&canvas, stdscr);
    canvas_free(&canvas);
    endwin();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("paint");
    TCase *paint = tcase_create("paint");
    tcase_add_loop_test(paint, highlights_differ_on_every_terminal, 0, KINDS);
    tcase_add_loop_test(paint, colours_are_used_if_available_and_not_disabled, 0, KINDS);
    tcase_add_loop_test(paint, without_unicode_the_map_is_ascii, 0, KINDS);
    tcase_add_loop_test(paint, a_canvas_of_another_size_is_clipped, 0, KINDS);
    suite_add_tcase(suite, paint);
    return run_suite(suite);
}
