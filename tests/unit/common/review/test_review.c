/*
 * test_review.c: the numbers of a review are those of the belief, on every game in tests/records, and decisions are
 * compared with every alternative.
 */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/review/review_json.h"
#include "tests/support/c/reviewed.h"
#include "tests/support/c/run_suite.h"

/* ---- the curve ---- */

static bool equals_belief(const struct review_step *step, const struct belief *belief)
{
    bool hunting = belief->hunting != 0;
    return step->round == belief->round && step->hunting == belief->hunting &&
           step->trails == (hunting ? belief->trails : 0) &&
           step->circles == (hunting ? set_count(&belief->now) : 0) &&
           step->targets == set_count(&belief->targets);
}

/* Returns the first step whose numbers are not the belief's; `steps` if there is none. */
static size_t first_difference(const struct sample *sample, const struct review_step *step)
{
    struct position_at position;
    position_begin(&position, sample);
    for (size_t i = 0; i <= sample->record.count; i++) {
        if (i > 0) {
            position_step(&position, &sample->record.actions[i - 1]);
        }
        if (!equals_belief(&step[i], &position.belief)) {
            return i;
        }
    }
    return sample->record.count + 1;
}

START_TEST(numbers_equal_the_belief_on_every_record)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        const struct sample *sample = &reviewed[i];
        ck_assert_uint_eq(sample->review->steps, sample->record.count + 1);
        size_t different = first_difference(sample, sample->review->step);
        ck_assert_msg(different == sample->review->steps, "%s: step %zu", sample->file, different);
    }
}
END_TEST

START_TEST(a_wrong_number_would_be_noticed)
{
    const struct sample *sample = &reviewed[0];
    size_t middle = sample->review->steps / 2;
    for (unsigned i = 0; i < 3; i++) {
        struct review_step was = sample->review->step[middle];
        struct review_step *step = &sample->review->step[middle];
        step->trails += i == 0;
        step->circles = (uint8_t)(step->circles + (i == 1));
        step->targets = (uint8_t)(step->targets + (i == 2));
        ck_assert_uint_eq(first_difference(sample, sample->review->step), middle);
        *step = was;
    }
}
END_TEST

/* ---- decisions ---- */

/* Twice the number of trails left on average, times all trails: small enough on these records to be exact. */
static double squares(uint64_t yes, uint64_t no)
{
    return (double)yes * (double)yes + (double)no * (double)no;
}

static void expect_left(const struct review_left *left, const struct belief_answer *answer)
{
    ck_assert_uint_eq(left->trails, answer->trails);
    ck_assert_uint_eq(left->circles, answer->trails == 0 ? 0 : set_count(&answer->now));
    ck_assert_uint_eq(left->targets, answer->trails == 0 ? 0 : set_count(&answer->targets));
}

static void check_search(const struct position_at *before, const struct review_decision *decision)
{
    struct legal legal;
    struct belief_what_if asked;
    belief_what_if(before->board, &before->dossier, &before->belief, decision->circle, &asked);
    ck_assert_uint_eq(decision->yes, asked.yes.trails);
    ck_assert_uint_eq(decision->trails - decision->yes, asked.no.trails);
    game_legal(before->board, &before->game, PAWN_BIT(decision->by), &legal);
    double best = squares(asked.yes.trails, asked.no.trails);
    SET_EACH (circle, &legal.search[decision->by]) {
        struct belief_what_if what_if;
        belief_what_if(before->board, &before->dossier, &before->belief, circle, &what_if);
        double left = squares(what_if.yes.trails, what_if.no.trails);
        best = left < best ? left : best;
        if (circle == decision->best_circle) {
            ck_assert_uint_eq(decision->best_yes, what_if.yes.trails);
            expect_left(&decision->best_if_yes, &what_if.yes);
            expect_left(&decision->best_if_no, &what_if.no);
        }
    }
    ck_assert(set_has(&legal.search[decision->by], decision->best_circle));
    uint64_t rest = decision->trails - decision->best_yes;
    ck_assert_msg(squares(decision->best_yes, rest) <= best * (1 + 1e-12), "step %u: %u is not the best",
                  decision->step, decision->best_circle);
    ck_assert_uint_le(decision->best_left, decision->left);
}

