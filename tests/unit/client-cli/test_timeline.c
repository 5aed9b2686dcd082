/*
 * test_timeline.c: each step equals the replayed record; nights and moves are found.
 */
#include "client-cli/model/timeline.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/model/timeline_deduce.h"
#include "common/base/array.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/scenario.h"

static const struct viewer viewers[] = {
    {VIEWER_PUBLIC, 0}, {VIEWER_DETECTIVE, PAWN_BIT(PAWN_YELLOW)}, {VIEWER_POLICE, 0}, {VIEWER_JACK, 0},
    {VIEWER_ALL, 0},
};

enum { VIEWERS = COUNT(viewers) };

/* A complete game between random players that head for their goals. */
static void play_record(enum game_kind kind, uint64_t seed, struct record *record)
{
    struct random random = {seed};
    struct setup setup = play_setup_full(kind, 0);
    struct game game;
    struct action action;
    struct events events;
    ck_assert_int_eq(game_new(play_board(kind), &game, &setup), ERROR_OK);
    record_init(record, &setup);
    while (play_choose(play_board(kind), &game, &random, (struct play_style){true, true}, &action)) {
        ck_assert_int_eq(game_apply(play_board(kind), &game, &action, &events), ERROR_OK);
        ck_assert(record_append(record, &action));
    }
    record->winner = game.winner;
    record->reason = game.reason;
}

static struct timeline *make_film(enum game_kind kind, uint64_t seed)
{
    struct record record;
    struct record_error error;
    play_record(kind, seed, &record);
    struct timeline *timeline = timeline_new(&record, play_board(kind), &error);
    ck_assert_ptr_nonnull(timeline);
    ck_assert_ptr_null(record.actions); /* the timeline owns it */
    return timeline;
}

/* ---- Steps ------------------------------------------------------------------------------ */

struct compared {
    const struct timeline *timeline;
    size_t step;
};

static void compare_step(const struct timeline *timeline, size_t step, const struct game *game,
                         const struct events *events)
{
    for (unsigned i = 0; i < VIEWERS; i++) {
        struct view shown;
        struct view expected;
        struct viewed_event told[EVENTS_MAX];
        timeline_view(timeline, step, viewers[i], &shown);
        view_game(game, viewers[i], &expected);
        ck_assert(memcmp(&shown, &expected, sizeof shown) == 0);
        ck_assert_uint_eq(timeline_events(timeline, step, viewers[i], told), events->count);
        for (unsigned event = 0; event < events->count; event++) {
            struct viewed_event viewed;
            view_event(game, viewers[i], &events->item[event], &viewed);
            ck_assert(memcmp(&told[event], &viewed, sizeof viewed) == 0);
        }
    }
}

static void compare(void *context, const struct game *game, const struct action *action,
                    const struct events *events)
{
    struct compared *compared = context;
    (void)action;
    compare_step(compared->timeline, ++compared->step, game, events);
}

START_TEST(every_step_equals_the_replayed_record_for_every_viewer)
{
    struct timeline *timeline = make_film((enum game_kind)(_i % 2), 40 + (uint64_t)_i);
    const struct record *record = timeline_record(timeline);
    struct compared compared = {timeline, 0};
    struct game game;
    struct record_error error;
    ck_assert_uint_eq(timeline_steps(timeline), record->count + 1);
    ck_assert(record_fold(record, play_board(record->setup.game), 0, &game, NULL, NULL, &error));
    compare_step(timeline, 0, &game, &(struct events){0});
    ck_assert(
        record_fold(record, play_board(record->setup.game), SIZE_MAX, &game, compare, &compared, &error));
    ck_assert_uint_eq(compared.step, record->count);
    ck_assert(timeline_finished(timeline));
    timeline_free(timeline);
}
END_TEST

/* ---- Finding steps ------------------------------------------------------------------------------ */

/* Returns the event of this kind and content in a step, or NULL. */
static const struct event *find_event(const struct timeline *timeline, size_t step, enum event_kind kind,
                                      struct viewed_event told[EVENTS_MAX])
{
    unsigned count = timeline_events(timeline, step, (struct viewer){.role = VIEWER_ALL}, told);
    for (unsigned i = 0; i < count; i++) {
        if (told[i].shown.kind == kind) {
            return &told[i].shown;
        }
    }
    return NULL;
}

