/*
 * test_review_moments.c: what a review tells about a game is what its states show: the records in tests/records, and random
 * games for what none of those shows.
 */
#include <check.h>

#include "tests/support/c/play.h"
#include "tests/support/c/reviewed.h"
#include "tests/support/c/run_suite.h"

/* ---- moments and summary ---- */

static unsigned count_notes(const struct review *review, enum review_note_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < review->moments; i++) {
        count += review->moment[i].kind == kind;
    }
    for (unsigned i = 0; i < review->notes; i++) {
        count += review->summary[i].kind == kind;
    }
    return count;
}

START_TEST(moments_are_in_order_and_within_the_game)
{
    unsigned seen[NOTE_KIND_COUNT] = {0};
    for (unsigned i = 0; i < reviewed_count; i++) {
        const struct review *review = reviewed[i].review;
        for (unsigned m = 0; m < review->moments; m++) {
            ck_assert_uint_lt(review->moment[m].step, review->steps);
            ck_assert_uint_gt(review->moment[m].step, 0);
            ck_assert(m == 0 || review->moment[m - 1].step <= review->moment[m].step);
        }
        for (unsigned kind = 0; kind < NOTE_KIND_COUNT; kind++) {
            seen[kind] += count_notes(review, (enum review_note_kind)kind);
        }
    }
    for (unsigned kind = 0; kind < NOTE_KIND_COUNT; kind++) {
        if (kind != NOTE_SAVED && kind != NOTE_TARGET_KNOWN) { /* no record has them; see below */
            ck_assert_msg(seen[kind] > 0, "no %s in any record",
                          review_note_name((enum review_note_kind)kind));
        }
    }
}
END_TEST

/* Counts the walks that end next to Jack, from the states of the game alone. */
START_TEST(policemen_next_to_jack_are_counted)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        unsigned expected[ROWS + 1][PAWN_COUNT] = {{0}};
        const struct review *review = reviewed[i].review;
        struct position_at position;
        position_begin(&position, &reviewed[i]);
        for (size_t at = 0; at < reviewed[i].record.count; at++) {
            const struct action *action = &reviewed[i].record.actions[at];
            if (action->kind == ACTION_WALK) {
                expected[position.game.round][action->by] +=
                    set_has(&reviewed[i].board->beside[position_jack(&position)], action->to);
            }
            position_step(&position, action);
        }
        for (unsigned n = 0; n < review->notes; n++) {
            const struct review_note *note = &review->summary[n];
            if (note->kind == NOTE_NEXT_TO) {
                ck_assert_uint_eq(note->count, expected[note->round][note->by]);
                expected[note->round][note->by] = 0;
            }
        }
        for (unsigned round = 0; round <= ROWS; round++) {
            for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
                ck_assert_msg(expected[round][pawn] == 0, "%s: round %u, %s", reviewed[i].file, round,
                              pawn_name((enum pawn)pawn));
            }
        }
    }
}
END_TEST

/* Compares with the smallest number of circles after an action of the police, within the same round. */
START_TEST(the_best_moment_of_each_round_is_the_beliefs)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        unsigned fewest[ROWS + 1] = {0};
        const struct review *review = reviewed[i].review;
        struct position_at position;
        position_begin(&position, &reviewed[i]);
        for (size_t at = 0; at < reviewed[i].record.count; at++) {
            const struct action *action = &reviewed[i].record.actions[at];
            unsigned round = position.game.round;
            bool hunting = position.belief.hunting;
            position_step(&position, action);
            unsigned circles = set_count(&position.belief.now);
            bool counts = hunting && action->by != PAWN_JACK && action->kind != ACTION_DEPLOY &&
                          action->kind != ACTION_RESIGN && position.belief.hunting &&
                          position.belief.round == round;
            if (counts && (fewest[round] == 0 || circles < fewest[round])) {
                fewest[round] = circles;
            }
        }
        for (unsigned n = 0; n < review->notes; n++) {
            const struct review_note *note = &review->summary[n];
            if (note->kind == NOTE_ROUND) {
                ck_assert_msg(note->from == fewest[note->round], "%s: round %u: %u, not %u", reviewed[i].file,
                              note->round, (unsigned)note->from, fewest[note->round]);
            }
        }
    }
}
END_TEST

/* Plays a random game into a record. Returns whether Jack used a special move with every street closed. */
static bool play_game(struct record *record, enum game_kind kind, unsigned seed)
{
    const struct board *board = play_board(kind);
    struct random random = {.state = seed};
    struct setup setup = play_setup_two(kind, 0);
    struct game game;
    struct action action;
    struct events events;
    bool trapped = false;
    record_init(record, &setup);
    ck_assert(game_new(board, &game, &setup) == ERROR_OK);
    while (play_choose(board, &game, &random, (struct play_style){.homing = true, .no_arrests = true},
                       &action)) {
        struct legal legal;
        game_legal(board, &game, PAWN_BIT(PAWN_JACK), &legal);
        bool special =
            action.kind == ACTION_COACH || action.kind == ACTION_ALLEY || action.kind == ACTION_BOAT;
        trapped = trapped || (special && set_is_empty(&legal.move));
        ck_assert(game_apply(board, &game, &action, &events) == ERROR_OK);
        ck_assert(record_append(record, &action));
    }
    return trapped;
}

START_TEST(a_coach_with_every_street_closed_saves_jack)
{
    struct record record;
    struct record_error error;
    unsigned seed = 1;
    for (; !play_game(&record, GAME_WHITEHALL, seed); seed++) {
        record_free(&record);
        ck_assert_uint_lt(seed, 10000);
    }
    struct review *review = review_new(&record, play_board(GAME_WHITEHALL), NULL, &error);
    ck_assert_ptr_nonnull(review);
    ck_assert_uint_gt(count_notes(review, NOTE_SAVED), 0);
    review_free(review);
    record_free(&record);
}
END_TEST

/* Returns whether the belief leaves one hideout at some step. */
static bool hideout_follows(const struct review *review)
{
    for (size_t i = 0; i < review->steps; i++) {
        if (review->step[i].targets == 1) {
            return true;
        }
    }
    return false;
}

START_TEST(the_first_step_with_one_hideout_is_told)
{
    struct record_error error;
    unsigned found = 0;
    for (unsigned seed = 1; found == 0 && seed < 200; seed++) {
        struct record record;
        (void)play_game(&record, GAME_WHITECHAPEL, seed);
        struct review *review = review_new(&record, play_board(GAME_WHITECHAPEL), NULL, &error);
        ck_assert_ptr_nonnull(review);
        bool follows = hideout_follows(review);
        ck_assert_uint_eq(count_notes(review, NOTE_TARGET_KNOWN), follows);
        found += follows;
        review_free(review);
        record_free(&record);
    }
    ck_assert_uint_eq(found, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("review_moments");
    TCase *tests = tcase_create("moments");
    tcase_set_timeout(tests, 300);
    tcase_add_unchecked_fixture(tests, reviewed_load, reviewed_free);
    tcase_add_test(tests, moments_are_in_order_and_within_the_game);
    tcase_add_test(tests, policemen_next_to_jack_are_counted);
    tcase_add_test(tests, the_best_moment_of_each_round_is_the_beliefs);
    tcase_add_test(tests, a_coach_with_every_street_closed_saves_jack);
    tcase_add_test(tests, the_first_step_with_one_hideout_is_told);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
