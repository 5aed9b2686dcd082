/*
 * test_canvas.c: the grid of characters that everything is drawn on.
 */
#include "client-cli/map/canvas.h"
#include "tests/support/c/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

static struct canvas canvas;

static void make_canvas(void)
{
    ck_assert(canvas_resize(&canvas, 12, 4));
}

static void drop_canvas(void)
{
    canvas_free(&canvas);
}

static const char *line(int y)
{
    static char text[256];
    (void)canvas_line(&canvas, y, false, text, sizeof(text));
    return text;
}

START_TEST(a_new_canvas_is_empty)
{
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 12; x++) {
            ck_assert_uint_eq(canvas_at(&canvas, x, y)->glyph, 0);
        }
    }
    canvas_put(&canvas, 3, 2, 'x', INK_CLUE, CELL_TARGET);
    ck_assert_uint_eq(canvas_at(&canvas, 3, 2)->ink, INK_CLUE);
    ck_assert_uint_eq(canvas_at(&canvas, 3, 2)->flags, CELL_TARGET);
    ck_assert(canvas_resize(&canvas, 12, 4));
    ck_assert_uint_eq(canvas_at(&canvas, 3, 2)->glyph, 0);
}
END_TEST

START_TEST(drawing_outside_the_canvas_has_no_effect)
{
    ck_assert_ptr_null(canvas_at(&canvas, -1, 0));
    ck_assert_ptr_null(canvas_at(&canvas, 12, 0));
    ck_assert_ptr_null(canvas_at(&canvas, 0, 4));
    canvas_put(&canvas, 0, -1, 'x', INK_PLAIN, 0);
    canvas_fill(&canvas, -5, -5, 100, 5, INK_BAD);
    canvas_box(&canvas, -2, -2, 3, 3, "t");
    ck_assert_int_eq(canvas_text(&canvas, 10, 3, 20, INK_PLAIN, 0, "abcd"), 4);
    ck_assert_str_eq(line(0), "┘"); /* the only corner of the box that is inside */
    ck_assert_str_eq(line(3), "          ab");
    ck_assert(canvas_resize(&canvas, 0, -3));
    ck_assert_ptr_null(canvas_at(&canvas, 0, 0));
}
END_TEST

START_TEST(text_that_is_cut_off_ends_with_an_ellipsis)
{
    ck_assert_int_eq(canvas_text(&canvas, 0, 0, 5, INK_PLAIN, 0, "abcde"), 5);
    ck_assert_int_eq(canvas_text(&canvas, 0, 1, 5, INK_PLAIN, 0, "abcdef"), 5);
    ck_assert_int_eq(canvas_text(&canvas, 0, 2, 1, INK_PLAIN, 0, "ab"), 1);
    ck_assert_int_eq(canvas_text(&canvas, 0, 3, 0, INK_PLAIN, 0, "ab"), 0);
    ck_assert_str_eq(line(0), "abcde");
    ck_assert_str_eq(line(1), "abcd…");
    ck_assert_str_eq(line(2), "…");
    ck_assert_str_eq(line(3), "");
}
END_TEST

/* A player's name must not move or hide the text after it, or reverse its direction. */
START_TEST(unprintable_characters_become_question_marks)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"Zoë Öz", "Zoë Öz"},
        {"Ιλιάς Дом", "Ιλιάς Дом"},
        {"a\tb\nc\x1b[m", "a?b?c?[m"},                     /* control characters */
        {"\xcc\x81!", "?!"},                               /* a combining mark without a letter */
        {"A\xe2\x80\x8dn", "A?n"},                         /* a joiner between letters */
        {"\xd7\xa9\xd7\x9c", "??"},                        /* right-to-left */
        {"\xe2\x80\xae...", "?..."},                       /* right-to-left override */
        {"\xc2\xad|\xe2\x80\x8b|\xef\xbb\xbf|", "?|?|?|"}, /* invisible characters */
        {"\xff\x80z", "??z"},                              /* invalid UTF-8 */
        {"\xc0\xaf\xe0\x80\xaf", "??"},                    /* overlong encodings of a slash */
        {"\xe2\x80", "??"},                                /* truncated */
        {"\xf8\x88\x80\x80\x80", "?????"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        canvas_clear(&canvas);
        int columns = canvas_text(&canvas, 0, 0, 12, INK_PLAIN, 0, cases[i].text);
        ck_assert_int_eq(columns, canvas_columns(cases[i].text));
        ck_assert_str_eq(line(0), cases[i].shown);
    }
}
END_TEST

