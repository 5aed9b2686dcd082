/*
 * test_board_check.c: invalid boards and their error messages.
 *
 * Most are a printed board with one piece of its text replaced; each must be rejected with one sentence and
 * the line of that piece. The others are written from scratch: small custom boards that must load, and
 * malicious ones that must be rejected quickly.
 */
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/board/board.h"
#include "tests/support/c/run_suite.h"

enum { OWN_TEXT_MAX = 64 * 1024, DEEP = 100000 };

/* ---- printed boards with an error ---- */

static const struct mistake {
    enum game_kind game;
    const char *from, *to; /* the first occurrence of `from` in the text is replaced with `to` */
    unsigned line;
    const char *sentence;
} mistakes[] = {
    /* the text */
    {GAME_WHITECHAPEL, "[3,520,41,\"red\"],", "[3,520,41,\"red\"", 7, "The text is not JSON: ']' expected."},
    {GAME_WHITECHAPEL, "\"version\": 1,", "\"version\": 1, \"version\": 1,", 3, "A key appears twice."},
    {GAME_WHITECHAPEL, "\"version\": 1,", "\"version\": [[[[[[[[1]]]]]]]],", 3,
     "The text nests deeper than 8 levels."},
    {GAME_WHITEHALL, "\"white\"", "\"wh\xff\"", 7, "The text is not JSON: unable to decode byte 0xff."},
    {GAME_WHITEHALL, "]\n}\n", "]\n}\n}\n", 338, "The text is not JSON: end of file expected."},

    /* the header */
    {GAME_WHITECHAPEL, "\"version\": 1,", "\"version\": 1,\n \"author\": \"Jack\",", 4,
     "\"author\" is not a key of a board."},
    {GAME_WHITECHAPEL, "\"version\": 1,", "\"\\u001b\\u00e9\": 1,", 3, "\"???\" is not a key of a board."},
    {GAME_WHITECHAPEL, "\"version\": 1,", "", 0, "The board has no \"version\"."},
    {GAME_WHITECHAPEL, "\"version\": 1,", "\"version\": 1.0,", 3,
     "\"version\" must be a whole number from 1 to 1000000."},
    {GAME_WHITECHAPEL, "\"version\": 1,", "\"version\": 0,", 3,
     "\"version\" must be a whole number from 1 to 1000000."},
    {GAME_WHITECHAPEL, "\"board\": \"whitechapel\"", "\"board\": \"\"", 2,
     "\"board\" must be a name of 1 to 31 bytes without control characters."},
    {GAME_WHITECHAPEL, "\"board\": \"whitechapel\"", "\"board\": \"a\\u009bb\"", 2,
     "\"board\" must be a name of 1 to 31 bytes without control characters."},
    {GAME_WHITECHAPEL, "\"board\": \"whitechapel\"", "\"board\": \"a town with a name that is too long\"", 2,
     "\"board\" must be a name of 1 to 31 bytes without control characters."},
    {GAME_WHITECHAPEL, "\"board\": \"whitechapel\"", "\"board\": \"soho\"", 2,
     "A board must name its \"game\": \"whitechapel\" or \"whitehall\"."},
    {GAME_WHITECHAPEL, "\"version\": 1,", "\"version\": 1, \"game\": 7,", 3,
     "A board must name its \"game\": \"whitechapel\" or \"whitehall\"."},
    {GAME_WHITECHAPEL, "\"size\": [1500, 1000]", "\"size\": [1500, 40000]", 4,
     "\"size\" must be [width, height], whole numbers from 1 to 32767."},
    {GAME_WHITECHAPEL, "\"circles\": \"number, x, y, colour\"", "\"circles\": 4", 5,
     "\"fields\" must be an object of strings."},
    {GAME_WHITECHAPEL, "\"joints\": [", "\"blue_lines\": [], \"joints\": [", 118,
     "\"blue_lines\" belongs to Whitehall; this board is for Whitechapel."},

    /* places */
    {GAME_WHITECHAPEL, "[5,686,41,\"plain\"]", "[5,686,41]", 8,
     "Circle 5 must be written [number, x, y, \"colour\"], whole numbers first."},
    {GAME_WHITECHAPEL, "[5,686,41,\"plain\"]", "[5,686.0,41,\"plain\"]", 8,
     "Circle 5 must be written [number, x, y, \"colour\"], whole numbers first."},
    {GAME_WHITECHAPEL, "[5,686,41,\"plain\"]", "7", 8,
     "Circle 5 must be written [number, x, y, \"colour\"], whole numbers first."},
    {GAME_WHITECHAPEL, "[5,686,41,\"plain\"]", "[5,686,41,\"plain\",\"NW\"]", 8,
     "Circle 5 must be written [number, x, y, \"colour\"], whole numbers first."},
    {GAME_WHITEHALL, "[1,208,96,\"white\",\"NW\"]", "[1,208,96,\"white\"]", 7,
     "Circle 1 must be written [number, x, y, \"colour\", \"quadrant\"], whole numbers first."},
    {GAME_WHITECHAPEL, "[6,222,139,", "[7,222,139,", 8,
     "\"circles\" must be numbered 1, 2, 3 and so on: 7 stands where 6 belongs."},
    {GAME_WHITECHAPEL, "[6,222,139,", "[9223372036854775807,222,139,", 8,
     "\"circles\" must be numbered 1, 2, 3 and so on: 9223372036854775807 stands where 6 belongs."},
    {GAME_WHITECHAPEL, "[6,222,139,", "[6,1501,139,", 8, "Circle 6 lies outside the board's size."},
    {GAME_WHITECHAPEL, "[2,402,160]", "[2,402,-1]", 119, "Joint 2 lies outside the board's size."},
    {GAME_WHITECHAPEL, "[3,520,41,\"red\"]", "[3,520,41,\"blue\"]", 7,
     "Circle 3 has the unknown colour \"blue\"."},
    {GAME_WHITECHAPEL, "[2,260,86,\"plain\",\"A/b\"]", "[2,260,86,\"plain\",\"\"]", 58,
     "Crossing 2 has the unknown section \"\"."},
    {GAME_WHITEHALL, "\"white\",\"NW\"", "\"white\",\"N\\u001b\"", 7,
     "Circle 1 has the unknown quadrant \"N?\"."},
    {GAME_WHITEHALL, "[81,561,562,\"plain\"]", "[81,561,562,\"red\"]", 77,
     "Crossing 81 has the unknown border \"red\"."},
    {GAME_WHITECHAPEL, "[2,402,160]", "[2,277,52]", 119, "j2 is at the same point as c1."},
    {GAME_WHITEHALL, "[\n  [\"c66\",\"c98\"], [\"x160\",\"x166\"]\n ]", "{}", 334,
     "\"blue_lines\" must be an array."},

    /* roles */
    {GAME_WHITECHAPEL, "[3,520,41,\"red\"]", "[3,520,41,\"plain\"]", 6,
     "The game needs at least 8 red circles; this board has 7."},
    {GAME_WHITECHAPEL, "[100,358,407,\"red\"", "[100,358,407,\"plain\"", 57,
     "The game needs exactly one red crossing; this board has 0."},
    {GAME_WHITECHAPEL, "[99,317,388,\"plain\"", "[99,317,388,\"red\"", 57,
     "The game needs exactly one red crossing; this board has 2."},
    {GAME_WHITECHAPEL, "\"yellow\"", "\"plain\"", 57,
     "The game needs at least 7 yellow crossings; this board has 6."},
    {GAME_WHITEHALL, "[4,822,83,\"black\",\"\"]", "[4,822,83,\"black\",\"NW\"]", 7,
     "Circle 4: white circles need a quadrant; for all others it must be \"\"."},
    {GAME_WHITEHALL, "[1,208,96,\"white\",\"NW\"]", "[1,208,96,\"white\",\"\"]", 7,
     "Circle 1: white circles need a quadrant; for all others it must be \"\"."},

    /* streets */
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"x235\"]", 128,
     "There is no place \"x235\" on this board."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"x07\"]", 128,
     "There is no place \"x07\" on this board."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"\"]", 128, "There is no place \"\" on this board."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"x4294967303\"]", 128,
     "There is no place \"x4294967303\" on this board."},
    {GAME_WHITEHALL, "[\"c4\",\"x2\"]", "[\"c4\",\"j1\"]", 104, "There is no place \"j1\" on this board."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",7]", 128,
     "The ends in \"streets\" must be strings like \"c1\" or \"x1\"."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"x7\",\"x8\"]", 128,
     "Each element of \"streets\" must be an array of two ends."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"c5\"]", 128, "A line leads from c5 to itself."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"x7\"], [\"x7\",\"c5\"]", 128,
     "The line from x7 to c5 repeats the line from c5 to x7."},
    {GAME_WHITECHAPEL, "[\"c5\",\"x7\"]", "[\"c5\",\"x7\"], [\"c2\",\"x6\"]", 128,
     "The line from c2 to x6 crosses or touches the line from c3 to x5."},
    {GAME_WHITECHAPEL, "[\"j24\",\"j34\"]", "[\"j24\",\"j34\"], [\"c92\",\"c132\"]", 204,
     "The line from c92 to c132 crosses or touches the line from c92 to x114."},
    {GAME_WHITECHAPEL, "[42,856,811]\n ],\n \"streets\": [",
     "[42,856,811], [43,468,130]\n ],\n \"streets\": [[\"c8\",\"j43\"],", 129,
     "The line from c9 to x13 crosses or touches the line from c8 to j43."},
    {GAME_WHITECHAPEL, "[10,227,104,", "[10,282,72,", 128,
     "The line from c7 to x2 crosses or touches the line from c6 to x10."},
    {GAME_WHITEHALL, "[\"c66\",\"c98\"], [\"x160\"", "[\"c66\",\"x63\"], [\"x160\"", 335,
     "The line from c66 to x63 repeats the line from c66 to x63."},
    {GAME_WHITECHAPEL, "[42,856,811]", "[42,856,811],\n  [43,1,1]", 125, "No street leads from c1 to j43."},
    {GAME_WHITEHALL, "[\"c110\",\"x111\"], ", "", 34, "No street leads from c1 to c110."},

    /* houses and waters */
    {GAME_WHITECHAPEL, "  [\"c2\",\"x5\",\"x14\",\"c9\",\"x12\",\"x4\"],\n", "", 206,
     "The area with x4 and c2 on its outline is not listed in \"houses\"."},
    {GAME_WHITECHAPEL, "[\"c2\",\"x5\",\"x14\",\"c9\",\"x12\",\"x4\"]",
     "[\"c2\",\"x5\",\"x14\",\"c9\",\"x12\"]", 208, "The lines do not enclose an area with this outline."},
    {GAME_WHITECHAPEL, "[\"c2\",\"x5\",\"x14\",\"c9\",\"x12\",\"x4\"]", "[\"c2\",\"x5\"]", 208,
     "Each element of \"houses\" must be an array of 3 to 64 ends."},
    {GAME_WHITECHAPEL, "[\"c2\",\"x5\",\"x14\",\"c9\",\"x12\",\"x4\"]",
     "[\"x2\",\"c7\",\"x34\",\"c26\",\"x3\",\"c1\"]", 208,
     "This area is listed twice among the houses and waters."},
    {GAME_WHITEHALL, "\"houses\": [",
     "\"houses\": [\n  [\"c173\",\"x166\",\"c174\",\"x161\",\"c175\",\"x168\"],", 167,
     "Circle 174 is blue, so this area cannot be a block of houses."},
    {GAME_WHITECHAPEL, "[1,7,26], [2,9]", "[1,7,26], [2,8]", 357,
     "No element of \"houses\" has exactly these circles."},
    {GAME_WHITECHAPEL, "[31,52], [31,52],", "[31,52],", 236,
     "The circles of this outline are not listed in \"blocks\"."},
    {GAME_WHITECHAPEL, "[1,7,26], [2,9]", "[1,7,26], [2,9,9]", 357,
     "Each element of \"blocks\" must list numbers of circles, each once."},
    {GAME_WHITECHAPEL, "[1,7,26], [2,9]", "[1,7,26], [2]", 357,
     "Each element of \"blocks\" must be an array of at least two circles."},
    {GAME_WHITEHALL, "[66,98], [80,", "[80,", 331,
     "The circles of this outline are not listed in \"waters\"."},
    {GAME_WHITEHALL, "\n  [154,174]", "\n  [152,174]", 328,
     "No element of \"water_edges\" has exactly these circles."},
    {GAME_WHITEHALL, "[\"x161\",\"c174\",\"x166\",\"x160\"", "[\"x161\",\"c174\",\"x160\"", 332,
     "The lines do not enclose an area with this outline."},
    {GAME_WHITEHALL, "[\"c66\",\"c98\"], ", "", 331, "The lines do not enclose an area with this outline."},
    {GAME_WHITEHALL, "[163,721,1175,\"black\"", "[163,721,1175,\"blue\"", 283,
     "Circle 163 is blue, so this area cannot be a block of houses."},
    {GAME_WHITEHALL, "[152,160,1161,\"white\",\"SW\"]", "[152,160,1161,\"blue\",\"\"]", 44,
     "Circle 152 is blue but not on any water."},
};

