/*
 * test_own_board.c: the rules on custom boards.
 *
 * Custom boards may have features that no printed board has, and events must have room for them. Here: a star
 * whose inner crossing is next to as many circles as possible.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

enum { CIRCLES = BOARD_NEIGHBOURS_MAX + 1, SEEDS = 2000, STEPS = 400 };

static struct board *star;

static void load_star(void)
{
    char text[8192];
    size_t length = 0;
    struct board_error error;
#define PUT(...) length += (size_t)snprintf(text + length, sizeof text - length, __VA_ARGS__)
    PUT("{\"board\":\"star\",\"game\":\"whitechapel\",\"version\":1,\"size\":[9000,9000],\"circles\":[");
    for (int i = 1; i <= CIRCLES; i++) {
        PUT("%s[%d,%d,0,\"%s\"]", i > 1 ? "," : "", i, 1000 + i, i <= 8 ? "red" : "plain");
    }
    PUT("],\"crossings\":[[1,1000,500,\"yellow\",\"B/b\"]");
    for (int i = 2; i <= 8; i++) {
        PUT(",[%d,%d,1000,\"%s\",\"B/b\"]", i, 1000 + i, i < 8 ? "yellow" : "red");
    }
    PUT("],\"streets\":[[\"c1\",\"x1\"]");
    for (int i = 2; i <= CIRCLES; i++) {
        PUT(",[\"c%d\",\"x1\"]", i);
    }
    for (int i = 2; i <= 8; i++) {
        PUT(",[\"x1\",\"x%d\"]", i);
    }
    PUT("],\"houses\":[],\"blocks\":[]}");
#undef PUT
    star = board_load(text, length, &error);
    ck_assert_msg(star != NULL, "%s", error.text);
}

static void free_star(void)
{
    board_free(star);
}

/* Plays one game and returns how many arrests named every circle around the inner crossing. */
static unsigned count_full_arrests(unsigned seed)
{
    struct random random = {seed};
    struct setup setup = play_setup(GAME_WHITECHAPEL, OPTION_AREA_ARREST | OPTION_RUSHING, &random);
    struct game game;
    struct action action;
    struct events events;
    unsigned arrests = 0;
    ck_assert_int_eq(game_new(star, &game, &setup), ERROR_OK);
    for (unsigned i = 0; i < STEPS && play_choose(star, &game, &random, (struct play_style){0}, &action);
         i++) {
        ck_assert_int_eq(game_apply(star, &game, &action, &events), ERROR_OK);
        ck_assert_ptr_null(game_broken(star, &game));
        const struct event *event = &events.item[0];
        if (event->kind == EVENT_ARREST && event->circles.count == CIRCLES) {
            for (unsigned k = 0; k < CIRCLES; k++) {
                ck_assert_uint_eq(event->circles.item[k], k + 1);
            }
            ck_assert_uint_eq(event->marked.count, 0);
            arrests++;
        }
    }
    return arrests;
}

START_TEST(an_arrest_at_the_busiest_crossing_names_every_circle)
{
    unsigned arrests = 0;
    for (unsigned seed = 0; seed < SEEDS && arrests < 3; seed++) {
        arrests += count_full_arrests(seed);
    }
    ck_assert_uint_ge(arrests, 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("own_board");
    TCase *stars = tcase_create("a star");
    tcase_add_unchecked_fixture(stars, load_star, free_star);
    tcase_add_test(stars, an_arrest_at_the_busiest_crossing_names_every_circle);
    suite_add_tcase(suite, stars);
    return run_suite(suite);
}