static uint64_t count_near(const struct position_at *position, unsigned crossing)
{
    uint64_t near = 0;
    for (unsigned circle = 1; circle <= position->board->circles; circle++) {
        near +=
            set_has(&position->board->next_to[crossing], circle) ? position->belief.trails_now[circle] : 0;
    }
    return near;
}

static void check_walk(const struct position_at *before, const struct review_decision *decision)
{
    struct legal legal;
    game_legal(before->board, &before->game, PAWN_BIT(decision->by), &legal);
    uint64_t best = 0;
    SET_EACH (crossing, &legal.walk[decision->by]) {
        uint64_t near = count_near(before, crossing);
        best = near > best ? near : best;
    }
    ck_assert_uint_eq(decision->near, count_near(before, decision->to));
    ck_assert_uint_eq(decision->best_near, count_near(before, decision->best_crossing));
    ck_assert_uint_ge(decision->best_near, best); /* more if a power was used */
}

static void check_arrest(const struct position_at *before, const struct review_decision *decision)
{
    unsigned jack = position_jack(before);
    unsigned crossing = before->game.crossing[decision->by];
    bool next_to = set_has(&before->board->next_to[crossing], jack);
    ck_assert(!decision->arrest_right || next_to);
    ck_assert_uint_ge(decision->arrest_best, decision->arrest_made);
    if (decision->kind == ACTION_ARREST) {
        ck_assert(decision->can_arrest);
        ck_assert_int_eq(decision->found, decision->arrest_tried);
    }
    if (decision->can_arrest) {
        ck_assert_int_eq(decision->arrest_right, next_to);
    }
}

START_TEST(decisions_are_compared_with_every_alternative)
{
    unsigned searches = 0;
    unsigned caught = 0;
    for (unsigned i = 0; i < reviewed_count; i++) {
        const struct review *review = reviewed[i].review;
        const struct review_decision *decision = review->decision;
        struct position_at position;
        position_begin(&position, &reviewed[i]);
        for (size_t at = 0; at < reviewed[i].record.count; at++) {
            const struct action *action = &reviewed[i].record.actions[at];
            if (decision < &review->decision[review->decisions] && decision->step == at + 1) {
                ck_assert_int_eq(decision->kind, action->kind);
                ck_assert_int_eq(decision->by, action->by);
                ck_assert_uint_eq(decision->jack, position_jack(&position));
                ck_assert_uint_eq(decision->trails, position.belief.trails);
                if (action->kind == ACTION_SEARCH && searches++ % 5 == 0) {
                    check_search(&position, decision);
                } else if (action->kind == ACTION_WALK) {
                    check_walk(&position, decision);
                } else {
                    check_arrest(&position, decision);
                }
                caught += decision->arrest_tried;
                decision++;
            } else {
                ck_assert_int_ne(action->kind, ACTION_SEARCH);
                ck_assert_int_ne(action->kind, ACTION_WALK);
                ck_assert_int_ne(action->kind, ACTION_ARREST);
            }
            position_step(&position, action);
        }
        ck_assert_ptr_eq(decision, &review->decision[review->decisions]);
    }
    ck_assert_uint_gt(searches, 100);
    ck_assert_uint_ge(caught, 4);
}
END_TEST

START_TEST(moves_know_where_jack_is)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        const struct review *review = reviewed[i].review;
        struct position_at position;
        size_t at = 0;
        position_begin(&position, &reviewed[i]);
        for (size_t m = 0; m < review->moves; m++) {
            const struct review_move *move = &review->move[m];
            while (at + 1 < move->step) {
                position_step(&position, &reviewed[i].record.actions[at++]);
            }
            ck_assert_uint_eq(move->from, position_jack(&position));
            position_step(&position, &reviewed[i].record.actions[at++]);
            if (position.belief.hunting && position.game.phase != PHASE_OVER) {
                ck_assert_uint_eq(move->to, position_jack(&position));
                ck_assert_uint_eq(move->here, position.belief.trails_now[move->to]);
                ck_assert_uint_gt(move->here, 0);
            }
        }
    }
}
END_TEST

