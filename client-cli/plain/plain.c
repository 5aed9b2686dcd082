/*
 * plain.c: one run of `play` or `watch` in plain mode.
 *
 * Prints the model's new lines as they arrive. A command is parsed in the context of the model and run by play.c, or
 * here if it only shows something. Every iteration of the loop checks whether a script may continue or has ended.
 */
#include <langinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/learn/guide.h"
#include "client-cli/plain/plain.h"
#include "client-cli/plain/plain_json.h"
#include "client-cli/plain/plain_lines.h"
#include "client-cli/report/report.h"
#include "client-cli/report/report_deduction.h"
#include "client-cli/report/report_stats.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences_hint.h"
#include "client-cli/util/loop_end.h"

enum {
    LAST_ANSWER_MS = 10000, /* how long to wait for answers at the end of a script */
    RECENT_LINES = 12,      /* lines of the log shown to a person who opens a table ... */
    LONG_LOG = 24,          /* ... if it is longer than this */
    SIGNALS = 3,
};

struct plain {
    uv_loop_t loop;
    struct play *play;
    struct lines *lines;
    uv_check_t round;
    uv_timer_t limit, end;
    uv_signal_t signals[SIGNALS];

    size_t printed; /* lines of the model printed so far, including those it has dropped */
    char table[MODEL_ID_MAX + 1];
    char turn[2 * SENTENCE_MAX]; /* as last printed */
    size_t refusals;
    bool input_ended, ended;
    bool gave_up; /* print the model's `why` at the end */

    bool json;
    char command[LINES_LONGEST + 1]; /* with `json`: the last line that was typed ... */
    json_t *shown;                   /* ... and what it has shown so far */
    bool awaiting;                   /* `await` has no answer yet */
    uv_timer_t await_limit;
    enum status status;
};

/* ---- Printing ----------------------------------------------------------------------------------- */

static void stop(struct plain *plain, enum status status);

static void print(struct plain *plain, const char *text)
{
    if (!plain->ended && !lines_print(plain->lines, text)) {
        stop(plain, STATUS_BAD); /* output_finish() says why */
    }
}

__attribute__((format(printf, 2, 3))) static void print_line(struct plain *plain, const char *format, ...)
{
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print(plain, text);
}

static void print_json(void *context, const char *text)
{
    print(context, text);
}

/* Prints a line of a report; with --json, it is part of the reply. */
static void print_as_is(void *context, const char *text)
{
    struct plain *plain = context;
    if (!plain->json) {
        print(plain, text);
        return;
    }
    plain->shown = plain->shown != NULL ? plain->shown : json_array();
    (void)json_array_append_new(plain->shown, json_string(text));
}

/* `result` is that of `await`, NULL for other commands. */
static void answer_with(struct plain *plain, bool good, const char *sentence, const char *result)
{
    plain->refusals += !good;
    if (!plain->json) {
        print_line(plain, "%s: %s", good ? "ok" : "refused", sentence);
        return;
    }
    struct plain_reply reply = {plain->command, good, sentence, plain->shown, result};
    plain_json_reply(&reply, print_json, plain);
    json_decref(plain->shown);
    plain->shown = NULL;
}

static void answer(struct plain *plain, bool good, const char *sentence)
{
    answer_with(plain, good, sentence, NULL);
}

/* A person sees where the output ends; a script needs an answer line. */
static void answer_shown(struct plain *plain)
{
    if (plain->json || !lines_typed(plain->lines)) {
        answer(plain, true, tr("Done."));
    }
}

static void print_model_line(struct plain *plain, const struct model_line *line)
{
    static const char *const words[] = {[LINE_EVENT] = "event", [LINE_CHAT] = "chat", [LINE_NEWS] = "news"};
    bool chat = line->kind == LINE_CHAT;
    if (plain->json) {
        if (line->kind == LINE_NEWS) { /* the server's own messages have been printed as they came */
            plain_json_notice(line->text, print_json, plain);
        }
        return;
    }
    print_line(plain, "%s%s%s%s %s", words[line->kind], chat ? " " : "", chat ? line->to : "",
               chat ? "" : ":", line->text);
}

