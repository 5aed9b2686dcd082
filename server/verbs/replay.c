/*
 * replay.c: a game step by step, as one viewer would have seen it, with what could be deduced at each step.
 *
 * The steps are computed from the record: one from the store, or a file sent to POST /replay, which is not stored.
 * Reading, computing and writing happen on a thread of libuv's pool.
 *
 * A game in progress is only shown as the public sees it. Each step is computed from the actions up to it and nothing
 * later, with the same views as when it was sent.
 */
#include "server/verbs/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/picture/picture.h"
#include "common/wire/wire.h"
#include "server/base/log.h"
#include "server/jobs/jobs.h"
#include "server/table/table_log.h"
#include "server/verbs/archive.h"
#include "server/verbs/deduce.h"
#include "server/verbs/request_table.h"
#include "server/verbs/review.h"
#include "server/verbs/verbs.h"

enum { STEPS_MAX = 200, ANSWER_BYTES = 8 << 20 }; /* more than the longest possible game */

static const char too_long[] = "The deductions take too long. Ask for fewer steps.";

/* ---- writing the steps ---- */

struct steps {
    struct json_writer *writer;
    const struct board *board;
    struct viewer viewer;
    size_t from, until, at; /* steps: 0 is the game before its first action */
    bool deduce;
    enum wire_aids aids; /* how much of a deduction to write */
    const struct job *job;
    bool out_of_budget; /* the job may take no more steps */
    struct dossier dossier;
    long seq; /* events so far */
};

static void write_deduction(struct steps *steps)
{
    struct belief belief;
    belief_deduce(steps->board, &steps->dossier, &belief);
    json_write_open(steps->writer, "deduction", '{');
    json_write_int(steps->writer, "seq", steps->seq);
    wire_belief(steps->writer, &steps->dossier, &belief, steps->aids);
    json_write_close(steps->writer, '}');
}

static void write_step(struct steps *steps, const struct game *game, const struct events *events)
{
    struct view view;
    steps->out_of_budget = steps->out_of_budget || (steps->deduce && !job_may_continue(steps->job));
    if (steps->at >= steps->from && steps->at < steps->until && !steps->out_of_budget) {
        json_write_open(steps->writer, NULL, '{');
        json_write_int(steps->writer, "step", (long)steps->at);
        json_write_open(steps->writer, "events", '[');
        for (unsigned i = 0; events != NULL && i < events->count; i++) {
            struct viewed_event viewed;
            view_event(game, steps->viewer, &events->item[i], &viewed);
            wire_event(steps->writer, NULL, &viewed);
        }
        json_write_close(steps->writer, ']');
        view_game(game, steps->viewer, &view);
        wire_view(steps->writer, "view", &view);
        if (steps->deduce) {
            write_deduction(steps);
        }
        json_write_close(steps->writer, '}');
    }
    steps->at++;
}

static void each_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    struct steps *steps = context;
    (void)action;
    if (steps->deduce) {
        dossier_follow(&steps->dossier, game, events);
    }
    steps->seq += events->count;
    write_step(steps, game, events);
}

/* Writes "total" and "steps" of a verified record. */
static void write_replay(struct steps *steps, const struct record *record)
{
    struct game game;
    struct record_error error;
    json_write_int(steps->writer, "total", (long)record->count + 1);
    json_write_open(steps->writer, "steps", '[');
    dossier_begin(&steps->dossier, record->setup.game, record->setup.options);
    if (game_new(steps->board, &game, &record->setup) == ERROR_OK) {
        write_step(steps, &game, NULL);
        (void)record_fold(record, steps->board, SIZE_MAX, &game, each_step, steps, &error);
    }
    json_write_close(steps->writer, ']');
}

/* ---- on a thread ---- */

/* For a request or for a file; the thread uses neither of them. */
struct replay {
    struct job job;
    struct request *request;
    struct http_request *file;
    const struct board *const *boards;
    char *text; /* of a stored record or a file */
    size_t length;
    struct record live; /* of a game in progress; `text` is NULL then */
    char as[16];
    bool review, picture; /* of a file, instead of its steps */
    int status;           /* of the answer to a file */
    enum error error;
    struct steps steps;
    struct json_writer writer;
};

static void free_replay(struct replay *replay)
{
    if (replay != NULL) {
        free(replay->writer.text);
        free(replay->text);
        record_free(&replay->live);
        free(replay);
    }
}

/* Returns NULL if there is no memory. */
static struct replay *new_replay(const struct tables *tables, const char *as)
{
    struct replay *replay = calloc(1, sizeof *replay);
    char *answer = malloc(ANSWER_BYTES);
    if (replay == NULL || answer == NULL) {
        free(replay);
        free(answer);
        return NULL;
    }
    replay->boards = tables->board;
    snprintf(replay->as, sizeof replay->as, "%s", as);
    json_write_begin(&replay->writer, answer, ANSWER_BYTES);
    replay->steps.writer = &replay->writer;
    replay->steps.aids = WIRE_COUNTS;
    replay->steps.job = &replay->job;
    return replay;
}

