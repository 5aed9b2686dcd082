/* replay_commands.c: the commands of a replay in plain mode, one row each; see replay_commands.h. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/timeline_deduce.h"
#include "client-cli/plain/replay_commands.h"
#include "client-cli/report/report_deduction.h"
#include "client-cli/report/report_review.h"
#include "client-cli/text/phrase.h"
#include "client-cli/util/nearest.h"
#include "client-cli/util/record_file.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"

static void print(struct replay_state *replay, const char *text)
{
    replay->report.line(replay->report.context, text);
}

__attribute__((format(printf, 2, 3))) static void print_format(struct replay_state *replay,
                                                               const char *format, ...)
{
    char text[2 * SENTENCE_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print(replay, text);
}

/* ---- Output ------------------------------------------------------------------------------------ */

/* Writes "  12  Red searched 65: a clue!"; only the first event of an action is numbered. */
void replay_report_events(struct replay_state *replay, size_t step)
{
    struct viewed_event events[EVENTS_MAX];
    unsigned count = timeline_events(replay->timeline, step, replay->viewer, events);
    struct view before = {0};
    if (step > 0) {
        timeline_view(replay->timeline, step - 1, replay->viewer, &before);
    }
    for (unsigned i = 0; i < count; i++) {
        struct sentence sentence =
            sentence_event(timeline_record(replay->timeline)->setup.game, &events[i], before.crossing);
        if (i == 0) {
            print_format(replay, "%4zu  %s", step, sentence.text);
        } else {
            print_format(replay, "      %s", sentence.text);
        }
    }
}

void replay_report_heading(struct replay_state *replay)
{
    const struct record *record = timeline_record(replay->timeline);
    struct sentence line = {.text = ""};
    phrase_add(&line, "%s: ", title_game(record->setup.game));
    for (unsigned seat = 0; seat < record->setup.seats; seat++) {
        char name[NAME_BYTES_MAX + 1];
        (void)model_sanitize(name, sizeof name, record->name[seat]);
        phrase_add(&line, "%s%s (", seat > 0 ? ", " : "", name[0] != '\0' ? name : tr("a player"));
        phrase_pawns(&line, record->setup.pawns[seat], tr(" and "));
        phrase_add(&line, ")");
    }
    phrase_add(&line, tr_count(record->count, ". %zu action.", ". %zu actions."), record->count);
    print(replay, line.text);
}

void replay_report_state(struct replay_state *replay)
{
    struct view view;
    timeline_view(replay->timeline, replay->step, replay->viewer, &view);
    report_state(replay->report, &view);
}

/* ---- Stepping ----------------------------------------------------------------------------------- */

void replay_go_to(struct replay_state *replay, size_t step)
{
    replay->step = step;
    if (step == 0) {
        print(replay, tr("   0  Start of the game."));
    }
    replay_report_events(replay, step);
    if (step + 1 == timeline_steps(replay->timeline)) {
        print(replay, tr("      End of the record."));
    }
}

/* Parses a number that is the whole text. */
static bool read_count(const char *text, unsigned long most, unsigned long *number)
{
    char *end;
    errno = 0;
    *number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number <= most;
}

static void run_next(struct replay_state *replay, const char *text)
{
    unsigned long count = 1;
    if (text[0] != '\0' && !read_count(text, timeline_steps(replay->timeline), &count)) {
        print(replay, tr("Usage: next [N]"));
        return;
    }
    if (replay->step + 1 == timeline_steps(replay->timeline)) {
        print(replay, tr("End of the record."));
    }
    for (; count > 0 && replay->step + 1 < timeline_steps(replay->timeline); count--) {
        replay_go_to(replay, replay->step + 1);
    }
}

static void run_back(struct replay_state *replay, const char *text)
{
    unsigned long count = 1;
    if (text[0] != '\0' && !read_count(text, ULONG_MAX, &count)) {
        print(replay, tr("Usage: back [N]"));
        return;
    }
    replay_go_to(replay, count < replay->step ? replay->step - count : 0);
}

static void run_goto(struct replay_state *replay, const char *text)
{
    unsigned long step;
    if (read_count(text, timeline_steps(replay->timeline) - 1, &step)) {
        replay_go_to(replay, step);
    } else {
        print_format(replay, tr("Usage: goto N, from 0 to %zu"), timeline_steps(replay->timeline) - 1);
    }
}