/* A person who joins a running game gets only the last lines of the log; a script gets everything. */
static void skip_old_lines(struct plain *plain, const struct model *model)
{
    size_t end = model->lines_dropped + model->lines;
    bool new_table = strcmp(plain->table, model->table.id) != 0;
    if (new_table && !plain->json && lines_typed(plain->lines) && end - plain->printed > LONG_LOG) {
        size_t skipped = end - plain->printed - RECENT_LINES;
        print_line(plain, tr("news: %zu earlier lines are not shown. Type log to see them."), skipped);
        plain->printed += skipped;
    }
    memcpy(plain->table, model->table.id, sizeof plain->table);
}

static void print_turn(struct plain *plain, const struct model *model)
{
    char turn[sizeof plain->turn];
    if (!model->has_table || !model->has_view) {
        plain->turn[0] = '\0';
        return;
    }
    if (model->turn_seq < model->seq) {
        return; /* the events of an action have arrived, but not the new turn */
    }
    struct sentence phase = sentence_phase(&model->view);
    struct sentence whose = sentence_turn(&model->view);
    (void)snprintf(turn, sizeof turn, "%s %s", phase.text, whose.text);
    if (strcmp(turn, plain->turn) != 0) {
        memcpy(plain->turn, turn, sizeof turn);
        if (!plain->json) {
            print_line(plain, "turn: %s", turn);
        }
    }
}

/* ---- Waiting for a turn ------------------------------------------------------------------------------ */

static void end_await(struct plain *plain, bool good, const char *sentence, const char *result)
{
    plain->awaiting = false;
    (void)uv_timer_stop(&plain->await_limit);
    answer_with(plain, good, sentence, result);
}

/* Answers a pending `await` if it is the player's turn, the game is over or the table is gone. */
static void check_await(struct plain *plain)
{
    const struct model *model = play_model(plain->play);
    if (!plain->awaiting || play_busy(plain->play)) {
        return;
    }
    enum model_wait wait = model_wait(model);
    if (!model->has_table) {
        end_await(plain, false, tr("You are not at a table."), NULL);
    } else if (wait == MODEL_GONE) {
        end_await(plain, false, tr("The table is closed."), NULL);
    } else if (wait == MODEL_MY_TURN) {
        end_await(plain, true, sentence_turn(&model->view).text, "turn");
    } else if (wait == MODEL_OVER) {
        end_await(plain, true, sentence_phase(&model->view).text, "over");
    }
}

static void on_await_limit(uv_timer_t *timer)
{
    struct plain *plain = timer->data;
    if (plain->awaiting) {
        end_await(plain, false, tr("The time is up, and it is still not your turn."), "timeout");
        lines_hold(plain->lines, play_busy(plain->play)); /* the loop may not turn again by itself */
    }
}

/* ---- play's hooks ------------------------------------------------------------------------------- */

static void on_changed(void *context)
{
    struct plain *plain = context;
    const struct model *model = play_model(plain->play);
    if (plain->printed < model->lines_dropped) {
        plain->printed = model->lines_dropped;
    }
    skip_old_lines(plain, model);
    while (!plain->ended && plain->printed < model->lines_dropped + model->lines) {
        print_model_line(plain, &model->line[plain->printed - model->lines_dropped]);
        plain->printed++;
    }
    print_turn(plain, model);
    check_await(plain);
}

static void on_received(void *context, const json_t *message)
{
    plain_json_received(message, print_json, context);
}

static void on_answered(void *context, bool good, const char *sentence)
{
    answer(context, good, sentence);
}

/* In plain mode every command gets an answer. */
static void on_elsewhere(void *context, bool good)
{
    answer(context, good, tr("That was at another table."));
}