static char *replaced(enum game_kind game, const char *from, const char *to, size_t *length)
{
    size_t size;
    const char *builtin = board_builtin_text(game, &size);
    char *original = malloc(size + 1);
    ck_assert_ptr_nonnull(original);
    memcpy(original, builtin, size);
    original[size] = '\0';
    const char *at = strstr(original, from);
    ck_assert_msg(at != NULL, "no %s in the text", from);
    *length = size - strlen(from) + strlen(to);
    char *text = malloc(*length + 1);
    ck_assert_ptr_nonnull(text);
    (void)snprintf(text, *length + 1, "%.*s%s%s", (int)(at - original), original, to, at + strlen(from));
    free(original);
    return text;
}

START_TEST(a_mistake_is_answered_with_its_line_and_a_sentence)
{
    const struct mistake *mistake = &mistakes[_i];
    size_t length;
    char *text = replaced(mistake->game, mistake->from, mistake->to, &length);
    struct board_error error;
    ck_assert_ptr_null(board_load(text, length, &error));
    free(text);
    ck_assert_str_eq(error.text, mistake->sentence);
    ck_assert_uint_eq(error.line, mistake->line);
}
END_TEST

static void assert_refused(const char *text, size_t length, const char *sentence, unsigned line)
{
    struct board_error error;
    ck_assert_ptr_null(board_load(text, length, &error));
    ck_assert_str_eq(error.text, sentence);
    ck_assert_uint_eq(error.line, line);
}

