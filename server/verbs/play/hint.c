/*
 * hint.c: the verb hint: what a bot would do in this player's place, and why.
 *
 * Like a deduction it is computed on a thread of libuv's pool, in the queue for what players ask for. Nothing about the
 * table changes, and nobody else is sent anything, so the others can't tell that somebody has asked.
 */
#include <stdlib.h>

#include "common/hint/hint.h"
#include "server/jobs/jobs.h"
#include "server/table/changes/broadcast.h"
#include "server/table/hints.h"
#include "server/table/table_log.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/verbs.h"

struct hint_job {
    struct job job;
    struct request *request; /* not used by the thread */
    const struct board *board;
    struct setup setup;
    struct viewer viewer;
    enum bot_level level;
    struct action *actions;
    size_t count;
    uint32_t seq;
    bool good;
    struct hint hint;
    struct bot_observation observation;
};

/* ---- on a thread ---- */

/* Asking again gives the same hint: the seed is the number of actions so far. */
static void find_hint(struct job *job)
{
    struct hint_job *work = (struct hint_job *)job;
    struct game game;
    struct events events;
    struct dossier dossier;
    bool good = game_new(work->board, &game, &work->setup) == ERROR_OK;
    dossier_begin(&dossier, work->setup.game, work->setup.options);
    for (size_t i = 0; good && i < work->count; i++) {
        good = game_apply(work->board, &game, &work->actions[i], &events) == ERROR_OK;
        if (good) {
            dossier_follow(&dossier, &game, &events);
        }
    }
    if (good) {
        bot_observe(work->board, &game, work->viewer, &dossier, &work->observation);
        good = work->observation.legal.shown.kinds != 0;
    }
    if (good) {
        hint_find(&work->observation, work->level, work->count, &work->hint);
    }
    work->good = good;
}

/* ---- back on the loop ---- */

static bool is_wanted(struct job *job)
{
    return request_is_wanted(((const struct hint_job *)job)->request);
}

static void found(struct job *job, bool ran)
{
    struct hint_job *work = (struct hint_job *)job;
    if (!ran || !work->good) {
        request_fail(work->request, ERROR_STORAGE);
    } else {
        struct json_writer writer;
        request_begin(work->request, &writer);
        json_write_open(&writer, "hint", '{');
        json_write_int(&writer, "seq", (long)work->seq);
        hint_write(&writer, &work->hint);
        json_write_close(&writer, '}');
        request_end(work->request, &writer);
    }
    free(work->actions);
    free(work);
}

/* ---- the verb ---- */

/* The bot that gives hints plays like those that substitute at this table, but a novice would be no help. */
static enum bot_level hint_level(const struct table *table)
{
    enum bot_level level = (enum bot_level)table->lobby.level;
    return level < BOT_NORMAL ? BOT_NORMAL : level;
}

void do_hint(struct request *request)
{
    const struct table *table = request->table;
    const struct player *player = request->session->player;
    unsigned pawns = table->lobby.member[lobby_member(&table->lobby, player->id)].pawns;
    enum error error = table_hint_allowed(table, pawns);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    struct hint_job *work = calloc(1, sizeof *work);
    struct action *actions = malloc((table->entries + 1) * sizeof *actions);
    if (work == NULL || actions == NULL) {
        free(work);
        free(actions);
        request_fail(request, ERROR_STORAGE);
        return;
    }
    request_owns_job(request, &work->job);
    work->job.begin = is_wanted;
    work->job.run = find_hint;
    work->job.done = found;
    work->request = request;
    work->board = table_board(table);
    work->setup = table->lobby.setup;
    work->viewer = table_viewer(table, player);
    work->level = hint_level(table);
    work->actions = actions;
    work->count = table_effective(table, actions);
    work->seq = table->seq;
    job_submit(dispatch_of(request)->jobs, &work->job);
}