/* Wide characters take two cells; accents none. */
START_TEST(wide_characters_and_accents_have_their_own_width)
{
    static const struct {
        const char *text, *shown;
        int columns;
    } cases[] = {
        {"猫!", "猫!", 3},
        {"한글", "한글", 4},
        {"😀!", "😀!", 3},
        {"e\xcc\x81!", "e\xcc\x81!", 2},
        {"👩\xe2\x80\x8d🔬👍🏽.", "👩🔬👍.",
         7}, /* joined emoji are drawn one by one, without skin tones */
        {"♀\xef\xb8\x8f.", "♀.", 2},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        canvas_clear(&canvas);
        ck_assert_int_eq(canvas_columns(cases[i].text), cases[i].columns);
        ck_assert_int_eq(canvas_text(&canvas, 0, 0, 12, INK_PLAIN, 0, cases[i].text), cases[i].columns);
        ck_assert_str_eq(line(0), cases[i].shown);
    }
    canvas_clear(&canvas);
    ck_assert_int_eq(canvas_text(&canvas, 0, 0, 4, INK_PLAIN, 0, "猫猫猫"), 4); /* no half of a character */
    ck_assert_str_eq(line(0), "猫 …");
    ck_assert_int_eq(canvas_text(&canvas, 0, 1, 4, INK_PLAIN, 0, "猫猫"), 4);
    ck_assert_str_eq(line(1), "猫猫");
    canvas_put(&canvas, 1, 1, 'x', INK_PLAIN,
               0); /* over the right half of one, then the left half of the other */
    canvas_put(&canvas, 2, 1, 'y', INK_PLAIN, 0);
    ck_assert_str_eq(line(1), " xy");
    canvas_text(&canvas, 11, 2, 4, INK_PLAIN, 0, "猫"); /* half outside */
    ck_assert_str_eq(line(2), "");
}
END_TEST

START_TEST(the_title_of_a_box_is_in_its_upper_edge)
{
    canvas_box(&canvas, 0, 0, 12, 3, "A long title");
    ck_assert_str_eq(line(0), "┌─ A lon… ─┐");
    ck_assert_str_eq(line(1), "│          │");
    ck_assert_str_eq(line(2), "└──────────┘");
    ck_assert_uint_eq(canvas_at(&canvas, 3, 0)->ink, INK_TITLE);
    ck_assert_uint_eq(canvas_at(&canvas, 0, 0)->ink, INK_FRAME);
    canvas_clear(&canvas);
    canvas_box(&canvas, 1, 0, 6, 2, "no room");
    ck_assert_str_eq(line(0), " ┌────┐");
    ck_assert_str_eq(line(1), " └────┘");
}
END_TEST

/* ---- Wrapping ------------------------------------------------------------------------------------ */

static char wrapped[512];

static void collect(void *context, const char *text, size_t length)
{
    size_t used = strlen(wrapped);
    ck_assert_ptr_eq(context, &canvas);
    ck_assert_uint_lt(used + length + 2, sizeof(wrapped));
    memcpy(&wrapped[used], text, length);
    memcpy(&wrapped[used + length], "|", 2);
}