START_TEST(an_invalid_board_is_rejected)
{
    assert_refused("", 0, "The text is not JSON: '[' or '{' expected.", 1);
    assert_refused("[]", 2, "A board must be a JSON object.", 0);
    assert_refused("{}", 2, "The board has no \"board\".", 0);
    assert_refused("{\"a\0\":1}", 8, "The text is not JSON: control character 0x0.", 1);
    assert_refused("{\"\\\"", 4, "The text is not JSON: premature end of input.", 1);
}
END_TEST

START_TEST(a_text_too_long_or_too_deep_is_refused_unread)
{
    size_t length = 1024 * 1024 + 1;
    char *text = malloc(length);
    ck_assert_ptr_nonnull(text);
    memset(text, ' ', length);
    assert_refused(text, length, "The text is longer than 1048576 bytes.", 0);
    memset(text, '[', DEEP);
    assert_refused(text, DEEP, "The text nests deeper than 8 levels.", 1);
    free(text);
}
END_TEST

/* Every proper prefix of a valid text is invalid, and none is read past its end. */
START_TEST(no_beginning_of_a_board_is_a_board)
{
    size_t length;
    const char *builtin = board_builtin_text(GAME_WHITEHALL, &length);
    for (size_t i = 0; i + 2 < length; i += i < 2000 ? 1 : 997) {
        struct board_error error;
        char *text = malloc(i + 1);
        ck_assert_ptr_nonnull(text);
        memcpy(text, builtin, i);
        char *exact = realloc(text, i > 0 ? i : 1);
        ck_assert_ptr_null(board_load(exact, i, &error));
        ck_assert_uint_gt(error.line, 0);
        free(exact);
    }
}
END_TEST

