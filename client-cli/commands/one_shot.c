/* one_shot.c: one connection, a question or two, and the end. Failures are said on standard error. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/commands/one_shot.h"
#include "client-cli/report/report.h"
#include "client-cli/util/loop_end.h"

enum { LIMIT_MS = 30000 }; /* for everything */

struct errand {
    uv_loop_t loop;
    uv_timer_t limit, end;
    uv_signal_t interrupted;
    struct play *play;
    bool begun, over;
    enum status status;
    void (*begin)(struct errand *errand); /* when hello has been answered */
    const char *table;
    struct record *record;
};

static void finish(uv_timer_t *timer)
{
    struct errand *errand = timer->data;
    play_free(errand->play);
    uv_close((uv_handle_t *)&errand->limit, NULL);
    uv_close((uv_handle_t *)&errand->end, NULL);
    uv_close((uv_handle_t *)&errand->interrupted, NULL);
    uv_stop(timer->loop);
}

/* The end comes when nobody is in the middle of something any more. `why` may be NULL. */
static void end(struct errand *errand, enum status status, const char *why)
{
    if (errand->over) {
        return;
    }
    errand->over = true;
    errand->status = status;
    if (why != NULL) {
        (void)fprintf(stderr, "gaslight: %s\n", why);
    }
    (void)uv_timer_start(&errand->end, finish, 0, 0);
}

static void on_changed(void *context)
{
    struct errand *errand = context;
    if (!errand->begun && !play_busy(errand->play)) {
        errand->begun = true;
        errand->begin(errand);
    }
}

static void on_answered(void *context, bool good, const char *sentence)
{
    end(context, good ? STATUS_OK : STATUS_BAD, good ? NULL : sentence);
}

static void on_ended(void *context, int status)
{
    struct errand *errand = context;
    end(errand, (enum status)status, play_model(errand->play)->why);
}

static void on_limit(uv_timer_t *timer)
{
    end(timer->data, STATUS_BAD, "The server has not answered.");
}

static void on_interrupted(uv_signal_t *handle, int signal)
{
    (void)signal;
    end(handle->data, STATUS_BAD, "Interrupted.");
}

/* ---- The lobby ---------------------------------------------------------------------------------- */

static void print_line(void *context, const char *text)
{
    (void)context;
    output_line(text, strlen(text));
}

static void on_listed(void *context, enum command_kind kind)
{
    struct errand *errand = context;
    const struct model *model = play_model(errand->play);
    struct report report = {print_line, NULL};
    if (kind == COMMAND_TABLES) {
        print_line(NULL, "Public tables:");
        report_tables(report, model->table_list, model->tables, "None now.");
        (void)play_run(errand->play, &(struct command){.kind = COMMAND_MINE});
        return;
    }
    print_line(NULL, "Your tables:");
    report_tables(report, model->mine_list, model->mine, "None now.");
    end(errand, STATUS_OK, NULL);
}

static void ask_tables(struct errand *errand)
{
    (void)play_run(errand->play, &(struct command){.kind = COMMAND_TABLES});
}

/* ---- A record ----------------------------------------------------------------------------------- */

static void take_record(void *context, struct record *record, const char *error_text)
{
    struct errand *errand = context;
    if (record != NULL) {
        *errand->record = *record; /* with all it owns */
        free(record);
    }
    end(errand, record != NULL ? STATUS_OK : STATUS_BAD, record != NULL ? NULL : error_text);
}

static void ask_record(struct errand *errand)
{
    play_fetch_record(errand->play, errand->table, take_record, errand);
}

/* ---- Both --------------------------------------------------------------------------------------- */

static enum status run(struct errand *errand, const struct play_settings *settings)
{
    struct play_hooks hooks = {on_changed, on_answered, NULL, on_listed, on_ended, errand};
    if (uv_loop_init(&errand->loop) != 0) {
        (void)fprintf(stderr, "gaslight: There is no memory for a loop.\n");
        return STATUS_BAD;
    }
    (void)uv_timer_init(&errand->loop, &errand->limit);
    (void)uv_timer_init(&errand->loop, &errand->end);
    (void)uv_signal_init(&errand->loop, &errand->interrupted);
    errand->limit.data = errand->end.data = errand->interrupted.data = errand;
    (void)uv_timer_start(&errand->limit, on_limit, LIMIT_MS, 0);
    (void)uv_signal_start(&errand->interrupted, on_interrupted, SIGINT);
    errand->play = play_new(&errand->loop, settings, hooks);
    if (errand->play == NULL) {
        end(errand, STATUS_BAD, NULL);
    }
    (void)uv_run(&errand->loop, UV_RUN_DEFAULT);
    loop_end(&errand->loop);
    return errand->status;
}

/* Nobody goes to a table on an errand. */
static struct play_settings without_table(const struct play_settings *settings)
{
    struct play_settings copy = *settings;
    copy.address.table[0] = copy.address.invite[0] = '\0';
    return copy;
}

enum status one_shot_lobby(const struct play_settings *settings)
{
    struct errand errand = {.begin = ask_tables};
    struct play_settings plain = without_table(settings);
    return run(&errand, &plain);
}

enum status one_shot_record(const struct play_settings *settings, const char *table, struct record *record)
{
    struct errand errand = {.begin = ask_record, .table = table, .record = record};
    struct play_settings plain = without_table(settings);
    return run(&errand, &plain);
}
