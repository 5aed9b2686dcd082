/*
 * test_deduction.c: parsing, ranking and describing deductions.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/report/report_deduction.h"
#include "client-cli/screen/panels.h"
#include "common/base/array.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

static struct deduction deduction;

/* ---- Reading ------------------------------------------------------------------------------------- */

static const char full[] =
    "{\"seq\":41,\"round\":2,\"hunting\":true,\"now\":[12,14,90],\"visited\":[12,13,14,27,90],"
    "\"cells\":[[0,[27]],[1,[13]],[2,[12,14,90]]],\"hideouts\":[40,41],\"trails\":\"200\","
    "\"trails_now\":[\"20\",\"179\",\"1\"],\"trails_visited\":[\"20\",\"150\",\"179\",\"200\",\"1\"],"
    "\"trails_hideouts\":[\"18446744073709551615\",\"3\"],"
    "\"searches\":[{\"circle\":13,\"by\":[\"red\"],\"yes\":{\"trails\":\"150\",\"now\":2,\"visited\":4,"
    "\"hideouts\":2},\"no\":{\"trails\":\"50\",\"now\":3,\"visited\":5,\"hideouts\":2}},"
    "{\"circle\":14,\"by\":[\"red\",\"blue\"],\"yes\":{\"trails\":\"179\",\"now\":1,\"visited\":3,"
    "\"hideouts\":2},\"no\":{\"trails\":\"21\",\"now\":2,\"visited\":3,\"hideouts\":1}},"
    "{\"circle\":15,\"by\":[\"blue\"],\"yes\":{\"trails\":\"0\",\"now\":0,\"visited\":0,\"hideouts\":0},"
    "\"no\":{\"trails\":\"200\",\"now\":3,\"visited\":5,\"hideouts\":2}}],"
    "\"ways\":[[27,13,12],[27,14,12]]}";

static bool read_text(const char *text, enum game_kind game)
{
    json_t *json = json_loads(text, 0, NULL);
    ck_assert_msg(json != NULL, "%s", text);
    bool good = deduction_read(&deduction, play_board(game), json);
    json_decref(json);
    return good;
}

static void read_full(void)
{
    ck_assert(read_text(full, GAME_WHITECHAPEL));
    deduction.circle = 12;
}

START_TEST(a_full_deduction_is_parsed)
{
    read_full();
    ck_assert(deduction.full && deduction.hunting);
    ck_assert_uint_eq(deduction.round, 2);
    ck_assert_uint_eq(set_count(&deduction.set[HEAT_VISITED]), 5);
    ck_assert_uint_eq(deduction.trails_of[HEAT_NOW][14], 179);
    ck_assert(deduction.trails_of[HEAT_TARGETS][40] == UINT64_MAX);
    ck_assert_uint_eq(deduction.cells, 3);
    ck_assert_uint_eq(set_count(&deduction.cell[2].circles), 3);
    ck_assert_uint_eq(deduction.searches, 3);
    ck_assert_uint_eq(deduction.search[1].by, PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE));
    ck_assert_uint_eq(deduction.ways, 2);
    ck_assert_uint_eq(deduction.way[1].circle[1], 14);
}
END_TEST

START_TEST(a_deduction_without_numbers_is_parsed)
{
    ck_assert(read_text("{\"seq\":3,\"round\":1,\"hunting\":true,\"now\":[5],\"visited\":[5,6],"
                        "\"cells\":[[0,[6]],[1,[5]]],\"discoveries\":[7,8]}",
                        GAME_WHITEHALL));
    ck_assert(!deduction.full);
    ck_assert(set_has(&deduction.set[HEAT_TARGETS], 8));
    ck_assert_uint_eq(deduction.searches + deduction.ways, 0);
}
END_TEST

/* `full` with one value replaced. */
static const struct {
    const char *what, *by;
} nonsense[] = {
    {"\"now\":[12", "\"now\":[0"},
    {"\"now\":[12", "\"now\":[250"},
    {"\"now\":[12", "\"now\":[\"12\""},
    {"\"round\":2", "\"round\":\"2\""},
    {"\"hunting\":true", "\"hunting\":1"},
    {"\"trails\":\"200\"", "\"trails\":200"},
    {"\"trails\":\"200\"", "\"trails\":\"-2\""},
    {"\"trails\":\"200\"", "\"trails\":\"18446744073709551616\""},
    {"[\"20\",\"179\",\"1\"]", "[\"20\",\"179\"]"},
    {"[0,[27]]", "[16,[27]]"},
    {"[0,[27]]", "[27]"},
    {"\"hideouts\":[40,41]", "\"discoveries\":[40,41]"},
    {"\"by\":[\"red\"]", "\"by\":[\"purple\"]"},
    {"\"circle\":13", "\"circle\":-13"},
    {"\"yes\":{\"trails\":\"150\",\"now\":2", "\"yes\":{\"trails\":\"150\",\"now\":900"},
    {"\"yes\":{\"trails\":\"150\"", "\"yes\":{\"trails\":null"},
    {"[27,13,12]", "[27,13,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]"},
    {"[27,13,12]", "[27,13,300]"},
    {"[27,13,12]", "7"},
};