START_TEST(a_line_is_found_behind_escaped_keys)
{
    size_t length;
    char *text =
        replaced(GAME_WHITECHAPEL, "\"streets\": [\n", "\"\\u0073treets\" : \n[[\"c1\",\n\"x]\"],", &length);
    assert_refused(text, length, "There is no place \"x]\" on this board.", 127);
    free(text);
}
END_TEST

/* ---- boards written here ---- */

struct own {
    size_t length;
    char text[OWN_TEXT_MAX];
};

static void put(struct own *own, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct own *own, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    own->length +=
        (size_t)vsnprintf(own->text + own->length, sizeof own->text - own->length, format, arguments);
    va_end(arguments);
    ck_assert_uint_lt(own->length, sizeof own->text);
}

static void put_head(struct own *own)
{
    own->length = 0;
    put(own, "{\"board\": \"own\", \"game\": \"whitechapel\", \"version\": 2, \"size\": [9000, 9000]");
}

/* Gives the roles that a Whitechapel board needs to the first circles and crossings. */
static void put_circles(struct own *own, unsigned count, unsigned x, unsigned y)
{
    put(own, ",\n\"circles\": [");
    for (unsigned i = 0; i < count; i++) {
        put(own, "%s[%u,%u,%u,\"%s\"]", i > 0 ? "," : "", i + 1, x + i, y, i < 8 ? "red" : "plain");
    }
    put(own, "],\n\"crossings\": [");
}

