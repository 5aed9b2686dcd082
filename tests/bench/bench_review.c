/*
 * bench_review.c: measures the review of a record. Run by tests/bench/run, which holds the target; prints `name value`
 * lines. The record is the longest one in tests/records. The time is CPU time, best of several runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/review/review.h"
#include "tests/support/c/play.h"

enum { TRIES = 3, TEXT_MAX = 1 << 20 };

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int count, char **arguments)
{
    static char text[TEXT_MAX];
    struct record record;
    struct record_error error;
    FILE *file = fopen(count > 1 ? arguments[1] : "tests/records/whitechapel-false-clues.json", "rb");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    if (file == NULL || fclose(file) != 0 || !record_read(&record, text, length, &error)) {
        (void)fprintf(stderr, "bench_review: the record cannot be read\n");
        return EXIT_FAILURE;
    }
    double best = 1e9;
    for (unsigned i = 0; i < TRIES; i++) {
        double begin = seconds();
        struct review *review = review_new(&record, play_board(record.setup.game), NULL, &error);
        double took = seconds() - begin;
        if (review == NULL) {
            (void)fprintf(stderr, "bench_review: %s\n", error.text);
            return EXIT_FAILURE;
        }
        review_free(review);
        best = took < best ? took : best;
    }
    (void)printf("review_ms %.1f\n", best * 1e3);
    record_free(&record);
    return EXIT_SUCCESS;
}