/* Returns NULL if there is no memory. */
static struct replay *new_replay_of_text(const struct tables *tables, const char *text, size_t length,
                                         const char *as)
{
    struct replay *replay = new_replay(tables, as);
    char *copy = replay == NULL ? NULL : malloc(length + 1);
    if (copy == NULL) {
        free_replay(replay);
        return NULL;
    }
    memcpy(copy, text, length);
    replay->text = copy;
    replay->length = length;
    return replay;
}

static void fail_file(struct replay *replay, const char *code, const char *sentence)
{
    struct json_writer *writer = &replay->writer;
    replay->status = 400;
    json_write_begin(writer, writer->text, writer->capacity);
    json_write_open(writer, NULL, '{');
    json_write_open(writer, "error", '{');
    json_write_string(writer, "code", code);
    json_write_string(writer, "text", sentence);
    json_write_close(writer, '}');
    json_write_close(writer, '}');
}

static void replay_record_file(struct replay *replay, const struct record *record)
{
    struct viewer *viewer = &replay->steps.viewer;
    struct game game;
    struct record_error error;
    if (!record_verify(record, replay->steps.board, &game, &error)) {
        char line[320];
        record_error_line(&error, line, sizeof line);
        fail_file(replay, error_code(error.error), line);
    } else if (!viewer_from_name(replay->as, &record->setup, viewer) ||
               (viewer->role == VIEWER_ALL && game.phase != PHASE_OVER)) {
        fail_file(replay, "unknown_word",
                  "\"as\" is jack, police, public, a colour, or, for a finished game, all.");
    } else {
        replay->status = 200;
        json_write_open(&replay->writer, NULL, '{');
        write_replay(&replay->steps, record);
        json_write_close(&replay->writer, '}');
        if (replay->steps.out_of_budget) {
            fail_file(replay, "bad_request", too_long);
        } else if (!json_write_ok(&replay->writer)) {
            fail_file(replay, "bad_request", "The replay of this record is too long to be sent.");
        }
    }
}

static void review_record_file(struct replay *replay, const struct record *record)
{
    struct record_error error;
    replay->status = 200;
    json_write_open(&replay->writer, NULL, '{');
    json_write_open(&replay->writer, "review", '{');
    if (!review_record(&replay->writer, record, replay->steps.board, &replay->job, &error)) {
        char line[320];
        record_error_line(&error, line, sizeof line);
        fail_file(replay, error_code(error.error), line);
        return;
    }
    json_write_close(&replay->writer, '}');
    json_write_close(&replay->writer, '}');
}

/* Answers with the picture of a finished game, as text in JSON. */
static void draw_record_file(struct replay *replay, const struct record *record)
{
    struct buffer svg = {0};
    struct record_error error;
    if (picture_write(record, replay->steps.board, &svg, &error)) {
        json_write_open(&replay->writer, NULL, '{');
        json_write_string(&replay->writer, "picture", svg.text);
        json_write_close(&replay->writer, '}');
        replay->status = 200;
    } else {
        char line[320];
        record_error_line(&error, line, sizeof line);
        fail_file(replay, error_code(error.error), line);
    }
    buffer_free(&svg);
}

static void work_on_file(struct job *job)
{
    struct replay *replay = (struct replay *)job;
    struct record record;
    struct record_error error;
    if (record_read(&record, replay->text, replay->length, &error)) {
        replay->steps.board = replay->boards[record.setup.game];
        if (replay->picture) {
            draw_record_file(replay, &record);
        } else if (replay->review) {
            review_record_file(replay, &record);
        } else {
            replay_record_file(replay, &record);
        }
        record_free(&record);
    } else {
        char line[320];
        record_error_line(&error, line, sizeof line);
        fail_file(replay, error_code(error.at == RECORD_AT_LINE ? ERROR_BAD_JSON : error.error), line);
    }
}

static void work_on_request(struct job *job)
{
    struct replay *replay = (struct replay *)job;
    struct record record;
    struct record_error error;
    if (!record_read_stored(&record, replay->text, replay->length, &error)) {
        replay->error = ERROR_STORAGE;
        return;
    }
    if (viewer_from_name(replay->as, &record.setup, &replay->steps.viewer)) {
        replay->steps.board = replay->boards[record.setup.game];
        write_replay(&replay->steps, &record);
    } else {
        replay->error = ERROR_UNKNOWN_WORD;
    }
    record_free(&record);
}

/* ---- a finished game of the store ---- */

static bool request_waits(struct job *job)
{
    return request_is_wanted(((const struct replay *)job)->request);
}

