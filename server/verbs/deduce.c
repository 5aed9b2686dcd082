/*
 * deduce.c: the verb deduce: what can be known about Jack, for everyone whom the table's settings allow.
 *
 * It is computed on a thread of libuv's pool from a dossier, which is built from what a spectator has been sent; so
 * spectators may ask as well as detectives, unless the host has turned that off. Jack may not ask during the game: it
 * would do for them the work of seeing themselves as the police do.
 */
#include "server/verbs/deduce.h"

#include <stdlib.h>

#include "common/wire/wire_deduction.h"
#include "server/jobs/jobs.h"
#include "server/table/changes/broadcast.h"
#include "server/table/table_log.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/verbs.h"

enum { ANSWER_BYTES = 1 << 20 };

struct deduction {
    struct job job;
    struct request *request; /* not used by the thread */
    const struct board *board;
    struct setup setup;
    struct action *actions;
    size_t count;
    uint32_t seq;
    bool is_live; /* `seq` is the table's; otherwise it is counted */
    enum wire_aids aids;
    unsigned circle;   /* which trails to show; 0 for none */
    unsigned crossing; /* which searches to show; 0 for those of the policemen */
    bool good;
    struct json_writer writer;
    struct game game;
    struct dossier dossier;
};

/* ---- on a thread ---- */

static bool apply_actions(struct deduction *deduction)
{
    struct events events;
    bool good = game_new(deduction->board, &deduction->game, &deduction->setup) == ERROR_OK;
    dossier_begin(&deduction->dossier, deduction->setup.game, deduction->setup.options);
    for (size_t i = 0; good && i < deduction->count; i++) {
        good = game_apply(deduction->board, &deduction->game, &deduction->actions[i], &events) == ERROR_OK;
        if (good) {
            dossier_follow(&deduction->dossier, &deduction->game, &events);
            deduction->seq += deduction->is_live ? 0 : events.count;
        }
    }
    return good;
}

static bool may_continue(void *context)
{
    return job_may_continue(context);
}

static void deduce(struct job *job)
{
    struct deduction *deduction = (struct deduction *)job;
    if (!apply_actions(deduction)) {
        return;
    }
    struct view view;
    view_game(&deduction->game, (struct viewer){.role = VIEWER_PUBLIC}, &view);
    wire_deduction(&deduction->writer, "deduction",
                   &(struct wire_deduction){.board = deduction->board,
                                            .dossier = &deduction->dossier,
                                            .public_view = &view,
                                            .seq = deduction->seq,
                                            .aids = deduction->aids,
                                            .circle = deduction->circle,
                                            .crossing = deduction->crossing,
                                            .may_continue = may_continue,
                                            .context = job});
    deduction->good = json_write_ok(&deduction->writer);
}

/* ---- back on the loop ---- */

static bool is_wanted(struct job *job)
{
    return request_is_wanted(((const struct deduction *)job)->request);
}

static void deduced(struct job *job, bool ran)
{
    struct deduction *deduction = (struct deduction *)job;
    if (!ran || !deduction->good) {
        request_fail(deduction->request, ERROR_STORAGE);
    } else {
        struct json_writer writer;
        request_begin(deduction->request, &writer);
        json_write_raw(&writer, NULL, deduction->writer.text, deduction->writer.length);
        request_end(deduction->request, &writer);
    }
    free(deduction->writer.text);
    free(deduction->actions);
    free(deduction);
}

/* ---- the verb ---- */

enum error deduction_allowed(const struct table *table, const struct player *player)
{
    if (table->lobby.state == TABLE_FINISHED) {
        return ERROR_OK;
    }
    enum viewer_role role = table_viewer(table, player).role;
    if (role == VIEWER_JACK) {
        return ERROR_JACK_DEDUCES;
    }
    if (table->lobby.aids == AIDS_OFF) {
        return ERROR_AIDS_OFF;
    }
    return role == VIEWER_PUBLIC && !table->lobby.spectator_aids ? ERROR_AIDS_SPECTATORS : ERROR_OK;
}

/* Returns whether a number is missing or one of the board's. */
static bool is_place(const json_t *number, unsigned most)
{
    json_int_t value = json_integer_value(number);
    return number == NULL || (value >= 1 && value <= (json_int_t)most);
}

static enum error check_deduce(const struct request *request)
{
    const struct table *table = request->table;
    const json_t *circle = json_object_get(request->body, "circle");
    const json_t *crossing = json_object_get(request->body, "crossing");
    bool over = table->lobby.state == TABLE_FINISHED;
    if (table->lobby.setup.seats == 0) {
        return ERROR_NOT_RUNNING;
    }
    enum error refused = deduction_allowed(table, request->session->player);
    if (refused != ERROR_OK) {
        return refused;
    }
    if ((circle != NULL || crossing != NULL) && !over && table->lobby.aids == AIDS_SETS) {
        return ERROR_AIDS_SETS;
    }
    if (!is_place(circle, table_board(table)->circles) ||
        !is_place(crossing, table_board(table)->crossings)) {
        return ERROR_NO_SUCH_PLACE;
    }
    return !over && json_object_get(request->body, "at") != NULL ? ERROR_NOT_FINISHED : ERROR_OK;
}

/* Returns a job with copies of everything it needs; NULL if there is no memory. */
static struct deduction *new_deduction(struct request *request)
{
    const struct table *table = request->table;
    struct deduction *deduction = calloc(1, sizeof *deduction);
    struct action *actions = malloc((table->entries + 1) * sizeof *actions);
    char *answer = malloc(ANSWER_BYTES);
    if (deduction == NULL || actions == NULL || answer == NULL) {
        free(deduction);
        free(actions);
        free(answer);
        return NULL;
    }
    bool over = table->lobby.state == TABLE_FINISHED;
    request_owns_job(request, &deduction->job);
    deduction->job.begin = is_wanted;
    deduction->job.run = deduce;
    deduction->job.done = deduced;
    deduction->request = request;
    deduction->board = table_board(table);
    deduction->setup = table->lobby.setup;
    deduction->actions = actions;
    deduction->count = table_effective(table, actions);
    deduction->is_live = !over;
    deduction->seq = over ? 0 : table->seq;
    deduction->aids = over || table->lobby.aids == AIDS_FULL ? WIRE_FULL : WIRE_SETS;
    deduction->circle = (unsigned)body_number(request, "circle", 0);
    deduction->crossing = (unsigned)body_number(request, "crossing", 0);
    json_write_begin(&deduction->writer, answer, ANSWER_BYTES);
    return deduction;
}

void do_deduce(struct request *request)
{
    enum error error = check_deduce(request);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    struct deduction *deduction = new_deduction(request);
    if (deduction == NULL) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    json_int_t all = (json_int_t)deduction->count;
    json_int_t before_last = all == 0 ? 0 : all - 1;
    json_int_t at = body_number(request, "at", deduction->is_live ? all : before_last);
    if (at < 0 || at > all) {
        free(deduction->writer.text);
        free(deduction->actions);
        free(deduction);
        request_fail_with(request, ERROR_BAD_KEYS, "\"at\" is from 0 to the number of actions.");
        return;
    }
    deduction->count = (size_t)at;
    job_submit(dispatch_of(request)->jobs, &deduction->job);
}