START_TEST(text_is_wrapped_between_words)
{
    static const struct {
        const char *text;
        int width;
        const char *shown;
    } cases[] = {
        {"", 5, ""},
        {"one two three", 7, "one two|three|"},
        {"one two three", 8, "one two|three|"},
        {"one  two", 3, "one|two|"},
        {"abcdefgh ij", 4, "abcd|efgh|ij|"},
        {"a abcdefgh", 4, "a|abcd|efgh|"},
        {"one\ntwo\n\nthree", 9, "one|two||three|"},
        {"größer als Öl", 6, "größer|als Öl|"},
        {"猫猫猫 a", 5, "猫猫|猫 a|"},
        {"猫", 1, "猫|"},  /* makes progress, as below */
        {"ab", 0, "a|b|"}, /* makes progress at any width */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        wrapped[0] = '\0';
        int lines = canvas_wrap(cases[i].text, cases[i].width, collect, &canvas);
        ck_assert_str_eq(wrapped, cases[i].shown);
        unsigned bars = 0;
        for (const char *at = wrapped; *at != '\0'; at++) {
            bars += *at == '|';
        }
        ck_assert_int_eq(lines, (int)bars);
        ck_assert_int_eq(canvas_wrap(cases[i].text, cases[i].width, NULL, NULL), lines); /* counts only */
    }
}
END_TEST

/* ---- Without Unicode ----------------------------------------------------------------------------- */

START_TEST(every_glyph_has_an_ascii_replacement)
{
    for (uint32_t glyph = 0x20; glyph < 0x3000; glyph++) {
        uint32_t ascii = canvas_ascii(glyph);
        ck_assert_msg(ascii >= ' ' && ascii < 0x7f, "glyph %x becomes %x", glyph, ascii);
        ck_assert(glyph >= 0x7f || ascii == glyph);
    }
}
END_TEST

/* The ASCII character of a street points in the same direction as its Braille dots. */
START_TEST(streets_keep_their_direction_in_ascii)
{
    ck_assert_uint_eq(canvas_ascii(0x2800), ' ');
    ck_assert_uint_eq(canvas_ascii(0x2812), '-');  /* ⠒ */
    ck_assert_uint_eq(canvas_ascii(0x28c0), '-');  /* ⣀ */
    ck_assert_uint_eq(canvas_ascii(0x2847), '|');  /* ⡇ */
    ck_assert_uint_eq(canvas_ascii(0x28b8), '|');  /* ⢸ */
    ck_assert_uint_eq(canvas_ascii(0x285c), '/');  /* ⡜ */
    ck_assert_uint_eq(canvas_ascii(0x28a3), '\\'); /* ⢣ */
    ck_assert_uint_eq(canvas_ascii(0x28ff), '+');  /* ⣿ */
}
END_TEST

START_TEST(a_line_has_no_trailing_blanks)
{
    char text[8];
    canvas_text(&canvas, 1, 0, 12, INK_PLAIN, 0, "†65 ");
    ck_assert_uint_eq(canvas_line(&canvas, 0, false, text, sizeof(text)), strlen(" †65"));
    ck_assert_str_eq(text, " †65");
    ck_assert_uint_eq(canvas_line(&canvas, 0, true, text, sizeof(text)), 4);
    ck_assert_str_eq(text, " X65");
    ck_assert_uint_eq(canvas_line(&canvas, 0, false, text, 4), 0); /* never half a character */
    ck_assert_str_eq(text, "");
    ck_assert_uint_eq(canvas_line(&canvas, 9, false, text, sizeof(text)), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("canvas");
    TCase *page = tcase_create("page");
    tcase_add_checked_fixture(page, make_canvas, drop_canvas);
    tcase_add_test(page, a_new_canvas_is_empty);
    tcase_add_test(page, drawing_outside_the_canvas_has_no_effect);
    tcase_add_test(page, text_that_is_cut_off_ends_with_an_ellipsis);
    tcase_add_test(page, unprintable_characters_become_question_marks);
    tcase_add_test(page, wide_characters_and_accents_have_their_own_width);
    tcase_add_test(page, the_title_of_a_box_is_in_its_upper_edge);
    tcase_add_test(page, text_is_wrapped_between_words);
    tcase_add_test(page, every_glyph_has_an_ascii_replacement);
    tcase_add_test(page, streets_keep_their_direction_in_ascii);
    tcase_add_test(page, a_line_has_no_trailing_blanks);
    suite_add_tcase(suite, page);
    return run_suite(suite);
}
