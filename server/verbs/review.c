/*
 * review.c: the verb review: a finished game in hindsight; see common/review/review.h.
 *
 * It is computed from the stored record on a thread of libuv's pool, each time it is asked for. A game in progress has
 * no stored record, so nobody gets a review of one.
 */
#include "server/verbs/review.h"

#include <stdlib.h>
#include <string.h>

#include "common/review/review_json.h"
#include "server/verbs/archive.h"
#include "server/verbs/verbs.h"

struct review_job {
    struct job job;
    struct request *request; /* not used by the thread */
    const struct board *const *boards;
    char *text;
    enum error error;
    struct json_writer writer;
};

/* ---- on a thread ---- */

static bool may_continue(void *context)
{
    return job_may_continue(context);
}

bool review_record(struct json_writer *writer, const struct record *record, const struct board *board,
                   struct job *job, struct record_error *error)
{
    struct review *review = review_new(
        record, board, &(struct review_budget){.may_continue = may_continue, .context = job}, error);
    if (review == NULL) {
        return false;
    }
    review_write(writer, review);
    review_free(review);
    return true;
}

static void work_on_review(struct job *job)
{
    struct review_job *work = (struct review_job *)job;
    struct record record;
    struct record_error error;
    if (!record_read_stored(&record, work->text, strlen(work->text), &error)) {
        work->error = ERROR_STORAGE;
        return;
    }
    json_write_open(&work->writer, "review", '{');
    if (!review_record(&work->writer, &record, work->boards[record.setup.game], job, &error)) {
        work->error = error.error;
    }
    json_write_close(&work->writer, '}');
    record_free(&record);
}

/* ---- back on the loop ---- */

static bool is_wanted(struct job *job)
{
    return request_is_wanted(((const struct review_job *)job)->request);
}

static void free_work(struct review_job *work)
{
    free(work->writer.text);
    free(work->text);
    free(work);
}

static void worked(struct job *job, bool ran)
{
    struct review_job *work = (struct review_job *)job;
    struct request *request = work->request;
    if (ran && work->error == ERROR_TOO_MANY_REQUESTS) {
        request_fail_with(request, ERROR_BAD_KEYS, "The review of this game takes too long.");
    } else if (!ran || work->error != ERROR_OK || !json_write_ok(&work->writer)) {
        request_fail(request, work->error == ERROR_OK ? ERROR_STORAGE : work->error);
    } else {
        struct json_writer writer;
        request_begin(request, &writer);
        json_write_raw(&writer, NULL, work->writer.text, work->writer.length);
        request_end(request, &writer);
    }
    free_work(work);
}

/* ---- the verb ---- */

static void submit(struct request *request, const char *text)
{
    struct review_job *work = calloc(1, sizeof *work);
    char *answer = malloc(REVIEW_JSON_BYTES);
    char *copy = strdup(text);
    if (work == NULL || answer == NULL || copy == NULL) {
        free(work);
        free(answer);
        free(copy);
        request_fail(request, ERROR_STORAGE);
        return;
    }
    work->text = copy;
    work->request = request;
    work->boards = dispatch_of(request)->tables->board;
    json_write_begin(&work->writer, answer, REVIEW_JSON_BYTES);
    request_owns_job(request, &work->job);
    work->job.begin = is_wanted;
    work->job.run = work_on_review;
    work->job.done = worked;
    job_submit(dispatch_of(request)->jobs, &work->job);
}

static void fetched(struct store_request *found)
{
    struct request *request = found->context;
    const char *text = archive_record_of(request, found, NULL);
    if (text != NULL) { /* otherwise the request has failed */
        submit(request, text);
    }
    store_request_free(found);
}

void do_review(struct request *request)
{
    archive_fetch_record(request, fetched);
}
