/*
 * puzzle.c: the verb puzzle: one of the puzzles that are linked into the program; see common/puzzles/puzzle.h.
 *
 * Its steps and numbers are computed on a thread of libuv's pool, each time it is asked for. No game of this server has
 * anything to do with it, so anyone may ask.
 */
#include <stdlib.h>
#include <string.h>

#include "common/puzzles/puzzle_json.h"
#include "server/jobs/jobs.h"
#include "server/verbs/verbs.h"

struct puzzle_job {
    struct job job;
    struct request *request; /* not used by the thread */
    const struct board *const *boards;
    json_int_t number;
    bool found;
    struct json_writer writer;
};

/* ---- on a thread ---- */

static void write_puzzle(struct puzzle_job *work, const struct puzzle_list *list)
{
    struct puzzle puzzle;
    size_t number = (size_t)work->number;
    if (puzzle_read(&list->entry[number - 1], &puzzle)) {
        json_write_open(&work->writer, "puzzle", '{');
        puzzle_write_json(&work->writer, &puzzle, work->boards[puzzle.record.setup.game], number,
                          list->count);
        json_write_close(&work->writer, '}');
        record_free(&puzzle.record);
        work->found = true;
    }
}

static void work_on_puzzle(struct job *job)
{
    struct puzzle_job *work = (struct puzzle_job *)job;
    struct puzzle_list list;
    size_t length, line;
    const char *text = puzzle_shipped_text(&length);
    if (!puzzle_list_read(&list, text, length, &line)) {
        return;
    }
    if (work->number >= 1 && (size_t)work->number <= list.count) {
        write_puzzle(work, &list);
    }
    puzzle_list_free(&list);
}

/* ---- back on the loop ---- */

static bool is_wanted(struct job *job)
{
    return request_is_wanted(((const struct puzzle_job *)job)->request);
}

static void worked(struct job *job, bool ran)
{
    struct puzzle_job *work = (struct puzzle_job *)job;
    struct request *request = work->request;
    if (ran && !work->found) {
        request_fail_with(request, ERROR_BAD_KEYS, "There is no puzzle of this number.");
    } else if (!ran || !json_write_ok(&work->writer)) {
        request_fail(request, ERROR_STORAGE);
    } else {
        struct json_writer writer;
        request_begin(request, &writer);
        json_write_raw(&writer, NULL, work->writer.text, work->writer.length);
        request_end(request, &writer);
    }
    free(work->writer.text);
    free(work);
}

void do_puzzle(struct request *request)
{
    struct puzzle_job *work = calloc(1, sizeof *work);
    char *answer = malloc(PUZZLE_JSON_BYTES);
    if (work == NULL || answer == NULL) {
        free(work);
        free(answer);
        request_fail(request, ERROR_STORAGE);
        return;
    }
    work->request = request;
    work->boards = dispatch_of(request)->tables->board;
    work->number = body_number(request, "number", 0);
    json_write_begin(&work->writer, answer, PUZZLE_JSON_BYTES);
    request_owns_job(request, &work->job);
    work->job.begin = is_wanted;
    work->job.run = work_on_puzzle;
    work->job.done = worked;
    job_submit(dispatch_of(request)->jobs, &work->job);
}
