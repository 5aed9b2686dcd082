/*
 * screen_review.c: the review of the game that the replay page shows.
 *
 * It is computed the first time it is asked for, in about a tenth of a second, and kept until the page is left.
 */
#include "client-cli/language/language.h"
#include "client-cli/report/report_review.h"
#include "client-cli/screen/screen_internal.h"
#include "common/review/review.h"

/* Returns NULL after saying why there is no review. */
static const struct review *find_review(struct screen *screen)
{
    struct replay_page_state *page = &screen->replay;
    struct record_error error;
    if (page->review == NULL) {
        page->review = review_new(timeline_record(page->timeline), page->board, NULL, &error);
    }
    if (page->review == NULL) {
        screen_notice(screen, false, "%s",
                      error.error == ERROR_NOT_FINISHED ? tr("Only finished games can be reviewed.")
                                                        : tr("Out of memory."));
    }
    return page->review;
}

static void add_line(void *context, const char *text)
{
    screen_popup_line(context, "%s", text);
}

void review_popup(struct screen *screen)
{
    const struct review *review = find_review(screen);
    struct report report = {.line = add_line, .context = screen};
    if (review == NULL) {
        return;
    }
    screen_popup(screen, POPUP_TEXT, TEXT("Review"), NULL);
    report_review_summary(report, review);
    add_line(screen, "");
    report_review_curve(report, review, false);
    add_line(screen, "");
    report_review_moments(report, review);
    add_line(screen, "");
    add_line(screen, tr("] and [ go to the next and previous moment; a number goes to its step."));
}

size_t review_next_moment(struct screen *screen, bool forward)
{
    const struct review *review = find_review(screen);
    size_t step = screen->replay.step;
    const struct review_note *found = NULL;
    for (unsigned i = 0; review != NULL && i < review->moments; i++) {
        const struct review_note *note = &review->moment[i];
        if (forward ? note->step > step && found == NULL
                    : note->step < step && (found == NULL || note->step > found->step)) {
            found = note;
        }
    }
    if (found != NULL) {
        screen_notice(screen, true, "%s", sentence_note((enum game_kind)review->game, found).text);
        return found->step;
    }
    if (review != NULL) {
        screen_notice(screen, true, "%s", tr("There is no other decisive moment in this direction."));
    }
    return step;
}