static void put_crossing(struct own *own, unsigned number, unsigned x, unsigned y)
{
    const char *border = number <= 7 ? "yellow" : number == 8 ? "red" : "plain";
    put(own, "%s[%u,%u,%u,\"%s\",\"B/b\"]", number > 1 ? "," : "", number, x, y, border);
}

/* Connects all circles and crossings to crossing 1. */
static void put_star(struct own *own, unsigned circles)
{
    put_head(own);
    put_circles(own, circles, 1000, 0);
    put_crossing(own, 1, 1000, 500);
    for (unsigned i = 2; i <= 8; i++) {
        put_crossing(own, i, 1000 + i, 1000);
    }
    put(own, "],\n\"streets\": [[\"c1\",\"x1\"]");
    for (unsigned i = 2; i <= circles; i++) {
        put(own, ",[\"c%u\",\"x1\"]", i);
    }
    for (unsigned i = 2; i <= 8; i++) {
        put(own, ",[\"x1\",\"x%u\"]", i);
    }
    put(own, "],\n\"houses\": [], \"blocks\": []}");
}

START_TEST(a_board_without_a_single_house_loads)
{
    static struct own own;
    struct board_error error;
    put_star(&own, 25);
    struct board *board = board_load(own.text, own.length, &error);
    ck_assert_msg(board != NULL, "%s", error.text);
    ck_assert_str_eq(board->name, "own");
    ck_assert_uint_eq(board->version, 2);
    ck_assert_uint_eq(board->neighbours[1], BOARD_NEIGHBOURS_MAX);
    ck_assert_uint_eq(board->steps[1][25], 1);
    board_free(board);
}
END_TEST

START_TEST(a_circle_with_too_many_neighbours_is_refused)
{
    static struct own own;
    put_star(&own, 26);
    assert_refused(own.text, own.length, "Circle 1 has more than 24 adjacent circles.", 2);
    put_star(&own, 256);
    assert_refused(own.text, own.length, "A board has at most 255 elements in \"circles\"; this one has 256.",
                   2);
}
END_TEST

/*
 * A chain of rings of four crossings, each sharing a crossing with the next, with seven circles at one end
 * and one at the other: every ring doubles the number of lines between the ends.
 */
static void put_chain(struct own *own, unsigned rings)
{
    put_head(own);
    put(own, ",\n\"circles\": [");
    for (unsigned i = 1; i <= 8; i++) {
        put(own, "%s[%u,%u,%u,\"red\"]", i > 1 ? "," : "", i, i < 8 ? 0U : 9000U, 4000 + i);
    }
    put(own, "],\n\"crossings\": [");
    put_crossing(own, 1, 100, 4000);
    for (unsigned i = 0; i < rings; i++) {
        put_crossing(own, 3 * i + 2, 150 + 100 * i, 3950);
        put_crossing(own, 3 * i + 3, 150 + 100 * i, 4050);
        put_crossing(own, 3 * i + 4, 200 + 100 * i, 4000);
    }
    put(own, "],\n\"streets\": [[\"c8\",\"x%u\"]", 3 * rings + 1);
    for (unsigned i = 1; i <= 7; i++) {
        put(own, ",[\"c%u\",\"x1\"]", i);
    }
    for (unsigned i = 0; i < rings; i++) {
        put(own, ",[\"x%u\",\"x%u\"],[\"x%u\",\"x%u\"],[\"x%u\",\"x%u\"],[\"x%u\",\"x%u\"]", 3 * i + 1,
            3 * i + 2, 3 * i + 1, 3 * i + 3, 3 * i + 2, 3 * i + 4, 3 * i + 3, 3 * i + 4);
    }
    put(own, "],\n\"blocks\": [],\n\"houses\": [");
    for (unsigned i = 0; i < rings; i++) {
        put(own, "%s[\"x%u\",\"x%u\",\"x%u\",\"x%u\"]", i > 0 ? "," : "", 3 * i + 1, 3 * i + 2, 3 * i + 4,
            3 * i + 3);
    }
    put(own, "]}");
}

