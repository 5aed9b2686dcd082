/* record_review.c: see record_review.h. */
#include "client-cli/commands/record_review.h"

#include <assert.h>
#include <stdio.h>

#include "client-cli/report/report_review.h"
#include "client-cli/util/output.h"
#include "common/review/review_json.h"

static void print_line(void *context, const char *text)
{
    (void)context;
    (void)puts(text);
}

static void print_text(const struct review *review, const struct record *record, const struct board *board)
{
    struct report report = {.line = print_line};
    report_review_summary(report, review);
    (void)puts("");
    report_review_moments(report, review);
    (void)puts("");
    report_review_steps(report, review, record, board);
}

static void print_json(const struct review *review)
{
    static char text[REVIEW_JSON_BYTES];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '{');
    review_write(&writer, review);
    json_write_close(&writer, '}');
    assert(json_write_ok(&writer));
    output_line(writer.text, writer.length);
}

bool record_review(const struct record *record, const struct board *board, bool json,
                   struct record_error *error)
{
    struct review *review = review_new(record, board, NULL, error);
    if (review == NULL) {
        return false;
    }
    if (json) {
        print_json(review);
    } else {
        print_text(review, record, board);
    }
    review_free(review);
    return true;
}
