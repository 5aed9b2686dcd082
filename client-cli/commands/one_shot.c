/* one_shot.c: connects, sends one or two requests, and ends. Prints errors to standard error. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/commands/one_shot.h"
#include "client-cli/language/language.h"
#include "client-cli/report/report.h"
#include "client-cli/report/report_stats.h"
#include "client-cli/util/loop_end.h"

enum { LIMIT_MS = 30000 }; /* for the whole run */

struct one_shot {
    uv_loop_t loop;
    uv_timer_t limit, end;
    uv_signal_t interrupted;
    struct play *play;
    bool begun, over;
    enum status status;
    void (*begin)(struct one_shot *one_shot); /* called once hello has been answered */
    const char *table;
    struct record *record;
    const char *player;
    bool json;
};

static void finish(uv_timer_t *timer)
{
    struct one_shot *one_shot = timer->data;
    play_free(one_shot->play);
    uv_close((uv_handle_t *)&one_shot->limit, NULL);
    uv_close((uv_handle_t *)&one_shot->end, NULL);
    uv_close((uv_handle_t *)&one_shot->interrupted, NULL);
    uv_stop(timer->loop);
}

/* Ends the run, from the loop. `why` may be NULL. */
static void end(struct one_shot *one_shot, enum status status, const char *why)
{
    if (one_shot->over) {
        return;
    }
    one_shot->over = true;
    one_shot->status = status;
    if (why != NULL) {
        (void)fprintf(stderr, "gaslight: %s\n", why);
    }
    (void)uv_timer_start(&one_shot->end, finish, 0, 0);
}

static void on_changed(void *context)
{
    struct one_shot *one_shot = context;
    if (!one_shot->begun && !play_busy(one_shot->play)) {
        one_shot->begun = true;
        one_shot->begin(one_shot);
    }
}

static void on_answered(void *context, bool good, const char *sentence)
{
    end(context, good ? STATUS_OK : STATUS_BAD, good ? NULL : sentence);
}

static void on_ended(void *context, int status)
{
    struct one_shot *one_shot = context;
    end(one_shot, (enum status)status, play_model(one_shot->play)->why);
}

static void on_limit(uv_timer_t *timer)
{
    end(timer->data, STATUS_BAD, tr("The server did not respond."));
}

static void on_interrupted(uv_signal_t *handle, int signal)
{
    (void)signal;
    end(handle->data, STATUS_BAD, tr("Interrupted."));
}

/* ---- The lobby ---------------------------------------------------------------------------------- */

static void print_line(void *context, const char *text)
{
    (void)context;
    output_line(text, strlen(text));
}

/* ---- Statistics ---------------------------------------------------------------------------------- */

static void print_stats(struct one_shot *one_shot, const json_t *stats)
{
    char *text = one_shot->json ? json_dumps(stats, JSON_COMPACT) : NULL;
    if (text != NULL) {
        output_line(text, strlen(text));
    } else {
        report_stats((struct report){print_line, NULL}, stats);
    }
    free(text);
    end(one_shot, STATUS_OK, NULL);
}

static void ask_stats(struct one_shot *one_shot)
{
    struct command command = {.kind = COMMAND_STATS};
    (void)snprintf(command.text, sizeof command.text, "%s", one_shot->player);
    (void)play_run(one_shot->play, &command);
}

static void on_listed(void *context, enum command_kind kind)
{
    struct one_shot *one_shot = context;
    const struct model *model = play_model(one_shot->play);
    struct report report = {print_line, NULL};
    if (kind == COMMAND_STATS) {
        print_stats(one_shot, model->stats);
        return;
    }
    if (kind == COMMAND_TABLES) {
        print_line(NULL, tr("Public tables:"));
        report_tables(report, model->table_list, model->tables, tr("None now."));
        (void)play_run(one_shot->play, &(struct command){.kind = COMMAND_MINE});
        return;
    }
    print_line(NULL, tr("My games:"));
    report_tables(report, model->mine_list, model->mine, tr("None now."));
    end(one_shot, STATUS_OK, NULL);
}

static void ask_tables(struct one_shot *one_shot)
{
    (void)play_run(one_shot->play, &(struct command){.kind = COMMAND_TABLES});
}

/* ---- A record ----------------------------------------------------------------------------------- */

static void take_record(void *context, struct record *record, const char *error_text)
{
    struct one_shot *one_shot = context;
    if (record != NULL) {
        *one_shot->record = *record; /* including what it owns */
        free(record);
    }
    end(one_shot, record != NULL ? STATUS_OK : STATUS_BAD, record != NULL ? NULL : error_text);
}

static void ask_record(struct one_shot *one_shot)
{
    play_fetch_record(one_shot->play, one_shot->table, take_record, one_shot);
}

/* ---- Running the loop --------------------------------------------------------------------------------------- */

static enum status run(struct one_shot *one_shot, const struct play_settings *settings)
{
    struct play_hooks hooks = {.changed = on_changed,
                               .answered = on_answered,
                               .listed = on_listed,
                               .ended = on_ended,
                               .context = one_shot};
    if (uv_loop_init(&one_shot->loop) != 0) {
        (void)fprintf(stderr, tr("gaslight: out of memory\n"));
        return STATUS_BAD;
    }
    (void)uv_timer_init(&one_shot->loop, &one_shot->limit);
    (void)uv_timer_init(&one_shot->loop, &one_shot->end);
    (void)uv_signal_init(&one_shot->loop, &one_shot->interrupted);
    one_shot->limit.data = one_shot->end.data = one_shot->interrupted.data = one_shot;
    (void)uv_timer_start(&one_shot->limit, on_limit, LIMIT_MS, 0);
    (void)uv_signal_start(&one_shot->interrupted, on_interrupted, SIGINT);
    one_shot->play = play_new(&one_shot->loop, settings, hooks);
    if (one_shot->play == NULL) {
        end(one_shot, STATUS_BAD, NULL);
    }
    (void)uv_run(&one_shot->loop, UV_RUN_DEFAULT);
    loop_end(&one_shot->loop);
    return one_shot->status;
}

/* The address may lead to a table, but a one-shot run must not join it. */
static struct play_settings without_table(const struct play_settings *settings)
{
    struct play_settings copy = *settings;
    copy.address.table[0] = copy.address.invite[0] = '\0';
    return copy;
}

enum status one_shot_lobby(const struct play_settings *settings)
{
    struct one_shot one_shot = {.begin = ask_tables};
    struct play_settings plain = without_table(settings);
    return run(&one_shot, &plain);
}

enum status one_shot_record(const struct play_settings *settings, const char *table, struct record *record)
{
    struct one_shot one_shot = {.begin = ask_record, .table = table, .record = record};
    struct play_settings plain = without_table(settings);
    return run(&one_shot, &plain);
}

enum status one_shot_stats(const struct play_settings *settings, const char *player, bool json)
{
    struct one_shot one_shot = {.begin = ask_stats, .player = player, .json = json};
    struct play_settings plain = without_table(settings);
    return run(&one_shot, &plain);
}