START_TEST(a_round_is_found_where_it_begins)
{
    struct timeline *timeline = make_film((enum game_kind)(_i % 2), 80 + (uint64_t)_i);
    struct viewed_event told[EVENTS_MAX];
    size_t before = 0;
    for (unsigned round = 1; round <= ROWS; round++) {
        size_t step = timeline_round(timeline, round);
        if (step == SIZE_MAX) {
            ck_assert_uint_gt(round, 1);
            continue;
        }
        const struct event *night = find_event(timeline, step, EVENT_NIGHT, told);
        ck_assert_ptr_nonnull(night);
        ck_assert_uint_eq(night->round, round);
        ck_assert_uint_eq(timeline_next_round(timeline, before), step);
        ck_assert_uint_eq(timeline_previous_round(timeline, step), before);
        ck_assert_uint_eq(timeline_previous_round(timeline, step + 1), step);
        before = step;
    }
    ck_assert_uint_eq(timeline_next_round(timeline, before), timeline_steps(timeline));
    ck_assert_uint_eq(timeline_previous_round(timeline, 0), 0);
    ck_assert_uint_eq(timeline_round(timeline, 0), SIZE_MAX);
    ck_assert_uint_eq(timeline_round(timeline, 99), SIZE_MAX);
    timeline_free(timeline);
}
END_TEST

/* Each cell of Jack's row is found at the step that adds it to the sheet. */
START_TEST(a_move_is_found_where_its_cell_was_filled)
{
    struct timeline *timeline = make_film((enum game_kind)(_i % 2), 120 + (uint64_t)_i);
    struct view last;
    unsigned found = 0;
    timeline_view(timeline, timeline_steps(timeline) - 1, (struct viewer){.role = VIEWER_JACK}, &last);
    for (unsigned round = 1; round <= ROWS; round++) {
        for (unsigned cell = 0; cell < CELLS; cell++) {
            size_t step = timeline_move(timeline, round, cell_label(cell));
            bool start = last.kind == GAME_WHITEHALL && cell_label(cell) == 0;
            ck_assert_int_eq(step != SIZE_MAX, last.row[round - 1][cell] != 0 ||
                                                   (start && timeline_round(timeline, round) != SIZE_MAX));
            if (step == SIZE_MAX || start) {
                continue;
            }
            struct view before;
            struct view after;
            timeline_view(timeline, step - 1, (struct viewer){.role = VIEWER_JACK}, &before);
            timeline_view(timeline, step, (struct viewer){.role = VIEWER_JACK}, &after);
            ck_assert_uint_eq(before.row[round - 1][cell], 0);
            ck_assert_uint_eq(after.row[round - 1][cell], last.row[round - 1][cell]);
            found++;
        }
    }
    ck_assert_uint_gt(found, 3);
    timeline_free(timeline);
}
END_TEST

/* ---- Invalid records ----------------------------------------------------------------- */

START_TEST(an_illegal_action_is_named)
{
    struct record record;
    struct record_error error;
    play_record(GAME_WHITEHALL, 7, &record);
    record.actions[4].by = PAWN_JACK;
    ck_assert_ptr_null(timeline_new(&record, play_board(GAME_WHITEHALL), &error));
    ck_assert_int_eq(error.at, RECORD_AT_ACTION);
    ck_assert_uint_eq(error.action, 5);
    ck_assert_ptr_null(record.actions);
}
END_TEST

START_TEST(a_wrong_result_and_a_wrong_board_are_rejected)
{
    struct record record;
    struct record_error error;
    play_record(GAME_WHITEHALL, 7, &record);
    record.reason = REASON_ADDRESS;
    ck_assert_ptr_null(timeline_new(&record, play_board(GAME_WHITEHALL), &error));
    ck_assert_int_eq(error.at, RECORD_AT_RESULT);
    play_record(GAME_WHITEHALL, 7, &record);
    ck_assert_ptr_null(timeline_new(&record, play_board(GAME_WHITECHAPEL), &error));
    ck_assert_int_eq(error.at, RECORD_AT_HEADER);
}
END_TEST