START_TEST(invalid_deductions_are_rejected)
{
    char text[4000];
    const char *at = strstr(full, nonsense[_i].what);
    ck_assert_ptr_nonnull(at);
    (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - full), full, nonsense[_i].by,
                   at + strlen(nonsense[_i].what));
    ck_assert_msg(!read_text(text, GAME_WHITECHAPEL), "%s", nonsense[_i].by);
}
END_TEST

/* ---- Numbers ------------------------------------------------------------------------------------- */

START_TEST(the_most_likely_circle_comes_first)
{
    uint8_t circle[SET_LIMIT];
    read_full();
    ck_assert_uint_eq(deduction_by_likelihood(&deduction, HEAT_NOW, circle), 3);
    ck_assert_uint_eq(circle[0], 14);
    ck_assert_uint_eq(circle[1], 12);
    ck_assert_uint_eq(circle[2], 90);
}
END_TEST

START_TEST(heat_is_highest_where_most_trails_lead)
{
    uint8_t level[SET_LIMIT];
    read_full();
    deduction_levels(&deduction, HEAT_VISITED, level);
    ck_assert_uint_eq(level[27], 4);
    ck_assert_uint_eq(level[13], 4);
    ck_assert_uint_eq(level[12], 1); /* a tenth */
    ck_assert_uint_eq(level[90], 1);
    ck_assert_uint_eq(level[15], 0);
    deduction.trails_of[HEAT_VISITED][12] = 60;
    deduction_levels(&deduction, HEAT_VISITED, level);
    ck_assert_uint_eq(level[12], 3);
}
END_TEST

START_TEST(without_numbers_all_circles_are_equal)
{
    uint8_t level[SET_LIMIT];
    read_full();
    memset(deduction.trails_of, 0, sizeof deduction.trails_of);
    deduction_levels(&deduction, HEAT_NOW, level);
    ck_assert_uint_eq(level[12], level[90]);
    ck_assert_uint_gt(level[12], 0);
    ck_assert_uint_eq(level[13], 0);
}
END_TEST

START_TEST(a_possible_circle_never_has_a_share_of_zero)
{
    read_full();
    ck_assert_uint_eq(deduction_share(&deduction, HEAT_NOW, 12), 10);
    ck_assert_uint_eq(deduction_share(&deduction, HEAT_NOW, 90), 1);
    ck_assert_uint_eq(deduction_share(&deduction, HEAT_NOW, 13), 0);
    ck_assert_uint_eq(deduction_share(&deduction, HEAT_VISITED, 27), 100);
    deduction.trails_of[HEAT_NOW][14] = 199; /* almost all is not 100 % */
    deduction.trails = 200000;
    deduction.trails_of[HEAT_NOW][12] = 199999;
    ck_assert_uint_eq(deduction_share(&deduction, HEAT_NOW, 12), 99);
}
END_TEST

START_TEST(the_most_informative_search_comes_first)
{
    uint8_t index[SET_LIMIT];
    read_full();
    ck_assert_uint_eq(deduction_rank_searches(&deduction, index), 3);
    ck_assert_uint_eq(deduction.search[index[0]].circle, 14);
    ck_assert_uint_eq(deduction.search[index[1]].circle, 13);
    ck_assert_uint_eq(deduction.search[index[2]].circle, 15);
}
END_TEST

/* ---- Words --------------------------------------------------------------------------------------- */

static char told[4000];

static void take_line(void *context, const char *text)
{
    size_t used = strlen(told);
    (void)context;
    (void)snprintf(told + used, sizeof told - used, "%s\n", text);
}

START_TEST(a_deduction_is_described_in_sentences)
{
    read_full();
    told[0] = '\0';
    report_deduction(&deduction, take_line, NULL);
    ck_assert_str_eq(
        told, "Where Jack may be (3 circles, 200 trails): 14 (90%), 12 (10%), 90 (1%).\n"
              "Where Jack may have been this night (5 circles, 200 trails): 27 (100%), 14 (90%), 13 (75%), "
              "12 (10%), 90 (1%).\n"
              "At the start: 27.\n"
              "After move 1: 13.\n"
              "After move 2: 12, 14 or 90.\n"
              "Possible hideouts (2 circles): 40 (100%), 41 (2%).\n");
}
END_TEST