START_TEST(an_arrest_ends_the_review_of_its_game)
{
    const struct review *review = reviewed_find("whitechapel-arrest.json")->review;
    const struct review_decision *last = &review->decision[review->decisions - 1];
    ck_assert_int_eq(review->reason, REASON_ARREST);
    ck_assert_uint_eq(last->step, review->steps - 1);
    ck_assert(last->arrest_right && last->arrest_tried && last->arrest_made > 0);
}
END_TEST

/* ---- refusals ---- */

START_TEST(an_unfinished_game_is_refused)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        struct record record = reviewed[i].record;
        struct record_error error;
        record.count--;
        record.winner = WINNER_NONE;
        record.reason = REASON_NONE;
        ck_assert_ptr_null(review_new(&record, reviewed[i].board, NULL, &error));
        ck_assert_int_eq(error.error, ERROR_NOT_FINISHED);
    }
}
END_TEST

static bool count_down(void *context)
{
    unsigned *left = context;
    return (*left)-- > 0;
}

START_TEST(a_budget_ends_the_work)
{
    const struct sample *sample = reviewed_find("whitechapel-plain.json");
    unsigned left = 20;
    struct record_error error;
    struct review_budget budget = {.may_continue = count_down, .context = &left};
    ck_assert_ptr_null(review_new(&sample->record, sample->board, &budget, &error));
    ck_assert_int_eq(error.error, ERROR_TOO_MANY_REQUESTS);
    ck_assert_uint_eq(left, UINT32_MAX); /* it stopped at the first refusal */
}
END_TEST

/* ---- JSON ---- */

START_TEST(json_holds_every_number_of_the_curve)
{
    static char text[REVIEW_JSON_BYTES];
    for (unsigned i = 0; i < reviewed_count; i++) {
        const struct review *review = reviewed[i].review;
        struct json_writer writer;
        json_write_begin(&writer, text, sizeof text);
        json_write_open(&writer, NULL, '{');
        review_write(&writer, review);
        json_write_close(&writer, '}');
        ck_assert(json_write_ok(&writer));
        ck_assert_uint_lt(writer.length, REVIEW_JSON_BYTES / 4);
        json_t *json = json_loadb(text, writer.length, JSON_REJECT_DUPLICATES, NULL);
        ck_assert_ptr_nonnull(json);
        const json_t *trails = json_object_get(json, "trails");
        const json_t *circles = json_object_get(json, "circles");
        ck_assert_uint_eq(json_array_size(trails), review->steps);
        for (size_t step = 0; step < review->steps; step++) {
            ck_assert_uint_eq(strtoull(json_string_value(json_array_get(trails, step)), NULL, 10),
                              review->step[step].trails);
            ck_assert_int_eq(json_integer_value(json_array_get(circles, step)), review->step[step].circles);
        }
        json_decref(json);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("review");
    TCase *tests = tcase_create("review");
    tcase_set_timeout(tests, 300);
    tcase_add_unchecked_fixture(tests, reviewed_load, reviewed_free);
    tcase_add_test(tests, numbers_equal_the_belief_on_every_record);
    tcase_add_test(tests, a_wrong_number_would_be_noticed);
    tcase_add_test(tests, decisions_are_compared_with_every_alternative);
    tcase_add_test(tests, moves_know_where_jack_is);
    tcase_add_test(tests, an_arrest_ends_the_review_of_its_game);
    tcase_add_test(tests, an_unfinished_game_is_refused);
    tcase_add_test(tests, a_budget_ends_the_work);
    tcase_add_test(tests, json_holds_every_number_of_the_curve);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
