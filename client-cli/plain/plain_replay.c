/*
 * plain_replay.c: a recorded game in lines.
 *
 * Where nobody types, the whole game is told, one event a line behind the number of its action, or with a step how
 * it stood then. In a terminal one walks through it with the commands of plain_walk.c.
 */
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/plain/plain.h"
#include "client-cli/plain/plain_lines.h"
#include "client-cli/plain/plain_walk.h"
#include "client-cli/util/loop_end.h"

enum { SIGNALS = 3 };

struct replay {
    struct walk walk;
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
    struct replay *replay = timer->data;
    lines_close(replay->lines);
    uv_close((uv_handle_t *)&replay->playing, NULL);
    uv_close((uv_handle_t *)&replay->end, NULL);
    for (unsigned i = 0; i < SIGNALS; i++) {
        uv_close((uv_handle_t *)&replay->signals[i], NULL);
    }
    uv_stop(timer->loop);
}

/* Not at once: the lines that would be closed may be in the middle of a hook. */
static void stop(struct replay *replay, enum status status)
{
    if (!replay->ended) {
        replay->ended = true;
        replay->status = status;
        (void)uv_timer_start(&replay->end, finish, 0, 0);
    }
}

/* ---- Walking ------------------------------------------------------------------------------------ */

static void print_above(void *context, const char *text)
{
    struct replay *replay = context;
    if (!replay->ended && !lines_print(replay->lines, text)) {
        stop(replay, STATUS_BAD);
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct replay *replay = timer->data;
    struct walk *walk = &replay->walk;
    if (walk->step + 1 < timeline_steps(walk->timeline)) {
        walk_to(walk, walk->step + 1);
    } else {
        walk->speed = 0;
        (void)uv_timer_stop(timer);
    }
}

static void on_line(void *context, const char *line)
{
    struct replay *replay = context;
    walk_line(&replay->walk, line);
    if (replay->walk.over) {
        stop(replay, STATUS_OK);
    } else if (replay->walk.speed == 0) {
        (void)uv_timer_stop(&replay->playing);
    } else {
        (void)uv_timer_start(&replay->playing, on_tick, 0, 1000 / replay->walk.speed);
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
        walk_words(each, to);
    }
}

static void on_signal(uv_signal_t *handle, int signal)
{
    (void)signal;
    stop(handle->data, STATUS_OK);
}

static void start_handles(struct replay *replay)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    (void)uv_timer_init(&replay->loop, &replay->playing);
    (void)uv_timer_init(&replay->loop, &replay->end);
    replay->playing.data = replay->end.data = replay;
    for (unsigned i = 0; i < SIGNALS; i++) {
        (void)uv_signal_init(&replay->loop, &replay->signals[i]);
        replay->signals[i].data = replay;
        (void)uv_signal_start(&replay->signals[i], on_signal, numbers[i]);
    }
}

static enum status walk_through(struct replay *replay)
{
    struct lines_hooks hooks = {on_line, on_input_ended, on_complete, replay};
    if (uv_loop_init(&replay->loop) != 0) {
        (void)fprintf(stderr, "gaslight: There is no memory for a loop.\n");
        return STATUS_BAD;
    }
    start_handles(replay);
    replay->walk.show = (struct show){print_above, replay};
    replay->lines = lines_open(&replay->loop, hooks);
    if (replay->lines == NULL) {
        stop(replay, STATUS_BAD);
    } else {
        walk_heading(&replay->walk);
        walk_to(&replay->walk, replay->walk.step);
        print_above(replay, "next goes on; help lists what else there is.");
    }
    (void)uv_run(&replay->loop, UV_RUN_DEFAULT);
    loop_end(&replay->loop);
    return replay->status;
}

/* ---- Telling ------------------------------------------------------------------------------------ */

static void print_line(void *context, const char *text)
{
    (void)context;
    output_line(text, strlen(text));
}

static enum status tell_whole(struct walk *walk)
{
    walk->show = (struct show){print_line, NULL};
    walk_heading(walk);
    if (walk->step > 0) {
        walk_events(walk, walk->step);
        walk_state(walk);
        walk_board(walk);
        return STATUS_OK;
    }
    for (size_t step = 0; step < timeline_steps(walk->timeline); step++) {
        walk_events(walk, step);
    }
    return STATUS_OK;
}

enum status plain_replay(struct timeline *timeline, size_t step, struct viewer viewer)
{
    struct board *board = board_builtin(timeline_record(timeline)->setup.game);
    struct replay replay = {.walk = {.timeline = timeline, .board = board, .viewer = viewer, .step = step}};
    if (board == NULL) {
        (void)fprintf(stderr, "gaslight: There is no memory for the board.\n");
        return STATUS_BAD;
    }
    replay.walk.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    enum status status = typed ? walk_through(&replay) : tell_whole(&replay.walk);
    board_free(board);
    return status;
}