static void run_night(struct replay_state *replay, const char *text)
{
    unsigned long round;
    bool whitehall = timeline_record(replay->timeline)->setup.game == GAME_WHITEHALL;
    size_t step =
        read_count(text, ROWS, &round) ? timeline_round(replay->timeline, (unsigned)round) : SIZE_MAX;
    if (step != SIZE_MAX) {
        replay_go_to(replay, step);
    } else {
        print_format(replay, "%s",
                     whitehall ? tr("This game has no such round.") : tr("This game has no such night."));
    }
}

/* Goes to a cell of the current night or round, as printed on the track: "III" or "7". */
static void run_move(struct replay_state *replay, const char *text)
{
    struct view view;
    enum game_kind game = timeline_record(replay->timeline)->setup.game;
    timeline_view(replay->timeline, replay->step, replay->viewer, &view);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        int label = cell_label(cell);
        size_t step = SIZE_MAX;
        if (strcmp(title_cell(game, label).text, text) == 0) {
            step = timeline_move(replay->timeline, view.round, label);
        }
        if (step != SIZE_MAX) {
            replay_go_to(replay, step);
            return;
        }
    }
    print(replay,
          tr("There is no such move this night or round. Usage: move CELL, as printed on the track: III, 7"));
}

static void run_as(struct replay_state *replay, const char *text)
{
    struct viewer viewer;
    if (!viewer_from_name(text, &timeline_record(replay->timeline)->setup, &viewer)) {
        print(replay, tr("Usage: as WHO: jack, police, public, all, or a colour of this game"));
    } else if (viewer.role == VIEWER_ALL && !timeline_finished(replay->timeline)) {
        print(replay, tr("Everything is revealed only when the game is over."));
    } else {
        replay->viewer = viewer;
        print_format(replay, tr("Viewing as %s."), text);
        replay_go_to(replay, replay->step);
    }
}

static void run_play(struct replay_state *replay, const char *text)
{
    unsigned long speed = 1;
    if (text[0] != '\0' && (!read_count(text, REPLAY_SPEED_MAX, &speed) || speed == 0)) {
        print_format(replay, tr("Usage: play [SPEED], from 1 to %d actions per second. Any line stops it."),
                     REPLAY_SPEED_MAX);
        return;
    }
    replay->speed = (unsigned)speed;
}

/* ---- Commands that only show ------------------------------------------------------------------------------------ */

static void run_board(struct replay_state *replay, const char *text)
{
    struct view view;
    unsigned long circle = 0;
    const char *blank = strncmp(text, "around ", strlen("around ")) == 0 ? strchr(text, ' ') : NULL;
    const char *number = blank != NULL ? blank + 1 : text;
    timeline_view(replay->timeline, replay->step, replay->viewer, &view);
    if (number[0] == '\0') {
        report_board(replay->report, replay->board, &view, replay->ascii);
    } else if (read_count(number, replay->board->circles, &circle) && circle > 0) {
        report_around(replay->report, replay->board, &view, (unsigned)circle, replay->ascii);
    } else {
        print(replay, tr("Usage: board [around CIRCLE]"));
    }
}

static void run_sheet(struct replay_state *replay, const char *text)
{
    struct view view;
    (void)text;
    timeline_view(replay->timeline, replay->step, replay->viewer, &view);
    report_sheet(replay->report, &view);
}

static void run_state(struct replay_state *replay, const char *text)
{
    (void)text;
    replay_report_state(replay);
}

static void run_deduce(struct replay_state *replay, const char *text)
{
    static struct deduction deduction; /* too large for the stack */
    unsigned long circle = 0;
    if (text[0] != '\0' && (!read_count(text, replay->board->circles, &circle) || circle == 0)) {
        print(replay, tr("Usage: deduce [CIRCLE]"));
    } else if (!timeline_deduce(replay->timeline, replay->board, replay->step, (unsigned)circle,
                                &deduction)) {
        print(replay, tr("Out of memory."));
    } else if (circle != 0) {
        report_ways(&deduction, replay->report.line, replay->report.context);
    } else {
        report_deduction(&deduction, replay->report.line, replay->report.context);
    }
}

static void run_whatif(struct replay_state *replay, const char *text)
{
    static struct deduction deduction;
    (void)text;
    if (timeline_deduce(replay->timeline, replay->board, replay->step, 0, &deduction)) {
        report_searches(&deduction, replay->report.line, replay->report.context);
    } else {
        print(replay, tr("Out of memory."));
    }
}

static void run_log(struct replay_state *replay, const char *text)
{
    (void)text;
    for (size_t step = 0; step <= replay->step; step++) {
        replay_report_events(replay, step);
    }
}