START_TEST(each_fork_on_the_way_doubles_the_lines)
{
    static struct own own;
    struct board_error error;
    put_chain(&own, 7);
    struct board *board = board_load(own.text, own.length, &error);
    ck_assert_msg(board != NULL, "%s", error.text);
    ck_assert_uint_eq(board->neighbours[8], 7);
    ck_assert_uint_eq(board->neighbour[8][0].routes, 128);
    ck_assert_uint_eq(board->neighbour[1][6].routes, 128);
    ck_assert_uint_eq(set_count(&board->route[board->neighbour[8][0].first_route]), 15);
    ck_assert_uint_eq(board->routes, 2 * 7 * 128 + 7 * 6);
    board_free(board);
}
END_TEST

START_TEST(a_board_with_too_many_lines_is_refused)
{
    static struct own own;
    put_chain(&own, 8);
    assert_refused(own.text, own.length, "More than 255 lines lead from circle 1 to circle 8.", 2);
    put_chain(&own, 40);
    assert_refused(own.text, own.length, "There are more than 8192 lines between the circles of this board.",
                   2);
}
END_TEST

/* A grid of 15 by 15 crossings has far too many lines to list or even count. */
START_TEST(a_maze_of_crossings_is_refused_soon)
{
    enum { SIDE = 15 };
    static struct own own;
    put_head(&own);
    put_circles(&own, 8, 0, 0);
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        put_crossing(&own, i + 1, 100 + i % SIDE * 10, 100 + i / SIDE * 10);
    }
    put(&own, "],\n\"streets\": [[\"c1\",\"x1\"]");
    for (unsigned i = 2; i <= 8; i++) {
        put(&own, ",[\"c%u\",\"x1\"]", i);
    }
    for (unsigned i = 1; i <= SIDE * SIDE; i++) {
        if (i % SIDE != 0) {
            put(&own, ",[\"x%u\",\"x%u\"]", i, i + 1);
        }
        if (i + SIDE <= SIDE * SIDE) {
            put(&own, ",[\"x%u\",\"x%u\"]", i, i + SIDE);
        }
    }
    put(&own, "],\n\"blocks\": [],\n\"houses\": [");
    for (unsigned i = 1; i + SIDE < SIDE * SIDE; i++) {
        if (i % SIDE != 0) {
            put(&own, "%s[\"x%u\",\"x%u\",\"x%u\",\"x%u\"]", i > 1 ? "," : "", i, i + 1, i + SIDE + 1,
                i + SIDE);
        }
    }
    put(&own, "]}");
    assert_refused(own.text, own.length, "Too many different lines lead from circle 1 to its neighbours.", 2);
}
END_TEST

START_TEST(a_board_of_another_name_says_its_game)
{
    size_t length;
    struct board_error error;
    char *text = replaced(GAME_WHITEHALL, "\"board\": \"whitehall\"",
                          "\"board\": \"Köln\", \"game\": \"whitehall\"", &length);
    struct board *board = board_load(text, length, &error);
    free(text);
    ck_assert_msg(board != NULL, "%s", error.text);
    ck_assert_str_eq(board->name, "Köln");
    ck_assert_int_eq(board->game, GAME_WHITEHALL);
    board_free(board);
}
END_TEST

static Suite *board_check_suite(void)
{
    Suite *suite = suite_create("board_check");
    TCase *printed = tcase_create("printed boards with a mistake");
    tcase_add_loop_test(printed, a_mistake_is_answered_with_its_line_and_a_sentence, 0,
                        (int)(COUNT(mistakes)));
    tcase_add_test(printed, an_invalid_board_is_rejected);
    tcase_add_test(printed, a_text_too_long_or_too_deep_is_refused_unread);
    tcase_add_test(printed, no_beginning_of_a_board_is_a_board);
    tcase_add_test(printed, a_line_is_found_behind_escaped_keys);
    suite_add_tcase(suite, printed);

    TCase *own = tcase_create("boards of one's own");
    tcase_add_test(own, a_board_without_a_single_house_loads);
    tcase_add_test(own, a_circle_with_too_many_neighbours_is_refused);
    tcase_add_test(own, each_fork_on_the_way_doubles_the_lines);
    tcase_add_test(own, a_board_with_too_many_lines_is_refused);
    tcase_add_test(own, a_maze_of_crossings_is_refused_soon);
    tcase_add_test(own, a_board_of_another_name_says_its_game);
    suite_add_tcase(suite, own);
    return suite;
}

int main(void)
{
    return run_suite(board_check_suite());
}