static void on_listed(void *context, enum command_kind kind)
{
    struct plain *plain = context;
    const struct model *model = play_model(plain->play);
    struct report report = {print_as_is, plain};
    if (kind == COMMAND_SUGGEST) {
        char sentence[sizeof model->suggestion + 40];
        (void)snprintf(sentence, sizeof sentence, tr("Suggestion: %s"), model->suggestion);
        answer(plain, true, sentence);
        return;
    }
    if (kind == COMMAND_HINT) {
        char sentence[sizeof model->suggestion + SENTENCE_MAX + 40];
        (void)snprintf(sentence, sizeof sentence, tr("Hint: %s  # %s"), model->suggestion,
                       sentence_hint_reason(&model->hint).text);
        answer(plain, true, sentence);
        return;
    }
    if (kind == COMMAND_WHATIF) {
        report_searches(&model->deduction, print_as_is, plain);
    } else if (kind == COMMAND_DEDUCE && model->deduction.circle != 0) {
        report_ways(&model->deduction, print_as_is, plain);
    } else if (kind == COMMAND_DEDUCE) {
        report_deduction(&model->deduction, print_as_is, plain);
    } else if (kind == COMMAND_STATS) {
        report_stats(report, model->stats);
    } else if (kind == COMMAND_ARCHIVE) {
        report_archive(report, model->archive_list, model->archived);
    } else if (kind == COMMAND_MINE) {
        report_tables(report, model->mine_list, model->mine, tr("You have no games yet."));
    } else {
        report_tables(report, model->table_list, model->tables, tr("There are no public tables right now."));
        if (model->tables_more[0] != '\0') {
            print_as_is(plain, tr("There are more tables: tables more."));
        }
    }
    answer_shown(plain);
}

static void on_ended(void *context, int status)
{
    struct plain *plain = context;
    plain->gave_up = true;
    stop(plain, (enum status)status);
}

/* ---- Commands that only show ------------------------------------------------------------------------- */