START_TEST(an_unfinished_game_has_a_timeline_too)
{
    struct record record;
    struct record_error error;
    play_record(GAME_WHITECHAPEL, 7, &record);
    record.count = 3;
    record.winner = record.reason = 0;
    struct timeline *timeline = timeline_new(&record, play_board(GAME_WHITECHAPEL), &error);
    ck_assert_ptr_nonnull(timeline);
    ck_assert(!timeline_finished(timeline));
    ck_assert_uint_eq(timeline_steps(timeline), 4);
    timeline_free(timeline);
    record_init(&record, &(struct setup){.game = GAME_WHITEHALL});
    record.setup = play_setup_two(GAME_WHITEHALL, 0);
    timeline = timeline_new(&record, play_board(GAME_WHITEHALL), &error);
    ck_assert_uint_eq(timeline_steps(timeline), 1);
    ck_assert_uint_eq(timeline_next_round(timeline, 0), 1);
    timeline_free(timeline);
}
END_TEST

/* ---- Deduction ----------------------------------------------------------------------- */

/* Compares with the truth: the row of Jack's sheet up to this step. */
static void check_deduction(const struct timeline *timeline, const struct board *board, size_t step)
{
    static struct deduction deduction;
    struct view truth;
    timeline_view(timeline, step, (struct viewer){.role = VIEWER_ALL}, &truth);
    ck_assert(timeline_deduce(timeline, board, step, 0, &deduction));
    ck_assert(deduction.full);
    if (!deduction.hunting || truth.round < 1) {
        return;
    }
    const uint8_t *row = truth.row[truth.round - 1];
    ck_assert_uint_eq(deduction.round, truth.round);
    ck_assert(set_has(&deduction.set[HEAT_NOW], row[truth.last_cell]));
    ck_assert(truth.hideout == 0 || set_has(&deduction.set[HEAT_TARGETS], truth.hideout));
    for (unsigned i = 0; i < deduction.cells; i++) {
        unsigned cell = (unsigned)(deduction.cell[i].label + CELL_ONE);
        ck_assert(set_has(&deduction.cell[i].circles, row[cell]));
        ck_assert(set_has(&deduction.set[HEAT_VISITED], row[cell]));
    }
}

START_TEST(jack_is_always_among_the_deduced_circles)
{
    enum game_kind kind = _i % 2 == 0 ? GAME_WHITECHAPEL : GAME_WHITEHALL;
    struct timeline *timeline = make_film(kind, (uint64_t)_i + 3);
    for (size_t step = 0; step + 1 < timeline_steps(timeline); step += 7) {
        check_deduction(timeline, play_board(kind), step);
    }
    timeline_free(timeline);
}
END_TEST

START_TEST(at_the_end_the_deduction_is_that_of_the_step_before)
{
    static struct deduction last, before;
    struct timeline *timeline = make_film(GAME_WHITEHALL, 5);
    size_t end = timeline_steps(timeline) - 1;
    ck_assert(timeline_deduce(timeline, play_board(GAME_WHITEHALL), end, 0, &last));
    ck_assert(timeline_deduce(timeline, play_board(GAME_WHITEHALL), end - 1, 0, &before));
    ck_assert(memcmp(&last, &before, sizeof last) == 0);
    timeline_free(timeline);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("film");
    TCase *films = tcase_create("films");
    tcase_add_loop_test(films, every_step_equals_the_replayed_record_for_every_viewer, 0, 6);
    tcase_add_loop_test(films, a_round_is_found_where_it_begins, 0, 6);
    tcase_add_loop_test(films, a_move_is_found_where_its_cell_was_filled, 0, 6);
    tcase_add_test(films, an_illegal_action_is_named);
    tcase_add_test(films, a_wrong_result_and_a_wrong_board_are_rejected);
    tcase_add_test(films, an_unfinished_game_has_a_timeline_too);
    tcase_set_timeout(films, 60);
    tcase_add_loop_test(films, jack_is_always_among_the_deduced_circles, 0, 4);
    tcase_add_test(films, at_the_end_the_deduction_is_that_of_the_step_before);
    suite_add_tcase(suite, films);
    return run_suite(suite);
}
