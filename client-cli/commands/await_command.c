/* await_command.c: see await_command.h. */
#include "client-cli/commands/await_command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/language/language.h"
#include "client-cli/util/loop_end.h"
#include "common/wire/action_json.h"

enum {
    TAKES = ARGUMENT_BIT(ARGUMENT_NAME) | ARGUMENT_BIT(ARGUMENT_CODE) | ARGUMENT_BIT(ARGUMENT_CA) |
            ARGUMENT_BIT(ARGUMENT_TIMEOUT),
    TIMEOUT_MOST = 31536000, /* a year, in seconds */
};

struct await {
    uv_loop_t loop;
    uv_timer_t limit, end;
    uv_signal_t interrupted;
    struct play *play;
    bool over;
    enum status status;
};

static void finish(uv_timer_t *timer)
{
    struct await *await = timer->data;
    play_free(await->play);
    uv_close((uv_handle_t *)&await->limit, NULL);
    uv_close((uv_handle_t *)&await->end, NULL);
    uv_close((uv_handle_t *)&await->interrupted, NULL);
    uv_stop(timer->loop);
}

/* Ends the run, from the loop. `why` is printed to standard error, or, on success, to standard output. */
static void end(struct await *await, enum status status, const char *why)
{
    if (await->over) {
        return;
    }
    await->over = true;
    await->status = status;
    bool good = status == STATUS_OK || status == STATUS_OVER;
    if (why != NULL && good) {
        output_line(why, strlen(why));
    } else if (why != NULL) {
        (void)fprintf(stderr, "gaslight: %s\n", why);
    }
    (void)uv_timer_start(&await->end, finish, 0, 0);
}

static void on_changed(void *context)
{
    struct await *await = context;
    const struct model *model = play_model(await->play);
    enum model_wait wait = model_wait(model);
    if (play_busy(await->play)) {
        return;
    }
    if (wait == MODEL_MY_TURN) {
        end(await, STATUS_OK, sentence_turn(&model->view).text);
    } else if (wait == MODEL_OVER) {
        end(await, STATUS_OVER, sentence_phase(&model->view).text);
    } else if (wait == MODEL_GONE) {
        end(await, STATUS_BAD, tr("The table is closed."));
    }
}

static void on_answered(void *context, bool good, const char *sentence)
{
    if (!good) {
        end(context, STATUS_BAD, sentence);
    }
}

static void on_ended(void *context, int status)
{
    struct await *await = context;
    end(await, (enum status)status, play_model(await->play)->why);
}

static void on_limit(uv_timer_t *timer)
{
    end(timer->data, STATUS_TIMEOUT, tr("The time is up, and it is still not your turn."));
}

static void on_interrupted(uv_signal_t *handle, int signal)
{
    (void)signal;
    end(handle->data, STATUS_BAD, tr("Interrupted."));
}

static enum status run(const struct play_settings *settings, unsigned seconds)
{
    struct await await = {.over = false};
    struct play_hooks hooks = {
        .changed = on_changed, .answered = on_answered, .ended = on_ended, .context = &await};
    if (uv_loop_init(&await.loop) != 0) {
        (void)fprintf(stderr, "%s", tr("gaslight: out of memory\n"));
        return STATUS_BAD;
    }
    (void)uv_timer_init(&await.loop, &await.limit);
    (void)uv_timer_init(&await.loop, &await.end);
    (void)uv_signal_init(&await.loop, &await.interrupted);
    await.limit.data = await.end.data = await.interrupted.data = &await;
    (void)uv_signal_start(&await.interrupted, on_interrupted, SIGINT);
    if (seconds != 0) {
        (void)uv_timer_start(&await.limit, on_limit, 1000ULL * seconds, 0);
    }
    await.play = play_new(&await.loop, settings, hooks);
    if (await.play == NULL) {
        end(&await, STATUS_BAD, NULL);
    }
    (void)uv_run(&await.loop, UV_RUN_DEFAULT);
    loop_end(&await.loop);
    return await.status;
}

static enum status read_timeout(const char *value, unsigned *seconds)
{
    char *rest;
    *seconds = 0;
    if (value == NULL) {
        return STATUS_OK;
    }
    errno = 0;
    unsigned long number = strtoul(value, &rest, 10);
    if (value[0] < '0' || value[0] > '9' || *rest != '\0' || errno != 0 || number == 0 ||
        number > TIMEOUT_MOST) {
        return usage_error(tr("--timeout %s: the time is a number of seconds from 1 to %d"),
                           show_word(value).text, TIMEOUT_MOST);
    }
    *seconds = (unsigned)number;
    return STATUS_OK;
}

enum status await_command(int count, char **given)
{
    struct arguments arguments;
    struct play_settings settings;
    unsigned seconds;
    enum status status = arguments_read(&arguments, "await", TAKES, 2, count, given);
    if (status != STATUS_OK) {
        return status;
    }
    if (arguments.help) {
        status = arguments_help("await [URL] TABLE [OPTION...]",
                                tr("Waits until it is your turn at a table, and prints who can act."), true,
                                TAKES);
        (void)printf("%s",
                     tr("For await also: 3 the game is over, 4 the time given with --timeout is up.\n"));
        return status;
    }
    status = read_timeout(arguments.value[ARGUMENT_TIMEOUT], &seconds);
    if (status == STATUS_OK) {
        status = arguments_table_settings(&arguments, &settings);
    }
    if (status == STATUS_OK && settings.address.table[0] == '\0' && settings.address.invite[0] == '\0') {
        return usage_error("%s", tr("await needs a TABLE; see gaslight await --help"));
    }
    settings.watch_only = true;
    return status == STATUS_OK ? run(&settings, seconds) : status;
}
