/*
 * test_model_summary.c: what happened while a player was away, in one sentence.
 */
#include <check.h>

#include "client-cli/model/model_internal.h"
#include "tests/support/c/run_suite.h"

static struct model_summary summary;

static void moved(void)
{
    model_summary_add(&summary, &(struct event){.kind = EVENT_MOVE, .by = PAWN_JACK, .to = 99});
}

static void searched(enum pawn pawn, uint8_t circle, bool found)
{
    model_summary_add(
        &summary,
        &(struct event){.kind = EVENT_SEARCH, .by = (uint8_t)pawn, .circle = circle, .found = found});
}

static void expect(bool my_turn, const char *text)
{
    ck_assert_str_eq(model_summary_text(&summary, GAME_WHITECHAPEL, my_turn).text, text);
}

START_TEST(moves_and_searches_are_added_up)
{
    expect(true, "");
    moved();
    expect(false, "Jack moved once.");
    moved();
    searched(PAWN_RED, 55, true);
    expect(true, "Jack moved twice, Red found a clue at 55; your turn.");
    moved();
    searched(PAWN_YELLOW, 3, false);
    searched(PAWN_YELLOW, 4, false);
    expect(true, "Jack moved 3 times, Yellow found no clue at 3 and 4, Red found a clue at 55; your turn.");
}
END_TEST

START_TEST(walks_are_told_only_if_nothing_else_happened)
{
    model_summary_add(&summary, &(struct event){.kind = EVENT_WALK, .by = PAWN_RED, .to = 4});
    expect(true, "The police walked; your turn.");
    model_summary_add(&summary, &(struct event){.kind = EVENT_NIGHT, .round = 2});
    expect(false, "Night 2 began.");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model_summary");
    TCase *tcase = tcase_create("model_summary");
    tcase_add_test(tcase, moves_and_searches_are_added_up);
    tcase_add_test(tcase, walks_are_told_only_if_nothing_else_happened);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
