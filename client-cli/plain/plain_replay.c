/*
 * plain_replay.c: a recorded game in lines.
 *
 * Without a terminal, prints the whole game, one event per line after the number of its action; or, if a step is given,
 * the state at that step. In a terminal, runs the commands of replay_commands.c.
 */
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/language/language.h"
#include "client-cli/plain/plain.h"
#include "client-cli/plain/plain_lines.h"
#include "client-cli/plain/replay_commands.h"
#include "client-cli/util/loop_end.h"

enum { SIGNALS = 3 };

struct replay_run {
    struct replay_state replay;
    uv_loop_t loop;
    struct lines *lines;
    uv_timer_t playing, end;
    uv_signal_t signals[SIGNALS];
    enum status status;
    bool ended;
};

/* ---- Ending ------------------------------------------------------------------------------------- */

static void finish(uv_timer_t *timer)
{
    struct replay_run *run = timer->data;
    lines_close(run->lines);
    uv_close((uv_handle_t *)&run->playing, NULL);
    uv_close((uv_handle_t *)&run->end, NULL);
    for (unsigned i = 0; i < SIGNALS; i++) {
        uv_close((uv_handle_t *)&run->signals[i], NULL);
    }
    uv_stop(timer->loop);
}

/* Ends the run from the loop, since this may be called from a hook of the lines that will be closed. */
static void stop(struct replay_run *run, enum status status)
{
    if (!run->ended) {
        run->ended = true;
        run->status = status;
        (void)uv_timer_start(&run->end, finish, 0, 0);
    }
}

/* ---- In a terminal ------------------------------------------------------------------------------------ */

static void print_above(void *context, const char *text)
{
    struct replay_run *run = context;
    if (!run->ended && !lines_print(run->lines, text)) {
        stop(run, STATUS_BAD);
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct replay_run *run = timer->data;
    struct replay_state *replay = &run->replay;
    if (replay->step + 1 < timeline_steps(replay->timeline)) {
        replay_go_to(replay, replay->step + 1);
    } else {
        replay->speed = 0;
        (void)uv_timer_stop(timer);
    }
}

static void on_line(void *context, const char *line)
{
    struct replay_run *run = context;
    replay_run_line(&run->replay, line);
    if (run->replay.over) {
        stop(run, STATUS_OK);
    } else if (run->replay.speed == 0) {
        (void)uv_timer_stop(&run->playing);
    } else {
        (void)uv_timer_start(&run->playing, on_tick, 0, 1000 / run->replay.speed);
    }
}

static void on_input_ended(void *context)
{
    stop(context, STATUS_OK);
}

static void on_complete(void *context, const char *line, void (*each)(void *context, const char *word),
                        void *to)
{
    (void)context;
    if (strchr(line, ' ') == NULL) {
        replay_command_words(each, to);
    }
}

static void on_signal(uv_signal_t *handle, int signal)
{
    (void)signal;
    stop(handle->data, STATUS_OK);
}

static void start_handles(struct replay_run *run)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    (void)uv_timer_init(&run->loop, &run->playing);
    (void)uv_timer_init(&run->loop, &run->end);
    run->playing.data = run->end.data = run;
    for (unsigned i = 0; i < SIGNALS; i++) {
        (void)uv_signal_init(&run->loop, &run->signals[i]);
        run->signals[i].data = run;
        (void)uv_signal_start(&run->signals[i], on_signal, numbers[i]);
    }
}

static enum status run_interactively(struct replay_run *run)
{
    struct lines_hooks hooks = {on_line, on_input_ended, on_complete, run};
    if (uv_loop_init(&run->loop) != 0) {
        (void)fprintf(stderr, tr("gaslight: out of memory.\n"));
        return STATUS_BAD;
    }
    start_handles(run);
    run->replay.report = (struct report){print_above, run};
    run->lines = lines_open(&run->loop, hooks);
    if (run->lines == NULL) {
        stop(run, STATUS_BAD);
    } else {
        replay_report_heading(&run->replay);
        replay_go_to(&run->replay, run->replay.step);
        print_above(run, tr("Type next to continue, help for a list of commands."));
    }
    (void)uv_run(&run->loop, UV_RUN_DEFAULT);
    loop_end(&run->loop);
    return run->status;
}

/* ---- Without a terminal ------------------------------------------------------------------------------------ */

static void print_line(void *context, const char *text)
{
    (void)context;
    output_line(text, strlen(text));
}

static enum status print_whole_game(struct replay_state *replay)
{
    replay->report = (struct report){print_line, NULL};
    replay_report_heading(replay);
    if (replay->step > 0) {
        replay_report_events(replay, replay->step);
        replay_report_state(replay);
        replay_report_board(replay);
        return STATUS_OK;
    }
    for (size_t step = 0; step < timeline_steps(replay->timeline); step++) {
        replay_report_events(replay, step);
    }
    return STATUS_OK;
}

enum status plain_replay(struct timeline *timeline, size_t step, struct viewer viewer)
{
    struct board *board = board_builtin(timeline_record(timeline)->setup.game);
    struct replay_run run = {
        .replay = {.timeline = timeline, .board = board, .viewer = viewer, .step = step}};
    if (board == NULL) {
        (void)fprintf(stderr, tr("gaslight: out of memory.\n"));
        return STATUS_BAD;
    }
    run.replay.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    enum status status = typed ? run_interactively(&run) : print_whole_game(&run.replay);
    board_free(board);
    return status;
}