static void run_review(struct replay_state *replay, const char *text)
{
    struct record_error error;
    struct review *review = review_new(timeline_record(replay->timeline), replay->board, NULL, &error);
    (void)text;
    if (review == NULL) {
        print(replay, error.error == ERROR_NOT_FINISHED ? tr("Only finished games can be reviewed.")
                                                        : tr("Out of memory."));
        return;
    }
    report_review_summary(replay->report, review);
    report_review_curve(replay->report, review, replay->ascii);
    report_review_moments(replay->report, review);
    review_free(review);
}

static void run_save(struct replay_state *replay, const char *text)
{
    char why[400];
    if (text[0] == '\0') {
        print(replay, tr("Usage: save FILE"));
    } else if (record_file_save(timeline_record(replay->timeline), text, why, sizeof why)) {
        print_format(replay, tr("Saved the record to %s."), text);
    } else {
        print(replay, why);
    }
}

static void run_quit(struct replay_state *replay, const char *text)
{
    (void)text;
    replay->over = true;
}

static void run_help(struct replay_state *replay, const char *text);

static const struct {
    const char *word, *short_form, *usage, *help;
    void (*run)(struct replay_state *replay, const char *text);
} commands[] = {
    {"next", "n", "next [N]", TEXT("go forward by one action, or N; an empty line does the same"), run_next},
    {"back", "b", "back [N]", TEXT("go back by one action, or N"), run_back},
    {"goto", "g", "goto N", TEXT("go to the state after N actions"), run_goto},
    {"night", NULL, "night N", TEXT("go to the start of a night or round"), run_night},
    {"round", NULL, "round N", TEXT("the same as night"), run_night},
    {"move", "m", "move CELL", TEXT("go to one of Jack's moves of this night: III, 7"), run_move},
    {"as", NULL, "as WHO", TEXT("view as jack, police, public, all or a colour"), run_as},
    {"play", "p", "play [SPEED]", TEXT("play at SPEED actions per second; any line stops it"), run_play},
    {"board", NULL, "board [around CIRCLE]", TEXT("show the map, or a part of it"), run_board},
    {"sheet", NULL, "sheet", TEXT("show Jack's sheet, if this viewer knows it"), run_sheet},
    {"state", NULL, "state", TEXT("show the state of the game"), run_state},
    {"log", NULL, "log", TEXT("show everything up to here"), run_log},
    {"deduce", "d", "deduce [CIRCLE]", TEXT("show where Jack may be, or trails to a circle"), run_deduce},
    {"whatif", NULL, "whatif", TEXT("show what each search would have revealed"), run_whatif},
    {"review", NULL, "review", TEXT("what could have been known, and what decided the game"), run_review},
    {"save", NULL, "save FILE", TEXT("save the record to a new file"), run_save},
    {"help", "?", "help", TEXT("this list"), run_help},
    {"quit", "q", "quit", "quit", run_quit},
};

enum { COMMANDS = COUNT(commands) };

static void run_help(struct replay_state *replay, const char *text)
{
    (void)text;
    for (unsigned i = 0; i < COMMANDS; i++) {
        print_format(replay, "  %-22s %s", commands[i].usage, tr(commands[i].help));
    }
}

/* ---- Lines -------------------------------------------------------------------------------------- */

void replay_report_board(struct replay_state *replay)
{
    run_board(replay, "");
}

void replay_command_words(void (*each)(void *context, const char *word), void *context)
{
    for (unsigned i = 0; i < COMMANDS; i++) {
        each(context, commands[i].word);
    }
}

/* An empty line goes to the next action, or stops playing. */
void replay_run_line(struct replay_state *replay, const char *line)
{
    char word[24];
    bool stopped = replay->speed != 0;
    replay->speed = 0;
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    if (length == 0 && stopped) {
        return;
    }
    (void)snprintf(word, sizeof word, "%.*s", length > 0 ? (int)length : 4, length > 0 ? line : "next");
    struct nearest nearest = nearest_begin(word);
    const char *rest = line + length + strspn(line + length, " \t");
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].word, word) == 0 ||
            (commands[i].short_form != NULL && strcmp(commands[i].short_form, word) == 0)) {
            commands[i].run(replay, rest);
            return;
        }
        nearest_offer(&nearest, commands[i].word);
    }
    print_format(replay, tr("There is no command \"%s\"; %s"), show_word(word).text,
                 nearest_advice(&nearest, tr("type help for a list.")).text);
}
