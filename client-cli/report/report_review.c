/* report_review.c: see report_review.h. */
#include "client-cli/report/report_review.h"

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"

enum { CURVE_COLUMNS = 48, LEVELS = 4 };

static void line(struct report report, const char *text)
{
    report.line(report.context, text);
}

void report_review_summary(struct report report, const struct review *review)
{
    struct sentence text = {""};
    phrase_add(&text, "%s. %s", title_game((enum game_kind)review->game),
               sentence_result((enum winner)review->winner, (enum reason)review->reason).text);
    line(report, text.text);
    for (unsigned i = 0; i < review->notes; i++) {
        line(report, sentence_note((enum game_kind)review->game, &review->summary[i]).text);
    }
}

/* Each column shows the largest number of its steps. */
void report_review_curve(struct report report, const struct review *review, bool ascii)
{
    static const char *const bars[2][LEVELS + 1] = {{" ", "▂", "▄", "▆", "█"}, {" ", ".", ":", "+", "#"}};
    struct sentence text = {""};
    unsigned most = 1;
    for (size_t i = 0; i < review->steps; i++) {
        most = review->step[i].circles > most ? review->step[i].circles : most;
    }
    phrase_add(&text, tr("Possible circles, up to %u: "), most);
    for (size_t column = 0; column < CURVE_COLUMNS; column++) {
        unsigned here = 0;
        for (size_t i = column * review->steps / CURVE_COLUMNS;
             i < (column + 1) * review->steps / CURVE_COLUMNS; i++) {
            here = review->step[i].circles > here ? review->step[i].circles : here;
        }
        phrase_add(&text, "%s", bars[ascii][(here * LEVELS + most - 1) / most]);
    }
    line(report, text.text);
}

void report_review_moments(struct report report, const struct review *review)
{
    line(report, tr("Decisive moments:"));
    for (unsigned i = 0; i < review->moments; i++) {
        const struct review_note *note = &review->moment[i];
        struct sentence text = {""};
        phrase_add(&text, "  ");
        phrase_add(&text, tr("step %u, "), (unsigned)note->step);
        phrase_round(&text, (enum game_kind)review->game, note->round);
        phrase_add(&text, ": %s", sentence_note((enum game_kind)review->game, note).text);
        line(report, text.text);
    }
    if (review->moments == 0) {
        line(report, tr("  None."));
    }
}

/* ---- every step ---- */

struct steps {
    struct report report;
    const struct review *review;
    size_t at, decision, move; /* the next of each */
    uint8_t crossing[PAWN_COUNT];
};

static void write_step(struct steps *steps, const struct game *game, const struct events *events,
                       const struct review_decision *decision)
{
    const struct review *review = steps->review;
    struct viewed_event viewed;
    struct sentence text = {""};
    view_event(game, (struct viewer){.role = VIEWER_ALL}, &events->item[0], &viewed);
    phrase_add(&text, "%5zu  %s", steps->at,
               sentence_event((enum game_kind)review->game, &viewed, steps->crossing).text);
    phrase_add(&text, "  [%s]",
               sentence_possible((enum game_kind)review->game, &review->step[steps->at]).text);
    line(steps->report, text.text);
    if (decision != NULL && sentence_decision(decision).text[0] != '\0') {
        struct sentence worth = {"       "};
        phrase_add(&worth, "%s", sentence_decision(decision).text);
        line(steps->report, worth.text);
    }
}

static void each_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    struct steps *steps = context;
    const struct review *review = steps->review;
    (void)action;
    steps->at++;
    if (steps->decision < review->decisions && review->decision[steps->decision].step == steps->at) {
        write_step(steps, game, events, &review->decision[steps->decision++]);
    } else if (steps->move < review->moves && review->move[steps->move].step == steps->at) {
        write_step(steps, game, events, NULL);
        steps->move++;
    }
    for (unsigned i = 0; i < events->count; i++) {
        struct viewed_event viewed;
        view_event(game, (struct viewer){.role = VIEWER_ALL}, &events->item[i], &viewed);
        sentence_follow_police(steps->crossing, &viewed);
    }
}

void report_review_steps(struct report report, const struct review *review, const struct record *record,
                         const struct board *board)
{
    struct steps steps = {.report = report, .review = review};
    struct game game;
    struct record_error error;
    line(report, tr("Every step of the hunt, and what was possible after it:"));
    (void)record_fold(record, board, SIZE_MAX, &game, each_step, &steps, &error);
}