/* The trails of Whitehall's future discoveries are counted with each: every share would be 100%. */
START_TEST(future_discoveries_have_no_shares)
{
    read_full();
    deduction.game = GAME_WHITEHALL;
    ck_assert_str_eq(deduction_list(&deduction, HEAT_TARGETS, 9).text, "40, 41");
    ck_assert_str_eq(deduction_list(&deduction, HEAT_NOW, 9).text, "14 (90%), 12 (10%), 90 (1%)");
}
END_TEST

START_TEST(searches_say_what_each_answer_leaves)
{
    read_full();
    told[0] = '\0';
    report_searches(&deduction, take_line, NULL);
    ck_assert_str_eq(
        told, "14 (Red or Blue): a clue in 90% of the trails. If yes, 1 of 3 circles are left; if no, 2.\n"
              "13 (Red): a clue in 75% of the trails. If yes, 2 of 3 circles are left; if no, 3.\n"
              "Can't be: 15.\n");
}
END_TEST

START_TEST(paths_are_listed_circle_by_circle)
{
    read_full();
    told[0] = '\0';
    report_ways(&deduction, take_line, NULL);
    ck_assert_str_eq(told, "Trails to 12 (2 of 20):\n  27, 13, 12\n  27, 14, 12\n");
    deduction.circle = 13;
    told[0] = '\0';
    report_ways(&deduction, take_line, NULL);
    ck_assert_str_eq(told, "Jack can't be on 13 now.\n");
}
END_TEST

START_TEST(before_a_hunt_there_are_only_targets)
{
    ck_assert(read_text("{\"seq\":3,\"round\":1,\"hunting\":false,\"now\":[],\"visited\":[],\"cells\":[],"
                        "\"discoveries\":[7,8]}",
                        GAME_WHITEHALL));
    told[0] = '\0';
    report_deduction(&deduction, take_line, NULL);
    ck_assert_str_eq(told, "There is no hunt right now.\nPossible future discoveries (2 circles): 7, 8.\n");
    deduction.full = true;
    deduction.circle = 7;
    told[0] = '\0';
    report_ways(&deduction, take_line, NULL);
    ck_assert_str_eq(told, "There is no hunt right now.\n");
}
END_TEST

/* ---- The panel ----------------------------------------------------------------------------------- */

static bool anywhere(const struct canvas *canvas, const char *what)
{
    for (int y = 0; y < canvas->height; y++) {
        char line[400];
        (void)canvas_line(canvas, y, false, line, sizeof line);
        if (strstr(line, what) != NULL) {
            return true;
        }
    }
    return false;
}

START_TEST(the_panel_fits_a_narrow_column)
{
    struct canvas canvas = {0};
    struct panel panel = {.canvas = &canvas, .window = {0, 0, 25, 21}};
    read_full();
    ck_assert(canvas_resize(&canvas, 25, 21));
    panel_deduction(&panel, &deduction, HEAT_NOW);
    ck_assert(anywhere(&canvas, "3 circles, 200 trails"));
    ck_assert(anywhere(&canvas, "14 (90%), 12 (10%), 90"));
    ck_assert(anywhere(&canvas, "Trails to 12: 2 of 20"));
    ck_assert(anywhere(&canvas, "Searches (of 3 circles):"));
    ck_assert(anywhere(&canvas, " 14 RB: if yes 1, no 2"));
    ck_assert(!anywhere(&canvas, " 15 B")); /* the answer is certain, so it is not listed */
    canvas_free(&canvas);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("deduction");
    TCase *tests = tcase_create("deduction");
    tcase_add_test(tests, a_full_deduction_is_parsed);
    tcase_add_test(tests, a_deduction_without_numbers_is_parsed);
    tcase_add_loop_test(tests, invalid_deductions_are_rejected, 0, COUNT(nonsense));
    tcase_add_test(tests, the_most_likely_circle_comes_first);
    tcase_add_test(tests, heat_is_highest_where_most_trails_lead);
    tcase_add_test(tests, without_numbers_all_circles_are_equal);
    tcase_add_test(tests, a_possible_circle_never_has_a_share_of_zero);
    tcase_add_test(tests, the_most_informative_search_comes_first);
    tcase_add_test(tests, a_deduction_is_described_in_sentences);
    tcase_add_test(tests, future_discoveries_have_no_shares);
    tcase_add_test(tests, searches_say_what_each_answer_leaves);
    tcase_add_test(tests, paths_are_listed_circle_by_circle);
    tcase_add_test(tests, before_a_hunt_there_are_only_targets);
    tcase_add_test(tests, the_panel_fits_a_narrow_column);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