static bool is_ascii_only(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

static void run_board(struct plain *plain, const struct command *command)
{
    const struct model *model = play_model(plain->play);
    const struct board *board = model_board(model);
    const struct view *view = model->has_view ? &model->view : NULL;
    struct report report = {print_as_is, plain};
    if (board == NULL) {
        answer(plain, false, tr("You are not at a table."));
    } else if (command->circle == 0) {
        report_board(report, board, view, is_ascii_only());
        answer_shown(plain);
    } else if (command->circle > board->circles) {
        answer(plain, false, tr("There is no such circle on this map."));
    } else {
        report_around(report, board, view, command->circle, is_ascii_only());
        answer_shown(plain);
    }
}

/* Runs a command that needs a game; refuses it if there is none. */
static void run_view(struct plain *plain, void (*write_report)(struct report report, const struct view *view))
{
    const struct model *model = play_model(plain->play);
    if (!model->has_view) {
        answer(plain, false, tr("The game has not started."));
        return;
    }
    write_report((struct report){print_as_is, plain}, &model->view);
    answer_shown(plain);
}

static void run_sheet(struct plain *plain, const struct command *command)
{
    (void)command;
    run_view(plain, report_sheet);
}

static void run_state(struct plain *plain, const struct command *command)
{
    (void)command;
    run_view(plain, report_state);
}

static void run_clock(struct plain *plain, const struct command *command)
{
    unsigned left;
    (void)command;
    if (!play_clock_left(plain->play, &left)) {
        answer(plain, true, tr("There is no time limit."));
        return;
    }
    struct sentence line = {""};
    phrase_add(&line, tr("%s left. %s"), title_time((left + 999) / 1000).text,
               model_clock_words(&play_model(plain->play)->clock).text);
    print_as_is(plain, line.text);
    answer_shown(plain);
}

static void run_log(struct plain *plain, const struct command *command)
{
    const struct model *model = play_model(plain->play);
    size_t count = command->number != 0 && command->number < model->lines ? command->number : model->lines;
    for (size_t i = model->lines - count; i < model->lines && !plain->ended; i++) {
        if (plain->json) {
            print_as_is(plain, model->line[i].text);
        } else {
            print_model_line(plain, &model->line[i]);
        }
    }
    answer_shown(plain);
}

static void run_who(struct plain *plain, const struct command *command)
{
    const struct model *model = play_model(plain->play);
    (void)command;
    if (!model->has_table) {
        struct sentence line = {""};
        phrase_add(&line, tr("You are %s. You are not at a table."), model->name);
        print_as_is(plain, line.text);
    } else {
        report_table((struct report){print_as_is, plain}, model);
    }
    answer_shown(plain);
}

static void run_legal(struct plain *plain, const struct command *command)
{
    struct command_scope place = play_command_scope(plain->play);
    (void)command;
    if (place.legal == NULL) {
        answer(plain, true, tr("There is nothing you can do now."));
        return;
    }
    command_list_legal(&place, print_as_is, plain);
    answer_shown(plain);
}

static void run_help(struct plain *plain, const struct command *command)
{
    struct command_scope place = play_command_scope(plain->play);
    if (command->text[0] == '\0' && place.view != NULL) {
        print_as_is(plain, sentence_help((enum game_kind)place.view->kind, (enum phase)place.view->phase));
    }
    command_help(command->text, &place, print_as_is, plain);
    answer_shown(plain);
}

static void print_learn(void *context, enum guide_look look, const char *text)
{
    (void)look;
    print_as_is(context, text);
}

static void run_learn(struct plain *plain, const struct command *command)
{
    struct guide *guide = guide_load(language_current());
    struct guide_output output = {
        .width = GUIDE_WIDTH, .ascii = is_ascii_only(), .line = print_learn, .context = plain};
    bool found = guide != NULL;
    if (found && command->text[0] == '\0') {
        guide_write_list(guide, "learn", &output);
    } else if (found) {
        found = guide_write(guide, command->text, &output);
    }
    guide_free(guide);
    if (found) {
        answer_shown(plain);
    } else {
        answer(plain, false, tr("There is no such chapter or term; learn lists the chapters."));
    }
}

static void run_await(struct plain *plain, const struct command *command)
{
    plain->awaiting = true;
    if (command->number != 0) {
        (void)uv_timer_start(&plain->await_limit, on_await_limit, 1000ULL * command->number, 0);
    }
    check_await(plain);
}

static void run_nothing(struct plain *plain, const struct command *command)
{
    (void)plain;
    (void)command;
}

/* A script fails if a line was refused; a person has seen the refusal. */
static enum status final_status(const struct plain *plain)
{
    if (plain->refusals == 0 || lines_typed(plain->lines)) {
        return STATUS_OK;
    }
    (void)fprintf(
        stderr,
        tr_count(plain->refusals, "gaslight: %zu line was refused.\n", "gaslight: %zu lines were refused.\n"),
        plain->refusals);
    return STATUS_BAD;
}

static void run_quit(struct plain *plain, const struct command *command)
{
    (void)command;
    answer(plain, true, tr("Goodbye."));
    stop(plain, final_status(plain));
}

static void (*const looks[COMMAND_KIND_COUNT])(struct plain *plain, const struct command *command) = {
    [COMMAND_NOTHING] = run_nothing, [COMMAND_BOARD] = run_board, [COMMAND_SHEET] = run_sheet,
    [COMMAND_LOG] = run_log,         [COMMAND_WHO] = run_who,     [COMMAND_LEGAL] = run_legal,
    [COMMAND_STATE] = run_state,     [COMMAND_CLOCK] = run_clock, [COMMAND_HELP] = run_help,
    [COMMAND_QUIT] = run_quit,       [COMMAND_AWAIT] = run_await, [COMMAND_LEARN] = run_learn,
};

/* ---- Input ----------------------------------------------------------------------------------- */

static void on_line(void *context, const char *line)
{
    struct plain *plain = context;
    struct command_scope place = play_command_scope(plain->play);
    struct command command;
    char error_text[600];
    (void)snprintf(plain->command, sizeof plain->command, "%s", line);
    if (plain->awaiting) { /* typed at a terminal */
        end_await(plain, false, tr("Cancelled by another command."), NULL);
    }
    if (!command_parse(line, &place, &command, error_text, sizeof error_text)) {
        answer(plain, false, error_text);
    } else if (!play_run(plain->play, &command) && looks[command.kind] != NULL) {
        looks[command.kind](plain, &command);
    }
    lines_hold(plain->lines, plain->awaiting || play_busy(plain->play));
}

static void on_complete(void *context, const char *line, void (*each)(void *context, const char *word),
                        void *to)
{
    struct plain *plain = context;
    struct command_scope place = play_command_scope(plain->play);
    command_complete(line, &place, each, to);
}

/* Lets a script continue when its last command is done; ends the run after its last line. */
static void continue_script(struct plain *plain)
{
    bool busy = play_busy(plain->play);
    check_await(plain);
    busy = busy || plain->awaiting;
    lines_hold(plain->lines, busy);
    if (plain->input_ended && !busy && !plain->ended) {
        stop(plain, final_status(plain));
    }
}

static void on_limit(uv_timer_t *timer)
{
    (void)fprintf(stderr, tr("gaslight: the server did not answer in time.\n"));
    stop(timer->data, STATUS_BAD);
}

static void on_input_ended(void *context)
{
    struct plain *plain = context;
    plain->input_ended = true;
    (void)uv_timer_start(&plain->limit, on_limit, LAST_ANSWER_MS, 0);
    continue_script(plain);
}

static void on_round(uv_check_t *round)
{
    continue_script(round->data);
}

static void on_signal(uv_signal_t *handle, int signal)
{
    (void)signal;
    stop(handle->data, STATUS_OK);
}

/* ---- A run -------------------------------------------------------------------------------------- */

/* Closes everything, which ends the loop. The final message is printed once the terminal is restored. */
static void finish(uv_timer_t *timer)
{
    struct plain *plain = timer->data;
    lines_close(plain->lines);
    if (plain->gave_up) {
        (void)fprintf(stderr, "gaslight: %s\n", play_model(plain->play)->why);
    }
    play_free(plain->play);
    uv_close((uv_handle_t *)&plain->round, NULL);
    uv_close((uv_handle_t *)&plain->limit, NULL);
    uv_close((uv_handle_t *)&plain->await_limit, NULL);
    json_decref(plain->shown);
    uv_close((uv_handle_t *)&plain->end, NULL);
    for (unsigned i = 0; i < SIGNALS; i++) {
        uv_close((uv_handle_t *)&plain->signals[i], NULL);
    }
    uv_stop(timer->loop);
}

/* Ends the run from the loop, since the caller may be using what will be freed. */
static void stop(struct plain *plain, enum status status)
{
    if (!plain->ended) {
        plain->ended = true;
        plain->status = status;
        (void)uv_timer_start(&plain->end, finish, 0, 0);
    }
}

static void start_handles(struct plain *plain)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    (void)uv_check_init(&plain->loop, &plain->round);
    (void)uv_timer_init(&plain->loop, &plain->limit);
    (void)uv_timer_init(&plain->loop, &plain->end);
    (void)uv_timer_init(&plain->loop, &plain->await_limit);
    plain->round.data = plain->limit.data = plain->end.data = plain->await_limit.data = plain;
    for (unsigned i = 0; i < SIGNALS; i++) {
        (void)uv_signal_init(&plain->loop, &plain->signals[i]);
        plain->signals[i].data = plain;
        (void)uv_signal_start(&plain->signals[i], on_signal, numbers[i]);
    }
}

static void start(struct plain *plain, const struct play_settings *settings)
{
    struct play_hooks hooks = {.changed = on_changed,
                               .answered = on_answered,
                               .elsewhere = on_elsewhere,
                               .listed = on_listed,
                               .ended = on_ended,
                               .received = plain->json ? on_received : NULL,
                               .context = plain};
    struct lines_hooks lines = {on_line, on_input_ended, on_complete, plain};
    plain->lines = lines_open(&plain->loop, lines);
    plain->play = plain->lines != NULL ? play_new(&plain->loop, settings, hooks) : NULL;
    if (plain->play == NULL) {
        stop(plain, STATUS_BAD);
        return;
    }
    lines_hold(plain->lines, true);
    (void)uv_check_start(&plain->round, on_round);
}

enum status plain_run(const struct play_settings *settings, bool json)
{
    static struct plain plain; /* static: there is only one standard input */
    plain.json = json;
    if (uv_loop_init(&plain.loop) != 0) {
        (void)fprintf(stderr, tr("gaslight: out of memory.\n"));
        return STATUS_BAD;
    }
    start_handles(&plain);
    start(&plain, settings);
    (void)uv_run(&plain.loop, UV_RUN_DEFAULT);
    loop_end(&plain.loop);
    return plain.status;
}