static void request_worked(struct job *job, bool ran)
{
    struct replay *replay = (struct replay *)job;
    struct request *request = replay->request;
    if (ran && replay->steps.out_of_budget) {
        request_fail_with(request, ERROR_BAD_KEYS, too_long);
    } else if (!ran || replay->error != ERROR_OK || !json_write_ok(&replay->writer)) {
        request_fail(request, replay->error == ERROR_OK ? ERROR_STORAGE : replay->error);
    } else {
        struct json_writer writer;
        request_begin(request, &writer);
        json_write_raw(&writer, NULL, replay->writer.text, replay->writer.length);
        request_end(request, &writer);
    }
    free_replay(replay);
}

/* Checks and sets which steps are wanted. Returns false if the request has failed. */
static bool read_range(struct request *request, struct steps *steps)
{
    json_int_t from = body_number(request, "from", 0);
    json_int_t count = body_number(request, "count", STEPS_MAX);
    if (from < 0 || count < 1 || count > STEPS_MAX) {
        request_fail_with(request, ERROR_BAD_KEYS, "\"from\" is 0 or more, \"count\" from 1 to 200.");
        return false;
    }
    steps->from = (size_t)from;
    steps->until = (size_t)from + (size_t)count;
    steps->deduce = body_flag(request, "deduce");
    return true;
}

/* Starts a replay, or fails the request if there was no memory for it or the range is wrong. */
static void submit_replay(struct request *request, struct replay *replay, void (*run)(struct job *job))
{
    if (replay == NULL) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    if (!read_range(request, &replay->steps)) {
        free_replay(replay);
        return;
    }
    replay->request = request;
    request_owns_job(request, &replay->job);
    replay->job.begin = request_waits;
    replay->job.run = run;
    replay->job.done = request_worked;
    job_submit(dispatch_of(request)->jobs, &replay->job);
}

static void replay_fetched(struct store_request *found)
{
    struct request *request = found->context;
    const char *text = archive_record_of(request, found, NULL);
    if (text != NULL) { /* otherwise the request has failed */
        submit_replay(
            request,
            new_replay_of_text(dispatch_of(request)->tables, text, strlen(text), body_text(request, "as")),
            work_on_request);
    }
    store_request_free(found);
}

/* ---- a game in progress ---- */

static void work_on_live_game(struct job *job)
{
    struct replay *replay = (struct replay *)job;
    replay->steps.viewer = (struct viewer){.role = VIEWER_PUBLIC};
    replay->steps.board = replay->boards[replay->live.setup.game];
    write_replay(&replay->steps, &replay->live);
}

static void replay_live_game(struct request *request, const struct table *table)
{
    enum error error = strcmp(body_text(request, "as"), "public") != 0 ? ERROR_NOT_FINISHED
                       : body_flag(request, "deduce") ? deduction_allowed(table, request->session->player)
                                                      : ERROR_OK;
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    struct replay *replay = new_replay(table->tables, "public");
    if (replay != NULL) {
        record_init(&replay->live, &table->lobby.setup);
        replay->live.actions = malloc((table->entries + 1) * sizeof *replay->live.actions);
        replay->steps.aids = table->lobby.aids == AIDS_FULL ? WIRE_COUNTS : WIRE_SETS;
        if (replay->live.actions == NULL) {
            free_replay(replay);
            replay = NULL;
        } else {
            replay->live.count = replay->live.capacity = table_effective(table, replay->live.actions);
        }
    }
    submit_replay(request, replay, work_on_live_game);
}

/* ---- the verb ---- */

void do_replay(struct request *request)
{
    const struct table *table = request_find_table(request);
    if (table != NULL && table->lobby.state == TABLE_RUNNING) {
        replay_live_game(request, table);
    } else {
        archive_fetch_record(request, replay_fetched);
    }
}

/* ---- a record file, POST /replay ---- */

static bool file_waits(struct job *job)
{
    return transport_request_address(((const struct replay *)job)->file)[0] != '\0';
}

static void file_worked(struct job *job, bool ran)
{
    struct replay *replay = (struct replay *)job;
    if (ran) {
        transport_answer(replay->file, replay->status, replay->writer.text, replay->writer.length);
    } else {
        transport_answer(replay->file, 503, "{}", 2);
    }
    free_replay(replay);
}

void replay_file(struct dispatch *dispatch, struct http_request *request, const struct replay_query *query,
                 const char *body, size_t length)
{
    struct replay *replay =
        new_replay_of_text(dispatch->tables, body, length, query->as[0] == '\0' ? "public" : query->as);
    if (replay == NULL) {
        transport_answer(request, 503, "{}", 2);
        return;
    }
    replay->file = request;
    replay->steps.until = SIZE_MAX;
    replay->steps.deduce = query->deduce;
    replay->review = query->review;
    replay->picture = query->picture;
    address_network(transport_request_address(request), replay->job.owner_key);
    replay->job.begin = file_waits;
    replay->job.run = work_on_file;
    replay->job.done = file_worked;
    job_submit(dispatch->jobs, &replay->job);
}
